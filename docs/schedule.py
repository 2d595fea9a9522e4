"""How long a job of many shards takes on many machines, some slow, some that fail: a simulation, always the same.

    python3 docs/schedule.py            prints the tables of docs/scale.md
    python3 docs/schedule.py --check    compares docs/scale.md with these tables, and tries the simulation on cases with a known result

Only Python is needed. Time is in seconds. docs/scale.md has the model, and the sources of its numbers.
"""

import heapq
import math
import random
import sys
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True)
class Job:
    """The work, the machines, and their speeds and failures."""

    rows: int = 10**12
    shard_rows: int = 2 * 10**6
    machines: int = 1000
    cores: int = 32
    # Measured: docs/scale.md has the commands.
    rows_per_core_second: float = 20_000.0
    shard_seconds: float = 0.3
    dispatch_seconds: float = 0.001
    # Before a machine can take its first shard.
    start_seconds: float = 30.0
    # How machines, and shards on one machine, differ: the deviation of the logarithm of their speed.
    machine_spread: float = 0.1
    shard_spread: float = 0.1
    # Machines that are slow throughout, and how slow.
    slow_share: float = 0.01
    slow_factor: float = 4.0
    # Mean time between failures of one machine, and how long until another one is in its place.
    failure_hours: float = math.inf
    replace_seconds: float = 300.0
    # Idle cores compute a shard again if it runs for this many times its expected time.
    again_after: float = math.inf


@dataclass
class Outcome:
    """The result of a simulation."""

    seconds: float
    failures: int
    lost: float  # core seconds of shards whose machine failed
    again: float  # core seconds of shards that were done elsewhere first

    def over(self, job: Job) -> float:
        """The time over the time of equal machines that never wait or fail."""
        return self.seconds / ideal(job)


def ideal(job: Job) -> float:
    return job.rows / (job.rows_per_core_second * job.machines * job.cores)


