"""6.0 The Artillery Phase, and 13.4 the rally of guns."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.battle import Battle
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit
from tests.rulebook.blind_swords.volleys import fired, gunners, guns, shifts, volley

#: A question that follows, so that the phase has an end.
AFTER = {"type": "Repair", "hex": "3018"}


def phase(units: dict[str, str], **more: Any) -> Battle:
    """The Artillery Phase at its beginning."""
    first = {"type": "NextGuns", "after": "confederate"}
    return field(units, agenda=[AFTER, first], phase="B", **more)


def asked(battle: Battle) -> str:
    assert battle.decision is not None
    return battle.decision.side


@pytest.mark.rule("blind_swords:6.1.1")
def test_guns_act_of_their_own_only_in_their_phase() -> None:
    battle = field(
        {"2910": "16oh", "3010": "foster", "2911": "29la-a"}, active="decourcy attack", step="fire"
    )
    play(battle, "fire 2911")
    assert "blind_swords:6.1.1" in refused(battle, "add foster")
    moving = field({"2910": "16oh", "3010": "foster"}, active="decourcy attack", step="move")
    assert choices(moving) == ["move 16oh", "done"]
    assert "blind_swords:10.1.1" in refused(moving, "move foster")
    in_phase = gunners({"2910": "16oh", "3010": "foster", "2914": "29la-a"}, "3010")
    assert refused(in_phase, "move 16oh") == ["blind_swords:6.2.1"]


@pytest.mark.rule("blind_swords:6.1.2")
def test_guns_still_fire_defensively_and_at_those_who_leave() -> None:
    battle = field(
        {"2910": "16oh", "2911": "drew"}, active="decourcy attack", step="move", dice=(1, 2)
    )
    play(battle, "move 16oh", "to 2909")
    assert asked(battle) == "confederate"
    assert choices(battle)[0] == "from 2911"
    event = fired(play(battle, "from 2911"))
    assert [name.id for name in event.firers] == ["drew"]
    assert event.kind == "opportunity"


@pytest.mark.rule("blind_swords:6.2.1")
@pytest.mark.rule("blind_swords:6.2.2")
def test_the_union_begins_and_the_sides_take_turns() -> None:
    battle = phase({"2910": "foster", "3005": "hart", "2920": "drew", "2922": "ward"})
    order = []
    for hex in ("2910", "2920", "3005", "2922"):
        order.append(asked(battle))
        play(battle, f"guns {hex}", "done")
    assert order == ["union", "confederate", "union", "confederate"]
    assert choices(battle) == ["repair 3018", "done"]


@pytest.mark.rule("blind_swords:6.2.3")
def test_guns_of_one_hex_choose_for_themselves() -> None:
    battle = gunners({"2910": "hart landgraeber", "2914": "29la-a"}, "2910", dice=(1, 2))
    play(battle, "fire 2914", "add hart", "resolve")
    assert refused(battle, "move hart") == ["blind_swords:6.2.5"]
    assert "move landgraeber" in choices(battle)
    play(battle, "move landgraeber", "to 2909", "stop")
    assert unit(battle, "landgraeber").hex == "2909"
    assert unit(battle, "hart").hex == "2910"
    assert choices(battle) == ["repair 3018", "done"]  # all have acted


@pytest.mark.rule("blind_swords:6.2.4")
@pytest.mark.rule("blind_swords:13.4.1")
def test_guns_rally_instead() -> None:
    states = {"hart": {"hits": 1}, "landgraeber": {"worn": True}, "drew": {"low_ammo": 2}}
    battle = gunners({"2910": "hart landgraeber"}, "2910", dice=(2, 2), states=states)
    assert choices(battle) == [
        "move landgraeber",
        "rebuild landgraeber",
        "move hart",
        "recover hart",
        "done",
    ]
    play(battle, "recover hart")
    assert unit(battle, "hart").hits == 0
    assert refused(battle, "move hart") == ["blind_swords:6.2.5"]
    play(battle, "rebuild landgraeber")
    assert not unit(battle, "landgraeber").worn
    short = gunners({"2911": "drew"}, "2911", dice=(2,), states=states, side="confederate")
    play(short, "resupply drew")
    assert unit(short, "drew").low_ammo == 1


@pytest.mark.rule("blind_swords:13.4.1")
def test_engaged_guns_and_guns_that_acted_do_not_rally() -> None:
    states = {"hart": {"hits": 1, "low_ammo": 1}}
    engaged = gunners({"2910": "hart", "2911": "29la-a"}, "2910", states=states)
    assert "blind_swords:13.4.1" in refused(engaged, "recover hart")
    assert "blind_swords:13.4.1" in refused(engaged, "resupply hart")
    units = {"2910": "hart landgraeber", "2914": "29la-a"}
    fought = gunners(units, "2910", dice=(1, 2), states=states)
    play(fought, "fire 2914", "add hart", "resolve")
    assert "blind_swords:6.2.5" in refused(fought, "recover hart")


@pytest.mark.rule("blind_swords:6.2.5")
def test_guns_act_once_in_a_phase() -> None:
    battle = phase({"2910": "foster", "3005": "hart", "2914": "29la-a"}, dice=(1, 2))
    play(battle, "guns 2910", "fire 2914", "all", "resolve")
    assert choices(battle) == ["guns 3005", "pass"]
    assert refused(battle, "guns 2910") == ["blind_swords:6.2.5"]
    # Those that let their step go by have had it as well.
    play(battle, "guns 3005", "done")
    assert choices(battle) == ["repair 3018", "done"]


@pytest.mark.rule("blind_swords:6.2.6")
def test_a_pass_is_final_and_the_other_side_goes_on() -> None:
    battle = phase({"2910": "foster", "3005": "hart", "2920": "drew", "2922": "ward"})
    events = play(battle, "pass")
    assert str(events[0]) == "The Union side is done with its artillery. [blind_swords:6.2.6]"
    assert asked(battle) == "confederate"
    play(battle, "guns 2920", "done")
    assert asked(battle) == "confederate"
    play(battle, "guns 2922", "done")
    assert choices(battle) == ["repair 3018", "done"]


@pytest.mark.rule("blind_swords:6.2.6")
def test_a_side_without_guns_takes_no_step() -> None:
    battle = phase({"2910": "16oh", "2920": "drew"})
    assert asked(battle) == "confederate"


@pytest.mark.rule("blind_swords:6.3.1")
def test_guns_of_a_hex_fire_together_or_apart() -> None:
    units = {"2910": "hart landgraeber", "2914": "29la-a", "3005": "foster"}
    together = guns(units, "2910", "2914")
    assert (together.total, len(together.firers)) == ("8", 2)
    apart = gunners(units, "2910", dice=(1, 2, 1, 2))
    assert volley(apart, "2914", "hart").total == "4"
    play(apart, "fire 2914")
    assert choices(apart) == ["add landgraeber", "all", "hold"]
    assert "blind_swords:9.1.3" in refused(apart, "add foster")


@pytest.mark.rule("blind_swords:6.3.3")
def test_engaged_guns_fire_at_neighbours_only() -> None:
    battle = gunners({"2910": "foster", "2911": "29la-a", "3110": "29la-b"}, "2910")
    assert choices(battle)[0] == "fire 2911"
    assert refused(battle, "fire 3110") == ["blind_swords:6.3.3"]


@pytest.mark.rule("blind_swords:6.4.1")
def test_guns_have_six_points() -> None:
    battle = gunners({"2910": "foster"}, "2910")
    play(battle, "move foster")
    assert battle.decision is not None
    assert "6 points left" in battle.decision.question
    play(battle, "to 2909")
    assert "5 points left" in battle.decision.question


@pytest.mark.rule("blind_swords:6.4.2")
def test_guns_never_move_into_engagement() -> None:
    battle = gunners({"2910": "foster", "2913": "29la-a"}, "2910")
    play(battle, "move foster", "to 2911")
    assert "to 2912" not in choices(battle)
    assert refused(battle, "to 2912")


@pytest.mark.rule("blind_swords:6.4.3")
def test_engaged_guns_withdraw_under_fire() -> None:
    battle = gunners({"2910": "foster", "2911": "29la-a"}, "2910", dice=(1, 1))
    play(battle, "move foster", "to 2909")
    assert asked(battle) == "confederate"
    event = fired(play(battle, "from 2911"))
    assert event.kind == "opportunity"
    assert unit(battle, "foster").hex == "2909"


@pytest.mark.rule("blind_swords:6.5.1")
def test_guns_climb_a_steep_slope_with_all_their_points_and_a_morale_hit() -> None:
    # 2523 is on level 1 and 2623 on level 3.
    battle = gunners({"2523": "drew"}, "2523", side="confederate")
    play(battle, "move drew", "to 2623")
    assert unit(battle, "drew").hits == 1
    assert unit(battle, "drew").hex == "2623"
    farther = gunners({"2423": "drew"}, "2423", side="confederate")
    play(farther, "move drew", "to 2523")
    assert "to 2623" not in choices(farther)


@pytest.mark.rule("blind_swords:6.5.2")
def test_where_guns_do_not_go() -> None:
    for start, hex in (("1119", "1018"), ("1916", "1917"), ("1715", "1716"), ("1019", "1020")):
        battle = gunners({start: "foster"}, start)
        play(battle, "move foster")
        assert f"to {hex}" not in choices(battle)
        assert refused(battle, f"to {hex}")


@pytest.mark.rule("blind_swords:6.6.1")
def test_low_ammo_of_all_firing_guns_adds_up() -> None:
    event = guns(
        {"2910": "hart landgraeber", "2914": "29la-a"},
        "2910",
        "2914",
        states={"hart": {"low_ammo": 2}, "landgraeber": {"low_ammo": 1}},
    )
    assert shifts(event) == {"9.3.19": -6}


@pytest.mark.rule("blind_swords:6.6.2")
def test_a_natural_eleven_costs_ammunition() -> None:
    units = {"2910": "hart landgraeber", "2914": "29la-a"}
    battle = gunners(units, "2910", dice=(1, 1))
    play(battle, "fire 2914", "all", "resolve")
    assert choices(battle) == ["short landgraeber", "short hart"]
    assert refused(battle, "short foster") == ["blind_swords:6.6.2"]
    play(battle, "short landgraeber")
    assert unit(battle, "landgraeber").low_ammo == 1
    # Two markers are the most: the other takes it, and with nobody left it passes.
    full = gunners(units, "2910", dice=(1, 1), states={"hart": {"low_ammo": 2}})
    play(full, "fire 2914", "all", "resolve")
    assert unit(full, "landgraeber").low_ammo == 1
    both = {"hart": {"low_ammo": 2}, "landgraeber": {"low_ammo": 2}}
    none = gunners(units, "2910", dice=(1, 1), states=both)
    play(none, "fire 2914", "all", "resolve")
    assert unit(none, "landgraeber").low_ammo == 2
    # Infantry never runs short, and 12 is not 11.
    infantry = field(
        {"2910": "16oh", "2911": "29la-a"}, active="decourcy attack", step="fire", dice=(1, 1)
    )
    play(infantry, "fire 2911", "all", "resolve")
    assert unit(infantry, "16oh").low_ammo == 0
    other = gunners(units, "2910", dice=(1, 2))
    play(other, "fire 2914", "all", "resolve")
    assert unit(other, "hart").low_ammo == 0


@pytest.mark.rule("blind_swords:6.6.3")
def test_two_markers_are_the_back_of_one() -> None:
    battle = gunners(
        {"2910": "hart", "2914": "29la-a"}, "2910", dice=(1, 1), states={"hart": {"low_ammo": 1}}
    )
    events = play(battle, "fire 2914", "all", "resolve")
    assert "(4L)" in str(events[-1])
    assert unit(battle, "hart").low_ammo == 2
