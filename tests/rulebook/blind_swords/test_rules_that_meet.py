"""Places where several rules of the series meet, played out: events, stacks, screens and chits."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.battle import Battle
from longroll.systems.blind_swords.assault_events import AssaultRolled, Repulsed
from longroll.systems.blind_swords.cohesion_events import CohesionChecked, Retreated
from longroll.systems.blind_swords.fire_events import Fired
from tests.rulebook.blind_swords.chits import asked, cited, drawing, told
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit
from tests.rulebook.blind_swords.marching import decourcy, left
from tests.rulebook.blind_swords.steps import after, cohesion_test, settle, state_of
from tests.rulebook.blind_swords.steps import told as log_of
from tests.rulebook.blind_swords.volleys import shifts, shot


def confederate(*events: str) -> dict[str, list[str]]:
    return {"confederate": [*events]}


def union(*events: str) -> dict[str, list[str]]:
    return {"union": [*events]}


def plays(battle: Battle) -> list[str]:
    """The events that may be played now."""
    return [one for one in choices(battle) if one.startswith("play ")]


# One event for each side in a combat


def guns_assaulted(*dice: int, **more: Any) -> Battle:
    """DeCourcy's brigade has declared an assault on a lone battery."""
    battle = field(
        {"2911": "johnston", "2910": "16oh", "2909": "42oh"},
        active="decourcy attack",
        step="assault",
        dice=dice,
        **more,
    )
    play(battle, "assault 2911 2910", "commit")
    return battle


@pytest.mark.rule("blind_swords:7.3f.3")
def test_a_side_plays_one_event_in_a_close_combat_its_defensive_fire_included() -> None:
    held = confederate("good-ground", "superior-artillery")
    battle = guns_assaulted(1, 2, 1, 1, 1, held=held)
    happened = play(battle, "play good-ground 2911", "resolve")
    assert "Fired" in told(happened)  # nobody was asked about Superior Artillery
    # Whoever lets the first moment go by may take the second.
    battle = guns_assaulted(held=held)
    play(battle, "pass", "resolve")
    assert plays(battle) == ["play superior-artillery"]


@pytest.mark.rule("blind_swords:7.3f.3", "blind_swords:7.4.23")
def test_huzzah_is_the_one_event_of_its_combat() -> None:
    # The assault fails, and the 16th Ohio checks: Stand to it would be a second event.
    def battle(*events: str) -> Battle:
        return drawing({"2909": "16oh", "2911": "31la-a"}, ("fog",), (1, 1, 4), held=union(*events))

    huzzah = battle("huzzah", "stand-to-it")
    play(huzzah, "play huzzah 2909", "to 2910", "assault 2911 2910", "commit", "hold")
    [check] = log_of(huzzah, CohesionChecked)
    assert check.die == 4


@pytest.mark.rule("blind_swords:7.4.16", "blind_swords:11.3a.1")
@pytest.mark.parametrize("die, question", [(6, False), (1, True)])
def test_nobody_defends_himself_from_an_assault_that_fright_prevented(
    die: int, question: bool
) -> None:
    battle = field(
        {"3220": "29la-b", "3219": "114oh", "3120": "7ky"},
        active="lindsey attack",
        step="assault",
        dice=(die,),
        held=confederate("seeing-the-elephant"),
    )
    play(battle, "assault 3220 3219", "commit", "play seeing-the-elephant 114oh")
    assert ("resolve" in choices(battle)) is question
    assert ("AssaultFailed" in told(list(battle.log()))) is not question


@pytest.mark.rule("blind_swords:7.4.19")
def test_the_log_of_huzzah_counts_no_points() -> None:
    battle = drawing({"2909": "16oh", "2912": "31la-a"}, ("fog",), held=union("huzzah"))
    happened = play(battle, "play huzzah 2909", "to 2910")
    assert happened[1].text() == "16th Ohio: 2909 to 2910."


