"""A plan from beginning to end: prepare, start, measure, record, clean up."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

from . import measurement, storage, topology
from .faults import InputFault, RunFault
from .server import Binaries

DEFAULT_MEGABYTES = 3000


def run(plan, output, tools, mysqld, scratch):
    """Measures every run that has no record yet, and writes each as soon as it is done."""
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
            measure_disk(folder, output)
        lab = topology.Lab(plan, binaries, tools, folder)
        say("preparing tables (%s)" % binaries.version)
        lab.prepare()
        for spec in missing:
            with topology.running(lab, spec) as servers:
                record, text = measurement.measure(plan, servers, spec, kind, spec["name"])
            write(output, spec["name"], record, text)
            say("%-20s %8.1f tps, mean %.2f ms, foreign load %.2f cores" % (
                spec["name"], record["sysbench"]["tps"], record["sysbench"]["mean_ms"], record["host"]["foreign_cores"]))


def check_version(plan, binaries):
    """The plan may say which words the server's version has to hold."""
    wanted = plan.get("versions", [])
    if any(word not in binaries.version for word in wanted):
        raise InputFault("the plan is for %s, and %s is %s; name another with --mysqld" % (" ".join(wanted), binaries.mysqld, binaries.version))


# What fio does to a file before each sync, as the server does to its own: the redo log is written over, the binary log grows.
FIO = {"fio_redo.json": ["--overwrite=1", "--size=32m"], "fio_binlog.json": ["--fallocate=none", "--size=4g"]}


def measure_disk(folder, output):
    """One job: what the disk takes when nothing else asks of it."""
    for name, how in FIO.items():
        say("measuring the disk: %s" % name)
        command = ["fio", "--name=sync", "--directory=%s" % folder, "--ioengine=psync", "--rw=write", "--bs=4k", *how,
                   "--time_based", "--runtime=10", "--fdatasync=1", "--unlink=1", "--output-format=json"]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise RunFault("fio failed:\n" + done.stderr[-1000:])
        (output / name).write_text(done.stdout)


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
