"""11.0 Close combat: who may assault, how it is declared, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.battle import Battle
from longroll.systems.blind_swords.assault_events import (
    Advanced,
    AssaultDeclared,
    AssaultFailed,
    AssaultRolled,
    Repulsed,
)
from longroll.systems.blind_swords.assaulting import bars_to_assault
from longroll.systems.blind_swords.cohesion_events import CohesionChecked, CohesionTested, Removed
from longroll.systems.blind_swords.fire_events import Fired
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit
from tests.rulebook.blind_swords.steps import number, state_of, told

# Around 2005: 2004 north, 2105 and 2106 east, 2006 south, 1906 and 1905 west.
FACE_TO_FACE = {"2005": "29la-a", "2004": "16oh", "2003": "42oh"}


def assault(
    units: dict[str, str], *said: str, active: str = "decourcy attack", **given: Any
) -> Battle:
    battle = field(units, active=active, step="assault", **given)
    play(battle, *said)
    return battle


def finish(battle: Battle) -> None:
    """First choices until the turn is over."""
    while state_of(battle).active is not None:
        assert battle.decision is not None
        battle.play(battle.decision.choices[0])


# Who may


@pytest.mark.rule("blind_swords:11.1.1")
@pytest.mark.parametrize("order", ["defend", "maneuver", "regroup"])
def test_no_assault_without_an_attack_order(order: str) -> None:
    state = state_of(field(FACE_TO_FACE, active=f"decourcy {order}", step="move"))
    found = bars_to_assault(state, number("16oh"), "2005")
    assert [refusal.rule for refusal in found] == ["blind_swords:11.1.1"]


@pytest.mark.rule("blind_swords:11.1.1")
def test_an_assault_is_voluntary_and_goes_to_a_neighbour_that_holds_an_enemy() -> None:
    battle = assault(FACE_TO_FACE)
    assert choices(battle) == ["assault 2005 2004", "done"]
    assert refused(battle, "assault 2104 2004") == ["blind_swords:11.1.1"]
    assert refused(battle, "assault 2005 2003") == ["blind_swords:11.1.1"]
    battle.play("done")
    assert told(battle, AssaultDeclared) == []


@pytest.mark.rule("blind_swords:11.1.1")
def test_only_the_brigade_that_acts_assaults() -> None:
    battle = assault({"2005": "29la-a", "2004": "16oh", "2105": "49in"})
    assert choices(battle) == ["assault 2005 2004", "done"]
    assert refused(battle, "assault 2005 2105") == ["blind_swords:11.1.1"]


@pytest.mark.rule("blind_swords:11.1.2")
@pytest.mark.parametrize(
    "units, states, more",
    [
        ({"2005": "29la-a", "2105": "16oh", "2004": "42oh"}, {"42oh": {"skirmish": True}}, {}),
        ({"2005": "29la-a", "2105": "16oh", "2004": "42oh"}, {}, {"chaos": "2004"}),
    ],
)
def test_skirmishers_and_units_in_chaos_never_assault(units: Any, states: Any, more: Any) -> None:
    battle = assault(units, states=states, **more)
    assert choices(battle) == ["assault 2005 2105", "done"]
    assert refused(battle, "assault 2005 2004") == ["blind_swords:11.1.2"]


@pytest.mark.rule("blind_swords:11.1.2")
def test_guns_never_assault() -> None:
    battle = assault({"2005": "29la-a", "2105": "16oh", "2004": "lanphere"})
    assert choices(battle) == ["assault 2005 2105", "done"]
    assert "blind_swords:11.1.2" in refused(battle, "assault 2005 2004")


@pytest.mark.rule("blind_swords:11.1.3")
def test_disrupted_units_do_not_assault() -> None:
    units = {"2005": "29la-a", "2105": "16oh", "2004": "42oh"}
    battle = assault(units, states={"42oh": {"hits": 2}})
    assert refused(battle, "assault 2005 2004") == ["blind_swords:11.1.3"]


@pytest.mark.rule("blind_swords:11.1.3")
def test_a_hex_is_assaulted_once_and_a_unit_assaults_once_in_an_activation() -> None:
    units = {"2005": "29la-a", "2104": "29la-b", "2004": "16oh", "2105": "42oh"}
    battle = assault(units, "assault 2005 2004", "commit", "hold", dice=(1, 1, 1))
    assert told(battle, Repulsed)
    assert refused(battle, "assault 2005 2105") == ["blind_swords:11.1.3"]
    assert refused(battle, "assault 2104 2004") == ["blind_swords:11.1.3"]


# Declaring


@pytest.mark.rule("blind_swords:11.2.1")
@pytest.mark.rule("blind_swords:11.2.2")
def test_up_to_two_hexes_of_the_brigade_join_as_flanking_hexes() -> None:
    units = {"2005": "3ms", "2004": "16oh", "2105": "42oh", "1905": "54in", "1906": "22ky"}
    units["2106"] = "49in"
    battle = assault(units, "assault 2005 2004")
    assert [one for one in choices(battle) if one.startswith("flank")] == [
        "flank 1905",
        "flank 1906",
        "flank 2105",
    ]
    assert refused(battle, "flank 2106") == ["blind_swords:11.2.2"]
    assert refused(battle, "flank 2004") == ["blind_swords:11.2.2"]
    play(battle, "flank 1905", "flank 1906")
    assert refused(battle, "flank 2105") == ["blind_swords:11.2.2"]
    play(battle, "commit")
    [declared] = told(battle, AssaultDeclared)
    assert (declared.hex, declared.start, declared.flanks) == ("2005", "2004", ("1905", "1906"))
    assert [one.id for one in declared.units] == ["16oh", "54in", "22ky"]


# Defensive Fire


@pytest.mark.rule("blind_swords:11.3a.1")
def test_the_defenders_may_fire_before_the_roll_or_hold() -> None:
    battle = assault(FACE_TO_FACE, "assault 2005 2004", "commit", dice=(1, 1, 1))
    assert battle.decision is not None
    assert (battle.decision.side, battle.decision.rule) == ("confederate", "blind_swords:11.3a.1")
    assert choices(battle) == ["resolve", "hold"]
    assert told(battle, AssaultRolled) == []
    battle.play("hold")
    assert told(battle, Fired) == []
    assert len(told(battle, AssaultRolled)) == 1


@pytest.mark.rule("blind_swords:11.3a.3")
def test_infantry_and_guns_fire_together_at_the_assaulting_hex() -> None:
    units = {"2005": "29la-a wofford", "2004": "16oh", "2003": "42oh", "2105": "54in"}
    battle = assault(units, "assault 2005 2004", "flank 2105", "commit", dice=(2, 2, 1, 1, 1, 1))
    battle.play("resolve")
    [fired] = told(battle, Fired)
    assert fired.hex == "2004"
    assert {one.id for one in fired.firers} == {"29la-a", "wofford"}


@pytest.mark.rule("blind_swords:11.3a.2")
@pytest.mark.parametrize("chaos, total", [("", "5"), ("2005", "2½")])
def test_defenders_in_chaos_fire_at_half_strength(chaos: str, total: str) -> None:
    battle = assault(FACE_TO_FACE, "assault 2005 2004", "commit", chaos=chaos, dice=(2, 1) * 3)
    battle.play("resolve")
    assert told(battle, Fired)[0].total == total


@pytest.mark.rule("blind_swords:11.3a.4")
def test_disrupted_defenders_do_not_fire() -> None:
    states = {"29la-a": {"hits": 2}}
    battle = assault(FACE_TO_FACE, "assault 2005 2004", states=states, dice=(1, 1, 1))
    battle.play("commit")
    assert told(battle, Fired) == []
    assert len(told(battle, AssaultRolled)) == 1


@pytest.mark.rule("blind_swords:11.3a.4")
def test_mounted_defenders_fire_at_half_strength() -> None:
    units = {"2005": "28ms-cav", "2004": "16oh", "2003": "42oh"}
    battle = assault(units, "assault 2005 2004", "commit", dice=(2, 1) * 3)
    battle.play("resolve")
    assert told(battle, Fired)[0].total == "3"


@pytest.mark.rule("blind_swords:11.3a.3")
def test_an_assaulting_hex_that_fire_empties_ends_the_assault() -> None:
    """66 and then a 6: the 13th Regulars, alone and Shaken, fall back; nobody rolls again."""
    units = {"2005": "3ms", "2004": "13us-bttn", "2105": "113il"}
    states = {"13us-bttn": {"hits": 1, "worn": True}}
    battle = assault(
        units,
        "assault 2005 2004",
        "flank 2105",
        "commit",
        active="g-smith attack",
        states=states,
        dice=(6, 6, 6, 6, 6, 6),
    )
    battle.play("resolve")
    finish(battle)
    assert told(battle, CohesionTested)
    assert told(battle, AssaultFailed)[0].rules == ("blind_swords:11.3a.3",)
    assert told(battle, AssaultRolled) == []


# The roll


@pytest.mark.rule("blind_swords:11.3b.1")
@pytest.mark.rule("blind_swords:11.3b.2")
def test_all_attacking_points_find_the_column_and_only_the_attacker_rolls() -> None:
    """10 - 1 for a hit, 9 of the flank: 18 points."""
    units = {"2005": "3ms", "2004": "16oh", "2105": "42oh"}
    battle = assault(
        units,
        "assault 2005 2004",
        "flank 2105",
        "commit",
        states={"16oh": {"hits": 1}},
        dice=(1, 1, 1, 1),
    )
    battle.play("hold")
    [rolled] = told(battle, AssaultRolled)
    assert (rolled.strength, rolled.base, rolled.cell) == ("18", "16-19", "--")
    assert len(rolled.rolls) == 2


# What comes of it


@pytest.mark.rule("blind_swords:11.4.1")
@pytest.mark.rule("blind_swords:11.4.2")
def test_a_letter_makes_the_defending_lead_unit_test_at_one_less() -> None:
    units = {"2005": "29la-a wofford", "2004": "16oh", "2003": "42oh"}
    battle = assault(units, "assault 2005 2004", "commit", "hold", dice=(6, 6, 1, 1, 1))
    [tested] = told(battle, CohesionTested)
    assert tested.unit.id == "29la-a"
    assert -1 in [line.value for line in tested.lines if line.rule == "blind_swords:11.4.2"]


@pytest.mark.rule("blind_swords:11.4.2")
def test_a_test_failed_by_one_in_close_combat_means_a_retreat() -> None:
    units = {**FACE_TO_FACE, "2006": "29la-b"}
    battle = assault(units, "assault 2005 2004", "commit", "hold", dice=(6, 1, 3, 1))
    [tested] = told(battle, CohesionTested)
    dice = tested.rating + 1
    battle = assault(units, "assault 2005 2004", "commit", "hold", dice=(6, 1, dice, 1))
    [tested] = told(battle, CohesionTested)
    assert tested.effects[-1] == "retreat_1"
    assert tested.die - tested.rating == 1


@pytest.mark.rule("blind_swords:11.4.3")
@pytest.mark.parametrize("dice, hits", [((4, 4), (0, 0)), ((5, 3), (1, 0)), ((4, 6), (0, 1))])
def test_each_attacking_hex_checks_after_a_repulse(
    dice: tuple[int, int], hits: tuple[int, int]
) -> None:
    units = {"2005": "3ms", "2004": "16oh", "2105": "42oh"}
    battle = assault(units, "assault 2005 2004", "flank 2105", "commit", "hold", dice=(1, 1, *dice))
    assert told(battle, Repulsed)[0].rules == ("blind_swords:11.4.3",)
    assert [event.unit.id for event in told(battle, CohesionChecked)] == ["16oh", "42oh"]
    assert "blind_swords:11.4.3" in told(battle, CohesionChecked)[0].rules
    assert (unit(battle, "16oh").hits, unit(battle, "42oh").hits) == hits


@pytest.mark.rule("blind_swords:11.4.4")
def test_guns_that_must_retreat_from_close_combat_are_lost() -> None:
    units = {"2005": "wofford", "2004": "16oh", "2003": "42oh"}
    battle = assault(units, "assault 2005 2004", "commit", "hold", dice=(6, 6, 6))
    assert unit(battle, "wofford").fate == "eliminated"
    assert "blind_swords:11.4.4" in told(battle, Removed)[0].rules
    assert unit(battle, "16oh").hex == "2005"


@pytest.mark.rule("blind_swords:11.4.4")
@pytest.mark.rule("blind_swords:12.2.7")
def test_guns_that_fail_to_stay_behind_their_lead_unit_are_lost_too() -> None:
    units = {"2005": "29la-a wofford", "2004": "16oh", "2003": "42oh"}
    battle = assault(units, "assault 2005 2004", "commit", "hold", dice=(6, 1, 4, 6))
    finish(battle)
    assert unit(battle, "29la-a").hex not in ("", "2005")
    assert unit(battle, "wofford").fate == "eliminated"


@pytest.mark.rule("blind_swords:11.4.5")
def test_one_unit_of_the_assaulting_hex_must_advance_and_others_may() -> None:
    units = {"2005": "wofford", "2004": "13us-bttn", "2003": "113il", "2105": "116il"}
    battle = assault(
        {**units, "2004": "13us-bttn thielemann-cav"},
        "assault 2005 2004",
        "flank 2105",
        "commit",
        "hold",
        active="g-smith attack",
        dice=(6, 6, 6),
    )
    assert choices(battle) == ["advance 13us-bttn", "advance thielemann-cav"]
    assert refused(battle, "done") == ["blind_swords:11.4.5"]
    assert refused(battle, "advance 116il") == ["blind_swords:11.4.5"]
    assert refused(battle, "advance 113il") == ["blind_swords:11.4.5"]
    battle.play("advance thielemann-cav")
    # 2 + 5 points fit, 2 + 9 do not.
    assert choices(battle) == ["advance 13us-bttn", "done"]
    assert refused(battle, "advance 116il") == ["blind_swords:3.1.1"]
    battle.play("done")
    assert [event.unit.id for event in told(battle, Advanced)] == ["thielemann-cav"]


@pytest.mark.rule("blind_swords:11.4.5")
def test_nobody_advances_where_nobody_may_enter() -> None:
    """Cavalry takes guns in Heavy Woods off the road, but cannot go in."""
    units = {"1513": "wofford", "1512": "6mo-cav", "1412": "16in"}
    battle = assault(
        units, "assault 1513 1512", "commit", "hold", active="burbridge attack", dice=(6, 6, 6)
    )
    assert unit(battle, "wofford").fate == "eliminated"
    assert told(battle, Advanced) == []


@pytest.mark.rule("blind_swords:11.4.5")
@pytest.mark.rule("blind_swords:12.3.4")
def test_an_advance_into_cypress_means_a_check() -> None:
    units = {"5404": "29la-a", "5403": "16oh", "5402": "42oh"}
    battle = assault(units, "assault 5404 5403", "commit", "hold", dice=(6, 6, 6, 6, 6, 6, 6, 6))
    finish(battle)
    assert unit(battle, "16oh").hex == "5404"
    assert told(battle, CohesionChecked)[-1].unit.id == "16oh"


@pytest.mark.rule("blind_swords:11.1.1")
def test_an_event_lets_units_assault_once_without_an_order() -> None:
    """An assault granted between two chits: only these units, one assault, the event's shift."""
    step = {"type": "AssaultStep", "side": "union", "units": [0], "events": ["huzzah"]}
    stop = {"type": "DefensiveFire", "side": "union", "assault": ["union", "1000", "1001"]}
    units = {"2005": "29la-a", "2004": "16oh", "2105": "42oh"}
    battle = field(units, agenda=[stop, step], dice=(1, 1, 1))
    assert choices(battle) == ["assault 2005 2004", "done"]
    play(battle, "assault 2005 2004")
    assert choices(battle) == ["commit"]
    play(battle, "commit", "hold")
    [rolled] = told(battle, AssaultRolled)
    assert [line.value for line in rolled.lines if line.rule == "chickasaw_bayou:11.c.15"] == [2]
    assert choices(battle) == ["resolve", "hold"]  # the question below: no second assault
    assert len(told(battle, CohesionChecked)) == 1


@pytest.mark.rule("blind_swords:11.4.3")
def test_a_confident_assault_is_repulsed_without_a_check() -> None:
    step = {"type": "AssaultStep", "side": "union", "units": [0], "events": ["confident"]}
    stop = {"type": "DefensiveFire", "side": "union", "assault": ["union", "1000", "1001"]}
    battle = field({"2005": "29la-a", "2004": "16oh"}, agenda=[stop, step], dice=(1, 1))
    play(battle, "assault 2005 2004", "commit", "hold")
    assert told(battle, Repulsed)
    assert told(battle, CohesionChecked) == []
    assert 1 in [line.value for line in told(battle, AssaultRolled)[0].lines]
