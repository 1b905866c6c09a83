"""2.11: every chart the battle needs is there, and a player can look it up."""

from __future__ import annotations

import pytest

from longroll.display import display_of
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.system import system
from tests.rulebook.blind_swords.field import choices, field


@pytest.mark.rule("chickasaw_bayou:2.11.1", "blind_swords:2.10.1")
def test_every_chart_can_be_looked_up_and_says_how_it_is_known() -> None:
    table = display_of(system).table("grand-assault")
    charts = {chart.title: chart for chart in table.charts}
    for title in ("Combat Results", "Cohesion Test", "Fog of War", "Leaders", "Event chits"):
        assert charts[title].rows
    for title in ("Combat Results", "Cohesion Test", "Break Test", "Ranges", "Fog of War"):
        assert charts[title].basis == "reconstructed"
    [woods] = [row for row in charts["Terrain"].rows if row[0] == "Heavy Woods"]
    assert woods == ("Heavy Woods", "3", "by road only", "by road only", "reconstructed / stated")
    assert table.turns == 13


@pytest.mark.rule("blind_swords:2.1.8", "blind_swords:2.10.1")
def test_cavalry_is_a_kind_of_its_own_and_pays_its_own_costs() -> None:
    kinds = {piece.id: piece.kind for piece in display_of(system).table().pieces}
    assert (kinds["10mo-cav"], kinds["16oh"], kinds["foster"]) == (
        "cavalry",
        "infantry",
        "artillery",
    )
    swamp = next(hex for hex in system.game.map.of_terrain("swamp") if _is_open(hex))
    beside = next(near for near in _near(swamp) if system.game.map.terrain[near] == "clear")
    foot = field({beside: "13il"}, active="blair attack", step="move")
    foot.play("move 13il")
    horse = field({beside: "10mo-cav"}, active="blair attack", step="move")
    horse.play("move 10mo-cav")
    assert f"to {swamp}" in choices(foot)
    assert f"to {swamp}" not in choices(horse)
    assert ROSTER["10mo-cav"].arm == "cavalry"


def _near(hex: str) -> tuple[str, ...]:
    return tuple(system.game.grid.adjacent[hex])


def _is_open(hex: str) -> bool:
    """A swamp without a road that has clear ground beside it."""
    game = system.game
    roadless = not game.field.roads[hex]
    return roadless and any(
        game.map.terrain[near] == "clear" and not game.field.roads[near] for near in _near(hex)
    )
