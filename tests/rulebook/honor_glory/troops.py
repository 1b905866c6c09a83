"""Units for tests: short to write, sound unless a test says otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory.units import Leader, Troops


def foot(mp: int = 6, formation: Any = "line", **more: Any) -> Troops:
    """An infantry regiment with rifled muskets."""
    facts: dict[str, Any] = {"arm": "infantry", "weapon": "rifled_musket", **more}
    return Troops(formation=formation, mp=mp, **facts)


def horse(mp: int = 5, formation: Any = "line", **more: Any) -> Troops:
    """A cavalry regiment, mounted."""
    return Troops(arm="cavalry", formation=formation, mp=mp, **more)


def gun(
    name: str = "medium_rifled", mp: int = 5, formation: Any = "deployed", **more: Any
) -> Troops:
    """A battery."""
    return Troops(arm="artillery", formation=formation, mp=mp, gun=name, **more)


COLONEL = Leader("unit", 1)
BRIGADIER = Leader("brigade", 4)
CHIEF = Leader("cinc", 6)


def dice(*faces: int) -> Scripted:
    """Faces in a row; a ten-sided die that shows 0 is written as 10."""
    return Scripted(faces)


def rules(bars: Iterable[Refusal]) -> set[str]:
    """The rules that bar something."""
    return {bar.rule for bar in bars}
