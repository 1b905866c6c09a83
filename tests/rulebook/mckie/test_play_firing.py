"""Step 8 on the table: who fires at whom, by measuring, and what it costs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from longroll.board.table import Piece, piece
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Seeded
from longroll.kernel.errors import IllegalChoice
from longroll.kernel.event import Event
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge import charge_fire
from longroll.systems.mckie.fire import firing, shooting
from longroll.systems.mckie.fire.events import Fired, FireOrdered
from longroll.systems.mckie.fire.firing import OrderFire
from longroll.systems.mckie.fire.shooting import Aimed, Sights
from longroll.systems.mckie.fire.volleys import ResolveFire
from longroll.systems.mckie.hidden import fog
from longroll.systems.mckie.sequence import PERIOD, BeginStep
from longroll.systems.mckie.table.state import Charge, Contact, State
from longroll.systems.mckie.words import Struck
from tests.rulebook.mckie.field import SYSTEM, Fight, battery, field, lay, orders, position, troops

STEP = BeginStep("firing")
MOVED = frozenset({"moved"})


@pytest.fixture(autouse=True)
def open_table(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def firing_of(events: Sequence[Event], unit: str) -> Fired:
    return next(one for one in events if isinstance(one, Fired) and one.unit == unit)


def factors(groups: Sequence[Aimed]) -> list[list[int]]:
    return [[line.value for line in group.lines] for group in groups]


def told(state: State, id: str, *targets: str) -> list[tuple[str, int, int]]:
    """Target, figures or guns, and factor of each group."""
    groups = shooting.sights_of(state).shots(id, targets)
    return [(group.target, group.firing, group.factor) for group in groups]


def refused(battle: Battle, order: str) -> list[str]:
    return [refusal.rule for refusal in battle.why_not(order)]


def facing(gap: float = 5) -> dict[str, Unit]:
    """A Union and a Confederate brigade of six stands, face to face."""
    return {"u": troops("union", 30, 20), "c": troops("confederate", 30, 20 - gap, 180)}


# The step


@pytest.mark.rule("mckie:period.8")
def test_firing_is_a_step_after_the_moves_and_before_fatigue() -> None:
    slugs = [step.slug for step in PERIOD]
    assert slugs.index("supply") < slugs.index("firing") < slugs.index("fatigue")


@pytest.mark.rule("mckie:period.8")
def test_both_armies_order_and_then_all_fire_together() -> None:
    """The Confederates fire with all they had, though they lose figures in that step. (MK-M16)"""
    battle = field(facing(1.5), STEP, dice=[6, 6])
    assert battle.decision is not None
    assert battle.decision.side == "union"
    battle.play("all")
    battle.play("done")
    assert battle.decision.side == "confederate"
    assert battle.state.units["c"].figures == 24
    battle.play("all")
    battle.play("done")
    for side in ("u", "c"):
        fired = firing_of(list(battle.log()), side)
        assert [(one.firing, one.factor, one.tenths) for one in fired.groups] == [(24, 8, 40)]
        assert battle.state.units[side].figures == 20
        assert "fired" in battle.state.units[side].did


@pytest.mark.rule("mckie:period.8")
def test_orders_are_hidden_from_the_enemy_until_all_fire() -> None:
    battle = field(facing(), STEP)
    battle.play("fire u c")
    assert any(isinstance(event, FireOrdered) for event in battle.log("union"))
    assert not any(isinstance(event, FireOrdered) for event in battle.log("confederate"))
    assert fog.as_seen(battle.state, "confederate").fires == ()
    assert fog.as_seen(battle.state, "union").fires == battle.state.fires


@pytest.mark.rule("mckie:period.8")
def test_a_later_order_takes_the_place_of_an_earlier_one() -> None:
    battle = field(facing(), STEP)
    battle.play("fire u c")
    battle.play("hold u")
    assert [order.targets for order in battle.state.fires] == [()]
    battle.play("done")
    battle.play("done")
    assert not any(isinstance(event, Fired) for event in battle.log())
    assert battle.dice.rolled == 0


def test_nobody_is_asked_where_nobody_can_be_hit() -> None:
    battle = field(facing(30), OrderFire("union"))
    assert battle.decision is not None
    assert [str(one) for one in battle.decision.choices] == ["done"]
    assert not battle.state.fires


def test_choices_are_nearest_first_then_each_target_then_hold() -> None:
    units = {
        "u": troops("union", 30, 20),
        "far": troops("confederate", 27, 12, 180, figures=8),
        "near": troops("confederate", 32, 16, 180, figures=8),
    }
    battle = field(units, OrderFire("union"))
    assert orders(battle, "u") == [
        "fire u near far",
        "fire u near",
        "fire u far",
        "hold u",
    ]
    assert battle.decision is not None
    assert [str(one) for one in battle.decision.choices] == ["pick u", "all", "done"]


# Ranges and groups


@pytest.mark.rule("mckie:period.8n1", "mckie:fire.proc.1", "mckie:fire.rng.bands")
@pytest.mark.parametrize(
    "gap, factor", [(2, 8), (2.01, 5), (6, 5), (6.01, 2), (12, 2), (12.01, None)]
)
def test_range_is_measured_on_the_table(gap: float, factor: int | None) -> None:
    state = position(facing(gap))
    assert told(state, "u", "c") == ([("c", 24, factor)] if factor else [])


@pytest.mark.rule("mckie:fire.split", "mckie:fire.proc.1")
def test_stands_in_different_bands_are_groups_of_their_own() -> None:
    """The enemy stands aslant: the near stands are within 2 in and the others are not. (MK-M6)"""
    units = {"u": troops("union", 30, 20), "c": troops("confederate", 30, 17.8, 190)}
    groups = shooting.sights_of(position(units)).shots("u", ["c"])
    assert len(groups) == 2
    assert all(one.nearest <= one.farthest for one in groups)
    assert groups[0].farthest <= 200 < groups[1].nearest
    assert sum(one.firing for one in groups) == 24


@pytest.mark.rule("mckie:fire.split", "mckie:fire.split.sum", "mckie:fire.onedie")
def test_each_stand_fires_at_the_first_target_it_can_hit_and_one_die_serves_all() -> None:
    units = {
        "u": troops("union", 30, 20),
        "a": troops("confederate", 28, 15, 180, figures=8),
        "b": troops("confederate", 32.5, 15, 180, figures=8),
    }
    state = position(units)
    assert [one[:2] for one in told(state, "u", "a", "b")] == [("a", 20), ("b", 4)]
    assert [one[:2] for one in told(state, "u", "b", "a")] == [("b", 20), ("a", 4)]
    assert [one[:2] for one in told(state, "u", "b")] == [("b", 20)]
    battle = field(units, OrderFire("union"), ResolveFire(), dice=[4])
    battle.play("fire u a b")
    battle.play("done")
    fired = firing_of(list(battle.log()), "u")
    assert fired.totals == {"a": 20, "b": 4}
    assert fired.lost == {"a": 2, "b": 1}
    assert len(fired.rolls) == 1


@pytest.mark.rule("mckie:fire.front", "mckie:fire.proc.2")
@pytest.mark.parametrize(
    "formation, figures, firing",
    [("line", 21, 21), ("column", 24, 8), ("supported_line", 24, 12), ("skirmish", 6, 6)],
)
def test_only_the_front_rank_fires(formation: str, figures: int, firing: int) -> None:
    units = facing()
    units["u"] = troops("union", 30, 20, figures=figures, formation=formation)  # type: ignore[arg-type]
    assert told(position(units), "u", "c")[0][1] == firing


@pytest.mark.rule("mckie:fire.guns8", "mckie:unit.crewloss", "mckie:rem.gun3")
def test_gun_models_count_by_their_crews() -> None:
    units = {"u": battery("union", 30, 20, models=3), "c": troops("confederate", 30, 10, 180)}
    state = position(units)
    assert told(state, "u", "c")[0][1] == 24
    state.change("u", crews=(4, 2, 0), figures=6)
    assert told(state, "u", "c")[0][1] == 14


@pytest.mark.rule("mckie:form.dism.2", "mckie:fire.proc.2")
def test_horse_holders_do_not_fire() -> None:
    units = facing()
    units["u"] = troops(
        "union", 30, 20, arm="dismounted_cavalry", figures=12, weapon="breech_loading_carbine"
    )
    assert told(position(units), "u", "c") == [("c", 9, 6)]


# Arc, sight, troops between


@pytest.mark.rule("mckie:fire.arc")
def test_nobody_fires_outside_the_arc() -> None:
    units = {
        "u": troops("union", 30, 20, figures=4),
        "c": troops("confederate", 36, 17, 180, figures=4),
    }
    battle = field(units, OrderFire("union"))
    assert refused(battle, "fire u c") == ["mckie:fire.arc"]
    with pytest.raises(IllegalChoice):
        battle.play("fire u c")


@pytest.mark.rule("mckie:vis.dense.1")
@pytest.mark.parametrize("deep, hit", [(1.9, True), (2.1, False)])
def test_troops_deep_in_dense_woods_are_not_hit(
    deep: float, hit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    wood = piece("dense_woods", "wood", (2000, 1000), (4000, 1000), (4000, 1600), (2000, 1600))
    lay(monkeypatch, [wood])
    units = {"u": troops("union", 30, 18), "c": troops("confederate", 30, 16 - deep, 180)}
    battle = field(units, OrderFire("union"))
    assert refused(battle, "fire u c") == ([] if hit else ["mckie:vis.dense.1"])
    if hit:
        groups = shooting.sights_of(battle.state).shots("u", ["c"])
        assert factors(groups) == [[5, -2]]


@pytest.mark.rule("mckie:fire.over.1")
def test_fire_never_passes_through_a_unit() -> None:
    units = {
        "u": troops("union", 30, 20, figures=4),
        "friends": troops("union", 30, 17, figures=24),
        "c": troops("confederate", 30, 12, 180),
    }
    battle = field(units, OrderFire("union"))
    assert refused(battle, "fire u c") == ["mckie:fire.over.1"]
    units["friends"] = troops("confederate", 30, 17, 180)
    assert shooting.sights_of(position(units)).shots("u", ["c"]) == []


HILL = piece("hill", "hill", (2000, 1700), (4000, 1700), (4000, 3000), (2000, 3000), level=1)


@pytest.mark.rule("mckie:fire.over.1", "mckie:fire.over.2")
@pytest.mark.parametrize(
    "pieces, rear, hit",
    [([HILL], 15, True), ([], 15, False), ([HILL], 16.99, True), ([HILL], 17, False)],
)
def test_guns_on_other_ground_fire_over_friends_well_before_them(
    pieces: list[Piece], rear: float, hit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, pieces)
    units = {
        "u": battery("union", 30, 20),
        "friends": troops("union", 30, rear - 0.75),
        "c": troops("confederate", 30, 5, 180),
    }
    assert bool(shooting.sights_of(position(units)).shots("u", ["c"])) is hit


@pytest.mark.rule("mckie:fire.over.1", "mckie:fire.over.2", "mckie:fire.over.3")
@pytest.mark.parametrize(
    "pieces, rear, rule",
    [([], 15, "mckie:fire.over.1"), ([HILL], 17, "mckie:fire.over.2"), ([HILL], 8.75, "over.3")],
)
def test_the_refusal_says_which_clearance_is_wanting(
    pieces: list[Piece], rear: float, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, pieces)
    units = {
        "u": battery("union", 30, 20),
        "friends": troops("union", 30, rear - 0.75),
        "c": troops("confederate", 30, 5, 180),
        # Somebody to fire at, so that the army is asked.
        "near": troops("confederate", 44, 16, 270, figures=4),
        "v": troops("union", 44, 18, figures=4),
    }
    battle = field(units, OrderFire("union"))
    (found,) = refused(battle, "fire u c")
    assert found.endswith(rule)


@pytest.mark.rule("mckie:fire.over.1")
def test_muskets_fire_over_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, [HILL])
    units = {
        "u": troops("union", 30, 20),
        "friends": troops("union", 30, 16),
        "c": troops("confederate", 30, 12, 180),
    }
    assert shooting.sights_of(position(units)).shots("u", ["c"]) == []


@pytest.mark.rule("mckie:fire.over.3")
@pytest.mark.parametrize("clear, hit", [(3, False), (3.01, True)])
def test_friends_near_the_target_stop_overhead_fire(
    clear: float, hit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, [HILL])
    units = {
        "u": battery("union", 30, 20),
        "friends": troops("union", 30, 10 + clear),
        "c": troops("confederate", 30, 10, 180),
    }
    assert bool(shooting.sights_of(position(units)).shots("u", ["c"])) is hit


@pytest.mark.rule("mckie:fire.melee")
def test_troops_in_melee_neither_fire_nor_are_fired_on() -> None:
    units = facing() | {"v": troops("union", 36, 20, figures=4)}
    fight = Contact("v", "c", "front", 3)
    battle = field(units, OrderFire("union"), contacts=(fight,))
    assert refused(battle, "fire u c") == ["mckie:fire.melee"]
    assert refused(battle, "fire v c") == ["mckie:fire.melee"]


def test_a_wagon_has_no_figures_to_lose() -> None:
    units = facing()
    units["c"] = troops(
        "confederate", 30, 15, 180, arm="wagon", figures=1, formation="column", weapon=""
    )
    battle = field(units, OrderFire("union"))
    assert refused(battle, "fire u c") == ["mckie:cas.read"]


# Who may fire at all


@pytest.mark.rule("mckie:fire.mounted", "mckie:fire.factor.mounted")
def test_horsemen_fire_carbines_and_no_rifles() -> None:
    units = facing()
    units["u"] = troops("union", 30, 20, arm="cavalry", figures=12)
    battle = field(units, OrderFire("union"))
    assert refused(battle, "fire u c") == ["mckie:fire.mounted"]
    battle.state.change("u", weapon="breech_loading_carbine")
    assert factors(shooting.sights_of(battle.state).shots("u", ["c"])) == [[6, -2]]


@pytest.mark.rule("mckie:fire.siege.nomove", "mckie:fire.movefire")
def test_siege_guns_do_not_move_and_fire() -> None:
    units = {
        "u": battery("union", 30, 30, arm="siege_artillery", weapon="siege_gun", did=MOVED),
        "v": battery("union", 34, 30, did=MOVED),
        "c": troops("confederate", 30, 10, 180),
    }
    battle = field(units, OrderFire("union"))
    assert refused(battle, "fire u c") == ["mckie:fire.siege.nomove"]
    assert refused(battle, "fire v c") == []
    assert factors(shooting.sights_of(battle.state).shots("v", ["c"])) == [[3, -2]]


@pytest.mark.rule("mckie:man.limber")
def test_limbered_guns_are_silent() -> None:
    units = {
        "u": battery("union", 30, 30, formation="limbered"),
        "c": troops("confederate", 30, 10, 180),
    }
    battle = field(units, OrderFire("union"))
    assert refused(battle, "fire u c") == ["mckie:man.limber"]


@pytest.mark.rule("mckie:morale.result.m3b")
@pytest.mark.parametrize("standing", ["retreating", "routing"])
def test_troops_that_run_do_not_fire(standing: str) -> None:
    units = facing()
    units["u"] = troops("union", 30, 20, standing=standing)
    battle = field(units, OrderFire("union"))
    assert refused(battle, "fire u c") == ["mckie:morale.result.m3b"]


@pytest.mark.rule("mckie:dig.2")
def test_troops_that_dig_fire_only_at_a_charge() -> None:
    units = charged()
    units["u"] = troops("union", 30, 20, figures=16, digs=True)
    battle = field(units, OrderFire("union"))
    assert refused(battle, "fire u c") == ["mckie:dig.2"]
    battle = field(units, OrderFire("union"), charges=(charge(),))
    assert refused(battle, "fire u c") == []


@pytest.mark.parametrize(
    "order, rule",
    [
        ("fire", "mckie:period.8"),
        ("fire c u", "mckie:period.8"),
        ("fire nobody c", "mckie:period.8"),
        ("fire u", "mckie:fire.prio.2"),
        ("fire u u", "mckie:fire.prio.2"),
        ("fire u c c", "mckie:fire.split"),
        ("fire u c solid", "mckie:fire.canister.3"),
        ("hold u c", "mckie:period.8"),
        ("done now", "mckie:period.8"),
    ],
)
def test_orders_that_make_no_sense_are_refused(order: str, rule: str) -> None:
    assert refused(field(facing(), STEP), order) == [rule]


# Factors found on the table


@pytest.mark.rule(
    "mckie:fire.factor.raw",
    "mckie:fire.factor.veteran",
    "mckie:fire.factor.repeat",
    "mckie:fire.factor.moved",
    "mckie:fire.factor.fatigued",
)
@pytest.mark.parametrize(
    "facts, factor",
    [
        ({}, 5),
        ({"quality": "raw"}, 4),
        ({"quality": "veteran"}, 6),
        ({"repeating": True}, 7),
        ({"did": MOVED}, 3),
        ({"formed": True}, 3),
        ({"fatigued": True}, 3),
    ],
)
def test_what_the_firers_are_counts(facts: dict[str, Any], factor: int) -> None:
    units = facing()
    units["u"] = troops("union", 30, 20, **facts)
    assert told(position(units), "u", "c") == [("c", 24, factor)]


@pytest.mark.rule(
    "mckie:fire.factor.column",
    "mckie:fire.factor.supported",
    "mckie:fire.factor.loose",
    "mckie:fire.factor.skirm",
)
@pytest.mark.parametrize(
    "facts, factor",
    [
        ({"formation": "column"}, 9),
        ({"formation": "column", "figures": 16}, 5),
        ({"formation": "supported_line"}, 7),
        ({"formation": "extended"}, 3),
        ({"formation": "skirmish", "figures": 6}, 2),
        ({"arm": "dismounted_cavalry"}, 3),
        ({"did": MOVED}, 5),
    ],
)
def test_how_the_target_stands_counts(facts: dict[str, Any], factor: int) -> None:
    units = facing()
    units["c"] = troops("confederate", 30, 15, 180, **facts)
    assert told(position(units), "u", "c")[0][2] == factor


@pytest.mark.rule("mckie:fire.factor.skirm")
def test_guns_in_action_are_a_small_target() -> None:
    units = {"u": troops("union", 30, 20), "c": battery("confederate", 30, 15, 180)}
    assert told(position(units), "u", "c")[0][2] == 2


@pytest.mark.rule("mckie:fire.factor.movedtarget", "mckie:fire.factor.csart")
def test_guns_at_moving_targets_and_confederate_guns_far_off() -> None:
    units = {
        "u": troops("union", 30, 20, did=MOVED),
        "c": battery("confederate", 30, 10, 180),
        "v": battery("union", 25, 20),
    }
    state = position(units)
    assert factors(shooting.sights_of(state).shots("c", ["u"])) == [[5, -1, -1]]
    assert factors(shooting.sights_of(state).shots("c", ["v"])) == [[5, -3, -1]]
    state.change("c", y=1500)
    assert factors(shooting.sights_of(state).shots("c", ["u"])) == [[9, -1]]


@pytest.mark.rule("mckie:fire.factor.rest", "mckie:fire.factor.cover", "mckie:fire.factor.prepared")
@pytest.mark.parametrize(
    "kind, at, out", [("wall", 1, -2), ("fence", 1, 0), ("works", 0, -4), ("trench", 0, -2)]
)
def test_what_troops_stand_behind_counts(
    kind: str, at: int, out: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, [piece(kind, kind, (2500, 1990), (3500, 1990), width=10)])
    state = position(facing())
    assert told(state, "u", "c") == [("c", 24, 5 + at)]
    assert told(state, "c", "u") == [("u", 24, 5 + out)]


@pytest.mark.rule("mckie:fire.factor.cover", "mckie:fire.factor.prepared")
@pytest.mark.parametrize(
    "kind, x, y, heading, covered",
    [
        # Across the wall, straight or aslant; from behind, and round the end of it.
        ("wall", 30, 16, 180, True),
        ("wall", 26, 17, 140, True),
        ("wall", 30, 26, 0, False),
        ("trench", 30, 16, 180, True),
        ("trench", 30, 26, 0, False),
        ("hedge", 30, 26, 0, False),
        # Works are a defence to be in.
        ("works", 30, 26, 0, True),
    ],
)
def test_a_wall_covers_from_fire_that_crosses_it(
    kind: str, x: float, y: float, heading: float, covered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, [piece(kind, kind, (2500, 1990), (3500, 1990), width=10)])
    units = {
        "u": troops("union", 30, 20),
        "c": troops("confederate", x, y, heading, figures=4),
    }
    (group,) = shooting.sights_of(position(units)).shots("c", ["u"])
    rules = [line.rule for line in group.lines]
    named = "mckie:fire.factor.prepared" if kind == "works" else "mckie:fire.factor.cover"
    if kind == "trench":
        named = "mckie:dig.3"
    assert (named in rules) is covered, rules


@pytest.mark.rule("mckie:fire.factor.cover")
def test_only_the_side_of_a_yard_that_troops_stand_at_covers_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    yard = [(2600, 1990), (3400, 1990), (3400, 2390), (2600, 2390), (2600, 2000)]
    lay(monkeypatch, [piece("wall", "yard", *yard, width=10)])
    units = {"u": troops("union", 30, 20), "c": troops("confederate", 30, 27, figures=4)}
    (group,) = shooting.sights_of(position(units)).shots("c", ["u"])
    assert "mckie:fire.factor.cover" not in [line.rule for line in group.lines]


@pytest.mark.rule("mckie:fire.factor.rest")
def test_guns_rest_nothing_on_a_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, [piece("wall", "wall", (2500, 1990), (3500, 1990), width=10)])
    units = {"u": battery("union", 30, 20), "c": troops("confederate", 30, 10, 180)}
    assert told(position(units), "u", "c") == [("c", 8, 5)]


@pytest.mark.rule("mckie:fire.factor.column", "mckie:morale.factor.flanked")
@pytest.mark.parametrize("ahead, flanked", [(0.5, False), (0, True), (-0.5, True)])
def test_fire_from_on_or_behind_the_line_of_the_front_flanks(ahead: float, flanked: bool) -> None:
    """The Confederates face east; the Union comes up from the south. (MK-M21)"""
    units = {
        "u": troops("union", 30 + ahead, 20, figures=4),
        "c": troops("confederate", 30, 14, 90),
    }
    battle = field(units, OrderFire("union"), ResolveFire(), dice=[9])
    assert told(battle.state, "u", "c") == [("c", 4, 9 if flanked else 5)]
    battle.play("all")
    battle.play("done")
    assert ("struck_flank" in battle.state.units["c"].felt) is flanked


@pytest.mark.rule("mckie:morale.factor.artillery")
def test_artillery_fire_is_felt_even_where_it_hits_nobody() -> None:
    units = {"u": battery("union", 30, 40), "c": troops("confederate", 30, 10, 180)}
    battle = field(units, OrderFire("union"), ResolveFire(), dice=[9])
    battle.play("all")
    battle.play("done")
    assert battle.state.units["c"].felt == {"under_artillery_fire"}
    assert battle.state.units["c"].figures == 24


# Canister


def canister() -> dict[str, Unit]:
    """Guns, the enemy 5 in before them, friends beside the line of fire but in the arc."""
    return {
        "u": battery("union", 30, 20),
        "friends": troops("union", 33.5, 16, figures=12),
        "c": troops("confederate", 30, 15, 180),
    }


@pytest.mark.rule("mckie:fire.canister.1", "mckie:fire.canister.2")
def test_friends_in_the_danger_zone_share_the_losses() -> None:
    """Factor 9 with 8 guns is 1.6: two figures, one of them a friend's. (MK-M24)"""
    battle = field(canister(), OrderFire("union"), ResolveFire(), dice=[6])
    assert [one.friends for one in shooting.sights_of(battle.state).shots("u", ["c"])] == [
        ("friends",)
    ]
    battle.play("fire u c")
    battle.play("done")
    fired = firing_of(list(battle.log()), "u")
    assert fired.lost == {"c": 1, "friends": 1}
    assert "its own FRIENDS loses 1 figure" in fired.text()
    assert battle.state.units["friends"].figures == 11
    assert "lost_figures" in battle.state.units["friends"].felt


