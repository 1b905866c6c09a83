"""How long single things take in a random battle, and how many battles there are in an hour."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

import longroll
from longroll.display.display import display_of
from longroll.kernel.system import slug_of, systems
from longroll.lab.battles import fight
from longroll.lab.plans import plan, usual_player

#: Decisions that are played, and between two moments at which something is measured.
_DECISIONS, _EVERY = 400, 10
#: The most odds and lines of sight that are measured in a battle.
_ODDS, _SIGHTS = 12, 60


def odds_and_sights(slug: str) -> dict[str, float | None]:
    """The median time of exact odds in milliseconds, and of a line of sight in microseconds."""
    battle = longroll.new(slug, seed=1863)
    shown = display_of(battle.system)
    table = shown.table(battle.state.scenario)
    hexes = sorted(table.map.terrain) if table.map is not None else []
    chance = Random(1863)
    odds: list[float] = []
    sights: list[float] = []
    while (decision := battle.decision) is not None and battle.past.number < _DECISIONS:
        choice = decision.draw(chance)
        if len(odds) < _ODDS and battle.offer(choice).rolls:
            start = process_time()
            battle.odds(choice)
            odds.append(process_time() - start)
        if hexes and len(sights) < _SIGHTS and battle.past.number % _EVERY == 0:
            start = process_time()
            try:
                shown.sight(battle.state, decision.side, *chance.sample(hexes, 2))
            except ValueError:
                hexes = []
            else:
                sights.append(process_time() - start)
        battle.play(choice)
    return {
        "odds_milliseconds": round(1e3 * median(odds), 2) if odds else None,
        "sight_microseconds": round(1e6 * median(sights), 1) if sights else None,
    }


def battles_an_hour(battles: int) -> dict[str, dict[str, float]]:
    """How many battles of each scenario a processor plays in an hour, by the usual player."""
    found: dict[str, dict[str, float]] = {}
    for slug, rules in systems().items():
        if not rules.players:
            continue
        player = usual_player(slug)
        for scenario in rules.scenarios:
            wanted = plan(slug, scenario, [player] * len(rules.sides), battles)
            start = process_time()
            for task in wanted.tasks():
                fight(task)
            took = (process_time() - start) / battles
            found.setdefault(slug, {})[slug_of(scenario)] = round(3600 / took, 1)
    return found
