"""The one question of umpire mode: what happens? Every verb has its entry here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from longroll.kernel.agenda import Umpire
from longroll.miniatures.umpire.asking import Desk, Kind
from longroll.systems.honor_glory.play.deploying import other
from longroll.systems.honor_glory.umpire import (
    armies,
    charging,
    fighting,
    roster,
    shooting,
    testing,
    turns,
)
from longroll.systems.honor_glory.umpire.reading import Entry, Hand, Words
from longroll.systems.honor_glory.umpire.state import State

ENTRIES: dict[str, Kind] = {
    "fire": Kind(shooting.RULE, shooting.read, shooting.carry_out),
    "reply": Kind("honor_glory:54.2", shooting.read_reply, shooting.carry_out_reply),
    "hold": Kind("honor_glory:54.2", shooting.read_hold, shooting.hold),
    "aside": Kind("honor_glory:OP12.0", shooting.read_aside, shooting.carry_out_aside),
    "cannonade": Kind("honor_glory:68.1", shooting.read_cannonade, shooting.cannonade),
    "charge": Kind(charging.RULE, charging.read, charging.declare),
    "stand": Kind("honor_glory:85.1", charging.read_stand, charging.answer),
    "volley": Kind("honor_glory:63.0a", charging.read_volley, charging.answer),
    "countercharge": Kind("honor_glory:78.0", charging.read_countercharge, charging.answer),
    "bonus": Kind("honor_glory:79.1a", charging.read_bonus, charging.roll_bonus),
    "short": Kind("honor_glory:77.8a", charging.read_short, charging.fall_short),
    "melee": Kind(fighting.RULE, fighting.read, fighting.carry_out),
    "morale": Kind(testing.RULE, testing.read, testing.carry_out),
    "rally": Kind("honor_glory:101.1", testing.read_rally, testing.rally),
    "rest": Kind("honor_glory:101.6b", testing.read_rest, testing.rest),
    "control": Kind("honor_glory:92.0", testing.read_control, testing.control),
    "form": Kind("honor_glory:18.infline", roster.read_form, roster.form),
    "posture": Kind("honor_glory:53.1a", roster.read_posture, roster.take),
    "join": Kind("honor_glory:32.1", roster.read_join, roster.join),
    "killed": Kind("honor_glory:29.10", roster.read_killed, roster.killed),
    "state": Kind("honor_glory:3.formed", roster.read_state, roster.set_state),
    "lose": Kind("honor_glory:3.mp", roster.read_lose, roster.lose),
    "points": Kind("honor_glory:3.mp", roster.read_points, roster.set_points),
    "remove": Kind("honor_glory:10.b1", roster.read_unit_only, roster.remove),
    "part": Kind("honor_glory:75.2", roster.read_unit_only, roster.part),
    "add": Kind("honor_glory:24.1", armies.read_add, armies.add),
    "appoint": Kind("honor_glory:27.1", armies.read_leader, armies.add_leader),
    "month": Kind("honor_glory:10.5", armies.read_month, armies.set_month),
    "first": Kind("honor_glory:9.first", turns.read_first, turns.open_battle),
    "turn": Kind("honor_glory:9.p4", turns.read_turn, turns.next_turn),
    "camp": Kind("honor_glory:OP8.2", turns.read_camp, turns.hold_camp),
    "end": Kind("honor_glory:10.1", turns.read_end, turns.end),
}
_RANGE = 10
#: Random play ends somewhere.
_LONG = 8


class Umpiring(Desk, frozen=True):
    """One player writes the entries for both armies; the other one watches."""

    rule: ClassVar[str] = "honor_glory:9.p1"
    verbs: ClassVar[tuple[str, ...]] = tuple(ENTRIES)
    entries: ClassVar[Mapping[str, Kind]] = ENTRIES
    words: ClassVar[type[Words]] = Words

    def question(self, state: State) -> str:
        if not state.turn:
            return "Who opens the battle?"
        return f"Turn {state.full_turn}, {state.active.title()}: what happens?"

    def hand(self, umpire: Umpire, entry: Any) -> Hand:
        assert isinstance(entry, Entry)
        return Hand(umpire, entry.thrown)

    def likely(self, state: State) -> Iterator[str]:
        """Entries that make sense now, rolled by the program."""
        yield from ("first union", "first confederate") if not state.turn else ()
        for id in state.answers:
            yield from (f"reply {id}", f"hold {id}")
        yield from (f"morale {id}" for id in state.tests)
        yield from (f"control {id}" for id in state.unchecked)
        if state.charge is not None:
            yield from _of_charge(state)
        yield from (f"melee {one} {enemy}" for pair in state.melees for one, enemy in _ways(pair))
        foes = state.enemies_of(state.active)
        for id in state.of_side(state.active) if foes else ():
            yield from (f"fire {id} {foes[0]} {_RANGE}", f"charge {id} {foes[0]}")
            yield from (f"rally {id}", f"rest {id}")
        yield "turn"
        if state.turn > _LONG:
            yield from (f"end {state.active}", f"end {other(state.active)}", "end draw")


def _of_charge(state: State) -> Iterator[str]:
    charge = state.charge
    assert charge is not None
    target = charge.target
    yield from (f"stand {target}", f"volley {target}", f"countercharge {target}")
    yield from ("bonus", f"melee {charge.charger} {target}", "short")


def _ways(pair: tuple[str, str]) -> tuple[tuple[str, str], tuple[str, str]]:
    return pair, (pair[1], pair[0])
