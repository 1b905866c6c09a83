"""The cheapest way across a board, where the caller says what each step costs."""

from collections.abc import Callable
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from longroll.board.hex.grid import Grid
from longroll.board.hex.numbering import Hex

StepCost: TypeAlias = Callable[[Hex, Hex, int], int | None]
"""The cost of the step from one hex to the next after spending a given amount; None bars it."""


StepRisk: TypeAlias = Callable[[Hex, Hex], int]
"""How many dice, fires and stops wait on the step from one hex to the next."""


class Arrival(NamedTuple):
    """How a hex is reached: the whole cost, and the hex before it (None at the start)."""

    cost: int
    previous: Hex | None


Reach: TypeAlias = dict[Hex, Arrival]
"""Every hex reached, cheapest first, including the start."""

_Way: TypeAlias = tuple[int, int, int, Hex, Hex]
"""Cost, risk, steps, hex, and the hex before it (empty at the start), as ties are settled."""


def cheapest(
    grid: Grid,
    start: Hex,
    goal: Hex | None,
    step_cost: StepCost,
    limit: int | None = None,
    risk: StepRisk = lambda here, there: 0,
) -> Reach:
    """Every hex that can be reached for at most `limit`, by its cheapest way.

    The search ends when it reaches `goal`. Of ways that cost the same, the safest is taken; ties
    are settled by fewest steps, then by the lower number of the hex before. Having spent more must
    never make a step cheaper or possible.

    >>> grid = Grid(range(10, 46), range(1, 31), "even")
    >>> reach = cheapest(grid, "1504", None, lambda here, there, spent: 2, limit=4)
    >>> len(reach), reach["1506"]
    (19, Arrival(cost=4, previous='1505'))
    >>> cheapest(
    ...     grid, "1504", None, lambda *_: 2, 4, risk=lambda here, there: here == "1505"
    ... )["1606"]
    Arrival(cost=4, previous='1605')
    """
    adjacent = grid.adjacent
    if goal is not None:
        grid.require(goal)
    reach: Reach = {}
    heap: list[_Way] = [(0, 0, 0, grid.require(start), "")]
    best: dict[Hex, _Way] = {}
    while heap:
        spent, risked, steps, here, previous = heappop(heap)
        if here in reach:
            continue
        reach[here] = Arrival(spent, previous or None)
        if here == goal:
            break
        for there in adjacent[here]:
            if there in reach:
                continue
            cost = step_cost(here, there, spent)
            if cost is None:
                continue
            if cost < 0:
                raise ValueError(f"the step from {here} to {there} costs {cost}, which is negative")
            if limit is not None and spent + cost > limit:
                continue
            way = (spent + cost, risked + risk(here, there), steps + 1, there, here)
            if there not in best or way < best[there]:
                best[there] = way
                heappush(heap, way)
    return reach


def path_to(reach: Reach, hex: Hex) -> tuple[Hex, ...]:
    """The hexes from the start to `hex`, both included; ValueError if it was not reached.

    >>> path_to({"1504": Arrival(0, None), "1604": Arrival(1, "1504")}, "1604")
    ('1504', '1604')
    """
    if hex not in reach:
        raise ValueError(f"{hex!r} was not reached")
    path = [hex]
    previous = reach[hex].previous
    while previous is not None:
        path.append(previous)
        previous = reach[previous].previous
    return tuple(reversed(path))
