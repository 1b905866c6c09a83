"""17.0 Scenarios: clocks, chits, command, restrictions, reinforcements, special rules."""

from __future__ import annotations

import pytest

from longroll.systems.blind_swords.scenario import SideChits
from longroll.systems.blind_swords.sides import SIDES, Side
from longroll.systems.chickasaw_bayou.roster import ROSTER
from tests.rulebook.chickasaw_bayou.scenes import NUMBER, numbered

# Clocks and area


@pytest.mark.rule(
    "chickasaw_bayou:17.1.1",
    "chickasaw_bayou:17.3.1",
    "chickasaw_bayou:17.4.1",
    "chickasaw_bayou:17.5.1",
    "chickasaw_bayou:17.6.1",
    "chickasaw_bayou:17.2.1",
)
@pytest.mark.parametrize(
    "number, date, turns, first, last",
    [
        ("17.1", "1862-12-26", 5, "15:00", "17:00"),
        ("17.2", "1862-12-26", 5, "15:00", "17:00"),
        ("17.3", "1862-12-28", 10, "11:00", "15:30"),
        ("17.4", "1862-12-27", 22, "7:00", "17:30"),
        ("17.5", "1862-12-28", 16, "10:00", "17:30"),
        ("17.6", "1862-12-29", 13, "11:30", "17:30"),
    ],
)
def test_how_long_it_lasts(number: str, date: str, turns: int, first: str, last: str) -> None:
    one = numbered(number)
    assert (one.date, one.turns, one.clock(1), one.clock(one.turns)) == (date, turns, first, last)
    assert one.turn(last) == turns
    assert one.optional_turns == (6 if number in ("17.1", "17.2") else 0)


@pytest.mark.rule(
    "chickasaw_bayou:17.1a",
    "chickasaw_bayou:17.4a",
    "chickasaw_bayou:17.5a",
    "chickasaw_bayou:17.6a",
)
def test_the_area_of_play() -> None:
    areas = {number: numbered(number).columns for number in NUMBER}
    assert areas.pop("17.3") == (43, 57)
    assert {*areas.values()} == {(10, 57)}


# Chits


def chits(number: str, side: Side) -> SideChits:
    return numbered(number).chits[side]


@pytest.mark.rule(
    "chickasaw_bayou:17.1c",
    "chickasaw_bayou:17.2b",
    "chickasaw_bayou:17.3c",
    "chickasaw_bayou:17.4c",
    "chickasaw_bayou:17.5c",
    "chickasaw_bayou:17.6c",
)
@pytest.mark.parametrize(
    "number, union, confederate",
    [
        ("17.1", (3, 1, 1, 1), (5, 2, 2, 1)),
        ("17.2", (3, 1, 1, 1), (6, 2, 2, 2)),
        ("17.3", (4, 1, 1, 2), (5, 1, 1, 3)),
        ("17.4", (5, 1, 2, 2), (6, 2, 2, 2)),
        ("17.5", (7, 1, 2, 4), (8, 2, 2, 4)),
        ("17.6", (7, 2, 2, 3), (8, 2, 2, 4)),
    ],
)
def test_how_many_events_are_chosen_drawn_and_left_out(
    number: str, union: tuple[int, ...], confederate: tuple[int, ...]
) -> None:
    for side, wanted in zip(SIDES, (union, confederate), strict=True):
        one = chits(number, side)
        assert (len(one.events), one.key, one.random, one.left_out) == wanted


@pytest.mark.rule(
    "chickasaw_bayou:17.1b.1",
    "chickasaw_bayou:17.1b.2",
    "chickasaw_bayou:17.2a.1",
    "chickasaw_bayou:17.2a.2",
    "chickasaw_bayou:17.3b.1",
    "chickasaw_bayou:17.3b.2",
    "chickasaw_bayou:17.4b.1",
    "chickasaw_bayou:17.4b.2",
    "chickasaw_bayou:17.5b.1",
    "chickasaw_bayou:17.5b.2",
    "chickasaw_bayou:17.6b.1",
    "chickasaw_bayou:17.6b.2",
)
def test_the_chits_of_each_side() -> None:
    five = {"good-ground", "rally", "handsome-movement", "sharpshooters", "superior-artillery"}
    eight = five | {"command-confusion", "firing-low", "seeing-the-elephant"}
    events = {number: {*chits(number, "confederate").events} for number in NUMBER}
    assert events == {
        "17.1": five,
        "17.2": five | {"command-confusion"},
        "17.3": five,
        "17.4": five | {"command-confusion"},
        "17.5": eight,
        "17.6": eight,
    }
    three = ["confident", "rally", "stand-to-it"]
    seven = sorted([*three, "command-momentum", "epaulement", "huzzah", "huzzah"])
    assert {number: sorted(chits(number, "union").events) for number in NUMBER} == {
        "17.1": three,
        "17.2": three,
        "17.3": sorted([*three, "huzzah"]),
        "17.4": sorted([*three, "huzzah", "command-momentum"]),
        "17.5": seven,
        "17.6": seven,
    }
    every = ("morgan", "ml-smith", "aj-smith", "steele")
    assert {number: chits(number, "union").divisions for number in NUMBER} == {
        "17.1": ("morgan",),
        "17.2": ("steele", "morgan"),
        "17.3": ("steele",),
        "17.4": ("morgan", "ml-smith"),
        "17.5": every,
        "17.6": every,
    }
    lee = {number: chits(number, "confederate").divisions for number in NUMBER}
    assert {number for number in lee if lee[number] == ("sd-lee",)} == {*NUMBER} - {"17.5", "17.6"}
    assert lee["17.5"] == lee["17.6"] == ("sd-lee", "m-smith")
    assert numbered("17.6").casualties == ("ml-smith",)


