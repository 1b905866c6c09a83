"""Visibility: sections 14 and 40."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.board.table import piece
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import field
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.visibility import Hiding, farthest, must_be_placed, sees_past
from longroll.systems.honor_glory.words import Arm
from tests.rulebook.honor_glory.table import position, regiment


@pytest.mark.rule(
    "honor_glory:14.1a", "honor_glory:14.1b", "honor_glory:14.1c", "honor_glory:14.1d"
)
@pytest.mark.parametrize(
    "kind, clear",
    [("hedge", True), ("fence", True), ("wall", True), ("dense_woods", False), ("built_up", False)],
)
def test_what_interrupts_a_line_of_sight(kind: str, clear: bool) -> None:
    line = ((40 * CM, 65 * CM), (60 * CM, 65 * CM))
    area = (*line, (60 * CM, 62 * CM), (40 * CM, 62 * CM))
    between = piece(kind, "it", *line, width=30) if clear else piece(kind, "it", *area)
    units = {"u1": regiment("union", 50, 80), "c1": regiment("confederate", 50, 55, 180)}
    assert field.has_line(position(units), "u1", "c1")
    assert field.has_line(position(units, laid=(between,)), "u1", "c1") == clear
    friend = regiment("union", 50, 68)
    assert not field.has_line(position({**units, "u2": friend}), "u1", "c1")


@pytest.mark.parametrize(
    "hiding, cm",
    [
        pytest.param(None, 150, marks=pytest.mark.rule("honor_glory:14.2a", "honor_glory:14.2b")),
        pytest.param("formal", 10, marks=pytest.mark.rule("honor_glory:14.2.formal")),
        pytest.param("informal", 30, marks=pytest.mark.rule("honor_glory:14.2.informal")),
        pytest.param("dense_woods", 10, marks=pytest.mark.rule("honor_glory:14.2.dense1")),
        pytest.param("built_up", 10, marks=pytest.mark.rule("honor_glory:14.2.dense1")),
        pytest.param("light_woods", 10, marks=pytest.mark.rule("honor_glory:14.2.light1")),
        pytest.param("gully", 5, marks=pytest.mark.rule("honor_glory:14.2.gully1")),
    ],
)
def test_how_far_troops_are_seen(hiding: Hiding | None, cm: int) -> None:
    assert farthest(hiding) == cm * CM


@pytest.mark.rule("honor_glory:14.2c")
def test_higher_ground_sees_farther() -> None:
    assert farthest(higher=True) == 200 * CM
    assert farthest("formal", higher=True) == 10 * CM


@pytest.mark.rule("honor_glory:14.2.dense2", "honor_glory:14.2.light2")
def test_inside_woods() -> None:
    assert farthest("dense_woods", both_inside=True) == 5 * CM
    assert farthest("light_woods", both_inside=True) == 150 * CM


@pytest.mark.rule("honor_glory:14.2.dense3", "honor_glory:14.2.gully2")
@pytest.mark.parametrize("hiding", ["dense_woods", "built_up", "gully"])
def test_along_a_road_or_a_gully_the_usual_limit_holds(hiding: Hiding) -> None:
    assert farthest(hiding, along=True) == 150 * CM


@pytest.mark.rule("honor_glory:14.2.sup0")
@pytest.mark.parametrize(
    "viewer, friend, cm",
    [
        pytest.param("infantry", "infantry", 5, marks=pytest.mark.rule("honor_glory:14.2.sup1")),
        pytest.param("infantry", "cavalry", 5, marks=pytest.mark.rule("honor_glory:14.2.sup1")),
        pytest.param("cavalry", "cavalry", 5, marks=pytest.mark.rule("honor_glory:14.2.sup2")),
        pytest.param("cavalry", "infantry", 10, marks=pytest.mark.rule("honor_glory:14.2.sup3")),
    ],
)
def test_supporting_units_see_past_friends(viewer: Arm, friend: Arm, cm: int) -> None:
    assert sees_past(viewer, friend, cm * CM)
    assert not sees_past(viewer, friend, cm * CM + 1)


@pytest.mark.rule("honor_glory:14.2.sup4")
def test_nobody_spots_for_guns() -> None:
    assert not sees_past("artillery", "infantry", 0)


@pytest.mark.rule(
    "honor_glory:14.2d",
    "honor_glory:14.3a",
    "honor_glory:14.3b",
    "honor_glory:14.3c",
    "honor_glory:8.9n1",
)
def test_when_a_hidden_unit_is_placed() -> None:
    limit = farthest("informal")
    assert not must_be_placed(seen_from=None, limit=limit)
    assert not must_be_placed(seen_from=31 * CM, limit=limit)
    assert must_be_placed(seen_from=30 * CM, limit=limit)
    assert must_be_placed(seen_from=None, limit=limit, moved=True)
    assert must_be_placed(seen_from=None, limit=limit, fired=True)


def in_the_wood(kind: str, looks: float, stands: float, **more: Any) -> State:
    """A wood of 20 cm, Union infantry whose front is so far up the table, and Confederates."""
    ends = ((0, 40 * CM), (60 * CM, 40 * CM), (60 * CM, 60 * CM), (0, 60 * CM))
    units = {
        "u1": regiment("union", 30, looks),
        "c1": regiment("confederate", 30, stands, 180, **more),
    }
    return position(units, laid=(piece(kind, "the wood", *ends),))


@pytest.mark.rule("honor_glory:14.2d")
@pytest.mark.parametrize(
    "kind, looks, stands, seen",
    [
        # From outside at 10 cm or less, to the middle of the unit.
        pytest.param(
            "dense_woods", 64, 55.5, True, marks=pytest.mark.rule("honor_glory:14.2.dense1")
        ),
        pytest.param(
            "dense_woods", 64, 55, False, marks=pytest.mark.rule("honor_glory:14.2.dense1")
        ),
        pytest.param(
            "open_woods", 64, 55.5, True, marks=pytest.mark.rule("honor_glory:14.2.light1")
        ),
        pytest.param(
            "open_woods", 64, 55, False, marks=pytest.mark.rule("honor_glory:14.2.light1")
        ),
        # Inside at 5 cm or less in dense woods, anywhere in light ones.
        pytest.param(
            "dense_woods", 54.5, 51, True, marks=pytest.mark.rule("honor_glory:14.2.dense2")
        ),
        pytest.param(
            "dense_woods", 55, 51, False, marks=pytest.mark.rule("honor_glory:14.2.dense2")
        ),
        pytest.param("open_woods", 58, 46, True, marks=pytest.mark.rule("honor_glory:14.2.light2")),
    ],
)
def test_how_near_one_sees_into_woods(kind: str, looks: float, stands: float, seen: bool) -> None:
    state = in_the_wood(kind, looks, stands)
    assert field.has_line(state, "u1", "c1") == seen
    assert field.lane_is_clear(state, "u1", "c1") == seen
    hidden = in_the_wood(kind, looks, stands, hidden=True)
    field.reveal(hidden, Umpire(Scripted(())))
    assert hidden.units["c1"].hidden != seen


@pytest.mark.rule("honor_glory:14.1b")
def test_nobody_sees_through_a_wood() -> None:
    ends = ((0, 50 * CM), (60 * CM, 50 * CM), (60 * CM, 54.5 * CM), (0, 54.5 * CM))
    corners = [(x, round(y)) for x, y in ends]
    units = {"u1": regiment("union", 30, 56), "c1": regiment("confederate", 30, 49, 180)}
    state = position(units, laid=(piece("dense_woods", "the wood", *corners),))
    assert not field.has_line(state, "u1", "c1")
