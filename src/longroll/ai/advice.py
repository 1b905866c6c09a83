"""What a good player would do: a whole order for the side that is asked, with its reasons."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from longroll.ai.levels import UnknownPlayer, levels, usual_level
from longroll.ai.seat import Player, Seat
from longroll.kernel.battle import Battle
from longroll.kernel.odds import Odds

#: The most decisions in one piece of advice.
MOST = 30


class Step(NamedTuple):
    """One decision of the order: the text to play, the words for a person, and why."""

    text: str
    label: str
    reason: str


class Advice(NamedTuple):
    """The decisions of an order, up to its first dice, and what those dice can lead to."""

    steps: tuple[Step, ...]
    odds: Odds | None = None


def advise(battle: Battle, player: Player | None = None) -> Advice:
    """What a player, by default a regular of the system, would do in the place of the side
    that is asked.

    It knows what the side knows: the order is tried out in a battle whose hidden facts are dealt
    at random, and ends with the move or fire that it is about. The same moment always brings the
    same advice.

    >>> import longroll
    >>> battle = longroll.new("stockade_redan", seed=1863)
    >>> [step.label for step in advise(battle).steps]
    ['Set up in 1419']
    """
    seed = f"advice {battle.past.number}"
    if player is None:
        if not battle.system.players:
            raise UnknownPlayer(f"no player of {battle.system.title} gives advice")
        player = levels(battle.system.slug)[usual_level(battle.system.slug) - 1].player(seed)
    seat = Seat(battle)
    trial = seat.sample(Random(seed))
    first, asked = _question(trial), [_question(trial)]
    steps: list[Step] = []
    while (decision := trial.decision) is not None and decision.side == seat.side:
        thought = player.choose(Seat(trial))
        offer = trial.offer(thought.choice)
        steps.append(Step(offer.text, offer.label, thought.reason))
        if offer.rolls:
            odds = (trial if steps[1:] else battle).odds(thought.choice)
            return Advice(tuple(steps), odds if len(odds.outcomes) > 1 else None)
        trial.play(thought.choice)
        now = _question(trial)
        # It is given when the question comes back that it began with, or one that came between.
        if trial.past.faces or now[0] <= first[0] or now in asked[:-1] or len(steps) == MOST:
            break
        if now != asked[-1]:
            asked.append(now)
    return Advice(tuple(steps))


def _question(battle: Battle) -> tuple[int, str]:
    """Which question is asked: how deep in the agenda, and its kind."""
    agenda = battle.state.agenda
    return len(agenda), type(agenda[-1]).__name__ if agenda else ""
