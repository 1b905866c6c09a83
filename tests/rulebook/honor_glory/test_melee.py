"""Charges and melee: sections 75 to 96, and OP4."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.honor_glory import charges, melee
from longroll.systems.honor_glory.charges import Charge, attack_zone, bars_to_charge
from longroll.systems.honor_glory.dice import total
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.melee import Meeting
from longroll.systems.honor_glory.melee_tables import FRESH_ENEMY, MELEE, PUSH_BACK
from longroll.systems.honor_glory.play import melees
from longroll.systems.honor_glory.rates import STRAIGHT_RUN
from longroll.systems.honor_glory.units import Troops
from longroll.systems.honor_glory.words import Action, Arm, CoverClass, Side
from tests.rulebook.honor_glory.table import position, regiment
from tests.rulebook.honor_glory.troops import (
    BRIGADIER,
    COLONEL,
    dice,
    foot,
    gun,
    horse,
    rules,
)

# Who may charge


def barred(charger: Troops, target: Troops, **more: Any) -> set[str]:
    return rules(bars_to_charge(Charge(charger=charger, target=target, **more)))


@pytest.mark.rule(
    "honor_glory:75.1",
    "honor_glory:77.1",
    "honor_glory:75.6",
    "honor_glory:13.charge.1",
    "honor_glory:3.charge",
)
def test_regiments_charge() -> None:
    assert barred(foot(), foot()) == barred(horse(), horse()) == set()
    assert barred(horse(), gun()) == barred(horse(), foot(cover="hedge")) == set()
    assert barred(Troops(arm="wagon", formation="column", mp=1), foot()) == {"honor_glory:75.1"}
    assert barred(foot(morale="rallying"), foot()) == {"honor_glory:75.1"}


@pytest.mark.parametrize(
    "charger, target, facts, rule",
    [
        pytest.param(
            gun(), foot(), {}, "honor_glory:77.x1", marks=pytest.mark.rule("honor_glory:77.x1")
        ),
        pytest.param(
            foot(formation="column"),
            foot(),
            {},
            "honor_glory:77.x2",
            marks=pytest.mark.rule("honor_glory:77.x2"),
        ),
        pytest.param(
            foot(), horse(), {}, "honor_glory:77.x3", marks=pytest.mark.rule("honor_glory:77.x3")
        ),
        pytest.param(
            foot(),
            foot(),
            {"seen": False},
            "honor_glory:77.x4",
            marks=pytest.mark.rule("honor_glory:77.x4"),
        ),
        pytest.param(
            foot(),
            foot(),
            {"wheeled": True},
            "honor_glory:46.5a",
            marks=pytest.mark.rule("honor_glory:46.5a"),
        ),
        pytest.param(
            foot(),
            foot(),
            {"fought_or_fired": True},
            "honor_glory:3.actunit.2",
            marks=pytest.mark.rule("honor_glory:3.actunit.2", "honor_glory:75.2"),
        ),
        pytest.param(
            horse(blown=True),
            foot(),
            {},
            "honor_glory:OP4.4a",
            marks=pytest.mark.rule("honor_glory:OP4.4a"),
        ),
        pytest.param(
            foot(),
            foot(),
            {"has_room": False},
            "honor_glory:80.2",
            marks=pytest.mark.rule("honor_glory:80.2", "honor_glory:80.1"),
        ),
        pytest.param(
            horse(),
            foot(cover="gabions"),
            {},
            "honor_glory:83.8",
            marks=pytest.mark.rule("honor_glory:83.8"),
        ),
    ],
)
def test_what_bars_a_charge(
    charger: Troops, target: Troops, facts: dict[str, bool], rule: str
) -> None:
    assert barred(charger, target, **facts) == {rule}


@pytest.mark.rule("honor_glory:77.x3", "honor_glory:77.x4", "honor_glory:46.6")
def test_what_does_not_bar_a_charge() -> None:
    assert barred(foot(), horse(), target_in_melee=True) == set()
    assert barred(foot(), foot(), seen=False, supporting=True) == set()
    assert barred(horse(), foot(), wheeled=True) == set()


@pytest.mark.rule(
    "honor_glory:78.0",
    "honor_glory:78.n1",
    "honor_glory:78.n2",
    "honor_glory:13.cc",
    "honor_glory:85.1",
)
def test_who_may_countercharge() -> None:
    bars = charges.bars_to_countercharge
    assert rules(bars(foot(), "infantry")) == rules(bars(horse(), "cavalry")) == set()
    assert rules(bars(gun(), "infantry")) == {"honor_glory:78.n1"}
    assert rules(bars(foot(), "cavalry")) == {"honor_glory:78.n2"}
    assert rules(bars(foot(morale="rallying"), "infantry")) == {"honor_glory:13.rally.4"}


@pytest.mark.rule("honor_glory:79.1a", "honor_glory:79.1b")
@pytest.mark.parametrize(
    "arm, faces, bonus",
    [("infantry", (4,), 4), ("dismounted_cavalry", (6,), 6), ("cavalry", (5, 6), 11)],
)
def test_the_charge_bonus(arm: Arm, faces: tuple[int, ...], bonus: int) -> None:
    assert total(charges.charge_bonus(arm, "charge", dice(*faces))) == bonus


@pytest.mark.parametrize(
    "arm, move, facts",
    [
        pytest.param(
            "infantry",
            "charge",
            {"used_this_turn": True},
            marks=pytest.mark.rule("honor_glory:79.2"),
        ),
        pytest.param(
            "cavalry",
            "countercharge",
            {},
            marks=pytest.mark.rule("honor_glory:79.x1", "honor_glory:78.n4"),
        ),
        pytest.param(
            "infantry",
            "charge",
            {"difficult_ground": True},
            marks=pytest.mark.rule("honor_glory:79.x2", "honor_glory:52.6"),
        ),
        pytest.param(
            "cavalry",
            "charge",
            {"very_steep_descent": True},
            marks=pytest.mark.rule("honor_glory:79.x3"),
        ),
        pytest.param("cavalry", "pursuit", {}, marks=pytest.mark.rule("honor_glory:79.x4")),
        pytest.param("artillery", "charge", {}, marks=pytest.mark.rule("honor_glory:79.x5")),
    ],
)
def test_who_has_no_charge_bonus(arm: Arm, move: charges.Move, facts: dict[str, bool]) -> None:
    assert charges.charge_bonus(arm, move, dice(), **facts) == ()


def test_infantry_does_not_mind_a_steep_descent() -> None:
    assert total(charges.charge_bonus("infantry", "charge", dice(3), very_steep_descent=True)) == 3


def test_the_distances_of_charge_and_pursuit() -> None:
    assert (STRAIGHT_RUN, FRESH_ENEMY, PUSH_BACK) == (5 * CM, 5 * CM, 10 * CM)


# Front, flank and rear


def zone(*ends: tuple[int, int]) -> str:
    """For a line of 16 by 3 cm, with the ends of the attacker's front in centimetres."""
    (x1, y1), (x2, y2) = ends
    front = ((x1 * CM, y1 * CM), (x2 * CM, y2 * CM))
    return attack_zone(front, 16 * CM, 3 * CM)


