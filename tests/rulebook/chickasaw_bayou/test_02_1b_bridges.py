"""2.1b and 2.10k Bridges."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.blind_swords import steps as step_rules
from longroll.systems.blind_swords.moving_events import Moved
from longroll.systems.chickasaw_bayou.terrain import BAYOUS, CORDUROY_BRIDGE, FIELD
from tests.rulebook.blind_swords.field import choices, play, refused, unit
from tests.rulebook.blind_swords.marching import guns, left, steps, still, thomas

WHOLE: dict[str, Any] = {"pontoons": {"3017": "whole"}}
DAMAGED: dict[str, Any] = {"pontoons": {"3017": "damaged"}}


@pytest.mark.rule("chickasaw_bayou:2.1b.1", "chickasaw_bayou:2.1b.2", "chickasaw_bayou:2.1b.6")
def test_a_whole_pontoon_costs_one_point_and_no_roll() -> None:
    assert "3017" in BAYOUS
    battle = thomas({"3016": "29la-a"}, **WHOLE)
    (event,) = play(battle, "move 29la-a", "to 3017")
    assert isinstance(event, Moved)
    assert event.cost == 2
    assert left(battle) == "4"


@pytest.mark.rule("chickasaw_bayou:2.1b.3")
def test_a_damaged_pontoon_is_bayou() -> None:
    battle = thomas({"3016": "29la-a"}, dice=(1,), **DAMAGED)
    events = play(battle, "move 29la-a", "to 3017")
    assert events[0].rolls[0].value == 1
    assert left(battle) == "1"
    assert refused(guns({"3016": "wofford"}, "wofford", **DAMAGED), "to 3017") == [
        "chickasaw_bayou:2.10h.5"
    ]


@pytest.mark.rule("chickasaw_bayou:2.1b.4", "chickasaw_bayou:2.10k.3")
def test_whoever_stops_on_a_bridge_is_in_bayou() -> None:
    state = still({"3017": "29la-a", "3519": "29la-b"}, **WHOLE)
    for hex in ("3017", "3519"):
        ground = state.game.field.ground[hex]
        assert ground.fire_from == "firer_water"
        assert ground.attack_from == "attacker_water"
        assert not ground.rally


@pytest.mark.rule("chickasaw_bayou:2.1b.5")
def test_guns_cross_a_pontoon_but_do_not_stop_there() -> None:
    battle = guns({"3016": "wofford"}, "wofford", **WHOLE)
    play(battle, "to 3017")
    assert "stop" not in choices(battle)
    assert refused(battle, "stop") == ["chickasaw_bayou:2.1b.5"]
    play(battle, "to 3117", "stop")
    assert unit(battle, "wofford").hex == "3117"


@pytest.mark.rule("chickasaw_bayou:2.1b.5")
def test_who_could_not_get_off_again_does_not_get_on() -> None:
    battle = guns({"3016": "wofford"}, "wofford", **WHOLE)
    state: Any = battle.state
    moving = state.agenda[-1]
    spent = moving.group._replace(spent=10)  # one point left
    told = [refusal.rule for refusal in step_rules.bars(state, spent, "3016", "3017")]
    assert told == ["chickasaw_bayou:2.1b.5"]


@pytest.mark.rule("chickasaw_bayou:2.10k.1")
@pytest.mark.parametrize("start", ["3418", "3520"])
def test_the_corduroy_bridge_along_the_lane(start: str) -> None:
    battle = thomas({start: "29la-a"})
    (event,) = play(battle, "move 29la-a", "to 3519")
    assert isinstance(event, Moved)
    assert event.cost == 2
    assert left(battle) == "4"


@pytest.mark.rule("chickasaw_bayou:2.10k.2")
def test_from_elsewhere_it_is_bayou() -> None:
    battle = thomas({"3619": "29la-a"}, dice=(6,))
    events = play(battle, "move 29la-a", "to 3519")
    assert events[0].rolls[0].value == 6
    assert unit(battle, "29la-a").hex == "3619"
    battle = guns({"3619": "wofford"}, "wofford")
    assert "3519" not in steps(battle)


@pytest.mark.rule("chickasaw_bayou:2.10k.4")
def test_guns_and_cavalry_cross_the_corduroy_bridge_but_do_not_stop() -> None:
    battle = guns({"3418": "wofford"}, "wofford")
    play(battle, "to 3519")
    assert refused(battle, "stop") == ["chickasaw_bayou:2.10k.4"]
    play(battle, "to 3520", "stop")
    assert unit(battle, "wofford").hex == "3520"
    battle = thomas({"3520": "28ms-cav"})
    play(battle, "move 28ms-cav", "to 3519")
    assert "stop" not in choices(battle)


@pytest.mark.rule("chickasaw_bayou:2.10k.5")
def test_nothing_harms_the_corduroy_bridge() -> None:
    state = still({"3418": "29la-a"}, pontoons={})
    assert state.game.rules.bridge(state, "3418", CORDUROY_BRIDGE) is not None
    assert FIELD.links["3418", CORDUROY_BRIDGE] == "lane"
    assert CORDUROY_BRIDGE not in [
        *state.game.rules.bare_targets(state, "confederate", "artillery")
    ]
