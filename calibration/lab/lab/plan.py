"""The plan of a campaign, as `commitsim lab` writes it: read, and checked before anything starts."""
import json
import re

from .faults import InputFault

SCHEMA = "commitsim.lab_plan/1"
NUMBER = (int, float)
KEYS = {"schema": str, "storage": str, "warm_up_s": NUMBER, "memory_mb": NUMBER, "sysbench": dict, "servers": list, "runs": list,
        "cannot": list, "scenario": str, "versions": list, "fio": bool}
SYSBENCH_KEYS = {"workload": str, "tables": int, "table_size": int, "options": list}
SERVER_KEYS = {"name": str, "options": dict, "fsync_us": dict, "replicates_from": str, "semi_sync": bool, "sql_thread": bool,
               "one_way_us": NUMBER, "mbit_per_s": NUMBER}
RUN_KEYS = {"name": str, "threads": int, "seconds": int, "options": dict, "alone": bool}
REQUIRED = {"plan": ("schema", "storage", "sysbench", "servers", "runs"), "sysbench": ("workload", "tables", "table_size"),
            "server": ("name",), "run": ("name", "threads", "seconds")}


def read(path):
    """The plan; InputFault with all faults, one a line."""
    try:
        with open(path) as file:
            plan = json.load(file)
    except OSError as error:
        raise InputFault("%s: %s" % (path, error.strerror)) from None
    except ValueError as error:
        raise InputFault("%s: is no JSON: %s" % (path, error)) from None
    faults = faults_of(plan)
    if faults:
        raise InputFault(*("%s: %s" % (path, fault) for fault in faults))
    return plan


def faults_of(plan):
    if not isinstance(plan, dict) or plan.get("schema") != SCHEMA:
        return ["is no lab plan: its schema is not %s" % SCHEMA]
    faults = misfits(plan, KEYS, "plan", "")
    if plan.get("storage") not in ("memory", "disk"):
        faults.append("storage: memory or disk, not %r" % plan.get("storage"))
    if isinstance(plan.get("sysbench"), dict):
        faults += misfits(plan["sysbench"], SYSBENCH_KEYS, "sysbench", "sysbench.")
    for kind, keys in (("server", SERVER_KEYS), ("run", RUN_KEYS)):
        items = plan.get(kind + "s")
        if not isinstance(items, list) or not items:
            faults.append("%ss: at least one is needed" % kind)
            continue
        for i, item in enumerate(items):
            place = "%ss[%d]." % (kind, i)
            faults += misfits(item, keys, kind, place) if isinstance(item, dict) else [place[:-1] + ": is no object"]
    return faults or deeper_faults(plan)


def misfits(item, keys, kind, place):
    """Keys that are missing, unknown, or of another type."""
    faults = ["%s%s: is missing" % (place, key) for key in REQUIRED[kind] if key not in item]
    for key, value in item.items():
        if key not in keys:
            faults.append("%s%s: unknown; known: %s" % (place, key, ", ".join(keys)))
        elif not isinstance(value, keys[key]) or (isinstance(value, bool) and keys[key] is not bool):
            faults.append("%s%s: %r is not of its type" % (place, key, value))
    return faults


def deeper_faults(plan):
    """Of a plan whose keys and types are right."""
    faults = []
    for i, server in enumerate(plan["servers"]):
        place = "servers[%d]" % i
        if i == 0 and "replicates_from" in server:
            faults.append(place + ": the first server is the source")
        if i > 0 and server.get("replicates_from") != plan["servers"][0]["name"]:
            faults.append(place + ": the lab has one source, the first server, and replicas of it")
        for kind, points in server.get("fsync_us", {}).items():
            if not is_distribution(points):
                faults.append("%s.fsync_us.%s: wanted are [percent, microseconds] pairs that rise" % (place, kind))
    for kind in ("servers", "runs"):
        names = [each["name"] for each in plan[kind]]
        faults += ["%s: two are called %r" % (kind, name) for name in sorted(set(names)) if names.count(name) > 1]
        faults += ["%s: the name %r is no plain word" % (kind, name) for name in names if not re.fullmatch("[A-Za-z0-9_-]+", name)]
    faults += ["runs[%d].%s: at least 1" % (i, key) for i, run in enumerate(plan["runs"]) for key in ("threads", "seconds") if run[key] < 1]
    return faults


def is_distribution(points):
    def is_point(each):
        return isinstance(each, list) and len(each) == 2 and all(isinstance(x, NUMBER) and x >= 0 for x in each)
    return isinstance(points, list) and bool(points) and all(map(is_point, points)) and all(
        a[0] < b[0] and a[1] <= b[1] for a, b in zip(points, points[1:]))
