"""Orders that are drawn on the table: their forms, filled in as a hand does it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import longroll
from longroll.display import display_of
from longroll.display.preview import Preview
from longroll.kernel.battle import Battle
from longroll.kernel.decision import read_choice
from longroll.kernel.forms import OrderForm
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.system import system

QUESTIONS = 30
#: What a hand would fill in, sensible or not: the rules judge it.
BLANKS = {"x": "20.25", "y": "30", "heading": "7.5"}


def filled(form: OrderForm, unit: str, act: str = "") -> str:
    """An order as the page would write it."""
    legs = ""
    if form.legs is not None:
        parts = (form.legs.ahead, form.legs.left, form.legs.oblique, form.legs.back)
        legs = " ".join(parts).format(length="1.25", angle="7.5")
    blanks = {
        **BLANKS,
        "unit": unit,
        "pace": form.pace,
        "legs": f"{legs} {act}",
        "act": act or form.act,
    }
    return " ".join(form.text.format(**blanks).split())


def look_at(battle: Battle, order: str, *, fit: bool = False) -> Preview:
    assert battle.decision is not None
    return display_of(battle.system).preview(
        battle.state, battle.decision.side, read_choice(order), fit
    )


@pytest.mark.parametrize("hidden", ["open", "blinds"])
@pytest.mark.parametrize("scenario", system.scenarios)
def test_whatever_a_form_can_say_is_understood(scenario: str, hidden: str) -> None:
    """The rules may bar it, but they read it: its end is shown, however it is drawn."""
    chance = Random(f"{scenario} {hidden}")
    battle = longroll.new("mckie", scenario, seed=7, options={"hidden": hidden})
    drawn: set[str] = set()
    for _ in range(QUESTIONS):
        decision = battle.decision
        if decision is None:
            break
        for form in decision.forms:
            unit = chance.choice(form.units)
            act = chance.choice([one.text for one in form.acts]) if form.acts else ""
            order = filled(form, unit, act)
            shown = look_at(battle, order)
            # A formation may need more stands than a unit has.
            assert shown.stages or shown.refusals[0].rule == "mckie:form.column.2", order
            assert order.startswith(form.verb)
            drawn.add(form.verb)
        done = [one for one in decision.choices if one.verb == "done"]
        battle.play(done[0] if done and chance.random() < 0.6 else chance.choice(decision.choices))
    assert "deploy" in drawn
    assert drawn & {"move", "blind"}


@pytest.mark.parametrize("scenario", system.scenarios)
def test_forms_are_for_whoever_may_still_be_told(scenario: str) -> None:
    """Own troops, each in one form at most, and none that has had its move."""
    battle = ready_to_move(scenario)
    assert battle.decision is not None
    state: Any = battle.state
    units = [unit for form in battle.decision.forms for unit in form.units]
    assert len(units) == len(set(units))
    side = battle.decision.side
    assert all((state.units.get(id) or state.commanders[id]).side == side for id in units)
    # A general where all units are still under their markers.
    first = next((id for id in units if id in state.units), units[0])
    battle.play(f"hold {first}")
    assert battle.decision is not None
    assert first not in [unit for form in battle.decision.forms for unit in form.units]


def ready_to_move(scenario: str = "millers-crossroads") -> Battle:
    battle = longroll.new("mckie", scenario, seed=7)
    while battle.decision is not None:
        if isinstance(battle.state.agenda[-1], Movement):
            return battle
        verbs = {choice.verb for choice in battle.decision.choices}
        battle.play("done" if "done" in verbs else battle.decision.choices[0])
    raise AssertionError("nobody ever moved")


def test_a_march_too_far_is_cut_in_its_last_leg() -> None:
    battle = ready_to_move()
    assert battle.decision is not None
    unit = next(form.units[0] for form in battle.decision.forms if form.legs is not None)
    shown = look_at(battle, f"move {unit} left 5 ahead 30", fit=True)
    assert shown.legal
    assert shown.cut is not None
    assert shown.order == f"move {unit} left 5 ahead {shown.cut / 100:g}"
    assert shown.beyond
    assert look_at(battle, f"move {unit} ahead 1", fit=True).cut is None


def test_what_comes_next_on_the_spot_follows_the_formation_so_far() -> None:
    battle = ready_to_move()
    assert battle.decision is not None
    state: Any = battle.state
    form, unit = next(
        (form, id)
        for form in battle.decision.forms
        for id in form.units
        if id in state.units and state.units[id].formation == "line"
    )
    assert "form column" in [act.text for act in form.acts]
    after = [act.text for act in look_at(battle, f"move {unit} form column").acts]
    assert "form column" not in after
    assert "form line" in after


def test_guns_off_their_limbers_go_by_hand() -> None:
    battle = ready_to_move()
    assert battle.decision is not None
    state: Any = battle.state
    for form in battle.decision.forms:
        for id in form.units:
            by_hand = id in state.units and state.units[id].formation == "unlimbered"
            assert (form.pace == "manhandle") == by_hand
