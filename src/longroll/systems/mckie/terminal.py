"""McKie's rules in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from longroll.board.table import Table
from longroll.miniatures.drawing import TableTerminal
from longroll.systems.mckie.table import view, wording
from longroll.systems.mckie.table.state import State


class McKieTerminal(TableTerminal[State]):
    def board(self, facts: view.Facts) -> tuple[Table, Mapping[str, str], Mapping[str, str]]:
        named: tuple[Any, ...] = (*facts.battle.file.troops, *facts.battle.file.commanders)
        sides, titles = {one.id: one.side for one in named}, {one.id: one.title for one in named}
        return facts.battle.table, sides, titles

    def headline(self, facts: view.Facts) -> str:
        return wording.headline(facts)

    def describe(self, facts: view.Facts, word: str) -> list[str]:
        return wording.describe(facts.battle, facts, word)