@pytest.mark.rule("honor_glory:94.1", "honor_glory:94.1c", "honor_glory:94.1d")
def test_the_zones_around_a_unit() -> None:
    assert zone((-8, 10), (8, 10)) == "front"
    assert zone((20, 4), (20, -8)) == "flank"
    assert zone((-20, 4), (-20, -8)) == "flank"
    assert zone((6, -12), (-6, -12)) == "rear"
    # Angled, and off to one side, but still before it.
    assert zone((9, 4), (20, 16)) == "front"


@pytest.mark.rule("honor_glory:94.1b", "honor_glory:94.1")
def test_three_quarters_of_the_front_are_needed() -> None:
    # The line at 45 degrees from the corner at (8, 0) passes x = 20 at y = 12.
    assert zone((20, 16), (20, 0)) == "flank"
    assert zone((20, 17), (20, 1)) == "front"
    # Half to the left and half to the right of a unit is neither flank.
    assert zone((-20, 0), (20, 0)) == "front"


@pytest.mark.rule("honor_glory:93.1", "honor_glory:93.1n", "honor_glory:93.2")
def test_secure_flanks() -> None:
    assert charges.is_secure(impassable=15 * CM)
    assert not charges.is_secure(impassable=15 * CM + 1)
    assert charges.is_secure(friends=15 * CM, share=75)
    assert not charges.is_secure(friends=15 * CM, share=74)
    assert not charges.is_secure()


