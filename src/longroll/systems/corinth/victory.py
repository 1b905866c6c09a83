"""31.0 How to win: what the Confederates score, after the first day and at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Literal

from longroll.board.hex import Hex
from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.event import Detail, Effect, Event, Line
from longroll.kernel.state import Result, Score
from longroll.kernel.wording import halved
from longroll.systems.corinth.batteries import is_lost_to_enemy
from longroll.systems.corinth.state import State
from longroll.systems.corinth.tables import TABLES
from longroll.systems.gbacw.command import grade
from longroll.systems.gbacw.events import PhaseBegan
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import (
    ARMY,
    BATTERY,
    CAVALRY,
    COMBAT,
    CONFEDERATE,
    DIVISION,
    INFANTRY,
    UNION,
)
from longroll.systems.gbacw.sequence import begin_phase
from longroll.systems.gbacw.state import ELIMINATED
from longroll.systems.gbacw.terrain import Ground

Schedule = Literal["free", "solitaire", "historical"]
#: The rule of each schedule of the second day. [corinth:31.3]
SCHEDULES: dict[Schedule, str] = {
    "free": "corinth:31.31",
    "solitaire": "corinth:31.32",
    "historical": "corinth:31.33",
}
_TOWN = "corinth"
_REDANS = ("primary_redan", "secondary_redan")
_RULE_OF_LEADER = {
    "rosecrans": "corinth:31.1.3",
    "union_division": "corinth:31.1.4",
    "van-dorn": "corinth:31.1.5",
    "confederate_division": "corinth:31.1.6",
}


def points(value: int) -> str:
    """A number of halves as Victory Points.

    >>> points(-5), points(2)
    ('-2½ Victory Points', '1 Victory Point')
    """
    sign = "-" if value < 0 else ""
    return f"{sign}{halved(abs(value))} Victory Point{'' if abs(value) == 2 else 's'}"


class VictoryCounted(Event, frozen=True, kw_only=True):
    """The Confederate total; its lines are in halves of a point."""

    turn: int
    lines: tuple[Line, ...]
    total: int
    verdict: str

    def text(self) -> str:
        return (
            f"After Game-Turn {self.turn} the Confederates have {points(self.total)}: "
            f"{self.verdict}."
        )

    def details(self) -> list[Detail]:
        return [Detail(points(line.value), line.reason, line.rule) for line in self.lines]

    def effect(self) -> Effect | None:
        return Effect("other", self.text())

    def ledger(self) -> tuple[Line, ...]:
        return self.lines


# Objectives


@cache
def _strong_points(ground: Ground) -> dict[Hex, int]:
    """Halves of a point for each redan and each other objective hex."""
    zones = ground.map.zones
    found = {hex: TABLES.objective(redan) for redan in _REDANS for hex in zones[redan]}
    return found | {hex: TABLES.objective(hex) for hex in zones["objective"]}


@cache
def worth(ground: Ground) -> dict[Hex, int]:
    """Halves of a point for every hex that can score; one may also be in the town.

    [corinth:31.1.1]
    """
    town, points = TABLES.objective(_TOWN), _strong_points(ground)
    return points | {hex: town + points.get(hex, 0) for hex in ground.map.of_zone(_TOWN)}


def entered(state: State, units: Sequence[int], hex: Hex, umpire: Umpire) -> None:
    """A combat unit without enemies in an objective takes it. [corinth:31.1.2]"""
    if hex in worth(state.game.ground):
        state.confederate_held = _last_held(state, state.confederate_held, (hex,))


def _last_held(state: State, held: frozenset[Hex], hexes: Iterable[Hex]) -> frozenset[Hex]:
    for hex in hexes:
        there = [side for side in state.game.sides if _occupies(state, hex, side)]
        if there == [CONFEDERATE]:
            held |= {hex}
        elif there == [UNION]:
            held -= {hex}
    return held


def _occupies(state: State, hex: Hex, side: str) -> bool:
    """Whether a side occupies a hex; leaders and crews alone do not (GB-D51)."""
    return any(state.piece(unit).kind in COMBAT for unit in state.stack(hex, side))


def controlled(state: State) -> frozenset[Hex]:
    """The objectives that the Confederates were the last to hold; the Union holds all at the start.

    [corinth:31.1.2]
    """
    return _last_held(state, state.confederate_held, sorted(worth(state.game.ground)))


# The score


def victory_lines(state: State) -> Iterator[Line]:
    """What the Confederates score, in halves of a Victory Point. [corinth:31.1.1]"""
    yield from _for_objectives(state)
    yield from _for_leaders(state)
    yield from _for_brigades(state)
    yield from _for_batteries(state)
    yield from _for_losses(state)


def _for_objectives(state: State) -> Iterator[Line]:
    """[corinth:31.1.1] (GB-D50)"""
    held, map = controlled(state), state.game.map
    points = _strong_points(state.game.ground)
    for hex in sorted(held & points.keys()):
        yield Line(points[hex], f"{map.labels[hex]} ({hex}) held", "corinth:31.1.1")
    town = len(held & map.zones[_TOWN])
    if town:
        what = "hex" if town == 1 else "hexes"
        yield Line(
            town * TABLES.objective(_TOWN), f"{town} {what} of Corinth held", "corinth:31.1.1"
        )


def _for_leaders(state: State) -> Iterator[Line]:
    """Army and division commanders, including promoted ones; brigade commanders score nothing.

    [corinth:31.1.3] [corinth:31.1.4] [corinth:31.1.5] [corinth:31.1.6] [corinth:31.1.7]
    [corinth:28.31] [corinth:28.32.3] (GB-C35)
    """
    for leader in state.game.roster.leaders:
        fate, piece = state.units[leader].fate, state.game.roster.pieces[leader]
        if not fate or grade(state, leader) not in (ARMY, DIVISION):
            continue
        kind = piece.id if piece.id in TABLES.leaders else f"{piece.side}_division"
        yield Line(TABLES.leader(kind, fate), f"{piece.title} {fate}", _RULE_OF_LEADER[kind])


def _for_brigades(state: State) -> Iterator[Line]:
    """Every brigade that is now broken counts once, by its own losses (GB-D5).

    [corinth:31.1.8] [corinth:31.1.9] [corinth:30.4.2]
    """
    for slug, line in state.game.roster.brigades.items():
        brigade = state.brigades[slug]
        if brigade.boxes >= brigade.limit:
            value = 2 * line.vp if line.side == UNION else -2 * line.vp
            yield Line(value, f"{line.title} broken", "corinth:31.1.8")


def _for_batteries(state: State) -> Iterator[Line]:
    """Guns captured, destroyed or driven off; not those of which only the crew was lost.

    [corinth:31.1.10] (GB-D8)
    """
    for unit, piece in enumerate(state.game.roster.pieces):
        now = state.units[unit]
        if piece.kind != BATTERY:
            continue
        driven_off = now.fate == ELIMINATED and now.crew
        if is_lost_to_enemy(state, unit) or driven_off:
            value = (
                TABLES.victory.union_battery
                if piece.side == UNION
                else TABLES.victory.confederate_battery
            )
            yield Line(2 * value, f"{piece.title} {now.fate}", "corinth:31.1.10")


def _for_losses(state: State) -> Iterator[Line]:
    """Union losses above the Confederates', one point for five. [corinth:31.1.11] (GB-D7)"""
    union, confederate = (
        sum(
            state.lost(unit)
            for unit in state.game.roster.of_side[side]
            if state.game.roster.pieces[unit].kind in (INFANTRY, CAVALRY)
        )
        for side in (UNION, CONFEDERATE)
    )
    if union > confederate:
        value = -((confederate - union) // TABLES.victory.losses_a_point)
        yield Line(
            2 * value,
            f"{union} Strength Points lost by the Union, {confederate} by the Confederates",
            "corinth:31.1.11",
        )


# The result


def schedule(state: State) -> Schedule:
    """The schedule of the second day that a scenario uses. [corinth:31.3]"""
    return next((one for one in SCHEDULES if one == state.scenario), "historical")


def finish(state: State, umpire: Umpire) -> bool:
    """After Game-Turn 32 the total gives the level of victory. [corinth:31.0] [corinth:31.3]

    [corinth:31.31] [corinth:31.32] [corinth:31.33]
    """
    version = schedule(state)
    lines = tuple(state.game.rules.victory_lines(state))
    total = sum(line.value for line in lines)
    level = f"{TABLES.level(version, total)} victory"
    winner = UNION if "Union" in level else CONFEDERATE
    _tell(state, umpire, lines, total, level)
    state.result = Result(
        winner,
        level,
        SCHEDULES[version],
        f"{points(total)} to the Confederates",
        scores(lines),
    )
    return True


def scores(lines: Sequence[Line]) -> tuple[Score, ...]:
    """The score as the kernel keeps it: whole numbers of half points, as each reason says."""
    return tuple(
        Score(
            CONFEDERATE,
            line.value,
            f"half points: {line.reason} ({points(line.value)})",
            line.rule,
        )
        for line in lines
    )


def _tell(state: State, umpire: Umpire, lines: tuple[Line, ...], total: int, verdict: str) -> None:
    umpire.tell(
        VictoryCounted(
            rules=("corinth:31.0",), turn=state.turn, lines=lines, total=total, verdict=verdict
        )
    )


class FirstDay(Do, frozen=True):
    """After Game-Turn 16: one side has won, or night falls and the battle goes on.

    [corinth:31.0] [corinth:31.2] [corinth:26.0.1] [corinth:21.1.2] (GB-D6)
    """

    def run(self, state: State, umpire: Umpire) -> None:
        begin_phase(state, "", "victory")
        umpire.tell(
            PhaseBegan(
                rules=("corinth:21.1.2",),
                side="",
                phase="victory",
                title="Victory Determination Interphase",
            )
        )
        lines = tuple(state.game.rules.victory_lines(state))
        total = sum(line.value for line in lines)
        winner = first_day_winner(total)
        level = f"{winner.title()} victory on the first day" if winner else ""
        _tell(state, umpire, lines, total, level or "the battle goes on into the night")
        if winner:
            state.result = Result(
                winner,
                level,
                "corinth:31.2",
                f"{points(total)} to the Confederates after Game-Turn {state.turn}",
                scores(lines),
            )


def first_day_winner(total: int) -> str:
    """The side that wins the first day with a total in halves, "" if the battle goes on.

    >>> first_day_winner(40), first_day_winner(9), first_day_winner(8)
    ('confederate', '', 'union')
    """
    if total >= 2 * TABLES.victory.first_day_confederate:
        return CONFEDERATE
    return UNION if total <= 2 * TABLES.victory.first_day_union else ""


STEPS = (FirstDay,)
RULES = Rules[State](entered=entered, victory_lines=victory_lines, finish=finish)
