"""`list`, `selfplay`, `replay`, `rules`, `--version`, `--help`."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import longroll as library
from longroll.kernel.system import systems
from tests.cli.terminal import Longroll


def test_version(longroll: Longroll) -> None:
    assert longroll("--version") == (0, f"longroll {library.__version__}\n", "")


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_names_every_command(longroll: Longroll, arguments: tuple[str, ...]) -> None:
    ran = longroll(*arguments)
    assert ran.code == 0
    for command in ("list", "play", "selfplay", "replay", "check", "rules", "bench"):
        assert f"\n  {command} " in ran.out


def test_list_shows_systems_scenarios_and_options(longroll: Longroll) -> None:
    ran = longroll("list")
    assert ran.code == 0
    assert "stockade_redan  The Assault on Stockade Redan (union against confederate)" in ran.out
    assert "two-assaults" in ran.out
    assert "The two assaults, 19 and 22 May 1863" in ran.out
    line = next(line for line in ran.out.split("\n") if "guns_over_parapet" in line)
    assert line.split()[1:4] == ["false", "true,", "false"]
    assert "unrevealed, free" in ran.out


def test_every_option_has_a_meaning() -> None:
    for system in systems().values():
        fields = {field.name for field in msgspec.structs.fields(system.options)}
        assert fields == set(system.meanings)


def test_selfplay_says_who_won_how_long_it_took_and_what_was_lost(longroll: Longroll) -> None:
    ran = longroll("selfplay", "stockade_redan", "two-assaults", "--seed", 7)
    assert ran.code == 0
    first, union, confederate, decisions = ran.out.splitlines()
    assert "victory" in first
    assert union.startswith("  Union: ")
    assert confederate.endswith(" units and officers lost")
    assert " decisions, " in decisions
    assert longroll("selfplay", "stockade_redan", "--seed", 7).out == ran.out
    assert longroll("selfplay", "stockade_redan", "--seed", 8).out != ran.out


def test_selfplay_seats_a_player_for_each_side_and_tells_their_reasons(longroll: Longroll) -> None:
    ran = longroll("selfplay", "stockade_redan", "--players", "random,2", "--reasons", "--seed", 1)
    assert ran.code == 0
    told = ran.out.splitlines()
    assert told[0].startswith("confederate: place ")
    assert told[0].endswith(" (the wall is manned, and the rest stay out of sight)")
    first = next(line for line in told if line.startswith("union: "))
    assert first.endswith(" (picked at random)")
    assert told[-4].startswith("Confederate victory")


def test_selfplay_keeps_its_options_in_the_record(longroll: Longroll, tmp_path: Path) -> None:
    path = tmp_path / "r"
    ran = longroll("selfplay", "stockade_redan", "--option", "undo=free", "--record", path)
    assert ran.code == 0
    assert "undo=free" in path.read_text(encoding="utf-8")


def test_a_record_replays_to_the_same_result(longroll: Longroll, record: Path) -> None:
    result = longroll("selfplay", "stockade_redan", "--seed", 7).out.splitlines()
    ran = longroll("replay", record)
    assert ran.code == 0
    assert "every digest agrees" in ran.out
    assert ran.out.splitlines()[1:] == result[:3]


def test_replay_stops_where_it_is_told(longroll: Longroll, record: Path) -> None:
    ran = longroll("replay", record, "--to", 3)
    assert "3 decisions replayed" in ran.out
    assert "Assault 1, set-up | morale" in ran.out
    assert ran.out.splitlines()[-1].startswith("Confederate: Where is Company D, 36th Mississippi")


def test_replay_beyond_the_end_is_refused(longroll: Longroll, record: Path) -> None:
    ran = longroll("replay", record, "--to", 10**6)
    assert ran.code == 2
    assert "there is no decision 1000000: the last is " in ran.err


def test_replay_tells_the_log(longroll: Longroll, record: Path) -> None:
    plain = longroll("replay", record, "--to", 5, "--log").out
    assert "Company A, 36th Mississippi sets up in " in plain
    assert "[" not in plain.splitlines()[0]
    verbose = longroll("replay", record, "--to", 5, "--log", "--verbose").out
    assert "[3.1.1.2" in verbose or "[3.1.1" in verbose


def test_replay_names_the_first_difference(longroll: Longroll, record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("2 confederate"))
    lines[at] = lines[at][:-12] + "0123456789ab"
    record.write_text("\n".join(lines), encoding="utf-8")
    ran = longroll("replay", record)
    assert ran.code == 2
    assert ran.err.startswith(f"longroll: {record}:{at + 1}: decision 2: the state differs: ")
    assert ran.err.count("\n") == 1


def test_rules_summary_listing_missing_and_one_duty(longroll: Longroll) -> None:
    assert "stockade_redan" in longroll("rules").out
    assert "playable" in longroll("rules", "stockade_redan", "--summary").out
    assert "stockade_redan:9.2.7" in longroll("rules", "stockade_redan").out
    assert "not cited in code" in longroll("rules", "stockade_redan", "--missing").out
    one = longroll("rules", "--show", "stockade_redan:9.2.7")
    assert one == longroll("rules", "stockade_redan", "--show", "9.2.7")
    assert "movement" in one.out
