"""Positions: any situation as JSON and back, and what is refused. Played with Stockade Redan."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import longroll
from longroll import BadPosition, LongrollError, UnknownSystem
from longroll.systems.stockade_redan.roster import ROSTER
from longroll.systems.stockade_redan.terrain import HEXES
from longroll.testing.starts import crowded_field
from tests.kernel.situations import (
    FULL,
    assert_comes_back,
    play_at_random,
    small,
    stockade,
    written,
)
from tests.support import field, play

# Reading


def test_a_position_is_read_from_a_dict_from_text_and_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(FULL), encoding="utf-8")
    found = {stockade(one).hash() for one in (FULL, json.dumps(FULL, indent=2), file)}
    assert len(found) == 1


def test_every_key_arrives() -> None:
    state: Any = stockade(FULL).state
    assert (state.assault, state.turn, state.phase, state.morale, state.option) == (2, 5, 7, 4, 2)
    assert (state.options.undo, state.options.guns_over_parapet) == ("free", True)
    assert state.hex_of([piece.id for piece in ROSTER].index("36ms-o1")) == "1519"
    assert {ROSTER[n].id for n, unit in enumerate(state.units) if unit.lost} == {"36ms-b", "gun-4"}
    assert [(bridge.hex, bridge.up) for bridge in state.bridges[:4]] == [
        ("1620", "carried"),
        ("1619", "bridging"),
        ("1604", "carried"),
        ("", "carried"),
    ]
    assert [(m.side, m.hex, m.tried) for m in state.markers] == [
        ("union", "1420", False),
        ("confederate", "1604", True),
    ]
    assert state.carnage == {"1619", "1620"}
    assert state.chaos == {"1604": "confederate"}
    assert state.union_held == {"1017"}


def test_a_hex_where_one_side_stands_alone_is_settled_by_that() -> None:
    battle = field("1519 13us-a | 1520 36ms-a", phase="IX", union_held=["1520", "1017"])
    assert battle.state.union_held == {"1519", "1017"}  # type: ignore[attr-defined]


def test_what_the_caller_does_with_the_dict_later_does_not_matter() -> None:
    situation = small()
    battle = stockade(situation)
    first = battle.hash()
    situation["units"]["1519"] = "36ms-b"
    situation["turn"] = 8
    battle.play("done")
    again = longroll.replay(battle.record())
    assert again.hash() == battle.hash()
    assert longroll.replay(battle.record(), to=0).hash() == first


# Round trips


def test_a_position_with_every_key_comes_back() -> None:
    assert_comes_back(stockade(FULL))


@given(seed=st.integers(0, 10**9))
@settings(derandomize=True, max_examples=40)
def test_random_positions_come_back(seed: int) -> None:
    assert_comes_back(crowded_field("stockade_redan", seed))


@given(seed=st.integers(0, 10**9), count=st.integers(1, 60))
@settings(derandomize=True, max_examples=40)
def test_moments_of_a_battle_come_back(seed: int, count: int) -> None:
    assert_comes_back(play_at_random(crowded_field("stockade_redan", seed), seed, count))


@given(seed=st.integers(0, 10**9), count=st.integers(0, 40))
@settings(derandomize=True, max_examples=20)
def test_moments_of_the_set_up_come_back(seed: int, count: int) -> None:
    assert_comes_back(play_at_random(longroll.new("stockade_redan", seed=seed), seed, count))


@given(seed=st.integers(0, 10**9), count=st.integers(1, 20))
@settings(derandomize=True, max_examples=15)
def test_a_battle_that_comes_back_plays_on_as_it_would_have(seed: int, count: int) -> None:
    """Where the dice of the two stand at the same roll."""
    battle = play_at_random(crowded_field("stockade_redan", seed), seed, count)
    again = longroll.position("stockade_redan", written(battle), seed=battle.dice.seed)  # type: ignore[attr-defined]
    again.dice.rewind(battle.dice.rolled)
    for one in (battle, again):
        play_at_random(one, seed + 1, 15)
    assert again.hash() == battle.hash()


def test_a_finished_battle_comes_back_finished() -> None:
    battle = field("1519 36ms-a | 1620 13us-a", phase="X", assault=2, turn=8)
    play(battle, "done")
    assert battle.result is not None
    assert_comes_back(battle)
    assert stockade(written(battle)).result == battle.result
    assert list(battle.system.faults(battle.state)) == []


# What is refused, as docs/positions.md lists it


BRIDGES_45 = [{"hex": "1604"}] * 45
MARKERS_15 = [{"side": "union", "hex": "1420"}] * 15
CHAOS_13 = dict.fromkeys(HEXES[:13], "union")
NO_ARTILLERY = "artillery cannot enter ditch or redan hexes"

FAULTS: list[tuple[dict[str, Any], str]] = [
    (small(units={"1519": "36ms-z"}), "'36ms-z' is not a unit"),
    (small(lost=["36ms-z"]), "'36ms-z' is not a unit"),
    (small(spent=["36ms-z"]), "'36ms-z' is not a unit"),
    (small(units={"1519": "36ms-a 36ms-a"}), "36ms-a is in two places"),
    (small(units={"1519": "36ms-a", "1520": "36ms-a"}), "36ms-a is in two places"),
    (small(lost=["36ms-a"]), "36ms-a is in two places"),
    (small(lost=["36ms-b", "36ms-b"]), "36ms-b is in two places"),
    (small(units={"1519": "1mo-a"}), "1mo-a arrives in the second assault"),
    (small(units={"9999": "36ms-a"}), "'9999' is not a hex of the map"),
    (small(units={"": "36ms-a"}), "'' is not a hex of the map"),
    (small(units={"9999": ""}), "'9999' is not a hex of the map"),
    (small(bridges=[{"hex": "9999"}]), "'9999' is not a hex of the map"),
    (small(bridges=[{"hex": "1604", "began": "9999"}]), "'9999' is not a hex of the map"),
    (small(markers=[{"side": "union", "hex": "9999"}]), "'9999' is not a hex of the map"),
    (small(carnage=["9999"]), "'9999' is not a hex of the map"),
    (small(carnage=[""]), "'' is not a hex of the map"),
    (small(chaos={"9999": "union"}), "'9999' is not a hex of the map"),
    (small(fired_into=["9999"]), "'9999' is not a hex of the map"),
    (small(fired_from=["9999"]), "'9999' is not a hex of the map"),
    (small(units={"1519": "gun-1"}), f"gun-1 cannot be in 1519: {NO_ARTILLERY}"),
    (small(units={"1620": "wood"}), f"wood cannot be in 1620: {NO_ARTILLERY}"),
    (
        small(units={"2211": "wood"}, option=1),
        "wood cannot be in 2211: Option 1 puts it on a battery hex",
    ),
    (small(turn=9), "turn 9 and phase 'IX' do not match"),
    (small(turn=-1), "turn -1 and phase 'IX' do not match"),
    (small(turn=0), "turn 0 and phase 'IX' do not match"),
    (small(phase=""), "turn 1 and phase '' do not match"),
    (small(morale=0), "morale and option are decided before phase I"),
    (small(option=0), "morale and option are decided before phase I"),
    (small(union_held=["1420"]), "1420 is not a redan hex"),
    (small(bridges=BRIDGES_45), "45 bridging markers: there are 44"),
    (small(markers=MARKERS_15), "15 bombardment markers: there are 14"),
    (small(chaos=CHAOS_13), "13 Chaos of War markers: there are 12"),
    (
        small(bridges=[{"hex": "1519", "carrier": "36ms-a"}]),
        "'36ms-a' cannot carry a bridging marker",
    ),
    (
        small(bridges=[{"hex": "1620", "carrier": "nobody"}]),
        "'nobody' cannot carry a bridging marker",
    ),
    (
        small(bridges=[{"hex": "1620", "carried_by": "13us-o1"}]),
        "'13us-o1' cannot carry a bridging marker",
    ),
    (
        small(bridges=[{"hex": "1621", "carrier": "13us-a"}]),
        "13us-a does not carry the marker in 1621",
    ),
    (
        small(bridges=[{"hex": "1620", "carrier": "13us-b"}]),
        "13us-b does not carry the marker in 1620",
    ),
    (
        small(bridges=[{"hex": "1620", "carrier": "13us-a", "up": "bridging"}]),
        "13us-a does not carry the marker in 1620",
    ),
    (
        small(bridges=[{"hex": "1620", "carrier": "13us-a"}] * 2),
        "13us-a carries two bridging markers",
    ),
    (
        small(bridges=[{"hex": "1620", "number": 44}]),
        "the numbers of the bridging markers must differ and be from 0 to 43",
    ),
    (
        small(bridges=[{"hex": "1620", "number": 1}, {"hex": "1620"}]),
        "the numbers of the bridging markers must differ and be from 0 to 43",
    ),
    (small(phase="", turn=0), "a set-up position needs an agenda"),
    (small(agenda=[]), "the agenda is empty but the battle is not over"),
]


@pytest.mark.parametrize("situation, fault", FAULTS, ids=[fault for _, fault in FAULTS])
def test_what_cannot_stand_is_named(situation: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadPosition) as caught:
        stockade(situation)
    assert fault in caught.value.faults
    assert str(caught.value) == f"position: {'; '.join(caught.value.faults)}"


TYPES: list[tuple[dict[str, Any], str]] = [
    ({}, "missing required field `units`"),
    (small(weather="fine"), "unknown field `weather`"),
    (small(bridges=[{"hex": "1620", "colour": "brown"}]), "unknown field `colour`"),
    (small(phase="XIII"), "Invalid enum value 'XIII'"),
    (small(phase=9), "$.phase"),
    (small(morale=1), "Invalid enum value 1"),
    (small(morale=5), "Invalid enum value 5"),
    (small(option=3), "Invalid enum value 3"),
    (small(assault=3), "Invalid enum value 3"),
    (small(assault=0), "Invalid enum value 0"),
    (small(turn="three"), "$.turn"),
    (small(turn=True), "$.turn"),
    (small(turn=2.5), "$.turn"),
    (small(turn=None), "$.turn"),
    (small(units=["36ms-a"]), "$.units"),
    (small(units={"1519": ["36ms-a"]}), "$.units[...]"),
    (small(lost="36ms-a"), "$.lost"),
    (small(carnage=[1519]), "$.carnage[0]"),
    (small(chaos={"1620": "french"}), "Invalid enum value 'french'"),
    (small(markers=[{"side": "french", "hex": "1620"}]), "Invalid enum value 'french'"),
    (small(markers=[{"hex": "1620"}]), "missing required field `side`"),
    (small(bridges=[{"hex": "1620", "up": "down"}]), "Invalid enum value 'down'"),
    (small(bridges=[{}]), "missing required field `hex`"),
    (small(result="won"), "$.result"),
    (small(options=["undo"]), "$.options"),
    ({1: 2, **small()}, "Expected `str`"),  # type: ignore[dict-item]
]


@pytest.mark.parametrize("situation, fault", TYPES, ids=[fault for _, fault in TYPES])
def test_wrong_types_and_unknown_keys_are_named_with_their_place(
    situation: dict[str, Any], fault: str
) -> None:
    with pytest.raises(BadPosition) as caught:
        stockade(situation)
    message = str(caught.value)
    assert message.startswith("position: ")
    assert fault in message


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(BadPosition) as caught:
        stockade(
            small(
                units={"1519": "gun-1 36ms-z", "1018": "1mo-a", "9999": "36ms-b"},
                turn=9,
                carnage=["8888"],
                union_held=["1420"],
                bridges=[{"hex": "7777", "carrier": "36ms-b"}],
            )
        )
    assert set(caught.value.faults) == {
        f"gun-1 cannot be in 1519: {NO_ARTILLERY}",
        "'36ms-z' is not a unit",
        "1mo-a arrives in the second assault",
        "'9999' is not a hex of the map",
        "'7777' is not a hex of the map",
        "'36ms-b' cannot carry a bridging marker",
        "36ms-b does not carry the marker in 7777",
        "turn 9 and phase 'IX' do not match",
        "'8888' is not a hex of the map",
        "1420 is not a redan hex",
    }


@pytest.mark.parametrize(
    "text", ["", "hello", "[]", "3", "null", '"units"', "{", '{"units": {}', "{units: {}}", "\x00"]
)
def test_text_that_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(BadPosition, match=r"^position: not a JSON object: "):
        stockade(text)


def test_a_nest_without_end_is_refused() -> None:
    with pytest.raises(BadPosition):
        stockade('{"units": ' + "[" * 100_000)
    with pytest.raises(BadPosition):
        stockade('{"units": {}, "agenda": ' + "[" * 900 + "]" * 900 + "}")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_bytes(b"\xff\xfe{}\x80")
    with pytest.raises(BadPosition):
        stockade(file)


def test_a_position_of_another_system_is_refused() -> None:
    with pytest.raises(
        BadPosition, match=r"^position: it belongs to 'gbacw', not 'stockade_redan'$"
    ):
        stockade(small(system="gbacw"))
    with pytest.raises(BadPosition, match="gbacw"):
        stockade(FULL).system.from_position(small(system="gbacw"))


def test_unknown_systems_scenarios_and_options_are_refused_as_for_a_new_battle() -> None:
    with pytest.raises(UnknownSystem, match="no system 'nowhere'"):
        longroll.position("nowhere", small())
    with pytest.raises(UnknownSystem, match="no scenario 'one-assault'"):
        stockade(small(scenario="one-assault"))
    with pytest.raises(UnknownSystem, match="unknown field `frob`"):
        stockade(small(options={"frob": 1}))
    with pytest.raises(UnknownSystem, match="Invalid enum value 'never'"):
        stockade(small(options={"undo": "never"}))


def test_dice_that_do_not_suffice_to_begin() -> None:
    with pytest.raises(LongrollError, match="the script holds 0 dice"):
        longroll.position("stockade_redan", small(phase="V"), dice=[])
