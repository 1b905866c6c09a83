"""Morale: the test, its results, and what a hit leads to; read from data/morale.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint
from longroll.kernel.dice import Roll, Rolls
from longroll.kernel.event import Line
from longroll.systems.honor_glory.command import tests_for_killed
from longroll.systems.honor_glory.datafile import load
from longroll.systems.honor_glory.dice import total
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.units import Leader, Troops, cover_class, rating, rating_lines
from longroll.systems.honor_glory.words import FOOT, Action, Arm

#: Why a unit tests. [honor_glory:98.1] [honor_glory:98.2] [honor_glory:98.3] [honor_glory:98.4]
#: [honor_glory:98.5] [honor_glory:98.6] [honor_glory:98.7] [honor_glory:98.8] [honor_glory:98.9]
Reason = Literal[
    "charge",
    "join_melee",
    "receive_charge",
    "firing_range",
    "hit_by_artillery",
    "hit_by_small_arms",
    "hit_in_melee",
    "commander_killed",
    "friends_routing",
    "rally",
    "basic",
]
#: The range that a charged unit fires at. [honor_glory:63.3a]
FiringRange = Literal["E", "E_bare", "X", "X_bare", "AUTO", "B", "C", "C_bare"]
Outcome = Action | FiringRange | Literal["rally", "refuse_weak", "refuse_middling"]
#: The columns of failure by the second score. [honor_glory:100.4]
Column = Literal["2-7", "8-10", "11-12"]
COLUMNS: tuple[Column, ...] = ("2-7", "8-10", "11-12")
Versus = Literal["infantry", "cavalry"]
HitBy = Literal["artillery", "small_arms", "melee"]


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a unit does, and the points it loses."""

    action: Outcome
    loss: int


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the result table."""

    rule: str
    passed: Cell
    low: Cell
    middle: Cell
    high: Cell

    def cited(self, column: Column | None) -> str:
        """The rule of a cell: that of the pass, with the lowest score of the column instead."""
        return self.rule if column is None else self.rule[:-4] + column.partition("-")[0]

    def cell(self, column: Column | None) -> Cell:
        """[honor_glory:100.3] [honor_glory:100.4]"""
        if column is None:
            return self.passed
        return (self.low, self.middle, self.high)[COLUMNS.index(column)]


class MoraleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/morale.toml as it is written."""

    schema: Literal[1]
    source: str
    columns: tuple[int, int, int]
    refuses_up_to: dict[Literal["refuse_weak", "refuse_middling"], int]
    severity: tuple[Action, ...]
    friends: int
    keep_away: int
    rows: dict[str, Row]


def complaints(file: MoraleFile) -> Iterator[Complaint]:
    """What the types do not say."""
    for name, row in file.rows.items():
        if any(cell.loss < 0 for cell in (row.passed, row.low, row.middle, row.high)):
            yield ("rows", name), "a loss below zero", "0 or more points"


MORALE = load("morale.toml", MoraleFile, complaints)
#: The order in which several tests at once are taken. [honor_glory:100.5a] (HG-H8)
ORDER = tuple(MORALE.rows)
#: [honor_glory:23.1] [honor_glory:98.8]
FRIENDS_WITHIN = MORALE.friends * CM
#: [honor_glory:13.rally.2] [honor_glory:13.rally.3]
KEEP_AWAY = MORALE.keep_away * CM


def row_of(reason: Reason, unit: Troops, versus: Versus | None = None) -> Row | None:
    """The row of the result table; None for a BASIC test, and for cavalry charged by infantry,
    which takes no test. [honor_glory:99.1] [honor_glory:99.1.1] (HG-H8, HG-H66)"""
    guns = unit.arm == "artillery"
    match reason:
        case "basic":
            return None
        case "charge" | "join_melee":
            return MORALE.rows["charge"]
        case "receive_charge":
            where = "open" if cover_class(unit) == "none" else "cover"
            if guns:
                return MORALE.rows[f"receive_guns_{where}"]
            if unit.arm == "cavalry":
                return MORALE.rows["receive_cavalry"] if versus == "cavalry" else None
            return MORALE.rows[f"receive_foot_{where}_{versus}"]
        case "firing_range":
            return MORALE.rows["range_guns" if guns else "range_foot"]
        case "hit_by_small_arms" if guns:
            return MORALE.rows["guns_hit_by_small_arms"]
    return MORALE.rows[reason]


# The test


class Test(msgspec.Struct, frozen=True):
    """A test as it was rolled: the ledger of its factor, the dice, and what it makes a unit do.

    `rolls` are the 2D6 of the factor, the D20, and the 2D6 of the column if it failed.
    """

    __test__ = False

    reason: Reason
    lines: tuple[Line, ...]
    rolls: tuple[Roll, ...]
    passed: bool
    column: Column | None
    action: Outcome
    loss: int
    rule: str

    @property
    def factor(self) -> int:
        return sum(line.value for line in self.lines)


