"""Scenes: battles of Chickasaw Bayou on open ground, with counters made to measure.

The map is wiped clean, and the counters of a vector stand beside those of the box. Every rule is
the battle's own; only what a vector names outright is put in its place. Where the battle knows
places by their numbers (bayous, Trenches, the Corduroy Bridge) a scene is set there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, ClassVar
from unittest.mock import patch

from msgspec.structs import replace

from longroll.board.hex import Hex, HexMap
from longroll.kernel.agenda import Ask, Do
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Dice
from longroll.systems.blind_swords import ratings
from longroll.systems.blind_swords.chits import Chits
from longroll.systems.blind_swords.game import Game
from longroll.systems.blind_swords.roster import Piece, Roster
from longroll.systems.blind_swords.state import Activation
from longroll.systems.blind_swords.support import is_supported
from longroll.systems.blind_swords.tables import WEAPONS, Weapon
from longroll.systems.blind_swords.terrain import Field
from longroll.systems.chickasaw_bayou.game import GAME, setting
from longroll.systems.chickasaw_bayou.options import Options
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.scenario import SCENARIOS, scenario
from longroll.systems.chickasaw_bayou.state import State
from longroll.systems.chickasaw_bayou.system import ChickasawBayou
from longroll.systems.chickasaw_bayou.tables import CHARTS, CHITS
from longroll.systems.chickasaw_bayou.terrain import GRID, MAP
from tests.vectors.blind_swords_ops.shared import CONFEDERATE, DISMOUNTED, HITS, UNION, WAIT

NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST = range(6)
#: Ground that is nothing special, a bayou, a Trench, and the bridge with the lane to it.
MIDDLE, BAYOU, TRENCH = "3010", "3017", "3020"
BRIDGE, BRIDGE_LANE = "3519", "3418"
#: A brigade of each side, and another.
BRIGADES = {UNION: "decourcy", CONFEDERATE: "thomas"}
OTHERS = {UNION: "blair", CONFEDERATE: "barton"}
#: The slug of each scenario by its number.
SLUGS = {scenario(slug).number: slug for slug in SCENARIOS}
#: A turn of the Grand Assault on which no rule of its beginning holds any more.
QUIET = 4

BLANK = replace(
    MAP,
    terrain=dict.fromkeys(GRID.hexes, "clear"),
    level=dict.fromkeys(GRID.hexes, 1),
    roads={},
    hexsides=dict.fromkeys(MAP.hexsides, ()),
)


def away(hex: Hex, direction: int, steps: int = 1) -> Hex:
    """The hex so many steps off in a direction."""
    for _ in range(steps):
        near = GRID.neighbor(hex, direction)
        assert near is not None, f"{hex} is at the edge"
        hex = near
    return hex


class GivenRoster(Roster):
    """The counters of the box, and after them those of a vector."""

    def __init__(self, pieces: list[Piece], brigades: dict[str, Any]) -> None:
        self.marks, self.divisions = ROSTER.marks, ROSTER.divisions
        self.brigades = {**ROSTER.brigades, **brigades}
        self.pieces = (*ROSTER.pieces, *pieces)
        self._index()


class Given(ChickasawBayou):
    """The battle, with another game."""

    def __init__(self, game: Game) -> None:
        given = game

        class Facts(State, kw_only=True, dict=True):
            game: ClassVar[Game] = given

        self.game = game  # type: ignore[misc]
        self.state = Facts
        super().__init__()


class Scene:
    """A position in the making. `facts` are fields of the engine's `State`."""

    def __init__(
        self,
        map: HexMap = BLANK,
        *,
        scenario: str = "17.6",
        turn: int = QUIET,
        phase: str = "C",
        **facts: Any,
    ) -> None:
        self.map, self.scenario = map, SLUGS[scenario]
        self.facts: dict[str, Any] = {"turn": turn, "phase": phase, **facts}
        self.chits: Chits = CHITS
        #: What the scenario says otherwise than it is printed.
        self.setting: dict[str, Any] = {}
        self.pieces: list[Piece] = []
        self.brigades: dict[str, Any] = {}
        self._placed: list[tuple[int, Hex, dict[str, Any]]] = []
        self._terrain: dict[Hex, str] = {}
        self._level: dict[Hex, int] = {}
        self._sides: list[tuple[str, Hex, Hex]] = []
        self._roads: dict[str, tuple[Hex, ...]] = {}

    # Ground

    def terrain(self, kind: str, *hexes: Hex) -> None:
        self._terrain.update(dict.fromkeys(hexes, kind))

    def level(self, level: int, *hexes: Hex) -> None:
        self._level.update(dict.fromkeys(hexes, level))

    def hexside(self, kind: str, start: Hex, hex: Hex) -> None:
        """A hexside as it is crossed from the first hex to the second."""
        name, _, way = kind.rpartition("_")
        if way == "down":
            start, hex = hex, start
        self._sides.append((name if way in ("up", "down") else kind, start, hex))

    def road(self, kind: str, a: Hex, b: Hex) -> None:
        self._roads[f"{kind}_{a}_{b}"] = (a, b)

    # Counters

    def unit(
        self,
        hex: Hex,
        side: str = UNION,
        type: str = "infantry",
        *,
        sp: float | Fraction | str = 4,
        cr: int = 3,
        brigade: str | None = None,
        weapon: str = "R",
        status: str = "good",
        fragile: bool = False,
        **facts: Any,
    ) -> int:
        """A counter in a hex ("" for off the map); its number. `facts` are fields of `Unit`.

        Both its sides show the same values.
        """
        number = len(ROSTER.pieces) + len(self.pieces)
        arm: Any = "cavalry" if type == DISMOUNTED else type
        own = BRIGADES[side] if brigade is None else brigade
        strength: Any = 0 if sp == "C" else Fraction(sp)
        # A counter without a Fresh side is Fragile, so strength C is that of a Battleworn side.
        lacks = fragile or not strength
        self.pieces.append(
            Piece(
                id=f"v{number}",
                name=f"v{number}",
                title=f"v{number}",
                side=side,  # type: ignore[arg-type]
                arm=arm,
                brigade="" if arm == "artillery" else own,
                strength=0 if fragile else strength or 1,
                battleworn_strength=strength,
                cohesion=cr,
                battleworn_cohesion=cr,
                weapon=weapon,
                confidence="high",
                basis="",
                cohesion_basis="",
            )
        )
        changed = {"hits": HITS[status], "worn": lacks and not fragile, **facts}
        if type == DISMOUNTED:
            changed["dismounted"] = True
        self._placed.append((number, hex, changed))
        return number

    def stand(self, id: str, hex: Hex, **facts: Any) -> int:
        """A counter of the box."""
        number = ROSTER.number[id]
        self._placed.append((number, hex, facts))
        return number

    def piece(self, unit: int) -> Piece:
        """A counter of the vector by its number."""
        return self.pieces[unit - len(ROSTER.pieces)]

    def id(self, unit: int) -> str:
        return self.piece(unit).id

    # The position

    def game(self) -> Game:
        sides = {name: list(pairs) for name, pairs in self.map.hexsides.items()}
        for name, first, second in self._sides:
            sides[name].append((first, second))
        map = replace(
            self.map,
            terrain={**self.map.terrain, **self._terrain},
            level={**self.map.level, **self._level},
            hexsides={name: tuple(pairs) for name, pairs in sides.items()},
            roads={**self.map.roads, **self._roads},
        )
        changed = self.setting
        return Game(
            Field(map, CHARTS),
            GivenRoster(self.pieces, self.brigades),
            CHARTS,
            self.chits,
            home=GAME.home,
            setting=lambda name, options: replace(setting(name, options), **changed),
        )

    def system(self) -> Given:
        return Given(self.game())

    def state(self, *steps: Ask | Do, active: str = "", system: Given | None = None) -> Any:
        """The state, with steps to come in this order and then a question that waits.

        `active` is a brigade and its order, which is left out where it is still to be given.
        """
        state: Any = (system or self.system()).fresh(self.scenario, Options())
        for field, value in self.facts.items():
            setattr(state, field, value)
        if active:
            brigade, _, order = active.partition(" ")
            state.active = Activation(brigade, order)
        for number, hex, facts in self._placed:
            if hex:
                state.put(number, hex)
            state.change(number, **facts)
        state.agenda = [WAIT, *reversed(steps)]
        return state

    def battle(self, dice: Dice, *steps: Ask | Do, active: str = "") -> Battle:
        """The battle when all that asks nobody is done."""
        system = self.system()
        return Battle(system, self.state(*steps, active=active, system=system), dice)


