"""Nothing in the way: whatever is asked, its subject and a choice are in sight and uncovered.

Turns of each system are played from a recorded battle while a desk and a phone look on. The first
questions of each kind are looked at on both; of more like them one in three on a desk, one in three
on a phone. `make soak` looks at all of them on both, as LONGROLL_SIGHTS=all says. With
LONGROLL_SHOTS some of the questions are photographed into that folder.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import Page, expect

from longroll.kernel.battle import Battle
from longroll.kernel.record import Record, read_and_replay
from longroll.kernel.record.form import end_line
from longroll.server.seats import SPECTATOR
from tests.browser.battles import opened
from tests.browser.seat import ROOT3
from tests.browser.sheet import INCH, MARGIN
from tests.browser.visits import PATIENCE, Visits
from tests.server.tables import Player, Table

GOLDEN = Path(__file__).parents[1] / "golden"
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1,
}


class Stretch(NamedTuple):
    """Turns of a record that are played from beginning to end, by both sides.

    Turns are numbered anew in a second assault. With `phases` only those of them are played.
    """

    record: str
    first: int
    last: int
    assault: int = 1
    phases: tuple[str, ...] = ()


#: The two of the Stockade Redan, the beginning of an assault and the end of a turn, have every kind
#: of question that its records have.
STRETCHES = {
    "corinth": Stretch("corinth/outer-works/battle-1", 3, 3),
    "stockade_redan": Stretch("stockade_redan/two-assaults/battle-1", 0, 2, assault=2),
    "stockade_redan-fire": Stretch(
        "stockade_redan/two-assaults/battle-3", 8, 8, phases=("VIII", "IX", "X")
    ),
    "chickasaw_bayou": Stretch("chickasaw_bayou/blakes-levee/battle-3", 2, 2),
    "mckie": Stretch("mckie/millers-crossroads/battle-2", 7, 7),
    "honor_glory": Stretch("honor_glory/hedge-lane/battle-1", 6, 6),
}
FORMS = ("desk", "phone")
#: So many questions of a kind are looked at on both. Then each of these takes its turn, for so many
#: questions in a row.
BOTH, TURNS, IN_A_ROW = 4, (("desk",), ("phone",), ()), 5
#: Where the points lie on the screen, whether each is in the map's window and free, and how wide
#: the window is. What lies over the map is found by its place, for some of it lets clicks through.
LOOK = """({ points, paper }) => {
    const map = document.querySelector('[data-focus="map"]');
    const sheet = map.querySelector("svg.pieces");
    const [frame, box] = [map.getBoundingClientRect(), sheet.getBoundingClientRect()];
    const scale = box.width / Number(paper ? sheet.getAttribute("width") : 1);
    const over = [...document.querySelectorAll("main, aside, section, div, dialog, header")]
        .filter(node => !node.contains(map) && !map.querySelector(".mover").contains(node))
        .filter(node => node.checkVisibility() && !node.matches(".unseen"))
        .map(node => node.getBoundingClientRect())
        .filter(({ width, height }) => width && height);
    return points.map(([x, y]) => {
        const at = paper ? [box.x + x * scale, box.y + y * scale]
            : [box.x + x * box.width, box.y + y * box.width];
        const [h, v] = at;
        const inside = (r) => h >= r.left && h <= r.right && v >= r.top && v <= r.bottom;
        return [inside(frame), !over.some(inside)];
    });
}"""
#: Where on the screen points of the map lie, given as shares of its width.
PLACE = """({ points }) => {
    const box = document.querySelector('[data-focus="map"] svg.pieces').getBoundingClientRect();
    return points.map(([x, y]) => [box.x + x * box.width, box.y + y * box.width]);
}"""
#: How long a press may take until it has picked a unit, in milliseconds.
PRESSED = 3_000
#: A page can be told to hold what its live line tells, and to hear all of it at once. So the pages
#: of the side that waits cost nothing.
HOLDS = """{
    let held = null;
    window.WebSocket = class extends WebSocket {
        set onmessage(hear) {
            super.onmessage = (event) => held ? held.push(() => hear(event)) : hear(event);
        }
    };
    window.holds = (wanted) => {
        const told = held ?? [];
        held = wanted ? told : null;
        if (!wanted) told.forEach((hear) => hear());
    };
}"""
#: Waits until a part of the page says something, or no longer says it, and lies still: whether it
#: came to that. The page itself looks, and only at this part: that costs a tenth of asking it for
#: roles and names again and again.
SAYS = """async ({ part, words, wanted, patience }) => {
    const text = () => document.querySelector(part)?.textContent.replace(/\\s+/g, " ");
    const until = performance.now() + patience;
    while (text()?.includes(words) !== wanted) {
        if (performance.now() > until) return false;
        await new Promise((done) => setTimeout(done, 20));
    }
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return true;
}"""
QUESTION, REPLAY = 'section[aria-label="The question"]', '[role="group"][aria-label="Replay"]'


class Surface:
    """What the table of a system looks like, so that places can be found on a page."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.map: dict[str, Any] | None = facts["map"]

    def points(self, places: list[str], view: dict[str, Any]) -> list[tuple[float, float]]:
        """Shares of the width of the map, or units of paper."""
        if self.map is None:
            bodies = view["facts"]["bodies"]
            return [
                (MARGIN + body["x"] * INCH / 100, MARGIN + body["y"] * INCH / 100)
                for body in (bodies[place] for place in places if place in bodies)
            ]
        (first, last), (top, _) = self.map["columns"], self.map["rows"]
        radius = 1 / (1.5 * (last - first) + 3.2)
        found = []
        for hex in places:
            column, row = int(hex[:2]), int(hex[2:])
            shift = 0.0 if column % 2 else -0.5 if self.map["high"] == "even" else 0.5
            x = radius * (1.6 + 1.5 * (column - first))
            found.append((x, radius * ROOT3 * (1.1 + row - top + shift)))
        return found


