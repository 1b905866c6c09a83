"""Vectors played on a table: a wide field with two units, and cover where one stands behind it.

What cannot be set up so (a share of a front, a state of its own) is left to the rule functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from longroll.board.table import Piece, Table, piece
from longroll.kernel.agenda import Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Dice, Roll, Scripted
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.options import Options
from longroll.systems.honor_glory.play.declaring import Declare
from longroll.systems.honor_glory.play.rulebook import layout_of
from longroll.systems.honor_glory.play.sequence import EndTurn
from longroll.systems.honor_glory.play.setup import fresh_state
from longroll.systems.honor_glory.play.state import Commander, State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.system import HonorGlory
from longroll.systems.honor_glory.units import Troops

SYSTEM = HonorGlory()
#: The field is four metres square, and the first unit stands here and faces north.
SIZE = 400 * CM
HERE = (200 * CM, 300 * CM)
#: Cover that is laid before a front without hiding anything.
_LINES = {"hedge": "hedge", "fence": "fence", "low_stone_wall": "wall"}


class Laid(State, kw_only=True, dict=True):
    """A state with a table of its own."""

    board: Table = Table("field", SIZE, SIZE, ())

    @property
    def table(self) -> Table:
        return self.board


class Calm(Dice):
    """The dice of a vector; tests of morale that it does not ask about are passed."""

    def __init__(self, script: Scripted) -> None:
        super().__init__()
        self.script = script

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        if purpose.startswith("morale"):
            return Roll(1, purpose, sides)
        return self.script.roll(purpose, sides, at_most)

    def rewind(self, rolled: int) -> None:
        """A vector is played once."""

    def copy(self) -> Calm:
        return Calm(self.script)


def can_be_laid(unit: Troops) -> bool:
    """Whether a unit can be put on the table just as the vector has it."""
    ranks = [leader.rank for leader in unit.commanders]
    return (
        unit.arm in ("infantry", "dismounted_cavalry", "cavalry", "artillery")
        and unit.mp > 0
        and unit.morale == "formed"
        and not unit.blown
        and unit.defence_value is None
        and unit.cover_frontage == 100
        and unit.cover in ("none", *_LINES)
        and not (unit.arm == "artillery" and unit.commanders)
        and ranks == sorted(set(ranks), key=ranks.index)
        and ("unit" not in ranks or ranks[0] == "unit")
        and all(leader.in_contact for leader in unit.commanders)
        and all(leader.mp == 1 for leader in unit.commanders if leader.rank == "unit")
    )


def body(unit: Troops, side: str, x: int, y: Distance, heading: int) -> Unit:
    """A unit of a vector on the table."""
    return Unit(
        title=side.title(),
        side=side,
        arm=unit.arm,
        formation=unit.formation,
        mp=unit.mp,
        weapon=unit.weapon,
        gun=unit.gun,
        team=4 if unit.arm == "artillery" else 0,
        colonel=any(leader.rank == "unit" for leader in unit.commanders),
        prone=unit.prone,
        x=x,
        y=int(y),
        heading=heading,
        led=(x, int(y)) if unit.arm == "dismounted_cavalry" else None,
    )


def _cover(unit: Unit, kind: str) -> Iterator[Piece]:
    """A hedge or the like, a centimetre before the front of a unit."""
    if kind != "none":
        ahead = -CM if unit.heading == 0 else CM
        wide = 12 * CM
        ends = ((unit.x - wide, unit.y + ahead), (unit.x + wide, unit.y + ahead))
        yield piece(_LINES[kind], f"{kind} of {unit.side}", *ends, width=20)


def field(first: Troops, second: Troops, between: Distance, *, faces: bool = True) -> Laid:
    """Two units, the centre of the second so far from the middle of the first one's front."""
    u = body(first, "union", *HERE, 0)
    c = body(second, "confederate", HERE[0], HERE[1], 1800 if faces else 0)
    depth = layout_of(c).frame.depth
    back = depth // 2 if faces else -(depth // 2)
    c = msgspec.structs.replace(c, y=int(HERE[1] - between + back))
    commanders = {
        f"{side}-{leader.rank}": Commander(
            title=leader.rank, side=side, rank=leader.rank, mp=leader.mp, joined=id
        )
        for id, side, unit in (("u", "union", first), ("c", "confederate", second))
        for leader in unit.commanders
        if leader.rank != "unit"
    }
    plain = fresh_state("hedge-lane", Options(ratings="open"))
    pieces = (*_cover(u, first.cover), *_cover(c, second.cover))
    state = Laid(
        scenario=plain.scenario,
        options=plain.options,
        units={"u": u, "c": c},
        commanders=commanders,
        counters={"union": 9, "confederate": 9},
        unplaced=9,
        turn=1,
        board=Table("field", SIZE, SIZE, pieces),
    )
    state.index()
    state.agenda = [EndTurn("union"), Declare("union")]
    return state


class Fight(Battle):
    """A battle whose state is known to be one of these rules."""

    __slots__ = ()
    state: Laid


def play(state: Laid, dice: Scripted, *choices: str) -> Fight:
    """Play some choices of both sides; whoever may return fire does."""
    battle = Fight(SYSTEM, state, Calm(dice))
    for choice in choices:
        battle.play(choice)
    if battle.decision is not None and battle.decision.rule == "honor_glory:54.2":
        battle.play("reply")
    return battle


def umpire(dice: Scripted) -> Umpire:
    return Umpire(dice)


def events(battle: Battle, kind: type[Any]) -> list[Any]:
    return [event for event in battle.log() if isinstance(event, kind)]
