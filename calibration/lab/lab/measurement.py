"""One run: counters before and after, sysbench in between, and the record of it."""
import os
import re
import time

from . import processes, shim, sysbench

SCHEMA = "commitsim.lab/1"
KEPT_STATUS = re.compile(
    r"^(Com_(commit|begin|insert|update|delete|select)|Handler_(commit|prepare)|Innodb_(os_log|log|data_fsyncs|data_writ|pages_written).*|"
    r"Innodb_row_lock.*|Binlog_.*|Rpl_semi_sync_.*|Bytes_.*|Queries|Questions)$", re.IGNORECASE)
KEPT_VARIABLES = re.compile(
    r"^(version|version_comment|sync_.*|binlog_.*|log_bin|log_(slave|replica)_updates|innodb_(flush|log|doublewrite|support_xa).*|"
    r"innodb_(buffer_pool_size|io_capacity|use_native.*)|rpl_semi_sync_.*|(slave|replica)_parallel.*|gtid_mode|autocommit|thread_handling|"
    r"t.*_isolation)$")


class Reading:
    """All counters at one moment."""

    def __init__(self, topology):
        self.status = [server.status() for server in topology.servers()]
        self.fsyncs = [server.shim.counters() for server in topology.servers()]
        self.links = [link.counters() for link in topology.links]
        self.cpu = [processes.cpu_seconds(pid) for pid in topology.pids()]
        self.own_cpu = processes.own_cpu_seconds()
        self.host = processes.host_cpu_seconds()
        self.at = time.monotonic()


def measure(plan, topology, run, storage, name):
    """Returns the record, and what sysbench printed."""
    warm_up = plan.get("warm_up_s", 3)
    if warm_up > 0:
        sysbench.call(plan, topology.source, run["threads"], warm_up, "run")
    utc = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    before = Reading(topology)
    text = sysbench.call(plan, topology.source, run["threads"], run["seconds"], "run")
    after = Reading(topology)
    specs = plan["servers"]
    record = {"schema": SCHEMA, "run": name, "utc": utc, "sysbench_log": name + ".log", "threads": run["threads"],
              "seconds": run["seconds"], "fsync": "real" if plan["storage"] == "disk" else "chosen", "storage": storage,
              "workload": plan["sysbench"],
              "sysbench": sysbench.figures(text), "servers": [], "links": []}
    seconds = after.at - before.at
    cpu = [b - a for a, b in zip(before.cpu, after.cpu)]
    for i, server in enumerate(topology.servers()):
        record["servers"].append(server_record(server, specs[i], before.status[i], after.status[i],
                                               shim.between(before.fsyncs[i], after.fsyncs[i]), cpu[i] / seconds))
    for i, link in enumerate(topology.links):
        record["links"].append(link.between(before.links[i], after.links[i], seconds, cpu[len(topology.servers()) + i]))
    record["host"] = host_record(before, after, cpu, seconds)
    return record, text


def server_record(server, spec, before, after, fsyncs, cores):
    variables = {key: value for key, value in server.variables().items() if KEPT_VARIABLES.match(key)}
    record = {"name": server.name, "version": variables.get("version", ""), "options": server.options, "variables": variables}
    if not server.shim.is_real:
        record["fsync_asked_us"] = spec.get("fsync_us", {})
    record.update({"fsync": fsyncs, "status_delta": status_delta(before, after), "cpu_cores": round(cores, 4)})
    return record


def status_delta(before, after):
    """Of the counters that changed."""
    delta = {}
    for key, value in after.items():
        if not KEPT_STATUS.match(key):
            continue
        try:
            change = int(value) - int(before.get(key, "0"))
        except ValueError:
            continue
        if change != 0:
            delta[key] = change
    return delta


def host_record(before, after, cpu, seconds):
    """In cores. Foreign: what was busy and was not the lab's: other people's programs, and the kernel's own threads."""
    host = {key: after.host[key] - before.host[key] for key in after.host}
    own = after.own_cpu - before.own_cpu
    foreign = max(0.0, host["busy"] - sum(cpu) - own)
    nice = min(foreign, host["nice"]) if os.nice(0) == 0 else 0.0
    return {"short_slices": processes.can_shorten_slices(), "cores": os.cpu_count(), "wall_s": round(seconds, 2),
            "busy_cores": round(host["busy"] / seconds, 3),
            "clients_cores": round(own / seconds, 3), "foreign_cores": round(foreign / seconds, 3),
            "foreign_nice_cores": round(nice / seconds, 3),
            "waiting_cores": round(host["waiting"] / seconds, 3), "stolen_cores": round(host["stolen"] / seconds, 3)}
