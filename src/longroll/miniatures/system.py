"""What systems of battles on a measured table have in common for the kernel."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from longroll.display.march import Leg, gesture_of
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.dice import Dice
from longroll.kernel.event import Event
from longroll.kernel.state import Options
from longroll.kernel.system import Chance, System
from longroll.miniatures import picking, together
from longroll.miniatures.hushed import SecretUmpire
from longroll.miniatures.positions import without_scenario
from longroll.miniatures.state import State

S = TypeVar("S", bound=State[Any, Any])


@dataclass(frozen=True)
class Secrets(Generic[S]):
    """What a side does not know."""

    #: The state as a side knows it, and a random one that it cannot tell from the real one.
    as_seen: Callable[[S, str], S]
    reshuffle: Callable[[S, str, Chance], S]
    #: An event as it goes into the log.
    hushed: Callable[[S, Event], Event]


class TableSystem(System[S]):
    """A system of battles on a measured table."""

    own_scenarios = True
    secrets: Secrets[S]

    def read_position(self, data: dict[str, Any], scenario: str, options: Options) -> S:
        """The state of a position, its agenda still undecoded if it was given."""
        raise NotImplementedError

    def from_position(self, data: dict[str, Any]) -> S:
        first = next(iter(self.scenarios))
        rest, scenario = without_scenario(data, first, self.require_scenario)
        options = self.read_options(data.get("options", {}))
        return self.with_agenda(self.read_position(rest, scenario, options))

    def known(self, state: S) -> Mapping[str, Container[Any]]:
        return {
            **super().known(state),
            "unit": {"", *state.units},
            "unit, commander or marker": {"", *state.units, *state.commanders},
        }

    def umpire(self, state: S, dice: Dice) -> Umpire:
        return SecretUmpire(dice, state, self.secrets.hushed)

    def as_seen(self, state: S, side: str) -> S:
        return self.secrets.as_seen(state, side)

    def reshuffle(self, state: S, side: str, chance: Chance) -> S:
        return self.secrets.reshuffle(state, side, chance)

    def gesture(self, state: S, choice: Choice) -> tuple[list[Choice], list[Refusal]] | None:
        if choice.verb == together.MARCH:
            legs = self.march(state, choice)
            return None if legs is None else gesture_of(legs)
        return picking.gesture(state, choice)

    def march(self, state: S, choice: Choice) -> list[Leg] | None:
        return together.legs_of(self, state, choice)