def subject(view: dict[str, Any]) -> list[str]:
    """The places or units that a question is about."""
    hand = view["facts"]["hand"]
    if view["facts"]["bodies"]:
        return list(hand)
    return sorted({*view["decision"]["about"], *map(standing(view).get, hand)} - {None})


def choices(view: dict[str, Any]) -> list[str]:
    """The places or units that may be chosen."""
    stands = standing(view)
    found = set()
    for offer in view["decision"]["choices"]:
        if view["facts"]["bodies"]:
            found |= set(offer.get("units", ())[:1])
        elif offer.get("hexes"):
            found.add(offer["hexes"][0])
        elif offer.get("units"):
            found.add(stands.get(offer["units"][0], ""))
    return sorted(found - {""})


def standing(view: dict[str, Any]) -> dict[str, str]:
    return {
        unit: stack["hex"] for stack in view["facts"]["stacks"] for unit in stack["units"] or ()
    }


#: Whom a question asks, by which rule, and the verbs of its choices.
Kind = tuple[str, str, frozenset[str]]


def questions_of(stretch: Stretch) -> tuple[int, list[Kind]]:
    """The decision before a stretch of a record begins, and what kinds of question are asked."""
    numbers, kinds, assault, before = [], list[Kind](), 1, 0

    def look(_: Record, battle: Battle) -> None:
        nonlocal assault, before
        facts = battle.view(SPECTATOR).facts
        assault += facts.turn < before
        before = facts.turn
        is_meant = assault == stretch.assault and stretch.first <= facts.turn <= stretch.last
        if is_meant and (not stretch.phases or facts.phase in stretch.phases):
            numbers.append(battle.past.number)
            asked = battle.decision
            assert asked is not None
            verbs = frozenset(choice.verb for choice in asked.choices)
            kinds.append((asked.side, asked.rule, verbs))

    read_and_replay(text_of(stretch.record), watch=look)
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    return numbers[0], kinds


def forms_for(kinds: list[Kind], on_both: int) -> list[tuple[str, ...]]:
    """Where each question is looked at: the first of a kind on both, and then by turns."""
    asked: Counter[Kind] = Counter()
    found: list[tuple[str, ...]] = []
    for kind in kinds:
        turn = (asked[kind] - on_both) // IN_A_ROW % len(TURNS)
        found.append(FORMS if asked[kind] < on_both else TURNS[turn])
        asked[kind] += 1
    return found


def text_of(name: str) -> str:
    return (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def recorded(name: str, first: int, last: int) -> tuple[str, list[tuple[str, str]]]:
    """A record up to a decision, and the decisions after it: whose, and what."""
    lines = text_of(name).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("0 start"))
    played = [line for line in lines[start:] if line[:1].isdigit()]
    above = "\n".join([*lines[:start], *played[: first + 1], ""])
    return f"{above}{end_line(above, first)}\n", list(_decisions(played[first + 1 : last + 1]))


