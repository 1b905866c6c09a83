"""Forms and buttons that every umpire's desk has; a rulebook fills in the rest of the forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from longroll.display.desk import Button, Buttons, EntryForm
from longroll.miniatures.bodies import Body
from longroll.miniatures.state import State
from longroll.miniatures.umpire.noting import said

F = TypeVar("F", bound=str)

FIRE = EntryForm(
    shape="at",
    title="{unit} fires at {target}",
    rule="",
    text="fire {unit} {parts}",
    asks=("Who fires?", "{unit}: at whom?"),
    tags=("fires", "target"),
    units=(),
    dice=(),
    thrown="",
)
CHARGE = EntryForm(
    shape="at",
    title="{unit} charges {target}",
    rule="",
    text="charge {unit} {parts}",
    part="{target} {words}",
    asks=("Who charges?", "{unit} charges whom?"),
    tags=("charges", "target"),
    units=(),
    dice=(),
    thrown="",
)
MORALE = EntryForm(
    shape="one",
    title="{unit} tests morale",
    rule="",
    text="morale {unit} {reasons} {words}",
    asks=("Who tests morale?",),
    nobody="No unit has to test so far.",
    tags=("tests",),
    units=(),
    dice=(),
    thrown="",
)


def formations(
    units: Mapping[str, Body], names: Iterable[F], may: Callable[[Any, F], bool]
) -> Buttons:
    """The formation of a unit: those that it may take, and the one it is in."""
    return Buttons(
        label="Formation",
        choice=True,
        buttons=tuple(
            Button(
                text=f"form {{unit}} {name}",
                label=said(name),
                units=tuple(id for id, one in units.items() if may(one, name)),
                on=tuple(id for id, one in units.items() if one.formation == name),
            )
            for name in names
        ),
    )


def losses(
    units: Iterable[str], points: Callable[[str], tuple[int, int]], verb: str
) -> Iterator[Button]:
    """A unit loses a point, or gets back what was taken too much: `points` are what it has and
    what it began with, `verb` sets them."""
    units = tuple(units)
    yield Button(text="lose {unit} 1", label="lose 1", units=units)
    for id in units:
        left, whole = points(id)
        if left < whole:
            yield Button(text=f"{verb} {{unit}} {left + 1}", label="give back 1", units=(id,))


def departures(state: State[Any, Any], touching: Callable[[str], bool]) -> Iterator[Button]:
    """A unit is out of contact, or off the table."""
    here = state.present()
    touch = tuple(id for id in here if touching(id))
    yield Button(text="part {unit}", label="no longer in contact", units=touch)
    yield Button(
        text="remove {unit}",
        label="leaves the table",
        units=tuple(here),
        confirm="Does it leave the table for good?",
    )
