"""Hooks: parts of a battle's rules are asked in order, and their answers combined."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from longroll.kernel.hooks import chained, combined, either, every, first, hook, piped, summed, told


@dataclass(frozen=True, kw_only=True)
class Rules:
    lines: Callable[[int], Iterator[int]] = hook(chained)
    bars: Callable[[int], Iterator[str]] = hook(chained, lambda unit: iter(("not known here",)))
    limit: Callable[[int], int | None] = hook(first)
    frees: Callable[[int], bool] = hook(either)
    allows: Callable[[int], bool] = hook(every)
    height: Callable[[int], int] = hook(summed)
    points: Callable[[int, str], int] = hook(piped)
    moved: Callable[[list[str]], None] = hook(told)


def test_a_hook_that_nobody_uses_answers_nothing() -> None:
    rules = combined(Rules, ())
    assert list(rules.lines(1)) == []
    assert rules.limit(1) is None
    assert not rules.frees(1)
    assert rules.allows(1)
    assert rules.height(1) == 0
    assert rules.points(7, "wagon") == 7
    log: list[str] = []
    rules.moved(log)
    assert log == []


def test_the_series_may_answer_where_nobody_does() -> None:
    assert list(combined(Rules, ()).bars(1)) == ["not known here"]
    known = Rules(bars=lambda unit: iter(()))
    assert list(combined(Rules, (known,)).bars(1)) == []


def test_one_provider_is_called_itself() -> None:
    def provider(unit: int) -> Iterator[int]:
        yield unit

    assert combined(Rules, (Rules(), Rules(lines=provider), Rules())).lines is provider


def test_several_are_asked_in_the_order_they_are_given() -> None:
    log: list[str] = []
    one = Rules(
        lines=lambda unit: iter((unit, 10)),
        limit=lambda unit: 4 if unit == 1 else None,
        frees=lambda unit: unit == 1,
        allows=lambda unit: unit != 1,
        height=lambda unit: 10,
        points=lambda points, mover: points + 1,
        moved=lambda log: log.append("one"),
    )
    two = Rules(
        lines=lambda unit: iter((20,)),
        limit=lambda unit: 8,
        frees=lambda unit: unit == 2,
        allows=lambda unit: unit != 2,
        height=lambda unit: 5,
        points=lambda points, mover: points * 2,
        moved=lambda log: log.append("two"),
    )
    rules = combined(Rules, (one, two))
    assert list(rules.lines(3)) == [3, 10, 20]
    assert [rules.limit(1), rules.limit(2)] == [4, 8]
    assert [rules.frees(unit) for unit in (1, 2, 3)] == [True, True, False]
    assert [rules.allows(unit) for unit in (1, 2, 3)] == [False, False, True]
    assert rules.height(1) == 15
    assert rules.points(3, "wagon") == 8
    rules.moved(log)
    assert log == ["one", "two"]


def test_nobody_is_asked_once_the_answer_is_known() -> None:
    asked: list[str] = []

    def says(word: str, answer: bool) -> Callable[[int], bool]:
        def provider(unit: int) -> bool:
            asked.append(word)
            return answer

        return provider

    parts = (Rules(frees=says("one", True)), Rules(frees=says("two", True)))
    assert combined(Rules, parts).frees(1)
    parts = (Rules(allows=says("three", False)), Rules(allows=says("four", True)))
    assert not combined(Rules, parts).allows(1)
    assert asked == ["one", "three"]
