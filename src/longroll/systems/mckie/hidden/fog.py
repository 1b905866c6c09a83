"""What a side does not know: troops it has not seen, orders face down, cards in the hand.

`as_seen` is the table as a side knows it; questions, the checks of orders and views are based on
it. [mckie:hidden.umpire.1] [mckie:ord.corps.4] [mckie:ord.div.2] (MK-M62)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from longroll.board.table import Point, can_see, spot
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Event
from longroll.miniatures.hushed import in_parts
from longroll.miniatures.picking import put_back
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.army.units import LIMITS
from longroll.systems.mckie.cards import rules as cards
from longroll.systems.mckie.orders.rules import Pile
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State, Trench
from longroll.systems.mckie.words import GUNS, Arm

#: What a sentence says instead of the names of troops that somebody has not seen.
_UNSEEN = "troops out of sight"
#: Arms that troops change to during a battle, and what they were.
_WERE: dict[Arm, Arm] = {"dismounted_cavalry": "cavalry", "artillery_crew": "field_artillery"}


def is_open(state: State) -> bool:
    """Whether all troops are on the table for everybody to see."""
    return state.options.hidden == "open"


def knows(state: State, viewer: str, id: str) -> bool:
    """Whether a viewer may know where a unit is, and in what condition."""
    unit = state.units[id]
    return unit.side == viewer or is_open(state) or id in state.spotted


def knows_general(state: State, viewer: str, id: str) -> bool:
    """Generals are never picked out among unseen troops; only their own side knows them."""
    return state.commanders[id].side == viewer or is_open(state)


# The table as a side knows it


def as_seen(state: State, viewer: str) -> State:
    """The state as one viewer knows it, the same for all that he cannot tell apart.

    Troops that he has not seen are not on the table, and as strong as they began.
    """
    agenda = put_back(state.agenda, viewer)
    if not _has_secrets(state) and agenda is state.agenda:
        return state
    twin: State = state.copy()
    twin.agenda = agenda.copy()
    hidden = {id for id in state.units if not knows(state, viewer, id)}
    # A screen that was never seen: the viewer does not know that it was sent out.
    twin.units = {
        id: _unseen(unit) if id in hidden else unit
        for id, unit in state.units.items()
        if not (id in hidden and unit.parent)
    }
    twin.commanders = {
        id: one if knows_general(state, viewer, id) else _unseen_general(one)
        for id, one in state.commanders.items()
    }
    twin.guns = {id: guns for id, guns in state.guns.items() if id not in hidden}
    twin.tallies = {id: tally for id, tally in state.tallies.items() if id not in hidden}
    twin.roused, twin.asked = state.roused - hidden, state.asked - hidden
    twin.detached = state.detached - hidden
    # Fire is ordered in secret. (MK-M16)
    twin.fires = tuple(
        one
        for one in state.fires
        if state.units[one.unit].side == viewer and one.unit in twin.units
    )
    twin.orders = {
        who: pile if state.commanders[who].side == viewer else _face_up(pile)
        for who, pile in state.orders.items()
        if state.commanders[who].side == viewer or (pile.active and state.options.generalship)
    }
    twin.tried = _of_generals(state, viewer, state.tried)
    twin.changed = _of_generals(state, viewer, state.changed)
    twin.couriers = tuple(
        one if one.side == viewer else replace(one, orders=())
        for one in state.couriers
        if one.side == viewer or is_open(state)
    )
    twin.blinds = {
        id: one if one.side == viewer else replace(one, units=(), done=False)
        for id, one in state.blinds.items()
    }
    if not is_open(state):
        twin.trenches = tuple(one for one in state.trenches if _sees_trench(state, viewer, one))
    if state.cards is not None:
        twin.cards = dealt(state, viewer, sorted(unknown_cards(state, viewer)))
    return twin


def known_table(state: State, side: str) -> State:
    """The state in which a side's orders to its troops are judged: no unseen enemy is in it."""
    return state if is_open(state) else as_seen(state, side)


