"""The state before anything has happened. [honor_glory:8.1] [honor_glory:8.11]"""

from __future__ import annotations

from longroll.miniatures.bodies import in_order
from longroll.systems.honor_glory import armies
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.options import Options
from longroll.systems.honor_glory.play.scenario import UnitEntry, scenario_named
from longroll.systems.honor_glory.play.state import Commander, State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.words import Side


def unit_of(entry: UnitEntry, side: Side, month: str, options: Options) -> Unit:
    """A unit as it begins the battle. Engineers are infantry with points of their own.
    [honor_glory:24.1] [honor_glory:104.2.b] [honor_glory:104.5.g]"""
    rated = armies.unit_rating(
        side,
        month,
        entry.arm,
        entry.class_,
        name=entry.title,
        men=entry.men,
        weapon=entry.weapon,
        by_class=options.size_by_class,
    )
    x, y, heading = entry.at or (0, 0, 0)
    return Unit(
        title=entry.title,
        side=side,
        arm=entry.arm,
        formation=entry.formation,
        mp=armies.ENGINEER_POINTS if entry.engineers else rated.points,
        class_=entry.class_,
        weapon=rated.weapon,
        gun=entry.gun,
        drawn=entry.drawn,
        team=armies.TEAM_POINTS if entry.arm == "artillery" else 0,
        colonel=entry.arm != "artillery",
        x=round(x * CM),
        y=round(y * CM),
        heading=round(heading * 10),
        led=(round(x * CM), round(y * CM)) if entry.arm == "dismounted_cavalry" else None,
        engineers=entry.engineers,
        place="reserve" if entry.at is None else "table",
    )


def fresh_state(scenario: str, options: Options) -> State:
    """Both armies where the scenario puts them."""
    file = scenario_named(scenario).file
    units = {
        entry.id: unit_of(entry, side, file.date, options)
        for side, army in file.armies.items()
        for entry in army.units
    }
    commanders = {
        one.id: Commander(title=one.title, side=side, rank=one.rank, joined=one.unit)
        for side, army in file.armies.items()
        for one in army.commanders
    }
    state = State(
        scenario=scenario, options=options, units=in_order(units), commanders=in_order(commanders)
    )
    state.index()
    return state
