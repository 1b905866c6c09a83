"""Generals: which units they are with, and what happens to them."""

from __future__ import annotations

from longroll.miniatures.umpire import leaders
from longroll.miniatures.umpire.leaders import Join
from longroll.miniatures.umpire.leaders import join as join
from longroll.systems.mckie.risk.step import roll_for_generals
from longroll.systems.mckie.umpire.entries.reading import Entry, Hand, Words
from longroll.systems.mckie.umpire.state import State


def read_general(state: State, words: Words) -> Join:
    """`general crocker u1`, or `general crocker alone`. [mckie:risk.1]"""
    return leaders.read_join(state, words, "general")


class Risk(Entry, frozen=True):
    unit: str


def read_risk(state: State, words: Words) -> Risk:
    """`risk u1 die 4`: a die for each general with a unit that was shot at or fought."""
    unit = words.unit(state, "the unit he is with", this_step=True)
    words.end()
    if unit not in state.at_risk:
        words.refuse(f"no general with {state.units[unit].title} has to roll")
    return Risk(words.thrown(*["ten"] * len(with_unit(state, unit))), unit)


def with_unit(state: State, unit: str) -> list[str]:
    """The generals who are with a unit."""
    return [id for id, one in state.commanders.items() if one.joined == unit]


def roll_risk(state: State, entry: Risk, umpire: Hand) -> None:
    """[mckie:risk.1] [mckie:risk.2] [mckie:risk.3] [mckie:risk.4]"""
    danger = state.at_risk[entry.unit]
    state.at_risk = {id: why for id, why in state.at_risk.items() if id != entry.unit}
    roll_for_generals(state, (entry.unit,), danger, umpire)