@pytest.mark.rule("blind_swords:7.3f.3", "blind_swords:7.4.22")
def test_stand_to_it_may_be_the_one_event_of_a_combat_and_the_next_has_another() -> None:
    battle = field(
        {"2911": "31la-a", "2910": "16oh", "2909": "42oh", "3010": "22ky", "3110": "31la-b"},
        active="decourcy attack",
        step="assault",
        dice=(1, 1, 1, 1),
        held=union("stand-to-it", "huzzah"),
    )
    play(battle, "pass", "assault 2911 2910", "commit", "hold")
    assert plays(battle) == ["play stand-to-it"]
    play(battle, "play stand-to-it")
    assert state_of(battle).played is None  # the combat is over


@pytest.mark.rule("blind_swords:7.3f.3", "blind_swords:7.4.20", "blind_swords:7.4.21")
def test_confident_may_follow_huzzah_and_costs_no_check() -> None:
    battle = drawing(
        {"2909": "16oh", "2911": "3ms-bttn", "2912": "31la-a"},
        ("fog",),
        (6, 6, 6, 6, 1, 1),
        held=union("huzzah", "confident"),
        states={"3ms-bttn": {"hits": 2, "worn": True}},
    )
    play(battle, "play huzzah 2909", "to 2910", "assault 2911 2910", "commit")
    assert plays(battle) == ["play confident"]
    play(battle, "play confident", "assault 2912 2911", "commit", "hold")
    rolled = log_of(battle, AssaultRolled)
    assert [
        {line.reason: line.value for line in one.lines}.get("Huzzah!", 0) for one in rolled
    ] == [
        2,
        0,
    ]
    assert {line.reason: line.value for line in rolled[1].lines}["Confident"] == 1
    assert log_of(battle, Repulsed)
    assert log_of(battle, CohesionChecked) == []


@pytest.mark.rule("blind_swords:7.3f.3", "blind_swords:7.4.14", "blind_swords:7.4.4")
def test_a_fire_is_spoiled_by_one_event_only() -> None:
    # 2519 is a Trench: Good Ground is not for it, Firing Low is, and then nothing else.
    battle = field(
        {"2519": "31la-a", "2419": "31la-b", "2518": "16oh", "1012": "22ky"},
        active="decourcy attack",
        step="fire",
        dice=(1, 2),
        held=confederate("firing-low", "good-ground"),
    )
    play(battle, "fire 2519", "all", "resolve")
    assert plays(battle) == ["play firing-low"]
    assert "blind_swords:7.4.3" in refused(battle, "play good-ground 2519")
    play(battle, "play firing-low")
    [fire] = log_of(battle, Fired)
    assert {line.reason: line.value for line in fire.shifts}["Firing Low"] == -3


# Rally


@pytest.mark.rule("blind_swords:7.4.2", "blind_swords:3.3.1", "chickasaw_bayou:2.10h.14")
def test_a_rally_that_makes_a_hex_too_full_displaces_at_once_and_not_into_water() -> None:
    battle = drawing(
        {"3016": "16oh 3il-cav"},
        ("fog",),
        held=union("rally"),
        states={"16oh": {"worn": True}},
    )
    play(battle, "play rally 16oh")
    assert asked(battle) == "union"
    found = choices(battle)
    assert found
    assert {one.split()[0] for one in found} == {"displace"}
    assert "displace 16oh 3017" not in found
    assert "blind_swords:3.3.1" in refused(battle, "displace 16oh 3017")


@pytest.mark.rule("blind_swords:7.4.2")
def test_a_rally_of_an_engaged_unit_takes_its_hits_but_leaves_it_worn() -> None:
    battle = drawing(
        {"2910": "16oh", "2911": "31la-a"},
        ("fog",),
        held=union("rally"),
        states={"16oh": {"worn": True, "hits": 2}},
    )
    play(battle, "play rally 16oh")
    own = unit(battle, "16oh")
    assert (own.hits, own.worn) == (0, True)


