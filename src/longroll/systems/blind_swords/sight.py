"""9.1a Line of sight: what blocks or obscures the line between two hexes."""

from __future__ import annotations

from typing import Literal

import msgspec

from longroll.board.hex import Hex
from longroll.systems.blind_swords.state import State


class Sight(msgspec.Struct, frozen=True, gc=False):
    """A line as the rules see it: "clear", "obscured" or "blocked", and by what."""

    state: Literal["clear", "obscured", "blocked"] = "clear"
    through_cover: bool = False
    over_units: bool = False
    over_friends: bool = False
    why: str = ""
    rule: str = ""
    hex: Hex = ""


def look(state: State, start: Hex, hex: Hex, side: str) -> Sight:
    """The line between two hexes."""
    return Sight()
