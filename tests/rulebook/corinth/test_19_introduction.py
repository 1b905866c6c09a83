"""19.0 Introduction: which rules hold, and the scale."""

from __future__ import annotations

import pytest

from longroll.systems.corinth.game import Corinth
from longroll.systems.corinth.tables import TABLES
from longroll.systems.gbacw import command
from longroll.systems.gbacw.events import Rallied
from longroll.systems.gbacw.game import Game
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
def test_every_exclusive_room_hands_on_what_it_does_not_change() -> None:
    rooms = Corinth.__mro__[1 : Corinth.__mro__.index(Game)]
    assert len(rooms) > 10
    seen: dict[str, str] = {}
    for room in rooms:
        for name in vars(room):
            private = name.startswith("_") and not name.startswith("__")
            assert not (private and name in seen), f"{room.__name__} and {seen[name]}: {name}"
            if private:
                seen[name] = room.__name__


@pytest.mark.rule("corinth:19.0.3")
def test_the_scale() -> None:
    scale = TABLES.scale
    assert (scale.minutes, scale.yards, scale.men) == (30, 135, 100)
