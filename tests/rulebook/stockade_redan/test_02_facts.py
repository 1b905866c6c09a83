"""2.0 Components: how many counters there are, and what every chart says."""

from __future__ import annotations

from fractions import Fraction

import pytest

from longroll.kernel.dice import Scripted
from longroll.systems.stockade_redan import (
    bombardment,
    chaos_of_war,
    combat,
    hand_to_hand,
    stacking,
    victory,
)
from longroll.systems.stockade_redan.events import Bombarded
from longroll.systems.stockade_redan.morale import roll_morale
from longroll.systems.stockade_redan.roster import COUNTERS, NUMBER, ROSTER
from longroll.systems.stockade_redan.scenario import scenario
from longroll.systems.stockade_redan.sequence import PHASES
from longroll.systems.stockade_redan.tables import TABLES
from tests.rulebook.stockade_redan.setups import BATTERY_HEXES, asked
from tests.support import field

FIVE = ("waterhouse", "barret", "hart", "wood", "spoor")


# How many


def test_there_are_228_counters() -> None:
    markers = COUNTERS.markers
    assert markers.bombardment == {"union": 6, "confederate": 8}
    assert markers.chaos_of_war == {"union": 6, "confederate": 6}
    assert (markers.bridging, markers.turn, markers.morale) == (44, 1, 1)
    assert len(ROSTER) == 156
    assert len(ROSTER) + 14 + 12 + 44 + 1 + 1 == 228


@pytest.mark.rule("stockade_redan:2.4.2")
@pytest.mark.parametrize(
    "regiment, infantry, officers, assault",
    [
        ("36 MS", 20, 4, 1),
        ("1 MO", 15, 3, 2),
        ("116 IL", 22, 4, 1),
        ("13 US", 22, 4, 1),
        ("8 MO", 22, 4, 1),
        ("30 OH", 22, 4, 2),
    ],
)
def test_the_counters_of_each_regiment(
    regiment: str, infantry: int, officers: int, assault: int
) -> None:
    pieces = [piece for piece in ROSTER if piece.regiment == regiment]
    kinds = [piece.kind for piece in pieces]
    assert (kinds.count("infantry"), kinds.count("officer")) == (infantry, officers)
    assert len(pieces) == infantry + officers
    assert {piece.assault for piece in pieces} == {assault}


def test_there_are_four_union_and_two_confederate_regiments() -> None:
    regiments = {(piece.side, piece.regiment) for piece in ROSTER if piece.regiment}
    assert regiments == {
        ("union", "116 IL"),
        ("union", "13 US"),
        ("union", "8 MO"),
        ("union", "30 OH"),
        ("confederate", "36 MS"),
        ("confederate", "1 MO"),
    }


def test_the_artillery_of_both_sides() -> None:
    guns = {piece.id: piece for piece in ROSTER if piece.kind == "artillery"}
    assert [id for id, gun in guns.items() if gun.side == "confederate"] == [
        "gun-1",
        "gun-2",
        "gun-3",
        "gun-4",
    ]
    assert {id for id, gun in guns.items() if gun.company} == set(FIVE)
    assert [id for id, gun in guns.items() if gun.side == "union" and not gun.company] == ["1oh"]
    assert {id for id, gun in guns.items() if gun.assault == 2} == {"1oh"}


def test_two_assaults_of_eight_turns_of_twelve_phases() -> None:
    assert (len(PHASES), scenario("two-assaults").turns) == (12, 8)


# What they can do


@pytest.mark.rule("stockade_redan:2.4.1")
@pytest.mark.parametrize(
    "prefix, movement, strength, reach",
    [
        ("116il", 6, 4, 4),
        ("13us", 6, 4, 4),
        ("8mo", 6, 5, 4),
        ("30oh", 6, 4, 4),
        ("36ms", 5, 3, 4),
        ("1mo", 5, 3, 4),
        ("gun", 4, 10, 8),
        ("waterhouse", 4, 12, 8),
        ("barret", 4, 12, 8),
        ("hart", 4, 12, 8),
        ("wood", 4, 12, 8),
        ("spoor", 4, 12, 8),
        ("1oh", 4, 12, 8),
    ],
)
def test_movement_fire_and_range(prefix: str, movement: int, strength: int, reach: int) -> None:
    for number, piece in enumerate(ROSTER):
        if piece.id.split("-")[0] == prefix and piece.kind != "officer":
            factors = piece.factors
            assert (factors.movement, factors.range) == (movement, reach)
            assert combat.fire_factor(number, morale=3) == strength


