"""Troops on the move run into an enemy that nobody had seen: the umpire stops them short of it.

[mckie:hidden.umpire.1] [mckie:move.1inch] (MK-M51, MK-M62)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import ClassVar

from msgspec.structs import replace

from longroll.board.table import Straight, Wheel
from longroll.board.table.places import INCH
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Refusal
from longroll.miniatures.drill import Act, Drill
from longroll.miniatures.marching import march
from longroll.miniatures.scenes import UnitEvent
from longroll.systems.mckie.command import riding
from longroll.systems.mckie.hidden import fog
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.screens import screens
from longroll.systems.mckie.table.state import State

#: How finely a move is shortened: inches, and degrees of a wheel.
_INCHES, _DEGREES = INCH // 4, 50


class RanInto(UnitEvent, frozen=True, kw_only=True):
    """Somebody came upon troops he had not seen."""

    news = True
    #: Both sides are there to see it.
    public: ClassVar[bool] = True

    enemies: tuple[str, ...]

    def text(self) -> str:
        return f"{self.title} comes upon {' and '.join(self.enemies)}."


def as_it_turns_out(state: State, side: str, order: Choice, umpire: Umpire) -> Choice | None:
    """The order as it can be carried out: cut short if an unseen enemy is in the way, and None if
    nothing of it is left. An enemy that was in the way has been seen."""
    if fog.is_open(state):
        return order
    found = fog.met(state, side, lambda known: _in_the_way(known, side, order))
    if not found:
        return order
    come_upon(state, order.object, found, umpire)
    if order.verb == "move":
        return _cut_short(state, order)
    if order.object in state.commanders:
        state.change_commander(order.object, moved=True)
    return None


def come_upon(state: State, id: str, found: Collection[str], umpire: Umpire) -> None:
    """Troops, or a general, and the enemies they ran into see each other."""
    state.spotted |= {*found, *({id} & state.units.keys())}
    mover = state.units.get(id) or state.commanders[id]
    umpire.tell(
        RanInto(
            rules=("mckie:hidden.umpire.1",),
            unit=id,
            title=mover.title,
            enemies=tuple(state.units[other].title for other in found),
        )
    )


def _in_the_way(state: State, side: str, order: Choice) -> Iterator[Refusal]:
    """What bars the way of an order, and no other rule."""
    if order.verb == "move":
        drill = DRILL.read(order.objects[1:])
        assert not isinstance(drill, Refusal)
        yield from march(state, order.object, drill).bars
    elif order.verb == "detach":
        sending = screens.read_sending(order.objects)
        assert not isinstance(sending, Refusal)
        yield from screens.bars_to_detach(state, sending)
    elif order.verb == "recall":
        yield from screens.bars_to_recall(state, order.object)
    elif order.verb in ("ride", "join"):
        read = riding.read_ride if order.verb == "ride" else riding.read_join
        ride = read(order.objects)
        assert not isinstance(ride, Refusal)
        yield from riding.bars_to_ride(state, side, ride)


def _cut_short(state: State, order: Choice) -> Choice | None:
    drill = DRILL.read(order.objects[1:])
    assert not isinstance(drill, Refusal)
    for shorter in _shorter(drill):
        if not march(state, order.object, shorter).bars:
            return Choice("move", (order.object, *DRILL.write(shorter)))
    state.change(order.object, done=True)
    return None


def _shorter(drill: Drill) -> Iterator[Drill]:
    """The same move, ended earlier each time."""
    for last in range(len(drill.acts) - 1, -1, -1):
        before = drill.acts[:last]
        for act in _less(drill.acts[last]):
            yield replace(drill, acts=(*before, act))
        if before:
            yield replace(drill, acts=before)


def _less(act: Act) -> Iterator[Act]:
    if isinstance(act, Straight):
        for length in range(act.length - _INCHES, 0, -_INCHES):
            yield replace(act, length=length)
    elif isinstance(act, Wheel):
        for angle in range(act.angle - _DEGREES, 0, -_DEGREES):
            yield replace(act, angle=angle)
