"""The system as the kernel knows it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from importlib.resources import files
from typing import Any

from longroll.display import display_of
from longroll.display.facts import nouns_of
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.system import Beside, System
from longroll.kernel.verbs import Kind
from longroll.miniatures.system import Secrets, TableSystem
from longroll.systems.mckie import sequence
from longroll.systems.mckie.cards import playing
from longroll.systems.mckie.charge import charge_tests, charging, responding
from longroll.systems.mckie.command import activating, initiative
from longroll.systems.mckie.deployment import arrivals, deploying
from longroll.systems.mckie.deployment.setup import fresh_state
from longroll.systems.mckie.fatigue import step as fatigue_step
from longroll.systems.mckie.fire import firing, supply
from longroll.systems.mckie.hidden import blind_moves, blinds, fog, guessing, spotting, unmasking
from longroll.systems.mckie.melee import ends as melee_ends
from longroll.systems.mckie.melee import melees, widening
from longroll.systems.mckie.morale import other_tests
from longroll.systems.mckie.movement import moving
from longroll.systems.mckie.orders import falling_back, giving
from longroll.systems.mckie.retreat import retreating
from longroll.systems.mckie.scenarios import datafiles, table_facts
from longroll.systems.mckie.scenarios.goals import GOALS
from longroll.systems.mckie.scenarios.scenario import NAMES, scenario_named
from longroll.systems.mckie.table import closing, view
from longroll.systems.mckie.table.faults import faults_of
from longroll.systems.mckie.table.position import read_position, write_position
from longroll.systems.mckie.table.state import Options, State
from longroll.systems.mckie.verbs import VERBS
from longroll.systems.mckie.words import SIDES


class McKie(TableSystem[State]):
    """Brigades of figures on a measured table."""

    slug = "mckie"
    title = "McKie's Big Battles"
    version = "6"
    display = "longroll.systems.mckie.display:McKieDisplay"
    terminal = "longroll.systems.mckie.terminal:McKieTerminal"
    trials = "longroll.systems.mckie.trials:TRIALS"
    sides = SIDES
    card = files("longroll.systems.mckie") / "data" / "card.toml"
    lesson = files("longroll.systems.mckie") / "data" / "lesson.toml"
    players = "longroll.ai.mckie:LEVELS"
    rulebooks = (files("longroll.rulebooks") / "mckie.tsv",)
    scenarios: Mapping[str, str] = {name: scenario_named(name).file.title for name in NAMES}
    options = Options
    meanings: Mapping[str, str] = {
        **System.meanings,
        "generalship": "initiative, activation and orders by the ratings of the generals",
        "counter_battery": "batteries may lose pieces to enemy guns",
        "cards": "random event cards, from a deck of our own",
        "cards_of_each": "how many of each card are in the pack",
        "card_holders": "who each hold a card: divisions, or all commanders",
        "hidden": "umpire: unseen troops are not placed; blinds: they are markers; open: all seen",
        "activation_exceeds": "what the activation total must be greater than: 0 by the book",
        "charged_may_move": "charged units of the army that moves first may still move",
    }
    state = State
    secrets = Secrets(fog.as_seen, guessing.reshuffle, fog.hushed)
    steps = (
        *firing.STEPS,
        *initiative.STEPS,
        *retreating.STEPS,
        *arrivals.STEPS,
        *moving.STEPS,
        *supply.STEPS,
        *fatigue_step.STEPS,
        *other_tests.STEPS,
        *charge_tests.STEPS,
        *charging.STEPS,
        *melee_ends.STEPS,
        *melees.STEPS,
        *responding.STEPS,
        *widening.STEPS,
        *sequence.STEPS,
        *activating.STEPS,
        *blind_moves.STEPS,
        *blinds.STEPS,
        *playing.STEPS,
        *deploying.STEPS,
        *giving.STEPS,
        *falling_back.STEPS,
        *spotting.STEPS,
        *unmasking.STEPS,
    )

    verbs = VERBS

    def nouns(self, scenario: str) -> Mapping[Kind, Mapping[str, str]]:
        return nouns_of(display_of(self).table(scenario))

    def noun(self, state: State, kind: Kind, word: str) -> str | None:
        if kind == "unit":
            return table_facts.noun(state, word)
        return super().noun(state, kind, word)

    def start(self, scenario: str, options: BaseOptions) -> State:
        assert isinstance(options, Options)
        state = fresh_state(scenario, options)
        state.agenda = [sequence.BeginPeriod(1), *reversed(deploying.deployment(state))]
        return state

    def known(self, state: State) -> Mapping[str, Container[Any]]:
        return {
            **super().known(state),
            "blind": state.blinds,
            "unit, commander or marker": {"", *state.units, *state.commanders, *state.blinds},
            "step": [step.slug for step in sequence.PERIOD],
        }

    def faults(self, state: State) -> Iterator[str]:
        return faults_of(state)

    def read_scenario(self, name: str, text: str, beside: Beside = lambda name: None) -> str:
        return datafiles.own_scenario(name, text, beside)

    def scenario_title(self, scenario: str) -> str:
        return scenario_named(scenario).file.title

    def usual_options(self, scenario: str) -> Mapping[str, Any]:
        return scenario_named(scenario).file.options

    def check_file(self, name: str, text: str) -> list[str] | None:
        return datafiles.check(name, text)

    def read_position(self, data: dict[str, Any], scenario: str, options: BaseOptions) -> State:
        assert isinstance(options, Options)
        return read_position(data, scenario, options)

    def to_position(self, state: State) -> dict[str, Any]:
        return write_position(state)

    def turn(self, state: State) -> int:
        return state.period

    def worth(self, state: State, side: str) -> float:
        return GOALS.worth(state, side, state.result or closing.result(state))

    def facts(self, state: State, side: str) -> view.Facts:
        return view.facts(fog.as_seen(state, side), side)

    def out_of_turn(self, state: State, choice: Choice) -> Refusal:
        return Refusal("mckie:period.1", f"{choice.verb} belongs to another step of the period")


system = McKie()
