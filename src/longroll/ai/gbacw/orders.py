"""When to attack, when to hold, and who rests."""

from __future__ import annotations

from longroll.ai.gbacw import goals
from longroll.ai.gbacw.aims import Aims, Worth
from longroll.ai.gbacw.doctrine import USUAL, Doctrine
from longroll.ai.gbacw.goals import Orders, attack_goals, brigades_of, is_spent
from longroll.board.hex import Hex
from longroll.systems.gbacw.state import State

#: Game-Turns before nightfall in which an attacker who has enough for the day stops.
DUSK = 3
#: Halves of a point by which he wants to exceed what would lose him the first day.
MARGIN = 3
#: The share of its brigades that an army needs fresh to go on attacking on its last day.
FRESH = 1 / 2


def calls_off(aims: Aims, state: State, side: str) -> bool:
    """Whether an attacker stops: the day is won or lost, and more would only cost men.

    A first day that would be lost by too few points is fought to its end.
    """
    tally = aims.tally(state)
    if tally is None:
        return False
    if state.turn <= tally.day_ends:
        enough = tally.points > tally.too_few + MARGIN
        return enough and state.turn > tally.day_ends - DUSK
    mine = list(brigades_of(state, side))
    fresh = sum(not is_spent(state, brigade) for brigade in mine)
    return fresh < FRESH * len(mine)


def orders_for(aims: Aims, state: State, side: str, doctrine: Doctrine = USUAL) -> Orders:
    """What a side means to do now."""
    worth, held = aims.worth(state), aims.held_by(state, side)
    spent = frozenset(b for b in brigades_of(state, side) if is_spent(state, b))
    everybody = frozenset(brigades_of(state, side))
    told = side == aims.attacker
    holding = frozenset(b for b in everybody if not doctrine.attacks(told, b))
    if holding == everybody:
        found = goals.defence_orders(state, side, worth, frozenset(worth) - held)
        return found._replace(resting=spent, posts=_posts(worth, held))
    if state.game.is_night(state.turn) or calls_off(aims, state, side):
        return Orders(False, {}, everybody, posts=held)
    chosen = attack_goals(state, side, worth, held, spent | holding)
    spread = frozenset(worth) if aims.is_spread(state) else frozenset()
    retiring: frozenset[str] = frozenset()
    if holding:
        waiting = goals.defence_orders(state, side, worth, frozenset(worth) - held)
        chosen |= {b: hex for b, hex in waiting.goals.items() if b in holding}
        retiring = waiting.retiring & holding
    return Orders(True, chosen, spent, retiring, held, spread, holding)


def _posts(worth: Worth, held: frozenset[Hex]) -> frozenset[Hex]:
    return frozenset(hex for hex in held if worth[hex] >= goals.INNER)
