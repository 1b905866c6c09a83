"""Places where several rules of the book meet, played out: water, bridges, timber and Pioneers."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.battle import Battle
from longroll.systems.blind_swords.assault_events import Advanced, AssaultRolled
from longroll.systems.blind_swords.cohesion_events import (
    BreakTested,
    CohesionChecked,
    MoraleHit,
    Removed,
    Retreated,
    Worn,
)
from longroll.systems.blind_swords.fire_events import Fired
from longroll.systems.chickasaw_bayou.bayou import BayouTried
from tests.rulebook.blind_swords.chits import cited, drawing, told
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit
from tests.rulebook.blind_swords.marching import decourcy, left, steps, thomas
from tests.rulebook.blind_swords.steps import after, cohesion_test, falls_back, settle, state_of
from tests.rulebook.blind_swords.steps import told as log_of
from tests.rulebook.blind_swords.volleys import shifts, shot

#: The bayou of the Grand Assault: 3016 is clear, 3017 and 3018 are water, 3019 is clear.
BANK, WATER = "3016", "3017"


def lindsey(units: dict[str, str], *dice: int, **more: Any) -> Battle:
    """Lindsey's brigade, which has cavalry, is about to assault."""
    return field(units, active="lindsey attack", step="assault", dice=dice, **more)


# Bridges


WEAK = {"3ms-bttn": {"hits": 2, "worn": True}}


@pytest.mark.rule("chickasaw_bayou:2.10k.4", "blind_swords:11.4.5")
def test_cavalry_does_not_advance_to_the_corduroy_bridge() -> None:
    battle = lindsey({"3418": "3il-cav", "3519": "3ms-bttn"}, 6, 6, 6, 6, states=WEAK)
    play(battle, "assault 3519 3418", "commit")
    assert unit(battle, "3ms-bttn").fate == "eliminated"
    assert unit(battle, "3il-cav").hex == "3418"
    assert log_of(battle, Advanced) == []


@pytest.mark.rule("chickasaw_bayou:2.10k.3", "blind_swords:11.4.5")
def test_infantry_of_the_same_hex_advances_to_it_without_a_check() -> None:
    units = {"3418": "3il-cav 49in", "3519": "3ms-bttn"}
    battle = lindsey(units, 6, 6, 6, 6, states=WEAK | {"49in": {"worn": True}})
    play(battle, "assault 3519 3418", "commit")
    assert [event.unit.id for event in log_of(battle, Advanced)] == ["49in"]
    assert unit(battle, "49in").hex == "3519"
    assert log_of(battle, CohesionChecked) == []


@pytest.mark.rule("chickasaw_bayou:2.1b.5", "blind_swords:11.4.5")
def test_cavalry_does_not_advance_to_a_pontoon_bridge() -> None:
    units = {BANK: "3il-cav", WATER: "3ms-bttn"}
    battle = lindsey(units, 6, 6, 6, 6, states=WEAK, pontoons={WATER: "whole"})
    play(battle, f"assault {WATER} {BANK}", "commit")
    assert unit(battle, "3il-cav").hex == BANK


@pytest.mark.rule("chickasaw_bayou:2.10k.4", "blind_swords:12.3.5")
def test_guns_that_retreat_two_hexes_take_the_way_that_does_not_end_on_a_bridge() -> None:
    # By the home direction it would be 3418, and from there only the bridge is left.
    battle = after({"3417": "wofford"}, falls_back("wofford", 2, "3417"))
    settle(battle)
    ways = [event.to for event in log_of(battle, Retreated)]
    assert ways[0] == "3317"
    assert log_of(battle, Removed) == []


@pytest.mark.rule("chickasaw_bayou:2.10k.4", "blind_swords:12.3.5")
def test_guns_with_nothing_but_a_bridge_behind_them_are_eliminated() -> None:
    others = {"3417": "16oh", "3318": "42oh", "3518": "54in"}
    battle = after({"3418": "wofford"} | others, falls_back("wofford", 1, "3418", "3417"))
    settle(battle)
    [gone] = log_of(battle, Removed)
    assert gone.rules == ("blind_swords:12.3.5",)


