"""Orders that are drawn on the table, with the words they are written in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import get_args

from longroll.board.table import Turn, about_face
from longroll.kernel.decision import Refusal
from longroll.kernel.forms import Act, Legs, OrderForm
from longroll.miniatures.drill import Change, Drill
from longroll.miniatures.measure import degrees
from longroll.systems.mckie.army.layouts import bar_to_adopt
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.movement.manoeuvres import FORMS, Manoeuvre, Posture, manoeuvred
from longroll.systems.mckie.table.state import Blind
from longroll.systems.mckie.words import GUNS, Arm, Formation

_LEGS = Legs(
    ahead="ahead {length}",
    back="back {length}",
    left="left {angle}",
    right="right {angle}",
    oblique="oblique {length} {angle}",
    widest=DRILL.widest_oblique,
)
#: How a vessel swings at anchor.
SWINGS = (-900, -450, 450, 900)

_DOUBLE = Act(text="double", label="Double")
_FORMING = "Change formation"
_SWINGING = "Swing at anchor"
_LABELS: dict[str, str] = {
    "line": "Line",
    "supported_line": "Supported line",
    "column": "Column",
    "attack_column": "Attack column",
    "road_march": "March column",
    "extended": "Extended order",
    "skirmish": "Skirmish order",
    "limbered": "Limbered",
    "unlimbered": "Unlimbered",
    "limber": "Limber",
    "unlimber": "Unlimber",
    "mount": "Mount",
    "dismount": "Dismount",
}
_FORMATIONS: tuple[Formation, ...] = get_args(Formation)
_MARKER_FORMATIONS: tuple[Formation, ...] = ("line", "road_march")


# Changes on the spot


def changes(unit: Unit) -> tuple[Drill, ...]:
    """Every change of formation that a unit could make from the one it is in."""
    return _changes(unit.arm, unit.formation, bool(unit.front))


@lru_cache(maxsize=1024)
def _changes(arm: Arm, formation: Formation, has_front: bool) -> tuple[Drill, ...]:
    if formation == "unlimbered":
        return (Drill((Change("limber"),)),)
    found: list[Manoeuvre] = []
    if arm in GUNS:
        found.append("unlimber")
    if arm == "cavalry":
        found.append("dismount")
    if arm == "dismounted_cavalry":
        found.append("mount")
    for manoeuvre, name in FORMS.items():
        closes_up = has_front and name in ("line", "extended")
        if (name != formation or closes_up) and _may_form(arm, formation, manoeuvre):
            found.append(manoeuvre)
    return tuple(Drill((Change(manoeuvre),)) for manoeuvre in found)


def _may_form(arm: Arm, formation: Formation, manoeuvre: Manoeuvre) -> bool:
    """Whether troops of that arm ever go from one formation to another."""
    return not isinstance(manoeuvred(Posture(arm, formation), (manoeuvre,)), Refusal)


def acts_of(unit: Unit) -> tuple[Act, ...]:
    """What a unit could be told to do on the spot."""
    about = Act(text=_written(Drill((about_face(),))), label="About")
    if unit.is_vessel:
        return (about, *(_swing(angle) for angle in SWINGS))
    return (about, *(_form(_written(drill)) for drill in changes(unit)))


@cache
def _form(text: str) -> Act:
    return Act(text=text, label=_LABELS[text.split()[-1]], group=_FORMING)


def _swing(angle: int) -> Act:
    hand = "left" if angle < 0 else "right"
    label = f"{degrees(abs(angle))}° to the {hand}"
    return Act(text=_written(Drill((Turn(angle),))), label=label, group=_SWINGING)


def _written(drill: Drill) -> str:
    return " ".join(DRILL.write(drill))


# Forms


def marches(units: Mapping[str, Unit]) -> Iterator[OrderForm]:
    """Marching orders, one form for all units with the same orders."""
    alike: dict[tuple[str, tuple[Act, ...], tuple[Act, ...], bool], list[str]] = {}
    for id, unit in units.items():
        # Unlimbered guns move by hand.
        by_hand = unit.formation == "unlimbered"
        faster = () if by_hand or unit.is_vessel else (_DOUBLE,)
        key = "manhandle" if by_hand else "", faster, acts_of(unit), unit.is_vessel
        alike.setdefault(key, []).append(id)
    for (pace, paces, acts, at_anchor), ids in alike.items():
        yield OrderForm(
            verb="move",
            text="move {unit} {pace} {legs}",
            many="" if at_anchor else "march {units} move {pace} {legs}",
            label="Move here",
            units=tuple(ids),
            legs=None if at_anchor else _LEGS,
            pace=pace,
            paces=paces,
            acts=acts,
        )


def rides(generals: Iterable[str]) -> Iterator[OrderForm]:
    ids = tuple(generals)
    if ids:
        yield OrderForm(verb="ride", text="ride {unit} {x} {y}", label="Ride here", units=ids)


def marker_moves(blinds: Mapping[str, Blind]) -> Iterator[OrderForm]:
    """Markers go in line or in road march, from point to point."""
    for formation in _MARKER_FORMATIONS:
        ids = tuple(id for id, one in blinds.items() if one.formation == formation)
        if ids:
            yield OrderForm(
                verb="blind",
                text="blind {unit} {act} {x} {y}",
                label="March here",
                units=ids,
                act=formation,
                acts=_stances(_MARKER_FORMATIONS),
            )


def deployments(
    units: Mapping[str, Unit], generals: Iterable[str], blinds: Mapping[str, Blind]
) -> Iterator[OrderForm]:
    """Where everybody is before the battle; generals have no front."""
    standing = "deploy {unit} {x} {y} {heading} {act}"
    arms = dict.fromkeys(unit.arm for unit in units.values())
    for arm in arms:
        ids = tuple(id for id, unit in units.items() if unit.arm == arm)
        acts = _stances(name for name in _FORMATIONS if bar_to_adopt(arm, name) is None)
        yield OrderForm(verb="deploy", text=standing, label="Stand here", units=ids, acts=acts)
    for formation in _MARKER_FORMATIONS:
        ids = tuple(id for id, one in blinds.items() if one.formation == formation)
        if ids:
            acts = _stances(_MARKER_FORMATIONS)
            yield OrderForm(
                verb="deploy",
                text=standing,
                label="Stand here",
                units=ids,
                act=formation,
                acts=acts,
            )
    leaders = tuple(generals)
    if leaders:
        yield OrderForm(
            verb="deploy", text="deploy {unit} {x} {y}", label="Stand here", units=leaders
        )


def _stances(names: Iterable[str]) -> tuple[Act, ...]:
    return tuple(Act(text=name, label=_LABELS[name], group=_FORMING) for name in names)
