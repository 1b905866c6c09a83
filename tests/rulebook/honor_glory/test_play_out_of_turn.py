"""Fire out of turn by OP11 and OP12, cover that is fought over by OP10, and teams that are shot."""

from __future__ import annotations

import pytest

from longroll.board.table import piece
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import events
from longroll.systems.honor_glory.play.state import State
from tests.rulebook.honor_glory.table import Fight, battery, play, position, regiment

#: The faces of a morale test that passes: two dice and a low D20.
PASS = (3, 4, 5)


def ledger(battle: Fight) -> list[int]:
    """The last shot."""
    shots = [one for one in battle.log() if isinstance(one, events.Fired)]
    return [line.value for line in shots[-1].lines]


# OP11


@pytest.mark.rule("honor_glory:OP11.0", "honor_glory:OP11.3b")
@pytest.mark.parametrize("y, value", [(66, 13), (57, 16)])
def test_a_column_that_crosses_the_whole_of_a_front_is_fired_at(y: float, value: int) -> None:
    # It comes from beyond one side of the arc and goes beyond the other; the nearer way is
    # within effective range.
    units = {
        "u1": regiment("union", 30, y, 90, formation="column"),
        "c1": regiment("confederate", 60, 50, 180, mp=2),
    }
    state = position(units, options={"opportune_fire": True})
    crossed = play(state, "declare u1 3 ahead 60", "done")
    assert crossed.decision is not None
    assert "out of its turn" in crossed.decision.question
    # Its two tests, and a miss.
    shot = play(crossed.state, "reply", faces=(*PASS, *PASS, 20))
    assert ledger(shot)[0] == value


@pytest.mark.rule("honor_glory:OP11.0")
def test_a_column_that_passes_behind_is_not_fired_at() -> None:
    units = {
        "u1": regiment("union", 30, 40, 90, formation="column"),
        "c1": regiment("confederate", 60, 54, 180),
    }
    state = position(units, options={"opportune_fire": True})
    assert play(state, "declare u1 3 ahead 60", "done").state.active == "confederate"


# OP12


@pytest.mark.rule("honor_glory:OP12.3b")
def test_a_charger_that_comes_no_nearer_is_supported_against_at_extreme_range() -> None:
    units = {
        "u1": regiment("union", 42, 76),
        "c1": regiment("confederate", 40, 60, 180, mp=5),
        "c2": regiment("confederate", 58, 60, 180, mp=5),
    }
    state = position(units, options={"supporting_fire": True})
    # Both tests; the supporter's two, which give it effective range, and a miss; then the bonus,
    # and two blows that miss. The charger comes to 18 cm from the middle of its front.
    orders = ("declare u1 1 charge c1", "done", "stand", "reply")
    faces = (*PASS, *PASS, *PASS, *PASS, 20, 1)
    assert ledger(play(state, *orders, faces=faces))[0] == 10


# Broken by a test out of turn


@pytest.mark.rule("honor_glory:OP11.2", "honor_glory:50.1")
def test_a_unit_that_loses_its_last_point_for_want_of_nerve_runs_at_once() -> None:
    units = {
        "u1": regiment("union", 52, 66, 90, formation="column"),
        "u2": regiment("union", 100, 85),
        "c1": regiment("confederate", 60, 50, 180, mp=1),
        **{f"c{n}": regiment("confederate", 17 * n - 20, 8, 180) for n in range(2, 9)},
    }
    state = position(units, options={"opportune_fire": True})
    orders = ("declare u1 1 ahead 10", "declare u2 1 ahead 1", "done", "reply")
    battle = play(state, *orders, faces=(1, 1, 20))
    told = [type(one).__name__ for one in battle.log() if getattr(one, "unit", "") in ("c1", "u2")]
    assert told.index("Fled") < told.index("Moved")


@pytest.mark.rule("honor_glory:51.4", "honor_glory:50.1")
def test_a_unit_that_a_forced_march_breaks_runs_at_once() -> None:
    units = {
        "u1": regiment("union", 60, 60, 0, formation="column", mp=1),
        **{f"u{n}": regiment("union", 17 * n - 20, 86) for n in range(2, 9)},
        "c1": regiment("confederate", 110, 8, 180),
    }
    orders = ("declare u1 1 forced ahead 10", "declare u2 1 ahead 1", "done")
    battle = play(position(units), *orders, faces=(1, 1, 20))
    told = [type(one).__name__ for one in battle.log() if getattr(one, "unit", "") in ("u1", "u2")]
    assert told.index("Fled") < told.index("Moved")


# OP10


@pytest.mark.rule("honor_glory:OP10.1.1", "honor_glory:OP10.1.2b")
@pytest.mark.parametrize("on", [False, True])
def test_infantry_that_charges_a_garrison_spoils_its_cover(on: bool) -> None:
    units = {"u1": regiment("union", 20, 68), "c1": regiment("confederate", 20, 59.5, 180)}
    hedge = piece("hedge", "the long hedge", (10 * CM, 60 * CM), (30 * CM, 60 * CM), width=20)
    state = position(units, laid=(hedge,), options={"destruction_of_cover": on})
    # Both tests, the bonus, two blows that miss, and a die for the hedge.
    faces = (*PASS, *PASS, 6, 20, 20, *((5,) if on else ()))
    after = play(state, "declare u1 1 charge c1", "done", "stand", faces=faces).state
    assert after.damage == ({"the long hedge": 5} if on else {})


# Teams


def drawn(**more: object) -> State:
    units = {
        "u1": regiment("union", 60, 75),
        "ca": battery("confederate", 60, 55, 180, **{"formation": "limbered", "mp": 9, **more}),
    }
    return position(units)


@pytest.mark.rule("honor_glory:70.4", "honor_glory:41.mmed")
def test_a_gun_whose_team_is_shot_is_pushed() -> None:
    # A hit; no more points for the gun, three for its team of two; the gun's test.
    state = play(drawn(team=2), "declare u1 1 fire ca", "done", faces=(1, 6, 3, *PASS)).state
    assert (state.units["ca"].team, state.units["ca"].mp) == (0, 8)
    start = state.units["ca"].y
    moved = play(state, "declare ca 1 ahead 20", "done").state
    # A medium gun is pushed five centimetres, not drawn ten.
    assert abs(moved.units["ca"].y - start - 5 * CM) <= 1
