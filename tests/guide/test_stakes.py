"""Where victory stands agrees with the code that decides it."""

from __future__ import annotations

from pathlib import Path

import pytest

import longroll
from longroll.display import display_of
from longroll.guide import card_of
from longroll.kernel.system import system_named, systems

GOLDEN = Path(__file__).parents[1] / "golden"
#: Short battles of every system that says where victory stands.
SHORT = {
    "chickasaw_bayou": "securing-the-landing-zone",
    "corinth": "outer-works",
    "gbacw": "drill",
    "mckie": "millers-crossroads",
    "stockade_redan": "two-assaults",
}
SCENARIOS = [
    (slug, scenario)
    for slug, system in systems().items()
    for scenario in system.scenarios
    if slug in SHORT
]


@pytest.mark.parametrize("slug, scenario", SCENARIOS)
def test_every_scenario_says_at_its_start_what_counts(slug: str, scenario: str) -> None:
    system = system_named(slug)
    state = system.start(scenario, system.read_options(dict(system.usual_options(scenario))))
    for side in (*system.sides, "spectator"):
        stakes = display_of(system).stakes(system.as_seen(state, side))
        assert stakes is not None
        assert stakes.verdict
        assert stakes.counts
        assert stakes.changes
        [level] = [level for level in stakes.levels if level.reached]
        assert level.side == stakes.winner


@pytest.mark.parametrize("slug", SHORT)
def test_at_the_end_it_names_the_winner(slug: str) -> None:
    [record, *_] = sorted((GOLDEN / slug / SHORT[slug]).glob("battle-*.txt"))
    battle = longroll.replay(record.read_text(encoding="utf-8"))
    stakes = display_of(battle.system).stakes(battle.state)
    assert battle.result is not None
    assert stakes is not None
    assert stakes.winner == battle.result.winner


@pytest.mark.parametrize("slug", SHORT)
def test_a_briefing_has_all_that_a_newcomer_asks(slug: str) -> None:
    for briefing in card_of(slug).briefings.values():
        assert briefing.when
        assert briefing.length
        assert briefing.hint
        assert briefing.hint_rule
        assert briefing.forces.keys() == set(system_named(slug).sides)
