"""3.3 Overstacking: who is displaced."""

from __future__ import annotations

from typing import Any, ClassVar

from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords.state import HexName, State


def check(state: State, side: str, umpire: Umpire) -> None:
    """Ask for every overstacked hex of a side who goes where. [blind_swords:3.3.2]"""


class Displace(Ask, frozen=True):
    side: SideName
    hex: HexName
    rule: ClassVar[str] = "blind_swords:3.3.2"


STEPS: tuple[type[Any], ...] = (Displace,)
