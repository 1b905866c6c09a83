"""Players that misbehave. A process that thinks imports this, so it is kept light."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from longroll.ai import Seat, Thought
from longroll.kernel.decision import choice


class Fatal:
    """Takes its process with it, but only once."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def choose(self, seat: Seat) -> Thought:
        if not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return Thought(seat.choices[0], f"in {os.getpid()}")


class Curious:
    """Looks where it should not."""

    def choose(self, seat: Seat) -> Thought:
        return Thought(seat.choices[0], str(vars(seat)["_battle"].dice.seed))


class Failing:
    """Fails after so many choices."""

    def __init__(self, after: int = 0) -> None:
        self.left = after

    def choose(self, seat: Seat) -> Thought:
        if not self.left:
            raise RuntimeError("no idea")
        self.left -= 1
        return Thought(seat.choices[0], "the first that came to mind")


class Unruly:
    def choose(self, seat: Seat) -> Thought:
        return Thought(choice("dance"), "why not")
