"""The order of battle of Corinth: who is there, under whom, with what."""

from __future__ import annotations

import csv
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from longroll.systems.gbacw.datafile import DataError
from longroll.systems.gbacw.roster import COMBAT, Piece, read_roster
from longroll.systems.gbacw.tables import WEAPONS

FILE = files("longroll.systems.corinth") / "data" / "order_of_battle.toml"
TEXT = FILE.read_text(encoding="utf-8")
ROSTER = read_roster(TEXT)
PIECES = {piece.id: piece for piece in ROSTER.pieces}
REFERENCE = Path(__file__).parents[4] / "shared" / "reference"


def units(kind: str, side: str = "") -> list[Piece]:
    return [p for p in ROSTER.pieces if p.kind == kind and side in ("", p.side)]


def ids(pieces: list[Piece]) -> set[str]:
    return {piece.id for piece in pieces}


# How many


@pytest.mark.rule("corinth:roster.7")
def test_the_counter_mix() -> None:
    combat = [piece for piece in ROSTER.pieces if piece.kind in COMBAT]
    assert len(combat) == 160
    assert Counter(piece.kind for piece in combat) == {
        "infantry": 96,
        "cavalry": 13,
        "battery": 43,
        "wagon": 8,
    }
    leaders = units("leader")
    assert sum(not leader.anonymous for leader in leaders) == 33
    assert Counter(leader.side for leader in leaders if leader.anonymous) == {
        "union": 3,
        "confederate": 2,
    }


@pytest.mark.rule("corinth:roster.7", "gbacw:3.3.1", "gbacw:3.3.2")
def test_every_battery_and_wagon_has_a_crew_and_nobody_else() -> None:
    crewed = [n for n, piece in enumerate(ROSTER.pieces) if piece.kind in ("battery", "wagon")]
    assert list(ROSTER.crew_of) == crewed
    assert len(units("crew")) == len(crewed) == 51
    for number, crew in ROSTER.crew_of.items():
        unit, piece = ROSTER.pieces[number], ROSTER.pieces[crew]
        assert (piece.kind, piece.id, piece.crew_of) == ("crew", f"{unit.id}-crew", unit.id)
        assert (piece.side, piece.morale, piece.brigade) == (unit.side, unit.morale, unit.brigade)
        assert (piece.strength, piece.independent) == (1, unit.independent)
    assert PIECES["supply-davies-crew"].weapon == "R"
    assert PIECES["wade-a-crew"].weapon == ""


def test_numbers_and_sides_cover_the_roster() -> None:
    assert [ROSTER.number[piece.id] for piece in ROSTER.pieces] == list(range(len(ROSTER.pieces)))
    assert sorted(ROSTER.of_side["union"] + ROSTER.of_side["confederate"]) == list(
        range(len(ROSTER.pieces))
    )
    assert {ROSTER.pieces[n].kind for n in ROSTER.leaders} == {"leader"}
    assert len(ROSTER.leaders) == 38


# Armies, divisions, brigades


@pytest.mark.rule("corinth:roster.1")
def test_the_armies_and_their_divisions() -> None:
    armies = {army.id: (army.side, army.title, army.part_of) for army in ROSTER.armies.values()}
    assert armies == {
        "mississippi": ("union", "Army of the Mississippi", ""),
        "west-tennessee": ("union", "Army of West Tennessee", ""),
        "west-tennessee-cs": ("confederate", "Army of West Tennessee", ""),
        "west": ("confederate", "Army of the West", "west-tennessee-cs"),
        "district": (
            "confederate",
            "Army of the District of Mississippi",
            "west-tennessee-cs",
        ),
    }
    assert {division.id: division.army for division in ROSTER.divisions.values()} == {
        "stanley": "mississippi",
        "hamilton": "mississippi",
        "mizner": "mississippi",
        "davies": "west-tennessee",
        "mckean": "west-tennessee",
        "hebert": "west",
        "maury": "west",
        "armstrong": "west",
        "reserve-artillery": "west",
        "lovell": "district",
        "jackson": "district",
    }
    assert {division.id: division.limit for division in ROSTER.divisions.values()}["lovell"] == 10


