"""The system as the kernel knows it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from importlib.resources import files
from typing import Any

from longroll.board.hex.grid import Grid
from longroll.board.hex.numbering import Hex
from longroll.board.hex.system import MapSystem
from longroll.display.firepower import Firepower
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.system import Chance, System
from longroll.systems.stockade_redan import (
    bombardment,
    bridging,
    chaos_of_war,
    datafiles,
    fire,
    fog,
    hand_to_hand,
    morale,
    movement,
    sequence,
    setup,
    stacking,
    tactics,
    view,
)
from longroll.systems.stockade_redan.events import ROMAN
from longroll.systems.stockade_redan.firepower import firepower
from longroll.systems.stockade_redan.gestures import GESTURES
from longroll.systems.stockade_redan.position import read_position, write_position
from longroll.systems.stockade_redan.roster import ARTILLERY, ROSTER, SIDES
from longroll.systems.stockade_redan.scenario import scenario
from longroll.systems.stockade_redan.sequence import PHASES, BeginAssault
from longroll.systems.stockade_redan.state import NOWHERE, Options, State, fresh_state
from longroll.systems.stockade_redan.terrain import GRID, TERRAIN
from longroll.systems.stockade_redan.verbs import VERBS


class StockadeRedan(MapSystem[State]):
    """Two assaults on one redan; the Union attacks. [stockade_redan:1.0.1]

    Who commands which side is up to the players. [stockade_redan:3.0.1]
    """

    slug = "stockade_redan"
    title = "The Assault on Stockade Redan"
    version = "1"
    display = "longroll.systems.stockade_redan.display:StockadeDisplay"
    terminal = "longroll.systems.stockade_redan.terminal:StockadeTerminal"
    trials = "longroll.systems.stockade_redan.trials:TRIALS"
    sides = SIDES
    card = files("longroll.systems.stockade_redan") / "data" / "card.toml"
    lesson = files("longroll.systems.stockade_redan") / "data" / "lesson.toml"
    players = "longroll.ai.stockade:LEVELS"
    rulebooks = (files("longroll.rulebooks") / "stockade_redan.tsv",)
    scenarios: Mapping[str, str] = {name: scenario(name).title for name in ("two-assaults",)}
    options = Options
    meanings: Mapping[str, str] = {
        **System.meanings,
        "guns_over_parapet": "guns inside the redan fire over its wall",
        "barred_chaos_is_spent": "a Chaos of War marker that a hidden stack cannot take is used up",
    }
    state = State
    verbs = VERBS
    gestures = GESTURES
    steps = (
        bombardment.CallOff,
        bombardment.PlotBombardment,
        bombardment.ResolveBombardments,
        bombardment.ScatterBombardments,
        bridging.DestroyBridges,
        chaos_of_war.PlaceChaos,
        chaos_of_war.RetrieveChaos,
        chaos_of_war.RollChaos,
        fire.Attack,
        fire.FirePhase,
        hand_to_hand.ChooseLosses,
        hand_to_hand.HandToHand,
        hand_to_hand.HandToHandPhase,
        morale.RollMorale,
        movement.BeginMovement,
        movement.MovementPhase,
        movement.Moving,
        sequence.BeginAssault,
        sequence.BeginPhase,
        sequence.BeginTurn,
        sequence.EndPhase,
        sequence.EndTurn,
        sequence.NextPhase,
        setup.ChooseOption,
        setup.ConfederateSetUp,
        setup.GiveBridges,
        setup.PlaceBridges,
        setup.ReinforcementsSetUp,
        setup.ReinforcementsTakeBridges,
        setup.SetUp,
        setup.SurvivorsSetUp,
        setup.SurvivorsTakeBridges,
        stacking.Overstacked,
    )

    def start(self, scenario: str, options: BaseOptions) -> State:
        assert isinstance(options, Options)
        state = fresh_state(scenario, options)
        state.agenda = [BeginAssault(), *reversed(setup.first_assault())]
        return state

    def out_of_turn(self, state: State, choice: Choice) -> Refusal:
        """Every action has its phase. [stockade_redan:5.0.1]"""
        now = state.agenda[-1].question(state)
        if not state.phase:
            return Refusal(
                "stockade_redan:3.1.0.1", f"{choice.verb!r} is not part of set-up: {now}"
            )
        phase = f"phase {ROMAN[state.phase]}, {PHASES[state.phase - 1].title}"
        return Refusal("stockade_redan:5.0.1", f"{choice.verb!r} is not possible in {phase}: {now}")

    def firepower(self, state: State, choice: Choice) -> Firepower | None:
        match state.agenda[-1], choice.verb, choice.objects:
            case fire.FirePhase() as ask, "fire", (hex,) if hex in TERRAIN:
                return firepower(state, ask.side, hex)
        return None

    def grid(self, state: State) -> Grid:
        return GRID

    def hex_of(self, state: State, unit: int) -> Hex:
        return state.hex_of(unit)

    def facts(self, state: State, side: str) -> view.Facts:
        return view.facts(state, side)

    def as_seen(self, state: State, side: str) -> State:
        return fog.as_seen(state, side)

    def reshuffle(self, state: State, side: str, chance: Chance) -> State:
        return fog.reshuffle(state, side, chance)

    def worth(self, state: State, side: str) -> float:
        return tactics.evaluate(state, side)

    def from_position(self, data: dict[str, Any]) -> State:
        state = self.with_agenda(read_position(data, self.read_options))
        self.require_scenario(state.scenario)
        return state

    def to_position(self, state: State) -> dict[str, Any]:
        return write_position(state)

    def check_file(self, name: str, text: str) -> list[str] | None:
        return datafiles.check(name, text)

    def known(self, state: State) -> Mapping[str, Container[Any]]:
        hexes = {NOWHERE, *TERRAIN}
        return {**super().known(state), "hex": hexes, "unit": range(len(ROSTER))}

    def position_faults(self, state: State) -> Iterator[str]:
        """Too many units in a hex are not a fault of a position: they go when the phase ends."""
        indexed = state.copy()
        indexed.index()
        if any(getattr(indexed, name) != getattr(state, name) for name in state.__dict__):
            yield "an index does not match the units and markers"
        for number, unit in enumerate(state.units):
            piece = ROSTER[number]
            if unit.lost and unit.hex:
                yield f"{piece.id} is lost and on the map"
            if unit.hex and unit.hex not in TERRAIN:
                yield f"{piece.id} is off the map at {unit.hex}"
            elif unit.hex and piece.kind == ARTILLERY and TERRAIN[unit.hex].no_artillery:
                yield f"{piece.id} is artillery in {unit.hex}"
        for bridge in state.bridges:
            if bridge.carrier >= 0 and state.hex_of(bridge.carrier) != bridge.hex:
                yield f"a marker in {bridge.hex} is not with its carrier"

    def faults(self, state: State) -> Iterator[str]:
        yield from self.position_faults(state)
        if state.result is not None:
            return
        if isinstance(state.agenda[-1], (sequence.NextPhase, movement.MovementPhase)):
            return
        if not isinstance(
            state.agenda[-1], (movement.Moving, stacking.Overstacked, bridging.DestroyBridges)
        ):
            for ask in stacking.overstacked(state):
                if state.morale:
                    yield f"{ask.hex} is overstacked outside a movement phase"
