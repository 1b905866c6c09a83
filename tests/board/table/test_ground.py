"""Terrain pieces and what they say about points, footprints and segments."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroll.board.table import (
    Point,
    Pose,
    Spot,
    Table,
    barriers_along,
    barriers_crossed,
    contours_crossed,
    crosses,
    distance,
    footprint,
    ground_at,
    lengths,
    level_at,
    piece,
    pieces_at,
    pieces_under,
    place,
    pose,
    ranks,
    spot,
)
from longroll.board.table.ground import WHOLE, is_on, stretches
from longroll.board.table.terrain import KINDS, twice_area
from tests.board.table.fields import EMPTY, FENCE, FIELD, LINE, PIKE, RUN, TOWN, WALL, poses

points = st.builds(Point, st.integers(0, 3600), st.integers(0, 3000))


def told(table: Table, here: tuple[int, int], there: tuple[int, int]) -> list[tuple[str, int]]:
    return [
        (found.piece.name if found.piece else "open", found.length)
        for found in lengths(table, Point(*here), Point(*there))
    ]


def test_the_ground_underfoot_is_the_topmost() -> None:
    def underfoot(x: int, y: int) -> str | None:
        found = ground_at(FIELD, spot(Point(x, y)))
        return found.name if found else None

    assert underfoot(2100, 500) == "wood"
    assert underfoot(2000, 400) == "wood"  # its corner is its own
    assert underfoot(1999, 500) is None
    assert underfoot(1200, 2000) == "pike"  # over the hill, which is no ground but a height
    assert underfoot(1200, 1285) == "pike"  # over the run
    assert underfoot(1500, 1300) == "run"
    assert underfoot(1100, 900) is None  # a wall stands on the ground


def test_heights() -> None:
    assert [level_at(FIELD, spot(Point(x, 2000))) for x in (900, 1000, 1299, 1300, 1701)] == [
        0, 1, 1, 2, 1,
    ]  # fmt: skip


def test_all_pieces_at_a_spot() -> None:
    names = [piece.name for piece in pieces_at(FIELD, spot(Point(1210, 900)))]
    assert names == ["pike", "wall"]


def test_the_bay_of_a_town_is_not_the_town() -> None:
    assert len(TOWN.ground.parts) > 1
    assert is_on(TOWN, Spot(250000, 200000))
    assert is_on(TOWN, Spot(260000, 200000))
    assert not is_on(TOWN, Spot(260100, 200000))
    assert not is_on(TOWN, Spot(290000, 200000))
    area = sum(twice_area(tuple(Point(x, y) for x, y in part)) for part in TOWN.ground.parts)
    assert area == twice_area(TOWN.points) * 100 * 100


def test_the_outline_may_run_either_way_round() -> None:
    back = piece("built_up", "town", *reversed(TOWN.points))
    assert sorted(map(sorted, back.ground.parts)) == sorted(map(sorted, TOWN.ground.parts))


@st.composite
def stars(draw: st.DrawFn) -> tuple[Point, ...]:
    """An outline round a centre, in and out at will, with some corners in one line."""
    radii = draw(st.lists(st.sampled_from([200, 200, 450, 900]), min_size=3, max_size=16))
    count = len(radii)
    hub = pose(1500, 1500, draw(st.integers(0, 3599)))
    corners = (
        place(pose(*hub.point, hub.heading + 3600 * at // count), 0, -radius)
        for at, radius in enumerate(radii)
    )
    return tuple(corners)


@given(stars(), st.lists(points, min_size=5, max_size=5))
def test_an_area_is_cut_into_parts_that_cover_it_once(
    outline: tuple[Point, ...], places: list[Point]
) -> None:
    area = piece("rough", "rough", *outline)
    parts = [tuple(Point(x, y) for x, y in part) for part in area.ground.parts]
    assert all(twice_area(part) > 0 for part in parts)
    assert sum(map(twice_area, parts)) == abs(twice_area(outline)) * 100 * 100
    for here in places:
        assert is_on(area, spot(here)) is _is_inside(outline, here)


def _is_inside(outline: tuple[Point, ...], here: Point) -> bool:
    """By counting the edges east of a point; the outline itself belongs to the inside."""
    odd = False
    for at, end in enumerate(outline):
        start = outline[at - 1]
        across = (end.x - start.x) * (here.y - start.y) - (end.y - start.y) * (here.x - start.x)
        in_box = min(start.x, end.x) <= here.x <= max(start.x, end.x) and min(
            start.y, end.y
        ) <= here.y <= max(start.y, end.y)
        if across == 0 and in_box:
            return True
        if (start.y > here.y) != (end.y > here.y) and (across > 0) == (start.y > end.y):
            odd = not odd
    return odd


def test_corners_in_one_line_do_no_harm() -> None:
    yard = piece("rough", "yard", (0, 0), (100, 0), (200, 0), (200, 200), (100, 200), (0, 200))
    assert told(Table("t", 200, 200, (yard,)), (0, 100), (200, 100)) == [("yard", 200)]
    assert is_on(yard, spot(Point(100, 0)))
    assert is_on(yard, spot(Point(100, 100)))


def test_a_line_covers_its_bends() -> None:
    bend = piece("road", "bend", (0, 0), (1000, 0), (1000, 1000), width=100)
    assert is_on(bend, spot(Point(1050, -50)))  # the outer corner
    assert not is_on(bend, spot(Point(1051, 0)))
    assert is_on(bend, spot(Point(0, 50)))
    assert not is_on(bend, spot(Point(-1, 0)))  # its ends are cut straight


def test_pieces_under_a_footprint() -> None:
    ground = footprint(LINE, pose(1200, 910, 0))
    assert [piece.name for piece in pieces_under(FIELD, ground)] == ["pike"]
    ground = footprint(LINE, pose(1200, 900, 0))
    assert [piece.name for piece in pieces_under(FIELD, ground)] == ["pike", "wall"]


def test_lengths_by_hand() -> None:
    assert told(FIELD, (1800, 500), (3000, 500)) == [("open", 200), ("wood", 800), ("open", 200)]
    assert told(FIELD, (2100, 500), (2400, 900)) == [("wood", 500)]
    assert told(FIELD, (2300, 2000), (3000, 2000)) == [("open", 100), ("town", 200), ("open", 400)]
    # Across the bay: out of the town and into it again.
    assert told(FIELD, (2800, 1600), (2800, 2400)) == [("town", 200), ("open", 400), ("town", 200)]
    assert told(FIELD, (1000, 100), (1400, 100)) == [("open", 175), ("pike", 50), ("open", 175)]
    assert told(EMPTY, (0, 0), (300, 400)) == [("open", 500)]
    assert told(EMPTY, (7, 7), (7, 7)) == []


def test_the_topmost_counts_where_pieces_lie_on_one_another() -> None:
    wood = piece("open_woods", "wood", (0, 0), (1000, 0), (1000, 1000), (0, 1000))
    lane = piece("road", "lane", (500, 0), (500, 1000), width=100)
    across = ((0, 300), (1000, 300))
    assert told(Table("t", 1000, 1000, (wood, lane)), *across) == [
        ("wood", 450), ("lane", 100), ("wood", 450),
    ]  # fmt: skip
    assert told(Table("t", 1000, 1000, (lane, wood)), *across) == [("wood", 1000)]


@given(points, points)
def test_lengths_add_up_to_the_segment(here: Point, there: Point) -> None:
    found = lengths(FIELD, here, there)
    assert sum(one.length for one in found) == distance(here, there)
    assert all(one.length > 0 for one in found)
    assert all(one.piece != other.piece for one, other in pairwise(found))


@given(points, points)
def test_the_way_back_crosses_the_same_ground(here: Point, there: Point) -> None:
    forth, back = (
        {
            name: sum(one.length for one in found if one.piece and one.piece.name == name)
            for name in ("wood", "grove", "town", "run", "pike")
        }
        for found in (lengths(FIELD, here, there), lengths(FIELD, there, here))
    )
    assert all(abs(forth[name] - back[name]) <= 2 for name in forth)


@given(points, points)
def test_stretches_agree_with_the_spots_along_them(here: Point, there: Point) -> None:
    start, end = spot(here), spot(there)
    for one in FIELD.pieces:
        found = stretches(start, end, one.ground)
        assert (bool(found) and found[0].start == 0) is is_on(one, start)
        assert (bool(found) and found[-1].end == WHOLE) is is_on(one, end)


def crossings(here: tuple[int, int], there: tuple[int, int]) -> list[tuple[str, str, int]]:
    return [
        (found.piece.name, found.way, found.length)
        for found in contours_crossed(FIELD, Point(*here), Point(*there))
    ]


def test_contours_crossed_by_hand() -> None:
    assert crossings((900, 2000), (2100, 2000)) == [
        ("low", "up", 100),
        ("high", "up", 400),
        ("high", "down", 800),
        ("low", "down", 1100),
    ]
    assert crossings((1100, 2000), (1200, 2000)) == []
    assert crossings((1500, 2000), (1500, 2600)) == [("high", "down", 200), ("low", "down", 400)]
    first = contours_crossed(FIELD, Point(900, 2000), Point(1100, 2000))[0]
    assert first.at == Point(1000, 2000)


def test_who_ends_on_a_contour_has_climbed_it() -> None:
    assert crossings((900, 2000), (1000, 2000)) == [("low", "up", 100)]
    assert crossings((1000, 2000), (1100, 2000)) == []
    assert crossings((1000, 2000), (900, 2000)) == [("low", "down", 0)]
    # The corner (1000, 1600) is only brushed.
    assert crossings((900, 1700), (1100, 1500)) == []


@given(points, points)
def test_crossings_lead_from_the_height_here_to_the_height_there(here: Point, there: Point) -> None:
    found = contours_crossed(FIELD, here, there)
    climbed = sum(1 if one.way == "up" else -1 for one in found)
    assert climbed == level_at(FIELD, spot(there)) - level_at(FIELD, spot(here))
    assert [one.length for one in found] == sorted(one.length for one in found)


@given(points, points, st.integers(0, 100))
def test_a_way_in_two_steps_crosses_as_many_contours(here: Point, there: Point, share: int) -> None:
    # Points on one row or one column lie exactly on the segment between the others.
    end = Point(there.x, here.y)
    halfway = Point(here.x + (end.x - here.x) * share // 100, here.y)
    steps = (*contours_crossed(FIELD, here, halfway), *contours_crossed(FIELD, halfway, end))
    whole = contours_crossed(FIELD, here, end)
    assert len(steps) == len(whole)


def test_what_a_segment_runs_over() -> None:
    ground = footprint(LINE, pose(1000, 1000, 0))
    assert crosses(spot(Point(1000, 900)), spot(Point(1000, 1100)), ground)
    assert not crosses(spot(Point(1301, 900)), spot(Point(1301, 1100)), ground)
    # Touching its corner is a brush.
    assert not crosses(spot(Point(1250, 950)), spot(Point(1350, 1050)), ground)


def test_barriers_crossed_in_order() -> None:
    found = barriers_crossed(FIELD, spot(Point(1200, 1000)), spot(Point(1200, 800)))
    assert found == ((WALL, 95),)
    assert barriers_crossed(FIELD, spot(Point(100, 1000)), spot(Point(100, 800))) == ()


def test_walls_along_a_front_edge() -> None:
    def along(here: Pose) -> list[str]:
        front = footprint(ranks([1], 100, 75), here).bases[0]
        return [piece.name for piece in barriers_along(FIELD, front[0], front[1])]

    assert along(pose(1200, 910, 0)) == ["wall"]
    assert along(pose(1200, 955, 0)) == ["wall"]  # half an inch and half the wall's width
    assert along(pose(1200, 956, 0)) == []
    assert along(pose(1200, 910, 300)) == ["wall"]
    assert along(pose(1200, 910, 301)) == []
    assert along(pose(1200, 890, 1800)) == ["wall"]  # with one's back to it: the caller's to judge
    assert along(pose(1480, 500, 900)) == ["fence"]
    assert (WALL.cover, WALL.rest, FENCE.cover, FENCE.rest) == (True, True, False, True)


@given(poses)
def test_the_ground_of_a_piece_holds_its_own_points(here: Pose) -> None:
    for one in (TOWN, RUN, PIKE):
        assert all(is_on(one, spot(point)) for point in one.points)
    assert not pieces_under(EMPTY, footprint(LINE, here))


@pytest.mark.parametrize(
    "kind, points, sizes, what",
    [
        ("moat", [(0, 0), (9, 9)], {}, "'moat' is not a kind of terrain"),
        ("road", [(0, 0)], {"width": 50}, "a road of 1 points – two points or more"),
        ("road", [(0, 0), (9, 9)], {}, "0 hundredths wide – a width of 0.02 in or more"),
        ("road", [(0, 0), (0, 0)], {"width": 9}, "a road with a point twice in a row"),
        ("rough", [(0, 0), (9, 9)], {}, "three corners or more"),
        ("rough", [(0, 0), (9, 9), (0, 9)], {"width": 3}, "no width"),
        ("rough", [(0, 0), (9, 9), (0, 9), (0, 0)], {}, "each corner once"),
        ("rough", [(0, 0), (9, 9), (9, 0), (0, 9)], {}, "crosses itself"),
        ("rough", [(0, 0), (9, 0), (4, 0)], {}, "crosses itself"),
        ("rough", [(0, 0), (9, 0), (9, 9), (5, 0)], {}, "crosses itself"),
        ("hill", [(0, 0), (9, 9), (0, 9)], {}, "a contour of level 0 – a level of 1 or more"),
    ],
)
def test_pieces_that_are_none(
    kind: str, points: list[tuple[int, int]], sizes: dict[str, int], what: str
) -> None:
    with pytest.raises(ValueError, match=what):
        piece(kind, "thing", *points, **sizes)


def test_every_kind_can_be_made() -> None:
    for kind, common in KINDS.items():
        width, level = (50 * (common.shape == "line"), int(common.layer == "contour"))
        made = piece(kind, kind, (0, 0), (900, 0), (900, 900), width=width, level=level)
        assert (made.shape, made.layer) == (common.shape, common.layer)
        assert is_on(made, spot(Point(900, 450)))
