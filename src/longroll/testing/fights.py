"""Battles for the golden files, fought to their end."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

import longroll
from longroll.ai import Player, Seat, Thought, new_player, play_out
from longroll.kernel.battle import Battle
from longroll.kernel.errors import IllegalChoice
from longroll.kernel.record import read
from longroll.kernel.state import Options
from longroll.kernel.system import System

#: The battles that are kept of each scenario. The second has options of its own; the last is
#: played by the computer.
BATTLES = (1, 2, 3)
_WITH_OPTIONS, _COMPUTER = 2, 3
#: How many choices a random player makes before it hurries, so that no record is too long.
_PATIENCE = 1_500


class HastyPlayer:
    """Chooses at random; once out of patience, first a verb and then one of its choices.

    Choices that end a step are then made often, however many others there are.
    """

    def __init__(self, seed: int | str, patience: int = _PATIENCE) -> None:
        self._chance = Random(seed)
        self._patience = patience

    def choose(self, seat: Seat) -> Thought:
        choices = seat.choices
        self._patience -= 1
        if self._patience < 0:
            verb = self._chance.choice(list(dict.fromkeys(one.verb for one in choices)))
            choices = [one for one in choices if one.verb == verb]
        return Thought(self._chance.choice(choices), "picked at random")


def fight(system: System[Any], scenario: str, number: int, stored: str = "") -> str:
    """The record of a battle of that number, from its beginning to its end.

    The decisions of a `stored` record are used as long as the rules allow them, so that a renewed
    record changes no more than it must.
    """
    options = mixture(system.options, number) if number == _WITH_OPTIONS else {}
    battle = longroll.new(system.slug, scenario, seed=number, options=options)
    if stored:
        _follow(battle, stored)
    players = {side: _player(system.slug, side, number) for side in system.sides}
    return play_out(battle, players).record()


def _player(slug: str, side: str, number: int) -> Player:
    seed = f"{side} {number}"
    return new_player("1", slug, seed) if number == _COMPUTER else HastyPlayer(seed)


def _follow(battle: Battle, stored: str) -> None:
    for line in read(stored).lines[1:]:
        if battle.decision is None or battle.decision.side != line.side:
            return
        try:
            battle.play(line.choice)
        except IllegalChoice:
            return


def mixture(options: type[Options], seed: int) -> dict[str, Any]:
    """Options drawn from a seed: each option with a few values takes one of them."""
    chance = Random(seed)
    info = msgspec.inspect.type_info(options)
    assert isinstance(info, msgspec.inspect.StructType)
    drawn: dict[str, Any] = {}
    for field in info.fields:
        if isinstance(field.type, msgspec.inspect.BoolType):
            drawn[field.name] = chance.random() < 0.5
        elif isinstance(field.type, msgspec.inspect.LiteralType):
            drawn[field.name] = chance.choice(field.type.values)
    return drawn
