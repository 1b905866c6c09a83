"""What a drawn table needs to know, in the same words whatever the rules.

What never changes comes once (`SystemTable`); what a side may know of a moment comes with every
view (`Facts`). Systems add facts of their own; a client needs none of them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from longroll.display.desk import Desk
from longroll.kernel.decision import Refusal
from longroll.kernel.verbs import Kind

# What never changes


class MapFacts(msgspec.Struct, frozen=True):
    """The map sheet; hexes are four digits, column and row."""

    title: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    high: str
    terrain: dict[str, str]
    level: dict[str, int]
    roads: dict[str, tuple[str, ...]]
    hexsides: dict[str, tuple[tuple[str, str], ...]]
    zones: dict[str, tuple[str, ...]]
    labels: dict[str, str]


class GroundFacts(msgspec.Struct, frozen=True):
    """A piece of terrain on a measured table: an area's corners, or a line's course and width.

    Everything is in hundredths of the unit of the table; `level` is the height inside a hill's
    contour. `label` is what is written on the table, if that is shorter than its name.
    """

    kind: str
    name: str
    label: str
    shape: str
    points: tuple[tuple[int, int], ...]
    width: int = 0
    level: int = 0


class SheetFacts(msgspec.Struct, frozen=True):
    """A measured table, in hundredths of its `unit`; later pieces lie on top of earlier ones.

    `counts` is what the strength of a unit is counted in, `turn` the rulebook's word for a turn.
    """

    title: str
    unit: str
    width: int
    height: int
    pieces: tuple[GroundFacts, ...]
    counts: str = "figures"
    turn: str = "turn"


class Note(msgspec.Struct, frozen=True):
    """A value and its label."""

    label: str
    value: str


class PieceFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A counter as it is printed.

    `label` is the short name on it, `tag` the shorter one of its group, `strength` and `right`
    the figures in its corners. `group` is the innermost group it belongs to, "" if it has
    none. `values` are all its printed values, for a list.
    """

    id: str
    title: str
    label: str
    tag: str = ""
    side: str
    kind: str
    group: str = ""
    strength: str = ""
    right: str = ""
    values: tuple[Note, ...] = ()


class GroupFacts(msgspec.Struct, frozen=True):
    """A part of the order of battle, within its parent; "" if nothing is above it.

    `kind` is army, division, brigade, regiment or the like; `pieces` are those directly in it.
    """

    id: str
    title: str
    kind: str
    side: str
    parent: str
    pieces: tuple[str, ...]


class PhaseFacts(msgspec.Struct, frozen=True):
    """A phase; `side` is None if both sides act in it, or each in its turn.

    Its title omits the word "phase".
    """

    number: str
    title: str
    side: str | None


class ChartFacts(msgspec.Struct, frozen=True):
    """A chart of the rules: its columns, and its rows, each beginning with its heading.

    `basis` says how it is known if the book could not be read: stated, inferred, reconstructed.
    `file` is the data file of the system in which an owner of the book may replace it.
    """

    title: str
    rule: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    basis: str = ""
    file: str = ""


class SystemTable(msgspec.Struct, frozen=True, kw_only=True):
    """All a client draws the table from: a map of hexes, or a measured sheet.

    `ground` says in a few words what each terrain does.
    """

    slug: str
    title: str
    sides: tuple[str, ...]
    map: MapFacts | None = None
    sheet: SheetFacts | None = None
    pieces: tuple[PieceFacts, ...]
    groups: tuple[GroupFacts, ...]
    phases: tuple[PhaseFacts, ...]
    turns: int
    ground: dict[str, str]
    charts: tuple[ChartFacts, ...] = ()


# What changes


class StackFacts(msgspec.Struct, frozen=True):
    """The counters of a side in a hex, the lowest first; None if the viewer may not look."""

    hex: str
    side: str
    units: tuple[str, ...] | None


class Steps(msgspec.Struct, frozen=True):
    """Strength boxes left, out of all there were."""

    left: int
    of: int


class Facing(msgspec.Struct, frozen=True):
    """The direction of a front, in degrees clockwise from north, and how wide it is."""

    degrees: int
    arc: int


