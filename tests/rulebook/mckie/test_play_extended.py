"""On the table: extended order is a line with 2 in for each stand, not a row of gaps."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.mckie.charge.charging import MoveCharges
from longroll.systems.mckie.fire.firing import OrderFire
from longroll.systems.mckie.melee.events import Blows
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.sequence import BeginStep
from longroll.systems.mckie.table import field as measured
from longroll.systems.mckie.table.view import body_of
from tests.rulebook.mckie.field import Fight, field, lay, troops

#: Faces of the average die: 1 is a 2, 3 a 3, 5 a 4, 6 a 5.
FIVE = 6


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def rules_against(battle: Fight, order: str) -> list[str]:
    return [one.rule for one in battle.why_not(order)]


def extended(side: Any, x: float, y: float, heading: float = 0, **more: Any) -> Any:
    facts: dict[str, Any] = {"figures": 16, "formation": "extended", **more}
    return troops(side, x, y, heading, **facts)


@pytest.mark.rule("mckie:form.ext.1")
def test_extended_order_has_no_gaps_on_the_ground_but_shows_them() -> None:
    unit = extended("union", 20, 20)
    ground = measured.stands_of(unit)
    assert (len(ground.bases), len(ground.parts)) == (4, 1)
    frame = measured.fighting_layout(unit).frame
    assert (frame.left, frame.right) == (-350, 350)
    shown = body_of(unit).bases
    assert [right[0] - left[0] for left, right, *_ in shown] == [100] * 4


@pytest.mark.rule("mckie:form.ext.1", "mckie:fire.over.1")
def test_nobody_fires_through_friends_in_extended_order() -> None:
    units = {
        "u": troops("union", 20, 20, figures=4),
        "friends": extended("union", 20, 17),
        "c": troops("confederate", 20, 12, 180),
        # Somebody to fire at, so that the army is asked.
        "v": troops("union", 40, 20, figures=4),
        "d": troops("confederate", 40, 16, 180, figures=4),
    }
    battle = field(units, OrderFire("union"))
    assert rules_against(battle, "fire u c") == ["mckie:fire.over.1"]


@pytest.mark.rule("mckie:form.ext.1", "mckie:pass.2")
def test_a_column_that_goes_through_extended_order_passes_lines() -> None:
    units = {
        # A march column in the middle, where there is a gap between two stands.
        "u1": troops("union", 20, 20, figures=8, formation="road_march"),
        "u2": extended("union", 20, 19),
        "c1": troops("confederate", 20, 2, 180),
    }
    battle = field(units, Movement("union"))
    battle.play("move u1 ahead 4")
    assert battle.state.units["u2"].spent == 50
    assert battle.state.units["u1"].spent == 100


@pytest.mark.rule("mckie:form.ext.1", "mckie:melee.elig.1")
def test_extended_lines_meet_where_their_stands_interleave() -> None:
    units = {
        "u1": extended("union", 20, 18),
        "c1": extended("confederate", 21, 14, 180),
    }
    battle = field(
        units,
        BeginStep("charges_first"),
        MoveCharges("union"),
        BeginStep("melee"),
        dice=(FIVE, FIVE, 10, FIVE, 10),
    )
    battle.play("charge u1 c1")
    unit = battle.state.units["u1"]
    assert (unit.x, unit.y) == (2000, 1400)
    blows = {one.unit: one.figures for one in battle.past.events if isinstance(one, Blows)}
    # Every stand is abreast of an enemy, but for the inch by which they stand to one side.
    assert blows == {"u1": {"c1": 16}, "c1": {"u1": 16}}
