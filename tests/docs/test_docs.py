"""What the pages say is so: examples run, links lead somewhere, names exist."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from longroll.display import terminal_of
from longroll.kernel.system import systems
from longroll.rulebooks import UnknownRule, duty, rulebooks
from tests.attack.__main__ import ATTACKS
from tests.docs.api import page as api_page
from tests.support import field

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "examples" / "skirmish" / "README.md",
]
RULINGS = ROOT / "docs" / "rulings.md"
#: Blocks that quote a file of the skirmish, and how its name ends.
QUOTED = {"py": ".py", "toml": ".toml", "tsv": ".tsv"}

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
#: A ruling: the book and the group it belongs to, if it has groups, and its number there.
_RULING = re.compile(r"\b([A-Z]{2}-[A-Z]?)(\d+)\b")
_IN_BRACKETS = re.compile(r"\(([A-Z]{1,2}-?[A-Z]?\d+(?:, [A-Z]{1,2}-?[A-Z]?\d+)*)\)")
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path) -> Iterator[tuple[int, str, str]]:
    """Every code block: its first line, its language, its text."""
    text = text_of(page)
    for found in _BLOCK.finditer(text):
        yield text.count("\n", 0, found.start()) + 2, found[1], found[2]


def prose(page: Path) -> str:
    """The page without its code blocks."""
    return _BLOCK.sub("", text_of(page))


def shown(page: Path) -> Iterator[str]:
    """Every line of a shell block, and everything in backquotes."""
    for _, language, text in blocks(page):
        if language == "sh":
            yield from (line.partition("#")[0].strip() for line in text.splitlines())
    yield from _INLINE.findall(prose(page))


def anchors(page: Path) -> set[str]:
    """The anchors a page's headings make."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        for heading in _HEADING.findall(prose(page))
    }


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


each_page = pytest.mark.parametrize("page", PAGES, ids=named)


@each_page
def test_python_examples_run(page: Path) -> None:
    """`python` blocks run, `pycon` blocks give what they show; a page is one session."""
    names: dict[str, Any] = {"__name__": "example"}
    for line, language, text in blocks(page):
        if language == "python":
            exec(compile("\n" * (line - 1) + text, str(page), "exec"), names)
        elif language == "pycon":
            session = doctest.DocTestParser().get_doctest(text, names, named(page), str(page), line)
            report: list[str] = []
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(session, out=report.append, clear_globs=False)
            assert not report, "".join(report)
            names.update(session.globs)


def test_some_examples_are_there_to_run() -> None:
    languages = [language for page in PAGES for _, language, _ in blocks(page)]
    assert languages.count("python") >= 3
    assert languages.count("pycon") >= 5


def test_the_board_in_the_readme_is_drawn_by_the_game() -> None:
    battle = field(
        "1519 13us-a 13us-o1 | 1518 13us-c 13us-d | 1619 8mo-a | 1620 116il-a 116il-b"
        "| 1419 36ms-a 36ms-b 36ms-o1 | 1420 36ms-c gun-1 | 1520 36ms-d 36ms-e | 1320 36ms-f",
        phase="VIII",
        turn=5,
        bridges=[{"hex": "1518", "up": "bridging"}, {"hex": "1620", "carrier": "116il-a"}],
        carnage=["1618", "1619", "1620"],
        chaos={"1620": "confederate"},
    )
    board = terminal_of(battle.system).draw(battle.view("union").facts, around="1519", radius=2)
    assert board + "\n" in [text for _, _, text in blocks(ROOT / "README.md")]


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    for link in _LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


def test_every_option_of_every_system_is_explained() -> None:
    words = {word for page in PAGES for word in _INLINE.findall(prose(page))}
    for system in systems().values():
        for option in system.options.__struct_fields__:
            assert option in words, f"{system.slug}: {option}"


@each_page
def test_rules_that_are_cited_exist(page: Path) -> None:
    for id in re.findall(rf"\b(?:{'|'.join(rulebooks())}):[\w.]*\d\w*", text_of(page)):
        try:
            duty(id)
        except UnknownRule as unknown:
            pytest.fail(str(unknown))


@each_page
def test_make_targets_that_are_shown_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    for line in shown(page):
        if found := re.match(r"make ([a-z]+)", line):
            assert found[1] in targets, line


@each_page
def test_tests_that_are_named_exist(page: Path) -> None:
    for file, name, case in re.findall(r"`([\w/]+\.py)::(test_\w+)(?:\[([^`]+)\])?`", prose(page)):
        text = text_of(ROOT / file if file.startswith("src/") else ROOT / "tests" / file)
        assert re.search(rf"^def {name}\(", text, re.MULTILINE), f"{file}::{name}"
        assert not case or case in {attack.name for attack in ATTACKS}, case


