"""Orders to move, as they are written: inches with two decimals, degrees with one.

`move u1 ahead 4 left 8 ahead 1.25` goes ahead 4 in, wheels 8 degrees on the left front corner, and
goes on. `double` or `manhandle` comes first; `turn 90` is to the right, `turn -90` to the left,
`oblique 3 -30` goes 3 in ahead and to the left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec

from longroll.board.table import Leg, Straight, Turn, Wheel, about_face, ahead, back, oblique
from longroll.board.table.angles import HALF_TURN
from longroll.kernel.decision import Refusal
from longroll.miniatures.amounts import MOST_LEGS
from longroll.systems.mckie.movement.manoeuvres import Manoeuvre
from longroll.systems.mckie.movement.rules import Pace

#: The rule under which an order that cannot be read is refused: it is not a move.
RULE = "mckie:period.6"
#: A march to one side keeps its front up to this angle; more is a change of face. [mckie:man.face]
WIDEST_OBLIQUE = 450

FORMS: dict[str, Manoeuvre] = {
    "line": "form_line",
    "supported_line": "form_supported_line",
    "column": "form_column",
    "attack_column": "form_attack_column",
    "road_march": "form_road_march",
    "extended": "form_extended",
    "skirmish": "form_skirmish",
}
_PLAIN: dict[str, Manoeuvre] = {
    "limber": "limber",
    "unlimber": "unlimber",
    "mount": "mount",
    "dismount": "dismount",
}
_INCHES = re.compile(r"\d{1,3}(\.\d{1,2})?", re.ASCII)
_DEGREES = re.compile(r"-?\d{1,3}(\.\d)?", re.ASCII)


class Change(msgspec.Struct, frozen=True):
    """A change of formation; `front` is the front rank of a supported line, 0 for half of it."""

    manoeuvre: Manoeuvre
    front: int = 0


Act: TypeAlias = Leg | Change


class Drill(msgspec.Struct, frozen=True):
    """What a unit is to do, in order, and at which pace."""

    acts: tuple[Act, ...]
    pace: Pace = "normal"

    @property
    def only_turns(self) -> bool:
        return all(isinstance(act, Turn) for act in self.acts)


class _Unreadable(ValueError):
    """Words that are not an order."""


def read_drill(words: Sequence[str]) -> Drill | Refusal:
    """The words of an order, without its verb and its unit.

    >>> read_drill(["double", "ahead", "4", "left", "7.5"])
    Drill(acts=(Straight(length=400, angle=0), Wheel(hand='left', angle=75)), pace='double')
    >>> str(read_drill(["ahead", "far"]))
    "ahead takes inches such as 4 or 1.25, not 'far' [mckie:period.6]"
    """
    pace: Pace = "normal"
    rest = list(words)
    if rest and rest[0] in ("double", "manhandle"):
        pace = "double" if rest.pop(0) == "double" else "manhandle"
    acts: list[Act] = []
    try:
        while rest:
            acts.append(_act(rest))
    except _Unreadable as trouble:
        return Refusal(RULE, str(trouble))
    if len(acts) > MOST_LEGS:
        return Refusal(RULE, f"the order has {len(acts)} parts; at most {MOST_LEGS} are allowed")
    if not acts:
        return Refusal(RULE, "the order is empty: write for example ahead 4, left 15, form column")
    return Drill(tuple(acts), pace)


def _act(rest: list[str]) -> Act:
    word = rest.pop(0)
    if word in _PLAIN:
        return Change(_PLAIN[word])
    if word == "about":
        return about_face()
    if word == "form":
        return _form(rest)
    if word == "ahead":
        return ahead(_take_inches(word, rest))
    if word == "back":
        return back(_take_inches(word, rest))
    if word == "left":
        return Wheel("left", _take_degrees(word, rest, 1, HALF_TURN))
    if word == "right":
        return Wheel("right", _take_degrees(word, rest, 1, HALF_TURN))
    if word == "turn":
        return Turn(_take_degrees(word, rest, -HALF_TURN, HALF_TURN))
    if word == "oblique":
        length = _take_inches(word, rest)
        return oblique(length, _take_degrees(word, rest, -WIDEST_OBLIQUE, WIDEST_OBLIQUE))
    raise _Unreadable(f"{word!r} is not something that a unit can do")


def _form(rest: list[str]) -> Change:
    name = rest.pop(0) if rest else ""
    if name not in FORMS:
        raise _Unreadable(f"form takes one of {', '.join(FORMS)}, not {name!r}")
    front = 0
    if name == "supported_line" and rest and rest[0].isdecimal() and len(rest[0]) < 3:
        front = int(rest.pop(0))
    return Change(FORMS[name], front)


def _take_inches(word: str, rest: list[str]) -> int:
    given = rest.pop(0) if rest else ""
    length = read_inches(given)
    if not length:
        raise _Unreadable(f"{word} takes inches such as 4 or 1.25, not {given!r}")
    return length


def _take_degrees(word: str, rest: list[str], low: int, high: int) -> int:
    given = rest.pop(0) if rest else ""
    if not _DEGREES.fullmatch(given):
        raise _Unreadable(f"{word} takes degrees such as 15 or 7.5, not {given!r}")
    angle = _scaled(given, 1)
    if not low <= angle <= high or not angle:
        raise _Unreadable(f"{word} takes {degrees(low)} to {degrees(high)} degrees, not {given}")
    return angle


# Numbers


def read_inches(text: str) -> int | None:
    """Hundredths of an inch, from inches; None for words that are not a distance.

    >>> read_inches("22.5"), read_inches("1.25"), read_inches("-3")
    (2250, 125, None)
    """
    return _scaled(text, 2) if _INCHES.fullmatch(text) else None


def read_degrees(text: str) -> int | None:
    """Tenths of a degree, from degrees; None for words that are not an angle.

    >>> read_degrees("-7.5"), read_degrees("north")
    (-75, None)
    """
    return _scaled(text, 1) if _DEGREES.fullmatch(text) else None


def _scaled(text: str, places: int) -> int:
    whole, _, part = text.lstrip("-").partition(".")
    number = int(whole + part.ljust(places, "0"))
    return -number if text.startswith("-") else number


def inches(hundredths: int) -> str:
    """A distance as orders write it.

    >>> inches(125), inches(400), inches(1230), inches(5)
    ('1.25', '4', '12.3', '0.05')
    """
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02}".rstrip("0").rstrip(".") if part else str(whole)


def degrees(tenths: int) -> str:
    """An angle as orders write it.

    >>> degrees(150), degrees(-75)
    ('15', '-7.5')
    """
    whole, part = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{whole}.{part}" if part else f"{sign}{whole}"


# Writing

_NAMES: dict[Manoeuvre, tuple[str, ...]] = {
    **{manoeuvre: ("form", name) for name, manoeuvre in FORMS.items()},
    **{manoeuvre: (name,) for name, manoeuvre in _PLAIN.items()},
}


def write_drill(drill: Drill) -> tuple[str, ...]:
    """The words of an order.

    >>> " ".join(write_drill(Drill((ahead(425), oblique(300, -300), about_face()))))
    'ahead 4.25 oblique 3 -30 about'
    """
    pace: tuple[str, ...] = () if drill.pace == "normal" else (drill.pace,)
    return (*pace, *(word for act in drill.acts for word in _words(act)))


def _words(act: Act) -> Iterable[str]:
    if isinstance(act, Change):
        return (*_NAMES[act.manoeuvre], *([str(act.front)] if act.front else ()))
    if isinstance(act, Wheel):
        return act.hand, degrees(act.angle)
    if isinstance(act, Turn):
        return ("about",) if act.angle == HALF_TURN else ("turn", degrees(act.angle))
    if act.angle in (0, HALF_TURN):
        return _way(act), inches(act.length)
    return "oblique", inches(act.length), degrees(act.angle)


def _way(leg: Straight) -> Literal["ahead", "back"]:
    return "back" if leg.angle else "ahead"
