"""17.0 Scenarios: who sets up where, and where timber lies."""

from __future__ import annotations

import re

import pytest

from longroll.board.hex import Hex
from longroll.rulebooks import duty
from longroll.systems.blind_swords.charts import NO
from longroll.systems.blind_swords.sides import SIDES
from longroll.systems.blind_swords.tables import NUMBERS
from longroll.systems.chickasaw_bayou.roster import ID, ROSTER
from longroll.systems.chickasaw_bayou.scenario import SCENARIOS, scenario
from longroll.systems.chickasaw_bayou.terrain import FIELD, MAP
from tests.rulebook.blind_swords.reference import rows
from tests.rulebook.chickasaw_bayou.scenes import NUMBER, numbered, placed

#: The words of the duties for names that the counters abbreviate.
SHORT = {" cavalry": " Cavalry", " battalion": " Bttn", "Thielemann ": "Thielemann's "}


def told(number: str) -> dict[str, Hex]:
    """Where the duties of a scenario's set-up put each unit, by its name."""
    found: dict[str, Hex] = {}
    for row in range(1, 18):
        try:
            text = duty(f"chickasaw_bayou:{number}s.{row}").duty
        except LookupError:
            return found
        if "Timber" in text:
            continue
        for long, short in SHORT.items():
            text = text.replace(long, short)
        for name, other, hex in re.findall(r"([^:;.(]+?)(?: and ([^:;.]+?))? (\d{4})\b", text):
            for one in filter(None, (name, other)):
                found.setdefault(one.replace("printed extra ", "").strip(), hex)
    return found


def timber(number: str) -> dict[str, set[Hex]]:
    """The hexes of Full and Half timber that the duties of a scenario list."""
    found: dict[str, set[Hex]] = {"Full": set(), "Half": set()}
    for row in range(1, 18):
        try:
            text = duty(f"chickasaw_bayou:{number}s.{row}").duty
        except LookupError:
            break
        if text.startswith("Timber"):
            for kind, hexes in re.findall(r"(Full|Half)[^:]*: ([\d ]+)", text):
                found[kind] |= {*hexes.split()}
    return found


# Set-up


@pytest.mark.rule("chickasaw_bayou:17.1s.1", "chickasaw_bayou:17.1s.2")
def test_the_set_up_of_17_1() -> None:
    assert placed("17.1") == told("17.1")
    assert len(placed("17.1")) == 12


@pytest.mark.rule(
    "chickasaw_bayou:17.2s.1",
    "chickasaw_bayou:17.2s.2",
    "chickasaw_bayou:17.2s.3",
)
def test_the_set_up_of_17_2() -> None:
    assert placed("17.2") == told("17.2") | {
        name: hex for name, hex in placed("17.1").items() if ROSTER[ID[name]].side == "confederate"
    }
    assert numbered("17.2").setup["confederate"] == numbered("17.1").setup["confederate"]
    assert numbered("17.2").hex_of("54in") == numbered("17.1").hex_of("22ky") == "4001"


@pytest.mark.rule(
    "chickasaw_bayou:17.3s.1",
    "chickasaw_bayou:17.3s.2",
    "chickasaw_bayou:17.3s.3",
)
def test_the_set_up_of_17_3() -> None:
    assert placed("17.3") == told("17.3")


@pytest.mark.rule(
    "chickasaw_bayou:17.4s.1",
    "chickasaw_bayou:17.4s.2",
    "chickasaw_bayou:17.4s.3",
    "chickasaw_bayou:17.4s.4",
    "chickasaw_bayou:17.4s.5",
    "chickasaw_bayou:17.4s.6",
)
def test_the_set_up_of_17_4() -> None:
    theirs = {name.replace(" in skirmish order", ""): hex for name, hex in told("17.4").items()}
    assert placed("17.4") == theirs
    assert numbered("17.4").skirmish == ("31la-b",)
    assert not any(numbered(number).skirmish for number in NUMBER if number != "17.4")


@pytest.mark.rule(
    "chickasaw_bayou:17.5s.1",
    "chickasaw_bayou:17.5s.2",
    "chickasaw_bayou:17.5s.3",
    "chickasaw_bayou:17.5s.4",
    "chickasaw_bayou:17.5s.5",
    "chickasaw_bayou:17.5s.6",
    "chickasaw_bayou:17.5s.7",
    "chickasaw_bayou:17.5s.8",
    "chickasaw_bayou:17.5s.9",
    "chickasaw_bayou:17.5s.10",
    "chickasaw_bayou:17.5s.11",
    "chickasaw_bayou:17.5s.12",
    "chickasaw_bayou:17.5s.13",
    "chickasaw_bayou:17.5s.14",
)
def test_the_set_up_of_17_5() -> None:
    assert placed("17.5") == told("17.5")
    assert len(placed("17.5")) == 85


