"""17.0 Special rules of the scenarios, played out by moves, fire, chits and the last turn."""

from __future__ import annotations

from typing import Any

import pytest

import longroll
from longroll.kernel.battle import Battle
from longroll.systems.blind_swords.fire_events import Fired
from longroll.systems.chickasaw_bayou.battle_events import Released, UnitCalled
from longroll.systems.chickasaw_bayou.scenario import scenario
from longroll.systems.chickasaw_bayou.terrain import FIRST_ROW, SECOND_ROW
from tests.rulebook.blind_swords.chits import cited, drawing, told
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit
from tests.rulebook.blind_swords.marching import left
from tests.rulebook.blind_swords.steps import state_of
from tests.rulebook.blind_swords.steps import told as log_of
from tests.rulebook.blind_swords.volleys import gunners, shifts, volley

LANDING = "securing-the-landing-zone"
#: The three who wait in 17.1, and those who do not.
WAITING = {"2709": "weems 17la-a", "2710": "17la-b"}


def landing(units: dict[str, str], **more: Any) -> Battle:
    return field(WAITING | units, scenario=LANDING, **more)


# 17.1e


@pytest.mark.rule("chickasaw_bayou:17.1e.1")
@pytest.mark.parametrize("to, free", [("3307", False), ("3207", True)])
def test_they_wait_until_a_union_unit_is_five_hexes_from_2709(to: str, free: bool) -> None:
    # 3207 is five hexes away, 3307 six.
    battle = landing(
        {"3306": "16oh", "3902": "42oh"}, active="decourcy maneuver", step="move", turn=2
    )
    happened = play(battle, "move 16oh", f"to {to}")
    assert bool([event for event in happened if isinstance(event, Released)]) is free
    state = state_of(battle)
    assert (0 in state.released) is free


@pytest.mark.rule("chickasaw_bayou:17.1e.1")
def test_fire_without_effect_frees_all_three() -> None:
    # 2715 is five hexes from 2710, but the guns came by no move; they fire from six hexes.
    battle = gunners(
        WAITING | {"2716": "foster", "3305": "26la-a"}, "2716", scenario=LANDING, dice=(1, 2)
    )
    fire = volley(battle, "2710")
    assert fire.result == "--"
    [released] = log_of(battle, Released)
    assert len(released.units) == 3


@pytest.mark.rule("chickasaw_bayou:17.1e.1", "chickasaw_bayou:6.0.1")
def test_restricted_guns_take_no_step_of_the_artillery_phase() -> None:
    battle = field(
        WAITING | {"3204": "wofford 46ms-a", "4002": "foster"},
        scenario=LANDING,
        agenda=[
            {"type": "Repair", "hex": "3018"},
            {"type": "ArtilleryStep", "side": "confederate"},
        ],
        phase="B",
        turn=1,
    )
    assert choices(battle) == ["guns 3204", "pass"]
    assert "chickasaw_bayou:17.1e.1" in refused(battle, "guns 2709")


@pytest.mark.rule("chickasaw_bayou:17.1e.2", "blind_swords:7.4.6", "blind_swords:7.4.8")
def test_no_event_moves_restricted_units_or_lets_them_shoot() -> None:
    # A Union regiment that is in sight of 17la-b without having come there by a move.
    battle = drawing(
        WAITING | {"2712": "16oh", "3305": "26la-a"},
        ("fog",),
        scenario=LANDING,
        held={"confederate": ["handsome-movement", "sharpshooters"]},
    )
    assert [one for one in choices(battle) if "sharp" in one] == []
    play(battle, "play handsome-movement")
    assert choices(battle) == ["move 26la-a", "done"]
    assert "chickasaw_bayou:17.1e.1" in refused(battle, "move 17la-a")


@pytest.mark.rule("chickasaw_bayou:17.1e.1", "blind_swords:13.2.2")
def test_restricted_units_recover_all_the_same() -> None:
    battle = landing(
        {"3902": "16oh"},
        active="withers regroup",
        step="rally",
        states={"17la-a": {"hits": 1}},
        dice=(2,),
    )
    play(battle, "recover 17la-a")
    assert unit(battle, "17la-a").hits == 0