# Initial contact

ROWS = {
    "infantry line": "0 2 2 0 1",
    "infantry skirmish": "0 0 0 0 0",
    "infantry column": "0 1 0 0 0",
    "cavalry line": "3 4 2 0 2",
    "cavalry column": "0 1 0 0 0",
}


def of(name: str) -> Troops:
    arm, formation = name.split()
    return foot(9, formation) if arm == "infantry" else horse(9, formation)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("infantry line", marks=pytest.mark.rule("honor_glory:82.infline")),
        pytest.param("infantry skirmish", marks=pytest.mark.rule("honor_glory:82.skirm")),
        pytest.param("infantry column", marks=pytest.mark.rule("honor_glory:82.infcol")),
        pytest.param("cavalry line", marks=pytest.mark.rule("honor_glory:82.cavline")),
        pytest.param("cavalry column", marks=pytest.mark.rule("honor_glory:82.cavcol")),
    ],
)
def test_every_penalty_of_contact(name: str) -> None:
    found = [charges.contact(of(name), of(other), "front", dice()).loss for other in ROWS]
    assert found == [int(cell) for cell in ROWS[name].split()]


@pytest.mark.rule(
    "honor_glory:82.0a",
    "honor_glory:82.x1",
    "honor_glory:82.x2",
    "honor_glory:82.x3",
    "honor_glory:80.3",
)
@pytest.mark.parametrize(
    "role, move, loss",
    [
        ("forward", "charge", 3),
        ("forward", "countercharge", 3),
        ("forward", "halted", 0),
        ("supporting", "charge", 0),
        ("joining", "charge", 0),
    ],
)
def test_who_inflicts_penalties(role: charges.Role, move: charges.Move, loss: int) -> None:
    found = charges.contact(horse(), foot(9), "front", dice(), role=role, move=move)
    assert (found.loss, found.unit.mp) == (loss, 9 - loss)


@pytest.mark.rule("honor_glory:82.0b")
def test_formal_cover_protects_from_contact() -> None:
    assert charges.contact(horse(), foot(9, cover="hedge"), "front", dice()).loss == 3
    assert charges.contact(horse(), foot(9, cover="gabions"), "front", dice()).loss == 0


@pytest.mark.rule("honor_glory:82.0c")
def test_contact_rolls_nothing_for_morale_or_commanders() -> None:
    rolled = dice()
    charges.contact(horse(), foot(9, commanders=(COLONEL, BRIGADIER)), "front", rolled)
    assert rolled.rolled == 0


@pytest.mark.rule(
    "honor_glory:82.flank",
    "honor_glory:82.rear",
    "honor_glory:82.cum",
    "honor_glory:95.0",
    "honor_glory:95.2",
)
@pytest.mark.parametrize("struck, loss", [("flank", 2 + 3), ("rear", 2 + 5)])
def test_a_failed_test_in_flank_or_rear(struck: Any, loss: int) -> None:
    found = charges.contact(horse(), foot(9, "column"), struck, dice(1, 1, 20))
    assert (found.loss, found.unit.mp) == (loss, 9 - loss)


