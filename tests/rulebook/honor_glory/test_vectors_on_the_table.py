"""Vectors are played on a table: breaking the play breaks them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from longroll.kernel.dice import Roll
from longroll.systems.honor_glory import charges, morale
from longroll.systems.honor_glory.play import (
    field,
    firing,
    goes,
    hits,
    manoeuvres,
    melees,
    shooting,
)
from longroll.systems.honor_glory.play.state import State
from tests.vectors import honor_glory
from tests.vectors.runner import judge

LINE = {"arm": "infantry", "formation": "line"}
MOVE = {
    "situation": {
        "op": "movement",
        **LINE,
        "activations": 2,
        "actions": [{"do": "move", "cm": 5}, {"do": "turn", "degrees": 180}, {"do": "fire"}],
    },
    "expected": {"legal": True, "percent_left": 75, "formation": "line", "cm_left": 7.5},
}
EXCHANGE = {
    "situation": {
        "op": "fire_exchange",
        "first": {**LINE, "mp": 4, "weapon": "rifled_musket", "cover": "hedge"},
        "second": {**LINE, "mp": 8, "weapon": "rifled_musket"},
        "range": 24,
        "second_faces_first": True,
    },
    "dice": [8, 16],
    "expected": {"second_mp": 7, "reply": {"value": 6, "factor": 13, "hit": False}},
}
HIT = {
    "situation": {
        "op": "hit_resolution",
        "hit_by": "artillery",
        "loss": 1,
        "unit": {**LINE, "mp": 4, "commanders": [{"rank": "unit", "mp": 1}]},
    },
    "dice": [0, 2, 4, 17, 4, 5, 3, 5, 5],
    "expected": {
        "tests": [{"test": "hit_by_artillery", "mp": 1}, {"test": "commander_killed"}],
        "action": "withdraw",
    },
}
BONUS = {
    "situation": {"op": "charge_bonus", "arm": "cavalry", "move": "charge"},
    "dice": [5, 6],
    "expected": {"bonus": 11},
}
UNION = {**LINE, "mp": 6, "side": "union"}
#: A charge uphill that meets its enemy half way.
ROUND = {
    "situation": {
        "op": "melee_round",
        "date": "1863-07",
        "attacker": {**UNION, "formation": "skirmish"},
        "defender": {**UNION, "side": "confederate"},
        "attacker_height": 0,
        "defender_height": 1,
        "from_edge": 3,
        "first_contact": True,
        "defender_move": "countercharge",
        "struck": "front",
    },
    "dice": [9, 13],
    "expected": {
        "contact_loss": {"attacker": 2, "defender": 0},
        "attacker": {"value": 2, "factor": 6, "hit": False},
        "defender": {"value": 9, "factor": 16, "hit": True},
        "mp": {"attacker": 3, "defender": 6},
    },
}
VOLLEY = {
    "situation": {
        "op": "small_arms_fire",
        "firer": {**LINE, "mp": 5, "weapon": "rifled_musket", "cover": "hedge"},
        "target": {**LINE, "mp": 6},
        "range": 20,
    },
    "dice": [16],
    "expected": {"value": 10, "factor": 16, "hit": True, "loss": 1, "target_mp": 5},
}
AT_A_CHARGER = {
    "situation": {
        "op": "charge_fire",
        "reason": "charged",
        "firer": {**LINE, "mp": 5, "weapon": "rifled_musket"},
        "target": {**LINE, "mp": 6},
    },
    "dice": [3, 4, 10, 12, 4],
    "expected": {"range": "E", "value": 14, "factor": 19, "hit": True, "target_mp": 5},
}
MARSH = {
    "situation": {
        "op": "difficult_ground",
        "arm": "infantry",
        "formation": "column",
        "activations": 1,
        "ground": "marsh",
        "to_patch": 9,
        "patch": 6,
    },
    "expected": {"allowed": True, "in_patch": 5, "left": 0},
}
FLIGHT = {
    "situation": {"op": "flight", "cause": "rout", **LINE, "from_edge": 100, "moves": 2},
    "expected": {"cm": 25, "positions": [75, 50], "off_table": False},
}
RALLY = {
    "situation": {
        "op": "rally",
        "unit": {**LINE, "mp": 5, "state": "routing", "commanders": [{"rank": "brigade", "mp": 4}]},
        "own_turn": True,
    },
    "dice": [3, 3, 12, 2],
    "expected": {"allowed": True, "factor": 15, "state": "resting", "rest": 2},
}


@pytest.mark.parametrize(
    "vector",
    [MOVE, EXCHANGE, HIT, BONUS, ROUND, VOLLEY, AT_A_CHARGER, MARSH, FLIGHT, RALLY],
)
def test_the_table_gives_the_expected_answer(vector: dict[str, Any]) -> None:
    failure = judge(honor_glory.run, vector)
    assert failure is None, str(failure)


def _fails(vector: dict[str, Any]) -> bool:
    return judge(honor_glory.run, vector) is not None


def test_a_move_that_costs_nothing_breaks_a_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    moved = goes._moved

    def free(state: Any, id: str, *rest: Any) -> None:
        before = state.units[id].left
        moved(state, id, *rest)
        state.change(id, left=before)

    monkeypatch.setattr(goes, "_moved", free)
    assert _fails(MOVE)


def test_a_reply_that_is_left_out_breaks_a_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shooting, "can_reply", lambda *args: False)
    assert _fails(EXCHANGE)


def test_tests_in_another_order_break_a_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(firing, "in_order", lambda due: tuple(reversed(morale.in_order(due))))
    assert _fails(HIT)


def test_a_worse_result_that_is_forgotten_breaks_a_vector(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(morale, "worst", lambda actions: tuple(actions)[-1])
    assert _fails(HIT)


def test_another_charge_bonus_breaks_a_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charges, "charge_bonus", lambda *args, **more: (Roll(3, "bonus"),))
    assert _fails(BONUS)


@pytest.mark.parametrize("question", ["heights", "charged_from", "facts"])
def test_a_round_goes_by_what_the_table_says(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = field.facts
    wrong = {
        "heights": lambda *args: (0, 0, 0),
        "charged_from": lambda *args: "rear",
        "facts": lambda state, id, **more: replace(facts(state, id, **more), formation="line"),
    }
    monkeypatch.setattr(field, question, wrong[question])
    assert _fails(ROUND)


def test_a_round_that_the_battle_does_not_fight_breaks_a_vector(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(melees, "fight", lambda *args, **more: None)
    assert _fails(ROUND)


@pytest.mark.parametrize("vector", [VOLLEY, AT_A_CHARGER, HIT])
def test_points_that_a_hit_does_not_cost_break_vectors(
    vector: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hits, "lose", lambda *args: None)
    assert _fails(vector)


@pytest.mark.parametrize("vector", [VOLLEY, EXCHANGE])
def test_cover_that_nobody_finds_breaks_vectors(
    vector: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(field, "cover_of", lambda *args: ("none", 100))
    assert _fails(vector)


def test_half_a_centimetre_more_in_a_marsh_breaks_a_vector(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(manoeuvres, "rounded", lambda state, id, leg, pace: leg)
    assert _fails(MARSH)


def test_a_flight_that_leads_nowhere_breaks_a_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hits, "flee", lambda *args: None)
    assert _fails(FLIGHT)


def test_a_rally_that_forgets_the_commander_breaks_a_vector(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(State, "with_unit", lambda *args: {})
    assert _fails(RALLY)
