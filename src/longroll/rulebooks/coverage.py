"""Which duties of a rulebook are carried out by code and proved by tests."""

import inspect
import sys
from pathlib import Path
from typing import NamedTuple

import msgspec

from longroll.kernel.system import systems
from longroll.rulebooks.citations import cited_by_tests, cited_in_code
from longroll.rulebooks.reader import Duty, duties, rulebooks


class Home(NamedTuple):
    """Where a rulebook is carried out: the code of its system, and where that is installed from.

    `root` is the repository if the package is in its folder `src`; otherwise it is the folder that
    the package is installed in, which has no tests. `guides`, the card and the lesson, cite rules
    without carrying them out.
    """

    code: Path
    guides: frozenset[Path]
    root: Path
    tests: Path | None


class Evidence(msgspec.Struct, frozen=True):
    """The tests (`file::name`) and the places in code and data (`file:line`) that cite a duty."""

    duty: Duty
    tests: tuple[str, ...]
    code: tuple[str, ...]


class Coverage(msgspec.Struct, frozen=True):
    """The evidence for every duty of a system, by id in the book's order.

    `tests_folder` is None if there are no tests to read, as in an installed package: then
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


def home(book: str) -> Home:
    """The home of a rulebook: that of the system with its name, or of the first that names it.

    A series without a battle of its own is at home in the package of the class that its battles
    are made from; a book that no system names yet, in the package that will have its name.
    """
    named = [each for each in systems().values() if rulebooks()[book] in each.rulebooks]
    if not named:
        source = Path(__file__).parents[2]
        return _home(source / "longroll" / "systems" / book, frozenset(), source)
    system = next((each for each in named if each.slug == book), named[0])
    ancestors = [kind for kind in type(system).__mro__ if kind is not object]
    folders = [Path(inspect.getfile(kind)).parent for kind in ancestors]
    code = next((folder for folder in folders if folder.name == book), folders[0])
    package = sys.modules[type(system).__module__.partition(".")[0]]
    parent = Path(inspect.getfile(package)).parents[1]
    guides = frozenset(Path(str(file)) for file in (system.card, system.lesson) if file)
    return _home(code, guides, parent)


def _home(code: Path, guides: frozenset[Path], parent: Path) -> Home:
    """A home whose package is installed in `parent`."""
    if parent.name != "src":
        return Home(code, guides, parent, None)
    tests = parent.parent / "tests"
    return Home(code, guides, parent.parent, tests if tests.is_dir() else None)


def coverage(system: str, tests: Path | None = None, code: Path | None = None) -> Coverage:
    """The coverage of a system's rulebook by `tests` and `code`, its own folders unless given.

    >>> found = coverage("stockade_redan")
    >>> found.evidence["stockade_redan:9.2.7"].duty.playable
    True
    """
    asked = duties(system)
    own = home(system)
    tests = tests or own.tests
    if tests and not tests.is_dir():
        tests = None
    by_tests = cited_by_tests(tests, system) if tests else {}
    by_code = (
        cited_in_code(code, system, code.parent)
        if code
        else cited_in_code(own.code, system, own.root, own.guides)
    )
    evidence = {
        id: Evidence(duty, by_tests.get(id, ()), by_code.get(id, ())) for id, duty in asked.items()
    }
    return Coverage(system, evidence, tests)
