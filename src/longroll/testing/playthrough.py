"""A battle as text: its lists of choices by their hashes, and what a side is asked and told."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.kernel.agenda import Decision
from longroll.kernel.battle import Battle
from longroll.testing.trees import hash_of

#: The lists of this many decisions share one hash.
_BLOCK = 25
#: What a playthrough shows: the beginning, and short stretches spread over the rest.
_BEGINNING, _STRETCHES, _STRETCH = 120, 20, 6
#: A longer list is shown by its length and its hash.
_SHORT_LIST = 12


class Lists:
    """The lists of choices of a battle, noted decision by decision."""

    def __init__(self) -> None:
        self._blocks: list[list[tuple[int, str]]] = []

    def note(self, battle: Battle) -> None:
        """Note the choices that are listed now.

        Lists of open questions are only suggestions, and slow to make: every third is noted.
        """
        decision, number = battle.decision, battle.past.number
        if number % _BLOCK == 0:
            self._blocks.append([])
        if decision is not None and not (decision.open and number % 3):
            texts = list(map(str, decision.choices))
            self._blocks[-1].append((len(texts), hash_of(texts)))

    def rows(self) -> Iterator[str]:
        """A line for each block of decisions: how many choices they had, and their hash."""
        for index, block in enumerate(self._blocks):
            first = index * _BLOCK + 1
            choices, hashed = sum(size for size, _ in block), hash_of(text for _, text in block)
            yield f"  from decision {first}: {choices} choices {hashed}"


class Playthrough:
    """What one side is asked and told in a battle of a given length."""

    def __init__(self, side: str, length: int) -> None:
        self._side = side
        self._length = length
        self.rows: list[str] = []

    def note(self, battle: Battle) -> None:
        """Note what the last decision led to, and what is asked now."""
        past, decision = battle.past, battle.decision
        if self._shows(past.number):
            if past.choice is not None and past.side == self._side:
                self.rows.append(f"  chosen: {past.choice}")
            seen = (event.seen_by(self._side) for event in past.events)
            self.rows += [f"  > {event}" for event in seen if event is not None]
        if decision is not None and self._shows(past.number + 1):
            self.rows += ["", *self._asked(past.number + 1, decision)]

    def _asked(self, number: int, decision: Decision) -> Iterator[str]:
        if decision.side != self._side:
            yield f"{number} {decision.side} decides"
            return
        yield f"{number} {decision.side}: {decision.question} [{decision.rule}]"
        texts = list(map(str, decision.choices))
        if len(texts) > _SHORT_LIST:
            yield f"  {len(texts)} choices {hash_of(texts)}"
        else:
            yield f"  choices: {' | '.join(texts)}"

    def _shows(self, number: int) -> bool:
        """Whether a decision belongs to what is shown."""
        rest = number - _BEGINNING
        every = max((self._length - _BEGINNING) // _STRETCHES, _STRETCH)
        return rest <= 0 or rest % every < _STRETCH
