"""Orders to move, as they are written: lengths with two decimals, degrees with one.

`ahead 4 left 8 ahead 1.25` goes ahead 4 in, or 4 cm, wheels 8 degrees on the left front corner, and
goes on. A pace comes first; `turn 90` is to the right, `turn -90` to the left, `oblique 3 -30`
goes 3 ahead and to the left. The words for paces and changes of formation are the rulebook's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import msgspec

from longroll.board.table import Leg, Turn, Wheel, about_face, ahead, back, oblique
from longroll.board.table.angles import HALF_TURN
from longroll.kernel.decision import Refusal
from longroll.miniatures.amounts import MOST_LEGS
from longroll.miniatures.measure import Measure, degrees, read_degrees, read_length, written

#: The pace of an order that names none.
NORMAL = "normal"


class Change(msgspec.Struct, frozen=True):
    """A change of formation or state, by the rulebook's name for it; `front` is the number of
    stands that its front rank is to have, 0 if the rules decide."""

    manoeuvre: str
    front: int = 0


Act: TypeAlias = Leg | Change


class Drill(msgspec.Struct, frozen=True):
    """What a unit is to do, in order, and at which pace."""

    acts: tuple[Act, ...]
    pace: str = NORMAL

    @property
    def only_turns(self) -> bool:
        return all(isinstance(act, Turn) for act in self.acts)

    @property
    def forms(self) -> bool:
        """Whether a change of formation is part of it."""
        return any(isinstance(act, Change) for act in self.acts)


class _Unreadable(ValueError):
    """Words that are not an order."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Drillbook:
    """The words of a rulebook's orders, and the rule under which words that make none are refused.

    >>> book = Drillbook(
    ...     rule="mckie:period.6", measure=Measure("in", "inches"), paces=("double",),
    ...     forms={"column": "form_column"}, plain={"limber": "limber"},
    ... )
    >>> book.read(["double", "ahead", "4", "left", "7.5"])
    Drill(acts=(Straight(length=400, angle=0), Wheel(hand='left', angle=75)), pace='double')
    >>> " ".join(book.write(Drill((ahead(425), oblique(300, -300), Change("form_column")))))
    'ahead 4.25 oblique 3 -30 form column'
    >>> str(book.read(["ahead", "far"]))
    "ahead takes inches such as 4 or 1.25, not 'far' [mckie:period.6]"
    """

    rule: str
    measure: Measure
    #: Words that may come first.
    paces: tuple[str, ...] = ()
    #: Formations, as written after `form`, and the names of the changes to them.
    forms: Mapping[str, str]
    #: Formations for which the number of stands in the front rank may be given.
    counted: tuple[str, ...] = ()
    #: Changes that are written as one word.
    plain: Mapping[str, str]
    #: A march to one side keeps its front up to this angle; more is a change of face.
    widest_oblique: int = 450
    #: Whether a unit may step back with its front to the enemy.
    steps_back: bool = True

    def read(self, words: Sequence[str]) -> Drill | Refusal:
        """The words of an order, without its verb and its unit."""
        rest = list(words)
        pace = rest.pop(0) if rest and rest[0] in self.paces else NORMAL
        acts: list[Act] = []
        try:
            while rest:
                acts.append(self._act(rest))
        except _Unreadable as trouble:
            return Refusal(self.rule, str(trouble))
        if len(acts) > MOST_LEGS:
            return Refusal(
                self.rule, f"the order has {len(acts)} parts; at most {MOST_LEGS} are allowed"
            )
        if not acts:
            return Refusal(
                self.rule, "the order is empty: write for example ahead 4, left 15, form column"
            )
        return Drill(tuple(acts), pace)

    def write(self, drill: Drill) -> tuple[str, ...]:
        """The words of an order."""
        pace = () if drill.pace == NORMAL else (drill.pace,)
        return (*pace, *(word for act in drill.acts for word in self._words(act)))

    def say(self, drill: Drill, lengths: bool = False) -> str:
        """An order as a person reads it in a log that tells the length of the whole move; with
        `lengths` it says that too.

        >>> book = Drillbook(
        ...     rule="mckie:period.6", measure=Measure("in", "inches"), paces=("double",),
        ...     forms={"column": "form_column"}, plain={},
        ... )
        >>> book.say(Drill((oblique(553, 300),)))
        'at an angle of 30° to the right'
        >>> book.say(Drill((oblique(553, 300),)), lengths=True)
        '5.53 in at an angle of 30° to the right'
        >>> book.say(Drill((ahead(425), Wheel("left", 75), Change("form_column")), "double"))
        'ahead 4.25 in, wheel 7.5° left, form column, at the double'
        """
        alone = len(drill.acts) == 1 and not lengths
        parts = [self._said(act, alone) for act in drill.acts]
        pace = [] if drill.pace == NORMAL else [f"at the {drill.pace}"]
        return ", ".join([*parts, *pace])

    # Reading

    def _act(self, rest: list[str]) -> Act:
        word = rest.pop(0)
        if word in self.plain:
            return Change(self.plain[word])
        if word == "about":
            return about_face()
        if word == "form":
            return self._form(rest)
        if word == "ahead":
            return ahead(self._length(word, rest))
        if word == "back" and self.steps_back:
            return back(self._length(word, rest))
        if word == "left":
            return Wheel("left", _angle(word, rest, 1, HALF_TURN))
        if word == "right":
            return Wheel("right", _angle(word, rest, 1, HALF_TURN))
        if word == "turn":
            return Turn(_angle(word, rest, -HALF_TURN, HALF_TURN))
        if word == "oblique":
            length, widest = self._length(word, rest), self.widest_oblique
            return oblique(length, _angle(word, rest, -widest, widest))
        raise _Unreadable(f"{word!r} is not something that a unit can do")

    def _form(self, rest: list[str]) -> Change:
        name = rest.pop(0) if rest else ""
        if name not in self.forms:
            raise _Unreadable(f"form takes one of {', '.join(self.forms)}, not {name!r}")
        front = 0
        if name in self.counted and rest and rest[0].isdecimal() and len(rest[0]) < 3:
            front = int(rest.pop(0))
        return Change(self.forms[name], front)

    def _length(self, word: str, rest: list[str]) -> int:
        given = rest.pop(0) if rest else ""
        length = read_length(given)
        if not length:
            plural = self.measure.plural
            raise _Unreadable(f"{word} takes {plural} such as 4 or 1.25, not {given!r}")
        return length

    # Writing

    @cached_property
    def _names(self) -> Mapping[str, tuple[str, ...]]:
        formed = {manoeuvre: ("form", name) for name, manoeuvre in self.forms.items()}
        return formed | {manoeuvre: (name,) for name, manoeuvre in self.plain.items()}

    def _words(self, act: Act) -> Iterable[str]:
        if isinstance(act, Change):
            return (*self._names[act.manoeuvre], *([str(act.front)] if act.front else ()))
        if isinstance(act, Wheel):
            return act.hand, degrees(act.angle)
        if isinstance(act, Turn):
            return ("about",) if act.angle == HALF_TURN else ("turn", degrees(act.angle))
        if act.angle in (0, HALF_TURN):
            return "back" if act.angle else "ahead", written(act.length)
        return "oblique", written(act.length), degrees(act.angle)

    def _said(self, act: Act, alone: bool) -> str:
        """An act in words, without its length if it is all there is to a move."""
        if isinstance(act, Change):
            return act.manoeuvre.replace("_", " ")
        if isinstance(act, Wheel):
            return f"wheel {degrees(act.angle)}° {act.hand}"
        hand = "left" if act.angle < 0 else "right"
        if isinstance(act, Turn):
            if abs(act.angle) == HALF_TURN:
                return "face about"
            return f"turn {degrees(abs(act.angle))}° {hand}"
        if act.angle in (0, HALF_TURN):
            way = "back" if act.angle else "ahead"
            return f"straight {way}" if alone else f"{way} {self.measure.told(act.length)}"
        far = "" if alone else f"{self.measure.told(act.length)} "
        return f"{far}at an angle of {degrees(abs(act.angle))}° to the {hand}"


def _angle(word: str, rest: list[str], low: int, high: int) -> int:
    given = rest.pop(0) if rest else ""
    angle = read_degrees(given)
    if angle is None:
        raise _Unreadable(f"{word} takes degrees such as 15 or 7.5, not {given!r}")
    if not low <= angle <= high or not angle:
        raise _Unreadable(f"{word} takes {degrees(low)} to {degrees(high)} degrees, not {given}")
    return angle
