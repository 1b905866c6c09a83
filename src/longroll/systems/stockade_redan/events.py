"""What can happen in this battle, and how the log reports it.

`hidden` marks what concerns a Confederate stack that the Union may not inspect: the Union, and a
spectator, then learn that something happened there but not to which units. [stockade_redan:6.4.1]
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from longroll.board.hex import Hex
from longroll.kernel.event import Begins, Detail, Effect, Event, Line, Loss, Move, Scene, Volley
from longroll.kernel.wording import counted
from longroll.systems.stockade_redan.roster import CONFEDERATE, ROSTER, names

ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


class MoraleRolled(Event, frozen=True, kw_only=True):
    topic: ClassVar[str] = "morale"

    morale: int

    def text(self) -> str:
        return f"Confederate morale is {self.morale}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class AssaultBegan(Event, frozen=True, kw_only=True):
    assault: int

    def text(self) -> str:
        return f"The {'first' if self.assault == 1 else 'second'} assault begins."


class TurnBegan(Event, frozen=True, kw_only=True):
    turn: int

    def begins(self) -> Begins:
        return Begins(f"Turn {self.turn}", turn=self.turn)

    def text(self) -> str:
        return f"Game turn {self.turn}."


class PhaseBegan(Event, frozen=True, kw_only=True):
    """The previous phase is over for good. [stockade_redan:5.0.2]"""

    phase: int
    title: str
    skipped: bool = False

    final: ClassVar[bool] = True

    def begins(self) -> Begins:
        return Begins(f"{ROMAN[self.phase]}. {self.title}")

    def text(self) -> str:
        return f"{ROMAN[self.phase]}. {self.title}{': skipped.' if self.skipped else '.'}"


class OptionChosen(Event, frozen=True, kw_only=True):
    option: int

    def text(self) -> str:
        role = "bombardment" if self.option == 1 else "close support"
        return f"The Union batteries take Option {self.option}, {role}."


class _Hideable(Event, frozen=True, kw_only=True):
    """Something that units do; they are not named if they are hidden."""

    side: str
    units: tuple[int, ...]
    hidden: bool = False

    def who(self) -> str:
        return names(self.units) if self.units else f"{self.side.title()} units"

    def seen_by(self, side: str) -> Event | None:
        if self.hidden and side != CONFEDERATE:
            return msgspec.structs.replace(self, units=())
        return self


class Placed(_Hideable, frozen=True, kw_only=True):
    """The order of set-up would tell companies, officers and guns apart, so all of it is hidden."""

    hex: Hex

    def seen_by(self, side: str) -> Event | None:
        return None if self.hidden and side != CONFEDERATE else self

    def text(self) -> str:
        return f"{self.who()} {'sets' if len(self.units) == 1 else 'set'} up in {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), moves=(Move(_ids(self.units), "", self.hex),))


class SetUpDone(Event, frozen=True, kw_only=True):
    side: str

    def text(self) -> str:
        return f"The {self.side.title()} set-up is done."


class BridgesGiven(Event, frozen=True, kw_only=True):
    count: int

    def text(self) -> str:
        comes = "is" if self.count == 1 else "are"
        whom = "company that carries it" if self.count == 1 else "companies that carry them"
        return f"{_markers(self.count).capitalize()} {comes} given to the {whom}."


class BridgesPlaced(Event, frozen=True, kw_only=True):
    hex: Hex
    count: int

    def text(self) -> str:
        comes = "is" if self.count == 1 else "are"
        return f"{_markers(self.count).capitalize()} {comes} set up in {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class BridgesRemoved(Event, frozen=True, kw_only=True):
    def text(self) -> str:
        return "Every bridging marker is taken off the map."


class Plotted(Event, frozen=True, kw_only=True):
    side: str
    hex: Hex

    def text(self) -> str:
        return f"{self.side.title()} bombardment plotted on {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class Scattered(Event, frozen=True, kw_only=True):
    """`to` is empty if the marker left the map."""

    topic: ClassVar[str] = "scatter of bombardments"

    side: str
    plotted: Hex
    to: Hex
    removed: bool

    def text(self) -> str:
        if self.to == self.plotted:
            where = f"{self.side.title()} bombardment of {self.plotted} does not scatter"
        elif self.to:
            where = f"{self.side.title()} bombardment scatters from {self.plotted} to {self.to}"
        else:
            where = f"{self.side.title()} bombardment scatters from {self.plotted} off the map"
        return f"{where}{' and hits nobody.' if self.removed and self.to else '.'}"

    def effect(self) -> Effect | None:
        return Effect("other", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.to or self.plotted,))


class CallOffTried(Event, frozen=True, kw_only=True):
    topic: ClassVar[str] = "calling off a bombardment"

    hex: Hex
    removed: bool

    def text(self) -> str:
        if self.removed:
            return f"The bombardment of {self.hex} is called off."
        return f"The bombardment of {self.hex} cannot be called off."

    def effect(self) -> Effect | None:
        return Effect("other" if self.removed else "nothing", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class Target(msgspec.Struct, frozen=True, gc=False):
    """One piece under fire: a unit, or a bridging marker, and whether its die hit."""

    unit: int = -1
    bridge: int = -1
    hit: bool = False


class UnderFire(Event, frozen=True, kw_only=True):
    """Arithmetic shared by fire and bombardment: each sum is the sum of its lines."""

    side: str
    hex: Hex
    strength: tuple[Line, ...]
    defence: tuple[Line, ...]
    ratio: tuple[Line, ...]
    hit_number: int
    targets: tuple[Target, ...]
    hidden: bool = False

    news: ClassVar[bool] = True

    def lost(self) -> tuple[int, ...]:
        return tuple(target.unit for target in self.targets if target.hit and target.unit >= 0)

    def bridges_lost(self) -> int:
        return sum(target.hit for target in self.targets if target.bridge >= 0)

    def effect(self) -> Effect | None:
        hit = any(target.hit for target in self.targets)
        return Effect("loss" if hit else "nothing", self.hits())

    def hits(self) -> str:
        """The units and markers lost."""
        parts = []
        units = self.lost()
        unnamed = sum(target.hit for target in self.targets if target.bridge < 0) - len(units)
        if units:
            parts.append(f"{names(units)} lost")
        if unnamed:
            parts.append(f"{unnamed} lost")
        if self.bridges_lost():
            parts.append(f"{_markers(self.bridges_lost())} destroyed")
        return ", ".join(parts) or "no effect"

    def ledger(self) -> tuple[Line, ...]:
        return self.strength + self.defence + self.ratio

    def working(self) -> tuple[Detail, ...]:
        strength, defence = (
            sum(line.value for line in part) for part in (self.strength, self.defence)
        )
        final = sum(line.value for line in self.ratio)
        return (
            *map(Line.detail, self.strength),
            Detail(str(strength), "fire strength"),
            *map(Line.detail, self.defence),
            *map(Line.detail, self.ratio),
            Detail(f"{final}:1", f"{strength} against {defence}, hit on {self.hit_number} or less"),
        )

    def details(self) -> list[Detail]:
        return [*self.working(), *super().details()]

    def seen_by(self, side: str) -> Event | None:
        if not self.hidden or side == CONFEDERATE:
            return self
        targets = tuple(
            target if target.bridge >= 0 else Target(hit=target.hit) for target in self.targets
        )
        rolls = tuple(
            msgspec.structs.replace(roll, purpose="a hidden piece") for roll in self.rolls
        )
        return msgspec.structs.replace(self, targets=targets, rolls=rolls)

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), losses=_fallen(self.lost()))


class Bombarded(UnderFire, frozen=True, kw_only=True):
    topic: ClassVar[str] = "bombardment"

    def text(self) -> str:
        return f"{self.side.title()} bombardment of {self.hex}: {self.hits()}."


class Fired(UnderFire, frozen=True, kw_only=True):
    firers: tuple[int, ...]
    starts: tuple[Hex, ...]
    officer: int = -1

    def text(self) -> str:
        return f"{self.side.title()} fire at {self.hex}: {self.hits()}."

    def scene(self) -> Scene:
        return Scene(
            where=(self.hex,),
            shots=(Volley(self.starts, self.hex),),
            losses=_fallen(self.lost()),
        )


class ChaosRolled(Event, frozen=True, kw_only=True):
    topic: ClassVar[str] = "Chaos of War"

    side: str
    modifiers: tuple[Line, ...]
    count: int

    def text(self) -> str:
        return (
            f"Chaos of War: the {self.side.title()} side may place {counted(self.count, 'marker')}."
        )

    def ledger(self) -> tuple[Line, ...]:
        return self.modifiers


class ChaosPlaced(Event, frozen=True, kw_only=True):
    side: str
    hex: Hex

    def text(self) -> str:
        return f"Chaos of War strikes {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class ChaosTaken(ChaosPlaced, frozen=True, kw_only=True):
    """A hidden stack took the marker, so no officer is in it: the Union has learned that."""

    news: ClassVar[bool] = True


class ChaosBarred(Event, frozen=True, kw_only=True):
    """A marker was sent to a hidden stack that cannot take it."""

    hex: Hex
    spent: bool

    news: ClassVar[bool] = True

    def text(self) -> str:
        return f"The stack in {self.hex} cannot be marked{'; the marker is used up' * self.spent}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class ChaosEntered(_Hideable, frozen=True, kw_only=True):
    topic: ClassVar[str] = "Chaos of War"

    hex: Hex
    stopped: bool

    def text(self) -> str:
        after = "must stop" if self.stopped else "may go on"
        comes = "comes" if len(self.units) == 1 else "come"
        return f"{self.who()} {comes} upon Chaos of War in {self.hex} and {after}."

    def effect(self) -> Effect | None:
        return Effect("pin" if self.stopped else "nothing", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class ChaosRetrieved(Event, frozen=True, kw_only=True):
    count: int

    def text(self) -> str:
        what = "marker is" if self.count == 1 else "markers are"
        return f"{self.count} Chaos of War {what} removed."


class Moved(_Hideable, frozen=True, kw_only=True):
    origin: Hex
    to: Hex
    cost: int
    spent: int

    def text(self) -> str:
        moves = "moves" if len(self.units) == 1 else "move"
        return f"{self.who()} {moves} from {self.origin} to {self.to} for {self.cost}."

    def scene(self) -> Scene:
        return Scene(where=(self.to,), moves=(Move(_ids(self.units), self.origin, self.to),))


class Revealed(Event, frozen=True, kw_only=True):
    """Union units come near enough to look into Confederate stacks."""

    hexes: tuple[Hex, ...]

    news: ClassVar[bool] = True

    def text(self) -> str:
        return f"The Union sees what is in {', '.join(self.hexes)}."

    def scene(self) -> Scene:
        return Scene(where=self.hexes)


class BridgeTaken(Event, frozen=True, kw_only=True):
    unit: int
    hex: Hex

    def text(self) -> str:
        return f"{names((self.unit,))} takes up a bridging marker in {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class BridgeDropped(Event, frozen=True, kw_only=True):
    unit: int
    hex: Hex

    def text(self) -> str:
        return f"{names((self.unit,))} drops its bridging marker in {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class BridgeLaid(Event, frozen=True, kw_only=True):
    unit: int
    hex: Hex

    def text(self) -> str:
        return f"{names((self.unit,))} lays a bridge in ditch {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class BridgeDestroyed(Event, frozen=True, kw_only=True):
    hex: Hex

    def text(self) -> str:
        return f"The Confederates destroy a bridging marker in {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class Overstacked(Event, frozen=True, kw_only=True):
    side: str
    hex: Hex
    unit: int
    hidden: bool = False

    def text(self) -> str:
        who = names((self.unit,)) if self.unit >= 0 else f"a {self.side.title()} unit"
        return f"{self.hex} is overstacked: {who} is lost."

    def seen_by(self, side: str) -> Event | None:
        if self.hidden and side != CONFEDERATE:
            return msgspec.structs.replace(self, unit=-1)
        return self

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), losses=_fallen((self.unit,)) if self.unit >= 0 else ())


class FoughtHandToHand(Event, frozen=True, kw_only=True):
    hex: Hex
    union: tuple[Line, ...]
    confederate: tuple[Line, ...]
    loser: str
    losses: int

    def text(self) -> str:
        result = f"the {self.loser.title()} loses {self.losses}" if self.loser else "no effect"
        return f"Hand-to-hand in {self.hex}: {self.totals()}, {result}."

    def totals(self) -> str:
        return f"Union {_sum(self.union)} against Confederate {_sum(self.confederate)}"

    def effect(self) -> Effect | None:
        if not self.loser:
            return Effect("nothing", "no effect")
        return Effect("loss", f"{self.loser} loses {self.losses}")

    def ledger(self) -> tuple[Line, ...]:
        return self.union + self.confederate

    def working(self) -> tuple[Detail, ...]:
        return (
            Detail("", "Union"),
            *map(Line.detail, self.union),
            Detail("", "Confederate"),
            *map(Line.detail, self.confederate),
        )

    def details(self) -> list[Detail]:
        return [*self.working()]

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class Fell(Event, frozen=True, kw_only=True):
    """Units lost hand to hand."""

    side: str
    hex: Hex
    units: tuple[int, ...]

    def text(self) -> str:
        return f"{names(self.units)} {'falls' if len(self.units) == 1 else 'fall'} in {self.hex}."

    def effect(self) -> Effect | None:
        return Effect("loss", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), losses=_fallen(self.units))


class MatrixRolled(Event, frozen=True, kw_only=True):
    turn: int
    modifiers: tuple[Line, ...]
    needed: int
    winner: str

    def text(self) -> str:
        total = self.rolls[0].value + _sum(self.modifiers)
        return f"Gettysburg Matrix: {total}, and the Union needs {self.needed} or less."

    def effect(self) -> Effect | None:
        return Effect("end", f"{self.winner} wins the Gettysburg Matrix")

    def ledger(self) -> tuple[Line, ...]:
        return self.modifiers

    def details(self) -> list[Detail]:
        return [*super().details(), *map(Line.detail, self.modifiers)]


def _sum(lines: tuple[Line, ...]) -> int:
    return sum(line.value for line in lines)


def _markers(count: int) -> str:
    return "a bridging marker" if count == 1 else f"{count} bridging markers"


def _ids(units: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([ROSTER[unit].id for unit in units])


def _fallen(units: tuple[int, ...]) -> tuple[Loss, ...]:
    """A unit has one step: any unit that is hit is gone."""
    return tuple([Loss(ROSTER[unit].id, 1, gone=True) for unit in units])
