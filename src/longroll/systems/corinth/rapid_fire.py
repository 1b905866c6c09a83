"""24.1 Rapid fire: double the strength at close range, at the risk of fouled guns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Detail, Effect, Event, Line
from longroll.kernel.hooks import NOTHING
from longroll.systems.corinth.state import State
from longroll.systems.corinth.tables import TABLES
from longroll.systems.gbacw.events import Name, name
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import CAVALRY, INFANTRY
from longroll.systems.gbacw.tables import WEAPONS
from longroll.systems.gbacw.volley import DEFENSIVE, OFFENSIVE, REACTIONS

#: The Fire Phases: C, in which the other side fires, and D.
_DEFENSIVE, _OFFENSIVE = "C", "D"


class Fouling(Event, frozen=True, kw_only=True):
    """A die for guns that used rapid fire, or for clearing fouled ones."""

    unit: Name
    clearing: bool
    fouled: bool
    lines: tuple[Line, ...] = ()

    def text(self) -> str:
        if self.clearing:
            return f"The guns of {self.unit} are {'still fouled' if self.fouled else 'cleared'}."
        return f"The guns of {self.unit} {'are fouled' if self.fouled else 'stay clear'}."

    def details(self) -> list[Detail]:
        return [*super().details(), *map(Line.detail, self.lines)]

    def effect(self) -> Effect | None:
        return Effect("ammunition" if self.fouled else "nothing", self.text())

    def ledger(self) -> tuple[Line, ...]:
        return self.lines


def bars_to_rapid_fire(
    state: State, unit: int, hex: Hex, targets: Sequence[int], kind: str
) -> Iterator[Refusal]:
    """What keeps a battery from rapid fire at a hex; it must use all its guns.

    It takes three rounds and doubles the guns, before range and crew are applied.

    [corinth:24.1.1] [corinth:24.1.2] [corinth:24.11] [corinth:24.12.1]
    [corinth:24.12.2]
    """
    title, rules = state.piece(unit).title, TABLES.rapid_fire
    weapon = WEAPONS.get(state.weapon(unit))
    if weapon is None or not weapon.rapid_fire:
        yield Refusal("corinth:24.1.1", f"{title} has no guns for rapid fire")
    if state.units[unit].rounds < rules.rounds:
        yield Refusal("corinth:24.1.2", f"rapid fire takes {rules.rounds} rounds")
    if unit in state.fired and kind not in REACTIONS:  # a reaction is a shot of its own (GB-F26)
        yield Refusal("corinth:24.1.2", f"{title} has already fired part of its guns")
    distance = state.game.grid.distance(state.hex_of(unit), hex)
    if distance > rules.range:
        yield Refusal("corinth:24.11", f"{hex} is {distance} hexes away, too far for rapid fire")
    if not any(state.piece(foe).kind in (INFANTRY, CAVALRY) for foe in targets):
        yield Refusal("corinth:24.12.1", f"there is no infantry or cavalry in {hex}")


def bars_to_fire(state: State, unit: int) -> Iterator[Refusal]:
    if not state.units[unit].fouled:
        return NOTHING
    why = f"the guns of {state.piece(unit).title} are fouled"
    return iter((Refusal("corinth:24.1.3", why),))


def check_fouling(state: State, battery: int, umpire: Umpire) -> None:
    """A die for the guns after the fire is resolved: 6 fouls them.

    With an option, every Fire Phase in a row after the first adds one (GB-D18).
    [corinth:24.1.3] [corinth:24.13]
    """
    title = state.piece(battery).title
    in_a_row = 0
    if state.phase in (_DEFENSIVE, _OFFENSIVE):
        count = state.rapid.get(battery, 0)
        # A second rapid fire in the same phase, at a retreat, does not count as another phase.
        in_a_row = count - 1 if count > 0 else -count
        state.rapid = {**state.rapid, battery: in_a_row + 1}
    lines: tuple[Line, ...] = ()
    if state.options.fouling_adds_up and in_a_row:
        lines = (Line(in_a_row, "rapid fire phase after phase", "corinth:24.13"),)
    fouls = min(TABLES.rapid_fire.fouls_on) - sum(line.value for line in lines)
    roll = umpire.roll(f"fouling of {title}", at_most=fouls - 1)
    is_fouled = roll.value >= fouls
    if is_fouled:
        state.change(battery, fouled=True)
    umpire.tell(
        Fouling(
            rules=("corinth:24.1.3",),
            rolls=(roll,),
            unit=name(state, battery),
            clearing=False,
            fouled=is_fouled,
            lines=lines,
        )
    )


def fouled(state: State, side: str, kind: str) -> Iterator[int]:
    """Fouled batteries of the firing side that have not tried to clear their guns in this phase.

    [corinth:24.1.4] (GB-D19)
    """
    if kind not in (OFFENSIVE, DEFENSIVE):
        return NOTHING
    able = [
        unit
        for stack in state.stacks[side].values()
        for unit in stack
        if state.units[unit].fouled and state.units[unit].crew and unit not in state.cleared
    ]
    return iter(sorted(able))


def bars_to_unfoul(state: State, side: str, kind: str, unit: int) -> Iterator[Refusal]:
    if unit not in fouled(state, side, kind):
        title = state.piece(unit).title
        yield Refusal("corinth:24.1.4", f"{title} has no fouled guns to clear now")


def unfoul(state: State, battery: int, umpire: Umpire) -> None:
    """1 to 3 clears the guns, and they may fire at once. [corinth:24.1.4]"""
    state.cleared |= {battery}
    clears = max(TABLES.rapid_fire.unfouls_on)
    roll = umpire.roll(f"clearing the guns of {state.piece(battery).title}", at_most=clears)
    is_fouled = roll.value > clears
    state.change(battery, fouled=is_fouled)
    umpire.tell(
        Fouling(
            rules=("corinth:24.1.4",),
            rolls=(roll,),
            unit=name(state, battery),
            clearing=True,
            fouled=is_fouled,
        )
    )


def begin_phase(state: State, side: str, phase: str) -> Iterator[Ask | Do]:
    """Every phase allows a new attempt; a Fire Phase without rapid fire ends the series."""
    state.cleared = frozenset()
    if phase in (_DEFENSIVE, _OFFENSIVE) and state.rapid:
        firing = side if phase == _OFFENSIVE else state.game.enemy[side]
        state.rapid = {
            unit: -count if state.side_of(unit) == firing else count
            for unit, count in state.rapid.items()
            if count > 0 or state.side_of(unit) != firing
        }
    return NOTHING


RULES = Rules[State](
    bars_to_rapid_fire=bars_to_rapid_fire,
    bars_to_fire=bars_to_fire,
    check_fouling=check_fouling,
    fouled=fouled,
    bars_to_unfoul=bars_to_unfoul,
    unfoul=unfoul,
    begin_phase=begin_phase,
)