@pytest.mark.parametrize("morale", [2, 3, 4])
def test_confederate_infantry_fires_with_its_morale_and_nobody_else_does(morale: int) -> None:
    assert combat.fire_factor(NUMBER["36ms-a"], morale) == morale
    assert combat.fire_factor(NUMBER["1mo-o"], morale) == morale
    assert combat.fire_factor(NUMBER["gun-1"], morale) == 10
    assert combat.fire_factor(NUMBER["13us-a"], morale) == 4


def test_officers_have_no_fire_strength() -> None:
    officers = [number for number, piece in enumerate(ROSTER) if piece.kind == "officer"]
    assert {combat.fire_factor(officer, morale=4) for officer in officers} == {0}
    # Their movement is not printed: that of their side's infantry (SR-14).
    moves = {(ROSTER[officer].side, ROSTER[officer].factors.movement) for officer in officers}
    assert moves == {("union", 6), ("confederate", 5)}


def test_only_the_8th_missouri_shrugs_off_chaos_of_war() -> None:
    infantry = [piece for piece in ROSTER if piece.kind == "infantry"]
    immune = {p.regiment for p in infantry if chaos_of_war.is_immune(NUMBER[p.id])}
    assert immune == {"8 MO"}


# Charts


@pytest.mark.rule("stockade_redan:2.2.4")
@pytest.mark.parametrize(
    "terrain, movement, defence",
    [
        ("open_field", 1, 4),
        ("slight_elevation", 2, 6),
        ("ditch", "all", 8),
        ("redan", 3, 12),
    ],
)
def test_terrain_effects(terrain: str, movement: int | str, defence: int) -> None:
    line = TABLES.terrain[terrain]
    assert (line.movement, line.defence) == (movement, defence)


def test_carnage_and_friends_cost_one_and_chaos_of_war_defends_one() -> None:
    effects = TABLES.terrain_effects
    assert (effects.carnage_or_friendly_units, effects.chaos_of_war_defence) == (1, 1)


@pytest.mark.parametrize("die, morale", [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4)])
def test_morale_table(die: int, morale: int) -> None:
    assert roll_morale(Scripted([die]))[0] == morale


@pytest.mark.parametrize(
    "side, morale, limit",
    [
        ("confederate", 2, 3),
        ("confederate", 3, 3),
        ("confederate", 4, 4),
        ("union", 2, 4),
        ("union", 3, 4),
        ("union", 4, 4),
    ],
)
def test_stacking_limits(side: str, morale: int, limit: int) -> None:
    assert stacking.limit(side, morale) == limit


@pytest.mark.parametrize("companies, markers", [(5, 6), (4, 5), (3, 4), (2, 3), (1, 2)])
def test_union_bombardment_markers_by_surviving_companies(companies: int, markers: int) -> None:
    stacks = [f"{BATTERY_HEXES[n]} {FIVE[n]}" for n in range(companies)]
    battle = field(" | ".join(stacks), option=1, turn=3, phase="I")
    assert asked(battle) == ("union", f"Where does the bombardment fall? {markers} to plot.")


def test_no_company_no_union_bombardment() -> None:
    battle = field("1803 13us-a", option=1, turn=3, phase="I")
    assert asked(battle) == ("confederate", "Where does the bombardment fall? 8 to plot.")


def test_bombardment_strengths() -> None:
    table = TABLES.bombardment
    assert (table.union_strength, table.confederate_strength) == (12, 10)


@pytest.mark.parametrize("die", range(1, 7))
def test_a_union_bombardment_is_called_off_on_1_to_3(die: int) -> None:
    assert bombardment.call_off(Scripted([die]))[0] is (die <= 3)


