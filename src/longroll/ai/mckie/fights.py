"""Charges, how to meet them, and what follows a melee that was won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from longroll.ai.mckie.aims import Aim, counts
from longroll.ai.mckie.ground import COLUMNS, Known, is_fit
from longroll.ai.mckie.plans import Task, tasks
from longroll.board.table import is_flanked_from
from longroll.board.table.places import INCH
from longroll.kernel.decision import Choice
from longroll.miniatures.victory import AloneAt, FormedBeyond
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.casualties.rules import table_value
from longroll.systems.mckie.charge import charging
from longroll.systems.mckie.melee.rules import Fighter, factor_lines
from longroll.systems.mckie.screens import screens
from longroll.systems.mckie.table import field

_STAND = INCH
#: What a melee must promise in figures, and what is risked at the end.
_EVEN, _LAST = 0.3, -2.0
#: What haste takes off for one who goes for a single place.
_BOLD = 2.0
#: The same for one who attacks, with so many periods left, this one included; less if several
#: charge together.
_BY_TIME = (-9.0, -8.0, -6.0, -4.5, -3.5, -3.0, -2.0, -1.0)
_JOINED = 0.5
#: With more periods left than this a charge waits for those who are to join it.
_PATIENT = 6
#: Enemies this near stop those who go past them.
_IN_THE_WAY = 3 * INCH
#: No charge promises this much.
_NEVER = 100.0
#: Those this near an enemy can charge him in the next period.
_SOON = 12 * INCH
#: Fire that a charge must go through counts this share.
_THROUGH_FIRE = 0.3


class Prospect(NamedTuple):
    """A charge that could be made, and the figures it promises to win or lose."""

    order: Choice
    margin: float


def charge(known: Known, aim: Aim) -> Prospect | None:
    """The best charge that promises enough; None if there is none."""
    orders = [one for id in known.own for one in charging.candidates(known.state, id)]
    if not orders:
        return None
    todo = tasks(known, aim)
    found = [_weighed(known, aim, one, _together(known, one, orders), todo) for one in orders]
    good = [one for one in found if one is not None]
    return max(good, key=lambda one: one.margin, default=None)


def _together(known: Known, order: Choice, orders: list[Choice]) -> int:
    """How many charge the same enemy, or could."""
    if order.verb != "charge":
        return 0
    target = order.objects[1]
    could = sum(one.verb == "charge" and one.objects[1] == target for one in orders)
    return max(1, could + len(known.state.chargers_of(target)))


def _weighed(
    known: Known, aim: Aim, order: Choice, together: int, todo: Mapping[str, Task]
) -> Prospect | None:
    """A charge if it is good enough. A unit out of command is roused for one."""
    units = known.state.units
    unit = units[order.object]
    if order.verb == "rouse":
        return Prospect(order, -5.0) if aim.stance == "attack" else None
    target = units[order.objects[1]]
    if 10 * unit.figures < 3 * unit.original:
        return None
    if target.arm == "wagon":
        return Prospect(order, 0.0) if aim.stance == "attack" else None
    won, more = margin(known, unit, target, together), known.doctrine.charge
    if aim.stance != "attack":
        return Prospect(order, won) if won > _to_leave(known, aim, unit, target) + more else None
    return Prospect(order, won) if won > _wanted(known, aim, order, together, todo) + more else None


def _wanted(
    known: Known, aim: Aim, order: Choice, together: int, todo: Mapping[str, Task]
) -> float:
    """How much a charge must promise: the less time is left, the less. One on an enemy who is in
    the way waits for those who are to join it."""
    id, target = order.objects[:2]
    unit, foe = known.state.units[id], known.state.units[target]
    left = min(known.periods_left, len(_BY_TIME))
    holds = counts(known.state, aim.condition, unit) > 0
    if holds and left <= 3 and not counts(known.state, aim.condition, foe):
        return _NEVER
    if holds and left == 1 and isinstance(aim.condition, FormedBeyond):
        return _NEVER  # it can only lose
    if todo[id].kind == "dash":
        # There is no time for it, unless the enemy is in the way.
        return _BY_TIME[left - 1] / 2 if field.gap(unit, foe) <= _IN_THE_WAY else _NEVER
    if isinstance(aim.condition, AloneAt):
        return -_BOLD * known.urgency(unit, aim.place)
    if unit.formation in COLUMNS:
        return _EVEN
    if left > _PATIENT and together < _expected(known, target, todo):
        return _EVEN
    return _BY_TIME[left - 1] - (_JOINED if together > 1 else 0)


def _expected(known: Known, target: str, todo: Mapping[str, Task]) -> int:
    """How many could charge an enemy within a period or two."""
    return sum(
        task.target == target and is_fit(known.own[id]) and known.gap(known.own[id]) <= _SOON
        for id, task in todo.items()
    )


def _to_leave(known: Known, aim: Aim, unit: Unit, target: Unit) -> float:
    """What troops that hold a place must be promised to leave it for a charge."""
    if counts(known.state, aim.condition, target):
        return _LAST if known.periods_left <= 3 else -_EVEN
    if field.cover_of(known.state, unit) in ("wall", "prepared", "hasty_trench"):
        return 4 * _EVEN
    return 2 * _EVEN


def margin(known: Known, unit: Unit, target: Unit, together: int = 1) -> float:
    """Figures that a charge is likely to win in its first melee, less those it loses; a target that
    several charge together cannot fire at all of them, nor strike all with all its men."""
    flank = is_flanked_from(target.pose, field.stands_of(unit).centre)
    ours, theirs = _figures(unit, target, attacks=True), _figures(target, unit, attacks=False)
    me = _fighter(known, unit, attacks=True, other=target)
    them = _fighter(known, target, attacks=False, other=unit)
    struck = _blow(me, them, ours)
    fire = _fire(known, target, unit) * _THROUGH_FIRE / together
    if flank:
        return struck - fire / 2
    return struck - _blow(them, me, theirs // together) - fire


def _figures(unit: Unit, other: Unit, *, attacks: bool) -> int:
    """Figures that get to fight: those in contact and a stand on either side."""
    front = len(field.front_stands(unit))
    if unit.is_battery:
        return sum(unit.crews)
    if attacks and unit.formation == "supported_line":
        return unit.figures
    meets = min(front, max(1, field.fighting_layout(other).frame.width // _STAND) + 2)
    each = max(1, unit.figures // max(1, sum(field.plan_of(unit).ranks)))
    return min(unit.figures, meets * max(each, 1))


def _fighter(known: Known, unit: Unit, *, attacks: bool, other: Unit) -> Fighter:
    state = known.state
    return Fighter(
        arm=unit.arm,
        quality=unit.quality,
        attack="charge" if attacks else "none",
        fatigued=unit.fatigued,
        cover="none" if attacks else field.cover_of(state, unit, field.stands_of(other).centre),
        higher=field.height(state, unit) > field.height(state, other),
    )


def _blow(striker: Fighter, struck: Fighter, figures: int) -> float:
    """Figures that a blow costs on average; the chance die is even."""
    factor = sum(line.value for line in factor_lines(striker, struck))
    return table_value(factor, figures) / 10


def _fire(known: Known, firer: Unit, charger: Unit) -> float:
    """Figures that a charge is likely to lose on its way in."""
    weapon = known.state.battle.weapons.get(firer.weapon)
    if weapon is None or firer.ran_out or firer.standing != "steady":
        return 0
    factor = weapon.factors[0] + (2 if charger.formation == "supported_line" else 0)
    factor += {"veteran": 1, "raw": -1}.get(firer.quality, 0) - (2 if firer.fatigued else 0)
    number = 2 * len(firer.crews) if firer.is_battery else _figures(firer, charger, attacks=False)
    return table_value(factor, number) / 10


# Being charged


def respond(known: Known, charger: str, target: str, offered: list[str]) -> str:
    """A screen gets out of the way; others turn to face the charge, or stand and fire."""
    unit = known.state.units[target]
    slips_away = unit.formation == "skirmish" or unit.arm == "artillery_crew"
    if unit.arm in ("cavalry", "dismounted_cavalry"):
        slips_away = slips_away or _is_outmatched(known, charger, target)
    wanted = ("evade", "turn", "stand") if slips_away else ("turn", "stand", "evade")
    return next((word for word in wanted if word in offered), offered[0])


def _is_outmatched(known: Known, charger: str, target: str) -> bool:
    units = known.state.units
    if charger not in units:
        return False
    return margin(known, units[charger], units[target]) > 1.0


def follows_up(known: Known, aim: Aim, id: str, opponents: tuple[str, ...]) -> bool:
    """Whether a winner goes on: not from a place that is to be held, nor against fresh odds."""
    unit = known.state.units[id]
    theirs = sum(known.state.units[other].figures for other in opponents)
    if counts(known.state, aim.condition, unit) and known.periods_left <= 2:
        return False
    return unit.figures * 3 > theirs * 2


# Screens


def screen_order(known: Known, aim: Aim, id: str) -> Choice | None:
    """Skirmishers go out ahead of a brigade that holds its ground while the enemy is some way off,
    and come back when he is close."""
    unit = known.own[id]
    gap = known.gap(unit)
    if unit.parent:
        parent = known.own.get(unit.parent)
        if parent is not None and (gap <= 7 * INCH or known.gap(parent) <= 8 * INCH):
            return Choice("recall", (id,))
        return None
    if aim.stance == "attack" or unit.arm != "infantry":
        return None
    if unit.formation not in ("line", "supported_line"):
        return None
    if unit.figures < 20 or screens.screen_of(known.state, id) is not None:
        return None
    return Choice("detach", (id, "4")) if 12 * INCH <= gap <= 20 * INCH else None
