"""22.0 Melee initiation: the seven steps."""

from __future__ import annotations

import pytest

from longroll.systems.gbacw.events import Fought, MeleeDeclared, Retreated
from tests.rulebook.corinth.field import state, where
from tests.rulebook.corinth.melees import HERE, NORTH, announce, dared, declare, facing_off
from tests.support import offered, only, play, refused, rules_against


@pytest.mark.rule("corinth:22.0.1", "corinth:22.0.9")
def test_without_a_leader_an_attacker_rolls_his_morale_or_less() -> None:
    """9th Arkansas has morale 4: a 4 sends it forward, a 5 keeps it back."""
    for die, attacks in ((4, True), (5, False)):
        battle = facing_off("9ar", "7il", dice=[die, 1, 1, 1, 1, 1, 1])
        declare(battle, "9ar")
        events = play(battle, "done", "stand")
        (check,) = dared(events)
        assert (check.unit.id, check.attack, check.passed) == ("9ar", True, attacks)
        assert any(isinstance(event, Fought) for event in events) == attacks


@pytest.mark.rule("corinth:22.0.1")
def test_with_a_leader_nobody_rolls() -> None:
    battle = facing_off("9ar rust", "7il baldwin", dice=[1, 1, 1, 1, 1, 1, 1, 1])
    declare(battle, "9ar", "rust")
    events = play(battle, "done", "stand")
    assert not dared(events)
    only(events, Fought)


@pytest.mark.rule("corinth:22.0.2")
def test_whoever_fails_does_not_fight_and_whoever_fails_stands() -> None:
    battle = facing_off("9ar", "7il", dice=[6, 6])
    declare(battle, "9ar")
    events = play(battle, "done") + announce(battle, "7il")
    assert [(check.unit.id, check.passed) for check in dared(events)] == [
        ("7il", False),
        ("9ar", False),
    ]
    assert not any(isinstance(event, Fought) for event in events)
    assert (where(battle, "7il"), where(battle, "9ar")) == (HERE, NORTH)


@pytest.mark.rule("corinth:22.0.2", "corinth:22.0.11")
def test_strength_and_results_are_those_of_the_series() -> None:
    battle = facing_off("9ar", "7il", dice=[1, 4, 1, 1, 1, 1])
    declare(battle, "9ar")
    fought = only(play(battle, "done", "stand"), Fought)
    assert fought.differential == 0
    assert fought.rules[0] == "gbacw:12.98"


@pytest.mark.rule("corinth:22.0.3")
def test_what_was_declared_binds() -> None:
    """Two melees pass the checks: neither may be dropped, no unit may take part in both."""
    battle = facing_off("9ar 31al", "7il", dice=[1, 1, 1, 1, 1], more="2228 50il")
    declare(battle, "31al", hex="2228")
    twin = battle.copy()
    twin.play(f"melee {HERE}")
    assert "gbacw:12.26" in rules_against(twin, "with 31al")
    declare(battle, "9ar")
    play(battle, "done", "stand", "stand")
    assert {choice.split()[0] for choice in offered(battle)} == {"fight"}
    with refused("corinth:22.0.3"):
        battle.play("done")


@pytest.mark.rule("corinth:22.0.4")
def test_the_defender_announces_for_every_hex_before_anybody_moves() -> None:
    battle = facing_off("9ar 31al", "7il", dice=[1, 1, 1, 1, 1, 1], more="2228 50il")
    declare(battle, "31al", hex="2228")
    declare(battle, "9ar")
    battle.play("done")
    assert battle.decision is not None
    assert (battle.decision.side, battle.decision.rule) == ("union", "corinth:22.0.4")
    events = announce(battle, "50il")
    assert not any(isinstance(event, Retreated) for event in events)
    assert offered(battle) == ["retreat 7il", "stand"]
    assert rules_against(battle, "retreat 7il 50il") == ["corinth:22.0.4"]


@pytest.mark.rule("corinth:22.0.5")
def test_units_with_a_leader_retreat_before_the_others_check() -> None:
    battle = facing_off("9ar 31al", "7il baldwin", dice=[1, 6, 6, 6], more="2228 50il")
    declare(battle, "31al", hex="2228")
    declare(battle, "9ar")
    play(battle, "done") + announce(battle, "50il")
    events = announce(battle, "7il") + play(battle, "never")
    assert not dared(events)
    assert "to 2130" in offered(battle)
    events = play(battle, "to 2130", "stop")
    assert [check.unit.id for check in dared(events)][:1] == ["50il"]
    assert where(battle, "baldwin") == where(battle, "7il") == "2130"


