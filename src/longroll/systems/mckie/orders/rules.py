"""Deployment and General Orders; Orders: who gives them, how they pile up, when they change."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.miniatures.amounts import MOST_LEGS, MOST_PERIODS, Few, Hundredths, Period, Title
from longroll.systems.mckie.command.generals import Personally, Role
from longroll.systems.mckie.command.rules import Junior
from longroll.systems.mckie.datafile import load
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.words import Order


class _Writing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    letters: int
    basis: str


class _Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    corps_each_period: int


class _Retreat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    starts_above: tuple[int, int]
    halts_above: tuple[int, int]


class _Advance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    gap: int


class _Courier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    contact: float
    basis: str


class _Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    held: int
    reached: int
    safe: int
    basis: str


class _OrdersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    writing: _Writing
    changes: _Changes
    retreat: _Retreat
    advance: _Advance
    courier: _Courier
    area: _Area


ORDERS_FILE = load("orders.toml", _OrdersFile)
#: Bases this close touch. (MK-M56)
CONTACT = round(ORDERS_FILE.courier.contact * INCH)


# Writing an order


class Written(msgspec.Struct, frozen=True):
    """An order as it is stored: a word, an objective, and the period from which it applies.

    [mckie:deploy.2] [mckie:deploy.4] [mckie:ord.corps.2]
    """

    word: Order
    objective: Title = ""
    #: The period in which to begin; 0 means at once.
    start: Period = 0
    #: The march route, point by point in hundredths of an inch. [mckie:deploy.2]
    route: Annotated[tuple[tuple[Hundredths, Hundredths], ...], Few] = ()

    def __str__(self) -> str:
        at = f" from period {self.start}" if self.start else ""
        by = f" by a route of {len(self.route)} points" if self.route else ""
        return f"{self.word} {self.objective}".rstrip() + by + at


def bars_to_write(order: Written) -> list[Refusal]:
    """Why an order cannot be given as it is written: it must be short and clear.

    Only a RETREAT needs no objective: it leads away from the enemy. [mckie:deploy.4]
    """
    rule, most = "mckie:deploy.4", ORDERS_FILE.writing.letters
    bars = []
    if order.word != "RETREAT" and not order.objective.strip():
        bars.append(Refusal(rule, f"{order.word} names no objective"))
    if len(order.objective) > most:
        bars.append(
            Refusal(
                rule,
                f"the objective has {len(order.objective)} letters; at most {most} are allowed",
            )
        )
    if len(order.objective.splitlines()) > 1:
        bars.append(Refusal(rule, "the objective runs over more than one line"))
    if len(order.route) > MOST_LEGS:
        bars.append(Refusal(rule, f"a route has at most {MOST_LEGS} points"))
    if not 0 <= order.start <= MOST_PERIODS:
        bars.append(Refusal(rule, f"no battle has a period {order.start}"))
    return bars


# The pile of order markers behind a commander


class Pile(msgspec.Struct, frozen=True):
    """The orders of a commander, the first on top.

    While he is active the top order is in force and face up; all others are face down. `removed`
    are those taken off, in that order. [mckie:ord.corps.3] [mckie:ord.corps.4]
    [mckie:ord.div.2]
    """

    role: Junior
    orders: Annotated[tuple[Written, ...], Few] = ()
    active: bool = False
    removed: tuple[Written, ...] = ()

    def __post_init__(self) -> None:
        if self.active and not self.orders:
            raise ValueError(f"a {self.role} commander without orders cannot be active")

    @property
    def in_force(self) -> Written | None:
        """The one order that is acted on now. [mckie:ord.corps.3] [mckie:ord.corps.5]"""
        return self.orders[0] if self.active else None

    @property
    def hidden(self) -> tuple[Written, ...]:
        """The orders that the enemy has not seen. [mckie:ord.corps.4] [mckie:ord.div.2]"""
        return self.orders[1:] if self.active else self.orders


def activated(pile: Pile) -> Pile:
    """He passed his test: the top order is turned over. [mckie:ord.corps.5] [mckie:gen.act.1]"""
    return replace(pile, active=bool(pile.orders))


def completed(pile: Pile) -> Pile:
    """The order in force is carried out: it is taken off, and the next applies.

    A commander with no further order is no longer active. [mckie:gen.def.3] [mckie:ord.corps.3]
    """
    if pile.in_force is None:
        return pile
    left = pile.orders[1:]
    return replace(pile, orders=left, active=bool(left), removed=(*pile.removed, pile.in_force))


def is_completed(in_position: Iterable[bool]) -> bool:
    """Whether a corps has carried out an order: all of its divisions are in position."""
    return all(in_position)


def received(pile: Pile, *orders: Written) -> Pile:
    """New orders cancel the old at once, and he must be activated again for them.

    [mckie:ord.div.3] [mckie:ord.div.4] [mckie:gen.act.7]
    """
    return replace(pile, orders=orders, active=False, removed=(*pile.removed, *pile.orders))


def _of_itself(pile: Pile, word: Order) -> Pile:
    """An order that a division takes up without being activated. [mckie:ord.auto.only]"""
    return activated(received(pile, Written(word)))


def unit_charged(pile: Pile) -> Pile:
    """A unit of the division is charged: ADVANCE and WITHDRAW become DEFEND.

    Only orders in force change, and only those of a division. [mckie:ord.auto.defend]
    [mckie:ord.auto.only]
    """
    order = pile.in_force
    if pile.role == "division" and order is not None and order.word in ("ADVANCE", "WITHDRAW"):
        return _of_itself(pile, "DEFEND")
    return pile


def gives_way(units: int, bad: int) -> bool:
    """Whether too many units of a division retreat or rout. [mckie:ord.retreat.2]

    >>> gives_way(6, 4), gives_way(6, 5)
    (False, True)
    """
    return _share_above(bad, units, ORDERS_FILE.retreat.starts_above)


def may_halt(units: int, bad: int, *, safe: bool) -> bool:
    """Whether a retreating division may stop and wait for orders. [mckie:ord.retreat.3]"""
    return safe and _share_above(units - bad, units, ORDERS_FILE.retreat.halts_above)


def _share_above(part: int, whole: int, limit: tuple[int, int]) -> bool:
    if not 0 <= part <= whole:
        raise ValueError(f"there cannot be {part} of {whole} units")
    return part * limit[1] > whole * limit[0]


def morale_of_division(pile: Pile, units: int, bad: int) -> Pile:
    """Some of a division's units retreat or rout, and it may have to RETREAT.

    A division that rallies keeps its order until it halts, which is its commander's choice and
    completes the order. [mckie:ord.retreat.2] [mckie:ord.retreat.3] [mckie:ord.auto.only]
    """
    retreats = pile.in_force is not None and pile.in_force.word == "RETREAT"
    if pile.role == "division" and not retreats and gives_way(units, bad):
        return _of_itself(pile, "RETREAT")
    return pile


# Who may give orders to whom

_RANK: dict[Role, int] = {"cinc": 2, "corps": 1, "division": 0}


class Giving(msgspec.Struct, frozen=True):
    """A general who would give a junior new orders.

    `in_chain`: the junior is under him. `changed`: the corps that got new orders this period.
    `met` or `courier`: they meet, or his courier has reached the junior.
    """

    giver: Role
    receiver: Junior
    in_chain: bool = True
    giver_active: bool = True
    personally: Personally | None = None
    changed: Collection[str] = ()
    met: bool = False
    courier: bool = False


def bars_to_give(giving: Giving, *, generalship: bool) -> list[Refusal]:
    """Every rule that bars giving those orders now, after the battle has begun.

    The first orders are written before it: the commander-in-chief's for each corps, the corps
    commanders' for their divisions. [mckie:deploy.2] [mckie:deploy.3] [mckie:ord.corps.1]

    [mckie:deploy.5] [mckie:ord.chain] [mckie:ord.change.corps] [mckie:ord.div.1]
    [mckie:ord.change.div] [mckie:gen.ctl.1] (MK-M56)
    """
    bars = []
    if not giving.in_chain or _RANK[giving.giver] <= _RANK[giving.receiver]:
        bars.append(
            Refusal("mckie:deploy.5", "he is not a superior in the direct chain of command")
        )
    if not generalship:
        if not giving.met and not giving.courier:
            bars.append(Refusal("mckie:deploy.5", "they have not met, and no courier has arrived"))
        return bars
    steps = _RANK[giving.giver] - _RANK[giving.receiver]
    if steps > 1 and giving.personally is None:
        bars.append(Refusal("mckie:ord.chain", "divisions get their orders from their corps"))
    if giving.receiver == "corps":
        if len(giving.changed) >= ORDERS_FILE.changes.corps_each_period:
            whose = " and ".join(sorted(giving.changed))
            bars.append(
                Refusal("mckie:ord.change.corps", f"{whose} already got new orders this period")
            )
    elif giving.giver == "corps" and not giving.giver_active:
        bars.append(Refusal("mckie:ord.div.1", "the corps commander is not active himself"))
    return bars


def reaches(distance: int) -> bool:
    """Whether a courier or a superior hands the order over: their bases touch. (MK-M56)

    [mckie:deploy.5]
    """
    return distance <= CONTACT
