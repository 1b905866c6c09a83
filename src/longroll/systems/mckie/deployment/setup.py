"""The armies as a scenario puts them on the table. [mckie:cat.assign] [mckie:deploy.1]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from longroll.board.table.places import INCH
from longroll.miniatures.bodies import in_order
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.army.units import LIMITS, StandKind, horse_holders, stand_kind
from longroll.systems.mckie.orders.rules import Pile
from longroll.systems.mckie.scenarios.scenario import Scenario, scenario_named
from longroll.systems.mckie.scenarios.scenario_file import Commander, Troops, sizes_of
from longroll.systems.mckie.table.state import Options, State
from longroll.systems.mckie.words import GUNS

#: Tenths to a degree.
_TENTHS = 10
Sizes: TypeAlias = Mapping[StandKind, tuple[int, int]]
"""Frontage and depth of bases, in hundredths."""
NO_SIZES: Sizes = {}


def fresh_state(name: str, options: Options) -> State:
    """A scenario before anything has happened."""
    scenario = scenario_named(name)
    sizes = sizes_of(scenario.file.bases)
    state = State(
        scenario=name,
        options=options,
        units=in_order({troops.id: fresh_unit(troops, sizes) for troops in scenario.file.troops}),
        commanders=in_order({one.id: fresh_general(one) for one in scenario.file.commanders}),
        orders=in_order(_orders(scenario, in_force=not options.generalship)),
    )
    state.index()
    return state


def fresh_unit(troops: Troops, sizes: Sizes = NO_SIZES) -> Unit:
    """A unit as the scenario has it; `sizes` are those of the scenario's own bases."""
    crews = (LIMITS.crew_of_a_model,) * troops.models if troops.arm in GUNS else ()
    strength = sum(crews) or troops.figures or troops.models
    x, y = troops.at or troops.enters or (0, 0)
    return Unit(
        title=troops.title,
        side=troops.side,
        arm=troops.arm,
        quality=troops.quality,
        weapon=troops.weapon,
        repeating=troops.repeating,
        division=troops.division,
        original=strength,
        figures=strength,
        crews=crews,
        guns=troops.guns,
        ironclad=troops.ironclad,
        bases=_bases(troops, sizes),
        formation=troops.formation,
        place="reserve" if troops.arrives else "table",
        arrives=troops.arrives,
        x=round(x * INCH),
        y=round(y * INCH),
        heading=round(troops.heading * _TENTHS),
        holders=horse_holders(strength) if troops.arm == "dismounted_cavalry" else 0,
    )


def _bases(troops: Troops, sizes: Sizes) -> tuple[tuple[StandKind, int, int], ...]:
    """The bases of a unit that are not the book's. [mckie:base.optional]"""
    own = dict(sizes)
    if troops.base is not None:
        kind = stand_kind(troops.arm, troops.formation)
        own |= sizes_of({kind: troops.base})
    return tuple((kind, *size) for kind, size in sorted(own.items()))


def fresh_general(one: Commander) -> General:
    x, y = one.at or one.enters or (0, 0)
    return General(
        title=one.title,
        side=one.side,
        role=one.role,
        name=one.name,
        ratings=one.ratings,
        divisions=one.divisions,
        superior=one.superior,
        place="reserve" if one.arrives else "table",
        arrives=one.arrives,
        x=round(x * INCH),
        y=round(y * INCH),
    )


def _orders(scenario: Scenario, *, in_force: bool) -> dict[str, Pile]:
    """The orders written before the battle. [mckie:deploy.2] [mckie:deploy.3]"""
    return {
        one.id: Pile(one.role, one.orders, active=in_force)
        for one in scenario.file.commanders
        if one.role != "cinc" and one.orders
    }
