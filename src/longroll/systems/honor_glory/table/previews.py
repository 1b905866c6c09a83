"""What an order would come to before it is declared, and what a unit has in front of it.

Nothing is measured to the enemy before a declaration: where a unit would stand and what its
actions take of its allowance is known, ranges and charge distances are not, unless the players
agreed that they may be measured. [honor_glory:6.3] [honor_glory:6.7]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from longroll.display.facts import Note
from longroll.display.preview import Allowance, Band, Preview, Prospect, Shot, Stage
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.dice import Scripted
from longroll.kernel.event import Detail, Line
from longroll.miniatures import previewing
from longroll.miniatures.marching import March, march
from longroll.miniatures.ways import amid
from longroll.systems.honor_glory import fire
from longroll.systems.honor_glory.charges import charge_bonus
from longroll.systems.honor_glory.fire_tables import FIRE
from longroll.systems.honor_glory.measure import CENTIMETRES, CM
from longroll.systems.honor_glory.morale import Reason, Versus
from longroll.systems.honor_glory.play import closing, field, forms, manoeuvres, shooting
from longroll.systems.honor_glory.play.declaring import ride_cost
from longroll.systems.honor_glory.play.orders import Order, read_order
from longroll.systems.honor_glory.play.rulebook import DRILL, ROAD
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.rates import COSTS, rate
from longroll.systems.honor_glory.table import view
from longroll.systems.honor_glory.table.chances import chances
from longroll.systems.honor_glory.units import rating_lines
from longroll.systems.honor_glory.weapons import gun_named, is_carbine

#: The parts that an allowance is spent in.
_QUARTERS = 4


def measures(state: State) -> bool:
    """Whether distances to the enemy may be known before anything is declared."""
    return state.options.measuring == "free"


def preview(state: State, side: str, choice: Choice, fit: bool = False) -> Preview:
    """What an order of a side would come to, in the state as it knows it."""
    return previewing.preview(state, side, choice, _SHOWN, fitted if fit else None)


# A declared order


def _order(state: State, side: str, choice: Choice) -> tuple[Unit, Order] | None:
    unit, order = state.units.get(choice.object), read_order(choice.objects[1:])
    if unit is None or unit.side != side or unit.place != "table" or isinstance(order, Refusal):
        return None
    return unit, order


def _known(state: State, id: str, order: Order) -> State:
    """The table that a march is measured on: without enemies, unless they may be measured."""
    unit = state.units[id]
    others = state.present() if measures(state) else state.of_side(unit.side)
    twin: State = amid(state, id, others)
    twin.change(id, left=(order.counters, 1))
    return twin


def fitted(state: State, side: str, choice: Choice) -> previewing.Cut | None:
    """A march cut down to what its counters allow."""
    found = _order(state, side, choice) if choice.verb == "declare" else None
    if found is None or found[1].drill is None:
        return None
    order = found[1]
    assert order.drill is not None
    twin = _known(state, choice.object, order)
    cut = previewing.fitted(order.drill, lambda one: march(twin, choice.object, one).bars)
    if cut is None:
        return None
    shorter, size, beyond = cut
    deed = choice.objects[len(choice.objects) - bool(order.deed) - bool(order.target) :]
    words = (choice.object, choice.objects[1], *DRILL.write(shorter), *deed)
    return Choice("declare", words), size, beyond


def _declare(state: State, side: str, choice: Choice) -> Preview | None:
    found = _order(state, side, choice)
    if found is None:
        return None
    (unit, order), id = found, choice.object
    shown = Preview(order="", legal=True)
    spent, after = Fraction(0), state
    if order.drill is not None:
        twin = _known(state, id, order)
        drill = order.drill
        if manoeuvres.keeps_to_road(twin, id, drill):
            drill = replace(drill, pace=ROAD)
        done: March = march(twin, id, drill)
        shown = previewing.marched(twin, drill, done, view.body_of)
        spent = order.counters - done.left
        after = state.copy()
        after.units = {**state.units, id: replace(done.unit, left=unit.left)}
        shown = replace(shown, acts=forms.acts_of(after, done.unit))
    if order.deed == "fire":
        spent += Fraction(COSTS.fire, 100)
    if order.deed == "charge":
        shown = replace(shown, **_charge(state, id, order.target, order.counters))
    allowance = Allowance(
        _QUARTERS * order.counters, int(max(spent, Fraction(0)) * 100 * _QUARTERS)
    )
    return replace(shown, allowance=allowance, prospect=prospect(after, id, order))


def _charge(state: State, id: str, target: str, counters: int) -> dict[str, object]:
    """How far a charge reaches; how far it has to go only if that may be measured.
    [honor_glory:79.1a]"""
    unit = state.units[id]
    whole = counters * (rate(unit.mover) or 0)
    dice = charge_bonus(unit.kind, "charge", Scripted([6, 6]))
    headline = f"reaches {whole // CM} cm and {len(dice)} D6" if dice else "cannot charge"
    if measures(state):
        headline += f" of {CENTIMETRES.told(field.range_to(state, id, target))}"
    return {"headline": headline, "stages": (Stage(view.body_of(unit), "charge"),)}


def _ride(state: State, side: str, choice: Choice) -> Preview | None:
    who, to, *_ = (*choice.objects, "", "")
    one = state.commanders.get(who)
    if one is None or one.side != side or to not in state.units:
        return None
    then: State = state.copy()
    then.change_commander(who, joined=to)
    if view.where(then, then.commanders[who]) is None:
        return None
    body = view.body_of_commander(then, who)
    cost = ride_cost(state, who, to)
    headline = "one counter" if cost == 1 else f"{cost} counters"
    return Preview(order="", legal=True, stages=(Stage(body, "ride"),), headline=headline)


_SHOWN: dict[str, previewing.Shown] = {"declare": _declare, "ride": _ride}


# In front of a unit


def prospect(state: State, id: str, order: Order | None = None) -> Prospect:
    """What a unit has in front of it, and what it could be told to do to the enemy; ValueError if
    nobody of that name is on the table."""
    if id in state.commanders and view.where(state, state.commanders[id]) is not None:
        return Prospect(unit=id, body=view.body_of_commander(state, id))
    unit = state.units.get(id)
    if unit is None or unit.place != "table":
        raise ValueError(f"there is no unit or commander {id!r} on the table")
    charged = order.target if order is not None and order.deed == "charge" else ""
    return Prospect(
        unit=id,
        body=view.body_of(unit),
        arc=FIRE.arc,
        bands=tuple(_bands(state, id)) if measures(state) else (),
        shots=tuple(_tests(state, id, charged)) if charged else tuple(_shots(state, id)),
        notes=tuple(_notes(state, id)),
    )


def _bands(state: State, id: str) -> Iterator[Band]:
    """The bands of a unit's weapon. [honor_glory:67.1] [honor_glory:74.1]"""
    unit = state.units[id]
    ends: tuple[int, ...] = ()
    if unit.gun:
        ends = FIRE.artillery.ranges[gun_named(unit.gun).kind]
    elif unit.weapon is not None:
        small = FIRE.small_arms
        ends = small.carbine if is_carbine(unit.weapon) else small.other
    near = 0
    for far in filter(None, ends):
        yield Band(near * CM, far * CM, f"{near}–{far} cm")
        near = far


