"""Runs that are as small, as even or as broken as can be: each has a clear answer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from longroll.cli import main, running
from longroll.kernel.system import systems
from longroll.lab import battles as lab_battles
from longroll.lab.battles import Fought, Turn, fight
from longroll.lab.comparing import compare
from longroll.lab.design import examine
from longroll.lab.engines import Crew
from longroll.lab.findings import Spread, spread
from longroll.lab.journal import BadRun, writing
from longroll.lab.plans import BadPlan, Task, plan
from longroll.lab.report.page import page
from longroll.lab.running import play_run
from longroll.lab.runs import start
from tests.lab.support import DRILL, SMALL, here, played, small


def even(number: int) -> Fought:
    """A drawn battle in which nobody lost anything."""
    turn = [Turn(1, 1, side, 1, 0, 0, 0, 0.5) for side in ("union", "confederate")]
    return Fought(
        name=str(number),
        seed=number,
        players={"union": "random", "confederate": "random"},
        level="draw",
        turns=1,
        decisions=2,
        by_turn=turn,
        lost={"union": 0, "confederate": 0},
    )


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """A command of ours, whose battles are played in this process."""

    def engine(*given: Any) -> AbstractContextManager[Crew]:
        return here()

    monkeypatch.setattr(running, "crew", engine)
    return lambda *words: main([*map(str, words)])


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every battle fails."""

    def faulty(task: Task, battle: Any) -> Fought:
        raise KeyError("1423")

    monkeypatch.setattr(lab_battles, "_fight", faulty)


def test_a_single_battle_is_all_there_is() -> None:
    assert spread([7]) == Spread(7, 7, 7, 7, 7, 7)
    wanted = small(1, DRILL)
    fought = fight(wanted.tasks()[0])
    told = page(wanted, [fought])
    assert "1 of 1 battles" in told
    design = examine(wanted, [fought])
    assert design.turns.low == design.turns.high == fought.turns
    assert design.verdict.startswith("no side is clearly favoured")


def test_battles_that_are_all_drawn_without_a_loss() -> None:
    wanted = small(3)
    battles = [even(number) for number in range(3)]
    told = page(wanted, battles)
    assert "These battles do not show that the side that is ahead wins." in told
    assert "Nobody lost anything." in told
    assert "nan" not in told.lower().replace("nance", "").split()
    design = examine(wanted, battles)
    assert (design.drawn, design.share.value, design.handicap) == (3, 0.5, None)


def test_battles_without_losses_can_be_compared(tmp_path: Path) -> None:
    runs = [start(tmp_path / name, small(3)) for name in ("one", "other")]
    for run in runs:
        with writing(run.journal) as journal:
            for number in range(3):
                journal.write(even(number))
    assert {each.chance for each in compare(*runs)} == {1.0}


def test_battles_that_all_fail_are_named_and_nothing_is_claimed(
    broken: None, command: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    assert command("simulate", *SMALL, "--players", "random", "--games", 3, "--out", folder) == 0
    told = capsys.readouterr()
    assert "Battle 0 failed: KeyError: '1423'" in told.out
    assert "battle 2 failed" in told.err
    assert "Turns:" not in told.out
    report = (folder / "report.html").read_text()
    assert "Battles that failed" in report
    assert "Who wins" not in report
    assert command("scenario", "check", SMALL[1], "--games", 2, "--player", "random") == 0
    assert "no battle ended" in capsys.readouterr().out
    assert command("compare", folder, folder) == 2
    assert "has no battles" in capsys.readouterr().err


def test_a_battle_that_cannot_even_be_set_up_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*given: Any, **more: Any) -> Any:
        raise ValueError("no room")

    monkeypatch.setattr("longroll.new", faulty)
    fought = fight(small(1).tasks()[0])
    assert fought.failed.startswith("ValueError: no room")
    assert "at the set-up" in fought.failed