def rate(state: Any, unit: int, rating: int, *, attacking: bool = False) -> None:
    """Print a Cohesion Rating on a counter with which all modifiers now make the one given."""
    less = rating - ratings.rating(state, unit, attacking)
    roster = state.game.roster
    pieces = list(roster.pieces)
    own = pieces[unit]
    pieces[unit] = replace(
        own, cohesion=own.cohesion + less, battleworn_cohesion=own.battleworn_cohesion + less
    )
    roster.pieces = tuple(pieces)


@contextmanager
def supported(state: Any, unit: int, given: bool) -> Iterator[None]:
    """For a while a unit has Support or not as a vector says, where its ground says otherwise."""
    if is_supported(state, unit) == given:
        yield
        return
    with patch.object(ratings, "is_supported", lambda state, unit: given):
        yield


@contextmanager
def weapons_in(band: str) -> Iterator[None]:
    """For a while weapons fire in one range band at any distance; muskets have no canister."""
    far: Any = (1, 99)
    guns = {code: Weapon(title=code, **{band: far}) for code in WEAPONS.artillery}
    musket = "effective" if band == "canister" else band
    muskets = {code: Weapon(title=code, **{musket: far}) for code in WEAPONS.small_arms}
    with patch.dict(WEAPONS.artillery, guns), patch.dict(WEAPONS.small_arms, muskets):
        yield
