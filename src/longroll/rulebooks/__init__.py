"""The duty lists of the rulebooks: what each book asks of the game, one row for each duty.

`coverage` finds the tests and the code that carry out a duty, `report` prints them.
"""

from longroll.rulebooks.reader import (
    Duty,
    FaultyRulebook,
    UnknownRule,
    UnknownRulebook,
    duties,
    duty,
    rulebooks,
)
from longroll.rulebooks.telling import told

__all__ = [
    "Duty",
    "FaultyRulebook",
    "UnknownRule",
    "UnknownRulebook",
    "duties",
    "duty",
    "rulebooks",
    "told",
]
