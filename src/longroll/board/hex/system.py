"""What systems of battles on a hex map have in common for the kernel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from longroll.board.hex.grid import Grid
from longroll.board.hex.marching import Towards, legs_of, parts_of
from longroll.board.hex.numbering import Hex
from longroll.board.hex.subject import places_of
from longroll.display import display_of
from longroll.display.facts import nouns_of
from longroll.display.march import Gesture, Leg, gesture_of, members
from longroll.kernel.decision import Choice
from longroll.kernel.state import State
from longroll.kernel.system import System
from longroll.kernel.verbs import Kind

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Gestures(Generic[S]):
    """How a system carries out what is said in one command."""

    #: The steps of any gesture but an order for many, or what bars it; None if it is none.
    expand: Callable[[S, Choice], Gesture | None]
    #: How units of one hex get as near to a place as they can.
    towards: Towards
    #: Units that something has stopped on the way, if it is asked about them.
    halted: Callable[[S], Leg | None]
    #: Where a unit is, by its id; "" off the map, and if there is no such unit.
    where: Callable[[S, str], Hex]
    #: Units that go after the troops and no farther than these, such as leaders.
    follows: Callable[[S, str], bool] = lambda state, unit: False


class MapSystem(System[S]):
    """A system of battles on a hex map."""

    gestures: ClassVar[Gestures[Any]]

    def grid(self, state: S) -> Grid:
        raise NotImplementedError

    def hex_of(self, state: S, unit: int) -> Hex:
        """Where the unit of a number is."""
        raise NotImplementedError

    def gesture(self, state: S, choice: Choice) -> Gesture | None:
        if choice.verb == "march":
            legs = self.march(state, choice)
            return None if legs is None else gesture_of(legs)
        if choice.verb == "volley" or choice.objects[-1:] == ("enough",):
            # What is sensible is judged from what the side can see.
            state = self.as_seen(state, state.agenda[-1].asks(state))
        return self.gestures.expand(state, choice)

    def march(self, state: S, choice: Choice) -> list[Leg] | None:
        grid, how = self.grid(state), self.gestures
        parts = parts_of(
            grid,
            choice.objects,
            lambda unit: how.where(state, unit),
            members(self, state.scenario),
        )
        if parts is None:
            return None
        return legs_of(
            self,
            state,
            grid,
            parts,
            how.towards,
            lambda unit: how.follows(state, unit),
            how.halted(state),
        )

    def about(self, state: S) -> tuple[str, ...]:
        if not state.agenda:
            return ()
        return places_of(state.agenda[-1], self.grid(state), lambda unit: self.hex_of(state, unit))

    def nouns(self, scenario: str) -> Mapping[Kind, Mapping[str, str]]:
        return nouns_of(display_of(self).table(scenario))