@pytest.mark.rule("blind_swords:13.2.7", "chickasaw_bayou:17.1e.1", "blind_swords:12.4.4")
def test_a_broken_unit_comes_back_beside_restricted_ones_and_is_free() -> None:
    battle = landing(
        {"3902": "16oh"},
        active="withers regroup",
        step="rally",
        states={"26la-a": {"box": "available", "worn": True}},
        dice=(3,),
    )
    play(battle, "rebuild 26la-a")  # 3 on the Battleworn side, supported in the Available box
    places = {one.split()[2] for one in choices(battle)}
    assert "2710" in places
    assert "2709" in places  # 2 and 5 points there, 3 come
    play(battle, "place 26la-a 2711")
    assert state_of(battle).rebuilt


# 17.3 and 17.4


@pytest.mark.rule("chickasaw_bayou:17.3f", "blind_swords:7.4.6", "blind_swords:7.4.2")
def test_the_46th_mississippi_may_be_rallied_but_not_moved() -> None:
    battle = drawing(
        {"4321": "46ms-a", "4717": "46ms-b", "4812": "76oh"},
        ("fog",),
        scenario="blakes-levee",
        states={"46ms-a": {"hits": 1}},
        held={"confederate": ["handsome-movement", "rally"]},
    )
    assert "play rally 46ms-a" in choices(battle)
    play(battle, "play handsome-movement")
    assert choices(battle) == ["move 46ms-b", "done"]


@pytest.mark.rule("chickasaw_bayou:17.3f", "chickasaw_bayou:2.2a.3", "chickasaw_bayou:17.3a")
def test_infantry_that_steps_into_timber_frees_it_and_the_edge_of_the_area_holds() -> None:
    battle = field(
        {"4316": "76oh", "4321": "46ms-a", "4910": "3mo"},
        active="hovey attack",
        step="move",
        scenario="blakes-levee",
        turn=2,
        timber={"4317": "half"},
    )
    play(battle, "move 76oh")
    assert refused(battle, "to 4216") == ["blind_swords:10.1.1"]
    happened = play(battle, "to 4317")
    assert [event.rules for event in happened if isinstance(event, Released)] == [
        ("chickasaw_bayou:17.3f",)
    ]


@pytest.mark.rule("chickasaw_bayou:17.4f", "blind_swords:6.2.3")
def test_johnston_may_fire_where_it_stands_but_not_limber_up() -> None:
    battle = gunners(
        {"4717": "johnston 26la-a", "4616": "16oh", "3703": "42oh"},
        "4717",
        side="confederate",
        scenario="missed-opportunity",
        turn=1,
    )
    assert choices(battle) == ["fire 4616", "done"]
    assert refused(battle, "move johnston") == ["chickasaw_bayou:17.4f"]


@pytest.mark.rule("chickasaw_bayou:17.4f")
def test_infantry_beside_a_trench_frees_them_and_guns_do_not() -> None:
    battle = field(
        {"4317": "16oh", "4717": "johnston 26la-a", "3703": "42oh"},
        active="decourcy maneuver",
        step="move",
        scenario="missed-opportunity",
        turn=1,
        dice=(1,),
    )
    happened = play(battle, "move 16oh", "to 4318")  # bayou, beside the Trench in 4319
    assert [event for event in happened if isinstance(event, Released)]


@pytest.mark.rule("chickasaw_bayou:17.4r.1", "blind_swords:10.11.2", "chickasaw_bayou:3.1.2")
def test_lindsey_comes_on_in_column_each_regiment_a_point_dearer() -> None:
    battle = longroll.new("chickasaw_bayou", "missed-opportunity", seed=1)
    state = state_of(battle).copy()
    number = state.game.roster.number
    due = {str(number[id]): [1, "3900"] for id in ("49in", "7ky", "114oh")}
    battle = field(
        {"2005": "13il", "3204": "46ms-a"},
        active="lindsey maneuver",
        step="move",
        scenario="missed-opportunity",
        turn=1,
        due=due,
    )
    play(battle, "enter 49in 3900")
    assert left(battle) == "5"  # the lane
    play(battle, "to 3901", "to 3902", "stop", "enter 7ky 3900")
    assert left(battle) == "4"
    play(battle, "to 3901", "stop", "enter 114oh 3900")
    assert left(battle) == "3"


