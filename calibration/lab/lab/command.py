"""The command line of the lab."""
import argparse
import os
import pathlib
import signal
import sys
import tempfile

from . import campaign, plan, staging
from .faults import InputFault, RunFault

DONE, RUN_FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def parser():
    top = argparse.ArgumentParser(prog="python3 calibration/lab", description="Measures a real server: private servers with chosen fsync "
                                  "times and link delays on this machine (run), or somebody's own (staging, take).")
    commands = top.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="start the servers of a plan, measure its runs, write one record each")
    run.add_argument("plan", help="as `commitsim lab` writes it")
    run.add_argument("-o", "--output", required=True, help="folder of the records; runs that are there already are not repeated")
    run.add_argument("--tools", default=os.environ.get("COMMITSIM_LAB_TOOLS", ""), help="folder of libfsync_shim.so and delay_proxy")
    run.add_argument("--mysqld", default="mariadbd", help="the server's program; default: mariadbd")
    run.add_argument("--scratch", default=tempfile.gettempdir(), help="where the private data directories may live while it runs")
    run.add_argument("--foreign-limit", type=float, metavar="CORES", help="repeat a run while other programs take more than this (at most "
                     "ten times): measurements of an otherwise idle machine")
    print_ = commands.add_parser("staging", help="print what to run on a server of your own; nothing is started")
    print_.add_argument("plan")
    take = commands.add_parser("take", help="take in the files that those commands wrote: one record per run")
    take.add_argument("folder")
    take.add_argument("-o", "--output", required=True, help="folder of the records")
    return top


def interrupted(*_):
    raise KeyboardInterrupt


def execute(arguments):
    if arguments.command == "run":
        signal.signal(signal.SIGTERM, interrupted)
        the_plan = plan.read(arguments.plan)
        campaign.run(the_plan, pathlib.Path(arguments.output), pathlib.Path(arguments.tools), arguments.mysqld,
                     arguments.scratch, arguments.foreign_limit)
    elif arguments.command == "staging":
        sys.stdout.write(staging.commands(plan.read(arguments.plan)))
    else:
        staging.take(pathlib.Path(arguments.folder), pathlib.Path(arguments.output))


def main(words):
    try:
        execute(parser().parse_args(words))
    except InputFault as fault:
        print(fault, file=sys.stderr)
        return BAD_INPUT
    except RunFault as fault:
        print("lab: %s" % fault, file=sys.stderr)
        return RUN_FAILED
    except KeyboardInterrupt:
        print("lab: interrupted; everything it started has been stopped", file=sys.stderr)
        return INTERRUPTED
    return DONE
