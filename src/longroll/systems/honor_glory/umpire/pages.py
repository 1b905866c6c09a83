"""The pages on which an umpire composes an entry: fire, charges, melee, morale."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from longroll.display.desk import EntryForm, Page, choice_field
from longroll.miniatures.umpire.pages import CHARGE, FIRE, MORALE
from longroll.systems.honor_glory.fire import can_fire
from longroll.systems.honor_glory.umpire import charging, chips, dice, fighting, shooting, testing
from longroll.systems.honor_glory.umpire.reading import Where, troops
from longroll.systems.honor_glory.umpire.state import State
from longroll.systems.honor_glory.words import REGIMENTS


def pages(state: State) -> Iterator[Page]:
    yield Page(id="fire", title="Fire", form=_fire(state))
    yield Page(id="charge", title="Charge", form=_charge(state))
    goes_on = "a melee is to be fought" if unfought(state) else ""
    yield Page(id="melee", title="Melee", form=_melee(state), alert=goes_on)
    alert = "tests are due now" if state.tests else ""
    yield Page(id="morale", title="Morale", form=_morale(state), alert=alert)


def unfought(state: State) -> list[tuple[str, str]]:
    """Melees that are still to be fought in this turn, the unit of the active side first.
    [honor_glory:75.7]"""
    charge = state.charge
    begun = [(charge.charger, charge.target)] if charge and charge.stage == "contact" else []
    ordered = [
        pair if state.units[pair[0]].side == state.active else pair[::-1] for pair in state.melees
    ]
    return [*begun, *(pair for pair in ordered if not state.units[pair[0]].fought)]


def _fire(state: State) -> EntryForm:
    able = [
        id
        for id in state.of_side(state.active)
        if can_fire(troops(state, id, Where()))
        and not state.units[id].fired
        and state.units[id].morale == "formed"
    ]
    return replace(
        FIRE,
        rule=shooting.RULE,
        part="{target} {range} {words}",
        nobody="No unit can still fire in this turn.",
        units=tuple(able),
        targets=tuple(state.present()),
        fields={
            id: (choice_field("range", "Range in centimetres", chips.bands(state, id)),)
            for id in able
        },
        chips=tuple(chips.fire(state)),
        dice=(dice.twenty(),),
        thrown="dice",
    )


def _regiments(state: State, side: str) -> tuple[str, ...]:
    return tuple(id for id in state.of_side(side) if state.units[id].arm in REGIMENTS)


def _charge(state: State) -> EntryForm:
    return replace(
        CHARGE,
        rule=charging.RULE,
        nobody="No unit can charge.",
        units=_regiments(state, state.active),
        targets=tuple(state.present()),
        chips=tuple(chips.charge()),
        dice=dice.of_test(),
        thrown="dice",
    )


def _melee(state: State) -> EntryForm:
    pairs = unfought(state)
    return EntryForm(
        shape="at",
        title="{unit} fights {target}",
        rule=fighting.RULE,
        text="melee {unit} {parts}",
        part="{target} {words}",
        asks=("Who fights?", "{unit} fights whom?"),
        nobody="No unit is in contact with an enemy.",
        tags=("fights", "its enemy"),
        units=tuple(dict.fromkeys(one for one, _ in pairs)),
        targets=tuple(dict.fromkeys(other for _, other in pairs)),
        chips=tuple(chips.melee(state)),
        dice=(dice.twenty(),),
        thrown="dice",
    )


def _morale(state: State) -> EntryForm:
    return replace(
        MORALE,
        rule=testing.RULE,
        units=tuple(state.present()),
        chips=tuple(chips.morale()),
        whys=tuple(chips.whys()),
        dice=dice.of_test(),
        thrown="dice",
    )
