"""What stops sight, where to aim, and how to close."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longroll.board.table import (
    Block,
    Footprint,
    Layout,
    Point,
    Pose,
    Spot,
    Table,
    aim,
    beside,
    can_see,
    distance_between,
    distance_from,
    flush,
    footprint,
    front_centre,
    in_arc,
    in_contact,
    look,
    overlaps,
    piece,
    pose,
    ranks,
    spot,
    targets,
)
from longroll.board.table.ground import stretches
from longroll.board.table.measure import SLACK, square_to_polygon, told
from longroll.board.table.shadows import lit, shadow
from longroll.board.table.sight import Step
from tests.board.table.fields import (
    EMPTY,
    FIELD,
    GUNS,
    LINE,
    MARCH,
    headings,
    layouts,
    poses,
)

STAND = ranks([1], 100, 75)


def seen(here: tuple[int, int], there: tuple[int, int], table: Table = FIELD) -> list[Block]:
    found = look(table, spot(Point(*here)), spot(Point(*there)))
    assert found.is_clear is can_see(table, spot(Point(*here)), spot(Point(*there)))
    return list(found.blocks)


def test_the_open_is_open() -> None:
    assert seen((100, 2900), (900, 2900)) == []
    assert look(EMPTY, Spot(0, 0), Spot(30000, 40000)).length == 500


@pytest.mark.parametrize(
    "here, there, at",
    [
        ((300, 600), (600, 600), None),  # 2 in into the grove
        ((300, 600), (601, 600), Point(600, 600)),
        ((600, 600), (300, 600), None),  # and 2 in out of it
        ((601, 600), (300, 600), Point(401, 600)),
        ((450, 450), (650, 450), None),  # 2 in inside
        ((450, 450), (651, 450), Point(650, 450)),
        ((300, 600), (900, 600), Point(600, 600)),  # through 4 in of it
        ((700, 300), (900, 500), None),  # over a corner, 1.41 in
    ],
)
def test_dense_woods_pass_two_inches(
    here: tuple[int, int], there: tuple[int, int], at: Point | None
) -> None:
    assert [(block.reason, block.name, block.at) for block in seen(here, there)] == (
        [] if at is None else [("depth", "grove", at)]
    )


def test_open_woods_pass_four_inches() -> None:
    assert seen((1900, 700), (2400, 700)) == []
    assert seen((1900, 700), (2401, 700)) == [Block("depth", "wood", Point(2400, 700), 500)]
    depths = {"open_woods": 900}
    assert can_see(FIELD, spot(Point(1900, 700)), spot(Point(3000, 700)), (), depths)


def test_a_town_passes_two_inches_a_bay_of_it_does_not_count() -> None:
    assert seen((3100, 2000), (2400, 2000)) == []
    assert [block.name for block in seen((3100, 2000), (2399, 2150))] == ["town"]


def test_a_crest_between_lower_points_blocks() -> None:
    assert seen((900, 1700), (2100, 1700)) == [Block("crest", "low", Point(1000, 1700), 100)]
    assert seen((1100, 1700), (2100, 1700)) == []  # from the hill down
    assert seen((1100, 2000), (1900, 2000)) == [Block("crest", "high", Point(1300, 2000), 200)]
    assert seen((1500, 2000), (900, 2000)) == []  # from the top
    assert seen((900, 1700), (1100, 1700)) == []  # up to it


def test_the_profile_tells_the_heights() -> None:
    found = look(FIELD, spot(Point(900, 2000)), spot(Point(2100, 2000)))
    assert found.profile == (Step(0, 0), Step(100, 1), Step(400, 2), Step(800, 1), Step(1100, 0))
    assert look(EMPTY, Spot(0, 0), Spot(100, 0)).profile == (Step(0, 0),)


def test_what_blocks_outright() -> None:
    wall = msgspec.structs.replace(
        piece("wall", "high wall", (500, 0), (500, 900), width=10), sight="blocks"
    )
    found = seen((0, 500), (900, 500), Table("yard", 1000, 1000, (wall,)))
    assert found == [Block("terrain", "high wall", Point(495, 500), 495)]


def test_troops_in_between_block_and_neighbours_do_not() -> None:
    friend = ("friend", footprint(LINE, pose(1000, 500, 0)))
    here, there = spot(Point(1000, 900)), spot(Point(1000, 100))
    assert look(EMPTY, here, there, [friend]).blocks == (
        Block("troops", "friend", Point(1000, 575), 325),
    )
    assert not can_see(EMPTY, here, there, [friend])
    assert can_see(EMPTY, spot(Point(1300, 900)), spot(Point(1310, 100)), [friend])
    # Along its side, without going in.
    assert can_see(EMPTY, spot(Point(1301, 900)), spot(Point(1301, 100)), [friend])


@given(poses, poses)
def test_sight_is_the_same_both_ways(here: Pose, there: Pose) -> None:
    friend = [("friend", footprint(LINE, pose(1700, 1700, 300)))]
    one, other = spot(here.point), spot(there.point)
    forth, back = look(FIELD, one, other, friend), look(FIELD, other, one, friend)
    assert forth.length == back.length
    near = [block for block in (*forth.blocks, *back.blocks) if block.reason in ("depth", "troops")]
    if forth.is_clear is not back.is_clear:
        # Only a depth or a brush at the very limit may be rounded apart.
        assert near
    names = {block.name for block in forth.blocks if block.reason == "crest"}
    assert names == {block.name for block in back.blocks if block.reason == "crest"}


def test_the_aim_is_the_nearest_spot_in_the_arc() -> None:
    target = footprint(LINE, pose(1000, 1000, 1800))
    found = aim(EMPTY, spot(Point(1000, 1500)), 0, 300, target)
    assert found is not None
    assert (found.spot, found.range) == (Spot(100000, 100000), 500)
    assert aim(EMPTY, spot(Point(1000, 1500)), 0, 300, target, limit=499) is None
    assert aim(EMPTY, spot(Point(1000, 1500)), 0, 300, target, limit=500) == found
    assert aim(EMPTY, spot(Point(1000, 1500)), 1800, 300, target) is None
    # From the side: the arc's border cuts the front at 5 in times the tangent of 30 degrees.
    off = aim(EMPTY, spot(Point(500, 1500)), 0, 300, target)
    assert off is not None
    assert abs(off.spot.x - 70000) <= 1
    assert off.range == 539


def test_the_aim_shifts_to_what_friends_leave_open() -> None:
    target = footprint(LINE, pose(1000, 1000, 1800))
    friend = ("friend", footprint(STAND, pose(1000, 1250, 0)))
    found = aim(EMPTY, spot(Point(1000, 1500)), 0, 300, target, [friend])
    assert found is not None
    # The friend's rear corners, 0.5 in off at 1.75 in, throw their shadow to 1.43 in at 5 in.
    assert abs(abs(found.spot.x - 100000) - 14286) <= 110
    assert found.spot.y == 100000
    assert look(EMPTY, spot(Point(1000, 1500)), found.spot, [friend]).is_clear
    wide = ("friend", footprint(LINE, pose(1000, 1250, 0)))
    assert aim(EMPTY, spot(Point(1000, 1500)), 0, 300, target, [wide]) is None


def test_the_aim_looks_past_terrain() -> None:
    block = piece("dense_woods", "block", (900, 1100), (1100, 1100), (1100, 1400), (900, 1400))
    table = Table("t", 2000, 2000, (block,))
    target = footprint(LINE, pose(1000, 1000, 1800))
    found = aim(table, spot(Point(1000, 1500)), 0, 450, target)
    assert found is not None
    assert abs(found.spot.x - 100000) >= 2 * 7500
    assert can_see(table, spot(Point(1000, 1500)), found.spot)


def test_what_is_out_of_reach_is_not_aimed_at() -> None:
    block = piece("dense_woods", "block", (900, 1100), (1100, 1100), (1100, 1400), (900, 1400))
    table = Table("t", 2000, 2000, (block,))
    target = footprint(LINE, pose(1000, 1000, 1800))
    assert aim(table, spot(Point(1000, 1500)), 0, 450, target, limit=505) is None
    assert aim(EMPTY, spot(Point(1000, 3000)), 0, 450, target, limit=600) is None
    far = [("far", target)]
    assert list(targets(EMPTY, spot(Point(1000, 3000)), 0, 450, 600, far, far)) == []


def test_targets_in_the_order_given() -> None:
    enemies = [
        ("hidden", footprint(STAND, pose(1000, 800, 1800))),
        ("near", footprint(LINE, pose(1000, 1000, 1800))),
        ("far", footprint(LINE, pose(1000, 100, 1800))),
        ("aside", footprint(STAND, pose(1400, 900, 1800))),
    ]
    found = targets(EMPTY, spot(Point(1000, 1500)), 0, 400, 1200, enemies, enemies)
    # The corner of the one aside, 6.95 in off, is hidden by the end of the near one.
    assert [(name, one.range) for name, one in found] == [("near", 500), ("aside", 700)]


def test_a_spot_inside_a_unit_sees_nothing_past_it() -> None:
    friend = footprint(LINE, pose(1000, 1500, 0))
    assert shadow(spot(Point(1000, 1530)), friend.parts[0]) == ()
    target = footprint(LINE, pose(1000, 1000, 1800))
    assert aim(EMPTY, spot(Point(1000, 1530)), 0, 300, target, [("on", friend)]) is None


def test_a_front_on_the_edge_of_another_is_not_hidden_by_it() -> None:
    behind = footprint(LINE, pose(1000, 1500, 0))
    target = footprint(LINE, pose(1000, 1000, 1800))
    found = aim(EMPTY, spot(Point(1000, 1500)), 0, 300, target, [("behind", behind)])
    assert found is not None
    assert found.range == 500


@given(layouts, poses, poses, st.lists(poses, max_size=3))
def test_what_is_aimed_at_is_in_the_arc_on_the_target_and_in_sight(
    layout: Layout, here: Pose, there: Pose, others: list[Pose]
) -> None:
    target = footprint(layout, there)
    troops = [(str(at), footprint(LINE, other)) for at, other in enumerate(others)]
    origin = spot(here.point)
    found = aim(EMPTY, origin, here.heading, 300, target, troops)
    first = aim(EMPTY, origin, here.heading, 300, target)
    if first is None:
        assert found is None
    if found is not None and first is not None:
        assert found.range >= first.range >= distance_from(origin, target) - 1
        assert min(told(square_to_polygon(found.spot, part)) for part in target.parts) == 0
        # To the grain, which close by is more than a tenth of a degree.
        assert found.range < 10 or in_arc(origin, here.heading, 301, found.spot)
        assert can_see(EMPTY, origin, found.spot, troops)


@settings(max_examples=50)
@given(layouts, poses, poses, st.lists(poses, max_size=3))
def test_no_nearer_spot_is_found_by_trying(
    layout: Layout, here: Pose, there: Pose, others: list[Pose]
) -> None:
    target, origin = footprint(layout, there), spot(here.point)
    troops = _named([footprint(LINE, other) for other in others])
    found = aim(EMPTY, origin, here.heading, 300, target, troops)
    for part in target.parts:
        for at, (x, y) in enumerate(part):
            from_x, from_y = part[at - 1]
            for share in range(10):
                tried = Spot(
                    from_x + (x - from_x) * share // 10, from_y + (y - from_y) * share // 10
                )
                away = told(((tried.x - origin.x) ** 2 + (tried.y - origin.y) ** 2, 1))
                # The aim keeps a hundredth clear of every shadow.
                if found is not None and away >= found.range - 3:
                    continue
                if away > 3 and in_arc(origin, here.heading, 299, tried):
                    assert not can_see(EMPTY, origin, tried, troops) or _is_brushed(
                        origin, tried, troops
                    )


def _is_brushed(origin: Spot, tried: Spot, troops: list[tuple[str, Footprint]]) -> bool:
    """Whether sight touches somebody on the way, by less than would hide."""
    return any(stretches(origin, tried, ground) for _, ground in troops)


@given(poses, st.lists(poses, max_size=4))
def test_light_and_shadow_fill_an_edge(here: Pose, others: list[Pose]) -> None:
    origin = spot(here.point)
    grounds = [footprint(LINE, other) for other in others]
    shadows = [shadow(origin, part) for ground in grounds for part in ground.parts]
    start, end = Spot(100000, 100000), Spot(200000, 130000)
    open_parts = lit(start, end, shadows, 1 << 24)
    for one, other in pairwise(open_parts):
        assert one.start <= one.end < other.start <= other.end
    for at in range(0, 101, 5):
        share = at * (1 << 40) // 100
        place = Spot(start.x + 1000 * at, start.y + 300 * at)
        is_lit = any(part.start <= share <= part.end for part in open_parts)
        if is_lit:
            assert can_see(EMPTY, origin, place, _named(grounds))


def _named(grounds: list[Footprint]) -> list[tuple[str, Footprint]]:
    return [(str(at), ground) for at, ground in enumerate(grounds)]


def test_lining_up_on_a_front() -> None:
    enemy = footprint(LINE, pose(1000, 1000, 1800))
    closed = flush(pose(1120, 1090, 200), enemy)
    assert closed == pose(1120, 1000, 0)
    assert in_contact(footprint(LINE, closed), enemy)
    # On his flank: past the end of his front, the side is nearer.
    assert flush(pose(1350, 960, 2700), enemy) == pose(1300, 960, 2700)
    # From inside, where a charge went too far: to the nearest edge all the same.
    assert flush(pose(1100, 990, 0), enemy) == pose(1100, 1000, 0)


@given(poses, poses, headings)
def test_lined_up_they_touch_and_do_not_overlap(here: Pose, there: Pose, heading: int) -> None:
    enemy = footprint(LINE, there)
    if distance_from(spot(here.point), enemy) == 0:
        return
    closed = flush(pose(here.point.x, here.point.y, heading), enemy)
    ground = footprint(STAND, closed)
    assert in_contact(ground, enemy)
    assert not overlaps(ground, enemy, SLACK)
    assert distance_between(ground, enemy) <= 1


def test_neighbours_in_a_rank() -> None:
    assert [beside(LINE, at) for at in (0, 1, 5)] == [(None, 1), (0, 2), (4, None)]
    assert beside(MARCH, 2) == (None, None)
    assert beside(GUNS, 3) == (2, None)
    assert front_centre(footprint(STAND, pose(7, 9, 0)).bases[0]) == Spot(700, 900)