@pytest.mark.rule("blind_swords:10.11.2", "blind_swords:10.11.3")
def test_regroup_brings_nobody_and_a_limited_activation_one() -> None:
    number = state_of(field({"2910": "16oh"}, active="decourcy attack")).game.roster.number
    due = {str(number[id]): [1, "3900"] for id in ("49in", "7ky")}
    more: dict[str, Any] = {"scenario": "missed-opportunity", "turn": 1, "due": due}
    units = {"2005": "13il", "3204": "46ms-a", "3800": "114oh"}
    none = field(units, active="lindsey regroup", step="move", **more)
    assert "blind_swords:10.11.2" in refused(none, "enter 49in 3900")
    one = field(units, active="lindsey limited", step="move", **more)
    play(one, "enter 49in 3900")
    assert unit(one, "49in").hex == "3900"
    assert unit(one, "7ky").hex == ""


# 17.6


def bluff(units: dict[str, str], *dice: int, turn: int = 4, **more: Any) -> Battle:
    number = state_of(field({"2910": "16oh"}, active="decourcy attack")).game.roster.number
    waiting = sorted(number[id] for id in ("3ms-bttn", "3ms", "4ms", "hill-cav"))
    return field(
        {"1012": "22ky"} | units,
        active="decourcy maneuver",
        step="move",
        dice=dice,
        turn=turn,
        bluff=waiting,
        **more,
    )


def called(battle: Battle) -> list[UnitCalled]:
    return log_of(battle, UnitCalled)


@pytest.mark.rule("chickasaw_bayou:17.6j.1", "chickasaw_bayou:17.6j.2", "chickasaw_bayou:17.6j.7")
def test_the_first_step_behind_the_first_row_calls_one_unit_and_the_next_nobody() -> None:
    battle = bluff({"2519": "16oh"}, 2)
    play(battle, "move 16oh", "to 2520")
    [one] = called(battle)
    assert one.rules == ("chickasaw_bayou:17.6j.2",)
    assert one.clock == "14:30"  # 13:00 and three turns
    play(battle, "to 2521")
    assert len(called(battle)) == 1


@pytest.mark.rule("chickasaw_bayou:17.6j.3", "chickasaw_bayou:17.6j.4", "chickasaw_bayou:17.6j.5")
def test_three_different_trenches_of_the_second_row_call_one_each() -> None:
    battle = bluff({"2222": "16oh"}, 1, 1, 1, 1)
    play(battle, "move 16oh", "to 2223", "to 2323", "to 2223", "to 2323", "to 2423")
    assert [event.rules[0].rpartition(":")[2] for event in called(battle)] == [
        "17.6j.3",
        "17.6j.4",
        "17.6j.5",
    ]
    assert len(state_of(battle).bluff) == 1


@pytest.mark.rule("chickasaw_bayou:17.6j.6")
def test_a_step_within_three_hexes_of_the_pike_calls_all_who_are_left() -> None:
    # 5317 is three hexes from 5320, and no timber is there now.
    battle = bluff({"5315": "16oh"}, 1, 1, 1, 1, pioneers={})
    play(battle, "move 16oh", "to 5316")
    assert called(battle) == []
    play(battle, "to 5317")
    assert len(called(battle)) == 4
    assert {event.rules for event in called(battle)} == {("chickasaw_bayou:17.6j.6",)}
    assert state_of(battle).bluff == ()


@pytest.mark.rule("chickasaw_bayou:17.6j.1", "chickasaw_bayou:17.6j.7")
def test_whoever_is_called_too_late_never_comes() -> None:
    battle = bluff({"2519": "16oh"}, 1, turn=11)
    play(battle, "move 16oh", "to 2520")
    [(turn, hex)] = state_of(battle).due.values()
    assert (turn, hex) == (14, "5718")
    assert turn > scenario("grand-assault").turns


