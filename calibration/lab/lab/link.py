"""A replication link: tools/delay_proxy.cpp between a replica and its source."""
import mmap
import struct
import subprocess

from . import processes
from .faults import RunFault

SIZE = 6 * 8


class Link:
    def __init__(self, tools, folder, replica, source_port):
        self.replica = replica["name"]
        self.one_way_us, self.mbit = replica.get("one_way_us", 0), replica.get("mbit_per_s", 0)
        counters = str(folder / (self.replica + ".link"))
        self.process = processes.start([str(tools / "delay_proxy"), str(source_port), str(self.one_way_us), str(self.mbit), counters],
                                       stdout=subprocess.PIPE, text=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise RunFault("delay_proxy did not start")
        self.port = int(answer)
        with open(counters, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), SIZE)

    def stop(self):
        processes.stop(self.process, 5)

    def counters(self):
        return struct.unpack("<6Q", self.memory)

    def between(self, before, after, seconds, cpu):
        """As the record has it; the replica is who connected."""
        delta = [b - a for a, b in zip(before, after)]
        late = [delta[4 + i] / delta[2 + i] / 1e3 if delta[2 + i] else 0.0 for i in range(2)]
        return {"replica": self.replica, "one_way_us": self.one_way_us, "mbit_per_s": self.mbit,
                "bytes_to_source": delta[0], "bytes_to_replica": delta[1],
                "late_us_to_source": round(late[0], 1), "late_us_to_replica": round(late[1], 1), "cpu_cores": round(cpu / seconds, 4)}
