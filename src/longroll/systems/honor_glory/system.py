"""The system as the kernel knows it. It is not offered for play yet."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.system import System
from longroll.miniatures import picking
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
)
from longroll.systems.honor_glory.play.scenario import NAMES, scenario_named
from longroll.systems.honor_glory.play.setup import fresh_state
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.words import SIDES


class HonorGlory(System[State]):
    """Regiments of four bases on a measured table, brought into play by activation counters."""

    slug = "honor_glory"
    title = "Honor & Glory"
    version = "1"
    sides = SIDES
    rulebooks = (files("longroll.rulebooks") / "honor_glory.tsv",)
    scenarios: Mapping[str, str] = {name: scenario_named(name).file.title for name in NAMES}
    options = Options
    state = State
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

    def start(self, scenario: str, options: BaseOptions) -> State:
        assert isinstance(options, Options)
        state = fresh_state(scenario, options)
        state.agenda = [sequence.Muster()]
        return state

    def gesture(self, state: State, choice: Choice) -> tuple[list[Choice], list[Refusal]] | None:
        return picking.gesture(state, choice)

    def out_of_turn(self, state: State, choice: Choice) -> Refusal:
        return Refusal("honor_glory:9.p1", f"{choice.verb} belongs to another part of the turn")


system = HonorGlory()
