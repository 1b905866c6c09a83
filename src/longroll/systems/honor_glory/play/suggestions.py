"""Orders that may be sensible, for lists and for whoever draws one."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.kernel.decision import Choice
from longroll.miniatures.measure import degrees, written
from longroll.systems.honor_glory.play import buildings, field, recovery, rivers
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import rate


def activated(state: State, id: str) -> State:
    """The table as it would be if a unit were activated, which brings a rested one back."""
    if id not in state.units:
        return state
    twin = state.fresh()
    if recovery.is_rested(state.units[id]):
        twin.change(id, morale="formed", blown=False, stamina=max(1, state.units[id].stamina))
    return twin


def ideas(state: State, id: str) -> Iterator[Choice]:
    """Orders that may be sensible: those of a unit take a single counter, and a commander may ride
    to any unit of his within reach."""
    if id in state.commanders:
        for unit in state.of_side(state.commanders[id].side):
            yield Choice("ride", (id, unit))
            if state.options.extended_command:
                yield Choice("help", (id, unit))
        return
    for words in _words(state, id):
        yield Choice("declare", (id, "1", *words))
    if state.units[id].arm == "artillery":
        yield from (Choice("attach", (id, one)) for one in field.attached_to(state, id))


def _words(state: State, id: str) -> Iterator[tuple[str, ...]]:
    unit = state.units[id]
    if unit.morale != "formed" and not recovery.is_rested(unit):
        yield ("rally",) if unit.morale == "routing" else ("rest",)
        return
    enemy = field.nearest_enemy(state, id)
    if enemy is None:
        return
    if unit.blown or state.opponent_of(id) is not None:
        yield ("withdraw",)
    if recovery.is_tired(unit):
        yield ("rest",)
    if unit.engineers:
        yield "bridge", "B"
    if rivers.river_before(state, id) is not None:
        yield ("ford",)
    if not unit.inside and buildings.beside(state, id) is not None:
        yield ("occupy",)
    for target in state.enemies_of(unit.side):
        yield "fire", target
    yield "charge", enemy
    if unit.prone:
        yield ("stand_up",)
        return
    way = field.heading_to(unit.pose.point, field.centre_of(state, enemy))
    off = (way - unit.heading + 1800) % 3600 - 1800
    if abs(off) > 450:
        yield "turn", degrees(max(-1800, min(1800, off)) or 10)
    whole = rate(unit.mover)
    if whole:
        yield "ahead", written(whole)
    if unit.form == "limbered":
        yield ("unlimber",)
    elif unit.team and unit.form == "deployed":
        yield ("limber",)