@pytest.mark.rule("mckie:fire.canister.1")
@pytest.mark.parametrize(
    "x, y, endangered", [(32.5, 16, True), (33.5, 16, False), (31, 13.3, True), (31, 13.2, False)]
)
def test_the_danger_zone_is_the_arc_out_to_six_inches(x: float, y: float, endangered: bool) -> None:
    """(MK-M11) The friends are one stand; its nearest corner decides."""
    units = {
        "u": battery("union", 30, 20),
        "friends": troops("union", x, y, figures=4),
        "c": troops("confederate", 29, 15, 180, figures=4),
    }
    groups = shooting.sights_of(position(units)).shots("u", ["c"])
    assert [bool(one.friends) for one in groups] == [endangered]


@pytest.mark.rule("mckie:fire.canister.3")
def test_solid_shot_spares_friends() -> None:
    battle = field(canister(), OrderFire("union"), ResolveFire(), dice=[8])
    assert orders(battle)[:4] == ["fire u c", "fire u c solid", "hold u", "fire friends c"]
    battle.play("all")
    assert battle.state.fires[0].solid_shot
    battle.play("hold friends")
    battle.play("done")
    fired = firing_of(list(battle.log()), "u")
    assert [one.factor for one in fired.groups] == [5]
    assert fired.lost == {"c": 1}


