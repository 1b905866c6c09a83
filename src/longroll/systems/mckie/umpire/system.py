"""Umpire mode as the kernel knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.system import Beside, System, is_own
from longroll.kernel.verbs import Kind
from longroll.miniatures.umpire.roster import FREE, FREE_TITLE
from longroll.miniatures.umpire.system import UmpireSystem
from longroll.systems.mckie.command.generals import BadRating, UnknownGeneral
from longroll.systems.mckie.command.radius import rated
from longroll.systems.mckie.scenarios import datafiles, table_facts
from longroll.systems.mckie.scenarios.scenario import NAMES, scenario_named
from longroll.systems.mckie.table.faults import of_unit
from longroll.systems.mckie.umpire import view
from longroll.systems.mckie.umpire.entries.asking import Umpiring
from longroll.systems.mckie.umpire.state import Options, State, fresh_state
from longroll.systems.mckie.umpire.steps import SLUGS
from longroll.systems.mckie.umpire.verbs import VERBS
from longroll.systems.mckie.words import SIDES


class McKieUmpire(UmpireSystem[State]):
    """An umpire for real figures on a real table."""

    slug = "mckie_umpire"
    title = "McKie's Big Battles: umpire for a real table"
    version = "5"
    trials = "longroll.systems.mckie.umpire.trials:TRIALS"
    sides = SIDES
    card = files("longroll.systems.mckie") / "data" / "umpire_card.toml"
    display = "longroll.systems.mckie.umpire.display:UmpireDisplay"
    terminal = "longroll.systems.mckie.umpire.terminal:UmpireTerminal"
    rulebooks = (files("longroll.rulebooks") / "mckie.tsv",)
    scenarios: Mapping[str, str] = {
        **{name: scenario_named(name).file.title for name in NAMES},
        FREE: FREE_TITLE,
    }
    options = Options
    meanings: Mapping[str, str] = {
        **System.meanings,
        "generalship": "the initiative goes by the ratings of the generals",
        "counter_battery": "batteries may lose pieces to enemy guns",
    }
    state = State
    desk = Umpiring
    steps = (Umpiring,)
    at_first: Mapping[str, Any] = {"period": 1, "step": SLUGS[0]}

    verbs = VERBS

    def noun(self, state: State, kind: Kind, word: str) -> str | None:
        if kind == "unit":
            return table_facts.noun(state, word)
        return super().noun(state, kind, word)

    def read_scenario(self, name: str, text: str, beside: Beside = lambda name: None) -> str:
        return datafiles.own_scenario(name, text, beside)

    def scenario_title(self, scenario: str) -> str:
        return scenario_named(scenario).file.title if is_own(scenario) else self.scenarios[scenario]

    def usual_options(self, scenario: str) -> Mapping[str, Any]:
        """Those of the scenario that umpire mode has too."""
        usual = {} if scenario == FREE else scenario_named(scenario).file.options
        return {name: value for name, value in usual.items() if name in Options.__struct_fields__}

    def start(self, scenario: str, options: BaseOptions) -> State:
        assert isinstance(options, Options)
        state = fresh_state(scenario, options)
        state.agenda = [Umpiring()]
        state.index()
        return state

    def turn(self, state: State) -> int:
        return state.period

    def facts(self, state: State, side: str) -> view.Facts:
        return view.facts(state)

    def faults(self, state: State) -> Iterator[str]:
        for id, unit in state.units.items():
            for fault in of_unit(unit):
                yield f"{id} {fault}"
        yield from super().faults(state)
        for who, general in state.commanders.items():
            try:
                rated(general)
            except (BadRating, UnknownGeneral) as error:
                yield f"{who}: {error}"
        for id, unit in state.units.items():
            if unit.weapon and unit.weapon not in state.armoury:
                yield f"{id} has {unit.weapon!r}, which is not a weapon"
        if state.step not in SLUGS:
            yield f"there is no step {state.step!r}"


system = McKieUmpire()
