"""What an entry would come to before any die: its factors, the table, what each die leads to."""

from __future__ import annotations

from longroll.display.desk import Button
from longroll.display.preview import Preview
from longroll.kernel.decision import Choice, Refusal
from longroll.miniatures.umpire.reading import Barred, Untimely
from longroll.systems.mckie.charge.events import RESULTS
from longroll.systems.mckie.umpire import steps
from longroll.systems.mckie.umpire.entries import fighting, shooting, testing
from longroll.systems.mckie.umpire.entries.asking import ENTRIES, Umpiring
from longroll.systems.mckie.umpire.state import State

#: In the rule ids of the fighting factors, which come first. [mckie:melee.proc.1]
_BASE = ":melee.base."


def preview(state: State, choice: Choice) -> Preview:
    """ValueError for a verb that is not known."""
    if choice.verb not in ENTRIES:
        raise ValueError(f"{choice.verb!r} is not an entry; the entries are {', '.join(ENTRIES)}")
    if state.result is not None:
        over = Refusal(state.result.rule, "the battle is over")
        return Preview(order=str(choice), legal=False, refusals=(over,))
    order = str(choice)
    try:
        entry = Umpiring.understood(state, choice)
    except Barred as barred:
        refusals = barred.refusals
        return Preview(order=order, legal=False, refusals=refusals, first=_first(state, refusals))
    if isinstance(entry, shooting.Fire):
        return _of_fire(order, entry)
    if isinstance(entry, testing.Test):
        return _of_test(order, state, entry)
    if isinstance(entry, fighting.Melee):
        return _of_melee(order, state, entry)
    return Preview(order=order, legal=True)


def _first(state: State, refusals: tuple[Refusal, ...]) -> Button | None:
    """To go on to the step that an entry belongs to, if it is still to come."""
    later = steps.SLUGS[steps.SLUGS.index(state.step) + 1 :]
    found = [one.step for one in refusals if isinstance(one, Untimely) and one.step in later]
    if not found:
        return None
    title = steps.BY_SLUG[found[0]].title.lower()
    label = f"Go on to step {steps.number(found[0])}, {title}"
    return Button(text=f"step {found[0]}", label=label)


def _of_fire(order: str, entry: shooting.Fire) -> Preview:
    told = list(shooting.sums(entry))
    return Preview(
        order=order,
        legal=True,
        headline="; ".join(text for text, _ in told),
        detail=" and ".join(value for _, value in told),
        lines=tuple(line for aim in entry.aims for line in aim.lines),
        # A group begins with the factor of its range.
        known={aim.target: aim.lines[1:] for aim in entry.aims},
    )


def _of_test(order: str, state: State, entry: testing.Test) -> Preview:
    lines = testing.ledger(entry)
    ways = [
        f"{die}: {score}, {RESULTS[result]}"
        for die, score, result in testing.prospects(state, entry)
    ]
    return Preview(
        order=order,
        legal=True,
        headline=f"{sum(line.value for line in lines):+d} and the average die",
        detail="; ".join(ways),
        lines=lines,
        known={entry.unit: lines},
    )


def _of_melee(order: str, state: State, entry: fighting.Melee) -> Preview:
    found = fighting.ledger(entry)
    told = []
    for side in entry.striking:
        factor = sum(line.value for line in found[side.unit])
        figures = " and ".join(f"{group.figures} figures" for group in side.groups)
        told.append(
            f"{state.units[side.unit].title}: factor {factor} and the chance die, {figures}"
        )
    return Preview(
        order=order,
        legal=True,
        headline="; ".join(told),
        lines=tuple(line for lines in found.values() for line in lines),
        known={
            id: tuple(line for line in lines if _BASE not in line.rule)
            for id, lines in found.items()
        },
    )