@pytest.mark.rule("chickasaw_bayou:2.1b.2", "chickasaw_bayou:2.1b.4", "chickasaw_bayou:2.10h.15")
def test_a_retreat_over_a_pontoon_bridge_makes_no_check_and_one_into_water_does() -> None:
    others = {"3015": "16oh", "2917": "42oh", "3117": "54in", "2916": "49in", "3116": "22ky"}
    units = {BANK: "31la-a"} | others
    dry = after(units, falls_back("31la-a", 1, BANK, "3015"), pontoons={WATER: "whole"}, dice=(9,))
    wet = after(units, falls_back("31la-a", 1, BANK, "3015"), dice=(1,))
    for battle, checks in ((dry, 0), (wet, 1)):
        settle(battle)
        assert [event.to for event in log_of(battle, Retreated)] == [WATER]
        assert len(log_of(battle, CohesionChecked)) == checks
        assert log_of(battle, BayouTried) == []


@pytest.mark.rule("chickasaw_bayou:2.10k.1", "chickasaw_bayou:2.10o.1", "chickasaw_bayou:3.1.2")
def test_over_the_corduroy_bridge_by_lane_with_room_at_both_ends() -> None:
    battle = decourcy({"3418": "16oh"}, "maneuver")
    play(battle, "move 16oh", "to 3519")
    assert left(battle) == "5"
    play(battle, "to 3520")
    assert left(battle) == "4"
    # March Column is for pikes, so the lane has none.
    assert "blind_swords:10.5a.1" in refused(battle, "column 3521")


@pytest.mark.rule("chickasaw_bayou:2.10k.2", "chickasaw_bayou:2.10h.6")
def test_from_elsewhere_the_bridge_is_bayou_and_is_rolled_for() -> None:
    battle = decourcy({"3619": "16oh"}, dice=(5,))
    happened = play(battle, "move 16oh", "to 3519")
    assert told(happened)[0] == "BayouTried"
    assert unit(battle, "16oh").hex == "3619"
    assert left(battle) == "1"
    # The way along the lane is not barred by that.
    later = decourcy({"3520": "16oh"}, barred={str(number("16oh")): ["3519"]})
    play(later, "move 16oh")
    assert "3519" in steps(later)


def number(id: str) -> int:
    return state_of(field({"2910": "16oh"}, active="decourcy attack")).game.roster.number[id]


@pytest.mark.rule("chickasaw_bayou:2.10k.4", "blind_swords:10.6.3")
def test_guns_do_not_set_out_over_a_bridge_that_they_cannot_leave() -> None:
    battle = field(
        {"3418": "foster", "3521": "31la-a", "3618": "29la-a"},
        agenda=[{"type": "Repair", "hex": "3018"}, {"type": "ArtilleryStep", "side": "union"}],
        phase="B",
    )
    play(battle, "guns 3418", "move foster")
    assert "3519" not in steps(battle)


# Bayou


@pytest.mark.rule("chickasaw_bayou:2.10h.7", "chickasaw_bayou:2.10h.6")
@pytest.mark.parametrize("die", [1, 2])
def test_a_way_is_found_without_a_check(die: int) -> None:
    battle = decourcy({BANK: "16oh"}, dice=(die,))
    happened = play(battle, "move 16oh", f"to {WATER}")
    assert told(happened) == ["BayouTried", "Moved"]
    assert (unit(battle, "16oh").hex, left(battle)) == (WATER, "1")


@pytest.mark.rule("chickasaw_bayou:2.10h.8")
@pytest.mark.parametrize("die", [3, 4])
def test_whoever_stays_out_has_paid(die: int) -> None:
    battle = decourcy({BANK: "16oh"}, "maneuver", dice=(die,))
    play(battle, "move 16oh", f"to {WATER}", "stay-out")
    assert (unit(battle, "16oh").hex, left(battle)) == (BANK, "2")


@pytest.mark.rule("chickasaw_bayou:2.10h.9", "chickasaw_bayou:2.10h.10", "blind_swords:12.4.4")
@pytest.mark.parametrize("die, hits", [(3, 0), (4, 1)])
def test_whoever_goes_in_checks_without_friends_at_one_less(die: int, hits: int) -> None:
    battle = decourcy({BANK: "16oh"}, dice=(4, die))  # cohesion 4, and nobody of its brigade near
    play(battle, "move 16oh", f"to {WATER}", "go-in")
    assert unit(battle, "16oh").hits == hits
    assert unit(battle, "16oh").hex == WATER


