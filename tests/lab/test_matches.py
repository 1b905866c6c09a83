"""Matches: both sides of every seed, counted in pairs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from longroll.cli import main, running
from longroll.lab.battles import Fought
from longroll.lab.matches import count_pairs, rating
from tests.lab.support import SMALL, here, played, small


def test_every_seed_is_played_with_both_sides(tmp_path: Path) -> None:
    from longroll.lab.plans import plan

    wanted = plan(*SMALL, ["random", "1"], 6, pairs=True)
    _, fought = played(tmp_path, wanted)
    assert [(one.seed, one.players["union"]) for one in fought] == [
        (0, "random"),
        (0, "1"),
        (1, "random"),
        (1, "1"),
        (2, "random"),
        (2, "1"),
    ]


def fought(name: str, winner: str | None, failed: str = "") -> Fought:
    return Fought(name=name, seed=int(name.split()[0]), players={}, winner=winner, failed=failed)


def test_a_scenario_that_favours_a_side_makes_nobody_stronger() -> None:
    """The Union always wins: each player wins half."""
    wanted = small(8, pairs=True)
    battles = [fought(f"{seed}{mark}", "union") for seed in range(4) for mark in ("", " swapped")]
    pairing = count_pairs(wanted, battles)
    assert (pairing.won, pairing.drawn, pairing.lost) == (4, 0, 4)
    assert pairing.share.value == pairing.pairs.value == 0.5
    assert pairing.by_side["union"].value == 1.0
    assert pairing.by_side["confederate"].value == 0.0
    assert round(pairing.elo[0]) == 0


def test_draws_are_halved_and_failures_count_for_nobody() -> None:
    wanted = small(4, pairs=True)
    battles = [
        fought("0", "union"),
        fought("0 swapped", None),
        fought("1", None, failed="KeyError"),
        fought("1 swapped", "confederate"),
    ]
    pairing = count_pairs(wanted, battles)
    assert (pairing.won, pairing.drawn, pairing.lost) == (2, 1, 0)
    assert pairing.failed == ("1",)
    assert pairing.pairs.of == 1
    assert rating(float("inf")) == "∞"


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    monkeypatch.setattr(running, "crew", lambda *given: here())
    return lambda *words: main(["match", *map(str, words)])


def test_the_command_prints_and_writes_its_table(
    command: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "strength.md"
    assert command(*SMALL, "--players", "1", "random", "--games", 4, "--table", page) == 0
    assert "1 – random" in capsys.readouterr().out
    assert "| skirmish | crossroads |" in page.read_text()


def test_all_pairings_need_no_players(
    command: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(*SMALL, "--games", 2) == 2
    assert "--all" in capsys.readouterr().err
    assert command(*SMALL, "--all", "--players", "1", "2") == 2


def test_matches_that_were_kept_are_put_into_one_table(
    command: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, kept = tmp_path / "strength.md", tmp_path / "kept"
    for strong, games in (("1", 2), ("2", 4)):
        words = ("--players", strong, "random", "--games", games, "--out", kept / strong)
        assert command(*SMALL, *words) == 0
    assert command("--collect", kept, "--table", page) == 0
    table = page.read_text()
    assert "longroll match --collect kept" in table
    assert "| 1 plays at random – random | 2 |" in table
    assert "| 2 captain – random | 4 |" in table
    assert command("--collect", tmp_path / "nowhere") == 2
    assert "no match is kept" in capsys.readouterr().err