def _sees_trench(state: State, viewer: str, trench: Trench) -> bool:
    """Whether a unit of the viewer sees a trench, no matter who dug it."""
    (x, y), (to_x, to_y) = trench.start, trench.end
    middle = spot(Point((x + to_x) // 2, (y + to_y) // 2))
    return any(
        can_see(state.battle.table, field.ground_of(state.units[id]).centre, middle)
        for id in state.of_side(viewer)
    )


def _has_secrets(state: State) -> bool:
    return bool(
        not is_open(state)
        or state.fires
        or state.orders
        or state.couriers
        or state.cards is not None
    )


def _unseen(unit: Unit) -> Unit:
    """A unit as the order of battle has it; without anything that has happened to it."""
    arm = _WERE.get(unit.arm, unit.arm)
    full = LIMITS.crew_of_a_model
    return Unit(
        title=unit.title,
        side=unit.side,
        arm=arm,
        quality=unit.quality,
        weapon=unit.weapon,
        repeating=unit.repeating,
        division=unit.division,
        original=unit.original,
        figures=unit.original,
        crews=(full,) * (unit.original // full) if arm in GUNS else (),
        guns=unit.guns,
        ironclad=unit.ironclad,
        bases=unit.bases,
        formation="limbered" if arm in GUNS else "line" if unit.is_vessel else "road_march",
        place="reserve",
    )


def _unseen_general(one: General) -> General:
    return General(
        title=one.title,
        side=one.side,
        role=one.role,
        name=one.name,
        ratings=one.ratings,
        divisions=one.divisions,
        superior=one.superior,
        place="reserve",
    )


def _face_up(pile: Pile) -> Pile:
    """Only the order in force is face up. [mckie:ord.corps.4] [mckie:ord.div.2]"""
    return replace(pile, orders=pile.orders[:1], removed=())


def _of_generals(state: State, viewer: str, ids: Iterable[str]) -> frozenset[str]:
    return frozenset(id for id in ids if state.commanders[id].side == viewer or is_open(state))


def unknown_cards(state: State, viewer: str) -> list[str]:
    """The pack, and what others hold."""
    assert state.cards is not None
    held = [
        hand.card
        for who, hand in state.cards.hands.items()
        if hand.card is not None and state.commanders[who].side != viewer
    ]
    return [*state.cards.pack, *held]


def dealt(state: State, viewer: str, unknown: list[str]) -> cards.Table:
    """The cards that a viewer does not know, dealt in this order."""
    assert state.cards is not None
    left, hands = list(unknown), dict(state.cards.hands)
    for who, hand in hands.items():
        if hand.card is not None and state.commanders[who].side != viewer:
            hands[who] = replace(hand, card=left.pop(0))
    return cards.Table(tuple(left), hands)


# Running into troops that were not seen


def unseen_enemies(state: State, side: str) -> list[str]:
    """Enemies on the table that a side knows nothing of."""
    return [id for id in state.present() if not knows(state, side, id)]


def met(state: State, side: str, judge: Callable[[State], Iterable[Refusal]]) -> tuple[str, ...]:
    """The unseen enemies each of which bars something that seems allowed to the side."""
    seen = as_seen(state, side)
    found = []
    for id in unseen_enemies(state, side):
        trial: State = seen.copy()
        trial.units = {**seen.units, id: state.units[id]}
        if next(iter(judge(trial)), None) is not None:
            found.append(id)
    return tuple(found)


# What is told


def hushed(state: State, event: Event) -> Event:
    """An event as it goes into the log: a side is not told what happens to troops that it has not
    seen."""
    if is_open(state):
        return event
    return in_parts(event, lambda viewer: _as_told(state, event, viewer))


def _as_told(state: State, event: Event, viewer: str) -> Event | None:
    """What one viewer is told of an event; None if he learns nothing of it."""
    side = _side_of_general(state, event)
    if side:
        return event if viewer == side else None
    id = getattr(event, "unit", "")
    unit = state.units.get(id)
    if unit is not None and unit.side != viewer:
        if not getattr(event, "public", False) and not _may_be_named(state, viewer, id):
            return None
        if getattr(event, "passed", ()):
            # The units it went through may not have been seen.
            event = replace(event, passed=(), **({"lines": ()} if hasattr(event, "lines") else {}))
    unseen = {id: one.title for id, one in state.units.items()}
    known = {unseen.pop(id) for id in state.units if _may_be_named(state, viewer, id)}
    titles = sorted(set(unseen.values()) - known, key=len, reverse=True)
    if not titles:
        return event
    named = re.compile(rf"\b({'|'.join(map(re.escape, titles))})\b")
    blank: Event = _unnamed(event, {*unseen, *titles}, named)
    return blank


def _may_be_named(state: State, viewer: str, id: str) -> bool:
    """Markers hide only units that are still under one, or yet to arrive."""
    by_markers = state.options.hidden == "blinds" and state.units[id].place == "table"
    return by_markers or knows(state, viewer, id)


def _unnamed(value: Any, names: Collection[str], named: re.Pattern[str]) -> Any:
    """A value without the names of some troops: left out of lists, and replaced in sentences."""
    if isinstance(value, str):
        return "" if value in names and not named.search(value) else named.sub(_UNSEEN, value)
    if isinstance(value, tuple):
        return tuple(_unnamed(one, names, named) for one in value if one not in names)
    if isinstance(value, dict):
        return {key: _unnamed(one, names, named) for key, one in value.items() if key not in names}
    if isinstance(value, Struct):
        fields = {field: getattr(value, field) for field in value.__struct_fields__}
        blank = {field: _unnamed(one, names, named) for field, one in fields.items()}
        return value if blank == fields else replace(value, **blank)
    return value


def _side_of_general(state: State, event: Event) -> str:
    """The side of the general an event is about, if it is about one."""
    for word in ("general", "unit"):
        one = state.commanders.get(getattr(event, word, ""))
        if one is not None:
            return one.side
    return ""


__all__ = [
    "as_seen",
    "hushed",
    "is_open",
    "known_table",
    "knows",
    "knows_general",
    "met",
    "unseen_enemies",
]
