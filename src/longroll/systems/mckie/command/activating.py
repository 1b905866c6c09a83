"""Step 2 of the longer period: corps and divisional commanders are activated, and given orders.

[mckie:newper.1] [mckie:gen.act.1] [mckie:ord.chain]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from longroll.board.table import distance_between, spot
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare
from longroll.miniatures.picking import OneAtATime
from longroll.systems.mckie.command import radius
from longroll.systems.mckie.command import rules as command
from longroll.systems.mckie.command.generals import Density
from longroll.systems.mckie.command.rules import Attempt
from longroll.systems.mckie.dice import average_die
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.orders import giving, reviewing
from longroll.systems.mckie.orders import rules as orders
from longroll.systems.mckie.orders.events import ActivationTried, TaskGiven, TookOver
from longroll.systems.mckie.orders.rules import ORDERS_FILE
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State
from longroll.systems.mckie.words import SIDES, Side

_RULE = "mckie:gen.act.1"


def activation(state: State) -> list[Ask | Do]:
    """The step: completed orders are removed, then each army activates its commanders."""
    armies: list[Side] = sorted(SIDES, key=lambda side: side != state.first)
    return [reviewing.ReviewOrders(), *(Activate(side) for side in armies)]


def is_played(state: State) -> bool:
    return state.options.generalship


# The step of one army


class Activate(OneAtATime[Side], frozen=True):
    """Superiors order and activate their juniors.

    `activate heth`, `order heth ATTACK the ridge`, `halt heth`, `override lee aphill`,
    `release lee`, `detach c3`, `attach c3`, `done`. [mckie:newper.1]
    """

    rule: ClassVar[str] = _RULE
    of_one: ClassVar[tuple[str, ...]] = (
        "activate",
        "order",
        "halt",
        "override",
        "release",
        "detach",
        "attach",
    )

    def question(self, state: State) -> str:
        if self.unit:
            return f"What are the orders for {state.title_of(self.unit)}?"
        return "Who is activated, and who gets new orders?"

    def who(self, state: State) -> list[str]:
        everybody = (*state.commanders, *state.of_side(self.side))
        return [id for id in everybody if self.orders(state, id)]

    def orders(self, state: State, id: str) -> list[Choice]:
        found = _sensible(state, self.side, id)
        return [one for one in found if not any(self.bars_to_order(state, one))]

    def bars_to_pick(self, state: State, id: str) -> Iterator[Refusal]:
        one = state.commanders.get(id) or state.units.get(id)
        if one is None or one.side != self.side or one.place != "table":
            yield Refusal(self.rule, f"you have no general or unit {id!r} on the field")

    def bars_to_order(self, state: State, order: Choice) -> Iterator[Refusal]:
        if order.verb == "done":
            yield from bare(order, self.rule)
        elif order.verb == "order":
            yield from bars_to_order(state, self.side, order.objects)
        elif order.verb == "override":
            yield from bars_to_override(state, self.side, order.objects)
        elif len(order.objects) != 1:
            yield Refusal(self.rule, f"{order.verb} takes one name")
        elif order.verb in ("detach", "attach"):
            yield from bars_to_detach(state, self.side, order)
        else:
            yield from _bars_to_tell_general(state, self.side, order)

    def carry_out(self, state: State, order: Choice, umpire: Umpire) -> None:
        who = order.object
        if order.verb == "done":
            state.agenda.pop()
        elif order.verb == "activate":
            attempt(state, who, umpire)
        elif order.verb == "order":
            given = giving.read_orders(order.objects[1:])
            assert not isinstance(given, Refusal)
            if state.commanders[who].role == "corps":
                state.changed |= {who}
            giving.write(state, who, given, umpire, "", "mckie:ord.div.4")
        elif order.verb == "halt":
            reviewing.end(state, who, umpire, halts=True)
        elif order.verb in ("override", "release"):
            _take_over(state, order, umpire)
        else:
            _give_task(state, order, umpire)


def _sensible(state: State, side: Side, who: str) -> Iterator[Choice]:
    """What a list offers: orders and activation for a general, a task for a brigade.

    An order that he has is not offered again, nor one to a general who was tried in vain: he
    cannot act on it before the next period. [mckie:gen.act.8]
    """
    if who in state.of_side(side):
        yield Choice("attach" if who in state.detached else "detach", (who,))
    general = state.commanders.get(who)
    if general is None or general.side != side or general.place != "table":
        return
    if general.role == "cinc":
        below = (one for one in state.commanders if who in giving.chain_above(state, one))
        yield from (Choice("override", (who, one)) for one in below)
        yield Choice("release", (who,))
        return
    pile = giving.pile_of(state, who)
    if pile.active or not pile.orders or who not in state.tried:
        for words in giving.sensible_orders(state, who):
            if giving.read_orders(words) != pile.orders:
                yield Choice("order", (who, *words))
    yield Choice("activate", (who,))
    yield Choice("halt", (who,))


def _bars_to_tell_general(state: State, side: str, choice: Choice) -> Iterator[Refusal]:
    general = state.commanders.get(choice.object)
    if general is None or general.side != side or general.place != "table":
        yield Refusal(_RULE, f"you have no general {choice.object!r} on the field")
    elif choice.verb == "activate":
        yield from bars_to_activate(state, choice.object)
    elif choice.verb == "halt":
        yield from bars_to_halt(state, choice.object)
    elif choice.object not in state.personally:
        yield Refusal("mckie:gen.override.1", f"{general.title} is not running troops himself")


# Activation


def bars_to_activate(state: State, who: str) -> Iterator[Refusal]:
    """Why a commander may not be activated now.

    [mckie:gen.act.1] [mckie:gen.act.4] [mckie:gen.act.8] [mckie:gen.def.3] [mckie:risk.4]
    """
    general = state.commanders[who]
    if general.role == "cinc":
        yield Refusal(_RULE, f"{general.title} needs nobody to activate him")
        return
    pile = giving.pile_of(state, who)
    if pile.active:
        yield Refusal("mckie:gen.def.3", f"{general.title} is already active")
    elif not pile.orders:
        yield Refusal(_RULE, f"{general.title} has no orders")
    elif pile.orders[0].start > state.period:
        yield Refusal(_RULE, f"his order is for period {pile.orders[0].start}")
    yield from command.bars_to_activate(
        "corps" if general.role == "corps" else "division",
        who,
        state.tried,
        corps_active=_corps_is_active(state, who),
    )
    yield from bars_to_reach(state, who)
    above = giving.superior_of(state, who)
    for one in (who, *([above] if above is not None else [])):
        yield from radius.bars_to_command(state, one)


def bars_to_reach(state: State, who: str) -> Iterator[Refusal]:
    if state.astray.get(who, 0) >= state.period:
        title = state.commanders[who].title
        yield Refusal("mckie:cards.5", f"the courier of {title} has got lost")


def _corps_is_active(state: State, who: str) -> bool:
    """Whether the corps above a division is active; it also is if the commander-in-chief runs it
    himself, or if no corps commander is on the field. [mckie:gen.act.4]"""
    above = giving.superior_of(state, who)
    if above is None or state.commanders[above].role != "corps":
        return True
    pile = state.orders.get(above)
    return pile is not None and pile.active


def attempt_of(state: State, who: str) -> Attempt:
    """The facts of an attempt: who tries whom, how far away, over which ground.

    A commander-in-chief who runs troops himself counts as their commander, by his activation.
    A general with no superior on the field is at distance 0.
    [mckie:gen.act.3] [mckie:gen.act.6] [mckie:gen.act.7] [mckie:gen.override.2] [mckie:gen.ctl.2]
    """
    general = state.commanders[who]
    role: command.Junior = "corps" if general.role == "corps" else "division"
    above = giving.superior_of(state, who)
    rated = radius.rated(general)
    if above is None:
        return Attempt(role, rated, rated, "open", 0)
    chief = state.commanders[above]
    if state.personally.get(above) == who:
        rated = radius.rated(chief)
        return Attempt(role, rated, rated, "open", 0)
    bases = [radius.base_of(state, one) for one in (chief, general)]
    under_him = state.personally.get(above) in giving.chain_above(state, who)
    return Attempt(
        role,
        rated,
        radius.rated(chief),
        _ground(state, who, above),
        distance_between(*bases),
        None if under_him else giving.runs_himself(state, above),
        radius.blocked_between(state, general.side, *bases),
    )


def _ground(state: State, *who: str) -> Density:
    """Dense if either of them is in dense ground. [mckie:gen.rad.cinc] [mckie:gen.rad.corps]"""
    grounds = {
        field.underfoot(state, spot(radius.where(state, state.commanders[one]))) for one in who
    }
    return "dense" if grounds & set(radius.DENSE) else "open"


def attempt(state: State, who: str, umpire: Umpire) -> None:
    """One attempt at activation. [mckie:gen.act.2] [mckie:gen.act.5] [mckie:gen.act.8] (MK-M57)"""
    facts, general = attempt_of(state, who), state.commanders[who]
    roll = average_die(umpire, f"activation of {general.title}")
    found = command.activate(facts, roll.value, exceeds=state.options.activation_exceeds)
    state.tried |= {who}
    if found.active:
        state.orders = {**state.orders, who: orders.activated(state.orders[who])}
    rule = "mckie:gen.act.2" if facts.role == "corps" else "mckie:gen.act.5"
    umpire.tell(
        ActivationTried(
            rules=(rule,),
            rolls=(roll,),
            general=who,
            title=general.title,
            total=found.total,
            active=found.active,
            order=str(state.orders[who].in_force) if found.active else "",
            lines=found.lines,
        )
    )


# Orders


def bars_to_order(state: State, side: str, words: Sequence[str]) -> Iterator[Refusal]:
    """Why a superior may not give those orders now.

    [mckie:ord.chain] [mckie:ord.change.corps] [mckie:ord.div.1] [mckie:ord.change.div]
    """
    refused = list(giving.bars_to_address(state, side, words))
    yield from refused
    if refused:
        return
    yield from bars_to_reach(state, words[0])
    above = giving.superior_of(state, words[0])
    if above is None:
        return  # the highest general on the field has no superior
    yield from radius.bars_to_command(state, above)
    facts = giving.giving(state, above, words[0])
    yield from orders.bars_to_give(facts, generalship=True)


def bars_to_halt(state: State, who: str) -> Iterator[Refusal]:
    """Why a division may not stop retreating. [mckie:ord.retreat.3]"""
    pile = giving.pile_of(state, who)
    title = state.commanders[who].title
    if pile.in_force is None or pile.in_force.word != "RETREAT" or pile.role != "division":
        yield Refusal("mckie:ord.retreat.3", f"the division of {title} is not retreating")
        return
    units = reviewing.units_of(state, who)
    gaps = [radius.nearest_enemy(state, state.units[id]) for id in units]
    safe = all(gap is None or gap > ORDERS_FILE.area.safe * INCH for gap in gaps)
    if not orders.may_halt(len(units), reviewing.flying(state, units), safe=safe):
        yield Refusal("mckie:ord.retreat.3", f"the division of {title} has not rallied in safety")


# The commander-in-chief himself


def bars_to_override(state: State, side: str, words: Sequence[str]) -> Iterator[Refusal]:
    """Why a general may not run troops in another's place. [mckie:gen.override.1]"""
    rule = "mckie:gen.override.1"
    found = [state.commanders.get(word) for word in words]
    chief, other = found if len(found) == 2 else (None, None)
    if chief is None or other is None or side not in (chief.side,) or chief.place != "table":
        yield Refusal(rule, "override takes your commander-in-chief and a general under him")
        return
    if other.role == "cinc" or words[0] not in giving.chain_above(state, words[1]):
        yield Refusal(rule, f"{other.title} is not under {chief.title}")
        return
    yield from command.bars_to_override(chief.role, other.role)
    yield from radius.bars_to_command(state, words[0])
    if words[0] in state.personally:
        yield Refusal(rule, f"{chief.title} is already running troops himself")


