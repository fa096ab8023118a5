#!/usr/bin/python3
"""Checks a trace: against the schema beside this file, and what a schema cannot say.

check_trace.py TRACE.json    prints how much of what is in it; 1 and a line per fault when something is wrong

Spans of a thread lie within each other or apart; the parts of a transaction tile it; flows begin, go on and end in the order of time, each
on a span; counters and instants lie on rows that have a name.
"""
import collections
import json
import pathlib
import sys

import jsonschema

faults = []


def fault(what):
    faults.append(what)


def in_ns(event, key):
    return round(event[key] * 1000)


def begin_of(event):
    return in_ns(event, "ts")


def end_of(event):
    return begin_of(event) + in_ns(event, "dur")


def check_nesting(thread, spans):
    open_ends = []
    for span in sorted(spans, key=lambda each: (begin_of(each), -end_of(each))):
        while open_ends and open_ends[-1] <= begin_of(span):
            open_ends.pop()
        if open_ends and end_of(span) > open_ends[-1]:
            fault(f"thread {thread}: {span['name']} at {span['ts']} overlaps the one before")
        open_ends.append(end_of(span))


def check_tiling(spans):
    parts = collections.defaultdict(list)
    for span in spans:
        if span["cat"] == "part" and span["name"] != "thread_wait":
            parts[span["args"]["transaction"]].append(span)
    for span in spans:
        if span["cat"] != "transaction":
            continue
        at = begin_of(span)
        for part in sorted(parts[span["args"]["transaction"]], key=begin_of):
            if begin_of(part) != at:
                fault(f"{span['name']}: a gap at {at} ns before {part['name']}")
            at = end_of(part)
        if at != end_of(span):
            fault(f"{span['name']}: its parts end {end_of(span) - at} ns before it does")


def check_flows(events, spans_of):
    flows = collections.defaultdict(list)
    for event in events:
        if event["ph"] in "stf":
            flows[event["cat"], event["id"]].append(event)
            on = [s for s in spans_of[event["pid"], event["tid"]] if begin_of(s) <= begin_of(event) <= end_of(s)]
            if not on:
                fault(f"flow {event['id']} at {event['ts']} is on no span")
    for key, steps in flows.items():
        phases = "".join(step["ph"] for step in steps)
        if phases != "s" + "t" * (len(phases) - 2) + "f":
            fault(f"flow {key}: {phases}")
        if any(begin_of(a) > begin_of(b) for a, b in zip(steps, steps[1:])):
            fault(f"flow {key} goes back in time")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        trace = json.load(file)
    schema = json.loads((pathlib.Path(__file__).parent / "trace_event.schema.json").read_text(encoding="utf-8"))
    for error in jsonschema.Draft7Validator(schema).iter_errors(trace):
        fault(f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")
    events = trace["traceEvents"]
    named = {(e["pid"], e["tid"]) for e in events if e["name"] == "thread_name"}
    processes = {e["pid"] for e in events if e["name"] == "process_name"}
    spans_of = collections.defaultdict(list)
    for event in events:
        if event["pid"] not in processes or (event["tid"] != 0 and (event["pid"], event["tid"]) not in named):
            fault(f"{event['name']} is on a row without a name")
        if event["ph"] == "X":
            spans_of[event["pid"], event["tid"]].append(event)
    for thread, spans in spans_of.items():
        check_nesting(thread, spans)
    check_tiling([span for spans in spans_of.values() for span in spans])
    check_flows(events, spans_of)
    print(json.dumps(collections.Counter(e["cat"] if e["ph"] == "X" else e["ph"] for e in events)))
    for each in faults[:20]:
        print(each, file=sys.stderr)
    return 1 if faults else 0


sys.exit(main())
