"""Where the private data directories live: a folder of their own, gone when the lab ends."""
import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile


@contextlib.contextmanager
def scratch(kind, where, megabytes):
    """Yields the folder and what it is: "memory" or "disk". Memory is a tmpfs of its own where the lab may mount one; otherwise the
    folder's disk. Not /dev/shm: MariaDB takes what lies there for persistent memory."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="commitsim-lab-", dir=where))
    mounted = kind == "memory" and mount(folder, megabytes)
    try:
        yield folder, "memory" if mounted else "disk"
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


def mount(folder, megabytes):
    if os.geteuid() != 0 or shutil.which("mount") is None:
        return False
    command = ["mount", "-t", "tmpfs", "-o", "size=%dm,mode=0700" % megabytes, "commitsim-lab", str(folder)]
    return subprocess.run(command, capture_output=True).returncode == 0
