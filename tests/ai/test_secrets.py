"""Computer players make other secret set-ups and plans each time, each of them sound."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import longroll
from longroll import Battle
from longroll.ai import Player, new_player, think
from longroll.ai.corinth import CorinthPlayer
from longroll.ai.corinth.plans import PLANS
from longroll.ai.mckie import McKiePlayer
from longroll.ai.stockade import StockadePlayer
from longroll.systems.corinth.plotting import Plotting
from longroll.systems.stockade_redan.roster import ARTILLERY, CONFEDERATE, INFANTRY, OFFICER, ROSTER
from longroll.systems.stockade_redan.setup import SetUp
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.terrain import INSIDE, REDAN

SEEDS = range(12)


def facts(battle: Battle) -> Any:
    """The state, whatever its system has in it."""
    return battle.state


def made(system: str, scenario: str, player: Player, asks: type[Any]) -> Any:
    """The state of a battle whose Confederates have set up, or planned."""
    battle = longroll.new(system, scenario, seed=1)
    while isinstance(battle.state.agenda[-1], asks) and battle.decision is not None:
        if battle.decision.side != CONFEDERATE:
            break
        battle.play(think(player, battle).choice)
    return facts(battle)


def garrison(player: Player) -> State:
    state = made("stockade_redan", "two-assaults", player, SetUp)
    assert isinstance(state, State)
    return state


def kinds(state: State) -> dict[str, list[str]]:
    """What stands where, as an enemy who looked in would see it."""
    stacks = state.stacks[CONFEDERATE].items()
    return {hex: sorted(ROSTER[unit].kind for unit in stack) for hex, stack in stacks}


def test_the_garrison_of_the_redan_never_stands_alike() -> None:
    seen = [kinds(garrison(StockadePlayer(seed))) for seed in SEEDS]
    assert all(seen.count(one) == 1 for one in seen)
    for what in (OFFICER, ARTILLERY):
        places = [{hex for hex, stack in one.items() if what in stack} for one in seen]
        assert not set.intersection(*places), "some hex always has one"


@pytest.mark.parametrize("level", ["1", "2"])
def test_the_garrison_mans_the_whole_wall(level: str) -> None:
    for seed in SEEDS:
        stacks = kinds(garrison(new_player(level, "stockade_redan", seed)))
        assert all(INFANTRY in stacks[hex] for hex in REDAN)
        assert all(hex in INSIDE for hex, stack in stacks.items() if ARTILLERY in stack)
        assert all(INFANTRY in stack for stack in stacks.values() if OFFICER in stack)


def test_the_second_garrison_is_set_up_in_other_ways_too() -> None:
    before = longroll.position(
        "stockade_redan",
        {"assault": 1, "turn": 8, "phase": "XI", "units": {"1519": "36ms-a 36ms-b 36ms-o1"}},
        seed=1,
    )
    while before.decision is not None and before.decision.side != CONFEDERATE:
        before.play("done" if facts(before).phase else "historical")
    assert facts(before).assault == 2
    seen = set()
    for seed in SEEDS:
        battle = before.copy()
        player = StockadePlayer(seed)
        while battle.decision is not None and battle.decision.side == CONFEDERATE:
            battle.play(think(player, battle).choice)
        seen.add(str(sorted(kinds(facts(battle)).items())))
    assert len(seen) == len(SEEDS)


def planned(player: Player, scenario: str = "free") -> Any:
    return made("corinth", scenario, player, Plotting)


def test_the_plan_for_corinth_is_one_of_several() -> None:
    states = [planned(CorinthPlayer(seed)) for seed in SEEDS]
    assert all(state.plan in PLANS for state in states)
    assert len({str(sorted(state.plan.items())) for state in states}) > 2
    assert len({state.revealed for state in states}) > 1
    assert len({str(sorted(state.attached.items())) for state in states}) > len(SEEDS) // 2


def test_recruits_make_sound_plans() -> None:
    assert all(planned(new_player("1", "corinth", seed)).plan in PLANS for seed in SEEDS)


def test_every_plan_can_be_plotted() -> None:
    for plan in PLANS:
        battle = longroll.new("corinth", "free", seed=1)
        for area, turn in plan.values():
            battle.play(f"plot {area} {turn}")
        battle.play("default")
        assert facts(battle).plan == plan


def deployed(player: Player, hidden: str = "umpire") -> Any:
    """The places of an army that its enemy does not see."""
    battle = longroll.new("mckie", "millers-crossroads", seed=1, options={"hidden": hidden})
    first = battle.decision.side if battle.decision is not None else ""
    while battle.decision is not None and battle.decision.side == first:
        battle.play(think(player, battle).choice)
    units = facts(battle).units.items()
    return {id: (unit.x, unit.y) for id, unit in units if unit.side == first}


def test_unseen_figures_are_never_set_up_alike() -> None:
    seen = [deployed(McKiePlayer(seed)) for seed in SEEDS]
    assert all(seen.count(one) == 1 for one in seen)
    assert deployed(McKiePlayer(1), "open") == deployed(McKiePlayer(2), "open")


def test_the_historical_plan_stays_as_it_was() -> None:
    plans = [planned(CorinthPlayer(seed), "historical") for seed in (1, 2)]
    assert plans[0].attached == plans[1].attached


@pytest.mark.parametrize(
    "make, play",
    [(StockadePlayer, garrison), (CorinthPlayer, planned), (McKiePlayer, deployed)],
)
def test_the_same_seed_makes_the_same_plan_even_from_a_pickle(
    make: Callable[[int], Player], play: Callable[[Player], Any]
) -> None:
    assert play(make(5)) == play(pickle.loads(pickle.dumps(make(5))))
