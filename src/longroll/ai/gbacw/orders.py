"""When to attack, when to hold, and who rests."""

from __future__ import annotations

from longroll.ai.gbacw import goals
from longroll.ai.gbacw.goals import Orders, Worth, attack_goals, brigades_of, is_spent
from longroll.board.hex import Hex
from longroll.systems.corinth import outer_works
from longroll.systems.corinth.tables import TABLES
from longroll.systems.corinth.victory import Victory
from longroll.systems.gbacw.state import State

#: The side that has to come and take it, by system.
_ATTACKER = {"corinth": "confederate", "gbacw": "confederate"}
#: Game-Turns before nightfall in which an attacker who has enough for the day stops.
DUSK = 3
#: Halves of a point by which he wants to be over what loses him the first day.
MARGIN = 3
#: The part of its brigades that an army needs fresh to go on attacking on its last day.
FRESH = 1 / 2


def is_attacker(slug: str, state: State, side: str) -> bool:
    return _ATTACKER.get(slug, state.game.sides[0]) == side


def _score(state: State) -> int | None:
    """Halves of a point, where the battle keeps such a count."""
    if not isinstance(state.game, Victory) or state.scenario == outer_works.NAME:
        return None
    return sum(line.value for line in state.game.victory_lines(state))


def calls_off(state: State, side: str) -> bool:
    """Whether an attacker lets it be: the day is won or lost, and more would only cost men.

    A first day that would be lost by too few points is fought to its end.
    """
    score = _score(state)
    if score is None:
        return False
    day_ends = TABLES.turns.first_day[1]
    if state.turn <= day_ends:
        enough = score > 2 * TABLES.victory.first_day_union + MARGIN
        return enough and state.turn > day_ends - DUSK
    mine = list(brigades_of(state, side))
    fresh = sum(not is_spent(state, brigade) for brigade in mine)
    return fresh < FRESH * len(mine)


def orders_for(slug: str, state: State, side: str) -> Orders:
    """What a side means to do now."""
    worth = goals.worth_of(slug, state)
    held = held_by(state, side, worth)
    spent = frozenset(b for b in brigades_of(state, side) if is_spent(state, b))
    if not is_attacker(slug, state, side):
        found = goals.defence_orders(state, side, worth, frozenset(worth) - held)
        return found._replace(resting=spent, posts=_posts(worth, held))
    everybody = frozenset(brigades_of(state, side))
    if state.game.is_night(state.turn) or calls_off(state, side):
        return Orders(False, {}, everybody, posts=held)
    chosen = attack_goals(state, side, worth, held, spent)
    spread = frozenset(worth) if state.scenario == outer_works.NAME else frozenset()
    return Orders(True, chosen, spent, posts=held, spread=spread)


def _posts(worth: Worth, held: frozenset[Hex]) -> frozenset[Hex]:
    return frozenset(hex for hex in held if worth[hex] >= goals.INNER)


def held_by(state: State, side: str, worth: Worth) -> frozenset[Hex]:
    """Objectives a side holds, where the battle keeps count of them."""
    taken: frozenset[Hex] = getattr(state, "confederate_held", frozenset())
    if side == "confederate":
        return taken
    return frozenset(worth) - taken
