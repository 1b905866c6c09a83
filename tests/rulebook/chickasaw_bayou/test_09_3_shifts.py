"""9.3 The column shifts of fire on the ground of the battle, each by a fire that is played."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook.blind_swords.field import field
from tests.rulebook.blind_swords.volleys import guns, shifts, shot

#: The brigade that fires: 16 OH of DeCourcy, at 29 LA-a.
AT, BY = "29la-a", "16oh"


def of(start: str, target: str, **more: Any) -> dict[str, int]:
    return shifts(shot({start: BY, target: AT}, target, **more))


@pytest.mark.rule("chickasaw_bayou:9.3.1")
def test_target_in_light_woods() -> None:
    assert of("1807", "1808") == {"9.3.1": -1}


@pytest.mark.rule("chickasaw_bayou:9.3.2")
@pytest.mark.rule("chickasaw_bayou:2.10j.2")
def test_cypress_covers_the_target_and_hampers_the_firer() -> None:
    assert of("1715", "1716") == {"9.3.2": -1}
    assert of("1716", "1715") == {"9.3.9": -1}


@pytest.mark.rule("chickasaw_bayou:9.3.3")
@pytest.mark.rule("chickasaw_bayou:2.10l.4")
def test_target_behind_a_levee() -> None:
    assert of("2619", "2618") == {"9.3.3": -1}
    assert of("2617", "2618") == {}  # the fire does not come over it (CB-17)


@pytest.mark.rule("chickasaw_bayou:9.3.4")
@pytest.mark.parametrize("timber", ["full", "half"])
def test_target_on_fallen_timber(timber: str) -> None:
    assert of("2910", "2911", timber={"2911": timber}) == {"9.3.4": -1}


@pytest.mark.rule("chickasaw_bayou:9.3.5")
def test_target_in_heavy_woods() -> None:
    assert of("1512", "1513") == {"9.3.5": -2}


@pytest.mark.rule("chickasaw_bayou:9.3.6")
@pytest.mark.rule("chickasaw_bayou:9.3.17")
@pytest.mark.rule("chickasaw_bayou:2.10d.1")
def test_target_in_a_trench_once() -> None:
    assert of("1322", "1323") == {"9.3.17": -2}
    union = shot({"1322": AT, "1323": BY}, "1323", active="thomas attack")
    assert shifts(union) == {"9.3.17": -2}  # either side has it


@pytest.mark.rule("chickasaw_bayou:9.3.7")
def test_through_light_woods_or_timber() -> None:
    assert of("1712", "1913") == {"9.3.7": -1}
    assert of("2910", "2912", timber={"2911": "full"}) == {"9.3.7": -1}


@pytest.mark.rule("chickasaw_bayou:9.3.8")
def test_over_units_but_not_over_pioneers() -> None:
    over = shot(
        {"2722": AT, "2822": BY, "2923": "22ky"},
        "2923",
        active="thomas attack",
        states={BY: {"skirmish": True}},
    )
    assert shifts(over) == {"9.3.8": -1}
    pioneers = {"timber": {"2911": "full"}, "pioneers": {"2911": "front"}}
    assert of("2910", "2912", **pioneers) == {"9.3.7": -1}


@pytest.mark.rule("chickasaw_bayou:9.3.9")
@pytest.mark.rule("chickasaw_bayou:2.10h.2")
@pytest.mark.rule("chickasaw_bayou:2.10i.1")
@pytest.mark.rule("chickasaw_bayou:2.10e.1")
def test_firer_in_water() -> None:
    assert of("1917", "1916") == {"9.3.9": -1}  # Swamp
    assert of("1020", "1021") == {"9.3.9": -1}  # Bayou
    assert of("1021", "1020") == {}  # water covers no target


@pytest.mark.rule("chickasaw_bayou:2.10h.1")
@pytest.mark.rule("chickasaw_bayou:2.10k.3")
def test_on_a_bridge_a_unit_is_in_the_bayou() -> None:
    # 3519 has the Corduroy Bridge; 3519 to 3518.
    assert of("3519", "3518").get("9.3.9") == -1
    assert of("1020", "1021", pontoons={"1020": "whole"}) == {"9.3.9": -1}


@pytest.mark.rule("chickasaw_bayou:9.3.10")
def test_firer_on_timber_in_water_pays_for_both() -> None:
    assert of("2910", "2911", timber={"2910": "half"}) == {"9.3.10": -1}
    both = of("1917", "1916", timber={"1917": "full"})
    assert both == {"9.3.9": -1, "9.3.10": -1}


@pytest.mark.rule("chickasaw_bayou:9.3.11")
@pytest.mark.rule("chickasaw_bayou:9.3.12")
def test_skirmishers() -> None:
    assert of("2910", "2912", states={BY: {"skirmish": True}}) == {"9.3.11": -1}
    assert of("2910", "2912", states={AT: {"skirmish": True}}) == {"9.3.12": -2}


@pytest.mark.rule("chickasaw_bayou:9.3.13")
def test_mixed_guns_far_away() -> None:
    far = {"2904": "hart putnam", "2912": AT}  # 4 points of each: half is enough
    assert shifts(guns(far, "2904", "2912")) == {"9.3.13": -1}
    less = {"2904": "foster putnam", "2912": AT}
    assert shifts(guns(less, "2904", "2912")) == {}
    near = {"2908": "putnam", "2912": AT}
    assert shifts(guns(near, "2908", "2912")) == {}


@pytest.mark.rule("chickasaw_bayou:9.3.14")
def test_smoothbore_guns_with_canister() -> None:
    assert shifts(guns({"2910": "landgraeber hart", "2912": AT}, "2910", "2912")) == {"9.3.14": 1}
    assert shifts(guns({"2910": "landgraeber", "2913": AT}, "2910", "2913")) == {}


@pytest.mark.rule("chickasaw_bayou:9.3.15")
def test_flanking_fire() -> None:
    units = {"2910": BY, "2911": AT, "2811": "22ky"}
    assert shifts(shot(units, "2911", BY)) == {"9.3.15": 1}


@pytest.mark.rule("chickasaw_bayou:9.3.16")
def test_good_ground() -> None:
    assert of("2910", "2911", good_ground=["2911"]) == {"9.3.16": -2}


@pytest.mark.rule("chickasaw_bayou:9.3.18")
def test_target_mounted() -> None:
    units = {"2910": BY, "2911": "28ms-cav"}
    assert shifts(shot(units, "2911")) == {"9.3.18": 2}
    on_foot = shot(units, "2911", states={"28ms-cav": {"dismounted": True}})
    assert shifts(on_foot) == {}
    # With stronger infantry in the hex it is the infantry that is hit.
    stack = shot({"2910": BY, "2911": "hill-cav 40ga"}, "2911")
    assert shifts(stack) == {}


@pytest.mark.rule("chickasaw_bayou:9.3.19")
def test_low_ammo() -> None:
    states = {"hart": {"low_ammo": 2}, "putnam": {"low_ammo": 1}}
    event = guns({"2910": "hart putnam", "2914": AT}, "2910", "2914", states=states)
    assert shifts(event) == {"9.3.19": -6}


@pytest.mark.rule("chickasaw_bayou:9.3.20")
@pytest.mark.rule("chickasaw_bayou:2.10m.1")
def test_target_on_blakes_levee() -> None:
    assert of("5402", "5503") == {"9.3.20": 2}


@pytest.mark.rule("chickasaw_bayou:9.3.21")
@pytest.mark.rule("chickasaw_bayou:2.2b.1")
def test_epaulement() -> None:
    union = shot({"2910": AT, "2911": "hart"}, "2911", active="thomas attack", epaulements=["2911"])
    assert shifts(union) == {"9.3.21": -2}
    nobody = shot({"2910": AT, "2911": "hart"}, "2911", active="thomas attack")
    assert shifts(nobody) == {}


@pytest.mark.rule("chickasaw_bayou:9.3.22")
def test_all_of_them_add_up() -> None:
    event = shot(
        {"1712": BY, "1913": AT},
        "1913",
        timber={"1712": "half", "1913": "full"},
        good_ground=["1913"],
    )
    assert shifts(event) == {"9.3.4": -1, "9.3.16": -2, "9.3.7": -1, "9.3.10": -1}
    assert (event.base, event.column) == ("5", "C")
    assert event.column == "C"


@pytest.mark.rule("chickasaw_bayou:6.0.1")
@pytest.mark.rule("chickasaw_bayou:6.0.2")
def test_artillery_is_nobodys_and_has_six_points() -> None:
    battle = field(
        {"2910": "foster"},
        agenda=[{"type": "Repair", "hex": "3018"}, {"type": "ArtilleryStep", "side": "union"}],
        phase="B",
    )
    state: Any = battle.state
    for piece in state.game.roster.pieces:
        assert (piece.arm == "artillery") == (not piece.brigade)
    battle.play("guns 2910")
    battle.play("move foster")
    assert battle.decision is not None
    assert "6 points left" in battle.decision.question


@pytest.mark.rule("chickasaw_bayou:6.5.1")
@pytest.mark.rule("chickasaw_bayou:6.5.2")
def test_guns_up_a_steep_slope() -> None:
    battle = field(
        {"2523": "drew"},
        agenda=[
            {"type": "Repair", "hex": "3018"},
            {"type": "Guns", "side": "confederate", "hex": "2523", "units": [_number("drew")]},
        ],
        phase="B",
    )
    battle.play("move drew")
    battle.play("to 2623")
    state: Any = battle.state
    drew = state.units[_number("drew")]
    assert (drew.hex, drew.hits) == ("2623", 1)


def _number(id: str) -> int:
    state: Any = field({"1000": "16oh"}, active="decourcy maneuver", step="move").state
    return int(state.game.roster.number[id])
