"""The facts of the Battle of Corinth that change, besides those of the series."""

from __future__ import annotations

from typing import ClassVar

from longroll.board.hex import Hex
from longroll.systems.corinth.game import CORINTH
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.roster import UnitNumber
from longroll.systems.gbacw.state import Options as SeriesOptions
from longroll.systems.gbacw.state import State as SeriesState


class Options(SeriesOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Optional rules; docs/rulings.md explains what each decides."""

    #: Every further phase of rapid fire in a row adds one to the fouling die. [corinth:24.13]
    fouling_adds_up: bool = False
    #: Crews of Robinett, Phillips and Williams have no melee strength. [corinth:24.24]
    small_crews: bool = False
    #: Heat may skip Game-Turns, also in the free set-up. [corinth:30.5.1] [corinth:30.5.4]
    heat: bool = False


class State(SeriesState, kw_only=True, dict=True):
    """Everything that changes at Corinth."""

    game: ClassVar[Game] = CORINTH

    options: Options
    #: Objective hexes that the Confederates were the last to hold. [corinth:31.1.2]
    confederate_held: frozenset[Hex] = frozenset()
    #: Redan hexes whose garrison faces the rear, and its side. [corinth:23.21.4]
    reversed_redans: dict[Hex, str] = {}
    #: Batteries that used rapid fire in their side's last Fire Phases, and in how many in a row;
    #: below zero until they do so again in the present one. [corinth:24.13]
    rapid: dict[UnitNumber, int] = {}
    #: Batteries that tried to clear their guns in this phase. [corinth:24.1.4]
    cleared: frozenset[UnitNumber] = frozenset()
    #: Brigades that have made their brigade retreat in this phase. [corinth:25.25.1]
    fallen_back: frozenset[str] = frozenset()
    #: Units that fell back off the map, and the Assault Area where they wait. [corinth:27.3.1]
    returning: dict[UnitNumber, str] = {}
    #: Hexes that the Union drew back through when engagements ended at night. [corinth:26.15.3]
    parted: frozenset[Hex] = frozenset()
    #: Units that have fired since their side's last Straggler Recovery Phase. [corinth:26.21.2]
    awake: frozenset[UnitNumber] = frozenset()

    # Set-up and arrival

    #: The duty of each Union brigade in the free set-up: reserve, forward or elsewhere.
    duties: dict[str, str] = {}
    #: The Confederate plan: Assault Area and Game-Turn of each division. [corinth:29.2]
    plan: dict[str, tuple[str, int]] = {}
    #: The division that guns, generals and cavalry come with. [corinth:29.26]
    attached: dict[UnitNumber, str] = {}
    #: The Assault Area that the Union was told of. [corinth:29.23]
    revealed: str = ""
    #: The Assault Area that each division came through. [corinth:27.1.1]
    areas: dict[str, str] = {}
    #: Cavalry held off the map, by Assault Area. [corinth:29.27.1]
    withheld: dict[str, tuple[UnitNumber, ...]] = {}
    #: Counters that are still to enter, by division; Union reinforcements under "union".
    waiting: dict[str, tuple[UnitNumber, ...]] = {}
    #: In this Movement Phase: halves paid to enter, and areas whose first row was filled.
    entry_costs: dict[UnitNumber, int] = {}
    full_rows: frozenset[str] = frozenset()
    #: Reinforcements that march to their brigades in column. [corinth:29.47.2]
    marching: frozenset[UnitNumber] = frozenset()
    #: Oliver's units that may not stop near the Assault Areas. [corinth:30.13.5]
    hastening: frozenset[UnitNumber] = frozenset()

    # Reserves

    #: Union formations not yet committed, with their counters. [corinth:29.43.1] [corinth:30.31]
    reserve: dict[str, frozenset[UnitNumber]] = {}
    #: Formations for which a die was rolled in this Game-Turn. [corinth:30.34.2]
    reserve_tried: frozenset[str] = frozenset()
    #: Reserve formations that were left when the first day ended. [corinth:30.36]
    uncommitted: int = 0
    #: The Game-Turn of the first fire or melee. [corinth:29.43.2]
    first_combat: int = 0
    #: Batteries of the artillery park, until it is freed. [corinth:29.44.5]
    park: frozenset[UnitNumber] = frozenset()
    #: The last Game-Turn that the heat skipped. [corinth:30.5.2]
    rested: int = 0
