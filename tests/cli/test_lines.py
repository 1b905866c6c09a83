"""Lines from a terminal: the prompt, the end, and changing places."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from longroll.cli.lines import Lines


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Lines:
    typed = iter(["", "  ", "; a remark", " done "])

    def ask(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", ask)
    lines = Lines()
    lines.is_terminal = True
    return lines


def test_blank_lines_and_remarks_are_passed_over(terminal: Lines) -> None:
    assert terminal.read() == "done"
    assert terminal.read() is None


def test_two_people_change_places_at_a_terminal(terminal: Lines) -> None:
    out = io.StringIO()
    terminal.hand_over(Console(file=out, force_terminal=True), "union")
    assert "\x1b[2J" in out.getvalue()


def test_nobody_changes_places_at_the_beginning(terminal: Lines) -> None:
    out = io.StringIO()
    terminal.hand_over(Console(file=out, force_terminal=True), "")
    assert out.getvalue() == ""


def test_an_interrupt_goes_on_its_way(terminal: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    with pytest.raises(KeyboardInterrupt):
        terminal.read()
