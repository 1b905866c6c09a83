"""10.4 Ditch and redan hexes."""

from __future__ import annotations

import pytest

from longroll.systems.stockade_redan.events import Moved
from tests.support import field, offered, only, play, refused


@pytest.mark.rule("stockade_redan:10.4.2")
def test_no_way_over_the_wall_without_a_bridge() -> None:
    battle = field("1620 13us-a", phase="VII")
    play(battle, "move 13us-a")
    with refused("stockade_redan:10.4.2"):
        battle.play("to 1519")


@pytest.mark.rule("stockade_redan:10.4.1", "stockade_redan:10.4.3")
def test_a_bridge_leads_over_the_wall_for_all_movement() -> None:
    battle = field("1620 13us-a", phase="VII", bridges=[{"hex": "1620", "up": "bridging"}])
    step = only(play(battle, "move 13us-a", "to 1519"), Moved)
    assert (step.cost, step.rules) == (6, ("stockade_redan:10.4.3",))


@pytest.mark.rule("stockade_redan:10.4.6")
def test_artillery_never_enters_the_ditch() -> None:
    battle = field("1719 hart", phase="VII")
    play(battle, "move hart")
    assert "to 1619" not in offered(battle)
    with refused("stockade_redan:10.4.6"):
        battle.play("to 1619")
