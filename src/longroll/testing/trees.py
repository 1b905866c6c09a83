"""Counted trees: how many sequences of choices lead on from a moment, and which they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b

from longroll.kernel.battle import Battle
from longroll.kernel.decision import Choice

#: Up to this many sequences of two choices, each is followed to a third.
_FEW = 400
#: How many choices of the first list are followed; of a longer one they are spread evenly.
_BRANCHES = 60


def hash_of(texts: Iterable[str]) -> str:
    """Twelve hexadecimal digits that identify some texts in their order."""
    return blake2b("\n".join(texts).encode(), digest_size=6).hexdigest()


def count(battle: Battle, depth: int) -> tuple[int, str]:
    """How many sequences of `depth` choices there are, and a hash of every list on the way.

    A sequence that ends the battle earlier counts as one.
    """
    decision = battle.decision
    if decision is None:
        return 1, "over"
    if depth == 1:
        return len(decision.choices), hash_of(map(str, decision.choices))
    branches = list(divide(battle, depth, decision.choices))
    return (
        sum(number for _, number, _ in branches),
        hash_of(f"{choice} {below}" for choice, _, below in branches),
    )


def divide(battle: Battle, depth: int, choices: Iterable[Choice]) -> Iterator[tuple[str, int, str]]:
    """Each of the choices, with the `count` of what may follow it."""
    for choice in choices:
        twin = battle.copy()
        twin.play(choice)
        yield str(choice), *count(twin, depth - 1)


def tree(battle: Battle) -> Iterator[str]:
    """The tree of a moment as text: the first list, and a line for each choice that is followed."""
    assert battle.decision is not None
    listed = battle.decision.choices
    followed = listed[:: -(-len(listed) // _BRANCHES)]
    depth = 2
    branches = list(divide(battle, depth, followed))
    if sum(number for _, number, _ in branches) <= _FEW:
        depth = 3
        branches = list(divide(battle, depth, followed))
    total = sum(number for _, number, _ in branches)
    yield f"{len(listed)} choices {hash_of(map(str, listed))}"
    yield f"{len(followed)} followed, {total} sequences of {depth} choices"
    width = max(len(choice) for choice, _, _ in branches)
    for choice, number, below in branches:
        yield f"  {choice:{width}} {number:>6} {below}"