@pytest.mark.rule("blind_swords:7.4.2", "blind_swords:12.8.3", "blind_swords:7.3e.6")
def test_a_rally_brings_a_broken_unit_to_available_where_its_brigade_can_act_again() -> None:
    battle = drawing(
        {"2905": "49in", "2019": "40ga"},
        ("morgan", "fog"),
        (2,),
        held=union("rally"),
        states={"16oh": {"box": "3", "worn": True}},
    )
    play(battle, "play rally 16oh")
    assert unit(battle, "16oh").box == "available"
    play(battle, "draw")
    assert "activate decourcy" in choices(battle)


# Mixed stacks


@pytest.mark.rule("blind_swords:3.2.2", "blind_swords:12.2.7", "blind_swords:11.4.4")
@pytest.mark.parametrize("close, fate", [(False, ""), (True, "eliminated")])
def test_guns_that_go_along_with_the_lead_unit(close: bool, fate: str) -> None:
    # Infantry leads; it fails by two, a hit and a retreat, and the guns fail their check.
    units = {"2910": "13us-bttn lanphere", "2911": "31la-a"}
    battle = after(
        units, cohesion_test("13us-bttn", "B", "2911", close=close), dice=(4 if close else 5, 6)
    )
    settle(battle)
    [check] = log_of(battle, CohesionChecked)
    assert "blind_swords:12.2.7" in check.rules
    assert unit(battle, "lanphere").fate == fate
    assert unit(battle, "lanphere").hits == 0


@pytest.mark.rule("blind_swords:12.2.7", "blind_swords:12.4.2")
def test_guns_whose_infantry_fled_check_without_support_and_may_stay() -> None:
    units = {"2910": "13us-bttn foster", "2911": "31la-a"}
    battle = after(units, cohesion_test("13us-bttn", "B", "2911"), dice=(5, 3, 1))
    settle(battle)
    [check] = log_of(battle, CohesionChecked)
    # Two hexes away nobody supports them, but a hex away the Shaken infantry does not either.
    assert check.rating == 3
    assert unit(battle, "foster").hex == "2910"


@pytest.mark.rule("blind_swords:12.2.7", "blind_swords:12.3.4", "blind_swords:12.3.6")
@pytest.mark.parametrize(
    "units, lead, mate, dice",
    [
        # Into the water, where it breaks: the only way out of 3016.
        (
            {
                "3016": "29la-a 29la-b",
                "3015": "16oh",
                "2917": "42oh",
                "3117": "54in",
                "2916": "49in",
                "3116": "22ky",
            },
            "29la-a",
            "29la-b",
            (6, 6, 6, 1),
        ),
        # Off its own edge.
        (
            {
                "2900": "13us-bttn lanphere",
                "2901": "31la-a",
                "2800": "31la-b",
                "3000": "29la-a",
            },
            "13us-bttn",
            "lanphere",
            (6, 1),
        ),
    ],
)
def test_a_lead_unit_that_is_lost_in_its_retreat_has_retreated(
    units: dict[str, str], lead: str, mate: str, dice: tuple[int, ...]
) -> None:
    states = {"29la-a": {"hits": 1}} if lead == "29la-a" else {}
    battle = after(units, cohesion_test(lead, "B", "2901"), states=states, dice=dice)
    settle(battle)
    assert unit(battle, lead).hex == ""
    check = log_of(battle, CohesionChecked)[-1]
    assert (check.unit.id, check.rules[-1]) == (mate, "blind_swords:12.2.7")


@pytest.mark.rule("blind_swords:12.2.7", "blind_swords:11.4.4")
def test_guns_beside_a_battery_that_is_captured_check_and_may_be_captured_too() -> None:
    units = {"2911": "drew duncan", "2910": "16oh"}
    battle = after(units, cohesion_test("drew", "B", "2910", close=True), dice=(6, 6))
    settle(battle)
    assert [unit(battle, id).fate for id in ("drew", "duncan")] == ["eliminated"] * 2


