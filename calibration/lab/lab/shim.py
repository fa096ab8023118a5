"""The shared settings and counters of tools/fsync_shim.cpp, which has the same layout."""
import mmap
import struct

MAGIC = 0x31304D4948534D43
KINDS = ("redo", "binlog", "relay", "data", "other")
POINTS = 257
BUCKETS = 320
PER_OCTAVE = 16
FIRST_OCTAVE = 10
LATENCIES_AT = 16
COUNTERS_AT = LATENCIES_AT + 8 * POINTS * len(KINDS)
SIZE = COUNTERS_AT + 8 * (2 + BUCKETS) * len(KINDS)


def quantile(points, percent):
    """Of [[percent, value], ...] in rising order: straight lines between the points, the end values beyond them."""
    if percent <= points[0][0]:
        return points[0][1]
    for (p0, v0), (p1, v1) in zip(points, points[1:]):
        if percent <= p1:
            return v0 + (v1 - v0) * (percent - p0) / (p1 - p0)
    return points[-1][1]


class Shim:
    """Settings of the fsyncs of one server, and their counts."""

    def __init__(self, path, latency_us):
        """`latency_us`: quantiles by kind of file, or None for the real fsync, timed."""
        self.path = path
        self.is_real = latency_us is None
        with open(path, "wb") as file:
            file.truncate(SIZE)
        with open(path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), SIZE)
        struct.pack_into("<Q", self.memory, 8, self.is_real)
        struct.pack_into("<Q", self.memory, 0, MAGIC)
        self.latency_us = latency_us or {}

    def set_chosen(self, is_chosen):
        """Whether fsyncs take the chosen latency, or none at all: to prepare tables, and to stop."""
        for index, kind in enumerate(KINDS):
            points = self.latency_us.get(kind) if is_chosen else None
            grid = [quantile(points, 100 * i / (POINTS - 1)) for i in range(POINTS)] if points else [0.0] * POINTS
            struct.pack_into("<%dd" % POINTS, self.memory, LATENCIES_AT + 8 * POINTS * index, *grid)

    def counters(self):
        """By kind of file: calls, nanoseconds, histogram."""
        width = 2 + BUCKETS
        return {kind: struct.unpack_from("<%dQ" % width, self.memory, COUNTERS_AT + 8 * width * index) for index, kind in enumerate(KINDS)}


def between(before, after):
    """What happened between two readings of the counters, in microseconds, by kind of file that was synced at all."""
    found = {}
    for kind in KINDS:
        delta = [b - a for a, b in zip(before[kind], after[kind])]
        calls, nanoseconds, histogram = delta[0], delta[1], delta[2:]
        if calls == 0:
            continue
        found[kind] = {"calls": calls, "mean_us": round(nanoseconds / calls / 1e3, 1)}
        found[kind].update({"p%g_us" % p: percentile_us(histogram, p) for p in (1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9)})
    return found


def percentile_us(histogram, percent):
    """Straight lines within a bucket."""
    wanted = percent / 100 * sum(histogram)
    so_far = 0
    for index, count in enumerate(histogram):
        if so_far + count >= wanted and count:
            octaves = FIRST_OCTAVE + (index + (wanted - so_far) / count) / PER_OCTAVE
            return round(2 ** octaves / 1e3, 1)
        so_far += count
    return 0.0
