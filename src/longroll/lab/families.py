"""What of the rulebook the battles of a run used: how often each of its sections was cited."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from longroll.kernel.system import slug_of, system_named
from longroll.lab.battles import Fought
from longroll.lab.plans import Plan
from longroll.rulebooks import UnknownRulebook, duties


class Family(NamedTuple):
    """A section of a rulebook: how many duties of it were cited, of how many that can be, how
    often, and in how many of the battles."""

    book: str
    section: str
    used: int
    duties: int
    times: int
    battles: int


def families(plan: Plan, battles: Sequence[Fought]) -> list[Family]:
    """Every section of the system's rulebooks with a duty that a battle could cite, in the order
    of the books."""
    found: list[Family] = []
    for book in system_named(plan.system).rulebooks:
        name = book.name.removesuffix(".tsv")
        try:
            known = duties(name)
        except UnknownRulebook:
            continue
        sections: defaultdict[str, list[str]] = defaultdict(list)
        for duty in known.values():
            if duty.playable:
                sections[duty.section].append(duty.id)
        found += [_family(name, section, ids, battles) for section, ids in sections.items()]
    return found


def _family(book: str, section: str, ids: Sequence[str], battles: Sequence[Fought]) -> Family:
    times: Counter[str] = Counter()
    within = 0
    for one in battles:
        cited = {id: one.citations[id] for id in ids if id in one.citations}
        times.update(cited)
        within += bool(cited)
    return Family(book, section, len(times), len(ids), times.total(), within)


def page(runs: Sequence[tuple[Plan, Sequence[Fought]]], command: str) -> str:
    """The page of the documents that shows what the computer uses of each rulebook."""
    lines = [
        "# What the computer uses of the rules",
        "",
        f"Made by `{command}`: how often the events of battles between two computer players cite "
        "each section of the rulebook. A section at zero is one that they never came to, or one "
        "that only forbids: a refusal is not an event.",
    ]
    for plan, battles in runs:
        found = families(plan, battles)
        silent = [f"{one.book} {one.section}" for one in found if not one.times]
        lines += [
            "",
            f"## {plan.system}, {slug_of(plan.scenario)}: battles played: {len(battles)}",
            "",
            f"At zero, {len(silent)} of {len(found)}: {'; '.join(silent) or 'nothing'}.",
            "",
            "| section | cited, a battle | in battles | its rules used |",
            "|---|---:|---:|---:|",
        ]
        lines += [
            f"| {one.book} {one.section} | {one.times / max(1, len(battles)):,.1f} | "
            f"{one.battles} | {one.used} of {one.duties} |"
            for one in found
            if one.times
        ]
    return "\n".join([*lines, ""])
