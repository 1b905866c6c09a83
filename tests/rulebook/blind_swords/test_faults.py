"""A chart with something wrong in it is refused: every fault, its line, and what would be right."""

from __future__ import annotations

from importlib.resources import files

import pytest

from longroll.systems.blind_swords.cohesion_tables import read_cohesion
from longroll.systems.blind_swords.marks import read_statements
from longroll.systems.blind_swords.tables import (
    read_numbers,
    read_orders,
    read_results,
    read_weapons,
    read_wild_chits,
)
from tests.rulebook.blind_swords.faulty import Case, assert_refused

DATA = files("longroll.systems.blind_swords") / "data"


CASES: list[Case] = [
    (
        "combat_results.toml",
        read_results,
        '66 = ["C", "D", "E", "E", "F", "F", "F", "F", "F", "F", "F", "F", "F"]',
        '67 = ["C", "D"]',
        [
            ("[rows]", "no 66 – a line for each of 11 12 13 "),
            ("67 =", "unknown 67 – a line for each of 11 12 13 "),
            ("67 =", "2 columns – 13"),
        ],
    ),
    (
        "combat_results.toml",
        read_results,
        '"--", "--", "--", "A"]\n14',
        '"--", "--", "--", "X"]\n14',
        [("13 =", "rows.13.12: 'X' does not fit – one of -- A B C D E F")],
    ),
    (
        "combat_results.toml",
        read_results,
        "7-8 = 7",
        "7-8 = 6",
        [("[columns]", "does not part the strengths – least strengths that rise from 0")],
    ),
    (
        "cohesion.toml",
        read_cohesion,
        "F = -2\n",
        "G = -2\n",
        [("G =", "test.severity.G: is not a valid key here – one of A B C D E F")],
    ),
    (
        "cohesion.toml",
        read_cohesion,
        "F = -2\n",
        "",
        [("[test.severity]", "no F – a line for each of A B C D E F")],
    ),
    (
        "cohesion.toml",
        read_cohesion,
        '3 = ["battleworn", "retreat_1"]\n',
        "",
        [("[test.on_fail_by]", "lines for 1 2 4 5 – 1, 2, 3 and so on")],
    ),
    (
        "cohesion.toml",
        read_cohesion,
        'order = ["battleworn", "morale_hit", ',
        'order = ["battleworn", ',
        [("order =", "no morale_hit – every effect of the table")],
    ),
    (
        "cohesion.toml",
        read_cohesion,
        'orders = ["regroup"]',
        'orders = ["attack"]',
        [("orders =", "'attack' does not allow it – an order that does")],
    ),
    (
        "cohesion.toml",
        read_cohesion,
        '"2", "1", "available"]',
        '"1", "available"]',
        [("boxes =", "no box 2 – every box that units are put in")] * 2,
    ),
    (
        "orders.toml",
        read_orders,
        "[orders.regroup]",
        "[orders.repose]",
        [
            (
                "# What an order",
                "no regroup – a line for each of attack defend maneuver regroup limited",
            ),
            ("[orders.repose]", "unknown repose – a line for each of attack defend maneuver "),
        ],
    ),
    (
        "orders.toml",
        read_orders,
        "full = false",
        "full = true",
        [("full =", "full = True – true but for a Limited Activation")],
    ),
    (
        "weapons.toml",
        read_weapons,
        "long = [8, 12]",
        "long = [9, 12]",
        [("long =", "9 to 12 – from 8 on, the last hex not before the first")],
    ),
    (
        "weapons.toml",
        read_weapons,
        "smoothbore = 0.5",
        "smoothbore = 5",
        [("smoothbore =", "a share of 5.0 – 0 to 1")],
    ),
    (
        "chits.toml",
        read_wild_chits,
        "6 = {",
        "7 = {",
        [
            ("[fog_of_war.die]", "no 6 – a line for each of 1 2 3 4 5 6"),
            ("7 =", "unknown 7 – a line for each of 1 2 3 4 5 6"),
        ],
    ),
    (
        "numbers.toml",
        read_numbers,
        "stacking_points = { value = 10",
        "stacking_points = { value = 0.3",
        [("stacking_points", "0.3 – a number above 0, whole or half")],
    ),
    (
        "statements.toml",
        read_statements,
        "14.1.2 14.3.1 14.4.2",
        "14.1.2 14.3.1 14.2.1",
        [("R =", "14.2.1 is also marked I – one mark for each number")],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[3][:20]}".strip())
def test_a_faulty_chart_is_refused(case: Case) -> None:
    assert_refused(DATA, case)
