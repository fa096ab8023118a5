"""What stops the lab: the input is at fault, or a run failed."""


class InputFault(Exception):
    """The plan or the command line is wrong: one line per fault, and nothing was started."""

    def __init__(self, *lines):
        super().__init__("\n".join(lines))


class RunFault(Exception):
    """A server, sysbench or the system did not do what it should."""
