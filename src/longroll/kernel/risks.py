"""What may happen on the way: dice, and questions to the other side, before a gesture is through.

Everything is tried on the state as the side sees it, so nothing is learned that is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from longroll.kernel.battle import Battle
from longroll.kernel.decision import Choice, read_choice
from longroll.kernel.dice import Scripted, Seeded
from longroll.kernel.errors import LongrollError, OutOfDice
from longroll.kernel.odds import odds_of

#: Outcomes that do nobody harm.
_HARMLESS = ("nothing", "other", "ammunition")
#: How many throws are tried to find one after which the way goes on.
_THROWS = 12
#: How many small choices of the other side may lead to its dice, if it has any.
_ANSWERS = 3


class Risk(msgspec.Struct, frozen=True, kw_only=True):
    """Something on the way that is not certain.

    `step` is the small choice it comes with, and `number` its place in the gesture. `chance` is
    how likely it does harm, None if nobody can say; `what` says what it is, `rule` why.
    """

    step: str
    number: int
    chance: Fraction | None
    what: str
    rule: str


def risks_of(battle: Battle, choice: Choice | str) -> tuple[Risk, ...]:
    """Every die and every question to the other side on the way of a gesture.

    IllegalChoice if the rules do not allow it.
    """
    if isinstance(choice, str):
        choice = read_choice(choice)
    return risks_along(battle, battle._steps(choice))


def risks_along(battle: Battle, steps: Sequence[Choice]) -> tuple[Risk, ...]:
    """The same for small choices that follow each other."""
    decision = battle.decision
    if decision is None:
        return ()
    seen = battle.system.weighed(battle.state, decision.side).copy()
    trial = Battle.resumed(battle.system, seen, Scripted(()), 0)
    return tuple(_risks(trial, decision.side, steps))


def _risks(trial: Battle, side: str, steps: Sequence[Choice]) -> Iterator[Risk]:
    for number, step in enumerate(steps):
        if trial.decision is None or trial.decision.side != side:
            return
        if next(trial._bars(step), None) is not None:
            return
        after = trial.copy()
        try:
            after.play(step)
        except OutOfDice:
            rule = trial.decision.rule
            yield _weighed(trial, side, step, number, str(step), rule)
            lucky = _lucky(trial, step, steps[number + 1 : number + 2])
            if lucky is None:
                return
            after = lucky
        asked = after.decision
        if asked is not None and asked.side != side:
            yield _reaction(after, side, step, number)
            return
        trial = after


def _weighed(trial: Battle, side: str, step: Choice, number: int, said: str, rule: str) -> Risk:
    odds = odds_of(trial.state, step, side)
    harm = [one for one in odds.outcomes if one.kind not in _HARMLESS]
    chance = sum((one.probability for one in harm), Fraction(0))
    worst = max(harm, key=lambda one: one.probability, default=None)
    what = "; ".join(worst.effects) if worst is not None else "no harm"
    return Risk(step=said, number=number, chance=chance, what=what, rule=(odds.rules or (rule,))[0])


def _lucky(trial: Battle, step: Choice, following: Sequence[Choice]) -> Battle | None:
    """The battle after a throw that lets the way go on; None if none was found."""
    for seed in range(_THROWS):
        after = trial.copy()
        after.dice = Seeded(seed)
        try:
            after.play(step)
        except LongrollError:
            continue
        if after.decision is None or (following and next(after._bars(following[0]), None)):
            continue
        after.dice = Scripted(())
        return after
    return None


def _reaction(after: Battle, side: str, step: Choice, number: int) -> Risk:
    """What the other side may do; if that comes to dice, how likely they do harm."""
    asked = after.decision
    assert asked is not None
    question, rule = asked.question, asked.rule
    for _ in range(_ANSWERS):
        decision = after.decision
        if decision is None or decision.side == side:
            break
        offers = [after.offer(choice) for choice in decision.choices]
        rolls = next((read_choice(offer.text) for offer in offers if offer.rolls), None)
        if rolls is not None:
            return _weighed(after, side, rolls, number, str(step), rule)
        joins = next((offer.text for offer in offers if offer.text == "all"), None)
        if joins is None:
            break
        try:
            after.play(joins)
        except OutOfDice:
            break
    return Risk(step=str(step), number=number, chance=None, what=question, rule=rule)
