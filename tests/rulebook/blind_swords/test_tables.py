"""The charts of the series say what the reference says, each with the mark it has there."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from longroll.rulebooks import duties
from longroll.systems.blind_swords.cohesion_tables import COHESION, SEVERITIES
from longroll.systems.blind_swords.marks import WORDS, mark_of
from longroll.systems.blind_swords.tables import (
    BANDS,
    COMBAT_RESULTS,
    DICE,
    FOG_OF_WAR,
    NUMBERS,
    ORDERS,
    READINGS,
    WEAPONS,
    reading,
)
from tests.rulebook.blind_swords.reference import reference, tables

BOOK = "blind_swords"


def label(strength: Fraction | int) -> str:
    return COMBAT_RESULTS.labels[COMBAT_RESULTS.column(strength)]


# Marks


def test_every_duty_has_the_mark_of_its_statement() -> None:
    marks = [mark_of(id) for id in duties(BOOK)]
    assert {mark: marks.count(mark) for mark in WORDS} == {"S": 146, "I": 61, "R": 86}
    assert len(marks) == 293
    assert (mark_of(f"{BOOK}:1.1.2"), mark_of(f"{BOOK}:4.1.2")) == ("S", "I")
    assert mark_of(f"{BOOK}:14.4.2") == "R"


def test_the_marks_are_those_of_the_reference() -> None:
    lines = re.findall(r"^- \*\*([\w.]+)\*\* \[([SIR])", reference("blind-swords-series.md"), re.M)
    assert {f"{BOOK}:{number}": mark for number, mark in lines} == {
        id: mark_of(id) for id in duties(BOOK)
    }


# The Combat Results Table


@pytest.mark.rule("blind_swords:1.1.2", "blind_swords:1.1.3")
def test_two_dice_are_read_as_tens_and_units() -> None:
    assert reading(3, 5) == 35
    assert [reading(tens, units) for tens in DICE for units in DICE] == list(READINGS)
    assert (len(READINGS), READINGS[0], READINGS[-1]) == (36, 11, 66)


@pytest.mark.rule("blind_swords:9.4.3")
def test_the_results_have_13_columns_36_rows_and_severities_a_to_f() -> None:
    assert len(COMBAT_RESULTS.labels) == 13
    assert tuple(COMBAT_RESULTS.rows) == READINGS
    cells = {cell for row in COMBAT_RESULTS.rows.values() for cell in row}
    assert cells == {"--", "A", "B", "C", "D", "E", "F"}
    assert COMBAT_RESULTS.mark == "R"


@pytest.mark.rule("blind_swords:1.1.4")
def test_a_higher_reading_and_a_column_farther_right_are_never_milder() -> None:
    order = "-ABCDEF"
    grid = [[order.index(cell[0]) for cell in row] for row in COMBAT_RESULTS.rows.values()]
    assert all(row == sorted(row) for row in grid)
    assert all(list(column) == sorted(column) for column in zip(*grid, strict=True))
    assert grid[-1] == [max(column) for column in zip(*grid, strict=True)]


@pytest.mark.rule("blind_swords:9.4.3")
@pytest.mark.parametrize(
    "column, first",
    [
        ("C", "A61 B64 C66"),
        ("1", "A54 B62 C65 D66"),
        ("2", "A51 B56 C63 D65 E66"),
        ("3", "A44 B53 C61 D64 E66"),
        ("4", "A41 B51 C55 D63 E65 F66"),
        ("5", "A35 B45 C54 D62 E65 F66"),
        ("6", "A33 B43 C52 D61 E64 F66"),
        ("7-8", "A31 B41 C51 D56 E64 F66"),
        ("9-10", "A25 B35 C45 D55 E63 F65"),
        ("11-12", "A23 B33 C43 D53 E62 F65"),
        ("13-15", "A21 B31 C41 D51 E61 F64"),
        ("16-19", "A15 B24 C34 D45 E55 F63"),
        ("20+", "A13 B21 C31 D43 E54 F63"),
    ],
)
def test_the_reading_at_which_each_severity_begins(column: str, first: str) -> None:
    found: dict[str, int] = {}
    for roll in READINGS:
        cell = COMBAT_RESULTS.result(COMBAT_RESULTS.labels.index(column), roll)
        found.setdefault(cell, roll)
    assert found.pop("--") == 11
    assert " ".join(f"{cell}{roll}" for cell, roll in found.items()) == first


def test_the_results_are_those_of_the_reference() -> None:
    crt = tables()["crt"]
    assert [column["label"] for column in crt["columns"]] == list(COMBAT_RESULTS.labels)
    for column in crt["columns"]:
        last = column["sp_max"] or 40
        assert label(column["sp_min"]) == label(Fraction(last)) == column["label"]
    assert {str(roll): list(row) for roll, row in COMBAT_RESULTS.rows.items()} == crt["rows"]


@pytest.mark.rule("blind_swords:1.3.2")
def test_below_one_point_is_the_lowest_column() -> None:
    assert label(Fraction(1, 4)) == label(Fraction(1, 2)) == "C"
    assert label(1) == label(Fraction(3, 2)) == "1"
    assert (label(8), label(Fraction(17, 2)), label(9), label(60)) == ("7-8", "7-8", "9-10", "20+")


@pytest.mark.rule("blind_swords:9.3.9")
def test_the_end_columns_hold() -> None:
    assert COMBAT_RESULTS.shifted(4, 2) == 6
    assert COMBAT_RESULTS.shifted(1, -6) == 0
    assert COMBAT_RESULTS.shifted(11, 4) == 12


# Cohesion


@pytest.mark.rule("blind_swords:12.2.2")
def test_the_severity_changes_the_rating() -> None:
    ratings = [COHESION.test.rating(3, severity, close_combat=False) for severity in SEVERITIES]
    assert ratings == [4, 3, 2, 1, 2, 1]


@pytest.mark.rule("blind_swords:12.2.3")
def test_a_pass_costs_something_only_at_the_worst_severities() -> None:
    passed = {severity: COHESION.test.effects(0, severity, False) for severity in SEVERITIES}
    assert {severity for severity, effects in passed.items() if not effects} == {"A", "B", "C"}
    assert passed["D"] == passed["E"] == ("morale_hit",)
    assert passed["F"] == ("battleworn",)


@pytest.mark.rule("blind_swords:12.2.4", "blind_swords:12.2.5")
@pytest.mark.parametrize(
    "margin, effects",
    [
        (1, "morale_hit"),
        (2, "morale_hit retreat_1"),
        (3, "battleworn retreat_1"),
        (4, "battleworn morale_hit retreat_2"),
        (5, "battleworn morale_hit morale_hit retreat_2 panic"),
        (7, "battleworn morale_hit morale_hit retreat_2 panic"),
    ],
)
def test_the_line_of_each_failure(margin: int, effects: str) -> None:
    assert COHESION.test.effects(margin, "B", close_combat=False) == tuple(effects.split())


def test_effects_come_in_order_and_with_one_battleworn_at_most() -> None:
    assert COHESION.test.effects(3, "F", False) == ("battleworn", "retreat_1")
    assert COHESION.test.effects(3, "E", False) == ("battleworn", "morale_hit", "retreat_1")
    assert COHESION.test.effects(1, "F", False) == ("battleworn", "morale_hit")


@pytest.mark.rule("blind_swords:11.4.2")
def test_close_combat_lowers_the_rating_and_a_failure_always_retreats() -> None:
    assert COHESION.test.rating(3, "B", close_combat=True) == 2
    assert COHESION.test.effects(1, "B", close_combat=True) == ("morale_hit", "retreat_1")
    assert COHESION.test.effects(4, "B", close_combat=True)[-1] == "retreat_2"
    assert COHESION.test.effects(0, "B", close_combat=True) == ()


@pytest.mark.rule("blind_swords:12.8.2")
def test_a_broken_unit_goes_to_the_box_of_its_margin() -> None:
    fates = [COHESION.break_test.fate(margin) for margin in range(-1, 8)]
    assert fates == [None, None, "1", "2", "3", "4", "eliminated", "eliminated", "eliminated"]
    assert COHESION.break_test.eliminates == ("artillery", "fragile")


def test_the_broken_track_runs_from_4_to_available() -> None:
    track = COHESION.broken_track
    assert track.boxes == ("4", "3", "2", "1", "available")
    assert [track.after(box) for box in track.boxes] == ["3", "2", "1", "available", "available"]


def test_the_cohesion_charts_are_those_of_the_reference() -> None:
    whole = tables()
    ours, theirs = COHESION.test, whole["cohesion_test"]
    assert ours.severity == theirs["severity_cr_modifier"]
    assert {k: list(v) for k, v in ours.always.items()} == theirs["always"]
    assert {k: v for k, v in theirs["on_pass"].items() if v} == {
        k: list(v) for k, v in ours.on_pass.items()
    }
    failures = {key.rstrip("+"): effects for key, effects in theirs["on_fail_by"].items()}
    assert {str(k): list(v) for k, v in ours.on_fail_by.items()} == failures
    assert (ours.mark, ours.close_combat) == (theirs["mark"], theirs["close_combat_extra_cr"])
    assert ours.close_combat_failure == theirs["close_combat_fail_minimum"]
    boxes = {str(k): v for k, v in COHESION.break_test.fail_by.items()}
    assert boxes == {
        key.rstrip("+"): fate.removeprefix("Broken ")
        for key, fate in whole["break_test"]["fail_by"].items()
    }
    assert [box.lower() for box in whole["broken_track"]["boxes"]] == [*COHESION.broken_track.boxes]
    modifiers = {line["condition"].lower(): line for line in whole["cr_modifiers"]}
    for name, line in COHESION.modifiers.items():
        assert (line.cohesion, line.mark) == (modifiers[name]["cr"], modifiers[name]["mark"])
    hit = whole["morale_hits"]["per_hit"]
    hits = COHESION.morale_hits
    assert (hits.strength, hits.cohesion, hits.least_strength, hits.mark) == (
        hit["sp"],
        hit["cr"],
        hit["sp_floor"],
        hit["mark"],
    )
    rally = whole["recover_rebuild"]
    assert [order.lower() for order in rally["recover"]["orders"]] == [*COHESION.recover.orders]
    assert [order.lower() for order in rally["rebuild_map"]["orders"]] == [*COHESION.rebuild.orders]


# Orders, weapons, chits, numbers


@pytest.mark.rule(
    "blind_swords:8.2.2",
    "blind_swords:8.3.2",
    "blind_swords:8.4.3",
    "blind_swords:8.5.3",
)
def test_the_allowances_of_each_order() -> None:
    assert {name: (order.infantry, order.cavalry) for name, order in ORDERS.orders.items()} == {
        "attack": (5, 8),
        "defend": (3, 5),
        "maneuver": (6, 10),
        "regroup": (2, 4),
        "limited": (0, 0),
    }
    assert ORDERS.artillery.movement == 6


def test_the_orders_are_those_of_the_reference() -> None:
    theirs = {name.lower(): order for name, order in tables()["orders_table"]["orders"].items()}
    fire = {True: "any", False: "no", "adjacent enemies only": "adjacent"}
    for name, order in ORDERS.orders.items():
        line = theirs.pop(name)
        assert order.fire == fire[line["fire"]]
        assert (order.infantry, order.cavalry) == (line["mp_infantry"], line["mp_cavalry"])
        assert order.engage == line["may_engage"]
        for word in ("close_combat", "recover", "rebuild", "march_column"):
            assert getattr(order, word) == line[word], (name, word)
        assert order.mark == line.get("mark", "R")
        # [exclusive 15.1]: a Skirmish marker comes off under these three only.
        assert order.leave_skirmish == (name in ("attack", "defend", "maneuver"))
    assert not theirs


@pytest.mark.rule("blind_swords:9.2.3")
def test_the_ranges_and_multipliers_are_those_of_the_reference() -> None:
    theirs = tables()["weapon_ranges"]
    for band, line in WEAPONS.bands.items():
        given = theirs["multipliers"][band.capitalize()]
        assert (line.multiplier, line.mark) == (given["value"], given["mark"])
    for kind, ours in (("artillery", WEAPONS.artillery), ("small_arms", WEAPONS.small_arms)):
        for code, bands in theirs[kind].items():
            spans = {band.lower(): tuple(span) for band, span in bands.items() if span}
            assert dict(ours[code].spans()) == spans, code
    assert {*WEAPONS.small_arms} - {*theirs["small_arms"]} == {"M"}
    assert dict(WEAPONS.small_arms["M"].spans()) == dict(WEAPONS.small_arms["R"].spans())


@pytest.mark.rule("blind_swords:9.2.2")
def test_what_a_band_makes_of_strength() -> None:
    worth = {band: WEAPONS.strength(5, band) for band in BANDS}
    assert worth == {
        "canister": Fraction(15, 2),
        "effective": 5,
        "long": Fraction(5, 2),
        "extreme": Fraction(5, 4),
    }
    # Canister gains a whole point even where half again would be less.
    assert WEAPONS.strength(1, "canister") == 2
    assert WEAPONS.strength(Fraction(1, 2), "canister") == Fraction(3, 2)


@pytest.mark.rule("blind_swords:9.2.1")
def test_a_distance_lies_in_one_band_or_beyond_reach() -> None:
    guns = WEAPONS.artillery
    assert [guns["R"].band(n) for n in (1, 2, 3, 7, 8, 12, 13, 18, 19)] == [
        *["canister"] * 2,
        *["effective"] * 2,
        *["long"] * 2,
        *["extreme"] * 2,
        None,
    ]
    assert (guns["S"].band(10), guns["S"].band(11)) == ("long", None)
    assert (WEAPONS.small_arms["R"].band(3), WEAPONS.small_arms["Cb"].band(3)) == ("long", None)


@pytest.mark.rule("blind_swords:7.3b.2", "blind_swords:7.3b.3")
def test_the_fog_of_war_table() -> None:
    found = [(FOG_OF_WAR.die[die].result, FOG_OF_WAR.die[die].side) for die in DICE]
    assert found == [
        (result, side)
        for result in ("battlefield_chaos", "wayward_move", "general_casualty")
        for side in ("union", "confederate")
    ]
    assert FOG_OF_WAR.mark == "R"


def test_each_number_has_the_mark_of_its_duty() -> None:
    for name, line in NUMBERS.lines.items():
        assert line.mark == mark_of(line.rule), name
    assert NUMBERS["skirmishers_most"] == 2
    assert NUMBERS.fraction("opportunity_fire_strength") == Fraction(1, 2)
