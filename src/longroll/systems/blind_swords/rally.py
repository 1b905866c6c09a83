"""13.2 and 13.4: Recover, Rebuild, and the guns' ammunition."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.systems.blind_swords import overstack
from longroll.systems.blind_swords.cohesion_events import Rebuilt, Recovered, Resupplied
from longroll.systems.blind_swords.cohesion_tables import COHESION
from longroll.systems.blind_swords.engagement import is_engaged, is_near_enemies
from longroll.systems.blind_swords.movement import may_enter
from longroll.systems.blind_swords.priorities import is_own_edge
from longroll.systems.blind_swords.ratings import unsupported_lines
from longroll.systems.blind_swords.roster import ARTILLERY
from longroll.systems.blind_swords.stacking import bars_to_stay
from longroll.systems.blind_swords.state import AVAILABLE, NOWHERE, State
from longroll.systems.blind_swords.tables import ORDERS
from longroll.systems.blind_swords.wording import name

# Who may


def _bars(state: State, unit: int, what: str) -> Iterator[Refusal]:
    """What keeps a unit from any try to rally. [blind_swords:13.1.1] [blind_swords:13.2.1]"""
    piece, own = state.piece(unit), state.units[unit]
    if piece.arm == ARTILLERY:
        yield from _bars_to_guns(state, unit)
    else:
        yield from _bars_by_order(state, unit, what)
    if unit in state.rallied:
        yield Refusal("blind_swords:13.1.1", f"{piece.title} has tried to rally")
    if own.hex and not state.game.field.ground[own.hex].rally:
        ground = state.game.field.ground[own.hex].title
        yield Refusal("blind_swords:13.2.1", f"nobody rallies in {ground}")


def _bars_to_guns(state: State, unit: int) -> Iterator[Refusal]:
    """Guns rally in the Artillery Phase, if they do nothing else in it. [blind_swords:13.4.1]"""
    title = state.piece(unit).title
    if state.active is not None:
        yield Refusal("blind_swords:13.4.1", f"{title} rallies in the Artillery Phase")
    if unit in state.moved or unit in state.fired:
        yield Refusal("blind_swords:13.4.1", f"{title} has moved or fired")
    if is_engaged(state, unit):
        yield Refusal("blind_swords:13.4.1", f"{title} is Engaged")


def _bars_by_order(state: State, unit: int, what: str) -> Iterator[Refusal]:
    piece, active = state.piece(unit), state.active
    if active is None or piece.brigade != active.brigade:
        yield Refusal("blind_swords:13.1.1", f"{piece.title} is not of the brigade that acts")
    elif not active.order or not getattr(ORDERS.orders[active.order], what):
        order = active.order.title() or "No"
        yield Refusal("blind_swords:13.1.1", f"{order} orders do not let units {what.title()}")


def bars_to_recover(state: State, unit: int) -> Iterator[Refusal]:
    """What keeps a unit from a try to lose a Morale Hit; infantry may be Engaged.

    [blind_swords:13.1.2]
    """
    own, title = state.units[unit], state.piece(unit).title
    if not own.hex:
        yield Refusal("blind_swords:13.2.2", f"{title} is not on the map")
        return
    if not own.hits:
        yield Refusal("blind_swords:13.2.2", f"{title} has no Morale Hit")
    yield from _bars(state, unit, "recover")


def bars_to_rebuild(state: State, unit: int) -> Iterator[Refusal]:
    """What keeps a unit from a try to become Fresh, or to come back from the Broken Track.

    [blind_swords:12.8.3] [blind_swords:13.1.2] [blind_swords:13.2.5] [blind_swords:2.1.6]
    """
    own, piece = state.units[unit], state.piece(unit)
    title = piece.title
    if own.hex:
        if piece.fragile:
            yield Refusal("blind_swords:2.1.6", f"{title} has no Fresh side")
        elif not own.worn:
            yield Refusal("blind_swords:13.2.4", f"{title} is Fresh")
        if own.hits:
            yield Refusal("blind_swords:13.2.5", f"{title} has Morale Hits")
        if is_engaged(state, unit):
            yield Refusal("blind_swords:13.1.2", f"{title} is Engaged")
        if unit in state.fired or unit in state.assaulted:
            yield Refusal("blind_swords:13.1.2", f"{title} has fought in this activation")
    elif own.box != AVAILABLE:
        where = f"in box {own.box}" if own.box else "not on the Broken Track"
        yield Refusal("blind_swords:12.8.3", f"{title} is {where}, not Available")
        return
    yield from _bars(state, unit, "rebuild")
    if not own.hex and next(places(state, unit), None) is None:
        yield Refusal("blind_swords:13.2.7", f"there is nowhere for {title} to return to")


def bars_to_resupply(state: State, unit: int) -> Iterator[Refusal]:
    """What keeps guns from a try to lose a Low Ammo marker. [blind_swords:13.4.1]"""
    own, piece = state.units[unit], state.piece(unit)
    if piece.arm != ARTILLERY or not own.hex:
        yield Refusal("blind_swords:13.4.1", f"{piece.title} is not artillery on the map")
        return
    if not own.low_ammo:
        yield Refusal("blind_swords:13.4.1", f"{piece.title} has no Low Ammo marker")
    yield from _bars(state, unit, "recover")


# The tries


def _rating(state: State, unit: int, printed: int) -> tuple[list[Line], int]:
    """The rating of a try: as printed, less one without Support; hits and works do not count
    (CB-66)."""
    lines = unsupported_lines(state, unit)
    return lines, printed + sum([line.value for line in lines])


def recover(state: State, unit: int, umpire: Umpire) -> None:
    """A die at or below the rating takes one Morale Hit off, a natural 1 all of them.

    [blind_swords:13.2.2]
    """
    chart, own = COHESION.recover, state.units[unit]
    printed = state.printed_cohesion(unit)
    lines, needed = _rating(state, unit, printed)

    def removed(die: int) -> int:
        if die in chart.all_on:
            return own.hits
        return min(chart.removes, own.hits) if die <= needed else 0

    rolls, off = umpire.look_up(f"{state.piece(unit).title} recovers", removed)
    state.mark("rallied", (unit,))
    state.change(unit, hits=own.hits - off)
    umpire.tell(
        Recovered(
            rules=("blind_swords:13.2.2",),
            rolls=rolls,
            unit=name(state, unit),
            hex=own.hex,
            printed=printed,
            lines=tuple(lines),
            die=rolls[0].value,
            rating=needed,
            removed=off,
        )
    )


def rebuild(state: State, unit: int, umpire: Umpire) -> bool:
    """A die at or below the rating printed on the Battleworn side: a unit on the map is Fresh.

    Whether it was rolled; one from the Broken Track has still to be placed.
    [blind_swords:13.2.3] [blind_swords:13.2.4] [blind_swords:13.2.5] [blind_swords:13.2.6]
    """
    own = state.units[unit]
    printed = state.piece(unit).battleworn_cohesion
    lines, needed = _rating(state, unit, printed)
    roll = umpire.roll(f"{state.piece(unit).title} rebuilds", at_most=needed)
    state.mark("rallied", (unit,))
    umpire.tell(
        Rebuilt(
            rules=("blind_swords:13.2.5" if own.hex else "blind_swords:13.2.6",),
            rolls=(roll,),
            unit=name(state, unit),
            hex=own.hex,
            printed=printed,
            lines=tuple(lines),
            die=roll.value,
            rating=needed,
        )
    )
    if roll.value > needed:
        return False
    if own.hex:
        state.change(unit, worn=False)
        overstack.check(state, state.side_of(unit), umpire, rebuild=True)  # [blind_swords:3.3.1]
    return True


def resupply(state: State, unit: int, umpire: Umpire) -> None:
    """The roll of Recover takes a Low Ammo marker off. [blind_swords:13.4.1]"""
    own = state.units[unit]
    printed = state.printed_cohesion(unit)
    lines, needed = _rating(state, unit, printed)
    roll = umpire.roll(f"ammunition for {state.piece(unit).title}", at_most=needed)
    state.mark("rallied", (unit,))
    if roll.value <= needed:
        state.change(unit, low_ammo=own.low_ammo - 1)
    umpire.tell(
        Resupplied(
            rules=("blind_swords:13.4.1",),
            rolls=(roll,),
            unit=name(state, unit),
            hex=own.hex,
            printed=printed,
            lines=tuple(lines),
            die=roll.value,
            rating=needed,
        )
    )


# Coming back


def places(state: State, unit: int) -> Iterator[Hex]:
    """Where a rebuilt unit may return: with its brigade or next to it, else at its own edge.

    Not next to an enemy, within stacking, and not in water that forbids to rally.
    [blind_swords:13.2.7]
    """
    side = state.side_of(unit)
    return (hex for hex in sorted(_near(state, unit, side)) if _is_fit(state, unit, side, hex))


def _near(state: State, unit: int, side: str) -> set[Hex]:
    grid = state.game.grid
    friends = state.brigade_units(state.piece(unit).brigade)
    if not friends:
        return {hex for hex in grid.hexes if is_own_edge(state, side, hex)}
    held = {state.hex_of(friend) for friend in friends}
    return held.union(*[grid.adjacent[hex] for hex in held])


def _is_fit(state: State, unit: int, side: str, hex: Hex) -> bool:
    return (
        state.game.field.ground[hex].rally
        and may_enter(state, unit, NOWHERE, hex)
        and not is_near_enemies(state, side, hex)
        and not any(bars_to_stay(state, hex, side, (unit,)))
    )