@pytest.mark.rule("honor_glory:95.1", "honor_glory:95.3", "honor_glory:OP15.2")
def test_a_passed_test_leaves_the_other_penalties() -> None:
    found = charges.contact(horse(), foot(9, "column"), "flank", dice(1, 1, 5))
    assert found.loss == 2


@pytest.mark.rule("honor_glory:80.4")
def test_a_unit_that_joins_may_strike_a_flank() -> None:
    found = charges.contact(foot(), foot(9, "column"), "flank", dice(1, 1, 20), role="joining")
    assert found.loss == 3


@pytest.mark.rule("honor_glory:53.6")
def test_prone_troops_lose_two_on_contact() -> None:
    assert charges.contact(foot(), foot(9, prone=True), "front", dice()).loss == 2


# Who fights whom


@pytest.mark.rule("honor_glory:76.1", "honor_glory:76.2", "honor_glory:76.3", "honor_glory:76.4")
def test_the_example_of_forward_and_supporting_units() -> None:
    union = {"d": (60, 60), "e": (80, 60), "f": (80, 63), "g": (60, 63), "h": (96, 60.2)}
    units = {id: regiment("union", *place) for id, place in union.items()}
    units["i"] = regiment("union", 20, 90)
    units |= {
        id: regiment("confederate", x, 59.9, 180) for id, x in (("a", 96), ("b", 60), ("c", 80))
    }
    state = position(units, melees=(("d", "b"), ("e", "c")))
    found = {one: melees.supports(state, one, state.opponent_of(one) or "") for one in "debc"}
    assert found == {"d": ["g"], "e": ["f", "h"], "b": [], "c": ["a"]}


@pytest.mark.rule("honor_glory:75.4", "honor_glory:13.melee.3")
def test_a_defender_fights_the_first_that_touched_it() -> None:
    units = {"p": regiment("union", 60, 60), "q": regiment("union", 76, 60)}
    units["x"] = regiment("confederate", 68, 59.9, 180)
    state = position(units, melees=(("q", "x"), ("p", "x")))
    assert [state.opponent_of(one) for one in "pqx"] == ["x", "x", "q"]


# The melee table

TABLE = {
    "infantry_line": "7 5 9 5 3 6 3 1 4",
    "infantry_skirmish": "4 2 6 2 1 3 1 0 2",
    "infantry_column": "2 0 3 1 0 2 0 0 0",
    "cavalry_union": "8 6 10 6 4 7 - - -",
    "cavalry_confederate": "10 8 12 8 6 9 - - -",
    "cavalry_late": "9 7 11 7 5 8 - - -",
    "cavalry_column": "2 0 3 1 0 2 - - -",
}


@pytest.mark.rule("honor_glory:83.8", "honor_glory:81.2")
@pytest.mark.parametrize(
    "row",
    [
        pytest.param("infantry_line", marks=pytest.mark.rule("honor_glory:83.1")),
        pytest.param("infantry_skirmish", marks=pytest.mark.rule("honor_glory:83.2")),
        pytest.param("infantry_column", marks=pytest.mark.rule("honor_glory:83.3")),
        pytest.param("cavalry_union", marks=pytest.mark.rule("honor_glory:83.4")),
        pytest.param("cavalry_confederate", marks=pytest.mark.rule("honor_glory:83.5")),
        pytest.param("cavalry_late", marks=pytest.mark.rule("honor_glory:83.6")),
        pytest.param("cavalry_column", marks=pytest.mark.rule("honor_glory:83.7")),
    ],
)
def test_every_figure_of_the_melee_table(row: str) -> None:
    covers: tuple[CoverClass, ...] = ("none", "informal", "formal")
    slopes: tuple[Any, ...] = ("L", "U", "D")
    found = [melee.table_value(row, cover, way) for cover in covers for way in slopes]
    assert found == [None if cell == "-" else int(cell) for cell in TABLE[row].split()]


