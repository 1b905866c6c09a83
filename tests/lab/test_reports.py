"""Reports and comparisons of runs."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from longroll.cli import main
from longroll.display.display import display_of
from longroll.kernel.system import systems
from longroll.lab.battles import Fought, Turn, fight
from longroll.lab.comparing import compare, statement
from longroll.lab.findings import leads, never_cited, never_fight, present, turning_points
from longroll.lab.journal import BadRun, writing
from longroll.lab.plans import plan
from longroll.lab.report import ink
from longroll.lab.report.ground import fallen_map
from longroll.lab.report.page import page
from longroll.lab.runs import Run, start
from tests.lab.support import DRILL, SMALL, played, small


class Tags(HTMLParser):
    """What a page opens, closes and asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.headings: list[str] = []
        self.void = {"meta", "br", "rect", "path"}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in self.void:
            self.open.append(tag)

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


PARTS = {
    "Who wins",
    "Level of victory",
    "Length",
    "Losses",
    "Losses by brigade",
    "Who is ahead wins",
    "Turning points",
    "Luck",
    "Why battles ended",
    "What the rules did",
}


@pytest.mark.parametrize("slug", [slug for slug, rules in systems().items() if rules.players])
def test_every_system_has_a_report_that_needs_nothing_else(slug: str) -> None:
    wanted = plan(slug, "", ["random", "random"], 1, seed=2)
    fought = fight(wanted.tasks()[0])
    told = page(wanted, [fought])
    tags = Tags()
    tags.feed(told)
    assert set(tags.headings) >= PARTS
    assert tags.addresses == []
    assert "http" not in told
    assert "nan" not in told.replace("nance", "").lower().split()
    if any(one.lost for one in fought.happenings):
        assert "Where men fell" in tags.headings


def test_a_long_name_takes_two_lines_and_stays_within_its_picture() -> None:
    name = "confederate victory by the last man at the second assault, after turn 8 of 8"
    lines = re.findall(r">([^<]+)</text>", ink.name_of(210, 15, name))
    assert len(lines) == 2
    assert lines[0].startswith("Confederate victory")
    assert all(len(each) * ink.LETTER <= 200 for each in lines)


def test_the_names_of_places_stay_on_the_map() -> None:
    """Corinth's roads are named at the edges."""
    shown = display_of(systems()["corinth"]).table("outer-works")
    drawn = fallen_map(shown, {"2510": Counter(union=3)}, 1)
    wide = float(re.findall(r'viewBox="0 0 ([\d.]+)', drawn)[0])
    names = re.findall(r'<text x="([-\d.]+)"[^>]*>([^<]+)</text>', drawn)
    assert len(names) > 10
    for x, name in names:
        half = len(name) * ink.LETTER / 2
        assert half - 0.1 <= float(x) <= wide - half + 0.1, name


def test_what_came_of_a_battle_is_its_last_estimate() -> None:
    fought = fight(small(1, DRILL).tasks()[0])
    last = {turn.side: turn.worth for turn in fought.by_turn[-2:]}
    assert last[fought.winner or ""] == 1.0
    assert sorted(last.values()) == [0.0, 1.0]


def test_a_battle_that_failed_is_in_the_report() -> None:
    wanted = small(1)
    fault = Fought(name="0", seed=0, players={}, failed="KeyError: <1423>")
    assert "KeyError: &lt;1423&gt;" in page(wanted, [fault])


def turns(*lost: tuple[int, int]) -> list[Turn]:
    """What the Union and the Confederates lost, turn by turn."""
    return [
        Turn(count, count, side, 1, 0, each, 0, 0.5)
        for count, both in enumerate(lost, 1)
        for side, each in zip(("union", "confederate"), both, strict=True)
    ]


