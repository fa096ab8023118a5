#!/usr/bin/env python3
"""The model in SimPy, with the costs of peer_model.hpp. usage: simpy_peer.py CLIENTS SECONDS"""

import json
import random
import sys
import time

import simpy

EXECUTION, CORES, COPY, BINLOG_WRITE, FSYNC = 100e-6, 4, 5e-6, 50e-6, 1e-3
ONE_WAY, BYTES, BANDWIDTH, WARM_UP = 100e-6, 300, 12.5e9, 1


class Stage:
    """A queue whose first member leads, and the mutex that the leader needs."""

    def __init__(self, environment):
        self.queue = []
        self.mutex = simpy.Resource(environment)

    def enrol(self, group):
        """Adds a group; returns whether it found the queue empty."""
        leads = not self.queue
        self.queue.extend(group)
        return leads

    def take(self):
        """The whole queue, which is empty then."""
        group, self.queue = self.queue, []
        return group


class Server:
    """Where the clients commit."""

    def __init__(self, environment):
        self.environment = environment
        self.cores = simpy.Resource(environment, CORES)
        self.flush, self.sync, self.commit = (Stage(environment) for _ in range(3))
        self.acknowledged = environment.event()
        self.groups_sent = self.groups_acknowledged = 0
        self.transactions = 0

    def execute(self, demand):
        with self.cores.request() as core:
            yield core
            yield self.environment.timeout(demand)

    def replicate(self, group):
        """One group on its way to the replica and its acknowledgement on the way back."""
        self.groups_sent += 1
        yield self.environment.timeout(ONE_WAY + BYTES * len(group) / BANDWIDTH)
        yield self.environment.timeout(ONE_WAY)
        self.groups_acknowledged += 1
        self.acknowledged.succeed()
        self.acknowledged = self.environment.event()

    def commit_transaction(self, done):
        if not self.flush.enrol([done]):
            yield done
            return
        flushing = self.flush.mutex.request()
        yield flushing
        group = self.flush.take()
        yield from self.execute(COPY * len(group))
        yield self.environment.timeout(BINLOG_WRITE)

        leads = self.sync.enrol(group)
        self.flush.mutex.release(flushing)
        if not leads:
            yield done
            return
        syncing = self.sync.mutex.request()
        yield syncing
        group = self.sync.take()
        yield self.environment.timeout(FSYNC)
        self.environment.process(self.replicate(group))

        leads = self.commit.enrol(group)
        self.sync.mutex.release(syncing)
        if not leads:
            yield done
            return
        committing = self.commit.mutex.request()
        yield committing
        group = self.commit.take()
        wanted = self.groups_sent
        while self.groups_acknowledged < wanted:
            yield self.acknowledged
        self.commit.mutex.release(committing)
        for member in group:
            if member is not done:
                member.succeed()

    def client(self, number):
        draws = random.Random(number)
        while True:
            yield from self.execute(draws.expovariate(1 / EXECUTION))
            yield from self.commit_transaction(self.environment.event())
            self.transactions += 1


def main():
    clients, seconds = int(sys.argv[1]), float(sys.argv[2])
    environment = simpy.Environment()
    server = Server(environment)
    for number in range(clients):
        environment.process(server.client(number))
    environment.run(until=WARM_UP)
    before, cpu = server.transactions, time.process_time()
    environment.run(until=WARM_UP + seconds)
    transactions = server.transactions - before
    print(json.dumps({"tps": transactions / seconds, "transactions": transactions, "cpu_s": time.process_time() - cpu}))


if __name__ == "__main__":
    main()
