"""What the book leaves to the series is done by the series, in this battle."""

from __future__ import annotations

import pytest

from longroll.rulebooks import duty
from longroll.systems.blind_swords import cohesion, engagement, morale, stacking
from longroll.systems.blind_swords.assault_events import AssaultRolled
from longroll.systems.blind_swords.cohesion_tables import COHESION
from longroll.systems.blind_swords.fire_events import Fired
from longroll.systems.blind_swords.tables import COMBAT_RESULTS, WEAPONS
from longroll.systems.chickasaw_bayou.restated import RESTATED
from tests.rulebook.blind_swords.chits import asked, cited, drawing, state_of, told
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit

FACING = {"2910": "16oh", "2911": "40ga"}


def test_every_line_names_duties_that_exist() -> None:
    for own, series in RESTATED.items():
        assert duty(own).id == own
        assert [duty(one).id for one in series] == [*series]


@pytest.mark.rule("chickasaw_bayou:series.engagement")
def test_engagement() -> None:
    state = state_of(field(FACING | {"2905": "22ky"}, active="decourcy attack"))
    number = state.game.roster.number
    assert engagement.is_engaged(state, number["16oh"])
    assert not engagement.is_engaged(state, number["22ky"])


@pytest.mark.rule("chickasaw_bayou:series.opportunity_fire")
def test_opportunity_fire() -> None:
    battle = field(FACING, active="decourcy defend", step="move")
    play(battle, "move 16oh", "to 2909")
    assert asked(battle) == "confederate"
    assert "hold" in choices(battle)


@pytest.mark.rule("chickasaw_bayou:series.charging_cavalry")
def test_cavalry_mounts_and_charges() -> None:
    battle = field({"2910": "3il-cav"}, active="lindsey attack", step="move")
    play(battle, "move 3il-cav")
    assert "form dismounted" in choices(battle)
    play(battle, "form dismounted", "stop")
    assert unit(battle, "3il-cav").dismounted
    units = {"2907": "3il-cav", "2911": "40ga", "2805": "49in"}
    charge = field(units, active="lindsey attack", step="move", dice=(1, 1, 1))
    play(charge, "move 3il-cav", "to 2908", "to 2909", "to 2910", "done")
    play(charge, "assault 2911 2910", "charge", "commit")
    happened = play(charge, "hold")
    [rolled] = [event for event in happened if isinstance(event, AssaultRolled)]
    assert 2 in [line.value for line in rolled.lines if line.rule.endswith(":11.c.18")]
    assert unit(charge, "3il-cav").hits == 1  # blown


@pytest.mark.rule("chickasaw_bayou:series.reinforcements")
def test_reinforcements_come_on_at_their_hex() -> None:
    number = state_of(field(FACING, active="decourcy attack")).game.roster.number
    due = {number["49in"]: (1, "3900")}
    battle = field({"2910": "16oh"}, active="lindsey maneuver", step="move", turn=1, due=due)
    assert "enter 49in 3900" in choices(battle)
    play(battle, "enter 49in 3900")
    assert unit(battle, "49in").hex == "3900"


@pytest.mark.rule("chickasaw_bayou:series.crt", "chickasaw_bayou:series.fire_groups")
def test_a_group_fires_on_the_table() -> None:
    units = {"2910": "16oh", "3010": "22ky", "3110": "49in", "2911": "40ga"}
    battle = field(units, active="decourcy attack", dice=(3, 5, 1, 1))
    play(battle, "fire 2911", "add 16oh")
    assert "add 22ky" in choices(battle)
    assert "blind_swords:9.1.3" in refused(battle, "add 49in")
    happened = play(battle, "add 22ky", "resolve")
    [fired] = [event for event in happened if type(event).__name__ == "Fired"]
    column = COMBAT_RESULTS.labels.index(fired.column)  # type: ignore[attr-defined]
    assert fired.result == COMBAT_RESULTS.result(column, 35)  # type: ignore[attr-defined]


