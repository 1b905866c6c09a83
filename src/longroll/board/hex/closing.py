"""Rules that close hexes, asked of whole sets at once: what gives the list gives the refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from longroll.board.hex.numbering import Hex
from longroll.kernel.decision import Refusal

S = TypeVar("S")
A = TypeVar("A")


class HexRule(NamedTuple, Generic[S, A]):
    """A rule that closes hexes to somebody, a unit or a side, in a state.

    `leaves` gives those of some hexes, a `Grid.mask`, that the rule leaves open, and `refusal`
    says why it closes one of the others. Of what a `final` rule closes no other is asked.
    """

    leaves: Callable[[int, S, A], int]
    refusal: Callable[[Hex, S, A], Refusal]
    final: bool = False


def left_open(rules: Iterable[HexRule[S, A]], hexes: int, state: S, asker: A) -> int:
    """The mask of those of some hexes that no rule closes.

    Each rule is asked of the hexes that are left only, so the dear ones come last.
    """
    for rule in rules:
        hexes = rule.leaves(hexes, state, asker)
        if not hexes:
            break
    return hexes


def bars_to_hex(
    rules: Iterable[HexRule[S, A]], hex: Hex, bit: int, state: S, asker: A
) -> Iterator[Refusal]:
    """Every rule that closes one hex, whose bit of the mask is given."""
    for rule in rules:
        if not rule.leaves(bit, state, asker):
            yield rule.refusal(hex, state, asker)
            if rule.final:
                return
