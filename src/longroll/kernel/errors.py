"""What can go wrong at the edge of the engine. Inside, a refusal is a value (see decision)."""

from __future__ import annotations


class LongrollError(Exception):
    """Any fault a user can cause; its text is one line that says where and what."""


class IllegalChoice(LongrollError):
    """A choice the rules do not allow now. The battle is untouched."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} [{rule}]")
        self.rule = rule
        self.why = why


class UndoRefused(LongrollError):
    """Undo would cross a die roll or news of the enemy."""


class UnknownSystem(LongrollError):
    """No such system, scenario or option."""


class BadPosition(LongrollError):
    """A position that cannot stand on the board; `faults` has every reason."""

    def __init__(self, *faults: str) -> None:
        super().__init__(f"position: {'; '.join(faults)}")
        self.faults = faults


class BadRecord(LongrollError):
    """A record that cannot be read or does not replay."""


class BadSeed(LongrollError):
    """A seed that no record could hold."""


class OutOfDice(LongrollError):
    """Scripted dice ran out, or the script names a face the die has not."""


class NeedLinks(LongrollError):
    """Linked dice cannot fall before the players have given their links for the batch."""

    def __init__(self, batch: int) -> None:
        super().__init__(f"the dice wait for the players' links of batch {batch}")
        self.batch = batch
        #: The decision that rolls, once the battle knows it.
        self.number = 0
        self.choice = "start"


class TooManyOutcomes(LongrollError):
    """Odds with more outcomes than may be counted, or that took longer than the asker waits."""
