"""The same geometry on every machine and in every run: one number for a long row of results."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from longroll.board.table import (
    Obstacle,
    Wheel,
    after,
    ahead,
    aim,
    bearing_to,
    clip,
    closest,
    contours_crossed,
    distance_between,
    footprint,
    lengths,
    look,
    oblique,
    pose,
    spot,
)
from longroll.board.table.angles import sine
from tests.board.table.fields import FIELD, LAYOUTS

DIGEST = "47a55ab9db6aac0e"


def results() -> list[object]:
    found: list[object] = [sine(angle) for angle in range(900)]
    for step in range(120):
        layout = LAYOUTS[step % len(LAYOUTS)]
        here = pose(700 + 37 * step % 2300, 500 + 91 * step % 2100, 613 * step)
        there = pose(900 + 53 * step % 2000, 600 + 29 * step % 1900, 1801 * step)
        one, other = footprint(layout, here), footprint(LAYOUTS[(step + 1) % 6], there)
        obstacle = Obstacle("other", other, 100 * (step % 2))
        for leg in (ahead(600), oblique(500, 271), Wheel("left", 777), Wheel("right", -333)):
            clipped = clip(layout, here, leg, [obstacle], FIELD.size, 800)
            told = {"leg": clipped.leg, "ended_by": clipped.ended_by}
            found += [told, after(layout, here, clipped.leg)]
        found += [
            one,
            distance_between(one, other),
            closest(one, other),
            bearing_to(here.point, there.point),
            aim(FIELD, spot(here.point), here.heading, 300, other),
            look(FIELD, spot(here.point), spot(there.point)),
            [
                (part.piece and part.piece.name, part.length)
                for part in lengths(FIELD, here.point, there.point)
            ],
            [cross.at for cross in contours_crossed(FIELD, here.point, there.point)],
        ]
    return found


def test_the_results_are_what_they_always_were() -> None:
    assert sha256(msgspec.json.encode(results())).hexdigest()[:16] == DIGEST
