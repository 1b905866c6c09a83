"""The worked example of the restated series rules, played on a battle."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from longroll.systems.blind_swords.assault_events import AssaultRolled
from longroll.systems.blind_swords.cohesion_events import CohesionTested
from longroll.systems.blind_swords.fire_events import Fired
from longroll.systems.chickasaw_bayou.game import GAME
from tests.rulebook.blind_swords.field import choices, field, play, unit


@pytest.fixture
def as_in_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counters with the values of the example, and a Swamp before a Trench: the map has none."""
    values: dict[str, dict[str, Any]] = {
        "16oh": {"strength": 7, "cohesion": 4},
        "22ky": {"strength": 7},
        "29la-a": {"strength": 4, "cohesion": 3, "weapon": "R"},
    }
    pieces = tuple(replace(piece, **values.get(piece.id, {})) for piece in GAME.roster.pieces)
    monkeypatch.setattr(GAME.roster, "pieces", pieces)
    monkeypatch.setitem(GAME.map.terrain, "2821", "swamp")
    monkeypatch.setitem(GAME.field.ground, "2821", GAME.charts.terrain["swamp"])


@pytest.mark.usefixtures("as_in_the_example")
@pytest.mark.rule("blind_swords:11.2.1")
@pytest.mark.rule("blind_swords:11.3b.1")
@pytest.mark.rule("blind_swords:11.3c.8")
@pytest.mark.rule("blind_swords:11.4.1")
@pytest.mark.rule("blind_swords:11.4.2")
def test_the_worked_example() -> None:
    battle = field(
        {"2821": "16oh", "2820": "42oh", "3021": "22ky", "2922": "29la-a", "3022": "29la-b"},
        active="decourcy attack",
        step="assault",
        dice=(3, 5, 5, 2, 4),
    )
    assert "assault 2922 2821" in choices(battle)
    play(battle, "assault 2922 2821", "flank 3021")
    play(battle, "commit")
    happened = play(battle, "resolve")

    # 1. Defensive Fire: four points at range 1, no shift, roll 35: nothing.
    [fired] = [event for event in happened if isinstance(event, Fired)]
    assert (fired.column, fired.shifts, fired.result) == ("4", (), "--")

    # 2. and 3. Fourteen points; odds +3, Cohesion -1, flank +2, Trench -2, Swamp -1.
    [rolled] = [event for event in happened if isinstance(event, AssaultRolled)]
    assert (rolled.strength, rolled.base, rolled.column) == ("14", "13-15", "16-19")
    assert sorted(line.value for line in rolled.lines) == [-2, -1, -1, 2, 3]

    # 4. Roll 52 is severity D; the Trench helps, severity and close combat do not: 3+2-2-1.
    assert (rolled.reading, rolled.cell) == (52, "D")
    [tested] = [event for event in happened if isinstance(event, CohesionTested)]
    assert (tested.rating, tested.die) == (2, 4)
    assert tested.effects == ("morale_hit", "retreat_1")
    assert (unit(battle, "29la-a").hits, unit(battle, "29la-a").hex) == (1, "2923")
    # The hex is empty, and there is room for the 16th Ohio alone, which must advance.
    assert (unit(battle, "16oh").hex, unit(battle, "22ky").hex) == ("2922", "3021")
