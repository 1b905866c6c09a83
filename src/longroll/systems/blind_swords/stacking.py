"""3.1 and 3.2: how much a hex holds, and who leads a stack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import ceil

from longroll.board.hex import Hex
from longroll.kernel.decision import Refusal
from longroll.kernel.hooks import NOTHING
from longroll.systems.blind_swords.charts import ARMS
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.tables import NUMBERS


def counted(strength: Fraction | int, *, guns: bool) -> Fraction | int:
    """What a strength counts in a hex: strength C half a point, but a fraction of guns a whole one.

    [blind_swords:1.3.3]

    >>> counted(0, guns=True), counted(Fraction(3, 2), guns=True), counted(6, guns=False)
    (1, 2, 6)
    """
    if isinstance(strength, int) and strength:
        return strength
    least = max(Fraction(strength), NUMBERS.fraction("strength_c"))
    return ceil(least) if guns else least


def points(state: State, unit: int) -> Fraction | int:
    """What a unit counts: the printed strength of the side that is up, whatever happened to it.

    [blind_swords:3.1.2]
    """
    return counted(state.printed_strength(unit), guns=state.piece(unit).arm == "artillery")


def points_in(state: State, side: str, hex: Hex, without: Iterable[int] = ()) -> Fraction | int:
    """The points of a side in a hex; Pioneers are not units and count nothing.

    [blind_swords:3.1.6]
    """
    left_out = set(without)
    return sum([points(state, u) for u in state.stack(hex, side) if u not in left_out])


def bars_to_stay(state: State, hex: Hex, side: str, units: Sequence[int]) -> Iterator[Refusal]:
    """What keeps units from staying in a hex with those of their side already there; one alone may.

    [blind_swords:3.1.1] [blind_swords:3.1.6]
    """
    there = state.stack(hex, side)
    if len(units) == 1 and not there:
        return NOTHING
    return _bars_crowd(state, hex, [*(unit for unit in there if unit not in units), *units])


def _bars_crowd(state: State, hex: Hex, units: Sequence[int]) -> Iterator[Refusal]:
    if len(units) < 2:
        return
    total = sum([points(state, unit) for unit in units])
    most = NUMBERS["stacking_points"]
    if total > most:
        yield Refusal("blind_swords:3.1.1", f"{hex} holds {most} points, not {total}")
    if any(state.units[unit].skirmish for unit in units):
        yield Refusal("blind_swords:3.1.6", f"skirmishers share {hex} with nobody")


def is_overstacked(state: State, hex: Hex, side: str) -> bool:
    """Whether a hex holds too much; one unit never is too much."""
    return next(bars_to_stay(state, hex, side, ()), None) is not None


def candidates(state: State, units: Iterable[int]) -> list[int]:
    """Who may lead some units: the greatest printed strength, infantry before cavalry before guns.

    Guns lead only where there is nobody else, Pioneers are markers and never lead. Several are left
    only where they are alike, and their owner chooses. [blind_swords:3.2.1] [blind_swords:3.2.2]
    [blind_swords:3.2.3]
    """
    every = sorted(units)
    others = [unit for unit in every if state.arm(unit) != "artillery"] or every
    if not others:
        return []

    def rank(unit: int) -> tuple[int, int]:
        return -state.printed_strength(unit), ARMS.index(state.arm(unit))

    best = min(rank(unit) for unit in others)
    return [unit for unit in others if rank(unit) == best]
