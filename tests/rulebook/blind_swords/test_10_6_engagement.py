"""10.6 Engagement: coming next to the enemy, and away again."""

from __future__ import annotations

import pytest

from longroll.systems.blind_swords import engagement
from longroll.systems.blind_swords.moving_events import Stopped
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit
from tests.rulebook.blind_swords.marching import WAIT, guns, left, steps, still, thomas


@pytest.mark.rule("blind_swords:10.6.1", "chickasaw_bayou:2.1a.7")
def test_neighbours_of_the_enemy_are_engaged_but_pioneers_and_skirmishers_engage_nobody() -> None:
    state = still({"2910": "31la-a", "2911": "16oh"})
    number = state.game.roster.number
    assert engagement.is_engaged(state, number["31la-a"])
    assert engagement.enemies_beside(state, "union", "2911")
    assert not engagement.enemies_beside(state, "union", "2912")
    state = still(
        {"2910": "31la-a", "2911": "16oh"},
        states={"16oh": {"skirmish": True}},
        timber={"2909": "half"},
        pioneers={"2909": "front"},
    )
    assert not engagement.is_engaged(state, number["31la-a"])
    assert not engagement.is_engaged(state, number["16oh"])


@pytest.mark.rule("blind_swords:10.6.4")
def test_ground_between_them_does_not_matter() -> None:
    state = still({"3016": "31la-a", "3017": "16oh"})  # clear ground and a bayou
    assert engagement.enemies_beside(state, "union", "3017")
    state = still({"2523": "31la-a", "2623": "16oh"})  # a Steep Slope
    assert engagement.enemies_beside(state, "confederate", "2523")
    state = still({"2910": "31la-a", "2911": "16oh"}, timber={"2910": "full", "2911": "full"})
    assert engagement.enemies_beside(state, "confederate", "2910")  # neither could enter


@pytest.mark.rule("blind_swords:10.6.2")
@pytest.mark.parametrize("order", ["defend", "maneuver", "regroup"])
def test_only_attack_leads_into_engagement(order: str) -> None:
    battle = thomas({"2910": "31la-a", "2912": "16oh"}, order)
    play(battle, "move 31la-a")
    assert "2911" not in steps(battle)
    assert refused(battle, "to 2911") == ["blind_swords:10.6.2"]


@pytest.mark.rule("blind_swords:10.6.2", "blind_swords:6.4.2")
def test_guns_never_move_into_engagement() -> None:
    battle = guns({"2910": "wofford", "2912": "16oh"}, "wofford")
    assert refused(battle, "to 2911") == ["blind_swords:10.6.2"]


@pytest.mark.rule("blind_swords:10.6.2", "blind_swords:7.4.5")
def test_an_event_may_lead_into_engagement() -> None:
    number = still({"2910": "31la-a"}).game.roster.number["31la-a"]
    moving = {
        "type": "Moving",
        "side": "confederate",
        "units": [number],
        "allowance": 10,
        "right": "handsome-movement",
    }
    battle = field({"2910": "31la-a", "2912": "16oh"}, agenda=[WAIT, moving])
    assert left(battle) == "5"
    play(battle, "to 2911")
    assert unit(battle, "31la-a").hex == "2911"


@pytest.mark.rule("blind_swords:10.6.3")
def test_whoever_comes_next_to_the_enemy_stops() -> None:
    battle = thomas({"2910": "31la-a", "2912": "16oh"})
    events = play(battle, "move 31la-a", "to 2911")
    assert isinstance(events[-1], Stopped)
    assert events[-1].rules == ("blind_swords:10.6.3",)
    assert choices(battle) == ["move 31la-b", "done"]


@pytest.mark.rule("blind_swords:10.6.3")
def test_from_one_engaged_hex_to_the_next_only_under_attack_and_one_hex() -> None:
    units = {"2911": "31la-a", "2912": "16oh"}  # 3011 is next to 2912 too
    battle = thomas(units)
    play(battle, "move 31la-a", "to 3011", "hold")
    assert unit(battle, "31la-a").hex == "3011"
    assert choices(battle) == ["move 31la-b", "done"]
    battle = thomas(units, "defend")
    play(battle, "move 31la-a")
    assert refused(battle, "to 3011") == ["blind_swords:10.6.3"]
    assert "2910" in steps(battle)  # but out of it


@pytest.mark.rule("blind_swords:10.6.3", "blind_swords:10.7.3")
def test_whoever_leaves_engagement_may_be_fired_at_first_and_goes_on() -> None:
    battle = thomas({"2911": "31la-a", "2912": "16oh"}, "defend")
    play(battle, "move 31la-a", "to 2910")
    assert battle.decision is not None
    assert battle.decision.side == "union"
    assert unit(battle, "31la-a").hex == "2911"  # not yet
    play(battle, "hold")
    assert unit(battle, "31la-a").hex == "2910"
    assert left(battle) == "2"


@pytest.mark.rule("blind_swords:10.7.3")
def test_a_retreat_from_that_fire_ends_the_move() -> None:
    dice = (6, 6, 6, 6)  # F, and failed by 5: two hexes
    battle = thomas({"2911": "31la-a", "2912": "16oh"}, "defend", dice=dice)
    play(battle, "move 31la-a", "to 2910", "from 2912")
    play(battle, "retreat 31la-a 2810", "retreat 31la-a 2809")
    assert unit(battle, "31la-a").hex == "2809"
    assert choices(battle) == ["move 31la-b", "done"]


@pytest.mark.rule("blind_swords:10.6.5", "chickasaw_bayou:15.3.1")
def test_next_to_skirmishers_a_step_costs_a_point_more() -> None:
    battle = thomas(
        {"2910": "31la-a", "2912": "16oh"}, "defend", states={"16oh": {"skirmish": True}}
    )
    events = play(battle, "move 31la-a", "to 2911")
    assert [str(detail) for detail in events[0].details()] == [
        "1 Clear [blind_swords:10.1.6]",
        "+1 next to skirmishers [blind_swords:10.6.5]",
    ]
    assert battle.decision is not None
    assert (battle.decision.side, battle.decision.rule) == ("union", "blind_swords:15.3.1")