@pytest.mark.rule("honor_glory:83.4", "honor_glory:83.5", "honor_glory:83.6")
@pytest.mark.parametrize(
    "side, month, row",
    [
        ("union", "1863-12", "cavalry_union"),
        ("confederate", "1861-05", "cavalry_confederate"),
        ("union", "1864-01", "cavalry_late"),
        ("confederate", "1865-04", "cavalry_late"),
    ],
)
def test_cavalry_rows_go_by_years(side: Side, month: str, row: str) -> None:
    assert melee.table_row(horse(side=side), month) == row


@pytest.mark.rule("honor_glory:91.1", "honor_glory:91.2", "honor_glory:91.3", "honor_glory:91.4")
@pytest.mark.parametrize(
    "heights, edge, way",
    [
        ((0, 0), 0, "L"),
        ((0, 1), 499, "U"),
        ((1, 0), 499, "D"),
        ((0, 1), 500, "L"),
        ((2, 0), 600, "L"),
    ],
)
def test_up_down_and_level(heights: tuple[int, int], edge: int, way: str) -> None:
    assert melee.slope(*heights, edge) == way


@pytest.mark.rule("honor_glory:81.3a", "honor_glory:83.9")
def test_the_factor_of_a_blow() -> None:
    attacker = foot(6, "skirmish", side="confederate", commanders=(COLONEL,))
    found = melee.strike(attacker, foot(5, cover="hedge"), "U", "1862-09")
    assert [line.value for line in found.lines] == [1, 6, 1, 1]
    on_foot = foot(5, arm="dismounted_cavalry", side="confederate")
    assert melee.strike(on_foot, foot(), "L", "1862-09").factor == 7 + 5 + 1
    riders = horse(5, side="confederate")
    assert melee.strike(riders, foot(), "L", "1862-09").factor == 10 + 5


@pytest.mark.rule("honor_glory:96.1", "honor_glory:81.7")
def test_a_unit_in_cover_fights_as_a_line() -> None:
    defender = foot(5, "skirmish", cover="hedge")
    assert melee.strike(defender, foot(), "L", "1862-09").value == 7


@pytest.mark.rule("honor_glory:81.3c")
def test_twenty_hits_by_itself() -> None:
    strong = foot(13, commanders=())
    strike = melee.strike(strong, foot(), "L", "1862-09")
    assert (strike.factor, strike.automatic) == (20, True)
    rolled = dice()
    blow, left = melee.land(strike, foot(5), rolled)
    assert (blow.hit, left.mp, rolled.rolled) == (True, 4, 0)
    almost = melee.strike(foot(12), foot(), "L", "1862-09")
    assert not melee.land(almost, foot(5), dice(20))[0].hit


@pytest.mark.rule("honor_glory:81.3b", "honor_glory:81.4", "honor_glory:81.8")
@pytest.mark.parametrize("face, hit", [(13, True), (14, False)])
def test_a_blow_costs_a_point(face: int, hit: bool) -> None:
    strike = melee.strike(foot(6), foot(), "L", "1862-09")
    blow, left = melee.land(strike, foot(5), dice(face))
    assert (blow.hit, left.mp) == (hit, 5 - hit)


@pytest.mark.rule("honor_glory:89.3", "honor_glory:89.1", "honor_glory:89.2", "honor_glory:88.2")
def test_who_cannot_strike() -> None:
    for unit in (gun(), gun(formation="limbered"), foot(morale="rallying")):
        assert melee.strike(unit, foot(), "L", "1862-09").value is None


@pytest.mark.rule("honor_glory:75.8", "honor_glory:88.1")
def test_a_unit_that_just_broke_strikes_on_nought() -> None:
    broken = foot(0, morale="broken", commanders=(BRIGADIER,), cover="hedge")
    assert melee.strike(broken, foot(), "L", "1862-09").factor == 7 + 0 + 4 + 1


@pytest.mark.rule("honor_glory:OP4.4b", "honor_glory:87.1")
def test_blown_cavalry_has_the_table_alone() -> None:
    blown = horse(5, blown=True, commanders=(BRIGADIER,))
    assert melee.strike(blown, horse(), "L", "1862-09").factor == 8


# A round


