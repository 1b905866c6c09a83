"""Marches off the table that come in on a flank: OP6. Nothing else moves unseen.
[honor_glory:8.9n2] [honor_glory:40.1]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from longroll.board.table import Point, Pose
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Refusal, bare
from longroll.miniatures.measure import read_length, written
from longroll.miniatures.ways import is_free
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.options import OPTIONS, flank_march
from longroll.systems.honor_glory.play.asking import OfSide
from longroll.systems.honor_glory.play.events import OnTheFlank
from longroll.systems.honor_glory.play.rulebook import layout_of
from longroll.systems.honor_glory.play.state import FlankMarch, State
from longroll.systems.honor_glory.words import Side

#: The heading of a unit that comes in by an edge.
_INWARDS = {"west": 900, "east": 2700}
#: Places along an edge are suggested so far apart; any may be written.
_APART = 10 * CM


class Plan(OfSide, frozen=True):
    """Before the battle a side writes down who marches round a flank, and where to; a march of
    nobody is a bluff. `march west 40 u3 u4`, or `march west 40`, `join u3`, `join u4`; `done`.
    [honor_glory:OP6.1] [honor_glory:OP6.10]"""

    rule: ClassVar[str] = "honor_glory:OP6.1"
    verbs: ClassVar[tuple[str, ...]] = ("march", "join", "done")
    open: ClassVar[bool] = True

    asked: ClassVar[str] = "Which units march round a flank, and where will they come in?"

    def choices(self, state: State) -> list[Choice]:
        height = state.table.height
        places = [written(far) for far in range(_APART, height, _APART)]
        found = [Choice("march", (edge, place)) for edge in _INWARDS for place in places]
        found += [Choice("join", (id,)) for id in state.of_side(self.side)]
        return [
            *(one for one in found if next(self.bars(state, one), None) is None),
            Choice("done"),
        ]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            return
        if choice.verb == "join":
            yield from self._bars_to_join(state, choice)
            return
        edge, at, *units = (*choice.objects, "", "")[: max(2, len(choice.objects))]
        far = read_length(at)
        if edge not in _INWARDS or far is None or far > state.table.height:
            yield Refusal(self.rule, "march takes west or east, a place along that edge, and units")
        if any(march.side == self.side for march in state.flanks.values()):
            yield Refusal(self.rule, "a side makes one flank march")
        own = state.of_side(self.side)
        if any(id not in own or units.count(id) > 1 for id in units):
            yield Refusal(self.rule, "only units of yours march")
        if len(units) * 2 > len(own):
            yield Refusal(self.rule, "at most half of an army marches")

    def _bars_to_join(self, state: State, choice: Choice) -> Iterator[Refusal]:
        own, march = state.of_side(self.side), _planned(state, self.side)
        if march is None:
            yield Refusal(self.rule, "no march is planned: march takes west or east, and a place")
            return
        if len(choice.objects) != 1 or choice.objects[0] not in own:
            yield Refusal(self.rule, "join takes one of your units on the table")
        if (len(march[1].units) + 1) * 2 > len(own) + len(march[1].units):
            yield Refusal(self.rule, "at most half of an army marches")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
            return
        planned = _planned(state, self.side)
        if choice.verb == "join" and planned is not None:
            name, march = planned
            joined = replace(march, units=(*march.units, choice.object))
            state.flanks = {**state.flanks, name: joined}
            state.change(choice.object, place="reserve", arrives=MOST)
            return
        edge, at, *units = choice.objects
        march = FlankMarch(self.side, edge, read_length(at) or 0, tuple(units))  # type: ignore[arg-type]
        state.flanks = {**state.flanks, f"{self.side}-{edge}": march}
        for id in units:
            state.change(id, place="reserve", arrives=MOST)


def _planned(state: State, side: Side) -> tuple[str, FlankMarch] | None:
    """The march of a side, by its name."""
    return next(((name, one) for name, one in state.flanks.items() if one.side == side), None)


#: A turn that never comes: only the dice of a march bring its units in.
MOST = 250


class CallIn(OfSide, frozen=True):
    """A side may declare its flank march in its turn. [honor_glory:OP6.2]"""

    rule: ClassVar[str] = "honor_glory:OP6.2"
    verbs: ClassVar[tuple[str, ...]] = ("call_in", "wait")

    asked: ClassVar[str] = "Is the flank march declared?"

    def choices(self, state: State) -> list[Choice]:
        return [Choice(verb) for verb in self.verbs]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from bare(choice, self.rule)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "call_in":
            arrive(state, waiting(state, self.side)[0], umpire)


def waiting(state: State, side: Side) -> list[str]:
    """The flank marches of a side that are not declared yet."""
    marches = state.flanks.items()
    return [name for name, march in marches if march.side == side and not march.declared]


def arrive(state: State, name: str, umpire: Umpire) -> None:
    """Test whether a march comes in, and where. [honor_glory:OP6.2] [honor_glory:OP6.3]
    [honor_glory:OP6.4] [honor_glory:OP6.5] [honor_glory:OP6.6] [honor_glory:OP6.10]"""
    march = state.flanks[name]
    found = flank_march(march.at, state.table.height, umpire)
    over = found.at is not None
    state.flanks = {
        **state.flanks,
        name: FlankMarch(march.side, march.edge, march.at, march.units, declared=True, over=over),
    }
    came = [
        id
        for id in march.units
        if found.at is not None and _come_in(state, id, march.edge, found.at)
    ]
    told = OnTheFlank(
        rules=("honor_glory:OP6.2",),
        side=march.side,
        edge=march.edge,
        units=tuple(state.units[id].title for id in came),
        over=over,
    )
    umpire.tell(told)


def test_again(state: State, side: Side, umpire: Umpire) -> None:
    """[honor_glory:OP6.6]"""
    for name, march in state.flanks.items():
        if march.side == side and march.declared and not march.over:
            arrive(state, name, umpire)


def _come_in(state: State, id: str, edge: str, at: Distance) -> bool:
    """Put a unit as near to its place as there is room, within 15 cm of the edge. Whoever faces the
    west has the south on his left. [honor_glory:OP6.7] [honor_glory:OP6.8] [honor_glory:OP6.9]"""
    unit = state.units[id]
    width, height = state.table.size
    deep = OPTIONS.limits.flank_march * CM
    y = height - int(at) if edge == "west" else int(at)
    for off in sorted(range(-height, height + 1, CM), key=abs):
        for far in (deep, deep - layout_of(unit).frame.depth - CM):
            to = Pose(Point(far if edge == "west" else width - far, y + off), _INWARDS[edge])
            if is_free(state, unit, to, (id,)):
                state.put(id, to)
                state.change(id, place="table", arrives=0)
                return True
    return False


STEPS = (Plan, CallIn)