@pytest.mark.rule("blind_swords:12.2.7", "blind_swords:12.7.1")
def test_nobody_goes_along_with_a_lead_unit_that_breaks_where_it_stands() -> None:
    battle = after(
        {"2910": "8mo foster", "2911": "31la-a"},
        cohesion_test("8mo", "E", "2911"),
        states={"8mo": {"hits": 2, "worn": True}},
        dice=(1, 6),
    )
    settle(battle)
    assert unit(battle, "8mo").hex == ""
    assert log_of(battle, CohesionChecked) == []


@pytest.mark.rule("blind_swords:3.2.2", "blind_swords:11.4.3")
def test_the_owner_says_which_of_like_units_leads_a_stack_that_is_repulsed() -> None:
    battle = field(
        {"2910": "16oh", "2911": "29la-a 29la-b"},
        active="thomas attack",
        step="assault",
        dice=(1, 1, 6),
    )
    play(battle, "assault 2910 2911", "commit", "hold")
    assert asked(battle) == "confederate"
    assert choices(battle) == ["lead 29la-a", "lead 29la-b"]
    assert refused(battle, "lead 16oh") == ["blind_swords:3.2.2"]
    play(battle, "lead 29la-b")
    assert [event.unit.id for event in log_of(battle, CohesionChecked)] == ["29la-b"]
    assert (unit(battle, "29la-a").hits, unit(battle, "29la-b").hits) == (0, 1)


@pytest.mark.rule("blind_swords:3.2.2", "blind_swords:11.3c.3")
def test_the_steadiest_of_like_defenders_is_compared() -> None:
    # 4 and 3, neither with Support: 3 against the 3 of an unsupported attacker.
    battle = field(
        {"2911": "46ms-a 29la-a", "2910": "16oh"},
        active="decourcy attack",
        step="assault",
        dice=(1, 1, 1),
    )
    play(battle, "assault 2911 2910", "commit", "hold")
    [rolled] = log_of(battle, AssaultRolled)
    assert not any("Cohesion" in line.reason for line in rolled.lines)


@pytest.mark.rule("blind_swords:12.2.6", "blind_swords:12.1.3", "blind_swords:12.7.1")
def test_a_worn_unit_that_stands_its_break_test_falls_back_once() -> None:
    # By four: Battleworn, which is a Break Test, a Morale Hit, which is another as it stands
    # Disrupted, and a retreat of two hexes, which is the only one.
    units = {"2910": "8mo", "2911": "31la-a", "2909": "6mo"}
    battle = after(
        units, cohesion_test("8mo", "D", "2911"), states={"8mo": {"worn": True}}, dice=(6, 1, 1)
    )
    settle(battle)
    own = unit(battle, "8mo")
    assert (own.box, own.hits, own.worn) == ("", 2, True)
    assert len(log_of(battle, Retreated)) == 2


@pytest.mark.rule("blind_swords:12.9.2", "blind_swords:12.2.4")
def test_panic_takes_shaken_neighbours_along_but_no_guns_and_nobody_steady() -> None:
    units = {
        "2910": "114oh",
        "2911": "31la-a",
        "2809": "49in",
        "2810": "7ky",
        "3009": "foster",
        "3010": "3il-cav",
    }
    states = {"49in": {"hits": 1}, "foster": {"hits": 1}, "3il-cav": {"hits": 2}}
    battle = after(
        units, cohesion_test("114oh", "C", "2911"), states=states, dice=(6, 6, 6, 1, 1, 1)
    )
    settle(battle)
    checked = {event.unit.id for event in log_of(battle, CohesionChecked)}
    assert checked == {"49in", "3il-cav"}
    assert unit(battle, "7ky").hex == "2810"
    assert unit(battle, "foster").hex == "3009"


