"""Citations are found in tests, code and data, each id as a whole."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from longroll.rulebooks import coverage as coverage_module
from longroll.rulebooks import rulebooks
from longroll.rulebooks.citations import cited_by_tests, cited_in_code, unknown_citations
from longroll.rulebooks.coverage import Home, coverage, home

# Written in two parts, so that this file cites nothing itself.
BOOK = "stockade" + "_redan"


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder


def code_places(tmp_path: Path, text: str) -> dict[str, tuple[str, ...]]:
    return cited_in_code(write(tmp_path / "sham", "fire.py", text), "sham", root=tmp_path)


def test_strings_comments_and_docstrings_are_citations(tmp_path: Path) -> None:
    text = '''"""Fire. [sham:9.1]

Second line: sham:9.2, sham:9.3.
"""
RULES = ("sham:9.4", 'sham:5.1.IV.2')  # and sham:MFC.1
refuse("sham:9.4", f"{hex} is out of range (sham:9.5)")
'''
    assert code_places(tmp_path, text) == {
        "sham:9.1": ("sham/fire.py:1",),
        "sham:9.2": ("sham/fire.py:3",),
        "sham:9.3": ("sham/fire.py:3",),
        "sham:9.4": ("sham/fire.py:5", "sham/fire.py:6"),
        "sham:5.1.IV.2": ("sham/fire.py:5",),
        "sham:MFC.1": ("sham/fire.py:5",),
        "sham:9.5": ("sham/fire.py:6",),
    }


@pytest.mark.parametrize(
    "text",
    [
        '"9.2.1"',
        "# [9.2.1]",
        '"gosham:9.2.1"',
        '"longroll.systems.sham:system"',
        '"sham:two-assaults"',
        '"sham:9.two-assaults"',
        '"sham:"',
        '"sham: 9.2.1"',
    ],
)
def test_anything_but_a_full_id_is_no_citation(tmp_path: Path, text: str) -> None:
    assert code_places(tmp_path, text) == {}


@pytest.mark.parametrize("cited", ["sham:9.2.1", "sham:9.2.10", "sham:9.2", "sham:9.2.1a"])
def test_an_id_is_not_found_inside_a_longer_one(tmp_path: Path, cited: str) -> None:
    assert list(code_places(tmp_path, f'RULE = "{cited}"  # {cited}.')) == [cited]


def test_data_files_cite_too_and_other_files_do_not(tmp_path: Path) -> None:
    folder = tmp_path / "sham"
    write(folder, "data/crt.toml", 'schema = 1\nsource = "sham:9.8"\n')
    write(folder, "data/notes.md", "sham:9.9\n")
    assert cited_in_code(folder, "sham", root=tmp_path) == {"sham:9.8": ("sham/data/crt.toml:2",)}


def test_tests_are_named_by_file_and_function(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    write(tests, "a/test_fire.py", '@mark.rule("sham:1", "real:1")\ndef test_fire(): ...\n')
    write(tests, "b/melee_test.py", '@mark.rule("sham:1")\nclass TestMelee:\n def test_m(s): ...\n')
    write(tests, "helper.py", '@mark.rule("sham:2")\ndef test_not_collected(): ...\n')
    assert cited_by_tests(tests, "sham") == {
        "sham:1": ("tests/a/test_fire.py::test_fire", "tests/b/melee_test.py::TestMelee::test_m"),
    }


def test_unknown_citations_name_file_and_line(tmp_path: Path) -> None:
    write(tmp_path / "src", "fire.py", f'\nRULES = ("{BOOK}:9.2.7", "{BOOK}:9.2.77")\n')
    assert unknown_citations(tmp_path / "src") == (f"src/fire.py:2 – {BOOK}:9.2.77",)


def test_only_data_may_cite_a_section(tmp_path: Path) -> None:
    write(tmp_path / "src", "crt.toml", f'source = "{BOOK}:9.2"\n')
    assert unknown_citations(tmp_path / "src") == ()
    write(tmp_path / "src", "fire.py", f'RULE = "{BOOK}:9.2"\n')
    assert unknown_citations(tmp_path / "src") == (f"src/fire.py:1 – {BOOK}:9.2",)


def test_coverage_joins_duties_tests_and_code(tmp_path: Path) -> None:
    tests = write(
        tmp_path / "tests", "test_chaos.py", f'@mark.rule("{BOOK}:9.2.10")\ndef test_chaos(): ...\n'
    )
    code = write(tmp_path / BOOK, "chits.py", f'"{BOOK}:9.2.1"\n')
    found = coverage(BOOK, tests, code)
    assert found.tests_folder == tests
    assert found.evidence[f"{BOOK}:9.2.10"].tests == ("tests/test_chaos.py::test_chaos",)
    assert found.evidence[f"{BOOK}:9.2.10"].code == ()
    assert found.evidence[f"{BOOK}:9.2.1"].code == (f"{BOOK}/chits.py:1",)
    assert f"{BOOK}:9.2.10" not in {duty.id for duty in found.untested}
    assert f"{BOOK}:9.2.1" not in {duty.id for duty in found.uncited}
    assert len(found.untested) == len(found.uncited) == len(found.playable) - 1


def test_duties_that_are_not_playable_are_never_missing(tmp_path: Path) -> None:
    found = coverage(BOOK, tests=tmp_path, code=tmp_path)
    assert all(duty.playable for duty in found.untested + found.uncited)
    assert len(found.playable) < len(found.evidence)


def test_the_repository_finds_its_own_tests() -> None:
    assert coverage(BOOK).tests_folder == Path(__file__).parents[1]


def test_without_a_tests_folder_nothing_is_known_about_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert coverage(BOOK, tests=tmp_path / "nowhere").tests_folder is None
    installed = home(BOOK)._replace(tests=None)
    monkeypatch.setattr(coverage_module, "home", lambda book: installed)
    assert coverage(BOOK).tests_folder is None


def test_a_package_that_is_installed_by_itself_has_no_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "site-packages", f"{BOOK}_alone/__init__.py", "class Alone: pass\n")
    monkeypatch.syspath_prepend(tmp_path / "site-packages")
    alone: Any = import_module(f"{BOOK}_alone").Alone()
    alone.slug, alone.rulebooks = BOOK, (rulebooks()[BOOK],)
    alone.card = alone.lesson = None
    monkeypatch.setattr(coverage_module, "systems", lambda: {BOOK: alone})
    folder = tmp_path / "site-packages"
    assert home(BOOK) == Home(folder / f"{BOOK}_alone", frozenset(), folder, None)


def test_a_book_without_a_system_is_at_home_in_the_package_of_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = home(BOOK)
    monkeypatch.setattr(coverage_module, "systems", dict)
    assert home(BOOK) == expected._replace(guides=frozenset())


def test_a_lesson_cites_rules_but_carries_none_out() -> None:
    places = [place for found in coverage(BOOK).evidence.values() for place in found.code]
    assert places
    assert not [place for place in places if "lesson.toml" in place or "card.toml" in place]
