"""What each brigade is after: ground to take, ground to hold, or rest."""

from __future__ import annotations

from typing import NamedTuple

from longroll.ai.gbacw.aims import Worth
from longroll.ai.gbacw.ground import FAR, points_around, way_to
from longroll.board.hex import Hex
from longroll.systems.gbacw.command import commander
from longroll.systems.gbacw.roster import INFANTRY
from longroll.systems.gbacw.state import State

#: Ground a defender holds to the last: the redans around the town and the depots, not those of
#: the outer line, which are too far apart to be held together.
INNER = 4
#: How near an enemy has to be to matter.
NEAR = 5
#: Odds at which a brigade in front of its own line does not wait for the attack.
TOO_MANY = 1.7


class Orders(NamedTuple):
    """What a side means to do with its brigades in a Movement Phase."""

    #: Whether the side goes for ground, or waits for the enemy.
    attack: bool
    goals: dict[str, Hex]
    #: Brigades that stay out of the fight.
    resting: frozenset[str] = frozenset()
    #: Brigades that give up their ground for their goal.
    retiring: frozenset[str] = frozenset()
    #: Ground that is never left, however tired the men.
    posts: frozenset[Hex] = frozenset()
    #: Ground that scores hex by hex for the side that holds it: the men spread out on it.
    spread: frozenset[Hex] = frozenset()
    #: Brigades that wait for the enemy while others go for ground.
    holding: frozenset[str] = frozenset()

    def attacks(self, brigade: str) -> bool:
        """Whether a brigade goes for ground."""
        return self.attack and brigade not in self.holding


def place_of(state: State, brigade: str) -> Hex | None:
    """Roughly where a brigade is: its commander's hex, or that of its first unit on the map."""
    leader = commander(state, brigade)
    if leader is not None:
        return state.hex_of(leader)
    for unit in state.game.roster.of_brigade[brigade]:
        if state.hex_of(unit):
            return state.hex_of(unit)
    return None


def is_spent(state: State, brigade: str) -> bool:
    """Whether a brigade, or its division, is broken or would be after one more hard blow.

    A broken brigade scores for the enemy and fights badly; one that stops short of it is fit
    again in the morning.
    """
    now = state.brigades.get(brigade)
    if now is None or not now.limit:
        return False
    if now.broken or now.boxes + 1 + now.limit // 6 >= now.limit:
        return True
    roster = state.game.roster
    division = roster.divisions.get(roster.brigades[brigade].division)
    if division is None or not division.limit:
        return False
    mates = (id for id, line in roster.brigades.items() if line.division == division.id)
    return sum(state.brigades[id].boxes for id in mates) + 2 >= division.limit


def brigades_of(state: State, side: str) -> dict[str, Hex]:
    """The brigades of a side that are on the map, and where."""
    found = {}
    for brigade, line in state.game.roster.brigades.items():
        place = place_of(state, brigade) if line.side == side else None
        if place is not None:
            found[brigade] = place
    return found


# Attack


def attack_goals(
    state: State, side: str, worth: Worth, held: frozenset[Hex], tired: frozenset[str]
) -> dict[str, Hex]:
    """For each brigade that is not tired, the objective that is worth most for its distance.

    Two brigades may share one; more go elsewhere. Weakly held ones go first.
    """
    enemy = state.game.enemy[side]
    fit = {b: place for b, place in brigades_of(state, side).items() if b not in tired}
    prices = {
        hex: 0.7 * min(10, points_around(state, hex, enemy, 2)) - 2.0 * points
        for hex, points in worth.items()
        if hex not in held
    }
    goals: dict[str, Hex] = {}
    taken: dict[Hex, int] = {}
    for brigade, place in fit.items():
        best: tuple[float, Hex] | None = None
        for hex, price in prices.items():
            way = way_to(state.game, hex, "infantry_line").get(place, FAR)
            key = (way / 2 + price + 14.0 * max(0, taken.get(hex, 0) - 1), hex)
            if best is None or key < best:
                best = key
        if best is not None:
            goals[brigade] = best[1]
            taken[best[1]] = taken.get(best[1], 0) + 1
    return goals


# Defence


def infantry_hexes(state: State, side: str) -> list[Hex]:
    return [
        hex
        for hex, stack in state.stacks[side].items()
        if any(state.piece(unit).kind == INFANTRY for unit in stack)
    ]


def is_turned(state: State, place: Hex, home: Hex, threats: list[Hex]) -> bool:
    """Whether enemies are nearer to what a brigade covers than the brigade itself."""
    distance = state.game.grid.distance
    return any(
        distance(place, hex) <= NEAR and distance(hex, home) <= distance(place, home) - 2
        for hex in threats
    )


def must_retire(state: State, side: str, place: Hex, worth: Worth, threats: list[Hex]) -> bool:
    """Whether a brigade in front of the inner line had better go back to it: turned, or too few.

    On the inner line nobody goes back any farther.
    """
    inner = [hex for hex, points in worth.items() if points >= INNER]
    distance = state.game.grid.distance
    if not inner or min(distance(place, hex) for hex in inner) <= NEAR:
        return False
    home = max(inner, key=lambda hex: (worth[hex], hex))
    foes = points_around(state, place, state.game.enemy[side], NEAR)
    friends = points_around(state, place, side, NEAR - 1)
    return foes > TOO_MANY * friends or is_turned(state, place, home, threats)


def defence_orders(state: State, side: str, worth: Worth, lost: frozenset[Hex]) -> Orders:
    """Brigades meet the enemy in front of what is worth most; the nearest threat first.

    A brigade that has the enemy before it stays where it is, until it is turned or too weak.
    """
    game = state.game
    distance = game.grid.distance
    threats = infantry_hexes(state, game.enemy[side])
    inner = {hex: points for hex, points in worth.items() if points >= INNER} or worth
    # Outer ground that the enemy took and left can be had for nothing.
    open_again = {
        hex: worth[hex]
        for hex in lost
        if hex not in inner and all(distance(hex, other) > NEAR for other in threats)
    }
    goals: dict[str, Hex] = {}
    retiring = set()
    covered: dict[Hex, int] = {}
    danger = {
        hex: min((distance(hex, other) for other in threats), default=0)
        for hex in (*inner, *open_again)
    }
    for brigade, place in brigades_of(state, side).items():
        spent = is_spent(state, brigade)
        near = min((distance(place, hex) for hex in threats), default=99)
        if near <= NEAR and not spent:
            if not must_retire(state, side, place, worth, threats):
                continue
            retiring.add(brigade)
        best: tuple[float, Hex] | None = None
        for hex, points in {**inner, **({} if spent else open_again)}.items():
            urgent = -16 if hex in lost else 0
            share = covered.get(hex, 0)
            key = (
                1.5 * danger[hex] + distance(place, hex) - 1.5 * points + urgent + 12 * share,
                hex,
            )
            if best is None or key < best:
                best = key
        if best is not None:
            goals[brigade] = best[1]
            covered[best[1]] = covered.get(best[1], 0) + 1
    return Orders(False, goals, frozenset(), frozenset(retiring))
