"""A battle of the series as the kernel knows it; each battle fills in its own."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, ClassVar, TypeVar

from longroll.board.hex.grid import Grid
from longroll.board.hex.numbering import Hex
from longroll.board.hex.system import MapSystem
from longroll.display.facts import Facts
from longroll.display.firepower import Firepower
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.system import Chance
from longroll.kernel.verbs import Kind
from longroll.systems.blind_swords import (
    activation,
    artillery_phase,
    assaulting,
    broken_track,
    chit_draw,
    close_combat,
    cohesion,
    command_decision,
    end_of_turn,
    entering,
    event_chits,
    fire,
    firing,
    fog,
    fog_of_war,
    moving,
    opportunity_fire,
    overstack,
    panic,
    position,
    rallying,
    reinforcements,
    retreat,
    sequence,
    skirmish,
    view,
)
from longroll.systems.blind_swords.artillery_phase import Guns
from longroll.systems.blind_swords.cup import all_chits
from longroll.systems.blind_swords.firepower import firepower
from longroll.systems.blind_swords.firing import FireStep
from longroll.systems.blind_swords.game import Game
from longroll.systems.blind_swords.gestures import GESTURES
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.blind_swords.state import NOWHERE, Options, State, Unit
from longroll.systems.blind_swords.verbs import VERBS

S = TypeVar("S", bound=State)

STEPS: tuple[type[Any], ...] = (
    *activation.STEPS,
    *artillery_phase.STEPS,
    *assaulting.STEPS,
    *broken_track.STEPS,
    *chit_draw.STEPS,
    *close_combat.STEPS,
    *cohesion.STEPS,
    *command_decision.STEPS,
    *end_of_turn.STEPS,
    *entering.STEPS,
    *event_chits.STEPS,
    *fire.STEPS,
    *firing.STEPS,
    *fog_of_war.STEPS,
    *moving.STEPS,
    *opportunity_fire.STEPS,
    *overstack.STEPS,
    *panic.STEPS,
    *rallying.STEPS,
    *reinforcements.STEPS,
    *retreat.STEPS,
    *sequence.STEPS,
    *skirmish.STEPS,
)

#: What rooms below ask of rooms above them.
BETWEEN_ROOMS: Rules[Any] = Rules(
    windows=event_chits.windows,
    fall_back=retreat.begin,
    entered=skirmish.entered,
)


class SeriesSystem(MapSystem[S]):
    """What every battle of the series shares."""

    game: ClassVar[Game]
    sides = ("union", "confederate")
    steps = STEPS
    #: The exclusive rules of the battle, in the order they are asked.
    rules: ClassVar[tuple[Rules[Any], ...]] = ()
    display = "longroll.systems.blind_swords.display:SeriesDisplay"
    terminal = "longroll.systems.blind_swords.terminal:SeriesTerminal"
    rulebooks: tuple[Traversable, ...] = (files("longroll.rulebooks") / "blind_swords.tsv",)
    verbs = VERBS
    gestures = GESTURES

    def __init__(self) -> None:
        self.game.register((BETWEEN_ROOMS, *self.rules))

    def fresh(self, scenario: str, options: BaseOptions) -> S:
        """Every counter off the map, nothing on the agenda."""
        assert isinstance(options, Options)
        state = self.state(
            scenario=scenario,
            options=options,
            units=[Unit()] * len(self.game.roster.pieces),
            stacks={side: {} for side in self.game.sides},
        )
        state.index()
        return state

    def start(self, scenario: str, options: BaseOptions) -> S:
        """The set-up of a scenario. [blind_swords:4.1.4]"""
        state = self.fresh(scenario, options)
        sequence.set_up(state)
        return state

    def out_of_turn(self, state: S, choice: Choice) -> Refusal:
        """Every action has its phase. [blind_swords:4.1.1]"""
        now = state.agenda[-1].question(state)
        phase = sequence.PHASES.get(state.phase)
        title = f"the {phase}" if phase else "this moment"
        return Refusal("blind_swords:4.1.1", f"{choice.verb!r} has no place in {title}: {now}")

    def firepower(self, state: S, choice: Choice) -> Firepower | None:
        match state.agenda[-1], choice.verb, choice.objects:
            case (FireStep() | Guns()) as ask, "fire", (hex,) if hex in state.game.grid:
                return firepower(state, ask, hex)
        return None

    def grid(self, state: S) -> Grid:
        return state.game.grid

    def hex_of(self, state: S, unit: int) -> Hex:
        return state.hex_of(unit)

    def facts(self, state: S, side: str) -> Facts:
        return view.facts(state, side)

    def as_seen(self, state: S, side: str) -> S:
        return fog.as_seen(state, side)  # type: ignore[return-value]

    def weighed(self, state: S, side: str) -> S:
        """As if nobody else played an event: whether the enemy will is not known."""
        twin: S = self.as_seen(state, side).copy()
        asked = isinstance(state.agenda[-1], event_chits.Window)
        twin.held = {side: state.held.get(side, ())} if asked else {}
        return twin

    def reshuffle(self, state: S, side: str, chance: Chance) -> S:
        return fog.reshuffle(state, side, chance)  # type: ignore[return-value]

    def nouns(self, scenario: str) -> Mapping[Kind, Mapping[str, str]]:
        events = {id: event.title for id, event in self.game.chits.events.items()}
        orders = {order: order.title() for order in activation.ORDERS_AND_LIMITED}
        forms = {form: form for form in ("skirmish", "line", "mounted", "dismounted")}
        return {**super().nouns(scenario), "name": {**events, **orders, **forms}}

    def from_position(self, data: dict[str, Any]) -> S:
        state = position.read_position(
            data, self.fresh, self.read_options, next(iter(self.scenarios))
        )
        self.require_scenario(state.scenario)
        return self.with_agenda(state)  # type: ignore[arg-type]

    def to_position(self, state: S) -> dict[str, Any]:
        return position.write_position(state, self.plain, self.slug)  # type: ignore[arg-type]

    def known(self, state: S) -> Mapping[str, Container[Any]]:
        game = self.game
        return {
            **super().known(state),
            "hex": {NOWHERE, *game.grid.hexes},
            "unit": range(len(game.roster.pieces)),
            "brigade": game.roster.brigades,
            "chit": all_chits(game),
            "event": game.chits.events,
            "leader": {"", *game.chits.leaders},
        }

    def faults(self, state: S) -> Iterator[str]:
        return position.faults(state)
