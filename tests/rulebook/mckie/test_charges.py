"""The reach of a charge, and responses to it; what cover is worth."""

from __future__ import annotations

import pytest

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.charge.rules import Evasion, charge_reach, charge_response, evade
from longroll.systems.mckie.movement.rules import Leg
from longroll.systems.mckie.terrain.cover import cover_effect
from longroll.systems.mckie.words import Arm, Cover, Formation, Struck


@pytest.mark.rule("mckie:rate.foot", "mckie:rate.cav")
def test_a_charge_goes_its_rate_and_its_bonus_less_terrain() -> None:
    assert charge_reach("infantry", "line") == 800
    assert charge_reach("infantry", "supported_line") == 800
    assert charge_reach("infantry", "attack_column") == 1000
    assert charge_reach("cavalry", "line") == 1600
    assert charge_reach("infantry", "line", contours=1) == 700
    assert charge_reach("infantry", "line", legs=(Leg("open_woods"),)) == 600
    assert isinstance(charge_reach("infantry", "skirmish"), Refusal)


@pytest.mark.rule("mckie:resp.1")
def test_a_charge_to_the_front_is_met_with_fire() -> None:
    found = charge_response(100, 800, "front")
    assert (found.may_fire, found.fights_first_period) == (True, True)


@pytest.mark.rule("mckie:resp.2", "mckie:resp.3")
@pytest.mark.parametrize("struck", ["flank", "rear"])
@pytest.mark.parametrize("path, turns", [(100, False), (200, False), (201, True), (800, True)])
def test_turning_to_face_a_charge(struck: Struck, path: int, turns: bool) -> None:
    found = charge_response(path, 800, struck)
    assert (found.may_turn, found.fights_first_period) == (turns, turns)
    # Whoever turns does not fire, and whoever does not has the enemy out of its arc.
    assert not found.may_fire


@pytest.mark.rule(
    "mckie:resp.4", "mckie:resp.5", "mckie:resp.7", "mckie:resp.8", "mckie:form.skirm.7"
)
@pytest.mark.parametrize(
    "arm, formation, inches",
    [
        ("infantry", "skirmish", 12),
        ("cavalry", "line", 18),
        ("cavalry", "column", 18),
        ("dismounted_cavalry", "line", 9),
        ("dismounted_cavalry", "skirmish", 12),
    ],
)
def test_who_evades_and_how_far(arm: Arm, formation: Formation, inches: int) -> None:
    assert evade(arm, formation) == Evasion(inches * 100)


@pytest.mark.rule("mckie:resp.5", "mckie:resp.6")
@pytest.mark.parametrize("arm", ["field_artillery", "siege_artillery", "artillery_crew"])
def test_gun_crews_leave_their_guns(arm: Arm) -> None:
    assert evade(arm, "unlimbered") == Evasion(1200, guns_abandoned=True)


@pytest.mark.rule("mckie:resp.6")
def test_guns_hitched_up_go_with_their_limbers() -> None:
    assert evade("field_artillery", "limbered") == Evasion(1200, guns_abandoned=False)


@pytest.mark.rule("mckie:resp.4")
@pytest.mark.parametrize("formation", ["line", "column", "extended", "supported_line"])
def test_formed_infantry_stands(formation: Formation) -> None:
    found = evade("infantry", formation)
    assert isinstance(found, Refusal)
    assert found.rule == "mckie:resp.4"


@pytest.mark.rule("mckie:dig.3", "mckie:fire.factor.cover", "mckie:fire.factor.prepared")
@pytest.mark.parametrize(
    "cover, fire, melee, morale, rest",
    [
        ("none", 0, 0, 0, False),
        ("woods", -2, 0, 0, False),
        ("wall", -2, -1, 1, True),
        ("rail_fence", 0, 0, 0, True),
        ("hasty_trench", -2, 0, 1, False),
        ("prepared", -4, -4, 1, False),
        ("built_up_edge", -2, -1, 1, True),
    ],
)
def test_what_cover_is_worth(cover: Cover, fire: int, melee: int, morale: int, rest: bool) -> None:
    found = cover_effect(cover)
    assert (found.fire, found.melee, found.morale, found.rest) == (fire, melee, morale, rest)
