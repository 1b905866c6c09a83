"""17.0 Scenarios as they are played: restricted units, command, Snyder's Bluff, victory."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import longroll
from longroll.kernel.agenda import Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Scripted
from longroll.systems.blind_swords import entering, fog, generals
from longroll.systems.blind_swords.combat import Volley
from longroll.systems.chickasaw_bayou import restricted, snyders_bluff, victory
from longroll.systems.chickasaw_bayou.terrain import BETWEEN_ROWS, GRID, SECOND_ROW, SNYDERS_PIKE
from tests.rulebook.blind_swords.chits import drawing, state_of, told
from tests.rulebook.blind_swords.field import choices, field, play, refused

LANDING = "securing-the-landing-zone"


def enter(state: Any, id: str, hex: str, *dice: int) -> Umpire:
    """Put a unit in a hex as by a move; what happened is with the umpire."""
    umpire = Umpire(Scripted(dice))
    entering.enter(state, (state.game.roster.number[id],), hex, entering.MOVE, umpire)
    return umpire


# Restricted units


def landing(**more: Any) -> Battle:
    units = {"3902": "16oh", "2709": "weems 17la-a", "2710": "17la-b", "3305": "26la-a"}
    return field(units, active="withers attack", step="move", scenario=LANDING, **more)


@pytest.mark.rule("chickasaw_bayou:17.1e.1")
def test_restricted_units_neither_move_nor_fire() -> None:
    battle = landing()
    assert choices(battle) == ["move 26la-a", "done"]
    assert refused(battle, "move 17la-a") == ["chickasaw_bayou:17.1e.1"]
    state = state_of(battle)
    for id in ("weems", "17la-a", "17la-b"):
        [bar] = restricted.bars_to_fire(state, state.game.roster.number[id])
        assert bar.rule == "chickasaw_bayou:17.1e.1"
    # In 17.2 nobody is restricted.
    free = field(
        {"2709": "17la-a"}, active="withers attack", step="move", scenario="aggressive-plan"
    )
    assert "move 17la-a" in choices(free)


@pytest.mark.rule("chickasaw_bayou:17.1e.1")
def test_they_are_free_when_the_union_comes_within_five_hexes() -> None:
    far = next(hex for hex in GRID.hexes if GRID.distance(hex, "2709") == 6)
    near = next(hex for hex in GRID.hexes if GRID.distance(hex, "2709") == 5)
    state = state_of(landing())
    enter(state, "16oh", far)
    assert state.released == frozenset()
    umpire = enter(state, "16oh", near)
    assert state.released == {0}
    assert "Released" in told(umpire.events)
    assert not [*restricted.bars_to_move(state, state.game.roster.number["17la-a"])]


@pytest.mark.rule("chickasaw_bayou:17.1e.1")
def test_they_are_free_when_they_are_fired_upon() -> None:
    state = state_of(landing())
    number = state.game.roster.number
    volley = Volley("union", "2710", "fire", (number["16oh"],), (number["17la-b"],))
    restricted.fired(state, volley, "--", Umpire(Scripted([])))
    assert state.released == {0}


@pytest.mark.rule("chickasaw_bayou:17.1e.2")
def test_no_events_nor_fog_on_restricted_units() -> None:
    units = {"3902": "16oh", "2709": "weems 17la-a", "3305": "26la-a"}
    states = {"17la-a": {"hits": 1}, "26la-a": {"hits": 1}}
    more: dict[str, Any] = {"scenario": LANDING, "states": states}
    battle = drawing(units, ("fog",), held={"confederate": ["rally"]}, **more)
    assert choices(battle) == ["play rally 26la-a", "pass", "let-pass"]
    assert refused(battle, "play rally 17la-a") == ["chickasaw_bayou:17.1e.2"]
    chaos = drawing(units | {"3204": "46ms-a"}, ("fog",), (1, 2), **more)
    play(chaos, "draw")
    assert choices(chaos) == ["chaos 3204", "chaos 3305"]
    assert "chickasaw_bayou:17.1e.2" in refused(chaos, "chaos 2709")
    wayward = drawing(units, ("fog",), (1, 4), **more)
    play(wayward, "draw")
    assert not [one for one in choices(wayward) if "17la-a" in one or "weems" in one]


@pytest.mark.rule("chickasaw_bayou:17.3f")
def test_the_46th_mississippi_waits_for_infantry_in_the_timber() -> None:
    units = {"4321": "46ms-a", "4812": "76oh", "4711": "landgraeber"}
    timber = {"4616": "half"}
    battle = field(
        units, active="withers attack", step="move", scenario="blakes-levee", timber=timber
    )
    state = state_of(battle)
    number = state.game.roster.number["46ms-a"]
    assert [bar.rule for bar in restricted.bars_to_move(state, number)] == ["chickasaw_bayou:17.3f"]
    assert not [*restricted.bars_to_fire(state, number)]
    enter(state, "76oh", "4615")
    assert state.released == frozenset()
    enter(state, "landgraeber", "4616")
    assert state.released == frozenset(), "guns are no infantry"
    enter(state, "76oh", "4616")
    assert state.released == {0}


@pytest.mark.rule("chickasaw_bayou:17.4f")
def test_three_units_wait_for_infantry_beside_a_trench() -> None:
    units = {"4717": "26la-a johnston", "4721": "46ms-b", "3703": "16oh", "3803": "foster"}
    battle = field(units, active="withers attack", step="move", scenario="missed-opportunity")
    state = state_of(battle)
    for id in ("26la-a", "johnston", "46ms-b"):
        [bar] = restricted.bars_to_move(state, state.game.roster.number[id])
        assert bar.rule == "chickasaw_bayou:17.4f"
    enter(state, "foster", "3718")
    assert state.released == frozenset()
    enter(state, "16oh", "3618")
    assert state.released == {0}


# Command


@pytest.mark.rule("chickasaw_bayou:17.6i.1", "chickasaw_bayou:17.6i.2")
def test_the_union_is_quicker_in_the_first_turns() -> None:
    for turn, bonus in ((1, 3), (2, 2), (3, 1), (4, 0)):
        state = state_of(field({"2910": "16oh"}, active="decourcy attack", turn=turn))
        assert generals.rating(state, "morgan") == 3 + bonus
        assert generals.rating(state, "sherman") == 4 + bonus
        assert generals.rating(state, "sd-lee") == 4
    # A rating of six succeeds whatever is rolled; Clarity may be used all the same.
    battle = drawing({"2910": "16oh"}, ("morgan",), (1, 6), turn=1)
    play(battle, "draw")
    assert "clarity decourcy" in choices(battle)
    happened = play(battle, "activate decourcy")
    assert "Full Activation" in happened[0].text()


@pytest.mark.rule("chickasaw_bayou:17.4e", "chickasaw_bayou:17.5d", "chickasaw_bayou:17.6e")
@pytest.mark.rule("chickasaw_bayou:17.4d")
def test_blair_is_under_ml_smith() -> None:
    for scenario in ("missed-opportunity", "prelude", "grand-assault"):
        battle = drawing({"2005": "13il", "3204": "46ms-a"}, ("ml-smith",), (1,), scenario=scenario)
        play(battle, "draw")
        assert "activate blair" in choices(battle)
    lee = drawing(
        {"2005": "13il", "3204": "46ms-a"}, ("sd-lee",), (1,), scenario="missed-opportunity"
    )
    play(lee, "draw")
    assert "clarity withers" in choices(lee)


# Snyder's Bluff


def bluff(**more: Any) -> Any:
    number = state_of(field({"2910": "16oh"}, active="decourcy attack")).game.roster.number
    waiting = [number[id] for id in ("3ms-bttn", "3ms", "4ms", "hill-cav") if id in number]
    assert len(waiting) == 4
    return state_of(
        field({"3016": "16oh"}, active="decourcy attack", bluff=sorted(waiting), **more)
    )


@pytest.mark.rule(
    "chickasaw_bayou:17.6j.1",
    "chickasaw_bayou:17.6j.2",
    "chickasaw_bayou:17.6j.3",
    "chickasaw_bayou:17.6j.4",
    "chickasaw_bayou:17.6j.5",
    "chickasaw_bayou:17.6j.7",
)
def test_each_hex_that_counts_calls_a_unit() -> None:
    state = bluff()
    between = sorted(BETWEEN_ROWS)
    calm = [hex for hex in between if _far(hex)]
    rows = [hex for hex in sorted(SECOND_ROW) if _far(hex)]
    umpire = enter(state, "16oh", calm[0], 2)
    assert umpire.events[-1].rules == ("chickasaw_bayou:17.6j.2",)
    assert len(state.bluff) == 3
    assert [*state.due.values()] == [(7, "5718")]
    # Ground between the rows counts once.
    enter(state, "16oh", calm[1])
    cited = ("chickasaw_bayou:17.6j.3", "chickasaw_bayou:17.6j.4", "chickasaw_bayou:17.6j.5")
    for rule, hex in zip(cited, rows[:3], strict=True):
        umpire = enter(state, "16oh", hex, 1)
        assert umpire.events[-1].rules == (rule,)
        enter(state, "16oh", calm[0])
        enter(state, "16oh", hex)
    assert state.bluff == ()
    assert len(state.due) == 4


def _far(hex: str) -> bool:
    """Farther than three hexes from the pike, and not in water."""
    return min(GRID.distance(hex, pike) for pike in SNYDERS_PIKE) > 3


@pytest.mark.rule("chickasaw_bayou:17.6j.6")
def test_near_the_pike_all_of_them_are_called() -> None:
    state = bluff()
    near = next(
        hex
        for hex in sorted(GRID.hexes)
        if min(GRID.distance(hex, pike) for pike in SNYDERS_PIKE) == 3
    )
    umpire = enter(state, "16oh", near, 4, 3, 2, 1)
    assert told(umpire.events).count("UnitCalled") == 4
    assert (state.bluff, len(state.due)) == ((), 4)


@pytest.mark.rule("chickasaw_bayou:17.6j.1", "blind_swords:1.6.1")
def test_the_union_does_not_learn_who_was_called() -> None:
    state = bluff()
    calm = next(hex for hex in sorted(BETWEEN_ROWS) if _far(hex))
    umpire = enter(state, "16oh", calm, 2)
    event = umpire.events[-1]
    unseen = event.seen_by("union")
    assert unseen is not None
    assert unseen.text().startswith("A unit is called from Snyder's Bluff")
    assert [*snyders_bluff.unseen(state, "union")] == [*state.due]
    assert not [*snyders_bluff.unseen(state, "confederate")]
    dealt = {tuple(fog.reshuffle(state, "union", Random(seed)).due) for seed in range(20)}
    assert len(dealt) > 1
    assert {tuple(fog.reshuffle(state, "confederate", Random(1)).due)} == {tuple(state.due)}


# Victory


def judged(units: dict[str, str], scenario: str, turn: int, **more: Any) -> tuple[str, str]:
    """The level and its rule, the last turn being over."""
    battle = field(
        units,
        agenda=[{"type": "NextTurn"}],
        scenario=scenario,
        turn=turn,
        phase="D",
        **more,
    )
    assert battle.result is not None
    return battle.result.level, battle.result.rule


@pytest.mark.rule(
    "chickasaw_bayou:17.1f.1",
    "chickasaw_bayou:17.1f.2",
    "chickasaw_bayou:17.1f.3",
    "chickasaw_bayou:17.1f.4",
    "chickasaw_bayou:17.2d",
)
def test_points_of_the_landing_zone() -> None:
    rule = "chickasaw_bayou:17.1f.4"
    start = {"3206": "confederate", "3010": "confederate"}
    units = {"3902": "16oh", "3204": "46ms-a"}
    assert judged(units, LANDING, 5, control=start) == ("major CSA", rule)
    one = start | {"3010": "union"}
    assert judged(units, LANDING, 5, control=one) == ("minor USA", rule)
    assert judged(units, LANDING, 5, control=one, states={"22ky": {"box": "2"}}) == ("draw", rule)
    lost = {"22ky": {"fate": "eliminated"}, "54in": {"box": "available"}}
    assert judged(units, LANDING, 5, control=one, states=lost) == ("minor CSA", rule)
    number = state_of(landing()).game.roster.number
    back = [number["46ms-a"]]
    assert judged(units, LANDING, 5, control=one, rebuilt=back) == ("major USA", rule)
    # The hypothetical plan gives the Confederates two points.
    assert judged(units, "aggressive-plan", 5, control=one) == ("minor CSA", rule)


@pytest.mark.rule(
    "chickasaw_bayou:17.3g.1",
    "chickasaw_bayou:17.3g.2",
    "chickasaw_bayou:17.3g.3",
    "chickasaw_bayou:17.4g.1",
    "chickasaw_bayou:17.4g.2",
    "chickasaw_bayou:17.4g.3",
    "chickasaw_bayou:17.5e.1",
    "chickasaw_bayou:17.5e.2",
    "chickasaw_bayou:17.5e.3",
    "chickasaw_bayou:17.6k.1",
    "chickasaw_bayou:17.6k.2",
    "chickasaw_bayou:17.6k.3",
)
@pytest.mark.parametrize(
    "scenario, turn, trenches, timber, level, rule",
    [
        ("blakes-levee", 10, ["4717"], 0, "decisive Union", "17.3g.1"),
        ("blakes-levee", 10, [], 1, "marginal Union", "17.3g.2"),
        ("blakes-levee", 10, [], 0, "decisive Confederate", "17.3g.3"),
        ("missed-opportunity", 22, ["4717", "3719"], 0, "decisive Union", "17.4g.1"),
        ("missed-opportunity", 22, ["4717"], 0, "marginal Union", "17.4g.2"),
        ("missed-opportunity", 22, [], 5, "decisive Confederate", "17.4g.3"),
        ("prelude", 16, ["4717", "3719", "3619"], 0, "decisive Union", "17.5e.1"),
        ("prelude", 16, ["4717", "3719"], 0, "marginal Union", "17.5e.2"),
        ("prelude", 16, ["4717"], 0, "decisive Confederate", "17.5e.3"),
        ("grand-assault", 13, ["3022"], 0, "decisive Union", "17.6k.1"),
        ("grand-assault", 13, ["3719", "3619"], 0, "marginal Union", "17.6k.2"),
        ("grand-assault", 13, ["3719"], 0, "decisive Confederate", "17.6k.3"),
    ],
)
def test_trenches_decide(
    scenario: str, turn: int, trenches: list[str], timber: int, level: str, rule: str
) -> None:
    units = {"4812": "76oh", "4816": "46ms-b"}
    control = dict.fromkeys(trenches, "union")
    found = judged(units, scenario, turn, control=control, timber_removed=timber)
    assert found == (level, f"chickasaw_bayou:{rule}")


@pytest.mark.rule("chickasaw_bayou:17.6l.1", "chickasaw_bayou:17.6l.2", "chickasaw_bayou:17.6m")
@pytest.mark.rule("chickasaw_bayou:17.6n", "chickasaw_bayou:17.6o.1")
def test_variants_change_the_set_up() -> None:
    plain = state_of(longroll.new("chickasaw_bayou", "grand-assault", seed=1))
    options = {"race_course": True, "yazoo_river": True, "missouri": True, "levee": True}
    state = state_of(longroll.new("chickasaw_bayou", "grand-assault", seed=1, options=options))
    number = state.game.roster.number
    assert state.due[number["77il"]] == (1, "1007")
    assert state.due[number["61tn"]] == (4, "1025")
    assert state.due[number["118il"]] == (1, "3900")
    assert number["77il"] not in plain.due
    assert (plain.hex_of(number["30mo"]), state.hex_of(number["30mo"])) == ("3213", "3917")
    assert state.hex_of(number["76oh"]) == "4812"


@pytest.mark.rule("chickasaw_bayou:17.6s.13", "chickasaw_bayou:17.6j.1")
def test_the_set_up_of_the_grand_assault() -> None:
    state = state_of(longroll.new("chickasaw_bayou", "grand-assault", seed=1))
    assert len(state.bluff) == 4
    assert state.casualties == {"ml-smith"}
    assert {*state.control.values()} == {"confederate"}
    assert len(state.control) == len([*victory.objectives(state)])


@pytest.mark.rule("chickasaw_bayou:17.3a")
def test_nobody_leaves_the_area_of_play() -> None:
    battle = field({"4312": "76oh"}, active="hovey maneuver", step="move", scenario="blakes-levee")
    play(battle, "move 76oh")
    outside = [hex for hex in GRID.adjacent["4312"] if hex < "4300"]
    assert outside
    for hex in outside:
        assert "blind_swords:10.1.1" in refused(battle, f"to {hex}")


@pytest.mark.rule("chickasaw_bayou:17.6o.4")
def test_the_levee_variant_goes_with_others() -> None:
    options = {"levee": True, "missouri": True}
    state = state_of(longroll.new("chickasaw_bayou", "grand-assault", seed=1, options=options))
    number = state.game.roster.number
    assert (state.hex_of(number["13il"]), state.hex_of(number["30mo"])) == ("4216", "3917")
    options = {"levee": True, "yazoo_river": True}
    state = state_of(longroll.new("chickasaw_bayou", "grand-assault", seed=1, options=options))
    assert state.due[number["131il"]] == (1, "3900")
