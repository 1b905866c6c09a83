"""Markers that the enemy sees are turned over; troops under one are deployed in the formation
that it moved in.

[mckie:hidden.blind.3] [mckie:hidden.blind.4] [mckie:hidden.blind.5] [mckie:hidden.blind.6]
[mckie:hidden.blind.7]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.board.table import (
    Footprint,
    Pose,
    Spot,
    can_see,
    centre,
    distance_between,
    footprint,
    is_clear,
    on_table,
    pose,
)
from longroll.board.table.places import place
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.miniatures import ways
from longroll.miniatures.amounts import BlindId, UnitId
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import horse_holders
from longroll.systems.mckie.hidden import blinds
from longroll.systems.mckie.hidden.blind_events import BlindRevealed, BlindSpotted, Unmasked
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, Blind, State
from longroll.systems.mckie.words import Formation

_HORSE = ("cavalry", "dismounted_cavalry")
#: Troops are set up in steps of this size, at most this far from the marker.
_STEP = INCH // 2
_AT_MOST = 24 * INCH


# Seeing markers


def look(state: State, umpire: Umpire) -> None:
    """Markers that the enemy sees, from his troops or his markers, are turned over: dummies go,
    troops are deployed. [mckie:hidden.blind.7]"""
    seen = [id for id, one in state.blinds.items() if _is_seen(state, one)]
    state.spotted |= frozenset(state.present())
    for id in seen:
        dummy = not state.blinds[id].units
        umpire.tell(BlindSpotted(rules=("mckie:hidden.blind.7",), blind=id, dummy=dummy))
        if dummy:
            state.blinds = {other: one for other, one in state.blinds.items() if other != id}
    for id in reversed(seen):
        if id in state.blinds:
            state.agenda += reversed(steps(state, id))


def _is_seen(state: State, blind: Blind) -> bool:
    limit = int(state.battle.file.sight * INCH)
    ground = blinds.ground_of(blind)
    eyes = [field.stands_of(state.units[id]) for id in state.of_side(ENEMY[blind.side])]
    eyes += [blinds.ground_of(one) for one in state.blinds.values() if one.side != blind.side]
    return any(
        distance_between(eye, ground) <= limit
        and any(
            can_see(state.battle.table, one, other)
            for one in marks_of(eye)
            for other in marks_of(ground)
        )
        for eye in eyes
    )


def marks_of(ground: Footprint) -> list[Spot]:
    """The points for sight from it and to it: its middle, and those of its first and last base."""
    return [ground.centre, centre(ground.bases[0]), centre(ground.bases[-1])]


def reveal(state: State, id: str, umpire: Umpire) -> None:
    """An army turns over a marker of its own: a dummy goes, troops are deployed. (MK-M62)"""
    dummy = not state.blinds[id].units
    umpire.tell(BlindRevealed(rules=("mckie:hidden.blind.1",), blind=id, dummy=dummy))
    if dummy:
        state.blinds = {other: one for other, one in state.blinds.items() if other != id}
    else:
        state.agenda += reversed(steps(state, id))


# Deploying what is under them


def steps(state: State, id: str) -> list[Ask | Do]:
    """What is asked about the units under a marker, and then their deployment."""
    blind = state.blinds[id]
    asked = [DeployAs(id, unit) for unit in blind.units if len(ways_of(state, blind, unit)) > 1]
    return [*asked, Unmask(id)]


def ways_of(state: State, blind: Blind, id: str) -> tuple[str, ...]:
    """The ways in which a unit may be deployed from under a marker.

    Guns of a marching division are limbered; in line they may be in action, and cavalry on foot.
    [mckie:hidden.blind.3] [mckie:hidden.blind.4] [mckie:hidden.blind.5] [mckie:hidden.blind.6]
    """
    unit = state.units[id]
    in_line = blind.formation == "line"
    if unit.is_battery:
        return ("limbered", "unlimbered") if in_line else ("limbered",)
    if unit.arm in _HORSE:
        return ("mounted", "dismounted") if in_line else ("mounted",)
    return (blind.formation,)


class DeployAs(Ask, frozen=True):
    """A unit under a marker may be deployed in one way or another."""

    blind: BlindId
    unit: UnitId

    rule: ClassVar[str] = "mckie:hidden.blind.4"
    verbs: ClassVar[tuple[str, ...]] = ("mounted", "dismounted", "limbered", "unlimbered")

    def asks(self, state: State) -> str:
        return state.units[self.unit].side

    def question(self, state: State) -> str:
        return f"{state.units[self.unit].title} is seen. In what formation is it?"

    def choices(self, state: State) -> list[Choice]:
        return [choice(way) for way in ways_of(state, state.blinds[self.blind], self.unit)]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from bare(choice, self.rule)
        blind = state.blinds[self.blind]
        if choice.verb not in ways_of(state, blind, self.unit):
            rule = "mckie:hidden.blind.5" if state.units[self.unit].is_battery else self.rule
            yield Refusal(rule, f"it cannot be {choice.verb}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        state.change(self.unit, **_stance(state.units[self.unit], choice.verb, "line"))


def _stance(unit: Unit, way: str, formation: Formation) -> dict[str, object]:
    """The facts of a unit that is deployed like this."""
    if way in ("limbered", "unlimbered"):
        return {"formation": way, "front": 0}
    if way == "dismounted":
        return {
            "arm": "dismounted_cavalry",
            "formation": "line",
            "front": 0,
            "holders": horse_holders(unit.figures),
        }
    if way == "mounted":
        return {"arm": "cavalry", "formation": formation, "front": 0, "holders": 0}
    return {"formation": way, "front": 0}


class Unmask(Do, frozen=True):
    """The units under a marker are set up round it; from now on they are troops like others."""

    blind: BlindId

    def run(self, state: State, umpire: Umpire) -> None:
        blind = state.blinds[self.blind]
        state.blinds = {id: one for id, one in state.blinds.items() if id != self.blind}
        for id in blind.units:
            allowed = ways_of(state, blind, id)
            unit = state.units[id]
            if len(allowed) == 1 and unit.arm != "wagon":
                state.change(id, **_stance(unit, allowed[0], blind.formation))
            self._set_up(state, blind, id)
        for who, general in state.commanders.items():
            commands = general.role == "division" and general.side == blind.side
            own = {state.units[id].division for id in blind.units}
            if commands and general.place == "table" and own & set(general.divisions):
                behind = place(pose(blind.x, blind.y, blind.heading), 0, 2 * INCH)
                here = behind if _is_on(state, behind.x, behind.y) else blind
                state.change_commander(who, x=here.x, y=here.y, joined="")
        umpire.tell(
            Unmasked(
                rules=("mckie:hidden.blind.3",),
                blind=self.blind,
                troops=tuple(state.units[id].title for id in blind.units),
                formation=blind.formation,
            )
        )

    def _set_up(self, state: State, blind: Blind, id: str) -> None:
        found = room_for(state, blind, id)
        if found is None:
            # No room near the marker: it arrives from behind in the next period.
            state.change(id, arrives=state.period + 1, x=0, y=0)
            return
        state.change(id, place="table")
        state.put(id, found)
        state.spotted |= {id}


def _is_on(state: State, x: int, y: int) -> bool:
    width, height = state.battle.table.size
    return INCH <= x <= width - INCH and INCH <= y <= height - INCH


def room_for(state: State, blind: Blind, id: str) -> Pose | None:
    """The nearest free place: beside the others in line, behind them on the march, and before them
    if there is none, as at the edge of the table."""
    unit = state.units[id]
    layout = field.layout_of(unit)
    obstacles = ways.obstacles(state, id, unit=unit)
    middle = pose(blind.x, blind.y, blind.heading)
    for aside, back in _offsets(blind.formation == "line" and unit.arm != "wagon"):
        there = place(middle, aside, back)
        stand = pose(there.x, there.y, blind.heading)
        ground = footprint(layout, stand)
        if on_table(ground, *state.battle.table.size) and all(
            is_clear(ground, one.ground, one.gap) for one in obstacles
        ):
            return stand
    return None


def _offsets(abreast: bool) -> Iterator[tuple[int, int]]:
    """How far to the right and how far back, the nearest first."""
    near = [0]
    for off in range(_STEP, _AT_MOST + 1, _STEP):
        near += [off, -off]
    if abreast:
        for back in range(0, _AT_MOST // 2, 2 * _STEP):
            for aside in near:
                if abs(aside) <= _AT_MOST // 2:
                    yield aside, back
        return
    for aside in near[::4]:
        for back in range(0, _AT_MOST + 1, _STEP):
            yield aside, back
    for aside in near[::4]:
        for ahead in range(_STEP, _AT_MOST // 2, _STEP):
            yield aside, -ahead


STEPS = (DeployAs, Unmask)
