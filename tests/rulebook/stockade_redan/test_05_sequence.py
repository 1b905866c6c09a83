"""5.0 Sequence of play: twelve phases in a fixed order, turn after turn."""

from __future__ import annotations

from typing import Any

import pytest

import longroll
from longroll import Battle, Event, UndoRefused
from longroll.systems.stockade_redan.events import (
    AssaultBegan,
    ChaosRetrieved,
    ChaosRolled,
    Fired,
    FoughtHandToHand,
    Moved,
    PhaseBegan,
    Plotted,
    Scattered,
    TurnBegan,
)
from longroll.systems.stockade_redan.view import Facts
from tests.support import field, offered, only, play, refused

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")

#: A position, with its dice, that stops for a decision in each phase that has one.
DECISIONS: dict[str, dict[str, Any]] = {
    "I": {"units": "3210 hart | 1420 36ms-a", "option": 1},
    "II": {"units": "2502 8mo-a | 1420 36ms-a", "turn": 2},
    "III": {
        "units": "3210 hart | 1420 36ms-a",
        "option": 1,
        "markers": [{"side": "union", "hex": "1419"}],
        "dice": [4],
    },
    "V": {"units": "2502 8mo-a | 1420 36ms-a", "dice": [3]},
    "VI": {"units": "2502 13us-a | 1420 36ms-a", "dice": [3]},
    "VII": {"units": "2502 8mo-a | 1420 36ms-a"},
    "VIII": {"units": "1120 8mo-a | 1119 36ms-a"},
    "IX": {"units": "1120 8mo-a | 1119 36ms-a"},
    "X": {"units": "2502 8mo-a | 1420 36ms-a"},
    "XII": {"units": "1120 8mo-a 36ms-a 36ms-b", "dice": [3, 1]},
}
#: The actions of each phase, and who takes them.
ACTIONS = {
    "I": ("union", "plot"),
    "II": ("confederate", "plot"),
    "III": ("union", "call-off"),
    "V": ("union", "chaos"),
    "VI": ("confederate", "chaos"),
    "VII": ("union", "move"),
    "VIII": ("confederate", "fire"),
    "IX": ("union", "fire"),
    "X": ("confederate", "move"),
    "XII": ("confederate", "lose"),
}


def known(battle: Battle) -> Facts:
    """The table as the Confederates see it, who see everything."""
    facts = battle.view("confederate").facts
    assert isinstance(facts, Facts)
    return facts


def at(phase: str) -> Battle:
    situation = dict(DECISIONS[phase])
    return field(situation.pop("units"), situation.pop("dice", ()), phase=phase, **situation)


def phases(battle: Battle) -> list[tuple[str, bool]]:
    """Every phase that has begun, and whether it was played."""
    return [
        (ROMAN[event.phase - 1], not event.skipped)
        for event in battle.log()
        if isinstance(event, PhaseBegan)
    ]


@pytest.mark.rule("stockade_redan:5.0.1")
@pytest.mark.parametrize("phase", DECISIONS)
def test_each_action_has_its_own_phase(phase: str) -> None:
    battle = at(phase)
    side, verb = ACTIONS[phase]
    assert battle.decision is not None
    assert (known(battle).phase, battle.decision.side) == (phase, side)
    assert {choice.split()[0] for choice in offered(battle)} <= {verb, "done"}
    for other in {"plot", "call-off", "chaos", "move", "fire", "destroy", "lose"} - {verb}:
        with refused("stockade_redan:5.0.1"):
            battle.play(f"{other} 1420")


@pytest.mark.rule("stockade_redan:5.0.2")
def test_a_forgotten_action_of_a_finished_phase_is_refused() -> None:
    battle = field("1120 8mo-a 8mo-b | 1119 36ms-a", phase="VII")
    play(battle, "done")
    assert known(battle).phase == "VIII"
    with refused("stockade_redan:5.0.1"):
        battle.play("move 8mo-a")


@pytest.mark.rule("stockade_redan:5.0.2")
def test_a_finished_phase_is_not_taken_back() -> None:
    battle = field("1120 8mo-a 8mo-b | 1119 36ms-a", phase="VII")
    play(battle, "done")
    with pytest.raises(UndoRefused):
        battle.undo()
    assert known(battle).phase == "VIII"


@pytest.mark.rule("stockade_redan:5.0.2")
def test_a_finished_phase_is_taken_back_where_the_players_agree_to_it() -> None:
    battle = field("1120 8mo-a 8mo-b | 1119 36ms-a", phase="VII", options={"undo": "free"})
    play(battle, "done")
    battle.undo()
    assert known(battle).phase == "VII"
    assert "move 8mo-a" in offered(battle)