@pytest.mark.rule("chickasaw_bayou:2.10h.11", "blind_swords:12.7.1", "blind_swords:12.8.2")
def test_a_disrupted_unit_that_fails_in_the_water_makes_a_break_test() -> None:
    battle = decourcy({BANK: "16oh"}, dice=(3, 6, 5), states={"16oh": {"hits": 2}})
    happened = play(battle, "move 16oh", f"to {WATER}", "go-in")
    [test] = [event for event in happened if isinstance(event, BreakTested)]
    assert test.rating == 1  # 4, Disrupted, unsupported
    assert unit(battle, "16oh").box == "4"


@pytest.mark.rule("chickasaw_bayou:2.10h.12")
@pytest.mark.parametrize("die", [5, 6])
def test_a_bayou_that_is_closed_stays_so_this_turn_even_in_a_second_activation(die: int) -> None:
    battle = decourcy({BANK: "16oh"}, "maneuver", dice=(die,))
    play(battle, "move 16oh", f"to {WATER}")
    assert (unit(battle, "16oh").hex, left(battle)) == (BANK, "2")
    barred = {str(number("16oh")): [WATER]}
    again = decourcy({BANK: "16oh"}, barred=barred)
    play(again, "move 16oh")
    assert refused(again, f"to {WATER}") == ["chickasaw_bayou:2.10h.12"]
    turn = field({BANK: "16oh"}, phase="D", agenda=[{"type": "NextTurn"}], barred=barred)
    assert state_of(turn).barred == {}


@pytest.mark.rule("chickasaw_bayou:2.10h.12", "blind_swords:10.7.2", "blind_swords:10.7.3")
def test_opportunity_fire_comes_after_the_roll_and_only_at_whoever_leaves() -> None:
    units = {BANK: "16oh", "3015": "31la-a"}
    turned_back = decourcy(units, dice=(6,))
    happened = play(turned_back, "move 16oh", f"to {WATER}")
    assert "OpportunityFire" not in [type(one).__name__ for one in turned_back.state.agenda]
    assert told(happened) == ["BayouTried"]
    goes = decourcy(units, dice=(1, 1, 1))
    play(goes, "move 16oh", f"to {WATER}")
    assert choices(goes)[0] == "from 3015"
    assert unit(goes, "16oh").hex == BANK  # not gone yet
    play(goes, "from 3015")
    assert unit(goes, "16oh").hex == WATER


@pytest.mark.rule("chickasaw_bayou:2.10h.13", "blind_swords:7.4.5", "blind_swords:7.4.6")
def test_handsome_movement_wades_without_a_roll_for_four_points() -> None:
    battle = drawing({"3019": "31la-a", "1010": "16oh"}, ("fog",), held=CSA("handsome-movement"))
    play(battle, "play handsome-movement", "move 31la-a", "to 3018")
    assert unit(battle, "31la-a").hex == "3018"
    assert log_of(battle, BayouTried) == []
    assert log_of(battle, CohesionChecked) == []
    assert left(battle) == "1"


@pytest.mark.rule("chickasaw_bayou:2.10h.13", "blind_swords:7.4.18")
def test_huzzah_wades_too_and_the_assault_out_of_the_water_shifts_left() -> None:
    battle = drawing(
        {"3016": "16oh", "3018": "31la-a"}, ("fog",), (1, 1, 1), held=USA("huzzah"), puller="union"
    )
    play(battle, "play huzzah 3016", f"to {WATER}")
    assert log_of(battle, BayouTried) == []
    assert log_of(battle, CohesionChecked) == []
    play(battle, f"assault 3018 {WATER}", "commit", "hold")
    [rolled] = log_of(battle, AssaultRolled)
    shifted = {line.rule.partition(":")[2]: line.value for line in rolled.lines}
    assert shifted["11.c.21"] == -1
    assert shifted["11.c.15"] == 2


def CSA(*events: str) -> dict[str, list[str]]:  # noqa: N802
    return {"confederate": [*events]}


def USA(*events: str) -> dict[str, list[str]]:  # noqa: N802
    return {"union": [*events]}