@pytest.mark.parametrize(
    "name, content, what",
    [
        ("run.json", b"{", "not the plan of a run"),
        ("run.json", b'{"system": "\xff\xfe"}', "not the plan of a run"),
        ("battles.jsonl", b'{"name": "\xff"}\n', r"battles\.jsonl:1: not a battle"),
        ("battles.jsonl", b"\0\0\0\0\n", r"battles\.jsonl:1: not a battle"),
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, name: str, content: bytes, what: str) -> None:
    run = start(tmp_path, small(2))
    (run.folder / name).write_bytes(content)
    with pytest.raises(BadRun, match=what):
        play_run(start(tmp_path, small(2)), here)


def test_battles_of_another_plan_are_not_taken_for_ours(tmp_path: Path) -> None:
    other, _ = played(tmp_path / "other", plan(*SMALL, ["random", "1"], 2))
    ours = start(tmp_path / "ours", small(2))
    ours.journal.write_bytes(other.journal.read_bytes())
    with pytest.raises(BadRun, match=r"battle 0 is not of the plan in run\.json"):
        play_run(ours, here)


def test_battles_without_a_plan_are_not_added_to(tmp_path: Path) -> None:
    run, _ = played(tmp_path, small(2))
    (run.folder / "run.json").unlink()
    with pytest.raises(BadRun, match=r"has battles but no run\.json"):
        start(tmp_path, small(2))


def test_places_that_cannot_hold_a_run(
    tmp_path: Path, command: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for place in (file, file / "within"):
        assert command("simulate", *SMALL, "--games", 1, "--out", place) == 2
        assert f"{place} is not a folder" in capsys.readouterr().err
    (tmp_path / "run.json").mkdir()
    with pytest.raises(BadRun, match="is not a run"):
        start(tmp_path, small(1))


def test_a_level_may_be_named() -> None:
    wanted = plan("skirmish", "", {"union": "captain", "confederate": "random"}, 1)
    assert wanted.players == {"union": "2", "confederate": "random"}
    with pytest.raises(BadPlan, match="nobody plays the confederate side"):
        plan("skirmish", "", {"union": "captain"}, 1)


def test_history_beside_battles(
    command: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--battles", 1, "--player", "random")
    assert command("history", "chickasaw_bayou", *words) == 0
    out = capsys.readouterr().out
    assert "nobody wins" in out
    assert "history" in out
    assert command("history", "corinth", "outer-works", *words) == 2
    told = capsys.readouterr().err
    assert "outer-works has no history to compare with; these have: historical" in told


def test_figures_beside_history_stay_within_what_was_seen(
    command: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two battles with 10 and 20 men lost: no quantile is less or more."""
    from longroll.cli import history
    from longroll.kernel.system import History

    rules = systems()["skirmish"]
    monkeypatch.setattr(type(rules), "history", lambda *given: History("victory", {"men": 15}))
    two = [
        lab_battles.Fought(
            name=str(number),
            seed=number,
            players={},
            winner="union",
            level="victory",
            figures={"men": 10 * (number + 1)},
        )
        for number in range(2)
    ]
    monkeypatch.setattr(history, "play_all", lambda *given: [two])
    assert command("history", "skirmish", "--battles", 2) == 0
    out = capsys.readouterr().out
    assert "12–18" in out
    assert [int(word) for word in out.split("men")[1].split() if word.isdecimal()] == [
        15,
        10,
        20,
        15,
    ]


def test_minutes_end_a_run_that_has_a_battle(
    command: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "balance.md"
    words = ("--games", 1_000_000, "--minutes", 0.001, "--player", "random", "--table", table)
    assert command("scenario", "check", SMALL[1], *words) == 0
    told = table.read_text()
    assert "--minutes 0.001" in told
    [row] = [line for line in told.splitlines() if line.startswith("| skirmish")]
    assert 1 <= int(row.split("|")[4]) < 1_000_000