@pytest.mark.rule(
    "chickasaw_bayou:17.6s.1",
    "chickasaw_bayou:17.6s.2",
    "chickasaw_bayou:17.6s.3",
    "chickasaw_bayou:17.6s.4",
    "chickasaw_bayou:17.6s.5",
    "chickasaw_bayou:17.6s.6",
    "chickasaw_bayou:17.6s.7",
    "chickasaw_bayou:17.6s.8",
    "chickasaw_bayou:17.6s.9",
    "chickasaw_bayou:17.6s.10",
    "chickasaw_bayou:17.6s.11",
    "chickasaw_bayou:17.6s.12",
    "chickasaw_bayou:17.6s.14",
    "chickasaw_bayou:17.6s.15",
)
def test_the_set_up_of_17_6() -> None:
    # The 6 MO is printed twice; it stands with G. Smith, and nobody in 1814.
    assert told("17.6")["6 MO"] == "1814"
    assert placed("17.6") == told("17.6") | {"6 MO": "2417"}
    assert "1814" not in placed("17.6").values()


@pytest.mark.rule(
    "chickasaw_bayou:17.3s.4",
    "chickasaw_bayou:17.4s.7",
    "chickasaw_bayou:17.4s.8",
    "chickasaw_bayou:17.5s.15",
    "chickasaw_bayou:17.5s.16",
    "chickasaw_bayou:17.6s.16",
    "chickasaw_bayou:17.6s.17",
)
@pytest.mark.parametrize(
    "number, full, half",
    [("17.1", 0, 0), ("17.2", 0, 0), ("17.3", 1, 12), ("17.4", 13, 21), ("17.5", 12, 20),
     ("17.6", 1, 31)],
)  # fmt: skip
def test_where_timber_lies(number: str, full: int, half: int) -> None:
    found = numbered(number).timber
    assert (len(found.full), len(found.half)) == (full, half)
    assert timber(number) == {"Full": {*found.full}, "Half": {*found.half}}
    assert {*found.full, *found.half} <= MAP.zones["fallen_timber_site"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_unit_may_stand_where_it_sets_up(name: str) -> None:
    one = scenario(name)
    points: dict[Hex, int] = {}
    for side in SIDES:
        for id, hex in one.setup[side].items():
            cost = FIELD.ground[hex].cost(ROSTER[id].arm)
            assert cost != NO, (id, hex)
            assert cost != "road" or FIELD.roads[hex], (id, hex)
            points[hex] = points.get(hex, 0) + ROSTER[id].strength
    assert max(points.values()) <= NUMBERS["stacking_points"]
    both = [{*one.setup[side].values()} for side in SIDES]
    assert both[0].isdisjoint(both[1])


# The facts beside the repository


def test_every_set_up_fact_of_the_reference() -> None:
    pattern = re.compile(
        r"(\d{4}|Snyder's Bluff \(off map\)) in scenario (17\.\d), (USA|CSA), (.*)"
    )
    count = 0
    for row in rows("chickasaw_bayou-facts.tsv"):
        if not (found := pattern.fullmatch(row["value"])):
            continue
        hex, number, side, group = found.groups()
        piece = ROSTER[ID[row["subject"].replace(" cavalry", " Cavalry")]]
        if (number, piece.id, hex) == ("17.6", "6mo", "1814"):
            continue  # printed twice
        count += 1
        one = numbered(number)
        assert one.hex_of(piece.id) == (None if hex.startswith("Snyder") else hex), row
        assert piece.side == {"USA": "union", "CSA": "confederate"}[side]
        brigade = ROSTER.brigades[piece.brigade].name if piece.brigade else "artillery"
        assert group.replace("S. D.", "S.D.").startswith(brigade), row
        assert (piece.id in one.skirmish) == group.endswith("skirmish order")
    assert count == sum(len(placed(number)) for number in NUMBER) + 4


def test_every_timber_fact_of_the_reference() -> None:
    pattern = re.compile(r"fallen timber (full|half) at start of scenario (17\.\d)")
    found = [
        (match[2], match[1], row["subject"])
        for row in rows("chickasaw_bayou-facts.tsv")
        if (match := pattern.fullmatch(row["value"]))
    ]
    assert sorted(found) == sorted(
        (number, kind, hex)
        for number in NUMBER
        for kind in ("full", "half")
        for hex in getattr(numbered(number).timber, kind)
    )
