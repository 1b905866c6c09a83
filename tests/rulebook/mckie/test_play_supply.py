"""On the table: ammunition wagons, and troops that come during the battle."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.deployment.arrivals import Arrive, Arrived, Delayed
from longroll.systems.mckie.fire.supply import DrawAmmunition, Replenished, WagonTaken
from longroll.systems.mckie.sequence import PERIOD, EndPeriod
from longroll.systems.mckie.table.state import State
from tests.rulebook.mckie.field import SYSTEM, battery, lay, position, troops


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def wagon(x: float, y: float, division: str = "crocker") -> Unit:
    return troops(
        "union", x, y, arm="wagon", figures=1, formation="column", division=division, weapon=""
    )


def drawn(gap: float = 8, ran_out: int = 2, division: str = "crocker") -> tuple[State, Umpire]:
    units = {
        "u1": troops("union", 20, 20, division="crocker", ran_out=ran_out),
        "u2": wagon(20, 20.75 + gap, division),
        "c1": troops("confederate", 20, 5, 180),
    }
    state = position(units)
    umpire = Umpire(Scripted(()))
    DrawAmmunition().run(state, umpire)
    return state, umpire


# Ammunition


@pytest.mark.rule("mckie:ammo.3")
def test_a_unit_draws_from_its_wagon_within_eight_inches_in_a_later_period() -> None:
    state, umpire = drawn()
    assert state.units["u1"].supplied
    assert isinstance(umpire.events[0], Replenished)
    assert not drawn(gap=8.02)[0].units["u1"].supplied
    assert not drawn(ran_out=3)[0].units["u1"].supplied  # this is period 3
    assert not drawn(division="other")[0].units["u1"].supplied


@pytest.mark.rule("mckie:ammo.4")
@pytest.mark.rule("mckie:ammo.6")
def test_the_marker_goes_when_the_period_ends() -> None:
    state, umpire = drawn()
    assert state.units["u1"].ran_out == 2  # it does not fire in this period yet
    EndPeriod().run(state, umpire)
    assert (state.units["u1"].ran_out, state.units["u1"].supplied) == (0, False)
    state, umpire = drawn(gap=9)
    EndPeriod().run(state, umpire)
    assert state.units["u1"].ran_out == 2


@pytest.mark.rule("mckie:ammo.3")
def test_ammunition_is_given_out_between_movement_and_fire() -> None:
    slugs = [step.slug for step in PERIOD]
    assert slugs.index("compulsory") < slugs.index("supply") < slugs.index("firing")
    moves = [place for place, slug in enumerate(slugs) if slug.startswith("move")]
    assert all(place < slugs.index("supply") for place in moves)


@pytest.mark.rule("mckie:ammo.3")
def test_a_wagon_that_the_enemy_reaches_is_his_and_serves_nobody() -> None:
    units = {
        "u1": troops("union", 20, 20, division="crocker", ran_out=1),
        "u2": wagon(26, 24),
        "c1": troops("confederate", 26, 24, 180, figures=8),
    }
    state = position(units)
    umpire = Umpire(Scripted(()))
    DrawAmmunition().run(state, umpire)
    assert (state.units["u2"].place, state.units["u2"].fate) == ("gone", "captured")
    assert isinstance(umpire.events[0], WagonTaken)
    assert not state.units["u1"].supplied


# Arrivals


def arrived(units: dict[str, Unit], **more: Any) -> tuple[State, Umpire]:
    state = position(units, **more)
    umpire = Umpire(Scripted(()))
    Arrive().run(state, umpire)
    return state, umpire


def coming(x: float, y: float, period: int = 3, **more: Any) -> Unit:
    return troops("union", x, y, place="reserve", arrives=period, **more)


@pytest.mark.rule("mckie:deploy.1")
def test_troops_come_on_in_march_column_at_their_time_and_place() -> None:
    state, umpire = arrived({"u1": coming(20, 48), "u2": coming(40, 48, 4)})
    unit = state.units["u1"]
    assert (unit.place, unit.formation, unit.heading) == ("table", "road_march", 0)
    # Six stands deep, its tail on the edge.
    assert (unit.x, unit.y) == (2000, 4800 - 6 * 75)
    assert state.units["u2"].place == "reserve"
    assert [type(event) for event in umpire.events] == [Arrived]


@pytest.mark.rule("mckie:deploy.1")
def test_without_a_point_they_come_in_the_middle_of_their_edge() -> None:
    state, _ = arrived({"u1": coming(0, 0), "c1": troops("confederate", 20, 5, 180)})
    assert (state.units["u1"].x, state.units["u1"].heading) == (3000, 0)


@pytest.mark.rule("mckie:deploy.1")
def test_several_come_side_by_side_and_guns_come_limbered() -> None:
    units = {f"u{number}": coming(20, 48) for number in range(3)}
    units["u9"] = battery("union", 20, 48, place="reserve", arrives=3)
    state, _ = arrived(units)
    assert [state.units[id].x for id in units] == [2000, 2100, 1900, 2200]
    assert state.units["u9"].formation == "limbered"
    assert list(SYSTEM.faults(state)) == []


@pytest.mark.rule("mckie:deploy.1")
def test_they_wait_while_the_enemy_bars_the_way() -> None:
    line = {
        f"c{number}": troops("confederate", 5 + 6 * number, 47, 180, figures=24)
        for number in range(9)
    }
    state, umpire = arrived({"u1": coming(30, 48), **line})
    assert state.units["u1"].place == "reserve"
    assert isinstance(umpire.events[0], Delayed)
    state.units = {"u1": state.units["u1"]}
    state.period = 4
    Arrive().run(state, umpire)
    assert state.units["u1"].place == "table"


@pytest.mark.rule("mckie:deploy.1")
def test_generals_come_too() -> None:
    general = General(
        title="Hill", side="union", role="corps", place="reserve", arrives=3, x=1000, y=4800
    )
    state, _ = arrived({"u1": troops("union", 20, 20)}, generals={"hill": general})
    assert (state.commanders["hill"].place, state.commanders["hill"].x) == ("table", 1000)