def test_the_page_about_security_names_tests() -> None:
    """And every attack there is."""
    text = prose(ROOT / "docs" / "security.md")
    assert len(re.findall(r"::test_", text)) > 40
    for attack in ATTACKS:
        assert f"[{attack.name}]" in text


@cache
def help_of(*command: str) -> str:
    """What `longroll COMMAND --help` prints, or nothing where there is no such command."""
    from typer.testing import CliRunner

    from longroll.cli import app

    answer = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"})
    return answer.output if answer.exit_code == 0 else ""


@each_page
def test_longroll_commands_that_are_shown_exist(page: Path) -> None:
    for line in shown(page):
        words = shlex.split(line) if line.startswith("longroll ") else []
        if len(words) > 1 and words[1] not in ("record", "map", "dice"):  # names of file formats
            parts = 3 if words[1] in ("admin", "scenario") and len(words) > 2 else 2
            told = help_of(*words[1:parts])
            assert told, line
            for option in re.findall(r"--[a-z-]+", line):
                assert option in told, line


def rulings() -> dict[str, str]:
    """Every ruling and what is said about it."""
    parts = re.split(r"^#+ (.+)$", text_of(RULINGS), flags=re.MULTILINE)
    sections = zip(parts[1::2], parts[2::2], strict=True)
    return {title: body for title, body in sections if _RULING.fullmatch(title)}


def test_the_documents_that_the_page_shows_come_with_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    shown = [ROOT / "docs/rulings.md", *(ROOT / "docs").glob("how-to-play-*.md")]
    assert sorted(included) == sorted(f"docs/{page.name}" for page in shown)


def test_rulings_are_numbered_without_gaps_and_say_where_they_are_done() -> None:
    series: dict[str, list[int]] = {}
    for title in rulings():
        name, number = _RULING.findall(title)[0]
        series.setdefault(name, []).append(int(number))
    for name, numbers in series.items():
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), name
    assert [title for title, body in rulings().items() if "*Code:*" not in body] == []


def citations(text: str) -> Iterator[str]:
    """Every ruling a text cites: a number anywhere, or whatever looks like one in brackets."""
    yield from (found[0] for found in _RULING.finditer(text))
    text = text.replace("(U1)", "")  # a unit of a scenario
    for listed in _IN_BRACKETS.findall(text):
        yield from listed.split(", ")


def test_rulings_that_are_cited_exist() -> None:
    files = {path for folder in ("src", "tests", "docs") for path in (ROOT / folder).rglob("*")}
    for path in sorted(files - {Path(__file__)}):
        if path.suffix in (".py", ".toml", ".map", ".md", ".json", ".tsv"):
            strange = set(citations(text_of(path))) - rulings().keys()
            assert not strange, f"{named(path)}: {sorted(strange)}"


@pytest.mark.parametrize("text", ["as SR-99 says", "(GB-C99)", "MK-M99", "# (M17)", "(MK-01, M6)"])
def test_a_citation_of_no_ruling_is_found(text: str) -> None:
    assert set(citations(text)) - rulings().keys()


def test_code_that_rulings_name_exists() -> None:
    systems = ROOT / "src" / "longroll" / "systems"
    for title, body in rulings().items():
        package = systems / "stockade_redan" if title.startswith("SR-") else systems
        words = _INLINE.findall(body.partition("*Code:*")[2])
        # Rules on a measured table may be carried out by the layer below the systems.
        homes = {
            word: systems.parent if word.startswith("miniatures/") else package for word in words
        }
        files = [homes[word] / word for word in words if "." in word]
        assert all(file.is_file() for file in files), title
        code = "".join(map(text_of, files))
        for word in words:
            name = word.rstrip("…").split()[-1]
            assert "." in word or name in code, f"{title}: {word}"


def test_what_is_quoted_of_the_skirmish_is_in_its_files() -> None:
    files = [path for path in (ROOT / "examples").rglob("*") if path.suffix in QUOTED.values()]
    texts = [text_of(path) for path in files]
    quoted = [
        text for _, language, text in blocks(ROOT / "docs/adding-a-system.md") if language in QUOTED
    ]
    assert len(quoted) > 10
    for text in quoted:
        assert any(text in one for one in texts), text


def test_the_page_of_the_python_interface_is_that_of_its_docstrings() -> None:
    assert text_of(ROOT / "docs" / "api.md") == api_page(), (
        "make it again: python -m tests.docs.api docs/api.md"
    )
