"""What a unit has in front of it: bands, shots and charges; and the ruler between two places.

Everything is found as the rules find it, in a state as the viewer knows it.
"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.table import Footprint, distance_between
from longroll.board.table.places import INCH
from longroll.display.facts import Note
from longroll.display.preview import Band, Prospect, Shot
from longroll.display.sight import Reach, Sight
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Detail
from longroll.miniatures import ruler
from longroll.miniatures.approach import Way, goal_of
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.casualties.rules import cell, columns_of, read_tenths
from longroll.systems.mckie.charge import approach
from longroll.systems.mckie.command import radius as command_radius
from longroll.systems.mckie.fire import facts as fire_facts
from longroll.systems.mckie.fire.facts import weapon_of
from longroll.systems.mckie.fire.shooting import Aimed, Sights
from longroll.systems.mckie.fire.weapons import FIRE, NO_SHOT
from longroll.systems.mckie.measure import in_inches
from longroll.systems.mckie.table import view
from longroll.systems.mckie.table.field import are_within, sees, stands_of
from longroll.systems.mckie.table.state import ENEMY, State

_RULES = {
    "terrain": "mckie:vis.dense.1",
    "depth": "mckie:vis.dense.2",
    "crest": "mckie:terr.contour",
    "troops": "mckie:fire.over.1",
}
_TIMES = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


# In front of a unit


def reach(state: State, id: str) -> Reach:
    """What a unit or a commander in sight has in front of it."""
    found = prospect(state, id)
    return Reach({}, {shot.target: 0.0 for shot in found.shots}, prospect=found)


def prospect(state: State, id: str) -> Prospect:
    """ValueError if nobody of that name is on the table."""
    general = state.commanders.get(id)
    if general is not None and general.place == "table":
        mine = [one for one in state.units.values() if one.division in general.divisions]
        # Without the rules of generalship only commanders of divisions have a radius.
        has_one = general.role == "division" or state.options.generalship
        radius = command_radius.radius_of(state, general, mine[0]) if mine and has_one else 0
        body = view.body_of_general(general, state.battle.stands)
        return Prospect(unit=id, body=body, commander=id, radius=radius)
    unit = state.units.get(id)
    if unit is None or unit.place != "table":
        raise ValueError(f"there is no unit or general {id!r} on the table")
    who = command_radius.commander_of(state, unit)
    return Prospect(
        unit=id,
        body=view.body_of(unit),
        commander=who or "",
        radius=command_radius.radius_of(state, state.commanders[who], unit) if who else 0,
        arc=FIRE.arc,
        bands=tuple(_bands(state, id)),
        shots=(*_fire(state, id), *_charges(state, id)),
        notes=tuple(_notes(state, id)),
    )


def _bands(state: State, id: str) -> Iterator[Band]:
    """The bands of a weapon, those with the same factor as one. [mckie:fire.rng.bands]"""
    if not state.units[id].weapon:
        return
    near = 0
    for far, factor in zip(FIRE.bands, weapon_of(state, id).factors, strict=True):
        if factor != NO_SHOT:
            yield Band(near, far, f"{near // INCH}–{far // INCH} in: {factor}")
        near = far


def _fire(state: State, id: str) -> Iterator[Shot]:
    """Its fire at every unit it could hit, each with all the stands that can."""
    sights = Sights(state)
    for target in sights.in_reach(id):
        for group in sights.shots(id, (target,)):
            yield shot_of(state.units[id], id, group)


def shot_of(unit: Unit, id: str, group: Aimed) -> Shot:
    """The arithmetic of a group, down to what the casualty table gives it. [mckie:fire.proc.5]"""
    what = "guns" if unit.has_guns else "figures"
    parts = list(columns_of(group.firing))
    cells = [cell(group.factor, column) or 0 for column in parts]
    columns = f": {' and '.join(map(str, parts))}" if len(parts) > 1 else ""
    return Shot(
        verb="fire",
        does="fires at",
        unit=id,
        target=group.target,
        note=f"in arc, in sight, {in_inches(group.nearest)}",
        lines=group.lines,
        sums=(
            Detail(str(group.factor), "Factor"),
            Detail(
                " + ".join(map(_tenths, cells)),
                f"{group.firing} {what}{columns}",
                "mckie:fire.proc.5",
            ),
            Detail(_tenths(group.tenths), _losses(group.tenths)),
        ),
    )


def _tenths(value: int) -> str:
    return f"{value // 10}.{value % 10}"


def _losses(tenths: int) -> str:
    """A value of the casualty table in words. [mckie:cas.read]

    >>> _losses(14), _losses(7), _losses(20)
    ('One lost, another on 1–4', 'Nobody lost, one on 1–7', 'Two lost')
    """
    read = read_tenths(tenths)
    sure = _TIMES[read.definite] if read.definite < len(_TIMES) else str(read.definite)
    if not read.chance:
        return f"{sure} lost".capitalize()
    more = "another" if read.definite else "one"
    upto = "1" if read.chance == 1 else f"1–{read.chance}"
    return f"{sure.capitalize()} lost, {more} on {upto}"


def _charges(state: State, id: str) -> Iterator[Shot]:
    """The enemies it could charge from where it is, if this were the step for charges."""
    unit = state.units[id]
    reach = approach.whole_reach(unit)
    if isinstance(reach, Refusal) or unit.standing != "steady" or unit.fatigued:
        return
    for target in state.of_side(ENEMY[unit.side]):
        aimed = state.units[target]
        if not are_within(unit, aimed, reach + INCH):
            continue
        way = approach.way_to(state, id, goal_of(state, target))
        if isinstance(way, Way):
            struck = approach.struck_where(unit, aimed)
            note = f"{in_inches(way.cost)} of {in_inches(way.reach)}, strikes the {struck}"
            yield Shot(verb="charge", does="may charge", unit=id, target=target, note=note)


def _notes(state: State, id: str) -> Iterator[Note]:
    unit = state.units[id]
    who = command_radius.commander_of(state, unit)
    if who is not None:
        general = state.commanders[who]
        far = distance_between(command_radius.base_of(state, general), stands_of(unit))
        reach = command_radius.radius_of(state, general, unit)
        word = "in command" if command_radius.is_in_command(state, id) else "out of command"
        yield Note(word, f"{in_inches(far)} from {general.title}, radius {in_inches(reach)}")
    seen = [other for other in state.of_side(ENEMY[unit.side]) if sees(state, id, other)]
    if seen:
        yield Note("in sight", ", ".join(other.upper() for other in seen))
    for refusal in fire_facts.bars_to_fire(state, id):
        yield Note("no fire", refusal.why)


# The ruler


def sight(state: State, start: str, end: str) -> Sight:
    """The line between two units, generals or points."""

    def general(word: str) -> Footprint | None:
        one = state.commanders.get(word)
        if one is None or one.place != "table":
            return None
        return command_radius.base_of(state, one)

    return ruler.sight(state, start, end, general, _RULES)