#: All twelve phases of turn 2 with something to do in each, beginning where turn 1 ends.
WHOLE_TURN: dict[str, Any] = {
    "phase": "XII",
    "option": 1,
    "dice": [
        *(3, 3),  # XII of turn 1: even
        *(4, 1),  # III: one marker scatters into 1519, one off the map
        *(6, 6),  # ... and misses both companies there
        *([1] * 8),  # IV: no marker scatters, one of them lies on 1620
        *(6, 6),  # ... and misses both companies there
        *(1, 1),  # V and VI: one marker each
        6,  # VIII
        *(6, 6),  # IX
        *(3, 3),  # XII: even again
    ],
}
ORDERS = [
    ("I", "union", "plot 1518"),
    ("I", "union", "plot 3001"),
    ("II", "confederate", "plot 1620"),
    *(("II", "confederate", f"plot 40{row}") for row in range(20, 27)),
    ("III", "union", "done"),
    ("V", "union", "chaos 1519"),
    ("VI", "confederate", "chaos 2502"),
    ("VII", "union", "move 13us-b"),
    ("VII", "union", "to 1621"),
    ("VII", "union", "done"),
    ("VIII", "confederate", "fire 1620 36ms-c"),
    ("IX", "union", "fire 1519 all"),
    ("X", "confederate", "move 36ms-e 1319"),
    ("X", "confederate", "done"),
]
#: What the log of that turn holds, phase by phase.
DONE_IN: dict[str, tuple[type[Event], int]] = {
    "I": (Plotted, 2),
    "II": (Plotted, 8),
    "III": (Scattered, 2),
    "IV": (Scattered, 8),
    "V": (ChaosRolled, 1),
    "VI": (ChaosRolled, 1),
    "VII": (Moved, 1),
    "VIII": (Fired, 1),
    "IX": (Fired, 1),
    "X": (Moved, 1),
    "XI": (ChaosRetrieved, 1),
    "XII": (FoughtHandToHand, 1),
}


@pytest.mark.rule(
    "stockade_redan:5.0.1",
    "stockade_redan:5.1.1",
    "stockade_redan:5.1.V",
    "stockade_redan:5.1.VI",
    "stockade_redan:5.1.VII",
    "stockade_redan:5.1.IX",
    "stockade_redan:5.1.X",
    "stockade_redan:5.1.XI",
    "stockade_redan:5.1.XII",
)
def test_a_whole_turn_runs_through_its_twelve_phases() -> None:
    battle = field(
        "3210 hart | 1620 13us-a 13us-b | 2502 8mo-a | 1122 116il-a 36ms-d | "
        "1519 36ms-a 36ms-b | 1419 36ms-c | 1320 36ms-e",
        **WHOLE_TURN,
    )
    for phase, side, order in ORDERS:
        assert battle.decision is not None
        assert (known(battle).phase, battle.decision.side) == (phase, side), order
        battle.play(order)
    assert phases(battle) == [(phase, True) for phase in (*ROMAN, "I")]
    done: dict[str, list[type[Event]]] = {phase: [] for phase in ROMAN}
    now = "XII"
    for event in list(battle.log())[1:]:  # the first is the hand-to-hand of turn 1
        now = ROMAN[event.phase - 1] if isinstance(event, PhaseBegan) else now
        done[now].append(type(event))
    for phase, (kind, times) in DONE_IN.items():
        assert done[phase].count(kind) == times, phase
    turns = [event.turn for event in battle.log() if isinstance(event, TurnBegan)]
    assert turns == [2, 3]
    assert (known(battle).turn, known(battle).phase, known(battle).chaos) == (3, "I", {})


# Turns and assaults


@pytest.mark.rule("stockade_redan:5.1.1")
@pytest.mark.parametrize("turn", range(1, 8))
def test_after_phase_twelve_comes_phase_one_of_the_next_turn(turn: int) -> None:
    battle = field("3210 hart | 1420 36ms-a", phase="XI", turn=turn, option=1)
    assert (known(battle).turn, known(battle).phase) == (turn + 1, "I")
    assert phases(battle) == [("XII", True), ("I", True)]


@pytest.mark.rule("stockade_redan:5.1.2")
def test_the_eighth_turn_of_the_first_assault_is_followed_by_the_second() -> None:
    battle = field("2502 8mo-a | 1420 36ms-a", dice=[3], phase="XII", turn=8)
    assert battle.result is None
    assert (known(battle).assault, known(battle).turn, known(battle).phase) == (2, 0, "")
    assert not [event for event in battle.log() if isinstance(event, TurnBegan)]


@pytest.mark.rule("stockade_redan:5.1.2")
def test_the_eighth_turn_of_the_second_assault_is_the_last() -> None:
    battle = field("2502 8mo-a | 1420 36ms-a", phase="XII", turn=8, assault=2)
    assert battle.decision is None
    assert battle.result is not None


@pytest.mark.rule("stockade_redan:5.1.2")
def test_a_victory_stops_the_sequence_in_the_middle_of_a_turn() -> None:
    battle = field("1119 36ms-a 36ms-b | 1120 13us-a", dice=[1], phase="VIII")
    play(battle, "fire 1120 all")
    assert battle.result is not None
    assert (known(battle).turn, known(battle).phase, phases(battle)) == (1, "VIII", [])


@pytest.mark.rule("stockade_redan:5.1.1", "stockade_redan:5.1.2")
def test_the_first_turn_follows_the_set_up() -> None:
    battle = longroll.new("stockade_redan", dice=[3])
    while known(battle).turn == 0:
        battle.play("historical" if "historical" in offered(battle) else offered(battle)[0])
    assert only(list(battle.log()), AssaultBegan).assault == 1
    assert (known(battle).turn, phases(battle)) == (1, [("I", True)])
