"""Difficult ground counts where three quarters of a front are on it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from longroll.board.table import Leg, Piece, Straight, Wheel, longest, piece, pose
from longroll.kernel.decision import Refusal
from longroll.miniatures.cost import Way, leg_fee
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play.rulebook import RULEBOOK, layout_of
from longroll.systems.honor_glory.play.scenario import scenario_named
from tests.rulebook.honor_glory.table import SCENARIO, play, position, regiment

PASS = (3, 4, 5)


def thicket(west: float, east: float, north: float = 60, south: float = 73) -> Piece:
    """Scrub before a regiment that stands from 32 to 48 and looks north along 75."""
    corners = ((west, north), (east, north), (east, south), (west, south))
    return piece("rough", "the thicket", *((round(x * CM), round(y * CM)) for x, y in corners))


@pytest.mark.rule("honor_glory:52.3")
@pytest.mark.parametrize(
    "west, east, ends",
    [
        # Four fifths of the front: 2 cm in the open, then half of the 8 that are left.
        (30, 44.8, 69),
        (30, 60, 69),
        # Seven tenths, and the middle half.
        (30, 43.2, 65),
        (36, 44, 65),
    ],
)
def test_three_quarters_of_the_front_are_slowed(west: float, east: float, ends: int) -> None:
    units = {"u1": regiment("union", 40, 75), "c1": regiment("confederate", 100, 10, 180)}
    state = position(units, laid=(thicket(west, east),))
    assert play(state, "declare u1 1 ahead 10", "done").state.units["u1"].y == ends * CM


@pytest.mark.rule("honor_glory:52.3", "honor_glory:52.5")
def test_two_thickets_count_together() -> None:
    units = {"u1": regiment("union", 40, 75), "c1": regiment("confederate", 100, 10, 180)}
    beside = replace(thicket(41, 60), name="another")
    both = position(units, laid=(thicket(20, 39), beside))
    assert play(both, "declare u1 1 ahead 10", "done").state.units["u1"].y == 69 * CM


@pytest.mark.rule("honor_glory:52.3", "honor_glory:46.2a")
def test_a_wheel_is_slowed_by_what_lies_under_the_front() -> None:
    units = {"u1": regiment("union", 40, 75), "c1": regiment("confederate", 100, 10, 180)}
    # Half of the front, with the middle, is in the scrub.
    free = position(units, laid=(thicket(36, 44, 60, 80),))
    assert play(free, "declare u1 1 right 35", "done").state.units["u1"].heading == 350
    slow = position(units, laid=(thicket(20, 60, 55, 85),))
    assert play(slow, "declare u1 1 right 35", "done").state.units["u1"].heading == 0


@pytest.mark.rule("honor_glory:52.2", "honor_glory:52.3")
def test_a_column_on_a_road_is_on_the_road() -> None:
    units = {
        "u1": regiment("union", 40, 75, formation="column"),
        "c1": regiment("confederate", 100, 10, 180),
    }
    lane = piece("road", "a track", (40 * CM, 55 * CM), (40 * CM, 80 * CM), width=50)
    state = position(units, laid=(thicket(20, 60, 55, 85), lane))
    moved = play(state, "declare u1 1 ahead 15", "done").state.units["u1"]
    assert moved.y == 60 * CM


@pytest.mark.rule("honor_glory:52.3", "honor_glory:52.6", "honor_glory:79.x2")
@pytest.mark.parametrize("west, east, bonus", [(33, 43.5, (4,)), (30, 50, ())])
def test_a_charge_keeps_its_bonus_past_scrub_under_part_of_its_front(
    west: float, east: float, bonus: tuple[int, ...]
) -> None:
    units = {"u1": regiment("union", 40, 75), "c1": regiment("confederate", 40, 66, 180, mp=1)}
    state = position(units, laid=(thicket(west, east, 70, 72),))
    flees = (1, 1, 20, 6, 6)
    battle = play(state, "declare u1 1 charge c1", "done", faces=(*PASS, *flees, *bonus))
    assert battle.state.units["u1"].y < 75 * CM


_TABLE = replace(
    scenario_named(SCENARIO).table,
    pieces=(
        *scenario_named(SCENARIO).table.pieces,
        piece("rough", "scrub", (3000, 4000), (5000, 5000), (4500, 7000), (2500, 6000)),
    ),
)
legs = st.one_of(
    st.builds(Straight, st.integers(1, 3000), st.sampled_from((0, 300, -450))),
    st.builds(Wheel, st.sampled_from(("left", "right")), st.integers(1, 900)),
)


@settings(max_examples=60)
@given(
    st.integers(1000, 11000),
    st.integers(1000, 8000),
    st.integers(0, 3599),
    legs,
    st.sampled_from(("line", "column", "skirmish")),
    st.integers(1, 2000),
)
@pytest.mark.rule("honor_glory:52.3")
def test_an_allowance_goes_as_far_as_the_fee_of_every_part_says(
    x: int, y: int, heading: int, leg: Leg, formation: str, allowance: int
) -> None:
    unit = regiment("union", 0, 0, formation=formation)
    layout, here = layout_of(unit), pose(x, y, heading)
    gait = RULEBOOK.moves.gait(unit, "normal", False)

    def pays(part: Leg) -> bool:
        fee = leg_fee(RULEBOOK, _TABLE, gait, layout, here, part)
        return not isinstance(fee, Refusal) and fee.total <= allowance

    way = Way(RULEBOOK, _TABLE, gait, layout, here, leg)
    assert way.longest(allowance) == longest(leg, pays)
    whole = leg_fee(RULEBOOK, _TABLE, gait, layout, here, leg)
    assert way.cost(leg) == (whole if isinstance(whole, Refusal) else whole.total)
