"""What the players see: the roster, what is due, and the words that entries are made of."""

from __future__ import annotations

from msgspec.structs import replace

from longroll.display import facts as display
from longroll.display.facts import Note, PhaseFacts, Standing, Steps, SystemTable
from longroll.kernel.system import slug_of
from longroll.miniatures.umpire.roster import FREE
from longroll.systems.honor_glory.play.scenario import scenario_named
from longroll.systems.honor_glory.play.state import Commander
from longroll.systems.honor_glory.play.victory import breakpoint_of, broken
from longroll.systems.honor_glory.table import table_facts
from longroll.systems.honor_glory.umpire import desk
from longroll.systems.honor_glory.umpire.state import State
from longroll.systems.honor_glory.words import SIDES

_PHASES = (PhaseFacts("1", "The goes of a side", None),)


class Facts(display.Facts, frozen=True, kw_only=True):
    """The roster as everybody sees it: on a real table nothing is hidden from the umpire."""

    scenario: str
    #: Commanders in words.
    leaders: dict[str, str]


def facts(state: State) -> Facts:
    return Facts(
        when=when(state),
        turn=max(1, state.full_turn),
        turns=max(turns(state.scenario), state.full_turn),
        phase="1",
        scenario=slug_of(state.scenario),
        units={id: _standing(state, id) for id in state.present()},
        notes=tuple(
            Note(
                f"{side.title()} units broken",
                f"{broken(state, side)}, loses beyond {breakpoint_of(state, side)}",
            )
            for side in SIDES
        ),
        lost=tuple(id for id, unit in state.units.items() if unit.place == "gone"),
        leaders={id: _leader(one) for id, one in state.commanders.items()},
        desk=desk.desk(state),
    )


def when(state: State) -> str:
    return f"Turn {state.full_turn}, {state.active.title()}" if state.turn else "Before the battle"


def turns(scenario: str) -> int:
    """How many turns of both sides there are; one if the scenario does not say."""
    return 1 if scenario == FREE else scenario_named(scenario).file.turns


def _leader(one: Commander) -> str:
    where = f"with {one.joined}" if one.joined else one.fate or "alone"
    return f"{one.title}, {one.rank}, command bonus {one.mp}, {where}"


def _standing(state: State, id: str) -> Standing:
    unit = state.units[id]
    _, whole = desk.points_of(state, id)
    return Standing(
        strength=str(unit.mp),
        steps=Steps(unit.mp, whole),
        formation=unit.formation,
        states=tuple(desk.states(state, id)),
        values=(Note("morale points", f"{unit.mp} of {whole}"),),
    )


def table_of(scenario: str, slug: str, title: str) -> SystemTable:
    """Neither map nor sheet: the table is the players' own."""
    if scenario == FREE:
        return SystemTable(
            slug=slug,
            title=title,
            sides=SIDES,
            pieces=(),
            groups=(),
            phases=_PHASES,
            turns=1,
            ground={},
        )
    known = table_facts.table_facts(scenario_named(scenario), slug, title)
    return replace(known, sheet=None, phases=_PHASES, ground={})
