"""2.2a and 14.4 Fallen Timber: whom it holds up, and how Pioneers clear it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from longroll.board.hex import Hex
from longroll.display.facts import MarkFacts
from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Effect, Event, Scene
from longroll.systems.blind_swords.charts import NO, Movement
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.chickasaw_bayou.game import setting
from longroll.systems.chickasaw_bayou.state import Pioneer, State, Timber
from longroll.systems.chickasaw_bayou.tables import CHARTS

_FULL, _HALF = "full", "half"
_FRONT, _REMOVAL = "front", "removal"


def set_up(state: State) -> None:
    """The markers of the scenario, Full or Half. [chickasaw_bayou:2.2a.1]"""
    placed = setting(state.scenario, state.options).timber
    full: dict[Hex, Timber] = dict.fromkeys(placed.full, "full")
    half: dict[Hex, Timber] = dict.fromkeys(placed.half, "half")
    state.timber = full | half


def obstacle(state: State, hex: Hex, side: str) -> Movement | None:
    """What timber in a hex costs a side, whatever ground and road are (CB-06).

    [chickasaw_bayou:2.2a.1] [chickasaw_bayou:2.2a.4]
    """
    kind = state.timber.get(hex)
    return CHARTS.obstacles[f"{kind}_timber"][side] if kind else None


def closed_ground(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """Timber that the Union cannot get through.

    [chickasaw_bayou:2.2a.2] [chickasaw_bayou:2.2a.3]
    """
    cost = obstacle(state, hex, state.side_of(unit))
    if cost is None or cost.cost(state.arm(unit)) != NO:  # type: ignore[arg-type]
        return
    if state.timber[hex] == _FULL:
        yield Refusal("chickasaw_bayou:2.2a.2", f"Full Fallen Timber closes {hex} to the Union")
    else:
        why = f"only infantry gets through the Half Fallen Timber in {hex}"
        yield Refusal("chickasaw_bayou:2.2a.3", why)


def works(state: State, hex: Hex) -> Iterator[str]:
    """Timber hides, and hampers whoever fights from it.

    [chickasaw_bayou:2.2a.5] [chickasaw_bayou:2.2a.6] [chickasaw_bayou:2.2a.7]
    """
    if hex in state.timber:
        yield "fallen_timber"


# The Fallen Timber Reduction Phase


class Reduced(NamedTuple):
    """What a phase makes of timber and Pioneers: what is left, and which hexes changed."""

    timber: dict[Hex, Timber]
    pioneers: dict[Hex, Pioneer]
    halved: tuple[Hex, ...]
    cleared: tuple[Hex, ...]


def reduced(timber: Mapping[Hex, Timber], pioneers: Mapping[Hex, Pioneer]) -> Reduced:
    """The three steps in order; no marker drops by more than one level (CB-25).

    [chickasaw_bayou:14.4.1] [chickasaw_bayou:14.4.2] [chickasaw_bayou:14.4.3]

    >>> reduced({"3418": "full", "3016": "half"}, {"3418": "removal", "3016": "front"}).timber
    {'3418': 'half', '3016': 'half'}
    """
    at_work = [hex for hex, side in pioneers.items() if side == _REMOVAL and hex in timber]
    halved = tuple(sorted(hex for hex in at_work if timber[hex] == _FULL))
    cleared = tuple(sorted(hex for hex in at_work if timber[hex] == _HALF))
    left: dict[Hex, Timber] = {
        hex: "half" if hex in halved else kind for hex, kind in timber.items() if hex not in cleared
    }
    flipped: dict[Hex, Pioneer] = {hex: "removal" for hex in pioneers if hex not in cleared}
    return Reduced(left, flipped, halved, cleared)


class TimberReduced(Event, frozen=True, kw_only=True):
    """Pioneers have cut a way, or have come to their work."""

    halved: tuple[Hex, ...]
    cleared: tuple[Hex, ...]
    flipped: tuple[Hex, ...]

    def text(self) -> str:
        told = [
            f"{words} in {' '.join(hexes)}"
            for words, hexes in (
                ("Full Fallen Timber is Half", self.halved),
                ("Fallen Timber is cleared", self.cleared),
                ("Pioneers begin to clear timber", self.flipped),
            )
            if hexes
        ]
        return "; ".join(told) + "."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())

    def scene(self) -> Scene:
        return Scene(where=(*self.cleared, *self.halved, *self.flipped))


class TimberReduction(Do, frozen=True):
    """The Fallen Timber Reduction Phase. [chickasaw_bayou:14.4.1]"""

    def run(self, state: State, umpire: Umpire) -> None:
        after = reduced(state.timber, state.pioneers)
        flipped = tuple(sorted(hex for hex, side in state.pioneers.items() if side == _FRONT))
        state.timber, state.pioneers = after.timber, after.pioneers
        state.timber_removed += len(after.cleared)
        rules = tuple(
            rule
            for rule, hexes in (
                ("chickasaw_bayou:14.4.1", after.halved),
                ("chickasaw_bayou:14.4.2", after.cleared),
                ("chickasaw_bayou:14.4.3", flipped),
            )
            if hexes
        )
        umpire.tell(
            TimberReduced(rules=rules, halved=after.halved, cleared=after.cleared, flipped=flipped)
        )


def end_turn(state: State) -> Iterator[Do]:
    if state.pioneers:
        yield TimberReduction()


def marks(state: State) -> Iterator[MarkFacts]:
    for hex, kind in sorted(state.timber.items()):
        yield MarkFacts(f"{kind} timber", hex)


RULES = Rules[State](
    set_up=set_up,
    obstacle=obstacle,
    closed_ground=closed_ground,
    works=works,
    end_turn=end_turn,
    marks=marks,
)
STEPS: tuple[type[Any], ...] = (TimberReduction,)
