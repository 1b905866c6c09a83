"""26.0 Night: four Game-Turns without battle, and what happens between the days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Closed, Refusal
from longroll.kernel.hooks import NOTHING
from longroll.kernel.naming import SideName
from longroll.systems.corinth.barrage import OfferBarrage
from longroll.systems.corinth.recovery import Nightfall, RecoverEffectiveness
from longroll.systems.corinth.state import State
from longroll.systems.corinth.tables import TABLES
from longroll.systems.corinth.victory import FirstDay
from longroll.systems.gbacw.hooks import Retreating, Rules
from longroll.systems.gbacw.leaving_melee import Settle
from longroll.systems.gbacw.melee_results import FallBack
from longroll.systems.gbacw.reaction import withdrawal_fire
from longroll.systems.gbacw.retreat_path import NIGHT
from longroll.systems.gbacw.roster import CONFEDERATE, UNION, UnitNumber
from longroll.systems.gbacw.state import CAPTURED
from longroll.systems.gbacw.terrain import Ground
from longroll.systems.gbacw.volley import BARRAGE, WITHDRAWAL

_FIRST_DAY_ENDS = TABLES.turns.first_day[1]
_LAST_NIGHT = TABLES.turns.night[1]
#: The phases that both sides play at night (GB-D29).
PHASES_AT_NIGHT = "ABGHJK"
#: How far both sides of an engagement draw back. [corinth:26.15.2]
APART = 2


def is_dark(state: State) -> bool:
    return state.turn in state.game.nights


# The sequence of play


def phases(state: State) -> str | None:
    """No Fire Phases and no melee at night. [corinth:26.15.1] [corinth:21.1.1]"""
    return PHASES_AT_NIGHT if is_dark(state) else None


def end_phase(state: State, side: str, phase: str) -> Iterator[Ask | Do]:
    """Engagements end in the Union's last phase of the first day. [corinth:26.15.2]"""
    if state.turn == _FIRST_DAY_ENDS and side == UNION and phase == "J":
        yield PartEngaged()


def end_turn(state: State) -> Iterator[Ask | Do]:
    """The interphases, in their order. [corinth:26.0.2] [corinth:21.1.2] [corinth:21.1.3]

    Engagements end even if the heat skipped the last Game-Turn of the first day.
    """
    if state.turn == _FIRST_DAY_ENDS:
        yield from (PartEngaged(), Nightfall(), FirstDay())
    elif state.turn == _LAST_NIGHT:
        yield from (RecoverEffectiveness(), OfferBarrage())


# Movement


def full_allowance(points: int, ground: Ground, mover: str, night: bool) -> int:
    """All units go half as far again. [corinth:26.11]

    Woods cost a point more, and nothing else does; that is in the charts. [corinth:26.12]
    """
    return points * 3 // 2 if night else points


def closed_to_enter(
    state: State, unit: int, origin: Hex, near: Sequence[Hex]
) -> Iterator[Closed[Hex]]:
    """No unit may go next to an enemy, even if it begins there.

    [corinth:26.13.1] [corinth:26.13.2]
    """
    return _closed_by_enemies(state, unit, origin, near) if is_dark(state) else NOTHING


def _closed_by_enemies(
    state: State, unit: int, origin: Hex, near: Sequence[Hex]
) -> Iterator[Closed[Hex]]:
    adjacent, enemies = (
        state.game.grid.adjacent,
        state.stacks[state.game.enemy[state.side_of(unit)]],
    )
    beside = [hex for hex in near if not enemies.keys().isdisjoint(adjacent[hex])]
    begins_there = not enemies.keys().isdisjoint(adjacent[origin])
    rule = "corinth:26.13.2" if begins_there else "corinth:26.13.1"
    yield Closed(beside, rule, "{place} is next to an enemy, and it is night")


# Combat


def bars_kind_of_fire(state: State, kind: str) -> Iterator[Refusal]:
    """Leaving an enemy zone draws fire as by day; there is no other combat (GB-F43).

    [corinth:26.14] [corinth:26.15.1]
    """
    if not is_dark(state) or kind in (WITHDRAWAL, BARRAGE):
        return NOTHING
    return iter((Refusal("corinth:26.15.1", "only withdrawal fire is allowed at night"),))


# Drawing back


def has_retreated(state: State, step: Retreating) -> None:
    """[corinth:26.15.3]"""
    if step.cause == NIGHT and step.side == UNION:
        state.parted |= set(step.path[1:])


def closed_to_retreat(state: State, hex: Hex, side: str, cause: str) -> str | None:
    """The Confederates may not enter hexes that the Union drew back through. [corinth:26.15.3]"""
    if cause == NIGHT and side == CONFEDERATE and hex in state.parted:
        return "corinth:26.15.3"
    return None


def cannot_retreat(state: State, unit: int, step: Retreating) -> tuple[str, str] | None:
    """A unit that cannot draw back from an engagement is captured. [corinth:26.15.5]"""
    return (CAPTURED, "corinth:26.15.5") if step.cause == NIGHT else None


class PartEngaged(Do, frozen=True):
    """Every engagement ends: the Union, whose Player-Turn it is, draws back first (GB-D28).

    [corinth:26.15.2]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        state.parted = frozenset()
        hexes = sorted(state.engaged)
        steps: list[Ask | Do] = [
            DrawBack(side, hex, state.stack(hex, state.game.enemy[side]))
            for side in (UNION, CONFEDERATE)
            for hex in hexes
        ]
        steps += [Settle(hex) for hex in hexes]
        state.agenda.extend(reversed(steps))


class DrawBack(Do, frozen=True):
    """One side leaves an engagement: no morale check follows, and friends stay where they are.

    Only the enemies it fought do not fire (GB-C21). [corinth:26.15.2] [corinth:26.15.4]
    """

    side: SideName
    hex: Hex
    foes: tuple[UnitNumber, ...]

    def run(self, state: State, umpire: Umpire) -> None:
        units = state.stack(self.hex, self.side)
        state.agenda.append(FallBack(self.side, self.hex, units, APART, NIGHT, self.foes))
        going = tuple(unit for unit in units if state.is_manned(unit))
        withdrawal_fire(state, self.hex, self.side, going, umpire, besides=self.foes)


STEPS = (PartEngaged, DrawBack)
RULES = Rules[State](
    phases=phases,
    end_phase=end_phase,
    end_turn=end_turn,
    full_allowance=full_allowance,
    closed_to_enter=closed_to_enter,
    bars_kind_of_fire=bars_kind_of_fire,
    has_retreated=has_retreated,
    closed_to_retreat=closed_to_retreat,
    cannot_retreat=cannot_retreat,
)
