"""19.0 Introduction: which rules hold, and the scale."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest

from longroll.systems import corinth
from longroll.systems.corinth.tables import TABLES
from longroll.systems.gbacw import command
from longroll.systems.gbacw.events import Rallied
from tests.rulebook.corinth.field import field, number, state, unit
from tests.support import only, play


@pytest.mark.rule("corinth:19.0.2")
@pytest.mark.parametrize(
    "turn, rule",
    [(5, "corinth:29.61.1"), (6, "gbacw:13.52.2")],
)
def test_a_standard_rule_holds_until_an_exclusive_one_speaks(turn: int, rule: str) -> None:
    """A Rally Point brings a routed unit back; only in the first Game-Turns it buys but a die."""
    battle = field(
        "2020 52il | 2021 hackleman 2ia | 0909 2mo gates",
        [6],
        turn=turn,
        phasing="union",
        phase="H",
        states={"52il": {"routed": True}},
    )
    rallied = only(play(battle, "rally 52il"), Rallied)
    assert rallied.rules == (rule,)
    assert unit(battle, "52il").routed == rule.startswith("corinth")


@pytest.mark.rule("corinth:19.0.2")
def test_where_both_speak_the_exclusive_rule_goes_first() -> None:
    """A brigade commander far from his division would be bound by the series; here he is free."""
    battle = field("2020 52il hackleman | 2045 davies 22oh", turn=6, phasing="union", phase="A")
    facts, leader = state(battle), number("hackleman")
    assert not command.within_integrity(facts, leader, "davies")
    assert command.leader_is_free(facts, leader)


@pytest.mark.rule("corinth:19.0.2")
def test_every_room_of_exclusive_rules_is_heard() -> None:
    """Each module with rules of its own is listed by the system, and nothing else is."""
    names = [module.name for module in iter_modules(corinth.__path__)]
    modules = [import_module(f"{corinth.__name__}.{name}") for name in names]
    rooms = [module.RULES for module in modules if hasattr(module, "RULES")]
    assert len(rooms) > 10
    assert {*map(id, rooms)} == {*map(id, corinth.system.rules)}


@pytest.mark.rule("corinth:19.0.3")
def test_the_scale() -> None:
    scale = TABLES.scale
    assert (scale.minutes, scale.yards, scale.men) == (30, 135, 100)
