"""12.1 Opposing units in one hex, 12.3 Melee, 12.4 Stacking in it."""

from __future__ import annotations

import pytest

from longroll.systems.stockade_redan.events import (
    Bombarded,
    FoughtHandToHand,
    Moved,
    Overstacked,
)
from longroll.systems.stockade_redan.roster import ROSTER
from tests.rulebook.stockade_redan.moments import state, until
from tests.rulebook.stockade_redan.volleys import ELSEWHERE, standing, total
from tests.support import field, offered, only, play, refused, rules_against

#: Empty hexes, for the eight bombardments of a turn; each stays where it is on a 1.
PLOTS = [f"plot 45{row}" for row in range(21, 29)]


@pytest.mark.rule("stockade_redan:12.1.1")
@pytest.mark.parametrize("enemy", ["36ms-a", "36ms-o1", "gun-1", "36ms-a 36ms-b 36ms-o1"])
def test_a_unit_that_enters_an_enemy_hex_stops_there(enemy: str) -> None:
    battle = field(f"2011 13us-a | 2010 {enemy} | {ELSEWHERE}", phase="VII")
    step = only(play(battle, "move 13us-a", "to 2010"), Moved)
    assert (step.to, step.spent) == ("2010", 1)
    # Five of its six movement points are left, and yet the next unit is asked for.
    assert battle.decision is not None
    assert battle.decision.question == "Which unit moves?"
    assert "stockade_redan:12.3.1" in rules_against(battle, "move 13us-a")


@pytest.mark.rule("stockade_redan:12.1.1")
def test_a_whole_move_in_one_breath_may_end_in_an_enemy_hex() -> None:
    battle = field(f"2011 13us-a | 2010 36ms-a | {ELSEWHERE}", phase="VII")
    battle.play("move 13us-a 2010")
    assert standing(battle) == (["13us-a"], ["36ms-a"])


@pytest.mark.rule("stockade_redan:12.1.1")
def test_confederates_stop_in_an_enemy_hex_too_even_with_an_officer() -> None:
    battle = field(f"2011 36ms-a | 2010 8mo-o1 | {ELSEWHERE}", phase="X")
    play(battle, "move 36ms-a", "to 2010")
    assert battle.decision is not None
    assert battle.decision.question == "Which unit moves?"
    assert standing(battle) == (["8mo-o1"], ["36ms-a"])


@pytest.mark.rule("stockade_redan:12.1.2")
@pytest.mark.parametrize("phase, own, enemy", [("IX", "13us", "36ms"), ("VIII", "36ms", "13us")])
def test_nobody_fires_into_or_out_of_a_shared_hex(phase: str, own: str, enemy: str) -> None:
    units = f"2010 13us-a 36ms-a | 2011 {own}-b | 2009 {enemy}-c | 2110 {own}-d"
    battle = field(f"{units} | {ELSEWHERE}", phase=phase)
    assert "fire 2010" not in offered(battle)
    with refused("stockade_redan:11.1.4"):
        battle.play("fire 2010")
    play(battle, "fire 2009")
    assert offered(battle) == [f"add {own}-d", "all"]
    with refused("stockade_redan:12.1.2"):
        battle.play(f"add {own}-a")


@pytest.mark.rule("stockade_redan:12.1.2")
@pytest.mark.parametrize("phase, intruder", [("IX", "8mo-o1"), ("VIII", "36ms-o1")])
def test_a_lone_officer_is_enough_to_keep_fire_out(phase: str, intruder: str) -> None:
    units = f"2010 13us-a 36ms-a {intruder} | 2011 8mo-a | 2009 36ms-b"
    alone = units.replace(" 13us-a", "") if phase == "IX" else units.replace(" 36ms-a", "")
    battle = field(f"{alone} | {ELSEWHERE}", phase=phase)
    assert rules_against(battle, "fire 2010") == ["stockade_redan:11.1.4"]


@pytest.mark.rule("stockade_redan:12.3.1", "stockade_redan:12.3.4")
def test_survivors_of_both_sides_are_locked_until_one_side_is_gone() -> None:
    quiet = [*[1] * 8, 1, 1]  # bombardments that stay on empty hexes, two dice of Chaos of War
    dice = [3, 3, *quiet, 6, 1, *quiet]
    battle = field(f"2010 13us-a 36ms-a | {ELSEWHERE}", phase="XII", dice=dice)
    assert standing(battle) == (["13us-a"], ["36ms-a"])
    play(battle, *PLOTS)
    until(battle, 7)
    with refused("stockade_redan:12.3.1"):
        battle.play("move 13us-a")
    until(battle, 10)
    with refused("stockade_redan:12.3.1"):
        battle.play("move 36ms-a")
    fight = only(battle.play("done"), FoughtHandToHand)
    assert (fight.hex, fight.loser) == ("2010", "confederate")
    # Only the Union is left: it may go where it likes in the next turn.
    play(battle, *PLOTS)
    until(battle, 7)
    assert only(play(battle, "move 13us-a 2011"), Moved).to == "2011"


