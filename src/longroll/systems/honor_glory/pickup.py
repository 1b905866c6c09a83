"""Pick-up battles: two armies by class and year without points, on terrain set out by dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from longroll.kernel.dice import Dice, Seeded
from longroll.miniatures.scenarios import joined
from longroll.systems.honor_glory.armies import SCALES, Month, band, batteries_beside
from longroll.systems.honor_glory.levies import Brigade, Guns, Levy, raised, written
from longroll.systems.honor_glory.lists import COMMANDERS
from longroll.systems.honor_glory.words import Class, Side

#: What most batteries had.
GUNS = ("3 inch Rodman (Ordnance)", "12 pdr Napoleon model 1857")


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one side brings: its class, and its brigades of each arm."""

    class_: Class = "C"
    infantry: int = 2
    cavalry: int = 0


_FORCE = Force()


def pickup_battle(
    seed: int,
    date: Month = "1863-07",
    union: Force = _FORCE,
    confederate: Force = _FORCE,
    defender: Side | None = None,
) -> str:
    """A scenario of one's own, as the one text that names it; the same seed gives the same.
    [honor_glory:8.1] [honor_glory:8.2] [honor_glory:8.3] [honor_glory:8.4] [honor_glory:24.1]

    >>> pickup_battle(1).splitlines()[2]
    'title = "A pick-up battle, 1863-07"'
    """
    dice = Seeded(seed)
    forces: dict[Side, Force] = {"union": union, "confederate": confederate}
    levies = {side: _levy(side, force, dice) for side, force in forces.items()}
    return battle_between(levies, dice, date, defender)


def battle_between(
    levies: Mapping[Side, Levy], dice: Dice, date: Month, defender: Side | None = None
) -> str:
    """A scenario of two armies on terrain that the dice set out. [honor_glory:8.2]
    [honor_glory:8.3]"""
    band(date)
    most = max(len(levy.brigades) for levy in levies.values())
    width = 180 if most < 4 else 240
    pieces = list(_terrain(width, dice))
    lines = [
        "schema = 1",
        'source = "honor_glory:8.2"',
        f'title = "A pick-up battle, {date}"',
        f'date = "{date}"',
        "turns = 12",
        'table = "pickup.table.toml"',
        "historical = false",
        *([f'defender = "{defender}"'] if defender else []),
        f'objective = {{ name = "the crossroads", at = [{width // 2}, 60], within = 12 }}',
        *_agreed(pieces),
    ]
    for side, levy in levies.items():
        lines += written(raised(levy, "south" if side == "union" else "north"), side)
    table = ["schema = 1", 'title = "A pick-up battle"', f"width = {width}", "height = 120"]
    table += [line for piece in pieces for line in ("", "[[piece]]", *piece)]
    return joined("\n".join(lines), "\n".join(table) + "\n")


def chief_of(side: Side, class_: Class, dice: Dice) -> str:
    """A commander of that class, by chance. [honor_glory:4.oob.3]"""
    chiefs = [name for name, found in COMMANDERS[side].items() if found == class_]
    return chiefs[_below(len(chiefs), dice)].title()


def _levy(side: Side, force: Force, dice: Dice) -> Levy:
    """A free army: brigades of four regiments, and one battery for every nine of them, but at
    least one. [honor_glory:4.oob.3] [honor_glory:15.infbde] (HG-H26)"""
    chief = chief_of(side, force.class_, dice)
    men = 4 * SCALES.men
    brigades = [
        Brigade(f"{_nth(place + 1)} Brigade", men, force.class_) for place in range(force.infantry)
    ]
    brigades += [
        Brigade(f"{_nth(place + 1)} Cavalry Brigade", men, force.class_, "cavalry")
        for place in range(force.cavalry)
    ]
    number = max(1, batteries_beside(4 * len(brigades)))
    gun = GUNS[dice.roll("guns", 2).value - 1]
    guns = Guns("Battery", number * SCALES.guns, gun, force.class_)
    return Levy(side, chief, force.class_, tuple(brigades), (guns,))


def _below(most: int, dice: Dice) -> int:
    return (dice.roll("name", 20).value * 20 + dice.roll("name", 20).value) % most


def _nth(number: int) -> str:
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(number, "th")


# Terrain


def _terrain(width: int, dice: Dice) -> Iterator[list[str]]:
    """Two roads that cross, perhaps a river, and something in most of six areas; buildings stand
    so far apart that a column passes. [honor_glory:8.2] [honor_glory:47.2]"""
    if dice.roll("river").value == 6:
        at = width // 4 + dice.roll("river").value
        yield _line("river", "the river", 3, (at, 0), (at, 120))
    yield _line("road", "the turnpike", 3, (0, 60), (width, 60))
    yield _line("road", "the county road", 3, (width // 2, 0), (width // 2, 120))
    wide = width // 3
    for area in range(6):
        left, top = area % 3 * wide, area // 3 * 60
        x = left + wide // 2 + (dice.roll("place").value - 3) * 2 + (8 if area % 3 == 1 else 0)
        y = top + 30 + (dice.roll("place").value - 3) * 2
        name = f"{('northwest', 'north', 'northeast', 'southwest', 'south', 'southeast')[area]}"
        match dice.roll("terrain").value:
            case 1:
                continue
            case 2:
                yield _area("open_woods", f"the {name} wood", x, y, 18, 9)
            case 3:
                yield _area("hill", f"the {name} hill", x, y, 30, 22, "level = 1")
            case 4:
                yield _area("built_up", f"the {name} farm", x, y, 6, 5)
                yield _line("fence", f"the {name} fence", 0.5, (x - 5, y + 12), (x + 5, y + 12))
            case 5:
                kind = ("rough", "crops")[dice.roll("ground", 2).value - 1]
                yield _area(kind, f"the {name} field", x, y, 16, 12)
            case _:
                yield _line("hedge", f"the {name} hedge", 0.5, (x - 5, y), (x + 5, y))
                yield _line("wall", f"the {name} wall", 0.5, (x - 2, y + 8), (x + 3, y + 8))


def _area(kind: str, name: str, x: int, y: int, wide: int, deep: int, *more: str) -> list[str]:
    left, right, top, bottom = x - wide // 2, x + wide // 2, y - deep // 2, y + deep // 2
    corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
    return [f'kind = "{kind}"', f'name = "{name}"', *more, f"points = {corners}"]


def _line(kind: str, name: str, width: float, *points: tuple[int, int]) -> list[str]:
    course = [list(point) for point in points]
    return [f'kind = "{kind}"', f'name = "{name}"', f"width = {width}", f"points = {course}"]


def _agreed(pieces: list[list[str]]) -> Iterator[str]:
    """What is agreed about cover: farms are built of timber. [honor_glory:8.4]"""
    farms = [piece[1].removeprefix("name = ") for piece in pieces if "built_up" in piece[0]]
    if farms:
        agreed = ", ".join(f'{farm} = "timber_house"' for farm in farms)
        yield f"cover = {{ {agreed} }}"
