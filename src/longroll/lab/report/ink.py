"""Charts in the look of the game, as SVG inside a page."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape

from longroll.lab.findings import Spread
from longroll.lab.stats import Share

UNION, CONFEDERATE, INK, SOFT, RULE = "#24507f", "#c9ab78", "#2b2118", "#6a5a47", "#d9ccb0"
EDGE = {UNION: "#12304f", CONFEDERATE: "#4a3517"}
NEITHER = "#fffdf6"


def colour(side: str | None, sides: Sequence[str]) -> str:
    """The colour of a side. Union and Confederate have theirs; others follow their order."""
    if side is None:
        return NEITHER
    named = {"union": UNION, "confederate": CONFEDERATE}
    return named.get(side) or (UNION, CONFEDERATE)[list(sides).index(side) % 2]


def svg(width: float, height: float, label: str, *parts: str) -> str:
    """A picture with a name for those who cannot see it."""
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def text(x: float, y: float, words: str, *, end: str = "start", **more: str) -> str:
    """Words at a point."""
    style = {"fill": INK, **{name.replace("_", "-"): value for name, value in more.items()}}
    told = "".join(f' {name}="{value}"' for name, value in style.items())
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{end}"{told}>{escape(words)}</text>'


#: How wide a letter is on average in a wide font, for what has to fit.
LETTER = 7.8


def number(value: float) -> str:
    """A figure to read: three digits, or the whole part if that has more.

    >>> number(0.0625), number(7.25), number(1437.5), number(1437500)
    ('0.062', '7.25', '1,438', '1,437,500')
    """
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.2g}" if abs(value) < 1 else f"{value:.3g}"


def name_of(left: float, middle: float, words: str) -> str:
    """The name of a row that ends left of a chart, in one line or two, around a height."""
    most = int((left - 10) / LETTER)
    words = words[:1].upper() + words[1:]
    lines = textwrap.wrap(words, most, max_lines=2, placeholder=" …") or [""]
    first = middle + 5 - 8 * (len(lines) - 1)
    return "".join(
        text(left - 10, first + 16 * place, each, end="end") for place, each in enumerate(lines)
    )


def bar(x: float, y: float, width: float, height: float, fill: str) -> str:
    """A bar in the colour of a side; the Confederate's is ruled, so it differs without colour."""
    shape = f'x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{height:.1f}"'
    drawn = f'<rect {shape} fill="{fill}" stroke="{EDGE.get(fill, SOFT)}"/>'
    return drawn + (f'<rect {shape} fill="url(#rule)"/>' if fill == CONFEDERATE else "")


def line(x1: float, y1: float, x2: float, y2: float, stroke: str = RULE, width: float = 1) -> str:
    return (
        f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{stroke}" stroke-width="{width}"/>'
    )


#: A row of a chart: its name, its share, its colour, and whether history was like that.
Row = tuple[str, Share, str, bool]


def shares(rows: Sequence[Row], label: str, width: float = 560, left: float = 210) -> str:
    """Shares as bars, with their intervals as lines."""
    room = width - left - (210 if any(row[3] for row in rows) else 150)
    parts = []
    for place, (name, share, fill, marked) in enumerate(rows):
        y = 34.0 * place + 2
        parts.append(name_of(left, y + 15, name))
        parts.append(bar(left, y + 6, share.value * room, 18, fill))
        low, high = left + share.low * room, left + share.high * room
        parts.append(line(low, y + 15, high, y + 15, INK, 1.6))
        parts += [line(x, y + 10, x, y + 20, INK, 1.6) for x in (low, high)]
        mark = " history" if marked else ""
        words = f"{share.value:.0%} ({share.low:.0%}–{share.high:.0%}){mark}"
        parts.append(text(high + 8, y + 20, words, fill=SOFT))
    parts.append(line(left, 0, left, 34 * len(rows), INK, 1.2))
    return svg(width, 34 * len(rows) + 4, label, *parts)


