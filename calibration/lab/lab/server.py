"""One private server: its data directory, its process, and what it is asked."""
import os
import shutil
import socket
import subprocess
import time

from . import processes
from .faults import RunFault

START_SECONDS = 90
STOP_SECONDS = 60
USER, PASSWORD = "commitsim_lab", "commitsim_lab"  # the server listens on the loopback interface only, as long as the lab runs

# What every server gets unless the plan says otherwise. loose: other releases do not know it. mmap: a redo log on tmpfs that is mapped
# into memory is never synced (MariaDB 10.11.10 and later).
BASE_OPTIONS = {
    "skip-name-resolve": None, "skip-slave-start": None, "bind-address": "127.0.0.1", "max_connections": "1000",
    "loose-innodb-log-file-mmap": "OFF", "loose-mysqlx": "OFF", "loose-innodb-buffer-pool-dump-at-shutdown": "OFF",
    "loose-innodb-buffer-pool-load-at-startup": "OFF", "relay-log": "relay",
}


class Binaries:
    """The programs of one server release, and its version."""

    def __init__(self, mysqld):
        self.mysqld = shutil.which(mysqld, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
        if self.mysqld is None:
            raise RunFault("%s: no such program; install mariadb-server-core and mariadb-client-core, or name one with --mysqld" % mysqld)
        self.version = subprocess.run([self.mysqld, "--no-defaults", "--version"], capture_output=True, text=True).stdout.strip()
        self.is_mariadb = "MariaDB" in self.version
        self.client = self.beside("mariadb", "mysql")

    def beside(self, *names):
        """A program of the same release: next to the server, or in the PATH."""
        here = os.path.dirname(self.mysqld)
        for name in names:
            for place in (here, os.path.join(here, "..", "bin"), os.path.join(here, "..", "scripts"), None):
                found = shutil.which(name, path=place) if place else shutil.which(name)
                if found:
                    return found
        raise RunFault("%s is not beside %s, nor in the PATH" % (" or ".join(names), self.mysqld))

    def initialise(self, folder):
        """An empty data directory."""
        if self.is_mariadb:
            command = [self.beside("mariadb-install-db", "mysql_install_db"), "--no-defaults", "--datadir=%s" % folder,
                       "--auth-root-authentication-method=normal", "--skip-test-db"]
        else:
            command = [self.mysqld, "--no-defaults", "--initialize-insecure", "--datadir=%s" % folder]
        done = subprocess.run(command + run_as(), capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise RunFault("cannot make a data directory:\n" + (done.stdout + done.stderr)[-1500:])


def run_as():
    """Only root has to say that the server may run as root."""
    return ["--user=root"] if os.geteuid() == 0 else []


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    def __init__(self, binaries, folder, name, options, shim=None, shim_library=None):
        self.binaries, self.folder, self.name, self.options = binaries, folder, name, options
        self.shim, self.shim_library = shim, shim_library
        self.port, self.process = free_port(), None

    def data(self):
        return self.folder / (self.name + ".data")

    def command(self):
        options = dict(BASE_OPTIONS, **self.options)
        words = [self.binaries.mysqld, "--no-defaults", "--datadir=%s" % self.data(), "--port=%d" % self.port]
        words += ["--%s=%s" % (key, self.folder / (self.name + end)) for key, end in
                  (("socket", ".sock"), ("pid-file", ".pid"), ("log-error", ".err"))]
        return words + run_as() + ["--%s" % key if value is None else "--%s=%s" % (key, value) for key, value in options.items()]

    def start(self):
        environment = {}
        if self.shim is not None:
            environment = {"LD_PRELOAD": str(self.shim_library), "COMMITSIM_LAB_SHIM": str(self.shim.path)}
        self.process = processes.start(self.command(), environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        give_up = time.monotonic() + START_SECONDS
        while time.monotonic() < give_up:
            if self.process.poll() is not None:
                break
            if self.ask("SELECT 1", may_fail=True) is not None:
                return self
            time.sleep(0.1)
        raise RunFault("server %s did not start:\n%s" % (self.name, self.last_errors()))

    def last_errors(self):
        path = self.folder / (self.name + ".err")
        lines = path.read_text(errors="replace").splitlines() if path.exists() else []
        return "\n".join([line for line in lines if "ERROR" in line][-10:] or lines[-10:])

    def stop(self):
        if self.shim is not None:
            self.shim.set_chosen(False)
        processes.stop(self.process, STOP_SECONDS)
        self.process = None

    def ask(self, statement, may_fail=False):
        """Rows of columns, as text. Accounts: root, which has no password here, over the socket."""
        done = subprocess.run([self.binaries.client, "--no-defaults", "--user=root", "--socket=%s" % (self.folder / (self.name + ".sock")),
                               "--batch", "--skip-column-names", "--execute", statement], capture_output=True, text=True)
        if done.returncode != 0:
            if may_fail:
                return None
            raise RunFault("%s: %s: %s" % (self.name, statement, done.stderr.strip()))
        return [line.split("\t") for line in done.stdout.splitlines()]

    def status(self):
        return dict(row for row in self.ask("SHOW GLOBAL STATUS") if len(row) == 2)

    def variables(self):
        return dict(row for row in self.ask("SHOW GLOBAL VARIABLES") if len(row) == 2)