@pytest.mark.rule("chickasaw_bayou:17.6h", "chickasaw_bayou:2.10h.15")
def test_on_the_first_turn_only_the_union_wades_freely_and_only_when_it_moves() -> None:
    first = decourcy({BANK: "16oh"}, turn=1)
    assert told(play(first, "move 16oh", f"to {WATER}")) == ["Moved"]
    assert left(first) == "1"
    second = decourcy({BANK: "16oh"}, turn=2, dice=(1,))
    assert told(play(second, "move 16oh", f"to {WATER}"))[0] == "BayouTried"
    rebels = thomas({BANK: "31la-a"}, turn=1, dice=(1,))
    assert told(play(rebels, "move 31la-a", f"to {WATER}"))[0] == "BayouTried"
    driven = after(
        {"3019": "16oh", "3020": "31la-a", "2919": "29la-a", "3119": "29la-b", "3120": "26la-a"}
        | {"2920": "26la-b"},
        falls_back("16oh", 1, "3019", "3020"),
        turn=1,
        dice=(1,),
    )
    settle(driven)
    assert len(log_of(driven, CohesionChecked)) == 1


@pytest.mark.rule("chickasaw_bayou:2.10h.3", "chickasaw_bayou:2.10h.4", "blind_swords:7.4.1")
def test_nobody_recovers_in_the_water_nor_is_rallied() -> None:
    shaken = {"16oh": {"hits": 1}, "22ky": {"hits": 1}}
    battle = field(
        {WATER: "16oh", BANK: "22ky"}, active="decourcy regroup", step="rally", states=shaken
    )
    assert choices(battle) == ["recover 22ky", "done"]
    assert refused(battle, "recover 16oh") == ["blind_swords:13.2.1"]
    event = drawing({WATER: "16oh", BANK: "22ky"}, ("fog",), states=shaken, held=USA("rally"))
    assert "play rally 22ky" in choices(event)
    assert refused(event, "play rally 16oh") == ["blind_swords:7.4.1"]


@pytest.mark.rule("chickasaw_bayou:2.10j.1", "chickasaw_bayou:2.10j.6", "blind_swords:10.1.4")
@pytest.mark.parametrize("die, hits", [(3, 0), (4, 1)])
def test_cypress_is_checked_for_without_support_whoever_is_near(die: int, hits: int) -> None:
    # 5111 is cypress; two regiments of the brigade are beside it, one of them in the open.
    battle = decourcy({"5010": "42oh", "5110": "16oh", "5011": "54in"}, dice=(die,))
    play(battle, "move 16oh", "to 5111")
    assert unit(battle, "16oh").hits == hits


# Timber


@pytest.mark.rule("chickasaw_bayou:2.2a.3", "blind_swords:10.1.2")
def test_half_timber_takes_every_point_and_none_may_be_spent() -> None:
    battle = decourcy({"2910": "16oh"}, timber={"2912": "half"})
    play(battle, "move 16oh", "to 2911")
    assert refused(battle, "to 2912") == ["blind_swords:10.1.2"]
    near = decourcy({"2911": "16oh"}, timber={"2912": "half"})
    play(near, "move 16oh", "to 2912")
    assert unit(near, "16oh").hex == "2912"
    assert not [one for one in choices(near) if one.startswith("to ")]


@pytest.mark.rule("chickasaw_bayou:2.2a.4")
@pytest.mark.parametrize("timber", ["full", "half"])
@pytest.mark.parametrize("id", ["31la-a", "28ms-cav"])
def test_confederates_of_any_arm_know_the_paths(id: str, timber: str) -> None:
    battle = thomas({"2911": id}, timber={"2912": timber})
    play(battle, f"move {id}", "to 2912")
    assert unit(battle, id).hex == "2912"
    assert not [one for one in choices(battle) if one.startswith("to ")]


