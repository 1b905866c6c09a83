"""Arcs to the front and the flank test."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroll.board.table import (
    GRAIN,
    Layout,
    Pose,
    Spot,
    ahead_of,
    footprint,
    in_arc,
    is_flanked_from,
    nearest_in_arc,
    part_in_arc,
    place,
    pose,
    ranks,
    spot,
    spot_at,
)
from longroll.board.table.measure import holds, square_to_polygon, told
from tests.board.table.fields import LINE, headings, layouts, poses

ARC = 300
halves = st.integers(0, 900)


def square(left: int, top: int, size: int) -> tuple[Spot, ...]:
    right, foot = left + size, top + size
    return Spot(left, top), Spot(right, top), Spot(right, foot), Spot(left, foot)


@pytest.mark.parametrize(
    "x, y, inside",
    [
        (0, -1000, True),
        (577, -1000, True),  # tangent of 30 degrees is 0.57735
        (578, -1000, False),
        (-577, -1000, True),
        (-578, -1000, False),
        (0, 1, False),
        (0, 0, True),
        (1000, 0, False),
    ],
)
def test_thirty_degrees_to_either_side(x: int, y: int, inside: bool) -> None:
    assert in_arc(Spot(0, 0), 0, ARC, Spot(x, y)) is inside


def test_the_borders_belong_to_the_arc() -> None:
    origin = Spot(0, 0)
    assert in_arc(origin, 0, 450, Spot(500, -500))
    assert not in_arc(origin, 0, 449, Spot(500, -500))
    assert in_arc(origin, 0, 900, Spot(500, 0))
    assert not in_arc(origin, 0, 900, Spot(500, 1))
    assert in_arc(origin, 900, 0, Spot(500, 0))
    assert not in_arc(origin, 900, 0, Spot(-500, 0))


def test_an_arc_is_no_wider_than_half_the_field() -> None:
    with pytest.raises(ValueError, match="0 to 900 tenths to either side, not 901"):
        in_arc(Spot(0, 0), 0, 901, Spot(0, 0))


@given(poses, halves, st.integers(100, 3000))
def test_every_arc_holds_what_is_straight_ahead(here: Pose, half: int, length: int) -> None:
    target = spot(place(here, 0, -length))
    assert in_arc(spot(here.point), here.heading, max(half, 5), target)
    behind = spot(place(here, 0, length))
    assert not in_arc(spot(here.point), here.heading, min(half, 890), behind)


@given(poses, halves, st.integers(-9000, 9000), st.integers(-9000, 9000))
def test_an_arc_is_the_same_on_both_hands(here: Pose, half: int, dx: int, dy: int) -> None:
    origin = Spot(0, 0)
    assert in_arc(origin, 0, half, Spot(dx, dy)) is in_arc(origin, 0, half, Spot(-dx, dy))
    turned = Spot(-dx, -dy)
    there = (here.heading + 1800) % 3600
    assert in_arc(origin, here.heading, half, Spot(dx, dy)) is in_arc(origin, there, half, turned)


def test_the_part_of_a_target_in_the_arc() -> None:
    assert part_in_arc(Spot(0, 0), 0, 450, square(50, -150, 100)) == (
        Spot(50, -150),
        Spot(150, -150),
        Spot(50, -50),
    )
    assert part_in_arc(Spot(0, 0), 0, 450, square(-20, -150, 40)) == square(-20, -150, 40)
    assert part_in_arc(Spot(0, 0), 1800, 450, square(-20, -150, 40)) == ()


def test_whoever_stands_on_a_target_has_some_of_it_in_its_arc() -> None:
    # The part that is left is thinner than a grain.
    base = (Spot(90103, 99773), Spot(100100, 100000), Spot(99930, 107498), Spot(89932, 107271))
    origin = Spot(100000, 100100)
    for heading in range(0, 3600, 5):
        for half in (1, 300, 900):
            assert part_in_arc(origin, heading, half, base)


def test_the_nearest_spot_in_the_arc_may_lie_on_its_border() -> None:
    # The corner (50, -50) is nearer but outside 30 degrees: the border meets x = 50 at y = -86.6.
    assert nearest_in_arc(Spot(0, 0), 0, ARC, [square(50, -150, 100)]) == Spot(50, -87)
    assert nearest_in_arc(Spot(0, 0), 0, 450, [square(50, -150, 100)]) == Spot(50, -50)
    assert nearest_in_arc(Spot(0, 0), 0, ARC, [square(500, -150, 100)]) is None
    assert nearest_in_arc(Spot(0, 0), 0, ARC, []) is None


def test_straight_ahead_alone_is_an_arc_too() -> None:
    assert nearest_in_arc(Spot(0, 0), 0, 0, [square(-20, -150, 40)]) == Spot(0, -110)
    assert nearest_in_arc(Spot(0, 0), 1800, 0, [square(-20, -150, 40)]) is None


@given(layouts, poses, poses, st.integers(1, 900))
def test_a_part_in_the_arc_is_in_the_target_and_in_the_arc(
    layout: Layout, there: Pose, here: Pose, half: int
) -> None:
    origin = spot(here.point)
    for base in footprint(layout, there).bases:
        part = part_in_arc(origin, here.heading, half, base)
        for corner in part:
            assert told(square_to_polygon(corner, base)) == 0
            # To a grain: a step of one grain toward the middle of the arc is inside it.
            reach = spot_at(pose(0, 0, here.heading), 0, -10)
            inward = Spot(corner.x + reach.x, corner.y + reach.y)
            assert in_arc(origin, here.heading, half, corner) or in_arc(
                origin, here.heading, half, inward
            )
        if not part:
            assert not any(in_arc(origin, here.heading, half, corner) for corner in base)
            assert not holds(base, origin)


@given(layouts, poses, poses)
def test_the_nearest_spot_in_the_arc_is_no_nearer_than_the_target(
    layout: Layout, there: Pose, here: Pose
) -> None:
    origin, target = spot(here.point), footprint(layout, there)
    found = nearest_in_arc(origin, here.heading, ARC, target.bases)
    if found is not None:
        away = told(((found.x - origin.x) ** 2 + (found.y - origin.y) ** 2, 1))
        least = min(told(square_to_polygon(origin, base)) for base in target.bases)
        assert away >= least - 1


def test_the_line_through_a_front_edge() -> None:
    facing_east = pose(1000, 1000, 900)
    assert ahead_of(facing_east, Spot(125000, 700000)) == 250
    assert ahead_of(facing_east, Spot(99000, 0)) == -10
    assert is_flanked_from(facing_east, Spot(100000, 500000))  # on the line
    assert is_flanked_from(facing_east, Spot(99000, 0))
    assert not is_flanked_from(facing_east, Spot(100100, 0))


@given(poses, st.integers(-3000, 3000), st.integers(-3000, 3000))
def test_the_flank_test_follows_the_local_frame(here: Pose, dx: int, dy: int) -> None:
    there = spot_at(here, dx, dy)
    assert abs(ahead_of(here, there) + dy) <= 1
    if abs(dy) > 1:
        assert is_flanked_from(here, there) is (dy > 0)


@given(headings)
def test_the_own_front_edge_is_on_the_line(heading: int) -> None:
    here = pose(1500, 1500, heading)
    front = footprint(LINE, here).parts[0][:2]
    assert [ahead_of(here, corner) for corner in front] == [0, 0]
    assert footprint(ranks([1], GRAIN, GRAIN), here).parts[0][0] != front[0]
