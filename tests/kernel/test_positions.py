"""Positions: any situation as JSON and back, and what is refused. Played with Stockade Redan."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import longroll
from longroll import BadPosition, Battle, LongrollError, UnknownSystem
from longroll.systems.stockade_redan.roster import ROSTER
from longroll.systems.stockade_redan.terrain import HEXES
from tests.contract.starts import crowded_field
from tests.support import field, play

#: Every key that is written by hand.
FULL: dict[str, Any] = {
    "system": "stockade_redan",
    "scenario": "two-assaults",
    "options": {"undo": "free", "guns_over_parapet": True},
    "assault": 2,
    "turn": 5,
    "phase": "VII",
    "morale": 4,
    "option": 2,
    "units": {"1519": "36ms-a 36ms-o1", "1620": "13us-a 13us-o1", "1422": "1mo-a", "1604": "8mo-b"},
    "lost": ["36ms-b", "gun-4"],
    "bridges": [
        {"hex": "1620", "carrier": "13us-a", "carried_by": "13us-a", "began": "1604"},
        {"hex": "1619", "up": "bridging", "began": ""},
        {"hex": "1604"},
    ],
    "markers": [
        {"side": "union", "hex": "1420"},
        {"side": "confederate", "hex": "1604", "tried": True},
    ],
    "carnage": ["1619", "1620"],
    "chaos": {"1604": "confederate"},
    "union_held": ["1017"],
    "spent": ["8mo-b"],
    "fired_into": ["1620"],
    "fired_from": ["1519"],
}


def stockade(situation: Mapping[str, Any] | str | Path) -> Battle:
    return longroll.position("stockade_redan", situation, seed=1863)


def small(**situation: Any) -> dict[str, Any]:
    return {"units": {"1519": "36ms-a", "1620": "13us-a"}, "phase": "IX", **situation}


def written(battle: Battle) -> dict[str, Any]:
    """The position of a battle after a trip through JSON."""
    data: dict[str, Any] = json.loads(json.dumps(battle.system.to_position(battle.state)))
    return data


def play_at_random(battle: Battle, seed: int, count: int) -> Battle:
    chance = Random(seed)
    for _ in range(count):
        if battle.decision is not None:
            battle.play(chance.choice(battle.decision.choices))
    return battle


def look(battle: Battle) -> None:
    """Whatever anyone would look at first."""
    if battle.decision is not None:
        assert battle.decision.side in battle.system.sides
        assert battle.decision.question
        assert len(battle.decision.choices) > 0
    for side in (*battle.system.sides, "spectator"):
        battle.view(side)


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


def assert_comes_back(battle: Battle) -> None:
    data = written(battle)
    again = stockade(data)
    assert again.state == battle.state
    assert again.hash() == battle.hash()
    assert written(again) == data
    assert (again.decision is None) == (battle.decision is None)
    if battle.decision is not None and again.decision is not None:
        assert again.decision.side == battle.decision.side
        assert list(again.decision.choices) == list(battle.decision.choices)
    assert stockade(json.dumps(data)).hash() == battle.hash()


def test_a_position_with_every_key_comes_back() -> None:
    assert_comes_back(stockade(FULL))


@given(seed=st.integers(0, 10**9))
@settings(deadline=None, derandomize=True, max_examples=40)
def test_random_positions_come_back(seed: int) -> None:
    assert_comes_back(crowded_field("stockade_redan", seed))


@given(seed=st.integers(0, 10**9), count=st.integers(1, 60))
@settings(deadline=None, derandomize=True, max_examples=40)
def test_moments_of_a_battle_come_back(seed: int, count: int) -> None:
    assert_comes_back(play_at_random(crowded_field("stockade_redan", seed), seed, count))


@given(seed=st.integers(0, 10**9), count=st.integers(0, 40))
@settings(deadline=None, derandomize=True, max_examples=20)
def test_moments_of_the_set_up_come_back(seed: int, count: int) -> None:
    assert_comes_back(play_at_random(longroll.new("stockade_redan", seed=seed), seed, count))


@given(seed=st.integers(0, 10**9), count=st.integers(1, 20))
@settings(deadline=None, derandomize=True, max_examples=15)
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
NO_ARTILLERY = "no artillery in a ditch or redan hex"

FAULTS: list[tuple[dict[str, Any], str]] = [
    (small(units={"1519": "36ms-z"}), "'36ms-z' is no unit"),
    (small(lost=["36ms-z"]), "'36ms-z' is no unit"),
    (small(spent=["36ms-z"]), "'36ms-z' is no unit"),
    (small(units={"1519": "36ms-a 36ms-a"}), "36ms-a is in two places"),
    (small(units={"1519": "36ms-a", "1520": "36ms-a"}), "36ms-a is in two places"),
    (small(lost=["36ms-a"]), "36ms-a is in two places"),
    (small(lost=["36ms-b", "36ms-b"]), "36ms-b is in two places"),
    (small(units={"1519": "1mo-a"}), "1mo-a comes with the second assault"),
    (small(units={"9999": "36ms-a"}), "'9999' is no hex of the map"),
    (small(units={"": "36ms-a"}), "'' is no hex of the map"),
    (small(units={"9999": ""}), "'9999' is no hex of the map"),
    (small(bridges=[{"hex": "9999"}]), "'9999' is no hex of the map"),
    (small(bridges=[{"hex": "1604", "began": "9999"}]), "'9999' is no hex of the map"),
    (small(markers=[{"side": "union", "hex": "9999"}]), "'9999' is no hex of the map"),
    (small(carnage=["9999"]), "'9999' is no hex of the map"),
    (small(carnage=[""]), "'' is no hex of the map"),
    (small(chaos={"9999": "union"}), "'9999' is no hex of the map"),
    (small(fired_into=["9999"]), "'9999' is no hex of the map"),
    (small(fired_from=["9999"]), "'9999' is no hex of the map"),
    (small(units={"1519": "gun-1"}), f"gun-1 cannot stand in 1519: {NO_ARTILLERY}"),
    (small(units={"1620": "wood"}), f"wood cannot stand in 1620: {NO_ARTILLERY}"),
    (
        small(units={"2211": "wood"}, option=1),
        "wood cannot stand in 2211: Option 1 puts it on a battery hex",
    ),
    (small(turn=9), "turn 9 and phase 'IX' do not go together"),
    (small(turn=-1), "turn -1 and phase 'IX' do not go together"),
    (small(turn=0), "turn 0 and phase 'IX' do not go together"),
    (small(phase=""), "turn 1 and phase '' do not go together"),
    (small(morale=0), "morale and option are settled before phase I"),
    (small(option=0), "morale and option are settled before phase I"),
    (small(union_held=["1420"]), "1420 is no redan hex"),
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
        "the numbers of the bridging markers should differ and run from 0 to 43",
    ),
    (
        small(bridges=[{"hex": "1620", "number": 1}, {"hex": "1620"}]),
        "the numbers of the bridging markers should differ and run from 0 to 43",
    ),
    (small(phase="", turn=0), "set-up positions need their agenda"),
    (small(agenda=[]), "the agenda is empty and the battle not over"),
]


@pytest.mark.parametrize("situation, fault", FAULTS, ids=[fault for _, fault in FAULTS])
def test_what_cannot_stand_is_named(situation: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadPosition) as caught:
        stockade(situation)
    message = str(caught.value)
    assert message.startswith("position: ")
    assert fault in message.removeprefix("position: ").split("; ")


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
    assert str(caught.value).removeprefix("position: ").split("; ") == [
        f"gun-1 cannot stand in 1519: {NO_ARTILLERY}",
        "'36ms-z' is no unit",
        "1mo-a comes with the second assault",
        "'9999' is no hex of the map",
        "'7777' is no hex of the map",
        "'36ms-b' cannot carry a bridging marker",
        "36ms-b does not carry the marker in 7777",
        "turn 9 and phase 'IX' do not go together",
        "'8888' is no hex of the map",
        "1420 is no redan hex",
    ]


@pytest.mark.parametrize(
    "text", ["", "hello", "[]", "3", "null", '"units"', "{", '{"units": {}', '{"units": NaN}', "\x00"]
)  # fmt: skip
def test_text_that_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(BadPosition, match=r"^the position is not a JSON object: "):
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
    with pytest.raises(BadPosition, match=r"^the position is of 'gbacw', not 'stockade_redan'$"):
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


# The agenda, which only the program should write


@pytest.mark.parametrize(
    "agenda",
    [
        ["EndPhase"],
        [{"type": "Dance"}],
        [{"number": 9}],
        [{"type": "EndPhase"}],
        [{"type": "EndPhase", "number": "nine"}],
        [{"type": "RollMorale"}],
        [{"type": "EndPhase", "number": -200}],
        [{"type": "BeginPhase", "number": 13}],
        [{"type": "EndPhase", "number": 7}, {"type": "BeginMovement", "side": "french"}],
        [{"type": "EndPhase", "number": 7}, {"type": "MovementPhase", "side": "french"}],
        [{"type": "EndPhase", "number": 7}, {"type": "Moving", "side": "union", "group": []}],
        [{"type": "EndPhase", "number": 7}, {"type": "Moving", "side": "union", "group": [999]}],
        [{"type": "EndPhase", "number": 9}, {"type": "FirePhase", "side": "french"}],
        [
            {"type": "EndPhase", "number": 9},
            {"type": "FirePhase", "side": "union"},
            {"type": "Attack", "side": "union", "target": "9999", "attackers": [], "officer": -1},
        ],
        [
            {"type": "EndPhase", "number": 9},
            {"type": "FirePhase", "side": "union"},
            {"type": "Attack", "side": "union", "target": "1519", "attackers": [999], "officer": -1},
        ],
        [{"type": "EndPhase", "number": 5}, {"type": "PlaceChaos", "side": "french", "left": 2}],
    ],
    ids=lambda agenda: json.dumps(agenda[-1]),
)  # fmt: skip
def test_an_agenda_that_cannot_be_played_is_refused(agenda: list[Any]) -> None:
    with pytest.raises(BadPosition):
        look(stockade(small(agenda=agenda)))


# Any JSON at all


WORDS = [
    *["", "36ms-a", "13us-a", "13us-b", "gun-1", "wood", "1519", "1620", "1604", "9999", "Moving"],
    *["union", "confederate", "XII", "V", "free", "carried", "bridging", "zzz", "EndPhase", "é"],
]

values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 200),
        st.sampled_from(WORDS),
        st.floats(allow_nan=False, allow_infinity=False),
    ),
    lambda below: (
        st.lists(below, max_size=3) | st.dictionaries(st.sampled_from(WORDS), below, max_size=3)
    ),
    max_leaves=4,
)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every place of a JSON value: the container and the key or index."""
    found: list[tuple[Any, Any]] = []
    keys: list[Any] = []
    if isinstance(data, dict):
        keys = list(data)
    elif isinstance(data, list):
        keys = list(range(len(data)))
    for key in keys:
        found += [(data, key), *places(data[key])]
    return found


