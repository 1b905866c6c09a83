"""12.2 Hand-to-hand combat: totals, dice, losses."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.kernel.event import Effect, Line
from longroll.systems.stockade_redan import hand_to_hand
from longroll.systems.stockade_redan.events import (
    Fell,
    FoughtHandToHand,
)
from longroll.systems.stockade_redan.roster import ROSTER
from tests.rulebook.stockade_redan.moments import ids, state
from tests.rulebook.stockade_redan.volleys import ELSEWHERE, standing, total
from tests.support import field, offered, only, play, refused

UNION_STRONG = "13us-a 13us-b 13us-c 13us-d 13us-o1 13us-o2"
CONFEDERATES = "36ms-a 36ms-b 36ms-c"


def melee(units: str, *dice: int, hex: str = "2010", morale: int = 3, assault: int = 1) -> Battle:
    """A hex in the Hand-to-Hand Combat Phase. The Union rolls first."""
    situation = f"{hex} {units} | {ELSEWHERE}"
    return field(situation, dice=dice, phase="XII", morale=morale, assault=assault)


def fought(battle: Battle) -> FoughtHandToHand:
    return only(list(battle.log()), FoughtHandToHand)


def totals(battle: Battle) -> tuple[int, int]:
    """Union and Confederate total, dice included."""
    event = fought(battle)
    return total(event.union), total(event.confederate)


@pytest.mark.rule("stockade_redan:12.2.1")
@pytest.mark.parametrize(
    "units, union, confederate",
    [
        ("13us-a 36ms-a", 1, 1),
        ("13us-a 13us-b 13us-c 13us-d 36ms-a 36ms-b", 4, 2),
        ("13us-a 13us-o1 36ms-a 36ms-o1", 2, 2),
        ("13us-a 13us-o1 13us-o2 13us-o3 36ms-a", 4, 1),  # one company qualifies them all
        ("13us-a 8mo-o1 36ms-a", 1, 1),  # an officer of another regiment
        ("13us-a 13us-o1 8mo-o1 116il-o1 36ms-a", 2, 1),
        ("13us-o1 13us-o2 36ms-a", 0, 1),  # officers alone
        ("13us-a 36ms-o1", 1, 0),
        ("hart wood 36ms-a", 2, 1),  # guns count
        ("13us-a gun-1 gun-2 36ms-a", 1, 3),
        ("13us-a gun-1 36ms-o1", 1, 1),  # and belong to no regiment
    ],
)
def test_units_count_and_officers_beside_their_own_infantry(
    units: str, union: int, confederate: int
) -> None:
    battle = melee(units, 2, 2)
    event = fought(battle)
    assert total(event.union[:-1]) == union
    assert total(event.confederate[:-1]) == confederate
    assert event.union[0].rule == "stockade_redan:12.2.1"


@pytest.mark.rule("stockade_redan:12.2.2")
@pytest.mark.parametrize(
    "units, count, is_mixed",
    [
        ("13us-a 13us-b", 2, False),
        ("13us-a 8mo-a", 1, True),
        ("13us-a 8mo-a 116il-a", 2, True),  # one off, however many regiments
        ("13us-a 8mo-a 13us-o1 8mo-o1", 3, True),
        ("13us-a 8mo-o1", 1, False),  # a foreign officer makes no difference
        ("13us-a hart", 2, False),  # nor do guns
    ],
)
def test_different_regiments_take_one_off(units: str, count: int, is_mixed: bool) -> None:
    event = fought(melee(f"{units} 36ms-a 36ms-b", 3, 2))
    assert total(event.union[:-1]) == count
    penalty = Line(-1, "different regiments", "stockade_redan:12.2.2")
    assert (penalty in event.union) == is_mixed
    assert penalty not in event.confederate


@pytest.mark.rule("stockade_redan:12.2.2")
def test_the_confederate_regiments_pay_for_mixing_too() -> None:
    event = fought(melee("13us-a 36ms-a 1mo-a 1mo-o1", 3, 2, assault=2))
    assert [line.value for line in event.confederate] == [2, 1, -1, 2]


@pytest.mark.rule("stockade_redan:12.2.3", "stockade_redan:12.2.4")
@pytest.mark.parametrize(
    "dice, sums, loser",
    [((4, 2), (6, 4), "confederate"), ((1, 4), (3, 6), "union"), ((3, 3), (5, 5), "")],
)
def test_each_side_adds_one_die_and_the_higher_total_wins(
    dice: tuple[int, int], sums: tuple[int, int], loser: str
) -> None:
    battle = melee("13us-a 13us-b 36ms-a 36ms-b", *dice)
    event = fought(battle)
    assert totals(battle) == sums
    assert [(roll.value, roll.purpose) for roll in event.rolls] == [
        (dice[0], "union hand-to-hand"),
        (dice[1], "confederate hand-to-hand"),
    ]
    assert event.union[-1] == Line(dice[0], "die", "stockade_redan:12.2.3")
    assert event.confederate[-1] == Line(dice[1], "die", "stockade_redan:12.2.3")
    assert (event.loser, event.rules[0]) == (loser, "stockade_redan:12.2.4")


@pytest.mark.rule(
    "stockade_redan:12.2.5",
    "stockade_redan:12.2.6",
    "stockade_redan:12.2.7",
    "stockade_redan:12.2.8",
)
@pytest.mark.parametrize(
    "winner, loser, losses, rule",
    [
        (12, 4, 3, "12.2.5"),  # three times to the point: all
        (11, 4, 2, "12.2.6"),
        (8, 4, 2, "12.2.6"),  # twice to the point
        (7, 4, 1, "12.2.7"),
        (5, 4, 1, "12.2.7"),
        (4, 4, 0, "12.2.8"),
    ],
)
def test_the_margin_decides_how_many_fall(winner: int, loser: int, losses: int, rule: str) -> None:
    # Three Confederates and a 1 make 4; the Union brings 3 or 6 and a die.
    assert hand_to_hand.losses(winner, loser, 3) == losses
    union = UNION_STRONG if winner > 9 else "13us-a 13us-b 13us-c"
    die = winner - (6 if winner > 9 else 3)
    battle = melee(f"{union} {CONFEDERATES}", die, 1)
    assert totals(battle) == (winner, loser)
    event = fought(battle)
    assert (event.losses, event.rules[1]) == (losses, f"stockade_redan:{rule}")
    assert event.loser == ("confederate" if losses else "")
    if losses < 3:
        assert len(standing(battle)[1]) == 3  # nobody falls before his owner has chosen
    for id in CONFEDERATES.split()[: losses % 3]:
        battle.play(f"lose {id}")
    assert standing(battle) == (union.split(), CONFEDERATES.split()[losses:])


@pytest.mark.rule("stockade_redan:12.2.5")
def test_at_three_times_everybody_falls_uncounted_officers_too() -> None:
    # 1 and a 1 against 3 and a 3; the two officers have none of their infantry there.
    battle = melee("13us-a 8mo-o1 116il-o1 36ms-a 36ms-b 36ms-c", 1, 3)
    assert totals(battle) == (2, 6)
    fell = only(list(battle.log()), Fell)
    assert (ids(fell.units), fell.side) == (["116il-o1", "13us-a", "8mo-o1"], "union")
    assert standing(battle)[0] == []


@pytest.mark.rule("stockade_redan:12.2.6")
def test_at_twice_the_loser_picks_two_of_all_his_pieces() -> None:
    battle = melee("13us-a 13us-o1 8mo-o1 36ms-a 36ms-b 36ms-c", 1, 3)
    assert totals(battle) == (3, 6)
    assert battle.decision is not None
    assert battle.decision.side == "union"
    assert offered(battle) == ["lose 13us-a", "lose 13us-o1", "lose 8mo-o1"]
    play(battle, "lose 8mo-o1")
    assert offered(battle) == ["lose 13us-a", "lose 13us-o1"]
    fell = only(battle.play("lose 13us-o1"), Fell)
    assert fell.rules == ("stockade_redan:12.2.9",)
    assert standing(battle)[0] == ["13us-a"]


@pytest.mark.rule("stockade_redan:12.2.6")
def test_who_has_no_more_than_two_loses_them_all() -> None:
    battle = melee("13us-a 13us-b 13us-c 36ms-a 36ms-b", 4, 1)
    assert totals(battle) == (7, 3)
    assert standing(battle)[1] == []
    # Two to lose, and one there: 4 against 2.
    assert hand_to_hand.losses(4, 2, 1) == 1


@pytest.mark.rule("stockade_redan:12.2.7")
def test_at_less_than_twice_the_loser_picks_one_of_his_own() -> None:
    battle = melee("13us-a 13us-b 36ms-a 36ms-o1", 4, 3)
    assert battle.decision is not None
    assert (battle.decision.side, battle.decision.rule) == ("confederate", "stockade_redan:12.2.7")
    for nobody_of_his in ("13us-a", "36ms-t", "36ms-b", "somebody"):
        with refused("stockade_redan:12.2.7"):
            battle.play(f"lose {nobody_of_his}")
    play(battle, "lose 36ms-o1")
    assert standing(battle) == (["13us-a", "13us-b"], ["36ms-a"])


@pytest.mark.rule("stockade_redan:12.2.8")
@pytest.mark.parametrize(
    "units, dice", [("13us-a 36ms-a", (6, 6)), ("13us-a 36ms-a 36ms-b", (4, 3))]
)
def test_equal_totals_have_no_effect(units: str, dice: tuple[int, int]) -> None:
    battle = melee(units, *dice)
    event = fought(battle)
    assert (event.loser, event.losses) == ("", 0)
    assert event.effect() == Effect("nothing", "no effect")
    assert event.rules == ("stockade_redan:12.2.4", "stockade_redan:12.2.8")
    union, confederates = standing(battle)
    assert [*union, *confederates] == units.split()
    assert not state(battle).carnage


@pytest.mark.rule("stockade_redan:12.2.9")
@pytest.mark.parametrize("dice, loser", [((6, 1), "36ms-a"), ((1, 6), "13us-a")])
def test_the_loser_becomes_carnage_and_the_winner_loses_nothing(
    dice: tuple[int, int], loser: str
) -> None:
    battle = melee("13us-a 36ms-a", *dice)
    gone = [piece.id for unit, piece in enumerate(ROSTER) if state(battle).units[unit].lost]
    assert gone == [loser]
    assert set(state(battle).carnage) == {"2010"}
    union, confederates = standing(battle)
    assert [*union, *confederates] == ["36ms-a" if loser == "13us-a" else "13us-a"]


@pytest.mark.rule("stockade_redan:12.2.10")
@pytest.mark.parametrize("hex", ["2010", "3313", "1620", "1519", "1220"])
def test_neither_terrain_nor_fire_strength_matters(hex: str) -> None:
    for units in ("13us-a 13us-b 36ms-a 36ms-b", "8mo-a 8mo-b 36ms-a 36ms-b"):
        for morale in (2, 3, 4):
            battle = melee(units, 4, 2, hex=hex, morale=morale)
            assert totals(battle) == (6, 4), (units, morale)
            assert (fought(battle).loser, fought(battle).losses) == ("confederate", 1)


@pytest.mark.rule("stockade_redan:12.2.3", "stockade_redan:12.2.9")
def test_the_hexes_fight_one_after_another_each_with_its_own_dice() -> None:
    units = f"2012 13us-b 13us-c 36ms-b | 2010 13us-a 36ms-a 36ms-c | {ELSEWHERE}"
    battle = field(units, phase="XII", dice=[5, 3, 1, 4])
    assert fought(battle).hex == "2010"  # 6 to 5: the Confederates choose before anybody goes on
    events = play(battle, "lose 36ms-c")
    second = only(events, FoughtHandToHand)
    assert (second.hex, total(second.union), total(second.confederate)) == ("2012", 3, 5)
    assert second.text() == (
        "Hand-to-hand in 2012: Union 3 against Confederate 5, the Union loses 1."
    )
    assert second.ledger() == second.union + second.confederate
