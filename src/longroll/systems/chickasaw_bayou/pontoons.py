"""17.6g The Pontoon Bridge: where it is laid, and how it is shot to pieces and mended.

What it does for those who cross it is in `bridges`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.event import Effect, Event, Scene
from longroll.systems.blind_swords.combat import ARTILLERY, Volley
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.blind_swords.state import HexName
from longroll.systems.blind_swords.tables import NO_EFFECT
from longroll.systems.chickasaw_bayou.game import setting
from longroll.systems.chickasaw_bayou.state import State
from longroll.systems.chickasaw_bayou.tables import TABLES
from longroll.systems.chickasaw_bayou.terrain import BAYOUS

UNION, CONFEDERATE = "union", "confederate"
WHOLE, DAMAGED = "whole", "damaged"
_DONE = choice("done")


class BridgeLaid(Event, frozen=True, kw_only=True):
    """The Union has laid a bridge, or the Confederates have led it astray."""

    hex: Hex
    start: Hex = ""

    def text(self) -> str:
        if self.start:
            return f"Patterson gets lost: the Pontoon Bridge goes from {self.start} to {self.hex}."
        return f"The Pontoon Bridge is laid in {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


_FATES = {
    "stays": "stays where it is",
    "moved": "is in the wrong place",
    "destroyed": "is destroyed",
    "damaged": "is damaged",
    "repaired": "is repaired",
    "unrepaired": "is not repaired",
}


class BridgeFate(Event, frozen=True, kw_only=True):
    """What a roll, or fire, has made of a bridge."""

    topic: ClassVar[str] = "bridges"

    hex: Hex
    fate: str

    def text(self) -> str:
        return f"The Pontoon Bridge in {self.hex} {_FATES[self.fate]}."

    def effect(self) -> Effect | None:
        if self.fate in ("destroyed", "damaged"):
            return Effect("destruction" if self.fate == "destroyed" else "loss", self.text())
        return Effect("other", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


def is_usable(state: State, hex: Hex) -> bool:
    """Whether a bridge can be crossed: a damaged one cannot. [chickasaw_bayou:17.6g.4]"""
    return state.pontoons.get(hex) == WHOLE


def _set(state: State, hex: Hex, bridge: str) -> None:
    """Change a bridge; "" takes it off the map for good."""
    rest = {other: one for other, one in state.pontoons.items() if other != hex}
    state.pontoons = {**rest, hex: bridge} if bridge else rest  # type: ignore[dict-item]


# Before the battle


def begin_battle(state: State) -> Iterator[Ask | Do]:
    """As many bridges as the scenario has: the second one of the box is for experiments only.

    [chickasaw_bayou:17.6g.1] [chickasaw_bayou:17.6g.8]
    """
    for _ in range(setting(state.scenario, state.options).special.pontoon_bridges):
        yield LayBridge()


def bars_to_lay(state: State, hex: Hex) -> Iterator[Refusal]:
    """What keeps a bridge out of a hex: it needs a bayou within a hex of Union infantry (CB-34).

    [chickasaw_bayou:17.6g.1]
    """
    rule = "chickasaw_bayou:17.6g.1"
    if hex not in BAYOUS:
        yield Refusal(rule, f"{hex or 'nothing'} is not a Bayou hex")
        return
    if hex in state.pontoons or state.stack(hex, CONFEDERATE):
        yield Refusal(rule, f"{hex} is not free")
    near = (hex, *state.game.grid.adjacent[hex])
    if not any(state.arm(unit) == "infantry" for one in near for unit in state.stack(one, UNION)):
        yield Refusal(rule, f"no Union infantry is within a hex of {hex}")


class LayBridge(Ask, frozen=True):
    """The Union lays a bridge. [chickasaw_bayou:17.6g.1]"""

    rule: ClassVar[str] = "chickasaw_bayou:17.6g.1"
    verbs: ClassVar[tuple[str, ...]] = ("bridge", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return UNION

    def question(self, state: State) -> str:
        return "Where is the Pontoon Bridge laid?"

    def choices(self, state: State) -> list[Choice]:
        free = [hex for hex in sorted(BAYOUS) if next(bars_to_lay(state, hex), None) is None]
        return [choice("bridge", hex) for hex in free] or [_DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "bridge":
            yield from bars_to_lay(state, " ".join(choice.objects))
        elif choice not in self.choices(state):
            yield Refusal(self.rule, "the Pontoon Bridge is to be laid")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "bridge":
            _set(state, choice.object, WHOLE)
            umpire.tell(BridgeLaid(rules=(self.rule,), hex=choice.object))
            state.agenda.append(Patterson(choice.object))


class Patterson(Do, frozen=True):
    """The Confederates roll for what becomes of the bridge. [chickasaw_bayou:17.6g.2]"""

    hex: HexName

    def run(self, state: State, umpire: Umpire) -> None:
        rolls, fate = umpire.look_up("Patterson gets lost", TABLES.patterson.die.__getitem__)
        umpire.tell(
            BridgeFate(rules=("chickasaw_bayou:17.6g.2",), rolls=rolls, hex=self.hex, fate=fate)
        )
        if fate == "destroyed":
            _set(state, self.hex, "")
        elif fate == "moved":
            state.agenda.append(MoveBridge(self.hex))


def bars_to_move_bridge(state: State, start: Hex, hex: Hex) -> Iterator[Refusal]:
    """What keeps the Confederates from moving a bridge: one hex, to another Bayou (CB-34)."""
    rule = "chickasaw_bayou:17.6g.2"
    if hex not in BAYOUS:
        yield Refusal(rule, f"{hex or 'nothing'} is not a Bayou hex")
    elif state.game.grid.distance(start, hex) != 1:
        yield Refusal(rule, f"{hex} is not next to {start}")
    elif hex in state.pontoons:
        yield Refusal(rule, f"a bridge is in {hex}")


class MoveBridge(Ask, frozen=True):
    """The Confederates move the bridge one hex; it stays if there is no other Bayou.

    [chickasaw_bayou:17.6g.2]
    """

    hex: HexName

    rule: ClassVar[str] = "chickasaw_bayou:17.6g.2"
    verbs: ClassVar[tuple[str, ...]] = ("bridge", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return CONFEDERATE

    def question(self, state: State) -> str:
        return f"Where does the bridge of {self.hex} really lie?"

    def choices(self, state: State) -> list[Choice]:
        near = sorted(state.game.grid.adjacent[self.hex])
        free = [h for h in near if next(bars_to_move_bridge(state, self.hex, h), None) is None]
        return [choice("bridge", hex) for hex in free] or [_DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "bridge":
            yield from bars_to_move_bridge(state, self.hex, " ".join(choice.objects))
        elif choice not in self.choices(state):
            yield Refusal(self.rule, "the bridge is to be moved")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "bridge":
            _set(state, self.hex, "")
            _set(state, choice.object, WHOLE)
            umpire.tell(BridgeLaid(rules=(self.rule,), hex=choice.object, start=self.hex))


# In the Artillery Phase


def begin_artillery(state: State) -> Iterator[Ask | Do]:
    """Bridges may be fired on again, and damaged ones be repaired. [chickasaw_bayou:17.6g.6]"""
    if state.pontoons:
        yield MendBridges()


class MendBridges(Do, frozen=True):
    """A new Artillery Phase for the bridges. [chickasaw_bayou:17.6g.5] [chickasaw_bayou:17.6g.6]"""

    def run(self, state: State, umpire: Umpire) -> None:
        state.hit_bridges = frozenset()
        damaged = [hex for hex, bridge in sorted(state.pontoons.items()) if bridge == DAMAGED]
        state.agenda += [Repair(hex) for hex in reversed(damaged)]


class Repair(Ask, frozen=True):
    """The Union may roll to repair a damaged bridge. [chickasaw_bayou:17.6g.6]"""

    hex: HexName

    rule: ClassVar[str] = "chickasaw_bayou:17.6g.6"
    verbs: ClassVar[tuple[str, ...]] = ("repair", "done")

    def asks(self, state: State) -> str:
        return UNION

    def question(self, state: State) -> str:
        return f"Is the bridge in {self.hex} to be repaired?"

    def choices(self, state: State) -> list[Choice]:
        return [choice("repair", self.hex), _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
        elif choice not in self.choices(state):
            what = " ".join(choice.objects) or "nothing"
            yield Refusal(self.rule, f"{what} is not the bridge that is damaged")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "done":
            return
        rolls, result = umpire.look_up("repair of the bridge", TABLES.repair.die.__getitem__)
        if result == "repaired":
            _set(state, self.hex, WHOLE)
        fate = result if result == "repaired" else "unrepaired"
        umpire.tell(BridgeFate(rules=(self.rule,), rolls=rolls, hex=self.hex, fate=fate))


def bare_targets(state: State, side: str, kind: str) -> Iterator[Hex]:
    """Confederate artillery fires at bridges that nobody stands on. [chickasaw_bayou:17.6g.3]"""
    if side == CONFEDERATE and kind == ARTILLERY:
        yield from (hex for hex in state.pontoons if not state.stack(hex, UNION))


def bars_to_fire_at(state: State, side: str, hex: Hex) -> Iterator[Refusal]:
    """A bridge damaged in a phase is not fired on again in it. [chickasaw_bayou:17.6g.5]"""
    if hex in state.hit_bridges and not state.stack(hex, UNION):
        why = f"the bridge in {hex} was damaged in this phase"
        yield Refusal("chickasaw_bayou:17.6g.5", why)


def fired(state: State, volley: Volley, cell: str, umpire: Umpire) -> None:
    """Any result damages a bridge, and destroys one that is damaged.

    [chickasaw_bayou:17.6g.3] [chickasaw_bayou:17.6g.7]
    """
    bridge = state.pontoons.get(volley.hex)
    if bridge is None or volley.targets or cell == NO_EFFECT:
        return
    if bridge == WHOLE:
        _set(state, volley.hex, DAMAGED)
        state.hit_bridges = state.hit_bridges | {volley.hex}
        rule, fate = "chickasaw_bayou:17.6g.3", "damaged"
    else:
        _set(state, volley.hex, "")
        rule, fate = "chickasaw_bayou:17.6g.7", "destroyed"
    umpire.tell(BridgeFate(rules=(rule,), hex=volley.hex, fate=fate))


RULES = Rules[State](
    begin_battle=begin_battle,
    begin_artillery=begin_artillery,
    bare_targets=bare_targets,
    bars_to_fire_at=bars_to_fire_at,
    fired=fired,
)

STEPS: tuple[type[Any], ...] = (LayBridge, Patterson, MoveBridge, MendBridges, Repair)
