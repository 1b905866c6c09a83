"""Rally and rest: what stops a rout, and how long it takes to be fit again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Roll, Rolls
from longroll.systems.honor_glory.dice import d6
from longroll.systems.honor_glory.morale import Test, take
from longroll.systems.honor_glory.units import Leader, Troops

#: Why a unit rests. [honor_glory:101.6b] [honor_glory:OP3.2b] [honor_glory:OP4.3]
Cause = Literal["rally", "gun_crew", "blown"]


def bars_to_rally(
    unit: Troops,
    *,
    own_turn: bool,
    tested_this_turn: bool = False,
    in_melee: bool = False,
    pursued: bool = False,
    fired_on_last_turn: bool = False,
) -> Iterator[Refusal]:
    """Everything that keeps a unit from a rally test. `fired_on_last_turn` is the opponent's
    latest turn. [honor_glory:3.rally] [honor_glory:22.1] [honor_glory:22.2] [honor_glory:101.1]
    [honor_glory:101.2a] [honor_glory:101.2b] [honor_glory:101.3] [honor_glory:101.4a]
    [honor_glory:101.4b] [honor_glory:101.4c] [honor_glory:101.5] (HG-H61)"""
    if unit.morale != "routing":
        yield Refusal("honor_glory:101.1", f"a {unit.morale} unit cannot be rallied")
    if not own_turn:
        yield Refusal("honor_glory:101.2b", "units are rallied in their own side's turn")
    if tested_this_turn:
        yield Refusal("honor_glory:101.2a", "it has taken its rally test of this turn")
    if not unit.leaders:
        yield Refusal("honor_glory:101.3", "no commander is with it")
    if in_melee:
        yield Refusal("honor_glory:101.4a", "it is in melee")
    if pursued:
        yield Refusal("honor_glory:101.4b", "it is being pursued")
    if fired_on_last_turn:
        yield Refusal("honor_glory:101.4c", "it was fired on in the last turn")


class Rally(msgspec.Struct, frozen=True):
    """A rally test, and the unit with its commanders after it; `rest` is None if it failed."""

    test: Test
    unit: Troops
    rest: Roll | None


def rally(unit: Troops, dice: Rolls) -> Rally:
    """A unit that passes stops, faces the enemy and rests; one that fails runs on, and it and its
    commanders lose points, or it breaks. [honor_glory:13.rally.1] [honor_glory:101.5]
    [honor_glory:101.6a] [honor_glory:101.6b] [honor_glory:101.7] [honor_glory:103.ral.pass]"""
    test = take("rally", unit, dice)
    assert test is not None
    if test.passed:
        rallied = msgspec.structs.replace(unit, morale="rallying")
        return Rally(test, rallied, d6(dice, "rest after rallying"))
    if test.action == "broken":
        return Rally(test, unit.after_loss(unit.mp), None)
    shaken = tuple(
        Leader(leader.rank, max(0, leader.mp - test.loss), True) if leader.in_contact else leader
        for leader in unit.commanders
    )
    # [honor_glory:27.5] A commander's points fall and never rise.
    return Rally(test, msgspec.structs.replace(unit.after_loss(test.loss), commanders=shaken), None)


def routs_again(unit: Troops, *, lost: int = 0, charged: bool = False) -> bool:
    """Whether a rallying unit runs again: any loss or a charge that reaches it is enough.
    [honor_glory:101.8a] [honor_glory:101.8b] (HG-H22)"""
    return unit.morale == "rallying" and (lost > 0 or charged)


class Rest(msgspec.Struct, frozen=True):
    """Activations of rest still needed; `back` once an activation has brought the unit back."""

    left: int
    back: bool = False


def rested(rest: Rest, activations: int) -> Rest:
    """A unit that was activated so often in a turn to rest. It acts again on the activation after
    its rest is used up. [honor_glory:101.6b] [honor_glory:101.6c] [honor_glory:OP3.2b]
    [honor_glory:OP3.2c] [honor_glory:OP4.3]

    >>> rested(Rest(3), 2), rested(Rest(1), 1), rested(Rest(0), 1).back
    (Rest(left=1, back=False), Rest(left=0, back=False), True)
    """
    return Rest(max(0, rest.left - activations), rest.back or activations > rest.left)


def new_stamina(dice: Rolls) -> Roll:
    """How often a rested gun crew may fire. [honor_glory:OP3.3] [honor_glory:OP3.4]"""
    return d6(dice, "new stamina")
