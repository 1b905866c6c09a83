"""Absurd positions, choices and data files of our own systems: each is told by its reason."""

from __future__ import annotations

import re
from importlib.resources import files
from random import Random
from typing import Any

import pytest

import longroll
from longroll import BadPosition, IllegalChoice
from longroll.board.datafile import syntax_fault
from longroll.testing.starts import crowded_position


def test_a_million_figures_are_refused() -> None:
    with pytest.raises(BadPosition, match="figures"):
        longroll.position("mckie", {"units": {"u1": {"at": [20, 22], "figures": 90_000}}})


def test_a_position_that_no_view_can_show_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = longroll.installed_systems()["gbacw"]

    def broken(state: Any, side: str) -> Any:
        raise KeyError("nobody")

    monkeypatch.setattr(rules, "facts", broken)
    with pytest.raises(BadPosition, match="KeyError 'nobody'"):
        longroll.position("gbacw", crowded_position("gbacw", 1))


@pytest.mark.parametrize(
    "system, more, reason",
    [
        ("gbacw", {"more": {"through": {"nowhere": 1}}}, "through"),
        ("gbacw", {"more": {"began": {"1": "9999"}}}, "'9999' is not a known hex"),
        ("gbacw", {"more": {"gunners": [999]}}, "999 is not a known unit"),
        ("gbacw", {"more": {"brigades": {}}}, "has no line on the roster sheet"),
        (
            "gbacw",
            {"agenda": [{"type": "BeginPhase", "side": "union", "phase": "Z"}]},
            "not a known phase",
        ),
        ("mckie", {"agenda": [{"type": "Flee", "unit": "u99"}]}, "'u99' is not a known unit"),
        ("mckie", {"agenda": [{"type": "BeginStep", "slug": "tea"}]}, "'tea' is not a known step"),
        (
            "stockade_redan",
            {"agenda": [{"type": "FirePhase", "side": "french"}]},
            "is not a known side",
        ),
    ],
)
def test_names_that_name_nothing_are_refused(
    system: str, more: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BadPosition, match=reason):
        longroll.position(system, {**crowded_position(system, 1), **more})


def test_an_umpire_adds_no_army_without_end() -> None:
    battle = longroll.new("mckie_umpire", "free")
    with pytest.raises(IllegalChoice, match="at most 150 units"):
        battle.play("add w union wagon raw 9999 pieces Train")
    with pytest.raises(IllegalChoice, match="from 1 to 500"):
        battle.play("add g union gunboat raw siege_gun 8 Cairo guns 9999")


# Data files

_NUMBER = re.compile(r"(?<=[= \[,])-?\d+(\.\d+)?(?=[ \],\n])")
FILES = [
    file
    for system in ("stockade_redan", "gbacw", "corinth", "mckie")
    for folder in ("data", "data/scenarios")
    if (place := files(f"longroll.systems.{system}") / folder).is_dir()
    for file in sorted(place.iterdir(), key=lambda one: one.name)
    if file.name.endswith(".toml")
]
HUGE = (
    *("1e309", "inf", "nan", "-1", "0", str(2**63), str(10**30), "9" * 5000, "1e308", "0.001"),
    *('"x"', "[" * 2000 + "]" * 2000, '"' + "x" * 9000 + '"', "true", "[]"),
)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.name))
def test_an_absurd_data_file_is_faulty_and_nothing_more(file: Any) -> None:
    text = file.read_text(encoding="utf-8")
    chance = Random(file.name)
    found = list(_NUMBER.finditer(text))
    for _ in range(12 if len(text) < 20_000 else 3):
        at = chance.choice(found)
        changed = text[: at.start()] + chance.choice(HUGE) + text[at.end() :]
        if syntax_fault(changed, file.name) is not None:
            continue
        for rules in longroll.installed_systems().values():
            for fault in rules.check_file(file.name, changed) or ():
                assert fault.startswith(f"{file.name}:")
                assert len(fault) < 2_100


def test_a_number_out_of_bounds_is_told_with_its_bound() -> None:
    place = files("longroll.systems.mckie") / "data" / "scenarios" / "millers-crossroads.toml"
    text = re.sub(r"periods = \d+", "periods = 1000", place.read_text(encoding="utf-8"), count=1)
    faults = longroll.installed_systems()["mckie"].check_file("m.toml", text)
    assert faults is not None
    assert len(faults) == 1
    assert faults[0].endswith("periods: 1000 does not fit – a whole number, 250 at most")
