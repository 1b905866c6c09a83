"""On the table: charges at the edge of a built-up area, and what comes after them."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.board.table.terrain import piece
from longroll.systems.mckie.charge import charging
from longroll.systems.mckie.charge.charging import MoveCharges
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.sequence import BeginStep
from longroll.systems.mckie.table.state import Contact
from longroll.systems.mckie.words import Formation
from tests.rulebook.mckie.field import SYSTEM, Fight, field, lay, position, troops

#: Its southern edge is at 14 in.
TOWN = piece("built_up", "the town", (1000, 500), (3000, 500), (3000, 1400), (1000, 1400))
#: Faces of the average die: 1 is a 2, 3 a 3, 5 a 4, 6 a 5.
FIVE = 6


@pytest.fixture(autouse=True)
def _town(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, [TOWN])


def rules_against(battle: Fight, order: str) -> list[str]:
    return [one.rule for one in battle.why_not(order)]


def held(deep: float, **more: Any) -> Any:
    """A defender in extended order, this far inside the edge."""
    return troops("confederate", 20, 14 - deep, 180, figures=16, formation="extended", **more)


def why_not(y: float, deep: float, **more: Any) -> list[str]:
    state = position({"u1": troops("union", 20, y, **more), "c1": held(deep)})
    return [one.rule for one in charging.bars_to_charge(state, "union", "u1", "c1", None)]


@pytest.mark.rule("mckie:bua.5")
@pytest.mark.parametrize("formation", ["line", "supported_line", "attack_column"])
@pytest.mark.parametrize("deep", [0, 0.1, 1, 1.9])
def test_those_who_hold_the_edge_of_a_town_are_charged_in_any_formation(
    formation: Formation, deep: float
) -> None:
    units = {"u1": troops("union", 20, 18, figures=36, formation=formation), "c1": held(deep)}
    battle = field(
        units,
        BeginStep("charges_first"),
        MoveCharges("union"),
        BeginStep("melee"),
        dice=(FIVE, FIVE, 10, FIVE, 10),
    )
    battle.play("charge u1 c1")
    assert battle.state.contacts == (Contact("u1", "c1", "front", 3),)
    assert battle.state.units["u1"].y == round((14 - deep) * 100)
    assert list(SYSTEM.faults(battle.state)) == []


@pytest.mark.rule("mckie:bua.5", "mckie:bua.3")
def test_among_the_houses_a_charge_pays_double() -> None:
    # 8 in: 6 in to the edge and 1 in inside, at half rate.
    assert why_not(20, 1) == []
    assert why_not(20.25, 1) == ["mckie:move.max"]


@pytest.mark.rule("mckie:bua.5", "mckie:vis.dense.1")
def test_nobody_is_charged_deeper_in_than_he_is_seen() -> None:
    assert "mckie:vis.dense.1" in why_not(17, 2.1)


@pytest.mark.rule("mckie:bua.1", "mckie:bua.5")
def test_mounted_troops_charge_only_those_at_the_very_edge() -> None:
    horse: dict[str, Any] = {"arm": "cavalry", "figures": 12}
    assert why_not(18, 0, **horse) == []
    assert why_not(18, 1, **horse) != []


@pytest.mark.rule("mckie:bua.6")
def test_once_inside_a_line_charges_no_further_before_it_re_forms() -> None:
    assert why_not(13, 2.5, figures=16) == ["mckie:bua.6"]
    assert why_not(13, 2.5, figures=16, formation="extended") == []


def beaten(formation: Formation, deep: float) -> Fight:
    """u1 has beaten c1, which holds the edge this far inside it and goes back 3 in."""
    y = 14 - deep
    units = {
        "u1": troops("union", 20, y, figures=16, formation=formation),
        "c1": troops("confederate", 20, y, 180, figures=16, formation="extended"),
    }
    return field(
        units,
        BeginStep("melee_results"),
        Movement("union"),
        dice=(FIVE,),
        contacts=(Contact("u1", "c1", "front", 3),),
        tallies={"u1": (0, 3), "c1": (3, 0)},
    )


@pytest.mark.rule("mckie:bua.6")
@pytest.mark.parametrize("deep", [0, 1])
@pytest.mark.parametrize("formation", ["line", "supported_line"])
def test_a_winner_does_not_follow_up_into_a_town_before_it_re_forms(
    formation: Formation, deep: float
) -> None:
    battle = beaten(formation, deep)
    assert battle.state.units["c1"].y == (11 - deep) * 100
    # It is not asked: it may move, and re-form, when its time comes.
    assert isinstance(battle.state.agenda[-1], Movement)
    assert battle.state.contacts == ()
    assert rules_against(battle, "move u1 form extended") == []


@pytest.mark.rule("mckie:bua.6", "mckie:melee.res.3")
def test_a_winner_in_extended_order_follows_up_into_a_town() -> None:
    battle = beaten("extended", 1)
    battle.play("follow u1")
    assert battle.state.units["u1"].y == 1000
    assert battle.state.contacts == (Contact("u1", "c1", "front", 3, True),)


@pytest.mark.rule("mckie:terr.dense.1", "mckie:melee.res.3")
def test_cavalry_does_not_follow_up_into_a_dense_wood(monkeypatch: pytest.MonkeyPatch) -> None:
    wood = piece("dense_woods", "the wood", (1000, 500), (3000, 500), (3000, 1300), (1000, 1300))
    lay(monkeypatch, [wood])
    units = {
        "u1": troops("union", 20, 14, figures=12, arm="cavalry"),
        "c1": troops("confederate", 20, 14, 180, figures=16),
    }
    battle = field(
        units,
        BeginStep("melee_results"),
        Movement("union"),
        dice=(FIVE,),
        contacts=(Contact("u1", "c1", "front", 3),),
        tallies={"u1": (0, 3), "c1": (3, 0)},
    )
    assert battle.state.units["c1"].y == 1100
    assert isinstance(battle.state.agenda[-1], Movement)
