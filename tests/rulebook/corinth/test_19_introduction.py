"""19.0 Introduction: which rules hold, and the scale."""

from __future__ import annotations

import pytest

from longroll.systems.corinth.game import CORINTH, Corinth
from longroll.systems.corinth.tables import TABLES
from longroll.systems.gbacw.game import Game
from tests.rulebook.corinth.field import field


@pytest.mark.rule("corinth:19.0.2")
def test_the_standard_rules_hold_where_no_exclusive_rule_speaks() -> None:
    # The standard rules let a unit in line cross works at no other price than the chart's; the
    # exclusive rules take Divisional Integrity away.
    assert Game.integrity
    assert not CORINTH.integrity
    battle = field("1808 2tx | 1812 7il", phase="B", phasing="confederate")
    assert [refusal.rule for refusal in battle.why_not("fire 1812")] == ["gbacw:4.0.1"]


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