@pytest.mark.rule("blind_swords:12.3.2", "blind_swords:12.3.3")
def test_a_retreat_with_no_way_but_past_the_enemy_costs_a_hit() -> None:
    units = {"2910": "16oh", "2911": "31la-a", "2808": "31la-b", "3008": "29la-a", "2907": "29la-b"}
    battle = after(units, cohesion_test("16oh", "B", "2911"), dice=(5,))
    settle(battle)
    # Failed by two (4, unsupported): Shaken, and then Disrupted on the way.
    assert unit(battle, "16oh").hits == 2
    assert "blind_swords:12.3.3" in cited(list(battle.log()))


@pytest.mark.rule("blind_swords:12.3.6", "blind_swords:12.8.1")
def test_off_its_own_edge_is_box_two_and_guns_are_lost() -> None:
    around = {"2901": "31la-a", "2800": "31la-b", "3000": "29la-a"}
    foot = after({"2900": "16oh"} | around, cohesion_test("16oh", "B", "2901"), dice=(5,))
    settle(foot)
    assert unit(foot, "16oh").box == "2"
    guns = after({"2900": "foster"} | around, cohesion_test("foster", "B", "2901"), dice=(5,))
    settle(guns)
    assert unit(guns, "foster").fate == "eliminated"


# Screens


@pytest.mark.rule("blind_swords:15.3.1", "blind_swords:10.6.5", "blind_swords:10.7.1")
def test_a_screen_costs_a_point_gives_way_and_nobody_fires_at_it() -> None:
    battle = decourcy({"2910": "16oh", "2913": "31la-a"}, states={"31la-a": {"skirmish": True}})
    play(battle, "move 16oh", "to 2911", "to 2912")
    assert asked(battle) == "confederate"
    assert all(one.startswith("withdraw 31la-a") for one in choices(battle))
    happened = play(battle, choices(battle)[0])
    assert "Fired" not in told(happened)
    assert left(battle) == "2"  # 1, and 2 next to the screen


@pytest.mark.rule("blind_swords:15.3.1", "blind_swords:10.1.5", "chickasaw_bayou:2.2a.4")
def test_a_screen_withdraws_into_timber_that_would_stop_the_union() -> None:
    battle = decourcy(
        {"2910": "16oh", "2912": "31la-a"},
        states={"31la-a": {"skirmish": True}},
        timber={"2913": "full"},
    )
    play(battle, "move 16oh", "to 2911")
    assert "withdraw 31la-a 2913" in choices(battle)


@pytest.mark.rule("blind_swords:15.3.1", "blind_swords:12.7.2")
def test_a_screen_with_enemies_all_round_is_broken_without_a_test() -> None:
    ring = {"2812": "42oh", "3012": "54in", "2913": "49in"}
    screen = {"31la-a": {"skirmish": True}}
    battle = decourcy({"2910": "16oh", "2912": "31la-a"} | ring, states=screen)
    happened = play(battle, "move 16oh", "to 2911")
    assert "blind_swords:15.3.1" in cited(happened)
    assert unit(battle, "31la-a").box == "1"


@pytest.mark.rule("blind_swords:15.2.1", "blind_swords:10.6.2", "blind_swords:3.1.6")
def test_skirmishers_neither_engage_nor_stack() -> None:
    battle = decourcy(
        {"2910": "16oh", "2913": "31la-a", "2810": "49in"}, states={"16oh": {"skirmish": True}}
    )
    play(battle, "move 16oh")
    play(battle, "to 2810")
    assert "blind_swords:3.1.6" in refused(battle, "stop")
    play(battle, "to 2811")
    assert refused(battle, "to 2812") == ["blind_swords:15.2.1"]


@pytest.mark.rule("blind_swords:9.3.5", "blind_swords:15.3.2")
def test_skirmishers_fire_and_are_fired_at_in_open_order() -> None:
    event = shot(
        {"2910": "16oh", "2911": "31la-a", "1012": "22ky"},
        "2911",
        states={"31la-a": {"skirmish": True}, "16oh": {"skirmish": True}},
    )
    assert shifts(event) == {"9.3.11": -1, "9.3.12": -2}


# Opportunity Fire


