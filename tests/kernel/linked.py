"""Linked dice for tests: two players whose chains are short."""

from __future__ import annotations

from functools import cache

from longroll.kernel.battle import Battle
from longroll.kernel.dice import Linked, next_link
from longroll.kernel.errors import NeedLinks
from tests.kernel.counting import BLUE, GRAY, counting
from tests.support import play

SECRET = "drum"
LENGTH = 40


@cache
def chain(start: str) -> tuple[str, ...]:
    """The anchor, then the links of the batches 0, 1, 2, ..."""
    links = [start * 64]
    for _ in range(LENGTH):
        links.append(next_link(links[-1]))
    return tuple(links[::-1])


CHAINS = {BLUE: chain("a"), GRAY: chain("b")}


def links_of(batch: int) -> tuple[str, ...]:
    return tuple(links[batch + 1] for links in CHAINS.values())


def linked(batches: int = LENGTH) -> Linked:
    """Dice whose links for so many batches were given."""
    anchors = {side: links[0] for side, links in CHAINS.items()}
    return Linked(SECRET, anchors, [links_of(batch) for batch in range(batches)])


def give(battle: Battle) -> None:
    """Give the links of the next batch."""
    dice = battle.dice
    assert isinstance(dice, Linked)
    dice.links = (*dice.links, links_of(len(dice.links)))


def play_linked(battle: Battle, *choices: str) -> None:
    """Play as a server does: where a decision needs links, they are given and it is repeated."""
    for choice in choices:
        try:
            battle.play(choice)
        except NeedLinks:
            give(battle)
            battle.play(choice)


@cache
def taken_back() -> Battle:
    """A linked game with d10 dice in which each side took something back; blue gives it up."""
    battle = counting(dice=linked(1), undo="free", weather=True, goal=40)
    play_linked(battle, "add 1", "roll")
    early = battle.copy()
    play_linked(battle, "draw", "add 2", "roll")
    battle = battle.gone_back(early, BLUE)
    play_linked(battle, "add 3", "draw", "done")
    late = battle.copy()
    play_linked(battle, "draw")
    battle = battle.gone_back(late, GRAY)
    play(battle, "add 1")
    play_linked(battle, "draw", "done", "add 2", "done", "roll")
    return battle
