"""Melees on the table: two rows of units front to front, each pair of opponents on its own
stretch of the line where they meet.

Bases may be of any size in these rules, so that any number of figures has room on any stretch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from msgspec.structs import replace

from longroll.board.table import Piece, piece
from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.army.units import horse_holders
from longroll.systems.mckie.melee.rules import Fighter, Group
from longroll.systems.mckie.table.state import Contact
from longroll.systems.mckie.words import GUNS, Attack
from tests.vectors.mckie_ops.table import X, Y, area, based, formed

PERIOD = 3
#: Bases are made at least this wide, so that a wall before one is not before its neighbour.
_LEAST, _MOST = 60, 1_000
_STANDS = 6
_BARRIERS = {
    "wall": "wall",
    "rail_fence": "fence",
    "hasty_trench": "trench",
    "prepared": "works",
}
_AREAS = {"woods": "open_woods", "built_up_edge": "built_up"}


class Line(NamedTuple):
    """Everything a melee needs on the table."""

    units: dict[str, Unit]
    contacts: tuple[Contact, ...]
    generals: dict[str, General]
    pieces: tuple[Piece, ...]


def line_up(
    fighters: Mapping[str, Fighter], strikes: Sequence[tuple[str, Sequence[Group]]]
) -> Line | None:
    """The units of a melee in contact, those that strike first in the roster; None if they cannot
    all stand like that.

    A unit that is not said to strike is routing, so that it does not strike back.
    """
    figures = {
        (unit, group.opponent): group.figures for unit, groups in strikes for group in groups
    }
    stretches = _stretches(figures)
    sides = _sides([unit for unit, _ in strikes], stretches)
    if sides is None or any(number < 1 for number in figures.values()):
        return None
    is_once = len({unit for unit, _ in strikes}) == len(strikes)
    if not is_once or _is_shared(fighters, figures, stretches):
        return None
    stands = {pair: _stands(fighters[pair[0]], number) for pair, number in figures.items()}
    widths = _widths(stretches, stands)
    if widths is None:
        return None
    roster = [unit for unit, _ in strikes]
    roster += [id for id in sides if id not in roster]
    units: dict[str, Unit] = {}
    pieces: list[Piece] = []
    for id in roster:
        placed = _placed(id, fighters[id], sides[id], stretches, widths, figures)
        if placed is None:
            return None
        units[id] = placed
        pieces += _ground(id, placed, fighters[id], sides[id], stretches, widths)
    contacts = [one for pair in stretches for one in met(*pair, _attacks(fighters, pair))]
    generals = {
        f"g{id}": General(
            title=f"general of {id}",
            side=units[id].side,
            role="division",
            divisions=(id if fighters[id].general == "in_chain" else "another",),
            joined=id,
        )
        for id in roster
        if fighters[id].general is not None
    }
    return Line(units, tuple(contacts), generals, tuple(pieces))


def _attacks(fighters: Mapping[str, Fighter], pair: tuple[str, str]) -> tuple[Attack, Attack]:
    return fighters[pair[0]].attack, fighters[pair[1]].attack


def met(one: str, other: str, attacks: tuple[Attack, Attack]) -> Iterable[Contact]:
    """Two units in melee, and how either of them came to be in it."""
    found = [
        Contact(
            *pair,
            "front",
            PERIOD - (attack == "follow_up"),
            followed_up=attack == "follow_up",
        )
        for pair, attack in (((one, other), attacks[0]), ((other, one), attacks[1]))
        if attack != "none"
    ]
    return found or [Contact(one, other, "front", PERIOD - 1)]


# The line


def _stretches(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Each pair of opponents once, in an order in which every unit has its own side by side."""
    left = list(dict.fromkeys(tuple(sorted(pair)) for pair in pairs))
    found: list[tuple[str, str]] = []
    while left:
        ends = {id for pair in left for id in pair}
        alone = [id for id in ends if sum(id in pair for pair in left) == 1]
        at = min(alone or ends)
        while True:
            following = [pair for pair in left if at in pair]
            if not following:
                break
            # Those who have no other opponent come before the one that leads on.
            following.sort(key=lambda pair: sum(_other(pair, at) in one for one in left))
            for pair in following:
                left.remove(pair)
                found.append((pair[0], pair[1]))
            at = _other(following[-1], at)
    return found


def _other(pair: Sequence[str], one: str) -> str:
    return pair[1] if pair[0] == one else pair[0]


def _sides(first: Sequence[str], stretches: Sequence[tuple[str, str]]) -> dict[str, str] | None:
    """The side of each unit; None if some fight both their friends and their enemies."""
    sides: dict[str, str] = {}
    waiting = [*first, *(id for pair in stretches for id in pair)]
    for start in waiting:
        if start in sides:
            continue
        sides[start] = "union"
        open = [start]
        while open:
            id = open.pop()
            for pair in stretches:
                if id not in pair:
                    continue
                enemy = _other(pair, id)
                side = "confederate" if sides[id] == "union" else "union"
                if enemy not in sides:
                    sides[enemy] = side
                    open.append(enemy)
                elif sides[enemy] != side:
                    return None
    return sides