@pytest.mark.rule("blind_swords:10.7.2", "blind_swords:6.1.2", "blind_swords:9.2.2")
def test_infantry_and_guns_of_one_hex_fire_at_half_strength_at_the_mover_alone() -> None:
    battle = decourcy({"2910": "16oh", "2911": "31la-a johnston"}, dice=(1, 2))
    play(battle, "move 16oh", "to 2909", "from 2911")
    [fire] = log_of(battle, Fired)
    # Half of 6 is 3; half of 2 is 1, and canister adds a point: 5.
    assert (fire.total, fire.base) == ("5", "5")
    assert [one.id for one in fire.targets] == ["16oh"]


@pytest.mark.rule("blind_swords:10.7.3")
def test_a_mover_that_is_driven_off_has_ended_its_move() -> None:
    battle = decourcy({"2910": "16oh", "2911": "3ms", "2909": "42oh"}, dice=(6, 4, 6))
    play(battle, "move 16oh", "to 3009", "from 2911")
    while unit(battle, "16oh").hex == "2910":
        play(battle, choices(battle)[0])
    assert "move 16oh" not in choices(battle)


@pytest.mark.rule("blind_swords:7.3b.7", "blind_swords:10.7.1")
def test_a_wayward_move_out_of_engagement_draws_fire_from_the_side_that_made_it() -> None:
    battle = drawing({"2910": "16oh", "2911": "31la-a"}, ("fog",), (1, 3), puller="confederate")
    play(battle, "draw", "wayward 16oh 2909")
    assert asked(battle) == "confederate"
    assert "from 2911" in choices(battle)


# Chits


@pytest.mark.rule("blind_swords:7.3c.2", "blind_swords:7.3e.4")
def test_fortunes_of_war_marks_a_brigade_and_the_chit_goes_back() -> None:
    battle = drawing(
        {"2910": "16oh", "2905": "49in", "2019": "40ga"}, ("fortunes", "morgan"), (1, 1)
    )
    play(battle, "draw", "draw")
    assert choices(battle) == ["mark decourcy", "mark lindsey"]
    happened = play(battle, "mark lindsey")
    state = state_of(battle)
    assert state.activated == {"lindsey"}
    assert state.cup == ("morgan",)
    assert "CommandRolled" not in told(happened)


@pytest.mark.rule("blind_swords:7.3c.3")
def test_fortunes_of_war_cancels_fog_and_is_spent() -> None:
    battle = drawing({"2910": "16oh", "2019": "40ga"}, ("fog", "fortunes", "morgan"), (2, 1))
    happened = play(battle, "draw", "draw")
    assert "FogRolled" not in told(happened)
    assert state_of(battle).fortunes is False


@pytest.mark.rule("blind_swords:7.3b.10", "blind_swords:5.1.7", "blind_swords:7.3e.1")
def test_a_general_hit_in_the_cup_rolls_with_his_casualty_chit() -> None:
    # Fog, 5: a Union general; 4 and 1: Morgan, whose rating falls from 3 to 2; he rolls a 3.
    battle = drawing({"2910": "16oh", "2019": "40ga"}, ("fog", "morgan"), (1, 5, 4, 1, 1, 3))
    play(battle, "draw", "draw")
    assert "morgan" in state_of(battle).casualties
    happened = play(battle, "activate decourcy")
    assert "Limited" in happened[0].text()


@pytest.mark.rule("blind_swords:7.3d.2", "blind_swords:7.3d.3", "blind_swords:7.4.25")
def test_a_commander_in_chief_gives_no_momentum() -> None:
    battle = drawing(
        {"2910": "16oh", "2905": "49in", "2019": "40ga"},
        ("sherman",),
        (1, 1),
        held=union("command-momentum"),
    )
    play(battle, "pass", "draw", "activate decourcy", "order defend")
    seen = []
    while state_of(battle).active is not None:
        seen += plays(battle)
        play(battle, choices(battle)[-1])
    assert seen == []