@pytest.mark.rule("chickasaw_bayou:2.2a.4", "chickasaw_bayou:6.0.2")
def test_so_do_their_guns_while_the_lane_does_not_help_those_of_the_union() -> None:
    steps_of = [{"type": "Repair", "hex": "3018"}]
    rebels = field(
        {"3417": "drew"},
        agenda=[*steps_of, {"type": "ArtilleryStep", "side": "confederate"}],
        phase="B",
        timber={"3418": "full"},
    )
    play(rebels, "guns 3417", "move drew", "to 3418")
    assert unit(rebels, "drew").hex == "3418"
    yankees = field(
        {"3417": "foster"},
        agenda=[*steps_of, {"type": "ArtilleryStep", "side": "union"}],
        phase="B",
        timber={"3418": "half"},
    )
    play(yankees, "guns 3417", "move foster")
    assert "chickasaw_bayou:2.2a.3" in refused(yankees, "to 3418")


@pytest.mark.rule(
    "chickasaw_bayou:2.2a.5",
    "chickasaw_bayou:11.c.20",
    "chickasaw_bayou:11.c.10",
    "chickasaw_bayou:2.10d.2",
)
def test_an_assault_out_of_timber_on_a_trench_with_support() -> None:
    # 3518 is bayou, 3418 timber on heavy woods; 3519 is between; 3619 a Trench beside 3618.
    units = {"2518": "13us-bttn", "2517": "8mo", "2519": "31la-a", "2619": "31la-b"}
    battle = field(
        units,
        active="g-smith attack",
        step="assault",
        timber={"2518": "half", "2517": "half"},
        dice=(1, 1, 1),
    )
    play(battle, "assault 2519 2518", "commit", "hold")
    [rolled] = log_of(battle, AssaultRolled)
    found = {line.rule.partition(":")[2]: line.value for line in rolled.lines}
    # 5 points against 6 are no odds; heavy woods take the support of the attacker, so its Cohesion
    # is 4 - 1 = 3 against 4 + 2 in the Trench; smoothbores defend; a levee lies between.
    assert found == {
        "2.2a.5": -1,
        "11.c.20": -2,
        "11.c.10": -1,
        "11.c.14": -1,
        "11.c.22": -1,
    }


@pytest.mark.rule("chickasaw_bayou:2.2a.6", "chickasaw_bayou:9.3.4", "chickasaw_bayou:9.3.5")
def test_fire_at_timber_in_heavy_woods_shifts_for_both_and_for_the_firers_own_timber() -> None:
    event = shot(
        {"2517": "16oh", "2518": "31la-a", "1012": "22ky"},
        "2518",
        timber={"2517": "full", "2518": "half"},
    )
    assert shifts(event) == {"9.3.4": -1, "9.3.5": -2, "9.3.10": -1}


# Pioneers


def with_pioneer(*dice: int, **more: Any) -> Battle:
    """Confederates fire at the 42nd Ohio, which has a Pioneer with it, and friends beside it."""
    return field(
        {"2911": "42oh", "2910": "16oh", "2912": "29la-a", "1010": "29la-b"},
        active="thomas attack",
        step="fire",
        timber={"2911": "half"},
        pioneers={"2911": "front"},
        dice=dice,
        **more,
    )


def pioneers_of(battle: Battle) -> dict[str, str]:
    return dict(state_of(battle).pioneers)


@pytest.mark.rule("chickasaw_bayou:2.1a.12", "blind_swords:9.4.4")
def test_a_morale_hit_of_its_friends_leaves_a_pioneer_at_work() -> None:
    battle = with_pioneer(5, 1, 5)  # column 4, severity B against 4: by one
    happened = play(battle, "fire 2911", "all", "resolve")
    assert [event for event in happened if isinstance(event, MoraleHit)]
    assert pioneers_of(battle) == {"2911": "front"}


@pytest.mark.rule("chickasaw_bayou:2.1a.12", "blind_swords:9.4.4")
def test_a_loss_of_its_friends_removes_it() -> None:
    battle = with_pioneer(6, 6, 1)  # severity F: Battleworn even if the test is passed
    happened = play(battle, "fire 2911", "all", "resolve")
    assert [event for event in happened if isinstance(event, Worn)]
    assert "chickasaw_bayou:2.1a.12" in cited(happened)
    assert pioneers_of(battle) == {}


@pytest.mark.rule("chickasaw_bayou:2.1a.12", "blind_swords:9.4.4")
def test_a_retreat_of_its_friends_removes_it() -> None:
    battle = with_pioneer(5, 1, 6)  # by two: a Morale Hit and a retreat of one hex
    happened = play(battle, "fire 2911", "all", "resolve")
    while unit(battle, "42oh").hex == "2911":
        happened += play(battle, choices(battle)[0])
    assert "chickasaw_bayou:2.1a.12" in cited(happened)
    assert pioneers_of(battle) == {}


