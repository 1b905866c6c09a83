"""A player for The Assault on Stockade Redan, either side, from rules of thumb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from longroll.ai.seat import Seat, Thought
from longroll.ai.stockade import garrison, markers
from longroll.ai.stockade.confederate import ConfederateMoves
from longroll.ai.stockade.doctrine import USUAL, Doctrine
from longroll.ai.stockade.fighting import Volley, best_volley
from longroll.ai.stockade.orders import Order
from longroll.ai.stockade.plans import assign_ditches, assign_walls
from longroll.ai.stockade.union import UnionMoves
from longroll.board.hex import Hex
from longroll.kernel.decision import Choice, choice
from longroll.systems.stockade_redan.bombardment import CallOff, PlotBombardment
from longroll.systems.stockade_redan.bridging import DestroyBridges
from longroll.systems.stockade_redan.chaos_of_war import PlaceChaos
from longroll.systems.stockade_redan.fire import Attack, FirePhase
from longroll.systems.stockade_redan.hand_to_hand import ChooseLosses
from longroll.systems.stockade_redan.movement import MovementPhase, Moving
from longroll.systems.stockade_redan.roster import CONFEDERATE, NUMBER, ROSTER, UNION
from longroll.systems.stockade_redan.setup import ChooseOption, PlaceBridges, SetUp
from longroll.systems.stockade_redan.stacking import Overstacked
from longroll.systems.stockade_redan.state import State

#: Why the guns are to support the assault in this way.
_SUPPORT = {
    "1": "guns far off can bombard the redan throughout the assault",
    "2": "guns in close support hit what they aim at, and never our own",
}
#: Bridging markers kept back for the 30th Ohio in the second assault.
_HELD = 10


def moment(state: State, side: str) -> tuple[int, int]:
    """The turn of the assault."""
    return state.assault, state.turn


class StockadePlayer:
    """Answers from what its side sees; the same seed gives the same answers.

    What it remembers within a phase (who stays, where a moving unit goes) only saves work: after
    an undo, or in a battle it has never seen, it thinks again.
    """

    def __init__(self, seed: int | str, doctrine: Doctrine = USUAL) -> None:
        self._chance = Random(seed)
        self._doctrine = doctrine
        self._phase: tuple[int, int, int, str] = (0, 0, 0, "")
        self._stays: set[int] = set()
        self._goals: dict[int, Hex] = {}
        self._order: Order | None = None
        self._volley: Volley | None = None

    def choose(self, seat: Seat) -> Thought:
        state: State = seat.seen
        self._begin_phase(state, seat.side)
        ask = state.agenda[-1]
        thought = _ANSWERS[type(ask)](self, seat, state, ask)
        if thought.choice not in seat.choices:
            return Thought(seat.choices[-1], "nothing better in sight")
        return thought

    def _begin_phase(self, state: State, side: str) -> None:
        phase = (state.assault, state.turn, state.phase, side)
        if phase != self._phase:
            self._phase = phase
            self._stays = set()
            self._goals = {}
            self._order = None
            self._volley = None

    # Set-up

    def _choose_option(self, seat: Seat, state: State, ask: Any) -> Thought:
        option = self._doctrine.option or self._chance.choice(sorted(_SUPPORT))
        return Thought(choice("option", option), _SUPPORT[option])

    def _set_up(self, seat: Seat, state: State, ask: SetUp) -> Thought:
        places = [one for one in seat.choices if one.verb == "place"]
        if not places:
            return Thought(choice("historical"), "as it was in the battle")
        if ask.side == CONFEDERATE:
            hexes = {one.object: one for one in places}
            hex = garrison.post(state, ask.queue[0], hexes, self._chance)
            return Thought(hexes[hex], "the wall is manned, and the rest stay out of sight")
        worth = markers.set_up_worth(state, ask.queue[0])
        best = max(places, key=lambda one: (worth(one.object), one.object))
        return Thought(best, "as near the ditch as the start line allows")

    def _place_bridges(self, seat: Seat, state: State, ask: PlaceBridges) -> Thought:
        if ask.may_hold and ask.left <= _HELD:
            return Thought(choice("hold"), "the rest of the bridging is for the 30th Ohio")
        hexes = [one.object for one in seat.choices if one.verb == "bridge"]
        best = markers.bridge_host(state, hexes)
        return Thought(choice("bridge", best), "bridging where the companies have least of it")

    # Markers

    def _plot(self, seat: Seat, state: State, ask: PlotBombardment) -> Thought:
        worth = markers.bombardment_worth(state, ask.side)
        best = max(seat.choices, key=lambda one: (worth(one.object), one.object))
        what = "where their stacks stand thickest" if worth(best.object) > 0 else "clear of our men"
        return Thought(best, f"{worth(best.object):.2f} hits expected, {what}")

    def _call_off(self, seat: Seat, state: State, ask: Any) -> Thought:
        for one in seat.choices:
            if one.verb == "call-off" and state.stack(one.object, UNION):
                return Thought(one, "it would hit our own men")
        return Thought(choice("done"), "the rest may fall where plotted")

    def _chaos(self, seat: Seat, state: State, ask: PlaceChaos) -> Thought:
        worth = markers.chaos_worth(state, ask.side)
        hexes = [one for one in seat.choices if one.verb == "chaos"]
        best = max(hexes, key=lambda one: (worth(one.object), one.object), default=None)
        if best is None or worth(best.object) <= 0:
            return Thought(choice("done"), "nobody else worth stopping")
        if ask.side == UNION:
            return Thought(best, f"{best.object} can neither fire nor move")
        return Thought(best, f"{best.object} cannot get to the wall this turn")

    def _destroy(self, seat: Seat, state: State, ask: Any) -> Thought:
        return Thought(seat.choices[0], "one bridge fewer")

    # Movement

    def _move(self, seat: Seat, state: State, ask: MovementPhase) -> Thought:
        movable = [NUMBER[one.object] for one in seat.choices if one.verb == "move"]
        moves = self._moves(state, ask.side, movable)
        for unit in sorted((u for u in movable if u not in self._stays), key=moves.rank):
            order = moves.order(unit)
            lays = isinstance(moves, UnionMoves) and moves.rank(unit)[0] == 0
            if order is not None or lays:
                self._order = order
                reason = "to lay a bridge" if order is None or lays else order.reason
                return Thought(choice("move", ROSTER[unit].id), reason)
            self._stays.add(unit)
        return Thought(choice("done"), "everybody else stays")

    def _moves(self, state: State, side: str, movable: list[int]) -> UnionMoves | ConfederateMoves:
        if side == CONFEDERATE:
            return ConfederateMoves(state, movable, self._doctrine)
        if not self._goals:
            self._goals = assign_ditches(state, self._doctrine) | assign_walls(state)
        return UnionMoves(state, self._goals, movable, self._doctrine)

    def _moving(self, seat: Seat, state: State, ask: Moving) -> Thought:
        unit = ask.group[0]
        here = state.hex_of(unit)
        bridging = self._bridging(seat.choices, state.is_bridged(here))
        if bridging is not None and not ask.spent:
            self._order = None
            return bridging
        order = self._order
        if order is None or order.unit != unit or here not in order.way:
            order = None
            if not ask.spent and len(ask.group) == 1:
                order = self._moves(state, ask.side, [unit]).order(unit)
        self._order = order
        if order is None:
            self._stays.add(unit)
            return Thought(choice("stop"), "far enough")
        return Thought(choice("to", order.way[here]), order.reason)

    @staticmethod
    def _bridging(choices: Sequence[Choice], bridged: bool) -> Thought | None:
        for one in choices:
            if one.verb == "lay" and not bridged:
                return Thought(one, "a bridge over the ditch")
            if one.verb == "take" and not bridged:
                return Thought(one, "bridging for the ditch")
        return None

    # Combat

    def _fire(self, seat: Seat, state: State, ask: FirePhase) -> Thought:
        targets = [one.object for one in seat.choices if one.verb == "fire"]
        volley = best_volley(state, ask.side, targets, markers.fire_worth(state, ask.side))
        self._volley = volley
        if volley is None:
            return Thought(choice("done"), "no target left worth a shot")
        return Thought(
            choice("fire", volley.target),
            f"{len(volley.attackers)} at {volley.target}, hits on {volley.hits_on}",
        )

    def _attack(self, seat: Seat, state: State, ask: Attack) -> Thought:
        volley = self._volley
        if volley is None or volley.target != ask.target:
            whole = choice("all") if not ask.attackers else choice("resolve")
            return Thought(whole, "every musket that bears")
        wanted = set(volley.attackers)
        if not ask.attackers and len(wanted) > 1:
            able = {NUMBER[one.object] for one in seat.choices if one.verb == "add"}
            if able == wanted:
                return Thought(choice("all"), "every musket that bears")
        for unit in volley.attackers:
            if unit not in ask.attackers:
                return Thought(choice("add", ROSTER[unit].id), "his fire counts here")
        if volley.officer >= 0 and ask.officer < 0:
            return Thought(choice("support", ROSTER[volley.officer].id), "he improves the odds")
        return Thought(choice("resolve"), f"hits on {volley.hits_on}")

    def _lose(self, seat: Seat, state: State, ask: ChooseLosses | Overstacked) -> Thought:
        units = [NUMBER[one.object] for one in seat.choices]
        unit = markers.first_to_fall(state, ask.hex, ask.side, units)
        return Thought(choice("lose", ROSTER[unit].id), "the stack can spare it best")


_Answer = Callable[[StockadePlayer, Seat, State, Any], Thought]
_ANSWERS: dict[type[Any], _Answer] = {
    ChooseOption: StockadePlayer._choose_option,
    SetUp: StockadePlayer._set_up,
    PlaceBridges: StockadePlayer._place_bridges,
    PlotBombardment: StockadePlayer._plot,
    CallOff: StockadePlayer._call_off,
    PlaceChaos: StockadePlayer._chaos,
    DestroyBridges: StockadePlayer._destroy,
    MovementPhase: StockadePlayer._move,
    Moving: StockadePlayer._moving,
    FirePhase: StockadePlayer._fire,
    Attack: StockadePlayer._attack,
    ChooseLosses: StockadePlayer._lose,
    Overstacked: StockadePlayer._lose,
}
