"""The lists of orders leave much out unmeasured: they must be what full measuring gives."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import longroll
from longroll.board.table import Leg, Straight, Wheel, longest, overlaps, pose
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.memo import memo_off
from longroll.miniatures import standing, ways
from longroll.miniatures.cost import Way, leg_fee
from longroll.miniatures.rulebook import gait_of
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge import charging
from longroll.systems.mckie.fire import shooting
from longroll.systems.mckie.movement import candidates, move_orders
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.rulebook import RULEBOOK
from longroll.systems.mckie.scenarios.scenario import scenario_named
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State
from longroll.systems.mckie.words import Formation, Side
from tests.rulebook.mckie.field import SYSTEM, battery, troops

_FORMATIONS: tuple[Formation, ...] = (
    "line",
    "supported_line",
    "column",
    "attack_column",
    "road_march",
    "extended",
    "skirmish",
)


def crowd(seed: int, scenario: str = "mcphersons-ridge", jam: bool = True) -> State:
    """Two dozen units of either army in one another's way, on real ground."""
    chance = random.Random(seed)
    state = SYSTEM.start(scenario, SYSTEM.read_options({}))
    width, high = state.battle.table.size
    across, down = (range(1500, 3500), range(1200, 3200)) if jam else (range(width), range(high))
    units: dict[str, Unit] = {}
    sides: tuple[Side, Side] = ("union", "confederate")
    for number in range(400):
        side = sides[len(units) % 2]
        x, y, heading = (
            chance.choice(across) / 100,
            chance.choice(down) / 100,
            chance.random() * 360,
        )
        if chance.random() < 0.15:
            unit = battery(side, x, y, heading, models=2)
        else:
            figures, formation = chance.choice((8, 16, 24)), chance.choice(_FORMATIONS)
            unit = troops(side, x, y, heading, figures=figures, formation=formation)
        if len(units) == 24:
            break
        state.units = {**units, f"{side[0]}{number}": unit}
        if not list(SYSTEM.faults(state)) and not _is_on_others(unit, units):
            units = state.units
    state.units = units
    return state


def _is_on_others(unit: Unit, units: dict[str, Unit]) -> bool:
    ground = field.ground_of(unit)
    return any(overlaps(ground, field.ground_of(other), 0) for other in units.values())


