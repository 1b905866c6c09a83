"""The duty lists of the rulebooks: what each book asks of the game, one row a duty.

`coverage` tells which tests and which code carry a duty out, `report` prints it.
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

__all__ = [
    "Duty",
    "FaultyRulebook",
    "UnknownRule",
    "UnknownRulebook",
    "duties",
    "duty",
    "rulebooks",
]