# Charges


def charge(struck: Struck = "front", **more: str) -> Charge:
    return Charge("c", "u", (), 400, struck, **more)  # type: ignore[arg-type]


def charged() -> dict[str, Unit]:
    """The Confederates stand 1 in before the Union, others to both sides of it."""
    return {
        "u": troops("union", 30, 20, figures=16),
        "left": troops("union", 26, 20.3, 15, figures=16),
        "far": troops("union", 22, 20, figures=16),
        "c": troops("confederate", 30, 19, 180, figures=16, did=frozenset({"charged"})),
        "d": troops("confederate", 30, 12, 180, figures=24),
    }


@pytest.mark.rule("mckie:period.8n2", "mckie:fire.charge.1", "mckie:fire.factor.moved")
def test_chargers_give_and_take_fire_at_one_inch() -> None:
    """The stand beside the charge may join in, its neighbours may not. (MK-M25)"""
    state = position(charged(), charges=(charge(),))
    assert told(state, "u", "c") == [("c", 16, 8)]
    assert told(state, "c", "u") == [("u", 16, 6)]
    assert told(state, "left", "c") == [("c", 4, 8)]
    assert told(state, "far", "c") == []
    groups = shooting.sights_of(state).shots("c", ["left"])
    assert [one.firing for one in groups] == [4]