@pytest.mark.rule("corinth:roster.2")
@pytest.mark.parametrize(
    "id, division, first_day, second_day, total, vp",
    [
        ("fuller", "stanley", 6, 9, 15, 2),
        ("mower", "stanley", 7, 12, 17, 1),
        ("buford", "hamilton", 9, 13, 20, 2),
        ("sullivan", "hamilton", 8, 12, 16, 1),
        ("hackleman", "davies", 7, 9, 14, 2),
        ("oglesby", "davies", 6, 8, 12, 1),
        ("baldwin", "davies", 5, 6, 10, 1),
        ("mcarthur", "mckean", 6, 8, 14, 1),
        ("oliver", "mckean", 8, 10, 17, 2),
        ("crocker", "mckean", 11, 15, 22, 2),
        ("mizner", "mizner", 4, 6, 21, 2),
        ("gates", "hebert", 11, 14, 21, 2),
        ("colbert", "hebert", 9, 11, 16, 1),
        ("green", "hebert", 11, 15, 22, 2),
        ("martin", "hebert", 6, 8, 11, 1),
        ("moore", "maury", 11, 13, 21, 2),
        ("cabell", "maury", 9, 11, 16, 1),
        ("phifer", "maury", 7, 9, 14, 1),
        ("rust", "lovell", 8, 8, 22, 2),
        ("villepigue", "lovell", 9, 9, 24, 2),
        ("bowen", "lovell", 8, 8, 21, 2),
        ("armstrong", "armstrong", 3, 3, 9, 1),
        ("jackson", "jackson", 4, 4, 11, 1),
    ],
)
def test_brigades(
    id: str, division: str, first_day: int, second_day: int, total: int, vp: int
) -> None:
    brigade = ROSTER.brigades[id]
    assert (brigade.division, brigade.total, brigade.vp) == (division, total, vp)
    assert (brigade.first_day, brigade.second_day) == (first_day, second_day)
    # The roster prints 21 for Moore, his counters sum to 19 (GB-E1).
    counters = sum(
        ROSTER.pieces[n].strength
        for n in ROSTER.of_brigade[id]
        if ROSTER.pieces[n].kind in ("infantry", "cavalry")
    )
    assert counters == (19 if id == "moore" else total)
    commander = ROSTER.pieces[ROSTER.commander_of[id]]
    assert (commander.id, commander.grade, commander.brigade) == (id, "brigade", id)


def test_there_are_23_brigades_and_every_unit_is_with_its_side() -> None:
    assert len(ROSTER.brigades) == 23
    for piece in ROSTER.pieces:
        if piece.brigade:
            assert ROSTER.brigades[piece.brigade].side == piece.side
            assert ROSTER.brigades[piece.brigade].division == piece.division


@pytest.mark.rule("gbacw:11.13", "corinth:roster.1")
def test_who_is_independent() -> None:
    independent = [p for p in ROSTER.pieces if p.kind in COMBAT and p.independent]
    assert ids(independent) == {
        *("14mo-ss", "64il-ss", "adams", "hoxton", "sengstak", "robinett", "phillips", "williams"),
        *("1mo-d", "1mo-h-a", "1mo-h-b", "1mo-i-a", "1mo-i-b", "1mo-k"),
        *("2il-f", "1mn-bty", "5oh-bty", "10oh-bty", "3oh-bty"),
        *(f"supply-{name}" for name in ("stanley", "hamilton", "davies", "mckean")),
        *(f"supply-{name}" for name in ("hebert", "maury", "lovell", "reserve")),
    }
    assert all(not piece.brigade for piece in independent)


# Counters


@pytest.mark.rule("gbacw:3.31.1", "gbacw:3.34")
def test_every_combat_unit_has_a_name_morale_weapon_and_strength() -> None:
    for piece in ROSTER.pieces:
        if piece.kind in COMBAT:
            arm = "artillery" if piece.kind == "battery" else "small_arms"
            assert WEAPONS[piece.weapon].arm == arm, piece.id
            assert piece.title, piece.id
            assert piece.label, piece.id
            assert piece.strength > 0, piece.id
            assert 0 <= piece.morale <= 5, piece.id  # 0 is that of a green unit


@pytest.mark.rule("gbacw:3.33")
@pytest.mark.parametrize(
    "id, title, brigade, morale, weapon, strength",
    [
        ("39oh", "39th Ohio", "fuller", 4, "R", 4),
        ("17wi", "17th Wisconsin", "mcarthur", 0, "R", 7),
        ("union-brigade", "Union Brigade", "hackleman", 3, "R", 3),
        ("22oh", "22nd Ohio", "oglesby", 3, "R", 4),
        ("18mo", "18th Missouri", "oliver", 3, "R", 3),
        ("5ia", "5th Iowa", "buford", 4, "R", 2),
        ("11ia", "11th Iowa", "crocker", 2, "R", 6),
        ("2tx", "2nd Texas", "moore", 5, "R", 3),
        ("49al", "49th Alabama", "villepigue", 3, "R", 4),
        ("9tx-cav", "9th Texas Cavalry", "phifer", 5, "M", 3),
        ("24mo-e", "24th Missouri, one company", "sullivan", 3, "R", 1),
    ],
)
def test_some_regiments(
    id: str, title: str, brigade: str, morale: int, weapon: str, strength: int
) -> None:
    piece = PIECES[id]
    assert (piece.title, piece.brigade, piece.kind) == (title, brigade, "infantry")
    assert (piece.morale, piece.weapon, piece.strength) == (morale, weapon, strength)