@pytest.mark.rule("chickasaw_bayou:17.4r.3", "chickasaw_bayou:17.4r.4")
def test_when_the_commanders_in_chief_come() -> None:
    found = {
        number: [(chits(number, side).cic, chits(number, side).cic_from) for side in SIDES]
        for number in NUMBER
    }
    assert found["17.4"] == [("sherman", "12:00"), ("pemberton", "15:00")]
    assert found["17.5"] == found["17.6"] == [("sherman", ""), ("pemberton", "")]
    assert found["17.1"] == found["17.2"] == found["17.3"] == [("", ""), ("", "")]


# Command


def test_who_may_declare_command_clarity() -> None:
    assert {number: numbered(number).clarity for number in NUMBER} == {
        "17.1": ("morgan",),
        "17.2": ("morgan",),
        "17.3": ("steele",),
        "17.4": ("sd-lee",),
        "17.5": (),
        "17.6": tuple(ROSTER.divisions),
    }


@pytest.mark.rule(
    "chickasaw_bayou:17.4e",
    "chickasaw_bayou:17.5d",
    "chickasaw_bayou:17.6e",
)
def test_who_leads_blair() -> None:
    leaders = {number: numbered(number).leader_of(ROSTER, "blair") for number in NUMBER}
    assert {number for number in leaders if leaders[number] == "ml-smith"} == {
        "17.4",
        "17.5",
        "17.6",
    }
    assert leaders["17.2"] == "steele"
    assert numbered("17.6").leader_of(ROSTER, "thayer") == "steele"


def test_the_bonus_to_union_ratings() -> None:
    one = numbered("17.6")
    assert [one.bonus("union", one.clock(turn)) for turn in range(1, 6)] == [3, 2, 1, 0, 0]
    assert one.bonus("confederate", "11:30") == 0
    assert numbered("17.5").bonus("union", "11:30") == 0


# Restrictions and reinforcements


@pytest.mark.rule("chickasaw_bayou:17.2c")
def test_who_is_restricted_in_17_1() -> None:
    (found,) = numbered("17.1").restricted
    assert {numbered("17.1").hex_of(unit) for unit in found.units} == {"2709", "2710"}
    assert len(found.units) == 3
    assert found.bars == ("move", "fire", "events")
    within, fired = found.until
    assert (within.kind, within.hex, within.hexes) == ("union_within", "2709", 5)
    assert fired.kind == "fired_upon"
    assert not numbered("17.2").restricted


def test_who_may_not_move_in_17_3_and_17_4() -> None:
    (levee,) = numbered("17.3").restricted
    assert (levee.units, levee.bars) == (("46ms-a",), ("move",))
    assert levee.until[0].kind == "union_infantry_in_timber"
    (missed,) = numbered("17.4").restricted
    assert (missed.units, missed.bars) == (("26la-a", "johnston", "46ms-b"), ("move",))
    assert missed.until[0].kind == "union_infantry_beside_trench"
    assert not numbered("17.5").restricted + numbered("17.6").restricted


@pytest.mark.rule(
    "chickasaw_bayou:17.4r.1",
    "chickasaw_bayou:17.4r.2",
    "chickasaw_bayou:17.3e",
)
def test_who_comes_later() -> None:
    found = [(one.turn, one.hex, one.units) for one in numbered("17.4").reinforcement]
    assert found == [
        ("7:00", "3900", ("49in", "7ky", "114oh")),
        ("7:30", "3900", ("120oh", "69in")),
    ]
    others = [numbered(number).reinforcement for number in NUMBER if number != "17.4"]
    assert not any(others)


# What only the grand assault has


def test_bombardment_bridge_and_bayou_of_17_6() -> None:
    special = numbered("17.6").special
    assert special.bombardment is not None
    assert (special.bombardment.markers, special.bombardment.most_a_unit) == (7, 2)
    assert (special.pontoon_bridges, special.free_bayou_entry) == (1, ("11:30",))
    others = {numbered(number).special for number in NUMBER if number != "17.6"}
    assert len(others) == 1


@pytest.mark.rule("chickasaw_bayou:17.6s.13")
def test_the_troops_at_snyders_bluff() -> None:
    bluff = numbered("17.6").special.snyders_bluff
    assert bluff is not None
    assert bluff.units == tuple(ROSTER.pieces[n].id for n in ROSTER.of_brigade["sd-lee"])
    assert bluff.between_rows + bluff.second_row == len(bluff.units) == 4
    assert (bluff.hex, bluff.turns, bluff.pike_distance) == ("5718", 3, 3)
    assert not any(numbered("17.6").hex_of(unit) for unit in bluff.units)
