"""What the dice of a battle were due to do, in the points in which strength is counted.

Each choice of the battle that rolled dice is tried again with other dice, in the position in which
it was made. What units lose in the trials on average is what was due; the difference from what they
lost is luck, as far as anybody can say: whoever chose otherwise would have been due something else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from statistics import mean, variance
from typing import NamedTuple

from longroll.kernel.battle import Battle, Played
from longroll.kernel.decision import Choice
from longroll.kernel.dice import LONGEST_SEED, Seeded
from longroll.kernel.event import Event
from longroll.kernel.record import begin_again

#: About so many trials are made for a whole battle, and for a single choice at least and at most.
TRIALS = 4_000
FEWEST, MOST = 3, 40


class Turned(NamedTuple):
    """A choice that rolled dice: what each side was due to lose, and what it lost.

    `variance` is that of the points due, for they are found by trying.
    """

    played: Played
    due: dict[str, float]
    lost: dict[str, int]
    variance: dict[str, float]


def luck_of(battle: Battle, side_of: Callable[[str], str]) -> Iterator[Turned]:
    """Every choice of a battle that rolled dice, in order; `side_of` says whose a unit is.

    >>> import longroll
    >>> guns = {"phase": "IX", "units": {"1620": "13us-a", "1519": "36ms-a"}}
    >>> battle = longroll.position("stockade_redan", guns, dice=[1, 1])
    >>> events = battle.play("fire 1519 13us-a")
    >>> [one.lost for one in luck_of(battle, lambda unit: "CS" if "ms" in unit else "US")]
    [{'CS': 1}]
    """
    line = battle.history()
    rolled = sum(bool(played.faces) for played in line)
    trials = max(FEWEST, min(MOST, TRIALS // max(1, rolled)))
    twin = begin_again(battle)
    for played in line:
        if played.choice is None:
            continue
        if played.faces:
            found = [_losses(_tried(twin, played.choice, at), side_of) for at in range(trials)]
            yield _turned(played, found, _losses(played.events, side_of))
        twin.play(played.choice)


def _tried(battle: Battle, choice: Choice, number: int) -> tuple[Event, ...]:
    """What happens with other dice; the same ones every time this is asked."""
    dice = Seeded(f"{number} {battle.hash()}"[:LONGEST_SEED])
    return Battle.resumed(battle.system, battle.state.copy(), dice, 0).play(choice)


def _turned(played: Played, found: list[Counter[str]], lost: Counter[str]) -> Turned:
    due = {side: mean(one[side] for one in found) for side in set().union(*found)}
    spread = {side: variance([one[side] for one in found]) / len(found) for side in due}
    return Turned(played, due, dict(lost), spread)


def _losses(events: Iterable[Event], side_of: Callable[[str], str]) -> Counter[str]:
    """The points that each side lost."""
    lost: Counter[str] = Counter()
    for event in events:
        for loss in event.scene().losses:
            lost[side_of(loss.unit)] += loss.number
    return lost
