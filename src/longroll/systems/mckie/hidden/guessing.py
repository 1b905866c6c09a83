"""A table that a side cannot tell from the real one: what it does not know is dealt again."""

from __future__ import annotations

from msgspec.structs import replace

from longroll.board.table import Pose, is_clear, on_table
from longroll.kernel.system import Chance
from longroll.miniatures import standing
from longroll.systems.mckie.hidden import fog
from longroll.systems.mckie.movement.rates import MOVEMENT
from longroll.systems.mckie.orders.rules import Pile, Written
from longroll.systems.mckie.scenarios.scenario_file import Zone
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, Blind, State
from longroll.systems.mckie.words import SIDES, Order

_TRIES = 12
_WORDS: tuple[Order, ...] = ("ATTACK", "DEFEND", "ADVANCE")


def reshuffle(state: State, viewer: str, chance: Chance) -> State:
    """A random state that a viewer cannot tell from the real one."""
    if fog.as_seen(state, viewer) is state:
        return state
    twin: State = state.copy()
    for id in fog.unseen_enemies(state, viewer):
        _move(twin, viewer, id, chance)
    twin.orders = {
        who: pile if state.commanders[who].side == viewer else _guessed(pile, chance)
        for who, pile in state.orders.items()
    }
    # Fire and couriers of others are not known at all. (MK-M16)
    twin.fires = tuple(one for one in state.fires if state.units[one.unit].side == viewer)
    if state.cards is not None:
        unknown = sorted(fog.unknown_cards(state, viewer))
        chance.shuffle(unknown)
        twin.cards = fog.dealt(state, viewer, unknown)
    twin.blinds = _relabelled(state, viewer, chance)
    return twin


def _move(state: State, viewer: str, id: str, chance: Chance) -> None:
    """Put a unit somewhere else on its side of the table, out of sight; or leave it."""
    unit = state.units[id]
    zone = state.battle.file.deployment[unit.side]
    others = standing.troops(state, [id])
    enemies = [field.ground_of(state.units[other]) for other in state.of_side(ENEMY[unit.side])]
    for _ in range(_TRIES):
        there = replace(unit, **_somewhere(state, zone, chance))
        ground = field.ground_of(there)
        if not on_table(ground, *state.battle.table.size):
            continue
        if not all(is_clear(ground, other, 1) for _, other in others):
            continue
        if not all(is_clear(ground, enemy, MOVEMENT.least_gap) for enemy in enemies):
            continue
        trial: State = state.copy()
        trial.units = {**state.units, id: there}
        if not any(field.sees(trial, other, id) for other in state.of_side(ENEMY[unit.side])):
            state.put(id, Pose(there.pose.point, there.heading))
            return


def _somewhere(state: State, zone: Zone, chance: Chance) -> dict[str, int]:
    """A place in the half of the table on which a side deploys."""
    width, height = state.battle.table.size
    x, y = chance.randrange(width), chance.randrange(height)
    if zone.edge == "north":
        y //= 2
    elif zone.edge == "south":
        y = height - y // 2
    elif zone.edge == "west":
        x //= 2
    else:
        x = width - x // 2
    return {"x": x, "y": y}


def _guessed(pile: Pile, chance: Chance) -> Pile:
    """Orders of the enemy: the one in force is known, others may say anything."""
    if pile.active:
        return replace(pile, orders=pile.orders[:1], removed=())
    return Pile(pile.role, (Written(chance.choice(_WORDS), "the field"),))


def _relabelled(state: State, viewer: str, chance: Chance) -> dict[str, Blind]:
    """What is under one marker of others may be under another of them."""
    blinds = dict(state.blinds)
    for side in SIDES:
        if side == viewer:
            continue
        own = [id for id, one in blinds.items() if one.side == side]
        under = [blinds[id].units for id in own]
        chance.shuffle(under)
        for id, units in zip(own, under, strict=True):
            blinds[id] = replace(blinds[id], units=units)
    return blinds
