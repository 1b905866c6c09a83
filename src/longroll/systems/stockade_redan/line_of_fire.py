"""11.6 Lines of fire: from centre to centre, and what is in between."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.kernel.decision import Refusal
from longroll.systems.stockade_redan import fog
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    CONFEDERATE,
    OFFICER,
    ROSTER,
    SIDES,
    UNION,
)
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.terrain import (
    BEFORE_WALL,
    BEHIND_WALL,
    GRID,
    MAP,
    REDAN,
    TERRAIN,
)

#: The rule by which the terrain of a hex blocks.
_TERRAIN_RULES = {"redan": "stockade_redan:11.6.3", "slight_elevation": "stockade_redan:11.6.7"}


def bars(state: State, start: Hex, end: Hex, firer: int | None = None) -> Iterator[Refusal]:
    """What blocks the line between two hexes; the line is the same both ways (SR-42).

    A redan hex at either end is always in sight, whatever is in between.
    [stockade_redan:11.6.1] [stockade_redan:11.6.6] [stockade_redan:11.6.8]
    [stockade_redan:11.6.9]
    """
    if start in REDAN or end in REDAN:
        return
    if _across_the_wall(start, end):
        yield Refusal(
            "stockade_redan:11.6.5", f"{start} and {end} are next to the wall on opposite sides"
        )
    over_parapet = (
        firer is not None
        and state.options.guns_over_parapet
        and ROSTER[firer].kind == ARTILLERY
        and ROSTER[firer].side == CONFEDERATE
    )
    viewer = UNION if firer is None else ROSTER[firer].side
    for between in GRID.line(start, end):
        blocks = [_block(state, hex, viewer, over_parapet) for hex in between]
        # Along a hexside both hexes must block, each for any reason (SR-45).
        # [stockade_redan:11.6.2]
        if all(blocks):
            yield from (block for block in blocks if block is not None)


def _across_the_wall(start: Hex, end: Hex) -> bool:
    return (start in BEFORE_WALL and end in BEHIND_WALL) or (
        start in BEHIND_WALL and end in BEFORE_WALL
    )


def _block(state: State, hex: Hex, viewer: str, over_parapet: bool) -> Refusal | None:
    """Why an intervening hex blocks: its terrain, or infantry or artillery in it.

    [stockade_redan:11.6.3] [stockade_redan:11.6.4] [stockade_redan:11.6.7]
    """
    if TERRAIN[hex].blocks_fire and not (over_parapet and hex in REDAN):
        name = MAP.terrain[hex]
        return Refusal(_TERRAIN_RULES[name], f"the {name.replace('_', ' ')} in {hex} blocks")
    for side in SIDES:
        stack = state.stacks[side].get(hex)
        if stack is None:
            continue
        # A stack the Union may not look into is assumed to be infantry; see docs/rulings.md.
        hidden = side == CONFEDERATE and not fog.may_inspect(state, viewer, hex)
        if hidden or any(ROSTER[unit].kind != OFFICER for unit in stack):
            return Refusal("stockade_redan:11.6.3", f"units in {hex} block")
    return None
