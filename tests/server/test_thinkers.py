"""Computer players in processes of their own."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

import longroll
from longroll.ai import Player
from longroll.kernel.state import freeze
from longroll.server import opponents
from longroll.server.app import create_app
from longroll.server.opponents import Turn, take_turn
from longroll.server.thinkers import BadSetting, Thinkers, default_count
from tests.server import tables
from tests.server.host import Host
from tests.server.players import Curious, Failing, Fatal, Unruly
from tests.server.tables import FREE, create

SIDES = ("union", "confederate")


def players(level: int = 2) -> dict[str, Player]:
    return {side: opponents.player("stockade_redan", level) for side in SIDES}


def in_processes(work: Callable[[Thinkers], Awaitable[Any]], count: int = 1) -> Any:
    async def whole() -> Any:
        thinkers = Thinkers(count)
        try:
            return await asyncio.wait_for(work(thinkers), 120)
        finally:
            await asyncio.wait_for(thinkers.close(), 120)

    return asyncio.run(whole())


def children(of: int) -> set[int]:
    """The processes a process has begun, where the system tells."""
    found = set()
    for task in Path(f"/proc/{of}/task").glob("*/children"):
        found |= set(map(int, task.read_text().split()))
    return found


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def wait_until(what: Callable[[], bool], seconds: float = 90) -> bool:
    until = time.monotonic() + seconds
    while not what():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")


def test_a_turn_is_thought_out_elsewhere() -> None:
    battle = longroll.new("stockade_redan", seed=1)
    before = battle.hash()

    async def work(thinkers: Thinkers) -> Turn:
        return await thinkers.think(battle, players())

    turn = in_processes(work)
    assert battle.hash() == before
    assert battle.past.number == 0
    for thought in turn.thoughts:
        battle.play(thought.choice)
    assert 1 <= battle.past.number <= opponents.MOST
    assert all(thought.reason for thought in turn.thoughts)


def test_a_turn_ends_with_the_first_die() -> None:
    battle = longroll.new("stockade_redan", seed=1)
    men = players()
    for _ in range(200):
        turn = take_turn("stockade_redan", freeze(battle.state), men)
        for thought in turn.thoughts[:-1]:
            battle.play(thought.choice)
            assert not battle.past.faces
        battle.play(turn.thoughts[-1].choice)
        if battle.past.faces:
            return
    raise AssertionError("no die fell in two hundred turns")


def test_the_true_dice_are_not_there_to_be_looked_at() -> None:
    battle = longroll.new("stockade_redan", seed=1863)
    seen = {
        thought.reason
        for _ in range(2)
        for thought in take_turn(
            "stockade_redan", freeze(battle.state), {"confederate": Curious()}
        ).thoughts
    }
    assert len(seen) == 2
    assert "1863" not in seen


def test_a_player_that_fails_says_so() -> None:
    battle = longroll.new("stockade_redan", seed=1)
    turn = take_turn("stockade_redan", freeze(battle.state), {"confederate": Failing()})
    assert (turn.thoughts, turn.failure) == ([], "RuntimeError")
    assert "no idea" in turn.trace


def test_what_was_thought_before_a_failure_counts() -> None:
    battle = longroll.new("stockade_redan", seed=1)
    turn = take_turn("stockade_redan", freeze(battle.state), {"confederate": Failing(after=3)})
    assert (len(turn.thoughts), turn.failure) == (3, "RuntimeError")


def test_a_player_that_breaks_the_rules_has_failed() -> None:
    battle = longroll.new("stockade_redan", seed=1)
    turn = take_turn("stockade_redan", freeze(battle.state), {"confederate": Unruly()})
    assert (turn.thoughts, turn.failure) == ([], "IllegalChoice")


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    battle = longroll.new("stockade_redan", seed=1)
    mark = tmp_path / "fell"

    async def work(thinkers: Thinkers) -> Turn:
        return await thinkers.think(battle, {"confederate": Fatal(mark)})

    turn = in_processes(work)
    assert mark.exists()
    assert turn.thoughts[0].reason != f"in {os.getpid()}"


def test_the_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LONGROLL_THINKERS", raising=False)
    assert default_count() >= 1
    monkeypatch.setenv("LONGROLL_THINKERS", "3")
    assert default_count() == 3
    for nonsense in ("many", "-1", "1000"):
        monkeypatch.setenv("LONGROLL_THINKERS", nonsense)
        with pytest.raises(BadSetting, match="LONGROLL_THINKERS"):
            default_count()


def test_a_computer_in_a_process_plays_a_battle(tmp_path: Path) -> None:
    app = create_app(f"sqlite:///{tmp_path / 'battles.db'}", FREE, thinkers=1)
    with TestClient(app) as client:
        table = create(client, union="computer", confederate="computer")
        assert wait_until(lambda: bool(table.watch.moment(after=10**6)["view"]["result"]), 60)
        text = table.watch.get("/record").text
    assert longroll.replay(text).result is not None


def thinking(host: Host) -> set[int]:
    """The processes of a server in whose battles computers are thinking."""
    body = {"system": "stockade_redan", "seats": {}}
    with httpx.Client(base_url=host.address, verify=False, trust_env=False, timeout=90) as client:
        for _ in range(4):
            watch = client.post("/api/battles", json=body).raise_for_status().json()["watch"]
        assert wait_until(lambda: tables.Player(client, watch).moment(after=10**6)["number"] > 0)
    return children(host.process.pid)


@linux
def test_no_process_is_left_when_the_server_stops(tmp_path: Path) -> None:
    host = Host.warm(f"sqlite:///{tmp_path / 'battles.db'}")
    try:
        found = thinking(host)
        assert found
        for process in found:
            os.kill(process, signal.SIGINT)  # Ctrl-C is heard by everybody in the foreground
        host.process.send_signal(signal.SIGTERM)
        host.process.wait(20)
        assert wait_until(lambda: not any(map(is_alive, found)))
    finally:
        host.kill()


@linux
def test_no_process_is_left_when_the_server_is_killed(tmp_path: Path) -> None:
    host = Host.warm(f"sqlite:///{tmp_path / 'battles.db'}")
    found = set()
    try:
        found = thinking(host)
        assert found
    finally:
        host.kill()
    assert wait_until(lambda: not any(map(is_alive, found)))
