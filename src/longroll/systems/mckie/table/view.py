"""What a side may know of the battle. [mckie:hidden.umpire.1]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from longroll.board.table.places import place, point, pose
from longroll.display import facts as display
from longroll.display.facts import (
    Body,
    Facing,
    Link,
    MarkFacts,
    Note,
    PieceFacts,
    Standing,
    Steps,
    Strip,
)
from longroll.kernel.system import slug_of
from longroll.miniatures.picking import OneAtATime
from longroll.miniatures.sheets import body_at, objective_note, officer_at, spoken_of
from longroll.miniatures.ways import still_goes
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.army.units import Stand, StandKind
from longroll.systems.mckie.command.generals import Role
from longroll.systems.mckie.fire.weapons import FIRE
from longroll.systems.mckie.hidden import blinds, fog
from longroll.systems.mckie.measure import INCHES
from longroll.systems.mckie.scenarios import goals, table_facts
from longroll.systems.mckie.scenarios.scenario import Scenario
from longroll.systems.mckie.sequence import clock, numbers
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import Blind, State
from longroll.systems.mckie.words import SIDES

#: Degrees to either side of its front that a unit covers. [mckie:fire.arc]
_ARC = 60
_BASES: dict[Role, StandKind] = {
    "cinc": "army_commander",
    "corps": "corps_commander",
    "division": "division_commander",
}


class BlindFacts(msgspec.Struct, frozen=True):
    """A marker; `units` are those under it, if they are the viewer's own."""

    side: str
    formation: str
    units: tuple[str, ...] = ()


class Facts(display.Facts, frozen=True, kw_only=True, dict=True):
    """The table as one player sees it, with what is particular to these rules."""

    scenario: str
    #: The step of the period by its own name.
    step: str
    clock: str
    first: str
    initiative: str
    #: Orders by general, the one to be acted on first; of the enemy those that are face up.
    orders: dict[str, tuple[str, ...]] = {}
    #: The cards in the viewer's own hands, by holder.
    cards: dict[str, str] = {}
    #: Blind markers, with what the viewer has under his own.
    blinds: dict[str, BlindFacts] = {}
    #: Where couriers are, and which general they ride to.
    couriers: tuple[tuple[str, int, int], ...] = ()

    @property
    def battle(self) -> Scenario:
        """The scenario for those who draw it here; it does not leave the engine."""
        found: Scenario = self.__dict__["battle"]
        return found


def facts(state: State, viewer: str) -> Facts:
    """Everything in a state that matters to the view, as the viewer sees it."""
    seen = [id for id in state.present() if fog.knows(state, viewer, id)]
    generals = {
        id: one
        for id, one in state.commanders.items()
        if one.place == "table" and fog.knows_general(state, viewer, id)
    }
    known = {*seen, *generals}
    bodies = {id: body_of(state.units[id]) for id in seen}
    bodies |= {id: body_of_general(one, state.battle.stands) for id, one in generals.items()}
    bodies |= {id: body_of_blind(one) for id, one in state.blinds.items()}
    told = Facts(
        when=f"Period {state.period} of {state.battle.file.periods}, {clock(state)}"
        if state.period
        else f"Set-up, {clock(state)}",
        turn=state.period,
        turns=state.battle.file.periods,
        phase=numbers().get(state.step, ""),
        step=state.step,
        phasing=None,
        scenario=slug_of(state.scenario),
        clock=clock(state),
        first=state.first,
        initiative=state.initiative,
        bodies=bodies,
        units={id: standing(state, id) for id in seen},
        marks=tuple(_marks(state, seen)),
        notes=tuple(_notes(state)),
        lost=tuple(id for id, unit in state.units.items() if unit.place == "gone"),
        hand=tuple(id for id in spoken_of(state, viewer) if id in known),
        pieces=tuple(_pieces(state, seen)),
        strips=tuple(_strips(state)),
        links=tuple(link for link in _links(state, generals) if {link.unit, link.other} <= known),
        orders={
            who: tuple(map(str, pile.orders)) for who, pile in state.orders.items() if pile.orders
        },
        cards=_cards(state, viewer),
        blinds={
            id: BlindFacts(one.side, one.formation, one.units) for id, one in state.blinds.items()
        },
        couriers=tuple((one.receiver, one.x, one.y) for one in state.couriers),
    )
    told.__dict__["battle"] = state.battle
    return told


