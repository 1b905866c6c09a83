"""Umpire mode as the kernel knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.system import Beside
from longroll.kernel.verbs import Kind
from longroll.miniatures.umpire.roster import FREE, FREE_TITLE
from longroll.miniatures.umpire.system import UmpireSystem
from longroll.systems.honor_glory.play.scenario import NAMES, own_scenario, scenario_named
from longroll.systems.honor_glory.system import system as table
from longroll.systems.honor_glory.table.faults import of_unit
from longroll.systems.honor_glory.table.table_facts import label_of
from longroll.systems.honor_glory.umpire import view
from longroll.systems.honor_glory.umpire.asking import Umpiring
from longroll.systems.honor_glory.umpire.state import Options, State, fresh_state
from longroll.systems.honor_glory.umpire.turns import Raise
from longroll.systems.honor_glory.umpire.verbs import VERBS
from longroll.systems.honor_glory.words import SIDES


class HonorGloryUmpire(UmpireSystem[State]):
    """An umpire for real figures on a real table."""

    slug = "honor_glory_umpire"
    title = "Honor & Glory: umpire for a real table"
    version = "5"
    trials = "longroll.systems.honor_glory.umpire.trials:TRIALS"
    sides = SIDES
    card = files("longroll.systems.honor_glory") / "data" / "umpire_card.toml"
    display = "longroll.systems.honor_glory.umpire.display:UmpireDisplay"
    terminal = "longroll.systems.honor_glory.umpire.terminal:UmpireTerminal"
    rulebooks = (files("longroll.rulebooks") / "honor_glory.tsv",)
    scenarios: Mapping[str, str] = {
        **{name: scenario_named(name).file.title for name in NAMES},
        FREE: FREE_TITLE,
    }
    generator = table.generator
    options = Options
    meanings: Mapping[str, str] = {
        name: meaning
        for name, meaning in table.meanings.items()
        if name in Options.__struct_fields__
    }
    state = State
    desk = Umpiring
    steps = (Umpiring, Raise)
    at_first: Mapping[str, Any] = {"phase": "goes"}

    verbs = VERBS

    def noun(self, state: State, kind: Kind, word: str) -> str | None:
        if kind == "unit" and word in state.units:
            return label_of(word)
        if kind == "unit" and word in state.commanders:
            return state.commanders[word].title
        return super().noun(state, kind, word)

    def read_scenario(self, name: str, text: str, beside: Beside = lambda name: None) -> str:
        return own_scenario(name, text, beside)

    def scenario_title(self, scenario: str) -> str:
        return self.scenarios.get(scenario) or scenario_named(scenario).file.title

    def start(self, scenario: str, options: BaseOptions) -> State:
        assert isinstance(options, Options)
        state = fresh_state(scenario, options)
        state.agenda = [Umpiring()] if scenario == FREE else [Umpiring(), Raise()]
        state.index()
        return state

    def facts(self, state: State, side: str) -> view.Facts:
        return view.facts(state)

    def faults(self, state: State) -> Iterator[str]:
        for id, unit in state.units.items():
            yield from (f"{id} {fault}" for fault in of_unit(unit))
        yield from super().faults(state)
        pending = (*state.tests, *state.suffered, *state.answers, *state.unchecked)
        for id in (*pending, *(one for pair in state.melees for one in pair)):
            if id not in state.units:
                yield f"{id!r}, of whom something is pending, is not there"


system = HonorGloryUmpire()
