"""2.5 Carnage: what is left of a unit."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.stockade_redan.events import Bombarded, Fell, Fired, Moved, Overstacked
from longroll.systems.stockade_redan.roster import NUMBER
from tests.rulebook.stockade_redan.setups import REDAN_HEXES, standing, table
from tests.support import field, offered, only, play, refused


def _shot() -> Battle:
    """13us-a falls in 1719 to Confederate fire; the Union Fire Phase is next."""
    battle = field("1719 13us-a | 1721 13us-b | 1519 36ms-a 36ms-b", dice=[1], phase="VIII")
    assert only(play(battle, "fire 1719 all"), Fired).lost() == (NUMBER["13us-a"],)
    return battle


@pytest.mark.rule("stockade_redan:2.5.1")
def test_a_unit_lost_to_fire_leaves_carnage_where_it_stood() -> None:
    battle = _shot()
    assert (table(battle).carnage, table(battle).lost) == (("1719",), ("13us-a",))
    assert "13us-a" not in standing(battle)


@pytest.mark.rule("stockade_redan:2.5.1")
def test_units_lost_hand_to_hand_bombarded_or_overstacked_leave_carnage() -> None:
    battle = field("1719 13us-a 36ms-a 36ms-b | 1803 8mo-a", dice=[1, 6], turn=3, phase="XII")
    assert only(list(battle.log()), Fell).units == (NUMBER["13us-a"],)
    assert table(battle).carnage == ("1719",)
    marker = [{"side": "confederate", "hex": "1719"}]
    units = "1719 13us-a | 1803 8mo-a"
    battle = field(units, dice=[1, 1, 1, 1], turn=3, phase="IV", markers=marker)
    assert only(list(battle.log()), Bombarded).lost() == (NUMBER["13us-a"],)
    assert table(battle).carnage == ("1719",)
    battle = field("1719 36ms-a 36ms-b 36ms-c 36ms-d | 1803 8mo-a", dice=[], phase="X")
    lost = only(play(battle, "done", "lose 36ms-d"), Overstacked)
    assert (lost.hex, table(battle).carnage) == ("1719", ("1719",))


@pytest.mark.rule("stockade_redan:2.5.2")
def test_carnage_is_no_target_and_does_nothing_more() -> None:
    battle = field("1719 13us-a | 1519 36ms-a", phase="VIII", carnage=["1620"], lost=["13us-b"])
    assert offered(battle) == ["fire 1719", "done"]
    with refused("stockade_redan:11.1.4"):
        battle.play("fire 1620")
    battle = field("1719 13us-a", phase="VII", lost=["13us-b"], carnage=["1719"])
    with refused("stockade_redan:10.0.4"):
        battle.play("move 13us-b")


@pytest.mark.rule("stockade_redan:2.5.2")
def test_carnage_neither_stacks_nor_holds_ground() -> None:
    lost = ["13us-e", "13us-f"]
    units = "1719 13us-a 13us-b 13us-c 13us-d | 1519 36ms-a"
    battle = field(units, dice=[], phase="VII", carnage=["1719"], lost=lost)
    play(battle, "done")
    assert table(battle).lost == tuple(lost)
    held = [hex for hex in REDAN_HEXES if hex != "1519"]
    units = "1519 36ms-a 13us-a 13us-b 13us-c"
    battle = field(units, dice=[6, 1], assault=1, turn=8, phase="XII", union_held=held)
    # The last defender is carnage: the Union stands alone in 1519 and holds every redan hex.
    assert table(battle).carnage == ("1519",)
    assert battle.result is not None
    assert battle.result.winner == "union"


@pytest.mark.rule("stockade_redan:2.5.2")
def test_carnage_does_not_keep_the_union_in_the_game() -> None:
    battle = field("1719 13us-a | 1519 36ms-a 36ms-b", dice=[1], phase="VIII")
    play(battle, "fire 1719 all")
    assert battle.result is not None
    assert (battle.result.winner, battle.result.rule) == ("confederate", "stockade_redan:4.1.1")


@pytest.mark.rule("stockade_redan:2.5.2")
def test_carnage_lies_there_for_good() -> None:
    battle = field("1803 13us-a | 1519 36ms-a", turn=3, phase="XII", carnage=["1719", "1420"])
    assert (table(battle).turn, table(battle).carnage) == (4, ("1420", "1719"))


@pytest.mark.rule("stockade_redan:2.5.3")
def test_carnage_costs_one_more_to_enter() -> None:
    for carnage, cost in (([], 1), (["1819"], 2)):
        battle = field("1719 13us-a | 4501 8mo-a", phase="VII", carnage=carnage)
        assert only(play(battle, "move 13us-a", "to 1819"), Moved).cost == cost


@pytest.mark.rule("stockade_redan:2.5.4", "stockade_redan:2.5.5")
def test_carnage_upon_carnage_costs_no_more_and_needs_no_second_marker() -> None:
    units = "1719 13us-a 13us-b | 1721 13us-c | 1519 36ms-a 36ms-b"
    battle = field(units, dice=[1, 1], phase="VIII")
    assert len(only(play(battle, "fire 1719 all"), Fired).lost()) == 2
    assert table(battle).carnage == ("1719",)
    lost = ["13us-a", "13us-b", "36ms-c"]
    battle = field("1720 13us-c | 4501 8mo-a", phase="VII", carnage=["1719"], lost=lost)
    assert only(play(battle, "move 13us-c", "to 1719"), Moved).cost == 2
