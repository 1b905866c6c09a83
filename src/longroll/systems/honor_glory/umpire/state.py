"""The facts of an umpired battle: those of the table without its places, and what is pending."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from longroll.board.table import Table
from longroll.kernel.state import Options as BaseOptions
from longroll.miniatures.amounts import Many, UnitId
from longroll.miniatures.umpire.roster import FREE, FREE_TITLE, in_order
from longroll.miniatures.victory import Objective
from longroll.systems.honor_glory.armies import Month
from longroll.systems.honor_glory.morale import Reason
from longroll.systems.honor_glory.options import Options as TableOptions
from longroll.systems.honor_glory.play import state as play
from longroll.systems.honor_glory.play.scenario import Scenario, ScenarioFile, scenario_named
from longroll.systems.honor_glory.play.setup import fresh_state as table_state
from longroll.systems.honor_glory.play.troops import Points
from longroll.systems.honor_glory.words import Action, CoverClass, Struck

#: When armies that are built on the spot fight if nobody says.
_USUAL_MONTH = "1863-07"


class Options(BaseOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agreed on, as far as the umpire has to know it."""

    random_class: Literal["no", "start", "when_needed"] = "no"
    size_by_class: bool = False
    exhausted_crews: bool = False
    blown_cavalry: bool = False
    wounded_commanders: bool = False
    opportune_fire: bool = False
    supporting_fire: bool = False
    lines_of_communication: bool = False
    random_weapons: bool = False
    extended_command: bool = False
    remove_broken: bool = False


class Answer(msgspec.Struct, frozen=True):
    """A unit that was fired at may fire back: at whom, how far, and the cover of both.
    [honor_glory:54.2]"""

    enemy: UnitId
    distance: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    cover: CoverClass
    enemy_cover: CoverClass


class Charging(msgspec.Struct, frozen=True):
    """A charge that is under way: what the unit that is charged must still do or has done."""

    charger: UnitId
    target: UnitId
    struck: Struck
    stage: Literal["test", "answer", "contact"]
    may_countercharge: bool = False
    countercharges: bool = False
    joining: bool = False
    bonus: bool = False


class Round(msgspec.Struct, frozen=True):
    """A round of melee whose tests are still to be taken. [honor_glory:81.5]"""

    unit: UnitId
    enemy: UnitId
    lost: tuple[Points, Points]
    #: The unit whose cover is fought for, if there is any. [honor_glory:86.0]
    holder: Annotated[str, msgspec.Meta(max_length=64)] = ""


class State(play.State, kw_only=True, dict=True):
    """A battle on the players' own table."""

    moves_units = False

    options: Options  # type: ignore[assignment]
    month: Annotated[Month, msgspec.Meta(max_length=7)] = ""
    #: The points that units began with, for the roster.
    original: Annotated[dict[UnitId, Points], Many] = {}
    #: Tests that units must take, in the order of the table, and what those taken so far demand.
    #: [honor_glory:100.5a]
    tests: Annotated[dict[UnitId, tuple[Reason, ...]], Many] = {}
    suffered: Annotated[dict[UnitId, tuple[Action, ...]], Many] = {}
    answers: Annotated[dict[UnitId, Answer], Many] = {}
    charge: Charging | None = None
    fought: Round | None = None
    #: Units whose enemy has left the melee, and who that was. [honor_glory:92.0]
    unchecked: Annotated[dict[UnitId, UnitId], Many] = {}

    @property
    def played(self) -> Scenario:
        if self.scenario == FREE:
            return _no_scenario(self.month or _USUAL_MONTH)
        return scenario_named(self.scenario)

    def index(self) -> None:
        """The roster has one order however it was made."""
        super().index()
        self.units = in_order(self.units)
        self.commanders = in_order(self.commanders)


@lru_cache(maxsize=64)
def _no_scenario(month: Month) -> Scenario:
    nowhere = Objective(name="nowhere", at=(0, 0), within=1)
    file = ScenarioFile(1, "honor_glory:8.1", FREE_TITLE, month, 100, nowhere, "", {})
    return Scenario(FREE, file, Table("", 100, 100, ()))


def fresh_state(scenario: str, options: Options) -> State:
    """A roster before the first turn: of a scenario, or empty."""
    if scenario == FREE:
        return State(scenario=scenario, options=options, units={}, phase="goes")
    there = table_state(scenario, TableOptions(size_by_class=options.size_by_class))
    units = {id: replace(unit, x=0, y=0, heading=0, place="table", hidden=False)
             for id, unit in there.units.items()}  # fmt: skip
    generals = {id: replace(one, x=0, y=0, place="table") for id, one in there.commanders.items()}
    return State(
        scenario=scenario,
        options=options,
        units=in_order(units),
        commanders=in_order(generals),
        phase="goes",
    )
