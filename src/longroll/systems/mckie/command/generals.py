"""General's initiative and activation ratings; Commanders control and influence.

A general is a name and two ratings. Initiative is a commander-in-chief's advantage over his
adversary; activation is how well a corps or divisional commander understands and carries out his
orders. [mckie:gen.def.1] [mckie:gen.def.2]
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal, get_args

import msgspec

from longroll.systems.mckie.datafile import load
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.words import Side

#: Gifted, skilled, dependable, unreliable, poor. [mckie:gen.rate.2]
Grade = Literal["G", "S", "D", "U", "P"]
Role = Literal["cinc", "corps", "division"]
#: The ground as it matters to command: dense woods and the like, or open.
Density = Literal["open", "dense"]
#: What a commander-in-chief runs himself instead of a subordinate. [mckie:gen.override.1]
Personally = Literal["corps", "division"]


class General(msgspec.Struct, frozen=True):
    """A general and his ratings; None is the book's dash. `printed` is the book's spelling."""

    name: str
    initiative: Grade | None = None
    activation: Grade | None = None
    printed: str = ""


class UnknownGeneral(LookupError):
    """Nobody of that name is rated."""


class BadRating(ValueError):
    """A rating that is not two grades."""


class _Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rated: Annotated[str, msgspec.Meta(pattern="^[GSDUP-]/[GSDUP-]$")]
    printed: str = ""


class _Dash(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: int
    basis: str


class _Radius(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rating: Literal["initiative", "activation"]
    inches: int


class _Basic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    open: int
    dense: int


class _GeneralsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    values: dict[Grade, int]
    titles: dict[Grade, str]
    dash: _Dash
    radius: dict[Role, _Radius]
    basic: _Basic
    generals: dict[Side, dict[str, _Listed]]


_DATA = load("generals.toml", _GeneralsFile)
#: What each grade is worth. [mckie:gen.val] (MK-M4)
VALUES: Mapping[Grade, int] = _DATA.values
#: The word for each grade. [mckie:gen.rate.2]
TITLES: Mapping[Grade, str] = _DATA.titles
#: What a dash counts as when a rating is needed. (MK-M55)
DASH: int = _DATA.dash.value


@lru_cache(maxsize=256)
def rated(name: str, ratings: str, printed: str = "") -> General:
    """A general with ratings as the book writes them, initiative first.

    Scenarios use it for generals who are not in the book, and to raise or lower one for a battle.
    [mckie:gen.rate.3]

    >>> rated("Heth", "-/U").activation
    'U'
    """
    grades = [None if grade == "-" else grade for grade in ratings.split("/")]
    try:
        initiative, activation = msgspec.convert(grades, tuple[Grade | None, Grade | None])
    except msgspec.ValidationError:
        raise BadRating(
            f"{name}: {ratings!r} is not a rating: two of {' '.join(get_args(Grade))} or -, "
            "with a / between them, such as U/D"
        ) from None
    return General(name, initiative, activation, printed)


#: The generals the book rates, by side and name. [mckie:gen.rate.1] (MK-M9)
GENERALS: Mapping[Side, Mapping[str, General]] = {
    side: {name: rated(name, one.rated, one.printed or name) for name, one in listed.items()}
    for side, listed in _DATA.generals.items()
}


def general(side: Side, name: str, changes: Mapping[str, General] | None = None) -> General:
    """The general of that name, in the usual spelling or the book's. [mckie:gen.rate.1] (MK-M9)

    `changes` are the scenario's own generals, and those it rates differently. [mckie:gen.rate.3]

    >>> general("union", "Rosecarnes").name
    'Rosecrans'
    """
    known = {**GENERALS[side], **(changes or {})}
    found = known.get(name) or next((one for one in known.values() if one.printed == name), None)
    if found is None:
        raise UnknownGeneral(f"there is no rating for the {side} general {name!r}")
    return found


def value(grade: Grade | None, dash: int = DASH) -> int:
    """What a rating is worth; a dash is worth `dash`. [mckie:gen.val] (MK-M55)"""
    return dash if grade is None else VALUES[grade]


def initiative_value(
    who: General, personally: Personally | None = None, *, dash: int = DASH
) -> int:
    """His initiative; 0 while he runs a corps or a division himself.
    [mckie:gen.override.2] (MK-M12)

    >>> initiative_value(general("union", "Grant"))
    4
    """
    return 0 if personally is not None else value(who.initiative, dash)


def activation_value(who: General, *, dash: int = DASH) -> int:
    """How well he carries out his orders. [mckie:gen.def.2]"""
    return value(who.activation, dash)


def radius(
    role: Role,
    who: General,
    ground: Density,
    personally: Personally | None = None,
    *,
    dash: int = DASH,
) -> int:
    """How far his command or influence reaches, with generalship; dense ground halves it.

    A commander-in-chief who runs troops himself influences nobody else, as his initiative is 0; as
    the commander of those troops he has the radius of his activation.
    [mckie:gen.rad.cinc] [mckie:gen.rad.corps] [mckie:gen.rad.div] [mckie:gen.override.2] (MK-M12)

    >>> radius("cinc", general("confederate", "Bragg"), "dense")
    400
    """
    line = _DATA.radius[role]
    if line.rating == "initiative":
        points = initiative_value(who, personally, dash=dash)
    else:
        points = activation_value(who, dash=dash)
    reach = points * line.inches * INCH
    return reach // 2 if ground == "dense" else reach


def basic_radius(role: Role, ground: Density) -> int | None:
    """How far a command reaches without generalship: only divisional commanders have one.

    [mckie:cmd.1] [mckie:cmd.2] (MK-M54)
    """
    if role != "division":
        return None
    return (_DATA.basic.dense if ground == "dense" else _DATA.basic.open) * INCH
