"""The memo: an answer holds while what it rests on is the same."""

from __future__ import annotations

from typing import Any

import msgspec

from longroll.kernel.memo import finding, finding_from, memo_off
from longroll.kernel.state import Options, State


class Field(State, kw_only=True, dict=True):
    units: dict[str, int] = {}
    turn: int = 1

    def copy(self) -> Any:
        twin = msgspec.structs.replace(self)
        twin.memo = self.memo
        return twin


asked: list[Any] = []


@finding("units")
def total(state: Field, times: int) -> int:
    asked.append(times)
    return times * sum(state.units.values())


@finding("units", "turn")
def nothing(state: Field) -> None:
    asked.append("nothing")


@finding_from(lambda state, unit: (state.units[unit],))
def doubled(state: Field, unit: str) -> int:
    asked.append(unit)
    return 2 * state.units[unit]


def field() -> Field:
    asked.clear()
    state = Field(scenario="", options=Options(), units={"a": 1000, "b": 2000})
    state.index()
    return state


def test_the_same_containers_give_the_same_answer() -> None:
    state = field()
    assert [total(state, 1), total(state, 2), total(state, 1)] == [3000, 6000, 3000]
    assert asked == [1, 2]


def test_a_replaced_container_is_looked_at_anew() -> None:
    state = field()
    total(state, 1)
    state.units = {"a": 1}
    assert total(state, 1) == 1


def test_a_copy_shares_what_was_found_until_it_changes() -> None:
    state = field()
    total(state, 1)
    twin = state.copy()
    assert total(twin, 1) == 3000
    assert asked == [1]
    twin.units = {"a": 7}
    assert [total(twin, 1), total(state, 1)] == [7, 3000]


def test_nothing_is_an_answer_too() -> None:
    state = field()
    nothing(state)
    nothing(state)
    assert asked == ["nothing"]


def test_an_answer_may_rest_on_one_thing_in_a_container() -> None:
    state = field()
    doubled(state, "a")
    doubled(state, "b")
    state.units = {**state.units, "b": 5}
    assert [doubled(state, "a"), doubled(state, "b")] == [2000, 10]
    assert asked == ["a", "b", "b"]


def test_what_is_known_already_can_be_told() -> None:
    state = field()
    total.tell(state, 99, 1)
    assert total(state, 1) == 99
    assert asked == []


def test_one_switch_turns_it_off() -> None:
    state = field()
    total(state, 1)
    with memo_off():
        total(state, 1)
        doubled(state, "a")
        doubled(state, "a")
    assert asked == [1, 1, "a", "a"]


@finding("units", "turn")
@finding_from(lambda state, unit: (state.units[unit],))
def tripled(state: Field, unit: str) -> int:
    asked.append(unit)
    return 3 * state.units[unit]


def test_a_quick_look_may_stand_before_a_closer_one() -> None:
    state = field()
    assert [tripled(state, "a"), tripled(state, "a")] == [3000, 3000]
    state.turn = 2
    assert tripled(state, "a") == 3000
    assert asked == ["a"]
    state.units = {**state.units, "a": 5}
    assert tripled(state, "a") == 15
