"""Allowance, formations and movement: sections 18, 19, 34, 38 to 53."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from longroll.systems.honor_glory import going, layouts, marching, rates
from longroll.systems.honor_glory.charges import Charge, bars_to_charge
from longroll.systems.honor_glory.going import Go, bars_to_manoeuvre, manoeuvred
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.rates import MOVEMENT, Mover, rate
from longroll.systems.honor_glory.weapons import gun_named
from longroll.systems.honor_glory.words import Arm, Formation
from tests.rulebook.honor_glory.table import position, refused, regiment
from tests.rulebook.honor_glory.troops import COLONEL, dice, foot, gun, horse, rules
from tests.vectors import honor_glory

LINE = Mover("infantry", "line")
COLUMN = Mover("infantry", "column")
RIDERS = Mover("cavalry", "line")


def battery(reach: str = "medium", formation: Formation = "deployed", team: bool = True) -> Mover:
    return Mover("artillery", formation, gun_named(f"{reach}_rifled"), None, team)


def played(*actions: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """A go of a unit on a table of its own, of infantry in line unless the facts say otherwise."""
    situation = {"op": "movement", "arm": "infantry", "formation": "line", "activations": 1}
    return honor_glory.run({"situation": {**situation, **facts, "actions": list(actions)}})


def left_after(*actions: dict[str, Any], **facts: Any) -> Any:
    """What is left of the allowance, in per cent; None if the actions are not allowed."""
    return played(*actions, **facts)["percent_left"]


# Bases and formations


@pytest.mark.rule("honor_glory:1.basing", "honor_glory:5.width", "honor_glory:5.table")
def test_base_sizes_for_three_groups_of_figures() -> None:
    assert layouts.base_size("infantry", "6mm") == (250, 200)
    assert layouts.base_size("infantry") == (400, 300)
    assert layouts.base_size("horse_limber", "28mm") == (600, 1600)
    widths = {
        figures: {size[figures][0] for kind, size in layouts.BASES.sizes.items() if kind != "unit"}
        for figures in ("6mm", "15mm", "28mm")
    }
    assert widths == {"6mm": {250}, "15mm": {400}, "28mm": {600}}


@pytest.mark.rule(
    "honor_glory:1.level",
    "honor_glory:3.base",
    "honor_glory:3.unit.1",
    "honor_glory:15.infregt",
    "honor_glory:15.cavregt",
    "honor_glory:15.four",
)
@pytest.mark.parametrize("arm", ["infantry", "cavalry"])
def test_a_regiment_has_four_bases(arm: Arm) -> None:
    assert len(layouts.layout(arm, "line")) == 4
    assert len(layouts.layout(arm, "column")) == 4


@pytest.mark.rule(
    "honor_glory:3.unit.2",
    "honor_glory:5.art",
    "honor_glory:17.deployed",
    "honor_glory:17.limbered",
)
def test_a_battery_has_one_base_for_action_and_one_for_the_road() -> None:
    assert layouts.footprint(layouts.layout("artillery", "deployed")) == (400, 500)
    assert layouts.footprint(layouts.layout("artillery", "limbered", "horse")) == (400, 1000)
    assert len(layouts.layout("artillery", "deployed")) == 1


@pytest.mark.parametrize(
    "arm, formation, size",
    [
        pytest.param(
            "infantry", "line", (1600, 300), marks=pytest.mark.rule("honor_glory:18.infline")
        ),
        pytest.param(
            "infantry", "skirmish", (1600, 600), marks=pytest.mark.rule("honor_glory:18.skirm")
        ),
        pytest.param(
            "infantry", "column", (400, 1200), marks=pytest.mark.rule("honor_glory:18.infcol")
        ),
        pytest.param(
            "cavalry", "line", (1600, 300), marks=pytest.mark.rule("honor_glory:18.cavline")
        ),
        pytest.param(
            "cavalry", "column", (400, 1200), marks=pytest.mark.rule("honor_glory:18.cavcol")
        ),
    ],
)
def test_how_wide_and_deep_a_formation_is(
    arm: Arm, formation: Formation, size: tuple[int, int]
) -> None:
    assert layouts.footprint(layouts.layout(arm, formation)) == size


@pytest.mark.rule("honor_glory:19.1", "honor_glory:3.unit.3")
def test_the_order_of_the_bases() -> None:
    def places(formation: Formation) -> list[tuple[int, int]]:
        return [(base.right, base.behind) for base in layouts.layout("infantry", formation)]

    assert places("line") == [(0, 0), (400, 0), (800, 0), (1200, 0)]
    assert places("column") == [(0, 0), (0, 300), (0, 600), (0, 900)]
    assert places("skirmish") == [(0, 0), (400, 300), (800, 0), (1200, 300)]


# The movement table


@pytest.mark.rule("honor_glory:41.0")
@pytest.mark.parametrize(
    "mover, country, road",
    [
        pytest.param(LINE, 10, 10, marks=pytest.mark.rule("honor_glory:41.infline")),
        pytest.param(
            Mover("infantry", "skirmish"), 15, 15, marks=pytest.mark.rule("honor_glory:41.skirm")
        ),
        pytest.param(COLUMN, 20, 25, marks=pytest.mark.rule("honor_glory:41.infcol")),
        pytest.param(RIDERS, 30, 30, marks=pytest.mark.rule("honor_glory:41.cavline")),
        pytest.param(
            Mover("cavalry", "column"), 40, 50, marks=pytest.mark.rule("honor_glory:41.cavcol")
        ),
        pytest.param(
            Mover("artillery", "limbered", gun_named("short_rifled"), "horse"),
            30,
            38,
            marks=pytest.mark.rule("honor_glory:41.horse"),
        ),
        pytest.param(
            Mover("artillery", "limbered", gun_named("short_rifled"), "field"),
            10,
            12,
            marks=pytest.mark.rule("honor_glory:41.field"),
        ),
        pytest.param(
            Mover("artillery", "limbered", gun_named("20 pdr Parrott")),
            5,
            8,
            marks=pytest.mark.rule("honor_glory:41.slow"),
        ),
        pytest.param(battery("short"), 10, 12, marks=pytest.mark.rule("honor_glory:41.mshort")),
        pytest.param(battery("medium"), 5, 8, marks=pytest.mark.rule("honor_glory:41.mmed")),
        pytest.param(
            Mover("team", "limbered"), 40, 50, marks=pytest.mark.rule("honor_glory:41.limber")
        ),
        pytest.param(
            Mover("wagon", "column"), 20, 25, marks=pytest.mark.rule("honor_glory:41.wagon")
        ),
        pytest.param(
            Mover("commander", "line"), 50, 62, marks=pytest.mark.rule("honor_glory:41.cmd")
        ),
    ],
)
def test_every_rate(mover: Mover, country: int, road: int) -> None:
    assert rate(mover) == country * CM
    assert rate(mover, road=True) == road * CM


@pytest.mark.rule("honor_glory:41.mlong")
def test_a_long_gun_cannot_be_manhandled() -> None:
    assert rate(battery("long")) is None
    long = {"arm": "artillery", "formation": "deployed", "gun": "long_rifled"}
    assert left_after({"do": "move", "cm": 1}, **long) is None


@pytest.mark.rule("honor_glory:41.1.1")
def test_the_ready_reckoner_keeps_its_decimals() -> None:
    reckoner = MOVEMENT.reckoner
    for percent, row in (
        (75, reckoner.three_quarters),
        (50, reckoner.half),
        (25, reckoner.quarter),
    ):
        for whole, part in zip(reckoner.rates, row, strict=True):
            assert Fraction(whole * CM * percent, 100) == part
    every = {cm for row in MOVEMENT.rates.values() for cm in row}
    assert every == set(reckoner.rates)


# The allowance


@pytest.mark.rule("honor_glory:39.1", "honor_glory:38.2", "honor_glory:13.move.7")
@pytest.mark.parametrize("activations", [1, 2, 3])
def test_each_activation_gives_a_whole_allowance(activations: int) -> None:
    assert left_after(activations=activations) == 100 * activations
    whole = {"do": "move", "cm": 10 * activations}
    assert left_after(whole, activations=activations) == 0


@pytest.mark.rule("honor_glory:39.2", "honor_glory:39.3", "honor_glory:13.multi")
def test_a_cost_is_a_share_of_the_rate_at_that_moment() -> None:
    march, change = {"do": "move", "cm": 10}, {"do": "change", "to": "line"}
    column = {"formation": "column", "activations": 2}
    assert left_after(march, **column) == 150
    assert left_after(march, change, **column) == 125
    assert left_after(march, change, {"do": "move", "cm": 12.5}, **column) == 0


@pytest.mark.rule("honor_glory:13.move.5", "honor_glory:38.5", "honor_glory:13.move.6")
def test_nothing_may_exceed_the_allowance() -> None:
    assert left_after({"do": "move", "cm": 10}) == 0
    assert left_after({"do": "move", "cm": 10.01}) is None
    assert left_after({"do": "move", "cm": 10}, {"do": "move", "cm": 0.01}) is None


@pytest.mark.rule("honor_glory:13.move.1", "honor_glory:38.1")
def test_a_unit_may_use_as_little_as_it_likes() -> None:
    assert left_after({"do": "move", "cm": 0}) == 100
    assert left_after({"do": "move", "cm": 0.01}) == 99.9


def begun(mover: Mover, left: int = 100) -> Go:
    """A unit with so much of its allowance left."""
    return Go(mover, Fraction(left))


def _costs(before: Go, after: Go) -> int:
    return int(before.left - after.left)


@pytest.mark.rule(
    "honor_glory:39.25a",
    "honor_glory:45.1",
    "honor_glory:13.form",
    "honor_glory:45.d1",
    "honor_glory:45.d2",
)
@pytest.mark.parametrize(
    "start, to",
    [("column", "line"), ("line", "column"), ("line", "skirmish"), ("skirmish", "line")],
)
def test_changing_formation_costs_a_quarter(start: Formation, to: Formation) -> None:
    go = begun(Mover("infantry", start))
    assert rules(bars_to_manoeuvre(go, to)) == set()
    changed = manoeuvred(go, to)
    assert (_costs(go, changed), changed.mover.formation) == (25, to)


@pytest.mark.rule("honor_glory:13.form", "honor_glory:18.unused")
def test_formations_that_an_arm_does_not_have() -> None:
    for mover, to in ((RIDERS, "skirmish"), (LINE, "line"), (battery(), "line")):
        assert rules(bars_to_manoeuvre(begun(mover), to)) == {"honor_glory:13.form"}


@pytest.mark.rule("honor_glory:45.2")
def test_a_change_needs_its_allowance() -> None:
    assert rules(bars_to_manoeuvre(begun(LINE, 20), "column")) == {"honor_glory:45.2"}


@pytest.mark.rule("honor_glory:45.3")
@pytest.mark.parametrize("near, left", [(10, None), (10.1, 75)])
def test_no_change_with_enemies_within_ten(near: float, left: int | None) -> None:
    assert left_after({"do": "change", "to": "column"}, enemy_distance=near) == left


@pytest.mark.rule("honor_glory:45.3n", "honor_glory:34.4", "honor_glory:96.2")
def test_taking_cover_forms_a_line_whatever_is_left() -> None:
    march, cover = {"do": "move", "percent": 100}, {"do": "take_cover"}
    spent = played(march, cover, formation="column", enemy_distance=5)
    assert (spent["formation"], spent["percent_left"]) == ("line", 0)
    assert played(cover, arm="cavalry", formation="column")["formation"] == "column"


@pytest.mark.rule("honor_glory:45.4")
def test_no_change_in_melee() -> None:
    units = {"u": regiment("union", 40, 60), "c": regiment("confederate", 40, 59.99, 180)}
    change = "declare u 1 form column"
    assert refused(position(units), change) == set()
    assert refused(position(units, melees=(("u", "c"),)), change) == {"honor_glory:75.7"}


@pytest.mark.rule("honor_glory:39.25b", "honor_glory:46.1a")
@pytest.mark.parametrize(
    "degrees, cost", [(1, 25), (90, 25), (-90, 25), (91, 50), (180, 50), (270, 75)]
)
def test_a_turn_costs_a_quarter_for_each_right_angle(degrees: int, cost: int) -> None:
    assert going.turn_cost(degrees) == cost
    go = begun(LINE)
    assert _costs(go, going.turned(go, degrees)) == cost


@pytest.mark.rule("honor_glory:46.1a")
def test_a_turn_needs_its_allowance() -> None:
    go = begun(LINE, 40)
    assert rules(going.bars_to_turn(go, 90)) == set()
    assert rules(going.bars_to_turn(go, 180)) == {"honor_glory:46.1a"}


@pytest.mark.rule("honor_glory:46.1b")
@pytest.mark.parametrize(
    "start, degrees, then",
    [
        ("line", 90, "column"),
        ("column", 90, "line"),
        ("line", 180, "line"),
        ("line", 45, "line"),
        ("skirmish", 90, "skirmish"),
    ],
)
def test_a_line_that_turns_is_a_column(start: Formation, degrees: int, then: Formation) -> None:
    turned = going.turned(begun(Mover("infantry", start)), degrees)
    assert turned.mover.formation == then


@pytest.mark.rule("honor_glory:39.25c", "honor_glory:47.4")
@pytest.mark.parametrize("what", ["hedge", "fence", "low_stone_wall", "ditch"])
def test_crossing_an_obstacle_costs_a_quarter(what: str) -> None:
    assert left_after({"do": "cross", "what": what}) == 75
    assert left_after({"do": "move", "percent": 80}, {"do": "cross", "what": what}) is None


@pytest.mark.rule("honor_glory:39.25d", "honor_glory:47.5")
def test_crossing_a_barricade_costs_half() -> None:
    assert left_after({"do": "cross", "what": "barricade"}) == 50


@pytest.mark.rule(
    "honor_glory:39.25e", "honor_glory:53.2", "honor_glory:53.3", "honor_glory:13.move.9"
)
def test_lying_down_and_standing_up_cost_a_quarter() -> None:
    go = begun(LINE)
    down = manoeuvred(go, "lie_down")
    assert (down.prone, _costs(go, down)) == (True, 25)
    up = manoeuvred(down, "stand_up")
    assert (up.prone, _costs(down, up)) == (False, 25)


@pytest.mark.rule("honor_glory:53.1a")
def test_a_prone_unit_stands_up_before_anything_but_fire() -> None:
    down = manoeuvred(begun(LINE), "lie_down")
    for bars in (
        bars_to_manoeuvre(down, "column"),
        bars_to_manoeuvre(down, "lie_down"),
        going.bars_to_turn(down, 90),
    ):
        assert rules(bars) == {"honor_glory:53.1a"}
    for then in (
        {"do": "move", "cm": 1},
        {"do": "cross", "what": "hedge"},
        {"do": "pass_through", "what": "artillery"},
    ):
        assert left_after({"do": "lie_down"}, then) is None
    assert left_after({"do": "lie_down"}, {"do": "fire"}) == 50
    assert rules(bars_to_manoeuvre(begun(LINE), "stand_up")) == {"honor_glory:53.1a"}


@pytest.mark.rule("honor_glory:53.1b")
def test_only_infantry_and_guns_lie_down() -> None:
    assert rules(bars_to_manoeuvre(begun(battery()), "lie_down")) == set()
    assert rules(bars_to_manoeuvre(begun(RIDERS), "lie_down")) == {"honor_glory:53.1b"}


@pytest.mark.rule(
    "honor_glory:39.25f",
    "honor_glory:43.1",
    "honor_glory:43.2",
    "honor_glory:43.3",
    "honor_glory:43.5",
)
def test_mounting_and_dismounting_cost_a_quarter() -> None:
    go = begun(RIDERS)
    on_foot = manoeuvred(go, "dismount")
    assert (on_foot.mover.arm, _costs(go, on_foot)) == ("dismounted_cavalry", 25)
    assert rate(on_foot.mover) == rate(LINE)
    assert rate(manoeuvred(on_foot, "mount").mover) == rate(RIDERS)
    assert rules(bars_to_manoeuvre(go, "mount")) == {"honor_glory:43.1"}
    assert rules(bars_to_manoeuvre(begun(LINE), "dismount")) == {"honor_glory:43.1"}
    skirmishers = begun(Mover("dismounted_cavalry", "skirmish"))
    assert rules(bars_to_manoeuvre(skirmishers, "mount")) == {"honor_glory:18.cavline"}


@pytest.mark.rule(
    "honor_glory:39.25g",
    "honor_glory:56.1",
    "honor_glory:56.2",
    "honor_glory:55.1",
    "honor_glory:64.1",
)
@pytest.mark.parametrize(
    "firer",
    [
        {},
        {"arm": "artillery", "formation": "deployed", "gun": "short_smoothbore"},
        {"arm": "artillery", "formation": "deployed", "gun": "long_rifled"},
    ],
)
def test_firing_costs_a_quarter(firer: dict[str, str]) -> None:
    assert left_after({"do": "fire"}, **firer) == 75
    assert left_after({"do": "turn", "degrees": 270}, {"do": "fire"}, **firer) == 0
    assert left_after({"do": "turn", "degrees": 300}, {"do": "fire"}, **firer) is None


@pytest.mark.rule("honor_glory:39.25h", "honor_glory:39.50", "honor_glory:64.2", "honor_glory:64.3")
@pytest.mark.parametrize("reach, cost", [("short", 25), ("medium", 25), ("long", 50)])
def test_limbering_costs_by_the_gun(reach: str, cost: int) -> None:
    go = begun(battery(reach))
    hitched = manoeuvred(go, "limber")
    assert (hitched.mover.formation, _costs(go, hitched)) == ("limbered", cost)
    assert _costs(hitched, manoeuvred(hitched, "unlimber")) == cost
    assert rules(bars_to_manoeuvre(hitched, "limber")) == {"honor_glory:17.limbered"}


@pytest.mark.rule("honor_glory:70.4", "honor_glory:65.0b")
def test_a_gun_without_a_team_stays_where_it_is_pushed() -> None:
    assert rules(bars_to_manoeuvre(begun(battery(team=False)), "limber")) == {"honor_glory:70.4"}
    assert rules(bars_to_manoeuvre(begun(battery()), "limber")) == set()


# Passage of lines


@pytest.mark.rule(
    "honor_glory:42.0",
    "honor_glory:39.25i",
    "honor_glory:39.25j",
    "honor_glory:42.4a",
    "honor_glory:42.5",
)
@pytest.mark.parametrize("what", ["friendly_infantry", "friendly_cavalry", "routing_enemy"])
def test_passing_through_a_regiment_costs_a_quarter(what: str) -> None:
    through = {"do": "pass_through", "what": what}
    assert left_after(through) == 75
    limbered = {"arm": "artillery", "formation": "limbered", "gun": "medium_rifled"}
    assert left_after(through, **limbered) is None


@pytest.mark.rule("honor_glory:42.2")
@pytest.mark.parametrize(
    "mover",
    [{}, {"arm": "cavalry"}, {"arm": "artillery", "formation": "limbered", "gun": "medium_rifled"}],
)
def test_guns_are_passed_freely(mover: dict[str, str]) -> None:
    through = {"do": "pass_through", "what": "artillery"}
    assert left_after(through, **mover) == 100
    assert left_after({"do": "move", "percent": 100}, through, **mover) == 0


# Roads


@pytest.mark.rule("honor_glory:44.1", "honor_glory:44.2")
def test_only_a_column_uses_a_road() -> None:
    march = {"do": "move", "cm": 5}
    assert left_after(march, road="whole") is None
    assert left_after({"do": "change", "to": "column"}, march, road="whole") == 55


@pytest.mark.rule("honor_glory:44.3", "honor_glory:44.4")
@pytest.mark.parametrize("road, left", [("whole", 60), ("part", 50), ("none", 50)])
def test_the_road_rate_needs_the_whole_go(road: str, left: int) -> None:
    assert left_after({"do": "move", "cm": 10}, formation="column", road=road) == left


# Difficult ground


@pytest.mark.rule("honor_glory:52.4", "honor_glory:52.5")
@pytest.mark.parametrize(
    "left, width, inside, beyond",
    [(1100, 600, 500, 0), (2000, 100, 100, 1800), (1200, 600, 600, 0), (100, 300, 0, 0)],
)
def test_half_rate_rounded_down(left: int, width: int, inside: int, beyond: int) -> None:
    assert rates.through_difficult(left, width) == (inside, beyond)


@pytest.mark.rule("honor_glory:52.0b", "honor_glory:52.1", "honor_glory:52.2")
def test_who_may_enter_marsh_and_woods() -> None:
    for ground in ("marsh", "woods"):
        assert rates.may_enter("infantry", ground)
        assert not any(rates.may_enter(arm, ground) for arm in ("cavalry", "artillery", "wagon"))
        assert rates.may_enter("cavalry", ground, road=True)
    for ground in ("ploughed", "scrub", "broken", "steep_slope", "built_up"):
        assert rates.may_enter("artillery", ground)


# Flight


@pytest.mark.rule("honor_glory:48.2.1", "honor_glory:48.2.2")
@pytest.mark.parametrize(
    "mover, cm", [(LINE, 20), (COLUMN, 40), (RIDERS, 60), (battery(formation="limbered"), 20)]
)
def test_a_forced_withdrawal_is_twice_the_rate(mover: Mover, cm: int) -> None:
    assert rates.withdrawal(mover) == cm * CM


@pytest.mark.rule("honor_glory:48.0c")
def test_guns_limber_to_withdraw_or_are_pushed() -> None:
    assert rates.withdrawal(battery("short")) == 2 * 10 * CM
    assert rates.withdrawal(battery("medium", team=False)) == 2 * 5 * CM
    assert rates.withdrawal(battery("long", team=False)) is None


@pytest.mark.rule(
    "honor_glory:50.2",
    "honor_glory:50.inf",
    "honor_glory:41.infrout",
    "honor_glory:41.cavrout",
    "honor_glory:13.rout.1",
)
@pytest.mark.parametrize(
    "mover, cm", [(LINE, 25), (Mover("dismounted_cavalry", "skirmish"), 25), (RIDERS, 50)]
)
def test_the_rate_of_a_rout(mover: Mover, cm: int) -> None:
    assert rates.rout(mover) == cm * CM


@pytest.mark.rule("honor_glory:50.art", "honor_glory:22.6", "honor_glory:50.wagon")
def test_routing_guns_and_wagons_move_as_usual_and_guns_without_a_team_are_lost() -> None:
    assert rates.rout(Mover("artillery", "deployed", gun_named("short_rifled"), "horse")) == 30 * CM
    assert rates.rout(battery(team=False)) is None
    assert rates.rout(Mover("wagon", "column")) == 20 * CM


# Forced march


@pytest.mark.rule("honor_glory:51.0a", "honor_glory:13.move.8")
@pytest.mark.parametrize(
    "arm, road, cm", [("infantry", False, 40), ("infantry", True, 50), ("cavalry", True, 100)]
)
def test_a_forced_march_is_twice_the_column_rate(arm: Arm, road: bool, cm: int) -> None:
    assert rates.forced_march_rate(arm, road=road) == cm * CM


@pytest.mark.rule("honor_glory:51.0b", "honor_glory:51.0d", "honor_glory:51.1")
def test_who_makes_forced_marches() -> None:
    assert rules(marching.bars_to_forced_march(foot(formation="column"))) == set()
    assert rules(marching.bars_to_forced_march(foot())) == {"honor_glory:51.0d"}
    limbered = gun(formation="limbered")
    assert "honor_glory:51.0b" in rules(marching.bars_to_forced_march(limbered))


@pytest.mark.rule("honor_glory:51.2", "honor_glory:51.3", "honor_glory:51.4")
def test_each_march_is_tested_before_any_is_made() -> None:
    unit = foot(5, "column", commanders=(COLONEL,))
    found = marching.forced_march(unit, 3, dice(2, 3, 9, 1, 1, 20, 1, 1, 7), road=False)
    assert [(test.factor, test.passed) for test in found.tests] == [
        (11, True),
        (8, False),
        (7, True),
    ]
    assert (found.unit.mp, found.distance) == (4, 3 * 40 * CM)


@pytest.mark.rule("honor_glory:51.0c", "honor_glory:51.0e")
def test_no_charge_in_a_turn_of_forced_march() -> None:
    charge = Charge(charger=horse(), target=foot(), force_marched=True)
    assert rules(bars_to_charge(charge)) == {"honor_glory:51.0e"}


@pytest.mark.rule(
    "honor_glory:OP15.1", "honor_glory:OP15.2", "honor_glory:3.ac.2", "honor_glory:28.3"
)
def test_op15_limits_a_go_to_two_activations() -> None:
    assert rules(going.bars_to_activate(5)) == set()
    assert rules(going.bars_to_activate(2, two_at_most=True)) == set()
    assert rules(going.bars_to_activate(3, two_at_most=True)) == {"honor_glory:OP15.1"}
