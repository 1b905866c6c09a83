"""The ruler between two places, and what blocks the sight between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from longroll.board.table import Footprint, Spot, distance_between, distance_from, point, spot
from longroll.board.table.measure import closest, distance, nearest_of
from longroll.board.table.sight import Block, look
from longroll.display.sight import Bar, Rise, Sight
from longroll.miniatures.drawing import read_point
from longroll.miniatures.measure import WHOLE
from longroll.miniatures.standing import Battle, stands_of, troops

#: The ground of somebody by his name; None if nobody of that name is there.
Named = Callable[[str], Footprint | None]


def sight(state: Battle, start: str, end: str, named: Named, rules: Mapping[str, str]) -> Sight:
    """The line between two units or points, as the rules measure it: the nearest parts of their
    stands, and whatever blocks sight between them. `rules` has the rule of each reason."""
    one, other = _found(state, start, named), _found(state, end, named)
    here, there, length = _ends(one, other)
    seen = look(state.table, here, there, troops(state, (start, end)))
    return Sight(
        clear=seen.is_clear,
        line=((_place(here),), (_place(there),)),
        bars=tuple(_bar(state, block, rules) for block in seen.blocks),
        profile=tuple(
            Rise(_place(here), step.length / WHOLE, step.level, step.level) for step in seen.profile
        ),
        length=length,
    )


def _ends(one: Footprint | Spot, other: Footprint | Spot) -> tuple[Spot, Spot, int]:
    if isinstance(one, Footprint) and isinstance(other, Footprint):
        here, there = closest(one, other)
        return here, there, distance_between(one, other)
    if isinstance(one, Footprint):
        assert isinstance(other, Spot)
        return _nearest(one, other), other, distance_from(other, one)
    if isinstance(other, Footprint):
        return one, _nearest(other, one), distance_from(one, other)
    return one, other, distance(point(one), point(other))


def _nearest(ground: Footprint, place: Spot) -> Spot:
    found = [nearest_of(part, place) for part in ground.parts]
    return min(found, key=lambda at: (at.x - place.x) ** 2 + (at.y - place.y) ** 2)


def _found(state: Battle, word: str, named: Named) -> Footprint | Spot:
    unit = state.units.get(word)
    if unit is not None and unit.place == "table":
        return stands_of(state.rulebook, unit)
    ground = named(word)
    if ground is not None:
        return ground
    at = read_point(word)
    width, high = state.table.size
    if not (0 <= at.x <= width and 0 <= at.y <= high):
        raise ValueError(f"{word} is beyond the table")
    return spot(at)


def _place(spot: Spot) -> str:
    at = point(spot)
    return f"{at.x / WHOLE:g},{at.y / WHOLE:g}"


def _bar(state: Battle, block: Block, rules: Mapping[str, str]) -> Bar:
    name = state.units[block.name].title if block.reason == "troops" else block.name
    why = {
        "depth": f"{name} hides what is deeper inside than sight reaches",
        "terrain": f"{name} is in the way",
        "crest": f"the crest of {name} is higher than both ends",
        "troops": f"{name} is between",
    }[block.reason]
    at = f"{block.at.x / WHOLE:g},{block.at.y / WHOLE:g}"
    return Bar(rules[block.reason], why, at)
