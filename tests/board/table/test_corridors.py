"""What is left out before sweeping, and what is worked out sooner: it must say the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from longroll.board.table import (
    Footprint,
    Layout,
    Obstacle,
    Point,
    Pose,
    Spot,
    Straight,
    Wheel,
    after,
    ahead,
    aim,
    aiming,
    clip,
    contours_crossed,
    first_in_the_way,
    footprint,
    is_clear,
    lengths,
    oblique,
    pose,
    spot_at,
    swept,
)
from longroll.board.table.arcs import is_out_of_arc, nearest_in_arc
from longroll.board.table.corridors import Corridor, Swing
from longroll.board.table.ground import contours_between, part_of
from longroll.board.table.measure import (
    is_along,
    is_nearer,
    meet,
    square_between,
    square_to_polygon,
    told,
)
from longroll.board.table.moves import stages
from longroll.board.table.places import GRAIN
from longroll.board.table.terrain import Box
from tests.board.table.fields import EMPTY, FIELD, LINE, layouts, poses

gaps = st.sampled_from([0, 1, 50, 100])
points = st.builds(Point, st.integers(0, 3600), st.integers(0, 3000))
directions = st.sampled_from([0, 0, 300, -300, 1800, 450])


@settings(max_examples=300)
@given(layouts, poses, directions, layouts, poses, gaps, st.integers(0, 1200))
def test_a_corridor_tells_what_sweeping_finds(
    layout: Layout, here: Pose, angle: int, other: Layout, there: Pose, gap: int, length: int
) -> None:
    start, ground = footprint(layout.solid, here), footprint(other, there)
    leg = Straight(length, angle)
    run_over = swept(start, footprint(layout.solid, after(layout, here, leg)))
    is_free = is_clear(run_over, ground, gap)
    meeting = Corridor(start, here.heading + angle).meeting(ground, gap)
    if meeting is None:
        assert is_free
        return
    if length <= meeting.free:
        assert is_free
    if meeting.barred is not None and length >= meeting.barred:
        assert not is_free


def test_a_corridor_knows_to_the_hundredth_what_stands_square_ahead() -> None:
    start = footprint(LINE, pose(1500, 1500, 0))
    facing = footprint(LINE, pose(1500, 1000, 1800))
    free, barred = Corridor(start, 0).meeting(facing, 100) or (0, 0)
    assert barred is not None
    assert free < 401 <= barred <= free + 4
    assert Corridor(start, 1800).meeting(facing, 100) is None
    assert Corridor(start, 0).meeting(footprint(LINE, pose(2300, 1000, 1800)), 100) is None


@settings(max_examples=200)
@given(
    layouts,
    poses,
    st.builds(Wheel, st.sampled_from(["left", "right"]), st.integers(-900, 3000)),
    layouts,
    poses,
    gaps,
)
def test_a_swing_leaves_out_only_what_a_wheel_never_comes_near(
    layout: Layout, here: Pose, wheel: Wheel, other: Layout, there: Pose, gap: int
) -> None:
    ground = footprint(other, there)
    if Swing(layout.solid, here, wheel).may_meet(ground, gap):
        return
    steps = [footprint(layout.solid, stage) for stage in stages(layout, here, wheel)]
    for before, later in pairwise(steps):
        assert is_clear(swept(before, later), ground, gap)


def test_a_swing_leaves_out_what_stands_behind_the_pivot() -> None:
    wheel = Swing(LINE, pose(1500, 1500, 0), Wheel("right", 450))
    assert wheel.may_meet(footprint(LINE, pose(1300, 1200, 1800)), 0)
    assert not wheel.may_meet(footprint(LINE, pose(2200, 1500, 1800)), 0)
    assert not wheel.may_meet(footprint(LINE, pose(2000, 1100, 1800)), 0)


@settings(max_examples=200)
@given(layouts, poses, directions, st.lists(st.tuples(layouts, poses), max_size=3), gaps)
def test_parts_of_a_clipped_leg_are_free_as_far_as_it_says(
    layout: Layout, here: Pose, angle: int, others: list[tuple[Layout, Pose]], gap: int
) -> None:
    obstacles = [Obstacle(str(at), footprint(*one), gap) for at, one in enumerate(others)]
    found = clip(layout, here, oblique(900, angle), obstacles)
    assume(isinstance(found.leg, Straight) and not found.is_crowded)
    assert isinstance(found.leg, Straight)
    for part in (1, 2, 4):
        leg = Straight(found.leg.length // part, found.leg.angle)
        if part == 1 or found.free is None or leg.length <= found.free:
            assert first_in_the_way(layout, here, leg, obstacles) is None


def test_a_leg_that_begins_on_the_ground_of_others_begins_in_a_crowd() -> None:
    here = pose(1500, 1500, 0)
    over = Obstacle("friend", footprint(LINE, pose(1500, 1540, 0)))
    beside = Obstacle("friend", footprint(LINE, pose(1500, 1600, 0)), 100)
    assert clip(LINE, here, ahead(300), [over]).is_crowded
    assert not clip(LINE, here, ahead(300), [beside]).is_crowded


# Distances


@settings(max_examples=200)
@given(layouts, poses, layouts, poses, st.integers(1, 900))
def test_nearness_is_judged_by_the_distance(
    layout: Layout, here: Pose, other: Layout, there: Pose, limit: int
) -> None:
    one, two = footprint(layout, here).parts[0], footprint(other, there).parts[0]
    number, divisor = square_between(one, two)
    if meet(one, two):
        assert number == 0
    else:
        corners = [square_to_polygon(spot, two) for spot in one]
        corners += [square_to_polygon(spot, one) for spot in two]
        assert all(number * other <= square * divisor for square, other in corners)
        assert any(number * other == square * divisor for square, other in corners)
    bound = limit * limit * GRAIN * GRAIN
    assert is_nearer(one, two, bound) == (number < bound * divisor)


@given(layouts, poses)
def test_footprints_of_one_heading_are_the_same_moved(layout: Layout, here: Pose) -> None:
    ground = footprint(layout, here)
    for base, corners in zip(layout.bases, ground.bases, strict=True):
        assert corners[0] == spot_at(here, base.dx, base.dy)
        assert corners[2] == spot_at(here, base.dx + base.width, base.dy + base.depth)


@given(points, points, layouts, poses, st.integers(0, 50000))
def test_what_is_not_along_a_segment_is_farther_off(
    start: Point, end: Point, layout: Layout, there: Pose, wide: int
) -> None:
    ground = footprint(layout, there)
    here, beyond = Spot(start.x * GRAIN, start.y * GRAIN), Spot(end.x * GRAIN, end.y * GRAIN)
    if not is_along(here, beyond, wide, ground):
        for part in ground.parts:
            number, divisor = square_between((here, beyond), part)
            assert number > wide * wide * divisor


# Terrain


@settings(max_examples=200)
@given(points, points, st.integers(0, 300))
def test_a_part_of_a_table_has_all_that_a_way_over_it_meets(
    here: Point, there: Point, wide: int
) -> None:
    part = part_of(
        FIELD,
        Box(
            (min(here.x, there.x) - wide) * GRAIN,
            (min(here.y, there.y) - wide) * GRAIN,
            (max(here.x, there.x) + wide) * GRAIN,
            (max(here.y, there.y) + wide) * GRAIN,
        ),
    )
    assert lengths(part, here, there) == lengths(FIELD, here, there)
    assert contours_crossed(part, here, there) == contours_crossed(FIELD, here, there)
    assert contours_between(part, here, there) == len(contours_crossed(FIELD, here, there))


def test_a_part_of_a_table_leaves_out_the_rest() -> None:
    corner = part_of(FIELD, Box(0, 0, 900 * GRAIN, 900 * GRAIN))
    assert [piece.name for piece in corner.pieces] == ["grove"]
    assert part_of(EMPTY, Box(0, 0, 1, 1)).pieces == ()


# Aiming

troops = st.lists(st.tuples(layouts, poses), max_size=5)


@settings(max_examples=150)
@given(poses, layouts, poses, troops)
def test_only_troops_between_are_looked_at_and_nothing_is_missed(
    firer: Pose, layout: Layout, there: Pose, others: list[tuple[Layout, Pose]]
) -> None:
    target = footprint(layout, there)
    among = [(str(at), footprint(*one)) for at, one in enumerate(others)]
    origin = Spot(firer.point.x * GRAIN, firer.point.y * GRAIN)

    def aimed() -> aiming.Aim | None:
        return aim(FIELD, origin, firer.heading, 300, target, among, limit=2000)

    def everybody(
        origin: Spot, parts: object, half: int, troops: Sequence[tuple[str, Footprint]]
    ) -> list[tuple[str, Footprint]]:
        return list(troops)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aiming, "_between", everybody)
        slow = aimed()
    assert aimed() == slow


def test_fire_passes_over_whom_it_may() -> None:
    origin = Spot(1500 * GRAIN, 1500 * GRAIN)
    target = footprint(LINE, pose(1500, 500, 1800))
    wall = [("friends", footprint(LINE, pose(1500, 1000, 0)))]
    asked: list[str] = []

    def passes_over(name: str) -> bool:
        asked.append(name)
        return True

    behind = [*wall, ("others", footprint(LINE, pose(1500, 2000, 0)))]
    assert aim(EMPTY, origin, 0, 300, target, wall) is None
    assert aim(EMPTY, origin, 0, 300, target, behind, passes_over=passes_over) is not None
    assert asked == ["friends"]


@settings(max_examples=150)
@given(poses, st.integers(1, 400), poses, layouts, st.sampled_from([300, 450, 900]))
def test_what_is_out_of_arc_of_all_is_out_of_arc_of_each(
    firer: Pose, wide: int, there: Pose, layout: Layout, half: int
) -> None:
    ground = footprint(layout, there)
    here = Spot(firer.point.x * GRAIN, firer.point.y * GRAIN)
    if not is_out_of_arc(here, wide * GRAIN, firer.heading, half, ground.centre, ground.radius):
        return
    for off_x, off_y in ((0, 0), (wide, 0), (-wide, 0), (0, wide), (0, -wide)):
        eye = Spot(here.x + off_x * GRAIN, here.y + off_y * GRAIN)
        assert nearest_in_arc(eye, firer.heading, half, ground.parts) is None


def test_the_told_distance_is_that_of_the_squares() -> None:
    one, two = footprint(LINE, pose(1000, 1000, 0)), footprint(LINE, pose(1000, 500, 0))
    assert told(square_between(one.parts[0], two.parts[0])) == 425
