"""On the table: units in flight, breaking and rallying, guns left behind."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from longroll.board.table import Piece
from longroll.board.table.terrain import piece
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Scripted
from longroll.kernel.event import Event
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.charge.events import MoraleTested
from longroll.systems.mckie.fire import guns
from longroll.systems.mckie.fire.facts import bars_to_fire
from longroll.systems.mckie.morale import other_tests
from longroll.systems.mckie.morale import results as morale_results
from longroll.systems.mckie.morale import rules as morale
from longroll.systems.mckie.retreat import retreating
from longroll.systems.mckie.retreat.events import Fled, Surrendered
from longroll.systems.mckie.sequence import PERIOD, BeginStep, EndPeriod
from longroll.systems.mckie.table import field as measured
from longroll.systems.mckie.table.state import Contact, Guns, State
from longroll.systems.mckie.words import SIDES, Formation, Side
from tests.rulebook.mckie.field import SYSTEM, battery, field, lay, position, troops

WOOD = piece("dense_woods", "wood", (1000, 2200), (4000, 2200), (4000, 3000), (1000, 3000))
TOWN = piece("built_up", "town", (1500, 2050), (2500, 2050), (2500, 3000), (1500, 3000))


FORMATIONS: tuple[Formation, ...] = ("line", "column", "supported_line", "skirmish")


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def after(
    units: dict[str, Unit], *steps: Ask | Do, dice: Sequence[int] = (), **more: Any
) -> tuple[State, list[Event]]:
    """What some steps make of these units, and what they tell."""
    state = position(units, **more)
    umpire = Umpire(Scripted(dice))
    state.agenda = list(reversed(steps))
    while state.agenda:
        step = state.agenda.pop()
        assert isinstance(step, Do)
        step.run(state, umpire)
    return state, umpire.events


def enemy(x: float = 20, y: float = 14, **more: Any) -> Unit:
    return troops("confederate", x, y, 180, **more)


def fled(events: Sequence[Event]) -> Fled:
    (event,) = (event for event in events if isinstance(event, Fled))
    return event


# The compulsory moves


@pytest.mark.rule("mckie:period.3")
@pytest.mark.rule("mckie:morale.result.m3b")
@pytest.mark.rule("mckie:man.faceaway")
def test_a_retreating_unit_runs_the_column_double_rate_straight_away() -> None:
    units = {"u1": troops("union", 20, 20, standing="retreating"), "c1": enemy()}
    state, events = after(units, BeginStep("compulsory"))
    assert fled(events).distance == 1200
    # Faced about for nothing: the whole move is made, and its front is to the south.
    assert state.units["u1"].heading == 1800
    assert (state.units["u1"].x, state.units["u1"].y) == (2000, 2000 + 75 + 1200)
    assert "retreated" in state.units["u1"].did


@pytest.mark.rule("mckie:period.3")
def test_the_moves_of_both_sides_come_after_the_initiative_and_before_charges() -> None:
    slugs = [step.slug for step in PERIOD]
    assert slugs[0] == "initiative"
    assert slugs.index("compulsory") < min(
        (place for place, slug in enumerate(slugs) if "charge" in slug), default=len(slugs)
    )
    units = {
        "u1": troops("union", 20, 30, standing="retreating"),
        "c1": enemy(20, 10, standing="routing"),
        "c2": enemy(40, 10),
    }
    state = position(units)
    assert retreating.compulsory(state) == [retreating.Flee("u1"), retreating.Flee("c1")]


@pytest.mark.rule("mckie:morale.result.m7a")
def test_each_army_runs_for_its_own_edge() -> None:
    units = {"u1": troops("union", 20, 24), "c1": enemy(20, 18, standing="routing")}
    state, _ = after(units, retreating.Flee("c1"))
    assert state.units["c1"].y < 1800 - 1100


@pytest.mark.rule("mckie:terr.flight")
def test_ground_does_not_slow_flight(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, [WOOD])
    units = {"u1": troops("union", 20, 20, standing="retreating"), "c1": enemy()}
    state, events = after(units, retreating.Flee("u1"))
    assert fled(events).distance == 1200
    assert "dense_woods" in state.units["u1"].grounds


@pytest.mark.rule("mckie:terr.dense.1")
def test_horses_run_round_a_dense_wood(monkeypatch: pytest.MonkeyPatch) -> None:
    wood = piece("dense_woods", "wood", (1900, 2600), (2400, 2600), (2400, 3000), (1900, 3000))
    lay(monkeypatch, [wood])
    rider = troops("union", 20, 20, arm="cavalry", figures=4, standing="retreating")
    state, events = after({"u1": rider, "c1": enemy()}, retreating.Flee("u1"))
    assert fled(events).distance == 2400 or state.units["u1"].y < 2600
    assert measured.ground_under(state, state.units["u1"]) == "open"
    assert state.units["u1"].heading != 1800


@pytest.mark.rule("mckie:rate.siege")
@pytest.mark.rule("mckie:morale.result.m3b")
def test_siege_guns_do_not_double_even_in_flight() -> None:
    guns = battery(
        "union", 20, 20, arm="siege_artillery", formation="limbered", standing="retreating"
    )
    _, events = after({"u1": guns, "c1": enemy()}, retreating.Flee("u1"))
    assert fled(events).distance == 600


@pytest.mark.rule("mckie:morale.result.m7a")
def test_routers_leave_the_table_and_are_gone() -> None:
    units = {"u1": troops("union", 20, 40, standing="routing", lost_heart=True), "c1": enemy()}
    state, events = after(units, retreating.Flee("u1"))
    assert fled(events).off_table
    assert (state.units["u1"].place, state.units["u1"].fate) == ("gone", "routed off the field")


@pytest.mark.rule("mckie:morale.result.m7a")
def test_a_general_with_a_unit_that_runs_off_the_table_stays_behind_at_its_edge() -> None:
    routs = troops("union", 20, 45, figures=16, standing="routing", broke=1, lost_heart=True)
    chief = General(title="G", side="union", role="division", joined="u1")
    state, _ = after({"u1": routs, "c1": enemy()}, retreating.Flee("u1"), generals={"g": chief})
    assert state.units["u1"].place == "gone"
    general = state.commanders["g"]
    assert (general.place, general.joined, general.x, general.y) == ("table", "", 2000, 4600)
    assert list(SYSTEM.faults(state)) == []


@pytest.mark.rule("mckie:morale.result.m3b")
def test_a_retreat_ends_at_the_edge_of_the_table() -> None:
    units = {"u1": troops("union", 20, 44, standing="retreating"), "c1": enemy()}
    state, events = after(units, retreating.Flee("u1"))
    assert state.units["u1"].place == "table"
    assert fled(events).distance == 325
    assert list(SYSTEM.faults(state)) == []


@pytest.mark.rule("mckie:morale.result.m7a")
def test_who_has_lost_heart_takes_the_shortest_way_whoever_is_near() -> None:
    units = {
        "u1": troops("union", 20, 20, standing="routing", lost_heart=True),
        "u2": troops("union", 40, 20, standing="routing"),
        "c1": enemy(15, 16),
        "c2": enemy(35, 16),
    }
    state, _ = after(units, retreating.Flee("u1"), retreating.Flee("u2"))
    assert state.units["u1"].heading == 1800
    # The other one is driven aside by the enemy at its flank.
    assert 1200 <= state.units["u2"].heading < 1800


@pytest.mark.rule("mckie:morale.result.m3b")
def test_an_enemy_on_the_way_home_drives_nobody_into_the_enemy_army() -> None:
    units = {
        "u1": troops("union", 20, 20, figures=8, standing="retreating"),
        "c1": troops("confederate", 20, 28, 0, figures=8),
    }
    state, _ = after(units, retreating.Flee("u1"))
    assert state.units["u1"].y > 2000


def test_flight_goes_round_enemies_and_never_within_an_inch() -> None:
    units = {
        "u1": troops("union", 20, 20, figures=8, standing="retreating"),
        "c1": enemy(20, 14),
        "c2": troops("confederate", 20, 26, 0, figures=8),
    }
    state, events = after(units, retreating.Flee("u1"))
    assert fled(events).distance == 1200
    assert measured.gap(state.units["u1"], state.units["c2"]) >= 100
    assert state.units["u1"].y > 2300


@pytest.mark.rule("mckie:morale.factor.passed")
def test_friends_that_are_run_through_feel_it_and_nobody_stands_on_another() -> None:
    units = {
        "u1": troops("union", 20, 20, standing="routing", broke=3),
        "u2": troops("union", 20, 26),
        "u3": troops("union", 20, 33),
        "c1": enemy(),
    }
    state, events = after(units, retreating.Flee("u1"))
    assert fled(events).passed == ("U2",)
    assert "passed_through" in state.units["u2"].felt
    assert "passed_through" not in state.units["u3"].felt
    assert list(SYSTEM.faults(state)) == []


@pytest.mark.rule("mckie:morale.factor.passed")
def test_it_counts_in_the_test_of_the_same_period() -> None:
    units = {
        "u1": troops("union", 20, 20, standing="routing", broke=3),
        "u2": troops("union", 20, 30),
        "c1": enemy(),
    }
    _, events = after(units, retreating.Flee("u1"), other_tests.TestTheOthers(), dice=[3])
    (test,) = (event for event in events if isinstance(event, MoraleTested))
    assert -2 in [line.value for line in test.lines if line.rule == "mckie:morale.factor.passed"]


@pytest.mark.rule("mckie:bua.4")
def test_flight_through_a_town_disorders_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, [TOWN])
    units = {"u1": troops("union", 20, 20, standing="retreating"), "c1": enemy()}
    state, events = after(units, retreating.Flee("u1"))
    assert fled(events).distance == 1200
    assert state.units["u1"].fatigued
    state = position({"u1": troops("union", 20, 21), "c1": enemy()})
    retreating.fall_back(state, "u1", 300, facing_enemy=True)
    assert state.units["u1"].fatigued


@pytest.mark.rule("mckie:morale.result.m3d")
@pytest.mark.rule("mckie:morale.result.m7c")
@pytest.mark.parametrize("standing", ["retreating", "routing"])
def test_a_surrounded_unit_surrenders(standing: Any) -> None:
    ring = {
        "c1": troops("confederate", 20, 17, 180),
        "c2": troops("confederate", 20, 24, 0),
        "c3": troops("confederate", 17.2, 20.5, 90),
        "c4": troops("confederate", 22.8, 20.5, 270),
    }
    unit = troops("union", 20, 20, figures=8, standing=standing)
    state, events = after({"u1": unit, **ring}, retreating.Flee("u1"))
    (event,) = events
    assert isinstance(event, Surrendered)
    assert event.figures == 8
    assert (state.units["u1"].place, state.units["u1"].captured) == ("gone", 8)
    rule = "mckie:morale.result.m3d" if standing == "retreating" else "mckie:morale.result.m7c"
    assert event.rules == (rule,)
    del ring["c4"]
    state, _ = after({"u1": unit, **ring}, retreating.Flee("u1"))
    assert state.units["u1"].place == "table"


@pytest.mark.rule("mckie:form.skirm.5")
def test_a_screen_that_surrenders_is_a_loss_of_its_unit() -> None:
    screen = troops("union", 20, 20, figures=4, formation="skirmish", parent="u1")
    state = position({"u1": troops("union", 20, 30), "u1s": screen})
    retreating.surrender(state, "u1s", Umpire(Scripted(())), ())
    assert "lost_figures" in state.units["u1"].felt


def test_a_general_with_a_unit_that_leaves_stays_on_the_table() -> None:
    general = General(title="Crocker", side="union", role="division", joined="u1")
    units = {"u1": troops("union", 20, 40, standing="routing", lost_heart=True), "c1": enemy()}
    state, _ = after(units, retreating.Flee("u1"), generals={"crocker": general})
    assert state.commanders["crocker"].joined == ""
    assert list(SYSTEM.faults(state)) == []


# Guns


@pytest.mark.rule("mckie:morale.result.m3e")
@pytest.mark.rule("mckie:man.limber")
def test_a_retreating_battery_limbers_first_for_half_its_move() -> None:
    units = {"u1": battery("union", 20, 20, standing="retreating"), "c1": enemy(20, 10)}
    state, events = after(units, retreating.Flee("u1"))
    assert fled(events).limbered
    assert fled(events).distance == 600
    assert state.units["u1"].formation == "limbered"


def result_of(state: State, id: str, score: int, **situation: Any) -> morale_results.MoraleResult:
    arm = state.units[id].arm
    return morale_results.verdict(score, morale_results.Situation(arm=arm, **situation))


@pytest.mark.rule("mckie:morale.result.m7d")
@pytest.mark.rule("mckie:resp.6")
def test_a_routed_battery_leaves_its_guns_and_the_enemy_may_take_them() -> None:
    state = position({"u1": battery("union", 20, 20, models=2), "c1": enemy(20, 10)})
    umpire = Umpire(Scripted(()))
    retreating.carry_out(state, "u1", result_of(state, "u1", -7), umpire)
    assert state.units["u1"].arm == "artillery_crew"
    assert state.guns["u1"].models == 2
    retreating.flee(state, "u1", umpire)
    assert state.units["u1"].y > 3000
    assert list(SYSTEM.faults(state)) == []
    guns.settle(state, umpire)
    assert "u1" in state.guns
    state.put("c1", troops("confederate", 20, 19.99, 180).pose)
    guns.settle(state, umpire)
    assert state.guns == {}


@pytest.mark.rule("mckie:morale.result.m3e")
def test_a_charged_battery_that_breaks_cannot_limber() -> None:
    state = position({"u1": battery("union", 20, 20), "c1": enemy(20, 10)})
    umpire = Umpire(Scripted(()))
    retreating.carry_out(state, "u1", result_of(state, "u1", -4, being_charged=True), umpire)
    assert "u1" in state.guns
    state = position({"u1": battery("union", 20, 20), "c1": enemy(20, 10)})
    retreating.carry_out(state, "u1", result_of(state, "u1", -4), umpire)
    assert state.guns == {}


@pytest.mark.rule("mckie:resp.6")
def test_a_crew_without_guns_fires_nothing() -> None:
    state = position({"u1": battery("union", 20, 20), "c1": enemy(20, 10)})
    assert list(bars_to_fire(state, "u1")) == []
    guns.abandon(state, "u1", Umpire(Scripted(())))
    assert "mckie:resp.6" in [refusal.rule for refusal in bars_to_fire(state, "u1")]


@pytest.mark.rule("mckie:resp.6")
def test_a_steady_crew_near_its_guns_mans_them_again() -> None:
    crew = troops(
        "union", 20, 23, arm="artillery_crew", figures=6, formation="skirmish", original=8
    )
    left = Guns("field_artillery", 2, 2000, 2000, 0)
    state = position({"u1": crew, "c1": enemy(20, 10)}, guns={"u1": left})
    umpire = Umpire(Scripted(()))
    guns.settle(state, umpire)
    assert "u1" in state.guns  # more than an inch off
    state.put("u1", troops("union", 20, 22.5).pose)
    state.mark("u1", did=("retired",))
    guns.settle(state, umpire)
    assert "u1" in state.guns  # it has only just run
    state.change("u1", did=frozenset())
    guns.settle(state, umpire)
    assert state.guns == {}
    manned = state.units["u1"]
    assert (manned.arm, manned.formation, manned.crews) == ("field_artillery", "unlimbered", (4, 2))
    assert (manned.x, manned.y) == (2000, 2000)


# Giving ground


@pytest.mark.rule("mckie:melee.res.7")
@pytest.mark.rule("mckie:melee.res.2")
def test_a_unit_falls_back_with_its_front_to_the_enemy_or_away() -> None:
    units = {"u1": troops("union", 20, 20), "c1": enemy(20, 20)}
    state = position(units)
    assert retreating.fall_back(state, "u1", 300, facing_enemy=True) == 300
    assert (state.units["u1"].y, state.units["u1"].heading) == (2300, 0)
    assert "retired" in state.units["u1"].did
    state = position(units)
    assert retreating.fall_back(state, "u1", 300, facing_enemy=False, enemies=["c1"]) == 300
    assert state.units["u1"].heading == 1800


@pytest.mark.rule("mckie:morale.factor.passed")
def test_only_flight_shakes_the_friends_it_goes_through() -> None:
    units = {
        "u1": troops("union", 20, 20),
        "u2": troops("union", 20, 20.9, figures=4),
        "c1": enemy(20, 20),
    }
    state = position(units)
    assert retreating.fall_back(state, "u1", 300, facing_enemy=True) == 300
    assert state.units["u2"].felt == frozenset()


def test_falling_back_ends_clear_of_friends() -> None:
    units = {"u1": troops("union", 20, 20), "u2": troops("union", 20, 23), "c1": enemy(20, 20)}
    state = position(units)
    assert 0 < retreating.fall_back(state, "u1", 300, facing_enemy=True) < 300
    assert list(SYSTEM.faults(state)) == []


# Breaking and rallying


@pytest.mark.rule("mckie:morale.result.m3a")
def test_a_unit_routed_in_melee_runs_at_once_and_is_out_of_it() -> None:
    units = {"u1": troops("union", 20, 20, standing="steady"), "c1": enemy(20, 20)}
    state = position(units, contacts=(Contact("c1", "u1", "front", 3),))
    result = result_of(state, "u1", -3, in_melee=True)
    retreating.carry_out(state, "u1", result, Umpire(Scripted(())), at_once=True)
    assert state.units["u1"].standing == "routing"
    assert state.contacts == ()
    assert measured.gap(state.units["u1"], state.units["c1"]) > 1000


@pytest.mark.rule("mckie:morale.result.m7b")
def test_only_the_worst_score_takes_heart_away() -> None:
    for score, lost in ((-7, True), (-6, False)):
        state = position({"u1": troops("union", 20, 20), "c1": enemy()})
        result = result_of(state, "u1", score, in_melee=True)
        retreating.carry_out(state, "u1", result, Umpire(Scripted(())))
        assert state.units["u1"].standing == "routing"
        assert state.units["u1"].lost_heart is lost


def morale_of(units: dict[str, Unit], *dice: int, **more: Any) -> tuple[State, list[MoraleTested]]:
    state, events = after(units, other_tests.TestTheOthers(), dice=dice, **more)
    return state, [event for event in events if isinstance(event, MoraleTested)]


@pytest.mark.rule("mckie:period.14")
@pytest.mark.rule("mckie:morale.when.7")
def test_who_lost_figures_tests_unless_that_was_tested_in_the_charge() -> None:
    hit: dict[str, Any] = {"felt": frozenset({"lost_figures"}), "figures": 20, "original": 24}
    units = {"u1": troops("union", 20, 20, **hit), "u2": troops("union", 40, 20), "c1": enemy()}
    state, tests = morale_of(units, 3)
    assert [(test.unit, test.reasons) for test in tests] == [("u1", ("losses",))]
    assert state.units["u1"].last_score == tests[0].score
    units["u1"] = troops(
        "union",
        20,
        20,
        figures=20,
        original=24,
        felt=frozenset({"lost_figures", "tested_when_hit"}),
    )
    assert morale_of(units)[1] == []


@pytest.mark.rule("mckie:period.14n1")
def test_nobody_tests_twice_in_the_last_two_steps() -> None:
    felt = frozenset({"lost_figures", "lost_melee", "tested"})
    units = {"u1": troops("union", 20, 20, figures=20, original=24, felt=felt), "c1": enemy()}
    assert morale_of(units)[1] == []


@pytest.mark.rule("mckie:morale.when.5")
@pytest.mark.rule("mckie:morale.factor.friends")
def test_friends_in_rout_shake_those_who_see_them_within_eight_inches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def units(gap: float) -> dict[str, Unit]:
        routs = troops("union", 20, 20 + 0.75 + gap, figures=8, standing="routing", broke=3)
        return {"u1": troops("union", 20, 20), "u2": routs, "c1": enemy(20, 10)}

    (test,) = morale_of(units(8), 3)[1]
    assert (test.unit, test.reasons) == ("u1", ("friends_routing",))
    assert -1 in [line.value for line in test.lines if line.rule == "mckie:morale.factor.friends"]
    assert morale_of(units(8.02))[1] == []
    wood = piece("dense_woods", "wood", (1500, 2200), (2500, 2200), (2500, 2700), (1500, 2700))
    lay(monkeypatch, [wood])
    assert morale_of(units(8))[1] == []


def test_friends_that_only_retreat_are_no_reason() -> None:
    units = {
        "u1": troops("union", 20, 20),
        "u2": troops("union", 20, 24, standing="retreating", broke=3),
        "c1": enemy(20, 10),
    }
    assert morale_of(units)[1] == []


@pytest.mark.rule("mckie:morale.when.6")
@pytest.mark.rule("mckie:morale.result.m3c")
def test_a_unit_tests_to_rally_after_its_first_period_of_flight() -> None:
    def units(broke: int) -> dict[str, Unit]:
        return {"u1": troops("union", 20, 20, standing="retreating", broke=broke), "c1": enemy()}

    assert morale_of(units(3))[1] == []
    hit = replace(units(3)["u1"], felt=frozenset({"lost_figures"}))
    assert morale_of({**units(3), "u1": hit})[1] == []  # losses do not rally it sooner
    state, (test,) = morale_of(units(2), 6)
    assert test.reasons == ("rally",)
    assert test.score == 5 + 1 - 2
    assert (state.units["u1"].standing, state.units["u1"].broke) == ("steady", 0)


@pytest.mark.rule("mckie:morale.result.m3c")
def test_it_stops_on_minus_two_and_goes_on_below() -> None:
    def after_score(wanted: int) -> Unit:
        # Raw troops: die 2, retreating -2, and a tenth of their strength lost for each point.
        lost = -wanted
        unit = troops(
            "union",
            20,
            20,
            quality="raw",
            figures=20 - 2 * lost,
            original=20,
            standing="retreating",
            broke=1,
        )
        state, (test,) = morale_of({"u1": unit, "c1": enemy()}, 1)
        assert test.score == wanted
        return state.units["u1"]

    assert after_score(-2).standing == "steady"
    assert after_score(-3).standing == "retreating"
    assert after_score(-3).broke == 1


@pytest.mark.rule("mckie:morale.result.m7b")
def test_who_lost_heart_tests_only_with_a_general_of_its_chain() -> None:
    unit = troops("union", 20, 20, standing="routing", lost_heart=True, broke=1, division="crocker")
    units = {"u1": unit, "c1": enemy()}
    general = General(title="G", side="union", role="division", joined="u1", divisions=("crocker",))
    stranger = General(title="S", side="union", role="division", joined="u1", divisions=("other",))
    assert morale_of(units)[1] == []
    assert morale_of(units, generals={"s": stranger})[1] == []
    state, (test,) = morale_of(units, 6, generals={"g": general})
    assert test.reasons == ("rally",)
    assert not state.units["u1"].lost_heart
    # Routing, but not for good: it may try each period.
    units["u1"] = troops("union", 20, 20, standing="routing", broke=1)
    assert len(morale_of(units, 6)[1]) == 1


@pytest.mark.rule("mckie:melee.res.5")
def test_all_factors_of_all_reasons_count_in_the_one_test() -> None:
    felt = frozenset({"lost_figures", "under_artillery_fire", "struck_flank"})
    units = {
        "u1": troops("union", 20, 20, figures=20, original=24, felt=felt),
        "u2": troops("union", 20, 26, standing="routing", broke=3),
        "c1": enemy(),
    }
    (test,) = morale_of(units, 3)[1]
    assert test.reasons == ("friends_routing", "losses")
    assert {line.rule for line in test.lines} == {
        "mckie:morale.test.1",
        "mckie:morale.factor.experienced",
        "mckie:morale.factor.artillery",
        "mckie:morale.factor.tenpercent",
        "mckie:morale.factor.friends",
        "mckie:morale.factor.flanked",
    }


@pytest.mark.rule("mckie:morale.when.5")
def test_who_breaks_in_this_step_shakes_others_in_the_next_period_only() -> None:
    broken = troops(
        "union", 20, 20, quality="raw", figures=2, original=24, felt=frozenset({"lost_figures"})
    )
    units = {"u1": broken, "u2": troops("union", 28, 20), "c1": enemy()}
    state, tests = morale_of(units, 1)
    assert [test.unit for test in tests] == ["u1"]
    assert state.units["u1"].standing == "routing"


@pytest.mark.rule("mckie:period.14n2")
def test_a_bad_score_bars_charges_in_the_next_period_and_no_longer() -> None:
    hit = troops(
        "union", 20, 20, quality="raw", figures=20, original=24, felt=frozenset({"lost_figures"})
    )
    state, (test,) = morale_of({"u1": hit, "c1": enemy()}, 1)
    assert test.score < morale.CHARGES_FROM
    umpire = Umpire(Scripted(()))
    EndPeriod().run(state, umpire)
    state.period += 1
    assert morale.bars_to_charge(state.units["u1"].last_score)
    EndPeriod().run(state, umpire)
    assert not morale.bars_to_charge(state.units["u1"].last_score)


def test_wagons_have_no_nerves() -> None:
    wagon = troops(
        "union",
        20,
        24,
        arm="wagon",
        figures=1,
        formation="column",
        felt=frozenset({"lost_figures"}),
    )
    units = {"u1": wagon, "u2": troops("union", 20, 20, standing="routing", broke=3), "c1": enemy()}
    assert morale_of(units)[1] == []


# Anything at all


@pytest.mark.parametrize("seed", range(40))
def test_flight_from_anywhere_leaves_a_sound_table(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(seed)
    pieces: list[Piece] = [WOOD] if seed % 3 == 0 else [TOWN] if seed % 3 == 1 else []
    lay(monkeypatch, pieces)
    units: dict[str, Unit] = {}
    for number in range(14):
        side: Side = chance.choice(SIDES)
        x, y, turn = chance.uniform(2, 58), chance.uniform(2, 46), chance.randrange(360)
        more: dict[str, Any] = {
            "standing": chance.choice(["steady", "retreating", "routing"]),
            "lost_heart": chance.random() < 0.3,
        }
        kind = chance.randrange(4)
        if kind == 0:
            unit = battery(side, x, y, turn, models=chance.randint(1, 3), **more)
        elif kind == 1:
            unit = troops(side, x, y, turn, arm="cavalry", figures=12, **more)
        else:
            formation = chance.choice(FORMATIONS)
            unit = troops(side, x, y, turn, formation=formation, figures=16, **more)
        trial = position({**units, f"x{number}": unit})
        if not list(SYSTEM.faults(trial)):
            units[f"x{number}"] = unit
    state = position(units)
    umpire = Umpire(Scripted(()))
    for _ in range(4):
        for id in state.present():
            if state.units[id].standing in ("retreating", "routing"):
                retreating.Flee(id).run(state, umpire)
            else:
                retreating.fall_back(state, id, 300, facing_enemy=seed % 2 == 0)
            assert list(SYSTEM.faults(state)) == []
    assert all(event.text() and event.rules for event in umpire.events)


def test_a_period_with_flight_is_played_from_the_start() -> None:
    units = {"u1": troops("union", 20, 30, standing="retreating", broke=2), "c1": enemy(20, 10)}
    battle: Battle = field(units, BeginStep("compulsory"), EndPeriod(), dice=[1, 2])
    assert any(isinstance(event, Fled) for event in battle.log())
