"""The roster: what the umpire of a real table has to remember."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

from longroll.kernel.state import Options as BaseOptions
from longroll.miniatures.amounts import Few, Id, Many, Names, UnitId
from longroll.miniatures.umpire.roster import FREE, in_order
from longroll.systems.mckie.amounts import Crew, Figures
from longroll.systems.mckie.deployment.setup import fresh_general, fresh_unit
from longroll.systems.mckie.fire.weapons import Weapon, more_weapons
from longroll.systems.mckie.risk.rules import Danger
from longroll.systems.mckie.scenarios.scenario import scenario_named
from longroll.systems.mckie.table import state as field


class Options(BaseOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agreed on."""

    #: The initiative goes by the ratings of the generals. [mckie:gen.init.1]
    generalship: bool = False
    #: Batteries may lose pieces to enemy guns. [mckie:opt.cb.1]
    counter_battery: bool = False


class Strength(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a unit had when the step began: fire and blows are simultaneous. (MK-M16)"""

    figures: Figures
    crews: Annotated[tuple[Crew, ...], Few]


class State(field.State, kw_only=True, dict=True):
    """The facts of the measured table without its places.

    Units, generals, charges and melees are those of the table game, so that its rules serve both.
    """

    options: Options  # type: ignore[assignment]
    #: Units that have lost figures in this step, as they were before.
    before: Annotated[dict[UnitId, Strength], Many] = {}
    #: Units whose fatigue was checked in this period. [mckie:fat.when]
    checked: Names = frozenset()
    #: Units that have tested to receive a charge in this period. [mckie:morale.when.2]
    received: Names = frozenset()
    #: Units with generals who still have to roll, and why. [mckie:risk.1]
    at_risk: Annotated[dict[UnitId, Danger], Many] = {}

    #: Figures that units have lost for good on earlier days, and how many of them were captured.
    #: [mckie:loss.1] [mckie:loss.3]
    fallen: Annotated[dict[UnitId, tuple[Figures, Figures]], Many] = {}
    #: Weapons of the players' own. [mckie:wpn.extend]
    weapons: Annotated[dict[Id, Weapon], Many] = {}

    @property
    def armoury(self) -> Mapping[str, Weapon]:
        """Every weapon that is known here: of the book, the scenario and the players."""
        own = {} if self.scenario == FREE else scenario_named(self.scenario).file.weapons
        return more_weapons({**own, **self.weapons})

    def index(self) -> None:
        """The roster has one order however it was made, so that dice are rolled in one order."""
        super().index()
        self.units = in_order(self.units)
        self.commanders = in_order(self.commanders)

    def strength(self, id: str) -> Strength:
        """What a unit fires and fights with in this step."""
        unit = self.units[id]
        return self.before.get(id) or Strength(unit.figures, unit.crews)

    def has_acted_with(self, id: str) -> bool:
        """Whether a unit is there, or was when this step began."""
        return self.units[id].place == "table" or id in self.before


def fresh_state(scenario: str, options: Options) -> State:
    """A roster before the first period: of a scenario, or empty."""
    if scenario == FREE:
        return State(scenario=scenario, options=options, period=1, step="initiative", units={})
    file = scenario_named(scenario).file
    units = {one.id: replace(fresh_unit(one), x=0, y=0, heading=0) for one in file.troops}
    generals = {one.id: replace(fresh_general(one), x=0, y=0) for one in file.commanders}
    return State(
        scenario=scenario,
        options=options,
        period=1,
        step="initiative",
        units=in_order(units),
        commanders=in_order(generals),
    )
