"""Of ways that cost the same, a gesture takes one that draws less fire."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.kernel.risks import risks_of
from longroll.systems.gbacw.events import Moved
from tests.rulebook.gbacw.field import field


def path(battle: Battle, gesture: str) -> list[str]:
    return [event.to for event in battle.play(gesture) if isinstance(event, Moved)]


@pytest.mark.rule("gbacw:10.11")
def test_a_way_leads_round_a_zone_where_that_costs_no_more() -> None:
    alone = field("0508 2us | 1510 1cs")
    assert path(alone, "move 2us 0404") == ["0407", "0406", "0405", "0404"]
    # 1cs faces north and controls 0405: whoever leaves it is fired at.
    battle = field("0508 2us | 1510 3us | 0306 1cs,N")
    assert risks_of(battle, "move 2us 0404") == ()
    assert path(battle, "move 2us 0404") == ["0507", "0506", "0505", "0404"]


@pytest.mark.rule("gbacw:10.11")
def test_a_way_into_a_zone_is_still_taken_where_another_would_cost_more() -> None:
    battle = field("0508 2us | 1510 3us | 0306 1cs,N")
    assert path(battle, "move 2us 0405")[-1] == "0405"
