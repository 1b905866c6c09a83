"""The pages on which an umpire composes an entry: fire, melee and charges, morale."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from longroll.display.desk import Die, EntryForm, Field, Page
from longroll.miniatures.umpire.pages import CHARGE, FIRE, MORALE
from longroll.systems.mckie.dice import AVERAGE, TEN
from longroll.systems.mckie.umpire import chips, due
from longroll.systems.mckie.umpire.entries import fighting, shooting, testing
from longroll.systems.mckie.umpire.state import State

TEN_SIDED = tuple(range(1, TEN + 1))
_TEN_SIDED = Die(label="Ten-sided die", faces=TEN_SIDED)
_AVERAGE = Die(label="Average die", faces=tuple(sorted(set(AVERAGE))))
_CHANCE = Die(label="Chance die", faces=_AVERAGE.faces)


def pages(state: State) -> Iterator[Page]:
    yield Page(id="fire", title="Fire", form=_fire(state))
    charging = state.step in ("charges_first", "charges_second")
    yield Page(id="melee", title="Melee", form=_charge(state) if charging else _melee(state))
    waits = any(one.verb == "morale" and one.step == state.step for one in due.all_due(state))
    alert = "tests are due now" if waits else ""
    yield Page(id="morale", title="Morale", form=_morale(state), alert=alert)


def _fire(state: State) -> EntryForm:
    able = {id: able_to_fire(state, id) for id in state.present()}
    units = [id for id, number in able.items() if number and "fired" not in state.units[id].did]
    return replace(
        FIRE,
        rule=shooting.RULE,
        part="{target} {range} {firing} {words}",
        joint="and",
        splits=True,
        nobody="No unit can still fire in this period.",
        units=tuple(units),
        targets=tuple(id for id in state.present() if state.units[id].arm != "wagon"),
        fields={id: tuple(_fire_fields(state, id, able[id])) for id in units},
        chips=tuple(chips.fire(state)),
        dice=(_TEN_SIDED,),
        thrown="die",
    )


def able_to_fire(state: State, id: str) -> int:
    """Figures or guns of a unit that could fire now."""
    return shooting.able_to_fire(state, id) if state.units[id].weapon else 0


def _fire_fields(state: State, id: str, able: int) -> Iterator[Field]:
    unit = state.units[id]
    weapon = state.armoury[unit.weapon]
    yield Field(
        name="range",
        label=f"Range in inches, {weapon.name}",
        kind="choice",
        options=tuple(chips.bands(weapon)),
    )
    yield Field(
        name="firing",
        label="Guns firing" if unit.has_guns else "Figures firing",
        kind="number",
        text="firing {value}",
        most=able,
        usual=able,
    )


def _charge(state: State) -> EntryForm:
    fighting = _fighting(state)
    return replace(
        CHARGE,
        rule="mckie:morale.when.1",
        units=fighting,
        targets=fighting,
        chips=tuple(chips.charge()),
        dice=(_AVERAGE,),
        thrown="die",
    )


def _melee(state: State) -> EntryForm:
    units = _fighting(state)
    return EntryForm(
        shape="between",
        title="",
        rule=fighting.RULE,
        text="melee {parts}",
        part="{unit} {blows} {words}",
        joint="and",
        asks=("Who fights?", "{unit} fights whom?"),
        tags=("fights",),
        units=units,
        targets=units,
        fields={id: (_blows(state, id),) for id in units},
        chips=tuple(chips.melee()),
        dice=(_CHANCE, _TEN_SIDED),
        thrown="dice",
    )


def _fighting(state: State) -> tuple[str, ...]:
    return tuple(id for id in state.present() if state.units[id].arm not in ("wagon", "gunboat"))


def _blows(state: State, id: str) -> Field:
    figures = state.units[id].figures
    front = able_to_fire(state, id)
    return Field(
        name="blows",
        label="Figures striking",
        kind="number",
        text="{target} {value}",
        least=0,
        most=figures,
        usual=min(front, figures) or figures,
        told=True,
    )


def _morale(state: State) -> EntryForm:
    return replace(
        MORALE,
        rule=testing.RULE,
        units=tuple(id for id in state.present() if state.units[id].arm != "wagon"),
        chips=tuple(chips.morale(state)),
        whys=tuple(chips.whys()),
        dice=(_AVERAGE,),
        thrown="die",
    )
