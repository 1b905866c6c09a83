"""What an entry would come to before any die: its factors, and the chance that the dice have."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from longroll.display.desk import Die
from longroll.display.preview import Preview
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.event import Line
from longroll.miniatures.umpire.reading import Barred
from longroll.systems.honor_glory import melee
from longroll.systems.honor_glory.fire_tables import AUTO
from longroll.systems.honor_glory.umpire import charging, dice, fighting, shooting, testing
from longroll.systems.honor_glory.umpire.asking import ENTRIES, Umpiring
from longroll.systems.honor_glory.umpire.reading import Where, troops
from longroll.systems.honor_glory.umpire.state import State
from longroll.systems.honor_glory.units import Troops, rating_lines

_SIDES = 20


def preview(state: State, choice: Choice) -> Preview:
    """ValueError for a verb that is not known."""
    if choice.verb not in ENTRIES:
        raise ValueError(f"{choice.verb!r} is not an entry; the entries are {', '.join(ENTRIES)}")
    order = str(choice)
    if state.result is not None:
        over = Refusal(state.result.rule, "the battle is over")
        return Preview(order=order, legal=False, refusals=(over,))
    try:
        entry = Umpiring.understood(state, choice)
    except Barred as barred:
        return Preview(order=order, legal=False, refusals=barred.refusals)
    if isinstance(entry, shooting.Fire):
        return _of_fire(order, state, entry)
    if isinstance(entry, charging.Declared):
        return _of_test(order, state, entry.unit, entry.own, dice.of_test())
    if isinstance(entry, testing.Test):
        needed = dice.of_basic() if entry.reason == "basic" else dice.of_test()
        return _of_test(order, state, entry.unit, entry.where, needed)
    if isinstance(entry, fighting.Melee):
        return _of_melee(order, state, entry)
    return Preview(order=order, legal=True)


def _chance(factor: int) -> str:
    """How often a D20 does not exceed a factor."""
    return f"{max(0, min(_SIDES, factor)) * 100 // _SIDES} %"


def _of_fire(order: str, state: State, entry: shooting.Fire) -> Preview:
    firer = troops(state, entry.unit, entry.own)
    target = troops(state, entry.target, entry.other)
    aimed = shooting.aim_of(state, entry)
    sure = aimed.value == AUTO
    factor = aimed.factor or 0
    return Preview(
        order=order,
        legal=True,
        headline="A hit without a die" if sure else f"Hits with {factor} or less on a D20",
        detail="100 %" if sure else _chance(factor),
        lines=aimed.lines,
        # The first line is the figure of the table.
        known={entry.target: aimed.lines[1:]},
        dice=tuple(dice.of_fire(firer, target, aimed)),
    )


def passes(factor: int) -> Fraction:
    """The chance that two dice and a factor are not exceeded by a D20. [honor_glory:100.2]

    >>> passes(0), passes(18)
    (Fraction(7, 20), Fraction(1, 1))
    """
    ways = [
        min(_SIDES, max(0, factor + one + other)) for one in range(1, 7) for other in range(1, 7)
    ]
    return Fraction(sum(ways), _SIDES * len(ways))


def _of_test(order: str, state: State, id: str, where: Where, needed: tuple[Die, ...]) -> Preview:
    unit = troops(state, id, where)
    lines = tuple(rating_lines(unit))
    factor = _sum(lines)
    chance = round(100 * _nerve(unit, factor))
    added = "" if unit.camp_lost else " and two dice"
    return Preview(
        order=order,
        legal=True,
        headline=f"Passes if {factor}{added} reach a D20",
        detail=f"{chance} %",
        lines=lines,
        known={id: lines},
        dice=needed if not unit.camp_lost else needed[1:],
    )


def _nerve(unit: Troops, factor: int) -> Fraction:
    if unit.camp_lost:  # [honor_glory:OP8.3]
        return Fraction(max(0, min(_SIDES, factor)), _SIDES)
    return passes(factor)


def _sum(lines: Iterable[Line]) -> int:
    return sum(line.value for line in lines)


def _of_melee(order: str, state: State, entry: fighting.Melee) -> Preview:
    meeting = fighting.meeting_of(state, entry)
    way = melee.slope(meeting.attacker_height, meeting.defender_height, meeting.from_edge)
    blow = melee.strike(meeting.attacker, meeting.defender, way, meeting.month)
    told = f"hits with {blow.factor} or less on a D20"
    if blow.factor is None or blow.automatic:
        told = "strikes nobody" if blow.factor is None else "hits without a die"
    contact = "; contact first" if meeting.first_contact else ""
    names = (entry.unit.upper(), entry.enemy.upper())
    return Preview(
        order=order,
        legal=True,
        headline=f"{names[0]} {told}{contact}",
        detail="" if blow.factor is None else _chance(blow.factor),
        lines=blow.lines,
        known={entry.enemy: blow.lines[1:]},
        dice=tuple(dice.of_melee(meeting, names)),
    )
