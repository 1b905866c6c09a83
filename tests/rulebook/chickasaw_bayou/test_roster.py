"""The order of battle: who belongs to whom, and what the counters say."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from longroll.systems.blind_swords.tables import NUMBERS
from longroll.systems.chickasaw_bayou.roster import ID, ROSTER
from longroll.systems.chickasaw_bayou.tables import CHITS
from tests.rulebook.blind_swords.reference import rows
from tests.rulebook.chickasaw_bayou.scenes import NUMBER, takes_part

SIDE = {"USA": "union", "CSA": "confederate"}


@pytest.mark.rule("chickasaw_bayou:2.1.1", "blind_swords:2.1.2")
def test_every_unit_has_a_brigade_and_every_brigade_a_division_but_artillery_neither() -> None:
    for piece in ROSTER.pieces:
        assert bool(piece.brigade) == (piece.arm != "artillery")
        if piece.brigade:
            brigade = ROSTER.brigades[piece.brigade]
            assert brigade.side == piece.side == ROSTER.divisions[brigade.division].side
    assert {
        division: [b.name for b in ROSTER.brigades.values() if b.division == division]
        for division in ROSTER.divisions
    } == {
        "morgan": ["DeCourcy", "Lindsey", "Sheldon"],
        "ml-smith": ["G. Smith", "Stuart"],
        "aj-smith": ["Burbridge", "Landram"],
        "steele": ["Blair", "Hovey", "Thayer"],
        "sd-lee": ["Withers", "Thomas", "S.D. Lee"],
        "m-smith": ["Barton", "Vaughn", "Gregg"],
    }


@pytest.mark.rule("chickasaw_bayou:2.1.2")
def test_units_are_infantry_cavalry_or_artillery() -> None:
    assert Counter((piece.side, piece.arm) for piece in ROSTER.pieces) == {
        ("union", "infantry"): 49,
        ("union", "cavalry"): 4,
        ("union", "artillery"): 11,
        ("confederate", "infantry"): 26,
        ("confederate", "cavalry"): 2,
        ("confederate", "artillery"): 9,
    }
    assert not any(piece.fragile for piece in ROSTER.pieces)


def test_the_confederates_have_19_guns_in_sections_of_two_but_for_drew() -> None:
    guns = {p.name: p.guns for p in ROSTER.pieces if p.side == "confederate" and p.guns}
    assert sum(guns.values()) == 19
    assert guns.pop("Drew") == 3
    assert {*guns.values()} == {2}


def test_a_battleworn_side_is_never_better_than_the_fresh_one() -> None:
    for piece in ROSTER.pieces:
        assert 1 <= piece.battleworn_strength < piece.strength <= NUMBERS["stacking_points"]
        assert 2 <= piece.battleworn_cohesion <= piece.cohesion <= 5


@pytest.mark.rule("chickasaw_bayou:2.9.1")
def test_a_gun_is_a_point_and_fifty_men_about_one() -> None:
    for piece in ROSTER.pieces:
        if piece.arm == "artillery":
            assert piece.guns == piece.strength
        else:
            assert abs(piece.men / NUMBERS["men_a_point"] - piece.strength) <= 0.6


def test_counters_as_the_reference_has_them() -> None:
    assert (ROSTER["16oh"].strength, ROSTER["16oh"].cohesion, ROSTER["16oh"].weapon) == (10, 4, "R")
    assert (ROSTER["29mo"].cohesion, ROSTER["29mo"].weapon) == (2, "M")
    assert (ROSTER["johnston"].strength, ROSTER["johnston"].weapon) == (2, "S")
    assert ROSTER["johnston"].confidence == "high"
    assert (ROSTER["28ms-cav"].weapon, ROSTER["28ms-cav"].battleworn_strength) == ("Cb", 4)
    assert ROSTER["131il"].brigade == "landram"
    assert ROSTER.marks == {"organisation": "I", "values": "R"}


def test_every_counter_is_that_of_the_reference() -> None:
    lines = rows("chickasaw_bayou-strengths.tsv")
    assert len(lines) == len(ROSTER.pieces)
    for row in lines:
        piece = ROSTER[ID[row["unit"].partition(" (")[0]]]
        brigade = row["brigade"].partition(" (")[0]
        assert (piece.side, piece.arm) == (SIDE[row["side"]], row["type"])
        if piece.brigade:
            assert ROSTER.brigades[piece.brigade].name == brigade
        found = re.search(r"variant (\w)", row["brigade"])
        assert piece.variant == (found[1] if found else "")
        assert piece.strength == int(row["strength_points"])
        assert piece.battleworn_strength == int(row["battleworn_points"])
        assert piece.cohesion == int(row["cohesion"])
        assert piece.battleworn_cohesion == int(row["battleworn_cohesion"])
        assert piece.weapon == row["small_arms_or_gun_type"]
        assert str(piece.guns or piece.men) == row["men_or_guns"].partition(" ")[0]
        assert piece.confidence == row["confidence"]
        used = {number for number in NUMBER if takes_part(number, piece.id)}
        assert used == {*row["scenarios"].strip("-").split("/")} - {""}, piece.id


def test_every_division_has_a_leader_and_each_side_a_commander_in_chief() -> None:
    assert {*ROSTER.divisions} == {one.division for one in CHITS.leaders.values()} - {""}
    assert all(
        ROSTER.divisions[one.division].name == one.name
        for one in CHITS.leaders.values()
        if one.division
    )
    chiefs = {one.name: one.side for one in CHITS.leaders.values() if not one.division}
    assert chiefs == {"Sherman": "union", "Pemberton": "confederate"}