@pytest.mark.rule("chickasaw_bayou:series.weapons_ranges")
def test_weapons_have_their_bands() -> None:
    bands: dict[str, dict[int, str | None]] = {
        "R": {1: "canister", 3: "effective", 7: "effective", 8: "long", 12: "long", 18: "extreme"},
        "S": {2: "canister", 6: "effective", 7: "long", 10: "long", 11: None},
        "Mx": {2: "canister", 6: "effective", 11: "long", 12: "extreme", 15: "extreme", 16: None},
    }
    for code, by_hexes in bands.items():
        weapon = WEAPONS.artillery[code]
        assert {hexes: weapon.band(hexes) for hexes in by_hexes} == by_hexes
    arms = WEAPONS.small_arms
    assert [arms["R"].band(hexes) for hexes in (1, 3, 4)] == ["effective", "long", None]
    assert [arms["S"].band(hexes) for hexes in (1, 2, 3)] == ["effective", "long", None]
    far = field({"2910": "16oh", "2915": "40ga"}, active="decourcy attack", cup=["fog"])
    assert not [one for one in choices(far) if one.startswith("fire")]


@pytest.mark.rule("chickasaw_bayou:series.flanking_fire")
def test_flanking_fire() -> None:
    units = {"2910": "16oh", "2912": "22ky", "2911": "40ga"}
    battle = field(units, active="decourcy attack", dice=(1, 1))
    happened = play(battle, "fire 2911", "add 16oh", "resolve")
    [fired] = [event for event in happened if type(event).__name__ == "Fired"]
    assert 1 in [line.value for line in fired.ledger() if "lank" in line.reason]


@pytest.mark.rule("chickasaw_bayou:series.defensive_fire", "chickasaw_bayou:series.close_combat")
def test_defenders_fire_before_the_assault_is_rolled() -> None:
    battle = field(FACING, active="decourcy attack", step="assault", dice=(1, 1, 1))
    play(battle, "assault 2911 2910", "commit")
    assert (asked(battle), choices(battle)) == ("confederate", ["resolve", "hold"])
    happened = play(battle, "hold")
    assert "Repulsed" in told(happened)
    # 40th Georgia is alone and worn, and F breaks it: the assaulting hex goes in.
    won = field(
        FACING,
        active="decourcy attack",
        step="assault",
        dice=(6, 6, 6, 6),
        states={"40ga": {"worn": True, "hits": 2}},
    )
    play(won, "assault 2911 2910", "commit")
    assert (unit(won, "40ga").hex, unit(won, "16oh").hex) == ("", "2911")


@pytest.mark.rule("chickasaw_bayou:series.cohesion_table", "chickasaw_bayou:series.morale_states")
def test_cohesion_tests_bring_morale_hits() -> None:
    severities = {"A": 1, "B": 0, "C": -1, "D": -2, "E": -1, "F": -2}
    assert {key: COHESION.test.severity[key] for key in severities} == severities  # type: ignore[index]
    hurt = field(FACING, active="barton attack", dice=(5, 1, 5))
    play(hurt, "fire 2910", "all", "resolve")  # severity C: 4, unsupported, -1: fails by three
    assert unit(hurt, "16oh").worn
    state = state_of(field(FACING, active="decourcy attack", states={"16oh": {"hits": 1}}))
    oh = state.game.roster.number["16oh"]
    assert cohesion.rating(state, oh) == state.printed_cohesion(oh) - 2  # a hit, no support
    assert morale.strength(state, oh) == state.printed_strength(oh) - 1


@pytest.mark.rule("chickasaw_bayou:series.break_test", "chickasaw_bayou:series.retreat")
def test_a_disrupted_unit_that_is_hit_tests_whether_it_breaks() -> None:
    battle = field(FACING, active="barton attack", dice=(6, 6, 6, 6), states={"16oh": {"hits": 2}})
    happened = play(battle, "fire 2910", "all", "resolve")
    assert "blind_swords:12.7.1" in cited(happened)
    assert unit(battle, "16oh").box or unit(battle, "16oh").fate
    # One that stands goes back, away from the enemy and toward its own edge.
    stands = field(FACING, active="barton attack", dice=(3, 1, 3, 1), states={"16oh": {"hits": 2}})
    play(stands, "fire 2910", "all", "resolve")
    while unit(stands, "16oh").hex == "2910":
        assert choices(stands) == ["retreat 16oh 2909", "retreat 16oh 3009", "retreat 16oh 2809"]
        play(stands, "retreat 16oh 2909")
    assert unit(stands, "16oh").hits == 2


