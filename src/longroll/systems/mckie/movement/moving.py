"""Steps 6 and 7: an army moves, unit by unit and general by general, in any order.

[mckie:period.6] [mckie:period.7] [mckie:move.max]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.forms import OrderForm
from longroll.kernel.system import Chance
from longroll.miniatures.drill import Drill
from longroll.miniatures.marching import March, march
from longroll.miniatures.picking import OneAtATime
from longroll.systems.mckie.casualties import hurt
from longroll.systems.mckie.command import radius, riding
from longroll.systems.mckie.command.rules import moves_out_of_command
from longroll.systems.mckie.dice import average_die
from longroll.systems.mckie.hidden import fog, meeting, spotting
from longroll.systems.mckie.movement import candidates, move_orders
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.movement.events import (
    BrigadeRoused,
    GeneralRode,
    Held,
    Moved,
    ScreenDetached,
    ScreenRecalled,
    StragglersLost,
    TroopsDig,
)
from longroll.systems.mckie.movement.manoeuvres import passage_cost
from longroll.systems.mckie.movement.rules import Move, Pace, stragglers, straggles
from longroll.systems.mckie.screens import screens
from longroll.systems.mckie.screens.rules import bar_to_stand_from_parent
from longroll.systems.mckie.table import field, forms
from longroll.systems.mckie.table.state import State
from longroll.systems.mckie.words import Side

#: Verbs of a unit that use up its move; the others record that themselves.
_OF_UNITS = ("move", "hold", "rouse", "detach", "recall", "dig")
#: Verbs that move nobody.
_STAYING = ("hold", "rouse", "dig")


def moves(side: Side) -> list[Ask | Do]:
    """The step of one army."""
    return [Movement(side)]


class Movement(OneAtATime[Side], frozen=True):
    """Each unit and each general of an army moves once, or not at all.

    `move u1 ahead 4 left 8`, `hold u1`, `rouse u1`, `detach u3 4 ahead 2`, `recall u3s`, `dig u1`,
    `ride crocker 22.5 30`, `join crocker u1`, `hold crocker`, `done`.
    """

    rule: ClassVar[str] = "mckie:period.6"
    of_one: ClassVar[tuple[str, ...]] = (*_OF_UNITS, "ride", "join")

    def question(self, state: State) -> str:
        if self.unit:
            return f"What does {state.title_of(self.unit)} do?"
        return "Which unit or general moves next? Or is your army done?"

    def who(self, state: State) -> list[str]:
        return candidates.unmoved(fog.known_table(state, self.side), self.side)

    def orders(self, state: State, id: str) -> Sequence[Choice]:
        return candidates.orders_of(fog.known_table(state, self.side), self.side, id)

    def draw_order(self, state: State, id: str, chance: Chance) -> Choice:
        return candidates.draw(fog.known_table(state, self.side), self.side, id, chance)

    def forms(self, state: State) -> list[OrderForm]:
        seen = fog.known_table(state, self.side)
        who = self.who(state)
        units = {id: seen.units[id] for id in who if id in seen.units}
        generals = [id for id in who if id in seen.commanders]
        return [*forms.marches(units), *forms.rides(generals)]

    def bars_to_pick(self, state: State, id: str) -> Iterator[Refusal]:
        seen = fog.known_table(state, self.side)
        if id in seen.commanders:
            return riding.bars_to_ride_at_all(seen, self.side, id)
        return move_orders.bars_to_order_unit(seen, self.side, id)

    def bars_to_order(self, state: State, order: Choice) -> Iterator[Refusal]:
        return move_orders.bars_to_order(fog.known_table(state, self.side), self.side, order)

    def carry_out(self, state: State, order: Choice, umpire: Umpire) -> None:
        if order.verb == "done":
            _fall_back_on_units(state, self.side, umpire)
            state.agenda.pop()
        else:
            carried_out = meeting.as_it_turns_out(state, self.side, order, umpire)
            if carried_out is not None:
                _carry_out(state, carried_out, umpire)
        spotting.look_round(state, umpire)
        if order.verb not in _STAYING:
            spotting.has_gone(state, self.side, umpire)


# Carrying it out


def _carry_out(state: State, choice: Choice, umpire: Umpire) -> None:
    id = choice.object
    if choice.verb in ("ride", "join"):
        _ride(state, choice, umpire)
        return
    title = state.title_of(id)
    if choice.verb == "move":
        _move(state, choice, umpire)
    elif choice.verb == "rouse":
        rouse(state, id, umpire)
    elif choice.verb == "detach":
        sending = screens.read_sending(choice.objects)
        assert not isinstance(sending, Refusal)
        screen = screens.detach(state, sending)
        umpire.tell(
            ScreenDetached(
                rules=("mckie:form.skirm.2", "mckie:man.detach"),
                unit=id,
                title=title,
                screen=screen,
                figures=sending.figures,
            )
        )
    elif choice.verb == "recall":
        _recall(state, id, umpire)
    elif choice.verb == "dig":
        state.change(id, digs=True, done=True)
        umpire.tell(TroopsDig(rules=("mckie:dig.1",), unit=id, title=title))
    else:
        if id in state.commanders:
            state.change_commander(id, moved=True)
        else:
            state.change(id, done=True)
        umpire.tell(Held(rules=("mckie:move.max",), unit=id, title=title))


def _move(state: State, choice: Choice, umpire: Umpire) -> None:
    id, words = choice.object, choice.objects[1:]
    drill = DRILL.read(words)
    assert not isinstance(drill, Refusal), drill
    before, done = state.units[id], march(state, id, drill)
    nearer = bool(done.length) and radius.draws_nearer(state, id, done.unit)
    place_after(state, id, drill, done)
    state.mark(id, felt=("advanced",) if nearer else ())
    riding.take_along(state, id)
    for other in done.passed:
        friend = state.units[other]
        cost = passage_cost(before.formation, friend.formation)
        state.change(other, spent=friend.spent + cost.share)
    after = state.units[id]
    umpire.tell(
        Moved(
            rules=("mckie:period.6", *dict.fromkeys(line.rule for line in done.lines)),
            unit=id,
            title=before.title,
            order=DRILL.say(drill),
            distance=done.length,
            formation=after.formation,
            start=(before.x, before.y),
            x=after.x,
            y=after.y,
            heading=after.heading,
            passed=tuple(state.units[other].title for other in done.passed),
            lines=done.lines,
        )
    )
    pace: Pace = "double" if drill.pace == "double" else "normal"
    way = Move(arm=before.arm, formation=before.formation, pace=pace, fatigued=before.fatigued)
    if done.length and straggles(way):
        _straggle(state, id, umpire)


def place_after(state: State, id: str, drill: Drill, done: March) -> None:
    """Put a unit where a move ends, and note what it did."""
    before, after = state.units[id], done.unit
    state.change(
        id,
        x=after.x,
        y=after.y,
        heading=after.heading,
        arm=after.arm,
        formation=after.formation,
        front=after.front,
        holders=after.holders,
        grounds=before.grounds | done.grounds,
        done=True,
        formed=before.formed or move_orders.forms(drill),
        spent=min(100, 100 - int(done.left * 100)),
        # A unit that leaves a half-dug trench must start again. [mckie:dig.2]
        dug=0,
    )
    if done.length:
        state.mark(id, did=("moved", "doubled") if drill.pace == "double" else ("moved",))


def _straggle(state: State, id: str, umpire: Umpire) -> None:
    """[mckie:fat.straggle]"""
    title = state.units[id].title
    left_behind = stragglers(umpire)
    lost = hurt.lose(state, id, left_behind.lost, umpire)
    umpire.tell(
        StragglersLost(
            rules=("mckie:fat.straggle",),
            rolls=(left_behind.roll,),
            unit=id,
            title=title,
            lost=lost,
        )
    )


def rouse(state: State, id: str, umpire: Umpire) -> None:
    """[mckie:cmd.5] [mckie:gen.bde.3] (MK-M15)"""
    title = state.units[id].title
    roll = average_die(umpire, f"{title} out of command")
    moves = moves_out_of_command(roll.value)
    state.asked |= {id}
    if moves:
        state.roused |= {id}
    rule = "mckie:gen.bde.3" if state.options.generalship else "mckie:cmd.5"
    umpire.tell(BrigadeRoused(rules=(rule,), rolls=(roll,), unit=id, title=title, moves=moves))


def _recall(state: State, id: str, umpire: Umpire) -> None:
    screen = state.units[id]
    screens.recall(state, id)
    umpire.tell(
        ScreenRecalled(
            rules=("mckie:man.detach",),
            unit=screen.parent,
            title=state.units[screen.parent].title,
            screen=id,
            figures=screen.figures,
        )
    )


def _ride(state: State, choice: Choice, umpire: Umpire) -> None:
    read = riding.read_ride if choice.verb == "ride" else riding.read_join
    ride = read(choice.objects)
    assert not isinstance(ride, Refusal), ride
    start = radius.where(state, state.commanders[ride.general])
    length = riding.go(state, ride)
    general = state.commanders[ride.general]
    umpire.tell(
        GeneralRode(
            rules=("mckie:move.general",),
            general=ride.general,
            title=general.title,
            start=(start.x, start.y),
            x=general.x,
            y=general.y,
            distance=length,
            joined=state.units[ride.joins].title if ride.joins else "",
        )
    )


def _fall_back_on_units(state: State, side: str, umpire: Umpire) -> None:
    """A screen that its unit has left behind moves back to it, if it can. [mckie:form.skirm.3]"""
    for id in state.of_side(side):
        screen = state.units[id]
        parent = state.units.get(screen.parent)
        if (
            parent is None
            or parent.place != "table"
            or any(move_orders.bars_to_order_unit(state, side, id))
        ):
            continue
        far = bar_to_stand_from_parent(field.gap(screen, parent)) is not None
        if far and not any(screens.bars_to_recall(state, id)):
            _recall(state, id, umpire)


STEPS = (Movement,)
