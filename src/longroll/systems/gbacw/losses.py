"""Losses: Strength Points, guns, crews and wagons, and the leaders with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire, chance_node
from longroll.systems.gbacw import effectiveness
from longroll.systems.gbacw.command import nearest_of_command
from longroll.systems.gbacw.events import Caisson, Gone, LeaderFate, Losses, Moved, name
from longroll.systems.gbacw.retreat_path import is_surrounded
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CREW, INFANTRY, WAGON
from longroll.systems.gbacw.state import CAPTURED, ELIMINATED, State
from longroll.systems.gbacw.tables import TABLES

SMALL_ARMS, ARTILLERY = "small_arms", "artillery"
#: How a unit remembers which arms have fired at it in a phase.
ARM_BIT = {SMALL_ARMS: 1, ARTILLERY: 2}
#: Causes of a leader's loss besides the two arms. [gbacw:17.76]
K_MELEE, C_MELEE, RPLS_MELEE = "K_melee", "C_melee", "Rpls_melee"


def lose_points(
    state: State, unit: int, points: int, umpire: Umpire, *, captured: bool, rule: str
) -> None:
    """Infantry or cavalry loses Strength Points, killed or captured.

    [gbacw:9.81.1] [gbacw:12.91.1] [gbacw:12.93.1] [gbacw:12.93.2] [corinth:roster.3]
    """
    own = state.units[unit]
    hex = own.hex
    left = own.strength - points
    if captured:
        state.change(unit, strength=left, captured=own.captured + points)
    else:
        state.change(unit, strength=left, killed=own.killed + points)
    if left == 0:
        state.take_off(unit, CAPTURED if captured else ELIMINATED)
    umpire.tell(
        Losses(
            rules=(rule,),
            unit=name(state, unit),
            hex=hex,
            points=points,
            what="captured" if captured else "Strength Points" if points > 1 else "Strength Point",
            left=left,
            gone=("" if left else CAPTURED if captured else ELIMINATED),
        )
    )
    effectiveness.mark(state, unit, points, umpire)


def lose_crew(
    state: State, unit: int, points: int, umpire: Umpire, rule: str, *, captured: bool = False
) -> None:
    """A gun crew loses steps, or a wagon its crew, killed or captured.

    The second step of a gun crew takes the battery out of play; a wagon stays, unmanned. `unit`
    is the battery, the wagon, or a crew that has run from it. (GB-F40)
    [gbacw:9.82.1] [gbacw:11.12.1] [gbacw:11.12.4] [gbacw:12.91.2] [gbacw:15.11.1] [gbacw:15.12.1]
    [gbacw:15.12.2] [corinth:24.22.1] [corinth:24.23]
    """
    own, piece = state.units[unit], state.piece(unit)
    hex = own.hex
    alone = piece.kind == CREW
    steps = own.strength if alone else own.crew
    left = max(0, steps - points)
    fate = CAPTURED if captured else ELIMINATED
    if alone:
        state.change(unit, strength=left)
    else:
        state.change(unit, crew=left)
    umpire.tell(
        Losses(
            rules=(rule,),
            unit=name(state, unit),
            hex=hex,
            points=min(points, steps),
            what="of its crew, captured" if captured else "of its crew",
            left=left,
            gone="" if left or piece.kind == WAGON else fate,
        )
    )
    if left:
        return
    if alone:
        state.take_off(unit, fate)
        _abandon_guns(state, unit)
    elif piece.kind == BATTERY:
        state.take_off(unit, fate)


def lose_guns(state: State, unit: int, points: int, umpire: Umpire) -> None:
    """Artillery fire destroys guns, and may blow up a caisson.

    [gbacw:3.32.2] [gbacw:9.82.2] [gbacw:15.11.2] [gbacw:15.2.1] [gbacw:15.2.2]
    """
    own = state.units[unit]
    hex = own.hex
    points = min(points, own.strength)
    left = own.strength - points
    state.change(unit, strength=left, killed=own.killed + points)
    umpire.tell(
        Losses(
            rules=("gbacw:9.82.2",),
            unit=name(state, unit),
            hex=hex,
            points=points,
            what="guns" if points > 1 else "gun",
            left=left,
            gone="" if left else ELIMINATED,
        )
    )
    rolls = [umpire.roll(f"caisson of {state.piece(unit).title}")]
    rounds = 0
    if rolls[0].value == 1:
        rolls.append(umpire.roll("rounds lost"))
        rounds = min(rolls[1].value, own.rounds)
        state.change(unit, rounds=own.rounds - rounds)
    umpire.tell(
        Caisson(
            rules=("gbacw:15.2.1",),
            rolls=tuple(rolls),
            unit=name(state, unit),
            hex=hex,
            rounds=rounds,
        )
    )
    if not left:
        state.take_off(unit, ELIMINATED)


def damage_wagon(state: State, unit: int, result: int, umpire: Umpire) -> None:
    """Artillery fire on a wagon destroys ammunition. [gbacw:11.12.5] [gbacw:11.34]"""
    own = state.units[unit]
    hex = own.hex
    roll = umpire.roll(f"ammunition of {state.piece(unit).title}")
    loss = TABLES.ammunition_loss(min(result, 3), roll.value)
    boxes = min(own.boxes, loss.small_arms)
    rounds = own.rounds if loss.artillery is None else min(own.rounds, loss.artillery)
    state.change(unit, boxes=own.boxes - boxes, rounds=own.rounds - rounds)
    umpire.tell(
        Losses(
            rules=("gbacw:11.34",),
            rolls=(roll,),
            unit=name(state, unit),
            hex=hex,
            points=boxes + rounds,
            what=f"boxes ({boxes} small-arms, {rounds} artillery)",
            left=own.boxes - boxes + own.rounds - rounds,
            gone=ELIMINATED if loss.wagon else "",
        )
    )
    if loss.wagon:
        state.take_off(unit, ELIMINATED)


@chance_node()
def shot(state: State, unit: int, points: int, arm: str, umpire: Umpire) -> int:
    """Apply a number from the Fire CRT to one unit; returns the points it could not take.

    [gbacw:8.21.2] [gbacw:9.8] [gbacw:9.81.1] [gbacw:6.13.3]
    """
    piece = state.piece(unit)
    if piece.kind in (INFANTRY, CAVALRY):
        taken = min(points, state.units[unit].strength)
        lose_points(state, unit, taken, umpire, captured=False, rule="gbacw:9.81.1")
        return points - taken
    if piece.kind == CREW:
        lose_crew(state, unit, points, umpire, "gbacw:15.11.1")
    elif arm == SMALL_ARMS:
        rule = "gbacw:11.12.4" if piece.kind == WAGON else "gbacw:9.82.1"
        lose_crew(state, unit, points, umpire, rule)
    elif piece.kind == BATTERY:
        lose_guns(state, unit, points, umpire)
    else:
        damage_wagon(state, unit, points, umpire)
    return 0


def lose_to_fire(
    state: State, units: Sequence[int], points: int, arm: str, umpire: Umpire
) -> list[int]:
    """A loss falls on the topmost infantry or cavalry, and what it cannot take on the next.

    Guns and wagons suffer only if there is no infantry or cavalry. Units that the other arm has
    wiped out lose no more. Returns the units hit.
    [gbacw:8.21.1] [gbacw:8.21.2] [gbacw:8.21.3] [gbacw:9.42.2] [gbacw:9.43]
    """
    men = [unit for unit in units if state.piece(unit).kind in (INFANTRY, CAVALRY)]
    hit: list[int] = []
    for unit in men or list(units)[:1]:
        if points and state.hex_of(unit) and can_lose(state, unit, arm):
            points = shot(state, unit, points, arm, umpire)
            hit.append(unit)
    return hit


def can_lose(state: State, unit: int, arm: str) -> bool:
    """Whether fire of an arm can cost a unit anything: crews are safe from guns, guns from muskets.

    [gbacw:9.82.1] [gbacw:9.82.2] [gbacw:11.12.1] [gbacw:15.11.1] [gbacw:15.11.2]
    """
    kind = state.piece(unit).kind
    if kind == CREW:
        return arm == SMALL_ARMS
    return kind in (INFANTRY, CAVALRY) or arm == ARTILLERY or bool(state.units[unit].crew)


def _tell_gone(state: State, unit: int, umpire: Umpire, fate: str, why: str, rule: str) -> int:
    """Say that a whole unit is gone; the Strength Points that go with it."""
    own = state.units[unit]
    points = own.strength if state.piece(unit).kind in (INFANTRY, CAVALRY) else 0
    umpire.tell(
        Gone(
            rules=(rule,),
            unit=name(state, unit),
            hex=own.hex,
            fate=fate,
            why=why,
            points=points,
        )
    )
    return points


def capture(state: State, unit: int, umpire: Umpire, why: str, rule: str) -> None:
    """A whole unit is captured. [gbacw:12.93.2] [gbacw:11.33.3]"""
    own, piece = state.units[unit], state.piece(unit)
    points = _tell_gone(state, unit, umpire, CAPTURED, why, rule)
    if piece.kind in (INFANTRY, CAVALRY):
        state.change(unit, strength=0, captured=own.captured + points)
        state.take_off(unit, CAPTURED)
        effectiveness.mark(state, unit, points, umpire)
        return
    state.take_off(unit, CAPTURED)
    _abandon_guns(state, unit)


def _abandon_guns(state: State, crew: int) -> None:
    """Guns whose crew is eliminated leave the map. [corinth:24.22.1]"""
    piece = state.piece(crew)
    if piece.kind == CREW:
        owner = state.game.roster.number[piece.crew_of]
        if state.piece(owner).kind == BATTERY and state.hex_of(owner):
            state.take_off(owner, ELIMINATED)


def destroy(state: State, unit: int, umpire: Umpire, why: str, rule: str) -> None:
    """A whole unit is lost but not captured."""
    own, piece = state.units[unit], state.piece(unit)
    points = _tell_gone(state, unit, umpire, ELIMINATED, why, rule)
    if piece.kind in (INFANTRY, CAVALRY):
        state.change(unit, strength=0, killed=own.killed + points)
        state.take_off(unit, ELIMINATED)
        effectiveness.mark(state, unit, points, umpire)
    else:
        state.take_off(unit, ELIMINATED)
        _abandon_guns(state, unit)


# Leaders


@chance_node()
def risk_leaders(state: State, hex: Hex, side: str, cause: str, umpire: Umpire) -> None:
    """Roll two dice for each leader in a hex where there were losses.

    Leaders are checked before any morale. [gbacw:9.86.1] [gbacw:17.71]
    [gbacw:17.72.1] [gbacw:17.72.2] [gbacw:17.73.1] [gbacw:17.76]
    """
    for leader in state.leaders_in(hex, side):
        rolls, fate = umpire.look_up(
            f"fate of {state.piece(leader).title}",
            lambda one, other: TABLES.leader(cause, one + other),
            dice=2,
        )
        umpire.tell(
            LeaderFate(
                rules=("gbacw:17.76",),
                rolls=rolls,
                leader=name(state, leader),
                hex=hex,
                fate=fate,
                cause=cause,
            )
        )
        if fate != "none":
            lose_leader(state, leader, fate)


def lose_leader(state: State, leader: int, fate: str) -> None:
    """A leader is removed at once; his post stays empty until the Final Command Phase.

    [gbacw:17.73.1] [gbacw:17.8]
    """
    own = state.units[leader]
    state.take_off(leader, fate)
    # A replacement who is lost comes back as another man: count how often. [gbacw:17.82.1]
    state.change(leader, killed=own.killed + 1)
    state.vacant = (*state.vacant, state.piece(leader).id)


def catch_leaders(state: State, hexes: Iterable[Hex], side: str, umpire: Umpire, rule: str) -> None:
    """Leaders alone in hexes that the enemy enters are captured. [gbacw:17.54] [gbacw:17.75]"""
    for hex in hexes:
        leaders = state.leaders_in(hex, side)
        if not leaders or state.stack(hex, side):
            continue
        for leader in leaders:
            umpire.tell(
                LeaderFate(
                    rules=(rule,),
                    leader=name(state, leader),
                    hex=hex,
                    fate=CAPTURED,
                    cause="alone",
                )
            )
            lose_leader(state, leader, CAPTURED)


def shelter_leaders(state: State, hex: Hex, side: str, umpire: Umpire) -> None:
    """Leaders left alone by fire join the nearest unit of their command, or are captured.

    [gbacw:17.53.1] [gbacw:17.53.2]
    """
    if state.stack(hex, side):
        return
    for leader in state.leaders_in(hex, side):
        if is_surrounded(state, hex, side):
            umpire.tell(
                LeaderFate(
                    rules=("gbacw:17.53.2",),
                    leader=name(state, leader),
                    hex=hex,
                    fate=CAPTURED,
                    cause="surrounded",
                )
            )
            lose_leader(state, leader, CAPTURED)
            continue
        goal = nearest_of_command(state, leader)
        if goal is not None:
            state.put(leader, goal)
            umpire.tell(
                Moved(
                    rules=("gbacw:17.53.1",),
                    units=(name(state, leader),),
                    origin=hex,
                    to=goal,
                    cost=0,
                    spent=0,
                )
            )
