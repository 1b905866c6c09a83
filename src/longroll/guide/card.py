"""The card of a system on the start page, and a briefing for each of its scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from longroll.guide.reading import Complaint, no_hexes, read, strangers, unknown_rules
from longroll.kernel.system import System, system_named


class Picture(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a map of hexes on the card: around a hex, so many hexes across, and where units
    of each side stand."""

    around: str
    across: Annotated[int, Meta(ge=3, le=60)]
    stands: dict[str, tuple[str, ...]] = {}


class Briefing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario before it begins: what it is about, what each side has to do, how it is won.

    An empty line in `about` begins a new paragraph; `rules` are those of victory.
    """

    about: str
    tasks: dict[str, str] = {}
    won: str = ""
    rules: tuple[str, ...] = ()


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the start page says of a system. Cards stand in the order of their `place`.

    `name` is shorter than the title; `rules` says how hard they are, of five; `sides` what each
    side does, in a word or two. With `shared` both sides sit at one screen, as for an umpire.
    """

    schema: Literal[1] = 1
    system: str
    name: str
    when: str = ""
    length: str = ""
    rules: Annotated[int, Meta(ge=0, le=5)] = 0
    sides: dict[str, str] = {}
    place: int = 50
    shared: bool = False
    picture: Picture | None = None
    briefings: dict[str, Briefing] = {}


@cache
def card_of(slug: str) -> Card:
    """The card of a system, a bare one where it brings none; BadGuide where it is faulty.

    >>> card_of("stockade_redan").name
    'Stockade Redan'
    """
    system = system_named(slug)
    if system.card is None:
        return Card(system=slug, name=system.title)
    return read(system, system.card, Card, card_faults)


def card_faults(system: System[Any], card: Card) -> Iterator[Complaint]:
    """What a card says that its system does not know."""
    yield from strangers(("system",), [card.system], [system.slug])
    yield from strangers(("sides",), card.sides, system.sides)
    if card.picture is not None:
        places = card.picture.stands
        yield from strangers(("picture", "stands"), places, system.sides)
        yield from no_hexes(system, ("picture", "around"), [card.picture.around])
        for side, hexes in places.items():
            yield from no_hexes(system, ("picture", "stands", side), hexes)
    yield from strangers(("briefings",), card.briefings, system.scenarios)
    for scenario, briefing in card.briefings.items():
        path = ("briefings", scenario)
        yield from strangers((*path, "tasks"), briefing.tasks, system.sides)
        yield from unknown_rules((*path, "rules"), briefing.rules)