def _pieces(state: State, seen: list[str]) -> Iterator[PieceFacts]:
    """Screens that were sent out, and markers."""
    for id in seen:
        if state.units[id].parent:
            yield table_facts.screen(id, state.units[id])
    for id, one in state.blinds.items():
        yield table_facts.marker(id, one.side)


def _cards(state: State, viewer: str) -> dict[str, str]:
    hands = state.cards.hands if state.cards is not None else {}
    return {
        who: hand.card
        for who, hand in hands.items()
        if hand.card is not None and state.commanders[who].side == viewer
    }


def _strips(state: State) -> Iterator[Strip]:
    """Smoke and hasty trenches. [mckie:vis.smoke.2] [mckie:dig.3]"""
    for one in state.smoke:
        front = pose(one.x, one.y, one.heading)
        left, right = place(front, -one.width // 2, 0), place(front, one.width // 2, 0)
        yield Strip("smoke", (left.x, left.y), (right.x, right.y), FIRE.smoke.depth)
    for trench in state.trenches:
        yield Strip("trench", trench.start, trench.end, 0)


def _links(state: State, generals: Mapping[str, General]) -> Iterator[Link]:
    yield from (Link("against", one.unit, one.target) for one in state.charges)
    yield from (Link("locked", one.attacker, one.defender) for one in state.contacts)
    yield from (Link("with", id, one.joined) for id, one in generals.items() if one.joined)


def body_of(unit: Unit) -> Body:
    """A unit base by base."""
    layout, plan = field.shown_layout(unit), field.plan_of(unit)
    fighting = sum(plan.ranks)
    kind = "gun" if unit.is_battery else unit.arm
    behind = [plan.behind.kind] * (len(layout.bases) - fighting) if plan.behind else []
    kinds = (*([kind] * fighting), *behind)
    figures = (*field.figures_by_stand(unit)[:fighting], *([0] * len(behind)))
    return body_at(unit.side, layout, unit.pose, kinds, figures)


def body_of_general(one: General, stands: Mapping[StandKind, Stand]) -> Body:
    """A commander's base."""
    stand = stands[_BASES[one.role]]
    return officer_at(one.side, one.x, one.y, stand.frontage, stand.depth)


def body_of_blind(one: Blind) -> Body:
    """A marker; it does not show what is under it. [mckie:hidden.blind.1]"""
    bases = blinds.ground_of(one).bases
    corners = tuple(tuple((at.x, at.y) for at in map(point, base)) for base in bases)
    return Body(
        side=one.side,
        x=one.x,
        y=one.y,
        heading=one.heading,
        bases=corners,
        kinds=("marker",) * len(corners),
        figures=(0,) * len(corners),
    )


def standing(state: State, id: str) -> Standing:
    """The condition of a unit."""
    unit = state.units[id]
    states = [
        word
        for word, holds in (
            (unit.standing, unit.standing != "steady"),
            ("fatigued", unit.fatigued),
            ("out of ammunition", bool(unit.ran_out)),
            (f"{unit.empty} figures without ammunition", bool(unit.empty and not unit.ran_out)),
            ("charging", state.charge_of(id) is not None),
            ("in melee", bool(state.opponents(id))),
        )
        if holds
    ]
    return Standing(
        strength=str(unit.figures),
        steps=Steps(unit.figures, unit.original),
        formation=unit.formation.replace("_", " "),
        facing=Facing(unit.heading // 10, _ARC),
        states=tuple(states),
        did=("fired",) if "fired" in unit.did else (),
        flees=unit.standing in ("retreating", "routing"),
        values=(
            Note("cover", field.cover_of(state, unit).replace("_", " ")),
            *_movement_left(state, unit),
        ),
        done=unit.done,
    )


def _movement_left(state: State, unit: Unit) -> Iterator[Note]:
    """How far a unit that may be moved now goes over open ground. [mckie:move.max]"""
    ask = state.agenda[-1] if state.agenda else None
    moves = isinstance(ask, OneAtATime) and "move" in ask.of_one and ask.side == unit.side
    if moves and not unit.done:
        yield Note("movement left", INCHES.told(still_goes(state, unit)))


def _marks(state: State, seen: list[str]) -> Iterator[MarkFacts]:
    for id in seen:
        if state.units[id].ran_out:
            yield MarkFacts("out of ammunition", id, state.units[id].side)


def _notes(state: State) -> Iterator[Note]:
    for side in SIDES:
        yield Note(f"{side.title()} figures lost", str(goals.GOALS.losses(state, side)))
    for objective in state.battle.file.objectives:
        yield objective_note(state, goals.GOALS, objective, INCHES)