@pytest.mark.rule("chickasaw_bayou:2.1a.12", "blind_swords:7.4.16")
def test_a_fright_leaves_it_there_too() -> None:
    battle = drawing(
        {"2518": "114oh", "2517": "49in", "2519": "31la-a"},
        ("morgan",),
        (1, 1, 6),
        timber={"2518": "half"},
        pioneers={"2518": "front"},
        held=CSA("seeing-the-elephant"),
    )
    play(battle, "pass", "draw", "activate lindsey", "pass", "play seeing-the-elephant 114oh")
    assert unit(battle, "114oh").hits == 1
    assert pioneers_of(battle) == {"2518": "front"}


@pytest.mark.rule("chickasaw_bayou:2.1a.2", "blind_swords:8.6.2")
@pytest.mark.parametrize("die, asked", [(3, True), (4, False)])
def test_pioneers_come_with_a_full_activation_and_not_with_a_limited_one(
    die: int, asked: bool
) -> None:
    battle = drawing(
        {"2911": "16oh", "1010": "31la-a"}, ("morgan",), (1, die), timber={"2912": "full"}
    )
    play(battle, "draw", "activate decourcy")
    assert ("pioneer 16oh 2912" in choices(battle)) is asked


@pytest.mark.rule("chickasaw_bayou:2.1a.4", "chickasaw_bayou:2.1a.17", "blind_swords:7.3d.2")
def test_a_second_activation_places_a_second_pioneer() -> None:
    battle = drawing(
        {"2911": "16oh", "1010": "31la-a"},
        ("sherman",),
        (1, 1),
        timber={"2912": "full", "2910": "half"},
        pioneers={"2912": "front"},
        activated=["decourcy"],
    )
    play(battle, "draw", "activate decourcy", "pioneer 16oh 2910")
    assert pioneers_of(battle) == {"2912": "front", "2910": "front"}


@pytest.mark.rule("chickasaw_bayou:2.1a.11", "blind_swords:11.4.6", "chickasaw_bayou:2.1a.15")
def test_an_assault_on_a_lone_pioneer_is_not_rolled_for_and_the_hex_is_entered() -> None:
    battle = field(
        {"2911": "31la-a", "2909": "16oh", "1010": "31la-b"},
        active="thomas attack",
        step="assault",
        timber={"2910": "full"},
        pioneers={"2910": "front"},
    )
    happened = play(battle, "assault 2910 2911", "commit")
    assert "chickasaw_bayou:2.1a.11" in cited(happened)
    assert [event for event in happened if isinstance(event, AssaultRolled)] == []
    assert unit(battle, "31la-a").hex == "2910"


@pytest.mark.rule("chickasaw_bayou:2.1a.10", "chickasaw_bayou:2.2a.6")
def test_fire_at_a_lone_pioneer_is_normal_fire_and_no_effect_leaves_it() -> None:
    battle = field(
        {"2911": "31la-a", "2909": "16oh", "1010": "31la-b"},
        active="thomas attack",
        step="fire",
        timber={"2910": "half"},
        pioneers={"2910": "front"},
        dice=(1, 2),
    )
    happened = play(battle, "fire 2910", "all", "resolve")
    [fire] = [event for event in happened if isinstance(event, Fired)]
    assert (fire.result, shifts(fire)) == ("--", {"9.3.4": -1})
    assert pioneers_of(battle) == {"2910": "front"}


@pytest.mark.rule("chickasaw_bayou:14.4.1", "chickasaw_bayou:14.4.2", "chickasaw_bayou:14.4.3")
def test_full_timber_is_gone_at_the_end_of_the_second_turn_after_a_pioneer_came() -> None:
    timber, pioneers = {"2912": "full"}, {"2912": "front"}
    found = []
    for turn in (2, 3, 4):
        battle = field(
            {"2911": "16oh"},
            agenda=[{"type": "NextTurn"}, {"type": "BeginPhase", "phase": "D"}],
            turn=turn,
            timber=timber,
            pioneers=pioneers,
        )
        state = state_of(battle)
        timber, pioneers = dict(state.timber), dict(state.pioneers)
        found.append((timber.get("2912"), pioneers.get("2912")))
    assert found == [("full", "removal"), ("half", "removal"), (None, None)]
    assert state.timber_removed == 1


