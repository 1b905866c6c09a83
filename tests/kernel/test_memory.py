"""How seldom a process looks for circles of dead objects, and that battles leave none."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from random import Random

import pytest

import longroll
from longroll.kernel.memory import BRIEFLY, SELDOM, spare_collections


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.enable()


@pytest.mark.parametrize("objects", [SELDOM, BRIEFLY])
def test_a_process_looks_seldom(objects: int) -> None:
    spare_collections(objects)
    assert gc.isenabled()
    assert gc.get_threshold()[0] == objects


@pytest.mark.parametrize("system", ["stockade_redan", "gbacw"])
def test_battles_leave_next_to_no_circles(system: str) -> None:
    """Else a process that looks seldom would grow without end."""
    battle, chance = longroll.new(system, seed=1863), Random(1863)
    gc.collect()
    gc.disable()
    played = 0
    while battle.decision is not None and played < 600:
        battle.play(chance.choice(battle.decision.choices))
        played += 1
    assert gc.collect() < played