def alike(old: Any) -> st.SearchStrategy[Any]:
    """Another value of the same kind, which gets past the first checks."""
    if isinstance(old, bool):
        return st.just(not old)
    if isinstance(old, int):
        return st.sampled_from([-200, -1, 0, 1, 2, 7, 8, 9, 12, 13, 43, 44, 155, 200])
    if isinstance(old, str):
        return st.sampled_from(WORDS)
    return values


def damage(draw: st.DrawFn, data: dict[str, Any], only: str | None = None) -> dict[str, Any]:
    """The same JSON after one to three accidents, anywhere or below one key."""
    data = json.loads(json.dumps(data))
    for _ in range(draw(st.integers(1, 3))):
        found = places(data)
        if only is not None:  # long lists of units would draw most accidents to themselves
            found = [place for place in places(data.get(only)) if len(place[0]) < 6]
        if not found:
            break
        holder, key = draw(st.sampled_from(found))
        accident = draw(st.sampled_from(["alike", "alike", "other", "drop", "double", "rename"]))
        if accident == "drop":
            del holder[key]
        elif accident == "double" and isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        elif accident == "rename" and isinstance(holder, dict):
            holder[draw(st.sampled_from(WORDS))] = holder.pop(key)
        else:
            holder[key] = draw(alike(holder[key]) if accident == "alike" else values)
    return data


