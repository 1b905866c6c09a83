"""Umpire mode as the kernel knows it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from importlib.resources import files
from typing import Any

import msgspec

from longroll.display import display_of
from longroll.display.facts import nouns_of
from longroll.kernel.bounds import read_plain
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.system import Beside, System
from longroll.kernel.verbs import Kind
from longroll.miniatures.positions import without_scenario
from longroll.systems.honor_glory.play.scenario import NAMES, own_scenario, scenario_named
from longroll.systems.honor_glory.system import system as table
from longroll.systems.honor_glory.table.faults import of_unit
from longroll.systems.honor_glory.table.table_facts import label_of
from longroll.systems.honor_glory.umpire import view
from longroll.systems.honor_glory.umpire.asking import ENTRIES, Umpiring
from longroll.systems.honor_glory.umpire.state import FREE, Options, State, fresh_state
from longroll.systems.honor_glory.umpire.turns import Raise
from longroll.systems.honor_glory.umpire.verbs import VERBS
from longroll.systems.honor_glory.words import SIDES


class HonorGloryUmpire(System[State]):
    """An umpire for real figures on a real table."""

    slug = "honor_glory_umpire"
    title = "Honor & Glory: umpire for a real table"
    version = "1"
    trials = "longroll.systems.honor_glory.umpire.trials:TRIALS"
    sides = SIDES
    card = files("longroll.systems.honor_glory") / "data" / "umpire_card.toml"
    display = "longroll.systems.honor_glory.umpire.display:UmpireDisplay"
    terminal = "longroll.systems.honor_glory.umpire.terminal:UmpireTerminal"
    rulebooks = (files("longroll.rulebooks") / "honor_glory.tsv",)
    scenarios: Mapping[str, str] = {
        **{name: scenario_named(name).file.title for name in NAMES},
        FREE: "Your own armies",
    }
    own_scenarios = True
    generator = table.generator
    options = Options
    meanings: Mapping[str, str] = {
        name: meaning
        for name, meaning in table.meanings.items()
        if name in Options.__struct_fields__
    }
    state = State
    steps = (Umpiring, Raise)

    verbs = VERBS

    def nouns(self, scenario: str) -> Mapping[Kind, Mapping[str, str]]:
        return nouns_of(display_of(self).table(scenario))

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

    def out_of_turn(self, state: State, choice: Choice) -> Refusal:
        known = ", ".join(ENTRIES)
        why = f"{choice.verb!r} is not an entry; the entries are {known}"
        return Refusal("honor_glory:9.p1", why)

    def turn(self, state: State) -> int:
        return state.turn

    def facts(self, state: State, side: str) -> view.Facts:
        return view.facts(state)

    def known(self, state: State) -> Mapping[str, Container[Any]]:
        return {**super().known(state), "unit": {"", *state.units}}

    def faults(self, state: State) -> Iterator[str]:
        for id, unit in state.units.items():
            yield from (f"{id} {fault}" for fault in of_unit(unit))
        for who, one in state.commanders.items():
            if one.joined and one.joined not in state.units:
                yield f"{who} is with {one.joined}, which is not there"
        pending = (*state.tests, *state.suffered, *state.answers, *state.unchecked)
        for id in (*pending, *(one for pair in state.melees for one in pair)):
            if id not in state.units:
                yield f"{id!r}, of whom something is pending, is not there"

    # Positions are the state itself, without what it has by default.

    def from_position(self, data: dict[str, Any]) -> State:
        plain = {key: value for key, value in data.items() if key != "system"}
        plain["options"] = msgspec.to_builtins(self.read_options(plain.get("options", {})))
        plain, scenario = without_scenario(plain, FREE, self.require_scenario)
        plain["scenario"] = FREE
        plain.setdefault("phase", "goes")
        plain.setdefault("agenda", [msgspec.to_builtins(Umpiring())])
        state = read_plain(plain, State)
        state.scenario = scenario
        return self.with_agenda(state)

    def to_position(self, state: State) -> dict[str, Any]:
        return {"system": self.slug, **msgspec.to_builtins(state)}


system = HonorGloryUmpire()
