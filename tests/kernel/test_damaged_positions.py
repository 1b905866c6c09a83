"""Positions that no hand wrote: whatever they hold, they stand or are refused."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import longroll
from longroll import BadPosition, UnknownSystem
from longroll.testing.starts import crowded_field
from tests.kernel.situations import FULL, assert_comes_back, look, small, stockade, written

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
            {"type": "Attack", "side": "union", "target": "9999", "attackers": []},
        ],
        [
            {"type": "EndPhase", "number": 9},
            {"type": "FirePhase", "side": "union"},
            {"type": "Attack", "side": "union", "target": "1519", "attackers": [999]},
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
        message = str(error)
    else:
        look(battle)
        assert_comes_back(battle)
        return
    assert message
    assert "\n" not in message


@given(data=st.data())
@settings(derandomize=True, max_examples=300)
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
@settings(derandomize=True, max_examples=150)
def test_a_damaged_position_of_the_program_stands_or_is_refused(data: st.DataObject) -> None:
    situation = data.draw(st.sampled_from(moments()))
    assert_stands_or_is_refused(data.draw(st.composite(damage)(situation)))


@given(data=st.data())
@settings(derandomize=True, max_examples=200)
def test_a_damaged_agenda_stands_or_is_refused(data: st.DataObject) -> None:
    situation = data.draw(st.sampled_from(moments()))
    assert_stands_or_is_refused(data.draw(st.composite(damage)(situation, "agenda")))


@given(data=st.data())
@settings(derandomize=True, max_examples=150)
def test_damaged_json_text_stands_or_is_refused(data: st.DataObject) -> None:
    text = json.dumps(FULL)
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 4))
    new = data.draw(
        st.text(max_size=3) | st.sampled_from(['"', "{", "}", "[", "]", ",", "9", "\\"])
    )
    assert_stands_or_is_refused(text[:at] + new + text[at + length :])


@given(situation=st.dictionaries(st.sampled_from([*FULL, "agenda", "result"]), values, max_size=5))
@settings(derandomize=True, max_examples=100)
def test_any_object_stands_or_is_refused(situation: dict[str, Any]) -> None:
    assert_stands_or_is_refused(situation)
