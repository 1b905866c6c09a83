"""Every system says on its card what it is, and of each scenario what has to be done."""

from __future__ import annotations

from pathlib import Path

import pytest

from longroll.guide import BadGuide, Card, card_of, guide_faults
from longroll.guide.card import card_faults
from longroll.guide.reading import read
from longroll.kernel.system import system_named, systems

SYSTEM = "stockade_redan"


@pytest.mark.parametrize("slug", systems())
def test_a_card_has_a_briefing_for_every_scenario(slug: str) -> None:
    system, card = system_named(slug), card_of(slug)
    assert card.briefings.keys() == system.scenarios.keys()
    assert card.shared or card.sides.keys() == set(system.sides)
    for briefing in card.briefings.values():
        assert briefing.about.strip()
        assert card.shared or (briefing.won and briefing.tasks.keys() == set(system.sides))
        assert card.shared or (briefing.minutes and briefing.length)


def test_a_system_without_a_card_goes_by_its_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(system_named(SYSTEM)), "card", None)
    assert card_of.__wrapped__(SYSTEM) == Card(system=SYSTEM, name="The Assault on Stockade Redan")


@pytest.mark.parametrize(
    "text, fault",
    [
        ("name = 7", ":2 – name: 7 does not fit – text"),
        ("when = ''", ":1 – no name – a line that begins with name ="),
        ("name = 'X'\ncolour = 1", ":3 – colour: is unknown here – one of schema system name"),
        ("name = 'X'\nrules = 6", ":3 – rules: 6 does not fit – a whole number, 5 at most"),
        ("name = ", ":2 – Invalid value (at end of document) – a TOML file"),
        ("name = 'X'\n[sides]\nblue = 'wins'", ":4 – 'blue' is unknown – one of union, confed"),
        ("name = 'X'\n[briefings.x]\nabout = ''", ":3 – 'x' is unknown – one of two-assaults"),
        (
            "name = 'X'\n[briefings.two-assaults]\nabout = ''\nrules = ['4.2.1']",
            ":5 – no rule '4.2.1' – a rule such as stockade_redan:4.2.1",
        ),
        (
            "name = 'X'\n[picture]\naround = '9999'\nacross = 9",
            ":4 – '9999' is not a hex of the map – a hex such as 1519",
        ),
    ],
)
def test_a_fault_is_named_with_its_line(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "card.toml"
    file.write_text(f"system = '{SYSTEM}'\n{text}", encoding="utf-8")
    with pytest.raises(BadGuide) as error:
        read(system_named(SYSTEM), file, Card, card_faults)
    assert str(error.value).startswith(f"{file}{fault}")


def test_the_card_of_another_system_is_a_fault() -> None:
    card = Card(system="corinth", name="X")
    [(_, what, right)] = card_faults(system_named(SYSTEM), card)
    assert (what, right) == ("'corinth' is unknown", f"one of {SYSTEM}")


@pytest.mark.parametrize(
    "text, faults",
    [
        ("title = 'a data file of another kind'", None),
        (f"system = '{SYSTEM}'\nname = 'X'", []),
        (f"system = '{SYSTEM}'\nsteps = 7", ["x.toml:2 – steps: 7 does not fit – a list"]),
    ],
)
def test_a_file_is_told_by_what_it_holds(text: str, faults: list[str] | None) -> None:
    found = guide_faults(text, "x.toml")
    assert found is faults or (found is not None and faults is not None and found[-1:] == faults)


def test_a_file_of_no_system_is_a_fault() -> None:
    found = guide_faults("\nsystem = 'waterloo'", "x.toml")
    assert found is not None
    told = "x.toml:2 – there is no system 'waterloo' – one of chickasaw_bayou, "
    assert found[0].startswith(told)