@pytest.mark.rule("blind_swords:7.4.25", "blind_swords:7.4.24", "blind_swords:7.3e.4")
def test_momentum_activates_the_next_brigade_and_then_the_chit_is_out() -> None:
    battle = drawing(
        {"2910": "16oh", "2905": "49in", "2019": "40ga"},
        ("morgan",),
        (1, 1),
        held=union("command-momentum"),
    )
    play(battle, "pass", "draw", "activate decourcy", "order maneuver", "done")
    assert plays(battle) == ["play command-momentum lindsey"]
    happened = play(battle, "play command-momentum lindsey")
    assert "CommandRolled" not in told(happened)
    assert "order attack" in choices(battle)
    play(battle, "order maneuver", "done")
    assert "morgan" not in state_of(battle).cup


@pytest.mark.rule("blind_swords:7.3b.5", "blind_swords:7.4.25")
@pytest.mark.parametrize("lone, offered", [(True, []), (False, ["play command-momentum lindsey"])])
def test_momentum_does_not_reach_a_brigade_that_is_all_in_chaos(
    lone: bool, offered: list[str]
) -> None:
    battle = drawing(
        {"2910": "16oh", "2905": "49in", "2019": "40ga"} | ({} if lone else {"2805": "7ky"}),
        ("morgan",),
        (1, 1),
        held=union("command-momentum"),
        chaos="2905",
    )
    play(battle, "pass", "draw", "activate decourcy", "order maneuver", "done")
    assert plays(battle) == offered


@pytest.mark.rule("blind_swords:7.3b.5", "blind_swords:7.3b.6", "blind_swords:11.3a.2")
def test_chaos_bars_help_and_support_and_halves_the_defence() -> None:
    battle = field(
        {"2911": "31la-a", "2912": "31la-b", "2910": "16oh", "1012": "22ky"},
        active="decourcy attack",
        step="assault",
        chaos="2911",
        held=confederate("good-ground"),
        dice=(1, 2, 1, 1, 1),
    )
    play(battle, "assault 2911 2910", "commit")
    assert not any(one == "play good-ground 2911" for one in choices(battle))
    while "resolve" not in choices(battle):
        play(battle, "pass")
    play(battle, "resolve")
    [fire] = log_of(battle, Fired)
    assert fire.total == "3"
    [rolled] = log_of(battle, AssaultRolled)
    # 4 in both, but without support 3 against the 3 of the unsupported attacker.
    words = [line.reason for line in rolled.lines]
    assert "the defender's Cohesion is higher" not in words
    assert "the attacker's Cohesion is higher" not in words


@pytest.mark.rule("blind_swords:8.6.1", "blind_swords:9.1.7", "blind_swords:9.1.2")
def test_a_limited_activation_fires_at_neighbours_once() -> None:
    battle = field(
        {"2910": "16oh", "2911": "31la-a", "2908": "31la-b", "2909": "22ky"},
        active="decourcy limited",
        step="fire",
        dice=(1, 2, 1, 2),
    )
    assert choices(battle) == ["fire 2908", "fire 2911", "done"]
    play(battle, "fire 2911", "add 16oh")
    assert "blind_swords:8.6.1" in refused(battle, "add 22ky")
    play(battle, "resolve")
    assert choices(battle) == ["fire 2908", "done"]


@pytest.mark.rule("blind_swords:10.5a.2", "blind_swords:10.5a.1", "blind_swords:3.1.4")
def test_a_column_stops_two_hexes_short_of_an_enemy_in_sight_and_of_a_full_hex() -> None:
    battle = decourcy({"2621": "16oh", "2921": "31la-a"}, "maneuver")
    play(battle, "move 16oh")
    assert refused(battle, "column 2721") == ["blind_swords:10.5a.2"]
    assert "to 2721" in choices(battle)
    full = decourcy({"2621": "16oh", "2721": "22ky"} | {"1012": "42oh"}, "maneuver")
    play(full, "move 16oh")
    assert "blind_swords:3.1.4" in refused(full, "column 2721")


