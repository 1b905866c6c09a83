"""Generals and other commanders: which units they are with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from longroll.display.desk import Button
from longroll.kernel.agenda import Umpire
from longroll.miniatures.state import State
from longroll.miniatures.umpire.noting import Noted
from longroll.miniatures.umpire.reading import Entry, Words


class Join(Entry, frozen=True):
    commander: str
    unit: str
    rule: str


def take_commander(state: State[Any, Any], words: Words, what: str) -> str:
    """The next word, which names a commander on the table; `what` is what the rules call him."""
    id = words.take(f"the {what}")
    if id not in state.commanders or state.commanders[id].place != "table":
        known = ", ".join(i for i, one in state.commanders.items() if one.place == "table")
        words.refuse(f"there is no {what} {id!r} on the table; there is {known or 'nobody'}")
    return id


def read_join(state: State[Any, Any], words: Words, what: str) -> Join:
    """A commander and the unit he joins, or `alone`."""
    who = take_commander(state, words, what)
    if words.take_if("alone"):
        words.end()
        return Join((), who, "", words.rule)
    unit = words.unit(state, "the unit he joins")
    words.end()
    if state.units[unit].side != state.commanders[who].side:
        words.refuse(f"{state.units[unit].title} is the enemy's")
    return Join((), who, unit, words.rule)


def join(state: State[Any, Any], entry: Join, umpire: Umpire) -> None:
    state.change_commander(entry.commander, joined=entry.unit)
    what = f"joins {state.units[entry.unit].title}" if entry.unit else "rides alone"
    title = state.commanders[entry.commander].title
    umpire.tell(Noted(rules=(entry.rule,), unit=entry.commander, title=title, what=what))


def buttons(state: State[Any, Any], verb: str, label: Callable[[Any], str]) -> Iterator[Button]:
    """For every commander on the table: he joins a unit, or rides alone."""
    for who, one in state.commanders.items():
        if one.place != "table":
            continue
        others = tuple(id for id in state.of_side(one.side) if id != one.joined)
        yield Button(text=f"{verb} {who} {{unit}}", label=label(one), units=others)
        if one.joined:
            here = (one.joined,)
            yield Button(text=f"{verb} {who} alone", label=label(one), units=here, on=here)
