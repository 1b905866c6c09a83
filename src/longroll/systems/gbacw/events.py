"""What happens in a battle of the series.

Events contain the names of units besides their ids, because the series has no roster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from longroll.board.hex import DIRECTIONS, Hex
from longroll.kernel.event import (
    Begins,
    Detail,
    Effect,
    Event,
    Kind,
    Line,
    Loss,
    Move,
    Scene,
    Volley,
    worst,
)
from longroll.kernel.wording import counted, doing, halved, listed
from longroll.systems.gbacw.roster import Name as Name
from longroll.systems.gbacw.state import State


def name(state: State, unit: int) -> Name:
    return state.game.names[unit]


def names(state: State, units: Iterable[int]) -> tuple[Name, ...]:
    return tuple(map(state.game.names.__getitem__, units))


def ids(units: Iterable[Name]) -> tuple[str, ...]:
    return tuple([unit.id for unit in units])


def hexes(state: State, units: Iterable[int]) -> tuple[Hex, ...]:
    """Where units are, each hex once."""
    return tuple(dict.fromkeys([state.hex_of(unit) for unit in units]))


def moves_into(state: State, units: Iterable[int], hex: Hex) -> tuple[Move, ...]:
    """How units go into a hex, from wherever they are now."""
    ways: dict[Hex, list[str]] = {}
    for unit in units:
        if state.hex_of(unit) != hex:
            ways.setdefault(state.hex_of(unit), []).append(name(state, unit).id)
    return tuple([Move(tuple(ids), start, hex) for start, ids in ways.items()])


class TurnBegan(Event, frozen=True, kw_only=True):
    turn: int
    night: bool = False

    final = True

    def begins(self) -> Begins:
        return Begins(f"Game-Turn {self.turn}{' (night)' if self.night else ''}", turn=self.turn)

    def text(self) -> str:
        return f"Game-Turn {self.turn}{' (night)' if self.night else ''} begins."


class PhaseBegan(Event, frozen=True, kw_only=True):
    side: str
    phase: str
    title: str

    final = True

    def begins(self) -> Begins:
        return Begins(self.title, side=self.side)

    def text(self) -> str:
        who = f"{self.side.title()} " if self.side else ""
        return f"{who}{self.title}."


class Augmented(Event, frozen=True, kw_only=True):
    """A commander lends a Command Point to a brigade commander."""

    leader: Name
    brigadier: Name
    radius: int

    def text(self) -> str:
        return f"{self.leader} extends {self.brigadier}'s radius to {self.radius}."


class Reassigned(Event, frozen=True, kw_only=True):
    """A brigade is detached from its division or attached to another."""

    brigade: str
    division: str

    def text(self) -> str:
        if not self.division:
            return f"{self.brigade}'s brigade is detached."
        return f"{self.brigade}'s brigade is attached to {self.division}."


class CommandChecked(Event, frozen=True, kw_only=True):
    side: str
    out: tuple[Name, ...]

    def text(self) -> str:
        if not self.out:
            return f"Every {self.side.title()} unit is in command."
        return f"Out of command: {listed(self.out)}."


class Moved(Event, frozen=True, kw_only=True):
    units: tuple[Name, ...]
    origin: Hex
    to: Hex
    cost: int
    spent: int

    def text(self) -> str:
        if not self.origin:
            who = doing(self.units, "enters", "enter")
            return f"{who} the map at {self.to} ({halved(self.cost)})."
        return (
            f"{listed(self.units)}: {self.origin} to {self.to}, "
            f"{halved(self.cost)} ({halved(self.spent)} in all)."
        )

    def effect(self) -> Effect | None:
        return Effect("other", f"{doing(self.units, 'reaches', 'reach')} {self.to}")

    def scene(self) -> Scene:
        return Scene(where=(self.to,), moves=(Move(ids(self.units), self.origin, self.to),))


class Faced(Event, frozen=True, kw_only=True):
    units: tuple[Name, ...]
    hex: Hex
    facing: int

    def text(self) -> str:
        faces = "faces" if len(self.units) == 1 else "face"
        return f"{listed(self.units)} in {self.hex} {faces} {DIRECTIONS[self.facing]}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


_FORMS = {
    "mounted": "mounts",
    "dismounted": "dismounts",
    "limbered": "limbers up",
    "unlimbered": "unlimbers",
}


class Formed(Event, frozen=True, kw_only=True):
    """A change of formation, which both sides see. [gbacw:6.11.5]"""

    units: tuple[Name, ...]
    hex: Hex
    formation: str
    cost: int = 0

    def text(self) -> str:
        one, *object = _FORMS.get(self.formation, f"forms {self.formation}").split()
        verb = one if len(self.units) == 1 else one.removesuffix("s")
        how = " ".join((verb, *object))
        paid = f" ({halved(self.cost)})" if self.cost else ""
        return f"{listed(self.units)} in {self.hex} {how}{paid}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class FormationFailed(Event, frozen=True, kw_only=True):
    unit: Name
    hex: Hex

    def text(self) -> str:
        return f"The fire keeps {self.unit} in {self.hex} from changing formation."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class Reordered(Event, frozen=True, kw_only=True):
    hex: Hex
    top: Name

    def text(self) -> str:
        return f"{self.top} goes to the top of the stack in {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class Fired(Event, frozen=True, kw_only=True):
    """One fire of one arm at one hex, or at one unit in it, with all the arithmetic."""

    topic: ClassVar[str] = "fire"

    side: str
    kind: str
    arm: str
    hex: Hex
    firers: tuple[Name, ...]
    starts: tuple[Hex, ...]
    targets: tuple[Name, ...]
    strength: tuple[Line, ...]
    total: int
    row: str
    base: int
    shifts: tuple[Line, ...]
    column: int
    die_lines: tuple[Line, ...]
    die: int
    result: str

    news = True

    def text(self) -> str:
        at = f"{listed(self.targets)} in {self.hex}" if self.targets else self.hex
        what = {
            "-": "no effect",
            "P": "pin check",
            "R": "rout check",
            "P/R": "pin or rout",
        }.get(self.result, f"{self.result.rstrip('*')} lost")
        read = "" if self.result == "-" else f" ({self.result})"
        return f"{doing(self.firers, 'fires', 'fire')} at {at}: {what}{read}."

    def working(self) -> tuple[Detail, ...]:
        to_die = sum(line.value for line in self.die_lines)
        column = f"column {self.column}" + (f", {to_die:+d} to the die" if self.die_lines else "")
        return (
            *self._to_base(),
            *map(Line.detail, self.shifts),
            *(
                Detail(f"{line.value:+d}", f"to the die: {line.reason}", line.rule)
                for line in self.die_lines
            ),
            Detail("", column, "gbacw:9.51.3"),
        )

    def _to_base(self) -> Iterator[Detail]:
        """The strength, and the column that it would be read in without shifts."""
        row = "Grapeshot" if self.row == "grapeshot" else "Small-Arms and Counter-Battery"
        for line in self.strength:
            yield Detail(halved(line.value), line.reason, line.rule)
        yield Detail(halved(self.total), f"in all: {row} row, column {self.base}", "gbacw:9.0.5")

    def details(self) -> list[Detail]:
        return [
            *self._to_base(),
            *map(Line.detail, self.shifts),
            Detail("", f"column {self.column}", "gbacw:9.51.3"),
            *super().details()[:1],
            *map(Line.detail, self.die_lines),
            *super().details()[1:],
            Detail("", f"die {self.die} in column {self.column}: {self.result}"),
        ]

    def effect(self) -> Effect | None:
        """Later events show the effects of a result; only "no effect" is shown here."""
        return Effect("nothing", "no effect") if self.result == "-" else None

    def ledger(self) -> tuple[Line, ...]:
        whole = Line(self.total // 2, f"fire strength of {listed(self.firers)}", "gbacw:9.0.5")
        return (whole, *self.shifts, *self.die_lines)

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), shots=(Volley(self.starts, self.hex),))


class Depleted(Event, frozen=True, kw_only=True):
    topic: ClassVar[str] = "ammunition"

    units: tuple[Name, ...]
    spared: tuple[Name, ...] = ()

    def text(self) -> str:
        if not self.units:
            return f"{doing(self.spared, 'still has', 'still have')} ammunition."
        return f"{doing(self.units, 'runs', 'run')} out of ammunition."

    def effect(self) -> Effect | None:
        return Effect("ammunition", self.text()) if self.units else None


class Losses(Event, frozen=True, kw_only=True):
    """Points, guns or crew a unit loses."""

    unit: Name
    hex: Hex
    points: int
    what: str
    left: int
    gone: str = ""

    def text(self) -> str:
        fate = f" and is {self.gone}" if self.gone else f": {self.left} left"
        return f"{self.unit} in {self.hex} loses {self.points} {self.what}{fate}."

    def effect(self) -> Effect | None:
        kind: Kind = "destruction" if self.gone else "loss"
        fate = f" – {self.gone}" if self.gone else ""
        return Effect(
            "capture" if self.gone == "captured" else kind,
            f"{self.unit} loses {self.points} {self.what}{fate}",
        )

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), losses=(Loss(self.unit.id, self.points, bool(self.gone)),))


class Caisson(Event, frozen=True, kw_only=True):
    topic: ClassVar[str] = "caissons"

    unit: Name
    hex: Hex
    rounds: int

    def text(self) -> str:
        if not self.rounds:
            return f"No caisson of {self.unit} is hit."
        return f"A caisson of {self.unit} explodes: {counted(self.rounds, 'round')} lost."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class LeaderFate(Event, frozen=True, kw_only=True):
    topic: ClassVar[str] = "fate of leaders"

    leader: Name
    hex: Hex
    fate: str
    cause: str

    def text(self) -> str:
        if self.fate == "none":
            return f"{self.leader} is unhurt."
        return f"{self.leader} is {self.fate}."

    def effect(self) -> Effect | None:
        return None if self.fate == "none" else Effect("leader", self.text())

    def scene(self) -> Scene:
        return Scene(
            where=(self.hex,),
            losses=() if self.fate == "none" else (Loss(self.leader.id, 0, gone=True),),
        )


class SawElephant(Event, frozen=True, kw_only=True):
    topic: ClassVar[str] = "first fire"

    unit: Name
    hex: Hex
    rating: int

    def text(self) -> str:
        return f"{self.unit} sees the elephant: morale {self.rating}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


_CHECKS: dict[str, Kind] = {"holds": "nothing", "pinned": "pin", "routed": "rout"}


class Checked(Event, frozen=True, kw_only=True):
    """A morale check."""

    topic: ClassVar[str] = "morale"

    unit: Name
    hex: Hex
    why: str
    rating: int
    lines: tuple[Line, ...]
    total: int
    outcome: str

    def text(self) -> str:
        how = {"holds": "holds", "pinned": "is pinned", "routed": "routs"}[self.outcome]
        return f"{self.unit} {how} ({self.why}: {self.total} against {self.rating})."

    def details(self) -> list[Detail]:
        against = Detail(str(self.total), f"against {self.rating}")
        return [*super().details(), *map(Line.detail, self.lines), against]

    def effect(self) -> Effect | None:
        return Effect(_CHECKS[self.outcome], f"{self.unit} {self.outcome}")

    def ledger(self) -> tuple[Line, ...]:
        return self.lines

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class PinnedHex(Event, frozen=True, kw_only=True):
    units: tuple[Name, ...]
    hex: Hex

    def text(self) -> str:
        return f"{doing(self.units, 'is', 'are')} pinned in {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class Retreated(Event, frozen=True, kw_only=True):
    units: tuple[Name, ...]
    origin: Hex
    to: Hex
    why: str

    def text(self) -> str:
        who = doing(self.units, "falls", "fall")
        return f"{who} back from {self.origin} to {self.to} ({self.why})."

    def effect(self) -> Effect | None:
        return Effect("retreat", f"{doing(self.units, 'falls', 'fall')} back to {self.to}")

    def scene(self) -> Scene:
        return Scene(where=(self.to,), moves=(Move(ids(self.units), self.origin, self.to),))


class Gone(Event, frozen=True, kw_only=True):
    """A unit leaves the battle, with the strength that it still had."""

    unit: Name
    hex: Hex
    fate: str
    why: str
    points: int

    def text(self) -> str:
        return f"{self.unit} in {self.hex} is {self.fate}: {self.why}."

    def effect(self) -> Effect | None:
        kind: Kind = "capture" if self.fate == "captured" else "destruction"
        return Effect(kind, f"{self.unit} {self.fate}")

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), losses=(Loss(self.unit.id, self.points, gone=True),))


class Abandoned(Event, frozen=True, kw_only=True):
    """A crew leaves its guns or wagon, or comes back."""

    unit: Name
    hex: Hex
    back: bool = False

    def text(self) -> str:
        if self.back:
            return f"The crew is back with {self.unit} in {self.hex}."
        return f"The crew of {self.unit} runs and leaves it in {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class MeleeDeclared(Event, frozen=True, kw_only=True):
    hex: Hex
    attackers: tuple[Name, ...]
    charging: bool = False

    def text(self) -> str:
        how = ("charges", "charge") if self.charging else ("will attack", "will attack")
        return f"{doing(self.attackers, *how)} {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class Stood(Event, frozen=True, kw_only=True):
    """What units do when a melee is declared."""

    units: tuple[Name, ...]
    hex: Hex
    what: str

    def text(self) -> str:
        return f"{listed(self.units)} in {self.hex} {self.what}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class Advanced(Event, frozen=True, kw_only=True):
    units: tuple[Name, ...]
    origin: Hex
    to: Hex

    def text(self) -> str:
        return f"{doing(self.units, 'advances', 'advance')} into {self.to}."

    def scene(self) -> Scene:
        return Scene(where=(self.to,), moves=(Move(ids(self.units), self.origin, self.to),))


#: The kind of a melee result, by how it begins.
_RESULTS: dict[str, Kind] = {
    "-": "nothing",
    "E": "pin",
    "K": "loss",
    "R": "retreat",
    "C": "capture",
}


class Fought(Event, frozen=True, kw_only=True):
    """A melee: both totals, the differential, the die and the result."""

    topic: ClassVar[str] = "melee"

    hex: Hex
    attackers: tuple[Name, ...]
    #: The moves into the hex of those that were not in it.
    moves: tuple[Move, ...]
    defenders: tuple[Name, ...]
    attack: tuple[Line, ...]
    defence: tuple[Line, ...]
    adjustments: tuple[Line, ...]
    differential: int
    attacker: str
    defender: str
    note: str = ""

    news = True

    def text(self) -> str:
        ours, theirs = ("nothing" if one == "-" else one for one in (self.attacker, self.defender))
        return (
            f"Melee in {self.hex}: {listed(self.attackers)} against {listed(self.defenders)} at "
            f"{self.differential:+d}: {ours} to the attackers, {theirs} to the defenders"
            f"{self.note}."
        )

    def working(self) -> tuple[Detail, ...]:
        return (
            Detail("", "attack"),
            *map(Line.detail, self.attack),
            Detail("", "defence"),
            *map(Line.detail, self.defence),
            Detail("", "differential"),
            *map(Line.detail, self.adjustments),
            Detail(f"{self.differential:+d}", "in all"),
        )

    def details(self) -> list[Detail]:
        return [*self.working(), *super().details()]

    def effect(self) -> Effect | None:
        kinds = [_RESULTS[result[0]] for result in (self.attacker, self.defender)]
        return Effect(worst(kinds), f"{self.attacker}/{self.defender}")

    def ledger(self) -> tuple[Line, ...]:
        return (
            *self.attack,
            *(Line(-line.value, line.reason, line.rule) for line in self.defence),
            *self.adjustments,
        )

    def scene(self) -> Scene:
        return Scene(
            where=(self.hex,),
            moves=self.moves,
        )


class Resupplied(Event, frozen=True, kw_only=True):
    unit: Name
    source: Name
    rounds: int = 0

    def text(self) -> str:
        what = counted(self.rounds, "round") if self.rounds else "ammunition"
        return f"{self.unit} draws {what} from {self.source}."


class Unpinned(Event, frozen=True, kw_only=True):
    units: tuple[Name, ...]

    def text(self) -> str:
        return f"No longer pinned: {listed(self.units)}."


class Rallied(Event, frozen=True, kw_only=True):
    topic: ClassVar[str] = "rally"

    unit: Name
    hex: Hex
    how: str
    rallied: bool = True
    lines: tuple[Line, ...] = ()

    def text(self) -> str:
        what = "rallies" if self.rallied else "stays routed"
        return f"{self.unit} in {self.hex} {what} ({self.how})."

    def details(self) -> list[Detail]:
        return [*super().details(), *map(Line.detail, self.lines)]

    def effect(self) -> Effect | None:
        if self.rallied:
            return Effect("other", f"{self.unit} rallied")
        return Effect("nothing", f"{self.unit} routed")

    def ledger(self) -> tuple[Line, ...]:
        return self.lines

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class TookCommand(Event, frozen=True, kw_only=True):
    leader: Name
    post: str
    hex: Hex

    def text(self) -> str:
        return f"{self.leader} takes command of {self.post} in {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class Recrewed(Event, frozen=True, kw_only=True):
    wagon: Name
    unit: Name
    captured: bool

    def text(self) -> str:
        whose = "the captured " if self.captured else ""
        return f"{self.unit} gives a Strength Point to crew {whose}{self.wagon}."


class BrigadeBroke(Event, frozen=True, kw_only=True):
    brigade: str
    boxes: int
    limit: int

    def text(self) -> str:
        return f"{self.brigade}'s brigade loses its effectiveness ({self.boxes} of {self.limit})."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())
