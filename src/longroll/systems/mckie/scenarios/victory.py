"""What a scenario asks of its armies: conditions that are checked when the battle ends.

The rules have no victory conditions of their own. [mckie:victory.none] (MK-M59)
"""

from __future__ import annotations

from typing import Literal

import msgspec

from longroll.miniatures.amounts import Percent
from longroll.systems.mckie.amounts import Figures, Inches
from longroll.systems.mckie.words import Arm, Side

Pair = tuple[Inches, Inches]


class _Condition(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Something that is true of a side at the end, or is not."""

    side: Side


class AloneAt(_Condition, frozen=True, tag="alone_at"):
    """The side has formed units within this many inches of a place, and the enemy has none."""

    name: str
    at: Pair
    within: Inches


class FormedBeyond(_Condition, frozen=True, tag="formed_beyond"):
    """At least this many formed units of the side, of these arms, are wholly beyond a line.

    The line runs straight from the first point to the second and on at both ends; `beyond` says
    on which side of it. Inches.
    """

    line: tuple[Pair, Pair]
    beyond: Literal["north", "east", "south", "west"]
    units: Figures
    arms: tuple[Arm, ...] = ("infantry",)


class HoldsWall(_Condition, frozen=True, tag="holds_wall"):
    """Formed units of the side are along this many inches of a piece of terrain, by its name.

    An inch counts if one of their stands is within 1 in of it and no formed enemy is.
    """

    piece: str
    inches: Inches


class FiguresLeft(_Condition, frozen=True, tag="figures_left"):
    """The side still has at least this share, in hundredths, of the figures it began with."""

    percent: Percent


class FewerLost(_Condition, frozen=True, tag="fewer_lost"):
    """The side has lost fewer figures than the enemy."""


Condition = AloneAt | FormedBeyond | HoldsWall | FiguresLeft | FewerLost


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side wins when all its conditions are met; without conditions it wins if no side did."""

    winner: Side
    #: How that is worded: "they hold the angle".
    reason: str
    when: tuple[Condition, ...] = ()