@pytest.mark.rule("corinth:20.1.1", "gbacw:13.12")
def test_the_green_units() -> None:
    green = [piece for piece in ROSTER.pieces if piece.kind in COMBAT and not piece.morale]
    assert ids(green) == {
        *("5mn", "56il", "17wi", "ford"),
        *("42al", "23ar", "35ms", "18ar", "19ar", "20ar", "21ar", "3ar-cav"),
        *("1cs-bn", "33ms", "39ms", "la-zouaves", "caruthers", "7tn-cav"),
    }


@pytest.mark.rule("corinth:21.3.1", "corinth:20.1.1")
def test_the_five_sharpshooters() -> None:
    sharpshooters = ids([piece for piece in ROSTER.pieces if piece.sharpshooter])
    assert sharpshooters == {"14mo-ss", "64il-ss", "rapley", "stirman", "caruthers"}


@pytest.mark.rule("corinth:21.4")
def test_dismounted_cavalry_has_morale_2() -> None:
    assert {piece.dismounted_morale for piece in units("cavalry")} == {2}
    assert {p.dismounted_morale for p in ROSTER.pieces if p.kind != "cavalry"} == {0}


@pytest.mark.rule("corinth:21.43.3")
def test_cavalry_printed_as_infantry_is_infantry() -> None:
    on_foot = ("1mo-cav", "27tx-cav", "3tx-cav", "3mo-cav", "3ar-cav", "6tx-cav", "9tx-cav")
    assert {PIECES[id].kind for id in on_foot} == {"infantry"}
    assert ids(units("cavalry", "confederate")) == {
        *("adams", "2ar-cav", "2mo-cav", "7tn-cav", "1ms-cav"),
    }


@pytest.mark.rule("corinth:roster.2")
def test_rounds_guns_and_boxes() -> None:
    assert {battery.rounds for battery in units("battery")} == {12}
    assert {(wagon.small_boxes, wagon.gun_boxes) for wagon in units("wagon")} == {(10, 10)}
    guns = {battery.id: (battery.weapon, battery.strength) for battery in units("battery")}
    assert guns["robinett"] == ("PB", 3)
    assert guns["phillips"] == ("HC", 1)
    assert guns["williams"] == ("PC", 3)
    assert guns["hudson"] == ("TA", 6)
    assert ids([battery for battery in units("battery") if battery.siege]) == {
        "phillips",
        "williams",
    }


def test_sections_share_the_name_of_their_battery() -> None:
    names = Counter(battery.battery for battery in units("battery"))
    assert {name for name, count in names.items() if count > 1} == {
        *("3mi-bty", "2us-f", "1mo-m", "6wi-bty", "12wi-bty", "1mo-h", "1mo-i", "wade", "watson"),
    }
    assert max(names.values()) == 2
    assert PIECES["clark"].battery == "clark"


# Leaders


@pytest.mark.rule("corinth:20.1.1", "corinth:20.1.2")
def test_army_and_division_commanders_have_command_points_only() -> None:
    found = {
        (leader.id, leader.grade): leader.command
        for leader in units("leader")
        if leader.grade != "brigade"
    }
    assert found == {
        ("rosecrans", "army"): 2,
        ("van-dorn", "army"): 1,
        ("price", "army"): 2,
        ("stanley", "division"): 2,
        ("hamilton", "division"): 1,
        ("davies", "division"): 1,
        ("mckean", "division"): 1,
        ("hebert", "division"): 2,
        ("maury", "division"): 1,
        ("lovell", "division"): 1,
    }
    for leader in units("leader"):
        ratings = leader.radius, leader.rally, leader.repl_radius, leader.repl_rally
        if leader.grade != "brigade":
            assert ratings == (0, 0, 0, 0)
        else:
            assert leader.command == 0


