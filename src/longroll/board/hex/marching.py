"""Orders for many: every stack of a formation goes by its own way towards its own place.

An order for many is a gesture like any other: it stands for a list of small choices. Stacks in
front go first, so that those behind find room; those whose way leads through dice or past the
enemy's fire go last, because a gesture ends there. Said again, the same order goes on with
whoever has not moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from longroll.board.hex.grid import Grid
from longroll.board.hex.numbering import Hex
from longroll.display.march import Gesture, Leg
from longroll.kernel.battle import Battle, is_barrier
from longroll.kernel.decision import Choice, Refusal, read_choice
from longroll.kernel.dice import Scripted
from longroll.kernel.errors import OutOfDice
from longroll.kernel.state import State
from longroll.kernel.system import System

#: How units of one hex get as near to a place as they can now: the small choices, none if they
#: stay, and what keeps them from going further.
Towards = Callable[[Any, Sequence[str], Hex], Gesture]


class Part(NamedTuple):
    """Units of one hex, and where they are to go."""

    units: tuple[str, ...]
    start: Hex
    goal: Hex


def parts_of(
    grid: Grid,
    words: Sequence[str],
    where: Callable[[str], Hex],
    groups: Mapping[str, Sequence[str]],
) -> list[Part] | None:
    """The parts of an order for many; None if its words are not one.

    `FROM TO UNIT...`: everybody goes as far and in the same direction as from one hex to the
    other; a group stands for its units. `UNIT HEX UNIT HEX...`: each to a hex of its own.
    """
    if len(words) > 2 and words[0] in grid and words[1] in grid:
        units = [unit for word in words[2:] for unit in groups.get(word, (word,))]
        goals = {
            unit: grid.shifted(where(unit), words[0], words[1]) for unit in units if where(unit)
        }
    elif words and len(words) % 2 == 0 and all(hex in grid for hex in words[1::2]):
        goals = {
            unit: hex for unit, hex in zip(words[::2], words[1::2], strict=True) if where(unit)
        }
    else:
        return None
    stacks: dict[tuple[Hex, Hex], list[str]] = {}
    for unit, goal in goals.items():
        stacks.setdefault((where(unit), goal), []).append(unit)
    return [Part(tuple(units), start, goal) for (start, goal), units in stacks.items()]


def legs_of(
    system: System[Any],
    state: State,
    grid: Grid,
    parts: Iterable[Part],
    towards: Towards,
    follows: Callable[[str], bool] = lambda unit: False,
    halted: Leg | None = None,
) -> list[Leg]:
    """What comes of an order for many, in the order in which it is carried out.

    Those who only follow, such as leaders, go after the troops and no farther than these. Those
    `halted` on the way end their move first.
    """
    trial: Battle | None = Battle.resumed(system, state.copy(), Scripted(()), 0)
    asked = trial.decision if trial else None
    if trial is None or asked is None:
        return []
    side = asked.side
    if halted is not None:
        trial = _after(trial, side, [read_choice(step) for step in halted.steps])
        if trial is None or not trial.state.agenda:
            return []
        parts = [part for part in parts if not {*part.units} & {*halted.units}]
    kind = type(trial.state.agenda[-1])
    order = sorted(parts, key=lambda part: (-_ahead(grid, part), part.start))
    behind = [part for part in order if all(map(follows, part.units))]
    waiting = [part for part in order if part not in behind]
    legs: list[Leg] = [] if halted is None else [halted]
    risky: list[Leg] = []
    stayed: dict[Part, list[Refusal]] = {}
    while waiting:
        left = []
        for part in waiting:
            decision = trial.decision
            if decision is None or decision.side != side:
                break
            if type(trial.state.agenda[-1]) is not kind:
                break
            steps, refusals = towards(trial.state, part.units, part.goal)
            if not steps:
                stayed[part] = refusals
                left.append(part)
                continue
            after = _after(trial, side, steps)
            leg = _leg(part, steps, refusals, after is None)
            if after is None:
                risky.append(leg)
            else:
                legs.append(leg)
                trial = after
        if len(left) == len(waiting):
            if not behind:
                break
            left += [_after_troops(grid, part, legs) for part in behind]
            behind = []
        waiting = left or [_after_troops(grid, part, legs) for part in behind]
        behind = behind if left else []
    return [*legs, *risky, *(_stays(part, stayed.get(part, [])) for part in waiting)]


def halted_leg(units: Iterable[str], hex: Hex, rule: str) -> Leg:
    """Units on the move that something has stopped: they end their move where they are."""
    why = "they were stopped on the way"
    return Leg(units=tuple(units), start=hex, goal=hex, to=hex, why=why, rule=rule, steps=("stop",))


def _after_troops(grid: Grid, part: Part, legs: Sequence[Leg]) -> Part:
    """Where those go who follow: as far as the nearest troops got, if these fall short."""
    near = min(
        legs, key=lambda leg: (grid.distance(part.start, leg.start), leg.start), default=None
    )
    if near is None or near.to == near.goal:
        return part
    return part._replace(goal=near.to)


def _ahead(grid: Grid, part: Part) -> int:
    """How far in front a part stands in the direction it goes."""
    (q, r), (u, v) = grid.offset(part.start), grid.offset(part.goal)
    # Columns are one and a half sides apart, rows the square root of three: near enough.
    return 3 * q * 3 * (u - q) + (2 * r + q) * (2 * (v - r) + u - q) * 3


def _after(trial: Battle, side: str, steps: Sequence[Choice]) -> Battle | None:
    """The battle after a move that nothing can disturb; None if something may."""
    after = trial.copy()
    for number, step in enumerate(steps):
        if next(after._bars(step), None) is not None:
            return None
        try:
            after.play(step)
        except OutOfDice:
            return None
        decision = after.decision
        if number + 1 < len(steps) and (
            is_barrier(after.past) or decision is None or decision.side != side
        ):
            return None
    return after


def _leg(part: Part, steps: Sequence[Choice], refusals: Sequence[Refusal], risky: bool) -> Leg:
    path = tuple(_walked(part.start, steps))
    short = refusals[0] if refusals and path[-1] != part.goal else None
    return Leg(
        units=part.units,
        start=part.start,
        goal=part.goal,
        to=path[-1],
        path=path,
        why=short.why if short else "",
        rule=short.rule if short else "",
        risky=risky,
        steps=tuple(map(str, steps)),
    )


def _walked(start: Hex, steps: Iterable[Choice]) -> Iterator[Hex]:
    yield start
    for step in steps:
        if step.verb in ("to", "column"):
            yield step.object


def _stays(part: Part, refusals: Sequence[Refusal]) -> Leg:
    why = refusals[0] if refusals else None
    return Leg(
        units=part.units,
        start=part.start,
        goal=part.goal,
        to=part.start,
        why=why.why if why else "",
        rule=why.rule if why else "",
    )


def nearest(
    grid: Grid, reached: Mapping[Hex, int], origin: Hex, goal: Hex, may_stay: Callable[[Hex], bool]
) -> Hex | None:
    """Of the hexes within reach, with their cost, the one nearest to a goal; None if they stay."""
    best = min(
        (hex for hex in reached if hex != origin and may_stay(hex)),
        key=lambda hex: (grid.distance(hex, goal), reached[hex], hex),
        default=None,
    )
    if best is None or grid.distance(best, goal) >= grid.distance(origin, goal):
        return None
    return best
