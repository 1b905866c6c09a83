"""Where commanders ride."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.ai.honor_glory.doctrine import Doctrine
from longroll.ai.honor_glory.thinking import Idea, goal_of
from longroll.board.table import distance, point
from longroll.kernel.decision import Choice
from longroll.miniatures.standing import gap
from longroll.systems.honor_glory import fire
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import field, shooting
from longroll.systems.honor_glory.play.rulebook import RULEBOOK
from longroll.systems.honor_glory.play.state import Commander, State
from longroll.systems.honor_glory.words import REGIMENTS

#: A commander-in-chief this near the enemy goes where he is so much farther.
_DANGER, _SAFER = 40 * CM, 8 * CM
#: The hits to expect next turn from a regiment that is so near.
_MUSKETRY = ((35 * CM, 0.8), (45 * CM, 0.5), (55 * CM, 0.2))
#: What a regiment is held back for, if the commander-in-chief is with it, counts as so many hits;
#: and the hits from which it is worth it that he rides elsewhere.
_IN_THE_WAY, _WORTH_A_RIDE = 0.5, 0.15


def is_guarded(one: Commander, doctrine: Doctrine) -> bool:
    """Whether a commander keeps out of fire: the fall of the chief costs every unit."""
    return doctrine.guard and one.rank == "cinc"


def _away(state: State, id: str) -> int:
    """How far a unit is from the nearest enemy."""
    enemy = field.nearest_enemy(state, id)
    return 10**6 if enemy is None else gap(RULEBOOK, state.units[id], state.units[enemy])


def _exposure(state: State, id: str) -> float:
    """How many hits a unit may expect in the enemy's next turn, roughly."""
    here = point(field.centre_of(state, id))
    found = 0.0
    for enemy in state.enemies_of(state.units[id].side):
        other = state.units[enemy]
        if other.morale != "formed":
            continue
        far = distance(other.pose.point, here)
        if other.arm != "artillery":
            found += next((chance for reach, chance in _MUSKETRY if far <= reach), 0.0)
        elif not any(shooting.bars_to_shot(state.fresh(), enemy, id, "activated")):
            aimed = fire.aim(field.facts(state, enemy), field.facts(state, id), far)
            if aimed.value is not None:
                found += 1.0 if aimed.factor is None else min(20, max(0, aimed.factor)) / 20
    return found


def _to_safety(state: State, who: str, formed: list[str]) -> Iterator[Idea]:
    """A commander-in-chief goes where he is least exposed, best of all to the guns."""
    joined = state.commanders[who].joined
    risks = {
        id: _exposure(state, id) + _IN_THE_WAY * (state.units[id].arm in REGIMENTS) for id in formed
    }
    safest = min(formed, key=lambda id: (risks[id], -_away(state, id), id), default="")
    if not safest or joined not in state.units:
        return
    gain = risks.get(joined, 1.0) - risks[safest]
    if gain > _WORTH_A_RIDE:
        yield Idea(2.5 + 3 * gain, Choice("ride", (who, safest)), "out of danger")


def rides(state: State, side: str, doctrine: Doctrine) -> Iterator[Idea]:
    """Commanders belong with the unit that is nearest to the place that matters, but the
    commander-in-chief with the one that is farthest from the enemy: his fall costs every unit."""
    goal = goal_of(state)
    formed = [id for id in state.of_side(side) if state.units[id].morale == "formed"]
    regiments = [id for id in formed if state.units[id].arm in REGIMENTS]
    for who, one in state.commanders.items():
        if one.side != side or one.place != "table" or one.moved:
            continue
        if is_guarded(one, doctrine):
            yield from _to_safety(state, who, formed)
        elif one.rank == "cinc":
            safest = max(formed, key=lambda id: (_away(state, id), id), default="")
            now = _away(state, one.joined) if one.joined in state.units else 0
            if safest and now < _DANGER and _away(state, safest) > now + _SAFER:
                yield Idea(2.6, Choice("ride", (who, safest)), "out of danger")
        elif regiments:
            best = min(regiments, key=lambda id: (distance(state.units[id].pose.point, goal), id))
            if one.joined != best and not state.with_unit(best):
                yield Idea(1.5, Choice("ride", (who, best)), "where he is needed")
