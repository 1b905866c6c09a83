"""What a side cannot see it cannot learn by asking, nor by doing something and taking it back.

The hidden facts are dealt anew: the side cannot tell the twin from the real battle. So whatever it
asks must be answered alike in both, and whatever it does and may undo must come to the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from longroll import Battle, Choice, LongrollError, UndoRefused
from longroll.display import display_of
from longroll.display.facts import SystemTable
from longroll.kernel.state import digest
from longroll.testing.starts import Walk


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


def test_nothing_is_learned_from_what_can_be_undone(walked: Walk) -> None:
    chance = Random(walked.trial.seed)
    compared = 0
    for moment in walked.some(80):
        battle, side, choice = moment.battle, moment.decision.side, moment.chosen
        after = battle.copy()
        events = [event.seen_by(side) for event in after.play(choice)]
        if not may_undo(after):
            continue
        for twin in twins(battle, side, chance, 3):
            told = [event.seen_by(side) for event in twin.play(choice)]
            assert told == events, choice
            assert twin.view(side) == after.view(side), choice
            compared += 1
    assert compared > 10 or not walked.trial.hides


def test_nothing_is_learned_by_asking(walked: Walk) -> None:
    chance = Random(walked.trial.seed)
    known: dict[Choice, None] = {}
    for moment in walked.some(10):
        battle = moment.copy()
        known.update(dict.fromkeys(moment.decision.choices))
        orders = [moment.chosen, *chance.sample(list(known), min(5, len(known)))]
        for viewer in (*battle.system.sides, "spectator"):
            for twin in twins(battle, viewer, chance, 1):
                assert twin.view(viewer) == battle.view(viewer)
                for question in questions(battle, viewer, orders, chance):
                    expected = answer(battle, viewer, question)
                    assert answer(twin, viewer, question) == expected, (viewer, question)


Question = tuple[str, Any]


def questions(battle: Battle, viewer: str, orders: list[Choice], chance: Random) -> list[Question]:
    """What a viewer may ask at any time, and what else the side whose turn it is."""
    table = display_of(battle.system).table(battle.state.scenario)
    asked: list[Question] = [("as seen", None)]
    asked += [("reach", piece.id) for piece in chance.choices(table.pieces, k=6)]
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
                return display_of(system).reach(state, viewer, about)
            case "sight":
                return display_of(system).sight(state, viewer, *about)
            case "preview":
                return display_of(system).preview(state, viewer, about, fit=True)
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
