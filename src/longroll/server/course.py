"""The course of a battle: what was played, as far as it is in memory.

A long battle is opened from its snapshot and knows only what came after it; when somebody asks
for what came before (the log, a moment of the past, the record), it is replayed from the start,
with every die and digest compared.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from longroll.kernel.battle import Battle, Played, begin_position
from longroll.kernel.dice import Committed, Dice, Linked, Scripted, Seeded
from longroll.kernel.errors import LongrollError, NeedLinks
from longroll.kernel.record import begin_again
from longroll.kernel.state import freeze
from longroll.kernel.system import System, system_named
from longroll.server.counting import Counter
from longroll.server.faults import Broken
from longroll.server.seats import SPECTATOR, Seat
from longroll.server.stored import (
    Links,
    Loaded,
    Snapshot,
    StoredBack,
    StoredBattle,
    StoredDecision,
)

#: A copy of the battle is kept in memory at this interval, so that any moment is near one.
KEEP_EVERY = 50
#: The same for the store, so that a battle opens at once.
SNAPSHOT_EVERY = 25


class Course:
    """A battle, which decisions belong to one gesture, and how the seats count its moments."""

    __slots__ = ("_kept", "_snapped", "base", "battle", "counters", "gestures", "reasons")

    def __init__(self, battle: Battle, counters: dict[str, Counter]) -> None:
        self.battle = battle
        #: The decision before the first one in memory.
        self.base = battle.past.number
        #: For each decision since then, the first step of the gesture it belongs to.
        self.gestures: list[int] = []
        #: What the computer thought at a decision.
        self.reasons: dict[int, str] = {}
        self.counters = counters
        self._kept = {self.base: battle.copy()}
        self._snapped = self.base

    @property
    def number(self) -> int:
        return self.battle.past.number

    def gesture(self, number: int) -> int:
        """The first step of the gesture that a decision in memory belongs to."""
        at = number - self.base - 1
        return self.gestures[at] if 0 <= at < len(self.gestures) else number

    def extend(self, battle: Battle, steps: Iterable[StoredDecision]) -> None:
        """The battle went on by these steps."""
        for played, step in zip(since(battle, self.number), steps, strict=True):
            self.note(played, step.gesture, step.reason)
        self.battle = battle
        self.keep(battle)

    def note(self, played: Played, gesture: int, reason: str) -> None:
        """Count one more decision."""
        for counter in self.counters.values():
            counter.add(played)
        self.gestures.append(gesture)
        if reason:
            self.reasons[played.number] = reason

    def keep(self, battle: Battle) -> None:
        """Keep a copy to start from, if the last one is far away."""
        if battle.past.number - max(self._kept) >= KEEP_EVERY:
            self._kept[battle.past.number] = battle.copy()

    def go_back(self, earlier: Battle) -> None:
        """The battle went back to an earlier moment."""
        number = earlier.past.number
        self.battle = earlier
        del self.gestures[number - self.base :]
        self.reasons = {at: why for at, why in self.reasons.items() if at <= number}
        for counter in self.counters.values():
            counter.cut(number)
        self._kept = {at: kept for at, kept in self._kept.items() if at <= number}
        self._snapped = min(self._snapped, number)

    def follow(self, other: Course) -> None:
        """Catch up with a course of the same battle that is at least as far."""
        battle = self.battle.copy()
        for played in since(other.battle, self.number):
            assert played.choice is not None
            battle.play(played.choice)
            gesture = other.gestures[played.number - other.base - 1]
            reason = other.reasons.get(played.number, "")
            self.note(battle.past, gesture, reason)
        self.battle = battle
        self.keep(battle)

    def at(self, number: int) -> Battle:
        """The battle as it was after a decision that is in memory."""
        start = max(at for at in list(self._kept) if at <= number)
        twin = self._kept[start].copy()
        for played in list(since(self.battle, start))[: number - start]:
            assert played.choice is not None
            twin.play(played.choice)
            if played.number - start == KEEP_EVERY:  # a battle that came from a record
                start = played.number
                self._kept[start] = twin.copy()
        return twin

    def snapshot(self) -> Snapshot | None:
        """A snapshot, if one is due."""
        number, battle = self.number, self.battle
        if number - self._snapped < SNAPSHOT_EVERY:
            return None
        self._snapped = number
        dice = battle.dice
        return Snapshot(
            number=number,
            version=battle.system.version,
            digest=battle.hash(),
            rolled=dice.rolled,
            batches=dice.batches if isinstance(dice, Linked) else 0,
            counts={side: counter.now for side, counter in self.counters.items()},
            state=zlib.compress(freeze(battle.state), 1),
        )

    def weight(self) -> int:
        """Approximate size in bytes."""
        return 100_000 + 1_000 * (self.number - self.base)


def since(battle: Battle, number: int) -> Iterator[Played]:
    """Every decision after `number` that the battle knows, in order."""
    return line(battle.past, number)


def line(last: Played, number: int) -> Iterator[Played]:
    """The decisions that led to `last`, after `number`, in order."""
    found: list[Played] = []
    one: Played | None = last
    while one is not None and one.number > number:
        found.append(one)
        one = one.before
    return reversed(found)


def stored_line(
    last: Played, number: int, batch: int, links: Sequence[Links]
) -> Iterator[StoredDecision]:
    """The decisions that led to `last`, after `number`, as the store keeps them.

    `batch` is the next batch of linked dice; -1 if they are of another kind.
    """
    for one in line(last, number):
        rolls = batch >= 0 and bool(one.faces)
        yield StoredDecision(
            number=one.number,
            gesture=one.number,
            side=one.side,
            choice=str(one.choice),
            faces=one.faces,
            digest=one.digest,
            batch=batch if rolls else -1,
            links=links[batch] if rolls else (),
        )
        batch += rolls


# Beginning


def dice_of(stored: StoredBattle, seats: Mapping[str, Seat], links: Sequence[Links] = ()) -> Dice:
    """The dice of a battle before its first decision."""
    dice, system = stored.dice, system_named(stored.system)
    if dice.faces is not None:
        return Scripted(dice.faces)
    if dice.secret is None:
        return Seeded(0 if dice.seed is None else dice.seed)
    brought = {side: nonce for side in system.sides if (nonce := seats[side].nonce) is not None}
    if dice.linked:
        return Linked(dice.secret, dice.anchors or brought, links)
    return Committed(dice.secret, dice.nonces if dice.nonces is not None else [*brought.values()])


def begin(stored: StoredBattle, dice: Dice) -> Battle:
    """The battle before its first decision; NeedLinks if dice are rolled before that."""
    system: System[Any] = system_named(stored.system)
    if stored.position is not None:
        state = system.from_position(stored.position)
        return begin_position(system, stored.position, state, dice)
    state = system.start(stored.scenario, system.read_options(stored.options))
    return Battle(system, state, dice)


def new_course(battle: Battle) -> Course:
    """The course of a battle that has just begun."""
    return Course(battle, {side: Counter(side) for side in (*battle.system.sides, SPECTATOR)})


def as_loaded(stored: StoredBattle, battle: Battle) -> Loaded:
    """A battle that was replayed from its record, as the store will keep it."""
    dice = battle.dice
    links = dice.links if isinstance(dice, Linked) else ()

    def steps(last: Played, number: int) -> tuple[StoredDecision, ...]:
        batch = sum(bool(one.faces) for one in line(last, -1) if one.number <= number)
        return tuple(stored_line(last, number, batch if links else -1, links))

    backs = [
        StoredBack(gone.to, gone.side, steps(gone.last, gone.to)) for gone in battle.taken_back
    ]
    return Loaded(stored, list(steps(battle.past, 0)), None, backs)


def course_of(battle: Battle, loaded: Loaded) -> Course:
    """The course of a battle that was replayed from its record."""
    course = new_course(begin_again(battle))
    for played, step in zip(since(battle, 0), loaded.past, strict=True):
        course.note(played, step.gesture, step.reason)
    course.battle = battle
    return course


def all_links(loaded: Loaded) -> dict[int, Links]:
    """The links of every batch in memory, including those that were taken back."""
    steps = [*loaded.past, *(step for back in loaded.backs for step in back.steps)]
    found = {step.batch: step.links for step in steps if step.batch >= 0}
    if loaded.battle.dice.start:
        found[0] = loaded.battle.dice.start
    return found


def listed(links: Mapping[int, Links]) -> list[Links]:
    """Links by their batch; those not in memory are empty."""
    return [links.get(batch, ()) for batch in range(max(links, default=-1) + 1)]


# Opening again


def resume(loaded: Loaded) -> Course | None:
    """The course from the snapshot on; None if there is none that the rules can use."""
    stored, snapshot = loaded.battle, loaded.snapshot
    system: System[Any] = system_named(stored.system)
    if snapshot is None or snapshot.version != system.version:
        return None
    seats = {seat.side: seat for seat in stored.seats}
    dice = dice_of(stored, seats, listed(all_links(loaded)))
    if isinstance(dice, Linked):
        dice.resume(snapshot.rolled, snapshot.batches)
    else:
        dice.rewind(snapshot.rolled)
    try:
        state = system.thaw(zlib.decompress(snapshot.state))
        battle = Battle.resumed(system, state, dice, snapshot.number)
    except Exception:  # whatever is wrong with it, the decisions are enough
        return None
    if battle.hash() != snapshot.digest:
        return None
    counters = {
        side: Counter(side, snapshot.counts.get(side, 0), snapshot.number)
        for side in (*system.sides, SPECTATOR)
    }
    course = Course(battle, counters)
    _replay(course, battle, loaded.past, stored)
    return course


def go_on(course: Course, loaded: Loaded, links: Mapping[int, Links]) -> None:
    """Play what another process has played since."""
    battle = course.battle.copy()
    if isinstance(battle.dice, Linked):
        battle.dice.links = tuple(listed(links))
    _replay(course, battle, loaded.past, loaded.battle)


def rebuild(loaded: Loaded) -> Course:
    """The whole course; Broken if the installed rules replay it differently."""
    stored = loaded.battle
    seats = {seat.side: seat for seat in stored.seats}
    try:
        battle = begin(stored, dice_of(stored, seats, listed(all_links(loaded))))
    except NeedLinks:
        raise
    except LongrollError as error:
        raise Broken(f"battle {stored.id}", str(error)) from None
    course = new_course(battle)
    # Before each take-back, the battle had what is left of it later, up to where it went back to,
    # and then what was taken back.
    lines = [list(loaded.past)]
    for back in reversed(loaded.backs):
        lines.append([*lines[-1][: back.to], *back.steps])
    lines.reverse()
    done = 0
    for line, gone in zip(lines, [*loaded.backs, None], strict=True):
        _replay(course, course.battle.copy(), line[done:], stored)
        if gone is not None:
            course.go_back(course.battle.gone_back(course.at(gone.to), gone.side))
            done = gone.to
    return course


def _replay(
    course: Course, battle: Battle, steps: Sequence[StoredDecision], stored: StoredBattle
) -> None:
    for step in steps:
        where = f"battle {stored.id}, decision {step.number}"
        note = f"(kept with rules version {stored.version}, now {battle.system.version})"
        try:
            battle.play(step.choice)
        except LongrollError as error:
            raise Broken(where, f"{error} {note}") from None
        if battle.past.number != step.number or battle.past.faces != step.faces:
            raise Broken(where, f"it replays differently {note}")
        if step.digest and battle.hash() != step.digest:
            raise Broken(where, f"the state differs {note}")
        course.note(battle.past, step.gesture, step.reason)
        course.keep(battle)
    course.battle = battle