@pytest.mark.rule("chickasaw_bayou:17.6f.1", "chickasaw_bayou:17.6f.2", "chickasaw_bayou:17.6g.1")
def test_seven_markers_two_at_most_on_a_battery_then_the_bridge() -> None:
    battle = longroll.new("chickasaw_bayou", "grand-assault", seed=4)
    for id in ("drew", "drew"):
        battle.play(f"shell {id}")
    assert refused(battle, "shell drew") == ["chickasaw_bayou:17.6f.1"]
    assert refused(battle, "shell foster") == ["chickasaw_bayou:17.6f.1"]
    assert refused(battle, "done") == ["chickasaw_bayou:17.6f.1"]
    play(battle, "shell ward", "shell ward", "shell weems", "shell wofford", "shell duncan")
    assert sum(own.low_ammo for own in state_of(battle).units) == 7
    laid = {one.split()[1] for one in choices(battle)}
    assert {"3017", "3018"} <= laid  # as it was
    assert refused(battle, "bridge 3016") == ["chickasaw_bayou:17.6g.1"]  # not bayou
    assert refused(battle, "bridge 1218") == ["chickasaw_bayou:17.6g.1"]
    assert refused(battle, "bridge 1418") == ["chickasaw_bayou:17.6g.1"]  # nobody near


def laid(*dice: int) -> Battle:
    """The bridge is laid in 3018, and Patterson rolls."""
    battle = field(
        {"3118": "9ia", "3320": "drew", "3016": "49in"},
        agenda=[{"type": "BeginTurn", "turn": 1}, {"type": "LayBridge"}],
        turn=0,
        phase="",
        dice=dice,
    )
    play(battle, "bridge 3018")
    return battle


@pytest.mark.rule("chickasaw_bayou:17.6g.2")
@pytest.mark.parametrize(
    "die, where", [(1, ["3018"]), (2, ["3018"]), (3, []), (4, []), (5, []), (6, [])]
)
def test_patterson_gets_lost(die: int, where: list[str]) -> None:
    battle = laid(die)
    if die in (3, 4):
        assert battle.decision is not None
        assert battle.decision.side == "confederate"
        assert "bridge 3018" not in choices(battle)
        assert "chickasaw_bayou:17.6g.2" in refused(battle, "bridge 3419")
        play(battle, "bridge 3017")
        where = ["3017"]
    assert sorted(state_of(battle).pontoons) == where


@pytest.mark.rule("chickasaw_bayou:17.6g.3", "chickasaw_bayou:17.6g.5", "chickasaw_bayou:17.6g.4")
def test_a_bridge_that_is_hit_is_bayou_and_not_fired_on_again_in_the_phase() -> None:
    battle = gunners(
        {"3020": "drew", "3120": "wofford", "3016": "16oh"},
        "3020",
        side="confederate",
        pontoons={"3018": "whole"},
        dice=(6, 6),
    )
    volley(battle, "3018")
    state = state_of(battle)
    assert state.pontoons == {"3018": "damaged"}
    assert state.hit_bridges == {"3018"}
    move = field(
        {"3017": "16oh", "1012": "22ky"},
        active="decourcy attack",
        step="move",
        pontoons={"3018": "damaged"},
        dice=(5,),
    )
    assert told(play(move, "move 16oh", "to 3018")) == ["BayouTried"]


@pytest.mark.rule("chickasaw_bayou:17.6g.7", "chickasaw_bayou:17.6g.6")
@pytest.mark.parametrize("die, fate", [(2, "whole"), (3, "damaged")])
def test_it_is_mended_on_a_2_and_otherwise_shot_to_pieces(die: int, fate: str) -> None:
    battle = field(
        {"3020": "drew", "3016": "16oh"},
        agenda=[{"type": "NextTurn"}, {"type": "BeginPhase", "phase": "B"}],
        phase="A",
        pontoons={"3018": "damaged"},
        hit_bridges=["3018"],
        dice=(die, 6, 6, *(1,) * 9),
    )
    play(battle, "repair 3018")
    assert state_of(battle).pontoons == {"3018": fate}
    play(battle, "guns 3020", "fire 3018", "all")
    happened = play(battle, "resolve")
    after = {"3018": "damaged"} if fate == "whole" else {}
    assert state_of(battle).pontoons == after
    assert ("chickasaw_bayou:17.6g.7" in cited(happened)) is (fate == "damaged")


