"""The table in words: the state of the battle, what is in a hex, what a counter is."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.systems.stockade_redan.drawing import Board
from longroll.systems.stockade_redan.events import ROMAN
from longroll.systems.stockade_redan.roster import CONFEDERATE, NUMBER, ROSTER, SIDES, UNION
from longroll.systems.stockade_redan.sequence import PHASES
from longroll.systems.stockade_redan.terrain import MAP, REDAN, TERRAIN
from longroll.systems.stockade_redan.view import Facts


def headline(facts: Facts) -> str:
    """Assault, turn, phase, morale, losses and the wall, in one line."""
    when = f"Assault {facts.assault}, set-up"
    if facts.turn:
        title = PHASES[ROMAN.index(facts.phase) - 1].title.removesuffix(" Phase")
        when = (
            f"Assault {facts.assault}, turn {facts.turn} of {facts.turns}, {facts.phase}: {title}"
        )
    lost = {side: sum(ROSTER[NUMBER[id]].side == side for id in facts.lost) for side in SIDES}
    return " | ".join(
        [
            when,
            f"morale {facts.morale or 'not rolled'}",
            f"lost: U {lost[UNION]}, C {lost[CONFEDERATE]}",
            f"wall: U {len(facts.union_held)} of {len(REDAN)}",
        ]
    )


def describe(facts: Facts, word: str) -> list[str]:
    """What is in a hex, or what a counter is and where; nothing if `word` is neither."""
    if word in TERRAIN:
        return list(_hex(facts, word))
    if word in NUMBER:
        return [_unit(facts, word)]
    return []


def gloss(facts: Facts, word: str) -> str:
    """A note about a hex or a counter, to print beside it in a list."""
    if word in TERRAIN:
        return Board(facts).stack(word)
    if word in NUMBER:
        return _place(facts, word)
    return ""


def _hex(facts: Facts, hex: Hex) -> Iterator[str]:
    terrain = MAP.terrain[hex].replace("_", " ")
    label = f", {MAP.labels[hex]}" if hex in MAP.labels else ""
    yield f"{hex}: {terrain}{label}, defence {TERRAIN[hex].defence}"
    if hex in REDAN:
        holder = "Union" if hex in facts.union_held else "Confederates"
        yield f"  held by the {holder}"
    for stack in facts.stacks:
        if stack.hex == hex and stack.units is None:
            yield f"  {stack.side.title()}: a stack that the Union cannot look into"
        elif stack.hex == hex:
            yield from (
                f"  {stack.side.title()}: {_counter(facts, id)}" for id in stack.units or ()
            )
    loose = [bridge for bridge in facts.bridges if bridge.hex == hex and not bridge.carrier]
    laid = sum(bridge.up == "bridging" for bridge in loose)
    if laid:
        yield "  a bridge is laid"
    if len(loose) > laid:
        yield f"  bridging markers on the ground: {len(loose) - laid}"
    if hex in facts.carnage:
        yield "  carnage"
    if hex in facts.chaos:
        yield f"  Chaos of War, placed by the {facts.chaos[hex].title()}"
    for marker in facts.markers:
        if marker.hex == hex:
            yield f"  {marker.side.title()} bombardment{' (not called off)' * marker.tried}"


def _counter(facts: Facts, id: str) -> str:
    """One counter of a stack, with what it carries and whether it has acted."""
    carries = any(bridge.carrier == id for bridge in facts.bridges)
    notes = (", bridging marker" if carries else "") + (", has acted" * (id in facts.spent))
    return f"{id}, {ROSTER[NUMBER[id]].title}{notes}"


def _unit(facts: Facts, id: str) -> str:
    piece = ROSTER[NUMBER[id]]
    factors = piece.factors
    fire = f", fire {factors.fire}, range {factors.range}" if factors.fire else ""
    where = _place(facts, id)
    return f"{_counter(facts, id)}: {piece.kind}, movement {factors.movement}{fire}; {where}"


def _place(facts: Facts, id: str) -> str:
    """The hex of a counter, or why it has none that the viewer knows."""
    if id in facts.lost:
        return "lost"
    for stack in facts.stacks:
        if stack.units and id in stack.units:
            return stack.hex
    hidden = ROSTER[NUMBER[id]].side != UNION and any(s.units is None for s in facts.stacks)
    return "not in sight" if hidden else "not on the map"
