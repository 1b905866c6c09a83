"""Why no stand of a unit can hit a target: the reason given to the player."""

from __future__ import annotations

from collections.abc import Sequence

from longroll.board.table import Spot, aim, front_centre, nearest_in_arc
from longroll.board.table.measure import told
from longroll.kernel.decision import Refusal
from longroll.systems.mckie.charge import charge_fire
from longroll.systems.mckie.fire.facts import weapon_of
from longroll.systems.mckie.fire.posts import reach_of
from longroll.systems.mckie.fire.shooting import Sights
from longroll.systems.mckie.fire.weapons import FIRE
from longroll.systems.mckie.measure import in_inches
from longroll.systems.mckie.table import field


def bar_to_aim(sights: Sights, id: str, target: str) -> Refusal | None:
    """Why a unit cannot hit a target; None if some stand can."""
    if sights.aims(id, target):
        return None
    state = sights.state
    unit, title = state.units[id], state.units[target].title
    bases = field.stands_of(unit).bases
    muzzles = [front_centre(bases[stand]) for stand in field.front_stands(unit)]
    ground = field.stands_of(state.units[target])
    spots = [nearest_in_arc(muzzle, unit.heading, FIRE.arc, ground.parts) for muzzle in muzzles]
    ranges = [_far(muzzle, spot) for muzzle, spot in zip(muzzles, spots, strict=True) if spot]
    if not ranges:
        return Refusal(
            "mckie:fire.arc", f"{title} is more than 30 degrees off the front of {unit.title}"
        )
    weapon = weapon_of(state, id)
    limit = reach_of(state, weapon)
    if min(ranges) > limit:
        return Refusal(weapon.rule, f"a {weapon.name} has no shot at {in_inches(min(ranges))}")
    open_grounds = [
        charge_fire.ground_to_hit(state, id, bases[stand], target)
        for stand in field.front_stands(unit)
    ]
    if not any(open_grounds):
        return Refusal(
            "mckie:fire.charge.1",
            "a charging unit exchanges fire only with its target, troops straight ahead of it "
            "and one stand on either flank",
        )
    table, heading = state.battle.table, unit.heading
    seen = [aim(table, muzzle, heading, FIRE.arc, ground, limit=limit) for muzzle in muzzles]
    if not any(seen):
        return Refusal("mckie:vis.dense.1", f"the ground hides {title} from {unit.title}")
    if weapon.is_artillery and not any(
        sights.has_shot(id, target, one.range) for one in seen if one is not None
    ):
        return Refusal(weapon.rule, f"a {weapon.name} has no shot at {in_inches(min(ranges))}")
    return _barred_by_troops(sights, id, target, muzzles) or Refusal(
        "mckie:fire.over.1", f"other troops are between {unit.title} and {title}"
    )


def _barred_by_troops(
    sights: Sights, id: str, target: str, muzzles: Sequence[Spot]
) -> Refusal | None:
    """Why fire cannot pass over a unit that hides all of the target by itself.
    [mckie:fire.over.2] [mckie:fire.over.3]"""
    state, weapon = sights.state, weapon_of(sights.state, id)
    heading, ground = state.units[id].heading, field.stands_of(state.units[target])
    for one in sights.between(id, target):
        for muzzle in muzzles:
            if aim(state.battle.table, muzzle, heading, FIRE.arc, ground, [one]) is None:
                return sights.bar_to_fire_over(id, weapon, muzzle, target, one[0])
    return None


def _far(muzzle: Spot, spot: Spot) -> int:
    return told(((spot.x - muzzle.x) ** 2 + (spot.y - muzzle.y) ** 2, 1))
