"""Whatever a user gets wrong: one line on stderr, exit code 2, never a traceback."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from longroll.cli.lines import Lines
from longroll.guide import card_of
from longroll.kernel.system import system_named, systems
from longroll.rulebooks import rulebooks
from tests.cli.terminal import POSITION, Longroll

KNOWN = ", ".join(systems())


@pytest.mark.parametrize(
    "arguments, error",
    [
        (("play", "nowhere"), f"no system 'nowhere': choose from {KNOWN}"),
        (("play",), f"name a system ({KNOWN}), or --load a battle"),
        (
            ("play", "stockade_redan", "three-assaults"),
            "stockade_redan has no scenario 'three-assaults': choose from two-assaults",
        ),
        (("play", "stockade_redan", "--option", "undo"), "--option 'undo' should read name=value"),
        (
            ("play", "stockade_redan", "--option", "frob=1"),
            "options of stockade_redan: Object contains unknown field `frob` "
            "(known: undo, guns_over_parapet, barred_chaos_is_spent)",
        ),
        (
            ("play", "stockade_redan", "--side", "green"),
            "no side 'green': choose from union, confederate or both",
        ),
        (
            ("play", "stockade_redan", "--side", "both", "--against", "random"),
            "--side both leaves no side for --against",
        ),
        (
            ("play", "stockade_redan", "--against", "grant"),
            "no player 'grant': choose from random, flat, idle, guard, "
            "1 (recruit), 2 (regular), 3 (veteran)",
        ),
        (
            ("selfplay", "stockade_redan", "--players", "x"),
            "no player 'x': choose from random, flat, idle, guard, "
            "1 (recruit), 2 (regular), 3 (veteran)",
        ),
        (
            ("selfplay", "stockade_redan", "--players", "1,2,3"),
            "--players '1,2,3' should name one player, or one for each side",
        ),
        (("selfplay", "nowhere"), f"no system 'nowhere': choose from {KNOWN}"),
        (("replay", "no.record"), "no.record: No such file or directory"),
        (("check", "no.map"), "no.map: No such file or directory"),
        (("play", "--load", "no.json"), "no.json: No such file or directory"),
        (("rules", "nowhere"), f"no rulebook 'nowhere': choose from {', '.join(rulebooks())}"),
        (("rules", "--missing", "--summary"), "use only one of --missing, --summary and --show"),
        (("frob",), "No such command 'frob' (see longroll --help)"),
        (("play", "--frob"), "No such option: --frob (see longroll play --help)"),
        (("replay",), "Missing argument 'FILE' (see longroll replay --help)"),
    ],
)
def test_wrong_words_on_the_command_line(
    longroll: Longroll, arguments: tuple[str, ...], error: str
) -> None:
    ran = longroll(*arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", f"longroll: {error}\n")


def test_an_unknown_rule_names_the_nearest(longroll: Longroll) -> None:
    unknown = "stockade" + "_redan:9.2.70"
    ran = longroll("rules", "--show", unknown)
    assert ran.code == 2
    assert ran.err.startswith(f"longroll: no rule {unknown!r}; the nearest are: ")


def test_a_corrupted_record(longroll: Longroll, record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(text.replace("2 confederate: place", "2 confederate: plaice"), "utf-8")
    for command in (("replay", record), ("play", "--load", record)):
        ran = longroll(*command)
        assert ran.code == 2
        assert ran.err.startswith(f"longroll: {record}:")
        assert "decision 2: 'plaice " in ran.err
        assert ran.err.count("\n") == 1


def test_a_file_that_is_no_record(longroll: Longroll, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("hello", encoding="utf-8")
    ran = longroll("replay", path)
    assert ran.code == 2
    assert (
        ran.err
        == f"longroll: {path}:1: not a record: the first line should be 'longroll record 2'\n"
    )
    path.write_bytes(b"longroll \xff")
    assert longroll("replay", path).err == f"longroll: {path}: not a text file in UTF-8 (byte 9)\n"


def test_an_impossible_position(longroll: Longroll, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps({**POSITION, "units": {"1519": "gun-1", "9999": "13us-a"}}), "utf-8")
    ran = longroll("play", "--load", path)
    assert ran.code == 2
    assert ran.err.startswith(f"longroll: {path}: position: gun-1 cannot be in 1519: ")
    assert "'9999' is not a hex of the map" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("text", ["{", "[]", '{"system": 3}', '{"units": {}, "agenda": [{}]}'])
def test_a_position_that_is_none(longroll: Longroll, tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.json"
    path.write_text(text, encoding="utf-8")
    ran = longroll("play", "--load", path)
    assert ran.code == 2
    assert ran.err.startswith("longroll: ")
    assert ran.err.count("\n") == 1


def test_loading_a_battle_of_another_system_or_scenario(longroll: Longroll, position: Path) -> None:
    ran = longroll("play", "gbacw", "--load", position)
    assert ran.err == f"longroll: {position} is a battle of stockade_redan, not of gbacw\n"
    ran = longroll("play", "stockade_redan", "two-assaults", "--load", position)
    assert ran.err == "longroll: --load has its own scenario and options: leave out the others\n"


def test_a_map_with_an_unknown_terrain_letter(longroll: Longroll, tmp_path: Path) -> None:
    data = files("longroll.systems.stockade_redan").joinpath("data", "stockade.map")
    path = tmp_path / "bad.map"
    path.write_text(data.read_text("utf-8").replace("05   .", "05   q", 1), "utf-8")
    ran = longroll("check", path)
    assert ran.code == 2
    assert ran.out == f"{path}:22 – unknown terrain letter 'q' in 1005 – one of . e d R\n"


def test_an_interrupt_is_a_clean_line_and_130(
    longroll: Longroll, position: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(self: Lines) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Lines, "read", interrupt)
    ran = longroll("play", "--load", position)
    assert ran.code == 130
    assert ran.err == "longroll: interrupted\n"


def test_a_faulty_card_is_told_before_anybody_is_served(
    longroll: Longroll, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = tmp_path / "card.toml"
    card.write_text("system = 'gbacw'\nname = 'Drill'\nrules = 9\n", encoding="utf-8")
    monkeypatch.setattr(type(system_named("gbacw")), "card", card)
    card_of.cache_clear()
    try:
        ran = longroll("serve", "--port", 0, "--no-browser")
    finally:
        card_of.cache_clear()
    assert ran.code == 2
    assert ran.err == f"longroll: {card}:3 – rules: 9 does not fit – a whole number, 5 at most\n"
