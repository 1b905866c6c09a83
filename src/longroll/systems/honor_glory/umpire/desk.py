"""The umpire's desk: the roster, what is due, and everything that can be entered with a tap."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from longroll.display.desk import (
    Button,
    Buttons,
    Desk,
    Due,
    Row,
    Throw,
)
from longroll.miniatures.umpire.ending import ends
from longroll.miniatures.umpire.leaders import buttons as join_buttons
from longroll.miniatures.umpire.noting import said
from longroll.miniatures.umpire.pages import departures, formations, losses
from longroll.systems.honor_glory.play.deploying import other
from longroll.systems.honor_glory.play.state import Commander
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.table.faults import FORMATIONS
from longroll.systems.honor_glory.umpire import armies, charging, chips, dice, pages, roster, turns
from longroll.systems.honor_glory.umpire import shooting as fire
from longroll.systems.honor_glory.umpire.reading import Where, troops
from longroll.systems.honor_glory.umpire.state import State
from longroll.systems.honor_glory.words import FOOT, REGIMENTS, SIDES

_ANSWERS: tuple[tuple[charging.Response, str], ...] = (
    ("stand", "stands"),
    ("volley", "fires"),
    ("countercharge", "countercharges"),
)


def desk(state: State) -> Desk:
    return Desk(
        heading=_heading(state),
        roster=tuple(_row(state, id, unit) for id, unit in state.units.items()),
        due=tuple(_due(state)),
        at_once=(),
        pages=tuple(pages.pages(state)),
        throws=tuple(_throws(state)),
        choices=tuple(_choices(state)),
        onward=Button(text="turn", label=f"End the turn: {other(state.active).title()} is next"),
        of_units=tuple(_of_units(state)),
        recruits=armies.recruits(state),
        ends=tuple(ends(SIDES)),
        example="fire u1 c2 12 cover informal dice d20 4",
    )


def _heading(state: State) -> str:
    if not state.turn:
        return "Before the battle"
    counters = state.counters.get(state.active, 0)
    return f"Turn {state.full_turn}, {state.active.title()}: {counters} counters"


# The roster


def _row(state: State, id: str, unit: Unit) -> Row:
    leaders = " and ".join(one.title for one in state.with_unit(id).values())
    arms = said(unit.weapon) if unit.weapon else said(unit.gun)
    _, whole = points_of(state, id)
    told = [f"class {unit.class_} {said(unit.arm)}", arms, f"{unit.mp} of {whole} morale points"]
    if leaders:
        told.append(f"{leaders} with it")
    return Row(
        id=id,
        label=id.upper(),
        title=unit.title,
        side=unit.side,
        kind="cavalry" if unit.arm == "dismounted_cavalry" else unit.arm,
        note=f"class {unit.class_}",
        text="; ".join(one for one in told if one),
        left=unit.mp,
        of=whole,
        formation=unit.formation,
        place=unit.place,
        states=tuple(states(state, id)),
    )


def points_of(state: State, id: str) -> tuple[int, int]:
    """The morale points of a unit, and those that it began with."""
    left = state.units[id].mp
    return left, max(state.original.get(id, left), left)


def states(state: State, id: str) -> Iterator[str]:
    unit = state.units[id]
    if unit.morale != "formed":
        yield unit.morale
    if unit.rest:
        yield f"rests {unit.rest} more"
    if unit.blown:
        yield "blown"
    if unit.prone:
        yield "prone"
    if unit.arm == "dismounted_cavalry":
        yield "dismounted"
    if state.opponent_of(id) is not None:
        yield "in melee"
    if state.charge is not None and state.charge.charger == id:
        yield "charging"
    if unit.fired:
        yield "fired"
    if unit.fought:
        yield "fought"
    if not unit.colonel and unit.arm in REGIMENTS:
        yield "commander lost"


# What the moment calls for


def _due(state: State) -> Iterator[Due]:
    for id, reasons in state.tests.items():
        yield Due(
            unit=id,
            title="morale",
            does="must test morale",
            rule="honor_glory:98.1",
            step="",
            now=True,
            past=False,
            reasons=tuple(chips.REASONS[reason] for reason in reasons),
            words=reasons[:1],
            page="morale",
        )
    for one, enemy in pages.unfought(state):
        yield Due(
            unit=one,
            title=f"melee with {enemy.upper()}",
            does="is in contact and fights",
            rule="honor_glory:75.7",
            step="",
            now=True,
            past=False,
            page="melee",
            act="Fight",
        )


def _throws(state: State) -> Iterator[Throw]:
    for id, answer in state.answers.items():
        unit, enemy = state.units[id], state.units[answer.enemy]
        reply = fire.Fire(
            (), id, answer.enemy, answer.distance, False, Where(answer.cover),
            Where(answer.enemy_cover),
        )  # fmt: skip
        aimed = fire.aim_of(state, reply)
        needed = dice.of_fire(
            troops(state, id, reply.own), troops(state, answer.enemy, reply.other), aimed
        )
        yield Throw(
            title=f"{unit.title} may return fire at {enemy.title}",
            rule="honor_glory:54.2",
            text=f"reply {id}",
            thrown="dice",
            dice=tuple(needed),
        )
    for id in state.unchecked:
        yield Throw(
            title=f"Control test of {state.units[id].title}",
            rule="honor_glory:92.0",
            text=f"control {id}",
            thrown="dice",
            dice=dice.of_basic(),
        )
    charge = state.charge
    if charge is not None and charge.stage == "contact" and not (charge.bonus or state.tests):
        number = 2 if state.units[charge.charger].arm == "cavalry" else 1
        yield Throw(
            title=f"Charge bonus of {state.units[charge.charger].title}",
            rule="honor_glory:79.1a",
            text="bonus",
            thrown="dice",
            dice=(dice.six("for the bonus"),) * number,
        )


def _choices(state: State) -> Iterator[Buttons]:
    if not state.turn:
        yield Buttons(
            label="Who opens the battle?",
            rule="honor_glory:9.first",
            buttons=tuple(
                Button(text=f"first {side}", label=f"{side.title()} opens") for side in SIDES
            ),
        )
    if state.options.lines_of_communication:
        for side in reversed(SIDES):
            holder = other(turns.holder_of(state, side))
            told = f"{holder.title()} {'takes it back' if holder == side else 'takes it'}"
            yield Buttons(
                label=f"The {side.title()} camp",
                rule="honor_glory:OP8.2",
                buttons=(Button(text=f"camp {side} {holder}", label=told),),
            )
    for id in state.answers:
        yield Buttons(
            label=f"Or {id.upper()} does not fire",
            rule="honor_glory:54.2",
            buttons=(Button(text=f"hold {id}", label=f"{id.upper()} holds its fire"),),
        )
    charge = state.charge
    if charge is not None and charge.stage == "answer":
        yield Buttons(
            label=f"How does {state.units[charge.target].title} receive the charge?",
            rule="honor_glory:85.1",
            buttons=tuple(
                Button(text=f"{verb} {charge.target}", label=f"{charge.target.upper()} {label}")
                for verb, label in _ANSWERS
                if not any(charging.bars_to_answer(state, charge.target, verb, Where()))
            ),
        )
    if charge is not None and charge.stage == "contact" and not state.tests:
        yield Buttons(
            label=f"Does {state.units[charge.charger].title} reach its target?",
            rule="honor_glory:77.8a",
            buttons=(Button(text="short", label="The charge falls short"),),
        )


# The sheet of a unit


def _of_units(state: State) -> Iterator[Buttons]:
    units = {id: state.units[id] for id in state.present()}
    names = dict.fromkeys(name for known in FORMATIONS.values() for name in known)
    yield formations(units, names, lambda one, name: name in FORMATIONS[one.arm])
    yield Buttons(label="It:", buttons=tuple(one for one in _deeds(units) if one.units))
    yield Buttons(
        label="Set it:", buttons=tuple(one for one in _changes(state, units) if one.units)
    )
    yield Buttons(label="", buttons=tuple(join_buttons(state, "join", _is_with)))


def _where(units: dict[str, Unit], is_so: Callable[[Unit], bool]) -> tuple[str, ...]:
    return tuple(id for id, one in units.items() if is_so(one))


def _deeds(units: dict[str, Unit]) -> Iterator[Button]:
    yield Button(
        text="rally {unit}",
        label="is rallied",
        units=_where(units, lambda one: one.morale == "routing"),
    )
    tired = _where(units, lambda one: one.rest > 0 or one.morale == "rallying" or one.blown)
    yield Button(text="rest {unit}", label="rests", units=tired)
    on_foot = _where(units, lambda one: one.arm in FOOT and not one.prone)
    yield Button(text="posture {unit} prone", label="lies down", units=on_foot)
    down = _where(units, lambda one: one.prone)
    yield Button(text="posture {unit} up", label="stands up", units=down)
    mounted = _where(units, lambda one: one.arm == "cavalry")
    yield Button(text="posture {unit} dismounted", label="dismounts", units=mounted)
    led = _where(units, lambda one: one.arm == "dismounted_cavalry")
    yield Button(text="posture {unit} mounted", label="mounts", units=led)


def _changes(state: State, units: dict[str, Unit]) -> Iterator[Button]:
    for morale in roster.MORALES:
        others = tuple(id for id, one in units.items() if one.mp and one.morale != morale)
        yield Button(text=f"state {{unit}} {morale}", label=morale, units=others)
    yield from losses(units, lambda id: points_of(state, id), "points")
    yield from departures(state, lambda id: state.opponent_of(id) is not None)


def _is_with(one: Commander) -> str:
    return f"{one.title} is with it (+{one.mp})"
