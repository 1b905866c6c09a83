"""What an entry would come to before any die: its factors, the table, what each die leads to."""

from __future__ import annotations

from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.preview import Preview
from longroll.systems.mckie.play.combat_events import RESULTS
from longroll.systems.mckie.umpire import fighting, shooting, testing
from longroll.systems.mckie.umpire.asking import VERBS, understood
from longroll.systems.mckie.umpire.reading import Barred
from longroll.systems.mckie.umpire.state import State


def preview(state: State, choice: Choice) -> Preview:
    """ValueError for a verb that nobody knows."""
    if choice.verb not in VERBS:
        raise ValueError(f"{choice.verb!r} is no entry: {', '.join(VERBS)}")
    if state.result is not None:
        over = Refusal(state.result.rule, "the battle is over")
        return Preview(order=str(choice), legal=False, refusals=(over,))
    order = str(choice)
    try:
        entry = understood(state, choice)
    except Barred as barred:
        return Preview(order=order, legal=False, refusals=barred.refusals)
    if isinstance(entry, shooting.Fire):
        return _of_fire(order, entry)
    if isinstance(entry, testing.Test):
        return _of_test(order, state, entry)
    if isinstance(entry, fighting.Melee):
        return _of_melee(order, state, entry)
    return Preview(order=order, legal=True)


def _of_fire(order: str, entry: shooting.Fire) -> Preview:
    told = list(shooting.sums(entry))
    return Preview(
        order=order,
        legal=True,
        headline="; ".join(text for text, _ in told),
        detail=" and ".join(value for _, value in told),
        lines=tuple(line for aim in entry.aims for line in aim.lines),
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
    )
