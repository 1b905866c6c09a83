"""A data file of the battle with something wrong in it is refused: every fault with its line."""

from __future__ import annotations

from importlib.resources import files

import pytest

from longroll.systems.blind_swords.charts import read_charts
from longroll.systems.blind_swords.chits import read_chits
from longroll.systems.blind_swords.roster import read_roster
from longroll.systems.chickasaw_bayou.scenario import read_scenario, read_variant
from longroll.systems.chickasaw_bayou.tables import read_tables
from tests.rulebook.blind_swords.faulty import Case, assert_refused

DATA = files("longroll.systems.chickasaw_bayou") / "data"
FIRST = "scenarios/securing-the-landing-zone.toml"
MISSED = "scenarios/missed-opportunity.toml"
LAST = "scenarios/grand-assault.toml"
CASES: list[Case] = [
    # Charts
    (
        "charts.toml",
        read_charts,
        'attack_from = "attacker_fallen_timber"',
        'attack_from = "attacker_in_fog"',
        [("attack_from", "unknown shift 'attacker_in_fog' – one of odds_3_1 ")],
    ),
    (
        "charts.toml",
        read_charts,
        "cavalry = 0.5\n",
        "cavalry = 0.3\n",
        [("cavalry", "costs 0.3 – points and half points")],
    ),
    (
        "charts.toml",
        read_charts,
        'cavalry = "no"                          # even dismounted',
        'cavalry = "never"',
        [
            (
                "cavalry",
                "terrain.bayou.cavalry: 'never' does not fit – a number or one of road all no",
            )
        ],
    ),
    (
        "charts.toml",
        read_charts,
        "low_ammo = {",
        "low_on_ammo = {",
        [("[fire]", "no low_ammo – a line that begins with low_ammo =")],
    ),
    # The order of battle
    (
        "order_of_battle.toml",
        read_roster,
        'brigade = "decourcy", strength = 9',
        'brigade = "de-courcy", strength = 11',
        [
            ("42oh", "unknown 'de-courcy' – one of decourcy lindsey sheldon "),
            ("42oh", "strength 11 – 0 to 10, as nothing else fits in a hex"),
        ],
    ),
    (
        "order_of_battle.toml",
        read_roster,
        'wofford = { name = "Wofford"',
        'foster = { name = "Wofford"',
        [('foster = { name = "Wofford"', "foster is also union – an id of its own")],
    ),
    (
        "order_of_battle.toml",
        read_roster,
        'weapon = "S", guns = 4',
        'weapon = "Cb", guns = 4',
        [("landgraeber", "unknown 'Cb' – one of R S Mx")],
    ),
    (
        "order_of_battle.toml",
        read_roster,
        'cohesion = 5, battleworn_cohesion = 4, weapon = "R", men = 480',
        'cohesion = 3, battleworn_cohesion = 4, weapon = "R", men = 480',
        [("4ia", "cohesion 3, Battleworn 4 – 1 to 6, the Battleworn side not above")],
    ),
    # Chits
    (
        "chits.toml",
        read_chits,
        "casualty = [54, 55, 56]",
        "casualty = [53, 55, 57]",
        [
            ("casualty", "53 also names ml-smith – one leader of a side"),
            ("casualty", "57 cannot be rolled – 11 to 66"),
            ("restore", "not all name him – some of his casualty readings"),
        ],
    ),
    (
        "chits.toml",
        read_chits,
        "chits = { union = 2 }",
        "chits = { union = 0 }",
        [("chits", "a side without a chit – 1 or more for a side named")],
    ),
    # Small tables
    (
        "tables.toml",
        read_tables,
        '5 = "barred", 6 = "barred"',
        '5 = "drowned"',
        [("die", "bayou_entry.die.5: 'drowned' does not fit – one of enters choice barred")],
    ),
    (
        "tables.toml",
        read_tables,
        '5 = "barred", 6 = "barred"',
        '5 = "barred"',
        [("die", "no 6 – a line for each of 1 2 3 4 5 6")],
    ),
    # Scenarios
    (
        FIRST,
        read_scenario,
        '16oh = "3902"\n54in = "3901"',
        '16oh = "9902"\n54on = "3901"',
        [
            ("16oh", "9902 is not in play – a hex of columns 10 to 57"),
            ("54on", "unknown '54on' – a union id of the order of battle"),
        ],
    ),
    (
        FIRST,
        read_scenario,
        '22ky = "4001"',
        '22ky = "3902"',
        [("22ky", "18 points in 3902 – 10 at most")],
    ),
    (
        FIRST,
        read_scenario,
        'first_turn = "15:00"',
        'first_turn = "3 pm"',
        [("first_turn", "'3 pm' is not a time – one such as \"7:30\"")],
    ),
    (
        FIRST,
        read_scenario,
        'events = ["confident", "rally", "stand-to-it"]\nkey = 1',
        'events = ["confident", "rally", "rally"]\nkey = 3',
        [
            ("events", "2 of 'rally' – the 1 that side has"),
            ("key", "3 and 1 of 3 events – no more than there are"),
        ],
    ),
    (
        FIRST,
        read_scenario,
        'divisions = ["morgan"]',
        'divisions = ["sd-lee"]',
        [("divisions", "unknown 'sd-lee' – one of morgan ml-smith aj-smith steele")],
    ),
    (
        FIRST,
        read_scenario,
        'hex = "2709", hexes = 5',
        'hex = "0000", hexes = 5',
        [("until", "unknown '0000' – a hex of the map")],
    ),
    (
        FIRST,
        read_scenario,
        'name = "minor CSA"\nwinner = "confederate"\nleast = { difference = -1 }',
        'name = "minor CSA"\nwinner = "confederate"',
        [("[[victory.level]]", "'minor CSA' is out of place – goals for every level but the last")],
    ),
    (
        FIRST,
        read_scenario,
        'history = "major CSA"',
        'history = "a rout"',
        [("history", "unknown 'a rout' – one of major USA minor USA draw ")],
    ),
    (
        MISSED,
        read_scenario,
        'turn = "7:30"\nhex = "3900"\nunits = ["120oh", "69in"]',
        'turn = "6:30"\nhex = "3999"\nunits = ["120oh", "69ni"]',
        [
            ("turn", "unknown '6:30' – one of 7:00 7:30 8:00 "),
            ("hex", "unknown '3999' – a hex of the map"),
            ("units", "unknown '69ni' – an id of the order of battle"),
        ],
    ),
    (
        MISSED,
        read_scenario,
        '"3616", "4716",',
        '"3616", "2216",',
        [("[timber]", "2216 is given twice – once for each hex")] * 2,
    ),
    (
        LAST,
        read_scenario,
        '"12:00" = 2',
        '"12:15" = 2',
        [('"12:15"', "unknown '12:15' – one of 11:30 12:00 12:30 ")],
    ),
    (
        LAST,
        read_scenario,
        "pontoon_bridges = 1",
        "pontoon_bridges = 2",
        [("pontoon_bridges", "2 bridges – 0 to 1")],
    ),
    (
        LAST,
        read_scenario,
        'units = ["3ms-bttn", "3ms", "4ms", "hill-cav"]',
        'units = ["3ms-bttn", "3ms", "5ms", "hill-cav"]',
        [("units", "unknown '5ms' – an id of the order of battle")],
    ),
    (
        LAST,
        read_scenario,
        "[setup.confederate]",
        "[setup.rebels]",
        [("[setup.rebels]", "setup.rebels: is not a valid key here – one of union confederate")],
    ),
    # Variants
    (
        "variants/missouri.toml",
        read_variant,
        '30mo = "3917"',
        '30mo = "3916"',
        [("32mo", "19 points in 3916 – 10 at most")],
    ),
    (
        "variants/yazoo-river.toml",
        read_variant,
        'of = "grand-assault"',
        'of = "17.6"',
        [("of", "unknown '17.6' – one of securing-the-landing-zone aggressive-plan ")],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[3][:24]}".strip())
def test_a_faulty_file_is_refused(case: Case) -> None:
    assert_refused(DATA, case)
