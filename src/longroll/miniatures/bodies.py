"""Bodies of troops and their commanders. A system adds its own facts to each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from longroll.board.table import Point, Pose, pose
from longroll.board.table.places import made
from longroll.miniatures.amounts import Hundredths, Id, Period, Tenths, Title

#: On the table, still to come, or gone.
Whereabouts = Literal["table", "reserve", "gone"]


class Body(
    msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, cache_hash=True
):
    """A unit that stands on the table: what it is called, what it is, and where."""

    title: Title
    side: Id
    arm: Id
    formation: Id
    place: Whereabouts = "table"
    #: When it arrives, and how it left the battle.
    arrives: Period = 0
    fate: Title = ""
    #: The middle of its front in hundredths, and its heading in tenths of a degree.
    x: Hundredths = 0
    y: Hundredths = 0
    heading: Tenths = 0

    @property
    def point(self) -> Point:
        return made(Point, (self.x, self.y))

    @property
    def pose(self) -> Pose:
        return pose(self.x, self.y, self.heading)


class Commander(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A commander: where he is, and the unit he is with."""

    title: Title
    side: Id
    place: Whereabouts = "table"
    arrives: Period = 0
    fate: Title = ""
    x: Hundredths = 0
    y: Hundredths = 0
    #: The unit he is with; "" while he is by himself.
    joined: Id = ""
    moved: bool = False


U = TypeVar("U", bound=Body)
T = TypeVar("T")


def at(unit: U, pose: Pose) -> U:
    """A unit as it would be at a pose."""
    return replace(unit, x=pose.point.x, y=pose.point.y, heading=pose.heading)


def is_present(unit: Body) -> bool:
    return unit.place == "table"


def in_order(table: Mapping[str, T]) -> dict[str, T]:
    """A table in the order of its ids: what happens must not depend on the order of insertion."""
    return dict(sorted(table.items()))
