"""How a battle ends on time."""

from __future__ import annotations

import pytest

from longroll.systems.honor_glory.play.troops import Unit
from tests.rulebook.honor_glory.table import play, position, regiment

FAR = {"u1": regiment("union", 20, 80), "c1": regiment("confederate", 100, 10, 180)}


@pytest.mark.rule("honor_glory:10.1")
@pytest.mark.parametrize(
    "at_lane, winner",
    [
        ({"u2": regiment("union", 60, 52)}, "union"),
        ({"c2": regiment("confederate", 60, 40, 180)}, "confederate"),
        ({"u2": regiment("union", 60, 52), "c2": regiment("confederate", 60, 40, 180)}, None),
        ({"u2": regiment("union", 60, 52, prone=True)}, "union"),
        ({}, None),
    ],
)
def test_when_time_is_up_the_holder_of_the_lane_wins(
    at_lane: dict[str, Unit], winner: str | None
) -> None:
    battle = play(position({**FAR, **at_lane}, turn=24), "done")
    assert battle.state.result is not None
    assert battle.state.result.winner == winner
