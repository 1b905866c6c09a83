"""Fire at an enemy that crosses a front, by OP11, where that enemy charges."""

from __future__ import annotations

import pytest

from longroll.systems.honor_glory.play import events
from tests.rulebook.honor_glory.table import Fight, play, position, regiment, riders

#: The faces of a morale test that passes: two dice and a low D20.
PASS = (3, 4, 5)
#: One that fails, with the two dice of the worst column.
WORST = (1, 1, 20, 6, 6)
#: The tests of charger and target, and the bonus of cavalry.
CHARGE = (*PASS, *PASS, 6, 6)


def charging(x: float = 85, heading: int = 270, *, on: bool = True) -> Fight:
    """Cavalry has charged a regiment; another looks at its way."""
    units = {
        "u1": riders("union", 60, 92, mp=9),
        **{f"u{n}": regiment("union", 20 * n, 86) for n in (4, 5)},
        "c1": regiment("confederate", 60, 60, 180, mp=9),
        "c2": regiment("confederate", x, 78, heading),
    }
    state = position(units, options={"opportune_fire": on})
    orders = ("declare u1 1 charge c1", "done", "stand")
    return play(state, *orders, faces=(*CHARGE, *([] if on and heading == 270 else BLOWS)))


#: Three points by contact; both blows miss.
BLOWS = (20, 20)


@pytest.mark.rule("honor_glory:OP11.0", "honor_glory:OP11.1")
def test_a_charge_that_crosses_a_front_may_be_fired_at() -> None:
    battle = charging()
    assert battle.decision is not None
    assert [str(one) for one in battle.decision.choices] == ["reply", "hold"]
    assert battle.state.melees == ()
    # It holds its fire, and the charge goes home.
    home = play(battle.state, "hold", faces=BLOWS).state
    assert home.melees == (("u1", "c1"),)


@pytest.mark.rule("honor_glory:OP11.2", "honor_glory:21.1", "honor_glory:103.sa.11")
def test_a_charge_that_fire_from_aside_drives_off_does_not_go_home() -> None:
    # The BASIC test, that of the range, a hit for two points; the charger runs.
    faces = (*PASS, *PASS, 1, *WORST)
    battle = play(charging().state, "reply", faces=faces)
    assert battle.state.units["u1"].morale == "routing"
    assert battle.state.melees == ()
    assert not [one for one in battle.log() if isinstance(one, events.Struck)]


@pytest.mark.rule("honor_glory:OP11.0")
@pytest.mark.parametrize("where", [{"on": False}, {"heading": 90}])
def test_nobody_else_fires_at_it(where: dict[str, int]) -> None:
    assert charging(**where).state.melees == (("u1", "c1"),)  # type: ignore[arg-type]


@pytest.mark.rule("honor_glory:OP11.0", "honor_glory:63.0a")
def test_the_target_of_a_charge_gives_its_own_answer() -> None:
    units = {
        "u1": riders("union", 60, 92, mp=9),
        "c1": regiment("confederate", 60, 60, 180, mp=9),
    }
    state = position(units, options={"opportune_fire": True})
    orders = ("declare u1 1 charge c1", "done", "stand")
    battle = play(state, *orders, faces=(*CHARGE, *BLOWS))
    assert battle.state.melees == (("u1", "c1"),)