# Trenches


@pytest.mark.rule("chickasaw_bayou:2.10d.2", "chickasaw_bayou:2.10d.4", "blind_swords:12.2.1")
@pytest.mark.parametrize("id, rating", [("31la-a", 5), ("16oh", 3)])
def test_a_test_in_a_trench_without_support(id: str, rating: int) -> None:
    battle = after({"2519": id}, cohesion_test(id, "B", "2518"), dice=(1,))
    [line] = [event.rating for event in battle.log() if hasattr(event, "rating")]
    assert line == rating


@pytest.mark.rule("chickasaw_bayou:2.10d.3", "chickasaw_bayou:11.c.9", "chickasaw_bayou:11.c.20")
def test_confederates_who_attack_out_of_a_trench_have_nothing_of_it() -> None:
    battle = field(
        {"2519": "31la-a", "2520": "31la-b", "2619": "16oh", "2620": "22ky"},
        active="thomas attack",
        step="assault",
        dice=(1, 1, 1),
    )
    play(battle, "assault 2619 2519", "commit", "hold")
    [rolled] = log_of(battle, AssaultRolled)
    found = {line.rule.partition(":")[2]: line.value for line in rolled.lines}
    # 6 points against 10: 2 to 3. Cohesion 4 against 4. The Union has the shift of the Trench.
    assert found == {"11.c.4": -1, "11.c.13": 1, "11.c.20": -2}


@pytest.mark.rule("chickasaw_bayou:2.1a.10", "blind_swords:9.3c.2")
def test_fire_at_a_lone_pioneer_may_flank() -> None:
    # 2911 and 2809 are two hexes apart, with the Pioneer between them.
    battle = field(
        {"2911": "31la-a", "2809": "29la-b", "2909": "16oh", "1010": "31la-b"},
        active="thomas attack",
        step="fire",
        timber={"2910": "half"},
        pioneers={"2910": "front"},
        dice=(1, 2),
    )
    happened = play(battle, "fire 2910", "add 31la-a", "resolve")
    [fire] = [event for event in happened if isinstance(event, Fired)]
    assert shifts(fire) == {"9.3.4": -1, "9.3.15": 1}


@pytest.mark.rule("chickasaw_bayou:2.1a.10", "blind_swords:7.4.8")
def test_sharpshooters_may_fire_at_a_lone_pioneer() -> None:
    battle = drawing(
        {"2912": "31la-a", "2909": "16oh"},
        ("fog",),
        (6, 6),
        timber={"2910": "half"},
        pioneers={"2910": "front"},
        held=CSA("sharpshooters"),
    )
    happened = play(battle, "play sharpshooters 31la-a", "fire 2910")
    assert "chickasaw_bayou:2.1a.10" in cited(happened)
    assert pioneers_of(battle) == {}


@pytest.mark.rule("chickasaw_bayou:2.10g.1", "chickasaw_bayou:2.10h.5", "chickasaw_bayou:2.2a.4")
@pytest.mark.parametrize(
    "start, hex, id, rule",
    [
        ("3016", "3017", "28ms-cav", "chickasaw_bayou:2.10h.5"),
        ("5010", "5111", "28ms-cav", "chickasaw_bayou:2.10j.5"),
    ],
)
def test_the_paths_through_timber_open_no_ground_that_is_closed(
    start: str, hex: str, id: str, rule: str
) -> None:
    battle = thomas({start: id}, timber={hex: "half"})
    play(battle, f"move {id}")
    assert refused(battle, f"to {hex}") == [rule]


@pytest.mark.rule("chickasaw_bayou:2.10h.6", "chickasaw_bayou:2.2a.4")
def test_timber_in_a_bayou_takes_every_point_and_is_rolled_for() -> None:
    battle = thomas({"3019": "31la-a"}, timber={"3018": "half"}, dice=(1,))
    happened = play(battle, "move 31la-a", "to 3018")
    assert told(happened)[:2] == ["BayouTried", "Moved"]
    assert not [one for one in choices(battle) if one.startswith("to ")]
