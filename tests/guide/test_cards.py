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


def test_a_system_without_a_card_goes_by_its_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(system_named(SYSTEM)), "card", None)
    assert card_of.__wrapped__(SYSTEM) == Card(name="The Assault on Stockade Redan")


@pytest.mark.parametrize(
    "text, fault",
    [
        ("name = 7", ":1 – name: 7 does not fit – text"),
        ("when = ''", ":1 – no name – a line that begins with name ="),
        ("name = 'X'\ncolour = 1", ":2 – colour: is unknown here – one of schema name when"),
        ("name = 'X'\nrules = 6", ":2 – rules: 6 does not fit – a whole number, 5 at most"),
        ("name = ", ":1 – Invalid value (at end of document) – a TOML file"),
        ("name = 'X'\n[sides]\nblue = 'wins'", ":3 – 'blue' is unknown – one of union, confed"),
        ("name = 'X'\n[briefings.x]\nabout = ''", ":2 – 'x' is unknown – one of two-assaults"),
        (
            "name = 'X'\n[briefings.two-assaults]\nabout = ''\nrules = ['4.2.1']",
            ":4 – no rule '4.2.1' – a rule such as stockade_redan:4.2.1",
        ),
        (
            "name = 'X'\n[picture]\naround = '9999'\nacross = 9",
            ":3 – '9999' is not a hex of the map – a hex such as 1519",
        ),
    ],
)
def test_a_fault_is_named_with_its_line(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "card.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadGuide) as error:
        read(system_named(SYSTEM), file, Card, card_faults)
    assert str(error.value).startswith(f"{file}{fault}")


def test_a_card_can_be_checked_before_it_is_used() -> None:
    system = system_named(SYSTEM)
    path = Path(str(system.card))
    text = path.read_text(encoding="utf-8")
    assert guide_faults(system, path, text) == []
    wrong = guide_faults(system, path, text.replace("4.2.1", "4.2.999"))
    assert wrong is not None
    assert "card.toml:27 – no rule 'stockade_redan" in wrong[0]
    assert guide_faults(system, path.with_name("tables.toml"), text) is None
