"""A server of somebody's own: the lab starts nothing there. It prints what to run, and takes in what that wrote."""
import json

from . import sysbench
from .campaign import FIO
from .faults import InputFault
from .measurement import KEPT_VARIABLES, SCHEMA, status_delta

ASK = 'mysql --host="$host" --user="$user" --password="$password" --batch --skip-column-names --execute'


def commands(plan):
    """A shell script. It reads and loads the test tables of sysbench only; no setting is touched."""
    load = plan["sysbench"]
    server = ['--mysql-host="$host"', '--mysql-user="$user"', '--mysql-password="$password"']
    lines = ["#!/bin/sh", "# Run this where sysbench reaches the server. It makes and loads the tables of sysbench in the database sbtest,",
             "# which has to exist, and reads status and variables; it changes no setting and drops nothing.",
             "set -eu", 'host=${1:?usage: $0 HOST USER PASSWORD FOLDER} user=$2 password=$3 folder=$4',
             'mkdir -p "$folder"', 'cd "$folder"']
    prepare = sysbench.command(plan, server, min(4, load["tables"]), 0, "prepare")
    lines += ["", "# once", shell(prepare)]
    for run in plan["runs"]:
        if run.get("options") or run.get("alone"):
            lines += ["", "# %s would need other settings or no replicas: left out" % run["name"]]
            continue
        name = run["name"]
        lines += ["", "# " + name, '%s "SHOW GLOBAL VARIABLES" > %s.variables' % (ASK, name),
                  '%s "SHOW GLOBAL STATUS" > %s.before' % (ASK, name),
                  shell(sysbench.command(plan, server, run["threads"], run["seconds"], "run")) + " > %s.log" % name,
                  '%s "SHOW GLOBAL STATUS" > %s.after' % (ASK, name)]
    lines += ["", "# On the server's own machine, on the disk of its logs, 10 seconds each, into a file that they make and remove:"]
    lines += ["#   fio --name=sync --directory=FOLDER --ioengine=psync --rw=write --bs=4k %s --time_based --runtime=10 \\\n"
              "#       --fdatasync=1 --unlink=1 --output-format=json > %s" % (" ".join(how), name) for name, how in FIO.items()]
    lines += [""]
    return "\n".join(lines)


def shell(words):
    """sysbench from the PATH, whatever it is here; the words need no quotes beyond those they have."""
    return " ".join(["sysbench", *words[1:]])


def take(folder, output):
    """One record for every NAME.log that has NAME.before, NAME.after and NAME.variables beside it."""
    if not folder.is_dir():
        raise InputFault("%s: is no folder" % folder)
    logs = sorted(folder.glob("*.log"))
    if not logs:
        raise InputFault("%s: there is no NAME.log" % folder)
    faults = ["%s: is missing" % log.with_suffix(end) for log in logs for end in (".before", ".after", ".variables")
              if not log.with_suffix(end).exists()]
    faults += ["%s: is no report of sysbench" % log for log in logs if sysbench.figures(log.read_text(errors="replace"))["tps"] is None]
    if faults:
        raise InputFault(*faults)
    output.mkdir(parents=True, exist_ok=True)
    for log in logs:
        text = log.read_text(errors="replace")
        (output / log.name).write_text(text)
        (output / (log.stem + ".json")).write_text(json.dumps(record_of(log, text), indent=1) + "\n")


def record_of(log, text):
    variables = rows(log.with_suffix(".variables"))
    figures = sysbench.figures(text)
    return {"schema": SCHEMA, "run": log.stem, "sysbench_log": log.name, "threads": sysbench.threads(text),
            "fsync": "real", "storage": "disk", "sysbench": figures, "links": [],
            "servers": [{"name": "source", "version": variables.get("version", ""),
                         "variables": {key: value for key, value in variables.items() if KEPT_VARIABLES.match(key)},
                         "status_delta": status_delta(rows(log.with_suffix(".before")), rows(log.with_suffix(".after")))}]}


def rows(path):
    """What SHOW prints: a name, a tab and a value a line."""
    return dict(line.split("\t", 1) for line in path.read_text(errors="replace").splitlines() if "\t" in line)
