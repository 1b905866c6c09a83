"""What events look like on a measured table: a place is a unit or general there, or a point."""

from __future__ import annotations

from longroll.kernel.event import Event, Scene
from longroll.miniatures.measure import written


class UnitEvent(Event, frozen=True, kw_only=True):
    """Something that happens to a unit, or that it does; "" if the viewer may not know to which."""

    unit: str
    title: str

    def scene(self) -> Scene:
        return around(self.unit)


class GeneralEvent(Event, frozen=True, kw_only=True):
    """Something that happens to a general, or that he does."""

    general: str
    title: str

    def scene(self) -> Scene:
        return around(self.general)


def around(*ids: str) -> Scene:
    """An event at these units, without those that the viewer does not know."""
    return Scene(where=known(*ids))


def known(*ids: str) -> tuple[str, ...]:
    return tuple(id for id in ids if id)


def at(x: int, y: int) -> str:
    """A point of the table.

    >>> at(1250, 3000)
    '12.5,30'
    """
    return f"{written(x)},{written(y)}"
