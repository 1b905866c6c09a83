"""What a side may know: everything on the map, and of the chits what it has seen.

[blind_swords:1.6.1]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from longroll.display.facts import (
    Facts,
    GroupStanding,
    MarkFacts,
    Note,
    StackFacts,
    Standing,
    Token,
    Tray,
)
from longroll.kernel.decision import Refusal, choice
from longroll.kernel.wording import counted, halved
from longroll.systems.blind_swords import (
    artillery_phase,
    cohesion,
    cup,
    event_chits,
    morale,
    steps,
)
from longroll.systems.blind_swords.artillery_phase import Guns
from longroll.systems.blind_swords.cohesion_tables import COHESION
from longroll.systems.blind_swords.moving import MoveStep, Moving, bars_to_move
from longroll.systems.blind_swords.sequence import last_turn
from longroll.systems.blind_swords.state import DISRUPTED, SHAKEN, State


def facts(state: State, side: str) -> Facts:
    """The table as a side sees it; a spectator sees what both do."""
    game = state.game
    pieces = game.roster.pieces
    return Facts(
        when=when(state),
        turn=state.turn,
        turns=last_turn(state),
        phase=state.phase,
        phasing=_phasing(state),
        stacks=tuple(
            StackFacts(hex, owner, tuple(pieces[unit].id for unit in stack))
            for owner in game.sides
            for hex, stack in sorted(state.stacks[owner].items())
        ),
        units={
            piece.id: _standing(state, unit)
            for unit, piece in enumerate(pieces)
            if state.hex_of(unit)
        },
        marks=tuple(_marks(state)),
        notes=tuple(game.rules.notes(state)),
        groups=dict(_groups(state)),
        trays=tuple(_trays(state, side)),
        hand=tuple(pieces[unit].id for unit in getattr(state.agenda[-1], "units", ()))
        if state.agenda
        else (),
        lost=tuple(piece.id for unit, piece in enumerate(pieces) if state.units[unit].fate),
    )


def when(state: State) -> str:
    """The turn by its clock."""
    if not state.turn:
        return "Set-up"
    return f"{state.setting.clock(state.turn)}, turn {state.turn} of {last_turn(state)}"


def _phasing(state: State) -> str | None:
    if state.active is None:
        return None
    return state.game.roster.brigades[state.active.brigade].side


def _standing(state: State, unit: int) -> Standing:
    own = state.units[unit]
    strength = morale.strength(state, unit)
    figure = "C" if strength < 1 else str(int(strength))
    rating = str(cohesion.rating(state, unit))
    values = [
        Note("strength", figure),
        Note("printed strength", str(state.printed_strength(unit))),
        Note("cohesion", rating),
        Note("printed cohesion", str(state.printed_cohesion(unit))),
    ]
    if own.low_ammo:
        values.append(Note("Low Ammo markers", str(own.low_ammo)))
    values += _movement_left(state, unit)
    formation = "skirmish" if own.skirmish else "dismounted" if own.dismounted else None
    if state.is_mounted(unit) and not own.skirmish:
        formation = "mounted"
    return Standing(
        strength=figure,
        formation=formation,
        states=tuple(_states(state, unit)),
        right=rating,
        values=tuple(values),
        done=_is_done(state, unit),
    )


def _movement_left(state: State, unit: int) -> Iterator[Note]:
    """What a unit that may be moved now has left to move with. [blind_swords:10.1.2]"""
    ask = state.agenda[-1] if state.agenda else None
    if isinstance(ask, Moving) and unit in ask.units:
        yield _left(state, ask.group)
    elif isinstance(ask, MoveStep) and not any(bars_to_move(state, ask.side, unit)):
        yield _left(state, steps.Group((unit,)))
    elif isinstance(ask, Guns) and not any(artillery_phase.bars_to_move(state, unit)):
        yield _left(state, steps.Group((unit,), right=steps.BY_PHASE))


def _left(state: State, group: steps.Group) -> Note:
    left = steps.left(state, group)
    if steps.hexes_given(state, group):
        return Note("movement left", counted(left, "hex", "hexes"))
    return Note("movement left", halved(left))


def _states(state: State, unit: int) -> Iterator[str]:
    own = state.units[unit]
    if state.is_worn(unit):
        yield "battleworn"
    if own.hits == SHAKEN:
        yield "shaken"
    if own.hits == DISRUPTED:
        yield "disrupted"
    if own.low_ammo:
        yield "low_ammunition"
    if own.skirmish:
        yield "skirmish"
    if unit in state.fired:
        yield "fired"


def _is_done(state: State, unit: int) -> bool:
    """Whether it has moved, while that matters."""
    return unit in state.moved


def _marks(state: State) -> Iterator[MarkFacts]:
    if state.chaos:
        yield MarkFacts("chaos", state.chaos)
    yield from (MarkFacts("good ground", hex, "confederate") for hex in sorted(state.good_ground))
    yield from (MarkFacts("epaulement", hex, "union") for hex in sorted(state.epaulements))
    yield from state.game.rules.marks(state)


def _groups(state: State) -> Iterator[tuple[str, GroupStanding]]:
    """Which brigades have been activated, and what is left of them. [blind_swords:2.3.1]"""
    for id in state.game.roster.brigades:
        units = state.game.roster.of_brigade[id]
        here = [unit for unit in units if state.hex_of(unit)]
        broken = sum(1 for unit in units if state.units[unit].box)
        if not here and not broken and not any(unit in state.due for unit in units):
            continue
        states = ["activated"] if id in state.activated else []
        if state.active is not None and state.active.brigade == id:
            states = ["acting"]
        note = f"{len(here)} on the map" + (f", {broken} broken" if broken else "")
        yield id, GroupStanding(note, tuple(states))


# Trays


def _trays(state: State, side: str) -> Iterator[Tray]:
    yield _cup(state, side)
    for owner in state.game.sides:
        yield _hand(state, owner, side)
    yield _out(state)
    yield from _broken_track(state)
    yield from _coming(state, side)


def _event(
    state: State,
    owner: str,
    event: str,
    states: tuple[str, ...] = (),
    bars: tuple[Refusal, ...] = (),
) -> Token:
    line = state.game.chits.events[event]
    return Token(
        id=event,
        title=line.title,
        kind="event",
        side=owner,
        words=line.words,
        states=states,
        bars=bars,
    )


def _leader(state: State, id: str) -> Token:
    """A leader's chit with the rating in force. [blind_swords:2.4.2]"""
    leader = state.game.chits.leaders[id]
    fallen = id in state.casualties
    rating = leader.casualty_rating if fallen else leader.rating
    bonus = state.game.rules.command_bonus(state, leader.side)
    words = f"Command Rating {rating}" + (f" and {bonus} more this turn" if bonus else "")
    return Token(
        id=id,
        title=leader.name,
        kind="division" if leader.division else "commander",
        side=leader.side,
        words=words,
        states=("casualty",) if fallen else (),
    )


