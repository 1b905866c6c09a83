"""What each unit could be told, and what it is worth to its side."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from longroll.ai.honor_glory.doctrine import USUAL, Doctrine
from longroll.ai.honor_glory.drills import foreseen
from longroll.ai.honor_glory.marches import marches, places_of
from longroll.ai.honor_glory.rides import is_guarded, rides
from longroll.ai.honor_glory.shots import shots
from longroll.ai.honor_glory.thinking import Idea, declare, is_at_stake, is_late
from longroll.miniatures.standing import gap
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.morale import Versus
from longroll.systems.honor_glory.play import closing, field
from longroll.systems.honor_glory.play.rulebook import RULEBOOK
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import rate
from longroll.systems.honor_glory.table.chances import chances
from longroll.systems.honor_glory.words import REGIMENTS

#: Nobody charges with less than this chance of going in.
_LEAST_CHARGE = 0.5
#: What a charge may be short of its mark, in hundredths: the dice make up for it.
_BY_DICE = {"infantry": 2 * CM, "dismounted_cavalry": 2 * CM, "cavalry": 5 * CM}


def ideas(state: State, side: str, doctrine: Doctrine = USUAL) -> Iterator[Idea]:
    """Everything that is worth a counter now."""
    if doctrine.foresight:
        state = foreseen(state)
    places = places_of(state, side, doctrine)
    for id in state.of_side(side):
        if id in state.declared or state.opponent_of(id) is not None:
            continue
        unit = state.units[id]
        if unit.morale == "routing":
            worth = 4.0 + unit.mp / 10
            yield Idea(worth, declare(id, "rally"), "it must not leave the field")
        elif unit.morale == "rallying":
            yield Idea(3.0, declare(id, "rest"), "it will fight again")
        elif unit.morale == "formed":
            yield from shots(state, id, doctrine)
            yield from _charges(state, id)
            if not any(is_guarded(one, doctrine) for one in state.with_unit(id).values()):
                yield from marches(state, id, places.get(id), doctrine)
    yield from rides(state, side, doctrine)


def _charges(state: State, id: str) -> Iterator[Idea]:
    """A charge that will probably go home, with support, against somebody who will probably not
    wait for it."""
    unit = state.units[id]
    if unit.arm not in REGIMENTS or unit.mp < 3:
        return
    reach = (rate(unit.mover) or 0) + _BY_DICE[unit.arm]
    facts = field.facts(state, id)
    for target in state.enemies_of(unit.side):
        other = state.units[target]
        if gap(RULEBOOK, unit, other) > reach:
            continue
        if next(closing.bars_to_charge_at(state.fresh(), id, target), None) is not None:
            continue
        goes = float(chances("charge", facts).get("charge", Fraction(0)))
        versus: Versus = "cavalry" if unit.arm == "cavalry" else "infantry"
        answer = chances("receive_charge", field.facts(state, target), versus)
        flees = float(sum(answer.get(one, Fraction(0)) for one in ("rout", "withdraw")))
        stake = is_at_stake(state, target)
        late = stake and is_late(state)
        if goes < (_LEAST_CHARGE / 2 if late else _LEAST_CHARGE):
            continue
        friends = sum(field.touching(state, id, one) for one in state.of_side(unit.side)) - 1
        weak = 0.6 if field.struck_from(state, id, target) != "front" else 0.0
        guns = 1.0 if other.arm == "artillery" else 0.0
        worth = (
            1.2
            + goes * (flees + 0.3 * min(2, friends) + weak + guns) * 2
            + 0.5 * stake
            + 1.5 * late
        )
        yield Idea(worth, declare(id, "charge", target), "they will not stand")
