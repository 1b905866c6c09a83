"""25.2 Brigade retreat. 15th Arkansas is shot at in 2129 and runs; Moore is two hexes behind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from longroll import Battle, Event
from longroll.systems.corinth.brigades import BrigadeFallsBack, BrigadeRetreat
from longroll.systems.corinth.game import CORINTH
from longroll.systems.gbacw.events import Checked, Fired, Formed, Gone, Retreated
from longroll.systems.gbacw.retreat import Retreat
from tests.rulebook.corinth.field import field, number, state, unit, where
from tests.support import offered, only, play, rules_against

#: The die of a P/R result and the morale die that makes 15th Arkansas run.
_RUNS = [5, 6]
_FRIENDS = "2127 2tx moore | 2327 35ms"


def _brigade(
    friends: str = _FRIENDS,
    dice: list[int] | None = None,
    *,
    broken: str = "moore",
    states: Mapping[str, Mapping[str, Any]] | None = None,
    more: Mapping[str, Any] | None = None,
) -> Battle:
    """Another pair far off keeps the Fire Phase open when this is over."""
    given = {id: {"facing": "S"} for id in ("15ar", "2tx", "35ms", "23ar", "bledsoe", "9ar")}
    given["35ms"]["rating"] = given["23ar"]["rating"] = 4  # type: ignore[assignment]
    for id, fields in (states or {}).items():
        given[id] = {**given.get(id, {}), **fields}
    return field(
        f"2130 7il | 2129 15ar | {friends} | 2940 50il | 2939 9ar",
        [*_RUNS, *(dice if dice is not None else [1] * 20)],
        turn=10,
        phasing="union",
        states=given,
        broken=broken,
        more=more,
    )


def _shoot(battle: Battle) -> list[Event]:
    return play(battle, "fire 2129", "all", "resolve")


def _to_the_end(battle: Battle) -> list[Event]:
    """Everybody takes the first way; nobody fires at those who leave."""
    events: list[Event] = []
    while state(battle).phase == "D" and "fire 2939" not in offered(battle):
        choices = offered(battle)
        events += battle.play("hold" if "hold" in choices else choices[0])
    return events


def _until_asked(battle: Battle) -> list[Event]:
    events: list[Event] = []
    while not isinstance(state(battle).agenda[-1], BrigadeRetreat):
        events += battle.play(offered(battle)[0])
    return events


def _hexes_back(events: list[Event], id: str) -> int:
    return sum(
        id in [unit.id for unit in event.units] for event in events if isinstance(event, Retreated)
    )


@pytest.mark.rule("corinth:25.2.1")
def test_a_rout_in_the_radius_takes_the_brigade_two_hexes_back() -> None:
    battle = _brigade()
    events = [*_shoot(battle), *_to_the_end(battle)]
    assert {unit.id for unit in only(events, BrigadeFallsBack).units} == {"2tx", "35ms"}
    grid = CORINTH.grid
    assert grid.distance("2127", where(battle, "2tx")) == 2
    assert grid.distance("2327", where(battle, "35ms")) == 2
    assert where(battle, "moore") == where(battle, "2tx")


@pytest.mark.rule("corinth:25.2.1")
@pytest.mark.parametrize(
    "friends, broken", [(_FRIENDS, ""), ("2120 2tx moore | 2327 35ms", "moore")]
)
def test_not_while_effective_nor_outside_the_radius(friends: str, broken: str) -> None:
    battle = _brigade(friends, broken=broken)
    events = [*_shoot(battle), *_to_the_end(battle)]
    assert not [event for event in events if isinstance(event, BrigadeFallsBack)]


@pytest.mark.rule("corinth:25.2.1")
def test_units_outside_the_radius_stay() -> None:
    battle = _brigade("2127 2tx moore | 2720 35ms")
    events = [*_shoot(battle), *_to_the_end(battle)]
    assert {unit.id for unit in only(events, BrigadeFallsBack).units} == {"2tx"}
    assert where(battle, "35ms") == "2720"


@pytest.mark.rule("corinth:25.2.2")
def test_at_the_end_each_checks_and_runs_three_hexes_if_it_fails() -> None:
    """2nd Texas holds on a 1; 35th Mississippi, morale 4, fails on a 4."""
    battle = _brigade("2127 2tx | 2327 35ms moore", dice=[6, 6, 6, 1, 1, 1])
    events = [*_shoot(battle), *_to_the_end(battle)]
    checks = [event for event in events if isinstance(event, Checked)][1:]
    assert {event.unit.id for event in checks} == {"2tx", "35ms"}
    routed = [event.unit.id for event in checks if event.outcome == "routed"]
    assert routed
    for id in routed:
        assert unit(battle, id).routed
        assert _hexes_back(events, id) == 2 + 3


@pytest.mark.rule("corinth:25.21")
def test_those_already_routed_go_three_hexes_and_check_nothing() -> None:
    battle = _brigade(states={"35ms": {"routed": True}})
    events = [*_shoot(battle), *_to_the_end(battle)]
    assert _hexes_back(events, "35ms") == 3
    assert not [e for e in events if isinstance(e, Checked) and e.unit.id == "35ms"]


@pytest.mark.rule("corinth:25.22")
def test_the_pinned_stay_pinned() -> None:
    battle = _brigade(states={"35ms": {"pinned": True}})
    events = [*_shoot(battle), *_to_the_end(battle)]
    assert _hexes_back(events, "35ms") == 0
    assert (where(battle, "35ms"), unit(battle, "35ms").pinned) == ("2327", True)


@pytest.mark.rule("corinth:25.21", "gbacw:17.74")
def test_a_leader_left_with_nobody_else_goes_along_with_the_routed() -> None:
    battle = _brigade("2127 2tx moore", states={"2tx": {"routed": True}})
    events = [*_shoot(battle), *_to_the_end(battle)]
    assert _hexes_back(events, "2tx") == 3
    assert where(battle, "moore") == where(battle, "2tx")


_IN_ZONE = "2328 47il | " + _FRIENDS


@pytest.mark.rule("corinth:25.23")
def test_leaving_an_enemy_zone_draws_fire() -> None:
    battle = _brigade(_IN_ZONE)
    _shoot(battle)
    _until_asked(battle)
    battle.play("back 2327")
    assert battle.decision is not None
    assert battle.decision.side == "union"
    assert "add 47il 2" in offered(battle)


@pytest.mark.rule("corinth:25.23")
def test_whoever_is_pinned_by_it_goes_one_hex_checks_and_is_pinned_there() -> None:
    """The fire at its back asks for a pin check that 35th Mississippi fails; morale holds."""
    battle = _brigade(_IN_ZONE, dice=[2, 6, 1, 1, 1, 1])
    events = _shoot(battle)
    events += _until_asked(battle)
    events = play(battle, "back 2327", "add 47il 2")
    if "resolve" in offered(battle):
        events += play(battle, "resolve")
    events += _to_the_end(battle)
    assert _hexes_back(events, "35ms") == 1
    assert unit(battle, "35ms").pinned
    checks = [e.why for e in events if isinstance(e, Checked) and e.unit.id == "35ms"]
    assert checks[-1] == "brigade retreat"


@pytest.mark.rule("corinth:25.23")
def test_a_leader_pinned_with_them_goes_that_hex_too() -> None:
    battle = _brigade(_IN_ZONE + " maury", dice=[2, 6, *[1] * 9])
    _shoot(battle)
    _until_asked(battle)
    play(battle, "back 2327", "add 47il 2", "resolve")
    _to_the_end(battle)
    assert (unit(battle, "maury").pinned, unit(battle, "35ms").pinned) == (True, True)
    assert where(battle, "maury") == where(battle, "35ms") != "2327"


@pytest.mark.rule("corinth:25.23", "gbacw:10.16.2")
def test_it_has_turned_its_back_to_that_fire() -> None:
    battle = _brigade(_IN_ZONE)
    _shoot(battle)
    _until_asked(battle)
    events = play(battle, "back 2327", "add 47il 2")
    if "resolve" in offered(battle):
        events += play(battle, "resolve")
    assert "gbacw:7.23.2" in [line.rule for line in only(events, Fired).shifts]


@pytest.mark.rule("gbacw:10.2.1")
def test_who_made_the_first_unit_run_fires_at_nobody_who_falls_back_with_it() -> None:
    """Ruling GB-C16: 7th Illinois has brought it all about."""
    battle = _brigade()
    _shoot(battle)
    _until_asked(battle)
    battle.play("back 2127")
    step = state(battle).agenda[-1]
    assert isinstance(step, Retreat)
    assert number("2tx") in step.units
    assert step.causers == (number("7il"),)


@pytest.mark.rule("corinth:25.24")
def test_whoever_cannot_go_is_lost() -> None:
    """Every way of 35th Mississippi towards home is held; the open ones lead at the enemy."""
    ring = "2326 81oh | 2426 47il | 2427 22oh | 2226 12il | 2127 9il"
    empty = {"depleted": True}
    states = dict.fromkeys(("81oh", "47il", "22oh", "12il", "9il"), empty)
    units = f"2228 2tx moore | 2327 35ms | {ring}"
    battle = _brigade(units, states=states, more={"areas": {"maury": "B"}})
    events = [*_shoot(battle), *_to_the_end(battle)]
    gone = only(events, Gone)
    assert (gone.unit.id, gone.fate, where(battle, "35ms")) == ("35ms", "captured", "")


@pytest.mark.rule("corinth:25.25.1")
def test_a_brigade_falls_back_once_a_phase() -> None:
    """35th Mississippi fails its check at the end and runs; nobody else moves for that."""
    battle = _brigade(dice=[1, 6, 1, 1, 1, 1, 1, 1])
    events = [*_shoot(battle), *_to_the_end(battle)]
    assert len([event for event in events if isinstance(event, BrigadeFallsBack)]) == 1
    assert any(unit(battle, id).routed for id in ("2tx", "35ms"))
    assert state(battle).fallen_back == {"moore"}
    again = _brigade(more={"fallen_back": ["moore"]})
    state(again).fallen_back = frozenset(("moore",))
    events = [*_shoot(again), *_to_the_end(again)]
    assert not [event for event in events if isinstance(event, BrigadeFallsBack)]


@pytest.mark.rule("corinth:25.25.1")
def test_the_next_phase_begins_afresh() -> None:
    battle = _brigade()
    [*_shoot(battle), *_to_the_end(battle)]
    while state(battle).phase == "D":
        battle.play(offered(battle)[-1])
    assert state(battle).fallen_back == frozenset()


@pytest.mark.rule("corinth:25.25.2")
def test_the_unit_that_began_it_goes_three_hexes_and_no_more() -> None:
    battle = _brigade()
    events = [*_shoot(battle), *_to_the_end(battle)]
    assert _hexes_back(events, "15ar") == 3


@pytest.mark.rule("corinth:25.26")
def test_its_guns_may_limber_and_come_along() -> None:
    battle = _brigade("2127 2tx moore bledsoe")
    events = [*_shoot(battle), *_until_asked(battle)]
    assert {"back 2127", "take bledsoe"} <= set(offered(battle))
    events = play(battle, "take bledsoe")
    assert only(events, Formed).formation == "limbered"
    events += _to_the_end(battle)
    assert _hexes_back(events, "bledsoe") == 2
    assert where(battle, "bledsoe") == where(battle, "2tx")


@pytest.mark.rule("corinth:25.26")
def test_or_stay() -> None:
    battle = _brigade("2127 2tx moore | 2126 bledsoe")
    [*_shoot(battle), *_until_asked(battle)]
    assert "corinth:25.2.1" in rules_against(battle, "done")
    battle.play("back 2127")
    while not isinstance(state(battle).agenda[-1], BrigadeRetreat):
        battle.play(offered(battle)[0])
    assert offered(battle) == ["take bledsoe", "done"]
    battle.play("done")
    assert (where(battle, "bledsoe"), unit(battle, "bledsoe").formation) == ("2126", "unlimbered")
