"""What a side cannot see it cannot learn by asking, nor by doing something and taking it back.

The hidden facts are dealt anew: the side cannot tell the twin from the real battle. So whatever it
asks must be answered alike in both, and whatever it does and may undo must come to the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

import longroll
from longroll import Battle, Choice, LongrollError, UndoRefused
from longroll.kernel.state import digest
from longroll.kernel.table import SystemTable
from tests.contract.starts import crowded_field


class Foggy(NamedTuple):
    """A battle in which something is hidden; without a scenario it begins on a crowded field.

    So many decisions are played. Every so often one is tried on twins, and questions are asked.
    """

    system: str
    scenario: str
    seed: int
    options: dict[str, Any]
    decisions: int
    tried: int
    asked: int


UMPIRE = {"hidden": "umpire", "cards": True}
ORDERS = {"generalship": True, "cards": True}
BATTLES = [
    Foggy("stockade_redan", "two-assaults", 1, {}, 1_500, 5, 90),
    Foggy("stockade_redan", "", 1, {}, 800, 2, 90),
    Foggy("stockade_redan", "", 3, {}, 800, 2, 90),
    Foggy("corinth", "free", 1, {}, 1_200, 15, 90),
    Foggy("mckie", "millers-crossroads", 1, UMPIRE, 40, 1, 4),
    Foggy("mckie", "mcphersons-ridge", 2, {**UMPIRE, **ORDERS}, 40, 2, 8),
    Foggy("mckie", "mcphersons-ridge", 3, UMPIRE, 60, 1, 8),
    Foggy("mckie", "mcphersons-ridge", 4, {"hidden": "blinds"}, 40, 2, 8),
    Foggy("mckie", "millers-crossroads", 4, ORDERS, 40, 1, 4),
]
every_battle = pytest.mark.parametrize(
    "foggy", BATTLES, ids=lambda one: f"{one.system}-{one.scenario or 'crowded'}-{one.seed}"
)


def moments(foggy: Foggy, every: int) -> Iterator[tuple[Battle, Choice]]:
    """A battle at every n-th decision, with what is chosen at random then."""
    chance = Random(foggy.seed)
    if foggy.scenario:
        battle = longroll.new(foggy.system, foggy.scenario, seed=foggy.seed, options=foggy.options)
    else:
        battle = crowded_field(foggy.system, foggy.seed, **foggy.options)
    for number in range(foggy.decisions):
        decision = battle.decision
        if decision is None:
            return
        choice = chance.choice(decision.choices)
        if number % every == 0:
            yield battle, choice
        battle.play(choice)


def twins(battle: Battle, viewer: str, chance: Random, count: int) -> Iterator[Battle]:
    """Battles the viewer cannot tell from this one; none where nothing is hidden."""
    for _ in range(count):
        state = battle.system.reshuffle(battle.state, viewer, chance)
        if state is battle.state:
            return
        twin = battle.copy()
        twin.state = state.copy()
        yield twin


def may_undo(battle: Battle) -> bool:
    try:
        battle.copy().undo()
    except UndoRefused:
        return False
    return True


@every_battle
def test_nothing_is_learned_from_what_can_be_undone(foggy: Foggy) -> None:
    chance = Random(foggy.seed)
    compared = 0
    for battle, choice in moments(foggy, foggy.tried):
        assert battle.decision is not None
        side = battle.decision.side
        after = battle.copy()
        events = [event.seen_by(side) for event in after.play(choice)]
        if not may_undo(after):
            continue
        for twin in twins(battle, side, chance, 3):
            told = [event.seen_by(side) for event in twin.play(choice)]
            assert told == events, choice
            assert twin.view(side) == after.view(side), choice
            compared += 1
    assert compared > 10


@every_battle
def test_nothing_is_learned_by_asking(foggy: Foggy) -> None:
    chance = Random(foggy.seed)
    known: dict[Choice, None] = {}
    for battle, chosen in moments(foggy, foggy.asked):
        assert battle.decision is not None
        known.update(dict.fromkeys(battle.decision.choices))
        orders = [chosen, *chance.sample(list(known), min(5, len(known)))]
        for viewer in (*battle.system.sides, "spectator"):
            asked = questions(battle, viewer, orders, chance)
            for twin in twins(battle, viewer, chance, 1):
                assert twin.view(viewer) == battle.view(viewer)
                for question in asked:
                    expected = answer(battle, viewer, question)
                    assert answer(twin, viewer, question) == expected, (viewer, question)


Question = tuple[str, Any]


def questions(battle: Battle, viewer: str, orders: list[Choice], chance: Random) -> list[Question]:
    """What a viewer may ask at any time, and what else the side whose turn it is."""
    table = battle.system.table_facts(battle.state.scenario)
    asked: list[Question] = [("as seen", None)]
    asked += [("reach", piece.id) for piece in chance.sample(table.pieces, 6)]
    asked += [("sight", (_place(table, chance), _place(table, chance))) for _ in range(3)]
    asked += [("preview", order) for order in orders]
    if battle.decision is not None and battle.decision.side == viewer:
        asked += [("why not", order) for order in orders]
        asked += [("odds", order) for order in orders if not _rolls_many(battle, order)]
    return asked


def answer(battle: Battle, viewer: str, question: Question) -> Any:
    """What a question comes to; a refusal is an answer too."""
    system, state = battle.system, battle.state
    what, about = question
    try:
        match what:
            case "as seen":
                return digest(system.as_seen(state, viewer))
            case "reach":
                return system.reach(state, viewer, about)
            case "sight":
                return system.sight(state, viewer, *about)
            case "preview":
                return system.preview(state, viewer, about, fit=True)
            case "why not":
                return battle.why_not(about)
        return battle.odds(about)
    except (LongrollError, ValueError) as error:
        return type(error), str(error)


def _place(table: SystemTable, chance: Random) -> str:
    if table.map is not None:
        return chance.choice(sorted(table.map.terrain))
    assert table.sheet is not None
    x, y = chance.randrange(table.sheet.width), chance.randrange(table.sheet.height)
    return f"{x / 100},{y / 100}"


def _rolls_many(battle: Battle, order: Choice) -> bool:
    """Whether counting every way the dice can fall would take too long here."""
    if battle.why_not(order):
        return False
    trial = battle.copy()
    trial.play(order)
    return trial.dice.rolled - battle.dice.rolled > 3
