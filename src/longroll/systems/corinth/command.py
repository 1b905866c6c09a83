"""28.0 Command: army and division commanders, and who follows those who fall.

Generals are without Divisional Integrity. [corinth:28.0] [corinth:28.1] [corinth:28.2]

That an army commander brings back units of a broken brigade without a die stands with what else
such brigades suffer, in `brigades`. [corinth:28.12]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from longroll.kernel.decision import Refusal
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.command import commander, division_of, grade
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import ARMY, DIVISION, Piece

#: How far an army commander's Command Points reach. [corinth:28.11]
ARMY_REACH = 3
#: Ranks from the lowest; Confederate generals of every grade are one. [corinth:20.2.2]
RANKS = ("", "Colonel", "Brigadier General", "Major General")
_AS = {"General": "Brigadier General"}
_PRICE = "price"


def aids(state: State, leader: int, unit: int) -> bool:
    """Commanders of every grade help the units they are with, but Price only his own army.

    That leaves out Lovell's division and Jackson's cavalry (GB-D33, GB-D34).
    [corinth:28.13] [corinth:28.14] [corinth:28.22]
    """
    pieces = state.game.roster.pieces
    return pieces[leader].id != _PRICE or pieces[unit].army == pieces[leader].army


def bars_to_augment(state: State, leader: int, brigade: str) -> Iterator[Refusal]:
    """A brigade commander has help from his division commander, however far (GB-D32), or
    from an army commander within three hexes.

    [corinth:28.11] [corinth:28.14] [corinth:28.21.1] [corinth:28.21.2]
    """
    brigadier = commander(state, brigade)
    if brigadier is None:
        return
    title, post = state.piece(leader).title, grade(state, leader)
    if post == ARMY:
        far = state.game.grid.distance(state.hex_of(leader), state.hex_of(brigadier))
        if far > ARMY_REACH:
            yield Refusal("corinth:28.11", f"{title} is {far} hexes off; three are the most")
        if not aids(state, leader, brigadier):
            yield Refusal("corinth:28.14", f"{title} commands the Army of the West only")
    elif post == DIVISION:
        if division_of(state, leader) != state.game.roster.brigades[brigade].division:
            yield Refusal("corinth:28.21.2", f"{title} commands another division")


def augmentable(every: Iterable[str], state: State, leader: int) -> Iterable[str]:
    """The brigades of a division commander, or those of the generals near an army commander.

    [corinth:28.11] [corinth:28.21.2]
    """
    post = grade(state, leader)
    if post == DIVISION:
        division, brigades = division_of(state, leader), state.game.roster.brigades
        return [one for one in every if brigades[one].division == division]
    if post == ARMY and (here := state.hex_of(leader)):
        chiefs = state.chiefs[state.piece(leader).side]
        around = chiefs.keys() & state.game.grid.within(here, ARMY_REACH)
        near = {general for hex in around for general in chiefs[hex]}
        return [one for one in every if commander(state, one) in near]
    return every


# Replacement


def replaces(state: State, leader: int) -> bool:
    """Army commanders are never replaced; the others are. [corinth:28.31] [corinth:28.33]"""
    return state.piece(leader).grade != ARMY


def rank_heirs(leaders: Sequence[int], state: State) -> Sequence[int]:
    """The highest rank, then the widest radius; the owner picks among equals.

    Whoever leads the heir's brigade then is nobody known. [corinth:28.32.1]
    [corinth:28.32.2] [corinth:28.32.4]
    """
    keys = {leader: _seniority(state.piece(leader)) for leader in leaders}
    return [leader for leader in leaders if keys[leader] == max(keys.values())]


def _seniority(piece: Piece) -> tuple[int, int]:
    return RANKS.index(_AS.get(piece.rank, piece.rank)), piece.radius


RULES = Rules[State](
    aids=aids,
    bars_to_augment=bars_to_augment,
    augmentable=augmentable,
    replaces=replaces,
    rank_heirs=rank_heirs,
)
