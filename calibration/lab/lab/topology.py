"""The servers of a plan, running and connected: a source and its replicas, each behind a link."""
import contextlib
import shutil
import time

from . import sysbench
from .faults import RunFault
from .link import Link
from .server import PASSWORD, USER, Server
from .shim import Shim

SETTLE_SECONDS = 30


class Lab:
    """What all runs of a plan share: programs, folder, a data directory to copy."""

    def __init__(self, plan, binaries, tools, folder):
        self.plan, self.binaries, self.tools, self.folder = plan, binaries, tools, folder
        self.template = folder / "template.data"

    def prepare(self):
        """Makes the tables once; every server starts from a copy."""
        self.binaries.initialise(self.template)
        server = Server(self.binaries, self.folder, "template", {"skip-log-bin": None}, self.new_shim("template", {}), self.library())
        try:
            server.start()
            server.ask("CREATE DATABASE sbtest; CREATE USER '%s'@'127.0.0.1' IDENTIFIED BY '%s'; GRANT ALL ON *.* TO '%s'@'127.0.0.1'"
                       % (USER, PASSWORD, USER))
            sysbench.call(self.plan, server, min(4, self.plan["sysbench"]["tables"]), 300, "prepare")
        finally:
            server.stop()
        for name in ("auto.cnf",):  # MySQL: every server needs a UUID of its own
            (self.template / name).unlink(missing_ok=True)

    def library(self):
        return self.tools / "libfsync_shim.so"

    def new_shim(self, name, latency_us):
        return Shim(self.folder / (name + ".shim"), latency_us)

    def new_server(self, spec, number, options):
        all_options = dict(spec.get("options", {}), **options)
        all_options["server-id"] = str(number)
        if all_options.get("log_bin") in ("ON", "1", None) and "log_bin" in all_options:
            all_options["log_bin"] = "binlog"
        elif all_options.pop("log_bin", "OFF") == "OFF":
            all_options["skip-log-bin"] = None
        plugins = [] if self.binaries.is_mariadb else semi_sync_plugins(all_options)
        if plugins:
            all_options["plugin-load-add"] = ";".join(plugins)
        is_real = self.plan["storage"] == "disk"
        server = Server(self.binaries, self.folder, spec["name"], all_options,
                        self.new_shim(spec["name"], None if is_real else spec.get("fsync_us", {})), self.library())
        shutil.rmtree(server.data(), ignore_errors=True)
        shutil.copytree(self.template, server.data())
        return server


def semi_sync_plugins(options):
    """MySQL has semi-sync in plugins, by the words of the variables; in MariaDB it is built in."""
    words = ("master", "slave", "source", "replica")
    return ["semisync_%s.so" % word for word in words if any(key.startswith("rpl_semi_sync_%s_" % word) for key in options)]


class Topology:
    """Servers that run; `source` takes the load."""

    def __init__(self, source, replicas, links):
        self.source, self.replicas, self.links = source, replicas, links

    def servers(self):
        return [self.source, *self.replicas]

    def pids(self):
        return [each.process.pid for each in [*self.servers(), *self.links]]


@contextlib.contextmanager
def running(lab, run):
    """The topology for one run of the plan; `alone`: without the replicas."""
    with contextlib.ExitStack() as stack:
        specs = lab.plan["servers"]
        source = lab.new_server(specs[0], 1, run.get("options", {}))
        stack.callback(source.stop)
        source.start()
        replicas, links = [], []
        for number, spec in enumerate([] if run.get("alone") else specs[1:], start=2):
            link = Link(lab.tools, lab.folder, spec, source.port)
            stack.callback(link.stop)
            replica = lab.new_server(spec, number, {})
            stack.callback(replica.stop)
            replica.start()
            links.append(link)
            replicas.append(replica)
        connect(lab, source, replicas, links)
        for server in [source, *replicas]:
            server.shim.set_chosen(True)
        yield Topology(source, replicas, links)


def connect(lab, source, replicas, links):
    if not replicas:
        return
    file, position = source.ask("SHOW BINARY LOG STATUS" if is_mysql_84(lab) else "SHOW MASTER STATUS")[0][:2]
    for spec, replica, link in zip(lab.plan["servers"][1:], replicas, links):
        words = ("CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=%d, MASTER_USER='%s', MASTER_PASSWORD='%s', "
                 "MASTER_LOG_FILE='%s', MASTER_LOG_POS=%s; START SLAVE%s")
        if is_mysql_84(lab):
            words = words.replace("MASTER TO", "REPLICATION SOURCE TO").replace("MASTER_", "SOURCE_").replace("SLAVE", "REPLICA")
        replica.ask(words % (link.port, USER, PASSWORD, file, position, "" if spec.get("sql_thread", True) else " IO_THREAD"))
    wait_for_replicas(lab, source)


def is_mysql_84(lab):
    """The old words of replication went with MySQL 8.4."""
    version = lab.binaries.version
    return not lab.binaries.is_mariadb and any("Ver %s" % each in version for each in ("8.4", "9."))


def wait_for_replicas(lab, source):
    """Until every replica is connected, and every semi-sync one counted as such."""
    wanted = sum(1 for spec in lab.plan["servers"][1:] if spec.get("semi_sync"))
    expected = len(lab.plan["servers"]) - 1
    give_up = time.monotonic() + SETTLE_SECONDS
    while time.monotonic() < give_up:
        status = source.status()
        clients = max(int(status.get("Rpl_semi_sync_%s_clients" % word, 0)) for word in ("master", "source"))
        dumps = source.ask("SELECT COUNT(*) FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'")[0][0]
        if clients >= wanted and int(dumps) >= expected:
            return
        time.sleep(0.1)
    raise RunFault("the replicas did not connect within %d s" % SETTLE_SECONDS)
