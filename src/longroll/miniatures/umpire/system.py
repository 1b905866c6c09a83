"""Umpire mode of any rulebook as the kernel knows it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from longroll.display import display_of
from longroll.display.facts import nouns_of
from longroll.kernel.bounds import read_plain
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.system import System
from longroll.kernel.verbs import Kind
from longroll.miniatures.positions import without_scenario
from longroll.miniatures.state import State
from longroll.miniatures.umpire.asking import Desk
from longroll.miniatures.umpire.roster import FREE

S = TypeVar("S", bound=State[Any, Any])


class UmpireSystem(System[S]):
    """An umpire for real figures on a real table. Its positions are the state itself, without what
    it has by default."""

    own_scenarios = True
    #: The question in which everything is entered.
    desk: type[Desk]
    #: What a position has unless it says something else.
    at_first: Mapping[str, Any]

    def nouns(self, scenario: str) -> Mapping[Kind, Mapping[str, str]]:
        return nouns_of(display_of(self).table(scenario))

    def out_of_turn(self, state: S, choice: Choice) -> Refusal:
        known = ", ".join(self.desk.entries)
        why = f"{choice.verb!r} is not an entry; the entries are {known}"
        return Refusal(self.desk.rule, why)

    def known(self, state: S) -> Mapping[str, Container[Any]]:
        return {**super().known(state), "unit": {"", *state.units}}

    def faults(self, state: S) -> Iterator[str]:
        for who, one in state.commanders.items():
            if one.joined and one.joined not in state.units:
                yield f"{who} is with {one.joined}, which is not there"

    def from_position(self, data: dict[str, Any]) -> S:
        plain = {key: value for key, value in data.items() if key != "system"}
        plain["options"] = msgspec.to_builtins(self.read_options(plain.get("options", {})))
        plain, scenario = without_scenario(plain, FREE, self.require_scenario)
        agenda = [msgspec.to_builtins(self.desk())]
        plain = {**self.at_first, "agenda": agenda, **plain, "scenario": FREE}
        state = read_plain(plain, self.state)
        state.scenario = scenario
        return self.with_agenda(state)

    def to_position(self, state: S) -> dict[str, Any]:
        return {"system": self.slug, **msgspec.to_builtins(state)}
