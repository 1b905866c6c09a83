"""TOML data files: every fault found, each on its line."""

from __future__ import annotations

from typing import Literal

import msgspec

from longroll.board.datafile import faults_of_type, line_of, syntax_fault


class Gun(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    range: int = 4


class Battery(msgspec.Struct, forbid_unknown_fields=True):
    schema: Literal[1, 2]
    gun: tuple[Gun, ...]
    chart: dict[int, int] = {}
    drill: int | Literal["all"] = 1
    crew: dict[Literal["gunners", "drivers"], int] = {}


GOOD = """\
schema = 1

[[gun]]
name = "one"

[[gun]]
name = "two"
range = 8

[chart]
1 = 2
"""


def told(text: str) -> list[str]:
    return [str(fault) for fault in faults_of_type(text, Battery, "b.toml", strict=False)]


def test_a_good_file_has_no_faults() -> None:
    assert told(GOOD) == []
    assert syntax_fault(GOOD, "b.toml") is None


def test_every_fault_is_found_in_the_order_of_the_lines() -> None:
    text = GOOD.replace("schema = 1", "schema = 7").replace('"two"', "2").replace("8", '"x"')
    assert told(text.replace("1 = 2", "a = 2\n3 = []") + "[frob]\n") == [
        "b.toml:1 – schema: 7 does not fit – one of 1 2",
        "b.toml:7 – gun.1.name: 2 does not fit – text",
        "b.toml:8 – gun.1.range: 'x' does not fit – a whole number",
        "b.toml:11 – chart.a: is not a valid key here – a key like int",
        "b.toml:12 – chart.3: [] does not fit – a whole number",
        "b.toml:13 – frob: is unknown here – one of schema gun chart drill crew",
    ]


def test_a_key_that_must_be_one_of_a_few_is_told_which() -> None:
    assert told(GOOD + "[crew]\ncooks = 2\n") == [
        "b.toml:13 – crew.cooks: is not a valid key here – one of gunners drivers",
    ]


def test_what_is_missing_is_told_where_it_should_be() -> None:
    assert told(GOOD.replace('name = "two"\n', "")) == [
        "b.toml:6 – gun.1: no name – a line that begins with name ="
    ]
    assert told("schema = 1\n") == ["b.toml:1 – no gun – a line that begins with gun ="]


def test_the_line_of_a_value_or_of_the_nearest_thing_above_it() -> None:
    assert line_of(GOOD, ("gun", 1, "range")) == 8
    assert line_of(GOOD, ("gun", 0, "range")) == 3
    assert line_of(GOOD, ("chart", "1")) == 11
    assert line_of(GOOD, ("nothing",)) == 1


def test_a_text_that_is_no_toml() -> None:
    fault = syntax_fault("a = 1\nb = \n", "b.toml")
    assert fault is not None
    assert str(fault) == "b.toml:2 – Invalid value – a TOML file"
