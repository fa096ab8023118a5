#!/usr/bin/env python3
"""Measures how fast commitsim is: beside its peers, per transaction as clusters grow, and as a program.

usage: bench.py BUILD_FOLDER [--smoke] [--day]
Writes tables to stdout, and unless --smoke to BUILD_FOLDER/bench.md with plots beside it. CPU times are ratios of one run on one
machine: compare lines of one table with one another.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
CLIENTS = 64


def output_of(command):
    """What a program prints; a failure ends the benchmark."""
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def usage_of(command):
    """CPU time in s and peak memory in MB of a program, and what it prints."""
    with tempfile.TemporaryFile("w+") as printed:
        child = subprocess.Popen([str(word) for word in command], stdout=printed)
        _, status, usage = os.wait4(child.pid, 0)
        if status != 0:
            sys.exit(f"bench.py: {' '.join(map(str, command))} failed")
        printed.seek(0)
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, printed.read()


def table(head, rows):
    """A table in Markdown; all but the first column to the right."""
    lines = [head, ["---"] + ["---:"] * (len(head) - 1)] + rows
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines) + "\n"


def thousands(value):
    """A number with its thousands apart."""
    return f"{value:,.0f}".replace(",", " ")


class Bench:
    """The programs of one build folder, and how long to measure."""

    def __init__(self, build, smoke):
        self.build = build
        self.smoke = smoke
        self.commitsim = build / "commitsim"
        self.programs = build / "tests"

    def product_peer(self, seconds):
        """The same model as a scenario: what the whole program needs for it, less reading the scenario."""
        run = [self.commitsim, "run", HERE / "peers/model.yaml", "--set", f"workload.threads={CLIENTS}", "--format", "json"]
        run.append("--duration")
        idle, _, _ = usage_of([*run, "1ms"])
        cpu, _, printed = usage_of([*run, f"{seconds}s"])
        tps = json.loads(printed)["throughput"]["tps"]["mean"]
        return {"tps": tps, "transactions": tps * seconds, "cpu_s": max(cpu - idle, 1e-6)}

    def peers(self):
        """Each peer's throughput as it predicts it, and transactions per CPU second."""
        seconds = 1 if self.smoke else 40
        slow = 1 if self.smoke else 10
        programs = [
            ("hand-written loop, no engine", [self.programs / "loop_peer", CLIENTS, seconds]),
            ("commitsim's engine", [self.programs / "engine_peer", CLIENTS, seconds]),
            ("commitsim's engine on SimGrid", [self.programs / "engine_peer", CLIENTS, seconds, "simgrid"]),
            ("SimGrid actors", [self.programs / "actors_peer", CLIENTS, slow]),
            ("SimPy 3", ["/usr/bin/python3", HERE / "peers/simpy_peer.py", CLIENTS, slow]),
        ]
        found = [(name, json.loads(output_of(command))) for name, command in programs]
        found.insert(3, ("commitsim run, all of MySQL 5.7", self.product_peer(seconds)))
        speeds = {name: peer["transactions"] / peer["cpu_s"] for name, peer in found}
        reference = found[0][1]["tps"]
        rows = []
        for name, peer in found:
            if abs(peer["tps"] / reference - 1) > (0.05 if self.smoke else 0.01):
                sys.exit(f"bench.py: {name} predicts {peer['tps']:.0f}/s, and the hand-written loop {reference:.0f}/s")
            rows.append([name, thousands(peer["tps"]), thousands(speeds[name]), f"{speeds[name] / speeds['SimPy 3']:.1f}"])
        return table(["the same model in", "predicted TPS", "transactions per CPU second", "times SimPy"], rows)

    def engine_and_product(self):
        """Google Benchmark's results by name."""
        words = ["--benchmark_min_time=1"]
        if self.smoke:
            words = ["--benchmark_min_time=0.001", "--benchmark_filter=BM_(Delay|CpuBurst|Reference)"]
        return json.loads(output_of([self.programs / "bench", "--benchmark_format=json", *words]))["benchmarks"]

    def memory(self, setting, values):
        """Peak memory in MB of the reference scenario with each value."""
        run = [self.commitsim, "run", HERE / "reference.yaml", "--set"]
        off = [word for number in (1, 2, 3) for word in ("--set", f"servers.replica{number}.sql_thread=OFF")]
        return [usage_of([*run, f"{setting}={value}", *off])[1] for value in values]

    def program(self):
        """Start-up, and a study of twelve points."""
        starts = []
        for _ in range(3 if self.smoke else 21):
            began = time.monotonic()
            output_of([self.commitsim, "--version"])
            starts.append(time.monotonic() - began)
        with tempfile.TemporaryDirectory() as folder:
            began = time.monotonic()
            output_of([self.commitsim, "sweep", HERE / "what_if.yaml", "--database", pathlib.Path(folder) / "what_if.db"])
            study = time.monotonic() - began
        return table(["the program", "wall time"],
                     [["start (`--version`), median", f"{statistics.median(starts) * 1e3:.0f} ms"],
                      ["what-if of 12 points at 1 %", f"{study:.2f} s"]])


