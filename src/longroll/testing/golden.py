"""Golden files: what a system did when they were written, so that no change goes unnoticed.

    python -m longroll.testing.golden [SYSTEM ...] [--renew]

They are in `tests/golden/SYSTEM`, or where the system's `Trials` say. Each scenario has a folder
with

- `battle-1.txt` to `battle-3.txt`, finished records with a digest after every decision;
- `lists.txt`, the lists of choices at every decision of those battles;
- `trees.txt`, all sequences of two or three choices from three moments of the last battle;
- `seen-by-SIDE.txt`, what a side was asked and told in the last battle.

Records, lists and trees belong to a version of the rules: where one of them changes, the system's
`version` must change. The wording of what a side was asked and told may be renewed at any time.

Renewed records keep their decisions for as long as the rules allow them. So a record written by
hand stays one: those of the umpire's desk have entries that no computer player thinks of.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import longroll
from longroll.kernel.battle import Battle
from longroll.kernel.errors import IllegalChoice, LongrollError
from longroll.kernel.memory import spare_collections
from longroll.kernel.record import read
from longroll.kernel.system import System, system_named, systems
from longroll.testing.fights import BATTLES, fight
from longroll.testing.playthrough import Lists, Playthrough
from longroll.testing.starts import trials_of
from longroll.testing.trees import tree

#: Where golden files are, unless a system names a folder of its own.
FOLDER = Path("tests", "golden")
#: Trees grow from these parts of the last battle.
_MOMENTS = (0, 1 / 3, 2 / 3)
#: How many lines of a difference are shown.
_SHOWN = 5

#: Texts by the names of their files.
Files = dict[str, str]


class Differs(Exception):
    """A system does not do what its golden files say."""


def check(system: System[Any], scenario: str, folder: Path) -> None:
    """Differs where a scenario is not played as the golden files of its system say."""
    where = folder / scenario
    stored = _stored(where)
    records = {name: text for name, text in stored.items() if name in _RECORDS}
    if len(records) < len(_RECORDS):
        raise Differs(f"{where} lacks golden files; {_renewal(system)} writes them")
    now = _files(system, scenario, records)
    changed = [name for name in sorted({*stored, *now}) if stored.get(name) != now.get(name)]
    if not changed:
        return
    if any(_is_same_version(system, name, stored) for name in changed):
        advice = f"the version of {system.slug} must change, or this is a mistake"
    else:
        advice = f"{_renewal(system)} renews them"
    shown = "\n".join(
        line for name in changed for line in _difference(name, stored.get(name), now.get(name))
    )
    raise Differs(f"{where} differs in {', '.join(changed)}: {advice}\n{shown}")


def renew(system: System[Any], folder: Path) -> list[Path]:
    """Write the golden files of a system anew; the files that changed.

    Differs, with nothing written, where records, lists or trees of this very version change.
    """
    written: dict[Path, str] = {}
    for scenario in system.scenarios:
        where = folder / scenario
        stored = _stored(where)
        records = {
            name: fight(system, scenario, number, stored.get(name, ""))
            for number, name in zip(BATTLES, _RECORDS, strict=True)
        }
        now = _files(system, scenario, records)
        changed = [name for name in now if stored.get(name) != now[name]]
        for name in changed:
            if _is_same_version(system, name, stored):
                raise Differs(
                    f"{where / name} differs: the version of {system.slug} must change first\n"
                    + "\n".join(_difference(name, stored[name], now[name]))
                )
        written |= {where / name: now[name] for name in changed}
    for path, text in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(written)


_RECORDS = tuple(f"battle-{number}.txt" for number in BATTLES)


def _files(system: System[Any], scenario: str, records: Files) -> Files:
    """Everything the records of a scenario come to now; a record ends where it is refused."""
    heading = f"system    {system.slug} {system.version}\nscenario  {scenario}\n"
    files: Files = {}
    lists: list[str] = []
    for name, text in records.items():
        length = len(read(text, name).lines) - 1
        moments = {int(part * length) for part in _MOMENTS}
        is_last = name == _RECORDS[-1]
        seen = {side: Playthrough(side, length) for side in system.sides} if is_last else {}
        noted, trees, refusal = Lists(), [], ""
        try:
            for battle in _followed(text, name):
                noted.note(battle)
                for playthrough in seen.values():
                    playthrough.note(battle)
                if is_last and battle.past.number in moments and battle.decision is not None:
                    trees += ["", f"{name} after {battle.past.number} decisions", *tree(battle)]
        except IllegalChoice as error:
            refusal = f"; the next decision is refused: {error}\n"
        files[name] = battle.record() + refusal
        lists += ["", name, *noted.rows()]
        for side, playthrough in seen.items():
            files[f"seen-by-{side}.txt"] = heading + _text(playthrough.rows)
        if is_last:
            files["trees.txt"] = heading + _text(trees)
    files["lists.txt"] = heading + _text(lists)
    return files


def _followed(text: str, name: str) -> Iterator[Battle]:
    """A record played again by its words: the battle at the start and after every decision."""
    record = read(text, name)
    battle = longroll.new(record.system, record.scenario, seed=record.seed, options=record.options)
    for line in record.lines:
        if line.number:
            battle.play(line.choice)
        battle.hash()  # so that the record has every digest without a second replay
        yield battle


def _stored(folder: Path) -> Files:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))}


def _text(rows: Iterable[str]) -> str:
    return "".join(f"{row}\n" for row in rows)


def _is_same_version(system: System[Any], name: str, stored: Files) -> bool:
    """Whether a stored file is pinned by the version that the system still has."""
    if name not in stored or name.startswith("seen-by-"):
        return False
    found = re.search(r"^system +\S+ (\S+)$", stored[name], re.MULTILINE)
    return found is not None and found[1] == system.version


def _difference(name: str, before: str | None, after: str | None) -> Iterator[str]:
    """The first lines that differ. Git shows the rest, once the files are renewed."""
    stored, now = (before or "").splitlines(), (after or "").splitlines()
    pairs = enumerate(zip_longest(stored, now))
    first = next(at for at, (one, other) in pairs if one != other)
    yield f"{name}, line {first + 1}:"
    yield from (f"- {row}" for row in stored[first : first + _SHOWN])
    yield from (f"+ {row}" for row in now[first : first + _SHOWN])


def _renewal(system: System[Any]) -> str:
    return f"`python -m longroll.testing.golden {system.slug} --renew`"


def main() -> int:
    """1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m longroll.testing.golden", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("systems", metavar="SYSTEM", nargs="*", help="all that are installed")
    parser.add_argument("--renew", action="store_true", help="write the files anew")
    given = parser.parse_args()
    spare_collections()
    wrong = 0
    for slug in given.systems or systems():
        try:
            system = system_named(slug)
            folder = trials_of(system).golden or FOLDER / slug
            if given.renew:
                changed = renew(system, folder)
                print(*changed, f"{slug}: {len(changed)} files changed", sep="\n")
            else:
                for scenario in system.scenarios:
                    check(system, scenario, folder)
                    print(f"{slug} {scenario}: as before")
        except (Differs, LongrollError) as error:
            print(error, file=sys.stderr)
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
