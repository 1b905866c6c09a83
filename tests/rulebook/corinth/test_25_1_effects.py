"""25.1 and 25.3 What the loss of effectiveness does to a brigade, and what not to its guns."""

from __future__ import annotations

from typing import Any

import pytest

from longroll import Battle
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.gbacw import effectiveness, losses, morale
from longroll.systems.gbacw.events import Fired, Fought, Rallied
from tests.rulebook.corinth.field import field, number, state, unit
from tests.rulebook.corinth.melees import HERE, facing_off
from tests.support import offered, only, play, refused, rules_against


def _lines(battle: Battle, id: str) -> list[str]:
    return [line.rule for line in morale.check_lines(state(battle), number(id))]


@pytest.mark.rule("corinth:25.11")
@pytest.mark.parametrize("kind", ["rout", "P", "R", "P/R"])
def test_every_morale_check_of_its_men_is_one_harder(kind: str) -> None:
    """9th Arkansas has morale 4: a 4 does not do (GB-C3)."""
    for broken, holds in (("", True), ("rust", False)):
        battle = field("2128 9ar | 0101 7il", phase="B", broken=broken)
        umpire = Umpire(Scripted([4]))
        outcome = morale.check(state(battle), number("9ar"), kind, "a test", umpire)
        assert (outcome == morale.KINDS[kind][1]) == holds


@pytest.mark.rule("corinth:25.11", "corinth:25.3.1")
def test_cavalry_suffers_too_and_guns_never() -> None:
    battle = field("2128 hudson 2mo-cav | 0101 7il", phase="B", broken="rust armstrong")
    assert _lines(battle, "2mo-cav") == ["corinth:25.11"]
    assert _lines(battle, "hudson") == []


@pytest.mark.rule("corinth:25.12.1")
def test_it_begins_no_melee_not_even_with_a_leader() -> None:
    """Ruling GB-D26. It defends as ever."""
    battle = facing_off("9ar rust", "7il", broken="rust")
    assert "corinth:25.12.1" in rules_against(battle, f"melee {HERE}")
    battle = facing_off("9ar", "7il", broken="baldwin")
    assert f"melee {HERE}" in offered(battle)


@pytest.mark.rule("corinth:25.12.2")
def test_once_engaged_it_fights_on() -> None:
    battle = field(
        f"{HERE} 9ar 7il | 0101 50il",
        [1] * 9,
        turn=10,
        phase="F",
        more={"engaged": [HERE]},
        broken="rust",
    )
    only(play(battle, f"fight {HERE}"), Fought)


def _routed(units: str, *dice: int, **situation: Any) -> Battle:
    states = {"9ar": {"routed": True}, **situation.pop("states", {})}
    return field(
        f"{units} | 2940 7il", dice, turn=10, phase="H", states=states, broken="rust", **situation
    )


@pytest.mark.rule("corinth:25.13.1", "corinth:25.13.2")
@pytest.mark.parametrize("die, rallies", [(4, True), (5, False)])
def test_it_rallies_by_a_die_for_a_rally_point(die: int, rallies: bool) -> None:
    """9th Arkansas has morale 4, with no more added; Rust has one Rally Point."""
    battle = _routed("2128 9ar | 2130 rust 31al", die, states={"31al": {"routed": False}})
    rallied = only(play(battle, "rally 9ar"), Rallied)
    assert (rallied.rallied, rallied.rules) == (rallies, ("corinth:25.13.1",))
    assert unit(battle, "9ar").routed != rallies


@pytest.mark.rule("corinth:25.13.2")
def test_the_point_and_the_radius_are_needed() -> None:
    two = {"3ky": {"routed": True}}
    battle = _routed("2128 9ar | 2228 3ky | 2130 rust 31al", 6, states=two)
    battle.play("rally 9ar")
    assert state(battle).phase != "H" or "rally 3ky" not in offered(battle)
    battle = _routed("2128 9ar | 2228 3ky | 2130 rust 31al", states=two)
    assert {"rally 9ar", "rally 3ky"} <= set(offered(battle))
    far = _routed("2108 9ar | 2228 3ky | 2130 rust 31al", states=two)
    assert "gbacw:13.52.2" in rules_against(far, "rally 9ar")


@pytest.mark.rule("corinth:25.13.3")
@pytest.mark.parametrize("leader", ["rust", "lovell"])
@pytest.mark.parametrize("die, rallies", [(5, True), (6, False)])
def test_beside_a_commander_it_needs_no_point_and_has_one_less_on_the_die(
    leader: str, die: int, rallies: bool
) -> None:
    battle = _routed(f"2128 9ar {leader}", die)
    rallied = only(list(battle.log()), Rallied)
    assert [(line.value, line.rule) for line in rallied.lines] == [(-1, "corinth:25.13.3")]
    assert rallied.rallied == rallies
    assert state(battle).rally_spent == {}


@pytest.mark.rule("corinth:25.13.3")
def test_it_tries_once_a_phase() -> None:
    """3rd Kentucky keeps the phase open."""
    states = {"3ky": {"routed": True}}
    battle = _routed("2128 9ar rust | 2228 3ky", 6, states=states)
    assert offered(battle) == ["rally 3ky", "done"]
    with refused("corinth:25.13.2"):
        battle.play("rally 9ar")


@pytest.mark.rule("corinth:25.13.4")
def test_an_army_commander_needs_no_die() -> None:
    battle = _routed("2128 9ar van-dorn")
    assert not unit(battle, "9ar").routed
    union = field(
        "2128 7il rosecrans | 2940 9ar",
        turn=10,
        phasing="union",
        phase="H",
        states={"7il": {"routed": True}},
        broken="baldwin",
    )
    assert not unit(union, "7il").routed


@pytest.mark.rule("corinth:25.14")
@pytest.mark.parametrize("broken, shift", [("", 0), ("rust", -1), ("rust gates", -1)])
def test_its_fire_shifts_one_column_left_whoever_fires_along(broken: str, shift: int) -> None:
    states = {id: {"facing": "S"} for id in ("9ar", "16ar")}
    battle = field("2128 9ar 16ar | 2129 7il", [1] * 9, turn=10, states=states, broken=broken)
    fired = only(play(battle, "fire 2129", "add 9ar 2", "add 16ar 2", "resolve"), Fired)
    assert sum(line.value for line in fired.shifts if line.rule == "corinth:25.14") == shift


@pytest.mark.rule("corinth:25.14", "corinth:25.3.1")
def test_the_fire_of_its_guns_does_not() -> None:
    states = {"hudson": {"facing": "S"}}
    battle = field("2128 hudson | 2129 7il", [1] * 9, turn=10, states=states, broken="rust")
    fired = only(play(battle, "fire 2129", "add hudson 6", "resolve"), Fired)
    assert not [line for line in fired.shifts if line.rule == "corinth:25.14"]


@pytest.mark.rule("corinth:25.3.2")
def test_guns_and_crews_lost_mark_no_box() -> None:
    battle = field("2128 hudson 9ar | 0101 7il", phase="B")
    now = state(battle)
    losses.lose_guns(now, number("hudson"), 2, Umpire(Scripted([1, 1])))
    losses.lose_crew(now, number("hudson"), 1, Umpire(Scripted([])), "gbacw:15.11.1")
    effectiveness.mark(now, number("hudson"), 3, Umpire(Scripted([])))
    assert now.brigades["rust"].boxes == 0
    losses.lose_points(
        now, number("9ar"), 1, Umpire(Scripted([])), captured=False, rule="gbacw:9.81.1"
    )
    assert now.brigades["rust"].boxes == 1
