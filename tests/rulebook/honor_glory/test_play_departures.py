"""Turning before a charge, long rides, barricades, cover that is shelled, where victory stands."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from longroll.board.table import piece
from longroll.display import display_of
from longroll.display.stakes import Stakes
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import events, victory, walls
from longroll.systems.honor_glory.play.scenario import BARRICADE, SHELF, scenario_named
from longroll.systems.honor_glory.play.state import Commander, State
from tests.rulebook.honor_glory.table import (
    SYSTEM,
    battery,
    play,
    position,
    refused,
    regiment,
    riders,
)

PASS = (3, 4, 5)


def turned_away(**more: Any) -> State:
    """A Union regiment that looks east, and Confederates to the north of it."""
    units = {
        "u1": regiment("union", 40, 75, 60, **more),
        "c1": regiment("confederate", 42, 54, 180),
    }
    return position(units)


@pytest.mark.rule("honor_glory:46.5a", "honor_glory:75.6")
def test_infantry_turns_in_one_activation_and_charges_in_the_next() -> None:
    state = turned_away()
    assert refused(state, "declare u1 1 turn -60 charge c1") == {"honor_glory:46.5a"}
    assert refused(state, "declare u1 2 ahead 5 charge c1") == {"honor_glory:75.6"}
    battle = play(
        state, "declare u1 2 turn -60 charge c1", "done", "stand", faces=(*PASS, *PASS, 1)
    )
    ran = [one for one in battle.log() if isinstance(one, events.Moved) and one.why]
    # The activation of the turn is over: the charge has one whole move and a die.
    assert [one.unit for one in ran] == ["u1"]
    assert 63 * CM < battle.state.units["u1"].y < 64 * CM


@pytest.mark.rule("honor_glory:46.5a")
def test_a_turn_that_takes_every_activation_leaves_no_charge() -> None:
    battle = play(
        turned_away(), "declare u1 2 turn -60 turn 60 turn -60 turn 60 turn -60 charge c1", "done"
    )
    told = [one for one in battle.log() if isinstance(one, events.Refused)]
    assert [one.rules for one in told] == [("honor_glory:46.5a",)]


@pytest.mark.rule("honor_glory:46.6")
def test_cavalry_turns_and_charges_in_one_activation() -> None:
    state = position({
        "u1": riders("union", 40, 75, 60),
        "c1": riders("confederate", 44, 63, 180),
    })  # fmt: skip
    assert refused(state, "declare u1 1 turn -60 charge c1") == set()


@pytest.mark.rule("honor_glory:28.3", "honor_glory:41.cmd")
@pytest.mark.parametrize("x, counters", [(60, 1), (61, 2), (110, 2), (112, 3)])
def test_a_commander_rides_one_move_for_each_counter(x: float, counters: int) -> None:
    units = {
        "u1": regiment("union", 10, 75),
        "u2": regiment("union", x, 75),
        "c1": regiment("confederate", 20, 10, 180),
    }
    brigadier = Commander(title="B", side="union", rank="brigade", mp=4, joined="u1")
    state = position(units, commanders={"ub": brigadier}, counters=2)
    if counters > 2:
        assert refused(state, "ride ub u2") == {"honor_glory:41.cmd"}
    else:
        after = play(state, "ride ub u2").state
        assert (after.commanders["ub"].joined, after.unplaced) == ("u2", 2 - counters)


@pytest.mark.rule("honor_glory:28.3", "honor_glory:OP15.1")
def test_two_activations_at_most_are_two_moves_of_a_commander() -> None:
    units = {
        "u1": regiment("union", 5, 75),
        "u2": regiment("union", 110, 75),
        "c1": regiment("confederate", 20, 10, 180),
    }
    brigadier = Commander(title="B", side="union", rank="brigade", mp=4, joined="u1")
    state = position(units, commanders={"ub": brigadier}, options={"two_activations": True})
    assert refused(state, "ride ub u2") == {"honor_glory:OP15.1"}


@pytest.mark.rule("honor_glory:39.25d", "honor_glory:47.5")
@pytest.mark.parametrize("level, ends", [(0, 67.5), (BARRICADE, 70)])
def test_a_barricade_costs_half_an_allowance_on_the_table(level: int, ends: float) -> None:
    units = {"u1": regiment("union", 20, 75), "c1": regiment("confederate", 100, 10, 180)}
    ends_at = ((10 * CM, 72 * CM), (30 * CM, 72 * CM))
    barrier = replace(piece("fence", "the rails", *ends_at, width=20), level=level)
    moved = play(position(units, laid=(barrier,)), "declare u1 1 ahead 10", "done")
    assert abs(moved.state.units["u1"].y - ends * CM) <= 2


@pytest.mark.rule("honor_glory:47.5", "honor_glory:8.4")
def test_a_scenario_says_which_barriers_are_barricades() -> None:
    text = SHELF.text("hedge-lane.toml") + '\n[cover]\n"the north hedge" = "barricade"\n'
    pieces = {one.name: one for one in scenario_named(text).table.pieces}
    assert pieces["the north hedge"].level == BARRICADE
    assert pieces["the south hedge"].level == 0


@pytest.mark.rule("honor_glory:OP10.1.2b")
@pytest.mark.parametrize("on", [False, True])
def test_fire_that_misses_the_garrison_spoils_its_cover(on: bool) -> None:
    house = "the stone house"
    units = {
        "ua": battery("union", 40, 41, 90),
        "c2": regiment("confederate", 89, 46, 180, mp=9, inside=house),
    }
    state = position(units, options={"destruction_of_cover": on})
    walls.face_out(state, "c2", "ua")
    # A miss; then a die for the cover, and two that no fire comes of.
    after = play(
        state, "declare ua 1 fire c2", "done", faces=(20, *((4, 1, 6) if on else ()))
    ).state
    assert after.damage == ({house: 6} if on else {})
    assert after.units["c2"].mp == 9


@pytest.mark.rule("honor_glory:10.1", "honor_glory:10.4")
def test_where_victory_stands() -> None:
    units = {
        **{f"u{n}": regiment("union", 14 * n, 80) for n in range(1, 9)},
        **{f"c{n}": regiment("confederate", 14 * n, 10, 180) for n in range(2, 9)},
        "c1": regiment("confederate", 60, 43, 180),
    }
    state = position(units)

    def stakes() -> Stakes:
        found = display_of(SYSTEM).stakes(state)
        assert found is not None
        return found

    bears = [victory.breakpoint_of(state, side) for side in ("union", "confederate")]
    assert stakes().winner == "confederate"
    told = [one.now for one in stakes().counts]
    assert told == ["Confederate", *(f"0 of {most}" for most in bears)]
    assert [one.title for one in stakes().levels if one.reached] == ["Confederate victory"]
    state.change("c1", morale="routing")
    assert stakes().winner is None
    state.change("c1", morale="broken")
    assert (stakes().winner, stakes().verdict) == ("union", "Union victory: time is up")
