"""Lines of fire on the table: the lane, fire overhead, hills, and who must be fired at first."""

from __future__ import annotations

import pytest

from longroll.systems.honor_glory.play import field
from longroll.systems.honor_glory.play.shooting import bars_to_shot
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.play.troops import Unit
from tests.rulebook.honor_glory.table import battery, play, position, regiment


def shot(state: State, target: str = "c1") -> set[str]:
    """The rules that bar u1 from firing."""
    return {bar.rule for bar in bars_to_shot(state.fresh(), "u1", target, "activated")}


def over(firer: Unit, between: float) -> State:
    """A firer at the south, a friend at some place north of it, and a target."""
    return position({
        "u1": firer,
        "u2": regiment("union", 20, between),
        "c1": regiment("confederate", 20, 50, 180),
    })  # fmt: skip


@pytest.mark.rule("honor_glory:54.8", "honor_glory:54.7")
@pytest.mark.parametrize("x, clear", [(33, True), (31, False)])
def test_a_line_needs_a_lane_of_half_its_front(x: float, clear: bool) -> None:
    # The lane is 8 cm wide: 16 to 24. The friend's front is 16 cm wide.
    units = {
        "u1": regiment("union", 20, 75),
        "u2": regiment("union", x, 68),
        "c1": regiment("confederate", 20, 50, 180),
    }
    assert (shot(position(units)) == set()) == clear


@pytest.mark.rule("honor_glory:55.8")
@pytest.mark.parametrize("x, barred", [(41, True), (41.01, False)])
def test_friends_within_5_cm_of_a_target_bar_fire_but_the_firer_is_none_of_them(
    x: float, barred: bool
) -> None:
    # The firer is 4 cm from its target, the friend beside the target 5 or a little more.
    units = {
        "u1": regiment("union", 20, 54),
        "u2": regiment("union", x, 50),
        "c1": regiment("confederate", 20, 50, 180),
    }
    assert ("honor_glory:55.8" in shot(position(units))) == barred


@pytest.mark.rule("honor_glory:57.4", "honor_glory:6.1")
def test_without_a_priority_any_target_may_be_named_even_one_that_is_too_far() -> None:
    units = {
        "u1": regiment("union", 50, 80, weapon="smoothbore_musket"),
        "c1": regiment("confederate", 50, 10, 180),
        "c2": regiment("confederate", 64, 70, 180),
    }
    assert shot(position(units)) == set()


@pytest.mark.rule("honor_glory:58.1")
def test_small_arms_do_not_fire_over_anybody_on_the_level() -> None:
    assert shot(over(regiment("union", 20, 85), 70)) == {"honor_glory:54.7"}


@pytest.mark.rule("honor_glory:58.2", "honor_glory:58.3")
@pytest.mark.parametrize(
    "gun, between, clear",
    [("medium_rifled", 70, True), ("medium_rifled", 78, False), ("medium_smoothbore", 70, False)],
)
def test_rifled_guns_fire_over_those_who_are_10_cm_off(
    gun: str, between: float, clear: bool
) -> None:
    state = over(battery("union", 20, 85, gun=gun), between)
    assert (shot(state) == set()) == clear


@pytest.mark.rule("honor_glory:59.2")
@pytest.mark.parametrize("between, clear", [(40, True), (46, False)])
def test_from_a_hill_small_arms_fire_over_those_who_are_10_cm_off(
    between: float, clear: bool
) -> None:
    units = {
        "u1": regiment("union", 100, 54),
        "u2": regiment("union", 100, between),
        "c1": regiment("confederate", 100, 30, 180),
    }
    state = position(units)
    assert (field.level(state, "u1"), field.level(state, "c1")) == (1, 0)
    assert ("honor_glory:54.7" not in shot(state)) == clear


@pytest.mark.rule("honor_glory:59.1")
@pytest.mark.parametrize("y, barred", [(56, False), (58, True)])
def test_a_firer_on_a_hill_stands_near_its_edge(y: float, barred: bool) -> None:
    units = {"u1": regiment("union", 82, y), "c1": regiment("confederate", 82, 35, 180)}
    assert ("honor_glory:59.1" in shot(position(units))) == barred


@pytest.mark.rule("honor_glory:57.2", "honor_glory:57.4")
def test_a_unit_fires_first_at_whoever_hurt_it() -> None:
    units = {
        "u1": regiment("union", 20, 70),
        "c1": regiment("confederate", 11, 50, 180),
        "c2": regiment("confederate", 29, 50, 180),
    }
    state = position(units, side="confederate")
    assert shot(state) == set()
    # The second regiment hits, the reply misses, and the test is passed.
    faces = (8, 20, 3, 4, 10)
    state = play(state, "declare c2 1 fire u1", "done", "reply", faces=faces).state
    assert state.units["u1"].hurt_by == ("c2",)
    assert shot(state) == {"honor_glory:57.2"}
    assert shot(state, "c2") == set()
    # It is forgotten when the enemy's next turn begins.
    later = play(state, "done").state
    assert later.units["u1"].hurt_by == ()


@pytest.mark.rule("honor_glory:57.2")
def test_guns_may_ignore_guns() -> None:
    units = {
        "u1": battery("union", 20, 70, hurt_by=("ca",)),
        "c1": regiment("confederate", 11, 50, 180),
        "ca": battery("confederate", 29, 50, 180),
    }
    assert shot(position(units)) == set()


@pytest.mark.rule("honor_glory:57.3")
def test_a_unit_fires_first_at_enemies_near_those_it_supports() -> None:
    units = {
        "u1": regiment("union", 20, 70),
        "u2": regiment("union", 37, 66),
        "c1": regiment("confederate", 11, 50, 180),
        "c2": regiment("confederate", 29, 57, 180),
    }
    assert shot(position(units)) == {"honor_glory:57.2"}
    units["u2"] = regiment("union", 60, 66)
    assert shot(position(units)) == set()
