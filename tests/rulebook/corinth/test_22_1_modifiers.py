"""22.1 and 22.2 What is added to the two checks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.corinth.field import field
from tests.rulebook.corinth.melees import announce, dared, declare, facing_off, lines_of
from tests.support import play

_COMMANDED = "2131 baldwin"


def _retreat(attackers: str = "9ar", **situation: Any) -> dict[str, int]:
    """What is added when 7th Illinois asks for leave to retreat."""
    situation.setdefault("more", _COMMANDED)
    battle = facing_off(attackers, "7il", dice=[1, 6, 6, 6, 6], **situation)
    declare(battle, *attackers.split())
    (check,) = (
        one for one in dared(play(battle, "done") + announce(battle, "7il")) if not one.attack
    )
    assert check.total == 1 + sum(lines_of(check).values())
    return lines_of(check)


def _initiation(**situation: Any) -> dict[str, int]:
    """What is added when 9th Arkansas has to attack."""
    battle = facing_off("9ar", "7il", dice=[1, 1, 1, 1, 1, 1], **situation)
    declare(battle, "9ar")
    (check,) = dared(play(battle, "done", "stand"))
    assert check.total == 1 + sum(lines_of(check).values())
    return lines_of(check)


@pytest.mark.rule("corinth:22.1.1")
def test_enfilade_keeps_a_unit_from_getting_away() -> None:
    assert _retreat() == {}
    assert _retreat(states={"7il": {"facing": "S"}}) == {"corinth:22.1.1": 1}


@pytest.mark.rule("corinth:22.1.1")
def test_a_column_has_no_rear_to_be_attacked_in() -> None:
    """Enfiladed by every fire, it is not enfiladed by an attacker who stands before it."""
    for facing in ("N", "S"):
        states = {"7il": {"formation": "column", "facing": facing}}
        assert _retreat(states=states) == {}


@pytest.mark.rule("corinth:22.1.2")
def test_want_of_command_counts_when_it_rolls() -> None:
    assert _retreat(more="2145 baldwin") == {"corinth:22.1.2": 1}


@pytest.mark.rule("corinth:22.1.3")
def test_a_broken_brigade_counts_once() -> None:
    """Ruling GB-D25: the morale modifiers of the series and of 25.11 do not come in."""
    assert _retreat(broken="baldwin") == {"corinth:22.1.3": 1}


@pytest.mark.rule("corinth:22.1.4")
def test_the_union_is_pressed_on_game_turns_1_to_8() -> None:
    assert _retreat(turn=1) == _retreat(turn=8) == {"corinth:22.1.4": 1}
    assert _retreat(turn=9) == {}
    battle = facing_off("9ar", "7il", turn=3, phasing="union", dice=[1, 6], more="2126 rust")
    declare(battle, "7il", hex="2128")
    (check, _) = (
        dared(play(battle, "done") + announce(battle, "9ar") + play(battle, "hold"))[:1] * 2
    )
    assert lines_of(check) == {}


@pytest.mark.rule("corinth:22.1.5")
def test_attackers_without_ammunition_are_easier_to_leave() -> None:
    empty = {"depleted": True}
    assert _retreat(states={"9ar": empty}) == {"corinth:22.1.5": -1}
    assert _retreat("9ar 3ky", states={"9ar": empty}) == {}
    both = _retreat("9ar 3ky", states={"9ar": empty, "3ky": empty})
    assert both == {"corinth:22.1.5": -1}


@pytest.mark.rule("corinth:22.1.6")
def test_attackers_who_all_come_over_works_are_easier_to_leave() -> None:
    """2104 lies behind the outer works; 2103 is outside, 2204 within."""
    states = {"9ar": {"facing": "S"}, "22ms": {"facing": "S"}}
    for more, expected in (("", -1), (" | 2204 3ky", 0)):
        units = f"2103 9ar | 2104 7il | 2004 baldwin | 3540 22ms | 3541 22oh{more}"
        battle = field(units, [1, 1, 6, 6, 6, 6], turn=10, phase="E", states=states)
        declare(battle, "9ar", *(["3ky"] if more else []), hex="2104")
        events = play(battle, "done") + announce(battle, "7il")
        check = next(one for one in dared(events) if not one.attack)
        assert lines_of(check).get("corinth:22.1.6", 0) == expected


@pytest.mark.rule("corinth:22.1.7")
def test_what_is_added_to_a_retreat_check_adds_up() -> None:
    found = _retreat(turn=2, more="", broken="baldwin", states={"9ar": {"depleted": True}})
    assert found == {
        "corinth:22.1.2": 1,
        "corinth:22.1.3": 1,
        "corinth:22.1.4": 1,
        "corinth:22.1.5": -1,
    }


@pytest.mark.rule("corinth:22.2.1")
def test_an_attacker_without_ammunition_holds_back() -> None:
    assert _initiation() == {}
    assert _initiation(states={"9ar": {"depleted": True}}) == {"corinth:22.2.1": 1}


@pytest.mark.rule("corinth:22.2.2", "corinth:22.2.5")
def test_on_game_turns_1_to_8_the_confederates_come_on_and_the_union_hangs_back() -> None:
    assert _initiation(turn=8) == {"corinth:22.2.5": -1}
    assert _initiation(turn=9) == {}
    for turn, expected in ((8, {"corinth:22.2.2": 1}), (9, {})):
        battle = facing_off("9ar", "7il", turn=turn, phasing="union", dice=[1] * 6)
        declare(battle, "7il", hex="2128")
        (check,) = dared(play(battle, "done", "stand"))
        assert lines_of(check) == expected


@pytest.mark.rule("corinth:22.2.3")
def test_defenders_without_ammunition_invite_attack() -> None:
    assert _initiation(states={"7il": {"depleted": True}}) == {"corinth:22.2.3": -1}


@pytest.mark.rule("corinth:22.2.4")
def test_the_defenders_rear_invites_attack() -> None:
    assert _initiation(states={"7il": {"facing": "S"}}) == {"corinth:22.2.4": -1}


@pytest.mark.rule("corinth:22.2.4")
def test_a_column_is_no_more_inviting_than_a_line() -> None:
    assert _initiation(states={"7il": {"formation": "column", "facing": "S"}}) == {}


@pytest.mark.rule("corinth:22.2.6")
def test_what_is_added_to_an_initiation_check_adds_up() -> None:
    states = {"9ar": {"depleted": True}, "7il": {"depleted": True, "facing": "S"}}
    assert _initiation(turn=5, states=states) == {
        "corinth:22.2.1": 1,
        "corinth:22.2.3": -1,
        "corinth:22.2.4": -1,
        "corinth:22.2.5": -1,
    }
