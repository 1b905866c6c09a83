"""Layouts, poses and legs to try, and a small field."""

from __future__ import annotations

from hypothesis import strategies as st

from longroll.board.table import (
    Layout,
    Leg,
    Pose,
    Straight,
    Table,
    Turn,
    Wheel,
    column,
    piece,
    pose,
    ranks,
    with_behind,
)

LINE = ranks([6], 100, 75)
SUPPORTED = ranks([4, 2], 100, 75, gap_behind=25)
MARCH = column(6, 1, 100, 75)
EXTENDED = ranks([3], 100, 75, gap_between=100)
GUNS = with_behind(ranks([2], 100, 175), 2, 100, 200, distance=200)
ODD = ranks([3], 75, 61)

LAYOUTS = (LINE, SUPPORTED, MARCH, EXTENDED, GUNS, ODD)

layouts: st.SearchStrategy[Layout] = st.sampled_from(LAYOUTS)
headings = st.integers(0, 3599)
poses: st.SearchStrategy[Pose] = st.builds(
    pose, st.integers(1000, 2500), st.integers(1000, 2500), headings
)
straights = st.builds(Straight, st.integers(0, 1200), st.integers(-1799, 1800))
wheels = st.builds(Wheel, st.sampled_from(["left", "right"]), st.integers(-1800, 1800))
turns = st.builds(Turn, st.integers(-1800, 1800))
legs: st.SearchStrategy[Leg] = st.one_of(straights, wheels, turns)
moves = st.lists(legs, max_size=5).map(tuple)

WOOD = piece("open_woods", "wood", (2000, 400), (2800, 400), (2800, 1000), (2000, 1000))
GROVE = piece("dense_woods", "grove", (400, 400), (800, 400), (800, 800), (400, 800))
LOW = piece("hill", "low", (1000, 1600), (2000, 1600), (2000, 2400), (1000, 2400), level=1)
HIGH = piece("hill", "high", (1300, 1800), (1700, 1800), (1700, 2200), (1300, 2200), level=2)
#: An area with a bay in its east side.
TOWN = piece(
    "built_up", "town", (2400, 1600), (3000, 1600), (2600, 2000), (3000, 2400), (2400, 2400)
)
RUN = piece("stream", "run", (0, 1200), (1500, 1300), (3600, 1200), width=100)
PIKE = piece("road", "pike", (1200, 0), (1200, 3000), width=50)
WALL = piece("wall", "wall", (1000, 900), (1400, 900), width=10)
FENCE = piece("fence", "fence", (1500, 700), (1500, 300), width=4)
FIELD = Table("a field", 3600, 3000, (WOOD, GROVE, LOW, HIGH, TOWN, RUN, PIKE, WALL, FENCE))
EMPTY = Table("a plain", 3600, 3000)
