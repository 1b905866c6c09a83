"""Angles in tenths of a degree, with sines in whole numbers so that every machine agrees.

A heading is 0 for north (up the table) and grows clockwise: 900 is east. A table's y grows
downward, so the direction ahead at a heading is (sine, -cosine).
"""

from __future__ import annotations

from bisect import bisect_right

#: One whole turn, in tenths of a degree.
TURN = 3600
HALF_TURN = 1800
RIGHT_ANGLE = 900

#: The sine of a right angle. 2**30 keeps a point 100 in away exact to a ten-millionth of an inch.
SCALE = 1 << 30

_BITS = 128
_FINE_BITS = 64


def _rounded(number: int, bits: int) -> int:
    return (number + (1 << (bits - 1))) >> bits


def _arctangent_of_one_over(number: int, one: int) -> int:
    total, power, divisor, sign = 0, one // number, 1, 1
    while power:
        total += sign * (power // divisor)
        power //= number * number
        divisor += 2
        sign = -sign
    return total


def _pi(bits: int) -> int:
    """Pi times 2**bits, by Machin's sum with a few bits to spare."""
    one = 1 << (bits + 16)
    total = 16 * _arctangent_of_one_over(5, one) - 4 * _arctangent_of_one_over(239, one)
    return _rounded(total, 16)


def _sines() -> tuple[int, ...]:
    """The sines of 0 to 90 degrees, every half tenth, times 2**64.

    One small angle comes from the series, the others by adding it again and again. The errors of
    1800 additions in 128 bits stay far below the last of the 64 bits kept.
    """
    one = 1 << _BITS
    angle = _pi(_BITS) // HALF_TURN // 2
    terms = [one]
    while terms[-1]:
        terms.append(terms[-1] * angle // (one * len(terms)))
    step_cosine = sum((-1) ** at * term for at, term in enumerate(terms[0::2]))
    step_sine = sum((-1) ** at * term for at, term in enumerate(terms[1::2]))
    sine, cosine = 0, one
    sines = []
    for _ in range(2 * RIGHT_ANGLE + 1):
        sines.append(_rounded(sine, _BITS - _FINE_BITS))
        sine, cosine = (
            (sine * step_cosine + cosine * step_sine) >> _BITS,
            (cosine * step_cosine - sine * step_sine) >> _BITS,
        )
    return tuple(sines)


_FINE = _sines()
_QUARTER = tuple(_rounded(sine, _FINE_BITS - 30) for sine in _FINE[::2])
#: The tangents of the odd half tenths, rounded down.
_BORDERS = tuple(
    (_FINE[border] << _FINE_BITS) // _FINE[2 * RIGHT_ANGLE - border]
    for border in range(1, 2 * RIGHT_ANGLE, 2)
)
#: All the way round, and a quarter more for the cosines; exactly mirrored in every quarter.
_AROUND = tuple(
    (_QUARTER[tenths], _QUARTER[900 - tenths], -_QUARTER[tenths], -_QUARTER[900 - tenths])[quarter]
    for quarter in (0, 1, 2, 3, 0)
    for tenths in range(RIGHT_ANGLE)
)

_PI_BITS = 64
_PI = _pi(_PI_BITS)


def sine(angle: int) -> int:
    """The sine of an angle in tenths of a degree, times SCALE, to the nearest whole number.

    >>> sine(300) == SCALE // 2, sine(-900) == -SCALE, sine(450) == cosine(450)
    (True, True, True)
    """
    return _AROUND[angle % TURN]


def cosine(angle: int) -> int:
    """The cosine of an angle in tenths of a degree, times SCALE."""
    return _AROUND[angle % TURN + RIGHT_ANGLE]


def way(heading: int) -> tuple[int, int]:
    """The step straight ahead at a heading, of length SCALE.

    >>> way(900) == (SCALE, 0), way(0) == (0, -SCALE)
    (True, True)
    """
    at = heading % TURN
    return _AROUND[at], -_AROUND[at + RIGHT_ANGLE]


def normal(angle: int) -> int:
    """The same heading between 0 and 3599."""
    return angle % TURN


def turning(before: int, after: int) -> int:
    """How far to turn from one heading to another: right is positive, about face is 1800.

    >>> turning(3500, 100), turning(100, 3500), turning(0, 1800), turning(900, 2700)
    (200, -200, 1800, 1800)
    """
    angle = (after - before) % TURN
    return angle - TURN if angle > HALF_TURN else angle


def bearing(dx: int, dy: int) -> int:
    """The heading that points along (dx, dy), to the nearest tenth; ValueError for no step at all.

    Never a tie: no step in whole numbers points exactly between two tenths.

    >>> bearing(0, -5), bearing(7, 7), bearing(-1, 0), bearing(-1, -1000000)
    (0, 1350, 2700, 0)
    """
    east, north = dx, -dy
    if east == north == 0:
        raise ValueError("a point has no bearing from itself")
    if north > 0 and east >= 0:
        quarter, over, ahead = 0, east, north
    elif east > 0:
        quarter, over, ahead = 1, -north, east
    elif north < 0:
        quarter, over, ahead = 2, -east, -north
    else:
        quarter, over, ahead = 3, north, -east
    # The borders between tenths lie at the odd half tenths; count those that are passed.
    share = (over << _FINE_BITS) // ahead
    passed = bisect_right(_BORDERS, share)
    if passed and _BORDERS[passed - 1] == share:
        # Both are rounded down: the last one needs a closer look.
        border = 2 * passed - 1
        if over * _FINE[2 * RIGHT_ANGLE - border] < ahead * _FINE[border]:
            passed -= 1
    return (quarter * RIGHT_ANGLE + passed) % TURN


def arc_length(radius: int, angle: int) -> int:
    """The length of an arc, in the unit of the radius, rounded up to a whole one.

    >>> arc_length(600, 900), arc_length(600, -900), arc_length(600, 0)
    (943, 943, 0)
    """
    return -(-radius * abs(angle) * _PI // (HALF_TURN << _PI_BITS))


def widest_arc(radius: int, length: int) -> int:
    """The largest angle whose arc is no longer than `length`; a whole turn at most.

    >>> widest_arc(600, 943), widest_arc(600, 942), widest_arc(0, 5)
    (900, 899, 3600)
    """
    return bisect_right(range(TURN + 1), length, key=lambda angle: arc_length(radius, angle)) - 1
