"""Victory: which hexes count, how long a scenario lasts, and who has won it at the end.

[chickasaw_bayou:17.1.1] [chickasaw_bayou:17.2.1] [chickasaw_bayou:17.3.1]
[chickasaw_bayou:17.4.1] [chickasaw_bayou:17.5.1] [chickasaw_bayou:17.6.1]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from longroll.board.hex import Hex
from longroll.display.facts import MarkFacts, Note
from longroll.kernel.agenda import Umpire
from longroll.kernel.state import Result, Score
from longroll.systems.blind_swords import morale
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.blind_swords.sides import ENEMY, SIDES, Side
from longroll.systems.chickasaw_bayou.game import GAME, setting
from longroll.systems.chickasaw_bayou.options import Options
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.scenario import Goal, Points, Scenario
from longroll.systems.chickasaw_bayou.state import State
from longroll.systems.chickasaw_bayou.terrain import FIRST_ROW, SECOND_ROW, TRENCHES

#: The rule of each scenario's levels, which are numbered as they are listed.
#: [chickasaw_bayou:17.3g.1] [chickasaw_bayou:17.3g.2] [chickasaw_bayou:17.3g.3]
#: [chickasaw_bayou:17.4g.1] [chickasaw_bayou:17.4g.2] [chickasaw_bayou:17.4g.3]
#: [chickasaw_bayou:17.5e.1] [chickasaw_bayou:17.5e.2] [chickasaw_bayou:17.5e.3]
#: [chickasaw_bayou:17.6k.1] [chickasaw_bayou:17.6k.2] [chickasaw_bayou:17.6k.3]
_LEVELS = {"17.3": "17.3g", "17.4": "17.4g", "17.5": "17.5e", "17.6": "17.6k"}
_DIFFERENCE = "chickasaw_bayou:17.1f.4"


def last_turn(state: State) -> int | None:
    """The players may agree on the longer reading of the first two scenarios (CB-27)."""
    scenario = setting(state.scenario, state.options)
    return scenario.optional_turns if state.options.sixth_turn and scenario.optional_turns else None


def objectives(state: State) -> Iterator[Hex]:
    """Hexes that score, and every Trench in play; all Confederate at first (CB-41).

    [chickasaw_bayou:17.1f.1] [chickasaw_bayou:series.control]
    """
    return iter(_objectives(state.scenario, state.options))


@cache
def _objectives(name: str, options: Options) -> tuple[Hex, ...]:
    scenario = setting(name, options)
    hexes = {*TRENCHES, *(scenario.victory.points.hexes if scenario.victory.points else ())}
    return tuple([hex for hex in sorted(hexes) if GAME.in_play(scenario, hex)])


def held(state: State, side: str, hexes: frozenset[Hex] | tuple[Hex, ...]) -> int:
    """How many of these hexes a side controls."""
    return sum(1 for hex in hexes if state.control.get(hex) == side)


def lost(state: State, side: str) -> int:
    """Units of a side that are off the map for good, on the Broken Track, or were ever rebuilt,
    each once (CB-30). [chickasaw_bayou:17.1f.2] [chickasaw_bayou:17.1f.3]
    """
    units = ROSTER.of_side[side]  # type: ignore[index]
    return sum(
        bool(state.units[unit].fate or state.units[unit].box or unit in state.rebuilt)
        for unit in units
    )


def weakened(state: State, side: str) -> Fraction:
    """The strength that the infantry and cavalry of a side have lost, by hits or for good."""
    found = Fraction(0)
    for unit in ROSTER.of_side[side]:  # type: ignore[index]
        own, full = state.units[unit], ROSTER.pieces[unit].strength
        if state.arm(unit) == "artillery" or full is None:
            continue
        if own.hex:
            found += max(Fraction(0), full - morale.strength(state, unit))
        elif own.fate or own.box:
            found += full
    return found


def point_scores(state: State, points: Points) -> Iterator[Score]:
    """What each side has points for. [chickasaw_bayou:17.1f.1] [chickasaw_bayou:17.2d]"""
    side: Side
    for side in SIDES:
        each = points.union if side == "union" else points.confederate
        hexes = held(state, side, points.hexes)
        yield Score(side, each * hexes, f"hexes held: {hexes}", "chickasaw_bayou:17.1f.1")
        enemies = lost(state, ENEMY[side])
        words = f"enemy units broken, lost or rebuilt: {enemies}"
        yield Score(side, points.unit * enemies, words, "chickasaw_bayou:17.1f.2")
        if free := points.free.get(side, 0):
            yield Score(side, free, "given by the scenario", "chickasaw_bayou:17.2d")


def scores(state: State) -> list[Score]:
    """The score as it is now."""
    scenario = setting(state.scenario, state.options)
    points = scenario.victory.points
    if points is not None:
        return [*point_scores(state, points)]
    rows: tuple[tuple[str, frozenset[Hex]], ...] = (
        ("first", frozenset(FIRST_ROW)),
        ("second", frozenset(SECOND_ROW)),
    )
    rule = f"chickasaw_bayou:{_LEVELS[scenario.number]}.1"
    found = [
        Score("union", held(state, "union", hexes), f"Trench hexes of the {row} row", rule)
        for row, hexes in rows
    ]
    if any("timber_removed" in level.least for level in scenario.victory.level):
        words = "Fallen Timber markers removed"
        found.append(Score("union", state.timber_removed, words, "chickasaw_bayou:17.3g.2"))
    return found


def goals(state: State) -> dict[Goal, int]:
    """What the levels of victory are measured by."""
    total = dict.fromkeys(SIDES, 0)
    if setting(state.scenario, state.options).victory.points is not None:
        for score in scores(state):
            total[score.side] += score.points  # type: ignore[index]
    return {
        "difference": total["union"] - total["confederate"],
        "trench_hexes": held(state, "union", TRENCHES),
        "first_row": held(state, "union", frozenset(FIRST_ROW)),
        "second_row": held(state, "union", frozenset(SECOND_ROW)),
        "timber_removed": state.timber_removed,
    }


def verdict(state: State, scenario: Scenario) -> tuple[str | None, str, str]:
    """Who would win now, the level, and its rule."""
    level = scenario.victory.reached(goals(state))
    if scenario.number in _LEVELS:
        place = scenario.victory.level.index(level) + 1
        rule = f"chickasaw_bayou:{_LEVELS[scenario.number]}.{place}"
    else:
        rule = _DIFFERENCE
    return level.winner or None, level.name, rule


def finish(state: State, umpire: Umpire) -> bool:
    """The last turn has ended."""
    scenario = setting(state.scenario, state.options)
    winner, level, rule = verdict(state, scenario)
    state.result = Result(winner, level, rule, _reason(state, level), tuple(scores(state)))
    return True


def _reason(state: State, level: str) -> str:
    found = goals(state)
    if setting(state.scenario, state.options).victory.points is not None:
        return f"{level}, with a difference of {found['difference']:+d} Victory Points"
    number = found["trench_hexes"]
    return f"{level} victory, with {number} Trench hex{'' if number == 1 else 'es'} in Union hands"


def notes(state: State) -> Iterator[Note]:
    """How the battle would end now."""
    scenario = setting(state.scenario, state.options)
    if scenario.victory.points is not None:
        lead = goals(state)["difference"]
        yield Note("Union lead in points", f"{lead:+d}" if lead else "0")
    else:
        yield Note("Trench hexes in Union hands", str(goals(state)["trench_hexes"]))
    yield Note("if it ended now", verdict(state, scenario)[1])


def marks(state: State) -> Iterator[MarkFacts]:
    """Who holds the hexes that score, and the Trenches that the Union has taken."""
    points = setting(state.scenario, state.options).victory.points
    for hex, side in sorted(state.control.items()):
        if points is not None and hex in points.hexes:
            yield MarkFacts("objective", hex, side)
        elif hex in TRENCHES and side == "union":
            yield MarkFacts("held", hex, side)


RULES = Rules[State](
    last_turn=last_turn, objectives=objectives, finish=finish, notes=notes, marks=marks
)