@pytest.mark.rule("corinth:22.0.5")
def test_mounted_cavalry_rides_off_before_infantry_without_a_check() -> None:
    states = {"7il-cav": {"formation": "mounted"}}
    battle = facing_off("9ar", "7il-cav", dice=[6], states=states)
    declare(battle, "9ar")
    events = play(battle, "done") + announce(battle, "7il-cav")
    assert not dared(events)
    assert all(choice.startswith("to ") for choice in offered(battle))


@pytest.mark.rule("corinth:22.0.6")
def test_morale_or_less_must_retreat_and_more_may_not() -> None:
    """7th Illinois has morale 3, Baldwin two hexes behind."""
    for die, goes in ((3, True), (4, False)):
        battle = facing_off("9ar", "7il", dice=[die, 6, 6], more="2131 baldwin")
        declare(battle, "9ar")
        events = play(battle, "done") + announce(battle, "7il")
        assert dared(events)[0].passed == goes
        assert ("hold" in offered(battle)) == goes


@pytest.mark.rule("corinth:22.0.7")
def test_a_stack_retreats_on_one_roll_of_its_top_unit() -> None:
    """81st Ohio (3) above 9th Illinois (5): a 4 fails for both."""
    battle = facing_off("9ar", "81oh 9il", dice=[4, 6], more="2131 oglesby")
    declare(battle, "9ar")
    events = play(battle, "done") + announce(battle, "81oh", "9il")
    retreats = [check for check in dared(events) if not check.attack]
    assert [(check.unit.id, check.passed) for check in retreats] == [("81oh", False)]


@pytest.mark.rule("corinth:22.0.7")
def test_guns_in_position_stay_and_check_for_nobody() -> None:
    battle = facing_off("9ar", "10oh-bty 81oh", dice=[6, 6], more="2131 oglesby")
    declare(battle, "9ar")
    battle.play("done")
    assert "gbacw:12.86" in rules_against(battle, "retreat 10oh-bty")
    events = announce(battle, "81oh")
    assert dared(events)[0].unit.id == "81oh"


@pytest.mark.rule("corinth:22.0.8")
def test_attackers_with_a_leader_must_fight() -> None:
    battle = facing_off("9ar 31al rust", "7il", dice=[1] * 6, more="2228 50il")
    declare(battle, "31al", hex="2228")
    declare(battle, "9ar", "rust")
    events = play(battle, "done", "stand", "stand")
    assert [check.unit.id for check in dared(events)] == ["31al"]
    assert "done" not in offered(battle)
    assert f"fight {HERE}" in offered(battle)


@pytest.mark.rule("corinth:22.0.10")
def test_a_stack_attacks_on_one_roll_of_its_top_attacker() -> None:
    """31st Alabama (3) is on top, 9th Arkansas (4) beneath: a 4 fails for both."""
    battle = facing_off("31al 9ar", "7il", dice=[4])
    declare(battle, "9ar", "31al")
    events = play(battle, "done", "stand")
    assert [(check.unit.id, check.passed) for check in dared(events)] == [("31al", False)]
    assert not any(isinstance(event, Fought) for event in events)


@pytest.mark.rule("corinth:22.0.10")
def test_a_top_unit_that_cannot_attack_leaves_the_check_to_the_next() -> None:
    battle = facing_off("lucas 9ar", "7il", dice=[4, 1, 1, 1, 1, 1])
    declare(battle, "9ar")
    events = play(battle, "done", "stand")
    assert [(check.unit.id, check.passed) for check in dared(events)] == [("9ar", True)]


@pytest.mark.rule("corinth:22.0.11")
def test_the_melee_comes_last() -> None:
    battle = facing_off("9ar", "7il", dice=[6, 1, 1, 1, 1, 1, 1])
    events = declare(battle, "9ar")
    only(events, MeleeDeclared)
    events = play(battle, "done") + announce(battle, "7il")
    kinds = [type(event).__name__ for event in events]
    assert kinds.index("Fought") > max(n for n, kind in enumerate(kinds) if kind == "Dared")
    assert not state(battle).melees
