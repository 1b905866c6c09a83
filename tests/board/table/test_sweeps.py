"""What a move runs over, and how far it may go."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longroll.board.table import (
    Footprint,
    Layout,
    Leg,
    Obstacle,
    Pose,
    Spot,
    Straight,
    Turn,
    Wheel,
    after,
    ahead,
    back,
    clip,
    distance_between,
    first_in_the_way,
    footprint,
    is_clear,
    length,
    oblique,
    on_table,
    overlaps,
    piece,
    pose,
    shift,
    swept,
)
from longroll.board.table.hulls import hull
from longroll.board.table.measure import SLACK, holds, square_to_polygon, told
from longroll.board.table.moves import cut, stages
from tests.board.table.fields import LINE, MARCH, layouts, legs, poses, straights

NORTH = pose(1500, 1500, 0)
SIZE = (3600, 3000)


def block(x: int, y: int, heading: int = 1800, gap: int = 0, layout: Layout = LINE) -> Obstacle:
    return Obstacle("enemy", footprint(layout, pose(x, y, heading)), gap)


@pytest.mark.parametrize(
    "gap, leg, end",
    [
        (0, ahead(600), ahead(400)),  # to contact
        (100, ahead(600), ahead(300)),
        (100, ahead(250), ahead(250)),
        (100, oblique(600, 300), oblique(346, 300)),
        (100, back(600), back(600)),
    ],
)
def test_a_line_advances_on_an_enemy_four_inches_ahead(gap: int, leg: Leg, end: Leg) -> None:
    found = clip(LINE, NORTH, leg, [block(1500, 1100, gap=gap)])
    assert found.leg == end
    assert found.ended_by == (None if end == leg else "enemy")


def test_a_march_passes_between_two_units_an_inch_off_each() -> None:
    gate = [block(1000, 1200, 0, 100), block(1900, 1200, 0, 100)]  # 3 in between them
    assert clip(MARCH, pose(1450, 1500, 0), ahead(900), gate).leg == ahead(900)
    assert clip(MARCH, pose(1451, 1500, 0), ahead(900), gate).ended_by == "enemy"
    assert clip(LINE, pose(1450, 1500, 0), ahead(900), gate).leg == ahead(125)


def test_nothing_is_jumped_over() -> None:
    thin = piece("wall", "wall", (1000, 1200), (2000, 1200), width=4)
    found = clip(LINE, NORTH, ahead(900), [Obstacle("wall", thin.ground)])
    assert found.ended_by == "wall"
    assert length(LINE, found.leg) == 298


def test_a_wheel_is_stopped_by_what_its_arc_meets() -> None:
    # The outer corner starts at (1800, 1500) and swings on a circle of 6 in round (1200, 1500).
    enemy = block(1600, 1000, 1800)
    found = clip(LINE, NORTH, Wheel("left", 900), [enemy])
    assert found.ended_by == "enemy"
    # His front is at y = 1000; the corner is there when 600 times the sine is 500: 56.4 degrees.
    assert isinstance(found.leg, Wheel)
    assert 564 <= found.leg.angle <= 567
    assert clip(LINE, NORTH, Wheel("left", 500), [enemy]).ended_by is None
    assert clip(LINE, NORTH, Wheel("right", -900), [enemy]).ended_by is None


def test_a_turn_is_taken_whole_or_not_at_all() -> None:
    beside = block(1500, 1700, 0)
    assert clip(LINE, NORTH, Turn(900), [beside]).leg == Turn(0)
    assert clip(LINE, NORTH, Turn(200), [beside]).leg == Turn(200)
    assert first_in_the_way(LINE, NORTH, Turn(900), [beside]) == "enemy"


def test_the_edge_of_the_table_ends_a_move() -> None:
    assert clip(LINE, NORTH, ahead(2000), size=SIZE).leg == ahead(1500)
    found = clip(LINE, NORTH, shift(1300, "left"), size=SIZE)
    assert found.leg == shift(1200, "left")
    assert found.ended_by == "edge"
    assert clip(LINE, pose(1500, 100, 0), Wheel("left", 900), size=SIZE).ended_by == "edge"
    assert on_table(footprint(LINE, NORTH), *SIZE)
    assert on_table(footprint(LINE, pose(300, 0, 0)), *SIZE)
    assert not on_table(footprint(LINE, pose(299, 0, 0)), *SIZE)


def test_the_allowance_ends_a_move() -> None:
    assert clip(LINE, NORTH, ahead(900), allowance=600).leg == ahead(600)
    assert clip(LINE, NORTH, Wheel("left", 900), allowance=472).leg == Wheel("left", 450)


def test_an_enemy_too_near_at_the_start_may_be_left_but_not_approached() -> None:
    enemy = block(1500, 1450, gap=100)
    assert clip(LINE, NORTH, ahead(300), [enemy]).leg == ahead(0)
    assert clip(LINE, NORTH, back(300), [enemy]).leg == back(300)
    assert clip(LINE, NORTH, shift(300, "left"), [enemy]).leg == shift(300, "left")


def test_what_is_overlapped_at_the_start_is_no_obstacle() -> None:
    assert clip(LINE, NORTH, ahead(300), [block(1500, 1530)]).leg == ahead(300)


def test_of_two_in_the_way_the_nearer_ends_it() -> None:
    far = Obstacle("far", footprint(LINE, pose(1500, 900, 1800)))
    close = Obstacle("close", footprint(LINE, pose(1900, 1200, 1800)))
    found = clip(LINE, NORTH, ahead(900), [far, close])
    assert (found.leg, found.ended_by) == (ahead(300), "close")


def test_a_hull_is_clockwise_and_has_no_needless_corner() -> None:
    spots = [Spot(x, y) for x in (0, 5, 10) for y in (0, 5, 10)]
    assert hull(spots) == (Spot(0, 0), Spot(10, 0), Spot(10, 10), Spot(0, 10))
    assert hull([Spot(1, 1), Spot(1, 1)]) == (Spot(1, 1),)


@given(layouts, poses, straights)
def test_swept_ground_holds_every_stage(layout: Layout, here: Pose, leg: Straight) -> None:
    ground = swept(footprint(layout, here), footprint(layout, after(layout, here, leg)))
    for share in (0, 1, 2, 3):
        stage = after(layout, here, Straight(leg.length * share // 3, leg.angle))
        for part, run_over in zip(footprint(layout, stage).parts, ground.parts, strict=True):
            for corner in part:
                assert told(square_to_polygon(corner, run_over)) <= 1
                if share in (0, 3):
                    assert holds(run_over, corner)
    for part in ground.parts:
        for x, y in part:
            away = (x - ground.centre.x) ** 2 + (y - ground.centre.y) ** 2
            assert away <= ground.radius**2
        assert set(hull(part)) <= set(part)


obstacles = st.lists(
    st.builds(
        lambda layout, here, gap: Obstacle("unit", footprint(layout, here), gap),
        layouts,
        poses,
        st.sampled_from([0, 0, 100]),
    ),
    max_size=4,
)


def claim(start: Footprint, other: Obstacle) -> int | None:
    """The gap that an obstacle may claim from a unit that starts there."""
    if overlaps(start, other.ground, SLACK):
        return None
    if overlaps(start, other.ground):
        return -SLACK
    return min(other.gap, distance_between(start, other.ground))


@settings(max_examples=150)
@given(layouts, poses, legs, obstacles, st.integers(0, 1500))
def test_a_clipped_move_keeps_its_allowance_its_gaps_and_the_table(
    layout: Layout, here: Pose, leg: Leg, others: list[Obstacle], allowance: int
) -> None:
    start = footprint(layout, here)
    found = clip(layout, here, leg, others, SIZE, allowance)
    assert length(layout, found.leg) <= allowance
    assert first_in_the_way(layout, here, found.leg, others, SIZE) in (None, "edge")
    for stage in stages(layout, here, found.leg):
        ground = footprint(layout, stage)
        if stage != here and on_table(start, *SIZE):
            assert on_table(ground, *SIZE)
        for other in others:
            if (gap := claim(start, other)) is not None:
                assert is_clear(ground, other.ground, gap)


@settings(max_examples=100)
@given(layouts, poses, legs, obstacles)
def test_a_clipped_move_cannot_go_on(
    layout: Layout, here: Pose, leg: Leg, others: list[Obstacle]
) -> None:
    found = clip(layout, here, leg, others)
    if found.ended_by is None:
        assert found.leg == leg
    elif isinstance(found.leg, Straight):
        # One of the next few, as every length is rounded anew.
        longer = [cut(found.leg, found.leg.length + more) for more in (1, 2, 3)]
        assert any(first_in_the_way(layout, here, one, others) for one in longer)
    assert clip(layout, here, leg, others) == found


@settings(max_examples=100)
@given(layouts, poses, legs, obstacles)
def test_many_stages_at_once_are_judged_as_one_by_one(
    layout: Layout, here: Pose, leg: Leg, others: list[Obstacle]
) -> None:
    steps = [footprint(layout, stage) for stage in stages(layout, here, leg)]
    claims = [(other, gap) for other in others if (gap := claim(steps[0], other)) is not None]
    barred = any(
        not is_clear(swept(one, next), other.ground, gap)
        for one, next in pairwise(steps)
        for other, gap in claims
    )
    assert (first_in_the_way(layout, here, leg, others) is not None) is barred
