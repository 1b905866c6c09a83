"""Guns and the regiments they are attached to: which of them is charged, and what is overrun."""

from __future__ import annotations

from longroll.kernel.agenda import Umpire
from longroll.kernel.memo import finding
from longroll.systems.honor_glory.play import field, hits
from longroll.systems.honor_glory.play.deploying import other
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import CONTACT


def guns_of(state: State, id: str) -> list[str]:
    """The guns that are attached to a regiment. [honor_glory:90.3]"""
    side = state.units[id].side
    return [
        gun
        for gun in field.near(state, id, CONTACT, side)
        if state.units[gun].arm == "artillery" and id in field.attached_to(state, gun)
    ]


def is_seen_to_charge(state: State, id: str, target: str) -> bool:
    """Whether a unit sees another that it would charge, or guns that stand before that and are
    attached to it. [honor_glory:77.x4] [honor_glory:90.3] (HG-35)"""
    return any(field.has_line(state, id, one) for one in (target, *guns_of(state, target)))


def overrun_with(state: State, id: str, umpire: Umpire) -> None:
    """Guns attached to a unit that is driven from a melee are lost, with their limbers.
    [honor_glory:90.2] [honor_glory:90.5] [honor_glory:90.6]"""
    for gun in guns_of(state, id):
        hits.gone(state, gun, "is overrun", umpire, killed=True)


def overrun_touched(state: State, umpire: Umpire) -> None:
    """Guns that no regiment is with are lost once a formed enemy touches them.
    [honor_glory:90.1] [honor_glory:90.2] (HG-36)"""
    for gun in state.present():
        if state.units[gun].place == "table" and gun in _touched(state):
            if not field.attached_to(state, gun):
                hits.gone(state, gun, "is overrun", umpire, killed=True)


@finding("units")
def _touched(state: State) -> list[str]:
    """The guns that a formed enemy touches."""
    units = state.units
    return [
        gun
        for gun in state.present()
        if units[gun].arm == "artillery"
        and any(
            units[enemy].morale == "formed" and units[enemy].arm != "artillery"
            for enemy in field.near(state, gun, CONTACT, other(units[gun].of))
        )
    ]
