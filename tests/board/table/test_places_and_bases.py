"""Local offsets turned into the table, and the ground that layouts cover."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroll.board.table import (
    GRAIN,
    Base,
    Layout,
    Point,
    Pose,
    Spot,
    bearing_to,
    centre,
    column,
    footprint,
    front_centre,
    place,
    point,
    pose,
    ranks,
    spot,
    spot_at,
    with_behind,
    without,
)
from longroll.board.table.bases import Frame
from longroll.board.table.places import nearest, turned
from tests.board.table.fields import EXTENDED, GUNS, LINE, SUPPORTED, headings, layouts, poses

offsets = st.integers(-3000, 3000)


def test_ahead_and_right_at_the_four_quarters() -> None:
    for heading, ahead, right in [
        (0, (10, 7), (13, 10)),
        (900, (13, 10), (10, 13)),
        (1800, (10, 13), (7, 10)),
        (2700, (7, 10), (10, 7)),
    ]:
        here = pose(10, 10, heading)
        assert place(here, 0, -3) == ahead
        assert place(here, 3, 0) == right


def test_five_inches_ahead_at_thirty_degrees() -> None:
    # Half of 5 in east, and 5 times 0.8660 in north.
    assert place(pose(1000, 1000, 300), 0, -500) == Point(1250, 567)
    assert spot_at(pose(1000, 1000, 300), 0, -500) == Spot(125000, 56699)


@given(offsets, offsets, headings)
def test_turned_there_and_back_is_the_same_to_the_rounding(dx: int, dy: int, by: int) -> None:
    x, y = turned(*turned(dx, dy, by), -by)
    assert abs(x - dx) <= 1
    assert abs(y - dy) <= 1


@given(offsets, offsets, headings)
def test_half_a_turn_mirrors_exactly(dx: int, dy: int, by: int) -> None:
    x, y = turned(dx, dy, by)
    assert turned(dx, dy, by + 1800) == (-x, -y) == turned(-dx, -dy, by)


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**5))
def test_rounding_mirrors(number: int, divisor: int) -> None:
    assert nearest(-number, divisor) == -nearest(number, divisor)
    assert abs(2 * (nearest(number, divisor) * divisor - number)) <= divisor


@given(poses)
def test_a_point_survives_as_a_spot(here: Pose) -> None:
    assert point(spot(here.point)) == here.point


def test_a_heading_is_kept_between_0_and_3599() -> None:
    assert pose(0, 0, 3600).heading == 0
    with pytest.raises(ValueError, match="0 to 3599 tenths of a degree, not 3600"):
        Pose(Point(0, 0), 3600)


@given(poses, st.integers(500, 3000))
def test_what_is_ahead_bears_as_the_heading(here: Pose, length: int) -> None:
    off = abs(bearing_to(here.point, place(here, 0, -length)) - here.heading)
    assert min(off, 3600 - off) <= 1


def test_a_line_of_six_facing_east() -> None:
    ground = footprint(LINE, pose(1000, 1000, 900))
    assert ground.bases[0] == (
        Spot(100000, 70000),
        Spot(100000, 80000),
        Spot(92500, 80000),
        Spot(92500, 70000),
    )
    assert front_centre(ground.bases[0]) == Spot(100000, 75000)
    assert centre(ground.bases[5]) == Spot(96250, 125000)
    assert len(ground.parts) == 1
    assert ground.parts[0][1] == Spot(100000, 130000)


def test_frames_of_formations() -> None:
    assert LINE.frame == Frame(-300, 300, 0, 75)
    assert (SUPPORTED.frame.width, SUPPORTED.frame.depth) == (400, 175)
    assert (EXTENDED.frame.width, EXTENDED.frame.depth) == (500, 75)
    assert (GUNS.frame.width, GUNS.frame.depth) == (200, 575)
    assert column(5, 2, 100, 75).frame == Frame(-100, 100, 0, 225)


def test_a_second_rank_is_centred_behind_the_first() -> None:
    assert [(base.dx, base.dy) for base in SUPPORTED.bases[4:]] == [(-100, 100), (0, 100)]


def test_holders_stand_behind_the_rear() -> None:
    dismounted = with_behind(ranks([3], 100, 75), 1, 200, 175, distance=200)
    assert dismounted.bases[3] == Base(-100, 275, 200, 175)


def test_lost_bases_leave_gaps() -> None:
    assert [base.dx for base in without(LINE, [0, 3]).bases] == [-200, -100, 100, 200]
    assert len(without(LINE, [3]).solid.bases) == 2


def test_bases_edge_to_edge_are_one_part() -> None:
    assert LINE.solid.bases == (Base(-300, 0, 600, 75),)
    assert column(6, 2, 100, 75).solid.bases == (Base(-100, 0, 200, 225),)
    assert len(SUPPORTED.solid.bases) == 2
    assert len(EXTENDED.solid.bases) == 3
    assert GUNS.solid.frame == GUNS.frame


@given(layouts, poses)
def test_neighbours_share_their_corners_and_all_lies_in_the_circle(
    layout: Layout, here: Pose
) -> None:
    ground = footprint(layout, here)
    for corners in (*ground.bases, *ground.parts):
        for x, y in corners:
            away = (x - ground.centre.x) ** 2 + (y - ground.centre.y) ** 2
            assert away <= ground.radius**2
    for one, base in enumerate(layout.bases[:-1]):
        if layout.bases[one + 1].dx == base.dx + base.width:
            assert ground.bases[one][1] == ground.bases[one + 1][0]


@given(layouts, poses)
def test_corners_are_true_to_a_grain(layout: Layout, here: Pose) -> None:
    for base, corners in zip(layout.bases, footprint(layout, here).bases, strict=True):
        front = (corners[1].x - corners[0].x) ** 2 + (corners[1].y - corners[0].y) ** 2
        width = base.width * GRAIN
        assert (width - 2) ** 2 <= front <= (width + 2) ** 2


def test_bases_and_layouts_must_have_ground() -> None:
    with pytest.raises(ValueError, match="a width and a depth, not 0 by 75"):
        Base(0, 0, 0, 75)
    with pytest.raises(ValueError, match="at least one base"):
        Layout(())
