"""On the table: charges declared, met and moved, and the nerves of both sides."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from longroll.board.table.terrain import piece
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.kernel.event import Line
from longroll.miniatures.approach import Way, goal_of
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.casualties import hurt
from longroll.systems.mckie.charge import approach, charging
from longroll.systems.mckie.charge.events import ChargeMoved, MoraleTested, UnitLost
from longroll.systems.mckie.command import radius
from longroll.systems.mckie.morale import rules as morale
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.orders.rules import Pile, Written
from longroll.systems.mckie.retreat import ring
from longroll.systems.mckie.sequence import PERIOD, BeginStep
from longroll.systems.mckie.table import field as measured
from longroll.systems.mckie.table.state import Charge, State
from tests.rulebook.mckie.field import SYSTEM, Fight, battery, field, lay, orders, position, troops

BOTH = (BeginStep("charges_first"), BeginStep("charges_second"))
MOVES = (charging.MoveCharges("union"), charging.MoveCharges("confederate"))
TESTS = (BeginStep("chargers_test"), BeginStep("receivers_test"), BeginStep("fatigue"))
#: Faces of the average die: 1 is a 2, 3 a 3, 5 a 4, 6 a 5.
TWO, THREE, FOUR, FIVE = 1, 3, 5, 6


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def ours(x: float = 20, y: float = 20, heading: float = 0, **more: Any) -> Unit:
    return troops("union", x, y, heading, **more)


def enemy(x: float = 20, y: float = 14, heading: float = 180, **more: Any) -> Unit:
    return troops("confederate", x, y, heading, **more)


def declared(u1: Unit, c1: Unit, *dice: int, **more: Any) -> Fight:
    """A battle in which the Union may charge."""
    return field({"u1": u1, "c1": c1}, *BOTH, *MOVES, BeginStep("firing"), dice=dice, **more)


def said(battle: Fight) -> list[str]:
    assert battle.decision is not None
    return [str(one) for one in battle.decision.choices]


def rules_against(battle: Fight, order: str) -> set[str]:
    return {one.rule for one in battle.why_not(order)}


def last_test(battle: Fight) -> MoraleTested:
    return [event for event in battle.past.events if isinstance(event, MoraleTested)][-1]


def offered(u1: Unit, c1: Unit, **more: Any) -> bool:
    """Whether the Union is asked about that charge at all."""
    state = position({"u1": u1, "c1": c1}, **more)
    return [str(one) for one in charging.candidates(state, "u1")] == ["charge u1 c1"]


def why_not(u1: Unit, c1: Unit, **more: Any) -> set[str]:
    state = position({"u1": u1, "c1": c1}, **more)
    return {one.rule for one in charging.bars_to_charge(state, "union", "u1", "c1", None)}


# The order of the period


@pytest.mark.rule(
    "mckie:period.4",
    "mckie:period.5",
    "mckie:period.6",
    "mckie:period.7",
    "mckie:period.9",
    "mckie:period.10",
    "mckie:period.11",
    "mckie:period.13",
    "mckie:newper.2b",
    "mckie:newper.2c",
)
def test_the_steps_of_a_charge_come_in_the_order_of_the_book() -> None:
    slugs = [step.slug for step in PERIOD]
    order = [
        "compulsory",
        "charges_first",
        "charges_second",
        "moves_first",
        "moves_second",
        "firing",
        "chargers_test",
        "receivers_test",
        "melee",
        "fatigue",
        "melee_results",
        "other_morale",
    ]
    assert [slug for slug in slugs if slug in order] == order


@pytest.mark.rule("mckie:period.4", "mckie:period.5")
def test_the_first_army_declares_before_the_other() -> None:
    units = {"u1": ours(), "c1": enemy(), "c2": enemy(30), "u2": ours(30)}
    battle = field(units, *BOTH, first="confederate", dice=(FIVE, FIVE))
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    battle.play("done")
    assert battle.decision.side == "union"


# The test before charging


@pytest.mark.rule("mckie:morale.when.1", "mckie:morale.result.4")
def test_a_charge_that_passes_its_test_is_made() -> None:
    battle = declared(ours(), enemy(), FIVE)
    assert orders(battle) == ["charge u1 c1"]
    battle.play("charge u1 c1")
    assert last_test(battle).reasons == ("before_charge",)
    assert last_test(battle).score == 5 + 1 + 1
    unit = battle.state.units["u1"]
    # One inch from the enemy's front, whose stands begin at 14 in.
    assert (unit.x, unit.y, unit.heading) == (2000, 1500, 0)
    assert {"charged"} <= unit.did
    assert {"advanced", "tried_charge"} <= unit.felt
    assert unit.done


@pytest.mark.rule("mckie:morale.when.1", "mckie:morale.result.1a")
def test_a_charge_that_fails_its_test_is_not_made() -> None:
    battle = declared(ours(quality="raw"), enemy(), TWO)
    battle.play("charge u1 c1")
    assert last_test(battle).score == 3
    assert battle.state.charges == ()
    assert battle.state.units["u1"].y == 2000
    assert "charged" not in battle.state.units["u1"].did
    # It has had its test: nobody asks again.
    assert why_not(battle.state.units["u1"], enemy()) >= {"mckie:morale.when.1"}


@pytest.mark.rule("mckie:morale.result.m3b")
def test_a_unit_that_breaks_as_it_is_told_to_charge_retreats() -> None:
    broken = ours(quality="raw", figures=24, original=40)
    worn = replace(broken, figures=7, formation="line")
    battle = declared(worn, enemy(), TWO)
    battle.play("charge u1 c1")
    # 2, advancing +1, eight tenths lost and less than half left.
    assert last_test(battle).score == 2 + 1 - 8 - 1
    assert battle.state.units["u1"].standing == "retreating"


# What bars a charge


@pytest.mark.rule("mckie:fat.nocharge")
def test_the_fatigued_do_not_charge() -> None:
    assert why_not(ours(fatigued=True), enemy()) == {"mckie:fat.nocharge"}


@pytest.mark.rule("mckie:period.14n2")
def test_a_bad_end_of_last_period_bars_charging() -> None:
    assert why_not(ours(last_score=3), enemy()) == {"mckie:period.14n2"}
    assert offered(ours(last_score=4), enemy())


@pytest.mark.rule("mckie:rate.skirm", "mckie:rate.fart", "mckie:rate.wagon")
def test_skirmishers_guns_and_wagons_do_not_charge() -> None:
    assert why_not(ours(formation="skirmish", figures=6), enemy()) == {"mckie:rate.skirm"}
    limbered = battery("union", 20, 20, formation="limbered")
    assert why_not(limbered, enemy()) == {"mckie:rate.fart"}
    wagon = ours(arm="wagon", formation="column", figures=1)
    assert why_not(wagon, enemy()) == {"mckie:rate.wagon"}


@pytest.mark.rule("mckie:morale.result.m3b")
def test_the_broken_do_not_charge() -> None:
    assert why_not(ours(standing="routing"), enemy()) == {"mckie:morale.result.m3b"}


@pytest.mark.rule("mckie:period.5n")
def test_nobody_counter_charges() -> None:
    battle = declared(ours(), enemy(), FIVE)
    battle.play("charge u1 c1")
    # The other army was not asked: its only unit is charged.
    state = battle.state
    assert {"mckie:period.5n"} == {
        one.rule for one in charging.bars_to_charge(state, "confederate", "c1", "u1", None)
    }


@pytest.mark.rule("mckie:cmd.5")
def test_a_brigade_out_of_command_charges_only_when_it_is_roused() -> None:
    far = General(title="F", side="union", role="division", divisions=("d",), x=5000, y=4500)
    battle = declared(ours(division="d"), enemy(), FOUR, FIVE, generals={"f": far})
    assert orders(battle) == ["rouse u1"]
    assert rules_against(battle, "charge u1 c1") == {"mckie:cmd.5"}
    battle.play("rouse u1")
    assert orders(battle) == ["charge u1 c1"]


@pytest.mark.rule("mckie:cmd.5")
def test_a_brigade_that_rolls_no_four_stays() -> None:
    far = General(title="F", side="union", role="division", divisions=("d",), x=5000, y=4500)
    battle = declared(ours(division="d"), enemy(), FIVE, generals={"f": far})
    battle.play("rouse u1")
    # The other army is asked next.
    assert battle.decision is not None
    assert battle.decision.side == "confederate"


@pytest.mark.rule("mckie:ord.advance", "mckie:ord.attack", "mckie:ord.defend")
@pytest.mark.parametrize("word, bars", [("ATTACK", False), ("ADVANCE", True), ("DEFEND", False)])
def test_orders_let_a_division_charge_or_not(word: Any, bars: bool) -> None:
    near = General(
        title="N", side="union", role="division", divisions=("d",), x=2000, y=2200, ratings="-/G"
    )
    orders = {"n": Pile("division", (Written(word, "the hill"),), active=True)}
    barred = why_not(
        ours(division="d"),
        enemy(),
        generals={"n": near},
        orders=orders,
        options={"generalship": True},
    )
    assert bool(barred) == bars


@pytest.mark.rule("mckie:ord.defend")
def test_a_defender_does_not_charge_beyond_the_ground_it_holds() -> None:
    near = General(
        title="N", side="union", role="division", divisions=("d",), x=2000, y=2250, ratings="-/P"
    )
    orders = {"n": Pile("division", (Written("DEFEND", "the hill"),), active=True)}
    barred = why_not(
        ours(division="d", y=21),
        enemy(),
        generals={"n": near},
        orders=orders,
        options={"generalship": True},
    )
    assert "mckie:ord.defend" in barred


@pytest.mark.rule("mckie:ord.auto.defend")
def test_a_division_on_the_march_defends_itself_when_it_is_charged() -> None:
    chief = General(
        title="C", side="confederate", role="division", divisions=("e",), x=2000, y=1200
    )
    mine = General(title="M", side="union", role="division", divisions=("d",), x=2000, y=2200)
    orders = {
        "c": Pile("division", (Written("ADVANCE", "the hill"),), active=True),
        "m": Pile("division", (Written("ATTACK", "the hill"),), active=True),
    }
    battle = declared(
        ours(division="d"),
        enemy(division="e"),
        FIVE,
        generals={"c": replace(chief, ratings="-/G"), "m": replace(mine, ratings="-/G")},
        orders=orders,
        options={"generalship": True},
    )
    battle.play("charge u1 c1")
    assert radius.order_of(battle.state, "c1") == "DEFEND"
    assert radius.order_of(battle.state, "u1") == "ATTACK"


# The way


@pytest.mark.rule("mckie:rate.foot", "mckie:rate.cav", "mckie:move.max")
def test_a_charge_reaches_as_far_as_rate_and_bonus() -> None:
    # Fronts 8 in apart: the reach of a line to contact.
    assert offered(ours(y=22), enemy())
    assert not offered(ours(y=22.01), enemy())
    assert why_not(ours(y=22.5), enemy()) == {"mckie:move.max"}
    assert offered(ours(y=24, formation="attack_column", figures=36), enemy())
    assert offered(ours(y=30, arm="cavalry", figures=12), enemy())


@pytest.mark.rule("mckie:terr.contour")
def test_a_contour_shortens_a_charge(monkeypatch: pytest.MonkeyPatch) -> None:
    hill = piece("hill", "hill", (1000, 1800), (3000, 1800), (3000, 2500), (1000, 2500), level=1)
    lay(monkeypatch, [hill])
    # Down the hill: one inch of the eight is lost.
    assert offered(ours(y=21), enemy())
    assert not offered(ours(y=21.01), enemy())


def test_a_charge_wheels_once_towards_its_target() -> None:
    battle = declared(ours(x=15, figures=8), enemy(x=20), FIVE)
    battle.play("charge u1 c1")
    unit = battle.state.units["u1"]
    assert 0 < unit.heading < 900
    assert measured.gap(unit, battle.state.units["c1"]) == 100


def test_a_player_may_give_the_wheel() -> None:
    battle = declared(ours(), enemy(), FIVE)
    battle.play("charge u1 c1 left 10")
    assert battle.state.units["u1"].heading == 3500
    assert rules_against(declared(ours(), enemy()), "charge u1 c1 left") == {"mckie:period.4"}


@pytest.mark.rule("mckie:pass.4")
def test_friends_in_the_way_bar_a_charge() -> None:
    units = {"u1": ours(), "u2": ours(y=18), "c1": enemy()}
    battle = field(units, *BOTH, dice=(FIVE,))
    assert orders(battle) == ["charge u2 c1"]
    assert rules_against(battle, "charge u1 c1") == {"mckie:pass.4"}


@pytest.mark.rule("mckie:move.1inch")
def test_enemies_in_the_way_bar_a_charge_on_those_behind() -> None:
    units = {"u1": ours(), "c1": enemy(), "c2": enemy(y=17)}
    battle = field(units, *BOTH, dice=(FIVE,))
    assert orders(battle) == ["charge u1 c2"]


def test_a_charge_comes_at_its_target_with_its_front() -> None:
    # Beside the unit, facing the same way: no wheel brings the front to it.
    assert not offered(ours(), enemy(x=28, y=20, heading=0))


def test_a_charge_needs_to_see_its_target(monkeypatch: pytest.MonkeyPatch) -> None:
    wood = piece("dense_woods", "wood", (1000, 1100), (3000, 1100), (3000, 1900), (1000, 1900))
    lay(monkeypatch, [wood])
    assert "mckie:vis.dense.1" in why_not(ours(), enemy(y=15))


@pytest.mark.rule("mckie:bua.5")
def test_formed_troops_assault_the_edge_of_a_town(monkeypatch: pytest.MonkeyPatch) -> None:
    town = piece("built_up", "town", (1000, 1000), (3000, 1000), (3000, 1400), (1000, 1400))
    lay(monkeypatch, [town])
    battle = declared(ours(), enemy(formation="extended", figures=12), FIVE)
    battle.play("charge u1 c1")
    assert battle.state.units["u1"].y == 1500


def test_limbers_keep_nobody_off_the_guns() -> None:
    battle = declared(ours(y=20), battery("confederate", 20, 14, 0), FIVE)
    battle.play("charge u1 c1")
    battle.play("stand")
    # The guns are 1.75 in deep.
    assert battle.state.units["u1"].y == 1400 + 175 + 100
    (charge,) = battle.state.charges
    assert charge.struck == "flank"


# What the test counts


def ledger(state: State, id: str, *reasons: Any) -> dict[str, int]:
    lines: list[Line] = morale.lines(testing.facts(state, id, reasons))
    return {line.rule.partition(".factor.")[2]: line.value for line in lines}


@pytest.mark.rule("mckie:morale.factor.chargeflank", "mckie:morale.factor.chargefatigued")
def test_a_charge_on_a_tired_flank() -> None:
    battle = declared(ours(), enemy(heading=0, y=14, fatigued=True), FIVE)
    battle.play("charge u1 c1")
    factors = {line.rule: line.value for line in last_test(battle).ledger()}
    assert factors["mckie:morale.factor.chargeflank"] == 2
    assert factors["mckie:morale.factor.chargefatigued"] == 1


@pytest.mark.rule("mckie:morale.factor.noenemy")
def test_enemies_count_within_20_inches() -> None:
    far = position({"u1": ours(y=40), "c1": enemy(y=19.5)})
    assert ledger(far, "u1", "losses")["noenemy"] == 3
    near = position({"u1": ours(y=40), "c1": enemy(y=20)})
    assert "noenemy" not in ledger(near, "u1", "losses")


@pytest.mark.rule("mckie:morale.factor.noenemy")
def test_enemies_that_are_not_seen_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    wood = piece("dense_woods", "wood", (0, 1500), (6000, 1500), (6000, 1800), (0, 1800))
    lay(monkeypatch, [wood])
    state = position({"u1": ours(), "c1": enemy(y=10)})
    assert ledger(state, "u1", "losses")["noenemy"] == 3


@pytest.mark.rule("mckie:morale.factor.friends", "mckie:morale.when.5")
def test_friends_in_flight_count_within_8_inches() -> None:
    units = {
        "u1": ours(),
        "u2": ours(x=33.9, standing="routing"),
        "u3": ours(x=6, standing="retreating"),
        "u4": ours(x=20, y=28.86, standing="routing"),
        "u5": ours(x=20, y=24),
        "c1": enemy(),
    }
    # 7.9 in, 8 in, 8.11 in; the last does not flee.
    assert ledger(position(units), "u1", "losses")["friends"] == -2


@pytest.mark.rule("mckie:morale.factor.cover")
def test_a_wall_steadies(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, [piece("wall", "wall", (1500, 1980), (2500, 1980), width=10)])
    state = position({"u1": ours(), "c1": enemy()})
    assert ledger(state, "u1", "receive_charge")["cover"] == 1


@pytest.mark.rule("mckie:morale.factor.general")
def test_a_general_of_the_chain_steadies() -> None:
    chief = General(title="G", side="union", role="division", divisions=("d",), joined="u1")
    state = position({"u1": ours(division="d"), "c1": enemy()}, generals={"g": chief})
    assert ledger(state, "u1", "losses")["general"] == 1
    state.change("u1", division="other")
    assert "general" not in ledger(state, "u1", "losses")


@pytest.mark.rule("mckie:morale.factor.tenpercent", "mckie:form.skirm.5")
def test_the_losses_of_a_screen_count_for_its_unit() -> None:
    screen = ours(y=17, formation="skirmish", figures=2, original=6, parent="u1")
    units = {"u1": ours(figures=18, original=24), "u1s": screen, "c1": enemy()}
    # 20 of 24 are left: one tenth.
    assert ledger(position(units), "u1", "losses")["tenpercent"] == -1


@pytest.mark.rule("mckie:form.skirm.4")
def test_a_screen_tests_as_a_unit_of_its_own() -> None:
    screen = ours(y=17, formation="skirmish", figures=3, original=6, parent="u1")
    units = {"u1": ours(figures=18, original=24), "u1s": screen, "c1": enemy()}
    assert ledger(position(units), "u1s", "losses")["tenpercent"] == -5


@pytest.mark.rule(
    "mckie:morale.factor.artillery",
    "mckie:morale.factor.passed",
    "mckie:morale.factor.flanked",
    "mckie:morale.factor.wonmelee",
    "mckie:morale.factor.advancing",
)
def test_what_happened_to_a_unit_this_period_counts() -> None:
    felt: frozenset[Any] = frozenset(
        ("under_artillery_fire", "passed_through", "struck_flank", "won_melee", "advanced")
    )
    state = position({"u1": ours(felt=felt), "c1": enemy()})
    assert ledger(state, "u1", "losses") == {
        "experienced": 1,
        "artillery": -1,
        "passed": -2,
        "flanked": -2,
        "wonmelee": 2,
        "advancing": 1,
    }


# Responses


def charged_flank(gap: float, *dice: int, **more: Any) -> Fight:
    """Infantry that is charged in the rear from so many inches."""
    battle = declared(ours(y=14.75 + gap), enemy(heading=0, **more), *dice)
    battle.play("charge u1 c1")
    return battle


@pytest.mark.rule("mckie:resp.1")
def test_who_is_charged_in_front_stands() -> None:
    battle = declared(ours(), enemy(), FIVE)
    battle.play("charge u1 c1")
    (charge,) = battle.state.charges
    assert (charge.response, charge.struck) == ("stand", "front")


@pytest.mark.rule("mckie:resp.2", "mckie:resp.3")
def test_who_is_charged_behind_may_turn_in_time() -> None:
    battle = charged_flank(2.01, FIVE)
    assert said(battle) == ["stand", "turn"]
    battle.play("turn")
    (charge,) = battle.state.charges
    assert (charge.response, charge.struck) == ("turn", "front")
    assert battle.state.units["c1"].heading == 1800


@pytest.mark.rule("mckie:resp.2")
def test_a_charge_from_near_by_leaves_no_time_to_turn() -> None:
    # 2 in are exactly a quarter of the reach of 8.
    battle = charged_flank(2, FIVE)
    (charge,) = battle.state.charges
    assert (charge.response, charge.struck) == ("stand", "flank")


@pytest.mark.rule("mckie:resp.2", "mckie:terr.contour")
@pytest.mark.parametrize("far, turns", [(1.75, False), (1.76, True)])
def test_a_contour_on_the_way_shortens_the_reach(
    monkeypatch: pytest.MonkeyPatch, far: float, turns: bool
) -> None:
    # A quarter of the 7 in that are left of 8. (MK-M32)
    hill = piece("hill", "hill", (0, 0), (6000, 0), (6000, 1500), (0, 1500), level=1)
    lay(monkeypatch, [hill])
    battle = charged_flank(far, FIVE)
    (charge,) = battle.state.charges
    assert (charge.response == "") is turns


@pytest.mark.rule("mckie:resp.2")
def test_who_has_no_room_does_not_turn() -> None:
    # Struck in flank: the wings of a line that faced left would stand among its friends.
    units = {
        "u1": ours(x=10, y=16, heading=90, figures=8),
        "c1": enemy(x=20, y=16, heading=0),
        "c2": enemy(x=20, y=14.5, heading=0),
        "c3": enemy(x=20, y=17.5, heading=0),
    }
    battle = field(units, *BOTH, dice=(FIVE,))
    battle.play("charge u1 c1")
    assert [one.response for one in battle.state.charges] == ["stand"]


@pytest.mark.rule("mckie:resp.4", "mckie:resp.5", "mckie:form.skirm.7")
def test_skirmishers_retire_12_inches_facing_away() -> None:
    battle = declared(ours(), enemy(formation="skirmish", figures=8), FIVE)
    battle.play("charge u1 c1")
    assert said(battle) == ["stand", "evade"]
    battle.play("evade")
    unit = battle.state.units["c1"]
    depth = measured.layout_of(unit).frame.depth
    # Faced about it begins where its rear was.
    assert (unit.heading, unit.y) == (0, 1400 - depth - 1200)
    assert "retired" in unit.did
    # Out of reach: the charger stands at the end of its reach.
    assert battle.state.units["u1"].y == 1200
    assert battle.state.charges == ()


@pytest.mark.rule("mckie:resp.4")
def test_a_line_does_not_evade() -> None:
    battle = charged_flank(4, FIVE)
    assert rules_against(battle, "evade") == {"mckie:resp.4"}


@pytest.mark.rule("mckie:resp.7", "mckie:resp.8")
@pytest.mark.parametrize("arm, inches", [("cavalry", 18), ("dismounted_cavalry", 9)])
def test_cavalry_evades_at_the_line_double_rate(arm: Any, inches: int) -> None:
    battle = declared(ours(y=36), enemy(y=30, arm=arm, figures=12), FIVE)
    before = measured.ground_of(battle.state.units["c1"]).centre
    battle.play("charge u1 c1")
    battle.play("evade")
    after = measured.ground_of(battle.state.units["c1"]).centre
    assert before.y - after.y == inches * 10000


@pytest.mark.rule("mckie:resp.8", "mckie:man.mount")
def test_dismounted_cavalry_runs_back_to_its_horses_and_mounts() -> None:
    battle = declared(ours(y=36), enemy(y=30, arm="dismounted_cavalry", figures=12), FIVE)
    start = battle.state.units["c1"]
    battle.play("charge u1 c1")
    assert said(battle) == ["stand", "evade", "remount"]
    battle.play("remount")
    unit = battle.state.units["c1"]
    assert (unit.arm, unit.formation, unit.holders, unit.heading) == ("cavalry", "line", 0, 0)
    # Mounting takes a quarter of the period: three quarters of 9 in are left to run.
    turned = measured.facing_away(start)
    assert turned.point.y - unit.y == 675
    assert "retired" in unit.did
    assert battle.state.charges == ()


@pytest.mark.rule("mckie:resp.8", "mckie:form.dism.3")
def test_nobody_mounts_without_horses_or_room() -> None:
    on_foot = enemy(y=30, arm="dismounted_cavalry", figures=12)
    astray = declared(ours(y=36), replace(on_foot, holders=1), FIVE)
    astray.play("charge u1 c1")
    assert rules_against(astray, "remount") == {"mckie:form.dism.3"}
    foot = declared(ours(), enemy(formation="skirmish", figures=8), FIVE)
    foot.play("charge u1 c1")
    assert rules_against(foot, "remount") == {"mckie:resp.8"}
    # Friends so close on either side leave room for men, and none for horses.
    beside = {
        "c2": enemy(x=15, y=22, figures=24, arm="cavalry", formation="column"),
        "c3": enemy(x=25, y=22, figures=24, arm="cavalry", formation="column"),
    }
    units = {"u1": ours(y=36), "c1": on_foot, **beside}
    crowded = field(units, *BOTH, *MOVES, BeginStep("firing"), dice=(FIVE,))
    crowded.play("charge u1 c1")
    crowded.play("remount")
    assert list(SYSTEM.faults(crowded.state)) == []


# Hidden troops


def unseen(units: dict[str, Unit], *dice: int) -> Fight:
    return field(
        units,
        *BOTH,
        BeginStep("moves_first"),
        dice=dice,
        options={"hidden": "umpire"},
        spotted=frozenset({"u1", "c1"}),
    )


@pytest.mark.rule("mckie:hidden.umpire.1", "mckie:resp.2")
def test_what_a_charged_unit_may_do_tells_nothing_of_troops_it_has_not_seen() -> None:
    units = {
        "u1": ours(x=20, y=13.5, heading=270),
        "c1": enemy(x=13, y=14),
        # Where the Confederates would turn to.
        "u2": ours(x=13, y=15.6, figures=4),
    }
    battle = unseen(units, FIVE)
    battle.play("charge u1 c1")
    assert said(battle) == ["stand", "turn"]
    battle.play("turn")
    state = battle.state
    assert state.units["c1"].heading == 1800
    assert [one.response for one in state.charges] == ["stand"]
    assert "u2" in state.spotted
    assert list(SYSTEM.faults(state)) == []


@pytest.mark.rule("mckie:hidden.umpire.1", "mckie:hidden.umpire.2")
def test_a_charge_brings_to_light_what_it_comes_to_see() -> None:
    units = {"u1": ours(), "c1": enemy(), "c2": enemy(x=32, y=10)}
    battle = unseen(units, FIVE)
    battle.play("charge u1 c1")
    assert "c2" in battle.state.spotted


@pytest.mark.rule("mckie:resp.6")
def test_gun_crews_leave_their_guns_and_the_charge_takes_them() -> None:
    battle = declared(ours(), battery("confederate", 20, 14, 180), FIVE)
    battle.play("charge u1 c1")
    battle.play("evade")
    crew = battle.state.units["c1"]
    assert crew.arm == "artillery_crew"
    assert battle.state.guns == {}
    assert battle.state.units["u1"].y == 1400
    assert crew.y < 400


@pytest.mark.rule("mckie:resp.6")
def test_crews_that_leave_their_guns_stand_on_nobody() -> None:
    # Twelve crewmen abreast are wider than three guns, and friends stand close beside them.
    units = {
        "u1": ours(),
        "c1": battery("confederate", 20, 14, 180, models=3),
        "c2": enemy(x=15.4, figures=24),
        "c3": enemy(x=24.6, figures=24),
    }
    battle = field(units, *BOTH, *MOVES, BeginStep("firing"), dice=(FIVE,))
    battle.play("charge u1 c1")
    battle.play("evade")
    assert list(SYSTEM.faults(battle.state)) == []


@pytest.mark.rule("mckie:form.skirm.6")
def test_a_charged_screen_forms_up_with_its_unit_and_the_charge_goes_on_to_that() -> None:
    screen = enemy(y=16, formation="skirmish", figures=4, parent="c1")
    units = {"u1": ours(), "c1": enemy(figures=20, original=24), "c1s": screen}
    battle = field(units, *BOTH, *MOVES, BeginStep("firing"), dice=(FIVE,))
    battle.play("charge u1 c1s")
    battle.play("evade")
    assert battle.state.units["c1"].figures == 24
    assert battle.state.units["c1s"].place == "gone"
    (charge,) = battle.state.charges
    assert (charge.unit, charge.target) == ("u1", "c1")
    assert battle.state.units["u1"].y == 1500


@pytest.mark.rule("mckie:form.skirm.8")
def test_evaders_who_are_caught_are_struck_from_behind() -> None:
    # Friends behind the skirmishers leave them no room.
    units = {
        "u1": ours(y=19),
        "c1": enemy(formation="skirmish", figures=8),
        "c2": enemy(y=3, figures=32),
        "c3": enemy(y=4.2, figures=32),
    }
    lying = [replace(units["c2"], y=y, title=f"W{y}") for y in range(120, 1320, 90)]
    units = {"u1": units["u1"], "c1": units["c1"]} | {f"w{at}": one for at, one in enumerate(lying)}
    battle = field(units, *BOTH, *MOVES, BeginStep("firing"), dice=(FIVE,))
    battle.play("charge u1 c1")
    battle.play("evade")
    # Those behind could charge through the skirmishers.
    battle.play("done")
    (charge,) = battle.state.charges
    assert (charge.response, charge.struck) == ("evade", "rear")


@pytest.mark.rule("mckie:period.6")
def test_a_charge_on_a_charger_finds_it_where_it_went() -> None:
    units = {"u1": ours(), "c1": enemy(), "c2": enemy(x=28, y=15.5, heading=270, figures=8)}
    battle = field(units, *BOTH, *MOVES, BeginStep("firing"), dice=(FIVE, FIVE))
    battle.play("charge u1 c1")
    battle.play("charge c2 u1")
    while any(one.response == "" for one in battle.state.charges):
        battle.play("stand")
    charge = battle.state.charge_of("c2")
    assert charge is not None
    assert charge.struck == "flank"
    assert measured.gap(battle.state.units["c2"], battle.state.units["u1"]) == 100
    moved = [event for event in battle.past.events if isinstance(event, ChargeMoved)]
    assert [event.arrived for event in moved] == [True, True]


# Steps 9 and 10


def before_tests(u1: Unit, c1: Unit, *dice: int, struck: Any = "front", **more: Any) -> Fight:
    """A charge that stands at 1 in, with its tests to come."""
    charge = Charge("u1", "c1", (), 500, struck, "stand")
    return field({"u1": u1, "c1": c1}, *TESTS, BeginStep("firing"), dice=dice, charges=(charge,))


def close(**more: Any) -> Unit:
    return ours(y=15, did=frozenset({"charged"}), **more)


HIT: Any = frozenset({"lost_figures"})


@pytest.mark.rule("mckie:period.9", "mckie:morale.when.3", "mckie:morale.factor.chargehit")
def test_chargers_that_were_hit_test() -> None:
    # Charger: 5, +1, +1 advancing, -1 hit. Receiver: 5, +1. Then the dice for fatigue.
    battle = before_tests(close(felt=HIT), enemy(), FIVE, FIVE, 10)
    tests = [event for event in battle.past.events if isinstance(event, MoraleTested)]
    assert [(event.reasons, event.score) for event in tests] == [
        (("charger_hit",), 6),
        (("receive_charge",), 6),
    ]
    assert "tested_when_hit" in battle.state.units["u1"].felt
    assert not battle.state.charges[0].halted


@pytest.mark.rule("mckie:morale.when.3")
def test_chargers_that_were_not_hit_do_not_test() -> None:
    battle = before_tests(close(), enemy(), FIVE, 10)
    assert last_test(battle).reasons == ("receive_charge",)
    tests = [event for event in battle.past.events if isinstance(event, MoraleTested)]
    assert len(tests) == 1


@pytest.mark.rule("mckie:morale.result.1b", "mckie:morale.result.0b")
def test_a_charger_that_loses_heart_halts_and_nobody_has_to_receive_it() -> None:
    battle = before_tests(close(felt=HIT, quality="raw"), enemy(), TWO, 10)
    assert last_test(battle).score == 2
    assert battle.state.charges[0].halted
    assert battle.state.units["u1"].y == 1500


@pytest.mark.rule("mckie:period.10", "mckie:morale.when.2", "mckie:morale.result.m3a")
def test_who_cannot_stand_a_charge_routs_at_once() -> None:
    worn = enemy(quality="raw", figures=12, original=24)
    # 2, five tenths lost: -3.
    battle = before_tests(close(), worn, TWO, 10, 10)
    unit = battle.state.units["c1"]
    assert last_test(battle).score == -3
    assert unit.standing == "routing"
    assert unit.y < 500
    assert battle.state.charges[0].halted


@pytest.mark.rule("mckie:morale.factor.flanked", "mckie:morale.when.2")
def test_a_charge_in_the_flank_shakes_whoever_receives_it() -> None:
    battle = before_tests(close(), enemy(heading=90), FIVE, 10, 10, struck="flank")
    factors = {line.rule: line.value for line in last_test(battle).ledger()}
    assert factors["mckie:morale.factor.flanked"] == -2
    assert "attacked_in_flank_or_rear" in battle.state.units["c1"].did


@pytest.mark.rule("mckie:morale.factor.skirmcharged", "mckie:morale.result.0c")
def test_skirmishers_may_have_to_retire() -> None:
    thin = enemy(formation="skirmish", figures=6, original=8)
    # 2, +1, -1 charged as skirmishers, -2 for a quarter lost: 0.
    battle = before_tests(close(), thin, TWO, 10, 10)
    assert last_test(battle).score == 0
    assert last_test(battle).result == "retire"
    assert "retired" in battle.state.units["c1"].did
    assert battle.state.units["c1"].y < 300


# Losses, and being surrounded


@pytest.mark.rule("mckie:rem.strength", "mckie:rem.stand")
def test_losses_leave_figures_and_stands() -> None:
    state = position({"u1": ours(), "c1": enemy()})
    assert hurt.lose(state, "u1", 5, Umpire(Scripted(()))) == 5
    unit = state.units["u1"]
    assert (unit.figures, unit.original) == (19, 24)
    assert measured.figures_by_stand(unit) == (4, 4, 4, 4, 3)
    assert "lost_figures" in unit.felt


@pytest.mark.rule("mckie:rem.gun3")
def test_a_battery_loses_the_crew_of_its_last_gun() -> None:
    state = position({"u1": battery("union", 20, 20, models=2), "c1": enemy()})
    hurt.lose(state, "u1", 3, Umpire(Scripted(())))
    assert (state.units["u1"].crews, state.units["u1"].figures) == ((4, 1), 5)


@pytest.mark.rule("mckie:rem.strength", "mckie:loss.3")
def test_a_unit_without_figures_is_gone() -> None:
    state, umpire = position({"u1": ours(figures=3)}), Umpire(Scripted(()))
    assert hurt.lose(state, "u1", 2, umpire, captured=4) == 3
    assert (state.units["u1"].place, state.units["u1"].captured) == ("gone", 1)
    assert isinstance(umpire.events[-1], UnitLost)


def test_losses_never_widen_a_formation() -> None:
    for formation, figures, front in (("attack_column", 36, 0), ("supported_line", 24, 4)):
        whole = ours(formation=formation, figures=figures, front=front)
        frame = measured.layout_of(whole).frame
        for left in range(1, figures):
            part = measured.layout_of(replace(whole, figures=left)).frame
            assert part.width <= frame.width
            assert part.depth <= frame.depth


@pytest.mark.rule("mckie:morale.result.m3d", "mckie:morale.result.m7c")
def test_a_unit_is_surrounded_when_every_way_is_barred() -> None:
    box = {
        "c1": enemy(x=20, y=17, figures=32),
        "c2": enemy(x=20, y=24, heading=0, figures=32),
        "c3": enemy(x=15.2, y=20.4, heading=90, figures=24),
        "c4": enemy(x=24.8, y=20.4, heading=270, figures=24),
    }
    inside = {"u1": ours(figures=8, y=20)}
    assert ring.is_surrounded(position({**inside, **box}), "u1")
    del box["c4"]
    assert not ring.is_surrounded(position({**inside, **box}), "u1")


def test_the_way_of_a_charge_is_measured_to_contact() -> None:
    state = position({"u1": ours(), "c1": enemy()})
    way = approach.way_to(state, "u1", goal_of(state, "c1"))
    assert isinstance(way, Way)
    assert (way.cost, way.reach) == (600, 800)
