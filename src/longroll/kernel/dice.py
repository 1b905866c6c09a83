"""Chance. Every roll of a battle passes through one `Dice` and says what it is for."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b, sha256
from typing import TypeVar

import msgspec

from longroll.kernel.errors import BadSeed, NeedLinks, OutOfDice

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


class Roll(msgspec.Struct, frozen=True, gc=False):
    """One die as it fell.

    >>> print(Roll(4, "fire at 1519"))
    fire at 1519: 4
    """

    value: int
    purpose: str
    sides: int = 6

    def __str__(self) -> str:
        return f"{self.purpose}: {self.value}"


#: How many sides each of some dice has.
Sides = tuple[int, ...]


def each_of(dice: int, sides: int | Sides) -> Sides:
    """The sides of each die."""
    return (sides,) * dice if isinstance(sides, int) else sides


class Rolls:
    """Whatever rolls dice: those of a battle, or the umpire who keeps the log of them."""

    __slots__ = ()

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        """Roll one die. `at_most` promises that only "value <= at_most" will matter."""
        raise NotImplementedError

    def look_up(
        self, purpose: str, meaning: Callable[..., H], dice: int = 1, sides: int | Sides = 6
    ) -> tuple[tuple[Roll, ...], H]:
        """Roll some dice for a chart: the rolls, and the `meaning` of the faces.

        Dice of several kinds are given by their `sides`, such as (6, 6, 20). This promises that
        only the meaning will matter, so that the odds can merge faces that mean the same.

        >>> Scripted([4, 6]).look_up("fate", lambda one, other: one + other > 9, dice=2)[1]
        True
        """
        rolls = tuple([self.roll(purpose, each) for each in each_of(dice, sides)])
        return rolls, meaning(*[roll.value for roll in rolls])


class Dice(Rolls):
    """A stream of rolls. `rolled` counts them; `rewind` goes back to an earlier count."""

    __slots__ = ("rolled",)

    def __init__(self) -> None:
        self.rolled = 0

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        value = self.face(self.rolled, sides, at_most)
        self.rolled += 1
        return Roll(value, purpose, sides)

    def face(self, index: int, sides: int, at_most: int | None) -> int:
        """The face of roll number `index`, counted from 0."""
        raise NotImplementedError

    def begin(self) -> None:
        """A decision begins: the dice it rolls belong together."""

    def rewind(self, rolled: int) -> None:
        self.rolled = rolled

    def copy(self) -> Dice:
        raise NotImplementedError


#: How many characters a seed may have.
LONGEST_SEED = 200


class Seeded(Dice):
    """Roll n is a hash of the seed and n: any machine, and anyone who checks, gets the same faces.

    >>> [Seeded(1863).face(n, 6, None) for n in range(5)]
    [4, 4, 3, 3, 3]
    """

    __slots__ = ("_key", "seed")

    def __init__(self, seed: int | str) -> None:
        super().__init__()
        is_huge = isinstance(seed, int) and abs(seed) >= 10**LONGEST_SEED
        if is_huge or len(str(seed)) > LONGEST_SEED:
            raise BadSeed(f"a seed has at most {LONGEST_SEED} characters")
        if " ".join(str(seed).split()) != str(seed) or not str(seed):
            raise BadSeed(f"a seed is a number or words in one line, not {seed!r}")
        self.seed = seed
        self._key = f"longroll dice 1:{seed}:".encode()

    def face(self, index: int, sides: int, at_most: int | None) -> int:
        limit = 0x1_0000_0000 // sides * sides
        data = self._key + b"%d" % index
        while True:
            drawn = int.from_bytes(blake2b(data, digest_size=4).digest(), "big")
            if drawn < limit:  # otherwise low faces would come up slightly too often
                return drawn % sides + 1
            data += b"+"

    def copy(self) -> Seeded:
        twin = Seeded(self.seed)
        twin.rolled = self.rolled
        return twin


class Committed(Seeded):
    """Dice that no single party could choose; docs/dice.md has the proof step by step.

    The host of the battle draws `secret` and publishes its `commitment` first; then each player
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
        """What was published before the nonces were given."""
        return commitment_to(self.secret)

    def copy(self) -> Committed:
        twin = Committed(self.secret, self.nonces)
        twin.rolled = self.rolled
        return twin


def commitment_to(secret: str) -> str:
    """The SHA-256 of a secret, in hexadecimal: it binds the host without revealing the secret.

    >>> commitment_to("drum")[:12]
    '2752a2b5446f'
    """
    return sha256(secret.encode()).hexdigest()