def assert_stands_or_is_refused(situation: dict[str, Any] | str) -> None:
    try:
        battle = stockade(situation)
    except (BadPosition, UnknownSystem) as error:
        assert str(error)
        assert "\n" not in str(error)
        return
    look(battle)
    assert_comes_back(battle)


@given(data=st.data())
@settings(deadline=None, derandomize=True, max_examples=300)
def test_a_damaged_position_stands_or_is_refused(data: st.DataObject) -> None:
    assert_stands_or_is_refused(data.draw(st.composite(damage)(FULL)))


@cache
def moments() -> tuple[dict[str, Any], ...]:
    """A position for every kind of question that random battles ask, written by the program."""
    found: dict[str, dict[str, Any]] = {}
    for seed in range(6):
        chance = Random(seed)
        battle = crowded_field("stockade_redan", seed)
        if seed < 2:
            battle = longroll.new("stockade_redan", seed=seed)
        for _ in range(400):
            if battle.decision is None:
                break
            found.setdefault(type(battle.state.agenda[-1]).__name__, written(battle))
            battle.play(chance.choice(battle.decision.choices))
    assert len(found) > 8, sorted(found)
    return tuple(found.values())


@given(data=st.data())
@settings(deadline=None, derandomize=True, max_examples=150)
def test_a_damaged_position_of_the_program_stands_or_is_refused(data: st.DataObject) -> None:
    situation = data.draw(st.sampled_from(moments()))
    assert_stands_or_is_refused(data.draw(st.composite(damage)(situation)))


@given(data=st.data())
@settings(deadline=None, derandomize=True, max_examples=200)
def test_a_damaged_agenda_stands_or_is_refused(data: st.DataObject) -> None:
    situation = data.draw(st.sampled_from(moments()))
    assert_stands_or_is_refused(data.draw(st.composite(damage)(situation, "agenda")))


@given(data=st.data())
@settings(deadline=None, derandomize=True, max_examples=150)
def test_damaged_json_text_stands_or_is_refused(data: st.DataObject) -> None:
    text = json.dumps(FULL)
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 4))
    new = data.draw(
        st.text(max_size=3) | st.sampled_from(['"', "{", "}", "[", "]", ",", "9", "\\"])
    )
    assert_stands_or_is_refused(text[:at] + new + text[at + length :])


@given(situation=st.dictionaries(st.sampled_from([*FULL, "agenda", "result"]), values, max_size=5))
@settings(deadline=None, derandomize=True, max_examples=100)
def test_any_object_stands_or_is_refused(situation: dict[str, Any]) -> None:
    assert_stands_or_is_refused(situation)
