"""2.4 and 5.1 The cup: what goes into it, and how a chit is drawn.

A chit is a plain word: "fog", "fortunes", a leader's id, or a side and its event as in
"union.rally". The cup is kept sorted, as nobody knows which chit comes next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from longroll.kernel.agenda import Umpire
from longroll.kernel.memo import finding
from longroll.systems.blind_swords.game import Game
from longroll.systems.blind_swords.state import AVAILABLE, State

#: The two wild chits. [blind_swords:2.4.1]
FOG, FORTUNES = "fog", "fortunes"
DIVISION, CIC, EVENT = "division", "cic", "event"


@cache
def all_chits(game: Game) -> frozenset[str]:
    """Every chit that can ever be in the cup. Brigade markers are not. [blind_swords:2.3.1]

    There are no Command Events. [blind_swords:7.3a.1]
    """
    events = (chit_of(side, id) for id, event in game.chits.events.items() for side in event.chits)
    return frozenset((FOG, FORTUNES, *game.chits.leaders, *events))


def chit_of(side: str, event: str) -> str:
    """The chit of a side's event."""
    return f"{side}.{event}"


def kind(game: Game, chit: str) -> str:
    """One of "fog", "fortunes", "division", "cic" and "event"."""
    if chit in (FOG, FORTUNES):
        return chit
    leader = game.chits.leaders.get(chit)
    if leader is None:
        return EVENT
    return DIVISION if leader.division else CIC


def owner(game: Game, chit: str) -> str:
    """The side whose chit it is; nobody owns the wild ones."""
    leader = game.chits.leaders.get(chit)
    if leader is not None:
        return leader.side
    side, dot, _ = chit.partition(".")
    return side if dot else ""


def event_of(chit: str) -> str:
    """The event on an event chit."""
    return chit.partition(".")[2]


def without(words: Iterable[str], taken: Iterable[str]) -> list[str]:
    """What is left of some words, of which one may be there twice."""
    left = Counter(taken)
    rest = []
    for word in words:
        if left[word]:
            left[word] -= 1
        else:
            rest.append(word)
    return rest


def pool(state: State, side: str) -> tuple[str, ...]:
    """The events a side may put into the cup in this scenario. [blind_swords:5.1.1]"""
    return state.setting.chits[side].events  # type: ignore[index]


# Who can be activated


@finding("scenario", "options")
def brigades_of(state: State, leader: str) -> tuple[str, ...]:
    """The brigades that a division leader's chit activates in this scenario."""
    setting, roster = state.setting, state.game.roster
    division = state.game.chits.leaders[leader].division
    return tuple([one for one in roster.brigades if setting.leader_of(roster, one) == division])


def can_act(state: State, brigade: str) -> bool:
    """Whether a brigade has a unit on the map, arriving or Available. [blind_swords:7.3e.6]"""
    for unit in state.game.roster.of_brigade[brigade]:
        own = state.units[unit]
        if own.hex or own.box == AVAILABLE:
            return True
        if unit in state.due and state.due[unit][0] <= state.turn:
            return True
    return False


def ready_brigades(state: State, leader: str) -> list[str]:
    """Those of a division that were not activated this turn and can act. [blind_swords:7.3e.1]"""
    return [
        brigade
        for brigade in brigades_of(state, leader)
        if brigade not in state.activated and can_act(state, brigade)
    ]


def leaders_in_play(state: State, *sides: str) -> Iterator[str]:
    """Whose chits go into the cup this turn: divisions with units, the CiC from his turn on.

    [blind_swords:5.1.6]
    """
    setting = state.setting
    for side in sides or state.game.sides:
        chits = setting.chits[side]  # type: ignore[index]
        for id, leader in state.game.chits.leaders.items():
            if leader.side == side and leader.division in chits.divisions:
                if any(can_act(state, brigade) for brigade in brigades_of(state, id)):
                    yield id
        if chits.cic and (not chits.cic_from or state.turn >= setting.turn(chits.cic_from)):
            yield chits.cic


def load(state: State) -> None:
    """Fill the cup: leaders, the events of this turn, and the two wild chits.

    [blind_swords:2.4.1] [blind_swords:5.1.4]
    """
    chits = [FOG, FORTUNES]
    for side in state.game.sides:
        chits += leaders_in_play(state, side)
        events = (*state.keys.get(side, ()), *state.randoms.get(side, ()))
        chits += [chit_of(side, event) for event in events]
    state.cup = tuple(sorted(chits))


def draw(state: State, umpire: Umpire) -> str:
    """Take one chit out, each as likely as the others. [blind_swords:7.2.1]"""
    place = umpire.roll("the chit that is drawn", sides=len(state.cup)).value - 1
    chit = state.cup[place]
    state.cup = (*state.cup[:place], *state.cup[place + 1 :])
    return chit


def put_back(state: State, chit: str) -> None:
    """A chit returns to the cup."""
    state.cup = tuple(sorted((*state.cup, chit)))