def _is_shared(
    fighters: Mapping[str, Fighter],
    figures: Mapping[tuple[str, str], int],
    stretches: Sequence[tuple[str, str]],
) -> bool:
    """Whether a wall between two lines would shelter somebody who is not said to be behind it,
    and it would count: those that attacked have left theirs; or each would be above the other."""
    for pair in stretches:
        for one, other in (pair, pair[::-1]):
            mine, theirs = fighters[one], fighters[other]
            if mine.higher and theirs.higher:
                return True
            if mine.cover not in _BARRIERS or mine.cover == theirs.cover:
                continue
            struck = any(whom == other for _, whom in figures)
            shelters = struck and theirs.attack == "none"
            rides_down = any(
                who == other and fighters[whom].arm == "cavalry" for who, whom in figures
            )
            if shelters or rides_down:
                return True
    return False


def _stands(fighter: Fighter, figures: int) -> int:
    return -(-figures // _each(fighter))


def _each(fighter: Fighter) -> int:
    return 2 if fighter.arm in ("cavalry", "dismounted_cavalry") else 4


def _widths(
    stretches: Sequence[tuple[str, str]], stands: Mapping[tuple[str, str], int]
) -> dict[tuple[str, str], int] | None:
    """How long each stretch is, so that whole bases of either side fit; None if they do not."""
    bases: dict[str, Fraction] = {}
    found: dict[tuple[str, str], Fraction] = {}
    for pair in stretches:
        wide = None
        for one, other in (pair, pair[::-1]):
            if (one, other) in stands and one in bases:
                fits = bases[one] * stands[one, other]
                if wide is not None and wide != fits:
                    return None
                wide = fits
        found[pair] = wide if wide is not None else Fraction(1)
        for one, other in (pair, pair[::-1]):
            if (one, other) in stands:
                bases[one] = found[pair] / stands[one, other]
    # One that does not strike has some bases on each of its stretches.
    scale = _STANDS * lcm(*(base.denominator for base in [*bases.values(), *found.values()]))
    least = min([*bases.values(), *(wide / _STANDS for wide in found.values())]) * scale
    scale *= -(-_LEAST // least)
    most = max([*bases.values(), *(wide / _STANDS for wide in found.values())]) * scale
    return None if most > _MOST else {pair: int(wide * scale) for pair, wide in found.items()}


def _placed(
    id: str,
    fighter: Fighter,
    side: str,
    stretches: Sequence[tuple[str, str]],
    widths: Mapping[tuple[str, str], int],
    figures: Mapping[tuple[str, str], int],
) -> Unit | None:
    """A unit in line on all its stretches; the last base of a line is the one that is not full."""
    mine = [pair for pair in stretches if id in pair]
    if side == "confederate":
        mine = mine[::-1]  # from its own left to its right
    strikes = all((id, _other(pair, id)) in figures for pair in mine)
    numbers = [figures.get((id, _other(pair, id)), 0) for pair in mine]
    each = _each(fighter)
    if strikes:
        if any(number % each for number in numbers[:-1]):
            return None
        total = sum(numbers)
        stands = sum(-(-number // each) for number in numbers)
    else:
        stands = _STANDS * len(mine)
        total = each * stands
    start, end = _span(mine, stretches, widths)
    if (end - start) % stands:
        return None
    facts = {
        "side": side,
        "quality": fighter.quality,
        "fatigued": fighter.fatigued,
        "division": id,
        "standing": "steady" if strikes else "routing",
        "title": id,
    }
    made = _made(fighter, total, facts)
    if made is None:
        return None
    unit = based(made, (end - start) // stands)
    heading = 0 if side == "union" else 1800
    return replace(unit, x=(start + end) // 2, y=Y, heading=heading, original=unit.figures)


def _made(fighter: Fighter, total: int, facts: dict[str, Any]) -> Unit | None:
    """A unit with so many figures that fight."""
    if fighter.arm in GUNS or fighter.arm == "artillery_crew":
        arm = fighter.arm if fighter.arm in GUNS else "field_artillery"
        made = formed(arm, "unlimbered", total, **facts)
    elif fighter.arm == "dismounted_cavalry":
        # Those who hold the horses come on top.
        whole = next(n for n in range(total, 2 * total + 1) if n - horse_holders(n) == total)
        made = formed(fighter.arm, "line", whole, **facts)
    elif fighter.arm in ("infantry", "cavalry"):
        made = formed(fighter.arm, "line", total, **facts)
    else:
        return None
    return None if isinstance(made, Refusal) else made


def _span(
    mine: Sequence[tuple[str, str]],
    stretches: Sequence[tuple[str, str]],
    widths: Mapping[tuple[str, str], int],
) -> tuple[int, int]:
    at, found = X, []
    for pair in stretches:
        if pair in mine:
            found += [at, at + widths[pair]]
        at += widths[pair]
    return min(found), max(found)


def _ground(
    id: str,
    unit: Unit,
    fighter: Fighter,
    side: str,
    stretches: Sequence[tuple[str, str]],
    widths: Mapping[tuple[str, str], int],
) -> Iterable[Piece]:
    """The hill, the woods or the wall of a unit."""
    start, end = _span([pair for pair in stretches if id in pair], stretches, widths)
    wide = unit.bases[0][1]
    north, south = (Y + 5, Y + 300) if side == "union" else (Y - 300, Y - 5)
    if fighter.higher:
        yield replace(area("hill", start, north, end, south, level=1), name=f"hill of {id}")
    if fighter.cover in _AREAS:
        yield area(_AREAS[fighter.cover], start, north, end, south)
    if fighter.cover in _BARRIERS:
        ends = (start + wide // 4, Y), (end - wide // 4, Y)
        yield piece(_BARRIERS[fighter.cover], f"cover of {id}", *ends, width=10)
