"""Before the first turn: table sides, units laid out in turn, commanders, camps, counters shared.

[honor_glory:8.5] [honor_glory:8.7] [honor_glory:8.9] [honor_glory:8.10]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from longroll.board.table import Point, Pose, footprint, on_table, overlaps
from longroll.board.table.measure import SLACK
from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare
from longroll.miniatures.bodies import at
from longroll.miniatures.measure import read_degrees, read_length, written
from longroll.miniatures.ways import barred_ground, is_free
from longroll.systems.honor_glory.dice import d6
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.options import OPTIONS
from longroll.systems.honor_glory.play import field
from longroll.systems.honor_glory.play.asking import OfSide
from longroll.systems.honor_glory.play.events import Chosen
from longroll.systems.honor_glory.play.rulebook import layout_of
from longroll.systems.honor_glory.play.state import Camp, State
from longroll.systems.honor_glory.rates import DEPLOY_DEPTH, DEPLOY_MARGIN
from longroll.systems.honor_glory.words import SIDES, Side

About = Literal["edge", "layout", "open"]
_QUESTIONS: dict[About, str] = {
    "edge": "Which side of the table is yours?",
    "layout": "Will you lay out your troops first or second?",
    "open": "Will you open the battle or wait?",
}
_RULES: dict[About, str] = {
    "edge": "honor_glory:8.5",
    "layout": "honor_glory:8.7",
    "open": "honor_glory:9.first",
}


def other(side: Side) -> Side:
    return "union" if side == "confederate" else "confederate"


class RollOff(Do, frozen=True):
    """Each side rolls, and the higher die chooses; equal ones are rolled again. [honor_glory:8.5]
    [honor_glory:8.7] [honor_glory:9.first]"""

    about: About = "open"

    def run(self, state: State, umpire: Umpire) -> None:
        scores = {side: d6(umpire, f"{side}: {self.about}").value for side in SIDES}
        if scores["union"] == scores["confederate"]:
            state.agenda.append(self)
        else:
            state.agenda.append(Settle(max(SIDES, key=lambda side: scores[side]), self.about))


class Settle(OfSide, frozen=True):
    """The winner of the die chooses. [honor_glory:8.5] [honor_glory:8.7] [honor_glory:9.first]"""

    about: About

    rule: ClassVar[str] = "honor_glory:9.first"
    verbs: ClassVar[tuple[str, ...]] = ("first", "second", "north", "south")

    def question(self, state: State) -> str:
        return _QUESTIONS[self.about]

    def choices(self, state: State) -> list[Choice]:
        verbs = self.verbs[2:] if self.about == "edge" else self.verbs[:2]
        return [Choice(verb) for verb in verbs]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from bare(choice, _RULES[self.about])
        if choice.verb not in [one.verb for one in self.choices(state)]:
            yield Refusal(_RULES[self.about], _QUESTIONS[self.about])

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        foe = other(self.side)
        what = f"layout {choice.verb}" if self.about == "layout" else choice.verb
        umpire.tell(Chosen(rules=(_RULES[self.about],), side=self.side, what=what))
        if self.about == "edge":
            away: Literal["north", "south"] = "south" if choice.verb == "north" else "north"
            state.edges = {self.side: choice.verb, foe: away}  # type: ignore[dict-item]
            return
        first = self.side if choice.verb == "first" else foe
        if self.about == "open":
            state.first = first
        else:
            state.agenda.append(Deploy(first))


# Laying out


def unplaced(state: State, side: Side) -> list[str]:
    """The units of a side that are still to be laid out."""
    return [
        id
        for id, unit in state.units.items()
        if unit.side == side and unit.place == "reserve" and not unit.arrives
    ]


def at_a_time(state: State, side: Side) -> int:
    """How many units a side lays out in turn: two, or four if it has less cavalry in a battle that
    is not of history; a defender lays out all of them first. [honor_glory:8.9] [honor_glory:8.9a]
    [honor_glory:8.9b]"""
    if state.played.file.defender:
        return len(state.units)
    riders = {
        one: sum(unit.side == one and unit.arm == "cavalry" for unit in state.units.values())
        for one in SIDES
    }
    outridden = riders[side] < riders[other(side)] and not state.played.file.historical
    return 4 if outridden else 2


class Deploy(OfSide, frozen=True):
    """A side lays out its next units near its own edge. `place u1 60 80 0`, `place u2 40 78 0
    hidden`, or `array` for the whole batch. [honor_glory:8.9] [honor_glory:8.9n1]
    [honor_glory:8.10]"""

    done: int = 0

    rule: ClassVar[str] = "honor_glory:8.9"
    verbs: ClassVar[tuple[str, ...]] = ("place", "array")
    open: ClassVar[bool] = True

    def question(self, state: State) -> str:
        left = len(unplaced(state, self.side))
        now = min(at_a_time(state, self.side) - self.done, left)
        which = f"{now} of the {left} that are left" if now < left else "all that are left"
        return f"Where do your units stand? Lay out {which}."

    def choices(self, state: State) -> list[Choice]:
        found = (_placed(state, id) for id in unplaced(state, self.side)[:2])
        return [*(one for one in found if one is not None), Choice("array")]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "array":
            yield from bare(choice, self.rule)
        else:
            yield from bars_to_place(state, self.side, choice)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "place":
            _place(state, choice)
            done = self.done + 1
        else:
            done = at_a_time(state, self.side)
            for id in unplaced(state, self.side)[: done - self.done]:
                found = _placed(state, id)
                if found is not None:
                    _place(state, found)
        left, foe = unplaced(state, self.side), other(self.side)
        if left and done < at_a_time(state, self.side):
            state.agenda.append(Deploy(self.side, done))
        elif unplaced(state, foe):
            state.agenda.append(Deploy(foe))
        elif left:
            state.agenda.append(Deploy(self.side))


def bars_to_place(state: State, side: Side, choice: Choice) -> Iterator[Refusal]:
    """[honor_glory:8.9] [honor_glory:8.10] [honor_glory:14.3a]"""
    id, *words = choice.objects or ("",)
    unit = state.units.get(id)
    numbers = [read_length(word) for word in words[:2]]
    heading = read_degrees(words[2]) if len(words) > 2 else None
    if unit is None or id not in unplaced(state, side):
        yield Refusal("honor_glory:8.9", f"{id!r} is not a unit that you still lay out")
        return
    if None in numbers or len(numbers) < 2 or heading is None or words[3:] not in ([], ["hidden"]):
        yield Refusal("honor_glory:8.9", "place takes a unit, two lengths and a heading")
        return
    there = at(unit, Pose(Point(numbers[0] or 0, numbers[1] or 0), heading % 3600))
    ground = footprint(layout_of(there), there.pose)
    width, height = state.table.size
    if not on_table(ground, width, height) or not is_free(state, there, there.pose, (id,)):
        yield Refusal("honor_glory:8.9", "there is no room")
    if any(overlaps(ground, one.ground, SLACK) for one in barred_ground(state, there)):
        yield Refusal("honor_glory:47.1", "it cannot stand there")
    # As if the zone were a table of its own.
    top = 0 if state.edge(side) == "north" else height - DEPLOY_DEPTH
    inside = Pose(Point(there.x - DEPLOY_MARGIN, there.y - top), there.heading)
    zone = (width - 2 * DEPLOY_MARGIN, DEPLOY_DEPTH)
    if not on_table(footprint(layout_of(there), inside), *zone):
        why = "units stand within 30 cm of their own edge and 15 cm from its ends"
        yield Refusal("honor_glory:8.10", why)
    if words[3:] and field.cover_of(state, there)[0] == "none":
        yield Refusal("honor_glory:14.3a", "only a unit in cover can be out of sight")


def _place(state: State, choice: Choice) -> None:
    id, x, y, heading, *hidden = choice.objects
    pose = Pose(
        Point(read_length(x) or 0, read_length(y) or 0), (read_degrees(heading) or 0) % 3600
    )
    state.put(id, pose)
    state.change(id, place="table", hidden=bool(hidden))
    if state.units[id].arm == "dismounted_cavalry":
        state.change(id, led=(pose.point.x, pose.point.y))


def _placed(state: State, id: str) -> Choice | None:
    """The first free place for a unit: rows from the front of its zone, the middle first."""
    unit = state.units[id]
    north = state.edge(unit.side) == "north"
    width, height = state.table.size
    heading = "180" if north else "0"
    for deep in range(DEPLOY_DEPTH, 4 * CM, -5 * CM):
        y = deep if north else height - deep
        for off in sorted(
            range(DEPLOY_MARGIN, width - DEPLOY_MARGIN, 2 * CM), key=lambda x: abs(2 * x - width)
        ):
            choice = Choice("place", (id, written(off), written(y), heading))
            if next(bars_to_place(state, unit.of, choice), None) is None:
                return choice
    return None


# Commanders, camps and shares


class Allocate(OfSide, frozen=True):
    """Once all units are on the table a side gives them its commanders. `post ub u3`, `done`.
    [honor_glory:31.1] [honor_glory:32.2]"""

    rule: ClassVar[str] = "honor_glory:31.1"
    verbs: ClassVar[tuple[str, ...]] = ("post", "done")

    asked: ClassVar[str] = "Which units are your commanders with?"

    def choices(self, state: State) -> list[Choice]:
        found = [
            Choice("post", (who, id))
            for who, one in state.commanders.items()
            for id in state.of_side(self.side)
            if one.side == self.side and not one.moved and id != one.joined
        ]
        return [*found, Choice("done")]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
        elif choice not in self.choices(state):
            yield Refusal(self.rule, "post takes a commander, once, and another unit of yours")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
        else:
            who, unit = choice.objects
            state.change_commander(who, joined=unit, moved=True)


#: Places for a camp are suggested so far apart; any may be written.
_APART = 10 * CM


class PlaceCamp(OfSide, frozen=True):
    """By OP8 each side has a camp at its own edge. `camp 60`. [honor_glory:OP8.1]"""

    rule: ClassVar[str] = "honor_glory:OP8.1"
    verbs: ClassVar[tuple[str, ...]] = ("camp",)
    open: ClassVar[bool] = True

    asked: ClassVar[str] = "Where along your edge is your camp?"

    def choices(self, state: State) -> list[Choice]:
        places = range(_APART, state.table.width, _APART)
        found = [Choice("camp", (written(far),)) for far in places]
        return [one for one in found if next(self.bars(state, one), None) is None]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        far = read_length(choice.objects[0]) if len(choice.objects) == 1 else None
        half = OPTIONS.camp.width * CM // 2
        if far is None or not half <= far <= state.table.width - half:
            yield Refusal(self.rule, "camp takes a place along your edge, in centimetres")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        half = OPTIONS.camp.depth * CM // 2
        y = half if state.edge(self.side) == "north" else state.table.height - half
        camp = Camp(read_length(choice.objects[0]) or 0, y, self.side)
        state.camps = {**state.camps, self.side: camp}


class Share(OfSide, frozen=True):
    """Team mates divide the counters of their side as they agree. `share 3 2 2`.
    [honor_glory:8.12] [honor_glory:12.3]"""

    rule: ClassVar[str] = "honor_glory:12.3"
    verbs: ClassVar[tuple[str, ...]] = ("share",)
    open: ClassVar[bool] = True

    def question(self, state: State) -> str:
        whole, players = state.counters[self.side], state.options.players
        return f"How do {players} players share {whole} counters?"

    def choices(self, state: State) -> list[Choice]:
        whole, players = state.counters[self.side], state.options.players
        equal = [(whole + place) // players for place in range(players)]
        # A share that divides evenly is the same from either end.
        ways = dict.fromkeys((tuple(equal), tuple(equal[::-1])))
        return [Choice("share", tuple(map(str, way))) for way in ways]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        plain = all(word.isdecimal() and len(word) < 4 for word in choice.objects)
        shares = [int(word) for word in choice.objects] if plain else []
        if len(shares) != state.options.players or sum(shares) != state.counters[self.side]:
            yield Refusal(self.rule, "share takes one number for each player, which add up")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        state.shares = {**state.shares, self.side: tuple(map(int, choice.objects))}


def player_of(state: State, id: str) -> int:
    """Which of its side's players commands a unit: they share the roster in order."""
    own = [one for one, unit in state.units.items() if unit.side == state.units[id].side]
    return own.index(id) * state.options.players // len(own)


STEPS = (RollOff, Settle, Deploy, Allocate, PlaceCamp, Share)
