"""Runs: the same tables however they were played, nothing lost, nothing played twice."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from longroll.kernel.system import systems
from longroll.lab import battles as lab_battles
from longroll.lab.battles import Fought, WrongVersion, fight
from longroll.lab.engines import Crew, crew
from longroll.lab.journal import BadRun, read, writing
from longroll.lab.plans import BadPlan, Task, plan
from longroll.lab.running import Stopped, play_run
from longroll.lab.runs import open_run, start
from longroll.lab.tables import NoParquet, write_tables
from tests.lab.support import DRILL, SMALL, here, played, small


def test_the_order_in_which_battles_end_does_not_matter(tmp_path: Path) -> None:
    run, fought = played(tmp_path / "one", small(6))
    other = start(tmp_path / "other", small(6))
    with writing(other.journal) as journal:
        for one in reversed(fought):
            journal.write(one)
    assert other.battles() == fought
    assert other.missing() == []
    assert [one.name for one in run.battles()] == ["0", "1", "2", "3", "4", "5"]


def test_a_run_that_is_killed_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    """`longroll simulate` killed with SIGKILL midway, then the rest: the tables are the same."""
    pytest.importorskip("pyarrow")
    games, folder = 12, tmp_path / "killed"
    command = ["simulate", *DRILL, "--players", "random", "--games", str(games), "--workers", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "longroll", *command, "--out", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    journal = folder / "battles.jsonl"
    deadline = time.monotonic() + 120
    while not (journal.exists() and journal.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    with journal.open("ab") as half:
        half.write(b'{"name":"7","se')
    before = [one.name for one in read(journal)]
    assert 0 < len(before) < games
    run, fought = played(folder, small(games, DRILL))
    names = [one.name for one in read(journal)]
    assert names[: len(before)] == before
    assert sorted(names, key=int) == [str(number) for number in range(games)]
    whole, expected = played(tmp_path / "whole", small(games, DRILL))
    assert fought == expected
    for one, other in zip(write_tables(run, fought), write_tables(whole, expected), strict=True):
        assert one.read_bytes() == other.read_bytes(), one.name


def test_a_local_worker_that_dies_loses_nothing(tmp_path: Path) -> None:
    killed: list[int] = []

    def told(fought: Fought) -> None:
        if not killed:
            [worker, *_] = multiprocessing.active_children()
            assert worker.pid is not None
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

    run = start(tmp_path / "run", small(6))
    fought = play_run(run, partial(crew, "local", 1), told)
    assert killed
    assert fought == played(tmp_path / "whole", small(6))[1]
    assert len(list(read(run.journal))) == 6


class Deadly(Executor):
    """Plays battles itself, but whoever plays seed 2 dies."""

    def __init__(self) -> None:
        self.submitted: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        [task] = args
        self.submitted.append(task.seed)
        future: Future[Any] = Future()
        if task.seed == 2:
            future.set_exception(BrokenExecutor("a worker died"))
        else:
            future.set_result(fn(task))
        return future


def test_a_battle_that_kills_its_worker_is_named_and_the_others_are_played(tmp_path: Path) -> None:
    @contextmanager
    def deadly() -> Iterator[Crew]:
        yield Crew(Deadly(), 2, (BrokenExecutor,))

    _, fought = played(tmp_path, small(5), deadly)
    assert [one.name for one in fought if one.failed] == ["2"]
    assert "died 3 times" in fought[2].failed
    assert len(fought) == 5


def test_a_battle_that_fails_is_named_by_its_seed_and_does_not_end_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = lab_battles._fight

    def faulty(task: Task, battle: Any) -> Fought:
        if task.seed == 3:
            raise KeyError("1423")
        return really(task, battle)

    monkeypatch.setattr(lab_battles, "_fight", faulty)
    _, fought = played(tmp_path, small(5))
    assert [one.seed for one in fought if one.failed] == [3]
    assert "KeyError: '1423'" in fought[3].failed
    assert all(one.level for one in fought if not one.failed)


def test_a_worker_with_other_rules_stops_the_run(tmp_path: Path) -> None:
    import msgspec

    [task] = small(1).tasks()
    with pytest.raises(WrongVersion, match="version"):
        fight(msgspec.structs.replace(task, version="old"))


def test_a_run_may_be_made_longer_but_not_another(tmp_path: Path) -> None:
    played(tmp_path, small(3))
    _, fought = played(tmp_path, small(5))
    assert len(fought) == 5
    assert open_run(tmp_path).plan.games == 5
    assert start(tmp_path, small(2)).plan.games == 5
    with pytest.raises(BadRun, match="its seed is 0, not 9"):
        start(tmp_path, small(5, seed=9))


def test_only_one_process_writes_to_a_run(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    run = start(tmp_path, small(2))
    with writing(run.journal), pytest.raises(BadRun, match="another process"):
        play_run(run, here)


def test_a_run_can_be_stopped_and_keeps_what_it_has(tmp_path: Path) -> None:
    run = start(tmp_path, small(9))
    ended: list[Fought] = []
    with pytest.raises(Stopped):
        play_run(run, here, ended.append, stop=lambda: len(ended) >= 2)
    assert 2 <= len(run.battles()) < 9


def test_folders_that_are_not_runs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRun, match=r"no run\.json"):
        open_run(tmp_path)
    (tmp_path / "run.json").write_text("{}")
    with pytest.raises(BadRun, match="not the plan"):
        open_run(tmp_path)
    (tmp_path / "battles.jsonl").write_text("{}\n")
    with pytest.raises(BadRun, match=r"battles\.jsonl:1: not a battle"):
        list(read(tmp_path / "battles.jsonl"))


def test_plans_name_what_is_wrong() -> None:
    with pytest.raises(BadPlan, match="no side 'french'"):
        plan(*SMALL, {"french": "random"}, 2)
    with pytest.raises(BadPlan, match="pairs"):
        small(3, pairs=True)


def test_without_pyarrow_the_fault_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, fought = played(tmp_path, small(1))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(NoParquet, match=r"longroll\[lab\]"):
        write_tables(run, fought)


def test_tables_hold_a_row_for_each_battle_turn_and_event(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run, fought = played(tmp_path, small(3, DRILL))
    paths = {path.stem: path for path in write_tables(run, fought)}
    rows = {name: parquet.read_table(path).to_pylist() for name, path in paths.items()}
    assert [row["seed"] for row in rows["battles"]] == [0, 1, 2]
    assert len(rows["turns"]) == sum(2 * one.turns for one in fought)
    lost = sum(row["lost"] for row in rows["events"])
    assert lost == sum(row["union_lost"] + row["confederate_lost"] for row in rows["battles"]) > 0
    assert lost == sum(row["lost"] for row in rows["turns"])
    assert all(row["expected"] == 3.5 * row["dice"] for row in rows["dice"])


@pytest.mark.parametrize("slug", [slug for slug, rules in systems().items() if rules.players])
def test_every_system_is_counted(slug: str) -> None:
    """Turns are counted, and every loss belongs to a side and a place."""
    rules = systems()[slug]
    [task] = plan(slug, "", ["random", "random"], 1, seed=1).tasks()
    fought = fight(task)
    assert fought.failed == ""
    assert fought.turns >= 1
    assert fought.citations
    counts = Counter((turn.count, turn.side) for turn in fought.by_turn)
    assert set(counts.values()) == {1}
    for one in fought.happenings:
        if one.lost or one.gone:
            assert one.side in rules.sides, one
            assert one.place, one


def test_simulate_tells_what_came_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from longroll.cli import main, running

    monkeypatch.setattr(running, "crew", lambda *given: here())
    folder = tmp_path / "run"
    words = ["simulate", *SMALL, "--union", "random", "--confederate", "1", "--games", "4"]
    assert main([*words, "--out", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "union wins" in out
    assert "Turns:" in out
    told = json.loads((folder / "run.json").read_text())
    assert told["players"] == {"union": "random", "confederate": "1"}
    assert main([*words, "--players", "random", "--out", str(folder)]) == 2
    assert "--players" in capsys.readouterr().err
