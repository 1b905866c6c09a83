"""What every system shows of a battle: in the terminal, and to a client that asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from longroll import Battle
from longroll.display import display_of, terminal_of
from longroll.kernel.system import systems
from longroll.testing.starts import crowded_field, full_battle

SYSTEMS = [
    slug for slug, rules in systems().items() if type(rules).__module__.startswith("longroll.")
]


def moments(system: str) -> list[Battle]:
    """The beginning of a battle, and one at close quarters after some decisions."""
    found = [full_battle(system, 3)]
    battle, chance = crowded_field(system, 3), Random(3)
    for _ in range(40):
        if battle.decision is not None:
            battle.play(battle.decision.draw(chance))
    return [*found, battle]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_terminal_draws_and_describes_what_is_there(system: str) -> None:
    for battle in moments(system):
        terminal = terminal_of(battle.system)
        for viewer in battle.system.sides:
            facts = battle.view(viewer).facts
            assert terminal.headline(facts)
            drawn = terminal.draw(facts)
            assert drawn.strip()
            table = display_of(battle.system).table(battle.state.scenario)
            if table.map is not None:
                hex = next((stack.hex for stack in facts.stacks), "")
                if hex:
                    assert terminal.draw(facts, hex, 2, {hex}).strip()
                    assert terminal.describe(facts, hex)
            told = [terminal.describe(facts, piece.id) for piece in table.pieces[:20]]
            assert any(told) or not told
            assert not terminal.describe(facts, "no such place")


def answer(work: Callable[[], Any]) -> Any:
    """What a display says, or why it says nothing."""
    try:
        return work()
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("system", SYSTEMS)
def test_reach_sight_and_previews_answer_or_say_why_not(system: str) -> None:
    chance = Random(5)
    for battle in moments(system):
        if battle.decision is None:
            continue
        display, state, side = display_of(battle.system), battle.state, battle.decision.side
        table = display.table(state.scenario)
        told = [
            *(
                answer(partial(display.preview, state, side, one))
                for one in battle.decision.choices[:25]
            ),
            *(answer(partial(display.reach, state, side, piece.id)) for piece in table.pieces[:12]),
        ]
        for _ in range(6 if table.map is not None else 0):
            assert table.map is not None
            start, end = chance.sample(sorted(table.map.terrain), 2)
            seen = answer(partial(display.sight, state, side, start, end))
            assert isinstance(seen, str) or seen.clear == (not seen.bars)
            told.append(seen)
        assert all(told)
        assert any(not isinstance(one, str) for one in told) or not battle.system.players
