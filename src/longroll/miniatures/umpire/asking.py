"""The one question of umpire mode: what happens? Every verb has its entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, read_choice
from longroll.miniatures.umpire.reading import Barred, Entry, Hand, Words


class Kind(msgspec.Struct, frozen=True):
    """How an entry is read, and carried out once nothing bars it."""

    rule: str
    read: Callable[[Any, Any], Entry]
    do: Callable[[Any, Any, Hand], None]


class Desk(Ask, frozen=True):
    """One player writes the entries for both armies; the other one watches."""

    #: Every entry of the rulebook by its verb, and how its words are read.
    last_word: ClassVar[bool] = True
    entries: ClassVar[Mapping[str, Kind]]
    words: ClassVar[type[Words]]
    open: ClassVar[bool] = True
    #: The side whose player writes.
    writer: ClassVar[str] = "confederate"

    def asks(self, state: Any) -> str:
        return self.writer

    @classmethod
    def understood(cls, state: Any, choice: Choice) -> Entry:
        """The entry that words make; Barred names every rule against it."""
        kind = cls.entries[choice.verb]
        return kind.read(state, cls.words(choice.objects, kind.rule))

    def likely(self, state: Any) -> Iterator[str]:
        """Entries that make sense now, rolled by the program; most need facts that only people
        see."""
        raise NotImplementedError

    def hand(self, umpire: Umpire, entry: Entry) -> Hand:
        """The umpire with the dice of an entry."""
        return Hand(umpire, entry.thrown)

    def choices(self, state: Any) -> list[Choice]:
        likely = map(read_choice, self.likely(state))
        return [one for one in likely if not any(self.bars(state, one))]

    def bars(self, state: Any, choice: Choice) -> Iterator[Refusal]:
        try:
            self.understood(state, choice)
        except Barred as barred:
            yield from barred.refusals

    def answer(self, state: Any, choice: Choice, umpire: Umpire) -> None:
        entry = self.understood(state, choice)
        self.entries[choice.verb].do(state, entry, self.hand(umpire, entry))
