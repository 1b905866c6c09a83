"""4.0 The sequence of play, of a turn and of an activation."""

from __future__ import annotations

from typing import Any

import pytest

import longroll
from longroll.systems.blind_swords import activation, sequence
from longroll.systems.blind_swords.state import Activation
from longroll.systems.blind_swords.tables import ORDER_NAMES
from tests.rulebook.blind_swords.chits import cited, drawing, said, state_of, told
from tests.rulebook.blind_swords.field import choices, field, play, refused


@pytest.mark.rule("blind_swords:4.1.1", "chickasaw_bayou:series.sequence")
def test_a_turn_has_four_phases_in_order() -> None:
    # Nobody has anything to do: Key Chits, two passes, six chits and the turn is over.
    battle = longroll.new("chickasaw_bayou", "securing-the-landing-zone", seed=7)
    titles = []
    while state_of(battle).turn == 1:
        last = choices(battle)[-1] if "pass" not in choices(battle) else "pass"
        for event in play(battle, last):
            if type(event).__name__ == "PhaseBegan" and event.turn == 1:  # type: ignore[attr-defined]
                titles.append(event.title)  # type: ignore[attr-defined]
    # The first phase began before the first question.
    assert [*sequence.PHASES.values()][1:] == titles
    assert [*sequence.PHASES.values()] == [
        "Command Decision Phase",
        "Artillery Phase",
        "Chit Draw Phase",
        "End of Turn Phase",
    ]
    assert state_of(battle).phase == "A"


@pytest.mark.rule("blind_swords:4.1.1")
def test_what_has_no_place_in_a_phase_is_refused() -> None:
    battle = field({"2910": "16oh"}, active="decourcy attack", step="fire")
    assert refused(battle, "guns 2910") == ["blind_swords:4.1.1"]


@pytest.mark.rule("blind_swords:4.1.2", "blind_swords:4.1.3", "blind_swords:8.1.2")
@pytest.mark.parametrize(
    "order, names",
    [
        ("attack", ["FireStep", "MoveStep", "OpenWindows", "AssaultStep"]),
        ("defend", ["FireStep", "MoveStep", "RallyStep"]),
        ("maneuver", ["MoveStep"]),
        ("regroup", ["MoveStep", "RallyStep"]),
        ("limited", ["FireStep"]),
    ],
)
def test_an_activation_has_the_steps_of_its_order(order: str, names: list[str]) -> None:
    state = state_of(field({"2910": "16oh"}, active="decourcy attack"))
    state.active = Activation("decourcy", order)
    steps = [type(step).__name__ for step in activation.steps(state)]
    assert steps == [*names, "EndActivation"]


@pytest.mark.rule("blind_swords:4.1.3")
def test_fire_comes_before_movement() -> None:
    units = {"2910": "16oh", "2912": "26la-a"}
    battle = field(units, active="decourcy defend")
    assert choices(battle) == ["fire 2912", "done"]
    assert refused(battle, "move 16oh") == ["blind_swords:4.1.1"]
    play(battle, "done")
    assert "move 16oh" in choices(battle)
    assert refused(battle, "fire 2912") == ["blind_swords:4.1.1"]


@pytest.mark.rule("blind_swords:4.1.4", "blind_swords:14.3.1")
def test_after_the_last_turn_the_battle_is_judged() -> None:
    last: dict[str, Any] = {"scenario": "securing-the-landing-zone", "phase": "D"}
    agenda = [{"type": "NextTurn"}, {"type": "BeginPhase", "phase": "D"}, {"type": "NextChit"}]
    going = field({"3206": "16oh", "2709": "weems"}, agenda=agenda, cup=["fog"], turn=4, **last)
    assert going.result is None
    over = field({"3206": "16oh", "2709": "weems"}, agenda=agenda, turn=5, **last)
    assert over.result is not None
    longer = field(
        {"3206": "16oh", "2709": "weems"},
        agenda=agenda,
        turn=5,
        options={"sixth_turn": True},
        **last,
    )
    assert longer.result is None
    assert state_of(longer).turn == 6


@pytest.mark.rule("blind_swords:8.1.1", "chickasaw_bayou:series.orders")
def test_a_fully_activated_brigade_gets_one_of_four_orders() -> None:
    battle = drawing({"2910": "16oh"}, ("morgan",), (1, 1))
    play(battle, "draw", "activate decourcy")
    assert choices(battle) == [f"order {order}" for order in ORDER_NAMES]
    assert said(battle) == "What are the orders of DeCourcy's Brigade?"
    assert refused(battle, "order limited") == ["blind_swords:8.1.1"]
    assert refused(battle, "order") == ["blind_swords:8.1.1"]
    happened = play(battle, "order maneuver")
    assert told(happened) == ["OrderGiven"]
    assert cited(happened) == {"blind_swords:8.1.1"}
    assert state_of(battle).active.order == "maneuver"
