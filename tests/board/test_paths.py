from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroll.board.hex import Arrival, Grid, Hex, cheapest, path_to
from tests.board.boards import STOCKADE, grids


def one(here: Hex, there: Hex, spent: int) -> int:
    return 1


def test_every_hex_within_the_limit_is_reached_at_its_distance() -> None:
    reach = cheapest(STOCKADE, "1519", None, one, limit=6)
    assert {hex: arrival.cost for hex, arrival in reach.items()} == STOCKADE.within("1519", 6)


def test_a_way_leads_round_what_is_barred() -> None:
    wall = {"1518", "1619", "1620", "1520", "1420"}
    reach = cheapest(STOCKADE, "1519", "1517", lambda _, there, __: None if there in wall else 1)
    assert path_to(reach, "1517") == ("1519", "1419", "1418", "1517")


def test_the_search_ends_at_the_goal() -> None:
    reach = cheapest(STOCKADE, "1519", "1419", one)
    assert list(reach) == ["1519", "1419"]
    assert cheapest(STOCKADE, "1519", "1519", one) == {"1519": Arrival(0, None)}


def test_what_has_been_spent_may_bar_a_step() -> None:
    def only_with_all_movement(here: Hex, there: Hex, spent: int) -> int | None:
        return 1 if there != "1517" else (4 if spent == 0 else None)

    assert "1517" not in cheapest(STOCKADE, "1519", None, only_with_all_movement, limit=9)
    assert cheapest(STOCKADE, "1518", None, only_with_all_movement)["1517"] == Arrival(4, "1518")


def test_equal_costs_are_settled_by_fewest_steps_then_by_the_lower_number() -> None:
    assert cheapest(STOCKADE, "1519", None, one)["1719"] == Arrival(2, "1619")
    costs = {("1519", "1518"): 0, ("1518", "1619"): 1}
    reach = cheapest(STOCKADE, "1519", None, lambda here, there, _: costs.get((here, there), 1))
    assert reach["1619"] == Arrival(1, "1519")


def test_the_lower_number_wins_though_it_is_settled_later() -> None:
    costs = {("1519", "1619"): 2, ("1519", "1620"): 1, ("1619", "1719"): 1, ("1620", "1719"): 2}
    reach = cheapest(STOCKADE, "1519", "1719", lambda here, there, _: costs.get((here, there)))
    assert list(reach) == ["1519", "1620", "1619", "1719"]
    assert reach["1719"] == Arrival(3, "1619")


def test_of_ways_that_cost_the_same_the_safest_is_taken() -> None:
    def risk(here: Hex, there: Hex) -> int:
        return here == "1619"

    assert cheapest(STOCKADE, "1519", None, one)["1719"] == Arrival(2, "1619")
    assert cheapest(STOCKADE, "1519", None, one, risk=risk)["1719"] == Arrival(2, "1620")
    # Safety costs nothing: a cheaper way is taken, whatever waits on it.
    dear = {("1519", "1620"): 2}
    cost = cheapest(
        STOCKADE, "1519", None, lambda here, there, _: dear.get((here, there), 1), risk=risk
    )
    assert cost["1719"] == Arrival(2, "1619")


def test_senseless_searches_are_refused() -> None:
    with pytest.raises(ValueError, match="from 1519 to 1518 costs -1"):
        cheapest(STOCKADE, "1519", None, lambda *_: -1)
    with pytest.raises(ValueError, match="'0919' is not a hex"):
        cheapest(STOCKADE, "0919", None, one)
    with pytest.raises(ValueError, match="'0919' is not a hex"):
        cheapest(STOCKADE, "1519", "0919", one)
    with pytest.raises(ValueError, match="'4530' was not reached"):
        path_to(cheapest(STOCKADE, "1519", None, one, limit=2), "4530")


@given(grids(longest=5), st.randoms(use_true_random=False))
def test_no_way_is_cheaper(grid: Grid, random: Random) -> None:
    """Bellman and Ford relax every step until nothing changes, and find the same costs."""
    costs = {
        (a, b): random.choice([0, 1, 1, 2, 5, None]) for a in grid.hexes for b in grid.adjacent[a]
    }
    start = grid.hexes[0]
    cost_of: dict[Hex, tuple[int, int]] = {start: (0, 0)}
    for _ in grid.hexes:
        for (a, b), cost in costs.items():
            if a in cost_of and cost is not None:
                way = (cost_of[a][0] + cost, cost_of[a][1] + 1)
                cost_of[b] = min(cost_of.get(b, way), way)
    reach = cheapest(grid, start, None, lambda here, there, _: costs[here, there])
    assert {hex: arrival.cost for hex, arrival in reach.items()} == {
        hex: cost for hex, (cost, _) in cost_of.items()
    }
    for hex, (_, steps) in cost_of.items():
        assert len(path_to(reach, hex)) == steps + 1
