"""The game on a drawn table and in a terminal."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from longroll.board.hex import map_facts, sketch
from longroll.display import Display, Terminal
from longroll.display.facts import GroupFacts, PhaseFacts, PieceFacts, SystemTable
from longroll.display.sight import Reach
from skirmish import play
from skirmish.state import COMPANIES, GRID, MAP, WOODS, State


class SkirmishDisplay(Display[State]):
    def table(self, scenario: str = "") -> SystemTable:
        return SystemTable(
            slug=self.system.slug,
            title=self.system.title,
            sides=self.system.sides,
            map=map_facts(MAP),
            pieces=tuple(
                PieceFacts(
                    id=name,
                    title=company.title,
                    label=name.upper(),
                    side=company.side,
                    kind="infantry",
                    group=company.side,
                    strength="3",
                    right=str(play.MARCH),
                )
                for name, company in COMPANIES.items()
            ),
            groups=(
                GroupFacts("union", "The Ohioans", "army", "union", "", ("a-oh", "b-oh")),
                GroupFacts(
                    "confederate", "The Texans", "army", "confederate", "", ("a-tx", "b-tx")
                ),
            ),
            phases=(PhaseFacts("1", "March", None), PhaseFacts("2", "Fire", None)),
            turns=play.TURNS,
            ground={"clear": "costs 1", "woods": "costs 2, fire at it -2"},
        )

    def reach(self, state: State, side: str, unit: str) -> Reach:
        if unit not in state.units:
            raise ValueError(f"{unit!r} is not a unit on the map")
        ways = play.reach(state, unit)
        fire = GRID.within(state.units[unit].hex, play.RANGE)
        return Reach(
            move={hex: way.cost for hex, way in ways.items()},
            fire=dict.fromkeys(fire, state.units[unit].strength),
            before={hex: way.previous for hex, way in ways.items() if way.previous},
        )


class SkirmishTerminal(Terminal[State]):
    def draw(self, facts: Any, around: str = "", radius: int = 0, lit: Collection[str] = ()) -> str:
        signs: dict[str, str] = {hex: "w" if hex in WOODS else "." for hex in GRID.hexes}
        signs |= {stack.hex: stack.units[0] for stack in facts.stacks}
        return "\n".join(sketch.whole(GRID, signs.__getitem__, lit))
