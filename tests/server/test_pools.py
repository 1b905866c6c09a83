"""Threads for the rules: whoever asks for much waits for himself."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from longroll.server.faults import Busy
from longroll.server.pools import Pool, asker


def run(work: Callable[[Pool], Any], queue: int = 50) -> Any:
    async def runs() -> Any:
        pool = Pool("test", 1, queue)
        try:
            return await work(pool)
        finally:
            pool.close()

    return asyncio.run(runs())


async def ask(pool: Pool, whose: str, work: Callable[[], Any]) -> Any:
    asker.set(whose)
    return await pool.run(work)


def test_the_addresses_take_turns() -> None:
    async def work(pool: Pool) -> list[str]:
        done: list[str] = []
        gate = threading.Event()
        asked = [asyncio.create_task(ask(pool, "busy", gate.wait))]
        for whose, what in [("busy", "b1"), ("busy", "b2"), ("busy", "b3"), ("other", "o1")]:
            asked.append(asyncio.create_task(ask(pool, whose, partial(done.append, what))))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*asked)
        return done

    assert run(work) == ["b1", "o1", "b2", "b3"]


def test_one_address_cannot_fill_the_queue_of_another() -> None:
    async def work(pool: Pool) -> list[Any]:
        gate = threading.Event()
        asked = [asyncio.create_task(ask(pool, "busy", gate.wait)) for _ in range(4)]
        other = asyncio.create_task(ask(pool, "other", lambda: "served"))
        await asyncio.sleep(0)
        gate.set()
        return [await other, *await asyncio.gather(*asked, return_exceptions=True)]

    other, *busy = run(work, queue=2)
    assert other == "served"
    assert [isinstance(one, Busy) for one in busy] == [False, False, False, True]


def test_a_fault_reaches_whoever_asked_and_the_thread_goes_on() -> None:
    async def work(pool: Pool) -> int:
        with pytest.raises(ZeroDivisionError):
            await pool.run(lambda: 1 // 0)
        assert pool.waiting == 0
        return await pool.run(lambda: 7)

    assert run(work) == 7


def test_whoever_leaves_the_queue_is_not_served() -> None:
    async def work(pool: Pool) -> list[str]:
        done: list[str] = []
        gate = threading.Event()
        first = asyncio.create_task(ask(pool, "a", gate.wait))
        second = asyncio.create_task(ask(pool, "b", lambda: done.append("second")))
        third = asyncio.create_task(ask(pool, "c", lambda: done.append("third")))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, third)
        return done

    assert run(work) == ["third"]


def test_a_refusal_keeps_nothing_of_the_work_alive() -> None:
    """[server] Odds that are called off have counted thousands of outcomes."""

    class Much:
        pass

    kept: list[weakref.ref[Much]] = []

    def work() -> None:
        much = Much()
        kept.append(weakref.ref(much))
        raise Busy("server", "no")

    async def ask(pool: Pool) -> Busy:
        with pytest.raises(Busy) as refusal:
            await pool.run(work)
        return refusal.value

    gc.disable()
    try:
        assert run(ask)
        assert kept[0]() is None
    finally:
        gc.enable()