@pytest.mark.rule("chickasaw_bayou:17.6d", "blind_swords:7.3e.5", "blind_swords:7.4.12")
def test_clarity_is_once_for_each_division_and_no_confusion_touches_it() -> None:
    units = {"2910": "16oh", "2905": "49in", "2519": "31la-a", "2120": "40ga"}
    battle = drawing(
        units,
        ("morgan", "sd-lee"),
        (1, 1),
        held={"confederate": ["command-confusion"]},
        clarity_used=["ml-smith"],
        turn=5,
    )
    play(battle, "pass", "draw", "clarity decourcy")
    while "play command-confusion" not in choices(battle) and "order attack" not in choices(battle):
        play(battle, "pass")
    assert "order attack" in choices(battle)
    assert state_of(battle).clarity_used == {"ml-smith", "morgan"}


@pytest.mark.rule("chickasaw_bayou:17.6i.1", "blind_swords:7.3d.1", "blind_swords:7.4.11")
def test_sherman_with_a_bonus_never_fails_and_confusion_makes_it_limited() -> None:
    battle = drawing(
        {"2910": "16oh", "2519": "31la-a"},
        ("sherman",),
        (1, 6),
        held={"confederate": ["command-confusion"]},
        turn=2,
        activated=["decourcy"],
    )
    play(battle, "pass", "draw", "activate decourcy")
    happened = play(battle, "play command-confusion")
    assert "EventPlayed" in told(happened)
    assert "order attack" not in choices(battle)  # nobody is next to it, so it is over


@pytest.mark.rule("chickasaw_bayou:17.6l.1", "chickasaw_bayou:17.6l.2", "chickasaw_bayou:17.6m")
def test_who_comes_in_the_variants() -> None:
    options = {"race_course": True, "yazoo_river": True}
    battle = longroll.new("chickasaw_bayou", "grand-assault", seed=1, options=options)
    state = state_of(battle)
    due = {state.piece(number).id: coming for number, coming in state.due.items()}
    landram = ("77il", "97il", "108il", "19ky", "48oh", "cooley", "putnam")
    assert due == dict.fromkeys(landram, (1, "1007")) | {
        "61tn": (4, "1025"),
        "118il": (1, "3900"),
        "131il": (1, "3900"),
    }


@pytest.mark.rule("chickasaw_bayou:17.6n", "chickasaw_bayou:17.6o.1", "chickasaw_bayou:17.6o.4")
@pytest.mark.rule("chickasaw_bayou:17.6o.2", "chickasaw_bayou:17.6o.3")
def test_where_they_stand_in_the_variants() -> None:
    options = {"missouri": True, "levee": True}
    battle = longroll.new("chickasaw_bayou", "grand-assault", seed=1, options=options)
    assert (unit(battle, "30mo").hex, unit(battle, "32mo").hex) == ("3917", "3916")
    levee = scenario("blakes-levee").setup["union"]
    assert {id: unit(battle, id).hex for id in levee} == levee
    blair = {unit(battle, id).hex for id in ("13il", "31mo", "29mo", "58oh")}
    assert blair == {"4215", "4315", "4216", "4316"}
    assert (unit(battle, "49in").hex, unit(battle, "114oh").hex) == ("3118", "3117")


# Victory, at the end of the last turn


def ended(name: str, units: dict[str, str], **more: Any) -> Battle:
    return field(
        units,
        scenario=name,
        turn=scenario(name).turns,
        phase="D",
        agenda=[{"type": "NextTurn"}, {"type": "EndTurn"}],
        **more,
    )


def level(battle: Battle) -> str:
    assert battle.result is not None
    return battle.result.level


@pytest.mark.rule("chickasaw_bayou:17.1f.1", "chickasaw_bayou:17.1f.2", "chickasaw_bayou:17.1f.3")
@pytest.mark.rule("chickasaw_bayou:17.1f.4", "chickasaw_bayou:17.2d")
@pytest.mark.parametrize(
    "name, hexes, lost, difference, expected",
    [
        (LANDING, (), (), -2, "major CSA"),
        (LANDING, (), ("26la-a",), -1, "minor CSA"),
        (LANDING, ("3206",), (), 1, "minor USA"),
        (LANDING, ("3206",), ("16oh",), 0, "draw"),
        (LANDING, ("3206", "3010"), ("16oh", "foster"), 2, "major USA"),
        ("aggressive-plan", ("3206", "3010"), (), 2, "major USA"),
        ("aggressive-plan", ("3206", "3010"), ("16oh",), 1, "minor USA"),
        ("aggressive-plan", ("3206",), (), -1, "minor CSA"),
    ],
)
def test_points_of_17_1_and_17_2(
    name: str, hexes: tuple[str, ...], lost: tuple[str, ...], difference: int, expected: str
) -> None:
    control = {hex: "union" if hex in hexes else "confederate" for hex in ("3206", "3010")}
    # One is Broken, one eliminated, it is all the same.
    fates = [{"box": "2"}, {"fate": "eliminated"}]
    battle = ended(
        name,
        {"3902": "42oh", "3305": "26la-b"},
        control=control,
        states=dict(zip(lost, fates, strict=False)),
    )
    assert level(battle) == expected
    assert battle.result is not None
    points = dict.fromkeys(("union", "confederate"), 0)
    for score in battle.result.scores:
        points[score.side] += score.points
    assert points["union"] - points["confederate"] == difference


