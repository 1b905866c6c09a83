"""An army with a chain of command, for tests of orders and activation."""

from __future__ import annotations

from typing import Any

import msgspec

from longroll.board.table.places import INCH
from longroll.kernel.battle import Battle
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.orders.rules import Pile, Written
from longroll.systems.mckie.table.state import State
from longroll.systems.mckie.words import Order
from tests.rulebook.mckie.field import troops

LEE = General(title="Lee", side="confederate", role="cinc", ratings="G/D", divisions=("heth",))
HILL = General(
    title="Hill",
    side="confederate",
    role="corps",
    ratings="-/D",
    divisions=("heth", "pender"),
    superior="lee",
)
HETH = General(
    title="Heth",
    side="confederate",
    role="division",
    ratings="-/U",
    divisions=("heth",),
    superior="hill",
)
PENDER = General(
    title="Pender",
    side="confederate",
    role="division",
    ratings="-/S",
    divisions=("pender",),
    superior="hill",
)


def at(general: General, x: float, y: float, **more: Any) -> General:
    """A general so many inches from the west and the north edge."""
    return msgspec.structs.replace(general, x=round(x * INCH), y=round(y * INCH), **more)


def chain(
    lee: tuple[float, float] = (10, 4),
    hill: tuple[float, float] = (14, 4),
    heth: tuple[float, float] = (18, 4),
    pender: tuple[float, float] = (26, 4),
) -> dict[str, General]:
    """Lee, Hill under him, Heth and Pender under Hill."""
    return {
        "lee": at(LEE, *lee),
        "hill": at(HILL, *hill),
        "heth": at(HETH, *heth),
        "pender": at(PENDER, *pender),
    }


def brigades() -> dict[str, Unit]:
    """Three brigades of Heth facing south, one of Pender, and an enemy far off."""
    return {
        "c1": troops("confederate", 14, 7, 180, figures=16, division="heth"),
        "c2": troops("confederate", 19, 7, 180, figures=16, division="heth"),
        "c3": troops("confederate", 25.5, 7, 180, figures=16, division="heth"),
        "c4": troops("confederate", 31, 7, 180, figures=16, division="pender"),
        "u1": troops("union", 18, 40, figures=16),
    }


def ordered(word: Order, objective: str = "the field", *, active: bool = True) -> Pile:
    return Pile("division", (Written(word, objective),), active=active)


def facts(battle: Battle) -> State:
    assert isinstance(battle.state, State)
    return battle.state


def rules(battle: Battle, order: str) -> list[str]:
    return [refusal.rule for refusal in battle.why_not(order)]
