"""What a player may say in one breath: a whole move, a whole volley."""

from __future__ import annotations

from longroll.kernel.decision import Choice, Refusal
from longroll.systems.blind_swords.state import State

Gesture = tuple[list[Choice], list[Refusal]]


def expand(state: State, said: Choice) -> Gesture | None:
    """The steps of a gesture, or what bars it; None where it is no gesture."""
    return None
