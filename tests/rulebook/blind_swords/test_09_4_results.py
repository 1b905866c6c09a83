"""1.1 and 9.4: the combat roll, and what a result does."""

from __future__ import annotations

import pytest

from longroll.systems.blind_swords.tables import COMBAT_RESULTS, READINGS
from tests.rulebook.blind_swords.field import choices, field, play, unit
from tests.rulebook.blind_swords.volleys import fired, shot

UNITS = {"2910": "16oh", "2911": "29la-a"}


@pytest.mark.rule("blind_swords:1.1.2")
@pytest.mark.rule("blind_swords:1.1.3")
def test_two_dice_are_read_as_tens_and_units() -> None:
    event = shot(UNITS, "2911", dice=(1, 6))
    assert [roll.value for roll in event.rolls] == [1, 6]
    assert event.result == COMBAT_RESULTS.result(COMBAT_RESULTS.column(10), 16)
    turned = shot(UNITS, "2911", dice=(6, 1, 1))
    assert turned.result == COMBAT_RESULTS.result(COMBAT_RESULTS.column(10), 61)
    assert turned.result != event.result
    assert "61" in [detail.value for detail in turned.details()]


@pytest.mark.rule("blind_swords:1.1.4")
def test_a_higher_reading_is_never_better_for_the_target() -> None:
    order = ("--", "A", "B", "C", "D", "E", "F")
    for column in range(len(COMBAT_RESULTS.labels)):
        cells = [order.index(COMBAT_RESULTS.result(column, roll)) for roll in READINGS]
        assert cells == sorted(cells)
        assert cells[-1] == max(cells)


@pytest.mark.rule("blind_swords:9.4.1")
def test_a_dash_does_nothing() -> None:
    battle = field(UNITS, active="decourcy attack", step="fire", dice=(1, 1))
    events = play(battle, "fire 2911", "all", "resolve")
    event = fired(events)
    assert (event.result, event.text()) == ("--", "16th Ohio fires at 2911: no effect.")
    assert event.rules[0] == "blind_swords:9.4.1"
    effect = event.effect()
    assert effect is not None
    assert effect.kind == "nothing"
    assert unit(battle, "29la-a") == unit(field(UNITS, active="decourcy attack"), "29la-a")


@pytest.mark.rule("blind_swords:9.4.2")
def test_a_letter_makes_the_lead_unit_test() -> None:
    # 40ga has 8 points and leads; drew is artillery.
    battle = field(
        {"2910": "16oh", "2911": "40ga drew"},
        active="decourcy attack",
        step="fire",
        dice=(4, 4, 6),
    )
    events = play(battle, "fire 2911", "all", "resolve")
    assert fired(events).result == "B"
    assert unit(battle, "40ga").hits or unit(battle, "40ga").worn
    assert unit(battle, "drew").hits == 0


@pytest.mark.rule("blind_swords:9.4.2")
@pytest.mark.rule("blind_swords:3.2.2")
def test_the_owner_chooses_between_units_that_are_alike() -> None:
    battle = field(
        {"2910": "16oh", "2911": "29la-a 29la-b"},
        active="decourcy attack",
        step="fire",
        dice=(4, 4, 6),
    )
    play(battle, "fire 2911", "all", "resolve")
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    assert choices(battle) == ["lead 29la-a", "lead 29la-b"]
    assert [refusal.rule for refusal in battle.why_not("lead 16oh")] == ["blind_swords:3.2.2"]
    play(battle, "lead 29la-b")
    assert unit(battle, "29la-a").hits == 0
    assert unit(battle, "29la-b").hits or unit(battle, "29la-b").worn


@pytest.mark.rule("blind_swords:9.4.3")
def test_the_table_has_thirteen_columns_and_every_reading() -> None:
    assert len(COMBAT_RESULTS.labels) == 13
    assert len(READINGS) == 36
    used = {COMBAT_RESULTS.result(c, roll) for c in range(13) for roll in READINGS}
    assert used == {"--", "A", "B", "C", "D", "E", "F"}


@pytest.mark.rule("blind_swords:9.4.4")
def test_pioneers_go_with_the_first_loss_in_their_hex() -> None:
    pioneers = {"2911": "front"}
    units = {"2910": "29la-a 31la-a", "2911": "16oh"}
    hit = field(
        units,
        active="thomas attack",
        step="fire",
        dice=(6, 6, 6),
        pioneers=pioneers,
        timber={"2911": "full"},
    )
    play(hit, "fire 2911", "all", "resolve")
    assert hit.state.pioneers == {}  # type: ignore[attr-defined]
    missed = field(
        units,
        active="thomas attack",
        step="fire",
        dice=(1, 1),
        pioneers=pioneers,
        timber={"2911": "full"},
    )
    play(missed, "fire 2911", "all", "resolve")
    assert missed.state.pioneers == pioneers  # type: ignore[attr-defined]
