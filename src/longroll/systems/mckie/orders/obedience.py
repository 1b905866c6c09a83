"""Explanation of divisional orders: what each order word lets a unit do. (MK-M58)

The rules are checked when something is declared; nothing is undone afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.orders.rules import ORDERS_FILE
from longroll.systems.mckie.words import GUNS, Arm, Order

#: What a unit may want to do. `towards` and `away` are moves with respect to the enemy, `across`
#: is neither; `stand` is to stay where it is.
Act = Literal["charge", "towards", "away", "across", "stand", "turn", "change_formation", "fire"]
MOVES: tuple[Act, ...] = ("towards", "away", "across")


class Intent(msgspec.Struct, frozen=True):
    """What a unit would do, and where that leaves it.

    `gap`: how far from the nearest enemy the move ends, None if there is none. `in_area`: it
    ends in the area the order names. `arrived`: the unit is there already. `regains_ground`: the
    charge is for ground the division lost. `charged`: the enemy charges this unit itself.
    """

    act: Act
    arm: Arm = "infantry"
    gap: int | None = None
    in_area: bool = True
    arrived: bool = False
    regains_ground: bool = False
    charged: bool = False


def bars_to_act(order: Order | None, intent: Intent) -> list[Refusal]:
    """Every rule that bars it under that order; None means that no order is in force.

    No order forbids turning, changing formation or firing. [mckie:gen.act.9]
    """
    if intent.act in ("turn", "change_formation", "fire"):
        return []
    return list(_BARS[order](intent))


def _without_orders(intent: Intent) -> Iterator[Refusal]:
    """[mckie:gen.act.1] [mckie:gen.act.9] [mckie:ord.div.4]"""
    if intent.act in ("charge", "towards", "away"):
        yield Refusal("mckie:gen.act.9", "the divisional commander is not active")


def _attack(intent: Intent) -> Iterator[Refusal]:
    """[mckie:ord.attack]"""
    if intent.act == "away" and intent.arm not in GUNS:
        yield Refusal("mckie:ord.attack", "the division must move against the enemy")


def _defend(intent: Intent) -> Iterator[Refusal]:
    """[mckie:ord.defend]"""
    if intent.act == "charge" and not intent.regains_ground:
        yield Refusal("mckie:ord.defend", "a defender may charge only to regain lost ground")
    if intent.act in MOVES and not intent.in_area:
        yield Refusal("mckie:ord.defend", "the move leads out of the area to be held")


def _advance(intent: Intent) -> Iterator[Refusal]:
    """[mckie:ord.advance] (MK-M58)"""
    gap = ORDERS_FILE.advance.gap
    if intent.act == "charge":
        yield Refusal("mckie:ord.advance", f"an advance must keep {gap} inches from the enemy")
    elif intent.act in MOVES and intent.arrived:
        yield Refusal("mckie:ord.advance", "the unit is in position and waits for new orders")
    elif intent.act == "towards" and intent.gap is not None and intent.gap < gap * INCH:
        yield Refusal("mckie:ord.advance", f"the move ends nearer than {gap} inches to the enemy")


def _withdraw(intent: Intent) -> Iterator[Refusal]:
    """Guns may stay where they are and cover it. [mckie:ord.withdraw.1] [mckie:ord.withdraw.2]"""
    if intent.act in ("charge", "towards"):
        yield Refusal("mckie:ord.withdraw.1", "the division must retire")
    elif intent.act in MOVES and intent.arrived:
        yield Refusal("mckie:ord.withdraw.1", "the unit is in its area and waits for new orders")


def _retreat(intent: Intent) -> Iterator[Refusal]:
    """Only the unit that is charged may stand. [mckie:ord.retreat.charged] (MK-M58)"""
    if intent.act == "stand" and intent.charged:
        return
    if intent.act == "stand":
        yield Refusal("mckie:ord.retreat.charged", "only a unit that is charged may stand")
    elif intent.act != "away":
        yield Refusal("mckie:ord.retreat.1", "the division must retreat")


_BARS = {
    None: _without_orders,
    "ATTACK": _attack,
    "DEFEND": _defend,
    "ADVANCE": _advance,
    "WITHDRAW": _withdraw,
    "RETREAT": _retreat,
}
