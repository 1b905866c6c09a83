"""Who fights and who supports, with every pair of forward units laid on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from longroll.board.table import Table
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import melees
from longroll.systems.honor_glory.play.rulebook import layout_of
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.units import Troops
from tests.vectors.honor_glory_ops import battle
from tests.vectors.honor_glory_ops.battle import HERE, SIZE, Laid
from tests.vectors.runner import Answer, Given

_FOOT = Troops(arm="infantry", formation="line", mp=9, weapon="rifled_musket")
_SIDES = {"A": "union", "B": "confederate"}
#: Pairs stand so far apart; those who touch nobody stand so far behind.
_APART, _BEHIND = 200 * CM, 300 * CM
_MOST_PAIRS, _MOST_FRIENDS = 7, 3


def can_be_laid_out(given: Given) -> bool:
    """Whether each forward unit has one enemy, and room for the friends that touch it."""
    forward = [id for pair in given["contacts"] for id in pair]
    friends = Counter(given["touching_friend"].values())
    return (
        not given["narrow_front"]
        and len(set(forward)) == len(forward) <= 2 * _MOST_PAIRS
        and all(id in forward for id in friends)
        and not set(given["touching_friend"]) & set(forward)
        and max(friends.values(), default=0) <= _MOST_FRIENDS
    )


def on_the_table(given: Given) -> Answer:
    """The answer of a battle with a melee for each pair."""
    state = _laid_out(given)
    units = [id for side in given["sides"].values() for id in side]
    attacks = []
    for id in units:
        enemy = state.opponent_of(id)
        if enemy is not None:
            helped = melees.supports(state, id, enemy)
            attacks.append({"unit": id, "target": enemy, "supports": helped})
    busy = {id for one in attacks for id in (one["unit"], *one["supports"])}
    return {
        "forward": [one["unit"] for one in attacks],
        "attacks": attacks,
        "out": [id for id in units if id not in busy],
    }


def _laid_out(given: Given) -> Laid:
    assaults = given["assaulting_formal_cover"]
    state = battle.field(_FOOT, _FOOT, 40 * CM)
    side_of = {id: side for side, ids in given["sides"].items() for id in ids}
    placed = dict(_placed(given, side_of))
    state.units = {id: placed[id] for id in side_of}
    state.melees = tuple(
        tuple(pair[::-1] if assaults == "B" else pair) for pair in given["contacts"]
    )
    held = {"A": "B", "B": "A"}.get(assaults or "")
    holders = [id for pair in given["contacts"] for id in pair if side_of[id] == held]
    works = [one for id in holders for one in battle.cover_before(placed[id], "earthworks")]
    state.board = Table("field", SIZE, SIZE, tuple(works))
    assert state.file is not None
    agreed = {one.name: "earthworks" for one in works}
    state.file = msgspec.structs.replace(state.file, cover=agreed)
    state.index()
    return state


def _placed(given: Given, side_of: dict[str, str]) -> Iterator[tuple[str, Unit]]:
    seen: Counter[str] = Counter()
    fronts: dict[str, tuple[int, int]] = {}
    for number, (one, other) in enumerate(given["contacts"], start=1):
        fronts[one], fronts[other] = (number * _APART, HERE[1]), (number * _APART, HERE[1] - 1)
    for number, id in enumerate(side_of):
        side = side_of[id]
        ahead, heading = (1, 0) if side == "A" else (-1, 1800)
        friend = given["touching_friend"].get(id)
        if id in fronts:
            x, y = fronts[id]
        elif friend is None:
            x, y = (number + 1) * 40 * CM, HERE[1] + ahead * _BEHIND
        else:
            frame = layout_of(battle.body(_FOOT, _SIDES[side], 0, 0, heading)).frame
            beside, behind = frame.width + 1, frame.depth + 1
            way, back = ((0, 1), (1, 0), (-1, 0))[seen[friend]]
            seen[friend] += 1
            x = fronts[friend][0] + way * beside
            y = fronts[friend][1] + ahead * back * behind
        yield id, battle.body(_FOOT, _SIDES[side], x, y, heading)
