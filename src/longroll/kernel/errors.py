"""What can go wrong at the edge of the engine. Inside, a refusal is a value (see `decision`)."""

from __future__ import annotations

#: Messages are cut to this length, because they may quote something longer.
_LONGEST = 2_000


class LongrollError(Exception):
    """Any fault a user can cause; its text is one line that says where and what."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


def one_line(text: str) -> str:
    """A text that may quote anything, on one line of reasonable length.

    >>> one_line("no unit 'a\\nb'")
    "no unit 'a b'"
    """
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]} ..."
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


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


#: How many faults of a position or a scenario its error lists; more would not help anybody.
_TOLD = 20


class BadPosition(LongrollError):
    """A position that is impossible on the board; `faults` has every reason."""

    def __init__(self, *faults: str) -> None:
        more = f"; and {len(faults) - _TOLD} more" if len(faults) > _TOLD else ""
        super().__init__(f"position: {'; '.join(faults[:_TOLD])}{more}")
        self.faults = faults


class BadScenario(LongrollError):
    """A scenario file that cannot be played; `faults` has every reason, each with its line."""

    def __init__(self, *faults: str) -> None:
        more = f"; and {len(faults) - _TOLD} more" if len(faults) > _TOLD else ""
        super().__init__(f"scenario: {'; '.join(faults[:_TOLD])}{more}")
        self.faults = faults


class BadRecord(LongrollError):
    """A record that cannot be read or does not replay."""


class BadSeed(LongrollError):
    """A seed that no record could hold."""


class OutOfDice(LongrollError):
    """Scripted dice ran out, or the script names a face that the die does not have."""


class NeedLinks(LongrollError):
    """Linked dice cannot be rolled before the players have given their links for the batch."""

    def __init__(self, batch: int) -> None:
        super().__init__(f"the dice wait for the players' links of batch {batch}")
        self.batch = batch
        #: The decision that rolls, once the battle knows it.
        self.number = 0
        self.choice = "start"