@pytest.mark.rule("mckie:fire.charge.1")
def test_without_a_charge_all_of_them_may_fire() -> None:
    state = position(charged())
    assert sum(one[1] for one in told(state, "left", "c")) == 8


@pytest.mark.rule("mckie:fire.charge.1")
def test_troops_far_behind_the_target_have_no_part_in_a_charge() -> None:
    units = charged()
    units["u"] = troops("union", 26, 22, figures=16)
    del units["left"]
    units["behind"] = troops("union", 31.5, 25, figures=4)
    battle = field(units, OrderFire("union"), charges=(charge(),))
    assert refused(battle, "fire behind c") == ["mckie:fire.charge.1"]
    battle.state.change("behind", y=2050)
    assert told(battle.state, "behind", "c") == [("c", 4, 8)]


@pytest.mark.rule("mckie:fire.prio.1", "mckie:resp.1")
def test_a_charger_is_fired_at_first() -> None:
    units = charged()
    units["c"] = troops("confederate", 31.5, 19, 180, figures=4)
    battle = field(units, OrderFire("union"), charges=(charge(),))
    assert sorted(Sights(battle.state).in_reach("u")) == ["c", "d"]
    assert refused(battle, "fire u d") == ["mckie:fire.prio.1"]
    assert refused(battle, "fire u d c") == ["mckie:fire.prio.1"]
    assert refused(battle, "fire u c d") == []
    assert refused(battle, "fire left d") == []
    assert orders(battle, "u") == ["fire u c d", "fire u c", "hold u"]