def simulate(job: Job, seed: int = 1) -> Outcome:
    """Runs the shards, each on one core, in order, wherever a core is free; the scheduler sends out one at a time."""
    rng = random.Random(seed)
    shards = -(-job.rows // job.shard_rows)
    pace = []
    for _ in range(job.machines):
        slow = job.slow_factor if rng.random() < job.slow_share else 1.0
        pace.append(slow * math.exp(rng.gauss(0.0, job.machine_spread)))
    work = job.shard_rows / job.rows_per_core_second + job.shard_seconds

    events: list[tuple[float, int, str, int, int]] = []  # time, order, what, machine, shard
    order = 0

    def at(time: float, what: str, machine: int, shard: int = -1) -> None:
        nonlocal order
        order += 1
        heapq.heappush(events, (time, order, what, machine, shard))

    life = [0] * job.machines  # how many times a machine was replaced: earlier events of it do not count
    running: list[dict[int, tuple[float, float]]] = [{} for _ in range(job.machines)]  # shard: start, end
    fresh = iter(range(shards))
    waiting: list[int] = []  # lost with their machine
    idle: deque[tuple[int, int]] = deque()  # machine, its life
    done = bytearray(shards)
    copies: dict[int, int] = {}
    left = shards
    sent_until = 0.0
    failures, lost, again = 0, 0.0, 0.0
    drained = False  # every shard was sent out at least once
    late: list[int] = []  # shards that are worth doing once more

    def fail_after() -> float:
        return rng.expovariate(1.0 / (job.failure_hours * 3600.0)) if job.failure_hours < math.inf else math.inf

    def give(machine: int, now: float) -> None:
        nonlocal sent_until, drained
        shard = waiting.pop() if waiting else next(fresh, None)
        if shard is None and not drained:
            # Until now no core was idle, so nothing could have been done twice.
            drained = True
            for other, its_shards in enumerate(running):
                for its_shard, (start, _) in its_shards.items():
                    watch(other, its_shard, start, now)
        if shard is None:
            late[:] = [candidate for candidate in late if not done[candidate]]
            # Not on the machine that is late with it.
            shard = next((candidate for candidate in late if candidate not in running[machine]), None)
            if shard is not None:
                late.remove(shard)
        if shard is None:
            idle.append((machine, life[machine]))
            return
        sent_until = max(now, sent_until) + job.dispatch_seconds
        took = work * pace[machine] * math.exp(rng.gauss(0.0, job.shard_spread))
        running[machine][shard] = (sent_until, sent_until + took)
        copies[shard] = copies.get(shard, 0) + 1
        at(sent_until + took, "end", machine, shard)
        if drained:
            watch(machine, shard, sent_until, now)

    def watch(machine: int, shard: int, start: float, now: float) -> None:
        if job.again_after < math.inf:
            at(max(now, start + job.again_after * work), "late", machine, shard)

    def wake(now: float) -> None:
        for _ in range(len(idle)):
            if not waiting and not late:
                return
            machine, its_life = idle.popleft()
            if life[machine] == its_life:
                give(machine, now)

    for machine in range(job.machines):
        for _ in range(job.cores):
            at(job.start_seconds, "free", machine)
        if (time := fail_after()) < math.inf:
            at(time, "fail", machine)

    now = 0.0
    while left:
        now, _, what, machine, shard = heapq.heappop(events)
        if what == "free":
            give(machine, now)
        elif what == "end":
            start, end = running[machine].get(shard, (0.0, -1.0))
            if end != now:
                continue  # the machine has failed since
            del running[machine][shard]
            copies[shard] -= 1
            if done[shard]:
                again += end - start
            else:
                done[shard] = 1
                left -= 1
            give(machine, now)
        elif what == "late":
            is_running = running[machine].get(shard) is not None
            if is_running and not done[shard] and copies[shard] == 1:
                late.append(shard)
                wake(now)
        elif what == "fail":
            failures += 1
            life[machine] += 1
            for lost_shard, (start, _) in running[machine].items():
                lost += max(0.0, now - start)
                copies[lost_shard] -= 1
                if not done[lost_shard] and not copies[lost_shard]:
                    waiting.append(lost_shard)
            running[machine].clear()
            for _ in range(job.cores):
                at(now + job.replace_seconds + job.start_seconds, "free", machine)
            at(now + job.replace_seconds + fail_after(), "fail", machine)
            wake(now)
    return Outcome(now, failures, lost, again)


def table(rows: list[tuple[str, Job]]) -> str:
    lines = ["| | shards | ideal | takes | over ideal | machines lost | work lost | done twice |", "|---|---|---|---|---|---|---|---|"]
    for name, job in rows:
        outcome = simulate(job)
        total = ideal(job) * job.machines * job.cores
        lines.append(
            f"| {name} | {-(-job.rows // job.shard_rows):,} | {ideal(job) / 60:.1f} min | {outcome.seconds / 60:.1f} min "
            f"| {outcome.over(job):.2f} | {outcome.failures} | {outcome.lost / total:.2%} | {outcome.again / total:.2%} |"
        )
    return "\n".join(lines)


def tables() -> str:
    base = Job()
    sizes = [
        (f"{rows:,} rows a shard", replace(base, shard_rows=rows, failure_hours=720.0, again_after=1.5))
        for rows in (1_000_000, 2_000_000, 4_000_000, 8_000_000)
    ]
    troubles = [
        ("equal machines", replace(base, machine_spread=0.0, shard_spread=0.0, slow_share=0.0)),
        ("machines differ, 1 % are slow", base),
        ("the same, late shards done again", replace(base, again_after=1.5)),
        ("and each machine fails once a month", replace(base, again_after=1.5, failure_hours=720.0)),
        ("or once a day", replace(base, again_after=1.5, failure_hours=24.0)),
        ("or every two hours", replace(base, again_after=1.5, failure_hours=2.0)),
    ]
    return f"{table(sizes)}\n\n{table(troubles)}"


def check() -> None:
    """Cases whose result is known without a simulation: equal shards on equal machines end in whole waves."""
    plain = Job(
        rows=1000, shard_rows=1, machines=10, cores=3, rows_per_core_second=0.5, shard_seconds=0.0, dispatch_seconds=0.0,
        start_seconds=7.0, machine_spread=0.0, shard_spread=0.0, slow_share=0.0,
    )
    waves = math.ceil(1000 / 30)
    assert simulate(plain) == Outcome(7.0 + 2.0 * waves, 0, 0.0, 0.0), simulate(plain)
    # A scheduler slower than the machines sets the pace: the last shard is sent out last, and takes its time.
    slow = replace(plain, dispatch_seconds=1.0)
    assert simulate(slow).seconds == 7.0 + 1000.0 + 2.0, simulate(slow)
    # One machine of two is four times as slow: shards go where there is room, 4 to 1.
    uneven = replace(plain, machines=2, cores=1, slow_share=0.5, start_seconds=0.0)
    seed = next(s for s in range(100) if [random.Random(s)] and _slow_ones(uneven, s) == 1)
    assert simulate(uneven, seed).seconds == 2.0 * 800, simulate(uneven, seed)
    # Every shard is done though machines fail all the time, and lost work is counted.
    failing = simulate(replace(plain, failure_hours=20.0 / 3600.0, replace_seconds=1.0))
    assert failing.failures > 10 and failing.lost > 0.0 and failing.seconds > 7.0 + 2.0 * waves, failing
    # The same seed is the same run.
    assert failing == simulate(replace(plain, failure_hours=20.0 / 3600.0, replace_seconds=1.0))

    text = Path(__file__).with_name("scale.md").read_text()
    for piece in tables().split("\n\n"):
        assert piece in text, f"docs/scale.md has not this table:\n{piece}"


def _slow_ones(job: Job, seed: int) -> int:
    """How many machines are slow, as `simulate` draws them."""
    rng = random.Random(seed)
    slow = 0
    for _ in range(job.machines):
        slow += rng.random() < job.slow_share
        rng.gauss(0.0, job.machine_spread)
    return slow


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        check()
        print("docs/scale.md has what the simulation says.")
    else:
        print(tables())
