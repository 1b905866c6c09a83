"""Orders that are drawn on the table, with the words they are written in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.kernel.forms import Act, Legs, OrderForm
from longroll.miniatures.drill import Change
from longroll.systems.honor_glory.options import MOST_ACTIVATIONS
from longroll.systems.honor_glory.play.rulebook import DRILL, RULEBOOK
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.play.troops import Unit

_LEGS = Legs(
    ahead="ahead {length}",
    back="",
    left="left {angle}",
    right="right {angle}",
    oblique="oblique {length} {angle}",
    widest=DRILL.widest_oblique,
)
#: More counters than this are offered to nobody; they may still be written.
_MANY = 4
_FORMING, _FIRING = "Change formation", "Then fire at"


def acts_of(state: State, unit: Unit) -> tuple[Act, ...]:
    """What a unit could be told to do on the spot, and whom it could be told to fire at then."""
    about = Act(text="about", label="About")
    shots = [
        Act(text=f"fire {id}", label=id.upper(), group=_FIRING)
        for id in state.enemies_of(unit.side)
    ]
    return (about, *_changes(replace(unit, left=(1, 1), x=0, y=0, title="")), *shots)


@lru_cache(maxsize=256)
def _changes(unit: Unit) -> tuple[Act, ...]:
    found = []
    for name, manoeuvre in (*DRILL.forms.items(), *DRILL.plain.items()):
        done = RULEBOOK.moves.change(unit, Change(manoeuvre))
        if not isinstance(done, Refusal) and done.unit != unit:
            text = f"form {name}" if name in DRILL.forms else name
            label = name.replace("_", " ").capitalize()
            group = _FORMING if name in DRILL.forms else ""
            found.append(Act(text=text, label=label, group=group))
    return tuple(found)


def declarations(state: State, ids: list[str]) -> Iterator[OrderForm]:
    """One form for all units that could be told the same; the counters stand where others have
    their pace. [honor_glory:28.2] [honor_glory:28.3]"""
    most = min(state.unplaced, MOST_ACTIVATIONS if state.options.two_activations else _MANY)
    counters = tuple(
        Act(text=str(number), label=f"{number} counters") for number in range(2, most + 1)
    )
    alike: dict[tuple[Act, ...], list[str]] = {}
    for id in ids:
        if state.units[id].morale == "formed" and state.opponent_of(id) is None:
            alike.setdefault(acts_of(state, state.units[id]), []).append(id)
    for acts, units in alike.items():
        yield OrderForm(
            verb="declare",
            text="declare {unit} {pace} {legs}",
            many="march {units} declare {pace} {legs}",
            label="Declare this",
            units=tuple(units),
            legs=_LEGS,
            pace="1",
            paces=counters,
            acts=acts,
        )
