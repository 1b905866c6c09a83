"""29.43, 29.44 and 30.3: Union reserves and the artillery park, until they are committed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Closed, Refusal, bare, choice
from longroll.kernel.event import Line
from longroll.kernel.hooks import NOTHING
from longroll.systems.corinth import free_set_up
from longroll.systems.corinth.deployment import HISTORICAL
from longroll.systems.corinth.set_up_events import ParkFreed, ReserveFreed, ReserveRolled
from longroll.systems.corinth.state import State
from longroll.systems.corinth.tables import TABLES
from longroll.systems.gbacw.events import names
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import COMBAT, CONFEDERATE, UNION
from longroll.systems.gbacw.terrain import Ground

#: The three reserve brigades of the free set-up, which are activated together.
HOTEL = "hotel"
#: Game-Turns from the first combat to their activation. [corinth:29.43.2]
DELAY = 4
#: How near to Corinth an enemy must come to free the artillery park. [corinth:29.44.5]
PARK_ALARM = 6
_DONE = choice("done")


def form(state: State) -> None:
    """Set which units are in reserve, and which in the park. [corinth:30.31] [corinth:29.43.1]"""
    roster = state.game.roster
    state.park = frozenset(free_set_up.parked(state))
    if state.scenario == HISTORICAL:
        state.reserve = {
            formation: frozenset(
                unit
                for unit in roster.of_side[UNION]
                if formation in (roster.pieces[unit].division, roster.pieces[unit].brigade)
            )
            for formation in TABLES.reserve.commits_on
        }
        return
    held = [brigade for brigade, duty in state.duties.items() if duty == free_set_up.RESERVE]
    units = frozenset(u for u in roster.of_side[UNION] if roster.pieces[u].brigade in held)
    if units:
        state.reserve = {HOTEL: units}


def formation_of(state: State, unit: int) -> str:
    """The reserve formation that a counter belongs to, or ""."""
    for formation, units in state.reserve.items():
        if unit in units:
            return formation
    return ""


def held_back(state: State) -> list[str]:
    """The formations in reserve, in the order of the chart."""
    return [one for one in (*TABLES.reserve.commits_on, HOTEL) if one in state.reserve]


def title_of(state: State, formation: str) -> str:
    roster = state.game.roster
    if formation == HOTEL:
        return "The reserve at the Tishomingo Hotel"
    group = roster.divisions.get(formation) or roster.brigades[formation]
    return group.title


def free(state: State, formation: str, why: str, rule: str, umpire: Umpire) -> None:
    """A formation is committed, all of it. [corinth:30.34.3]"""
    state.reserve = {name: u for name, u in state.reserve.items() if name != formation}
    umpire.tell(ReserveFreed(rules=(rule,), formation=title_of(state, formation), why=why))


def _in_reserve(state: State, unit: int, rule: str) -> Refusal:
    if formation_of(state, unit) == HOTEL:
        rule = "corinth:29.43.1"
    return Refusal(rule, f"{state.piece(unit).title} is in reserve")


def _in_park(state: State, unit: int) -> Refusal:
    rule = "corinth:30.18.3" if state.scenario == HISTORICAL else "corinth:29.44.5"
    return Refusal(rule, f"{state.piece(unit).title} is in the artillery park")


def is_at_rest(state: State, unit: int) -> bool:
    """Whether a counter is in reserve or in the park."""
    if unit in state.park:
        return True
    for units in state.reserve.values():  # noqa: SIM110 (a plain loop is twice as fast here)
        if unit in units:
            return True
    return False


# What reserves and the park may not do


def kept_back(state: State, side: str) -> Iterator[Closed[int]]:
    """The reserve brigades of the free set-up do nothing at all. [corinth:29.43.1]"""
    if HOTEL in state.reserve:
        why = "{} is in reserve".format
        yield Closed(
            state.reserve[HOTEL], "corinth:29.43.1", lambda unit: why(state.piece(unit).title)
        )


def bars_to_move(state: State, unit: int) -> Iterator[Refusal]:
    """[corinth:30.32] [corinth:29.44.5] [corinth:30.18.3]"""
    return _bars_to_stir(state, unit) if is_at_rest(state, unit) else NOTHING


def bars_to_form(state: State, unit: int, formation: str) -> Iterator[Refusal]:
    """[corinth:30.32] [corinth:29.43.1]"""
    return _bars_to_stir(state, unit) if is_at_rest(state, unit) else NOTHING


def _bars_to_stir(state: State, unit: int) -> Iterator[Refusal]:
    if formation_of(state, unit):
        yield _in_reserve(state, unit, "corinth:30.32")
    if unit in state.park:
        yield _in_park(state, unit)


def bars_to_fire(state: State, unit: int) -> Iterator[Refusal]:
    """The historical reserves fire only in defence, the others not at all.

    [corinth:30.32] [corinth:29.43.1] [corinth:29.44.5] (GB-D44)
    """
    return _bars_to_fire(state, unit) if is_at_rest(state, unit) else NOTHING


def _bars_to_fire(state: State, unit: int) -> Iterator[Refusal]:
    held = formation_of(state, unit)
    if held == HOTEL or (held and state.phase == "D" and state.phasing == UNION):
        yield _in_reserve(state, unit, "corinth:30.32")
    if unit in state.park:
        yield _in_park(state, unit)


def bars_to_melee(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """Attacking counts as moving. [corinth:30.32] [corinth:29.43.1]"""
    if state.reserve and formation_of(state, unit):
        yield _in_reserve(state, unit, "corinth:30.32")


# What commits them


@cache
def alarming(ground: Ground) -> frozenset[Hex]:
    """Hexes so near to Corinth that an enemy there frees the park. [corinth:29.44.5]"""
    town = ground.map.zones["corinth"]
    return frozenset(near for hex in town for near in ground.grid.within(hex, PARK_ALARM))


def attacked(state: State, units: Sequence[int], umpire: Umpire) -> None:
    """The first combat starts the count of turns; a reserve that is attacked is committed.

    [corinth:29.43.2] [corinth:29.43.3] [corinth:30.33] (GB-D42)
    """
    if not state.first_combat:
        state.first_combat = state.turn
    if not state.reserve:
        return
    for formation in {formation_of(state, unit): None for unit in units}:
        if formation:
            rule = "corinth:29.43.3" if formation == HOTEL else "corinth:30.33"
            free(state, formation, "it is attacked", rule, umpire)


def entered(state: State, units: Sequence[int], hex: Hex, umpire: Umpire) -> None:
    """Confederates near the town free the artillery park. [corinth:29.44.5] (GB-D43)"""
    if not state.park or state.side_of(units[0]) != CONFEDERATE:
        return
    if not any(state.piece(unit).kind in COMBAT for unit in units):
        return
    if hex in alarming(state.game.ground):
        free_park(state, f"the enemy is in {hex}", umpire)


def begin_turn(state: State) -> Iterator[Ask | Do]:
    if state.reserve or state.park or state.reserve_tried:
        yield NewReserveTurn()


def begin_phase(state: State, side: str, phase: str) -> Iterator[Ask | Do]:
    """[corinth:30.34.1] [corinth:29.43.2]"""
    if side != UNION or phase != "A" or not state.reserve:
        return
    if state.scenario != HISTORICAL:
        yield ActivateReserve()
    elif state.turn >= TABLES.reserve.first_turn:
        yield Commit()


def victory_lines(state: State) -> Iterator[Line]:
    """Each formation not committed on the first day costs the Confederates a point permanently.

    [corinth:30.36] (GB-D47)
    """
    left = state.uncommitted or len(state.reserve)
    if left and state.scenario == HISTORICAL and state.turn >= TABLES.turns.first_day[1]:
        value = 2 * TABLES.victory.uncommitted_formation * left
        yield Line(value, f"{left} Union formations never committed", "corinth:30.36")


class NewReserveTurn(Do, frozen=True):
    """Each formation may be rolled for again; the restrictions end with the first day.

    Formations still held back then have cost the Confederates points. The park is freed on the
    second day. [corinth:30.34.2] [corinth:30.36] [corinth:29.44.5] (GB-D47)
    """

    def run(self, state: State, umpire: Umpire) -> None:
        state.reserve_tried = frozenset()
        if state.turn > TABLES.turns.first_day[1] and state.scenario == HISTORICAL:
            state.uncommitted += len(state.reserve)
            for formation in held_back(state):
                free(state, formation, "the first day is over", "corinth:30.31", umpire)
        if state.turn >= TABLES.turns.second_day[0]:
            free_park(state, "it is the second day", umpire)


class ActivateReserve(Do, frozen=True):
    """The reserves are activated four Game-Turns after the first combat. [corinth:29.43.2]"""

    def run(self, state: State, umpire: Umpire) -> None:
        if state.first_combat and state.turn >= state.first_combat + DELAY and state.reserve:
            why = f"the first combat was on Game-Turn {state.first_combat}"
            free(state, HOTEL, why, "corinth:29.43.2", umpire)


def free_park(state: State, why: str, umpire: Umpire) -> None:
    """The park may move and fire from now on."""
    if state.park:
        units = names(state, sorted(state.park))
        state.park = frozenset()
        umpire.tell(ParkFreed(rules=("corinth:29.44.5",), units=units, why=why))


class Commit(Ask, frozen=True):
    """Which formations the Union tries to commit: two a turn, with a die each.

    From Game-Turn 15 on no die is needed. [corinth:30.34.1] [corinth:30.35.1] [corinth:30.35.2]
    """

    rule: ClassVar[str] = "corinth:30.34.1"
    verbs: ClassVar[tuple[str, ...]] = ("commit", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return UNION

    def question(self, state: State) -> str:
        return "Which reserve formation is to be committed?"

    def choices(self, state: State) -> list[Choice]:
        found = [
            choice("commit", formation)
            for formation in held_back(state)
            if next(self._bars(state, formation), None) is None
        ]
        return [*found, _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
        elif len(choice.objects) != 1 or choice.object not in state.reserve:
            yield Refusal("corinth:30.31", f"{choice.object or 'nothing'} is not in reserve")
        else:
            yield from self._bars(state, choice.object)

    def _bars(self, state: State, formation: str) -> Iterator[Refusal]:
        if state.turn >= TABLES.reserve.automatic_turn:
            return
        if formation in state.reserve_tried:
            yield Refusal("corinth:30.34.2", "its die was already rolled in this Game-Turn")
        if len(state.reserve_tried) >= TABLES.reserve.attempts:
            yield Refusal(
                "corinth:30.34.1",
                f"at most {TABLES.reserve.attempts} attempts are allowed in a turn",
            )

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
            return
        formation = choice.object
        if state.turn >= TABLES.reserve.automatic_turn:
            # [corinth:30.35.2] (GB-D46)
            free(state, formation, "the day draws to its end", "corinth:30.35.2", umpire)
            return
        state.reserve_tried |= {formation}
        roll = umpire.roll(f"commitment of {title_of(state, formation)}")
        committed = roll.value in TABLES.reserve.commits_on[formation]
        umpire.tell(
            ReserveRolled(
                rules=("corinth:30.34.2",),
                rolls=(roll,),
                formation=title_of(state, formation),
                committed=committed,
            )
        )
        if committed:
            free(state, formation, "it is committed", "corinth:30.34.3", umpire)


STEPS: tuple[type[Any], ...] = (ActivateReserve, Commit, NewReserveTurn)
RULES = Rules[State](
    kept_back=kept_back,
    bars_to_move=bars_to_move,
    bars_to_form=bars_to_form,
    bars_to_fire=bars_to_fire,
    bars_to_melee=bars_to_melee,
    attacked=attacked,
    entered=entered,
    begin_turn=begin_turn,
    begin_phase=begin_phase,
    victory_lines=victory_lines,
)
