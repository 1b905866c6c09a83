"""2.1a Pioneers: axes against Fallen Timber.

They are markers of the Union, not units: they count nothing for stacking, engage nobody, hinder no
move and no sight, never lead a stack, never fight and never move.
[chickasaw_bayou:2.1a.6] [chickasaw_bayou:2.1a.7] [chickasaw_bayou:2.1a.9]
[chickasaw_bayou:2.1a.13] [chickasaw_bayou:2.1a.14] [chickasaw_bayou:2.1a.16]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.display.facts import MarkFacts
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.event import Effect, Event, Scene
from longroll.systems.blind_swords.combat import DEFENSIVE, OPPORTUNITY, Assault, Volley
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.blind_swords.movement import INFANTRY
from longroll.systems.blind_swords.roster import Name
from longroll.systems.blind_swords.tables import NO_EFFECT
from longroll.systems.blind_swords.wording import name
from longroll.systems.chickasaw_bayou.state import Pioneer, State
from longroll.systems.chickasaw_bayou.tables import TABLES

_UNION, _CONFEDERATE = "union", "confederate"
_DONE = choice("done")


class PioneerPlaced(Event, frozen=True, kw_only=True):
    """Infantry has sent men with axes into timber."""

    unit: Name
    hex: Hex

    def text(self) -> str:
        return f"{self.unit} places a Pioneer in {self.hex}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class PioneerRemoved(Event, frozen=True, kw_only=True):
    """Pioneers have gone back, or have been driven off."""

    hex: Hex

    def text(self) -> str:
        return f"The Pioneer in {self.hex} is removed."

    def effect(self) -> Effect | None:
        return Effect("loss", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


# Placing them


def is_infantry(state: State, unit: int) -> bool:
    """Infantry in the strict sense: dismounted cavalry has no Pioneers (CB-51)."""
    return state.piece(unit).arm == INFANTRY


def bars_to_place(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """What keeps a unit from placing a Pioneer in a hex, as its Full Activation begins.

    [chickasaw_bayou:2.1a.1] [chickasaw_bayou:2.1a.2] [chickasaw_bayou:2.1a.3]
    [chickasaw_bayou:2.1a.4] [chickasaw_bayou:2.1a.17]
    """
    piece, start = state.piece(unit), state.hex_of(unit)
    brigade = state.active.brigade if state.active else ""
    if piece.side != _UNION or not is_infantry(state, unit):
        yield Refusal("chickasaw_bayou:2.1a.1", f"{piece.title} is not Union infantry")
    if piece.brigade != brigade or not start:
        yield Refusal("chickasaw_bayou:2.1a.2", f"{piece.title} is not being activated")
        return
    if hex not in state.timber:
        yield Refusal("chickasaw_bayou:2.1a.2", f"there is no Fallen Timber in {hex}")
        return
    if state.game.grid.distance(start, hex) > 1:
        yield Refusal("chickasaw_bayou:2.1a.2", f"{piece.title} is neither in nor next to {hex}")
    if state.stack(hex, _CONFEDERATE):
        yield Refusal("chickasaw_bayou:2.1a.3", f"the enemy holds {hex}")
    if hex in state.pioneers:
        yield Refusal("chickasaw_bayou:2.1a.3", f"a Pioneer is in {hex} already")
    if unit in state.pioneered:
        yield Refusal("chickasaw_bayou:2.1a.4", f"{piece.title} has placed a Pioneer")
    most = TABLES.counts.pioneers
    if len(state.pioneers) >= most:
        yield Refusal("chickasaw_bayou:2.1a.17", f"all {most} Pioneers are on the map")


def placements(state: State) -> list[Choice]:
    """Every Pioneer that the active brigade may place now."""
    if state.active is None:
        return []
    near = state.game.grid.adjacent
    return [
        choice("pioneer", state.piece(unit).id, hex)
        for unit in state.brigade_units(state.active.brigade)
        for hex in sorted((state.hex_of(unit), *near[state.hex_of(unit)]))
        if hex in state.timber and next(bars_to_place(state, unit, hex), None) is None
    ]


def begin_activation(state: State) -> Iterator[Ask]:
    """A Full Activation of the Union begins. [chickasaw_bayou:2.1a.2]"""
    state.pioneered = frozenset()
    if placements(state):
        yield PlacePioneers()


class PlacePioneers(Ask, frozen=True):
    """Infantry that starts its Full Activation at timber may place Pioneers.

    [chickasaw_bayou:2.1a.2] [chickasaw_bayou:2.1a.5]
    """

    rule: ClassVar[str] = "chickasaw_bayou:2.1a.2"
    verbs: ClassVar[tuple[str, ...]] = ("pioneer", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return _UNION

    def question(self, state: State) -> str:
        return "Who places a Pioneer, and where?"

    def choices(self, state: State) -> list[Choice]:
        return [*placements(state), _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            return
        unit = state.game.roster.number.get(choice.object)
        if unit is None or len(choice.objects) != 2:
            yield Refusal(self.rule, "a unit places a Pioneer in one hex")
        else:
            yield from bars_to_place(state, unit, choice.objects[1])

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
            return
        unit, hex = state.game.roster.number[choice.object], choice.objects[1]
        placed: Pioneer = "front"
        state.pioneers = {**state.pioneers, hex: placed}
        state.pioneered |= {unit}
        rules = ("chickasaw_bayou:2.1a.2", "chickasaw_bayou:2.1a.5")
        umpire.tell(PioneerPlaced(rules=rules, unit=name(state, unit), hex=hex))


# Losing them


def remove(state: State, hex: Hex, rule: str, umpire: Umpire) -> None:
    """Take a Pioneer off the map; it can be placed anew at once. [chickasaw_bayou:2.1a.17]"""
    state.pioneers = {other: side for other, side in state.pioneers.items() if other != hex}
    umpire.tell(PioneerRemoved(rules=(rule,), hex=hex))


def lone(state: State) -> list[Hex]:
    """Hexes that hold nothing but a Pioneer."""
    return sorted(hex for hex in state.pioneers if not state.stack(hex, _UNION))


def entered(state: State, units: Sequence[int], hex: Hex, how: str, umpire: Umpire) -> None:
    """A Confederate who comes upon a lone Pioneer drives it off. [chickasaw_bayou:2.1a.8]"""
    if hex in state.pioneers and state.side_of(units[0]) == _CONFEDERATE:
        remove(state, hex, "chickasaw_bayou:2.1a.8", umpire)


def left(state: State, unit: int, hex: Hex, how: str, umpire: Umpire) -> None:
    """Pioneers without friendly infantry in their hex or next to it go back at once.

    [chickasaw_bayou:2.1a.15]
    """
    if state.side_of(unit) != _UNION:
        return
    grid = state.game.grid
    for place in sorted(state.pioneers):
        if grid.distance(place, hex) > 1:
            continue
        near = (place, *grid.adjacent[place])
        if not any(is_infantry(state, u) for one in near for u in state.stack(one, _UNION)):
            remove(state, place, "chickasaw_bayou:2.1a.15", umpire)


def suffered(state: State, unit: int, hex: Hex, umpire: Umpire) -> None:
    """A Pioneer goes with the first loss or retreat of its friends. [chickasaw_bayou:2.1a.12]"""
    if hex in state.pioneers and state.side_of(unit) == _UNION:
        remove(state, hex, "chickasaw_bayou:2.1a.12", umpire)


def bare_targets(state: State, side: str, kind: str) -> Iterator[Hex]:
    """Lone Pioneers may be fired at, by an event too. [chickasaw_bayou:2.1a.10]"""
    if side == _CONFEDERATE and kind not in (DEFENSIVE, OPPORTUNITY):
        yield from lone(state)


def fired(state: State, volley: Volley, cell: str, umpire: Umpire) -> None:
    """Any result drives lone Pioneers off, as they have no Cohesion to test (CB-52).

    [chickasaw_bayou:2.1a.10]
    """
    if cell != NO_EFFECT and volley.side == _CONFEDERATE and volley.hex in lone(state):
        remove(state, volley.hex, "chickasaw_bayou:2.1a.10", umpire)


def bare_to_assault(state: State, side: str) -> Iterator[Hex]:
    """Lone Pioneers may be assaulted. [chickasaw_bayou:2.1a.11]"""
    if side == _CONFEDERATE:
        yield from lone(state)


def overrun(state: State, assault: Assault, umpire: Umpire) -> None:
    """Nobody resists. [chickasaw_bayou:2.1a.11]"""
    if assault.hex in state.pioneers:
        remove(state, assault.hex, "chickasaw_bayou:2.1a.11", umpire)


def marks(state: State) -> Iterator[MarkFacts]:
    for hex, side in sorted(state.pioneers.items()):
        yield MarkFacts("Pioneer" if side == "front" else "Pioneer at work", hex, _UNION)


RULES = Rules[State](
    begin_activation=begin_activation,
    entered=entered,
    left=left,
    suffered=suffered,
    bare_targets=bare_targets,
    fired=fired,
    bare_to_assault=bare_to_assault,
    overrun=overrun,
    marks=marks,
)
STEPS: tuple[type[Any], ...] = (PlacePioneers,)
