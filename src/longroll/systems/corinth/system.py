"""The Battle of Corinth as the kernel sees it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, ClassVar

from longroll.display.facts import Facts
from longroll.kernel.leads import likely
from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.system import Chance, History, System
from longroll.systems.corinth import (
    arrival,
    assault_areas,
    barrage,
    batteries,
    brigades,
    cavalry,
    command,
    datafiles,
    fog,
    free_set_up,
    heat,
    historical,
    impetus,
    melee_checks,
    night,
    outer_works,
    plotting,
    rapid_fire,
    recovery,
    reinforcements,
    reluctance,
    reserves,
    retreats,
    setup,
    sharpshooters,
    solitaire,
    stakes,
    stragglers,
    victory,
    view,
    works,
)
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.state import Options, State
from longroll.systems.corinth.tables import TABLES
from longroll.systems.corinth.verbs import VERBS
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.sequence import PHASES, BeginTurn
from longroll.systems.gbacw.system import STEPS, SeriesSystem

_LOSSES = "{} losses in men"

#: A total in points that is hardly a victory for either side.
_EVEN = 8


class CorinthSystem(SeriesSystem[State]):
    """3 and 4 October 1862; the Confederates attack. [corinth:19.0.1]"""

    slug = "corinth"
    title = "The Battle of Corinth"
    version = "6"
    players = "longroll.ai.corinth:LEVELS"
    trials = "longroll.systems.corinth.trials:TRIALS"
    sides = CORINTH.sides
    card = files("longroll.systems.corinth") / "data" / "card.toml"
    lesson = files("longroll.systems.corinth") / "data" / "lesson.toml"
    rulebooks = (*SeriesSystem.rulebooks, files("longroll.rulebooks") / "corinth.tsv")
    scenarios: Mapping[str, str] = {
        "historical": "The historical battle, both days",
        "free": "Free set-up: a secret Confederate plan against a Union set-up of your own",
        "solitaire": "Free set-up for one player: dice bring the Confederates",
        "outer-works": "The outer works: Maury against Davies in three Game-Turns, for learning",
    }
    options = Options
    meanings: Mapping[str, str] = {
        **System.meanings,
        "fouling_adds_up": "rapid fire in one phase after another fouls the guns more easily",
        "small_crews": "the crews of Robinett, Phillips and Williams cannot fight hand to hand",
        "heat": "from Game-Turn 8 on, equal dice of both sides skip a Game-Turn",
    }
    state = State
    game: ClassVar[Game] = CORINTH
    # Guns get their allowance before the night adds to it, and the small scenario ends by its own
    # rule before that of the whole battle; otherwise the order only affects the order of texts.
    rules = (
        outer_works.RULES,
        impetus.RULES,
        victory.RULES,
        stakes.RULES,
        works.RULES,
        sharpshooters.RULES,
        cavalry.RULES,
        melee_checks.RULES,
        batteries.RULES,
        barrage.RULES,
        rapid_fire.RULES,
        brigades.RULES,
        night.RULES,
        stragglers.RULES,
        assault_areas.RULES,
        retreats.RULES,
        command.RULES,
        arrival.RULES,
        reinforcements.RULES,
        solitaire.RULES,
        reserves.RULES,
        reluctance.RULES,
        heat.RULES,
    )
    phases: ClassVar = {**PHASES, "K": stragglers.PHASE}
    kinds = datafiles.KINDS
    verbs = VERBS
    steps = (
        *STEPS,
        *arrival.STEPS,
        *barrage.STEPS,
        *brigades.STEPS,
        *free_set_up.STEPS,
        *heat.STEPS,
        *historical.STEPS,
        *melee_checks.STEPS,
        *night.STEPS,
        *plotting.STEPS,
        *recovery.STEPS,
        *reserves.STEPS,
        *setup.STEPS,
        *solitaire.STEPS,
        *stragglers.STEPS,
        *victory.STEPS,
    )

    def start(self, scenario: str, options: BaseOptions) -> State:
        """The set-up of each scenario, in order; the Confederates begin off the map.

        [corinth:29.0.1] [corinth:29.0.2] [corinth:29.52] [corinth:30.0.1]
        """
        state = self.fresh(scenario, options)
        begin, end = setup.BeginSetUp(), setup.EndSetUp()
        steps: list[Any]
        match scenario:
            case "historical":
                state.plan = dict(historical.PLAN)
                steps = [begin, end, plotting.Plotting(), plotting.SealPlan()]
                steps += [historical.OpenHistorical()]
            case "free":
                steps = [plotting.Plotting(), plotting.SealPlan(), free_set_up.Duties()]
                steps += [begin, end, BeginTurn(1)]
            case "solitaire":
                steps = [solitaire.RollPlan(), free_set_up.Duties(), begin, end, BeginTurn(1)]
            case _:
                steps = [begin, end, BeginTurn(outer_works.FIRST_TURN)]
        state.agenda = steps[::-1]
        return state

    def history(self, scenario: str) -> History | None:
        """Corinth was held; for the small scenario no figures are known."""
        if scenario == outer_works.NAME:
            return None
        happened = TABLES.history
        figures = {_LOSSES.format(side): happened.losses[side] for side in self.sides}
        return History(f"{happened.level} victory", figures)

    def figures(self, state: State) -> dict[str, int]:
        return {
            _LOSSES.format(side): TABLES.scale.men
            * sum(state.lost(unit) for unit in self.game.roster.of_side[side])
            for side in self.sides
        }

    def worth(self, state: State, side: str) -> float:
        """By the total as it is now, against one that is nobody's victory."""
        if state.scenario == outer_works.NAME:
            lead = outer_works.lead(state) / 8
        else:
            total = sum(line.value for line in state.game.rules.victory_lines(state))
            lead = total / 2 / _EVEN - 1
        return likely(lead if side == CORINTH.sides[0] else -lead, 1)

    def facts(self, state: State, side: str) -> Facts:
        return view.facts(state, side)

    def as_seen(self, state: State, side: str) -> State:
        return fog.as_seen(state, side)

    def reshuffle(self, state: State, side: str, chance: Chance) -> State:
        return fog.reshuffle(state, side, chance)
