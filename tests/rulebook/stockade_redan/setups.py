"""Short ways through a set-up, for the tests of sections 1 to 3."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any

import longroll
from longroll import Battle, Event
from longroll.systems.stockade_redan.roster import ROSTER
from longroll.systems.stockade_redan.view import Facts
from tests.support import field, offered, play


def _hexes(text: str) -> list[str]:
    return text.split()


REDAN_HEXES = _hexes(
    "1017 1117 1218 1318 1419 1519 1520 1421 1422 1322 1323 1224 1225 1125 1126 1027"
)
INSIDE_HEXES = [
    *(f"10{row}" for row in range(18, 27)),
    *(f"11{row}" for row in range(18, 25)),
    *(f"12{row}" for row in range(19, 24)),
    *(f"13{row}" for row in range(19, 22)),
    "1420",
]
DITCH_HEXES = _hexes(
    "1016 1116 1217 1317 1418 1518 1619 1620 1621 1521 1522 1423 1424 1324 1325 1226 1227 1127 1028"
)
BATTERY_HEXES = _hexes("2405 2406 3210 3211 3313 3314 3519 3520")
START_LINE = [
    *(f"15{row:02}" for row in range(1, 5)),
    *(f"{column}{5 + (column - 16) // 2:02}" for column in range(16, 30)),
    *(f"30{row}" for row in range(12, 31)),
]
#: North and east of the start line, the line itself left out (SR-08).
UNION_GROUND = [
    f"{column}{row:02}"
    for column in range(16, 46)
    for row in range(1, 31 if column > 30 else 5 + (column - 16) // 2)
]


def _area(columns: range, rows: range) -> list[str]:
    return [f"{column}{row:02}" for column in columns for row in rows]


AREAS = {
    "116il": _area(range(18, 23), range(2, 5)),
    "13us": _area(range(26, 31), range(6, 9)),
    "8mo": _area(range(25, 30), range(1, 4)),
    "30oh": _area(range(37, 42), range(11, 14)),
}


def table(battle: Battle) -> Facts:
    """Everything on the map, as the Confederate player may see it."""
    facts = battle.view("confederate").facts
    assert isinstance(facts, Facts)
    return facts


def standing(battle: Battle) -> dict[str, str]:
    """The hex of every unit on the map."""
    return {id: stack.hex for stack in table(battle).stacks for id in stack.units or ()}


def places(battle: Battle) -> list[str]:
    """The hexes that are offered to the counter to be placed, in order of their numbers."""
    return sorted(text.split()[1] for text in offered(battle) if text.startswith("place "))


def asked(battle: Battle) -> tuple[str, str]:
    """The side that is asked and the question."""
    assert battle.decision is not None
    return battle.decision.side, battle.decision.question


def put(battle: Battle, *hexes: str) -> list[Event]:
    """Place the next counters in these hexes, one after another."""
    return play(battle, *(f"place {hex}" for hex in hexes))


def around(hexes: str, count: int) -> list[str]:
    """So many hexes, taken again from the start when they run out."""
    return list(islice(cycle(hexes.split()), count))


def confederates_up(die: int = 3, *more: int) -> Battle:
    """The first set-up where the Union is asked for its option."""
    battle = longroll.new("stockade_redan", dice=[die, *more])
    play(battle, "historical")
    return battle


def infantry_up(battle: Battle) -> None:
    """The three regiments of the first assault, six hexes each."""
    put(battle, *around("1802 1803 1902 1903 2002 2003", 22))
    put(battle, *around("2606 2607 2706 2707 2806 2807", 22))
    put(battle, *around("2501 2502 2601 2602 2701 2702", 22))


def second_setup(survivors: str, dice: Sequence[int] = (3,), **situation: Any) -> Battle:
    """The end of turn 8 of the first assault, everybody but these lost; morale is the first die."""
    alive = set(survivors.replace("|", " ").split())
    lost = [piece.id for piece in ROSTER if piece.assault == 1 and piece.id not in alive]
    return field(survivors, dice, assault=1, turn=8, phase="XII", lost=lost, **situation)
