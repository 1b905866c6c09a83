"""Ammunition, rapid fire, the barrage, and lines of sight."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import choice
from longroll.kernel.dice import Scripted
from longroll.systems.corinth.barrage import OfferBarrage
from longroll.systems.corinth.game import CORINTH
from longroll.systems.gbacw import fire, losses, sight
from longroll.systems.gbacw.events import Depleted, Fired
from longroll.systems.gbacw.firing import FirePhase
from longroll.systems.gbacw.losses import SMALL_ARMS
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CONFEDERATE, INFANTRY, UNION, WAGON
from longroll.systems.gbacw.sight import Obstacle
from longroll.systems.gbacw.state import MOUNTED
from longroll.systems.gbacw.tables import TABLES
from longroll.systems.gbacw.volley import OFFENSIVE, Part, Volley
from tests.vectors.gbacw_ops.field import MIDDLE, NORTH, SOUTH, Field, GivenGame, away, post
from tests.vectors.gbacw_ops.shared import (
    CREWS,
    NO,
    ROW,
    SIDE,
    SIDES,
    WEAPON,
    After,
    Asked,
    attempt,
    operation,
    told,
    weapons,
)
from tests.vectors.runner import Answer, Given, VectorFault, each, fill_in, group, optional
from tests.vectors.runner import required as req


@operation("ammo_depletion", {"natural_fire_die": req(1, 2, 3, 4, 5, 6), "firers": req(list)})
def _ammo_depletion(given: Given, dice: Scripted) -> Answer:
    field = Field()
    here = away(MIDDLE, NORTH)
    firers = [field.unit(here, name=name, facing=SOUTH) for name in given["firers"]]
    target = field.unit(MIDDLE, CONFEDERATE)
    parts = tuple(Part(unit, 1) for unit in firers)
    volley = Volley(UNION, OFFENSIVE, SMALL_ARMS, MIDDLE, parts, target)
    umpire = Umpire(After(given["natural_fire_die"], dice))
    state = field.state()
    fire.resolve_arm(state, volley, umpire, False)
    named = [unit.title for one in told(umpire, Depleted) for unit in one.units]
    assert named == [field.pieces[unit].title for unit in firers if state.units[unit].depleted]
    return {"depleted": named}


@operation("ammo_loss", {"fire_result": req(1, 2, 3)})
def _ammo_loss(given: Given, dice: Scripted) -> Answer:
    field = Field()
    wagon = field.unit(MIDDLE, kind=WAGON)
    state = field.state()
    before = state.units[wagon]
    losses.shot(state, wagon, given["fire_result"], "artillery", Umpire(dice))
    after = state.units[wagon]
    # A wagon that is destroyed takes all its boxes with it.
    boxes, rounds = (0, 0) if after.fate else (after.boxes, after.rounds)
    return {"small_arms": before.boxes - boxes, "artillery": before.rounds - rounds}


# Rapid fire and the barrage


@operation(
    "rapid_fire",
    {
        "weapon": WEAPON,
        "guns": optional(None, None, int),
        "range": req(int),
        "multiplier": optional(None, None, int, float),
        "rounds": req(int),
        "target": req(INFANTRY, CAVALRY, BATTERY, WAGON, "leader"),
        "crew": req("full", "half"),
    },
)
def _rapid_fire(given: Given, dice: Scripted) -> Answer:
    field = Field()
    here = post(given["range"])
    battery = field.unit(
        here,
        kind=BATTERY,
        strength=given["guns"] or 4,
        weapon="given",
        facing=SOUTH,
        rounds=given["rounds"],
        crew=CREWS[given["crew"]],
    )
    if given["target"] == "leader":
        field.leader(MIDDLE, CONFEDERATE)
    else:
        field.unit(MIDDLE, CONFEDERATE, given["target"], facing=NORTH)
    state = field.state(None, FirePhase(UNION, OFFENSIVE))
    umpire = Umpire(Asked(dice, "fouling"))
    multiplier = given["multiplier"]
    reach = {} if multiplier is None else {given["range"]: multiplier}
    with weapons([("given", given["weapon"], reach)]):
        legal = attempt(state, f"fire {MIDDLE}", umpire) and attempt(
            state, f"rapid {field.pieces[battery].id}", umpire
        )
        if not legal or given["guns"] is None:
            return {"legal": legal}
        attempt(state, "resolve", umpire)
    return {
        "legal": True,
        "total": told(umpire, Fired)[0].total / 2,
        "rounds_left": state.units[battery].rounds,
        "fouled": state.units[battery].fouled,
    }


@operation("barrage", {"side": SIDE, "range": req(int), "row": ROW, "column": req(*range(1, 12))})
def _barrage(given: Given, dice: Scripted) -> Answer:
    """Four points in line and in the open shift nothing: the total settles the column."""
    side = SIDES[given["side"]]
    enemy = UNION if side == CONFEDERATE else CONFEDERATE
    row, column = given["row"], given["column"]
    total = next(total for total in range(100) if TABLES.column(row, total) == column)
    field = Field(turn=20, phasing="", phase="recovery")
    here = post(given["range"])
    battery = field.unit(here, side, BATTERY, strength=1, weapon="given", facing=SOUTH, initial=1)
    field.unit(MIDDLE, enemy, facing=NORTH)
    state = field.state(None, OfferBarrage())
    umpire = Umpire(Asked(dice, "fire at"))
    attempt(state, "barrage", umpire)
    if side == UNION:
        attempt(state, "done", umpire)
    reach: dict[int, float] = dict.fromkeys(range(1, 18), total)
    with weapons([("given", "N", reach)]), patch.object(fire, "row_for", lambda *_: row):
        legal = (
            attempt(state, f"fire {MIDDLE}", umpire)
            and attempt(state, f"add {field.pieces[battery].id} 1", umpire)
            and attempt(state, "resolve", umpire)
        )
    if not legal:
        return {"legal": False}
    fired = told(umpire, Fired)[0]
    return {
        "legal": True,
        "modified": fired.die,
        "result": fired.result if fired.die else "no effect",
    }


# Sight

_OBSTACLES = {
    "woods": "woods",
    "town": "town",
    "infantry": "foot",
    "artillery": "foot",
    "mounted_cavalry": "mounted",
    "wagon": "mounted",
}
_OBSTACLE = {
    "what": req(*_OBSTACLES),
    "height": req(int, float),
    "distance_from_firer": req(int, float),
}


@operation(
    "los",
    {
        "firer_height": optional(None, None, int),
        "target_height": optional(None, None, int),
        "firer": group({"ground": req(int), "in_redan": NO}, None),
        "target": group({"ground": req(int), "in_redan": NO}, None),
        "distance": req(int),
        "obstacles": each(_OBSTACLE),
        "hexside_pairs": optional([], list),
        "hexsides": each(
            {
                "what": req("outer_works", "redan"),
                "height": req(int),
                "touches": req("firer", "target", "none"),
            },
            [],
        ),
    },
)
def _los(given: Given, dice: Scripted) -> Answer:
    given["hexside_pairs"] = [
        [one and fill_in(_OBSTACLE, one, "hexside_pairs.") for one in pair]
        for pair in given["hexside_pairs"]
    ]
    try:
        return {"clear": _Sight(given).is_clear()}
    except _NoSuchLine:
        return {"clear": _by_formula(given)}


#: The charts of Corinth with levels of a foot, and the hex south of the middle at the edge.
_IN_FEET = replace(CORINTH.charts, height={**CORINTH.charts.height, "level": 1})
_SOUTH_EDGE = away(MIDDLE, SOUTH, 23)


class _NoSuchLine(Exception):
    """Facts that no line on the grid can have, such as trees one and a half hexes off."""


def _by_formula(given: Given) -> bool:
    """The engine's formula on bare heights and distances, where no hexes fit them."""
    ends = given["firer_height"], given["target_height"]
    if None in ends or given["hexsides"]:
        raise VectorFault("no line on the map is like that")
    places = [[one] for one in given["obstacles"]] + given["hexside_pairs"]
    return not any(
        sight.hides(ends, given["distance"], [one and _top(one) for one in place])
        for place in places
    )


