"""Honor & Glory in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from longroll.board.table import Table
from longroll.miniatures.drawing import TableTerminal
from longroll.systems.honor_glory.measure import CENTIMETRES
from longroll.systems.honor_glory.play.scenario import CommanderEntry, UnitEntry
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.table import view


class HonorGloryTerminal(TableTerminal[State]):
    def board(self, facts: view.Facts) -> tuple[Table, Mapping[str, str], Mapping[str, str]]:
        armies = facts.played.file.armies
        named = [
            (side, one.id, one.title)
            for side, army in armies.items()
            for one in chain[UnitEntry | CommanderEntry](army.units, army.commanders)
        ]
        sides = {id: side for side, id, _ in named}
        titles = {id: title for _, id, title in named}
        return facts.played.table, sides, titles

    def headline(self, facts: view.Facts) -> str:
        notes = " | ".join(f"{note.label}: {note.value}" for note in facts.notes)
        return f"{facts.when} | {facts.unplaced} counters to place | {notes}"

    def describe(self, facts: view.Facts, word: str) -> list[str]:
        """What a unit or a commander is, and its condition."""
        title = self.gloss(facts, word)
        body, now = facts.bodies.get(word), facts.units.get(word)
        if body is None or now is None:
            bonus = f": command bonus {facts.bonuses[word]}" if word in facts.bonuses else ""
            return [f"{title} ({word}){bonus}"] if title else []
        at = f"{CENTIMETRES.told(body.x)}, {CENTIMETRES.told(body.y)}"
        points = f"{now.steps.left} of {now.steps.of} morale points, " if now.steps else ""
        told = "".join(f", {state}" for state in (*now.states, *now.did))
        lines = [
            f"{title} ({word}) at {at}, facing {body.heading / 10:g}°",
            f"{points}{now.formation}{told}",
        ]
        if now.order:
            lines.append(f"{now.counters} counters: {now.order}")
        return lines
