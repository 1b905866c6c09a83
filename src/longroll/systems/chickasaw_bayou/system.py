"""Chickasaw Bayou as the kernel knows it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import ClassVar

from longroll.kernel.leads import likely
from longroll.kernel.system import History
from longroll.systems.blind_swords.game import Game
from longroll.systems.blind_swords.system import STEPS, SeriesSystem
from longroll.systems.blind_swords.verbs import VERBS as SERIES_VERBS
from longroll.systems.chickasaw_bayou import (
    bayou,
    bombardment,
    bridges,
    command,
    pioneers,
    pontoons,
    restricted,
    snyders_bluff,
    stakes,
    timber,
    trenches,
    victory,
)
from longroll.systems.chickasaw_bayou.game import GAME, setting
from longroll.systems.chickasaw_bayou.options import Options
from longroll.systems.chickasaw_bayou.scenario import SCENARIOS, scenario
from longroll.systems.chickasaw_bayou.state import State
from longroll.systems.chickasaw_bayou.verbs import VERBS

#: A lead in Trench hexes, or in points, that is likely to last; and what a point of strength is
#: worth in points of victory, fitted on 144 battles for the landing zone.
_LEAD, _LEAD_IN_POINTS = 2, 4
_STRENGTH = 0.5


class ChickasawBayou(SeriesSystem[State]):
    """Sherman before the Walnut Hills, 26 to 29 December 1862."""

    slug = "chickasaw_bayou"
    title = "Chickasaw Bayou"
    version = "4"
    scenarios: Mapping[str, str] = {name: scenario(name).title for name in SCENARIOS}
    options = Options
    state = State
    game: ClassVar[Game] = GAME
    rules = (
        restricted.RULES,
        timber.RULES,
        bridges.RULES,
        bayou.RULES,
        trenches.RULES,
        pioneers.RULES,
        bombardment.RULES,
        pontoons.RULES,
        command.RULES,
        snyders_bluff.RULES,
        victory.RULES,
        stakes.RULES,
    )
    steps = (
        *STEPS,
        *bayou.STEPS,
        *bombardment.STEPS,
        *pioneers.STEPS,
        *pontoons.STEPS,
        *timber.STEPS,
    )
    verbs = (*SERIES_VERBS, *VERBS)
    trials = "longroll.systems.chickasaw_bayou.trials:TRIALS"
    players = "longroll.ai.chickasaw_bayou:LEVELS"
    card = files("longroll.systems.chickasaw_bayou") / "data" / "card.toml"
    lesson = files("longroll.systems.chickasaw_bayou") / "data" / "lesson.toml"
    rulebooks = (
        files("longroll.rulebooks") / "blind_swords.tsv",
        files("longroll.rulebooks") / "chickasaw_bayou.tsv",
    )
    meanings: Mapping[str, str] = {
        **SeriesSystem.meanings,
        "sixth_turn": "the first two scenarios last six turns instead of five",
        "race_course": "Grand Assault: Landram's brigade comes by the Race-Course road",
        "yazoo_river": "Grand Assault: the regiments that guard the boats join",
        "missouri": "Grand Assault: two Missouri regiments begin with Blair",
        "levee": "Grand Assault: Steele and Blair deploy as on the 28th, along Blake's Levee",
    }

    def history(self, scenario_name: str) -> History | None:
        """How the real battle went, where the scenario re-enacts one."""
        level = scenario(scenario_name).history
        return History(level, {}) if level else None

    def worth(self, state: State, side: str) -> float:
        """By the points that victory is measured in, and by what both sides have lost."""
        found = victory.goals(state)
        if setting(state.scenario, state.options).victory.points is not None:
            worn = {each: float(victory.weakened(state, each)) for each in self.sides}
            lead = found["difference"] + _STRENGTH * (worn["confederate"] - worn["union"])
            return likely(lead if side == "union" else -lead, _LEAD_IN_POINTS)
        lost = {each: victory.lost(state, each) for each in self.sides}
        lead = found["trench_hexes"] + (lost["confederate"] - lost["union"]) / 4
        return likely(lead if side == "union" else -lead, _LEAD)


system = ChickasawBayou()
