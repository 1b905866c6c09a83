"""13.0 Morale and rout: ratings, checks, pins, and which units run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire, chance_node
from longroll.kernel.event import Line
from longroll.systems.gbacw.events import Checked, PinnedHex, SawElephant, name, names
from longroll.systems.gbacw.roster import CAVALRY, INFANTRY
from longroll.systems.gbacw.state import DISMOUNTED, State
from longroll.systems.gbacw.tables import TABLES

HOLDS, PINNED, ROUTED = "holds", "pinned", "routed"
#: What a failed and a passed check of each kind lead to.
#: [gbacw:9.83.1] [gbacw:9.87] [gbacw:13.21] [gbacw:2.0.10]
KINDS = {
    "rout": (ROUTED, HOLDS),
    "R": (ROUTED, HOLDS),
    "P": (PINNED, HOLDS),
    "P/R": (ROUTED, PINNED),
}
_RULES = {"rout": "gbacw:13.21", "R": "gbacw:9.87", "P": "gbacw:9.87", "P/R": "gbacw:9.83.1"}


class Hit(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A result of the Fire CRT for a unit."""

    unit: int
    result: str
    arm: str
    enfiladed: bool
    #: Artillery fire from three hexes or more: each unit has its own result. [gbacw:8.22.2]
    apart: bool = False
    #: It affects only infantry and cavalry, whatever else is there. [corinth:24.12.2]
    men_only: bool = False

    @property
    def is_number(self) -> bool:
        return self.result[:1].isdigit()


def rating(state: State, unit: int) -> int:
    """A unit's morale, 5 (best) to 1; 0 for a green unit that does not know it yet.

    [gbacw:2.0.11] [gbacw:13.11] [gbacw:13.12] [gbacw:13.13] [corinth:21.4]
    """
    own, piece = state.units[unit], state.piece(unit)
    if piece.kind == CAVALRY and own.formation == DISMOUNTED:
        return piece.dismounted_morale or own.rating or piece.morale
    return own.rating or piece.morale


def see_elephant(state: State, unit: int, umpire: Umpire) -> int:
    """The rating; that of a green unit is determined now, once and for all.

    [gbacw:13.14.1] [gbacw:13.14.2] [gbacw:13.15]
    """
    known = rating(state, unit)
    if known:
        return known
    rolls, found = umpire.look_up(
        f"{state.piece(unit).title} sees the elephant",
        lambda one, other: TABLES.elephant(one + other),
        dice=2,
    )
    state.change(unit, rating=found)
    umpire.tell(
        SawElephant(
            rules=("gbacw:13.14.1",),
            rolls=rolls,
            unit=name(state, unit),
            hex=state.hex_of(unit),
            rating=found,
        )
    )
    return found


def check_lines(state: State, unit: int, *, enfiladed: bool = False) -> list[Line]:
    """What is added to a morale check.

    [gbacw:9.83.2] [gbacw:9.83.3] [gbacw:13.23] [gbacw:13.24] [gbacw:13.26] [gbacw:13.43.1]
    [gbacw:17.4] [gbacw:17.51]
    """
    own, piece = state.units[unit], state.piece(unit)
    lines: list[Line] = []
    leaders = state.leaders_in(own.hex, state.side_of(unit)) if own.hex else ()
    if any(state.game.rules.aids(state, leader, unit) for leader in leaders):
        lines.append(Line(-1, "stacked with a leader", "gbacw:13.23"))
    if piece.kind in (INFANTRY, CAVALRY) and 2 * own.strength < piece.strength:
        lines.append(Line(1, "more than half lost", "gbacw:13.24"))
    if enfiladed:
        lines.append(Line(1, "enfiladed", "gbacw:13.26"))
    lines.extend(state.game.rules.morale_lines(state, unit))
    return lines


@chance_node()
def check(
    state: State,
    unit: int,
    kind: str,
    why: str,
    umpire: Umpire,
    *,
    enfiladed: bool = False,
    rule: str = "",
) -> str:
    """Roll a morale check: holds, pinned or routed. It has no effect yet.

    `rule` is the rule that calls for it, if it is not that of its kind.

    [gbacw:13.21] [gbacw:9.83.1] [gbacw:9.87]
    """
    needed = see_elephant(state, unit, umpire)
    lines = check_lines(state, unit, enfiladed=enfiladed)
    added = sum(line.value for line in lines)
    roll = umpire.roll(f"morale of {state.piece(unit).title}", at_most=needed - added)
    failed, passed = KINDS[kind]
    outcome = failed if roll.value + added > needed else passed
    umpire.tell(
        Checked(
            rules=(rule or _RULES[kind],),
            rolls=(roll,),
            unit=name(state, unit),
            hex=state.hex_of(unit),
            why=why,
            rating=needed,
            lines=tuple(lines),
            total=roll.value + added,
            outcome=outcome,
        )
    )
    return outcome


def pin(state: State, hex: Hex, side: str, umpire: Umpire) -> None:
    """Every unit of a side in a hex is pinned, including leaders.

    [gbacw:9.84.1] [gbacw:9.84.6] [gbacw:9.86.2] [gbacw:13.33.2]
    """
    units = [
        unit
        for unit in (*state.stack(hex, side), *state.leaders_in(hex, side))
        if not state.units[unit].pinned
    ]
    if units:
        state.change_all(units, pinned=True)
        umpire.tell(PinnedHex(rules=("gbacw:9.84.1",), units=names(state, units), hex=hex))


