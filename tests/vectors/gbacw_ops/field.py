"""Fields for the vectors of GBACW: open ground, and counters made to measure.

A field is Corinth with the map wiped clean, where the counters of a vector stand beside those of
the box. Every rule is the engine's; only what a vector names outright is put in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from longroll.board.hex import Hex, HexMap
from longroll.kernel.event import Line
from longroll.systems import corinth
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.state import Options
from longroll.systems.corinth.state import State as CorinthState
from longroll.systems.gbacw import reaction
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import (
    BATTERY,
    BRIGADE,
    CAVALRY,
    CREW,
    INFANTRY,
    LEADER,
    UNION,
    WAGON,
    Brigade,
    Piece,
    Roster,
)
from longroll.systems.gbacw.state import State
from longroll.systems.gbacw.system import SeriesSystem
from longroll.systems.gbacw.terrain import Ground

#: The middle of the field, and the directions of the compass.
MIDDLE = "2022"
NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST = range(6)
#: A Game-Turn of the first day on which no rule of its beginning holds any more.
QUIET = 9
NIGHT = 18

#: The morale of the dismounted sides of Corinth's cavalry, as the counters have it.
ON_FOOT = min(p.dismounted_morale for p in CORINTH.roster.pieces if p.kind == CAVALRY)

_GRID = CORINTH.grid
_BLANK = replace(
    CORINTH.map,
    terrain=dict.fromkeys(_GRID.hexes, "clear"),
    level=dict.fromkeys(_GRID.hexes, 0),
    roads={},
    hexsides={**dict.fromkeys(CORINTH.map.hexsides, ()), "impassable": ()},
    zones={
        zone: hexes for zone, hexes in CORINTH.map.zones.items() if not zone.startswith("also_")
    },
)


class GivenGame(Game):
    """Corinth, with values of a vector in place of what would be looked up."""

    #: Column shifts besides those of the field.
    shifts: tuple[Line, ...] = ()
    #: The frontal hexsides of every unit; None where the rules say.
    frontal: tuple[int, ...] | None = None
    #: What is added to the differential of a melee.
    adjustment: int = 0
    #: Victory Points from elsewhere, in halves.
    elsewhere: int = 0

    def given(self) -> Rules[State]:
        def adjustments(*asked: Any) -> Iterator[Line]:
            if self.adjustment:
                yield Line(self.adjustment, "given", "")

        def points(state: State) -> Iterator[Line]:
            if self.elsewhere:
                yield Line(self.elsewhere, "given", "")

        return Rules[State](
            fire_shifts=lambda state, volley: iter(self.shifts),
            fronts=lambda state, unit: self.frontal,
            melee_adjustments=adjustments,
            victory_lines=points,
        )


class _System(SeriesSystem[Any]):
    """Makes the state of a field."""

    def __init__(self, game: Game, state: type[State]) -> None:
        self.game = game  # type: ignore[misc]
        self.state = state


def state_for(
    game: Game, base: type[State] = CorinthState, scenario: str = "free", **options: Any
) -> Any:
    """A state of a game of our own, every counter in the box."""
    given = game

    class Facts(base, kw_only=True, dict=True):  # type: ignore[valid-type, misc, call-arg]
        game: ClassVar[Game] = given

    return _System(game, Facts).fresh(scenario, Options(**options))


def away(hex: Hex, direction: int, steps: int = 1) -> Hex:
    """The hex so many steps off in a direction."""
    for _ in range(steps):
        near = _GRID.neighbor(hex, direction)
        assert near is not None, f"{hex} is at the edge"
        hex = near
    return hex


def post(distance: int) -> Hex:
    """A hex so far from the middle, to the north of it as long as the field has room.

    Straight north, then along the north edge to the east: fire from there comes in from the front
    of whoever faces north. Only a corner in the southeast is as far as the longest guns reach.
    """
    if distance <= int(MIDDLE[2:]) - 1:
        return away(MIDDLE, NORTH, distance)
    north = (hex for hex, far in _GRID.within(MIDDLE, distance).items() if far == distance)
    return min(north, key=lambda hex: (hex[2:], hex[:2] < MIDDLE[:2]))


class Field:
    """A position in the making."""

    def __init__(self, map: HexMap = _BLANK, *, scenario: str = "free", **facts: Any) -> None:
        self.map = map
        self.scenario = scenario
        self.options: dict[str, Any] = facts.pop("options", {})
        self.facts: dict[str, Any] = {"turn": QUIET, "phase": "D", "phasing": UNION, **facts}
        self.pieces: list[Piece] = list(CORINTH.roster.pieces)
        self.brigades = dict(CORINTH.roster.brigades)
        self.divisions = dict(CORINTH.roster.divisions)
        self.broken: list[str] = []
        self._placed: list[tuple[int, Hex, dict[str, Any]]] = []
        self._terrain: dict[Hex, str] = {}
        self._sides: list[tuple[str, Hex, Hex]] = []
        self._roads: dict[str, tuple[Hex, ...]] = {}

    # Ground

    def terrain(self, hex: Hex, kind: str) -> None:
        self._terrain[hex] = kind

    def hexside(self, kind: str, first: Hex, second: Hex) -> None:
        """A hexside as seen from its first hex: from low to high, from inside to outside."""
        self._sides.append((kind, first, second))

    def road(self, a: Hex, b: Hex, kind: str = "road") -> None:
        self._roads[f"{kind}_{a}_{b}"] = (a, b)

    # Counters

    def unit(
        self,
        hex: Hex,
        side: str = UNION,
        kind: str = INFANTRY,
        name: str = "",
        *,
        strength: int = 4,
        initial: int | None = None,
        morale: int = 3,
        on_foot: int | None = None,
        weapon: str = "",
        brigade: str = "",
        division: str = "",
        army: str = "",
        sharpshooter: bool = False,
        **facts: Any,
    ) -> int:
        """A combat unit; the first in a hex is on top. Its number.

        `facts` are fields of the engine's `Unit`.
        """
        number = len(self.pieces)
        own = {INFANTRY: "R", BATTERY: "N", WAGON: "R"}
        piece = Piece(
            id=f"v{number}",
            side=side,
            kind=kind,
            title=name or f"v{number}",
            label="",
            brigade=brigade,
            division=division,
            army=army,
            morale=morale,
            dismounted_morale=ON_FOOT if on_foot is None else on_foot,
            weapon=weapon or own.get(kind, "C"),
            strength=strength if initial is None else initial,
            rounds=12 if kind == BATTERY else 0,
            small_boxes=10 if kind == WAGON else 0,
            gun_boxes=10 if kind == WAGON else 0,
            battery=f"v{number}" if kind == BATTERY else "",
            sharpshooter=sharpshooter,
            independent=not brigade,
        )
        self.pieces.append(piece)
        if kind in (BATTERY, WAGON):
            self.pieces.append(
                Piece(
                    id=f"v{number}-crew",
                    side=side,
                    kind=CREW,
                    title=f"{piece.title} crew",
                    label="",
                    brigade=brigade,
                    morale=morale,
                    strength=1,
                    independent=not brigade,
                    crew_of=piece.id,
                )
            )
        self._placed.append((number, hex, {"strength": strength, "command": True, **facts}))
        return number

    def leader(
        self, hex: Hex, side: str = UNION, name: str = "", grade: str = BRIGADE, **facts: Any
    ) -> int:
        """A leader of no brigade, unless `facts` of the piece give him one."""
        number = len(self.pieces)
        self.pieces.append(
            Piece(
                id=f"v{number}",
                side=side,
                kind=LEADER,
                title=name or f"v{number}",
                label="",
                grade=grade,
                **facts,
            )
        )
        self._placed.append((number, hex, {"command": True}))
        return number

    def stand(self, id: str, hex: Hex, **facts: Any) -> int:
        """A counter from the box of Corinth."""
        number = CORINTH.roster.number[id]
        self._placed.append((number, hex, {"command": True, **facts}))
        return number

    def brigade(
        self,
        hex: Hex,
        side: str = UNION,
        *,
        name: str = "",
        division: str = "",
        army: str = "",
        broken: bool = False,
        limits: tuple[int, int] = (99, 99),
        vp: int = 0,
        **leader: Any,
    ) -> str:
        """A brigade of our own, its commander in a hex ("" for nowhere); its slug."""
        slug = f"b{len(self.brigades)}"
        chief = self.leader(
            hex,
            side,
            name or slug,
            brigade=slug,
            division=division,
            army=army,
            **{"radius": 3, "rally": 2, **leader},
        )
        first, second = limits
        self.brigades[slug] = Brigade(
            slug,
            title=name or slug,
            side=side,
            division=division,
            commander=self.pieces[chief].id,
            first_day=first,
            second_day=second,
            total=99,
            vp=vp,
            inferred="",
        )
        if broken:
            self.broken.append(slug)
        return slug

    # The position

    def game(self, rules: Sequence[Rules[Any]] = corinth.system.rules, **facts: Any) -> Any:
        """The game of this field."""
        sides = {name: list(pairs) for name, pairs in self.map.hexsides.items()}
        for name, first, second in self._sides:
            sides.setdefault(name, []).append((first, second))
        map = replace(
            self.map,
            terrain={**self.map.terrain, **self._terrain},
            hexsides={name: tuple(pairs) for name, pairs in sides.items()},
            roads={**self.map.roads, **self._roads},
        )
        roster = Roster(tuple(self.pieces), self.brigades, self.divisions, CORINTH.roster.armies)
        game = GivenGame(
            Ground(map, facts.get("charts", CORINTH.charts)),
            roster,
            sides=CORINTH.sides,
            last_turn=CORINTH.last_turn,
            nights=CORINTH.nights,
            integrity=facts.get("integrity", CORINTH.integrity),
            promoted_points=CORINTH.promoted_points,
            slow_rule=CORINTH.slow_rule,
            crews_return=CORINTH.crews_return,
        )
        game.register((reaction.RULES, game.given(), *rules), CORINTH.phases)
        return game

    def state(self, game: Any = None, *steps: Any) -> Any:
        """The position, with these steps to come."""
        state = state_for(game or self.game(), CorinthState, self.scenario, **self.options)
        for field, value in self.facts.items():
            setattr(state, field, value)
        for number, hex, facts in self._placed:
            if hex:
                state.put(number, hex)
            state.change(number, **facts)
        for slug in self.broken:
            state.set_brigade(slug, broken=True, boxes=state.brigades[slug].limit)
        state.agenda = list(reversed(steps))
        return state