@pytest.mark.parametrize("die, hex", [(1, "1719"), (2, "1719"), (3, "1819"), (6, "1819")])
def test_a_confederate_bombardment_scatters_on_3_to_6(die: int, hex: str) -> None:
    # The marker stays, or a second die of 2 takes it one hex north-east.
    marker = [{"side": "confederate", "hex": "1719"}]
    dice = [die, *([2] if die > 2 else []), 6, 1, 1]
    battle = field("1719 13us-a | 1819 8mo-a", dice=dice, turn=3, phase="IV", markers=marker)
    bombarded = [event for event in battle.log() if isinstance(event, Bombarded)]
    assert [event.hex for event in bombarded] == [hex]


@pytest.mark.parametrize(
    "side, morale, modifier",
    [
        ("union", 2, 1),
        ("confederate", 2, -1),
        ("union", 3, 0),
        ("confederate", 3, 0),
        ("union", 4, -1),
        ("confederate", 4, 1),
    ],
)
def test_chaos_of_war_markers_by_morale_never_more_than_six(
    side: str, morale: int, modifier: int
) -> None:
    for die in range(1, 7):
        count, _, _ = chaos_of_war.roll_count(side, morale, Scripted([die]))
        assert count == min(6, die + modifier)


@pytest.mark.parametrize("die", range(1, 7))
def test_chaos_of_war_stops_whoever_enters_on_1_to_3(die: int) -> None:
    assert chaos_of_war.roll_entry(Scripted([die]))[0] is (die <= 3)


@pytest.mark.parametrize(
    "ratio, hits", [(-1, 1), (0, 1), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5), (9, 5)]
)
def test_fire_hit_table(ratio: int, hits: int) -> None:
    assert [combat.is_hit(ratio, Scripted([die]))[0] for die in range(1, 7)] == [
        die <= hits for die in range(1, 7)
    ]


@pytest.mark.parametrize(
    "hexes, infantry, artillery",
    [
        (1, Fraction(2), Fraction(2)),
        (2, Fraction(1), Fraction(1)),
        (3, Fraction(1, 2), Fraction(1)),
        (4, Fraction(1, 4), Fraction(1)),
        *((hexes, Fraction(0), Fraction(1)) for hexes in range(5, 9)),
        (9, Fraction(0), Fraction(0)),
    ],
)
def test_range_effects(hexes: int, infantry: Fraction, artillery: Fraction) -> None:
    for id, strength, factor in (("13us-a", 4, infantry), ("hart", 12, artillery)):
        assert combat.strength_at(NUMBER[id], 3, hexes, mixed=False) == strength * factor
    assert combat.strength_at(NUMBER["8mo-a"], 3, hexes, mixed=False) == int(5 * infantry)
    assert combat.strength_at(NUMBER["gun-1"], 3, hexes, mixed=False) == 10 * artillery


@pytest.mark.parametrize(
    "turn, needed", [*((turn, 6) for turn in range(1, 6)), (6, 5), (7, 4), (8, 3)]
)
def test_gettysburg_matrix(turn: int, needed: int) -> None:
    for die in range(1, 7):
        winner, _ = victory.roll_matrix(turn, (), Scripted([die]))
        assert winner == ("union" if die <= needed else "confederate")


@pytest.mark.parametrize(
    "on_west_edge, bare_regiments, confederates, union, modifiers",
    [
        (True, 2, 10, 10, []),
        (False, 2, 10, 10, [1]),
        (True, 3, 10, 10, [2]),
        (True, 4, 10, 10, [2]),
        (True, 0, 11, 10, [3]),
        (False, 3, 11, 10, [1, 2, 3]),
    ],
)
def test_gettysburg_matrix_modifiers(
    on_west_edge: bool, bare_regiments: int, confederates: int, union: int, modifiers: list[int]
) -> None:
    lines = victory.matrix_modifiers(on_west_edge, bare_regiments, confederates, union)
    assert [line.value for line in lines] == modifiers


@pytest.mark.parametrize(
    "winner, loser, fall",
    [(9, 3, 8), (10, 3, 8), (8, 3, 2), (6, 3, 2), (5, 3, 1), (4, 3, 1), (3, 3, 0)],
)
def test_hand_to_hand_losses(winner: int, loser: int, fall: int) -> None:
    assert hand_to_hand.losses(winner, loser, pieces=8) == fall
