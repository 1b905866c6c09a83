"""What a scenario asks of its armies: conditions that are checked when the battle ends.

Places and lengths are in the unit of measure of the table file.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from longroll.miniatures.amounts import MOST_UNITS, Few, Id, Length, Percent, Title

Pair = tuple[Length, Length]


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that is won by the only side with formed units near it."""

    name: Title
    at: Pair
    within: Length


class _Condition(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Something that is true of a side at the end, or is not."""

    side: Literal["union", "confederate"]


class AloneAt(_Condition, frozen=True, tag="alone_at"):
    """The side has formed units within this distance of a place, and the enemy has none."""

    name: Title
    at: Pair
    within: Length


class FormedBeyond(_Condition, frozen=True, tag="formed_beyond"):
    """At least this many formed units of the side, of these arms, are wholly beyond a line.

    The line runs straight from the first point to the second and on at both ends; `beyond` says
    on which side of it.
    """

    line: tuple[Pair, Pair]
    beyond: Literal["north", "east", "south", "west"]
    units: Annotated[int, msgspec.Meta(ge=0, le=MOST_UNITS)]
    arms: Annotated[tuple[Id, ...], Few] = ("infantry",)


class HoldsWall(_Condition, frozen=True, tag="holds_wall"):
    """Formed units of the side hold this length of a piece of terrain, by its name.

    A stretch counts if one of their stands is within one unit of measure of it and no formed enemy
    is.
    """

    piece: Title
    length: Length


class FiguresLeft(_Condition, frozen=True, tag="figures_left"):
    """The side still has at least this share, in hundredths, of the strength it began with."""

    percent: Percent


class FewerLost(_Condition, frozen=True, tag="fewer_lost"):
    """The side has lost less of its strength than the enemy."""


Condition = AloneAt | FormedBeyond | HoldsWall | FiguresLeft | FewerLost


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side wins when all its conditions are met; without conditions it wins if no side did."""

    winner: Literal["union", "confederate"]
    #: How that is worded: "they hold the angle".
    reason: Title
    when: Annotated[tuple[Condition, ...], Few] = ()
