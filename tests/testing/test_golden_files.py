"""What golden files notice, and when they may be renewed."""

from __future__ import annotations

from pathlib import Path

import pytest

from longroll.kernel.system import systems
from longroll.testing.golden import Differs, check, renew
from tests.kernel.records import sealed

#: The smallest system there is: its files are written in a moment.
SMALL = systems()["skirmish"]
SCENARIO = "crossroads"


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    renew(SMALL, tmp_path)
    return tmp_path


def edit(golden: Path, name: str, old: str, new: str) -> None:
    """Make a file say what the rules of today do not do."""
    path = golden / SCENARIO / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    text = text.replace(old, new, 1)
    path.write_text(sealed(text) if name.startswith("battle") else text, encoding="utf-8")


def contents(golden: Path) -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in golden.rglob("*.txt")}


@pytest.mark.parametrize("slug", ["skirmish", "mckie_umpire"])
def test_what_was_just_written_is_as_before(slug: str, tmp_path: Path) -> None:
    system = systems()[slug]
    written = renew(system, tmp_path)
    assert {path.parent.name for path in written} == set(system.scenarios)
    for scenario in system.scenarios:
        check(system, scenario, tmp_path)
    assert renew(system, tmp_path) == []


@pytest.mark.parametrize(
    "name, old, new",
    [
        ("battle-2.txt", "confederate: march b-tx ", "confederate: march b-ty "),
        ("lists.txt", "choices ", "choices 1"),
        ("trees.txt", "done", "dune"),
    ],
)
def test_a_change_of_states_or_lists_needs_a_new_version(
    golden: Path, monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str
) -> None:
    edit(golden, name, old, new)
    before = contents(golden)
    with pytest.raises(Differs, match=rf"differs in .*{name}.*version of skirmish must change"):
        check(SMALL, SCENARIO, golden)
    with pytest.raises(Differs, match="the version of skirmish must change first"):
        renew(SMALL, golden)
    assert contents(golden) == before
    monkeypatch.setattr(SMALL, "version", f"{SMALL.version}.1")
    with pytest.raises(Differs, match="--renew` renews them"):
        check(SMALL, SCENARIO, golden)
    assert golden / SCENARIO / name in renew(SMALL, golden)
    check(SMALL, SCENARIO, golden)


def test_wording_may_be_renewed_at_any_time(golden: Path) -> None:
    edit(golden, "seen-by-union.txt", "> Company", "> A Company")
    with pytest.raises(Differs, match=r"seen-by-union.txt: .*--renew` renews them") as raised:
        check(SMALL, SCENARIO, golden)
    assert "-   > A Company A, Texas goes" in str(raised.value), "the difference can be read"
    assert [path.name for path in renew(SMALL, golden)] == ["seen-by-union.txt"]
    check(SMALL, SCENARIO, golden)


def test_a_new_version_keeps_the_decisions_that_its_rules_allow(
    golden: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = golden / SCENARIO / "battle-1.txt"
    before = name.read_text(encoding="utf-8")
    monkeypatch.setattr(SMALL, "version", f"{SMALL.version}.1")
    renew(SMALL, golden)
    after = name.read_text(encoding="utf-8")
    assert f"system    skirmish {SMALL.version}" in after
    assert after.splitlines()[2:-1] == before.splitlines()[2:-1]


def test_a_decision_that_is_refused_says_why(golden: Path) -> None:
    edit(golden, "battle-3.txt", "confederate: march a-tx ", "confederate: march a-ty ")
    with pytest.raises(Differs, match=r"the next decision is refused: .*a-ty"):
        check(SMALL, SCENARIO, golden)


def test_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(Differs, match="lacks golden files"):
        check(SMALL, SCENARIO, tmp_path)


def test_every_scenario_of_ours_has_golden_files_and_nothing_else_does() -> None:
    ours = [one for one in systems().values() if type(one).__module__.startswith("longroll.")]
    scenarios = {(system.slug, name) for system in ours for name in system.scenarios}
    folder = Path(__file__).parents[1] / "golden"
    assert {path.parent.relative_to(folder).parts for path in folder.rglob("*.*")} == scenarios
