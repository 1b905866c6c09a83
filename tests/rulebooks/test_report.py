"""The reports say what is covered, what is missing and where."""

from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from longroll.rulebooks import UnknownRule, duties, report

# Written in two parts, so that this file cites nothing itself.
BOOK = "stockade" + "_redan"
NOWHERE = Path("no such folder")


def printed(renderable: RenderableType) -> list[str]:
    console = Console(width=200, color_system=None)
    with console.capture() as capture:
        console.print(renderable)
    return [line.rstrip() for line in capture.get().splitlines()]


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    """A tests folder in which one duty has one test."""
    folder = tmp_path / "tests"
    folder.mkdir()
    source = f'@pytest.mark.rule("{BOOK}:9.2.10")\ndef test_chaos(): ...\n'
    (folder / "test_chaos.py").write_text(source, encoding="utf-8")
    return folder


def test_summary_has_one_line_a_book(tests: Path) -> None:
    heading, line = printed(report.summary([BOOK], tests))
    assert heading.split() == ["rulebook", "duties", "playable", "tested", "in", "code", "both"]
    book, every, playable, tested, _, both = line.split()
    assert book == BOOK
    assert int(every) == len(duties(BOOK))
    assert int(playable) == sum(duty.playable for duty in duties(BOOK).values())
    assert tested == "1"
    assert both == "0%"


def test_missing_lists_playable_duties_without_a_test(tests: Path) -> None:
    lines = printed(report.missing(BOOK, tests))
    heading = next(n for n, line in enumerate(lines) if line.endswith("not cited in code"))
    playable = [duty.id for duty in duties(BOOK).values() if duty.playable]
    assert lines[0] == f"{len(playable) - 1} playable duties without a test"
    assert [line.split()[0] for line in lines[1:heading] if line.startswith(BOOK)] == [
        id for id in playable if id != f"{BOOK}:9.2.10"
    ]


def test_show_gives_words_tests_and_places(tests: Path) -> None:
    title, words, *rest = printed(report.show(f"{BOOK}:9.2.10", tests))
    assert title == f"{BOOK}:9.2.10"
    assert words == duties(BOOK)[title].duty
    facts = dict(line.split(maxsplit=1) for line in rest if not line.startswith(" "))
    assert facts["section"] == "9.2"
    assert facts["kind"] == "movement"
    assert facts["playable"] == "yes"
    assert facts["tests"] == "tests/test_chaos.py::test_chaos"
    assert "code" in facts


def test_show_refuses_an_unknown_id() -> None:
    with pytest.raises(UnknownRule):
        report.show(f"{BOOK}:9.2.77")


def test_listing_marks_every_duty(tests: Path) -> None:
    lines = printed(report.listing(BOOK, tests))
    marks = {line.split()[1]: line.split()[0] for line in lines if f" {BOOK}:" in line}
    assert list(marks) == list(duties(BOOK))
    assert marks[f"{BOOK}:9.2.10"][0] == "T"
    assert marks[f"{BOOK}:9.2.1"][0] == "·"
    assert marks[f"{BOOK}:2.6.1"] == "–"


def test_every_report_says_when_there_are_no_tests_to_read() -> None:
    reports = [
        report.summary([BOOK], NOWHERE),
        report.missing(BOOK, NOWHERE),
        report.show(f"{BOOK}:9.2.10", NOWHERE),
        report.listing(BOOK, NOWHERE),
    ]
    for lines in map(printed, reports):
        assert lines[-1] == report.NO_TESTS
    assert printed(reports[0])[1].split()[3] == "?"
    assert not printed(reports[1])[0].endswith("without a test")
    assert "tests     ?" in printed(reports[2])
