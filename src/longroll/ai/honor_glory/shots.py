"""Shots that are worth a counter."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.ai.honor_glory.doctrine import Doctrine
from longroll.ai.honor_glory.drills import ASLANT, after, drill_of, with_counters
from longroll.ai.honor_glory.thinking import Idea, declare, is_at_stake, is_weak, off_front
from longroll.board.table import point
from longroll.miniatures.measure import degrees
from longroll.systems.honor_glory import fire
from longroll.systems.honor_glory.play import field, shooting
from longroll.systems.honor_glory.play.state import State

#: Nobody fires for less than this.
LEAST_HIT = 0.1
#: A turn that costs no more than a quarter of a counter, in tenths of a degree.
_QUARTER = 900


def shots(state: State, id: str, doctrine: Doctrine) -> Iterator[Idea]:
    """The best shot, as far as the eye can judge the range."""
    worth, target = best_shot(state, state.fresh(), id, doctrine)
    guns = doctrine.guns if state.units[id].arm == "artillery" else 1.0
    if worth >= LEAST_HIT:
        yield Idea((2.5 + 2 * worth) * guns, declare(id, "fire", target), "a good shot")
    elif doctrine.pivot:
        worth, words = max(_turned_shots(state, id, doctrine), default=(0.0, ()))
        if worth >= LEAST_HIT:
            yield Idea((2.5 + 2 * worth) * guns, declare(id, *words), "a good shot from there")


def _turned_shots(
    state: State, id: str, doctrine: Doctrine
) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Shots for which a unit turns first, each with its worth."""
    ready = with_counters(state, id, 1)
    for enemy in state.enemies_of(state.units[id].side):
        there = point(field.centre_of(state, enemy))
        off = off_front(state, id, there)
        if there == state.units[id].pose.point or not ASLANT <= abs(off) <= _QUARTER:
            continue
        words = ("turn", degrees(off))
        worth, target = best_shot(state, after(ready, id, drill_of(words)), id, doctrine)
        if target:
            yield worth, (*words, "fire", target)


def best_shot(state: State, ready: State, id: str, doctrine: Doctrine) -> tuple[float, str]:
    """The best shot of a unit from where it stands in a state in which it is ready to fire, and
    what it is worth: the chance of a hit, less what the enemy returns."""
    best: tuple[float, str] = (0.0, "")
    for target in state.enemies_of(state.units[id].side):
        if next(shooting.bars_to_shot(ready, id, target, "activated"), None) is not None:
            continue
        chance = _chance_of_hit(ready, id, target)
        if chance is None:
            continue
        if state.units[target].morale != "formed":
            chance /= 3
        elif is_weak(state, id, doctrine) and field.faces(state, target, id):
            chance /= 4  # The reply would break it.
        if is_at_stake(state, target):
            chance *= 1.3
        chance *= 1 + doctrine.officers * len(state.with_unit(target))
        if doctrine.reply and not _is_aimed_at(state, target):
            chance -= doctrine.reply * _chance_of_reply(ready, target, id)
        best = max(best, (chance, target))
    return best


def _chance_of_hit(state: State, id: str, target: str) -> float | None:
    """How likely a shot is to hit; None if it does not reach that far."""
    enfiladed = field.is_enfiladed(state, id, target)
    aimed = fire.aim(
        field.facts(state, id),
        field.facts(state, target),
        field.range_to(state, id, target),
        enfiladed=enfiladed,
    )
    if aimed.value is None:
        return None
    return 1.0 if aimed.factor is None else min(20, max(0, aimed.factor)) / 20


def _is_aimed_at(state: State, target: str) -> bool:
    """Whether somebody is to fire at an enemy already, who then answers him."""
    return any(words[-2:] == ("fire", target) for words in state.declared.values())


def _chance_of_reply(state: State, id: str, firer: str) -> float:
    """How likely a unit is to hit whoever fires at it."""
    if not shooting.can_reply(state, id, firer):
        return 0.0
    return _chance_of_hit(state, id, firer) or 0.0