def _decisions(lines: list[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        who, said = line.split(": ", 1)
        # After the choice come the dice, if any, and a digest.
        yield who.split()[1], said.rsplit(" ", 1)[0].split(" [")[0]


def page_of(visits: Visits, table: Table, side: str, options: dict[str, Any]) -> Page:
    context = visits.context(**options)
    context.add_init_script(HOLDS)
    page = visits.page(context)
    page.goto(visits.link(table.players[side].token))
    expect(page.get_by_role("region", name="The question")).to_be_visible()
    return page


def faults_of(page: Page, kind: Surface, view: dict[str, Any]) -> list[str]:
    about, may = subject(view), choices(view)
    asked = [*about, *may]
    points = kind.points(asked, view)
    seen = page.evaluate(LOOK, {"points": points, "paper": kind.map is None})
    found = dict(zip(asked, seen, strict=True))
    faults = [
        f"{place}, which it is about, is out of sight" for place in about if not found[place][0]
    ]
    faults += [f"{place} is covered" for place in asked if found[place] == [True, False]]
    if may and not any(found[place] == [True, True] for place in may):
        faults.append(f"none of {may} is in sight")
    return faults


def faults_in_hand(
    page: Page, kind: Surface, view: dict[str, Any], player: Player
) -> list[str] | None:
    """What is wrong once a unit is picked that may be sent: its fan, its card and where it may go.

    Nothing is decided: it is let go again. None if no unit was picked.
    """
    if kind.map is None:
        return None
    stands = standing(view)
    units = [
        one["units"][0]
        for one in view["decision"]["choices"]
        if one.get("sends") and one.get("units")
    ]
    points = kind.points([stands[unit] for unit in units], view)
    free = page.evaluate(LOOK, {"points": points, "paper": False})
    unit = next((one for one, seen in zip(units, free, strict=True) if seen == [True, True]), None)
    if unit is None:
        return None
    hex = stands[unit]
    [[x, y]] = page.evaluate(PLACE, {"points": kind.points([hex], view)})
    page.mouse.click(x, y)
    if not says(page, QUESTION, "picked", PRESSED):
        return None  # the window was still on its way to what is asked
    may = sorted(player.get("/reach", unit=unit).json()["move"])
    seen = page.evaluate(LOOK, {"points": kind.points([hex, *may], view), "paper": False})
    faults = [
        f"{place} is covered when {unit} is picked"
        for place, found in zip([hex, *may], seen, strict=True)
        if found == [True, False]
    ]
    if may and not any(found == [True, True] for found in seen[1:]):
        faults.append(f"none of {may} is in sight when {unit} is picked")
    for _ in range(3):
        page.keyboard.press("Escape")
    assert says(page, QUESTION, "picked", PATIENCE, wanted=False)
    page.mouse.move(1, 1)
    return faults


@pytest.mark.parametrize("name", STRETCHES)
def test_turns(name: str, visits: Visits, client: httpx.Client) -> None:
    stretch = STRETCHES[name]
    first, kinds = questions_of(stretch)
    text, decisions = recorded(stretch.record, first, first + len(kinds))
    every = os.environ.get("LONGROLL_SIGHTS") == "all"
    forms = forms_for(kinds, len(kinds) if every else BOTH)
    # A page that hears of several questions at once may ask for the odds of one that is answered.
    visits.forgive("status of 422")
    table = opened(client, text)
    players = table.players
    one = next(iter(players.values()))
    kind = Surface(one.get("/table").json())
    pages = {
        (side, form): page_of(visits, table, side, context)
        for side in players
        for form, context in (("desk", DESK), ("phone", PHONE))
    }
    shots = os.environ.get("LONGROLL_SHOTS")
    faults: list[str] = []
    before: Any = None
    picked = {"desk": 0, "phone": 0}
    looks = [
        {(side, form) for form in where} for (side, _), where in zip(decisions, forms, strict=True)
    ]
    following: set[tuple[str, str]] = set()
    moment = players[decisions[0][0]].moment(after=10**6)
    for at, (side, choice) in enumerate(decisions):
        # From the decision before, so that each question comes to its pages live.
        if following != (wanted := set().union(*looks[at : at + 2])):
            following = wanted
            for seen, page in pages.items():
                page.evaluate("wanted => holds(wanted)", seen not in following)
        if moment["seat"] != side:
            moment = players[side].moment(after=10**6)
        number, view = moment["number"], moment["view"]
        asked = (side, view["decision"]["question"], choices(view), subject(view))
        if asked != before:
            for form in forms[at]:
                page = pages[side, form]
                assert says(page, REPLAY, f"{number} of {number}", PATIENCE)
                wrong = faults_of(page, kind, view)
                in_hand = faults_in_hand(page, kind, view, players[side])
                picked[form] += in_hand is not None
                wrong += in_hand or []
                if wrong:
                    faults += [f"{form}, {number}, {asked[1]!r}: {fault}" for fault in wrong]
                    if shots and len(faults) < 40:
                        page.screenshot(path=Path(shots) / f"{name}-{number}-{form}.png")
        before = asked
        moment = players[side].choose(choice, number)
    assert not faults, "\n".join(faults)
    assert kind.map is None or all(picked.values()), picked


def says(page: Page, part: str, words: str, patience: int, wanted: bool = True) -> bool:
    """Whether a part of the page comes to say something, or to say it no longer."""
    asked = {"part": part, "words": words, "wanted": wanted, "patience": patience}
    return bool(page.evaluate(SAYS, asked))
