"""What of the rulebook the battles of a run used: how often each of its sections was cited."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from longroll.kernel.system import slug_of, system_named
from longroll.lab.battles import Fought
from longroll.lab.plans import Plan
from longroll.rulebooks import UnknownRulebook, duties, told


class Family(NamedTuple):
    """A section of a rulebook: how many duties of it were cited, of how many that can be, how
    often, and in how many of the battles.

    One that no event `tells` of only defines, or only forbids: the code cites it nowhere else.
    """

    book: str
    section: str
    used: int
    duties: int
    times: int
    battles: int
    tells: bool = True

    @property
    def is_missed(self) -> bool:
        """Whether the battles could have used it, and did not."""
        return self.tells and not self.times


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
    tells = bool(times) or not told(book).isdisjoint(ids)
    return Family(book, section, len(times), len(ids), times.total(), within, tells)


def page(runs: Sequence[tuple[Plan, Sequence[Fought]]], command: str) -> str:
    """The page of the documents that shows what the computer uses of each rulebook."""
    lines = [
        "# What the computer uses of the rules",
        "",
        f"Made by `{command}`: how often the events of battles between two computer players cite "
        "each section of the rulebook. Sections at zero are those that an event could tell of, and "
        "none did: a few battles come to few rare things, and what the computer never does shows "
        "here. Sections that only define or only forbid are counted apart, since neither is an "
        "event; they are those that the code cites in comments and refusals alone.",
    ]
    for plan, battles in runs:
        found = families(plan, battles)
        missed = [f"{one.book} {one.section}" for one in found if one.is_missed]
        within = sum(one.tells for one in found)
        lines += [
            "",
            f"## {plan.system}, {slug_of(plan.scenario)}: battles played: {len(battles)}",
            "",
            f"At zero, {len(missed)} of {within}: {'; '.join(missed) or 'nothing'}. "
            f"{len(found) - within} more sections only define or forbid.",
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
