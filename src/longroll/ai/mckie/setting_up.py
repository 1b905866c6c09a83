"""Before the battle: an attacker forms up opposite his aim; orders are written."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from longroll.ai.mckie.aims import Aim, aim
from longroll.ai.mckie.ground import Known, is_foot, middle
from longroll.ai.miniatures.going import beyond
from longroll.ai.miniatures.lines import abreast, from_left
from longroll.ai.seat import Seat, Thought
from longroll.board.table import Point, Pose
from longroll.board.table.places import INCH
from longroll.kernel.decision import Choice, choice
from longroll.miniatures.measure import degrees, written
from longroll.miniatures.victory import FormedBeyond
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.deployment import deploying
from longroll.systems.mckie.orders import giving
from longroll.systems.mckie.table import field

_SHIFTS = (0, 1, -1, 2, -2, 3, -3, 4, -4, 6, -6, 8, -8)
_ABREAST = 3
_GAP = INCH // 2
_BEHIND = 3 * INCH


def deploy(seat: Seat, known: Known, chance: Random) -> Thought:
    """The next thing to do in setting up an army."""
    purpose = aim(known)
    order = _first_orders(known, purpose)
    if order is not None:
        return Thought(order, "they must know what to do")
    # Troops that the enemy does not see are placed a little differently each time.
    shift = chance.randint(-INCH, INCH) if _is_hidden(known) else 0
    if _is_to_line_up(purpose) or _is_hidden(known):
        for one in _places(known, purpose, shift):
            if not any(deploying.Deploy(known.side).bars_to_order(known.state, one)):
                return Thought(one, "formed up for what is to come")
    return Thought(choice("done"), "the army is in place")


def _is_to_line_up(purpose: Aim) -> bool:
    """Whether an army goes for one place; if it is to cross a line, it does so where it stands."""
    return purpose.stance == "attack" and not isinstance(purpose.condition, FormedBeyond)


def _is_hidden(known: Known) -> bool:
    return known.state.options.hidden == "umpire"


def _first_orders(known: Known, purpose: Aim) -> Choice | None:
    """Every general who has no orders gets some."""
    if not known.state.options.generalship:
        return None
    for who, general in known.state.commanders.items():
        if general.side != known.side or general.role == "cinc" or general.place == "gone":
            continue
        if giving.pile_of(known.state, who).orders:
            continue
        word = "ATTACK" if purpose.stance == "attack" else "DEFEND"
        return choice("order", who, word, written(purpose.place.x), written(purpose.place.y))
    return None


def _places(known: Known, purpose: Aim, shift: int) -> Iterator[Choice]:
    """A place for each unit that has none yet: its division in two lines opposite the aim."""
    for name in dict.fromkeys(unit.division for unit in known.own.values()):
        mine = {id: unit for id, unit in known.own.items() if unit.division == name}
        foot = {id: unit for id, unit in mine.items() if is_foot(unit)}
        if not foot:
            continue
        for id, goal in _line_up(known, purpose, foot).items():
            if not known.own[id].done:
                yield from _tried(id, goal, known.own[id], shift, known.forward)


def _line_up(known: Known, purpose: Aim, foot: dict[str, Unit]) -> dict[str, Pose]:
    centre = _front(known, purpose, foot)
    order = from_left({id: unit.pose.point for id, unit in foot.items()}, centre, known.forward)
    wide = -(-len(order) // (1 if len(order) <= _ABREAST else 2))
    found: dict[str, Pose] = {}
    for rank, start in enumerate(range(0, len(order), wide)):
        # Neighbours stand one behind the other, so that the lines have the same length.
        line = order[start : start + wide]
        back = beyond(centre, known.forward, -rank * _BEHIND)
        widths = [field.layout_of(foot[id]).frame.width for id in line]
        found |= dict(zip(line, abreast(back, known.forward, widths, _GAP), strict=True))
    return found


def _front(known: Known, purpose: Aim, foot: dict[str, Unit]) -> Point:
    """The middle of the first line: in front of the zone, between the division and its aim."""
    zone = known.state.battle.file.deployment[known.side]
    width, height = known.size
    depth = round(zone.depth * INCH) - 5
    now = middle(unit.pose.point for unit in foot.values())
    across = Point((now.x + 2 * purpose.place.x) // 3, (now.y + 2 * purpose.place.y) // 3)
    x = min(max(9 * INCH, across.x), width - 9 * INCH)
    y = min(max(9 * INCH, across.y), height - 9 * INCH)
    return {
        "north": Point(x, depth),
        "south": Point(x, height - depth),
        "west": Point(depth, y),
        "east": Point(width - depth, y),
    }[zone.edge]


def _tried(id: str, goal: Pose, unit: Unit, shift: int, heading: int) -> Iterator[Choice]:
    for aside in _SHIFTS:
        there = beyond(goal.point, heading, 0, aside * INCH // 2 + shift)
        if there.x > 0 and there.y > 0:
            yield choice("deploy", id, written(there.x), written(there.y), degrees(goal.heading))
