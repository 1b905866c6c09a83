"""28.0 Command: army and division commanders, and who replaces those who are lost.

There is no Divisional Integrity. [corinth:28.0] [corinth:28.1] [corinth:28.2]

The rule that an army commander rallies units of a broken brigade without a die roll is with the
other rules on such brigades, in `brigades`. [corinth:28.12]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from longroll.kernel.decision import Closed
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.command import division_of, grade
from longroll.systems.gbacw.command_phase import commanders
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import ARMY, DIVISION, Piece

#: How far an army commander's Command Points reach. [corinth:28.11]
ARMY_REACH = 3
#: Ranks from the lowest; Confederate generals of every grade are equal. [corinth:20.2.2]
RANKS = ("", "Colonel", "Brigadier General", "Major General")
_AS = {"General": "Brigadier General"}
_PRICE = "price"


def aids(state: State, leader: int, unit: int) -> bool:
    """Commanders of every grade help the units they are with, but Price helps only his own army.

    That excludes Lovell's division and Jackson's cavalry (GB-D33, GB-D34).
    [corinth:28.13] [corinth:28.14] [corinth:28.22]
    """
    pieces = state.game.roster.pieces
    return pieces[leader].id != _PRICE or pieces[unit].army == pieces[leader].army


def closed_to_augment(state: State, leader: int, among: Sequence[str]) -> Iterator[Closed[str]]:
    """A brigade commander gets help from his division or an army commander.

    From his division commander at any distance (GB-D32), from an army commander within three hexes.
    [corinth:28.11] [corinth:28.14] [corinth:28.21.1] [corinth:28.21.2]
    """
    piece, post = state.piece(leader), grade(state, leader)
    title = piece.title
    if post == ARMY:
        chiefs, away = commanders(state, piece.side), state.game.grid.distance
        gaps = {one: away(state.hex_of(leader), state.hex_of(chiefs[one])) for one in among}
        far = [brigade for brigade, gap in gaps.items() if gap > ARMY_REACH]
        yield Closed(
            far,
            "corinth:28.11",
            lambda one: f"{title} is {gaps[one]} hexes away; the limit is three",
        )
        strangers = [brigade for brigade in among if not aids(state, leader, chiefs[brigade])]
        yield Closed(strangers, "corinth:28.14", f"{title} commands only the Army of the West")
    elif post == DIVISION:
        mine, brigades = division_of(state, leader), state.game.roster.brigades
        others = [brigade for brigade in among if brigades[brigade].division != mine]
        yield Closed(others, "corinth:28.21.2", f"{title} commands another division")


# Replacement


def replaces(state: State, leader: int) -> bool:
    """Army commanders are never replaced; the others are. [corinth:28.31] [corinth:28.33]"""
    return state.piece(leader).grade != ARMY


def rank_heirs(leaders: Sequence[int], state: State) -> Sequence[int]:
    """The highest rank, then the largest radius; the owner picks among equals.

    An unnamed officer then leads the heir's brigade. [corinth:28.32.1]
    [corinth:28.32.2] [corinth:28.32.4]
    """
    keys = {leader: _seniority(state.piece(leader)) for leader in leaders}
    return [leader for leader in leaders if keys[leader] == max(keys.values())]


def _seniority(piece: Piece) -> tuple[int, int]:
    return RANKS.index(_AS.get(piece.rank, piece.rank)), piece.radius


RULES = Rules[State](
    aids=aids,
    closed_to_augment=closed_to_augment,
    replaces=replaces,
    rank_heirs=rank_heirs,
)
