"""The client draws and sends; it knows no rules: no verb, no rule and no system by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from longroll.kernel.system import systems

CLIENT = Path(__file__).parents[2] / "web" / "src"

#: Words that are verbs or names of a system too, and mean something else here.
OTHERWISE = {
    "after/AfterPage.svelte": {"rest", "all", "end"},  # the anchor of a text
    "after/sums.ts": {"end"},  # an effect
    "panel/Log.svelte": {"all", "turn"},  # which lines are shown
    "story/Report.svelte": {"play", "turn", "all", "attack"},
    "story/lines.ts": {"all", "turn"},
    "story/replay.svelte.ts": {"turn", "phase", "step"},  # how far a step of the replay goes
    "story/report.ts": {"retreat", "rout", "end"},  # effects
    "story/weight.ts": {"retreat", "rout", "capture", "end", "other", "pin", "loss"},
    "brief/Brief.svelte": {"period", "turn", "step"},  # how time is called, where one is in a list
    "brief/StakesTable.svelte": {"step"},
    "board/engrave.ts": {"place", "to"},  # a kind of lettering, and where a road leads
    "textboard.ts": {"to"},
    "ink/labels.ts": {"place"},
    "frame/Minimap.svelte": {"top"},  # a corner of the window
    "panel/Copy.svelte": {"done"},  # an icon
    "panel/Proof.svelte": {"done"},
    "panel/Scrubber.svelte": {"first", "play", "turn"},
    "panel/Profile.svelte": {"end"},  # the anchor of a text
    "panel/Track.svelte": {"step", "turn"},  # where one is in a list
    # a formation as it is drawn
    "ink/counters.ts": {"skirmish", "end", "limbered", "dismounted", "column"},
    "ink/states.ts": {"skirmish"},
    "ink/pen.ts": {"end"},
    "commands.ts": {"end", "stand"},  # what a key does
    "keys.ts": {"end", "next", "play", "stand"},
    "panel/KeyList.svelte": {"stand"},
    "panel/Marching.svelte": {"move", "stay", "to"},  # words of its sentences
    "BattlePage.svelte": {"next", "play"},
    "panel/TopBar.svelte": {"help"},  # an icon
    "battle.svelte.ts": {"step"},
    "lab/watching.ts": {"done"},  # how far a run is
    "sheet/text.ts": {"north", "south"},  # points of the compass
    "dice/record.ts": {"back"},  # a line of a record
    "sheet/names.ts": {"place"},
    "teach/lesson.ts": {"turn"},  # whose turn a step waits for
    "sheet/orders.ts": {"back", "place"},  # a way to go, and where to
    "sheet/Orders.svelte": {"back", "step", "turn"},
    "sheet/SheetBoard.svelte": {"back"},
    "umpire/OnePage.svelte": {"step"},
    "umpire/RosterPage.svelte": {"step"},
}

#: What may be read with a regular expression, which is never a sentence.
PATTERNS = {
    "BattlePage.svelte": "keys",
    "board/engrave.ts": "names on the map",
    "board/routes.ts": "names on the map",
    "board/terrain.ts": "names on the map",
    "dice/record.ts": "records",
    "ink/pen.ts": "paths of SVG",
    "panel/KeyList.svelte": "keys",
    "route.ts": "addresses",
    "textboard.ts": "names on the map",
    "words.ts": "names",
}

_LITERAL = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`")
_BESIDE = re.compile(
    r"<style>.*?</style>|/\*.*?\*/|<!--.*?-->|//[^\n]*|class=\"[^\"]*\"", re.DOTALL
)
_BLANK = re.compile(r"\$?\{[^}]*\}")
#: A slash where no division can stand begins one.
_PATTERN = re.compile(r"(?:[(=,:?&|!>]|return)\s*/(?![/*>])|RegExp")


def _files() -> Iterator[tuple[str, str]]:
    """Every file of the client that is written by hand, without its comments and styles."""
    for path in sorted(CLIENT.rglob("*")):
        name = path.relative_to(CLIENT).as_posix()
        written = path.suffix in (".ts", ".svelte") and name != "wire.ts"
        if written:
            yield name, _BESIDE.sub("", path.read_text(encoding="utf-8"))


FILES = dict(_files())
every_file = pytest.mark.parametrize("name", FILES)


def _words(text: str) -> Iterator[list[str]]:
    """The words of each string that is written in a text, blanks left out."""
    for found in _LITERAL.finditer(text):
        yield _BLANK.sub(" ", next(group for group in found.groups() if group is not None)).split()


def test_the_client_is_found() -> None:
    assert len(FILES) > 60


@every_file
def test_no_file_of_the_client_says_a_verb(name: str) -> None:
    verbs = {verb.name for system in systems().values() for verb in system.verbs}
    verbs -= OTHERWISE.get(name, set())
    said = [words for words in _words(FILES[name]) if words and verbs.issuperset(words)]
    assert not said


@every_file
def test_no_file_of_the_client_names_a_system_or_a_rule(name: str) -> None:
    slugs = "|".join(systems().keys() - OTHERWISE.get(name, set()))
    assert not re.findall(rf"\b(?:{slugs})\b", FILES[name])


@every_file
def test_no_file_of_the_client_reads_a_sentence(name: str) -> None:
    if name not in PATTERNS:
        assert not _PATTERN.findall(FILES[name])


def test_a_verb_would_be_found() -> None:
    lines = 'const a = "fire"; `to ${hex}`; `${verb} ${hex} all`; "call-off"; "fan the stack out"'
    *verbs, sentence = _words(lines)
    assert verbs == [["fire"], ["to"], ["all"], ["call-off"]]
    assert sentence == ["fan", "the", "stack", "out"]


@pytest.mark.parametrize(
    "line",
    ["if (/no effect/i.test(a)) {", 'a.replace(/ all$/, "")', "const A = /x/;", "!/x/.test(a)"],
)
def test_a_pattern_would_be_found(line: str) -> None:
    assert _PATTERN.search(line)
    assert not _PATTERN.search("const half = a / 2 / b; <br /> {/if}")
