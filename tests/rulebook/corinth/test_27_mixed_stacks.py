"""12.92 and 14.1 on the ground of Corinth: stacks that have to part on their way back."""

from __future__ import annotations

from typing import Any

import pytest

from longroll import Battle, Event
from longroll.kernel.agenda import Ask, Do
from longroll.kernel.dice import Scripted
from longroll.systems.gbacw.events import Gone, LeaderFate, Retreated
from longroll.systems.gbacw.retreat import Displace, Retreat
from longroll.systems.gbacw.retreat_path import BRIGADE
from longroll.systems.gbacw.state import CAPTURED
from tests.rulebook.corinth.field import SYSTEM, field, number, state, unit, where
from tests.rulebook.corinth.melees import declare
from tests.support import offered, play

#: 9 Arkansas dares to attack. At +1 a 2 on the Melee CRT drives the defenders back two hexes.
DRIVEN_BACK = (1, 2)
STATES: dict[str, dict[str, Any]] = {
    "9ar": {"facing": "S"},
    "31al": {"facing": "N"},
    "7ky": {"facing": "S"},
    "35al": {"facing": "N"},
    "8wi-bty": {"formation": "limbered"},
}


def stormed(
    garrison: str, others: str = "| 3518 7ky", **strengths: int
) -> tuple[Battle, list[Event]]:
    """9 Arkansas storms the woods of 3418 from the north, and wins.

    31 Alabama closes the southwest, 7 Kentucky the southeast. To the south, on the way to Corinth,
    lies the swamp, which no wheel passes.
    """
    states = {**STATES, **{id[1:]: {"strength": points} for id, points in strengths.items()}}
    battle = field(
        f"3417 9ar | 3319 31al | 3418 {garrison} | 3540 22ms | 3541 9il {others}",
        (*DRIVEN_BACK, *[1] * 6),
        turn=10,
        phase="E",
        states=states,
        more={"areas": {"lovell": "E"}},
    )
    events = declare(battle, "9ar", hex="3418")
    for word in ("done", "stand"):
        if word in offered(battle):
            events += play(battle, word)
    return battle, events


def under_way(units: str, step: Ask | Do) -> Battle:
    """A field where a step is next; nobody's courage fails."""
    facts = state(field(units, turn=10, states=STATES))
    facts.agenda.append(step)
    return Battle(SYSTEM, facts, Scripted([1] * 6))


def falling_back(*units: str) -> Retreat:
    """Those units of a brigade that falls back from 3418."""
    return Retreat("union", tuple(map(number, units)), 2, ("3418",), BRIGADE)


def lost(events: list[Event]) -> list[str]:
    return [one.unit.id for one in events if isinstance(one, Gone)]


def steps(events: list[Event]) -> list[tuple[str, list[str]]]:
    """Who fell back together, hex by hex."""
    return [(e.to, [one.id for one in e.units]) for e in events if isinstance(e, Retreated)]


@pytest.mark.rule("gbacw:12.92.3", "gbacw:14.1.2")
@pytest.mark.parametrize("garrison", ["22oh 8wi-bty", "8wi-bty 22oh"])
def test_guns_without_a_way_do_not_drag_infantry_into_captivity(garrison: str) -> None:
    battle, events = stormed(garrison, _22oh=2)
    assert steps(events) == [("3419", ["22oh"])]  # the one way there is
    events += play(battle, "to 3420")
    assert where(battle, "22oh") == "3420"
    assert lost(events) == ["8wi-bty"]
    assert unit(battle, "8wi-bty").fate == CAPTURED


@pytest.mark.rule("gbacw:12.92.3", "gbacw:14.1.2")
def test_whoever_has_a_way_in_common_keeps_together() -> None:
    # Else the second would push the first out of the swamp.
    battle, events = stormed("22oh 8wi-bty 81oh", _22oh=1, _81oh=1)
    events += play(battle, "to 3420")
    assert steps(events) == [("3419", ["22oh", "81oh"]), ("3420", ["22oh", "81oh"])]
    assert lost(events) == ["8wi-bty"]


@pytest.mark.rule("gbacw:14.4.1", "corinth:27.2.1")
def test_each_takes_the_best_way_that_is_open_to_it() -> None:
    battle, events = stormed("22oh 8wi-bty", others="", _22oh=2)
    events += play(battle, "to 3420")
    assert steps(events) == [
        ("3419", ["22oh"]),
        ("3420", ["22oh"]),
        ("3519", ["8wi-bty"]),
        ("3618", ["8wi-bty"]),
    ]
    assert lost(events) == []


@pytest.mark.rule("gbacw:12.94.3", "gbacw:14.1.2")
def test_so_they_part_when_they_leave_a_melee() -> None:
    battle = field(
        "3418 22oh 8wi-bty 9ar | 3319 31al | 3518 7ky | 0101 7il",
        [1] * 4,
        turn=10,
        phase="F",
        phasing="union",
        states=STATES,
        more={"engaged": ["3418"]},
    )
    play(battle, "leave 3418", "with 22oh", "with 8wi-bty", "hold", "to 3420")
    assert where(battle, "22oh") == "3420"
    assert unit(battle, "8wi-bty").fate == CAPTURED


@pytest.mark.rule("gbacw:14.3.2", "gbacw:14.4.1")
def test_so_they_part_when_friends_push_them_aside() -> None:
    battle = under_way("3418 22oh 8wi-bty | 3319 31al", Displace("union", "3418"))
    assert (where(battle, "22oh"), where(battle, "8wi-bty")) == ("3419", "3519")


@pytest.mark.rule("gbacw:12.92.3", "gbacw:17.74")
def test_leaders_go_with_those_who_get_away() -> None:
    battle, _ = stormed("8wi-bty 22oh oglesby", _22oh=1)
    play(battle, "to 3420")
    assert where(battle, "oglesby") == where(battle, "22oh") == "3420"


@pytest.mark.rule("gbacw:12.92.3", "gbacw:17.73.2")
def test_leaders_are_taken_with_the_last_where_nobody_gets_away() -> None:
    _, events = stormed("22oh 8wi-bty oglesby", others="| 3518 7ky | 3420 35al", _22oh=1)
    assert sorted(lost(events)) == ["22oh", "8wi-bty"]
    assert [(one.leader.id, one.fate) for one in events if isinstance(one, LeaderFate)] == [
        ("oglesby", CAPTURED)
    ]


@pytest.mark.rule("gbacw:14.1.2", "gbacw:17.73.2")
def test_so_they_are_without_a_melee() -> None:
    around = "| 3417 9ar | 3518 7ky | 3519 35al | 3419 3ky | 3319 31al | 3318 4al-bn"
    battle = under_way(f"3418 22oh 81oh oglesby {around}", falling_back("22oh", "81oh", "oglesby"))
    assert [unit(battle, id).fate for id in ("22oh", "81oh", "oglesby")] == [CAPTURED] * 3


@pytest.mark.rule("gbacw:14.0")
def test_whoever_has_left_the_hex_meanwhile_is_not_brought_back() -> None:
    battle = under_way("3418 22oh | 3412 81oh", falling_back("22oh", "81oh"))
    play(battle, "to 3419")
    assert (where(battle, "22oh"), where(battle, "81oh")) == ("3419", "3412")
    battle = under_way("3418 oglesby 7il | 3412 22oh", falling_back("22oh", "oglesby"))
    assert (where(battle, "22oh"), where(battle, "oglesby")) == ("3412", "3418")
    assert "to 3419" not in offered(battle)
