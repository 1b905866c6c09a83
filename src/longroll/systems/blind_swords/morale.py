"""12.5 and 12.6: Morale Hits, the Battleworn side, and the strength that is left."""

from __future__ import annotations

from fractions import Fraction

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.systems.blind_swords.breaking import BreakTest, push
from longroll.systems.blind_swords.cohesion_events import MoraleHit, Worn
from longroll.systems.blind_swords.cohesion_tables import COHESION
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.wording import name


def strength(state: State, unit: int) -> Fraction:
    """The modified strength of a unit: each Morale Hit costs a point, but half a point (C) is
    always left. [blind_swords:12.5.2] [blind_swords:12.5.3]
    """
    chart = COHESION.morale_hits
    left = state.printed_strength(unit) + chart.strength * state.units[unit].hits
    return max(Fraction(left), Fraction(chart.least_strength))


def hit(
    state: State,
    unit: int,
    umpire: Umpire,
    rule: str,
    causers: tuple[Hex, ...] = (),
    close: bool = False,
) -> None:
    """A unit takes a Morale Hit: Shaken, then Disrupted, then a Break Test.

    [blind_swords:2.2.1] [blind_swords:12.5.1] [blind_swords:12.1.4]
    """
    hex = state.hex_of(unit)
    if not hex:
        return
    ladder = COHESION.morale_hits.ladder
    hits = state.units[unit].hits + 1
    if hits == len(ladder):
        push(state, BreakTest(unit, "blind_swords:12.1.4", causers, close), unit)
        return
    state.change(unit, hits=hits)
    umpire.tell(
        MoraleHit(
            rules=(rule, "blind_swords:12.5.1"),
            unit=name(state, unit),
            hex=hex,
            status=ladder[hits].title(),
        )
    )


def wear(
    state: State,
    unit: int,
    umpire: Umpire,
    rule: str,
    causers: tuple[Hex, ...] = (),
    close: bool = False,
) -> None:
    """A Battleworn result: a Fresh unit flips and keeps its markers, any other makes a Break Test.

    [blind_swords:2.1.5] [blind_swords:12.1.3] [blind_swords:12.6.1] [blind_swords:12.6.2]
    """
    hex = state.hex_of(unit)
    if not hex:
        return
    if state.is_worn(unit):
        push(state, BreakTest(unit, "blind_swords:12.1.3", causers, close), unit)
        return
    fresh = state.printed_strength(unit)
    state.change(unit, worn=True)
    umpire.tell(
        Worn(
            rules=(rule, "blind_swords:12.6.1"),
            unit=name(state, unit),
            hex=hex,
            points=fresh - state.printed_strength(unit),
        )
    )
    state.game.rules.suffered(state, unit, hex, umpire)
