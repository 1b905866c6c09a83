"""Ammunition wagons: who draws from them, and who captures them."""

from __future__ import annotations

from longroll.board.table import in_contact
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.event import Effect
from longroll.miniatures.scenes import UnitEvent
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.fire.ammunition import Wagon, may_replenish
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, State


class Replenished(UnitEvent, frozen=True, kw_only=True):
    """A unit draws ammunition from its division's wagon. [mckie:ammo.3]"""

    wagon: str

    def text(self) -> str:
        return f"{self.title} fills its boxes from the {self.wagon}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class WagonTaken(UnitEvent, frozen=True, kw_only=True):
    """The enemy has taken a wagon."""

    by: str

    def text(self) -> str:
        return f"{self.by} takes the {self.title}."

    def effect(self) -> Effect | None:
        return Effect("capture", self.text())


def wagons(state: State) -> list[Ask | Do]:
    """After the moves: ammunition is given out. [mckie:ammo.3]"""
    return [DrawAmmunition()]


def is_wanted(state: State) -> bool:
    """Whether anybody is out of ammunition."""
    return any(is_out(state.units[id]) for id in state.present())


def is_out(unit: Unit) -> bool:
    """Whether a unit, or some of it, is out of ammunition. [mckie:ammo.3]"""
    return bool(unit.ran_out or unit.empty)


class DrawAmmunition(Do, frozen=True):
    """Units out of ammunition with their wagon near when movement ends. [mckie:ammo.3] (MK-M19)"""

    def run(self, state: State, umpire: Umpire) -> None:
        capture(state, umpire)
        for id in state.present():
            unit = state.units[id]
            if not is_out(unit) or unit.supplied:
                continue
            wagon = _wagon_near(state, id)
            if wagon is not None:
                state.change(id, supplied=True)
                umpire.tell(
                    Replenished(
                        rules=("mckie:ammo.3",),
                        unit=id,
                        title=unit.title,
                        wagon=state.units[wagon].title,
                    )
                )


def _wagon_near(state: State, id: str) -> str | None:
    """The first wagon of a unit's division that is near enough."""
    unit = state.units[id]
    # A screen that is back with its unit ran out in an earlier period.
    ran_out = unit.ran_out or state.period - 1
    return next(
        (
            other
            for other in state.of_side(unit.side)
            if state.units[other].arm == "wagon"
            and state.units[other].division == unit.division
            and may_replenish(ran_out, Wagon(state.period, field.gap(unit, state.units[other])))
        ),
        None,
    )


def replenish(state: State) -> None:
    """The marker goes when the period ends. [mckie:ammo.4] [mckie:ammo.6]"""
    for id, unit in state.units.items():
        if unit.supplied:
            state.change(id, ran_out=0, empty=0, supplied=False)


def capture(state: State, umpire: Umpire) -> None:
    """Wagons that enemy troops have reached are captured."""
    for id in state.present():
        wagon = state.units[id]
        if wagon.arm != "wagon":
            continue
        taker = next(
            (
                other
                for other in state.of_side(ENEMY[wagon.side])
                if state.units[other].arm != "wagon"
                and in_contact(field.stands_of(state.units[other]), field.stands_of(wagon))
            ),
            None,
        )
        if taker is not None:
            state.change(id, captured=wagon.figures)
            state.remove(id, "captured")
            umpire.tell(
                WagonTaken(
                    rules=("mckie:ammo.3",),
                    unit=id,
                    title=wagon.title,
                    by=state.units[taker].title,
                )
            )


STEPS = (DrawAmmunition,)
