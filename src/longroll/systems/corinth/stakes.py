"""Where victory stands at Corinth. [corinth:31.1.1] [corinth:31.2] [corinth:31.3]"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.display.stakes import Level, Stake, Stakes
from longroll.systems.corinth import outer_works
from longroll.systems.corinth.state import State
from longroll.systems.corinth.tables import TABLES
from longroll.systems.corinth.victory import (
    controlled,
    first_day_winner,
    points,
    schedule,
    worth,
)
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import CONFEDERATE, UNION

_FIRST_DAY = 16


def stakes(state: State) -> Stakes:
    """The total as it is now, and what it would mean."""
    if state.scenario == outer_works.NAME:
        return _outer_works(state)
    lines = tuple(state.game.rules.victory_lines(state))
    total = sum(line.value for line in lines)
    is_first = state.turn <= _FIRST_DAY
    levels = tuple(_first_day(total) if is_first else _second_day(state, total))
    reached = next(level for level in levels if level.reached)
    scored = [
        Stake(what=line.reason, worth=points(line.value), now="counted", rule=line.rule)
        for line in lines
        if line.rule != "corinth:31.1.1"
    ]
    return Stakes(
        verdict=f"{points(total)} to the Confederates: {reached.title}",
        winner=reached.side,
        counts=(*_objectives(state), *scored),
        levels=levels,
        changes=tuple(_changes(levels, total)),
    )


def _objectives(state: State) -> Iterator[Stake]:
    """Every place that scores, those of the town together."""
    held, map = controlled(state), state.game.map
    town = map.zones["corinth"]
    for hex, value in sorted(worth(state.game.ground).items()):
        if hex in town and hex not in map.labels:
            continue
        holder = CONFEDERATE if hex in held else UNION
        yield Stake(
            what=f"{map.labels.get(hex, 'Corinth')}, {hex}",
            where=(hex,),
            holder=holder,
            now=f"{holder.title()} holds",
            worth=points(value),
            rule="corinth:31.1.1",
        )
    taken = len(held & town)
    yield Stake(
        what=f"Corinth, each of {len(town)} hexes",
        where=tuple(sorted(town)),
        holder=CONFEDERATE if taken == len(town) else UNION if not taken else None,
        now=f"{taken} taken",
        worth=points(TABLES.objective("corinth")),
        rule="corinth:31.1.1",
    )


def _first_day(total: int) -> Iterator[Level]:
    """The end of the first day. [corinth:31.2]"""
    low, high = TABLES.victory.first_day_union, TABLES.victory.first_day_confederate
    winner = first_day_winner(total)
    for side, title, asks in (
        (UNION, "Union wins the first day", f"{low} or fewer"),
        ("", "the battle goes on", f"more than {low}, fewer than {high}"),
        (CONFEDERATE, "Confederates win the first day", f"{high} or more"),
    ):
        yield Level(title=title, side=side or None, asks=asks, reached=side == winner)


def _second_day(state: State, total: int) -> Iterator[Level]:
    """The schedule of the scenario. [corinth:31.3]"""
    version = schedule(state)
    now = TABLES.level(version, total)
    bounds: tuple[float, ...] = getattr(TABLES.levels, version)
    for place, name in enumerate(TABLES.levels.names):
        at_most = f"{bounds[place]:g} or fewer" if place < len(bounds) else ""
        asks = at_most or f"more than {bounds[-1]:g}"
        side = UNION if "Union" in name else CONFEDERATE
        yield Level(title=name, side=side, asks=asks, reached=name == now)


def _changes(levels: tuple[Level, ...], total: int) -> Iterator[str]:
    place = next(i for i, level in enumerate(levels) if level.reached)
    if place:
        yield f"For the Union: {levels[place - 1].title}, with a total of {levels[place - 1].asks}."
    if place + 1 < len(levels):
        above = levels[place + 1]
        yield f"For the Confederates: {above.title}, with a total of {above.asks}."


def _outer_works(state: State) -> Stakes:
    """The small scenario counts losses and ground. [gbacw:4.0.3]"""
    found = outer_works.result(state)
    sums = {
        side: sum(score.points for score in found.scores if score.side == side)
        for side in state.game.sides
    }
    lead = sums[CONFEDERATE] - sums[UNION]
    ground = outer_works.ground(state)
    inside = state.game.map.zones["inside_works"] - outer_works.beyond(state.game.ground)
    counts = (
        *(
            Stake(
                what=f"each {side.title()} Strength Point lost",
                worth="1 point",
                now=f"{outer_works.losses(state, side)} lost",
                rule=found.rule,
            )
            for side in state.game.sides
        ),
        Stake(
            what="each hex behind the works that Confederate infantry holds",
            where=tuple(sorted(inside)),
            worth=f"{outer_works.A_HEX} points",
            now=f"{ground} held",
            holder=CONFEDERATE if ground else UNION,
            rule=found.rule,
        ),
    )
    levels = (
        Level(title="Union victory", side=UNION, asks="as many points or more", reached=lead <= 0),
        Level(title="Confederate victory", side=CONFEDERATE, asks="more", reached=lead > 0),
    )
    needed = abs(lead) + (lead <= 0)
    who = "Confederates" if lead <= 0 else "Union"
    change = f"The {who} must gain {needed} more point{'' if needed == 1 else 's'} than the enemy."
    return Stakes(
        verdict=f"{found.level}, {found.reason}",
        winner=found.winner,
        counts=counts,
        levels=levels,
        changes=(change,),
    )


RULES = Rules[State](stakes=stakes)
