"""7.4 Events that are played on a fire, as far as fire itself has to know of them."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.battle import Battle
from longroll.systems.blind_swords.fire_events import Fired
from tests.rulebook.blind_swords.field import choices, field, play, unit
from tests.rulebook.blind_swords.volleys import shifts

AFTER = {"type": "Repair", "hex": "3018"}
BEFORE = {"type": "Repair", "hex": "3017"}


def declared(
    units: dict[str, str], side: str, hex: str, kind: str, who: str, *events: str, **more: Any
) -> tuple[Battle, Fired]:
    """A fire with events on it that is rolled for at once."""
    number = field({"1000": "16oh"}, active="decourcy maneuver", step="move").state
    roster: Any = number.game.roster.number  # type: ignore[attr-defined]
    targets = [roster[id] for id in units[hex].split()]
    volley = [side, hex, kind, [roster[id] for id in who.split()], targets, list(events)]
    steps: list[dict[str, Any]] = [AFTER, {"type": "RollFire", "volley": volley}, BEFORE]
    battle = field(units, agenda=steps, phase="B", **more)
    (event,) = [one for one in play(battle, "done") if isinstance(one, Fired)]
    return battle, event


@pytest.mark.rule("blind_swords:7.4.9")
@pytest.mark.rule("blind_swords:7.4.10")
def test_superior_artillery_shifts_and_brings_ammunition() -> None:
    units = {"2910": "drew ward", "2914": "16oh"}
    states = {"drew": {"low_ammo": 1}, "ward": {"low_ammo": 1}}
    battle, event = declared(
        units,
        "confederate",
        "2914",
        "artillery",
        "drew ward",
        "superior-artillery",
        states=states,
        dice=(1, 2),
    )
    assert shifts(event) == {"9.3.19": -4, "16.0.2": 4}
    assert event.base == event.column
    assert choices(battle) == ["supply drew", "supply ward"]
    play(battle, "supply drew")
    assert (unit(battle, "drew").low_ammo, unit(battle, "ward").low_ammo) == (0, 1)
    # A natural 11 marks one first; with one marker in the group that one comes off again.
    again, _ = declared(
        {"2910": "drew", "2914": "16oh"},
        "confederate",
        "2914",
        "artillery",
        "drew",
        "superior-artillery",
        dice=(1, 1),
    )
    assert unit(again, "drew").low_ammo == 0
    assert choices(again) == ["repair 3018", "done"]


@pytest.mark.rule("blind_swords:7.4.13")
@pytest.mark.rule("blind_swords:7.4.14")
def test_firing_low_at_a_trench() -> None:
    units = {"1322": "16oh", "1323": "29la-a"}
    _, event = declared(units, "union", "1323", "fire", "16oh", "firing-low", dice=(1, 1))
    assert shifts(event) == {"9.3.17": -2, "16.0.8": -3}


@pytest.mark.rule("blind_swords:7.4.7")
@pytest.mark.rule("blind_swords:7.4.8")
@pytest.mark.parametrize(
    "hex, works, column",
    [("2912", {}, "4"), ("2912", {"timber": {"2912": "full"}}, "4"), ("1323", {}, "3")],
)
def test_sharpshooters_fire_on_a_column_of_their_own(
    hex: str, works: dict[str, Any], column: str
) -> None:
    start = {"2912": "2910", "1323": "1321"}[hex]
    units = {start: "29la-a", hex: "16oh"}
    _, event = declared(
        units, "confederate", hex, "sharpshooters", "29la-a", "sharpshooters", dice=(1, 1), **works
    )
    assert (event.base, event.column) == ("5", column)


@pytest.mark.rule("blind_swords:7.4.8")
def test_sharpshooters_are_never_below_column_two() -> None:
    _, event = declared(
        {"2910": "29la-a", "2912": "16oh"},
        "confederate",
        "2912",
        "sharpshooters",
        "29la-a",
        "sharpshooters",
        dice=(1, 1),
        timber={"2910": "full", "2911": "half", "2912": "full"},
        states={"16oh": {"skirmish": True}, "29la-a": {"hits": 2}},
    )
    assert event.column == "2"


@pytest.mark.rule("blind_swords:9.4.1")
def test_the_odds_of_a_fire_are_exact() -> None:
    battle = field({"2910": "22ky", "2911": "29la-a"}, active="decourcy attack", step="fire")
    play(battle, "fire 2911", "all")
    odds = battle.odds("resolve")
    assert sum(outcome.probability for outcome in odds.outcomes) == 1
    assert any(outcome.kind == "nothing" for outcome in odds.outcomes)
