"""Many random battles, each replayed by another process: `python -m tests.soak [COUNT]`.

Every battle must end without an error, and every record must replay to its digests.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import longroll
from longroll.ai import RandomPlayer, play_out


def fight(task: tuple[str, int, str]) -> tuple[str, int]:
    """Play one battle at random and save its record; the winner and the number of decisions."""
    system, seed, folder = task
    battle = longroll.new(system, seed=seed)
    play_out(battle, {side: RandomPlayer(f"{side} {seed}") for side in battle.system.sides})
    assert battle.result is not None
    Path(folder, f"{system}-{seed}.txt").write_text(battle.record(), encoding="utf-8")
    return battle.result.winner or "draw", battle.past.number


def check(file: str) -> str:
    """Replay one record; its last digest."""
    return longroll.replay(Path(file).read_text(encoding="utf-8"), name=Path(file).name).hash()


def check_all(folder: str) -> int:
    """Replay every record of a folder."""
    files = sorted(map(str, Path(folder).glob("*.txt")))
    with multiprocessing.get_context("spawn").Pool() as pool:
        return sum(1 for _ in pool.imap_unordered(check, files, chunksize=4))


def main(count: int) -> None:
    """Fight and replay, and say how it went."""
    with tempfile.TemporaryDirectory() as folder:
        tasks = [
            (system, seed, folder)
            for system in longroll.installed_systems()
            for seed in range(count)
        ]
        with multiprocessing.get_context("spawn").Pool() as pool:
            results = list(pool.imap_unordered(fight, tasks, chunksize=4))
        winners = Counter(winner for winner, _ in results)
        decisions = sum(number for _, number in results)
        print(f"{len(results)} battles, {decisions} decisions, {dict(winners)}", flush=True)
        subprocess.run(
            [sys.executable, "-m", "tests.soak", "--check", folder],
            env={**os.environ, "PYTHONHASHSEED": "1863"},
            check=True,
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--check"]:
        print(f"{check_all(sys.argv[2])} records replay to the same digests in another process")
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
