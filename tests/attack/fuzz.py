"""Damaged input by the hundred thousand: each is accepted or refused, and quickly.

    python -m tests.attack.fuzz --count 1000000 --seed 1

Most cases are given to the code that the server runs, in this process: requests and frames to
the whole application, records, positions, data files and choices to what reads them. A share
goes over sockets to a server on a port. A fault is an answer 500, a traceback, any exception
that is not a LongrollError, or a case that takes more than a second.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import msgspec

from longroll.kernel.errors import LongrollError
from longroll.kernel.memory import spare_collections
from tests.attack.fuzz_rules import KINDS as RULES
from tests.attack.fuzz_rules import records
from tests.attack.fuzz_server import Served, Sockets

#: Nothing may take longer than this, in seconds of the processor (over sockets: of the clock).
WORST = 1.0
#: What share of the cases each kind gets.
SHARES = {
    "requests": 30,
    "frames": 20,
    "choices": 20,
    "records": 12,
    "positions": 8,
    "data files": 8,
    "sockets": 2,
}


class Tally(msgspec.Struct):
    """How the cases of one kind went."""

    kind: str
    accepted: int = 0
    refused: int = 0
    faults: list[str] = []
    slowest: float = 0.0
    seconds: float = 0.0

    def __str__(self) -> str:
        count = self.accepted + self.refused + len(self.faults)
        pace = count / self.seconds if self.seconds else 0
        return (
            f"{self.kind:<12}{count:>9}{self.accepted:>10}{self.refused:>10}{len(self.faults):>8}"
            f"{1000 * self.slowest:>9.0f} ms{pace:>8.0f}/s"
        )


HEAD = f"{'kind':<12}{'cases':>9}{'accepted':>10}{'refused':>10}{'faults':>8}{'slowest':>12}"


async def fuzz(count: int, seed: int, kinds: Iterable[str] = SHARES) -> list[Tally]:
    """So many cases, shared out among the kinds."""
    spare_collections()
    chosen = {kind: SHARES[kind] for kind in kinds}
    tallies = []
    async with AsyncExitStack() as stack:
        # In memory, where there is such a place: the disk is not what is tried here.
        place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        made = tempfile.TemporaryDirectory(prefix="longroll-fuzz-", dir=place)
        folder = Path(stack.enter_context(made))
        records()
        for kind, share in chosen.items():
            strike: Callable[[Random], Awaitable[bool]]
            if kind == "sockets":
                strike = stack.enter_context(Sockets(folder)).strike
            elif kind in RULES:
                strike = _direct(RULES[kind]())
            else:
                served = await stack.enter_async_context(Served(folder / f"{kind}.db"))
                strike = served.request if kind == "requests" else served.frame
            cases = max(1, count * share // sum(chosen.values()))
            tallies.append(await _cases(kind, strike, cases, seed))
    return tallies


def _direct(work: Callable[[Random], bool]) -> Callable[[Random], Awaitable[bool]]:
    async def strike(chance: Random) -> bool:
        return work(chance)

    return strike


async def _cases(
    kind: str, strike: Callable[[Random], Awaitable[bool]], count: int, seed: int
) -> Tally:
    tally = Tally(kind)
    clock = time.perf_counter if kind == "sockets" else time.process_time
    began = time.perf_counter()
    for number in range(count):
        start = clock()
        try:
            if await strike(Random(f"{seed} {kind} {number}")):
                tally.accepted += 1
            else:
                tally.refused += 1
        except LongrollError:
            tally.refused += 1
        except Exception as fault:
            tally.faults.append(f"{kind} {number}: {type(fault).__name__}: {str(fault)[:300]}")
        took = clock() - start
        tally.slowest = max(tally.slowest, took)
        if took > WORST:
            tally.faults.append(f"{kind} {number}: took {took:.1f} s")
    tally.seconds = time.perf_counter() - began
    return tally


def main(arguments: Iterable[str]) -> int:
    parser = argparse.ArgumentParser(description="Damaged input by the hundred thousand.")
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(SHARES))
    given = parser.parse_args(list(arguments))
    logging.disable(logging.CRITICAL)
    tallies = asyncio.run(fuzz(given.count, given.seed, given.kinds or SHARES))
    print(HEAD)
    for tally in tallies:
        print(tally)
    faults = [fault for tally in tallies for fault in tally.faults]
    for fault in faults[:50]:
        print(fault)
    print(f"{sum(tally.seconds for tally in tallies):.0f} s, {len(faults)} faults")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
