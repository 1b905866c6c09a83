"""The facts of a battle of the series that change."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from longroll.board.hex import Hex
from longroll.kernel.naming import SideName, name_of
from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.state import State as BaseState
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.roster import (
    BATTERY,
    CAVALRY,
    CREW,
    INFANTRY,
    LEADER,
    WAGON,
    Piece,
    UnitNumber,
)

NOWHERE: Hex = ""

LINE, COLUMN = "line", "column"
MOUNTED, DISMOUNTED = "mounted", "dismounted"
LIMBERED, UNLIMBERED = "limbered", "unlimbered"
#: The formation in which each kind of unit fights. [gbacw:6.0.1] [gbacw:6.0.3]
FIGHTING = {INFANTRY: LINE, CAVALRY: DISMOUNTED, BATTERY: UNLIMBERED, CREW: LINE}

#: What became of a piece that left the map permanently.
ELIMINATED, CAPTURED, KILLED, WOUNDED = "eliminated", "captured", "killed", "wounded"

FULL_CREW, HALF_CREW = 2, 1

#: Points of whatever does not count its strength. [gbacw:8.12.2] [gbacw:15.1]
_POINTS = {BATTERY: 1, WAGON: 4, CREW: 0}


#: Strength Points, guns, rounds, boxes and the like: no counter or brigade has more than a dozen.
Points = Annotated[int, Meta(ge=0, le=100)]
#: Points permanently lost; studies of victory put them on a single counter.
Losses = Annotated[int, Meta(ge=0, le=2_000)]
#: A hexside or a direction, 0 (north) to 5.
Facing = Annotated[int, Meta(ge=0, le=5)]
#: A morale rating.
Rating = Annotated[int, Meta(ge=0, le=100)]
#: Game-Turns: the longest battle has a few dozen; 0 in set-up.
Turn = Annotated[int, Meta(ge=0, le=200)]
#: A hexside that is fired through: the hex, and the direction.
Hexside = Annotated[str, Meta(pattern="^[0-9]{4} [0-5]$")]
BrigadeName = Annotated[str, name_of("brigade")]
CounterName = Annotated[str, name_of("counter")]


class Options(BaseOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Optional rules of the series: none."""


