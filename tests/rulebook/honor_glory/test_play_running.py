"""Units that run, and run again: how often they move in a turn, and who else runs."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import events, hits
from longroll.systems.honor_glory.play.state import Commander, State
from tests.rulebook.honor_glory.table import Fight, battery, play, position, regiment

#: The faces of a morale test that passes: two dice and a low D20.
PASS = (3, 4, 5)
#: One that fails, with the two dice of the worst column.
WORST = (1, 1, 20, 6, 6)


def ran(battle: Fight) -> list[str]:
    return [one.unit for one in battle.log() if isinstance(one, events.Fled)]


def between_two_fires(**more: object) -> State:
    units = {
        "u1": regiment("union", 52, 86),
        "ua": battery("union", 68, 86),
        "c1": regiment("confederate", 60, 74, 180, mp=9, **more),
    }
    return position(units)


@pytest.mark.rule("honor_glory:50.2", "honor_glory:50.3a")
@pytest.mark.parametrize("morale", ["formed", "routing"])
def test_a_unit_that_runs_runs_once_in_a_turn(morale: str) -> None:
    state = between_two_fires(morale=morale)
    orders = ("declare u1 1 fire c1", "declare ua 1 fire c1", "done")
    asked = ("hold",) if morale == "formed" else ()
    # Two hits, and two routs.
    battle = play(state, *orders, *asked, faces=(1, *WORST, 1, *WORST))
    assert ran(battle) == ["c1"]
    assert battle.state.units["c1"].y == (74 - 3 - 25) * CM


@pytest.mark.rule("honor_glory:50.2", "honor_glory:9.1.4")
def test_a_routing_unit_does_not_withdraw_besides() -> None:
    # A hit, and a test that says withdraw: it runs on, and no farther.
    state = between_two_fires(morale="routing")
    battle = play(state, "declare u1 1 fire c1", "done", faces=(1, 1, 1, 20, 4, 5))
    assert ran(battle) == ["c1"]
    assert battle.state.units["c1"].y == (74 - 3 - 25) * CM


@pytest.mark.rule("honor_glory:50.1", "honor_glory:23.1")
def test_a_unit_that_a_routing_friend_carries_away_runs_at_once() -> None:
    units = {
        "u1": regiment("union", 60, 80),
        "u2": regiment("union", 100, 85),
        "c1": regiment("confederate", 60, 72, 180, mp=9),
        "c2": regiment("confederate", 60, 60, 180, mp=9),
    }
    orders = ("declare u1 1 fire c1", "declare u2 1 ahead 1", "done", "hold")
    # A hit with no more points, a rout; the friend behind is swept along before the next go.
    battle = play(position(units), *orders, faces=(1, 6, *WORST, *WORST))
    told = [type(one).__name__ for one in battle.log() if getattr(one, "unit", "") in ("c2", "u2")]
    assert told.index("Fled") < told.index("Moved")
    assert battle.state.units["c2"].morale == "routing"


@pytest.mark.rule("honor_glory:23.1", "honor_glory:50.1")
def test_a_rallying_unit_is_carried_away_by_a_routing_friend() -> None:
    units = {
        "u1": regiment("union", 60, 80),
        "c1": regiment("confederate", 60, 72, 180, mp=9),
        "c2": regiment("confederate", 60, 60, 180, mp=9, morale="rallying", rest=4),
    }
    battle = play(
        position(units), "declare u1 1 fire c1", "done", "hold", faces=(1, 6, *WORST, *WORST)
    )
    assert battle.state.units["c2"].morale == "routing"


@pytest.mark.rule("honor_glory:29.5", "honor_glory:29.4")
def test_of_two_brigadiers_the_one_who_is_hit_falls() -> None:
    units = {"u1": regiment("union", 20, 70), "c1": regiment("confederate", 20, 50, 180, mp=8)}
    leaders = {
        name: Commander(title=name, side="confederate", rank="brigade", mp=mp, joined="c1")
        for name, mp in (("first", 7), ("second", 2))
    }
    state = position(units, commanders=leaders)
    # A hit; the second is killed; both tests are passed.
    faces = (1, 5, 1, *PASS, *PASS)
    after = play(state, "declare u1 1 fire c1", "done", "hold", faces=faces).state
    assert [one.place for one in after.commanders.values()] == ["table", "gone"]


@pytest.mark.rule("honor_glory:29.7", "honor_glory:50.1", "honor_glory:22.tip")
@pytest.mark.parametrize("removed", [False, True])
def test_the_death_of_the_chief_breaks_weak_units_at_once(removed: bool) -> None:
    units = {
        "u1": regiment("union", 20, 70),
        "u2": regiment("union", 100, 85),
        "c1": regiment("confederate", 20, 50, 180, mp=8),
        "c2": regiment("confederate", 70, 60, 180, mp=2),
        **{f"c{n}": regiment("confederate", 17 * n - 45, 8, 180, mp=9) for n in range(3, 9)},
    }
    chief = Commander(title="the chief", side="confederate", rank="cinc", mp=3, joined="c1")
    options = {"remove_broken": removed}
    state = position(units, commanders={"chief": chief}, options=options)
    orders = ("declare u1 1 fire c1", "declare u2 1 ahead 1", "done", "hold")
    # A hit, the chief is dead, every unit loses two points; the unit that was hit is tested.
    battle = play(state, *orders, faces=(1, 1, 2, *PASS))
    told = [type(one).__name__ for one in battle.log() if getattr(one, "unit", "") in ("c2", "u2")]
    assert told.index("Lost" if removed else "Fled") < told.index("Moved")
    assert (battle.state.units["c2"].place == "gone") == removed


@pytest.mark.rule("honor_glory:48.0d", "honor_glory:48.0c")
@pytest.mark.parametrize("on", [False, True])
def test_a_crew_that_is_forced_to_push_its_gun_back_tires(on: bool) -> None:
    units = {
        "u1": regiment("union", 60, 80),
        "ca": battery("confederate", 60, 60, 180, mp=9, team=0, gun="short_smoothbore"),
    }
    state = position(units, options={"exhausted_crews": on})
    # A hit, and a test that says withdraw: ten centimetres by hand, twice.
    battle = play(state, "declare u1 1 fire ca", "done", "hold", faces=(1, 1, 1, 20, 4, 5))
    unit = battle.state.units["ca"]
    assert (unit.y, unit.stamina) == ((60 - 5 - 20) * CM, 3 if on else 6)


@pytest.mark.rule("honor_glory:50.1", "honor_glory:48.2.1")
@pytest.mark.parametrize("cause", ["rout", "withdraw"])
def test_whoever_fights_an_enemy_at_its_back_runs_straight_away_from_him(cause: Any) -> None:
    units = {
        "u1": regiment("union", 60, 50),
        "c1": regiment("confederate", 60, 54),
        "c2": regiment("confederate", 20, 10, 180),
    }
    state = position(units, melees=(("c1", "u1"),))
    hits.flee(state, "u1", cause, Umpire(Scripted(())))
    # The home of the Union is south, and so is its enemy.
    unit = state.units["u1"]
    assert (unit.x, unit.y < 50 * CM) == (60 * CM, True)
