"""The charts of cohesion, read from data/cohesion.toml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint, Path, read
from longroll.systems.blind_swords.marks import Mark
from longroll.systems.blind_swords.tables import ORDERS, Severity, one_each

Effect = Literal["battleworn", "morale_hit", "retreat_1", "retreat_2", "panic"]
BATTLEWORN: Effect = "battleworn"
Status = Literal["good", "shaken", "disrupted"]
Box = Literal["4", "3", "2", "1", "available"]
ELIMINATED = "eliminated"
SEVERITIES: tuple[Severity, ...] = ("A", "B", "C", "D", "E", "F")


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mark: Mark
    fail: tuple[Effect, ...]


class CohesionTest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Cohesion Test table. [blind_swords:12.2.4]"""

    mark: Mark
    form: dict[str, Mark]
    close_combat: int
    close_combat_failure: Effect
    most_battleworn: int
    order: tuple[Effect, ...]
    severity: dict[Severity, int]
    always: dict[Severity, tuple[Effect, ...]]
    on_pass: dict[Severity, tuple[Effect, ...]]
    on_fail_by: dict[int, tuple[Effect, ...]]

    def rating(self, cohesion: int, severity: Severity, close_combat: bool) -> int:
        """The rating that the die is held against. [blind_swords:12.2.2] [blind_swords:11.4.2]"""
        return cohesion + self.severity[severity] + (self.close_combat if close_combat else 0)

    def effects(self, margin: int, severity: Severity, close_combat: bool) -> tuple[Effect, ...]:
        """What a test does, by die less rating, in the order it is applied. [blind_swords:12.2.6]

        >>> COHESION.test.effects(2, "E", close_combat=False)
        ('morale_hit', 'morale_hit', 'retreat_1')
        >>> COHESION.test.effects(1, "B", close_combat=True)
        ('morale_hit', 'retreat_1')
        """
        if margin > 0:
            found = [*self.on_fail_by[min(margin, max(self.on_fail_by))]]
            if close_combat and not any(effect.startswith("retreat") for effect in found):
                found.append(self.close_combat_failure)
        else:
            found = [*self.on_pass.get(severity, ())]
        found += self.always.get(severity, ())
        for _ in range(found.count(BATTLEWORN) - self.most_battleworn):
            found.remove(BATTLEWORN)
        return tuple(sorted(found, key=self.order.index))


class Modifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cohesion: int
    mark: Mark


class MoraleHits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ladder a unit goes down, and what a hit costs. [blind_swords:12.5.1]"""

    mark: Mark
    form: dict[str, Mark]
    ladder: tuple[Status, ...]
    strength: int
    cohesion: int
    least_strength: float


class BreakTest(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"on_pass": "pass"}
):
    mark: Mark
    form: dict[str, Mark]
    on_pass: tuple[str, ...]
    fail_by: dict[int, Box | Literal["eliminated"]]
    eliminates: tuple[Literal["artillery", "fragile"], ...]

    def fate(self, margin: int) -> str | None:
        """The box of the Broken Track or "eliminated"; None for a unit that stands.

        [blind_swords:12.7.1] [blind_swords:12.8.2]

        >>> [COHESION.break_test.fate(margin) for margin in (0, 2, 5)]
        [None, '2', 'eliminated']
        """
        return self.fail_by[min(margin, max(self.fail_by))] if margin > 0 else None


class BrokenTrack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mark: Mark
    form: dict[str, Mark]
    boxes: tuple[Box, ...]
    no_way_out: Box
    off_own_edge: Box

    def after(self, box: Box) -> Box:
        """The box a turn later; the last is left only by a Rebuild. [blind_swords:14.2.1]

        >>> COHESION.broken_track.after("1"), COHESION.broken_track.after("available")
        ('available', 'available')
        """
        return self.boxes[min(self.boxes.index(box) + 1, len(self.boxes) - 1)]


class Recover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mark: Mark
    orders: tuple[str, ...]
    removes: int
    all_on: tuple[int, ...]
    engaged: bool


class Rebuild(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mark: Mark
    form: dict[str, Mark]
    orders: tuple[str, ...]
    engaged: bool


class Cohesion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every chart of the file."""

    schema: Literal[1]
    source: str
    check: Check
    test: CohesionTest
    modifiers: dict[str, Modifier]
    morale_hits: MoraleHits
    break_test: BreakTest
    broken_track: BrokenTrack
    recover: Recover
    rebuild: Rebuild


def read_cohesion(text: str, name: str = "cohesion.toml") -> Cohesion:
    """The charts in the text of a file; DataError with every fault."""
    return read(text, Cohesion, name, _complaints)


def _complaints(file: Cohesion) -> Iterator[Complaint]:
    test = file.test
    yield from one_each(("test", "severity"), test.severity, SEVERITIES)
    yield from _margins(("test", "on_fail_by"), test.on_fail_by)
    used = {test.close_combat_failure, BATTLEWORN}
    for effects in (*test.always.values(), *test.on_pass.values(), *test.on_fail_by.values()):
        used.update(effects)
    if missing := sorted(used - {*test.order}):
        yield ("test", "order"), f"no {' '.join(missing)}", "every effect of the table"
    yield from one_each(("modifiers",), file.modifiers, ("unsupported", "shaken", "disrupted"))
    yield from _margins(("break_test", "fail_by"), file.break_test.fail_by)
    track = file.broken_track
    for box in (*file.break_test.fail_by.values(), track.no_way_out, track.off_own_edge):
        if box != ELIMINATED and box not in track.boxes:
            yield ("broken_track", "boxes"), f"no box {box}", "every box that units are put in"
    for name, line in (("recover", file.recover), ("rebuild", file.rebuild)):
        for order in line.orders:
            order_allows = ORDERS.orders.get(order)
            if order_allows is None or not getattr(order_allows, name):
                yield (name, "orders"), f"{order!r} does not allow it", "an order that does"


def _margins(path: Path, lines: Mapping[int, object]) -> Iterator[Complaint]:
    """Differences must run from 1 without a gap, as the last line serves all beyond it."""
    if sorted(lines) != list(range(1, len(lines) + 1)) or not lines:
        yield path, f"lines for {' '.join(map(str, lines))}", "1, 2, 3 and so on"


def _cohesion() -> Cohesion:
    return read_cohesion((files(__package__) / "data" / "cohesion.toml").read_text("utf-8"))


COHESION = _cohesion()
