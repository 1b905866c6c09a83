"""What every stand can hit, found by measuring: arcs, ranges, troops between, charges, smoke.

`Sights` measures an unchanging table; its `shots` are the groups in which a unit would fire,
with their factors line by line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from longroll.board.table import (
    Aim,
    Footprint,
    Polygon,
    Spot,
    ahead_of,
    aim,
    distance_between,
    distance_from,
    front_centre,
)
from longroll.board.table.aiming import is_out_of_reach
from longroll.board.table.measure import is_along
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.kernel.memo import finding
from longroll.miniatures import standing
from longroll.systems.mckie.charge import charge_fire
from longroll.systems.mckie.fire import smoke
from longroll.systems.mckie.fire.canister import fires_canister
from longroll.systems.mckie.fire.facts import (
    bar_to_hit,
    bars_to_fire,
    firer_facts,
    firing,
    target_facts,
    weapon_of,
)
from longroll.systems.mckie.fire.posts import (
    Post,
    is_beyond,
    is_in_zone,
    post_of,
    stands_that_fire,
)
from longroll.systems.mckie.fire.restrictions import FriendsBetween, bar_to_fire_over
from longroll.systems.mckie.fire.rules import (
    Firer,
    Group,
    Shot,
    Target,
    fire_factor,
    fire_range,
    is_flanked,
    range_that_counts,
)
from longroll.systems.mckie.fire.weapons import FIRE, Weapon, band, weapon_factor
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, State


class Aimed(msgspec.Struct, frozen=True):
    """Stands of a unit that fire at one target from one range band, and what that gives them.

    `nearest` and `farthest` are their measured ranges; `friends` are in the danger zone of
    their canister. [mckie:fire.split] (MK-M6)
    """

    target: str
    stands: tuple[int, ...]
    firing: int
    lines: tuple[Line, ...]
    nearest: int
    farthest: int
    flanked: bool = False
    canister: bool = False
    friends: tuple[str, ...] = ()

    @property
    def group(self) -> Group:
        return Group(self.target, self.firing, self.lines)

    @property
    def factor(self) -> int:
        return sum(line.value for line in self.lines)

    @property
    def tenths(self) -> int:
        """What the casualty table gives them: the losses to be expected, in tenths."""
        return self.group.tenths


# Measuring


class Sights:
    """What every stand has in front of it. Valid as long as nothing on the table changes."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._troops = standing.troops(state)
        self._clouds = smoke.clouds(state)
        self._grounds: dict[str, Footprint] = {}
        self._posts: dict[str, Post] = {}
        self._fronts: dict[str, tuple[tuple[int, Polygon], ...]] = {}
        self._aimable: dict[str, list[str]] = {}
        self._reached: dict[str, dict[str, int]] = {}
        self._has_target: dict[str, bool] = {}
        self._aims: dict[tuple[str, str], dict[int, Aim]] = {}
        self._heights: dict[str, int] = {}
        self._firers: dict[str, Firer] = {}
        self._targets: dict[str, Target] = {}

    def in_reach(self, id: str) -> dict[str, int]:
        """Enemies that a unit may fire at with the range of its nearest stand, nearest first.
        [mckie:fire.prio.2]"""
        if id not in self._reached:
            self._reached[id] = self._in_reach(id)
        return self._reached[id]

    def _in_reach(self, id: str) -> dict[str, int]:
        near = [
            (min(aimed.range for aimed in aims.values()), place, target)
            for place, target in enumerate(self._before(id))
            if (aims := self.aims(id, target))
        ]
        return {target: far for far, _, target in sorted(near)}

    def has_target(self, id: str) -> bool:
        """Whether a unit may fire at anybody: as `in_reach`, but it stops at the first."""
        if id not in self._has_target:
            self._has_target[id] = any(
                next(self._measured(id, target), None) for target in self._before(id)
            )
        return self._has_target[id]

    def _before(self, id: str) -> list[str]:
        """The enemies that a unit may fire at if it can aim at them, in the order of the roster."""
        if id not in self._aimable:
            self._aimable[id] = [] if any(bars_to_fire(self.state, id)) else self._not_beyond(id)
        return self._aimable[id]

    def _not_beyond(self, id: str) -> list[str]:
        state, post = self.state, self._post(id)
        return [
            target
            for target in state.of_side(ENEMY[state.units[id].side])
            if not is_beyond(post, self._ground(target)) and bar_to_hit(state, target, id) is None
        ]

    def aims(self, id: str, target: str) -> dict[int, Aim]:
        """Where each stand of the front rank that can hit a target aims. [mckie:fire.front]"""
        key = id, target
        if key not in self._aims:
            self._aims[key] = dict(self._measured(id, target))
        return self._aims[key]

    def _measured(self, id: str, target: str) -> Iterator[tuple[int, Aim]]:
        post = self._post(id)
        ground = self._ground(target)
        table, between = self.state.battle.table, self.between(id, target)
        for stand, base in self._stands(id):
            origin = front_centre(base)
            if is_out_of_reach(origin, ground, post.limit):
                continue
            open_ground = charge_fire.ground_to_hit(self.state, id, base, target)
            if open_ground is None:
                continue
            found = aim(
                table,
                origin,
                post.heading,
                FIRE.arc,
                open_ground,
                between,
                limit=post.limit,
                passes_over=self._passes_over(id, post.weapon, origin, target),
            )
            if found is not None and self.has_shot(id, target, found.range):
                yield stand, found

    def _post(self, id: str) -> Post:
        if id not in self._posts:
            self._posts[id] = post_of(self.state, id)
        return self._posts[id]

    def _stands(self, id: str) -> tuple[tuple[int, Polygon], ...]:
        if id not in self._fronts:
            self._fronts[id] = stands_that_fire(self.state.units[id])
        return self._fronts[id]

    def _ground(self, id: str) -> Footprint:
        """Where a unit fires from, and what of it can be hit."""
        if id not in self._grounds:
            self._grounds[id] = field.stands_of(self.state.units[id])
        return self._grounds[id]

    def between(self, id: str, target: str) -> list[tuple[str, Footprint]]:
        """All units that may be between two units."""
        here, there = self._ground(id), self._ground(target)
        wide = max(here.radius, there.radius)
        return [
            one
            for one in self._troops
            if one[0] != id
            and one[0] != target
            and is_along(here.centre, there.centre, wide, one[1])
        ]

    def _passes_over(
        self, id: str, weapon: Weapon, origin: Spot, target: str
    ) -> Callable[[str], bool] | None:
        """The units that the fire of a stand passes over: for guns, some friends. (MK-M26)"""
        if not weapon.is_artillery:
            return None
        return lambda other: self.bar_to_fire_over(id, weapon, origin, target, other) is None

    def bar_to_fire_over(
        self, id: str, weapon: Weapon, origin: Spot, target: str, other: str
    ) -> Refusal | None:
        """Why a stand cannot fire over a unit. [mckie:fire.over.1] [mckie:fire.over.2]
        [mckie:fire.over.3]"""
        units = self.state.units
        # Most friends are on the level of the guns: no need to measure how far off they are.
        if units[other].side != units[id].side or self.height(other) == self.height(id):
            return Refusal("mckie:fire.over.1", f"{units[other].title} is in the way")
        ground = field.ground_of(units[other])
        between = FriendsBetween(
            guns_height=self.height(id),
            friends_height=self.height(other),
            from_guns=distance_from(origin, ground),
            from_target=distance_between(ground, field.stands_of(units[target])),
        )
        return bar_to_fire_over(weapon, between)

    def height(self, id: str) -> int:
        if id not in self._heights:
            self._heights[id] = field.height(self.state, self.state.units[id])
        return self._heights[id]

    def has_shot(self, id: str, target: str, far: int) -> bool:
        """Whether the weapon of a unit has a factor at this range. (MK-M20)"""
        charging = any(charge_fire.is_charging(self.state, one) for one in (id, target))
        counted = range_that_counts(far, charging=charging)
        return weapon_factor(weapon_of(self.state, id), counted) is not None

    def firer(self, id: str) -> Firer:
        if id not in self._firers:
            self._firers[id] = firer_facts(self.state, id)
        return self._firers[id]

    def target(self, id: str) -> Target:
        if id not in self._targets:
            self._targets[id] = target_facts(self.state, id)
        return self._targets[id]

    # Groups

    def shots(self, id: str, targets: Sequence[str], solid_shot: bool = False) -> list[Aimed]:
        """The groups in which a unit fires: each stand at the first of the targets that it can
        hit, those at one target from one range band together. [mckie:fire.split] (MK-M6)"""
        chosen: dict[tuple[int, int], list[int]] = {}
        for stand, place in self._chosen(id, targets):
            far = self.aims(id, targets[place])[stand].range
            within = band(fire_range(*self._facts(id, targets[place]), Shot(distance=far)))
            assert within is not None
            chosen.setdefault((place, within), []).append(stand)
        return [
            group
            for (place, _), stands in sorted(chosen.items())
            for group in self._groups(id, targets[place], stands, solid_shot)
        ]

    def used(self, id: str, targets: Sequence[str]) -> tuple[str, ...]:
        """Those of some targets that any stand would actually fire at."""
        hit = {place for _, place in self._chosen(id, targets)}
        return tuple(target for place, target in enumerate(targets) if place in hit)

    def endangers_friends(self, id: str, targets: Sequence[str]) -> bool:
        """Whether canister at these targets would hit friends. [mckie:fire.canister.1]"""
        return weapon_of(self.state, id).is_artillery and any(
            group.friends for group in self.shots(id, targets)
        )

    def _chosen(self, id: str, targets: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Each stand that can hit any of some targets, with the place of the first of them."""
        aims = [self.aims(id, target) for target in targets]
        for stand in field.front_stands(self.state.units[id]):
            place = next((n for n, one in enumerate(aims) if stand in one), None)
            if place is not None:
                yield stand, place

    def _facts(self, id: str, target: str) -> tuple[Firer, Target]:
        return self.firer(id), self.target(target)

    def _groups(
        self, id: str, target: str, stands: Sequence[int], solid_shot: bool
    ) -> Iterator[Aimed]:
        """Stands in one band as one group, or as two if only some fire through smoke."""
        bases = field.stands_of(self.state.units[id]).bases
        muzzles = {stand: front_centre(bases[stand]) for stand in stands}
        ahead = ahead_of(self.state.units[target].pose, _middle(list(muzzles.values())))
        aims = self.aims(id, target)
        blinded = {
            stand
            for stand in stands
            if smoke.is_crossed(self._clouds, muzzles[stand], aims[stand].spot)
        }
        for in_smoke in (False, True):
            some = [stand for stand in stands if (stand in blinded) is in_smoke]
            if some:
                shot = Shot(
                    distance=min(aims[stand].range for stand in some),
                    ahead=ahead,
                    through_smoke=in_smoke,
                    solid_shot=solid_shot,
                )
                yield self._group(id, target, some, shot)

    def _group(self, id: str, target: str, stands: Sequence[int], shot: Shot) -> Aimed:
        firer, aimed = self._facts(id, target)
        facts = firer, self._behind_what(aimed, id, target, stands)
        lines = fire_factor(*facts, shot, weapons=self.state.battle.weapons)
        assert not isinstance(lines, Refusal), lines
        canister = fires_canister(
            weapon_of(self.state, id),
            fire_range(*facts, shot),
            solid_shot=shot.solid_shot,
        )
        return Aimed(
            target=target,
            stands=tuple(stands),
            firing=firing(self.state.units[id], stands),
            lines=lines,
            nearest=int(shot.distance),
            farthest=max(self.aims(id, target)[stand].range for stand in stands),
            flanked=is_flanked(shot),
            canister=canister,
            friends=tuple(self._endangered(id, stands)) if canister else (),
        )

    def _behind_what(self, aimed: Target, id: str, target: str, stands: Sequence[int]) -> Target:
        """A target as some stands see it: a wall that they do not fire across gives no cover.
        [mckie:fire.factor.cover]"""
        if aimed.cover not in ("wall", "hasty_trench"):
            return aimed
        bases = field.stands_of(self.state.units[id]).bases
        middle = _middle([front_centre(bases[stand]) for stand in stands])
        cover = field.cover_of(self.state, self.state.units[target], middle)
        return msgspec.structs.replace(aimed, cover=cover)

    def _endangered(self, id: str, stands: Sequence[int]) -> Iterator[str]:
        """Friends in the arc of some guns, out to the reach of canister.
        [mckie:fire.canister.1] (MK-M11)"""
        units = self.state.units
        unit, bases = units[id], field.stands_of(units[id]).bases
        muzzles = [front_centre(bases[stand]) for stand in stands]
        for other in self.state.of_side(unit.side):
            if other == id or units[other].arm == "wagon":
                continue
            ground = field.stands_of(units[other])
            if any(is_in_zone(muzzle, unit.heading, ground) for muzzle in muzzles):
                yield other


@finding("units", "charges", "contacts", "smoke", "trenches", "period")
def sights_of(state: State) -> Sights:
    """The sights of a state. Orders of fire change nothing about them."""
    return Sights(state.copy())


def _middle(spots: Sequence[Spot]) -> Spot:
    """The centre of a firing group. (MK-M21)"""
    many = len(spots)
    return Spot(sum(one.x for one in spots) // many, sum(one.y for one in spots) // many)
