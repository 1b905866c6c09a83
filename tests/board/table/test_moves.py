"""Legs and moves: where they lead, how long they are, and the way back."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroll.board.table import (
    Layout,
    Leg,
    Move,
    Point,
    Pose,
    Straight,
    Turn,
    Wheel,
    about_face,
    after,
    ahead,
    back,
    distance,
    distance_between,
    footprint,
    length,
    longest,
    move_length,
    oblique,
    path,
    place,
    pose,
    reverse,
    reversed_move,
    shift,
    shortened,
)
from longroll.board.table import (
    poses as poses_of,
)
from tests.board.table.fields import LAYOUTS, LINE, MARCH, layouts, legs, moves, poses, wheels

NORTH = pose(1000, 1000, 0)


@pytest.mark.parametrize(
    "leg, end",
    [
        (ahead(600), pose(1000, 400, 0)),
        (back(150), pose(1000, 1150, 0)),
        (shift(50, "right"), pose(1050, 1000, 0)),
        (shift(50, "left"), pose(950, 1000, 0)),
        (oblique(400, 300), pose(1200, 654, 0)),
        (oblique(400, -450), pose(717, 717, 0)),
        (Wheel("right", 900), pose(1300, 700, 900)),
        (Wheel("left", 900), pose(700, 700, 2700)),
        (Wheel("left", 300), pose(960, 850, 3300)),
        (Wheel("right", -900), pose(1300, 1300, 2700)),
        (Turn(900), pose(1037, 1037, 900)),
        (about_face(), pose(1000, 1075, 1800)),
    ],
)
def test_where_a_line_of_six_ends(leg: Leg, end: Pose) -> None:
    found = after(LINE, NORTH, leg)
    assert found.heading == end.heading
    assert distance(found.point, end.point) <= 1


def test_the_pivot_of_a_wheel_stays() -> None:
    wheeled = after(LINE, NORTH, Wheel("left", 300))
    before, later = footprint(LINE, NORTH).bases[0][0], footprint(LINE, wheeled).bases[0][0]
    assert abs(before.x - later.x) <= 51
    assert abs(before.y - later.y) <= 51


def test_a_wheel_costs_the_path_of_its_outer_corner() -> None:
    # 6 in of front: 90 degrees are 9.4248 in, 45 are 4.7124.
    assert length(LINE, Wheel("left", 900)) == 943
    assert length(LINE, Wheel("right", -450)) == 472
    assert length(MARCH, Wheel("right", 900)) == 158
    assert length(LINE, Turn(900)) == 0
    assert move_length(LINE, (ahead(200), Wheel("left", 450), Turn(30))) == 672


def test_about_face_keeps_the_ground_and_twice_restores_the_pose() -> None:
    for layout in LAYOUTS:
        for heading in range(0, 3600, 37):
            here = pose(1000, 1000, heading)
            there = after(layout, here, about_face())
            assert after(layout, there, about_face()) == here
            frame = layout.frame
            rear = place(here, frame.left + frame.right, frame.depth)
            assert distance(there.point, rear) <= 1


def test_legs_that_are_none() -> None:
    with pytest.raises(ValueError, match="0 or more hundredths long, not -1"):
        Straight(-1)
    with pytest.raises(ValueError, match="between -1799 and 1800 tenths, not 1801"):
        Straight(1, 1801)
    with pytest.raises(ValueError, match="at most a whole turn, not 3601"):
        Wheel("left", 3601)
    with pytest.raises(ValueError, match="an allowance is 0 or more, not -1"):
        shortened(LINE, ahead(3), -1)


@given(layouts, poses, moves)
def test_there_and_back_restores_the_pose_exactly(layout: Layout, here: Pose, move: Move) -> None:
    there = poses_of(layout, here, move)[-1]
    assert poses_of(layout, there, reversed_move(move))[-1] == here


@given(layouts, legs)
def test_the_way_back_is_as_long(layout: Layout, leg: Leg) -> None:
    assert length(layout, reverse(leg)) == length(layout, leg)
    there = after(layout, NORTH, leg)
    assert after(layout, NORTH, reverse(reverse(leg))) == there


@given(layouts, legs, st.integers(0, 1500))
def test_a_shortened_leg_never_exceeds_its_allowance(
    layout: Layout, leg: Leg, allowance: int
) -> None:
    cut = shortened(layout, leg, allowance)
    assert length(layout, cut) <= allowance
    if length(layout, leg) <= allowance:
        assert cut == leg


@given(layouts, poses, legs)
def test_a_front_centre_goes_no_farther_than_the_leg_is_long(
    layout: Layout, here: Pose, leg: Leg
) -> None:
    if not isinstance(leg, Turn):
        there = after(layout, here, leg)
        assert distance(here.point, there.point) <= length(layout, leg) + 1


@given(layouts, poses, wheels)
def test_a_wheel_keeps_touching_its_pivot(layout: Layout, here: Pose, leg: Wheel) -> None:
    before, later = footprint(layout, here), footprint(layout, after(layout, here, leg))
    assert distance_between(before, later) <= 1


@given(layouts, poses, moves)
def test_the_path_leads_from_the_first_pose_to_the_last(
    layout: Layout, here: Pose, move: Move
) -> None:
    points = path(layout, here, move)
    assert points[0] == here.point
    assert points[-1] == poses_of(layout, here, move)[-1].point
    assert all(one != other for one, other in pairwise(points))


def test_the_path_of_a_wheel_follows_its_arc() -> None:
    points = path(LINE, NORTH, (ahead(100), Wheel("left", 900)))
    assert points[:2] == (Point(1000, 1000), Point(1000, 900))
    assert len(points) == 20
    assert {distance(point, Point(700, 900)) for point in points[1:]} <= {299, 300, 301}


def test_the_longest_leg_that_fits() -> None:
    def fits(leg: Leg) -> bool:
        return length(LINE, leg) <= 300

    assert longest(ahead(600), fits) == ahead(300)
    assert longest(oblique(200, 100), fits) == oblique(200, 100)
    assert longest(Wheel("right", -900), fits) == Wheel("right", -286)
    assert longest(Turn(900), lambda leg: leg == Turn(0)) == Turn(0)
    assert longest(ahead(600), lambda leg: False) == ahead(0)


@given(moves)
def test_a_move_has_a_text_form(move: Move) -> None:
    assert msgspec.json.decode(msgspec.json.encode(move), type=tuple[Leg, ...]) == move


@given(layouts, poses, moves)
def test_the_same_move_leads_to_the_same_pose(layout: Layout, here: Pose, move: Move) -> None:
    fresh = Layout(tuple(layout.bases))
    assert poses_of(layout, here, move) == poses_of(fresh, here, move)