def _shots(state: State, id: str) -> Iterator[Shot]:
    """Fire at every enemy that a unit could hit, if its range may be measured."""
    if not measures(state):
        return
    fresh = state.fresh()
    for target in state.enemies_of(state.units[id].side):
        if any(shooting.bars_to_shot(fresh, id, target, "activated")):
            continue
        distance = field.range_to(state, id, target)
        aimed = fire.aim(
            field.facts(state, id),
            field.facts(state, target),
            distance,
            enfiladed=field.is_enfiladed(state, id, target),
        )
        if aimed.value is not None:
            yield Shot(
                verb="declare",
                does="fires at",
                unit=id,
                target=target,
                note=CENTIMETRES.told(distance),
                lines=aimed.lines,
            )


def _tests(state: State, id: str, target: str) -> Iterator[Shot]:
    """The tests of both sides when one charges the other, with their chances; of the enemy as far
    as the viewer knows him. [honor_glory:77.4] [honor_glory:77.5]"""
    unit = state.units[id]
    versus: Versus = "cavalry" if unit.arm == "cavalry" else "infantry"
    yield _test(state, id, target, "charge", None, "charges")
    if target in state.units and state.units[target].place == "table":
        yield _test(state, target, id, "receive_charge", versus, "receives the charge of")


def _test(
    state: State, id: str, other: str, reason: Reason, versus: Versus | None, does: str
) -> Shot:
    facts = field.facts(state, id)
    found = chances(reason, facts, versus)
    lines = (*rating_lines(facts), Line(0, "two dice, against a D20", "honor_glory:100.1"))
    told = sorted(found.items(), key=lambda one: -one[1])
    return Shot(
        verb="declare",
        does=does,
        unit=id,
        target=other,
        note="a test of morale" if found else "no test",
        lines=lines if found else (),
        sums=tuple(
            Detail(f"{round(chance * 100)}%", action.replace("_", " ")) for action, chance in told
        ),
    )


def _notes(state: State, id: str) -> Iterator[Note]:
    unit = state.units[id]
    led = [one.title for one in state.with_unit(id).values()]
    if led:
        yield Note("with it", ", ".join(led))
    whole = rate(unit.mover)
    if whole:
        quarter = CENTIMETRES.told(Fraction(whole, _QUARTERS))
        yield Note("allowance", f"{CENTIMETRES.told(whole)}, a quarter is {quarter}")
    if measures(state):
        for enemy in state.enemies_of(unit.side):
            bar = next(closing.bars_to_charge_at(state, id, enemy), None)
            if bar is None:
                yield Note("could charge", state.units[enemy].title)
