"""What battles use of a rulebook, section by section."""

from __future__ import annotations

from pathlib import Path

import pytest

from longroll.cli import main, running
from longroll.lab.battles import Fought
from longroll.lab.families import families
from longroll.rulebooks import duties
from tests.lab.support import DRILL, here, small


def fought(number: int, **citations: int) -> Fought:
    cited = {f"gbacw:{rule.replace('_', '.')[1:]}": times for rule, times in citations.items()}
    return Fought(name=str(number), seed=number, players={}, citations=cited)


def test_sections_are_counted_and_those_at_zero_are_named() -> None:
    battles = [fought(0, _12_21=3, _12_8_1=1), fought(1, _12_21=2), fought(2)]
    found = {one.section: one for one in families(small(3, DRILL), battles)}
    section = duties("gbacw")["gbacw:12.21"].section
    other = duties("gbacw")["gbacw:12.8.1"].section
    melee = found[section]
    alone = section != other
    assert (melee.times, melee.battles, melee.used) == ((5, 2, 1) if alone else (6, 2, 2))
    assert melee.duties >= melee.used
    assert sum(one.times for one in found.values()) == 6
    assert any(not one.times for one in found.values())


def test_sections_that_only_explain_are_left_out() -> None:
    sections = {one.section for one in families(small(1, DRILL), [])}
    assert duties("gbacw")["gbacw:1.0"].section not in sections


def test_sections_that_no_event_tells_of_are_not_missed() -> None:
    """The glossary only defines, and that leaders have a zone of control is never cited."""
    found = {one.section: one for one in families(small(1, DRILL), [])}
    assert found[duties("gbacw")["gbacw:12.21"].section].is_missed
    assert not found[duties("gbacw")["gbacw:2.0.1"].section].is_missed


def test_the_command_plays_counts_and_writes_its_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(running, "crew", lambda *given: here())
    page = tmp_path / "used.md"
    words = ["--games", "1", "--player", "random", "--table", str(page)]
    assert main(["scenario", "rules", DRILL[1], *words]) == 0
    assert "gbacw 9." in capsys.readouterr().out
    assert "## gbacw, drill: battles played: 1" in page.read_text()
    assert "At zero, " in page.read_text()
    assert main(["scenario", "rules"]) == 2
