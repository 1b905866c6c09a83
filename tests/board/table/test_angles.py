"""Sines, bearings and turns in whole numbers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroll.board.table.angles import (
    SCALE,
    arc_length,
    bearing,
    cosine,
    normal,
    sine,
    turning,
    way,
    widest_arc,
)

steps = st.integers(-(10**6), 10**6)


def test_every_sine_is_the_nearest_whole_number() -> None:
    # A float is good to 53 bits, and no sine here lies that near to the middle of two numbers.
    for angle in range(3600):
        assert sine(angle) == round(math.sin(math.radians(angle / 10)) * SCALE), angle
        assert cosine(angle) == sine(angle + 900)


def test_the_quarters_mirror_exactly() -> None:
    for angle in range(-1800, 1800):
        assert sine(angle + 1800) == sine(-angle) == -sine(angle)
        assert cosine(angle) == cosine(-angle)


@pytest.mark.parametrize(
    "angle, over",
    [(0, 0), (300, SCALE // 2), (900, SCALE), (1500, SCALE // 2), (2100, -SCALE // 2)],
)
def test_sines_known_by_heart(angle: int, over: int) -> None:
    assert sine(angle) == over


@pytest.mark.parametrize(
    "step, heading",
    [
        ((0, -1), 0),
        ((1, -1), 450),
        ((1, 0), 900),
        ((1, 1), 1350),
        ((0, 1), 1800),
        ((-1, 1), 2250),
        ((-1, 0), 2700),
        ((-1, -1), 3150),
        ((3, -4), 369),  # 36.8699 degrees
        ((4, -3), 531),
        ((-1, -2000), 0),  # 359.971 degrees
        ((-1, -1000), 3599),  # 359.943 degrees
        ((1, -1146), 0),  # 0.04999 degrees
        ((1, -1145), 1),  # 0.05004 degrees
    ],
)
def test_a_bearing_is_rounded_to_the_nearest_tenth(step: tuple[int, int], heading: int) -> None:
    assert bearing(*step) == heading


def test_a_point_has_no_bearing_from_itself() -> None:
    with pytest.raises(ValueError, match="no bearing"):
        bearing(0, 0)


@given(steps, steps)
def test_the_bearing_back_is_the_other_way(dx: int, dy: int) -> None:
    if (dx, dy) != (0, 0):
        assert turning(bearing(dx, dy), bearing(-dx, -dy)) == 1800


@given(steps, steps)
def test_a_bearing_is_within_half_a_tenth(dx: int, dy: int) -> None:
    if (dx, dy) != (0, 0):
        true = math.degrees(math.atan2(dx, -dy)) * 10
        off = (bearing(dx, dy) - true) % 3600
        assert min(off, 3600 - off) <= 0.5 + 1e-6


@given(st.integers(0, 3599))
def test_the_way_ahead_has_its_own_bearing(heading: int) -> None:
    assert bearing(*way(heading)) == heading


@given(st.integers(-9999, 9999), st.integers(-9999, 9999))
def test_turning_leads_to_the_other_heading(before: int, after: int) -> None:
    angle = turning(before, after)
    assert -1800 < angle <= 1800
    assert normal(before + angle) == normal(after)


def test_the_arc_of_a_wheel_is_rounded_up() -> None:
    # 6 in swung by 30 degrees: 3.14159 in. The whole circle of 1 in: 6.28319 in.
    assert arc_length(600, 300) == 315
    assert arc_length(100, 3600) == 629
    assert arc_length(600, 1) == 2


@given(st.integers(1, 4000), st.integers(0, 2000))
def test_the_widest_arc_fits_and_the_next_does_not(radius: int, length: int) -> None:
    angle = widest_arc(radius, length)
    assert arc_length(radius, angle) <= length
    assert angle == 3600 or arc_length(radius, angle + 1) > length
