"""What `longroll rules` prints."""

from collections.abc import Iterable
from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from longroll.rulebooks.coverage import Coverage, coverage
from longroll.rulebooks.reader import Duty, duty

NO_TESTS = "There is no tests folder here; run from the repository to see what is tested."


def summary(systems: Iterable[str], tests: Path | None = None) -> RenderableType:
    """One line for each rulebook: duties, and how many playable ones are tested, cited, both."""
    table = Table(box=None, pad_edge=False)
    table.add_column("rulebook")
    for heading in ("duties", "playable", "tested", "in code", "both"):
        table.add_column(heading, justify="right")
    found = [coverage(system, tests) for system in systems]
    for book in found:
        playable = book.playable
        both = sum(bool(each.tests and each.code) for each in playable)
        table.add_row(
            book.system,
            str(len(book.evidence)),
            str(len(playable)),
            str(len(playable) - len(book.untested)) if book.tests_folder else "?",
            str(len(playable) - len(book.uncited)),
            f"{100 * both // max(len(playable), 1)}%" if book.tests_folder else "?",
        )
    return _with_note(table, found)


def missing(system: str, tests: Path | None = None) -> RenderableType:
    """The playable duties without a test, and those that the code does not cite."""
    found = coverage(system, tests)
    parts: list[RenderableType] = []
    if found.tests_folder:
        parts += _missing("without a test", found.untested)
    parts += _missing("not cited in code", found.uncited)
    return _with_note(Group(*parts), [found])


def show(id: str, tests: Path | None = None) -> RenderableType:
    """One duty: its words, section and kind, and the tests and places that cite it."""
    wanted = duty(id)
    found = coverage(id.partition(":")[0], tests)
    evidence = found.evidence[id]
    table = Table.grid(padding=(0, 2))
    table.add_row("section", Text(wanted.section))
    table.add_row("kind", Text(wanted.kind))
    table.add_row("playable", "yes" if wanted.playable else "no")
    no_tests = "none" if found.tests_folder else "?"
    table.add_row("tests", Text("\n".join(evidence.tests) or no_tests))
    table.add_row("code", Text("\n".join(evidence.code) or "none"))
    return _with_note(Group(Text(id, style="bold"), Text(wanted.duty), table), [found])


def listing(system: str, tests: Path | None = None) -> RenderableType:
    """All duties of a rulebook, marked T if a test and C if the code cites them."""
    found = coverage(system, tests)
    table = Table(box=None, pad_edge=False)
    for heading in ("", "id", "kind", "duty"):
        table.add_column(heading)
    for each in found.evidence.values():
        if each.duty.playable:
            tested = "T" if each.tests else "·" if found.tests_folder else "?"
            mark = tested + ("C" if each.code else "·")
        else:
            mark = "–"
        table.add_row(mark, each.duty.id, each.duty.kind, Text(each.duty.duty))
    legend = Text("T a test cites it   C the code cites it   – nothing to play", style="dim")
    return _with_note(Group(table, legend), [found])


def _missing(what: str, without: tuple[Duty, ...]) -> list[RenderableType]:
    """A heading with a count, and the duties under it."""
    table = Table.grid(padding=(0, 2))
    for each in without:
        table.add_row(each.id, Text(each.duty))
    return [Text(f"{len(without)} playable duties {what}", style="bold"), table]


def _with_note(body: RenderableType, found: Iterable[Coverage]) -> RenderableType:
    """The body, with a warning if the tests could not be read."""
    if all(book.tests_folder for book in found):
        return body
    return Group(body, Text(NO_TESTS, style="yellow"))
