"""10.11 Reinforcements."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.battle import Battle
from longroll.systems.chickasaw_bayou.roster import ROSTER
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit
from tests.rulebook.blind_swords.marching import left, rules


def due(*units: str, turn: int = 4, hex: str = "3900") -> dict[int, tuple[int, str]]:
    return {ROSTER.number[id]: (turn, hex) for id in units}


def lindsey(order: str = "attack", units: dict[str, str] | None = None, **more: Any) -> Battle:
    """Lindsey's brigade is about to move, with one regiment on the map already."""
    step = "fire" if order == "limited" else "move"
    return field({"1010": "114oh", **(units or {})}, active=f"lindsey {order}", step=step, **more)


@pytest.mark.rule("blind_swords:10.11.1")
def test_units_come_on_in_their_hex_from_their_turn_on() -> None:
    battle = lindsey(due=due("49in", "7ky"))
    assert choices(battle) == ["move 114oh", "enter 49in 3900", "enter 7ky 3900", "done"]
    assert refused(battle, "enter 49in 3800") == ["blind_swords:10.11.3"]
    assert refused(battle, "enter 16oh 3900") == ["blind_swords:10.11.1"]
    (event,) = play(battle, "enter 49in 3900")
    assert event.rules == ("blind_swords:10.11.1",)
    assert unit(battle, "49in").hex == "3900"
    assert ROSTER.number["49in"] not in battle.state.due  # type: ignore[attr-defined]
    later = lindsey(due=due("49in", turn=5))
    assert refused(later, "enter 49in 3900") == ["blind_swords:10.11.1"]
    assert choices(later) == ["move 114oh", "done"]


@pytest.mark.rule("blind_swords:10.11.2")
def test_they_pay_for_the_hex_and_later_ones_a_point_more_each() -> None:
    battle = lindsey(due=due("49in", "7ky", "3il-cav"))
    play(battle, "enter 49in 3900")
    assert left(battle) == "4"  # a lane hex
    play(battle, "to 3901", "stop", "enter 7ky 3900")
    assert left(battle) == "3"
    play(battle, "to 3801", "stop", "enter 3il-cav 3900")
    assert left(battle) == "5"  # of 8


@pytest.mark.rule("blind_swords:10.11.2", "blind_swords:3.1.4")
def test_the_road_must_have_room() -> None:
    # Off the lane the hex is clear and costs the same, so that only the end of the move counts.
    battle = lindsey(due=due("49in"), units={"3900": "16oh"})
    play(battle, "enter 49in 3900")
    assert refused(battle, "stop") == ["blind_swords:3.1.1"]


@pytest.mark.rule("blind_swords:10.11.2")
def test_nobody_comes_on_under_regroup_or_with_another_brigade() -> None:
    battle = lindsey("regroup", due=due("49in"))
    assert refused(battle, "enter 49in 3900") == ["blind_swords:10.11.2"]
    other = field({"1010": "16oh"}, active="decourcy attack", step="move", due=due("49in"))
    assert refused(other, "enter 49in 3900") == ["blind_swords:10.11.2"]


@pytest.mark.rule("blind_swords:10.11.2")
def test_guns_come_on_in_the_artillery_phase() -> None:
    step = {"type": "ArtilleryStep", "side": "union"}
    coming = due("lanphere", "49in")
    battle = field({"1010": "foster"}, agenda=[step], phase="B", due=coming, passed=["confederate"])
    assert "enter lanphere 3900" in choices(battle)
    assert not [said for said in choices(battle) if "49in" in said]
    play(battle, "enter lanphere 3900")
    assert left(battle) == "5"


@pytest.mark.rule("blind_swords:10.11.3")
def test_a_limited_activation_places_one_unit() -> None:
    battle = lindsey("limited", due=due("49in", "7ky"), dice=(1,) * 9)
    assert choices(battle) == ["enter 49in 3900", "enter 7ky 3900", "done"]
    play(battle, "enter 49in 3900")
    assert unit(battle, "49in").hex == "3900"
    assert battle.decision is None or "enter 7ky 3900" not in choices(battle)


@pytest.mark.rule("blind_swords:10.11.3")
def test_where_enemies_are_near_they_come_on_at_the_next_free_edge() -> None:
    held = lindsey(due=due("49in"), units={"3900": "31la-a"})
    found = [said for said in choices(held) if said.startswith("enter")]
    assert found == ["enter 49in 3700", "enter 49in 4100"]
    beside = lindsey(due=due("49in"), units={"3901": "31la-a"})
    found = [said for said in choices(beside) if said.startswith("enter")]
    assert found == ["enter 49in 3700", "enter 49in 4100"]
    events = play(beside, "enter 49in 4100")
    assert "blind_swords:10.11.1" in rules(events)


@pytest.mark.rule("blind_swords:10.11.3")
def test_with_no_free_edge_within_five_hexes_they_wait() -> None:
    ids = ["31la-a", "29la-a", "26la-a", "46ms-a"]
    enemies = dict(zip(["3500", "3800", "4100", "4400"], ids, strict=True))
    battle = lindsey(due=due("49in"), units=enemies)
    assert choices(battle) == ["move 114oh", "done"]
    assert refused(battle, "enter 49in 3900") == ["blind_swords:10.11.3"]