def _top(one: Given) -> Obstacle:
    return Obstacle(one["what"], one["height"], int(2 * one["distance_from_firer"]))


class _Sight:
    """A line on the field, with everything a vector puts on it at the height it says.

    Guns that reach that far stand at one end, and an enemy at the other: they fire, or not.
    """

    def __init__(self, given: Given) -> None:
        self.given = given
        self.distance: int = given["distance"]
        self.pairs = list(given["hexside_pairs"])
        self.field = Field()
        # The field is as long as the longest line.
        self.origin = MIDDLE if self.distance < int(MIDDLE[2:]) else _SOUTH_EDGE
        self.ground: dict[Hex, Any] = {}

    def is_clear(self) -> bool:
        grid = self.field.map.grid
        along = bool(self.pairs)
        self.target = self._beside() if along else away(self.origin, NORTH, self.distance)
        self.line = grid.line(self.origin, self.target)
        for end in ("firer", "target"):
            if self.given[end] is not None and self.given[end]["in_redan"]:
                self._redan(self.origin if end == "firer" else self.target)
        for side in self.given["hexsides"]:
            self._hexside(side)
        for one in self.given["obstacles"]:
            self._stand(self._hexes_at(one["distance_from_firer"])[0], one)
        for pair in self.pairs:
            known = [one for one in pair if one is not None]
            if known:
                hexes = self._hexes_at(known[0]["distance_from_firer"])
                if len(hexes) != len(pair):
                    raise _NoSuchLine
                for hex, one in zip(hexes, pair, strict=True):
                    if one is not None:
                        self._stand(hex, one)
        self.field.unit(self.origin, kind=BATTERY, weapon="given")
        self.field.unit(self.target, CONFEDERATE)
        # What stands in a hex on works or in a redan is higher than its ground.
        flat = self.field.game()
        for end, hex in (("firer", self.origin), ("target", self.target)):
            facts, height = self.given[end], self.given[f"{end}_height"]
            if (facts is None) == (height is None):
                raise VectorFault(f"give either {end} or {end}_height")
            self.ground[hex] = (
                facts["ground"]
                if height is None
                else height - flat.rules.position_height(flat.ground, hex)
            )
        # A level is a foot here, so that the ground can have any height.
        self.field.map = replace(self.field.map, level=self.ground)
        game = self.field.game(charts=_IN_FEET)
        return self._may_fire(game)

    def _may_fire(self, game: GivenGame) -> bool:
        game.frontal = tuple(range(6))
        state = self.field.state(game, FirePhase(UNION, OFFENSIVE))
        with weapons([("given", "N", {max(self.distance, 1): 1})]):
            phase, shot = state.agenda[-1], choice("fire", self.target)
            bars = {bar.rule for bar in phase.bars(state, shot)}
        if bars - {"gbacw:9.7.1"}:
            raise VectorFault(f"the engine refuses this fire by {', '.join(sorted(bars))}")
        return not bars

    def _beside(self) -> Hex:
        """A target so far that the line to it runs along hexsides."""
        hex = self.origin
        grid = self.field.map.grid
        for _ in range(self.distance // 2):
            east = away(away(hex, 1), 2)
            assert len(grid.line(hex, east)) == 1
            hex = east
        if self.distance % 2:
            raise _NoSuchLine  # it is an even number of hexes long
        return hex

    def _hexes_at(self, distance: float) -> tuple[Hex, ...]:
        place = int(distance) - 1
        if not 0 <= place < len(self.line) or place + 1 != distance:
            raise _NoSuchLine
        return self.line[place]

    def _stand(self, hex: Hex, one: Given) -> None:
        """Trees, houses or units whose top is at a height."""
        what, charts = one["what"], CORINTH.charts
        if what in ("woods", "town"):
            self.field.terrain(hex, what)
            tall = charts.height[what]
        else:
            kind = {"artillery": BATTERY, "mounted_cavalry": CAVALRY, "wagon": WAGON}.get(
                what, INFANTRY
            )
            facts: dict[str, Any] = {"formation": MOUNTED} if kind == CAVALRY else {}
            self.field.unit(hex, CONFEDERATE, kind, **facts)
            tall = charts.height[_OBSTACLES[what]]
        self.ground[hex] = one["height"] - tall

    def _redan(self, hex: Hex) -> None:
        self.field.terrain(hex, "redan")
        for direction in (5, 0, 1):
            near = away(hex, direction)
            self.field.hexside("redan_primary", hex, near)

    def _hexside(self, side: Given) -> None:
        """Works across the line: at one of its ends, or as near to its middle as they can be."""
        places = [(self.origin,), *self.line, (self.target,)]
        at = {"firer": 0, "target": len(places) - 2}.get(side["touches"], len(places) // 2 - 1)
        if side["touches"] == "none" and not 0 < at < len(places) - 2:
            raise _NoSuchLine
        kind = "outer_works" if side["what"] == "outer_works" else "redan_primary"
        here, there = places[at][0], places[at + 1][0]
        self.field.hexside(kind, here, there)
        if side["touches"] == "none":
            tall = CORINTH.charts.height["outer_works"]
            for hex in (here, there):
                self.ground.setdefault(hex, side["height"] - tall)
