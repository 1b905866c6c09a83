"""What bars an order of the movement step. [mckie:period.6] [mckie:move.max]"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.kernel.decision import Choice, Refusal, bare
from longroll.miniatures.drill import Change, Drill
from longroll.miniatures.marching import March, march
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.command import radius, riding
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.movement.manoeuvres import bar_to_pass_lines, passage_cost
from longroll.systems.mckie.orders import obeying
from longroll.systems.mckie.screens import screens
from longroll.systems.mckie.screens.rules import bar_to_stand_from_parent
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import Charge, State
from longroll.systems.mckie.terrain import trenches

_RULE = "mckie:period.6"


def bars_to_order(state: State, side: str, choice: Choice) -> Iterator[Refusal]:
    """Every rule that bars an order of the movement step."""
    if choice.verb == "done":
        yield from bare(choice, _RULE)
    elif choice.verb in ("ride", "join"):
        read = riding.read_ride if choice.verb == "ride" else riding.read_join
        ride = read(choice.objects)
        if isinstance(ride, Refusal):
            yield ride
        else:
            yield from riding.bars_to_ride(state, side, ride)
    elif choice.object in state.commanders:
        yield from riding.bars_to_ride_at_all(state, side, choice.object)
        if choice.verb != "hold" or len(choice.objects) > 1:
            yield Refusal(_RULE, "a general rides, joins a unit or holds")
    else:
        unfit = list(bars_to_order_unit(state, side, choice.object))
        yield from unfit
        if not unfit or choice.object in state.units:
            yield from _bars_to_obey(state, choice)


def bars_to_order_unit(state: State, side: str, id: str) -> Iterator[Refusal]:
    """Every rule that keeps a unit from being given an order in this step."""
    unit = state.units.get(id)
    if unit is None or unit.side != side or unit.place != "table":
        yield Refusal(_RULE, f"that army has no unit {id!r} on the table")
        return
    if unit.done or unit.digs:
        yield Refusal(_RULE, f"{unit.title} has already moved")
    if state.opponents(id):
        yield Refusal("mckie:melee.noform", f"{unit.title} is in melee")
    if state.charge_of(id) is not None or "charged" in unit.did:
        yield Refusal(_RULE, f"{unit.title} is charging")
    if any(_binds(state, one) for one in state.chargers_of(id)):
        yield Refusal("mckie:resp.1", f"{unit.title} is charged and has already responded")
    if unit.standing in ("retreating", "routing"):
        yield Refusal("mckie:period.3", f"{unit.title} is {unit.standing}")
    elif unit.did & {"retired", "retreated", "routed"}:
        yield Refusal("mckie:period.3", f"{unit.title} has given way in this period")


def _binds(state: State, charge: Charge) -> bool:
    """Whether a charge keeps its target where it is: always, or only once it has gone in, as the
    players agreed. [mckie:resp.1] (MK-42)"""
    return not state.options.charged_may_move or "charged" in state.units[charge.unit].did


def _bars_to_obey(state: State, choice: Choice) -> Iterator[Refusal]:
    id, words = choice.object, choice.objects[1:]
    if choice.verb == "move":
        drill = DRILL.read(words)
        if isinstance(drill, Refusal):
            yield drill
        else:
            yield from bars_to_move(state, id, drill, march(state, id, drill))
        return
    if choice.verb == "detach":
        sending = screens.read_sending(choice.objects)
        if isinstance(sending, Refusal):
            yield sending
        else:
            refused = list(screens.bars_to_detach(state, sending))
            yield from refused
            yield from _bars_to_form(state, id)
            if not refused:
                yield from testing.bars_to_advance(state, id, screens.sent(state, sending))
        return
    if words:
        yield Refusal(_RULE, f"{choice.verb} takes only a unit, not {' '.join(words)!r}")
    elif choice.verb == "rouse":
        yield from bars_to_rouse(state, id)
    elif choice.verb == "recall":
        yield from _bars_to_recall(state, id)
    elif choice.verb == "dig":
        yield from trenches.bars_to_dig(state, id)


def bars_to_move(state: State, id: str, drill: Drill, done: March) -> Iterator[Refusal]:
    """Every rule that bars a unit from moving like this."""
    yield from done.bars
    if any(_charges(state, state.units[id], other) for other in done.passed):
        barred = bar_to_pass_lines(ends_clear=True, either_charges=True)
        assert barred is not None
        yield barred
    yield from radius.bars_to_move(
        state, id, done.unit, only_turns=drill.only_turns, forms=forms(drill)
    )
    if not drill.only_turns:
        yield from testing.bars_to_advance(state, id, done.unit)
    yield from obeying.bars_to_move(state, id, done.unit, only_turns=drill.only_turns)
    yield from _bars_to_part(state, id, done.unit)


def _charges(state: State, unit: Unit, other: str) -> bool:
    """Whether a unit would cross the lines of a friend that charges; skirmishers do not count."""
    cost = passage_cost(unit.formation, state.units[other].formation)
    return bool(cost.share) and state.charge_of(other) is not None


def forms(drill: Drill) -> bool:
    return any(isinstance(act, Change) for act in drill.acts)


def _bars_to_part(state: State, id: str, after: Unit) -> Iterator[Refusal]:
    """A screen stays near its unit; a unit may move before its screen, which then follows. One that
    its unit has left farther behind comes nearer, as far as it can. [mckie:form.skirm.3]"""
    parent = state.units.get(after.parent)
    if parent is not None and parent.place == "table":
        far = field.gap(after, parent)
        barred = bar_to_stand_from_parent(far)
        if barred is not None and far >= field.gap(state.units[id], parent):
            yield barred
    screen = screens.screen_of(state, id)
    if screen is not None and state.units[screen].done:
        barred = bar_to_stand_from_parent(field.gap(after, state.units[screen]))
        if barred is not None:
            yield barred


def _bars_to_form(state: State, id: str) -> list[Refusal]:
    if radius.is_led(state, id):
        return []
    return radius.bars_to_act_unroused(state, id, "change_formation")


def bars_to_rouse(state: State, id: str) -> Iterator[Refusal]:
    """[mckie:cmd.5] The die is rolled once."""
    title = state.units[id].title
    if radius.is_in_command(state, id):
        yield Refusal("mckie:cmd.1", f"{title} is in command and does not need rousing")
    elif radius.is_led(state, id):
        yield Refusal("mckie:gen.bde.1", f"{title} is on a task of its own and needs no rousing")
    if id in state.asked:
        yield Refusal("mckie:cmd.5", f"{title} has already rolled in this period")


def _bars_to_recall(state: State, id: str) -> Iterator[Refusal]:
    if not state.units[id].parent:
        yield Refusal("mckie:man.detach", f"{state.units[id].title} is not a screen")
    else:
        yield from screens.bars_to_recall(state, id)
