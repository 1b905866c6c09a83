"""Distances, overlap and contact."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroll.board.table import (
    CONTACT,
    Layout,
    Point,
    Pose,
    Spot,
    bases_in_contact,
    closest,
    distance,
    distance_between,
    distance_from,
    footprint,
    in_contact,
    is_clear,
    is_within,
    overlaps,
    pose,
    ranks,
    spot,
)
from longroll.board.table.bases import Footprint, covering
from longroll.board.table.measure import (
    SLACK,
    is_far,
    meet,
    nearest_of,
    overlap,
    square_between,
    square_to_polygon,
    told,
)
from longroll.board.table.places import turned
from tests.board.table.fields import LINE, SUPPORTED, headings, layouts, poses

near = st.builds(pose, st.integers(1500, 2100), st.integers(1500, 2100), headings)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Footprint, Footprint]:
    return (
        footprint(draw(layouts), draw(near)),
        footprint(draw(layouts), draw(near)),
    )


def test_distances_by_hand() -> None:
    assert distance(Point(0, 0), Point(300, 400)) == 500
    assert distance(Point(0, 0), Point(100, 100)) == 141
    assert distance(Point(0, 0), Point(2, 2)) == 3  # 2.83
    ahead = footprint(LINE, pose(1000, 1000, 0))
    assert distance_between(ahead, footprint(LINE, pose(1000, 800, 1800))) == 200
    # Corner to corner, 3 in over and 4 in up.
    assert distance_between(ahead, footprint(LINE, pose(1900, 600, 1800))) == 500
    assert distance_from(Spot(100000, 90000), ahead) == 100
    assert distance_from(Spot(100000, 100001), ahead) == 0


def test_a_distance_is_told_to_the_nearest_hundredth_and_halves_go_up() -> None:
    assert [told((grains * grains, 1)) for grains in (0, 49, 50, 149, 150, 250)] == [
        0, 0, 1, 1, 2, 3,
    ]  # fmt: skip
    assert told((99, 100)) == 0


def test_edge_to_edge_touches_and_does_not_overlap() -> None:
    one, other = footprint(LINE, pose(1000, 1000, 0)), footprint(LINE, pose(1600, 1000, 0))
    assert distance_between(one, other) == 0
    assert not overlaps(one, other)
    assert in_contact(one, other)
    assert overlaps(one, footprint(LINE, pose(1599, 1000, 0)))
    assert not overlaps(one, footprint(LINE, pose(1599, 1000, 0)), slack=1)
    assert overlaps(one, footprint(LINE, pose(1598, 1000, 0)), slack=1)


def test_one_inside_the_other_overlaps() -> None:
    one, small = footprint(LINE, pose(1000, 1000, 0)), ranks([1], 20, 20)
    inside = footprint(small, pose(1000, 1020, 300))
    assert overlaps(one, inside)
    assert overlaps(inside, one)
    assert distance_between(one, inside) == 0


def test_crossed_lines_overlap_though_no_corner_is_inside() -> None:
    one, other = footprint(LINE, pose(1000, 1000, 0)), footprint(LINE, pose(1037, 1037, 900))
    assert overlaps(one, other)


@pytest.mark.parametrize("gap, touches", [(0, True), (5, True), (6, False)])
def test_contact_reaches_five_hundredths(gap: int, touches: bool) -> None:
    one = footprint(LINE, pose(1000, 1000, 0))
    assert in_contact(one, footprint(LINE, pose(1000, 1000 - gap, 1800))) is touches


def test_a_distance_at_the_limit_is_within_it_and_keeps_the_gap() -> None:
    one, other = footprint(LINE, pose(1000, 1000, 0)), footprint(LINE, pose(1000, 900, 1800))
    assert is_within(one, other, 100)
    assert is_clear(one, other, 100)
    assert not is_within(one, other, 99)
    assert not is_clear(one, other, 101)
    assert not is_within(one, other, -1)


def test_bases_in_contact_by_their_places() -> None:
    one = footprint(LINE, pose(1000, 1000, 0))
    # The enemy overlaps the right end by a base and a half; his left is opposite.
    other = footprint(LINE, pose(1450, 1000, 1800))
    assert bases_in_contact(one, other) == ((4, 5), (5, 4), (5, 5))
    assert bases_in_contact(one, footprint(LINE, pose(1000, 900, 1800))) == ()


def test_the_nearest_spot_of_a_polygon() -> None:
    square = (Spot(0, 0), Spot(100, 0), Spot(100, 100), Spot(0, 100))
    assert nearest_of(square, Spot(50, -30)) == Spot(50, 0)
    assert nearest_of(square, Spot(130, -30)) == Spot(100, 0)
    assert nearest_of(square, Spot(7, 9)) == Spot(7, 9)
    assert nearest_of((Spot(5, 5),), Spot(0, 0)) == Spot(5, 5)
    assert nearest_of((Spot(5, 5), Spot(5, 9)), Spot(0, 7)) == Spot(5, 7)


@given(pairs())
def test_distance_contact_and_overlap_are_the_same_both_ways(
    pair: tuple[Footprint, Footprint],
) -> None:
    one, other = pair
    assert distance_between(one, other) == distance_between(other, one)
    assert overlaps(one, other) == overlaps(other, one)
    assert in_contact(one, other) == in_contact(other, one)
    flipped = tuple((b, a) for a, b in bases_in_contact(other, one))
    assert set(bases_in_contact(one, other)) == set(flipped)


@given(pairs())
def test_the_distance_is_nothing_where_they_meet_and_something_elsewhere(
    pair: tuple[Footprint, Footprint],
) -> None:
    for one in pair[0].parts:
        for other in pair[1].parts:
            assert (square_between(one, other)[0] == 0) is meet(one, other)
            if overlap(one, other):
                assert meet(one, other)


@given(pairs())
def test_overlap_and_contact_agree_with_the_ruler(pair: tuple[Footprint, Footprint]) -> None:
    one, other = pair
    between = distance_between(one, other)
    assert in_contact(one, other) is (between <= CONTACT)
    if overlaps(one, other):
        assert between == 0
        assert in_contact(one, other)
    if overlaps(one, other, SLACK):
        assert overlaps(one, other)
    if is_far(one, other, 0):
        assert between > 0


@given(pairs(), st.integers(0, 400))
def test_within_and_clear_agree_with_the_ruler(
    pair: tuple[Footprint, Footprint], limit: int
) -> None:
    one, other = pair
    assert is_within(one, other, limit) is (distance_between(one, other) <= limit)
    if limit:
        assert is_clear(one, other, limit) is (distance_between(one, other) >= limit)
    else:
        assert is_clear(one, other, 0) is not overlaps(one, other)
        assert is_clear(one, other, -SLACK) is not overlaps(one, other, SLACK)


@given(pairs(), near)
def test_the_nearest_spot_is_as_far_as_the_distance(
    pair: tuple[Footprint, Footprint], here: Pose
) -> None:
    origin = spot(here.point)
    for part in pair[0].parts:
        found = nearest_of(part, origin)
        number, divisor = square_to_polygon(origin, part)
        square = (found.x - origin.x) ** 2 + (found.y - origin.y) ** 2
        assert abs(told((square, 1)) - told((number, divisor))) <= 1


def test_where_to_lay_the_ruler() -> None:
    one = footprint(LINE, pose(1000, 1000, 0))
    other = footprint(LINE, pose(1900, 600, 1800))
    assert closest(one, other) == (Spot(130000, 100000), Spot(160000, 60000))
    assert closest(other, one) == (Spot(160000, 60000), Spot(130000, 100000))


@given(pairs())
def test_the_ruler_lies_on_both_and_shows_the_distance(
    pair: tuple[Footprint, Footprint],
) -> None:
    one, other = closest(*pair)
    assert distance_from(one, pair[0]) == distance_from(other, pair[1]) == 0
    between = distance_between(*pair)
    if between:
        length = told(((one.x - other.x) ** 2 + (one.y - other.y) ** 2, 1))
        assert abs(length - between) <= 1


@given(pairs(), near, headings)
def test_turning_both_about_a_point_keeps_the_distance(
    pair: tuple[Footprint, Footprint], hub: Pose, angle: int
) -> None:
    one, other = (_swung(ground, spot(hub.point), angle) for ground in pair)
    assert abs(distance_between(*pair) - distance_between(one, other)) <= 1


def _swung(ground: Footprint, hub: Spot, angle: int) -> Footprint:
    def swing(corner: Spot) -> Spot:
        east, south = turned(corner.x - hub.x, corner.y - hub.y, angle)
        return Spot(hub.x + east, hub.y + south)

    return covering([tuple(map(swing, part)) for part in ground.parts])


@given(layouts, poses, st.integers(-500, 500), st.integers(-500, 500))
def test_moving_both_alike_changes_nothing(layout: Layout, here: Pose, dx: int, dy: int) -> None:
    other = footprint(SUPPORTED, pose(1700, 1700, 450))
    moved = footprint(SUPPORTED, pose(1700 + dx, 1700 + dy, 450))
    there = pose(here.point.x + dx, here.point.y + dy, here.heading)
    before = distance_between(footprint(layout, here), other)
    assert distance_between(footprint(layout, there), moved) == before