_WILD = {
    cup.FOG: ("Fog of War", "Chaos, a wayward move or a general in danger, by a die."),
    cup.FORTUNES: ("Fortunes of War", "The next chit drawn is cancelled."),
}


def _token(state: State, chit: str) -> Token:
    if chit in _WILD:
        title, words = _WILD[chit]
        return Token(id=chit, title=title, kind="wild", words=words)
    if chit in state.game.chits.leaders:
        return _leader(state, chit)
    owner, _, event = chit.partition(".")
    return _event(state, owner, event)


def _cup(state: State, side: str) -> Tray:
    """What a side knows to be in the cup: leaders, wild chits and its own Key Chits."""
    # Of two chits of a kind nobody can tell whether the one drawn was the Key Chit.
    drawn = (*state.held.get(side, ()), *state.seen.get(side, ()))
    mine = Counter(cup.chit_of(side, one) for one in cup.without(state.keys.get(side, ()), drawn))
    known: list[Token] = []
    unknown = 0
    for chit in state.cup:
        if "." not in chit:
            known.append(_token(state, chit))
        elif mine[chit]:
            mine[chit] -= 1
            owner, _, event = chit.partition(".")
            known.append(_event(state, owner, event, states=("key",)))
        else:
            unknown += 1
    note = "Fortunes of War: the next chit is cancelled" if state.fortunes else ""
    return Tray(id="cup", title="In the cup", tokens=tuple(known), unknown=unknown, note=note)


