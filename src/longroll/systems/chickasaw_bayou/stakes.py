"""Where victory stands at Chickasaw Bayou. [chickasaw_bayou:17.1f.1] [chickasaw_bayou:17.1f.4]"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.display.stakes import Level, Stake, Stakes
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.blind_swords.sides import ENEMY, SIDES
from longroll.systems.chickasaw_bayou.game import setting
from longroll.systems.chickasaw_bayou.scenario import Goal, Points, Scenario
from longroll.systems.chickasaw_bayou.state import State
from longroll.systems.chickasaw_bayou.terrain import FIRST_ROW, SECOND_ROW
from longroll.systems.chickasaw_bayou.victory import goals, held, lost, verdict

_GOALS: dict[Goal, str] = {
    "difference": "Union lead in Victory Points",
    "trench_hexes": "Trench hexes in Union hands",
    "first_row": "Trench hexes of the first row in Union hands",
    "second_row": "Trench hexes of the second row in Union hands",
    "timber_removed": "Fallen Timber markers removed",
}

#: What the places that score are called.
_PLACES: dict[Hex, str] = {"3206": "Annie Lake's house", "3010": "The crossroads"}


def stakes(state: State) -> Stakes:
    """The score as it is now, and the levels of the scenario."""
    scenario = setting(state.scenario, state.options)
    winner, name, rule = verdict(state, scenario)
    levels = tuple(_levels(scenario, name))
    points = scenario.victory.points
    counts = _points(state, points) if points is not None else _rows(state, scenario, rule)
    return Stakes(
        verdict=_called(name),
        winner=winner,
        counts=tuple(counts),
        levels=levels,
        changes=tuple(_changes(state, scenario, name)),
    )


def _called(level: str) -> str:
    """A level of victory in full: the book speaks of USA and CSA, the table of two sides."""
    name = level.replace("USA", "Union").replace("CSA", "Confederate")
    return f"{name[0].upper()}{name[1:]}{'' if level == 'draw' else ' victory'}"


def _levels(scenario: Scenario, reached: str) -> Iterator[Level]:
    for level in scenario.victory.level:
        asks = ", ".join(
            f"{_GOALS[goal]}: {least:+d}"
            if goal == "difference" and least
            else f"{_GOALS[goal]}: {least}"
            for goal, least in level.least.items()
        )
        yield Level(
            title=_called(level.name),
            side=level.winner or None,
            asks=f"{asks} or more" if asks else "otherwise",
            reached=level.name == reached,
        )


def _points(state: State, points: Points) -> Iterator[Stake]:
    rule = "chickasaw_bayou:17.1f.1"
    for hex in points.hexes:
        holder = state.control.get(hex)
        yield Stake(
            what=f"{_PLACES[hex]}, {hex}" if hex in _PLACES else f"hex {hex}",
            where=(hex,),
            holder=holder,
            now=f"{holder.title()} holds" if holder else "nobody holds it",
            worth=f"Union {points.union}, Confederate {points.confederate}",
            rule=rule,
        )
    for side in SIDES:
        yield Stake(
            what=f"each {side.title()} unit broken, lost or rebuilt",
            now=f"{lost(state, side)} so far",
            worth=f"{points.unit} to the {ENEMY[side].title()}",
            rule="chickasaw_bayou:17.1f.2",
        )


def _rows(state: State, scenario: Scenario, rule: str) -> Iterator[Stake]:
    rows: tuple[tuple[str, tuple[Hex, ...]], ...] = (
        ("first", tuple(sorted(FIRST_ROW))),
        ("second", tuple(sorted(SECOND_ROW))),
    )
    for name, hexes in rows:
        taken = held(state, "union", hexes)
        yield Stake(
            what=f"Trench hexes of the {name} row",
            where=hexes,
            holder="confederate" if not taken else None,
            now=f"Union holds {taken} of {len(hexes)}",
            rule=rule,
        )
    if any("timber_removed" in level.least for level in scenario.victory.level):
        yield Stake(
            what=_GOALS["timber_removed"],
            now=f"{state.timber_removed} removed",
            rule="chickasaw_bayou:17.3g.2",
        )


def _changes(state: State, scenario: Scenario, reached: str) -> Iterator[str]:
    """What the next better level asks of the Union, and what would lose this one."""
    names = [level.name for level in scenario.victory.level]
    place, now = names.index(reached), goals(state)
    if place:
        better = scenario.victory.level[place - 1]
        asked = " and ".join(
            f"{_GOALS[goal]} of {least:+d} or more, now {now[goal]:+d}"
            if goal == "difference"
            else f"{_GOALS[goal]}: {least}, now {now[goal]}"
            for goal, least in better.least.items()
        )
        yield f"{_called(better.name)}: {asked}."
    if place + 1 < len(names):
        kept = scenario.victory.level[place]
        asked = " or ".join(f"{_GOALS[goal]} below {least}" for goal, least in kept.least.items())
        yield f"{_called(names[place + 1])}: {asked}."


RULES = Rules[State](stakes=stakes)
