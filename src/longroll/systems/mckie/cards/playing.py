"""Random event cards: drawn at the start of the period, kept or played. Off unless agreed on.

[mckie:period.2] [mckie:newper.2a] [mckie:cards.1] (MK-M60)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

import msgspec

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare
from longroll.miniatures.approach import goal_of
from longroll.systems.mckie.cards import rules as cards
from longroll.systems.mckie.cards.events import CardPlayed, CardsDrawn
from longroll.systems.mckie.cards.rules import SAMPLES
from longroll.systems.mckie.charge import approach, charging
from longroll.systems.mckie.fire import supply
from longroll.systems.mckie.hidden import fog
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.retreat import retreating
from longroll.systems.mckie.table.state import ENEMY, State
from longroll.systems.mckie.words import SIDES, Side

_RULE = "mckie:cards.5"


def draw(state: State) -> list[Ask | Do]:
    """The step: the draw, then each army plays the cards it wants to and those it must."""
    armies: list[Side] = sorted(SIDES, key=lambda side: side != state.first)
    return [DrawCards(), *(OfferCards(side) for side in armies)]


def are_used(state: State) -> bool:
    """[mckie:cards.1]"""
    return state.options.cards


class DrawCards(Do, frozen=True):
    """The pack is shuffled before the first draw; later, those who played their card draw another.
    [mckie:cards.2] [mckie:cards.3] [mckie:cards.4] [mckie:cards.7]"""

    def run(self, state: State, umpire: Umpire) -> None:
        if state.cards is None:
            mix = dict.fromkeys(SAMPLES, state.options.cards_of_each)
            pack = cards.shuffled(cards.agreed_pack(mix), umpire)
            state.cards = cards.laid_out(pack, _holders(state))
            period = 1
        else:
            period = state.period
        before = state.cards
        state.cards = cards.draw(before, period)
        if period != state.period:
            # If the pack comes into use later, everybody draws as in the first period.
            state.cards = _drawn_now(state.cards, state.period)
        for side in SIDES:
            drawn = {
                state.commanders[who].title: SAMPLES[hand.card].title
                for who, hand in state.cards.hands.items()
                if hand.card is not None
                and before.hands[who].card is None
                and state.commanders[who].side == side
            }
            if drawn:
                umpire.tell(CardsDrawn(rules=("mckie:cards.4",), side=side, drawn=drawn))


def _drawn_now(table: cards.Table, period: int) -> cards.Table:
    hands = {
        who: msgspec.structs.replace(hand, drawn_in=period) if hand.card is not None else hand
        for who, hand in table.hands.items()
    }
    return cards.Table(table.pack, hands)


def _holders(state: State) -> tuple[str, ...]:
    """A division holds its card through its commander. [mckie:cards.3]"""
    everybody = list(state.commanders)
    divisions = [who for who in everybody if state.commanders[who].role == "division"]
    return cards.holders(state.options.card_holders, divisions, everybody)


class OfferCards(Do, frozen=True):
    """An army is asked while it holds a card."""

    side: Side

    def run(self, state: State, umpire: Umpire) -> None:
        if _held(state, self.side):
            state.agenda.append(PlayCards(self.side))


def _held(state: State, side: str) -> dict[str, str]:
    """The cards of a side, by holder."""
    if state.cards is None:
        return {}
    return {
        who: hand.card
        for who, hand in state.cards.hands.items()
        if hand.card is not None and state.commanders[who].side == side
    }


class PlayCards(Ask, frozen=True):
    """A card is played at once or kept: `play crocker second-wind u2`, `done`. Some must be
    played in the period they are drawn. [mckie:cards.5] [mckie:cards.6]"""

    side: Side

    rule: ClassVar[str] = _RULE
    verbs: ClassVar[tuple[str, ...]] = ("play", "done")

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Is a card played now?"

    def choices(self, state: State) -> list[Choice]:
        seen = fog.as_seen(state, self.side)
        found = [
            Choice("play", (who, card, *on))
            for who, card in _held(seen, self.side).items()
            for on in _targets(seen, self.side, card)
        ]
        done = [] if _must(seen, self.side) else [Choice("done")]
        return [*found, *done]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        return bars_to_play(fog.as_seen(state, self.side), self.side, choice)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "play":
            state.agenda.append(OfferCards(self.side))
            play(state, choice, umpire)


def bars_to_play(state: State, side: Side, choice: Choice) -> Iterator[Refusal]:
    """Every rule that bars playing a card like this, or keeping it."""
    if choice.verb == "done":
        yield from bare(choice, _RULE)
        for who in _must(state, side):
            title = state.commanders[who].title
            yield Refusal("mckie:cards.6", f"{title} must play the card he drew")
        return
    who, card, *on = (*choice.objects, "", "")[: max(2, len(choice.objects))]
    held = _held(state, side)
    if state.cards is None or who not in state.cards.hands or state.commanders[who].side != side:
        yield Refusal(_RULE, f"{who!r} is not a holder of a card of yours")
        return
    refused = cards.bars_to_play(state.cards, who)
    yield from refused
    if not refused and held[who] != card:
        yield Refusal(_RULE, f"he holds the card {held[who]}")
    elif not refused and tuple(on) not in _targets(state, side, card):
        yield Refusal(
            _RULE, f"{SAMPLES[card].title} cannot be played on {' '.join(on) or 'nobody'}"
        )


def _must(state: State, side: Side) -> list[str]:
    """Those of a side who must still play. [mckie:cards.6]"""
    if state.cards is None:
        return []
    due = cards.must_play(state.cards, state.period)
    return [who for who in due if state.commanders[who].side == side]


def play(state: State, choice: Choice, umpire: Umpire) -> None:
    """[mckie:cards.5] [mckie:cards.8]"""
    who, card, *on = choice.objects
    assert state.cards is not None
    state.cards = cards.played(state.cards, who, state.period)
    names = [_title(state, one) for one in on]
    umpire.tell(
        CardPlayed(
            rules=(_RULE, "mckie:cards.8"),
            side=state.commanders[who].side,
            holder=state.commanders[who].title,
            card=SAMPLES[card].title,
            says=SAMPLES[card].text,
            on=" and ".join(names),
        )
    )
    if on:
        _EFFECTS[card].happens(state, on, umpire)


def _title(state: State, id: str) -> str:
    one = state.units.get(id) or state.commanders[id]
    return one.title


# What the sample cards do, all of them house additions (MK-M60)


class Effect(msgspec.Struct, frozen=True):
    """Whom a card may be played on, and what it does to them."""

    targets: Callable[[State, Side], Iterator[tuple[str, ...]]]
    happens: Callable[[State, Sequence[str], Umpire], None]


def _targets(state: State, side: Side, card: str) -> list[tuple[str, ...]]:
    """Whom a card may be played on; one that fits nobody is played on nobody."""
    return list(_EFFECTS[card].targets(state, side)) or [()]


def _enemy_commanders(state: State, side: Side) -> Iterator[tuple[str, ...]]:
    for who, general in state.commanders.items():
        if general.side == ENEMY[side] and general.role == "division":
            yield (who,)


def _lose_courier(state: State, on: Sequence[str], umpire: Umpire) -> None:
    state.astray = {**state.astray, on[0]: state.period + 1}


def _fatigued(state: State, side: Side) -> Iterator[tuple[str, ...]]:
    for id in state.of_side(side):
        if state.units[id].fatigued and not state.opponents(id):
            yield (id,)


def _breathe(state: State, on: Sequence[str], umpire: Umpire) -> None:
    state.change(on[0], fatigued=False)


def _empty(state: State, side: Side) -> Iterator[tuple[str, ...]]:
    for id in state.of_side(side):
        if supply.is_out(state.units[id]):
            yield (id,)


def _fill(state: State, on: Sequence[str], umpire: Umpire) -> None:
    state.change(on[0], ran_out=0, empty=0, supplied=False)


def _calm(state: State, side: Side) -> Iterator[tuple[str, ...]]:
    for id in state.of_side(side):
        unit = state.units[id]
        if (
            unit.arm not in ("wagon", "gunboat")
            and unit.standing == "steady"
            and not state.opponents(id)
        ):
            yield (id,)


def _alarm(state: State, on: Sequence[str], umpire: Umpire) -> None:
    """The test is in addition to those of the period, so it leaves no mark."""
    felt = state.units[on[0]].felt
    result = testing.test(state, on[0], ("alarm",), umpire)
    state.change(on[0], felt=felt)
    retreating.carry_out(state, on[0], result, umpire)


def _eager(state: State, side: Side) -> Iterator[tuple[str, ...]]:
    for id in state.of_side(side):
        for order in charging.candidates(state, id):
            if order.verb == "charge":
                yield order.objects


def _rush(state: State, on: Sequence[str], umpire: Umpire) -> None:
    unit = state.units[on[0]]
    known = fog.known_table(state, unit.side)
    way = approach.way_to(known, on[0], goal_of(known, on[1]))
    assert not isinstance(way, Refusal)
    charging.declare(state, on[0], on[1], way, umpire)


def _in_column(state: State, side: Side) -> Iterator[tuple[str, ...]]:
    for id in state.of_side(side):
        if state.units[id].formation in ("road_march", "column") and not state.opponents(id):
            yield (id,)


def _lose_way(state: State, on: Sequence[str], umpire: Umpire) -> None:
    state.change(on[0], done=True)


_EFFECTS = {
    "lost-courier": Effect(_enemy_commanders, _lose_courier),
    "second-wind": Effect(_fatigued, _breathe),
    "spare-cartridges": Effect(_empty, _fill),
    "false-alarm": Effect(_calm, _alarm),
    "too-eager": Effect(_eager, _rush),
    "wrong-road": Effect(_in_column, _lose_way),
}

STEPS = (DrawCards, OfferCards, PlayCards)
