"""The table in words."""

from __future__ import annotations

from longroll.systems.mckie.measure import in_inches
from longroll.systems.mckie.scenarios.scenario import Scenario
from longroll.systems.mckie.sequence import PERIOD
from longroll.systems.mckie.table.view import Facts


def headline(facts: Facts) -> str:
    """Period, clock, step and losses in one line."""
    title = next((step.title for step in PERIOD if step.slug == facts.step), "before the battle")
    notes = " | ".join(f"{note.label}: {note.value}" for note in facts.notes)
    return f"{facts.when} | {title} | {notes}"


def describe(scenario: Scenario, facts: Facts, word: str) -> list[str]:
    """What a unit or a commander is and its condition."""
    troops = next((one for one in scenario.file.troops if one.id == word), None)
    if troops is not None and word in facts.bodies:
        body, now = facts.bodies[word], facts.units[word]
        assert now.steps is not None
        where = f"at {in_inches(body.x)}, {in_inches(body.y)}, facing {body.heading / 10:g}°"
        what = f"{troops.quality} {troops.arm.replace('_', ' ')}"
        weapon = f", {troops.weapon.replace('_', ' ')}" if troops.weapon else ""
        told = ", ".join((*now.states, *now.did))
        states = f", {told}" if told else ""
        return [
            f"{troops.title} ({word}): {what}{weapon}",
            f"{now.steps.left} of {now.steps.of} figures in {now.formation}, {where}{states}",
        ]
    chief = next((one for one in scenario.file.commanders if one.id == word), None)
    if chief is not None:
        return [f"{chief.title} ({word}): {chief.role} commander"]
    return []
