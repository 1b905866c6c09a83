"""The charts that a player looks up: every system has those of its book, with rules that exist."""

from __future__ import annotations

import pytest

from longroll.display import display_of
from longroll.kernel.system import system_named
from longroll.rulebooks import duty
from longroll.systems.honor_glory.fire_tables import FIRE
from longroll.systems.mckie.casualties.rules import cell
from longroll.systems.stockade_redan.tables import TABLES

#: What a player of each looks up most.
WANTED = {
    "stockade_redan": ("Fire", "Range", "Terrain Effects", "Gettysburg Matrix"),
    "chickasaw_bayou": ("Combat Results", "Cohesion Test", "Terrain"),
    "corinth": ("Fire Combat Results", "Terrain Effects on Movement"),
    "mckie": ("Weapon and range factors", "Casualties, in figures", "Results of morale"),
    "honor_glory": ("Small arms", "Artillery", "Melee", "Results of morale", "Cover"),
}


@pytest.mark.parametrize("slug", WANTED)
def test_every_chart_is_whole_and_cites_a_rule(slug: str) -> None:
    system = system_named(slug)
    charts = display_of(system).table(next(iter(system.scenarios))).charts
    assert set(WANTED[slug]) <= {chart.title for chart in charts}
    for chart in charts:
        assert duty(chart.rule).id == chart.rule
        assert chart.rows
        assert {len(row) for row in chart.rows} <= {len(chart.head)}, chart.title


def test_their_values_are_those_the_rules_use() -> None:
    def chart(slug: str, title: str) -> dict[str, tuple[str, ...]]:
        system = system_named(slug)
        every = display_of(system).table(next(iter(system.scenarios))).charts
        [found] = [one for one in every if one.title == title]
        return {row[0]: row[1:] for row in found.rows}

    assert chart("mckie", "Casualties, in figures")["8"][-1] == f"{(cell(8, 30) or 0) / 10:g}"
    artillery = chart("honor_glory", "Artillery")
    assert (artillery["1"][0], FIRE.artillery.rows[1][0]) == ("hit", FIRE.artillery.auto)
    assert (artillery["8"][1], FIRE.artillery.rows[8][1]) == ("–", 0)
    fire = chart("stockade_redan", "Fire")
    assert fire["5 to 1 or more"] == (f"{TABLES.hit_number(5)} or less",)


def test_reconstructed_values_are_marked() -> None:
    charts = display_of(system_named("stockade_redan")).table("two-assaults").charts
    [terrain] = [one for one in charts if one.title == "Terrain Effects"]
    known = {row[0]: row[-1] for row in terrain.rows}
    assert (known["Ditch"], known["Redan"]) == ("stated", "reconstructed")
