"""Fords and pontoon bridges: sections 49 and 104."""

from __future__ import annotations

import pytest

from longroll.systems.honor_glory import armies, crossing
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.rates import PONTOON, BridgeType
from longroll.systems.honor_glory.words import Arm, Reach
from tests.rulebook.honor_glory.troops import dice, rules


@pytest.mark.rule("honor_glory:49.0b")
def test_a_wide_river_has_no_fords() -> None:
    assert crossing.is_fordable(6 * CM)
    assert not crossing.is_fordable(6 * CM + 1)


@pytest.mark.rule("honor_glory:49.c1")
@pytest.mark.parametrize(
    "width, score", [(100, 4), (200, 4), (201, 5), (400, 5), (401, 6), (600, 6)]
)
def test_what_a_crossing_needs(width: int, score: int) -> None:
    assert crossing.attempt_to_cross(width, dice(score))[1] == "across"
    assert crossing.attempt_to_cross(width, dice(score - 1))[1] == "in_river"


@pytest.mark.rule("honor_glory:49.c2", "honor_glory:49.c3")
def test_a_unit_tries_until_it_is_across() -> None:
    assert crossing.attempts(100, 3, dice(1, 4)) == ["in_river", "across"]
    assert crossing.attempts(100, 2, dice(1, 2)) == ["in_river", "in_river"]


@pytest.mark.rule("honor_glory:49.f1", "honor_glory:49.f2")
@pytest.mark.parametrize(
    "faces, found, wheels", [((4,), False, False), ((5, 4), True, False), ((6, 5), True, True)]
)
def test_looking_for_a_ford(faces: tuple[int, ...], found: bool, wheels: bool) -> None:
    rolled = dice(*faces)
    ford = crossing.look_for_ford(rolled)
    assert (ford.found, ford.wheels, rolled.left) == (found, wheels, ())
    assert crossing.look_for_ford(dice(5), troops_agreed=True).wheels


@pytest.mark.parametrize(
    "type, carried",
    [
        pytest.param("A", "i", marks=pytest.mark.rule("honor_glory:104.1.a")),
        pytest.param("B", "ics", marks=pytest.mark.rule("honor_glory:104.1.b")),
        pytest.param("C", "icsm", marks=pytest.mark.rule("honor_glory:104.1.c")),
        pytest.param("D", "icsmlw", marks=pytest.mark.rule("honor_glory:104.1.d")),
    ],
)
def test_what_a_bridge_carries(type: BridgeType, carried: str) -> None:
    traffic: dict[str, tuple[Arm, Reach | None]] = {
        "i": ("infantry", None),
        "c": ("cavalry", None),
        "s": ("artillery", "short"),
        "m": ("artillery", "medium"),
        "l": ("artillery", "long"),
        "w": ("wagon", None),
    }
    free = [key for key, who in traffic.items() if not any(crossing.bars_to_bridge(type, *who))]
    assert "".join(free) == carried
    assert rules(crossing.bars_to_bridge(type, "commander")) == set()


@pytest.mark.rule("honor_glory:104.3.a", "honor_glory:104.3.b")
def test_how_long_a_bridge_takes() -> None:
    types: tuple[BridgeType, ...] = ("A", "B", "C", "D")
    for place, type in enumerate(types):
        for face in range(1, 7):
            for column, width in enumerate((500, 1000, 1001)):
                expected = 5 + place + column - (face - 1) // 2
                assert crossing.building_time(type, width, False, dice(face)) == expected
    assert crossing.building_time("A", 501, False, dice(1)) == 6


@pytest.mark.rule("honor_glory:104.4.a")
def test_a_tidal_river_adds_a_die() -> None:
    assert crossing.building_time("B", 400, True, dice(5, 3)) == 4 + 3


@pytest.mark.rule("honor_glory:104.3.c")
@pytest.mark.parametrize("engineers, halves", [(4, 2), (3, 2), (2, 1), (1, 1)])
def test_weak_engineers_take_twice_as_long(engineers: int, halves: int) -> None:
    assert crossing.halves_built(engineers) == halves


@pytest.mark.rule("honor_glory:104.5.e")
@pytest.mark.parametrize(
    "faces, falls", [((1, 1), True), ((6, 6), True), ((1, 2), False), ((6, 5), False)]
)
def test_an_unfinished_bridge_may_collapse(faces: tuple[int, int], falls: bool) -> None:
    assert crossing.collapses(dice(*faces)) is falls
    assert PONTOON.collapses == (2, 12)


@pytest.mark.rule("honor_glory:104.2.c")
def test_engineers_have_four_points() -> None:
    assert armies.ENGINEER_POINTS == 4
