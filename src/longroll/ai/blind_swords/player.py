"""A player for the series, either side, from rules of thumb.

Attackers take the cheapest way to the weakest of the ground that counts, go next to the enemy
only where an assault promises something, and fire at what it hurts most. Defenders hold their
posts, send reserves where they are needed, and strike back at ground they have lost.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

from longroll.ai.blind_swords import fog_of_war, guns, hand
from longroll.ai.blind_swords.aims import Aims
from longroll.ai.blind_swords.chances import best_assault, chance_of_assault, harm_of_fire
from longroll.ai.blind_swords.doctrine import Doctrine
from longroll.ai.blind_swords.ground import gap
from longroll.ai.blind_swords.plans import FAIR_CHANCE, GOOD_CHANCE, Plan
from longroll.ai.seat import Seat, Thought
from longroll.board.hex import Hex
from longroll.board.hex.paths import path_to
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, choice
from longroll.kernel.dice import Dice
from longroll.systems.blind_swords import cohesion, fire, firing, morale, stacking, steps, ways
from longroll.systems.blind_swords.activation import GiveOrder
from longroll.systems.blind_swords.artillery_phase import ArtilleryStep, Guns
from longroll.systems.blind_swords.assaulting import Assaulting, AssaultStep
from longroll.systems.blind_swords.chit_draw import ActivateAny, ActivateBrigade
from longroll.systems.blind_swords.close_combat import Advance
from longroll.systems.blind_swords.combat import ARTILLERY, FIRE, Volley
from longroll.systems.blind_swords.command_decision import ChooseKey
from longroll.systems.blind_swords.event_actions import SendUnits
from longroll.systems.blind_swords.event_chits import Window
from longroll.systems.blind_swords.firing import FireGroup, FireStep
from longroll.systems.blind_swords.fog_of_war import Chaos, Wayward
from longroll.systems.blind_swords.moving import MoveStep, Moving
from longroll.systems.blind_swords.opportunity_fire import OpportunityFire
from longroll.systems.blind_swords.rallying import RallyStep
from longroll.systems.blind_swords.retreat import Retreat
from longroll.systems.blind_swords.state import State

#: What to answer if nothing better is known, by verb.
_BLIND = (
    "always",
    "resolve",
    "all",
    "commit",
    "draw",
    "recover",
    "rebuild",
    "pass",
    "stop",
    "done",
)
#: What a fire must promise to be worth a step of the Artillery Phase.
_WORTH_FIRING = 0.02
#: Turns up to which a battle is short.
_SHORT = 6

Answer = Callable[[Any, Seat, Any, Any], Thought]
Answers = dict[type[Any], Answer]


def moment(state: State, side: str) -> tuple[int, str] | None:
    """The turn, and the activation of a brigade of the side."""
    brigade = state.active.brigade if state.active else ""
    if brigade and state.game.roster.brigades[brigade].side != side:
        return None
    return state.turn, brigade


class BlindSwordsPlayer:
    """Answers from what its side sees; the same seed gives the same answers."""

    def __init__(self, seed: int | str, doctrine: Doctrine, aims: Aims) -> None:
        self.chance = Random(seed)
        self._aims = aims
        self._doctrine = doctrine
        self._moment: tuple[Any, ...] = ()
        self._plan: Plan | None = None
        self._stayed: set[int] = set()
        self._steps: list[Hex] = []
        self._mover = -1
        self._hits = 0

    def choose(self, seat: Seat) -> Thought:
        state: State = seat.seen
        moment = (state.turn, state.phase, seat.side, state.active and state.active.brigade)
        if moment != self._moment:
            self._moment, self._plan = moment, None
            self._stayed, self._steps, self._mover = set(), [], -1
        if len(seat.choices) == 1:
            return Thought(seat.choices[0], "there is nothing else to do")
        ask = state.agenda[-1]
        answer: Answer = self.answers.get(type(ask), BlindSwordsPlayer.blind)
        thought = answer(self, seat, state, ask)
        if thought.choice not in seat.choices:
            return self.blind(seat, state, ask)
        return thought

    def plan(self, state: State, side: str) -> Plan:
        if self._plan is None:
            self._plan = Plan(state, side, self._aims, self._doctrine)
        return self._plan

    def blind(self, seat: Seat, state: State, ask: Any) -> Thought:
        """Used if no rule of thumb applies: the plainest answer."""
        for verb in _BLIND:
            for one in seat.choices:
                if one.verb == verb:
                    return Thought(one, "as is usual")
        ends = [one for one in seat.choices if one.verb == "done"]
        return Thought((ends or seat.choices)[0], "one as good as another")

    # Chits

    def _key(self, seat: Seat, state: State, ask: ChooseKey) -> Thought:
        best = min(seat.choices, key=lambda one: (hand.wanted(one.object), one.object))
        return Thought(best, "the event it can use best")

    def _window(self, seat: Seat, state: State, ask: Window) -> Thought:
        best = hand.best_play(state, ask, self.plan(state, ask.side), [*seat.choices])
        if best is not None:
            return Thought(best, "now is the time for it")
        return Thought(choice("pass"), "not now")

    def _activate(self, seat: Seat, state: State, ask: ActivateBrigade | ActivateAny) -> Thought:
        """The brigade nearest to the fight; clarity for one that is about to assault."""
        enemy: str = state.game.enemy[ask.side]

        def nearness(brigade: str) -> float:
            units = state.brigade_units(brigade)
            if not units:
                return 98.0
            near = min(gap(state, state.hex_of(unit), enemy) for unit in units)
            return near - 0.02 * sum(float(morale.strength(state, unit)) for unit in units)

        best = min({one.object for one in seat.choices}, key=lambda one: (nearness(one), one))
        clear = choice("clarity", best)
        # Where few chits are drawn none should be lost; in a long battle it waits for the assault.
        soon = state.setting.turns <= _SHORT or state.turn >= state.setting.turns // 2
        if clear in seat.choices and (nearness(best) <= 2 or soon):
            return Thought(clear, "this one must not fail")
        return Thought(choice("activate", best), "it is nearest to the fight")

    def _order(self, seat: Seat, state: State, ask: GiveOrder) -> Thought:
        assert state.active is not None
        order, why = self.plan(state, seat.side).order(state, state.active.brigade)
        return Thought(choice("order", order), why)

    # Fog of War

    def _chaos(self, seat: Seat, state: State, ask: Chaos) -> Thought:
        worst = fog_of_war.worst_hex(state, self.plan(state, seat.side), seat.choices)
        return Thought(worst, "they are the greatest danger")

    def _wayward(self, seat: Seat, state: State, ask: Wayward) -> Thought:
        best = fog_of_war.best_stray(state, self.plan(state, seat.side), seat.choices)
        if best is None:
            return Thought(choice("pass"), "nobody would be worse off elsewhere")
        return Thought(best, "it is in the way there")

    # Fire

    def _volley(self, state: State, side: str, hex: Hex, units: list[int], kind: str) -> float:
        """The most harm that units of one hex can do to another."""
        best = 0.0
        places: dict[Hex, list[int]] = {}
        for unit in units:
            if not any(firing.bars_to_join(state, unit, hex, kind)):
                places.setdefault(state.hex_of(unit), []).append(unit)
        targets = fire.targets_of(state, side, hex)
        for group in places.values():
            volley = Volley(side, hex, kind, tuple(group), targets)
            best = max(best, harm_of_fire(state, volley))
        return best * (1.3 if hex in self.plan(state, side).worth else 1.0)

    def _fire(self, seat: Seat, state: State, ask: FireStep) -> Thought:
        assert state.active is not None
        units = state.brigade_units(state.active.brigade)
        best, most = None, 0.0
        for one in seat.choices:
            if one.verb == "fire":
                harm = self._volley(state, ask.side, one.object, units, FIRE)
                if harm > most:
                    best, most = one, harm
        if best is None:
            return Thought(choice("done"), "no fire would hurt")
        return Thought(best, "that hurts most")

    def _group(self, seat: Seat, state: State, ask: FireGroup) -> Thought:
        for verb in ("all", "resolve"):
            if choice(verb) in seat.choices:
                return Thought(choice(verb), "all together")
        return self.blind(seat, state, ask)

    def _batteries(self, seat: Seat, state: State, ask: ArtilleryStep) -> Thought:
        entering = [one for one in seat.choices if one.verb == "enter"]
        if entering:
            return Thought(entering[0], "onto the field")
        best, most = None, -1.0
        for one in seat.choices:
            if one.verb != "guns":
                continue
            stack = state.stack(one.object, ask.side)
            battery = [unit for unit in stack if state.arm(unit) == "artillery"]
            harm = max(
                (
                    self._volley(state, ask.side, hex, battery, ARTILLERY)
                    for hex in firing.targets(state, battery, ARTILLERY)
                ),
                default=0.0,
            )
            if harm > most:
                best, most = one, harm
        if best is None:
            return Thought(choice("pass"), "no guns left")
        return Thought(best, "these guns can do most")

    def _guns(self, seat: Seat, state: State, ask: Guns) -> Thought:
        battery = [unit for unit in ask.units if state.hex_of(unit)]
        for one in seat.choices:
            if one.verb == "move" and self._seize(state, ask.side, one.object):
                return Thought(one, "nobody holds that ground")
        best, most = None, _WORTH_FIRING
        for one in seat.choices:
            if one.verb == "fire":
                harm = self._volley(state, ask.side, one.object, battery, ARTILLERY)
                if harm > most:
                    best, most = one, harm
        if best is not None:
            return Thought(best, "that hurts most")
        for verb in ("recover", "resupply", "rebuild"):
            for one in seat.choices:
                if one.verb == verb:
                    return Thought(one, "to be ready again")
        for one in seat.choices:
            if one.verb == "move":
                unit = state.game.roster.number[one.object]
                if unit not in self._stayed and self._set_out(state, ask.side, (unit,)):
                    return Thought(one, "to where they can fire")
                self._stayed.add(unit)
        return Thought(choice("done"), "in a good place")

    def _seize(self, state: State, side: str, name: str) -> bool:
        """Plan the way of guns to ground that they can take; whether there is any."""
        unit = state.game.roster.number[name]
        found = ways.ways_of(state, steps.Group((unit,), right=steps.BY_PHASE))
        places = [hex for hex in found if self._may_end(state, (unit,), hex)]
        goal = guns.seizes(state, self.plan(state, side), unit, places)
        if goal is None:
            return False
        self._steps, self._mover = list(path_to(found, goal)[1:]), unit
        return True

    # Movement

    def _set_out(self, state: State, side: str, units: tuple[int, ...], event: str = "") -> bool:
        """Plan the way of a unit; whether it goes anywhere."""
        unit = units[0]
        is_gun = state.arm(unit) == "artillery"
        right = event or (steps.BY_PHASE if is_gun else steps.BY_ORDER)
        found = ways.ways_of(state, steps.Group(units, right=right))
        here, plan = state.hex_of(unit), self.plan(state, side)
        goal = self._gun_place(state, plan, unit, found) if is_gun else None
        if goal is None and not is_gun:
            goal = max(
                (hex for hex in found if self._may_end(state, units, hex) or hex == here),
                key=lambda hex: (plan.place_worth(state, unit, hex) + 0.6 * (hex == here), hex),
            )
        if goal is None or goal == here:
            return False
        self._steps, self._mover = list(path_to(found, goal)[1:]), unit
        self._hits = state.units[unit].hits
        return True

    def _may_end(self, state: State, units: tuple[int, ...], hex: Hex) -> bool:
        """Whether there is room; nobody else can be trusted to leave in time."""
        side = state.side_of(units[0])
        return not any(steps.bars_to_end(state, steps.Group(units), hex)) and not any(
            stacking.bars_to_stay(state, hex, side, units)
        )

    def _gun_place(self, state: State, plan: Plan, unit: int, found: Any) -> Hex | None:
        places = [hex for hex in found if self._may_end(state, (unit,), hex)]
        return guns.nearer(state, plan, unit, places, self._doctrine.guns)

    def _move(self, seat: Seat, state: State, ask: MoveStep) -> Thought:
        entering = [one for one in seat.choices if one.verb == "enter"]
        if entering:
            return Thought(entering[0], "onto the field")
        plan = self.plan(state, ask.side)
        number = state.game.roster.number
        movers = [number[one.object] for one in seat.choices if one.verb == "move"]
        movers.sort(key=lambda unit: (plan.way(state.hex_of(unit)), unit))
        for unit in movers:
            if unit in self._stayed:
                continue
            self._stayed.add(unit)
            if self._set_out(state, ask.side, (unit,)):
                return Thought(state.game.moves[unit], "closer to where it is needed")
        return Thought(choice("done"), "everybody is in place")

    def _send(self, seat: Seat, state: State, ask: SendUnits) -> Thought:
        for one in seat.choices:
            if one.verb == "move":
                unit = state.game.roster.number[one.object]
                if unit not in self._stayed:
                    self._stayed.add(unit)
                    self._steps, self._mover = [], -1
                    return Thought(one, "a handsome movement")
        return Thought(choice("done"), "that is all")

    def _moving(self, seat: Seat, state: State, ask: Moving) -> Thought:
        unit = ask.units[0]
        hits = state.units[unit].hits
        if self._mover != unit or hits > self._hits:
            # A unit that has just come on, that an event moves, or that suffered on the way.
            self._steps, self._mover, self._hits = [], unit, hits
            found = ways.ways_of(state, ask.group)
            plan, here = self.plan(state, ask.side), state.hex_of(unit)
            goal = max(
                found, key=lambda hex: (plan.place_worth(state, unit, hex) + (hex == here), hex)
            )
            if goal != here:
                self._steps = list(path_to(found, goal)[1:])
        here = state.hex_of(unit)
        while self._steps and self._steps[0] == here:
            self._steps.pop(0)
        if self._steps:
            for verb in ("column", "to"):
                step = choice(verb, self._steps[0])
                if step in seat.choices:
                    self._steps.pop(0)
                    return Thought(step, "on the way")
            self._steps = []
        if choice("stop") in seat.choices:
            return Thought(choice("stop"), "here")
        ahead = [one for one in seat.choices if one.verb == "to"]
        if ahead:
            return Thought(self.chance.choice(ahead), "it cannot stay here")
        return self.blind(seat, state, ask)

    # Close combat

    def _assault(self, seat: Seat, state: State, ask: AssaultStep) -> Thought:
        plan = self.plan(state, ask.side)
        best: Choice | None = None
        most = 0.0
        granted = bool(ask.units)
        mine = [*ask.units] or state.brigade_units(state.active.brigade if state.active else "")
        for target in sorted({one.object for one in seat.choices if one.verb == "assault"}):
            chance, assault = best_assault(state, ask.side, target, mine, granted)
            least = FAIR_CHANCE if target in plan.worth or granted else GOOD_CHANCE
            if assault is None or chance < self._doctrine.nerve * least:
                continue
            # Whoever wins has to advance.
            in_start = [unit for unit in assault.units if state.hex_of(unit) == assault.start]
            if target not in plan.worth and any(plan.holds_alone(state, u) for u in in_start):
                continue
            worth = chance * (2.0 if target in plan.worth else 1.0)
            said = choice("assault", target, assault.start)
            if worth > most and said in seat.choices:
                best, most = said, worth
        if best is None:
            return Thought(choice("done"), "no assault promises enough")
        return Thought(best, "there it may break through")

    def _assaulting(self, seat: Seat, state: State, ask: Assaulting) -> Thought:
        if choice("charge") in seat.choices:
            return Thought(choice("charge"), "at the gallop")
        now = chance_of_assault(state, ask.assault)
        for one in seat.choices:
            if one.verb == "flank":
                trial: State = state.copy()
                ask.answer(trial, one, Umpire(Dice()))  # it rolls nothing
                if chance_of_assault(state, trial.agenda[-1].assault) > now:
                    return Thought(one, "from two sides")
        return Thought(choice("commit"), "at them")

    def _advance(self, seat: Seat, state: State, ask: Advance) -> Thought:
        coming = [one for one in seat.choices if one.verb == "advance"]
        number = state.game.roster.number
        plan = self.plan(state, ask.side)
        if coming and (choice("done") not in seat.choices or ask.assault.hex in plan.worth):
            best = max(
                coming,
                key=lambda one: (cohesion.rating(state, number[one.object]), one.object),
            )
            return Thought(best, "that ground is worth having")
        return Thought(choice("done"), "enough are there")

    # What befalls it

    def _opportunity(self, seat: Seat, state: State, ask: OpportunityFire) -> Thought:
        return Thought(choice("always"), "nobody leaves unhurt")

    def _fall_back(self, seat: Seat, state: State, ask: Retreat) -> Thought:
        enemy: str = state.game.enemy[seat.side]
        best = max(seat.choices, key=lambda one: (gap(state, one.objects[-1], enemy), one.objects))
        return Thought(best, "farthest from the enemy")

    def _rally(self, seat: Seat, state: State, ask: RallyStep) -> Thought:
        for verb in ("rebuild", "recover"):
            tries = [one for one in seat.choices if one.verb == verb]
            if tries:
                return Thought(tries[0], "to be ready again")
        return Thought(choice("done"), "nobody left to rally")

    answers: ClassVar[Answers] = {
        ActivateAny: _activate,
        ActivateBrigade: _activate,
        Advance: _advance,
        ArtilleryStep: _batteries,
        Assaulting: _assaulting,
        AssaultStep: _assault,
        Chaos: _chaos,
        ChooseKey: _key,
        FireGroup: _group,
        FireStep: _fire,
        GiveOrder: _order,
        Guns: _guns,
        MoveStep: _move,
        Moving: _moving,
        OpportunityFire: _opportunity,
        RallyStep: _rally,
        Retreat: _fall_back,
        SendUnits: _send,
        Wayward: _wayward,
        Window: _window,
    }
