"""Umpire mode where rules meet: the results are those of a battle on the program's own table."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.honor_glory.play import events as told
from tests.rulebook.honor_glory.test_umpire import (
    FAILS,
    PASSES,
    points,
    rule_of,
    state_of,
    table,
)


def ledger(battle: Battle, entry: str, id: str) -> dict[str, int]:
    """What a unit strikes or fires with."""
    blows = (told.Struck, told.Fired)
    found = [one for one in battle.play(entry) if isinstance(one, blows) and one.unit == id]
    return {line.reason: line.value for line in found[0].lines}


@pytest.mark.rule("honor_glory:82.0a", "honor_glory:82.0c", "honor_glory:95.2")
@pytest.mark.parametrize(
    "entry, basic, lost",
    [
        ("form c1 skirmish", "", 4),  # Cavalry on skirmishers.
        ("form c1 column", "", 2),
        ("posture c1 prone", "", 5),  # On a line, and 2 for lying down.
        ("form c1 line", "two 2 d20 20", 6),  # And 3 in flank.
        ("form c1 line", "two 12 d20 1", 3),  # It turns.
    ],
)
def test_contact_costs_what_it_costs_on_the_table(entry: str, basic: str, lost: int) -> None:
    flank = "flank" if basic else ""
    battle = table(entry) if entry != "form c1 line" else table()
    battle.play(f"charge u3 c1 {flank} {PASSES}")
    for words in (f"morale c1 {PASSES}", "stand c1"):
        battle.play(words)
    before = points(battle, "c1")
    battle.play(f"melee u3 c1 dice {basic} d20 20 d20 20")
    assert before - points(battle, "c1") == lost


@pytest.mark.rule("honor_glory:82.0a", "honor_glory:78.0")
def test_whoever_countercharges_touches_the_charger_too() -> None:
    battle = table("form u1 skirmish", f"charge u1 c1 {PASSES}", f"morale c1 {PASSES}")
    battle.play("countercharge c1")
    before = points(battle, "u1")
    battle.play("melee u1 c1 dice d20 20 d20 20")
    assert before - points(battle, "u1") == 2


@pytest.mark.rule("honor_glory:95.1", "honor_glory:34.5")
@pytest.mark.parametrize("struck, sheltered", [("", True), ("flank", False), ("rear", False)])
def test_a_unit_that_turns_to_fight_has_left_its_cover(struck: str, sheltered: bool) -> None:
    battle = table(
        f"charge u1 c1 {struck} cover informal {PASSES}",
        f"morale c1 cover informal {PASSES}",
        "stand c1",
    )
    dice = "dice two 12 d20 1 d20 20 d20 20" if struck else "dice d20 20 d20 20"
    lines = ledger(battle, f"melee u1 c1 cover informal {dice}", "c1")
    assert ("informal cover" in lines) is sheltered
    assert lines["melee table"] == 7


@pytest.mark.rule("honor_glory:OP3.2a", "honor_glory:63.0a")
@pytest.mark.parametrize("stamina", [0, 3])
def test_an_exhausted_crew_has_no_volley(stamina: int) -> None:
    battle = table(first="confederate", exhausted_crews=True)
    state_of(battle).change("ua", stamina=stamina)
    battle.play(f"charge c1 ua {PASSES}")
    battle.play(f"morale ua {PASSES}")
    if stamina:
        assert not battle.why_not("volley ua")
    else:
        assert rule_of(battle, "volley ua") == "honor_glory:OP3.2a"


@pytest.mark.rule("honor_glory:OP12.2", "honor_glory:50.1")
def test_a_unit_that_loses_its_last_point_out_of_turn_runs_at_once() -> None:
    battle = table("points c2 1", "fire u2 c1 30 dice d20 20", supporting_fire=True)
    said = battle.play(f"aside support c2 u1 {FAILS}")
    unit = state_of(battle).units["c2"]
    assert (unit.mp, unit.morale, unit.ran) == (0, "broken", True)
    assert any("runs" in one.text() for one in said)


@pytest.mark.rule("honor_glory:29.7", "honor_glory:50.1")
def test_an_army_that_loses_its_chief_runs_where_he_breaks_it() -> None:
    battle = table("appoint cc confederate cinc C Chief c1 dice d6 1", "points c2 2")
    # His unit is hit, and its commander's die and his own are rolled: he falls, for 3 points.
    battle.play("fire u1 c1 12 dice d20 1 d10 9 d10 0 d6 3")
    battle.play("hold c1")
    battle.play(f"morale c1 {PASSES}")
    unit = state_of(battle).units["c2"]
    assert (unit.morale, unit.ran) == ("broken", True)


@pytest.mark.rule("honor_glory:92.0")
def test_everybody_who_fought_a_unit_that_runs_is_tested_on_a_desk() -> None:
    battle = table(
        *(f"charge u1 c1 {PASSES}", f"morale c1 {PASSES}", "stand c1"),
        "melee u1 c1 dice d20 20 d20 20",
        f"charge u2 c1 {PASSES}",
        f"morale c1 {PASSES}",
        "stand c1",
        "melee u2 c1 dice d20 1 d10 9",
    )
    battle.play(f"morale c1 {FAILS}")
    assert set(state_of(battle).unchecked.items()) == {("u1", "c1"), ("u2", "c1")}


@pytest.mark.rule("honor_glory:92.0", "honor_glory:78.3")
def test_whoever_fought_a_unit_that_gives_way_to_another_is_tested() -> None:
    battle = table(
        *(f"charge u1 c1 {PASSES}", f"morale c1 {PASSES}", "stand c1"),
        "melee u1 c1 dice d20 20 d20 20",
        f"charge u2 c1 {PASSES}",
    )
    battle.play(f"morale c1 {FAILS}")
    assert state_of(battle).unchecked == {"u1": "c1"}


@pytest.mark.rule("honor_glory:OP5.0", "honor_glory:81.1b")
def test_a_wounded_commander_helps_his_unit_strike_back() -> None:
    battle = table(
        "appoint cb confederate brigade C Grey c1 dice d6 4",
        *(f"charge u1 c1 {PASSES}", f"morale c1 {PASSES}", "stand c1"),
        wounded_commanders=True,
    )
    whole = state_of(battle).commanders["cb"].mp
    # A hit; the unit's own commander is safe, and the other badly hurt.
    dice = "dice d20 1 d10 9 d10 0 two 4 d20 20"
    lines = ledger(battle, f"melee u1 c1 {dice}", "c1")
    assert state_of(battle).commanders["cb"].mp == whole // 2
    assert lines["command bonus"] == 1 + whole // 2
    assert points(battle, "c1") == lines["morale points"]