def _take_over(state: State, choice: Choice, umpire: Umpire) -> None:
    """[mckie:gen.override.1] [mckie:gen.override.2] (MK-M12)"""
    chief = choice.object
    released = choice.verb == "release"
    place = state.personally[chief] if released else choice.objects[1]
    others = {who: one for who, one in state.personally.items() if who != chief}
    state.personally = others if released else {**others, chief: place}
    umpire.tell(
        TookOver(
            rules=("mckie:gen.override.1",),
            general=chief,
            title=state.commanders[chief].title,
            instead_of=state.commanders[place].title,
            released=released,
        )
    )


# Brigades on a task of their own


def bars_to_detach(state: State, side: str, choice: Choice) -> Iterator[Refusal]:
    """Why a brigade may not be sent on a task of its own now, or called back from it.
    [mckie:gen.bde.1] [mckie:gen.bde.2]"""
    id = choice.object
    unit = state.units.get(id)
    if unit is None or unit.side != side or unit.place != "table" or unit.parent:
        yield Refusal("mckie:gen.bde.1", f"you have no unit {id!r} on the table")
        return
    detached = id in state.detached
    if detached == (choice.verb == "detach"):
        word = "is" if detached else "is not"
        yield Refusal("mckie:gen.bde.1", f"{unit.title} {word} on a task of its own")
    in_command = radius.is_in_command(state, id)
    yield from command.bars_to_order_detached(detached=detached, in_command_now=in_command)
    if choice.verb == "detach" and not in_command:
        yield Refusal("mckie:gen.bde.1", f"{unit.title} is out of command")


def _give_task(state: State, choice: Choice, umpire: Umpire) -> None:
    id = choice.object
    detached = choice.verb == "detach"
    state.detached = state.detached | {id} if detached else state.detached - {id}
    unit = state.units[id]
    umpire.tell(
        TaskGiven(
            rules=("mckie:gen.bde.1",), side=unit.side, unit=id, title=unit.title, detached=detached
        )
    )


STEPS = (*reviewing.STEPS, Activate)
