"""The facts of a battle of the series that change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from longroll.board.hex import Hex
from longroll.kernel.naming import SideName, name_of
from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.state import State as BaseState
from longroll.systems.blind_swords.game import Game
from longroll.systems.blind_swords.roster import Piece, UnitNumber
from longroll.systems.blind_swords.scenario import Scenario

NOWHERE: Hex = ""
ELIMINATED = "eliminated"
AVAILABLE = "available"

#: Morale Hits a unit has. [blind_swords:12.5.1]
SHAKEN, DISRUPTED = 1, 2
#: The phases of a turn by letter. [blind_swords:4.1.1]
COMMAND_DECISION, ARTILLERY_PHASE, CHIT_DRAW, END_OF_TURN = "A", "B", "C", "D"

HexName = Annotated[str, name_of("hex")]
BrigadeName = Annotated[str, name_of("brigade")]
#: A chit of the cup: see `cup`.
ChitName = Annotated[str, name_of("chit")]
EventName = Annotated[str, name_of("event")]
LeaderName = Annotated[str, name_of("leader")]
Turn = Annotated[int, Meta(ge=0, le=100)]


class Options(BaseOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Optional rules of the series: none."""


class Unit(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What changes about a counter. What is printed on it is in the roster."""

    hex: Hex = NOWHERE
    #: The Battleworn side is up. [blind_swords:2.1.5]
    worn: bool = False
    #: Morale Hits: 1 is Shaken, 2 Disrupted.
    hits: Annotated[int, Meta(ge=0, le=2)] = 0
    #: Low Ammo markers, each two columns left. [blind_swords:6.6.1]
    low_ammo: Annotated[int, Meta(ge=0, le=2)] = 0
    #: In Skirmish Order. [blind_swords:15.1.1]
    skirmish: bool = False
    #: Cavalry on foot, which counts as infantry. [blind_swords:2.1.9]
    dismounted: bool = False
    #: Its box of the Broken Track, "4" to "1" or "available"; "" while it is not broken.
    box: str = ""
    #: "eliminated", or "".
    fate: str = ""


class Activation(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The brigade that acts now, and by what right."""

    brigade: BrigadeName
    #: One of the four orders, or "limited"; "" until it is chosen. [blind_swords:8.1.1]
    order: str = ""
    #: "division", "cic", or the name of an event.
    by: str = "division"
    #: Whose chit it was.
    leader: LeaderName = ""
    #: Command Clarity was declared. [blind_swords:7.3e.5]
    clarity: bool = False


class State(BaseState, kw_only=True, dict=True):
    """Everything that changes. Containers are replaced, never changed in place."""

    #: What never changes: map, roster, charts, exclusive rules. Each battle sets its own.
    game: ClassVar[Game]

    options: Options
    turn: Turn = 0
    #: The letter of the phase; "" before the first turn.
    phase: str = ""
    units: list[Unit]
    #: Units by side and hex, in the order of the roster.
    stacks: dict[str, dict[Hex, tuple[UnitNumber, ...]]]

    # Chits

    #: What is in the cup, sorted: which of it comes next nobody knows. [blind_swords:2.4.1]
    cup: tuple[ChitName, ...] = ()
    #: Each side's Key Chits and random ones of this turn, and those left out. [blind_swords:5.1.1]
    keys: dict[SideName, tuple[EventName, ...]] = {}
    randoms: dict[SideName, tuple[EventName, ...]] = {}
    excluded: dict[SideName, tuple[EventName, ...]] = {}
    #: Events drawn and not yet played, and those that both sides have seen this turn.
    held: dict[SideName, tuple[EventName, ...]] = {}
    seen: dict[SideName, tuple[EventName, ...]] = {}
    #: The side that pulls the chits this turn, or did last turn before that is rolled for.
    puller: str = ""
    #: The next chit is cancelled. [blind_swords:7.3c.1]
    fortunes: bool = False
    #: Brigades that have been activated this turn. [blind_swords:2.3.1]
    activated: frozenset[BrigadeName] = frozenset()
    #: Leaders whose Casualty chits are in force, and those whose chit changes when it is drawn.
    casualties: frozenset[LeaderName] = frozenset()
    struck: frozenset[LeaderName] = frozenset()
    #: Divisions whose Command Clarity is used up. [blind_swords:7.3e.5]
    clarity_used: frozenset[str] = frozenset()
    #: Windows for events that a side lets pass for the rest of the turn, by their timing.
    let_pass: dict[SideName, tuple[str, ...]] = {}

    # Markers

    #: The hex under Battlefield Chaos, or "". [blind_swords:7.3b.4]
    chaos: Hex = NOWHERE
    good_ground: frozenset[HexName] = frozenset()
    epaulements: frozenset[HexName] = frozenset()
    #: Who last had a combat unit in each hex that counts. [blind_swords:14.3.1]
    control: dict[HexName, SideName] = {}

    # The activation, or the Artillery Phase, that is under way

    active: Activation | None = None
    #: Who has fired, moved, assaulted or tried to rally in it; where each mover has been.
    fired: frozenset[UnitNumber] = frozenset()
    moved: frozenset[UnitNumber] = frozenset()
    assaulted: frozenset[UnitNumber] = frozenset()
    rallied: frozenset[UnitNumber] = frozenset()
    paths: dict[UnitNumber, tuple[HexName, ...]] = {}
    #: Units in the order they came into their hexes, since stacking was last looked at.
    #: [blind_swords:3.3.2]
    arrived: tuple[UnitNumber, ...] = ()
    #: Sides that have played an event in the close combat under way; None outside of one.
    #: [blind_swords:7.3f.3]
    played: frozenset[SideName] | None = None
    #: Hexes that were assaulted in it. [blind_swords:11.1.3]
    attacked: frozenset[HexName] = frozenset()
    #: Units kept from Trenches in it by an event. [blind_swords:7.4.16]
    daunted: frozenset[UnitNumber] = frozenset()
    #: Guns that let their step of the Artillery Phase go by.
    stood: frozenset[UnitNumber] = frozenset()
    #: Sides that have passed in the Artillery Phase. [blind_swords:6.2.6]
    passed: frozenset[SideName] = frozenset()
    #: Whether a side always or never takes Opportunity Fire in this activation.
    standing: dict[SideName, str] = {}

    # The battle so far

    #: Units still to come: the turn and the hex. [blind_swords:10.11.1]
    due: dict[UnitNumber, tuple[Turn, HexName]] = {}
    #: Units that ever came back from the Broken Track. [blind_swords:13.2.4]
    rebuilt: frozenset[UnitNumber] = frozenset()

    # Copies

    def copy(self) -> Any:
        twin = self.__copy__()  # type: ignore[attr-defined]
        twin.agenda = self.agenda.copy()
        twin.memo = self.memo
        return twin

    # Questions

    @property
    def setting(self) -> Scenario:
        """The scenario as its options make it."""
        return self.game.setting(self.scenario, self.options)

    def piece(self, number: int) -> Piece:
        return self.game.roster.pieces[number]

    def side_of(self, number: int) -> str:
        return self.game.roster.pieces[number].side

    def hex_of(self, number: int) -> Hex:
        return self.units[number].hex

    def stack(self, hex: Hex, side: str) -> tuple[int, ...]:
        """The units of a side in a hex."""
        return self.stacks[side].get(hex, ())

    def arm(self, number: int) -> str:
        """What a unit fights as: cavalry on foot is infantry. [blind_swords:2.1.9]"""
        own = self.game.roster.pieces[number].arm
        return "infantry" if own == "cavalry" and self.units[number].dismounted else own

    def is_mounted(self, number: int) -> bool:
        return self.arm(number) == "cavalry"

    def printed_strength(self, number: int) -> int:
        """The strength on the side that is face up. [blind_swords:2.1.12]"""
        piece = self.game.roster.pieces[number]
        return piece.battleworn_strength if self.is_worn(number) else piece.strength

    def printed_cohesion(self, number: int) -> int:
        piece = self.game.roster.pieces[number]
        return piece.battleworn_cohesion if self.is_worn(number) else piece.cohesion

    def is_worn(self, number: int) -> bool:
        """Fragile units are always Battleworn. [blind_swords:2.1.6]"""
        return self.units[number].worn or self.game.roster.pieces[number].fragile

    def brigade_units(self, brigade: str) -> list[int]:
        """The units of a brigade that are on the map."""
        return [unit for unit in self.game.roster.of_brigade[brigade] if self.units[unit].hex]

    # Changes

    def change(self, number: int, **fields: Any) -> None:
        """Set some facts of a unit, its place apart."""
        units = self.units.copy()
        units[number] = msgspec.structs.replace(units[number], **fields)
        self.units = units

    def put(self, number: int, hex: Hex) -> None:
        """Set a unit in a hex."""
        side = self.side_of(number)
        places = self._without(number, side)
        places[hex] = tuple(sorted((*places.get(hex, ()), number)))
        self.stacks = {**self.stacks, side: places}
        self.change(number, hex=hex)

    def take_off(self, number: int, *, box: str = "", fate: str = "") -> None:
        """Take a unit off the map; it loses all markers. [blind_swords:12.8.4]"""
        side = self.side_of(number)
        self.stacks = {**self.stacks, side: self._without(number, side)}
        units = self.units.copy()
        units[number] = Unit(worn=units[number].worn, box=box, fate=fate)
        self.units = units

    def _without(self, number: int, side: str) -> dict[Hex, tuple[int, ...]]:
        """Where the units of its side would be without this one."""
        places = self.stacks[side].copy()
        hex = self.units[number].hex
        if hex:
            rest = tuple([other for other in places[hex] if other != number])
            if rest:
                places[hex] = rest
            else:
                del places[hex]
        return places

    def mark(self, field: str, numbers: Iterable[int]) -> None:
        """Add units to one of the sets of this activation: "fired", "moved" and so on."""
        setattr(self, field, getattr(self, field) | frozenset(numbers))