@pytest.mark.rule("gbacw:3.31.3", "gbacw:2.0.6", "corinth:21.2.2")
@pytest.mark.parametrize(
    "id, front, back",
    [
        ("fuller", (3, 1), (2, 1)),
        ("mower", (4, 1), (3, 1)),
        ("buford", (4, 2), (3, 1)),
        ("baldwin", (2, 1), (1, 1)),
        ("mcarthur", (3, 2), (2, 1)),
        ("gates", (3, 2), (2, 1)),
        ("cabell", (4, 2), (3, 1)),
        ("jackson", (2, 1), (1, 1)),
    ],
)
def test_brigade_commanders_have_a_front_and_a_replacement_side(
    id: str, front: tuple[int, int], back: tuple[int, int]
) -> None:
    leader = PIECES[id]
    assert (leader.radius, leader.rally) == front
    assert (leader.repl_radius, leader.repl_rally) == back
    assert leader.independent


def test_anonymous_replacements_have_only_a_replacement_side() -> None:
    for leader in units("leader"):
        if leader.anonymous:
            assert (leader.radius, leader.rally, leader.brigade) == (0, 0, "")
            assert (leader.repl_radius, leader.repl_rally, leader.grade) == (2, 1, "brigade")


@pytest.mark.rule("corinth:20.2.1", "corinth:20.2.2")
def test_ranks() -> None:
    ranks: dict[str, set[str]] = {"union": set(), "confederate": set()}
    for leader in units("leader"):
        if not leader.anonymous:
            ranks[leader.side].add(leader.rank)
    assert ranks == {
        "union": {"Colonel", "Brigadier General", "Major General"},
        "confederate": {"Colonel", "General"},
    }
    assert PIECES["rosecrans"].rank == "Major General"
    # Army, division and brigade: Confederate generals are all of one rank.
    assert {PIECES[id].rank for id in ("van-dorn", "price", "lovell", "moore")} == {"General"}
    assert PIECES["gates"].rank == "Colonel"


# Files that cannot be used


@pytest.mark.parametrize(
    "old, new, complaint",
    [
        ('brigade = "mower", morale', 'brigade = "mowr", morale', "unknown brigade 'mowr' – one"),
        ('division = "armstrong", morale', 'division = "x", morale', "unknown division 'x' – one"),
        ('part_of = "west-tennessee-cs"', 'part_of = "x"', "unknown army 'x' – one of"),
        ('weapon = "HC"', 'weapon = "R"', "weapon 'R' – one of L N HA"),
        ('weapon = "SR"', 'weapon = "HB"', "weapon 'HB' – one of R M SR"),
        ("\n43oh =", "\n43OH =", "'43OH' is not an id – lower-case"),
        ("\n16ar =", "\n27oh =", "'27oh' is also in union.infantry – an id of its own"),
        ('commander = "rust"', 'commander = "price"', "no commander 'price' – a leader with"),
        ("first_day = 7, second_day = 12", "first_day = 7, second_day = 2", "limits out of order"),
        ("guns = 6", "guns = 0", "guns 0 – 1 or more"),
        ("morale = 5, weapon", "morale = 6, weapon", "6 does not fit – one of ? 1 2 3 4 5"),
        ("strength = 7", "strngth = 7", "strngth: is unknown here – one of"),
    ],
)
def test_an_order_of_battle_with_a_fault_is_refused(old: str, new: str, complaint: str) -> None:
    assert old in TEXT
    with pytest.raises(DataError) as error:
        read_roster(TEXT.replace(old, new, 1), "my.toml")
    assert any(complaint in str(fault) for fault in error.value.faults), str(error.value)
    assert all(fault.line > 1 for fault in error.value.faults)


# Against the reference files


def test_every_counter_agrees_with_the_reference() -> None:
    file = REFERENCE / "corinth-oob.tsv"
    if not file.is_file():
        pytest.skip("the reference files are not on this machine")
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    kinds = {"artillery": "battery", "supply": "wagon"}
    listed = Counter(
        (
            row["side"].lower(),
            kinds.get(row["type"], row["type"]),
            row["unit"],
            row["counter_label"],
            "" if row["brigade"] == "independent" else row["brigade"].lower(),
            *(int(row[column].replace("?", "0") or 0) for column in ("morale", "strength")),
            *(int(row[column] or 0) for column in ("radius", "rally", "command_points")),
            *(int(row[column] or 0) for column in ("repl_radius", "repl_rally")),
            row["weapon"],
            row["rank"].replace("none", ""),
        )
        for row in rows
    )
    found = Counter(
        (
            *(piece.side, piece.kind, piece.title, piece.label, piece.brigade),
            *(piece.morale, piece.strength, piece.radius, piece.rally, piece.command),
            *(piece.repl_radius, piece.repl_rally, piece.weapon, piece.rank),
        )
        for piece in ROSTER.pieces
        if piece.kind != "crew"
    )
    assert found == listed
    marked = {row["unit"] for row in rows if row["inferred"]}
    assert {p.title for p in ROSTER.pieces if p.inferred and p.kind != "crew"} == marked
