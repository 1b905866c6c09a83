"""`melee u1 c2 uphill support u5 cover informal dice d20 4 d20 11`: one round.

[honor_glory:81.1a] [honor_glory:75.7]
"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.miniatures.amounts import UnitId
from longroll.systems.honor_glory import melee
from longroll.systems.honor_glory.melee import Meeting
from longroll.systems.honor_glory.play import hits, melees, ratings
from longroll.systems.honor_glory.umpire import pending
from longroll.systems.honor_glory.umpire.reading import (
    Barred,
    Entry,
    Where,
    Words,
    read_cover,
    read_help,
    troops,
)
from longroll.systems.honor_glory.umpire.state import Charging, Round, State
from longroll.systems.honor_glory.units import cover_class
from longroll.systems.honor_glory.words import REGIMENTS

RULE = "honor_glory:81.1a"
_WORDS = ("uphill", "downhill", "support", "cover", "behind", "help")


class Melee(Entry, frozen=True):
    """A round between two forward units, with those who support each."""

    unit: UnitId
    enemy: UnitId
    way: str
    own: Where
    other: Where
    supports: tuple[UnitId, ...]


def read(state: State, words: Words) -> Melee:
    unit = words.unit(state, "the unit whose turn it is")
    enemy = words.unit(state, "its enemy")
    way, own, other = "", Where(), Where()
    supports: list[str] = []
    while words:
        if words.next in ("uphill", "downhill"):
            way = words.take("a word")
        elif words.take_if("support"):
            supports.append(words.unit(state, "the unit that supports"))
        elif words.take_if("cover"):
            other = Where(read_cover(words))
        elif words.take_if("behind"):
            own = Where(read_cover(words), own.help)
        elif words.take_if("help"):
            own = Where(own.cover, read_help(state, words))
        else:
            words.unknown(_WORDS)
    entry = Melee(words.rolled(), unit, enemy, way, own, other, tuple(supports))
    refusals = list(_bars(state, entry))
    if refusals:
        raise Barred(*refusals)
    return entry


def charge_of(state: State, entry: Melee) -> Charging | None:
    """The charge that this round begins with. [honor_glory:82.0a]"""
    charge = state.charge
    if charge is None or (charge.charger, charge.target) != (entry.unit, entry.enemy):
        return None
    return charge if charge.stage == "contact" else None


def _bars(state: State, entry: Melee) -> Iterator[Refusal]:
    unit, enemy = state.units[entry.unit], state.units[entry.enemy]
    if not state.turn or unit.side != state.active:
        side = state.active.title()
        yield Refusal("honor_glory:81.1a", f"name the unit of the {side} side first")
    if unit.side == enemy.side:
        yield Refusal("honor_glory:75.1", f"{enemy.title} is a friend")
    for other in state.tests:
        yield Refusal("honor_glory:9.p3", f"{state.units[other].title} must test morale first")
    touching = any(set(pair) == {entry.unit, entry.enemy} for pair in state.melees)
    if charge_of(state, entry) is None and not touching:
        yield Refusal("honor_glory:75.1", f"{unit.title} has not charged {enemy.title}")
    if unit.fought:
        yield Refusal("honor_glory:75.7", f"{unit.title} has fought in this turn")
    yield from _bars_to_support(state, entry)


def _bars_to_support(state: State, entry: Melee) -> Iterator[Refusal]:
    """[honor_glory:76.2] [honor_glory:76.4] [honor_glory:96.1.1b]"""
    formal = cover_class(troops(state, entry.enemy, entry.other)) == "formal"
    for id in entry.supports:
        unit = state.units[id]
        fighting = state.opponent_of(id) is not None or id in (entry.unit, entry.enemy)
        if unit.arm not in REGIMENTS or unit.morale != "formed":
            yield Refusal("honor_glory:76.2", f"{unit.title} cannot support anybody")
        activated = unit.fired and unit.side == state.active  # [honor_glory:28.4b]
        if fighting or unit.fought or activated:
            yield Refusal("honor_glory:76.4", f"{unit.title} fires or fights itself in this turn")
        if formal and unit.side == state.units[entry.unit].side:
            yield Refusal("honor_glory:96.1.1b", "nobody supports an attack on formal cover")


def helped(state: State, entry: Melee) -> dict[str, list[str]]:
    """Who supports each of the two."""
    return {
        one: [id for id in entry.supports if state.units[id].side == state.units[one].side]
        for one in (entry.unit, entry.enemy)
    }


def meeting_of(state: State, entry: Melee) -> Meeting:
    """The round as the rules need it."""
    charge = charge_of(state, entry)
    supports = helped(state, entry)
    opponent = state.opponent_of(entry.enemy)
    busy = opponent is not None and opponent != entry.unit
    struck = charge.struck if charge is not None else "front"
    # Whoever is struck in flank or rear turns away from its cover. [honor_glory:95.1] (HG-26)
    joins = charge is not None and charge.joining
    turns = struck != "front" and not joins and not _runs(state, entry)
    return Meeting(
        attacker=troops(state, entry.unit, entry.own),
        defender=troops(state, entry.enemy, entry.other),
        month=state.played.file.date,
        attacker_height=int(entry.way == "downhill"),
        defender_height=int(entry.way == "uphill"),
        first_contact=charge is not None,
        joining=joins,
        strikes_back=not busy and not state.units[entry.enemy].fought and not _runs(state, entry),
        defender_move="countercharge" if charge and charge.countercharges else "halted",
        struck=struck,
        turned=troops(state, entry.enemy, Where()) if turns else None,
        panics=True,
        attacker_supports=tuple(troops(state, one, Where()) for one in supports[entry.unit]),
        defender_supports=tuple(troops(state, one, Where()) for one in supports[entry.enemy]),
    )


def _runs(state: State, entry: Melee) -> bool:
    """Whether the enemy runs already: it is struck, and runs on. [honor_glory:89.2] (HG-30)"""
    return state.units[entry.enemy].morale != "formed"


def carry_out(state: State, entry: Melee, umpire: Umpire) -> None:
    """Contact, blows of both sides and what they cost; then the tests are due. [honor_glory:81.5]
    [honor_glory:84.1] [honor_glory:90.1]"""
    pair = (entry.unit, entry.enemy)
    for friend in entry.supports:
        ratings.try_out(state, friend, umpire)
    meeting = meeting_of(state, entry)
    if charge_of(state, entry) is not None:
        state.charge = None
        if state.units[entry.enemy].arm == "artillery":
            hits.gone(state, entry.enemy, "is overrun", umpire, killed=True)
            state.change(entry.unit, fought=True)
            return
        state.melees = (*state.melees, pair)
    before, stood = [state.units[id].mp for id in pair], pending.standing(state)
    due = melees.settle(
        state,
        *pair,
        melee.fight(meeting, umpire),
        helped(state, entry),
        umpire,
        strikes_back=meeting.strikes_back,
    )
    lost = (before[0] - state.units[pair[0]].mp, before[1] - state.units[pair[1]].mp)
    state.fought = Round(*pair, lost, _holder(state, entry))
    if _runs(state, entry):
        pending.suffer(state, entry.enemy, "rout")
    pending.note_broken(state, stood)
    for id in pair[::-1]:
        pending.add_tests(state, id, due[id])
    pending.settle(state, umpire)


def _holder(state: State, entry: Melee) -> str:
    """The unit whose cover is fought for: the one that was charged. [honor_glory:86.0]"""
    if (entry.unit, entry.enemy) in state.melees:
        return entry.enemy if entry.other.cover != "none" else ""
    return entry.unit if entry.own.cover != "none" else ""