class Unit(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What changes about a counter. What is printed on it is in the roster.

    [gbacw:2.0.3] [gbacw:3.3.3] [gbacw:3.31.2]
    """

    hex: Hex = NOWHERE
    #: Strength Points, or guns. [gbacw:3.32.1] [gbacw:3.32.2]
    strength: Points = 0
    #: The hexside it faces, 0 (north) to 5; never a corner. [gbacw:7.0.6]
    facing: Facing = 0
    formation: str = ""
    pinned: bool = False
    routed: bool = False
    #: Out of small-arms ammunition.
    depleted: bool = False
    #: Guns fouled by rapid fire. [corinth:24.1.3]
    fouled: bool = False
    #: The morale determined for a green unit, or that of a wagon's new crew. [gbacw:13.14.2]
    rating: Rating = 0
    #: Steps of the crew that are with the guns (2, 1, 0) or the wagon (1, 0).
    crew: Points = 0
    #: Rounds of a battery, or artillery boxes of a wagon.
    rounds: Points = 0
    #: Small-arms boxes of a wagon.
    boxes: Points = 0
    killed: Losses = 0
    captured: Losses = 0
    fate: str = ""
    #: A leader's replacement side; a wagon that serves the enemy.
    turned: bool = False
    #: Weapon of a wagon's new crew. [gbacw:11.18.2]
    weapon: str = ""
    #: In command in this Player-Turn. [gbacw:4.0.7]
    command: bool = False
    #: Moved in this Player-Turn.
    moved: bool = False
    #: Has finished its move.
    done: bool = False


class BrigadeState(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A brigade's line of the roster sheet. [gbacw:18.0.1] [gbacw:18.0.2]"""

    #: Strength Points marked off.
    boxes: Points = 0
    #: Boxes up to the Victory Point award: once all are marked, effectiveness is lost.
    limit: Points = 0
    broken: bool = False
    #: Broke on the first day, whatever happened later.
    broke_first_day: bool = False
    #: The division it acts under; "" when detached. [gbacw:17.6]
    division: str = ""


class Melee(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A declared melee: the hex, the attackers (including leaders), and those that charge."""

    hex: Hex
    attackers: tuple[UnitNumber, ...]
    charging: tuple[UnitNumber, ...] = ()


class State(BaseState, kw_only=True, dict=True):
    """Everything that changes. Containers are replaced, never changed in place."""

    #: What never changes: map, roster, charts, exclusive rules. Each battle sets its own.
    game: ClassVar[Game]

    options: Options
    turn: Turn = 0
    #: The side whose Player-Turn it is. [gbacw:4.0.2]
    phasing: str = ""
    #: The letter of the phase, or the name of an interphase.
    phase: str = ""
    units: list[Unit]
    #: Combat units by side and hex, the top unit first. [gbacw:8.41.1]
    stacks: dict[str, dict[Hex, tuple[UnitNumber, ...]]]
    brigades: dict[BrigadeName, BrigadeState] = {}
    #: Hexes where units of both sides are locked in melee. [gbacw:12.94.7]
    engaged: frozenset[Hex] = frozenset()
    #: Hexes added to a brigade commander's radius in this Player-Turn, and points left.
    augmented: dict[BrigadeName, Points] = {}
    command_points: dict[UnitNumber, Points] = {}
    augmented_by: dict[BrigadeName, UnitNumber] = {}
    #: In this phase: who fired at what with how many points; through which hexsides.
    fired: dict[UnitNumber, tuple[tuple[Hex, int], ...]] = {}
    through: dict[Hexside, Points] = {}
    #: Who was fired at in this phase: 1 by small arms, 2 by artillery, 3 by both.
    shot_at: dict[UnitNumber, int] = {}
    #: What the phasing side fired at in its Offensive Fire Phase. [gbacw:12.22.1]
    offensive: dict[UnitNumber, tuple[Hex, ...]] = {}
    #: Where mounted cavalry began its Movement Phase. [gbacw:16.23]
    began: dict[UnitNumber, Hex] = {}
    #: Melees declared and not yet fought; units that advanced and may not attack.
    melees: tuple[Melee, ...] = ()
    advanced: frozenset[UnitNumber] = frozenset()
    #: Hexes whose top unit ran out of ammunition in this Fire Phase. [gbacw:8.41.2]
    reorder: frozenset[Hex] = frozenset()
    #: Batteries that fired in this Game-Turn: they may not move, nor share rounds.
    gunners: frozenset[UnitNumber] = frozenset()
    #: Units hit in this phase, or since a change of formation began. [gbacw:6.23.4]
    hurt: frozenset[UnitNumber] = frozenset()
    #: Wagons recrewed by their captors in this Game-Turn. [gbacw:11.19.1]
    fresh_wagons: frozenset[UnitNumber] = frozenset()
    #: Rally Points spent in this phase by commander.
    rally_spent: dict[UnitNumber, int] = {}
    rally_tried: frozenset[UnitNumber] = frozenset()
    #: Whether a side always or never takes a reaction fire in this phase.
    standing: dict[SideName, str] = {}
    #: Leaders promoted to a higher post: the division each now commands.
    promoted: dict[UnitNumber, str] = {}
    #: Brigades led by somebody other than the printed commander.
    replacements: dict[BrigadeName, UnitNumber] = {}
    #: Lost leaders whose posts have not been filled yet, by id.
    vacant: tuple[CounterName, ...] = ()

    # Indexes and copies

    def index(self) -> None:
        """Derive where the leaders are."""
        super().index()
        chiefs: dict[str, dict[Hex, tuple[int, ...]]] = {side: {} for side in self.game.sides}
        for number in self.game.roster.leaders:
            hex = self.units[number].hex
            if hex:
                side = self.piece(number).side
                chiefs[side][hex] = (*chiefs[side].get(hex, ()), number)
        self.chiefs = chiefs

    def copy(self) -> Any:
        twin = self.__copy__()  # type: ignore[attr-defined]
        twin.agenda = self.agenda.copy()
        # One by one, in the order of `index`, so that Python shares one key table for all states.
        twin.memo = self.memo
        twin.chiefs = self.chiefs
        return twin

    # Questions

    def piece(self, number: int) -> Piece:
        return self.game.roster.pieces[number]

    def side_of(self, number: int) -> str:
        """The side a piece serves; a captured wagon serves its captor. [gbacw:11.19.1]"""
        piece = self.game.roster.pieces[number]
        if piece.kind == WAGON and self.units[number].turned:
            return self.game.enemy[piece.side]
        return piece.side

    def serving(self, side: str) -> tuple[int, ...]:
        """Every counter that serves a side, captured wagons with their captors."""
        own, units = self.game.roster.of_side[side], self.units
        turned = [wagon for wagon in self.game.wagons if units[wagon].turned]
        return tuple(sorted(set(own).symmetric_difference(turned))) if turned else own

    def hex_of(self, number: int) -> Hex:
        return self.units[number].hex

    def stack(self, hex: Hex, side: str) -> tuple[int, ...]:
        """The combat units of a side in a hex, top first."""
        return self.stacks[side].get(hex, ())

    def leaders_in(self, hex: Hex, side: str) -> tuple[int, ...]:
        return self.chiefs[side].get(hex, ())

    def is_engaged(self, number: int) -> bool:
        return self.units[number].hex in self.engaged

    def weapon(self, number: int) -> str:
        return self.units[number].weapon or self.game.roster.pieces[number].weapon

    def is_mounted(self, number: int) -> bool:
        return self.units[number].formation == MOUNTED

    def is_manned(self, number: int) -> bool:
        """Whether guns or a wagon have a crew; true for everything else."""
        kind = self.piece(number).kind
        return kind not in (BATTERY, WAGON) or self.units[number].crew > 0

    def points(self, number: int) -> int:
        """Points for stacking and density. [gbacw:8.12.1] [gbacw:8.12.2] [gbacw:15.1]"""
        points = _POINTS.get(self.game.roster.pieces[number].kind)
        return self.units[number].strength if points is None else points

    def lost(self, number: int) -> int:
        """Strength Points permanently lost so far."""
        unit = self.units[number]
        return unit.killed + unit.captured

    # Changes

    def change(self, number: int, **fields: Any) -> None:
        """Set some facts of a unit, except its place."""
        units = self.units.copy()
        units[number] = msgspec.structs.replace(units[number], **fields)
        self.units = units

    def change_all(self, numbers: Collection[int], **fields: Any) -> None:
        if not numbers:
            return
        units = self.units.copy()
        for number in numbers:
            units[number] = msgspec.structs.replace(units[number], **fields)
        self.units = units

    def put(self, number: int, hex: Hex, *, top: bool = False, **fields: Any) -> None:
        """Set a counter in a hex, below the units already there unless `top`, and some facts."""
        side, leads = self.side_of(number), self.piece(number).kind == LEADER
        places = self._without(number, side, leads)
        there = places.get(hex, ())
        if leads:
            places[hex] = tuple(sorted((*there, number)))
        else:
            places[hex] = (number, *there) if top else (*there, number)
        self._set_places(side, leads, places)
        self.change(number, hex=hex, **fields)

    def take_off(self, number: int, fate: str = "") -> None:
        """Take a counter off the map, permanently if it has a fate."""
        side, leads = self.side_of(number), self.piece(number).kind == LEADER
        self._set_places(side, leads, self._without(number, side, leads))
        self.change(number, hex=NOWHERE, fate=fate, pinned=False, routed=False)

    def reorder_stack(self, hex: Hex, side: str, top: int) -> None:
        """Bring a unit to the top of its stack. [gbacw:8.41.1]"""
        stack = self.stack(hex, side)
        rest = (other for other in stack if other != top)
        self.stacks = {**self.stacks, side: {**self.stacks[side], hex: (top, *rest)}}

    def _without(self, number: int, side: str, leads: bool) -> dict[Hex, tuple[int, ...]]:
        """The stacks of its side, or its leaders, without this counter."""
        places = (self.chiefs if leads else self.stacks)[side].copy()
        hex = self.units[number].hex
        if hex:
            rest = tuple([other for other in places[hex] if other != number])
            if rest:
                places[hex] = rest
            else:
                del places[hex]
        return places

    def _set_places(self, side: str, leads: bool, places: dict[Hex, tuple[int, ...]]) -> None:
        if leads:
            self.chiefs = {**self.chiefs, side: places}
        else:
            self.stacks = {**self.stacks, side: places}

    def set_brigade(self, brigade: str, **fields: Any) -> None:
        old = self.brigades[brigade]
        self.brigades = {**self.brigades, brigade: msgspec.structs.replace(old, **fields)}


def fresh_unit(piece: Piece) -> Unit:
    """A counter as it starts, off the map. [gbacw:2.0.8]"""
    formation = FIGHTING.get(piece.kind, "")
    crew = FULL_CREW if piece.kind == BATTERY else int(piece.kind == WAGON)
    rounds = piece.gun_boxes if piece.kind == WAGON else piece.rounds
    return Unit(
        strength=piece.strength,
        formation=formation,
        crew=crew,
        rounds=rounds,
        boxes=piece.small_boxes,
    )
