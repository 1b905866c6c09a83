"""11.1 and 11.2: assaults as the players declare them."""

from __future__ import annotations

from typing import Any

from longroll.kernel.agenda import Ask
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords.combat import Assault
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import EventName


class AssaultStep(Ask, frozen=True):
    """A brigade assaults; or, by events, these units once."""

    side: SideName
    units: tuple[UnitNumber, ...] = ()
    events: tuple[EventName, ...] = ()


class Assaulting(Ask, frozen=True):
    assault: Assault


STEPS: tuple[type[Any], ...] = (AssaultStep, Assaulting)
