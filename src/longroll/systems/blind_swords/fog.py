"""What a side cannot know: its random events and those left out, and all of the enemy's.

[blind_swords:1.6.1] [blind_swords:5.1.3]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from longroll.kernel.system import Chance
from longroll.systems.blind_swords import cup
from longroll.systems.blind_swords.state import State

Arrange = Callable[[Sequence[Any]], list[Any]]


def as_seen(state: State, side: str) -> State:
    """One fixed state that the side cannot tell from the real one."""
    return _dealt(state, side, sorted)


def reshuffle(state: State, side: str, chance: Chance) -> State:
    """A random state that the side cannot tell from the real one."""
    return _dealt(state, side, lambda words: chance.sample(words, len(words)))


def _dealt(state: State, viewer: str, arrange: Arrange) -> State:
    twin: State = state.copy()
    chits = [chit for chit in state.cup if cup.kind(state.game, chit) != cup.EVENT]
    for side in state.game.sides:
        deal = _deal_own if side == viewer else _deal_other
        chits += [cup.chit_of(side, event) for event in deal(twin, side, arrange)]
    twin.cup = tuple(sorted(chits))
    state.game.rules.rearrange(twin, viewer, arrange)
    return twin


def _in_cup(state: State, side: str) -> list[str]:
    return [cup.event_of(chit) for chit in state.cup if chit.startswith(f"{side}.")]


def _deal_own(state: State, side: str, arrange: Arrange) -> list[str]:
    """A side knows its Key Chits and what it drew, not which random ones are in the cup."""
    keys = state.keys.get(side, ())
    drawn = (*state.held.get(side, ()), *state.seen.get(side, ()))
    known = cup.without(drawn, keys)
    hidden = arrange(cup.without(cup.pool(state, side), (*keys, *known)))
    own = _in_cup(state, side)
    # Before the cup is filled the Key Chits are not in it yet.
    certain = cup.without(keys, drawn) if side in state.randoms else []
    blind = len(own) - len(certain)
    if side in state.randoms:
        _set(state, "randoms", side, (*known, *hidden[:blind]))
        _set(state, "excluded", side, hidden[blind:])
    return [*certain, *hidden[:blind]]


def _deal_other(state: State, side: str, arrange: Arrange) -> list[str]:
    """Of the enemy's events only those are known that both sides have seen."""
    seen = state.seen.get(side, ())
    hidden = arrange(cup.without(cup.pool(state, side), seen))
    held = len(state.held.get(side, ()))
    in_cup = hidden[held : held + len(_in_cup(state, side))]
    if side in state.held:
        _set(state, "held", side, hidden[:held])
    keys = len(state.keys.get(side, ()))
    if side in state.randoms:
        loaded = [*seen, *hidden[: held + len(in_cup)]]
        _set(state, "keys", side, loaded[:keys])
        _set(state, "randoms", side, loaded[keys:])
        _set(state, "excluded", side, hidden[held + len(in_cup) :])
    elif side in state.keys:
        _set(state, "keys", side, hidden[:keys])
    return in_cup


def _set(state: State, field: str, side: str, events: Sequence[str]) -> None:
    setattr(state, field, {**getattr(state, field), side: tuple(sorted(events))})