def growth_rows(benchmarks, family):
    """Lines of one family: argument, transactions per CPU second, nanoseconds each."""
    rows = []
    for each in benchmarks:
        if not each["name"].startswith(family + "/"):
            continue
        rows.append((each["name"][len(family) + 1:], each["items_per_second"]))
    return rows


def draw(folder, name, title, points, label):
    """A plot of what one transaction costs, as SVG."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3.5))
    axes.plot([float(x) for x, _ in points], [1e9 / rate for _, rate in points], marker="o")
    axes.set_xscale("log", base=2)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(label)
    axes.set_ylabel("CPU time per transaction (ns)")
    axes.set_title(title)
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(folder / f"{name}.svg")


def day(bench):
    """24 hours at 1000 transactions/s: CPU time and memory, beside those of one hour."""
    run = [bench.commitsim, "run", HERE / "day.yaml", "--duration"]
    rows = []
    for name, duration in (("1 hour", "1h"), ("24 hours", "24h")):
        cpu, memory, _ = usage_of([*run, duration])
        rows.append([name, f"{cpu:.0f} s", f"{memory:.0f} MB"])
    return table(["simulated at 1000 transactions/s", "CPU time", "peak memory"], rows)


def growth(bench, benchmarks):
    """What changes as clusters, clients and simulated time grow."""
    parts = []
    for family, label in (("BM_Clients", "clients"), ("BM_Replicas", "replicas"), ("BM_Version", "version")):
        points = growth_rows(benchmarks, family)
        rows = [[x, thousands(rate)] for x, rate in points]
        parts += [f"## By {label}\n", table([label, "transactions per CPU second"], rows)]
        if label != "version":
            draw(bench.build, label, f"What a transaction costs with more {label}", points, label)
    parts.append("## Memory\n")
    for head, setting, values in (("clients", "workload.threads", [1, 16, 256, 1024]),
                                  ("simulated time", "run.duration", ["2s", "20s", "200s"])):
        rows = [[value, f"{megabytes:.0f}"] for value, megabytes in zip(values, bench.memory(setting, values))]
        parts.append(table([head, "peak memory (MB)"], rows))
    return parts


def main():
    words = sys.argv[1:]
    if not words:
        sys.exit(__doc__)
    build, smoke = pathlib.Path(words[0]), "--smoke" in words
    bench = Bench(build, smoke)
    parts = ["## Peers\n", f"{CLIENTS} clients, group commit in three stages, one acknowledgement per group.\n", bench.peers()]
    benchmarks = bench.engine_and_product()
    reference = next(each["items_per_second"] for each in benchmarks if each["name"] == "BM_Reference")
    parts += ["## Product\n", f"Reference scenario: {thousands(reference)} transactions per CPU second.\n", bench.program()]
    rows = [[each["name"][3:], thousands(each["items_per_second"])] for each in benchmarks
            if "items_per_second" in each and not each["name"].startswith(("BM_Clients", "BM_Replicas", "BM_Version", "BM_Reference"))]
    parts += ["## Engine\n", table(["operation", "per CPU second"], rows)]
    if not smoke:
        parts += growth(bench, benchmarks)
    if "--day" in words:
        parts += ["## A day\n", day(bench)]
    text = "\n".join(parts)
    print(text)
    if not smoke:
        (build / "bench.md").write_text(text)


if __name__ == "__main__":
    main()
