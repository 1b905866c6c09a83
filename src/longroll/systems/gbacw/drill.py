"""The drill ground: an invented battle with only the standard rules.

Every rule of the series is in force here, and no others: divisions are kept together, and
brigades attached and detached. A rule of the series can be tried by itself here.
[gbacw:3.1] [gbacw:3.33]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import ClassVar, Literal

import msgspec

from longroll.board.hex import DIRECTIONS, Hex, read_map
from longroll.display.stakes import Level, Stake, Stakes
from longroll.kernel.agenda import Umpire
from longroll.kernel.leads import likely
from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.state import Result, Score
from longroll.systems.gbacw.charts import read_charts
from longroll.systems.gbacw.datafile import Complaint, read
from longroll.systems.gbacw.datafiles import KINDS, Kind, has
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import CAVALRY, INFANTRY, SIDES, read_roster
from longroll.systems.gbacw.sequence import BeginTurn
from longroll.systems.gbacw.state import LIMBERED, MOUNTED, Options
from longroll.systems.gbacw.state import State as SeriesState
from longroll.systems.gbacw.system import SeriesSystem
from longroll.systems.gbacw.terrain import Ground

_DATA = files("longroll.systems.gbacw") / "data"
#: A lead in Strength Points that is likely to last.
_LEAD = 8


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side before the first Game-Turn."""

    facing: Literal["N", "NE", "SE", "S", "SW", "NW"]
    units: dict[Hex, str]
    limbered: tuple[str, ...] = ()
    mounted: tuple[str, ...] = ()


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of drill.toml."""

    schema: Literal[1]
    source: str
    title: str
    turns: int
    union: Side
    confederate: Side


def _read(name: str) -> str:
    return (_DATA / name).read_text(encoding="utf-8")


_MAP = read_map(_read("drill.map"), "drill.map")
_ROSTER = read_roster(_read("drill_order_of_battle.toml"), "drill_order_of_battle.toml")


def _complaints(scenario: Scenario) -> Iterator[Complaint]:
    """Hexes off the map, and counters that do not exist or are the enemy's."""
    for side in SIDES:
        own: Side = getattr(scenario, side)
        mine = {_ROSTER.pieces[unit].id for unit in _ROSTER.of_side[side]}
        for hex, words in own.units.items():
            path: tuple[str, ...] = (side, "units", hex)
            if hex not in _MAP.grid:
                yield path, f"{hex!r} is not a hex", "a hex of drill.map"
            for word in words.split():
                if word not in mine:
                    yield path, f"no {side} counter {word!r}", "an id of the order of battle"
        for formation in (LIMBERED, MOUNTED):
            for word in getattr(own, formation):
                if word not in mine:
                    path = (side, formation)
                    yield path, f"no {side} counter {word!r}", "an id of the order of battle"


def read_scenario(text: str, name: str = "drill.toml") -> Scenario:
    """The scenario in the text of a file; DataError with every fault if it cannot be used."""
    return read(text, Scenario, name, _complaints)


SCENARIO = read_scenario(_read("drill.toml"))


DRILL = Game(
    Ground(_MAP, read_charts(_read("drill_charts.toml"), "drill_charts.toml")),
    _ROSTER,
    sides=SIDES,
    last_turn=SCENARIO.turns,
)


class State(SeriesState, kw_only=True, dict=True):
    """Everything that changes on the drill ground."""

    game: ClassVar[Game] = DRILL


def finish(state: State, umpire: Umpire) -> bool:
    """The standard rules leave victory to each battle; here the side that lost less has won.

    Strength Points of infantry and cavalry count, killed or captured. [gbacw:4.0.3]
    """
    first, second = sides = state.game.sides
    lost = {side: sum(_losses(state, side)) for side in sides}
    scores = tuple(
        Score(state.game.enemy[side], points, f"{side.title()} Strength Points lost", "gbacw:4.0.3")
        for side, points in lost.items()
    )
    winner = None if lost[first] == lost[second] else min(sides, key=lost.__getitem__)
    state.result = Result(
        winner,
        "victory" if winner else "draw",
        "gbacw:4.0.3",
        f"{first.title()} lost {lost[first]} Strength Points, "
        f"{second.title()} {lost[second]}. The standard rules leave victory to each battle; "
        "the drill is won by losing less.",
        scores,
    )
    return True


def stakes(state: State) -> Stakes:
    """Who has lost less so far. [gbacw:4.0.3]"""
    first, second = sides = state.game.sides
    lost = {side: sum(_losses(state, side)) for side in sides}
    winner = None if lost[first] == lost[second] else min(sides, key=lost.__getitem__)
    gap = abs(lost[first] - lost[second])
    return Stakes(
        verdict=f"{winner.title()} victory" if winner else "Draw",
        winner=winner,
        counts=tuple(
            Stake(
                what=f"each {side.title()} Strength Point of infantry and cavalry lost",
                now=f"{points} lost",
                worth=f"1 for the {state.game.enemy[side].title()}",
                rule="gbacw:4.0.3",
            )
            for side, points in lost.items()
        ),
        levels=(
            Level(title=f"{first.title()} victory", side=first, reached=winner == first),
            Level(title="Draw", reached=winner is None),
            Level(title=f"{second.title()} victory", side=second, reached=winner == second),
        ),
        changes=(f"{gap + 1} more Strength Points lost by the leader, or fewer by the other side.",)
        if winner
        else ("One Strength Point more lost by either side.",),
    )


def _losses(state: State, side: str) -> Iterator[int]:
    for unit in state.game.roster.of_side[side]:
        if state.piece(unit).kind in (INFANTRY, CAVALRY):
            yield state.lost(unit)


class DrillSystem(SeriesSystem[State]):
    """The series by itself."""

    slug = "gbacw"
    title = "Great Battles of the American Civil War: the drill ground"
    version = "5"
    trials = "longroll.systems.gbacw.trials:TRIALS"
    sides = DRILL.sides
    card = _DATA / "card.toml"
    scenarios: Mapping[str, str] = {"drill": SCENARIO.title}
    options = Options
    state = State
    game: ClassVar[Game] = DRILL
    rules = (Rules[State](finish=finish, stakes=stakes),)
    kinds = (*KINDS, Kind(has(*SIDES), read_scenario))

    def start(self, scenario: str, options: BaseOptions) -> State:
        """Both sides in their places; there is nothing to choose before the first Game-Turn."""
        state = self.fresh(self.require_scenario(scenario), options)
        number = self.game.roster.number
        for side in self.sides:
            own: Side = getattr(SCENARIO, side)
            for hex, words in own.units.items():
                for word in words.split():
                    state.put(number[word], hex)
            standing = [unit for unit in self.game.roster.of_side[side] if state.hex_of(unit)]
            state.change_all(standing, facing=DIRECTIONS.index(own.facing))
            state.change_all([number[word] for word in own.limbered], formation=LIMBERED)
            state.change_all([number[word] for word in own.mounted], formation=MOUNTED)
        state.agenda = [BeginTurn(1)]
        return state

    def worth(self, state: State, side: str) -> float:
        """By the Strength Points that either side has lost."""
        lead = sum(_losses(state, state.game.enemy[side])) - sum(_losses(state, side))
        return likely(lead, _LEAD)
