"""A player for the series, either side, from rules of thumb.

Brigades go together for the ground that counts, stay in command, fire at what it hurts most, and
close in where the odds are good; a side that has only to hold keeps to its works, and brigades
near the end of their strength keep out of the fight.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

from longroll.ai.gbacw import trains
from longroll.ai.gbacw.aims import MIDDLE, Aims
from longroll.ai.gbacw.doctrine import USUAL, Doctrine
from longroll.ai.gbacw.fighting import best_attackers, differential, fire_worth, odds_against
from longroll.ai.gbacw.goals import Orders
from longroll.ai.gbacw.ground import FAR, cover, way_to
from longroll.ai.gbacw.moves import Marching
from longroll.ai.gbacw.orders import orders_for
from longroll.ai.seat import Seat, Thought
from longroll.board.hex import Hex
from longroll.kernel.decision import choice
from longroll.systems.gbacw import command
from longroll.systems.gbacw.ammunition import ResupplyPhase
from longroll.systems.gbacw.before_melee import Advance, GiveWay
from longroll.systems.gbacw.command_phase import CommandPhase
from longroll.systems.gbacw.declaring import DeclarePhase, Declaring
from longroll.systems.gbacw.firing import Attack, FirePhase
from longroll.systems.gbacw.melee_results import MeleeLosses
from longroll.systems.gbacw.meleeing import MeleePhase
from longroll.systems.gbacw.moving import MovementPhase, Moving
from longroll.systems.gbacw.rally import RallyPhase
from longroll.systems.gbacw.retreat import Retreat
from longroll.systems.gbacw.state import State

#: By how much better the odds must be for which works are left.
SALLY = 2
#: What to answer if nothing better is known, by verb.
_BLIND = (
    "always",
    "historical",
    "default",
    "rest",
    "commit",
    "resolve",
    "all",
    "stand",
    "keep",
    "stay",
    "accept",
    "done",
)


#: How each question is answered, by its type.
Answer = Callable[[Any, Seat, Any, Any], Thought]
Answers = dict[type[Any], Answer]


def moment(state: State, side: str) -> int | None:
    """The side's own Player-Turn."""
    return state.turn if state.phasing == side else None


