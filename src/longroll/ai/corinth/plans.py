"""The secret Confederate plan at Corinth: one of several that are about as good, at random.

If it were always the same, the Union would know all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from longroll.kernel.decision import Choice, choice
from longroll.systems.corinth.fog import Plan
from longroll.systems.corinth.plotting import next_line
from longroll.systems.corinth.state import State

#: Where and when each division comes: all of them early, near one another.
PLANS: tuple[Plan, ...] = tuple(
    {"hebert": hebert, "maury": maury, "lovell": lovell}
    for hebert, maury, lovell in (
        (("C", 1), ("D", 1), ("E", 3)),
        (("C", 1), ("D", 1), ("E", 2)),
        (("C", 1), ("D", 1), ("E", 1)),
        (("D", 1), ("C", 1), ("E", 3)),
        (("D", 1), ("C", 1), ("E", 2)),
        (("B", 1), ("C", 1), ("D", 2)),
        (("B", 1), ("D", 1), ("E", 3)),
        (("C", 1), ("E", 1), ("D", 2)),
        (("C", 1), ("D", 2), ("E", 2)),
        (("C", 2), ("D", 1), ("E", 3)),
    )
)


def line(state: State, offered: Sequence[Choice], chance: Random) -> Choice:
    """The next line of the plan: a division as in one of the plans that match what is written,
    the others with whom or where they may."""
    verb, subject = next_line(state)
    if verb == "plot":
        fit = [plan for plan in PLANS if state.plan.items() <= plan.items()]
        lines = [choice("plot", area, str(turn)) for area, turn in (plan[subject] for plan in fit)]
    else:
        lines = [one for one in offered if one.verb == verb]
    return chance.choice(lines) if lines else choice("default")
