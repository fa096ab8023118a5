"""A plan from beginning to end: prepare, start, measure, record, clean up."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

from . import measurement, processes, storage, topology
from .faults import InputFault, RunFault
from .server import Binaries

DEFAULT_MEGABYTES = 3000
MOST_TRIES = 10
QUIET_SECONDS = 120
FIO_SECONDS = 8


def run(plan, output, tools, mysqld, scratch, foreign_limit=None):
    """Measures every run that has no record yet, and writes each as soon as it is done. With a limit, one that other programs disturbed
    more is repeated."""
    output.mkdir(parents=True, exist_ok=True)
    missing = [each for each in plan["runs"] if not (output / (each["name"] + ".json")).exists()]
    wants_fio = plan.get("fio", False) and not all((output / name).exists() for name in FIO)
    if not missing and not wants_fio:
        return
    for program in ["sysbench"] + (["fio"] if wants_fio else []):
        if shutil.which(program) is None:
            raise RunFault("%s is not installed" % program)
    for tool in ("libfsync_shim.so", "delay_proxy"):
        if not (tools / tool).exists():
            raise InputFault("%s: not there; build the project, or say with --tools where it was built" % (tools / tool))
    binaries = Binaries(mysqld)
    check_version(plan, binaries)
    with storage.scratch(plan["storage"], scratch, plan.get("memory_mb", DEFAULT_MEGABYTES)) as (folder, kind):
        if wants_fio:
            measure_disk(folder, output, foreign_limit)
        lab = topology.Lab(plan, binaries, tools, folder)
        say("preparing tables (%s)" % binaries.version)
        lab.prepare()
        for spec in missing:
            with topology.running(lab, spec) as servers:
                record, text = undisturbed(lambda: measurement.measure(plan, servers, spec, kind, spec["name"]),
                                           lambda found: found[0]["host"]["foreign_cores"], foreign_limit)
            write(output, spec["name"], record, text)
            say("%-20s %8.1f tps, mean %.2f ms, foreign load %.2f cores" % (
                spec["name"], record["sysbench"]["tps"], record["sysbench"]["mean_ms"], record["host"]["foreign_cores"]))


def check_version(plan, binaries):
    """The plan may say which words the server's version has to hold."""
    wanted = plan.get("versions", [])
    if any(word not in binaries.version for word in wanted):
        raise InputFault("the plan is for %s, and %s is %s; name another with --mysqld"
                         % (" ".join(wanted), binaries.mysqld, binaries.version))


# What fio does to a file before each sync, as the server does to its own: the redo log is written over, the binary log grows.
FIO = {"fio_redo.json": ["--overwrite=1", "--size=32m"], "fio_binlog.json": ["--fallocate=none", "--size=4g"]}


def undisturbed(measure, foreign_of, limit):
    """What `measure` returns, once other programs took no more than the limit of cores meanwhile; at last the least disturbed."""
    if limit is None:
        return measure()
    tries = []
    for _ in range(MOST_TRIES):
        wait_for_quiet(limit)
        tries.append(measure())
        if foreign_of(tries[-1]) <= limit:
            return tries[-1]
    return min(tries, key=foreign_of)


def wait_for_quiet(limit):
    """Until the machine was quiet for a second, and not for ever."""
    for _ in range(QUIET_SECONDS):
        before, own = processes.host_cpu_seconds()["busy"], processes.own_cpu_seconds()
        time.sleep(1)
        if processes.host_cpu_seconds()["busy"] - before - (processes.own_cpu_seconds() - own) <= limit:
            return


def measure_disk(folder, output, foreign_limit):
    """One job: what the disk takes when nothing else asks of it."""
    for name, how in FIO.items():
        say("measuring the disk: %s" % name)
        text, _ = undisturbed(lambda: fio(folder, how), lambda found: found[1], foreign_limit)
        (output / name).write_text(text)


def fio(folder, how):
    """What it printed, and the cores that others took meanwhile."""
    before, own = processes.host_cpu_seconds()["busy"], processes.own_cpu_seconds()
    command = ["fio", "--name=sync", "--directory=%s" % folder, "--ioengine=psync", "--rw=write", "--bs=4k", *how,
               "--time_based", "--runtime=%d" % FIO_SECONDS, "--fdatasync=1", "--unlink=1", "--output-format=json"]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise RunFault("fio failed:\n" + done.stderr[-1000:])
    return done.stdout, (processes.host_cpu_seconds()["busy"] - before - (processes.own_cpu_seconds() - own)) / FIO_SECONDS


def write(output, name, record, text):
    """The log first: a record whose log is missing would be no measurement."""
    (output / (name + ".log")).write_text(text)
    part = pathlib.Path(output / (name + ".json.part"))
    part.write_text(json.dumps(record, indent=1) + "\n")
    part.rename(output / (name + ".json"))


def say(text):
    """Progress: for who watches."""
    if sys.stderr.isatty() or os.environ.get("COMMITSIM_LAB_VERBOSE"):
        print(text, file=sys.stderr, flush=True)