class GbacwPlayer:
    """Answers from what its side sees; the same seed gives the same answers."""

    def __init__(self, seed: int | str, doctrine: Doctrine = USUAL, aims: Aims = MIDDLE) -> None:
        self.chance = Random(seed)
        self._aims = aims
        self._doctrine = doctrine
        self._phase: tuple[int, str, str, str] = (0, "", "", "")
        self._orders: Orders | None = None
        self._marching: Marching | None = None
        self._moved: set[int] = set()
        self._steps: list[str] = []
        self._unit = -1
        #: Hexes passed through because there was no place to stop.
        self._crossed: set[Hex] = set()
        self._worths: dict[Hex, float] = {}

    def choose(self, seat: Seat) -> Thought:
        state: State = seat.seen
        self._begin_phase(state, seat.side)
        if len(seat.choices) == 1:
            return Thought(seat.choices[0], "there is nothing else to do")
        ask = state.agenda[-1]
        answer: Answer = self.answers.get(type(ask), GbacwPlayer.blind)
        thought = answer(self, seat, state, ask)
        if thought.choice not in seat.choices:
            return self.blind(seat, state, ask)
        return thought

    def _begin_phase(self, state: State, side: str) -> None:
        phase = (state.turn, state.phasing, state.phase, side)
        if phase != self._phase:
            self._phase = phase
            self._orders = None
            self._marching = None
            self._moved = set()
            self._steps = []
            self._unit = -1
            self._crossed = set()
            self._worths = {}

    def blind(self, seat: Seat, state: State, ask: Any) -> Thought:
        """Used if no rule of thumb applies: the plainest answer."""
        for verb in _BLIND:
            for one in seat.choices:
                if one.verb == verb:
                    return Thought(one, "as is usual")
        return Thought(seat.choices[0], "one as good as another")

    # Command and movement

    def _command(self, seat: Seat, state: State, ask: CommandPhase) -> Thought:
        best, most = None, 0
        for one in seat.choices:
            if one.verb != "extend":
                continue
            brigade = one.objects[1]
            inside = command.in_radius(state, brigade)
            leader = command.commander(state, brigade)
            if leader is None:
                continue
            reach = command.radius(state, brigade) + 1
            gained = sum(
                hex not in inside and state.game.grid.distance(hex, state.hex_of(leader)) == reach
                for unit in state.game.roster.of_brigade[brigade]
                if (hex := state.hex_of(unit))
            )
            if gained > most:
                best, most = one, gained
        if best is None:
            return Thought(choice("done"), "nobody would be helped by a longer reach")
        return Thought(best, f"{most} more in command")

    def _ordered(self, state: State, side: str) -> Orders:
        if self._orders is None:
            self._orders = orders_for(self._aims, state, side, self._doctrine)
        return self._orders

    def _march(self, state: State, side: str) -> Marching:
        if self._marching is None:
            self._marching = Marching(state, side, self._ordered(state, side), self._doctrine)
        return self._marching

    def _move(self, seat: Seat, state: State, ask: MovementPhase) -> Thought:
        entering = [one for one in seat.choices if one.verb == "enter"]
        if entering:
            coming = state.piece(state.game.roster.number[entering[0].object])
            if self._orders and coming.brigade not in self._orders.goals:
                self._orders = self._marching = None  # a new brigade may have no orders yet
            return Thought(entering[0], "onto the field")
        marching = self._march(state, ask.side)
        offered = {one.object: one for one in seat.choices if one.verb == "move"}
        for unit in marching.order(state):
            id = state.piece(unit).id
            if unit in self._moved or id not in offered:
                continue
            self._moved.add(unit)
            steps = trains.steps(marching, state, unit)
            if steps:
                self._steps, self._unit = steps, unit
                return Thought(offered[id], "to keep the brigade together")
        return Thought(choice("done"), "everybody is in place")

    def _moving(self, seat: Seat, state: State, ask: Moving) -> Thought:
        offered = {str(one): one for one in seat.choices}
        if self._unit not in ask.group:
            # A unit that has just entered.
            self._unit = ask.group[0]
            self._moved.add(self._unit)
            self._crossed = set()
            self._steps = trains.steps(self._march(state, ask.side), state, self._unit)
        while self._steps:
            step = self._steps.pop(0)
            if step in offered:
                return Thought(offered[step], "as planned")
            if step.startswith("to "):
                self._steps = [one for one in self._steps if one.startswith("face")]
        if "stop" in offered:
            return Thought(offered["stop"], "far enough")
        return self._go_on(seat, state)

    def _go_on(self, seat: Seat, state: State) -> Thought:
        """Some may not stop where they are: on towards ground that counts, never in a circle."""
        worth = self._aims.worth(state)
        goal = max(worth, key=lambda hex: (worth[hex], hex))
        ways = way_to(state.game, goal, "infantry_column")
        steps = [one for one in seat.choices if one.verb == "to"]
        steps = [one for one in steps if one.object not in self._crossed] or steps
        if not steps:
            return Thought(self.chance.choice(seat.choices), "there is no staying here")
        best = min(steps, key=lambda one: (ways.get(one.object, FAR), one.object))
        self._crossed.add(best.object)
        return Thought(best, "there is no staying here")

    # Fire and melee

    def _fire(self, seat: Seat, state: State, ask: FirePhase) -> Thought:
        targets = [one.object for one in seat.choices if one.verb == "fire"]
        clearing = next((one for one in seat.choices if one.verb == "unfoul"), None)
        if clearing is not None:
            return Thought(clearing, "fouled guns are no use")
        for hex in targets:
            if hex not in self._worths:
                self._worths[hex] = fire_worth(state, ask.side, hex, ask.kind)
        best = max(targets, key=lambda hex: (self._worths[hex], hex), default=None)
        if best is None or self._worths[best] <= 0.05:
            return Thought(choice("done"), "no target worth a round")
        worth = self._worths[best]
        self._worths = {
            hex: value
            for hex, value in self._worths.items()
            if state.game.grid.distance(hex, best) > 6
        }
        return Thought(choice("fire", best), f"{worth:.2f} points of harm to expect at {best}")

    def _attack(self, seat: Seat, state: State, ask: Attack) -> Thought:
        number = state.game.roster.number
        for one in seat.choices:
            if one.verb != "rapid" or self._doctrine.rapid > state.units[number[one.object]].rounds:
                continue
            return Thought(one, "canister, as fast as they can load")
        for verb in ("always", "all", "resolve"):
            if choice(verb) in seat.choices:
                return Thought(choice(verb), "every musket that bears")
        return Thought(seat.choices[0], "fire")

    def _declare(self, seat: Seat, state: State, ask: DeclarePhase) -> Thought:
        orders = self._ordered(state, ask.side)
        lost = self._lost(state, ask.side)
        best, most = None, self._doctrine.good_odds - 1
        for one in seat.choices:
            if one.verb == "melee":
                group = best_attackers(state, ask.side, one.object, orders.resting)
                odds = differential(state, ask.side, one.object, group)
                if odds is None or odds <= most:
                    continue
                # A side that only has to hold leaves its ground for lost ground or an easy target.
                goes = any(orders.attacks(state.piece(unit).brigade) for unit in group)
                if goes or odds >= self._doctrine.good_odds + SALLY or one.object in lost:
                    best, most = one, odds
        if best is None:
            return Thought(choice("done"), "no melee promises enough")
        return Thought(best, f"the differential would be {most:+d}")

    def _join(self, seat: Seat, state: State, ask: Declaring) -> Thought:
        orders = self._ordered(state, ask.side)
        offered = {str(one): one for one in seat.choices}
        for unit in best_attackers(state, ask.side, ask.hex, orders.resting):
            id = state.piece(unit).id
            if unit in ask.attackers:
                continue
            if f"charge {id}" in offered:
                return Thought(offered[f"charge {id}"], "at the gallop")
            if f"with {id}" in offered:
                return Thought(offered[f"with {id}"], "as many as can go in together")
        for one in seat.choices:
            if one.verb == "with" and state.piece(state.game.roster.number[one.object]).grade:
                return Thought(one, "a leader counts for a point")
        return Thought(offered.get("commit", seat.choices[0]), "at them")

    def _give_way(self, seat: Seat, state: State, ask: GiveWay) -> Thought:
        return self.stand_or_go(seat, state, ask.hex)

    def stand_or_go(self, seat: Seat, state: State, hex: Hex) -> Thought:
        """Men in the open do not wait for an attack they cannot withstand; garrisons do."""
        going = [one for one in seat.choices if one.verb == "retreat"]
        posts = self._ordered(state, seat.side).posts
        if going and hex not in posts and odds_against(state, hex) >= self._doctrine.bad_odds:
            return Thought(going[0], "this attack is too strong to wait for")
        ends = [one for one in seat.choices if one.verb in ("go", "stand")]
        return Thought((ends or seat.choices)[0], "the rest hold")

    def _advance(self, seat: Seat, state: State, ask: Advance) -> Thought:
        coming = [one for one in seat.choices if one.verb == "advance"]
        number = state.game.roster.number
        wanted = ask.hex in self._lost(state, ask.side)
        wanted = wanted or (
            self._ordered(state, ask.side).attack and cover(state.game, ask.hex) > 0
        )
        if not coming or not wanted or state.stack(ask.hex, ask.side):
            return Thought(choice("done"), "far enough")
        best = max(coming, key=lambda one: (state.units[number[one.object]].strength, one.object))
        return Thought(best, "that ground is worth having")

    def _lost(self, state: State, side: str) -> frozenset[Hex]:
        """Ground that counts and is not ours, although we only have to hold it."""
        return frozenset(self._aims.worth(state)) - self._aims.held_by(state, side)

    def _fight(self, seat: Seat, state: State, ask: MeleePhase) -> Thought:
        for one in seat.choices:
            if one.verb != "fight":
                continue
            mine = state.stack(one.object, ask.side)
            odds = differential(state, ask.side, one.object, mine) if mine else 0
            if odds is not None and odds >= 0:
                return Thought(one, "the fight is ours to win")
            leave = choice("leave", one.object)
            if leave in seat.choices:
                return Thought(leave, "this fight is lost")
            return Thought(one, "it has to be fought")
        return Thought(choice("done"), "no melee left")

    def _lose(self, seat: Seat, state: State, ask: MeleeLosses) -> Thought:
        strongest = max(
            seat.choices,
            key=lambda one: (
                state.units[state.game.roster.number.get(one.object, 0)].strength,
                one.object,
            ),
        )
        return Thought(strongest, "the strongest can bear it")

    # The rest

    def _fall_back(self, seat: Seat, state: State, ask: Retreat) -> Thought:
        grid, enemy = state.game.grid, state.game.enemy[ask.side]
        hexes = [one for one in seat.choices if one.verb == "to"]
        if not hexes:
            return Thought(seat.choices[0], "there is no way back")
        foes = list(state.stacks[enemy])

        def safety(hex: Hex) -> int:
            return min((grid.distance(hex, foe) for foe in foes), default=0)

        best = max(hexes, key=lambda one: (safety(one.object), one.object))
        return Thought(best, "farthest from the enemy")

    def _supply(self, seat: Seat, state: State, ask: ResupplyPhase) -> Thought:
        return Thought(seat.choices[0], "an empty cartridge box is no use")

    def _rally(self, seat: Seat, state: State, ask: RallyPhase) -> Thought:
        units = [one for one in seat.choices if one.verb == "rally"]
        if not units:
            return Thought(choice("done"), "nobody left to rally")
        number = state.game.roster.number
        best = max(units, key=lambda one: (state.units[number[one.object]].strength, one.object))
        return Thought(best, "the strongest first")

    answers: ClassVar[Answers] = {
        Advance: _advance,
        Attack: _attack,
        CommandPhase: _command,
        DeclarePhase: _declare,
        Declaring: _join,
        FirePhase: _fire,
        GiveWay: _give_way,
        MeleeLosses: _lose,
        MeleePhase: _fight,
        MovementPhase: _move,
        Moving: _moving,
        RallyPhase: _rally,
        ResupplyPhase: _supply,
        Retreat: _fall_back,
    }