def columns(values: Sequence[tuple[str, float]], label: str, under: str, fill: str = SOFT) -> str:
    """Columns over names, such as battles over turns."""
    width, height, left, foot = 560.0, 220.0, 40.0, 180.0
    most = max((value for _, value in values), default=0) or 1
    step = min((width - left) / max(len(values), 1), 80.0)
    every = max(1, round(len(values) / 16))
    parts = []
    for share in (0, 0.5, 1):
        y = foot - share * 160
        parts.append(line(left, y, width, y))
        parts.append(text(left - 6, y + 5, number(most * share), end="end", fill=SOFT))
    for place, (name, value) in enumerate(values):
        tall, x = value / most * 160, left + place * step
        parts.append(bar(x + step * 0.12, foot - tall, step * 0.76, tall, fill))
        if place % every == 0:
            parts.append(text(x + step / 2, foot + 17, name, end="middle"))
    parts.append(text((left + width) / 2, foot + 36, under, end="middle", fill=SOFT))
    return svg(width, height, label, *parts)


def spreads(rows: Sequence[tuple[str, Spread, str, float | None]], label: str) -> str:
    """Samples as boxes: nine tenths as a line, the middle half as a box, the mean as a stroke;
    a diamond is history."""
    width, left, right = 560.0, 210.0, 60.0
    room = width - left - right
    most = max((max(one.high, one.mean, real or 0) for _, one, _, real in rows), default=0) or 1
    parts = [line(left, 0, left, 34 * len(rows), INK, 1.2)]

    def at(value: float) -> float:
        return left + value / most * room

    for place, (name, one, fill, real) in enumerate(rows):
        y = 34.0 * place
        parts.append(name_of(left, y + 16, name))
        parts.append(line(at(one.low), y + 16, at(one.high), y + 16, INK, 1.4))
        parts.append(
            bar(at(one.quarter), y + 7, at(one.three_quarters) - at(one.quarter), 18, fill)
        )
        parts.append(line(at(one.mean), y + 3, at(one.mean), y + 29, INK, 2.4))
        parts.append(text(width - right + 12, y + 21, number(one.mean), font_weight="700"))
        if real is not None:
            x = at(real)
            points = f"{x},{y + 8} {x + 8},{y + 16} {x},{y + 24} {x - 8},{y + 16}"
            parts.append(f'<polygon points="{points}" fill="#fffdf6" stroke="#7b2d26"/>')
    return svg(width, 34 * len(rows) + 6, label, *parts)


def bars(rows: Sequence[tuple[str, float, str]], label: str, left: float = 210) -> str:
    """Plain bars with their values."""
    width = 560.0
    room = width - left - 60
    most = max((value for _, value, _ in rows), default=0) or 1
    parts = [line(left, 0, left, 34 * len(rows), INK, 1.2)]
    for place, (name, value, fill) in enumerate(rows):
        y = 34.0 * place
        parts.append(name_of(left, y + 13, name))
        parts.append(bar(left, y + 5, value / most * room, 15, fill))
        parts.append(text(left + value / most * room + 8, y + 18, number(value), fill=SOFT))
    return svg(width, 34 * len(rows) + 6, label, *parts)


def curve(points: Sequence[tuple[int, Share]], label: str, under: str) -> str:
    """Shares over turns as a line, with their intervals as a band."""
    width, height, left, foot = 560.0, 220.0, 46.0, 180.0
    step = (width - left - 20) / max(len(points) - 1, 1)
    parts = []
    for share in (0, 0.5, 1):
        y = foot - share * 160
        parts.append(line(left, y, width, y))
        parts.append(text(left - 6, y + 5, f"{share:.0%}", end="end", fill=SOFT))

    def at(number: int, value: float) -> str:
        return f"{left + 5 + number * step:.1f} {foot - value * 160:.1f}"

    known = [(number, share) for number, (_, share) in enumerate(points) if share.of]
    if known:
        upper = [at(number, share.high) for number, share in known]
        lower = [at(number, share.low) for number, share in reversed(known)]
        parts.append(f'<path d="M{"L".join(upper + lower)}Z" fill="#7b2d26" fill-opacity=".15"/>')
        middle = [at(number, share.value) for number, share in known]
        parts.append(
            f'<path d="M{"L".join(middle)}" fill="none" stroke="#7b2d26" stroke-width="2"/>'
        )
    every = max(1, round(len(points) / 16))
    for number, (count, _) in enumerate(points):
        if number % every == 0:
            x = left + 5 + number * step
            parts.append(text(x, foot + 17, str(count), end="middle"))
    parts.append(text((left + width) / 2, foot + 36, under, end="middle", fill=SOFT))
    return svg(width, height, label, *parts)