def everything(state: State, side: str) -> list[Choice]:
    """The orders of everybody who may have one."""
    who = candidates.unmoved(state, side)
    return [order for id in who for order in candidates.orders_of(state, side, id)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.rule("mckie:period.6", "mckie:move.1inch", "mckie:move.max")
def test_the_list_of_moves_is_what_the_rules_bar_nothing_of(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = crowd(seed, jam=seed < 3)
    quick = {side: everything(state, side) for side in ("union", "confederate")}

    def by_the_rules(state: State, around: State, id: str, way: Any) -> bool:
        order = Choice("move", (id, *DRILL.write(way.drill)))
        return next(move_orders.bars_to_order(state, state.units[id].side, order), None) is None

    monkeypatch.setattr(candidates, "_is_legal", by_the_rules)
    monkeypatch.setattr(ways, "amid", lambda state, id, others: state)
    for side, found in quick.items():
        with memo_off():
            assert everything(state, side) == found
        assert len(found) > 50


@pytest.mark.parametrize("seed", range(2))
def test_an_order_that_is_drawn_is_on_the_list_and_all_of_it_is_drawn(seed: int) -> None:
    state, chance = crowd(seed), random.Random(seed)
    for id in candidates.unmoved(state, "union")[:4]:
        listed = candidates.orders_of(state, "union", id)
        drawn = {candidates.draw(state, "union", id, chance) for _ in range(20 * len(listed))}
        assert drawn == set(listed)


@pytest.mark.parametrize("seed", range(2))
def test_charges_that_are_kept_are_what_measuring_again_gives(seed: int) -> None:
    """After a unit moved, lost men or was charged, near or far."""
    state, chance = crowd(seed), random.Random(seed)
    for _ in range(3):
        for side in ("union", "confederate"):
            kept = [charging.candidates(state, id) for id in state.of_side(side)]
            with memo_off():
                assert [charging.candidates(state, id) for id in state.of_side(side)] == kept
        moved = chance.choice(state.present())
        state.change(moved, x=state.units[moved].x + 150, fatigued=chance.random() < 0.3)
    assert any(kept)


@pytest.mark.parametrize("seed", range(2))
def test_a_list_after_one_unit_moved_is_as_if_nothing_were_remembered(seed: int) -> None:
    state = crowd(seed)
    for _ in range(4):
        listed = everything(state, "union")
        moves = [order for order in listed if order.verb == "move"]
        order = random.Random(seed).choice(moves)
        unit = state.units[order.object]
        state.change(order.object, x=unit.x + 1, done=True)
        remembered = everything(state, "union")
        with memo_off():
            assert everything(state, "union") == remembered


@pytest.mark.parametrize("slug", ["mckie", "mckie_umpire"])
def test_copies_of_a_battle_share_what_was_found(slug: str) -> None:
    battle = longroll.new(slug)
    assert battle.copy().state.memo is battle.state.memo
    assert longroll.new(slug).state.memo is not battle.state.memo


def test_what_is_remembered_does_not_grow_with_the_moves() -> None:
    state = crowd(0)
    everything(state, "union")
    known = len(state.memo.found)
    for id in state.of_side("union"):
        state.change(id, x=state.units[id].x + 1)
        everything(state, "union")
    assert len(state.memo.found) <= known


def test_the_orders_of_a_unit_are_found_anew_when_another_comes_near() -> None:
    """What was found stays with the copy of the battle in which nobody moved."""
    state = crowd(0)
    before = everything(state, "union")
    twin = state.copy()
    twin.units = {id: unit for id, unit in twin.units.items() if unit.side == "union"}
    after = everything(twin, "union")
    assert set(after) - set(before)
    assert everything(state, "union") == before


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.rule("mckie:fire.over.1", "mckie:fire.arc")
def test_what_can_be_hit_is_what_measuring_against_everybody_gives(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = crowd(seed, jam=seed < 2)
    quick = shooting.Sights(state)
    slow = shooting.Sights(state)
    monkeypatch.setattr(slow, "between", lambda id, target: _all_but(state, id, target))
    found = 0
    for side, other in (("union", "confederate"), ("confederate", "union")):
        for id in state.of_side(side):
            for target in state.of_side(other):
                hit = quick.aims(id, target)
                with monkeypatch.context() as patch:
                    patch.setattr(shooting, "is_beyond", lambda post, ground: False)
                    assert slow.aims(id, target) == hit
                found += len(hit)
    assert found


def _all_but(state: State, *out: str) -> list[Any]:
    return standing.troops(state, out)


legs = st.one_of(
    st.builds(Straight, st.integers(1, 1200), st.sampled_from([0, 0, 300, -300, 1800])),
    st.builds(Wheel, st.sampled_from(["left", "right"]), st.integers(1, 900)),
)


@settings(max_examples=150)
@given(
    st.integers(300, 5700),
    st.integers(300, 4500),
    st.integers(0, 3599),
    legs,
    st.sampled_from(_FORMATIONS),
    st.integers(1, 900),
)
@pytest.mark.rule("mckie:terr.contour", "mckie:rate.foot")
def test_an_allowance_goes_as_far_as_the_fee_of_every_part_says(
    x: int, y: int, heading: int, leg: Leg, formation: Formation, allowance: int
) -> None:
    table = scenario_named("mcphersons-ridge").table
    unit = troops("union", 0, 0, formation=formation)
    layout, here, gait = field.layout_of(unit), pose(x, y, heading), gait_of(unit)

    def pays(part: Leg) -> bool:
        fee = leg_fee(RULEBOOK, table, gait, layout, here, part)
        return not isinstance(fee, Refusal) and fee.total <= allowance

    way = Way(RULEBOOK, table, gait, layout, here, leg)
    assert way.longest(allowance) == longest(leg, pays)
    whole = leg_fee(RULEBOOK, table, gait, layout, here, leg)
    assert way.cost(leg) == (whole if isinstance(whole, Refusal) else whole.total)