def test_the_turning_point_is_the_greatest_swing_to_the_winner() -> None:
    wanted = small(1)
    one = Fought(
        name="0",
        seed=0,
        players={},
        winner="union",
        turns=3,
        by_turn=turns((4, 0), (0, 20), (1, 1)),
    )
    assert leads(wanted, one)[0] == -1
    found = turning_points(wanted, [one])
    assert [each.swings for each in found] == [0, 1, 0]
    assert [each.ahead_won.value for each in found] == [0, 1, 1]


def test_without_an_estimate_losses_tell_who_is_ahead_also_where_the_end_is_known() -> None:
    wanted = small(1)
    lost = turns((4, 0), (0, 20), (1, 1))
    ended = [*lost[:-2], *(msgspec.structs.replace(turn, worth=1.0) for turn in lost[-2:])]
    one = Fought(name="0", seed=0, players={}, winner="union", turns=3, by_turn=ended)
    assert [lead > 0 for lead in leads(wanted, one)] == [False, True, True]


def test_units_that_never_fight_and_rules_that_never_fire_are_named() -> None:
    wanted = small(1, DRILL)
    nothing = Fought(name="0", seed=0, players={})
    assert len(never_fight(wanted, [nothing])) == 64
    assert "gbacw:4.0.3" in never_cited(wanted, [nothing])["gbacw"]
    fought = fight(wanted.tasks()[0])
    assert len(never_fight(wanted, [fought])) < 64
    assert "gbacw:4.0.3" not in never_cited(wanted, [fought])["gbacw"]


def test_only_units_that_took_the_field_can_have_stood_idle() -> None:
    """Of the whole order of battle of Chickasaw Bayou a handful land on the first day."""
    wanted = plan("chickasaw_bayou", "securing-the-landing-zone", ["2", "2"], 1)
    fought = fight(wanted.tasks()[0])
    there = {piece.id for piece in present(wanted, [fought])}
    assert set(fought.fighting) <= there
    assert 5 < len(there) < 40
    assert len(never_fight(wanted, [fought])) == len(there - set(fought.fighting))


def made(folder: Path, won: int, of: int) -> Run:
    """A run in which the Union won some battles."""
    run = start(folder, small(of))
    losses = {"union": 1, "confederate": 2}
    with writing(run.journal) as journal:
        for number in range(of):
            winner = "union" if number < won else "confederate"
            journal.write(
                Fought(
                    name=str(number),
                    seed=number,
                    players=run.plan.players,
                    winner=winner,
                    lost=losses,
                )
            )
    return run


def test_a_clear_difference_is_called_significant_and_a_small_one_is_not(tmp_path: Path) -> None:
    one, other = made(tmp_path / "one", 10, 40), made(tmp_path / "other", 32, 40)
    found = {each.what: each for each in compare(one, other)}
    assert found["union wins"].is_significant
    assert not found["turns"].is_significant
    assert "union wins (25%" in statement(list(found.values()))
    near = made(tmp_path / "near", 13, 40)
    assert "No difference is significant" in statement(compare(one, near))


def test_runs_of_different_systems_are_not_compared(tmp_path: Path) -> None:
    one = made(tmp_path / "one", 1, 2)
    other, _ = played(tmp_path / "other", small(1, DRILL))
    with pytest.raises(BadRun, match="nothing to compare"):
        compare(one, other)
    with pytest.raises(BadRun, match="no battles"):
        compare(one, start(tmp_path / "empty", small(2)))


def test_the_command_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = made(tmp_path / "one", 10, 40), made(tmp_path / "other", 32, 40)
    plans = msgspec.structs.replace(other.plan, options={"undo": "free"})
    (other.folder / "run.json").write_bytes(msgspec.json.encode(plans))
    assert main(["compare", str(one.folder), str(other.folder)]) == 0
    out = capsys.readouterr().out
    assert "options" in out
    assert "Significant at 5%" in out
    assert main(["compare", str(one.folder), str(tmp_path / "none")]) == 2
    assert SMALL[0] in one.plan.system
