"""A battle of the series as the kernel sees it; each battle fills in its own."""

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
from longroll.kernel.agenda import Phase
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.state import Options as BaseOptions
from longroll.systems.gbacw import (
    ammunition,
    before_melee,
    command_phase,
    datafiles,
    declaring,
    firing,
    leaving_melee,
    melee_results,
    meleeing,
    moving,
    overstacked,
    position,
    promotion,
    rally,
    reaction,
    retreat,
    sequence,
    view,
)
from longroll.systems.gbacw.firepower import firepower
from longroll.systems.gbacw.firing import FirePhase
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.gestures import GESTURES
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.state import NOWHERE, BrigadeState, Options, State, fresh_unit
from longroll.systems.gbacw.verbs import DEGREES, VERBS

S = TypeVar("S", bound=State)

STEPS: tuple[type[Any], ...] = (
    ammunition.ResupplyPhase,
    before_melee.Advance,
    before_melee.GiveWay,
    before_melee.SetOut,
    command_phase.CommandPhase,
    command_phase.MarkCommand,
    declaring.DeclarePhase,
    declaring.Declaring,
    firing.Attack,
    firing.EndFire,
    firing.FirePhase,
    firing.Reorder,
    leaving_melee.BeginRetreat,
    leaving_melee.LeaveMelee,
    leaving_melee.Settle,
    melee_results.AfterMelee,
    melee_results.FallBack,
    melee_results.MeleeLosses,
    melee_results.Reface,
    melee_results.RiskLeaders,
    melee_results.Seize,
    melee_results.Shaken,
    melee_results.TakeGuns,
    meleeing.MeleePhase,
    moving.Form,
    moving.MovementPhase,
    moving.Moving,
    moving.Step,
    overstacked.EndCombat,
    overstacked.EndMovement,
    overstacked.Overstacked,
    promotion.FillPosts,
    promotion.PickHeir,
    promotion.Promote,
    promotion.RecrewPhase,
    promotion.Succeed,
    promotion.TakePost,
    rally.RallyFree,
    rally.RallyPhase,
    rally.Unpin,
    retreat.ContinueRetreat,
    retreat.Displace,
    retreat.EndRetreat,
    retreat.EnterRetreat,
    retreat.LeadersFollow,
    retreat.Retreat,
    sequence.BeginCommand,
    sequence.BeginMovement,
    sequence.BeginPhase,
    sequence.BeginTurn,
    sequence.EndTurn,
    sequence.PlayTurn,
)


class SeriesSystem(MapSystem[S]):
    """What every battle of the series shares."""

    game: ClassVar[Game]
    steps = STEPS
    #: The exclusive rules of the battle, in the order they are asked.
    rules: ClassVar[tuple[Rules[Any], ...]] = ()
    #: Every phase by its letter; a battle may add its own. [gbacw:4.0.26]
    phases: ClassVar[Mapping[str, Phase[[Any, str]]]] = sequence.PHASES
    display = "longroll.systems.gbacw.display:SeriesDisplay"
    terminal = "longroll.systems.gbacw.terminal:SeriesTerminal"
    players = "longroll.ai.gbacw:LEVELS"
    rulebooks: tuple[Traversable, ...] = (files("longroll.rulebooks") / "gbacw.tsv",)
    verbs = VERBS
    gestures = GESTURES
    directions = DEGREES
    #: The kinds of data file this battle reads.
    kinds: ClassVar[tuple[datafiles.Kind, ...]] = datafiles.KINDS

    def __init__(self) -> None:
        self.game.register((reaction.RULES, *self.rules), self.phases)

    def fresh(self, scenario: str, options: BaseOptions) -> S:
        """Every counter off the map, nothing on the agenda."""
        assert isinstance(options, Options)
        game = self.game
        state = self.state(
            scenario=scenario,
            options=options,
            units=[fresh_unit(piece) for piece in game.roster.pieces],
            stacks={side: {} for side in game.sides},
            brigades={
                id: BrigadeState(limit=brigade.first_day, division=brigade.division)
                for id, brigade in game.roster.brigades.items()
            },
        )
        state.index()
        return state

    def out_of_turn(self, state: S, choice: Choice) -> Refusal:
        """Every action has its phase. [gbacw:4.0.1]"""
        now = state.agenda[-1].question(state)
        phase = self.game.phases.get(state.phase)
        title = f"the {phase.title}" if phase else "this moment"
        return Refusal("gbacw:4.0.1", f"{choice.verb!r} is not possible in {title}: {now}")

    def firepower(self, state: S, choice: Choice) -> Firepower | None:
        match state.agenda[-1], choice.verb, choice.objects:
            case FirePhase() as ask, "fire", (hex,) if hex in state.game.grid:
                return firepower(state, ask, hex)
        return None

    def grid(self, state: S) -> Grid:
        return state.game.grid

    def hex_of(self, state: S, unit: int) -> Hex:
        return state.hex_of(unit)

    def facts(self, state: S, side: str) -> Facts:
        """What is open to both sides; battles with secrets add to it."""
        return view.facts(state)

    def check_file(self, name: str, text: str) -> list[str] | None:
        return datafiles.check(name, text, self.kinds)

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
            "counter": game.roster.number,
            "brigade": game.roster.brigades,
            "phase": game.phases,
        }

    def faults(self, state: S) -> Iterator[str]:
        return position.position_faults(state)
