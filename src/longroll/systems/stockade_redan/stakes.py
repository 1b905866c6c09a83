"""Where victory stands at the Stockade Redan. [stockade_redan:4.2.1] [stockade_redan:4.4.1]"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.display.stakes import Level, Stake, Stakes
from longroll.systems.stockade_redan.roster import CONFEDERATE, UNION
from longroll.systems.stockade_redan.scenario import scenario
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import REDAN, WEST_EDGE_INSIDE
from longroll.systems.stockade_redan.victory import redan_taken, regiments_without_officers


def stakes(state: State) -> Stakes:
    """The wall, hex by hex, and what the second assault adds."""
    taken = redan_taken(state)
    counts = [_wall(state, hex) for hex in sorted(REDAN)]
    if state.assault > 1:
        counts += _matrix(state)
    left = len(REDAN) - len(state.union_held)
    verdict = (
        "The redan is taken"
        if taken
        else f"The Confederates hold: {left} of {len(REDAN)} hexes of the wall are not taken"
    )
    return Stakes(
        verdict=verdict,
        winner=UNION if taken else CONFEDERATE,
        counts=tuple(counts),
        levels=(
            Level(title="Union victory", side=UNION, asks="every hex of the wall", reached=taken),
            Level(
                title="Confederate victory",
                side=CONFEDERATE,
                asks="any hex of the wall at the end",
                reached=not taken,
            ),
        ),
        changes=tuple(_changes(state, left)),
    )


def _wall(state: State, hex: str) -> Stake:
    holder = UNION if hex in state.union_held else CONFEDERATE
    return Stake(
        what=f"Wall {hex}",
        where=(hex,),
        holder=holder,
        now=f"{holder.title()} held it last",
        rule="stockade_redan:4.2.1",
    )


def _matrix(state: State) -> list[Stake]:
    """What is added to the die of the Gettysburg Matrix. [stockade_redan:4.4.5]"""
    added = TABLES.gettysburg_modifiers
    inside = any(hex in state.stacks[UNION] for hex in WEST_EDGE_INSIDE)
    return [
        Stake(
            what="a Union unit on the west edge inside the redan",
            where=tuple(sorted(WEST_EDGE_INSIDE)),
            now="yes" if inside else "no",
            worth=f"{added.no_union_on_west_edge:+d} on the die without one",
            rule="stockade_redan:4.4.2",
        ),
        Stake(
            what="Union regiments that have lost all their officers",
            now=str(regiments_without_officers(state)),
            worth=f"{added.three_regiments_without_officers:+d} on the die from three on",
            rule="stockade_redan:4.4.3",
        ),
    ]


def _changes(state: State, left: int) -> Iterator[str]:
    turns = scenario(state.scenario).turns
    if left:
        what = "hex" if left == 1 else "hexes"
        yield f"The Union must still take {left} {what} of the wall by the end of turn {turns}."
    if state.assault == 1:
        yield "If it fails, a second assault follows."
    elif state.turn:
        needed = TABLES.gettysburg.get(state.turn)
        yield f"If the redan falls this turn, the Union wins with {needed} or less on a die."
    yield "The Confederates win at once if no Union unit is left on the map."
