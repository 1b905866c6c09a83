"""The roster of an umpire's desk: its order, its short names, and how a terminal shows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from longroll.display.desk import Field, Option, Row, choice_field
from longroll.display.facts import Facts

T = TypeVar("T")

#: The scenario of armies that are built on the spot, and what it is called.
FREE = "free"
FREE_TITLE = "Your own armies"


def in_order(named: Mapping[str, T]) -> dict[str, T]:
    """Sorted by short names, with their numbers as numbers.

    >>> list(in_order({"u10": 1, "c1": 1, "u2": 1}))
    ['c1', 'u2', 'u10']
    """
    return {id: named[id] for id in sorted(named, key=_place)}


def _place(id: str) -> tuple[str, int, str]:
    letters = id.rstrip("0123456789")
    return letters, int(id[len(letters) :] or 0), id


def free_name(taken: Collection[str], letter: str) -> str:
    """The first short name that is not taken, even if the unit becomes several.

    >>> free_name({"u1", "u21"}, "u")
    'u3'
    """
    number = 1
    while any(f"{letter}{number}{part}" in taken for part in ("", "1")):
        number += 1
    return f"{letter}{number}"


def army_fields(taken: Collection[str], sides: Sequence[str]) -> tuple[Field, Field]:
    """The army of a unit that is added, and the short name that is free there."""
    armies = [Option(word=one, label=one.title()) for one in reversed(sides)]
    free = {side: free_name(taken, side[0]) for side in sides}
    names = [Option(word=id, label=id.upper(), when=(side,)) for side, id in free.items()]
    return choice_field("side", "Army", armies), choice_field("id", "Short name", names)


# In a terminal


def roster(facts: Facts) -> tuple[Row, ...]:
    return facts.desk.roster if facts.desk is not None else ()


def draw(facts: Facts, sides: Sequence[str]) -> str:
    """The roster in characters."""
    lines = []
    for side in sides:
        rows = [_line(row) for row in roster(facts) if row.side == side]
        if rows:
            lines += [side.title(), *rows]
    return "\n".join(lines) or "No units yet: add u1 union infantry ..."


def _line(row: Row) -> str:
    gone = {"gone": "gone", "reserve": "still to come"}.get(row.place, "")
    states = ", ".join((*row.states, *([gone] if gone else [])))
    return (
        f"  {row.id:<5}{row.title:<32}{row.note:<12}{row.left:>3}/{row.of:<3} "
        f"{row.formation.replace('_', ' '):<15}{states}"
    ).rstrip()


def describe(facts: Facts, word: str) -> list[str]:
    """A unit in words; nothing if there is none of that name."""
    row = next((one for one in roster(facts) if one.id == word), None)
    if row is None:
        return []
    formation = row.formation.replace("_", " ")
    return [
        f"{row.title} ({row.id}): {row.text}",
        f"in {formation}" + (f", {', '.join(row.states)}" if row.states else ""),
    ]
