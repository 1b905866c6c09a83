"""What firing leaves behind: smoke, empty boxes, broken guns, fallen generals."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from longroll.board.table import piece
from longroll.kernel.agenda import Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.event import Event
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.fire import shooting, smoke
from longroll.systems.mckie.fire.events import Fired, PiecesLost
from longroll.systems.mckie.fire.firing import OrderFire
from longroll.systems.mckie.fire.volleys import ResolveFire
from longroll.systems.mckie.risk.events import CommandPassed, GeneralAtRisk
from longroll.systems.mckie.risk.step import roll_for_generals
from longroll.systems.mckie.table.state import Smoke
from tests.rulebook.mckie.field import Fight, battery, field, lay, position, troops


@pytest.fixture(autouse=True)
def open_table(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def facing(gap: float = 5) -> dict[str, Unit]:
    return {"u": troops("union", 30, 20), "c": troops("confederate", 30, 20 - gap, 180)}


def shoot(units: dict[str, Unit], *dice: int, orders: str = "all", **more: Any) -> Fight:
    """The Union fires, the Confederates do not."""
    battle = field(units, OrderFire("union"), ResolveFire(), dice=dice, **more)
    for order in (*orders.split(", "), "done"):
        battle.play(order)
    return battle


def told(battle: Battle, kind: type[Event]) -> list[str]:
    return [event.text() for event in battle.log() if isinstance(event, kind)]


# Smoke


@pytest.mark.rule("mckie:vis.smoke.1")
def test_smoke_rises_before_the_front_of_whoever_fired() -> None:
    state = shoot(facing(), 5).state
    assert state.smoke == (Smoke(3000, 2000, 0, 600, 3),)
    (corner, *_, last) = smoke.strip(state.smoke[0]).bases[0]
    assert (corner.x, corner.y, last.x, last.y) == (270000, 190000, 270000, 200000)


@pytest.mark.rule("mckie:vis.smoke.1", "mckie:fire.factor.smoke")
@pytest.mark.parametrize("period, factor", [(3, 5), (4, 4), (5, 5)])
def test_smoke_hinders_fire_through_it_in_the_next_period(period: int, factor: int) -> None:
    """Fire of the same step is not affected; both sides fire through the strip. (MK-M27)"""
    state = position(facing(), period=period, smoke=(Smoke(3000, 2000, 0, 600, 3),))
    for firer, target in (("u", "c"), ("c", "u")):
        groups = shooting.sights_of(state).shots(firer, [target])
        assert [one.factor for one in groups] == [factor]


@pytest.mark.rule("mckie:fire.factor.smoke", "mckie:fire.split")
def test_stands_beside_the_smoke_fire_unhindered() -> None:
    units = facing()
    state = position(units, period=4, smoke=(Smoke(2800, 2000, 0, 200, 3),))
    groups = shooting.sights_of(state).shots("u", ["c"])
    assert [(one.stands, one.factor) for one in groups] == [((2, 3, 4, 5), 5), ((0, 1), 4)]


@pytest.mark.rule("mckie:vis.smoke.1")
def test_smoke_hides_nobody() -> None:
    state = position(facing(), period=4, smoke=(Smoke(3000, 2000, 0, 600, 3),))
    assert shooting.Sights(state).in_reach("u") == {"c": 500}


@pytest.mark.rule("mckie:vis.smoke.2")
def test_old_smoke_goes_with_the_firing_of_the_next_period() -> None:
    old = Smoke(1000, 1000, 0, 600, 3)
    state = shoot(facing(), orders="hold u", period=4, smoke=(old,)).state
    assert state.smoke == ()
    assert shoot(facing(), 5, period=4, smoke=(old,)).state.smoke == (Smoke(3000, 2000, 0, 600, 4),)


# Ammunition


@pytest.mark.rule("mckie:ammo.1", "mckie:ammo.2")
@pytest.mark.parametrize("die, ran_out", [(9, 0), (10, 3)])
def test_a_ten_empties_the_boxes_and_the_fire_still_counts(die: int, ran_out: int) -> None:
    """24 figures with factor 5 give 2.4: two figures whatever the die."""
    battle = shoot(facing(), die)
    assert battle.state.units["u"].ran_out == ran_out
    assert battle.state.units["c"].figures == 22
    assert ("out of ammunition" in told(battle, Fired)[0]) is bool(ran_out)


@pytest.mark.rule("mckie:ammo.1")
def test_the_die_is_rolled_where_nothing_can_be_hit() -> None:
    """One figure with factor 2 has no chance, and still uses its powder. (MK-M18)"""
    units = facing(10)
    units["u"] = troops("union", 30, 20, figures=1)
    battle = shoot(units, 10)
    assert [event.totals for event in battle.log() if isinstance(event, Fired)] == [{"c": 0}]
    assert battle.state.units["u"].ran_out == 3


@pytest.mark.rule("mckie:ammo.6")
def test_a_unit_out_of_ammunition_cannot_fire() -> None:
    units = facing()
    units["u"] = troops("union", 30, 20, ran_out=2)
    battle = field(units, OrderFire("union"))
    assert [one.rule for one in battle.why_not("fire u c")] == ["mckie:ammo.6"]
    assert battle.decision is not None
    assert [str(one) for one in battle.decision.choices] == ["done"]


@pytest.mark.rule("mckie:ammo.5")
@pytest.mark.parametrize(
    "permanent, siege, ran_out", [(True, False, 0), (True, True, 3), (False, False, 3)]
)
def test_permanent_works_hold_powder_enough(
    permanent: bool, siege: bool, ran_out: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = piece("works", "works", (2500, 1990), (3500, 1990), width=10)
    lay(monkeypatch, [works], permanent_works=permanent, long_siege=siege)
    assert shoot(facing(), 10).state.units["u"].ran_out == ran_out


@pytest.mark.rule("mckie:ammo.5")
def test_troops_outside_the_works_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, permanent_works=True)
    assert shoot(facing(), 10).state.units["u"].ran_out == 3


# Counter-battery fire


def guns(models: int = 1) -> dict[str, Unit]:
    return {
        "u": battery("union", 30, 30, models=models),
        "c": battery("confederate", 30, 10, 180, models=3),
    }


@pytest.mark.rule("mckie:opt.cb.1", "mckie:opt.cb.2", "mckie:opt.cb.3")
@pytest.mark.parametrize(
    "models, die, left", [(1, 9, 3), (1, 10, 2), (2, 8, 3), (2, 9, 2), (2, 10, 1)]
)
def test_guns_destroy_guns(models: int, die: int, left: int) -> None:
    """The firing die is 9: nothing else is lost."""
    battle = shoot(guns(models), 9, die, options={"counter_battery": True})
    unit = battle.state.units["c"]
    assert unit.crews == (4,) * left
    assert unit.figures == 4 * left
    assert ("lost_figures" in unit.felt) is (left < 3)
    assert len(told(battle, PiecesLost)) == 1


@pytest.mark.rule("mckie:opt.cb.2")
def test_a_battery_that_splits_its_fire_counts_the_guns_it_fires_at_the_other() -> None:
    """Its left model has infantry before it, far from what its right one sees."""
    firers = replace(battery("union", 30, 30, models=2), bases=(("gun", 1500, 175),))
    units = {
        "u": firers,
        "c": battery("confederate", 37.5, 20, 180, models=3),
        "i": troops("confederate", 22.5, 20, 180),
    }
    battle = shoot(units, 9, 9, orders="fire u c i", options={"counter_battery": True})
    # Sixteen guns would have destroyed a piece with a 9; the eight that fired at it do not.
    [fired] = [one for one in battle.log() if isinstance(one, Fired)]
    assert [(one.target, one.firing) for one in fired.groups] == [("c", 8), ("i", 8)]
    assert len(told(battle, PiecesLost)) == 1
    assert battle.state.units["c"].crews == (4, 4, 4)


@pytest.mark.rule("mckie:opt.cb.1", "mckie:opt.status")
def test_counter_battery_fire_is_an_option_and_for_guns_at_guns_only() -> None:
    assert shoot(guns(), 9).dice.rolled == 1
    units = guns()
    units["c"] = troops("confederate", 30, 10, 180)
    assert shoot(units, 9, options={"counter_battery": True}).dice.rolled == 1
    units = guns()
    units["u"] = troops("union", 30, 16)
    assert shoot(units, 9, options={"counter_battery": True}).dice.rolled == 1


@pytest.mark.rule("mckie:opt.cb.1")
def test_every_firing_battery_rolls_its_own_die() -> None:
    units = guns() | {"v": battery("union", 33, 30)}
    battle = shoot(units, 9, 9, 10, 1, options={"counter_battery": True})
    assert told(battle, PiecesLost) == [
        "C loses 1 gun model to the guns of U.",
        "C loses no gun to the guns of V.",
    ]


@pytest.mark.rule("mckie:opt.cb.1")
def test_a_battery_without_guns_is_gone() -> None:
    units = guns(2)
    units["c"] = battery("confederate", 30, 10, 180, models=1)
    battle = shoot(units, 9, 10, options={"counter_battery": True})
    assert battle.state.units["c"].place == "gone"


# Generals


def general(role: str = "division", **more: Any) -> General:
    facts: dict[str, Any] = {"title": "Hood", "ratings": "-/S", "divisions": ("hood",), **more}
    return General(side="confederate", role=role, **facts)  # type: ignore[arg-type]


@pytest.mark.rule("mckie:risk.1", "mckie:risk.2", "mckie:risk.3")
@pytest.mark.parametrize(
    "die, fate",
    [(1, "is killed"), (2, "is unharmed"), (10, "is seriously wounded and leaves the field")],
)
def test_a_general_with_a_unit_that_is_fired_on_rolls(die: int, fate: str) -> None:
    battle = shoot(facing(12), 9, die, generals={"hood": general(joined="c")})
    assert told(battle, GeneralAtRisk) == [f"Hood, with C, {fate}."]


@pytest.mark.rule("mckie:risk.1")
@pytest.mark.parametrize("joined", ["", "d"])
def test_a_general_elsewhere_is_safe(joined: str) -> None:
    units = facing() | {"d": troops("confederate", 50, 40)}
    assert shoot(units, 9, generals={"hood": general(joined=joined)}).dice.rolled == 1


@pytest.mark.rule("mckie:risk.4", "mckie:risk.3")
@pytest.mark.parametrize("die", [1, 10])
def test_a_brigadier_takes_over_a_division_after_a_full_period(die: int) -> None:
    battle = shoot(facing(), 9, die, generals={"hood": general(joined="c")})
    after = battle.state.commanders["hood"]
    assert after.title == "Hood's successor"
    assert (after.ratings, after.divisions, after.commands_from) == ("-/-", ("hood",), 5)
    assert after.joined == "c"
    assert told(battle, CommandPassed) == [
        "Hood's successor takes over from Hood and commands from period 5."
    ]


@pytest.mark.rule("mckie:risk.4")
def test_the_next_in_line_moves_up_and_his_own_post_is_filled() -> None:
    generals = {
        "longstreet": general("corps", title="Longstreet", joined="c", ratings="S/S"),
        "mclaws": general(title="McLaws", superior="longstreet", place="gone"),
        "hood": general(superior="longstreet", x=100, y=200),
    }
    after = shoot(facing(), 9, 1, generals=generals).state.commanders
    assert [one.title for one in after.values()] == ["Hood", "McLaws", "Hood's successor"]
    assert (after["longstreet"].role, after["longstreet"].ratings) == ("corps", "-/S")
    assert (after["longstreet"].x, after["longstreet"].y) == (100, 200)
    assert after["longstreet"].joined == ""
    assert after["longstreet"].commands_from == after["hood"].commands_from == 5


@pytest.mark.rule("mckie:risk.1")
def test_a_general_of_a_unit_that_is_wiped_out_rolls_too() -> None:
    units = facing(1.5)
    units["c"] = troops("confederate", 30, 18.5, 180, figures=1)
    battle = shoot(units, 9, 5, generals={"hood": general(joined="c")})
    assert battle.state.units["c"].place == "gone"
    assert battle.state.commanders["hood"].joined == ""


@pytest.mark.rule("mckie:risk.1")
def test_without_danger_nobody_rolls() -> None:
    battle = field(facing(), generals={"hood": general(joined="c")})
    umpire = Umpire(battle.dice)
    roll_for_generals(battle.state, {"c"}, "none", umpire)
    assert umpire.faces == []