def _hand(state: State, owner: str, side: str) -> Tray:
    """Events drawn and not yet played; the opponent knows only how many. [blind_swords:7.3f.1]"""
    held = state.held.get(owner, ())
    title = f"{owner.title()} events in hand"
    if owner != side:
        return Tray(id=f"{owner}-hand", title=title, side=owner, unknown=len(held))
    tokens = tuple(_event(state, owner, one, bars=_bars_now(state, owner, one)) for one in held)
    return Tray(id=f"{owner}-hand", title=title, side=owner, tokens=tokens)


#: When an event is played, by its timing.
_WHEN = {
    "between_draws": "between two chits",
    "fire_declared": "when a fire is declared",
    "assault_declared": "when an assault is declared",
    "artillery_fires": "when artillery fires",
    "activation_gained": "when a brigade is activated",
    "activation_begins": "when a brigade begins to act",
    "attack_activation": "while a brigade attacks",
    "assault_won": "after an assault is won",
    "cohesion_roll": "when a unit rolls against its Cohesion",
    "activation_ended": "when an activation ends",
}


def _bars_now(state: State, owner: str, event: str) -> tuple[Refusal, ...]:
    """What keeps an event in hand from being played now. [blind_swords:7.3f.2]"""
    ask = state.agenda[-1] if state.agenda else None
    line = state.game.chits.events[event]
    if not isinstance(ask, event_chits.Window) or ask.side != owner:
        moments = " or ".join(_WHEN.get(one, one.replace("_", " ")) for one in line.timing)
        return (Refusal(line.rule, f"it is played {moments}"),)
    if any(one.verb == "play" and one.object == event for one in ask.choices(state)):
        return ()
    return tuple(ask.bars(state, choice("play", event)))


def _out(state: State) -> Tray:
    """Chits that both sides have seen go this turn."""
    leaders = [chit for chit in cup.leaders_in_play(state) if chit not in state.cup]
    wild = [chit for chit in (cup.FOG, cup.FORTUNES) if chit not in state.cup]
    drawn = state.phase in ("C", "D")
    tokens = [_token(state, chit) for chit in (*wild, *leaders) if drawn]
    tokens += [
        _event(state, owner, event)
        for owner in state.game.sides
        for event in state.seen.get(owner, ())
    ]
    return Tray(id="out", title="Out this turn", tokens=tuple(tokens))


def _broken_track(state: State) -> Iterator[Tray]:
    """[blind_swords:12.8.1]"""
    pieces = state.game.roster.pieces
    for box in COHESION.broken_track.boxes:
        units = tuple(piece.id for unit, piece in enumerate(pieces) if state.units[unit].box == box)
        if units:
            title = "Available" if box == "available" else f"Broken {box}"
            yield Tray(id=f"box-{box}", title=title, units=units)


def _coming(state: State, side: str) -> Iterator[Tray]:
    """Reinforcements by turn and place; some are known by their number only."""
    unseen = {*state.game.rules.unseen(state, side)}
    places: dict[tuple[int, str], list[int]] = {}
    for unit, place in state.due.items():
        places.setdefault(place, []).append(unit)
    for (turn, hex), units in sorted(places.items()):
        named = tuple(state.piece(unit).id for unit in units if unit not in unseen)
        yield Tray(
            id=f"due-{turn}-{hex}",
            title=f"Due at {state.setting.clock(turn)} in {hex}",
            side=state.side_of(units[0]),
            units=named,
            unknown=len(units) - len(named),
        )
