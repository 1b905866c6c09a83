"""A rule that is broken where it is written is broken in the list and in the refusal together:
there is no second copy that would keep one of them right."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

import pytest

import longroll
from longroll import Battle
from longroll.kernel.decision import Choice, Closed
from longroll.kernel.memo import memo_off
from longroll.systems.corinth import entries
from longroll.systems.gbacw import command_phase, fire_bars, movement, stacking
from tests.rulebook.gbacw.field import field
from tests.rulebook.gbacw.test_05_movement import ELSE
from tests.rulebook.gbacw.test_lists_and_refusals import everything, pick
from tests.support import play


def close_nothing(patch: pytest.MonkeyPatch, module: ModuleType, rule: str) -> None:
    """Break a rule where it is written."""
    if module is fire_bars:  # its rules are masks of hexes
        for name in ("_REACH", "_NEAR", "_NEARER"):
            left = tuple(
                one for one in getattr(fire_bars, name) if one.leaves is not fire_bars._in_front
            )
            patch.setattr(fire_bars, name, left)
        return

    def closed(places: Any, cites: str, why: Any) -> Closed[Any]:
        return Closed(() if cites == rule else places, cites, why)

    patch.setattr(module, "Closed", closed)


def after(position: str, *choices: str, phase: str = "B") -> Battle:
    battle = field(position, phase=phase)
    play(battle, *choices)
    return battle


def alone(battle: Battle, rule: str) -> list[Choice]:
    """What nothing bars but this rule, over the whole map."""
    state, ask = battle.state, battle.state.agenda[-1]
    return [
        one for one in everything(state) if {bar.rule for bar in ask.bars(state, one)} == {rule}
    ]


def played_until(rule: str, system: str, scenario: str) -> Battle:
    """A random battle, up to where this rule alone bars something."""
    chance, battle = random.Random(rule), longroll.new(system, scenario, seed=11)
    while not alone(battle, rule):
        battle.play(pick(battle, chance))
    return battle


def check(battle: Battle, module: ModuleType, rule: str) -> None:
    """What only this rule bars is offered and allowed once the rule is broken."""
    state, ask = battle.state, battle.state.agenda[-1]
    barred = alone(battle, rule)
    assert barred
    with memo_off(), pytest.MonkeyPatch.context() as patch:
        assert not {*barred} & {*ask.choices(state)}
        close_nothing(patch, module, rule)
        assert {*barred} <= {*ask.choices(state)}
        assert not any([*ask.bars(state, one)] for one in barred)


def test_zones_of_control() -> None:
    battle = after(f"0507 2us,routed | 0509 1cs {ELSE}", "move 2us")
    check(battle, movement, "gbacw:5.2.3")


def test_columns_and_other_units() -> None:
    battle = after(f"0507 2us,column | 0508 12us {ELSE}", "move 2us")
    check(battle, stacking, "gbacw:8.16")


def test_the_radius_of_a_commander() -> None:
    battle = after("0508 mason 12us miller | 0515 mercer 4us", phase="A")
    check(battle, command_phase, "gbacw:17.12")


def test_the_front_of_a_firer() -> None:
    check(played_until("gbacw:7.22", "gbacw", "drill"), fire_bars, "gbacw:7.22")


def test_what_a_step_costs() -> None:
    check(played_until("gbacw:5.11.1", "gbacw", "drill"), movement, "gbacw:5.11.1")


def test_rows_of_entrance() -> None:
    rule = "corinth:29.31.2"
    check(played_until(rule, "corinth", "historical"), entries, rule)