class Standing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The condition of a unit, as far as it is not printed on the counter.

    `states` are names such as pinned or routed, `did` what it has just done; `flees` says that it
    gives way. `values` replace printed ones with the same label. `counters` were placed on it, and
    `order` is what was declared for it.
    """

    strength: str | None = None
    steps: Steps | None = None
    formation: str | None = None
    facing: Facing | None = None
    states: tuple[str, ...] = ()
    did: tuple[str, ...] = ()
    flees: bool = False
    right: str | None = None
    values: tuple[Note, ...] = ()
    done: bool = False
    counters: int = 0
    order: str = ""


class Body(msgspec.Struct, frozen=True, kw_only=True):
    """Where a unit stands on a measured table: the middle of its front in hundredths of its
    unit, its heading in tenths of a degree, and the corners of its bases, front rank first.

    `kinds` and `figures` say what each base is and how many figures are left on it; `side` whose
    it is.
    """

    side: str
    x: int
    y: int
    heading: int
    bases: tuple[tuple[tuple[int, int], ...], ...]
    kinds: tuple[str, ...]
    figures: tuple[int, ...]


class Strip(msgspec.Struct, frozen=True):
    """Something along a front on a measured table, smoke or a trench: the two ends of its line,
    and how far it extends to the front."""

    name: str
    start: tuple[int, int]
    end: tuple[int, int]
    depth: int


class Link(msgspec.Struct, frozen=True):
    """Something between two units: one attacks the other, they are locked in a fight, or a
    commander is with his men."""

    name: Literal["against", "locked", "with"]
    unit: str
    other: str


class MarkFacts(msgspec.Struct, frozen=True):
    """Something in a hex that is not a unit, and the side it belongs to, if any."""

    name: str
    hex: str
    side: str | None = None


class GroupStanding(msgspec.Struct, frozen=True):
    """The condition of a group of the order of battle: a note such as "7 of 11 boxes", states."""

    note: str
    states: tuple[str, ...] = ()
    steps: Steps | None = None


class Token(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A chit or a card: what it is called, whose it is, and what it does in a few words.

    `bars` is what keeps its owner from using it now.
    """

    id: str
    title: str
    kind: str
    side: str | None = None
    words: str = ""
    states: tuple[str, ...] = ()
    bars: tuple[Refusal, ...] = ()


class Tray(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something off the map that holds chits or units: a cup, a hand, a box of a track.

    `unknown` is how many are in it that the viewer may not know.
    """

    id: str
    title: str
    side: str | None = None
    tokens: tuple[Token, ...] = ()
    units: tuple[str, ...] = ()
    unknown: int = 0
    note: str = ""


class Lane(msgspec.Struct, frozen=True):
    """A hexside from `hex` towards `to`, and how many points of fire may still go through it."""

    hex: str
    to: str
    left: int


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """The table as one player sees it, always in the same order.

    `when` is the moment in words. `phasing` is the side whose turn it is, None if both act.
    `hand` are the active units, which the question is about: those on the move, for example.
    `pieces` are those in sight that came into being during the battle. `desk` is for tables that
    are the players' own.
    """

    when: str
    turn: int
    turns: int
    phase: str
    phasing: str | None = None
    stacks: tuple[StackFacts, ...] = ()
    bodies: dict[str, Body] = {}
    strips: tuple[Strip, ...] = ()
    links: tuple[Link, ...] = ()
    units: dict[str, Standing] = {}
    marks: tuple[MarkFacts, ...] = ()
    notes: tuple[Note, ...] = ()
    groups: dict[str, GroupStanding] = {}
    lanes: tuple[Lane, ...] = ()
    trays: tuple[Tray, ...] = ()
    pieces: tuple[PieceFacts, ...] = ()
    hand: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    desk: Desk | None = None


def nouns_of(table: SystemTable) -> dict[Kind, dict[str, str]]:
    """The units, groups and hexes of a table, and their names for a person."""
    return {
        "unit": {piece.id: piece.title for piece in table.pieces},
        "group": {group.id: group.title for group in table.groups},
        "hex": {hex: hex for hex in table.map.terrain} if table.map is not None else {},
    }
