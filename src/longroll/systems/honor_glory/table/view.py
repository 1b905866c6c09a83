"""What a side may know of the battle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from longroll.board.table import Point, place
from longroll.display import facts as display
from longroll.display.facts import Body, Facing, Link, Note, Standing, Steps, Token, Tray
from longroll.kernel.system import slug_of
from longroll.miniatures.picking import OneAtATime
from longroll.miniatures.sheets import body_at, objective_note, officer_at, spoken_of
from longroll.miniatures.ways import whole_move
from longroll.systems.honor_glory import layouts
from longroll.systems.honor_glory.fire_tables import FIRE
from longroll.systems.honor_glory.measure import CENTIMETRES
from longroll.systems.honor_glory.options import Options
from longroll.systems.honor_glory.play import field
from longroll.systems.honor_glory.play.rulebook import layout_of
from longroll.systems.honor_glory.play.scenario import Scenario
from longroll.systems.honor_glory.play.setup import fresh_state
from longroll.systems.honor_glory.play.state import Commander, State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.play.victory import GOALS, breakpoint_of, broken
from longroll.systems.honor_glory.table import fog
from longroll.systems.honor_glory.words import REGIMENTS, SIDES, Side

#: The phases of a turn, with their numbers. [honor_glory:9.p1] [honor_glory:9.p3]
PHASES = {"declaring": ("1", "Declaration"), "goes": ("2", "Goes")}
#: Figures on a base, for the eye: strength is counted in points. [honor_glory:1.noremoval]
_FIGURES = 4
_BEHIND = 60


class Facts(display.Facts, frozen=True, kw_only=True, dict=True):
    """The table as one player sees it, with what is particular to these rules."""

    scenario: str
    #: Counters of each side in every turn, and those of the active side not yet placed.
    counters: dict[Side, int]
    unplaced: int
    #: The points of the viewer's commanders.
    bonuses: dict[str, int] = {}

    @property
    def played(self) -> Scenario:
        """The scenario for those who draw it here; it does not leave the engine."""
        found: Scenario = self.__dict__["played"]
        return found


def facts(state: State, viewer: str) -> Facts:
    """The facts of a state that is already as the viewer knows it."""
    here = state.present()
    chiefs = {id: one for id, one in state.commanders.items() if where(state, one) is not None}
    turns = state.played.file.turns
    told = Facts(
        when=f"Turn {state.full_turn} of {turns}, {state.active.title()}"
        if state.turn
        else "Set-up",
        turn=state.full_turn,
        turns=turns,
        phase=PHASES.get(state.phase, ("", ""))[0],
        phasing=state.active,
        scenario=slug_of(state.scenario),
        counters=state.counters,
        unplaced=state.unplaced,
        bonuses={id: one.mp for id, one in chiefs.items() if knows(state, viewer, one)},
        bodies={id: body_of(state.units[id]) for id in here}
        | {id: body_of_commander(state, id) for id in chiefs},
        units={id: standing(state, viewer, id) for id in here},
        notes=tuple(_notes(state)),
        lost=tuple(id for id, unit in state.units.items() if unit.place == "gone"),
        hand=tuple(id for id in spoken_of(state, viewer) if id in here or id in chiefs),
        links=tuple(_links(state, chiefs)),
        trays=tuple(_trays(state)),
    )
    told.__dict__["played"] = state.played
    return told


def knows(state: State, viewer: str, one: Unit | Commander) -> bool:
    """Whether a viewer may know the points of somebody. [honor_glory:3.mrc.2]"""
    return one.side == viewer or fog.is_open(state)


def _trays(state: State) -> Iterator[Tray]:
    """The counters that the active side still has. [honor_glory:28.2]"""
    if state.phase == "declaring":
        counter = Token(id="counter", title="Activation counter", kind="counter", side=state.active)
        yield Tray(
            id="counters",
            title="Activation counters",
            side=state.active,
            tokens=(counter,) * state.unplaced,
            note=f"{state.unplaced} of {state.counters.get(state.active, 0)} left",
        )


def _links(state: State, chiefs: dict[str, Commander]) -> Iterator[Link]:
    yield from (Link("locked", one, other) for one, other in state.melees)
    yield from (Link("with", id, one.joined) for id, one in chiefs.items())
    for id, words in state.declared.items():
        target = words[-1]
        if words[-2:-1] == ("charge",) and {id, target} <= {*state.present()}:
            yield Link("against", id, target)


def body_of(unit: Unit) -> Body:
    """A unit base by base."""
    layout = layout_of(unit)
    kind = {"artillery": "gun", "dismounted_cavalry": "infantry"}.get(unit.arm, unit.arm)
    count = len(layout.bases)
    return body_at(unit.side, layout, unit.pose, (kind,) * count, (_FIGURES,) * count)


def where(state: State, one: Commander) -> Point | None:
    """Where a commander is: behind the middle of his unit; None if he is not on the table."""
    unit = state.units.get(one.joined)
    if one.place != "table" or (unit is not None and unit.place != "table"):
        return None
    if unit is None:
        return Point(one.x, one.y)
    beside = [id for id, other in state.commanders.items() if other.joined == one.joined]
    width, _ = layouts.base_size("brigade")
    number = next(at for at, id in enumerate(beside) if state.commanders[id] is one)
    across = (2 * number - len(beside) + 1) * (width // 2 + _BEHIND)
    return place(unit.pose, across, layout_of(unit).frame.depth + _BEHIND)


def body_of_commander(state: State, id: str) -> Body:
    one = state.commanders[id]
    at = where(state, one)
    assert at is not None
    wide, deep = layouts.base_size("unit" if one.rank == "unit" else one.rank)
    return officer_at(one.side, at.x, at.y, wide, deep)


def full_points(state: State, id: str) -> int:
    """The points that a unit began the battle with."""
    return max(state.units[id].mp, _ratings(state.scenario, state.options).get(id, 0))


@lru_cache(maxsize=16)
def _ratings(scenario: str, options: Options) -> dict[str, int]:
    return {id: unit.mp for id, unit in fresh_state(scenario, options).units.items()}


def standing(state: State, viewer: str, id: str) -> Standing:
    """The condition of a unit."""
    unit = state.units[id]
    states = [
        word
        for word, holds in (
            (unit.morale, unit.morale != "formed"),
            ("prone", unit.prone),
            ("in melee", state.opponent_of(id) is not None),
            ("no commander", not unit.colonel and unit.arm in REGIMENTS),
        )
        if holds
    ]
    cover = field.cover_of(state, unit)[0]
    declared = state.declared.get(id, ())
    rated = knows(state, viewer, unit)
    return Standing(
        strength=str(unit.mp) if rated else None,
        steps=Steps(unit.mp, full_points(state, id)) if rated else None,
        formation=unit.formation,
        facing=Facing(unit.heading // 10, FIRE.arc),
        states=tuple(states),
        did=("fired",) if unit.fired else (),
        flees=unit.morale in ("routing", "broken"),
        values=(
            *((Note("cover", cover.replace("_", " ")),) if cover != "none" else ()),
            *_movement_left(state, id),
        ),
        done=id in state.declared,
        counters=int(declared[0]) if declared else 0,
        order=" ".join(declared[1:]),
    )


def _movement_left(state: State, id: str) -> Iterator[Note]:
    """How far a unit that may get an order goes over open ground with each counter.
    [honor_glory:41.0]"""
    ask, unit = state.agenda[-1] if state.agenda else None, state.units[id]
    if not isinstance(ask, OneAtATime) or ask.side != unit.side or id in state.declared:
        return
    if far := whole_move(state, unit):
        yield Note("movement left", f"{CENTIMETRES.told(far)} a counter")


def _notes(state: State) -> Iterator[Note]:
    """[honor_glory:10.1]"""
    for side in SIDES:
        lost = f"{broken(state, side)} of {breakpoint_of(state, side)}"
        yield Note(f"{side.title()} units broken, of those it can bear", lost)
    yield objective_note(state, GOALS, state.played.file.objective, CENTIMETRES)
