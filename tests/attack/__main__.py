"""Attack a server on this machine and say how it held.

    python -m tests.attack [--short] [NAME ...]

Each line: what was done, how long a bystander waited at worst meanwhile, by how much the memory
of the server grew at most, and the verdict. Nothing leaves 127.0.0.0/8; the server and everything
else that is started here ends here.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable

from tests.attack import bombs, floods, restarts, wires
from tests.attack.ground import Attack, Ground, under

#: The size of attacks in the tests.
SHORT = 0.1
ATTACKS = [
    Attack("options", bombs.options, 60),
    Attack("positions", bombs.huge_positions, 60),
    Attack("uploads", bombs.uploads, 150),
    Attack("large uploads", bombs.large_uploads, 250),
    Attack("scenarios", bombs.scenarios, 150),
    Attack("odds", floods.odds, 100),
    Attack("half-sent requests", wires.half_sent, 60),
    Attack("slow bodies", wires.slow_bodies, 60),
    Attack("swollen bodies", wires.swollen, 150),
    Attack("deaf sockets", wires.deaf, 100),
    Attack("socket connects", wires.connects, 60),
    Attack("large heads", wires.large_heads, 100),
    Attack("frames", wires.frames, 100),
    Attack("pages", wires.pages, 60),
    Attack("lists of battles", floods.mine, 100),
    Attack("guesses", floods.guesses, 40),
    Attack("back and forth", floods.back_and_forth, 150),
    Attack("scrubbing", floods.scrubbing, 150),
    Attack("watched battles", wires.watched, 250),
    Attack("computers", floods.computers, 100),
    Attack("come back", restarts.come_back, 250),
    Attack("restarts and positions", restarts.positions, 150),
]


def main(arguments: Iterable[str]) -> int:
    parser = argparse.ArgumentParser(description="Attack a server on this machine.")
    parser.add_argument("--short", action="store_true", help="a few seconds for each attack")
    parser.add_argument("names", nargs="*", metavar="NAME")
    given = parser.parse_args(list(arguments))
    # An attacker would not take the processors of the server away: it gets them first.
    os.nice(10)
    chosen = [one for one in ATTACKS if not given.names or one.name in given.names]
    ground = Ground()
    failed = 0
    try:
        for attack in chosen:
            report = under(attack, ground, SHORT if given.short else 1.0)
            print(report, flush=True)
            failed += bool(report.faults)
            if ground.host.process.poll() is not None or ground.bystander.fault:
                ground.restart(kill=True)
    finally:
        ground.close()
    print(f"{len(chosen)} attacks, {failed} not held")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