@pytest.mark.rule("chickasaw_bayou:17.1f.3", "chickasaw_bayou:17.1f.2")
def test_a_unit_that_was_rebuilt_and_lost_again_counts_once() -> None:
    control = {"3206": "confederate", "3010": "confederate"}
    number = state_of(field({"2910": "16oh"}, active="decourcy attack")).game.roster.number
    battle = ended(
        LANDING,
        {"3902": "42oh", "3305": "26la-b"},
        control=control,
        rebuilt=[number["26la-a"], number["26la-b"]],
        states={"26la-a": {"box": "1"}},
    )
    assert level(battle) == "draw"  # two units, two hexes


@pytest.mark.rule(
    "chickasaw_bayou:17.1f.1", "blind_swords:14.3.1", "chickasaw_bayou:series.control"
)
def test_a_hex_that_was_entered_and_left_is_still_held() -> None:
    battle = field(
        {"3205": "16oh", "3902": "42oh", "2710": "17la-b"},
        active="decourcy maneuver",
        step="move",
        scenario=LANDING,
        turn=5,
        control={"3206": "confederate", "3010": "confederate"},
    )
    happened = play(battle, "move 16oh", "to 3206", "to 3306", "stop")
    assert "ControlChanged" in told(happened)
    assert state_of(battle).control["3206"] == "union"


_FIRST, _SECOND = sorted(FIRST_ROW), sorted(SECOND_ROW)
_EAST = [hex for hex in _FIRST if hex >= "43"]


@pytest.mark.rule("chickasaw_bayou:17.3g.1", "chickasaw_bayou:17.3g.2", "chickasaw_bayou:17.3g.3")
@pytest.mark.rule("chickasaw_bayou:17.4g.1", "chickasaw_bayou:17.4g.2", "chickasaw_bayou:17.4g.3")
@pytest.mark.rule("chickasaw_bayou:17.5e.1", "chickasaw_bayou:17.5e.2", "chickasaw_bayou:17.5e.3")
@pytest.mark.rule("chickasaw_bayou:17.6k.1", "chickasaw_bayou:17.6k.2", "chickasaw_bayou:17.6k.3")
@pytest.mark.parametrize(
    "name, held, removed, expected",
    [
        ("blakes-levee", _EAST[:1], 0, "decisive Union"),
        ("blakes-levee", [], 1, "marginal Union"),
        ("blakes-levee", [], 0, "decisive Confederate"),
        ("missed-opportunity", _FIRST[:2], 0, "decisive Union"),
        ("missed-opportunity", _SECOND[:1], 0, "marginal Union"),
        ("missed-opportunity", [], 3, "decisive Confederate"),
        ("prelude", [*_FIRST[:2], _SECOND[0]], 0, "decisive Union"),
        ("prelude", _FIRST[:2], 0, "marginal Union"),
        ("prelude", _FIRST[:1], 0, "decisive Confederate"),
        ("grand-assault", _SECOND[:1], 0, "decisive Union"),
        ("grand-assault", _FIRST[:2], 0, "marginal Union"),
        ("grand-assault", _FIRST[:1], 0, "decisive Confederate"),
    ],
)
def test_trenches_of_17_3_to_17_6(name: str, held: list[str], removed: int, expected: str) -> None:
    trenches = [*_FIRST, *_SECOND]
    if name == "blakes-levee":
        trenches = [hex for hex in trenches if hex >= "43"]
    control = {hex: "union" if hex in held else "confederate" for hex in trenches}
    units = {"4812": "16oh", "4824": "46ms-a"}
    battle = ended(name, units, control=control, timber_removed=removed)
    assert level(battle) == expected


