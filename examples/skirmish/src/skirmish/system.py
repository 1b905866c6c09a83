"""The game as Long Roll knows it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

from longroll.display import display_of
from longroll.display.facts import Facts, StackFacts, Standing, nouns_of
from longroll.kernel.bounds import read_plain
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.state import Options
from longroll.kernel.system import System
from longroll.kernel.verbs import Kind, Verb
from skirmish import play
from skirmish.state import COMPANIES, DATA, GRID, SIDES, State, Unit


class Skirmish(System[State]):
    """Two units a side, and a crossroads between them."""

    slug = "skirmish"
    title = "Skirmish at the crossroads"
    version = "1"
    sides = SIDES
    scenarios: Mapping[str, str] = {"crossroads": "The crossroads"}
    options = Options
    state = State
    steps = (
        play.BeginTurn,
        play.EndTurn,
        play.Fire,
        play.March,
        play.Marching,
        play.Retreat,
    )
    verbs = (
        Verb(name="march", takes=("unit",), label="March with {0}"),
        Verb(name="to", takes=("hex",), label="March to {0}"),
        Verb(name="stay", label="Stay here", ends="act"),
        Verb(name="shoot", takes=("hex",), label="Fire at {0}", rolls=True, shoots="shoot"),
        Verb(name="retreat", takes=("hex",), label="Retreat to {0}"),
        Verb(name="done", label="Done", ends="step"),
    )
    rulebooks = (DATA / "skirmish.tsv",)
    card = DATA / "card.toml"
    display = "skirmish.shown:SkirmishDisplay"
    terminal = "skirmish.shown:SkirmishTerminal"
    players = "skirmish.player:LEVELS"
    trials = "skirmish.trials:TRIALS"

    def start(self, scenario: str, options: Options) -> State:
        units = {name: Unit(company.hex) for name, company in COMPANIES.items()}
        state = State(scenario=scenario, options=options, units=units, agenda=[play.BeginTurn()])
        state.index()
        return state

    def out_of_turn(self, state: State, choice: Choice) -> Refusal:
        now = state.agenda[-1].question(state)
        return Refusal("skirmish:2.1", f"{choice.verb!r} is not an answer now: {now}")

    def facts(self, state: State, side: str) -> Facts:
        """Nothing is hidden, so every side sees the same."""
        phases = [step for step in state.agenda if isinstance(step, play.March | play.Fire)]
        phase = phases[-1] if phases else None
        unit = getattr(state.agenda[-1], "unit", None) if state.agenda else None
        return Facts(
            when=f"Turn {state.turn} of {play.TURNS}",
            turn=state.turn,
            turns=play.TURNS,
            phase="2" if isinstance(phase, play.Fire) else "1",
            phasing=phase.side if phase else None,
            stacks=tuple(
                StackFacts(unit.hex, COMPANIES[name].side, (name,))
                for name, unit in state.units.items()
            ),
            units={
                name: Standing(strength=str(unit.strength), done=name in state.acted)
                for name, unit in state.units.items()
            },
            hand=(unit,) if unit else (),
            lost=tuple(name for name in COMPANIES if name not in state.units),
        )

    def nouns(self, scenario: str) -> Mapping[Kind, Mapping[str, str]]:
        return nouns_of(display_of(self).table())

    def known(self, state: State) -> Mapping[str, Container[Any]]:
        return {**super().known(state), "hex": GRID, "unit": COMPANIES}

    def faults(self, state: State) -> Iterator[str]:
        if len({unit.hex for unit in state.units.values()}) < len(state.units):
            yield "two units are in one hex"

    def from_position(self, data: dict[str, Any]) -> State:
        """The start with some of its fields given: `{"units": {...}, "agenda": [...]}`."""
        start = self.plain(self.start("crossroads", self.options()))
        state = read_plain({**start, **data}, State)
        self.require_scenario(state.scenario)
        return self.with_agenda(state)

    def to_position(self, state: State) -> dict[str, Any]:
        return dict(self.plain(state))
