"""Which duties of a rulebook are carried out by code and proved by tests."""

from pathlib import Path

import msgspec

from longroll.rulebooks.citations import cited_by_tests, cited_in_code
from longroll.rulebooks.reader import Duty, duties

PACKAGE = Path(__file__).parents[1]
# The repository that the package runs from, unless it is installed by itself.
REPOSITORY = PACKAGE.parents[1] if PACKAGE.parent.name == "src" else None


class Evidence(msgspec.Struct, frozen=True):
    """The tests (`file::name`) and the places in code and data (`file:line`) that cite a duty."""

    duty: Duty
    tests: tuple[str, ...]
    code: tuple[str, ...]


class Coverage(msgspec.Struct, frozen=True):
    """The evidence for every duty of a system, by id in the book's order.

    `tests_folder` is None where there are no tests to read, as in an installed package: then
    nothing is known about tests, and every duty counts as untested.
    """

    system: str
    evidence: dict[str, Evidence]
    tests_folder: Path | None

    @property
    def playable(self) -> tuple[Evidence, ...]:
        """The duties that the game can carry out."""
        return tuple(found for found in self.evidence.values() if found.duty.playable)

    @property
    def untested(self) -> tuple[Duty, ...]:
        """The playable duties that no test cites."""
        return tuple(found.duty for found in self.playable if not found.tests)

    @property
    def uncited(self) -> tuple[Duty, ...]:
        """The playable duties that the system's package never cites."""
        return tuple(found.duty for found in self.playable if not found.code)


def coverage(system: str, tests: Path | None = None, code: Path | None = None) -> Coverage:
    """The coverage of a system's rulebook by `tests` and `code`, its own folders unless given.

    >>> found = coverage("stockade_redan")
    >>> found.evidence["stockade_redan:9.2.7"].duty.playable
    True
    """
    if tests is None and REPOSITORY:
        tests = REPOSITORY / "tests"
    if tests and not tests.is_dir():
        tests = None
    by_tests = cited_by_tests(tests, system) if tests else {}
    if code:
        by_code = cited_in_code(code, system, root=code.parent)
    else:
        root = REPOSITORY or PACKAGE.parent
        by_code = cited_in_code(PACKAGE / "systems" / system, system, root)
    evidence = {
        id: Evidence(duty, by_tests.get(id, ()), by_code.get(id, ()))
        for id, duty in duties(system).items()
    }
    return Coverage(system, evidence, tests)