@pytest.mark.rule("chickasaw_bayou:17.6k.2", "blind_swords:14.3.1")
def test_who_stands_in_a_trench_at_the_end_holds_it_whatever_was_noted() -> None:
    battle = ended(
        "grand-assault",
        {"2519": "16oh", "2619": "22ky", "2823": "46ms-a"},
        control=dict.fromkeys([*_FIRST, *_SECOND], "confederate"),
    )
    assert level(battle) == "marginal Union"


# Low Ammo


@pytest.mark.rule("chickasaw_bayou:9.3.19", "blind_swords:6.6.1", "blind_swords:6.6.2")
def test_three_markers_of_two_batteries_shift_six_and_11_finds_the_other_one() -> None:
    battle = gunners(
        {"2910": "foster lanphere", "2913": "31la-a"},
        "2910",
        states={"foster": {"low_ammo": 2}, "lanphere": {"low_ammo": 1}},
        dice=(1, 1),
    )
    fire = volley(battle, "2913")
    assert shifts(fire)["9.3.19"] == -6
    assert unit(battle, "lanphere").low_ammo == 2  # the only one that can take another
    assert unit(battle, "foster").low_ammo == 2


@pytest.mark.rule("blind_swords:7.4.10", "chickasaw_bayou:16.0.2", "chickasaw_bayou:9.3.19")
def test_superior_artillery_makes_up_for_two_markers_and_takes_one_off() -> None:
    battle = gunners(
        {"2910": "16oh", "2913": "drew"},
        "2913",
        side="confederate",
        states={"drew": {"low_ammo": 2}},
        held={"confederate": ["superior-artillery"]},
        dice=(1, 2),
    )
    play(battle, "fire 2910", "all", "resolve")
    play(battle, "play superior-artillery")
    [fire] = log_of(battle, Fired)
    assert (fire.base, fire.column) == ("3", "3")
    assert unit(battle, "drew").low_ammo == 1


# Command Clarity


@pytest.mark.rule("chickasaw_bayou:17.1d", "chickasaw_bayou:17.3d", "chickasaw_bayou:17.4d")
@pytest.mark.rule("chickasaw_bayou:17.6d", "blind_swords:7.3e.5")
@pytest.mark.parametrize(
    "name, leaders",
    [
        (LANDING, {"morgan"}),
        ("aggressive-plan", {"morgan"}),
        ("blakes-levee", {"steele"}),
        ("missed-opportunity", {"sd-lee"}),
        ("prelude", set()),
        ("grand-assault", {"morgan", "ml-smith", "aj-smith", "steele", "sd-lee", "m-smith"}),
    ],
)
def test_whose_division_has_clarity_once_and_without_a_roll(name: str, leaders: set[str]) -> None:
    units = {"4501": "16oh", "4502": "83in", "4503": "16in", "4504": "17mo"}
    units |= {"4524": "46ms-a", "4525": "40ga"}
    found = set()
    for leader in ("morgan", "ml-smith", "aj-smith", "steele", "sd-lee", "m-smith"):
        battle = drawing(units, (leader,), (1,), scenario=name, turn=5)
        play(battle, "draw")
        offered = [one for one in choices(battle) if one.startswith("clarity")]
        if offered:
            found.add(leader)
            play(battle, offered[0])
            assert "order attack" in choices(battle)
            used = drawing(units, (leader,), (1,), scenario=name, clarity_used=[leader])
            play(used, "draw")
            assert refused(used, offered[0]) == ["blind_swords:7.3e.5"]
    assert found == leaders


@pytest.mark.rule("chickasaw_bayou:17.2c")
def test_in_17_2_all_confederates_act_from_the_start() -> None:
    battle = longroll.new("chickasaw_bayou", "aggressive-plan", seed=1)
    units = {"2709": "weems 17la-a", "2710": "17la-b", "3902": "16oh"}
    free = field(units, active="withers attack", step="move", scenario="aggressive-plan", turn=1)
    assert choices(free) == ["move 17la-a", "move 17la-b", "done"]
    assert state_of(battle).setting.restricted == ()  # type: ignore[attr-defined]
