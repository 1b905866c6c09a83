"""Exact odds of a choice: every way the dice can fall, counted, never sampled."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice
from longroll.kernel.dice import Dice, Every
from longroll.kernel.event import Event, Line, Volley
from longroll.kernel.state import State


class Outcome(msgspec.Struct, frozen=True):
    """One thing that can happen, as the log would tell it without the dice."""

    probability: Fraction
    effects: tuple[str, ...]


class Odds(msgspec.Struct, frozen=True):
    """All outcomes of a choice, likeliest first, and the arithmetic that leads to them."""

    outcomes: tuple[Outcome, ...]
    ledger: tuple[Line, ...]
    rules: tuple[str, ...]
    #: Who fires at whom in the event that the ledger belongs to.
    shots: tuple[Volley, ...] = ()


def odds_of(
    state: State,
    ask: Ask,
    choice: Choice,
    may_go_on: Callable[[int], bool] = lambda counted: True,
) -> Odds:
    """The odds of `choice`, up to the point where the next question or phase begins.

    `may_go_on` as in `Every.outcome`.
    """
    side = ask.asks(state)

    def resolve(dice: Dice) -> list[Event]:
        trial = state.copy()
        umpire = Umpire(dice)
        depth = len(trial.agenda)
        ask.answer(trial, choice, umpire)
        while trial.result is None and len(trial.agenda) >= depth:
            step = trial.agenda[-1]
            if isinstance(step, Ask):
                break
            trial.agenda.pop().run(trial, umpire)
        return umpire.events

    chances: dict[tuple[str, ...], Fraction] = {}
    ledger: tuple[Line, ...] = ()
    rules: tuple[str, ...] = ()
    shots: tuple[Volley, ...] = ()
    for probability, events in Every.outcome(resolve, may_go_on):
        events = [seen for event in events if (seen := event.seen_by(side)) is not None]
        effects = tuple(effect for event in events if (effect := event.effect()))
        chances[effects] = chances.get(effects, Fraction(0)) + probability
        for event in events:
            if not ledger and event.ledger():
                ledger, rules, shots = event.ledger(), event.rules, event.scene().shots
    outcomes = sorted(
        (Outcome(chance, effects) for effects, chance in chances.items()),
        key=lambda outcome: (-outcome.probability, outcome.effects),
    )
    return Odds(tuple(outcomes), ledger, rules, shots)