@pytest.mark.rule("chickasaw_bayou:series.broken_track")
def test_broken_units_come_nearer_every_turn() -> None:
    states = {"16oh": {"box": "3"}, "22ky": {"box": "1"}}
    battle = drawing({"2019": "40ga"}, (), states=states)
    assert (unit(battle, "16oh").box, unit(battle, "22ky").box) == ("2", "available")


@pytest.mark.rule("chickasaw_bayou:series.rebuild_recover")
def test_units_recover() -> None:
    states = {"16oh": {"hits": 2}}
    battle = field(
        {"2910": "16oh"}, active="decourcy regroup", step="rally", dice=(1,), states=states
    )
    play(battle, "recover 16oh")
    assert unit(battle, "16oh").hits == 0
    for die, worn in ((2, False), (3, True)):  # 3 on the back, less one without support
        again = field(
            {"2910": "16oh"},
            active="decourcy regroup",
            step="rally",
            dice=(die,),
            states={"16oh": {"worn": True}},
        )
        play(again, "rebuild 16oh")
        assert unit(again, "16oh").worn is worn


@pytest.mark.rule("chickasaw_bayou:series.low_ammo", "chickasaw_bayou:series.artillery_phase")
def test_guns_act_one_hex_at_a_time_and_run_short() -> None:
    units = {"2910": "16oh", "2908": "wofford", "2705": "foster", "2703": "hart"}
    battle = field(units, phase="B", dice=(1, 1))
    assert (asked(battle), choices(battle)[:2]) == ("union", ["guns 2703", "guns 2705"])
    play(battle, "guns 2703", "done")
    assert (asked(battle), choices(battle)) == ("confederate", ["guns 2908", "pass"])
    play(battle, "guns 2908", "done")
    assert (asked(battle), choices(battle)) == ("union", ["guns 2705", "pass"])
    more = field(units, phase="B", dice=(1, 1, 6, 1))
    play(more, "pass", "guns 2908", "fire 2910", "all", "resolve")
    assert unit(more, "wofford").low_ammo == 1


@pytest.mark.rule("chickasaw_bayou:series.event_text")
def test_events_do_what_the_series_says() -> None:
    held = {"union": ["rally"]}
    battle = drawing({"2910": "16oh"}, ("fog",), held=held, states={"16oh": {"hits": 2}})
    assert "blind_swords:7.4.2" in cited(play(battle, "play rally 16oh"))


@pytest.mark.rule("chickasaw_bayou:series.los_over_units")
def test_units_on_the_same_level_hide_what_is_behind_them() -> None:
    units = {"2910": "16oh", "2911": "22ky", "2912": "40ga"}
    battle = field(units, active="decourcy attack")
    play(battle, "fire 2912")
    assert refused(battle, "add 16oh") == ["blind_swords:9.1a.3"]
    # Below the line they are fired over: not by infantry, nor with canister, if they are friends.
    heights = {"2722": "29la-a", "2822": "16oh", "2923": "22ky"}
    over = field(heights, active="thomas attack", dice=(1, 1), states={"16oh": {"skirmish": True}})
    happened = play(over, "fire 2923", "all", "resolve")
    [fired] = [event for event in happened if isinstance(event, Fired)]
    assert [line.value for line in fired.shifts if line.rule.endswith(":9.3.8")] == [-1]


@pytest.mark.rule("chickasaw_bayou:series.lead_unit", "chickasaw_bayou:series.displacement")
def test_the_strongest_leads_and_an_overfull_hex_is_relieved() -> None:
    units = {"2910": "16oh foster", "2908": "22ky 42oh"}
    battle = field(units, active="decourcy maneuver", step="move", cup=["fog"])
    state = state_of(battle)
    assert (
        stacking.candidates(state, state.stack("2910", "union"))[0]
        == state.game.roster.number["16oh"]
    )
    play(battle, "done")
    assert choices(battle)[0].startswith("displace")
    # After a Rebuild anybody goes, but nobody into the water.
    full = field(
        {"3016": "16oh 3il-cav"},
        active="decourcy regroup",
        step="rally",
        dice=(1,),
        states={"16oh": {"worn": True}},
    )
    play(full, "rebuild 16oh")
    assert {one.split()[1] for one in choices(full)} == {"16oh", "3il-cav"}
    assert "displace 16oh 3017" not in choices(full)
    assert "blind_swords:3.3.1" in refused(full, "displace 16oh 3017")
