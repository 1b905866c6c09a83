"""Melee: who fights whom, the factor, a round, and what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from longroll.kernel.dice import Roll, Rolls
from longroll.kernel.event import Line
from longroll.systems.honor_glory.armies import Month
from longroll.systems.honor_glory.charges import Contact, Move, Role, contact, contact_row
from longroll.systems.honor_glory.command import Risk, commanders_at_risk, panic
from longroll.systems.honor_glory.dice import d20
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.melee_tables import MELEE, SLOPES, Slope
from longroll.systems.honor_glory.options import OPTIONS
from longroll.systems.honor_glory.units import Troops, cover_class, rating_lines
from longroll.systems.honor_glory.words import FOOT, Action, CoverClass, Struck

Verdict = Literal["won", "lost", "draw"]


# Who fights


def supporters(
    unit: str,
    friends: Iterable[str],
    fights: Callable[[str], bool],
    touches: Callable[[str], bool],
) -> list[str]:
    """The friends that help a forward unit, one in contact with an enemy: those that touch it and
    are not forward themselves, so that nobody fights them. [honor_glory:76.1] [honor_glory:76.2]
    [honor_glory:76.4]"""
    return [one for one in friends if one != unit and not fights(one) and touches(one)]


# The factor


def slope(attacker: int, defender: int, from_edge: Distance) -> Slope:
    """Which way an attack goes, by the levels of the two units and their distance from the edge of
    the slope. [honor_glory:91.1] [honor_glory:91.2] [honor_glory:91.3] [honor_glory:91.4] (HG-H24)

    >>> slope(0, 1, 200), slope(1, 0, 200), slope(0, 1, 500)
    ('U', 'D', 'L')
    """
    if attacker == defender or from_edge >= MELEE.slope * CM:
        return "L"
    return "U" if attacker < defender else "D"


def table_row(unit: Troops, month: Month) -> str | None:
    """The row of the melee table; None for whoever cannot strike.
    [honor_glory:83.4] [honor_glory:83.5] [honor_glory:83.6] [honor_glory:89.3] (HG-H22, HG-H31)"""
    if unit.morale == "rallying":
        return None
    if unit.arm == "cavalry" and unit.formation == "line":
        return "cavalry_late" if month >= MELEE.from_1864 else f"cavalry_{unit.side}"
    return contact_row(unit)


def table_value(row: str, cover: CoverClass, way: Slope) -> int | None:
    """A figure of the melee table; None if the attack is not permitted. [honor_glory:81.2]
    [honor_glory:83.1] [honor_glory:83.2] [honor_glory:83.3] [honor_glory:83.7]
    [honor_glory:83.8]"""
    place = 3 * ("none", "informal", "formal").index(cover) + SLOPES.index(way)
    figures = MELEE.rows[row]
    return figures[place] if place < len(figures) else None


class Strike(msgspec.Struct, frozen=True):
    """A blow before it is rolled for; without a value there is none."""

    value: int | None
    lines: tuple[Line, ...]

    @property
    def factor(self) -> int | None:
        return None if self.value is None else sum(line.value for line in self.lines)

    @property
    def automatic(self) -> bool:
        """[honor_glory:81.3c] (HG-H64)"""
        return self.factor is not None and self.factor >= MELEE.automatic


def strike(attacker: Troops, defender: Troops, way: Slope, month: Month) -> Strike:
    """What a unit strikes with: the table, its rating, and one for Confederate infantry. Whoever
    fights back reads the table as attacker. Blown cavalry has the table alone; a unit that was
    routed or broken in this melee has a rating of 0, and guns have nothing.

    [honor_glory:81.2] [honor_glory:81.3a] [honor_glory:81.7] [honor_glory:83.9]
    [honor_glory:88.1] [honor_glory:88.2] [honor_glory:89.1] [honor_glory:89.2]
    [honor_glory:89.3] [honor_glory:OP4.4b] (HG-H35, HG-H53)
    """
    row = table_row(attacker, month)
    value = table_value(row, cover_class(defender), way) if row else None
    if value is None:
        return Strike(None, ())
    lines = [Line(value, "melee table", "honor_glory:81.2")]
    if not attacker.blown:
        lines += rating_lines(attacker, fighting=True)
        if attacker.side == "confederate" and attacker.arm in FOOT:
            more = MELEE.confederate_infantry
            lines.append(Line(more, "Confederate infantry", "honor_glory:83.9"))
    return Strike(value, tuple(lines))


# A round


class Blow(msgspec.Struct, frozen=True):
    """A blow as it fell, and what it did to the commanders of the unit it hit."""

    strike: Strike
    roll: Roll | None
    hit: bool
    risk: Risk
    #: What the death of a commander-in-chief costs every unit of his army. [honor_glory:29.7]
    panic: Roll | None = None


def land(struck: Strike, victim: Troops, dice: Rolls) -> tuple[Blow, Troops]:
    """Roll a blow, and the unit it was aimed at after it: a hit costs one point, and only forward
    units can be hit. [honor_glory:76.1] [honor_glory:81.3b] [honor_glory:81.3c]
    [honor_glory:81.4] [honor_glory:81.8] [honor_glory:9.1.2a]"""
    none = Risk((), ())
    roll = None
    factor = struck.factor
    if factor is None:
        return Blow(struck, None, False, none), victim
    if not struck.automatic:
        roll = d20(dice, "melee", at_most=factor)
        if roll.value > factor:
            return Blow(struck, roll, False, none), victim
    risk = commanders_at_risk(victim, dice)
    return Blow(struck, roll, True, risk), risk.after(victim.after_loss(MELEE.hit))


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """Two forward units in melee. In the first round the attacker has charged."""

    attacker: Troops
    defender: Troops
    month: Month
    attacker_height: int = 0
    defender_height: int = 0
    from_edge: Distance = 0
    first_contact: bool = False
    #: The attacker joins a melee, or has caught up with an enemy: contact alone costs nothing.
    joining: bool = False
    #: Whether the defender has a blow left in this turn. [honor_glory:75.4]
    strikes_back: bool = True
    defender_move: Move = "halted"
    struck: Struck = "front"
    #: The defender as it stands once it has turned to an attacker at its flank or rear.
    turned: Troops | None = None
    #: Whether the death of a commander-in-chief shakes his army before it strikes back.
    panics: bool = False
    #: Those who support each, and fight over the same ground. [honor_glory:76.2]
    attacker_supports: tuple[Troops, ...] = ()
    defender_supports: tuple[Troops, ...] = ()


class Round(msgspec.Struct, frozen=True):
    """A round of melee before any morale test. `on_attacker` and `on_defender` are what contact
    cost each; a blow is None if a unit fled before it could be struck. `attack_supports` and
    `defence_supports` are the blows of those who support each side, in their order; those who fled
    before they could strike have None."""

    on_attacker: Contact | None
    on_defender: Contact | None
    attack: Blow | None
    defence: Blow | None
    attacker: Troops
    defender: Troops
    attack_supports: tuple[Blow | None, ...] = ()
    defence_supports: tuple[Blow | None, ...] = ()


def _strike(
    striker: Troops, victim: Troops, way: Slope, meeting: Meeting, dice: Rolls
) -> tuple[Blow, Troops]:
    """A blow, and the unit it was aimed at after it and after any panic. [honor_glory:29.7]
    (HG-43)"""
    blow, victim = land(strike(striker, victim, way, meeting.month), victim, dice)
    if meeting.panics and any(leader.rank == "cinc" for leader in blow.risk.killed):
        blow = replace(blow, panic=panic(dice))
    return blow, victim.after_loss(_lost_in_panic(blow))


def _lost_in_panic(*blows: Blow | None) -> int:
    return sum(blow.panic.value for blow in blows if blow is not None and blow.panic is not None)


def _strike_all(
    supports: Iterable[Troops], victim: Troops, way: Slope, meeting: Meeting, dice: Rolls
) -> tuple[tuple[Blow | None, ...], Troops]:
    """The blows of supporting units, until their enemy is broken; those who have broken in a panic
    have run. [honor_glory:76.3]"""
    blows: list[Blow | None] = []
    for support in supports:
        if victim.mp == 0:
            break
        if support.mp == 0:
            blows.append(None)
            continue
        blow, victim = _strike(support, victim, way, meeting, dice)
        blows.append(blow)
    return tuple(blows), victim


def fight(meeting: Meeting, dice: Rolls) -> Round:
    """A round: penalties of contact, the blows of the attacker and of all who support it, then
    those of the defender with what is left to it. A unit that fails its test and is broken as it
    is struck in flank or rear flees without a fight; one that passes turns, away from any cover
    that it had, and fights as it would in front.

    [honor_glory:9.1.2a] [honor_glory:9.1.2b] [honor_glory:13.melee.1] [honor_glory:13.melee.2]
    [honor_glory:75.3] [honor_glory:75.8] [honor_glory:81.1a] [honor_glory:81.1b]
    [honor_glory:95.2] [honor_glory:97.1.2] [honor_glory:29.7] (HG-H62, HG-H65, HG-14, HG-15)
    """
    attacker, defender = meeting.attacker, meeting.defender
    on_attacker: Contact | None = None
    on_defender: Contact | None = None
    if meeting.first_contact:
        role: Role = "joining" if meeting.joining else "forward"
        on_defender = contact(attacker, defender, meeting.struck, dice, role=role)
        if meeting.defender_move == "countercharge":
            on_attacker = contact(defender, attacker, "front", dice, move="countercharge")
            attacker = on_attacker.unit
        defender = on_defender.unit
        in_hand = on_defender.basic is None or on_defender.basic.passed
        if defender.mp == 0 and not in_hand:
            return Round(on_attacker, on_defender, None, None, attacker, defender)
    if meeting.turned is not None:
        defender = replace(meeting.turned, mp=defender.mp, morale=defender.morale)
    way = slope(meeting.attacker_height, meeting.defender_height, meeting.from_edge)
    attack, defender = _strike(attacker, defender, way, meeting, dice)
    helped, defender = _strike_all(meeting.attacker_supports, defender, way, meeting, dice)
    back: Slope = {"L": "L", "U": "D", "D": "U"}[way]  # type: ignore[assignment]
    defence: Blow | None = None
    if meeting.strikes_back:
        defence, attacker = _strike(defender, attacker, back, meeting, dice)
    shaken = _lost_in_panic(attack, *helped)
    supports = (one.after_loss(shaken) for one in meeting.defender_supports)
    backed, attacker = _strike_all(supports, attacker, back, meeting, dice)
    return Round(on_attacker, on_defender, attack, defence, attacker, defender, helped, backed)


# After a round


def verdict(lost: int, inflicted: int, *, driven_off: bool = False) -> Verdict:
    """How a round ended for a unit; it matters only for cover that the enemy holds.
    [honor_glory:86.0] [honor_glory:86.1] [honor_glory:86.2a] [honor_glory:86.2b]

    >>> verdict(1, 0), verdict(6, 1), verdict(0, 0)
    ('lost', 'draw', 'draw')
    """
    if driven_off or (lost and not inflicted):
        return "lost"
    return "won" if inflicted and not lost else "draw"


def is_overrun(attached: bool, unit: Action = "none", attacker: Action = "none") -> bool:
    """Whether a gun that the enemy touches is lost: one alone always, one attached to a regiment
    if that is driven off and the attacker is not.
    [honor_glory:90.1] [honor_glory:90.3] [honor_glory:90.5] [honor_glory:90.6]"""
    if not attached:
        return True
    return unit in ("withdraw", "rout", "broken") and attacker not in ("rout", "broken")


def is_blown(rounds: int, enemy: Action) -> bool:
    """Whether cavalry is blown after so many rounds in a row against an enemy that still stands.
    [honor_glory:OP4.1a] [honor_glory:OP4.1b]"""
    return rounds >= OPTIONS.blown.rounds and enemy not in ("withdraw", "rout", "broken")
