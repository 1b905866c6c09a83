"""The map of a battle with what was lost where."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from math import cos, pi, sin, sqrt

from longroll.display.facts import MapFacts, SheetFacts, SystemTable
from longroll.lab.report.ink import INK, LETTER, SOFT, svg, text

#: What terrain is filled with, by a word in its name.
FILLS = {
    "wood": "#dfe2c3",
    "cypress": "#dfe2c3",
    "timber": "#e6e0c0",
    "orchard": "#dfe2c3",
    "swamp": "#d9e2d4",
    "bayou": "#cfe0de",
    "lake": "#cfe0de",
    "river": "#cfe0de",
    "stream": "#cfe0de",
    "water": "#cfe0de",
    "town": "#e3d3b4",
    "redan": "#d8bd8a",
    "ditch": "#c7ab7d",
    "levee": "#d8bd8a",
    "hill": "#ecdfc2",
    "crops": "#efe6c2",
}
LINES = {"road": "#b8945f", "stream": "#3f6b7c", "river": "#3f6b7c", "creek": "#3f6b7c"}
_RED = "#9c2f22"
_WIDTH = 780.0


def fallen_map(table: SystemTable, fallen: Mapping[str, Counter[str]], battles: int) -> str:
    """Where men fell, per hundred battles; an empty text if the table has no map."""
    if table.map is not None:
        return _hexes(table.map, fallen, battles)
    return _sheet(table.sheet, fallen, battles) if table.sheet is not None else ""


def _fill(terrain: str) -> str:
    return next((fill for word, fill in FILLS.items() if word in terrain), "")


def _centre(map: MapFacts, hex: str, size: float) -> tuple[float, float]:
    """The centre of a hex with a given distance to its corners."""
    column, row = int(hex[:2]), int(hex[2:])
    even = column % 2 == 0
    higher = even == (map.high == "even")
    x = size * (1 + 1.5 * (column - map.columns[0]))
    y = size * sqrt(3) * (row - map.rows[0] + (0.5 if higher else 1.0))
    return x, y


def _outline(x: float, y: float, size: float) -> str:
    corners = [(x + size * cos(k * pi / 3), y + size * sin(k * pi / 3)) for k in range(6)]
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in corners) + "Z"


def _hexes(map: MapFacts, fallen: Mapping[str, Counter[str]], battles: int) -> str:
    many = map.columns[1] - map.columns[0] + 1
    size = _WIDTH / (1.5 * many + 0.5)
    height = size * sqrt(3) * (map.rows[1] - map.rows[0] + 1.5)
    shapes: dict[str, list[str]] = defaultdict(list)
    for hex, terrain in map.terrain.items():
        shapes[_fill(terrain)].append(_outline(*_centre(map, hex, size), size))
    parts = [f'<rect width="{_WIDTH:.0f}" height="{height:.0f}" fill="#f4ecd9"/>']
    for fill, drawn in shapes.items():
        parts.append(
            f'<path d="{"".join(drawn)}" fill="{fill or "none"}" stroke="{INK}" '
            'stroke-opacity=".15" stroke-width=".5"/>'
        )
    for name, course in map.roads.items():
        points = "L".join("{:.1f} {:.1f}".format(*_centre(map, hex, size)) for hex in course)
        dashes = ' stroke-dasharray="4 3"' if "rail" in name else ""
        parts.append(
            f'<path d="M{points}" fill="none" stroke="#6b5138" stroke-width="1.2"{dashes}/>'
        )
    most = max((sum(lost.values()) for lost in fallen.values()), default=0)
    for hex, lost in sorted(fallen.items()):
        if hex not in map.terrain:
            continue
        total = sum(lost.values())
        x, y = _centre(map, hex, size)
        strong = 0.15 + 0.75 * sqrt(total / most)
        told = ", ".join(f"{side} {number}" for side, number in sorted(lost.items()) if side)
        parts.append(
            f'<path d="{_outline(x, y, size * 0.94)}" fill="{_RED}" fill-opacity="{strong:.2f}" '
            f'stroke="{_RED}" stroke-width=".6"><title>{hex}: {told} in {battles} battles</title>'
            "</path>"
        )
        number = f"{100 * total / battles:.0f}"
        high = min(13.0, 3 * size / len(number))
        if total > most / 2 and high >= 8:
            white = {"fill": "#fff", "font_weight": "700", "style": f"font-size:{high:.1f}px"}
            parts.append(text(x, y + high / 3, number, end="middle", **white))
    for hex, name in map.labels.items():
        x, y = _centre(map, hex, size)
        half = len(name) * LETTER / 2
        parts.append(
            text(
                min(max(x, half), _WIDTH - half),
                max(y - size * 0.3, 14),
                name,
                end="middle",
                fill=INK,
                stroke="#f4ecd9",
                stroke_width="3",
                paint_order="stroke",
            )
        )
    return svg(_WIDTH, height, "Where men fell", *parts)


def _sheet(sheet: SheetFacts, fallen: Mapping[str, Counter[str]], battles: int) -> str:
    scale = _WIDTH / sheet.width
    height = sheet.height * scale
    parts = [f'<rect width="{_WIDTH:.0f}" height="{height:.0f}" fill="#f4ecd9"/>']
    for piece in sheet.pieces:
        points = "L".join(f"{x * scale:.1f} {y * scale:.1f}" for x, y in piece.points)
        if piece.shape == "area":
            fill = _fill(piece.kind) or "#ece2c8"
            parts.append(f'<path d="M{points}Z" fill="{fill}" stroke="{SOFT}" stroke-width=".6"/>')
        else:
            stroke = next((ink for word, ink in LINES.items() if word in piece.kind), SOFT)
            wide = max(1.5, piece.width * scale)
            parts.append(
                f'<path d="M{points}" fill="none" stroke="{stroke}" stroke-opacity=".6" '
                f'stroke-width="{wide:.1f}"/>'
            )
    # Points closer than an inch or so are one place.
    places: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for place, lost in fallen.items():
        x, _, y = place.partition(",")
        places[round(float(x)), round(float(y))] += lost
    most = max((sum(lost.values()) for lost in places.values()), default=0)
    for (across, down), lost in sorted(places.items()):
        total = sum(lost.values())
        told = ", ".join(f"{side} {number}" for side, number in sorted(lost.items()) if side)
        parts.append(
            f'<circle cx="{across * 100 * scale:.1f}" cy="{down * 100 * scale:.1f}" '
            f'r="{2 + 9 * sqrt(total / most):.1f}" fill="{_RED}" fill-opacity=".5" '
            f'stroke="{_RED}"><title>{told} in {battles} battles</title></circle>'
        )
    return svg(_WIDTH, height, "Where men fell", *parts)