# After a fire


class Verdict(msgspec.Struct, frozen=True):
    """The units that rout after a fire, in order, and whether the rest of the hex is pinned."""

    routed: tuple[int, ...]
    pinned: bool


@chance_node()
def after_fire(
    state: State, units: Sequence[int], hits: Iterable[Hit], umpire: Umpire, *, may_rout: bool
) -> Verdict:
    """Every check that the fires on a hex call for, after all losses have been taken.

    `units` are those under fire, top first, as they were before it.
    [gbacw:9.0.6] [gbacw:9.42.2] [gbacw:13.0.2] [gbacw:13.22] [gbacw:13.41]
    """
    routed: list[int] = []
    pinned = False
    for arm in dict.fromkeys(hit.arm for hit in hits):
        fire = [hit for hit in hits if hit.arm == arm]
        checks = _apart(state, units, fire) if fire[0].apart else _together(state, units, fire[0])
        queue = list(checks)
        checked: set[int] = set()
        shaken: list[tuple[int, str, bool]] = []
        while queue:
            unit, result, enfiladed, rest = queue.pop(0)
            if unit in checked or unit in routed or not state.hex_of(unit):
                continue
            if not state.is_manned(unit):
                continue  # guns and wagons without a crew do not check morale (GB-C28)
            checked.add(unit)
            outcome = _check_result(state, unit, result, enfiladed, umpire, may_rout)
            if outcome == ROUTED:
                routed.append(unit)
                # [gbacw:13.42.2] [gbacw:8.22.3]
                passed_on = _passed_on(result, fire[0].apart)
                queue += [(other, passed_on, enfiladed, ()) for other in rest]
            elif outcome == PINNED:
                pinned = True
            elif result.endswith("*") and not _is_running(state, unit, result):
                shaken.append((unit, result, enfiladed))
        for unit, result, enfiladed in shaken:
            # [gbacw:9.88.1] [gbacw:9.88.2]
            why, rule = f"{result}, second roll", "gbacw:9.88.2"
            again = check(state, unit, "P", why, umpire, enfiladed=enfiladed, rule=rule)
            pinned |= again == PINNED
    return Verdict(tuple(routed), pinned)


_Check = tuple[int, str, bool, tuple[int, ...]]


def _passed_on(result: str, apart: bool) -> str:
    """What the units below one that ran have to check for (GB-C11, GB-C12)."""
    if apart:
        return "rout"
    return result if result in KINDS else "rout*" if result.endswith("*") else "rout"


def _together(state: State, units: Sequence[int], hit: Hit) -> list[_Check]:
    """One result on the top unit: it checks, and those below only if it routs.

    If it was wiped out, the next unit checks in its place.
    [gbacw:13.42.1] [gbacw:13.42.2] [gbacw:13.42.3]
    """
    if hit.result == "-":
        return []
    below = list(units)[list(units).index(hit.unit) :]
    standing = [unit for unit in below if state.hex_of(unit)]
    men = [u for u in standing if state.piece(u).kind in (INFANTRY, CAVALRY)]
    able = men if men or hit.men_only else standing
    if not able:
        return []
    first, below = able[0], able if hit.men_only else standing
    return [(first, hit.result, hit.enfiladed, tuple(u for u in below if u != first))]


def _apart(state: State, units: Sequence[int], hits: Sequence[Hit]) -> list[_Check]:
    """A result for each unit; all check if the stack lost anything, or if one routs.

    [gbacw:8.22.3] [gbacw:8.22.4] [gbacw:13.44]
    """
    others = tuple(
        unit
        for unit in units
        if state.hex_of(unit)
        and (not hits[0].men_only or state.piece(unit).kind in (INFANTRY, CAVALRY))
    )
    hurt = any(hit.is_number for hit in hits)
    checks: list[_Check] = []
    for hit in hits:
        if hit.result != "-":
            checks.append((hit.unit, hit.result, hit.enfiladed, others))
        elif hurt:
            checks.append((hit.unit, "rout", hit.enfiladed, others))
    return checks


def _check_result(
    state: State, unit: int, result: str, enfiladed: bool, umpire: Umpire, may_rout: bool
) -> str:
    """The first check that a result calls for, and its outcome.

    [gbacw:9.81.2] [gbacw:9.83.1] [gbacw:9.87] [gbacw:10.2.3] [gbacw:13.33.1]
    """
    if result in KINDS:
        return check(state, unit, result, result, umpire, enfiladed=enfiladed)
    if _is_running(state, unit, result):
        return ROUTED if may_rout else HOLDS  # it was hit again while routed, and runs again
    why = f"{result.rstrip('*')} lost" if result[0].isdigit() else "the unit above ran"
    return check(state, unit, "rout", why, umpire, enfiladed=enfiladed)


def _is_running(state: State, unit: int, result: str) -> bool:
    """Whether a loss falls on a unit that is already routed."""
    return result[0].isdigit() and state.units[unit].routed