def mixed_seed(secret: str, nonces: Sequence[str]) -> str:
    """The seed that a secret and the players' nonces give, in hexadecimal.

    >>> mixed_seed("drum", ("fife", "bugle"))[:12]
    '2f90f2f34c22'
    """
    return sha256(f"longroll dice seed 1:{secret}:{','.join(nonces)}".encode()).hexdigest()


class Linked(Dice):
    """Dice of two players who trust neither each other nor the host; docs/dice.md has the proof.

    Each player commits to a chain of hashes by its `anchor`. All dice of one decision are a
    batch, and the key of a batch needs the next link of every chain, which a player reveals
    only when the decision is bound. `links` has those of each batch revealed so far; a die whose
    batch has none raises NeedLinks, and the decision can be played again once they are there.
    """

    __slots__ = ("_begins", "_key", "_starts", "anchors", "links", "secret")

    def __init__(
        self, secret: str, anchors: Mapping[str, str], links: Sequence[tuple[str, ...]] = ()
    ) -> None:
        super().__init__()
        self.secret = secret
        #: The anchor of each side that gave one, in the order of the sides.
        self.anchors = dict(anchors)
        self.links = tuple(links)
        #: For each batch rolled so far, the number of its first die.
        self._starts: tuple[int, ...] = ()
        self._begins = True
        self._key: Seeded | None = None

    @property
    def commitment(self) -> str:
        """What was published before the anchors were given."""
        return commitment_to(self.secret)

    @property
    def batches(self) -> int:
        """How many batches were rolled."""
        return len(self._starts)

    def face(self, index: int, sides: int, at_most: int | None) -> int:
        if self._begins:
            batch = len(self._starts)
            if batch >= len(self.links):
                raise NeedLinks(batch)
            self._starts = (*self._starts, index)
            self._begins, self._key = False, None
        if self._key is None:
            batch = len(self._starts) - 1
            self._key = Seeded(batch_key(self.secret, batch, self.links[batch]))
        return self._key.face(index - self._starts[-1], sides, at_most)

    def begin(self) -> None:
        self._begins = True

    def rewind(self, rolled: int) -> None:
        super().rewind(rolled)
        while self._starts and self._starts[-1] >= rolled:
            self._starts = self._starts[:-1]
        self._begins, self._key = True, None

    def resume(self, rolled: int, batches: int) -> None:
        """Continue after `rolled` dice in `batches` batches, without knowing where those began."""
        self.rolled, self._starts = rolled, (0,) * batches
        self._begins, self._key = True, None

    def copy(self) -> Linked:
        twin = Linked(self.secret, self.anchors, self.links)
        twin.rolled, twin._starts = self.rolled, self._starts
        twin._begins, twin._key = self._begins, self._key
        return twin


#: How many links a player's chain has.
CHAIN = 32_768


def next_link(link: str) -> str:
    """The link that this one proves: knowing it does not reveal any link after this one.

    >>> start = "0" * 64
    >>> next_link(link_of(start, 1)) == link_of(start, 0)
    True
    """
    return sha256(f"longroll link 1:{link}".encode()).hexdigest()


def anchor_of(start: str) -> str:
    """The anchor of the chain that begins with `start`, 64 hexadecimal digits nobody else knows."""
    return link_of(start, -1)


def link_of(start: str, batch: int) -> str:
    """The link for a batch of the chain that begins with `start`."""
    link = start
    for _ in range(CHAIN - 1 - batch):
        link = next_link(link)
    return link


def batch_key(secret: str, batch: int, links: Sequence[str]) -> str:
    """The seed of all dice of one decision."""
    return sha256(f"longroll dice 3:{secret}:{batch}:{','.join(links)}".encode()).hexdigest()


def bind(secret: str, batch: int, number: int, choice: str) -> str:
    """What a player is shown of a decision before giving the link for its dice.

    It reveals nothing about the choice; once the secret is known it proves what the choice was.
    """
    return sha256(f"longroll bind 1:{secret}:{batch}:{number}:{choice}".encode()).hexdigest()


class Scripted(Dice):
    """Faces given in advance, for tests, vectors and replays of real dice.

    >>> dice = Scripted([5, 2])
    >>> dice.roll("fire at 1519").value, dice.left
    (5, (2,))
    """

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
    """Follows one branch of all the ways the dice can fall; `Every.outcome` follows them all."""

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
