"""sysbench, as the plan wants it."""
import re
import shutil
import subprocess

from . import processes
from .faults import RunFault
from .server import PASSWORD, USER


def command(plan, server_words, threads, seconds, verb):
    """The words of one call."""
    load = plan["sysbench"]
    words = [shutil.which("sysbench") or "sysbench", load["workload"], "--mysql-db=sbtest", *server_words,
             "--tables=%d" % load["tables"], "--table-size=%d" % load["table_size"], "--rand-type=uniform"]
    if verb == "run":
        words += ["--threads=%d" % threads, "--time=%d" % seconds, "--events=0", "--report-interval=1", "--histogram=on",
                  "--percentile=95", *load.get("options", [])]
    else:
        words += ["--threads=%d" % threads]
    return words + [verb]


def connection(port):
    return ["--mysql-host=127.0.0.1", "--mysql-port=%d" % port, "--mysql-user=%s" % USER, "--mysql-password=%s" % PASSWORD]


def call(plan, server, threads, seconds, verb):
    """What it printed."""
    process = processes.start(command(plan, connection(server.port), threads, seconds, verb), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
    try:
        text, _ = process.communicate(timeout=seconds + 120)
    except subprocess.TimeoutExpired:
        raise RunFault("sysbench did not end") from None
    finally:
        processes.stop(process, 5)
    if process.returncode != 0:
        raise RunFault("sysbench failed:\n" + text[-1500:])
    return text


def figures(text):
    """What the report says; `commitsim calibrate` reads the whole log by itself."""
    def number(pattern):
        found = re.search(pattern, text, re.MULTILINE)
        return float(found.group(1)) if found else None
    return {"transactions": number(r"^\s*transactions:\s+(\d+)"), "tps": number(r"^\s*transactions:\s+\d+\s+\(([\d.]+) per sec"),
            "mean_ms": number(r"^\s*avg:\s+([\d.]+)"), "p95_ms": number(r"^\s*95th percentile:\s+([\d.]+)")}


def threads(text):
    found = re.search(r"^Number of threads: (\d+)", text, re.MULTILINE)
    return int(found.group(1)) if found else 0