@pytest.mark.rule("mckie:fire.prio.2")
def test_others_choose_freely() -> None:
    units = facing() | {"d": troops("confederate", 38, 12, 180)}
    battle = field(units, OrderFire("union"))
    assert refused(battle, "fire u d") == refused(battle, "fire u c") == []


@pytest.mark.rule("mckie:resp.3", "mckie:resp.4")
@pytest.mark.parametrize("response, rule", [("turn", "mckie:resp.3"), ("evade", "mckie:resp.4")])
def test_those_who_turn_or_evade_do_not_fire(response: str, rule: str) -> None:
    battle = field(charged(), OrderFire("union"), charges=(charge("flank", response=response),))
    assert refused(battle, "fire u c") == [rule]


@pytest.mark.rule("mckie:resp.1")
def test_a_charge_in_flank_is_not_met_with_fire() -> None:
    state = position(charged(), charges=(charge("flank"),))
    assert told(state, "u", "c") == []
    assert charge_fire.fires_first_at(state, "u") == []
    assert told(state, "c", "u") == [("u", 16, 6)]


# Losses


@pytest.mark.rule("mckie:cas.sources", "mckie:fire.proc.5", "mckie:rem.stand")
def test_every_firing_unit_is_a_source_of_its_own() -> None:
    """Two brigades with 0.8 each: their chances are not added to 1.6."""
    units = {
        "u": troops("union", 28, 20, figures=16, did=MOVED),
        "v": troops("union", 32, 20, figures=16, did=MOVED),
        "c": troops("confederate", 30, 15, 180, figures=24),
    }
    battle = field(units, OrderFire("union"), ResolveFire(), dice=[9, 8])
    battle.play("all")
    battle.play("done")
    fired = [event for event in battle.log() if isinstance(event, Fired)]
    assert [one.totals for one in fired] == [{"c": 9}, {"c": 9}]
    assert [one.lost for one in fired] == [{"c": 1}, {"c": 1}]
    assert battle.state.units["c"].figures == 22


