"""The system as the kernel knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from longroll.display import display_of
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.system import Beside, System
from longroll.kernel.verbs import Kind
from longroll.miniatures.system import Secrets, TableSystem
from longroll.systems.honor_glory.options import Options
from longroll.systems.honor_glory.play import (
    closing,
    declaring,
    deploying,
    firing,
    flanking,
    goes,
    landscape,
    sequence,
    victory,
)
from longroll.systems.honor_glory.play.scenario import NAMES, own_scenario, scenario_named
from longroll.systems.honor_glory.play.setup import fresh_state
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.table import fog, view
from longroll.systems.honor_glory.table.faults import faults_of
from longroll.systems.honor_glory.table.position import read_position, write_position
from longroll.systems.honor_glory.table.table_facts import label_of
from longroll.systems.honor_glory.verbs import VERBS, WORDS
from longroll.systems.honor_glory.words import SIDES


class HonorGlory(TableSystem[State]):
    """Regiments of four bases on a measured table, brought into play by activation counters."""

    slug = "honor_glory"
    title = "Honor & Glory"
    version = "12"
    sides = SIDES
    display = "longroll.systems.honor_glory.display:HonorGloryDisplay"
    terminal = "longroll.systems.honor_glory.terminal:HonorGloryTerminal"
    trials = "longroll.systems.honor_glory.trials:TRIALS"
    players = "longroll.ai.honor_glory:LEVELS"
    card = files("longroll.systems.honor_glory") / "data" / "card.toml"
    lesson = files("longroll.systems.honor_glory") / "data" / "lesson.toml"
    rulebooks = (files("longroll.rulebooks") / "honor_glory.tsv",)
    scenarios: Mapping[str, str] = {name: scenario_named(name).file.title for name in NAMES}
    generator = "longroll.systems.honor_glory.generator:GENERATOR"
    options = Options
    meanings: Mapping[str, str] = {
        **System.meanings,
        "random_class": "OP1: classes by chance, at the start or when they first matter",
        "size_by_class": "OP2: regiments of a better class are smaller, of a worse one larger",
        "exhausted_crews": "OP3: gun crews tire",
        "blown_cavalry": "OP4: cavalry is blown after melee",
        "wounded_commanders": "OP5: commanders may be wounded instead of killed",
        "flank_marches": "OP6: units may march round a flank, off the table",
        "leaderless_units": "OP7: units without a commander have a will of their own",
        "lines_of_communication": "OP8: each army has a camp to lose",
        "changing_terrain": "OP9: the terrain may be changed before the battle",
        "destruction_of_cover": "OP10: cover may be broken down or burnt",
        "opportune_fire": "OP11: guns may wait for a target",
        "supporting_fire": "OP12: guns may fire in support",
        "random_weapons": "OP13: weapons by chance",
        "extended_command": "OP14: commanders help units within a radius",
        "two_activations": "OP15: no unit gets more than two counters in a turn",
        "players": "players on each side: three or four take their turns one by one",
        "remove_broken": "broken units are taken off at once instead of fleeing",
        "measuring": "declared: nothing is measured before the declaration; free: at any time",
        "ratings": "secret: the enemy's morale points are not shown; open: they are",
    }
    state = State
    secrets = Secrets(fog.as_seen, fog.reshuffle, fog.hushed)
    steps = (
        *sequence.STEPS,
        *declaring.STEPS,
        *goes.STEPS,
        *closing.STEPS,
        *firing.STEPS,
        *flanking.STEPS,
        *deploying.STEPS,
        *landscape.STEPS,
    )

    verbs = VERBS

    def nouns(self, scenario: str) -> Mapping[Kind, Mapping[str, str]]:
        table = display_of(self).table(scenario)
        units = {
            piece.id: piece.title if piece.kind == "officer" else piece.label
            for piece in table.pieces
        }
        return {"unit": units, "name": WORDS}

    def noun(self, state: State, kind: Kind, word: str) -> str | None:
        if kind == "unit" and word in state.units:
            return label_of(word)
        if kind == "unit" and word in state.commanders:
            title = state.commanders[word].title
            return title[:1].upper() + title[1:]
        return super().noun(state, kind, word)

    def faults(self, state: State) -> Iterator[str]:
        return faults_of(state)

    def read_position(self, data: dict[str, Any], scenario: str, options: BaseOptions) -> State:
        assert isinstance(options, Options)
        return read_position(data, scenario, options)

    def to_position(self, state: State) -> dict[str, Any]:
        return write_position(state)

    def read_scenario(self, name: str, text: str, beside: Beside = lambda name: None) -> str:
        return own_scenario(name, text, beside)

    def scenario_title(self, scenario: str) -> str:
        return scenario_named(scenario).file.title

    def worth(self, state: State, side: str) -> float:
        return victory.worth(state, side)

    def facts(self, state: State, side: str) -> view.Facts:
        return view.facts(fog.as_seen(state, side), side)

    def start(self, scenario: str, options: BaseOptions) -> State:
        assert isinstance(options, Options)
        state = fresh_state(scenario, options)
        state.agenda = [sequence.Muster()]
        return state

    def out_of_turn(self, state: State, choice: Choice) -> Refusal:
        return Refusal("honor_glory:9.p1", f"{choice.verb} belongs to another part of the turn")


system = HonorGlory()
