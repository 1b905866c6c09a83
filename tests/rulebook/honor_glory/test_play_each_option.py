"""Every option on its own, each with every value: battles go on, and their records replay."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import longroll
from longroll.systems.honor_glory.options import Options

#: Decisions of each battle; `make soak` plays whole ones.
_DECISIONS = 60


def values() -> Iterator[tuple[str, Any]]:
    """Each option with each value that is not the usual one."""
    info = msgspec.inspect.type_info(Options)
    assert isinstance(info, msgspec.inspect.StructType)
    for field in info.fields:
        if isinstance(field.type, msgspec.inspect.BoolType):
            yield field.name, not field.default
        elif isinstance(field.type, msgspec.inspect.LiteralType):
            yield from ((field.name, one) for one in field.type.values if one != field.default)
        else:
            yield field.name, 3


@pytest.mark.parametrize("name, value", list(values()))
def test_a_battle_with_one_option_changed_goes_on_and_replays(name: str, value: Any) -> None:
    battle = longroll.new("honor_glory", "hedge-lane", seed=name, options={name: value})
    chance = Random(name)
    while battle.decision is not None and battle.past.number < _DECISIONS:
        battle.play(battle.decision.draw(chance))
    assert longroll.replay(battle.record()).hash() == battle.hash()