@cache
def column_of(score: int) -> Column:
    """[honor_glory:100.4]

    >>> column_of(7), column_of(8), column_of(11)
    ('2-7', '8-10', '11-12')
    """
    return COLUMNS[sum(score >= lowest for lowest in MORALE.columns) - 1]


def take(reason: Reason, unit: Troops, dice: Rolls, versus: Versus | None = None) -> Test | None:
    """A morale test: rating, command bonus, cover bonus and 2D6 against a D20, and on a failure
    2D6 for the column. None if none is called for.

    An army that has lost its camp adds no dice, by OP8. [honor_glory:100.1] [honor_glory:100.2]
    [honor_glory:100.3] [honor_glory:100.4] [honor_glory:99.1.1] [honor_glory:OP8.3]
    [honor_glory:97.4]
    """
    row = row_of(reason, unit, versus)
    if row is None and reason != "basic":
        return None
    lines = rating_lines(unit)
    known = sum(line.value for line in lines)
    rolls, passed = dice.look_up(
        f"morale: {_in_words(reason)}",
        _passes_alone(known) if unit.camp_lost else _passes(known),
        sides=(20,) if unit.camp_lost else (6, 6, 20),
    )
    if not unit.camp_lost:
        lines.append(Line(total(rolls[:2]), "two dice", "honor_glory:100.1"))
    column: Column | None = None
    if row is not None and not passed:
        second, column = dice.look_up(
            "morale: how badly", lambda one, other: column_of(one + other), dice=2
        )
        rolls = (*rolls, *second)
    cell = row.cell(column) if row else Cell("none", 0)
    rule = row.cited(column) if row else "honor_glory:99.1.1"
    action = _refusal(cell.action, unit)
    return Test(reason, tuple(lines), rolls, passed, column, action, cell.loss, rule)


def _passes(known: int) -> Callable[[int, int, int], bool]:
    """Whether two dice and a D20 pass a test; odds ask it of all 720 ways that they can fall."""
    return lambda one, other, die: die <= known + one + other


def _passes_alone(known: int) -> Callable[[int], bool]:
    return lambda die: die <= known


def _refusal(action: Outcome, unit: Troops) -> Outcome:
    """Whether a unit that failed its charge test charges all the same.
    [honor_glory:103.charge.2] [honor_glory:103.charge.8] (HG-H58)"""
    if action == "refuse_weak" or action == "refuse_middling":
        return "refuse" if rating(unit) <= MORALE.refuses_up_to[action] else "charge"
    return action


def _in_words(reason: Reason) -> str:
    return reason.replace("_", " ")


def basic(unit: Troops, dice: Rolls) -> Test:
    """A BASIC test: the rule that calls for it says what follows. [honor_glory:99.1.1]"""
    test = take("basic", unit, dice)
    assert test is not None
    return test


# What follows a hit


def worst(actions: Iterable[Outcome]) -> Action:
    """Of several enforced actions the worst is carried out.
    [honor_glory:9.1.4] [honor_glory:97.1.4] (HG-H60)

    >>> worst(["withdraw", "rout", "none"])
    'rout'
    """
    known = set(actions)
    return next((action for action in MORALE.severity if action in known), "none")


def due_after_hit(by: HitBy, killed: Iterable[Leader]) -> list[Reason]:
    """The tests that a hit calls for, in the order of the table.
    [honor_glory:98.5] [honor_glory:98.6] [honor_glory:65.8] [honor_glory:72.7]
    [honor_glory:81.5] [honor_glory:13.fire.6] [honor_glory:13.melee.4] [honor_glory:100.5a]"""
    reasons: dict[HitBy, Reason] = {
        "artillery": "hit_by_artillery",
        "small_arms": "hit_by_small_arms",
        "melee": "hit_in_melee",
    }
    return [reasons[by], *["commander_killed"] * tests_for_killed(killed)]  # type: ignore[list-item]


def in_order(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Several tests at once in the order of the table. [honor_glory:100.5a]

    >>> in_order(["hit_by_small_arms", "commander_killed", "hit_by_artillery"])
    ('hit_by_artillery', 'hit_by_small_arms', 'commander_killed')
    """
    return tuple(sorted(reasons, key=ORDER.index))


# Routing friends


def is_shaken_by(router: Arm, unit: Troops, distance: Distance) -> bool:
    """Whether a unit tests for a friend that flees past it, or that it passes.

    Infantry and cavalry do not mind each other, guns mind only guns, and cover reassures.
    [honor_glory:23.1] [honor_glory:23.2] [honor_glory:23.3] [honor_glory:23.4]
    [honor_glory:23.5] [honor_glory:23.6] [honor_glory:42.4b] [honor_glory:98.8]
    """
    if distance > FRIENDS_WITHIN or unit.morale == "broken" or cover_class(unit) != "none":
        return False
    if router == "artillery":
        return unit.arm in (*FOOT, "cavalry", "artillery")
    if router in FOOT:
        return unit.arm in FOOT
    return router == "cavalry" and unit.arm == "cavalry"
