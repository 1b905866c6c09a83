"""Vectors played on a table: a wide field with two units, and cover where one stands behind it.

What cannot be set up so (a share of a front, a state of its own) is left to the rule functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from longroll.board.table import Piece, Pose, Table, lies_within, piece, point, spot_at
from longroll.kernel.agenda import Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Dice, Roll, Scripted
from longroll.systems.honor_glory import words
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.morale import column_of as column_by_score
from longroll.systems.honor_glory.options import Options
from longroll.systems.honor_glory.play.declaring import Declare
from longroll.systems.honor_glory.play.events import CommanderFell, Tested
from longroll.systems.honor_glory.play.field import front_of
from longroll.systems.honor_glory.play.rulebook import layout_of
from longroll.systems.honor_glory.play.scenario import Scenario, ScenarioFile
from longroll.systems.honor_glory.play.sequence import EndTurn
from longroll.systems.honor_glory.play.setup import fresh_state
from longroll.systems.honor_glory.play.state import Commander, State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.rates import CONTACT
from longroll.systems.honor_glory.system import HonorGlory
from longroll.systems.honor_glory.units import Troops

SYSTEM = HonorGlory()
#: The field is sixteen metres square, and the first unit stands here and faces north.
SIZE = 1600 * CM
HERE = (800 * CM, 1200 * CM)


class Laid(State, kw_only=True, dict=True):
    """A state with a table and a date of its own."""

    board: Table = Table("field", SIZE, SIZE, ())
    file: ScenarioFile | None = None

    @property
    def played(self) -> Scenario:
        whole = super().played
        return msgspec.structs.replace(whole, file=self.file or whole.file)

    @property
    def table(self) -> Table:
        return self.board


class Calm(Dice):
    """The dice of a vector. What it does not ask about shows 1, so that tests of morale are
    passed: rolls for a purpose that begins like one of `calm`, after the first `basic` rolls of
    BASIC tests. Those that are `missed` show the highest face."""

    def __init__(
        self, script: Scripted, calm: tuple[str, ...], basic: int, missed: tuple[str, ...] = ()
    ) -> None:
        super().__init__()
        self.script, self.calm, self.basic, self.missed = script, calm, basic, missed

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        asked = purpose == "morale: basic" and self.basic > 0
        self.basic -= asked
        if purpose.startswith(self.calm) and not asked:
            return Roll(1, purpose, sides)
        if purpose.startswith(self.missed):
            return Roll(sides, purpose, sides)
        return self.script.roll(purpose, sides, at_most)

    def rewind(self, rolled: int) -> None:
        """A vector is played once."""

    def copy(self) -> Calm:
        return Calm(self.script, self.calm, self.basic, self.missed)


class Lowest(Scripted):
    """Dice that all show 1."""

    def __init__(self) -> None:
        super().__init__(())

    def face(self, index: int, sides: int, at_most: int | None) -> int:
        return 1


def can_be_laid(unit: Troops) -> bool:
    """Whether a unit can be put on the table just as the vector has it."""
    ranks = [leader.rank for leader in unit.commanders]
    return (
        unit.arm in ("infantry", "dismounted_cavalry", "cavalry", "artillery")
        and unit.mp > 0
        and unit.morale == "formed"
        and unit.defence_value is None
        and unit.cover_frontage == 100
        and unit.cover != "dense_woods"  # Laid before a front they are the edge of a wood.
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
        blown=unit.blown,
        x=x,
        y=int(y),
        heading=heading,
        led=(x, int(y)) if unit.arm == "dismounted_cavalry" else None,
    )


def _name_of(unit: Unit) -> str:
    return f"the cover of {unit.side}"


def cover_before(unit: Unit, kind: words.CoverKind) -> Iterator[Piece]:
    """A hedge a centimetre before the front of a unit, which the players call what they like."""
    if kind != "none":
        wide, ahead = 12 * CM, Pose(point(spot_at(unit.pose, 0, -CM)), unit.heading)
        ends = (tuple(point(spot_at(ahead, x, 0))) for x in (-wide, wide))
        yield piece("hedge", _name_of(unit), *ends, width=20)  # type: ignore[arg-type]


def field(
    first: Troops,
    second: Troops,
    between: Distance,
    *,
    turned: int = 1800,
    sides: tuple[words.Side, words.Side] = ("union", "confederate"),
    date: str = "",
) -> Laid:
    """Two units, the centre of the second so far from the middle of the first one's front, and
    `turned` this way; it is the turn of the first."""
    u = body(first, sides[0], *HERE, 0)
    c = body(second, sides[1], HERE[0], HERE[1], turned)
    far = -between if turned % 1800 else -between + (1 if turned else -1) * (_depth(c) // 2)
    aside = {900: 1, 2700: -1}.get(turned, 0) * (_depth(c) // 2)
    c = msgspec.structs.replace(c, x=c.x + aside, y=int(HERE[1] + far))
    commanders = {
        f"{side}-{leader.rank}": Commander(
            title=leader.rank, side=side, rank=leader.rank, mp=leader.mp, joined=id
        )
        for id, side, unit in (("u", sides[0], first), ("c", sides[1], second))
        for leader in unit.commanders
        if leader.rank != "unit"
    }
    plain = fresh_state("hedge-lane", Options(ratings="open"))
    file = plain.played.file
    agreed = {_name_of(one): unit.cover for one, unit in ((u, first), (c, second))}
    pieces = (*cover_before(u, first.cover), *cover_before(c, second.cover))
    state = Laid(
        scenario=plain.scenario,
        options=plain.options,
        units={"u": u, "c": c},
        commanders=commanders,
        counters={"union": 9, "confederate": 9},
        unplaced=9,
        turn=1,
        active=sides[0],
        board=Table("field", SIZE, SIZE, pieces),
        file=msgspec.structs.replace(file, cover=agreed, date=date or file.date),
    )
    state.index()
    state.agenda = [EndTurn(sides[0]), Declare(sides[0])]
    return state


def share_cover(state: Laid) -> bool:
    """Whether two units stand so near that one touches the cover of the other."""
    u, c = state.units["u"], state.units["c"]
    return any(
        lies_within(place, one.ground, CONTACT)
        for unit, other in ((u, c), (c, u))
        for one in state.board.pieces
        if one.name == _name_of(other)
        for place in front_of(unit.pose, layout_of(unit).frame.width)
    )


def _depth(unit: Unit) -> int:
    return layout_of(unit).frame.depth


def depth_of(unit: Troops) -> int:
    """How deep a unit stands."""
    return _depth(body(unit, "union", *HERE, 0))


def rank_of(fallen: CommanderFell) -> str:
    """The rank of a commander who fell."""
    return "unit" if fallen.title.startswith("the commander of") else fallen.title


class Fight(Battle):
    """A battle whose state is known to be one of these rules."""

    __slots__ = ()
    state: Laid


def play(
    state: Laid,
    dice: Scripted,
    *choices: str,
    calm: tuple[str, ...] = ("morale",),
    basic: int = 0,
    missed: tuple[str, ...] = (),
    replies: bool = True,
) -> Fight:
    """Play some choices of both sides; whoever may return fire does, if it `replies`."""
    battle = Fight(SYSTEM, state, Calm(dice, calm, basic, missed))
    for choice in choices:
        battle.play(choice)
    if battle.decision is not None and battle.decision.rule == "honor_glory:54.2":
        battle.play("reply" if replies else "hold")
    return battle


def column_of(test: Tested, *, dice: int) -> str | None:
    """The column in which a test failed, by its last two dice; `dice` are those of its factor."""
    second = test.rolls[dice + 1 :]
    return column_by_score(sum(roll.value for roll in second)) if second else None


def umpire(dice: Scripted) -> Umpire:
    return Umpire(dice)


def events(battle: Battle, kind: type[Any]) -> list[Any]:
    return [event for event in battle.log() if isinstance(event, kind)]
