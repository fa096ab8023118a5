"""The lab: measures a real server, privately and on one machine. `python3 calibration/lab --help` says how."""
import sys

from lab.command import main

sys.exit(main(sys.argv[1:]))
