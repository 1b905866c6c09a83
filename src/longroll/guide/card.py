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
    """The part of a hex map on the card: the hex in the middle, how many hexes across, and where
    units of each side are."""

    around: str
    across: Annotated[int, Meta(ge=3, le=60)]
    stands: dict[str, tuple[str, ...]] = {}


class Arrival(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Troops that come on in a turn."""

    turn: Annotated[int, Meta(ge=0, le=99)]
    side: str
    who: str


class Briefing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario before it begins: what it is about, what each side has to do, how it is won.

    An empty line in `about` begins a new paragraph; `rules` are those of victory. `minutes` is
    about how long it takes: the shortest scenario is offered first. `hint` is what a newcomer
    should know before the first choice, with its rule.
    """

    about: str
    when: str = ""
    tasks: dict[str, str] = {}
    won: str = ""
    rules: tuple[str, ...] = ()
    forces: dict[str, str] = {}
    minutes: Annotated[int, Meta(ge=0, le=3000)] = 0
    length: str = ""
    arrivals: tuple[Arrival, ...] = ()
    hint: str = ""
    hint_rule: str = ""


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the start page says of a system. Cards are in the order of their `place`.

    `name` is shorter than the title; `rules` says how hard they are, out of five; `sides` what each
    side does, in a word or two. With `shared` both sides use one screen, as with an umpire.
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
    """The card of a system, a bare one if it has none; BadGuide if it is faulty.

    >>> card_of("stockade_redan").name
    'Stockade Redan'
    """
    system = system_named(slug)
    if system.card is None:
        return Card(system=slug, name=system.title)
    return read(system, system.card, Card, card_faults)


def card_faults(system: System[Any], card: Card) -> Iterator[Complaint]:
    """What a card names that its system does not have."""
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
        yield from strangers((*path, "forces"), briefing.forces, system.sides)
        sides = [arrival.side for arrival in briefing.arrivals]
        yield from strangers((*path, "arrivals"), sides, system.sides)
        yield from unknown_rules((*path, "rules"), briefing.rules)
        yield from unknown_rules((*path, "hint_rule"), filter(None, [briefing.hint_rule]))