@pytest.mark.rule("mckie:rem.strength")
def test_a_unit_without_figures_leaves_the_table() -> None:
    units = facing(1.5)
    units["c"] = troops("confederate", 30, 18.5, 180, figures=1)
    battle = field(units, OrderFire("union"), ResolveFire(), dice=[9])
    battle.play("all")
    battle.play("done")
    assert battle.state.units["c"].place == "gone"
    assert battle.state.units["c"].figures == 0


@pytest.mark.rule("mckie:form.skirm.5")
def test_losses_of_a_screen_are_felt_by_its_parent() -> None:
    units = {
        "u": troops("union", 30, 20),
        "screen": troops("confederate", 30, 18.5, 180, figures=6, formation="skirmish", parent="c"),
        "c": troops("confederate", 30, 15, 180, figures=18),
    }
    battle = field(units, OrderFire("union"), ResolveFire(), dice=[9])
    battle.play("fire u screen")
    battle.play("done")
    assert battle.state.units["screen"].figures == 4
    assert battle.state.units["c"].figures == 18
    assert "lost_figures" in battle.state.units["c"].felt


# The book's example


@pytest.mark.rule(
    "mckie:fire.split", "mckie:fire.split.sum", "mckie:fire.onedie", "mckie:fire.proc.4"
)
def test_the_firing_example_of_the_book_on_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven units, their stands where the arcs divide them as in the example.

    Figures, factors, tenths, dice and losses are the book's; the ranges are in its bands. The
    picture is lost: the screen stands aslant so that its stands split as told.
    """
    lay(monkeypatch, [piece("fence", "fence", (1900, 1830), (2500, 1830), width=10)])
    union: dict[str, Any] = {"did": MOVED}
    units = {
        "1": troops("confederate", 16.5, 16.25, 180, figures=20, quality="raw"),
        "2": troops(
            "confederate", 21.9, 18.25, 188, figures=4, formation="skirmish", quality="veteran"
        ),
        "3": troops("confederate", 28.9, 14.75, 180, figures=20, quality="veteran"),
        "4": battery("confederate", 13.5, 12.5, 180, quality="veteran"),
        "A": troops("union", 14.5, 22, formation="column", **union),
        "B": troops("union", 20, 20, figures=32, front=5, formation="supported_line", **union),
        "C": troops("union", 25.92, 20, figures=20, quality="veteran", **union),
    }
    battle = field(units, STEP, dice=[7, 6, 7, 4, 10, 5, 3])
    for order in ("fire A 1", "fire B 2 1", "fire C 2 3", "done"):
        battle.play(order)
    for order in ("fire 1 B A", "fire 2 C B", "fire 3 C", "fire 4 A", "done"):
        battle.play(order)
    fired = {one.unit: one for one in battle.log() if isinstance(one, Fired)}
    assert {
        unit: sorted((one.target, one.firing, one.factor, one.tenths) for one in event.groups)
        for unit, event in fired.items()
    } == {
        "1": [("A", 4, 8, 8), ("B", 16, 6, 19)],
        "2": [("B", 3, 12, 7), ("C", 1, 10, 2)],
        "3": [("C", 20, 6, 24)],
        "4": [("A", 8, 8, 14)],
        "A": [("1", 8, 3, 4)],
        "B": [("1", 4, 3, 2), ("2", 4, 0, 1), ("2", 12, 3, 8)],
        "C": [("2", 8, 4, 6), ("3", 12, 4, 10)],
    }
    assert fired["B"].totals == {"2": 9, "1": 2}
    ranges = {
        (one.unit, group.target): (group.nearest, group.farthest)
        for one in fired.values()
        for group in one.groups
        if (one.unit, group.target) not in (("2", "B"), ("2", "C"), ("B", "2"), ("C", "2"))
    }
    assert ranges["1", "A"] == ranges["A", "1"] == (575, 575)
    assert ranges["4", "A"] == (950, 950)
    assert ranges["1", "B"][0] == ranges["B", "1"][0] == 375
    assert ranges["3", "C"][0] == ranges["C", "3"][0] == 525
    assert ranges["3", "C"][1] <= 600
    assert {unit: event.lost for unit, event in fired.items()} == {
        "1": {"B": 2, "A": 1},
        "2": {"C": 0, "B": 1},
        "3": {"C": 2},
        "4": {"A": 2},
        "A": {"1": 0},
        "B": {"2": 1, "1": 0},
        "C": {"2": 1, "3": 1},
    }
    lost = {id: unit.original - unit.figures for id, unit in battle.state.units.items()}
    assert lost == {"1": 0, "2": 2, "3": 1, "4": 0, "A": 3, "B": 3, "C": 2}
    assert [id for id, unit in battle.state.units.items() if unit.ran_out] == ["A"]


# Previews, and play at random


def test_the_event_tells_its_arithmetic() -> None:
    battle = field(facing(1.5), OrderFire("union"), ResolveFire(), dice=[10])
    battle.play("all")
    battle.play("done")
    fired = firing_of(list(battle.log()), "u")
    assert fired.text() == "U fires: C loses 4 figures. It is out of ammunition."
    assert list(map(str, fired.details())) == [
        "24 figures at C, 1.5 in: factor 8, 4.0",
        "+8 muzzle-loading rifle at 1.5 in [mckie:fire.rng.mlr]",
        "4.0 C",
        "10 fire of u",
    ]


@pytest.mark.parametrize("seed", range(6))
def test_fire_at_random_never_breaks_the_table(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(12):
        units = {
            "u1": troops("union", 20, 20 + chance.random(), chance.choice((350, 0, 10))),
            "u2": troops("union", 28, 20.5, figures=8, formation="skirmish"),
            "u3": battery("union", 34, 20, models=3),
            "u4": troops("union", 40, 20, formation="column"),
            "c1": troops("confederate", 20, chance.choice((9, 15, 18)), 180, figures=20),
            "c2": troops("confederate", 27, 15 + chance.random(), 170, formation="supported_line"),
            "c3": battery("confederate", 33, 12, 180, models=2),
            "c4": troops("confederate", 40, 14, chance.choice((90, 180, 270)), figures=4),
        }
        state = position(units, STEP, options={"counter_battery": True})
        battle = Fight(SYSTEM, state, Seeded(chance.randrange(10**6)))
        while isinstance(battle.state.agenda[-1], OrderFire):
            assert battle.decision is not None
            battle.play(chance.choice(battle.decision.choices))
        assert list(SYSTEM.faults(battle.state)) == []
        assert battle.state.fires == ()
        for unit in battle.state.units.values():
            assert 0 <= unit.figures <= unit.original
            assert not unit.is_battery or sum(unit.crews) == unit.figures


def test_all_orders_what_a_player_could_have_written() -> None:
    battle = field(canister(), OrderFire("union"))
    sights = Sights(battle.state)
    for id in ("u", "friends"):
        order = firing.nearest(sights, id)
        assert order is not None
        words = ["fire", id, *order.targets, *(["solid"] if order.solid_shot else [])]
        assert refused(battle, " ".join(words)) == []