@pytest.mark.rule("blind_swords:11.3a.3", "blind_swords:11.2.2", "blind_swords:11.3c.6")
def test_a_flanking_hex_fights_on_but_without_the_assaulting_hex_it_is_over() -> None:
    battle = field(
        {"2005": "3ms", "2004": "16oh", "2105": "42oh", "2019": "40ga"},
        active="decourcy attack",
        step="assault",
        dice=(4, 4, 6),
    )
    play(battle, "assault 2005 2004", "flank 2105", "commit", "resolve")
    while unit(battle, "16oh").hex == "2004":
        play(battle, choices(battle)[0])
    assert "AssaultFailed" in told(list(battle.log()))
    assert log_of(battle, AssaultRolled) == []


# Enemies in Skirmish Order, who engage nobody


SCREEN = {"31la-b": {"skirmish": True}}


@pytest.mark.rule("blind_swords:12.3.2", "blind_swords:10.6.1")
def test_a_retreat_keeps_away_from_skirmishers_too() -> None:
    # Straight back, to 2909, would be homeward, but the screen in 2808 is next to it, and to 2809.
    units = {"2910": "16oh", "2911": "31la-a", "2808": "31la-b"}
    battle = after(units, cohesion_test("16oh", "B", "2911"), states=SCREEN, dice=(5,))
    settle(battle)
    assert (unit(battle, "16oh").hex, unit(battle, "16oh").hits) == ("3009", 1)


@pytest.mark.rule("blind_swords:12.3.3", "blind_swords:10.6.1")
def test_a_retreat_that_must_pass_skirmishers_costs_a_hit() -> None:
    units = {"2910": "16oh", "2911": "31la-a", "2908": "31la-b"}
    around = {"2809": "29la-a", "3009": "29la-b"}
    battle = after(units | around, cohesion_test("16oh", "B", "2911"), states=SCREEN, dice=(5,))
    settle(battle)
    assert (unit(battle, "16oh").hex, unit(battle, "16oh").hits) == ("2909", 2)
    assert "blind_swords:12.3.3" in cited(list(battle.log()))


@pytest.mark.rule("blind_swords:13.2.7", "blind_swords:10.6.1")
def test_nobody_comes_back_next_to_skirmishers() -> None:
    battle = field(
        {"2910": "22ky", "2908": "31la-b"},
        active="decourcy regroup",
        step="rally",
        states=SCREEN | {"16oh": {"box": "available", "worn": True}},
        dice=(1,),
    )
    play(battle, "rebuild 16oh")
    assert "place 16oh 3010" in choices(battle)
    assert "place 16oh 2909" not in choices(battle)


# Battlefield Chaos on the way


@pytest.mark.rule("blind_swords:7.3b.4", "blind_swords:10.1.1")
def test_whoever_moves_into_chaos_is_caught_in_it() -> None:
    battle = decourcy(
        {"2910": "16oh", "2908": "hart"}, chaos="2908", states={"16oh": {"worn": True}}
    )
    happened = play(battle, "move 16oh", "to 2909", "to 2908")
    assert happened[-1].rules == ("blind_swords:7.3b.4",)
    assert happened[-1].text() == "16th Ohio is caught in Battlefield Chaos in 2908: the move ends."
    assert refused(battle, "move 16oh") == ["blind_swords:10.1.1", "blind_swords:7.3b.4"]


@pytest.mark.rule("blind_swords:7.3b.4", "blind_swords:3.1.1")
def test_nobody_moves_on_through_a_full_hex_in_chaos() -> None:
    # They may pass each other, but there is no room for both.
    battle = decourcy({"2910": "16oh", "2909": "49in"})
    play(battle, "move 16oh")
    assert "to 2909" in choices(battle)
    battle = decourcy({"2910": "16oh", "2909": "49in"}, chaos="2909")
    play(battle, "move 16oh")
    assert refused(battle, "to 2909") == ["blind_swords:3.1.1"]
