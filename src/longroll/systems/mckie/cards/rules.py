"""Random Event Cards: the pack and the hands, an optional module. [mckie:cards.1] (MK-M60)

Nothing in the rules draws a card unless the players agreed on a pack, so the worked examples
hold as they are printed. [mckie:ex.cards]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Rolls
from longroll.miniatures.amounts import Id, Many, Period
from longroll.systems.mckie.amounts import MOST_CARDS
from longroll.systems.mckie.datafile import load

#: Who each hold a card: all divisions, or all commanders that somebody plays. [mckie:cards.3]
Holders = Literal["divisions", "commanders"]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card; `now` means that it is played in the period it is drawn. [mckie:cards.6]"""

    id: str
    title: str
    text: str
    now: bool = False
    #: Not from the book.
    house: bool = False


class _CardsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    card: tuple[Card, ...]


#: Sample cards, all of them house additions. (MK-M60)
SAMPLES: Mapping[str, Card] = {card.id: card for card in load("cards.toml", _CardsFile).card}


class BadPack(ValueError):
    """A pack that cannot be made as agreed."""


class Hand(msgspec.Struct, frozen=True):
    """What a holder has: at most one card, and when he drew it. [mckie:cards.7]"""

    card: Id | None = None
    drawn_in: Period = 0
    played_in: Period | None = None


class Table(msgspec.Struct, frozen=True):
    """The pack, top first, and the hand of every holder."""

    pack: Annotated[tuple[Id, ...], Meta(max_length=MOST_CARDS)]
    hands: Annotated[dict[Id, Hand], Many]


def agreed_pack(mix: Mapping[str, int], cards: Mapping[str, Card] = SAMPLES) -> tuple[str, ...]:
    """The cards that the players agreed on: how many of each. [mckie:cards.2]"""
    for id, number in mix.items():
        if id not in cards:
            raise BadPack(f"there is no card {id!r}; the cards are {', '.join(cards)}")
        if number < 0:
            raise BadPack(f"a pack cannot have {number} cards {id!r}")
    return tuple(id for id, number in mix.items() for _ in range(number))


def shuffled(pack: Sequence[str], dice: Rolls) -> tuple[str, ...]:
    """The pack shuffled by the dice, with one die for every card but the last."""
    left, order = list(pack), []
    while len(left) > 1:
        order.append(left.pop(dice.roll("shuffle the cards", len(left)).value - 1))
    return (*order, *left)


def holders(kind: Holders, divisions: Sequence[str], commanders: Sequence[str]) -> tuple[str, ...]:
    """Those who each hold a card. [mckie:cards.3]"""
    return tuple(divisions if kind == "divisions" else commanders)


def laid_out(pack: Sequence[str], who: Sequence[str]) -> Table:
    """The table before the first period: every hand is empty."""
    return Table(tuple(pack), {holder: Hand() for holder in who})


def draws(hand: Hand, period: int) -> bool:
    """Whether a holder draws at the start of a period.

    Everybody does in the first; later, those who played their card in the last one. [mckie:cards.4]
    [mckie:cards.7]
    """
    return hand.card is None and (period == 1 or hand.played_in == period - 1)


def draw(table: Table, period: int) -> Table:
    """The draw at the start of a period, while cards last. [mckie:cards.4] [mckie:period.2]"""
    pack, hands = list(table.pack), dict(table.hands)
    for holder, hand in table.hands.items():
        if draws(hand, period) and pack:
            hands[holder] = replace(hand, card=pack.pop(0), drawn_in=period)
    return Table(tuple(pack), hands)


def bars_to_play(table: Table, holder: str) -> list[Refusal]:
    """Why a holder may not play a card now; he may play it at once or in any later period.

    [mckie:cards.5]
    """
    if table.hands[holder].card is None:
        return [Refusal("mckie:cards.5", f"{holder} holds no card")]
    return []


def played(table: Table, holder: str, period: int) -> Table:
    """A card is played and goes to the bottom of the pack. [mckie:cards.5] [mckie:cards.8]"""
    hand = table.hands[holder]
    if hand.card is None:
        raise ValueError(f"{holder} holds no card")
    hands = {**table.hands, holder: replace(hand, card=None, played_in=period)}
    return Table((*table.pack, hand.card), hands)


def must_play(table: Table, period: int, cards: Mapping[str, Card] = SAMPLES) -> tuple[str, ...]:
    """Those who must still play the card they drew this period. [mckie:cards.6]"""
    return tuple(
        holder
        for holder, hand in table.hands.items()
        if hand.card is not None and hand.drawn_in == period and cards[hand.card].now
    )
