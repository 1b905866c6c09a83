"""What an entry leaves to be done, and what a unit does once its tests are over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.miniatures.umpire.noting import note
from longroll.miniatures.umpire.roster import in_order
from longroll.systems.honor_glory import melee, morale, rates
from longroll.systems.honor_glory.measure import CENTIMETRES
from longroll.systems.honor_glory.melee_tables import PUSH_BACK
from longroll.systems.honor_glory.morale import Reason
from longroll.systems.honor_glory.play import hits, melees
from longroll.systems.honor_glory.umpire.state import Round, State
from longroll.systems.honor_glory.words import Action

FLIGHT: tuple[Action, ...] = ("withdraw", "rout", "broken")


def bars_to_end_go(state: State) -> Iterator[Refusal]:
    """What is still to be done before a go is over: a unit's go is played to its end, with all
    answers and tests, before the next begins. [honor_glory:9.p3]"""
    if not state.turn:
        yield Refusal("honor_glory:9.first", "say who opens the battle: first union")
        return
    for id in state.tests:
        yield Refusal("honor_glory:9.p3", f"{state.units[id].title} must test morale first")
    if state.charge is not None:
        title = state.units[state.charge.charger].title
        yield Refusal("honor_glory:9.p3", f"the charge of {title} is still under way")
    for id in state.unchecked:
        title = state.units[id].title
        yield Refusal("honor_glory:9.p3", f"{title} must first take its control test")


def bars_to_go_on(state: State, id: str) -> Iterator[Refusal]:
    """Why a unit cannot begin its go: only the side whose turn it is acts. [honor_glory:9.p1]"""
    yield from bars_to_end_go(state)
    if state.turn and state.units[id].side != state.active:
        yield Refusal("honor_glory:9.p1", f"it is the turn of the {state.active.title()} side")


def add_tests(state: State, id: str, reasons: Iterable[Reason]) -> None:
    """Add tests to those a unit must take, in the order of the table. [honor_glory:100.5a]"""
    due = morale.in_order((*state.tests.get(id, ()), *reasons))
    if due and state.units[id].place == "table":
        state.tests = in_order({**state.tests, id: due})


def standing(state: State) -> list[str]:
    """The units that have points left."""
    return [id for id in state.present() if state.units[id].mp]


def note_broken(state: State, before: Iterable[str]) -> None:
    """Units that were `standing` before and have no points left run, whatever took them: they may
    have failed a test to fire, or their commander-in-chief fell. [honor_glory:50.1]
    [honor_glory:29.7]"""
    for id in before:
        if state.units[id].place == "table" and not state.units[id].mp:
            suffer(state, id, "broken")


def settle(state: State, umpire: Umpire) -> None:
    """Once nobody has a test left, the worst result of each unit is carried out.
    [honor_glory:9.1.4] [honor_glory:97.1.4]"""
    for id in list(state.tests):
        if state.units[id].mp == 0 or state.units[id].place != "table":
            _drop(state, id)
    if state.tests:
        return
    beaten = {id for id, unit in state.units.items() if unit.mp == 0 and unit.morale == "broken"}
    actions = {
        id: "broken" if id in beaten else morale.worst(suffered)
        for id, suffered in state.suffered.items()
    }
    state.suffered = {}
    left = {id: state.opponents_of(id) for id in actions}
    fought, state.fought = state.fought, None
    if fought is not None:
        _end_round(state, fought, actions, umpire)
    fled = [id for id, action in actions.items() if action in FLIGHT]
    for id, action in actions.items():
        enforce(state, id, action, umpire)
        foes = [] if fought is not None and fought.holder == id else left.get(id, [])
        _left_by(state, id, [one for one in foes if one not in fled])


def _drop(state: State, id: str) -> None:
    """A unit without points is broken and tests no more. [honor_glory:100.5b]"""
    state.tests = {one: due for one, due in state.tests.items() if one != id}
    suffer(state, id, "broken")


def suffer(state: State, id: str, action: Action) -> None:
    """Remember what a test demands, until all are taken. [honor_glory:9.1.4]"""
    suffered = (*state.suffered.get(id, ()), action)
    state.suffered = in_order({**state.suffered, id: suffered})


def enforce(state: State, id: str, action: Action, umpire: Umpire) -> None:
    """What a result makes a unit do, for the players to carry out. [honor_glory:97.3]
    [honor_glory:48.2.2] [honor_glory:50.2]"""
    unit = state.units[id]
    if action not in FLIGHT or unit.place != "table":
        return
    hits.end_melee(state, id)
    _stop_charge(state, id)
    state.answers = {one: answer for one, answer in state.answers.items() if one != id}
    if action == "withdraw":
        far = rates.withdrawal(unit.mover)
        how = "stays, for it cannot be moved" if far is None else f"withdraws {_told(far)}"
        note(state, umpire, id, how, "honor_glory:48.2.2")
        return
    state.change(id, morale="routing" if action == "rout" else "broken", ran=True, prone=False)
    if action == "broken" and state.options.remove_broken:
        hits.gone(state, id, "is broken and leaves the field", umpire)
        return
    runs(state, id, umpire)


def runs(state: State, id: str, umpire: Umpire) -> None:
    """A rout move towards its own edge. [honor_glory:50.1] [honor_glory:50.2]"""
    far = rates.rout(state.units[id].mover)
    if far is None:
        hits.gone(state, id, "is abandoned by its crew", umpire)
    else:
        note(state, umpire, id, f"runs {_told(far)} towards its own edge", "honor_glory:50.2")


def _told(distance: int) -> str:
    return CENTIMETRES.told(distance)


def _left_by(state: State, id: str, foes: Iterable[str]) -> None:
    """Everybody who fought a unit that has left its melee is tested, unless it surrendered.
    [honor_glory:92.0] [honor_glory:20.6]"""
    if state.units[id].place != "table" or state.opponent_of(id) is not None:
        return
    for foe in foes:
        if state.units[foe].morale == "formed" and state.opponent_of(foe) is None:
            state.unchecked = in_order({**state.unchecked, foe: id})


def _stop_charge(state: State, id: str) -> None:
    """A charge ends with the flight of either unit. [honor_glory:78.3] [honor_glory:63.7]"""
    if state.charge is not None and id in (state.charge.charger, state.charge.target):
        state.charge = None


def _end_round(state: State, fought: Round, actions: dict[str, Action], umpire: Umpire) -> None:
    """Who loses the cover that was fought for, and who tires. [honor_glory:86.0]
    [honor_glory:96.1.3]"""
    pair = (fought.unit, fought.enemy)
    fled = [id for id in pair if actions.get(id) in FLIGHT]
    for id, enemy in (pair, pair[::-1]):
        lost = dict(zip(pair, fought.lost, strict=True))
        if not fled and fought.holder and melee.verdict(lost[id], lost[enemy]) == "lost":
            hits.end_melee(state, id)
            what = f"loses the fight for the cover and is moved back {_told(PUSH_BACK)}"
            note(state, umpire, id, what, "honor_glory:86.1")
    if not fled:
        for id in pair:
            if state.opponent_of(id) is not None:
                melees.tire(state, id, actions.get(_other(pair, id), "none"), umpire)


def _other(pair: tuple[str, str], id: str) -> str:
    return pair[1] if id == pair[0] else pair[0]


def received(state: State, action: Action, umpire: Umpire) -> None:
    """What a unit does that has taken its test to receive a charge. [honor_glory:85.0]
    [honor_glory:78.1] [honor_glory:78.3]"""
    charge = state.charge
    assert charge is not None
    if action in FLIGHT:
        what = f"goes to where {state.units[charge.target].title} stood"
        foes = state.opponents_of(charge.target)
        enforce(state, charge.target, action, umpire)
        _left_by(state, charge.target, foes)
        note(state, umpire, charge.charger, what, "honor_glory:78.3")
        return
    may = action == "countercharge_or_stand"
    state.charge = replace(charge, stage="answer", may_countercharge=may)
