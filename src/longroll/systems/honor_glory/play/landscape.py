"""Changes of terrain before a battle that is not historical: OP9."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from longroll.board.table import GRAIN, Piece, Point, piece
from longroll.board.table.terrain import box_of
from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare
from longroll.miniatures.measure import read_length
from longroll.systems.honor_glory.dice import d6
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.options import Feature, changes_allowed, may_be_changed
from longroll.systems.honor_glory.play import buildings, destruction
from longroll.systems.honor_glory.play.asking import OfSide
from longroll.systems.honor_glory.play.deploying import other
from longroll.systems.honor_glory.play.events import Chosen
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.words import SIDES

_FEATURES: dict[str, Feature] = {
    "hill": "hill",
    "hedge": "hedge",
    "fence": "fence",
    "wall": "low_stone_wall",
    "built_up": "building",
    "open_woods": "wood",
    "dense_woods": "wood",
    "rough": "difficult",
    "crops": "difficult",
}
#: What may be added: half its width and half its depth, in centimetres; lines have no depth.
_NEW: dict[str, tuple[int, int]] = {
    "hill": (15, 10),
    "hedge": (5, 0),
    "fence": (5, 0),
    "wall": (2, 0),
    "built_up": (3, 2),
    "open_woods": (9, 4),
    "rough": (6, 4),
}


class RollChanges(Do, frozen=True):
    """Dice say how many pieces each side may change, and who begins. [honor_glory:OP9.1]
    [honor_glory:OP9.2]"""

    def run(self, state: State, umpire: Umpire) -> None:
        if not state.changes:
            state.changes = {side: changes_allowed(umpire).value for side in SIDES}
        first = {side: d6(umpire, f"{side} changes first").value for side in SIDES}
        if first["union"] == first["confederate"]:
            state.agenda.append(self)
        else:
            state.agenda.append(Alter(max(SIDES, key=lambda side: first[side])))


def size_of(one: Piece) -> tuple[int, int]:
    box = box_of(spot for part in one.ground.parts for spot in part)
    return (box.right - box.left) // GRAIN, (box.bottom - box.top) // GRAIN


def is_changeable(one: Piece) -> bool:
    """[honor_glory:OP9.5] [honor_glory:OP9.6]"""
    feature = _FEATURES.get(one.kind)
    if feature is None or (feature == "building" and not buildings.is_building(one)):
        return False
    return may_be_changed(feature, *size_of(one))


class Alter(OfSide, frozen=True):
    """A side changes one piece: `remove the-wood`, `shift the-wood 40 50`, `add hedge 60 45`; or
    it keeps the terrain as it is. [honor_glory:8.6] [honor_glory:36.1] [honor_glory:OP9.3]
    [honor_glory:OP9.4]"""

    rule: ClassVar[str] = "honor_glory:OP9.3"
    verbs: ClassVar[tuple[str, ...]] = ("remove", "shift", "add", "keep")
    open: ClassVar[bool] = True

    def question(self, state: State) -> str:
        return f"Which piece of terrain do you change? {state.changes[self.side]} changes left."

    def choices(self, state: State) -> list[Choice]:
        small = [one.name.replace(" ", "-") for one in state.table.pieces if is_changeable(one)]
        return [*(Choice("remove", (name,)) for name in small), Choice("keep")]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "keep":
            yield from bare(choice, self.rule)
            return
        what, *places = (*choice.objects, "")[: max(1, len(choice.objects))]
        wanted = 0 if choice.verb == "remove" else 2
        lengths = [read_length(word) for word in places]
        if len(lengths) != wanted or None in lengths:
            yield Refusal(self.rule, "say the piece, and where its middle will be")
            return
        if choice.verb == "add":
            if what not in _NEW:
                yield Refusal("honor_glory:OP9.6", f"{what!r} cannot be added")
        else:
            one = destruction.called(state, what)
            if one is None or not is_changeable(one):
                yield Refusal("honor_glory:OP9.6", f"{what!r} cannot be changed")
        width, height = state.table.size
        if wanted and not (0 <= (lengths[0] or 0) <= width and 0 <= (lengths[1] or 0) <= height):
            yield Refusal(self.rule, "that is not on the table")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        spent = state.changes[self.side] if choice.verb == "keep" else 1
        state.changes = {**state.changes, self.side: state.changes[self.side] - spent}
        if choice.verb != "keep":
            _alter(state, choice)
        told = f"{choice.verb} {' '.join(choice.objects)}".strip()
        umpire.tell(Chosen(rules=("honor_glory:OP9.3",), side=self.side, what=told))
        for side in (other(self.side), self.side):
            if state.changes[side]:
                state.agenda.append(Alter(side))
                return


def _alter(state: State, choice: Choice) -> None:
    what, *places = choice.objects
    at = [read_length(word) or 0 for word in places]
    if choice.verb == "add":
        wide, deep = (half * CM for half in _NEW[what])
        x, y = at
        corners = [
            (x - wide, y - deep),
            (x + wide, y - deep),
            (x + wide, y + deep),
            (x - wide, y + deep),
        ]
        if not deep:
            corners = corners[:2]
        name = f"new {what.replace('_', ' ')} {len(state.laid) + 1}"
        more = {"level": 1} if what == "hill" else {"width": CM // 2} if not deep else {}
        state.laid = (*state.laid, piece(what, name, *corners, **more))
        return
    one = destruction.called(state, what)
    assert one is not None
    state.removed = (*state.removed, one.name)
    state.laid = tuple(other for other in state.laid if other.name != one.name)
    if at:
        middle = Point(
            *(sum(corner[i] for corner in one.points) // len(one.points) for i in (0, 1))
        )
        moved = tuple(Point(x + at[0] - middle.x, y + at[1] - middle.y) for x, y in one.points)
        name = f"{one.name} moved" if not one.name.endswith(" moved") else f"{one.name} again"
        state.laid = (*state.laid, msgspec.structs.replace(one, points=moved, name=name))


STEPS = (RollChanges, Alter)