@pytest.mark.rule(
    "honor_glory:9.1.2a",
    "honor_glory:9.1.2b",
    "honor_glory:75.3",
    "honor_glory:13.melee.2",
    "honor_glory:97.1.2",
    "honor_glory:13.melee.1",
)
def test_the_defender_strikes_back_with_what_is_left() -> None:
    meeting = Meeting(attacker=horse(5), defender=foot(7), month="1862-09", first_contact=True)
    found = melee.fight(meeting, dice(1, 20))
    assert found.on_defender is not None
    assert found.on_defender.loss == 3
    assert (found.defender.mp, found.attacker.mp) == (7 - 3 - 1, 5)
    assert found.defence is not None
    assert found.defence.strike.factor == 7 + 3


@pytest.mark.rule("honor_glory:81.1b", "honor_glory:81.1a")
def test_a_countercharge_strikes_first_contact_too() -> None:
    meeting = Meeting(
        attacker=foot(6, "skirmish"),
        defender=foot(6),
        month="1862-09",
        first_contact=True,
        defender_move="countercharge",
    )
    found = melee.fight(meeting, dice(20, 20))
    assert found.on_attacker is not None
    assert found.on_attacker.loss == 2
    assert found.attack is not None
    assert found.attack.strike.factor == 4 + 4
    later = Meeting(attacker=foot(6, "skirmish"), defender=foot(6), month="1862-09")
    assert melee.fight(later, dice(20, 20)).on_defender is None


@pytest.mark.rule("honor_glory:95.2")
def test_a_unit_broken_from_behind_does_not_fight() -> None:
    meeting = Meeting(
        attacker=foot(6), defender=foot(4), month="1862-09", first_contact=True, struck="rear"
    )
    found = melee.fight(meeting, dice(1, 1, 20))
    assert (found.attack, found.defence, found.defender.morale) == (None, None, "broken")


@pytest.mark.rule("honor_glory:95.1")
def test_a_unit_that_turned_in_time_fights_even_if_contact_breaks_it() -> None:
    meeting = Meeting(
        attacker=horse(6), defender=foot(3), month="1862-09", first_contact=True, struck="flank"
    )
    found = melee.fight(meeting, dice(1, 1, 5, 20, 7))
    assert found.defender.morale == "broken"
    assert found.defence is not None
    assert (found.defence.strike.factor, found.defence.hit) == (7, True)


@pytest.mark.rule("honor_glory:86.0", "honor_glory:86.1", "honor_glory:86.2a", "honor_glory:86.2b")
def test_who_has_won_a_round() -> None:
    assert melee.verdict(1, 0) == "lost"
    assert melee.verdict(0, 1) == "won"
    assert melee.verdict(0, 3, driven_off=True) == "lost"
    assert melee.verdict(6, 1) == melee.verdict(0, 0) == "draw"


# Guns in melee, blown cavalry


@pytest.mark.rule("honor_glory:90.1", "honor_glory:90.3", "honor_glory:90.5", "honor_glory:90.6")
@pytest.mark.parametrize(
    "attached, unit, attacker, gone",
    [
        (False, "none", "none", True),
        (True, "none", "none", False),
        (True, "withdraw", "none", True),
        (True, "rout", "withdraw", True),
        (True, "broken", "rout", False),
        (True, "withdraw", "broken", False),
    ],
)
def test_guns_that_are_overrun(attached: bool, unit: Action, attacker: Action, gone: bool) -> None:
    assert melee.is_overrun(attached, unit, attacker) is gone


@pytest.mark.rule("honor_glory:90.2")
def test_the_limber_goes_with_its_gun() -> None:
    assert MELEE.limber == 10


@pytest.mark.rule("honor_glory:OP4.1a", "honor_glory:OP4.1b")
def test_cavalry_is_blown_after_two_rounds_in_vain() -> None:
    assert not melee.is_blown(1, "none")
    assert melee.is_blown(2, "none")
    assert not melee.is_blown(2, "withdraw")
