"""Chance. Every roll of a battle passes through one `Dice` and says what it is for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import blake2b, sha256
from typing import TypeVar

import msgspec

from longroll.kernel.errors import BadSeed, OutOfDice

T = TypeVar("T")


class Roll(msgspec.Struct, frozen=True, gc=False):
    """One die as it fell."""

    value: int
    purpose: str
    sides: int = 6

    def __str__(self) -> str:
        return f"{self.purpose}: {self.value}"


class Dice:
    """A stream of rolls. `rolled` counts them; `rewind` goes back to an earlier count."""

    __slots__ = ("rolled",)

    def __init__(self) -> None:
        self.rolled = 0

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        """Roll one die. `at_most` promises that only "value <= at_most" will matter."""
        value = self.face(self.rolled, sides, at_most)
        self.rolled += 1
        return Roll(value, purpose, sides)

    def face(self, index: int, sides: int, at_most: int | None) -> int:
        """The face of roll number `index`, counted from 0."""
        raise NotImplementedError

    def rewind(self, rolled: int) -> None:
        self.rolled = rolled

    def copy(self) -> Dice:
        raise NotImplementedError


class Seeded(Dice):
    """Roll n is a hash of the seed and n: any machine, and any doubter, gets the same faces.

    >>> [Seeded(1863).face(n, 6, None) for n in range(5)]
    [4, 4, 3, 3, 3]
    """

    __slots__ = ("_key", "seed")

    def __init__(self, seed: int | str) -> None:
        super().__init__()
        if " ".join(str(seed).split()) != str(seed) or not str(seed):
            raise BadSeed(f"a seed is a number or words in one line, not {seed!r}")
        self.seed = seed
        self._key = f"longroll dice 1:{seed}:".encode()

    def face(self, index: int, sides: int, at_most: int | None) -> int:
        limit = 0x1_0000_0000 // sides * sides
        data = self._key + b"%d" % index
        while True:
            drawn = int.from_bytes(blake2b(data, digest_size=4).digest(), "big")
            if drawn < limit:  # else the low faces would come up a little too often
                return drawn % sides + 1
            data += b"+"

    def copy(self) -> Seeded:
        twin = Seeded(self.seed)
        twin.rolled = self.rolled
        return twin


class Committed(Seeded):
    """Dice that no single party could choose; docs/dice.md has the proof step by step.

    Whoever keeps the battle draws `secret` and publishes its `commitment` first; then each player
    adds a nonce. The seed is mixed from all of them.

    >>> dice = Committed("drum", ("fife", "bugle"))
    >>> dice.commitment == commitment_to("drum")
    True
    """

    __slots__ = ("nonces", "secret")

    def __init__(self, secret: str, nonces: Sequence[str]) -> None:
        super().__init__(mixed_seed(secret, nonces))
        self.secret = secret
        self.nonces = tuple(nonces)

    @property
    def commitment(self) -> str:
        """What was published before the nonces came."""
        return commitment_to(self.secret)

    def copy(self) -> Committed:
        twin = Committed(self.secret, self.nonces)
        twin.rolled = self.rolled
        return twin


def commitment_to(secret: str) -> str:
    """The SHA-256 of a secret, in hexadecimal: it binds, and tells nothing of the secret."""
    return sha256(secret.encode()).hexdigest()


def mixed_seed(secret: str, nonces: Sequence[str]) -> str:
    """The seed that a secret and the players' nonces give, in hexadecimal."""
    return sha256(f"longroll dice seed 1:{secret}:{','.join(nonces)}".encode()).hexdigest()


class Scripted(Dice):
    """Faces given in advance, for tests, vectors, replays of real dice."""

    __slots__ = ("faces",)

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__()
        self.faces = tuple(faces)

    def face(self, index: int, sides: int, at_most: int | None) -> int:
        if index >= len(self.faces):
            raise OutOfDice(f"the script holds {len(self.faces)} dice and one more is needed")
        face = self.faces[index]
        if not 1 <= face <= sides:
            raise OutOfDice(f"die {index + 1} of the script is {face}: not on a d{sides}")
        return face

    @property
    def left(self) -> tuple[int, ...]:
        return self.faces[self.rolled :]

    def copy(self) -> Scripted:
        twin = Scripted(self.faces)
        twin.rolled = self.rolled
        return twin


class Every(Dice):
    """Walks one branch of all the ways the dice can fall; `Every.outcome` walks them all."""

    __slots__ = ("_branches", "_path")

    def __init__(self, path: tuple[int, ...] = ()) -> None:
        super().__init__()
        self._path = path
        self._branches: list[tuple[tuple[int, Fraction], ...]] = []

    def face(self, index: int, sides: int, at_most: int | None) -> int:
        if at_most is None:
            branches = tuple((face, Fraction(1, sides)) for face in range(1, sides + 1))
        else:
            low = max(0, min(at_most, sides))
            branches = tuple(
                (face, Fraction(count, sides))
                for face, count in ((low, low), (low + 1, sides - low))
                if count
            )
        self._branches.append(branches)
        if index < len(self._path):
            return self._path[index]
        return branches[0][0]

    @staticmethod
    def outcome(resolve: Callable[[Dice], T]) -> list[tuple[Fraction, T]]:
        """Run `resolve` once for each way its dice can fall: (probability, result) pairs.

        >>> Every.outcome(lambda dice: dice.roll("check", at_most=2).value <= 2)
        [(Fraction(1, 3), True), (Fraction(2, 3), False)]
        """
        outcomes: list[tuple[Fraction, T]] = []
        paths: list[tuple[int, ...]] = [()]
        while paths:
            path = paths.pop()
            dice = Every(path)
            result = resolve(dice)
            probability = Fraction(1)
            taken: list[int] = []
            for index, branches in enumerate(dice._branches):
                face = path[index] if index < len(path) else branches[0][0]
                probability *= dict(branches)[face]
                if index >= len(path):
                    paths.extend((*taken, other) for other, _ in branches[:0:-1])
                taken.append(face)
            outcomes.append((probability, result))
        return outcomes