@pytest.mark.rule("stockade_redan:12.3.2")
@pytest.mark.parametrize("side, phase, dice", [("confederate", "IV", [1]), ("union", "III", [])])
def test_bombardment_of_a_locked_hex_attacks_both_sides(
    side: str, phase: str, dice: list[int]
) -> None:
    # A Confederate marker stays on a 1; a Union marker comes down from 2009, and is not called off.
    hex = "2010" if side == "confederate" else "2009"
    units = f"2010 13us-a 13us-o1 36ms-a 36ms-o1 | 3313 hart | {ELSEWHERE}"
    battle = field(units, phase=phase, turn=2, option=1, markers=[{"side": side, "hex": hex}],
                   dice=[*(dice or [4]), 1, 6, 6, 2, 1])  # fmt: skip
    if side == "union":
        battle.play("done")
    bombarded = only(list(battle.log()), Bombarded)
    assert [ROSTER[target.unit].id for target in bombarded.targets] == [
        "13us-a", "13us-o1", "36ms-a", "36ms-o1",
    ]  # fmt: skip
    assert standing(battle) == (["13us-o1"], ["36ms-a"])


@pytest.mark.rule("stockade_redan:12.3.3")
def test_more_units_may_join_a_locked_hex_and_are_locked_with_it() -> None:
    units = f"2010 13us-a 36ms-a | 2011 13us-b 13us-o1 | 2009 36ms-b | {ELSEWHERE}"
    battle = field(units, phase="VII", dice=[3, 1])
    play(battle, "move 13us-b", "with 13us-o1", "to 2010")
    until(battle, 10)
    play(battle, "move 36ms-b", "to 2010")
    assert "stockade_redan:12.3.1" in rules_against(battle, "move 36ms-b")
    fight = only(battle.play("done"), FoughtHandToHand)
    assert (total(fight.union), total(fight.confederate)) == (6, 3)
    # Newcomers may fall like anybody; those that stay cannot leave again.
    assert standing(battle)[1] == []
    locked = field("2010 13us-a 13us-b 36ms-a | 2011 13us-c", phase="VII")
    assert offered(locked) == ["move 13us-c", "done"]
    assert rules_against(locked, "move 13us-b") == ["stockade_redan:12.3.1"]


@pytest.mark.rule("stockade_redan:12.3.3", "stockade_redan:12.4.1")
@pytest.mark.parametrize("there, overstacked", [(3, False), (4, True)])
def test_each_side_fills_a_shared_hex_up_to_its_own_limit(there: int, overstacked: bool) -> None:
    companies = [f"13us-{letter}" for letter in "abcd"[:there]]
    units = f"2010 {' '.join(companies)} 36ms-a 36ms-b 36ms-c | 2011 13us-e | {ELSEWHERE}"
    battle = field(units, phase="VII")
    play(battle, "move 13us-e", "to 2010", "done")
    if not overstacked:
        assert (state(battle).phase, len(standing(battle)[0])) == (8, 4)
        return
    # A fifth company is one too many; the three Confederates never count.
    assert offered(battle) == [f"lose {id}" for id in (*companies, "13us-e")]
    lost = only(battle.play("lose 13us-e"), Overstacked)
    assert lost.rules[0] == "stockade_redan:6.3.1"
    assert (state(battle).phase, len(standing(battle)[0])) == (8, 4)


@pytest.mark.rule("stockade_redan:12.4.1")
def test_the_confederates_have_their_own_limit_beside_a_full_union_stack() -> None:
    units = f"2010 13us-a 13us-b 13us-c 13us-d 36ms-a 36ms-b | 2009 36ms-c 36ms-d | {ELSEWHERE}"
    battle = field(units, phase="X", morale=3, dice=[1, 1])
    within = battle.copy()
    play(within, "move 36ms-c", "to 2010")
    assert not any(isinstance(event, Overstacked) for event in within.play("done"))
    play(battle, "move 36ms-c", "with 36ms-d", "to 2010", "done")
    assert offered(battle) == [f"lose 36ms-{letter}" for letter in "abcd"]
