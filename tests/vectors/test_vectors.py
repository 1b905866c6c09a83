"""Every vector through its adapter, and the runner itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from longroll.kernel.dice import Scripted
from longroll.kernel.errors import OutOfDice
from longroll.systems.stockade_redan.terrain import TERRAIN
from tests.vectors import stockade_redan
from tests.vectors.runner import (
    Answer,
    BadKeys,
    DiceLeft,
    Given,
    Operations,
    UnknownAdapter,
    UnknownOperation,
    adapter,
    adapters,
    each,
    equal,
    fill_in,
    group,
    judge,
    main,
    optional,
    read_vectors,
    required,
)

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
#: More vectors, where they lie beside the repository.
EXAMPLES = ROOT.parent / "shared" / "examples"


def _files() -> Iterator[tuple[str, Path]]:
    """Files of vectors, with the system each is for."""
    for system in adapters():
        for file in (EXAMPLES / f"{system}.json", HERE / f"more_{system}.json"):
            if file.exists():
                yield system, file


def _operations() -> Iterator[Any]:
    """The vectors of each operation of a system."""
    found: dict[tuple[str, str], list[Any]] = defaultdict(list)
    for system, file in _files():
        for vector in read_vectors(file):
            found[system, vector["situation"]["op"]].append(vector)
    for (system, op), vectors in found.items():
        yield pytest.param(system, vectors, id=f"{system}-{op}")


@pytest.mark.parametrize("system, vectors", list(_operations()))
def test_the_engine_gives_the_expected_answers(system: str, vectors: list[Any]) -> None:
    """Every vector is judged; to name each a test of its own would cost more than to judge it."""
    judged = [judge(adapter(system), vector) for vector in vectors]
    failures = [failure for failure in judged if failure is not None]
    assert not failures, "\n".join(map(str, failures))


@pytest.mark.skipif(not EXAMPLES.exists(), reason="no shared examples beside the repository")
@pytest.mark.parametrize("system", adapters())
def test_an_adapter_has_every_operation_of_its_page(system: str) -> None:
    page = (EXAMPLES / f"{system}.md").read_text(encoding="utf-8")
    wanted = set(re.findall(r"^### `(\w+)`$", page, re.MULTILINE))
    asked = {vector["situation"]["op"] for vector in read_vectors(EXAMPLES / f"{system}.json")}
    assert wanted >= asked
    for op in sorted(wanted):
        failure = judge(adapter(system), {"id": op, "situation": {"op": op}, "expected": {}})
        assert failure is None or "UnknownOperation" not in str(failure.got), failure


def test_no_two_vectors_of_a_system_have_one_name() -> None:
    names = [(system, vector["id"]) for system, file in _files() for vector in read_vectors(file)]
    assert len(names) == len(set(names))


def test_a_defence_that_a_vector_names_holds_for_that_vector_only() -> None:
    before = dict(TERRAIN)
    target = {"terrain": "open_field", "defence": 1, "units": ["c"], "officers": []}
    hexes = [{"range": 2, "infantry": {"13 US": 1}}]
    situation = {"op": "fire", "morale": 3, "hexes": hexes, "target": target}
    assert stockade_redan.run({"situation": situation, "dice": [5]})["ratio"] == 4
    assert before == TERRAIN


@pytest.mark.parametrize(
    "situation, dice, why",
    [
        ({"op": "charge"}, [], "UnknownOperation: no operation 'charge'"),
        ({"op": "hex", "hex": "1519", "side": "union"}, [], "BadKeys: unknown key side"),
        ({"op": "hex", "hex": "9999"}, [], "ValueError: '9999' is not a hex"),
        ({"op": "morale"}, [], "OutOfDice: the script holds 0 dice"),
        ({"op": "morale"}, [7], "OutOfDice: die 1 of the script is 7"),
        ({"op": "morale"}, [3, 4], "DiceLeft: 1 of 2 dice are left over"),
        (
            {"op": "unit_strength", "regiment": "13 US", "artillery": "union", "range": 1},
            [],
            "VectorFault: give either a regiment or artillery",
        ),
        (
            {
                "op": "melee",
                "union": {"infantry": {"36 MS": 1}},
                "confederate": {"infantry": {"36 MS": 1}},
            },
            [1, 1],
            "VectorFault: the 36 MS is no union regiment",
        ),
        (
            {"op": "bombard", "by": "union", "terrain": "ditch", "defence": 8, "targets": [{}]},
            [1],
            "BadKeys: missing key targets[0].id; missing key targets[0].side",
        ),
    ],
)
def test_a_vector_that_cannot_be_run_fails_with_the_reason(
    situation: dict[str, Any], dice: list[int], why: str
) -> None:
    vector = {"id": "v", "situation": situation, "dice": dice, "expected": {}}
    failure = judge(stockade_redan.run, vector)
    assert failure is not None
    assert str(failure.got).startswith(why)


# Keys

_KEYS = {
    "side": required("union", "confederate"),
    "cow": optional(False, bool),
    "units": optional([]),
    "target": group({"defence": required(int), "terrain": optional("ditch")}),
    "hexes": each({"range": required(int)}, default=[]),
}


def test_defaults_are_filled_in_on_every_level() -> None:
    assert fill_in(_KEYS, {"side": "union", "target": {"defence": 4}}) == {
        "side": "union",
        "cow": False,
        "units": [],
        "target": {"defence": 4, "terrain": "ditch"},
        "hexes": [],
    }


def test_a_null_is_a_key_left_out() -> None:
    empty = fill_in(_KEYS, {"side": "union", "target": {"defence": 4}})
    nulls = {"cow": None, "units": None, "hexes": None, "target": {"defence": 4, "terrain": None}}
    assert fill_in(_KEYS, {"side": "union", **nulls}) == empty


def test_a_default_is_nobodys_to_change() -> None:
    first = fill_in({"units": optional([])}, {})
    first["units"].append("13us-a")
    assert fill_in({"units": optional([])}, {}) == {"units": []}


@pytest.mark.parametrize(
    "changed, fault",
    [
        ({"sid": 1}, "unknown key sid"),
        ({"target": {"defence": 4, "defense": 4}}, "unknown key target.defense"),
        ({"hexes": [{"range": 1}, {"range": 1, "rage": 1}]}, "unknown key hexes[1].rage"),
        ({"target": {}}, "missing key target.defence"),
        ({"target": 4}, "target. is no object"),
        ({"hexes": {"range": 1}}, "hexes is no list"),
        ({"side": "red"}, "side is 'red', not 'union', 'confederate'"),
        ({"cow": 1}, "cow is 1, not bool"),
        ({"target": {"defence": True}}, "target.defence is True, not int"),
        ({"target": {"defence": None}}, "target.defence is None, not int"),
    ],
)
def test_a_wrong_key_is_named(changed: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadKeys) as caught:
        fill_in(_KEYS, {"side": "union", "target": {"defence": 4}, **changed})
    assert str(caught.value) == fault


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(BadKeys, match="unknown key a; missing key side; missing key target"):
        fill_in(_KEYS, {"a": 1})


# Operations

TOY = Operations()


@TOY.operation("two_dice", {"plus": optional(0, int)})
def _two_dice(given: Given, dice: Scripted) -> Answer:
    return {"sum": dice.roll("one").value + dice.roll("two").value + given["plus"]}


@TOY.operation("break")
def _break(given: Given, dice: Scripted) -> Answer:
    raise ZeroDivisionError("two\nlines")


def _toy(op: str, dice: list[int], **situation: Any) -> dict[str, Any]:
    return {"situation": {"op": op, **situation}, "dice": dice}


def test_an_operation_answers_with_the_dice_of_the_vector() -> None:
    assert TOY.run(_toy("two_dice", [3, 4], plus=10)) == {"sum": 17}


@TOY.operation("tenths")
def _tenths(given: Given, dice: Scripted) -> Answer:
    return {"left": Fraction(361, 5), "each": ({"at": Fraction(4)}, None)}


def test_an_answer_holds_what_a_file_of_vectors_can_hold() -> None:
    answer = TOY.run(_toy("tenths", []))
    assert json.loads(json.dumps(answer)) == {"left": 72.2, "each": [{"at": 4}, None]}


def test_a_die_left_over_is_a_fault() -> None:
    with pytest.raises(DiceLeft, match="1 of 3 dice are left over"):
        TOY.run(_toy("two_dice", [3, 4, 5]))


def test_a_die_too_few_is_a_fault() -> None:
    with pytest.raises(OutOfDice):
        TOY.run(_toy("two_dice", [3]))


@pytest.mark.parametrize("op", ["three_dice", "", None, ["two_dice"]])
def test_an_unknown_operation_is_a_fault(op: Any) -> None:
    with pytest.raises(UnknownOperation):
        TOY.run(_toy(op, []))


@pytest.mark.parametrize(
    "vector, fault",
    [
        ({**_toy("two_dice", [1, 2]), "dices": []}, "unknown key dices"),
        ({"dice": []}, "missing key situation"),
        ({"situation": "two_dice"}, "situation is 'two_dice', not dict"),
        ({"situation": {"op": "break"}, "dice": 3}, "dice is 3, not list"),
    ],
)
def test_the_keys_of_the_vector_itself_are_checked_too(vector: Any, fault: str) -> None:
    with pytest.raises(BadKeys) as caught:
        TOY.run(vector)
    assert str(caught.value) == fault


# Comparison


@pytest.mark.parametrize(
    "expected, got",
    [
        (1, 1.0),
        (0.5, Fraction(1, 2)),
        (None, None),
        (True, True),
        ("a", "a"),
        ([], []),
        ([1, [2, None]], (1, [2.0, None])),
        ({}, {"a": 1}),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": {"b": [1]}}, {"a": {"b": [1], "c": 2}}),
        ([{"a": 1}], [{"a": 1, "b": 2}]),
    ],
)
def test_equal(expected: Any, got: Any) -> None:
    assert equal(expected, got)


@pytest.mark.parametrize(
    "expected, got",
    [
        (1, 2),
        (1, "1"),
        (1, True),
        (0, False),
        (False, 0),
        (True, 1),
        (None, 0),
        (None, False),
        (None, ""),
        (0, None),
        ("a", None),
        ("", None),
        ([1, 2], [2, 1]),
        ([1], [1, 2]),
        ([1, 2], [1]),
        ([], None),
        (["a"], "a"),
        ({"a": 1}, {"b": 1}),
        ({"a": None}, {}),
        ({"a": {"b": 1}}, {"a": {"b": 2}}),
        ({"a": 1}, None),
        ({}, []),
    ],
)
def test_not_equal(expected: Any, got: Any) -> None:
    assert not equal(expected, got)


@pytest.mark.parametrize(
    "vector, line",
    [
        (
            {"id": "v", **_toy("two_dice", [1, 2]), "expected": {"sum": 4}},
            'v: expected {"sum": 4}, got {"sum": 3}',
        ),
        (
            {**_toy("two_dice", [1, 2]), "expected": {"total": None}},
            'vector 7: expected {"total": null}, got {"sum": 3}',
        ),
        (
            {"id": "v", **_toy("break", []), "expected": {}},
            "v: expected {}, got ZeroDivisionError: two lines",
        ),
        (
            {"id": "v", **_toy("two_dice", [1, 2])},
            "v: expected null, got the vector expects nothing that could be compared",
        ),
        (["v"], 'vector 7: expected an object, got ["v"]'),
    ],
)
def test_a_failure_is_told_in_one_line(vector: Any, line: str) -> None:
    assert str(judge(TOY.run, vector, 7)) == line


# The command

_GOOD = {"id": "good", "situation": {"op": "distance", "a": "1504", "b": "1604"}, "dice": []}


def _file(path: Path, *vectors: Any) -> str:
    file = path / "vectors.json"
    file.write_text(json.dumps({"system": "stockade_redan", "vectors": vectors}))
    return str(file)


def test_the_run_goes_on_after_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _file(
        tmp_path,
        {**_GOOD, "id": "bad", "expected": {"range": 2}},
        {**_GOOD, "id": "odd", "dice": [1], "expected": {"range": 1}},
        {**_GOOD, "expected": {"range": 1.0}},
    )
    assert main(["stockade_redan", file]) == 1
    assert capsys.readouterr().out.splitlines() == [
        'bad: expected {"range": 2}, got {"range": 1}',
        'odd: expected {"range": 1}, got DiceLeft: 1 of 1 dice are left over',
        "1 of 3 vectors pass",
    ]


def test_all_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stockade_redan", _file(tmp_path, {**_GOOD, "expected": {"range": 1}})]) == 0
    assert capsys.readouterr().out == "1 of 1 vectors pass\n"


def test_the_command_runs_as_a_module(tmp_path: Path) -> None:
    file = _file(tmp_path, {**_GOOD, "expected": {"range": 3}})
    command = [sys.executable, "-m", "tests.vectors", "stockade_redan", file]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "0 of 1 vectors pass")


@pytest.mark.parametrize("system", ["waterloo", "runner", "stockade", "test_vectors", ".."])
def test_an_unknown_system_is_an_error_of_one_line(
    system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([system, _file(tmp_path)]) == 2
    out = capsys.readouterr()
    assert (out.out, len(out.err.splitlines())) == ("", 1)
    assert f"no adapter for {system!r}: choose from" in out.err


@pytest.mark.parametrize(
    "content, why",
    [
        (None, "No such file"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[]", 'no object with a list "vectors"'),
        (b'{"vectors": {}}', 'no object with a list "vectors"'),
    ],
)
def test_an_unreadable_file_is_an_error_of_one_line(
    content: bytes | None, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "vectors.json"
    if content is not None:
        file.write_bytes(content)
    assert main(["stockade_redan", str(file)]) == 2
    out = capsys.readouterr()
    assert (out.out, len(out.err.splitlines())) == ("", 1)
    assert why in out.err


@pytest.mark.parametrize("arguments", [[], ["stockade_redan"], ["a", "b", "c"]])
def test_the_command_says_how_it_is_used(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("usage: python -m tests.vectors SYSTEM FILE.json")


def test_adapters_are_found_by_their_run() -> None:
    assert "stockade_redan" in adapters()
    assert not {"runner", "test_vectors"} & set(adapters())
    with pytest.raises(UnknownAdapter):
        adapter("runner")
