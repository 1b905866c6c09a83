"""30.3 Union reserves of the historical scenario, and 30.4 Lovell's reluctance."""

from typing import Any

import pytest

from longroll import Battle
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.corinth import system
from longroll.systems.corinth.set_up_events import DivisionBroke, ReserveFreed, ReserveRolled
from longroll.systems.gbacw import effectiveness
from tests.rulebook.corinth.scenes import (
    begin,
    done_until,
    facts,
    hex_of,
    number,
    numbers,
    scene,
)
from tests.support import offered, only, play, rules_against

GAME = system.game
RESERVE = {
    "hamilton": numbers("48in 59in buford hamilton 11oh-bty"),
    "stanley": numbers("27oh fuller stanley"),
    "crocker": numbers("11ia 13ia crocker"),
    "mizner": numbers("5oh-cav mizner"),
}
FIELD = "2804 48in buford hamilton | 0630 27oh fuller | 0819 11ia crocker | 1817 5oh-cav mizner"


def held(units: str = f"{FIELD} | 2020 7il baldwin | 1001 2mo gates", **more: Any) -> Battle:
    """The historical scenario with all four formations in reserve."""
    return scene("historical", units, **{"phasing": "union", "reserve": RESERVE, **more})


@pytest.mark.rule("corinth:30.31")
def test_four_formations_are_in_reserve_each_as_a_whole() -> None:
    battle = begin("historical")
    play(battle, "historical", "default")
    reserve = facts(battle).reserve
    assert list(reserve) == ["hamilton", "stanley", "crocker", "mizner"]
    pieces = GAME.roster.pieces
    for formation in ("hamilton", "stanley", "mizner"):
        division = {n for n, p in enumerate(pieces) if p.division == formation}
        assert set(reserve[formation]) == division
    assert {pieces[n].brigade for n in reserve["crocker"]} == {"crocker"}
    assert {number("crocker"), number("16ia")} <= set(reserve["crocker"])
    assert number("mckean") not in reserve["crocker"]


@pytest.mark.rule("corinth:30.32")
@pytest.mark.parametrize("id", ["48in", "27oh", "11ia", "5oh-cav"])
def test_a_reserve_neither_moves_nor_changes_formation_but_may_turn(id: str) -> None:
    battle = held()
    play(battle, f"move {id}")
    assert not any(c.startswith(("to ", "form ")) for c in offered(battle))
    step = GAME.grid.adjacent[hex_of(battle, id)][-1]
    assert "corinth:30.32" in rules_against(battle, f"to {step}")
    if id in ("48in", "27oh", "11ia"):
        assert rules_against(battle, "form column") == ["corinth:30.32"]
        play(battle, "face S")
        assert facts(battle).units[number(id)].facing == 3


@pytest.mark.rule("corinth:30.32")
def test_its_leaders_stay_too() -> None:
    battle = held()
    play(battle, "move buford")
    assert hex_of(battle, "buford") == "2804"
    assert "move buford" not in offered(battle), "there was nothing he could do"


@pytest.mark.rule("corinth:30.32")
def test_a_reserve_fires_in_defence_only() -> None:
    units = "2804 48in buford | 2803 2mo gates | 2904 7il baldwin"
    battle = held(units, phase="D")
    play(battle, "fire 2803")
    assert "corinth:30.32" in rules_against(battle, "add 48in 4")
    assert rules_against(battle, "add 7il 4") == []
    battle = held(units, phasing="confederate", phase="C")
    play(battle, "fire 2803")
    assert rules_against(battle, "add 48in 4") == []


@pytest.mark.rule("corinth:30.33")
def test_an_attack_commits_the_whole_formation_at_once() -> None:
    units = "2804 48in buford | 2803 2mo gates | 2904 59in | 0819 11ia"
    battle = held(
        units, phasing="confederate", phase="D", dice=[1] * 8, states={"2mo": {"facing": "S"}}
    )
    events = play(battle, "fire 2804", "all", "resolve")
    assert "Hamilton" in only(events, ReserveFreed).formation
    assert set(facts(battle).reserve) == {"stanley", "crocker", "mizner"}


@pytest.mark.rule("corinth:30.34.1")
def test_from_turn_6_two_formations_may_be_rolled_for() -> None:
    early = held(turn=5, phase="A")
    assert not any(c.startswith("commit") for c in offered(early))
    battle = held(turn=6, phase="A", dice=[6, 6])
    assert battle.decision is not None
    assert battle.decision.side == "union"
    play(battle, "commit hamilton", "commit crocker")
    assert not any(c.startswith("commit") for c in offered(battle))
    fresh = held(turn=6, phase="A", dice=[6, 6])
    play(fresh, "commit hamilton")
    twin = fresh.copy()
    facts(twin).reserve_tried = frozenset(("hamilton", "crocker"))
    assert rules_against(twin, "commit mizner") == ["corinth:30.34.1"]


@pytest.mark.rule("corinth:30.34.2")
@pytest.mark.parametrize(
    "formation, die, committed",
    [
        ("hamilton", 1, True),
        ("hamilton", 2, True),
        ("hamilton", 3, False),
        ("stanley", 1, True),
        ("stanley", 2, False),
        ("crocker", 1, True),
        ("crocker", 2, False),
        ("mizner", 1, True),
        ("mizner", 2, False),
    ],
)
def test_hamilton_needs_a_1_or_2_the_others_a_1(formation: str, die: int, committed: bool) -> None:
    battle = held(turn=6, phase="A", dice=[die])
    events = play(battle, f"commit {formation}")
    assert only(events, ReserveRolled).committed is committed
    assert (formation not in facts(battle).reserve) is committed
    if not committed:
        assert rules_against(battle, f"commit {formation}") == ["corinth:30.34.2"]


@pytest.mark.rule("corinth:30.34.3")
def test_a_committed_formation_is_free() -> None:
    battle = held(turn=6, phase="A", dice=[1])
    play(battle, "commit hamilton", "done")
    done_until(battle, 6, "union", "B")
    play(battle, "move 48in")
    assert any(c.startswith("to ") for c in offered(battle))
    assert rules_against(battle, "form column") == []


@pytest.mark.rule("corinth:30.35.1")
def test_the_dice_come_back_every_turn_for_those_that_are_left() -> None:
    battle = held(turn=6, phase="A", dice=[6, 1, 6])
    play(battle, "commit stanley", "commit crocker")
    done_until(battle, 7, "union", "A")
    assert [c for c in offered(battle) if c.startswith("commit")] == [
        "commit hamilton",
        "commit stanley",
        "commit mizner",
    ]
    play(battle, "commit stanley")


@pytest.mark.rule("corinth:30.35.2")
def test_on_turn_15_any_formation_is_committed_without_a_die() -> None:
    battle = held(turn=15, phase="A")
    assert "done" in offered(battle), "if the Union wishes"
    play(battle, "commit hamilton", "commit stanley", "commit crocker", "commit mizner")
    assert not facts(battle).reserve


@pytest.mark.rule("corinth:30.36")
def test_each_formation_never_committed_costs_the_confederates_a_point() -> None:
    reserve = {name: RESERVE[name] for name in ("stanley", "mizner")}
    battle = held(turn=16, phase="B", reserve=reserve)
    lines = [
        line for line in GAME.rules.victory_lines(facts(battle)) if line.rule == "corinth:30.36"
    ]
    assert [line.value for line in lines] == [-2 * 2], "in halves of a point"
    earlier = held(turn=15, phase="B", reserve=reserve)
    assert not [x for x in GAME.rules.victory_lines(facts(earlier)) if x.rule == "corinth:30.36"]


@pytest.mark.rule("corinth:30.36")
def test_the_points_stay_lost_and_everybody_is_free_on_the_second_day() -> None:
    held_places = sorted(GAME.map.zones["corinth"])
    battle = held(
        f"{FIELD} | 2020 7il baldwin | 0909 2mo gates | 2535 9ar",
        turn=16,
        phase="J",
        confederate_held=[*held_places, "2437", "2930"],
    )
    done_until(battle, 17, "confederate", "B")
    assert not facts(battle).reserve
    assert facts(battle).uncommitted == 4
    lines = [
        line for line in GAME.rules.victory_lines(facts(battle)) if line.rule == "corinth:30.36"
    ]
    assert [line.value for line in lines] == [-8]


# Lovell


def lose(battle: Battle, id: str, points: int) -> list[Any]:
    umpire = Umpire(Scripted(()))
    effectiveness.mark(facts(battle), number(id), points, umpire)
    return umpire.events


def broken(battle: Battle) -> set[str]:
    return {name for name, brigade in facts(battle).brigades.items() if brigade.broken}


@pytest.mark.rule("corinth:30.4.1")
def test_lovells_division_breaks_as_a_whole_at_ten() -> None:
    battle = scene("historical", "0909 31al rust | 0910 33ms | 0911 15ms | 2020 7il")
    lose(battle, "31al", 4)
    lose(battle, "33ms", 3)
    lose(battle, "15ms", 2)
    assert broken(battle) == set()
    event = only(lose(battle, "33ms", 1), DivisionBroke)
    assert (event.boxes, event.limit) == (10, 10)
    assert broken(battle) == {"rust", "villepigue", "bowen"}


@pytest.mark.rule("corinth:30.4.1")
def test_only_in_the_historical_scenario() -> None:
    battle = scene("free", "0909 31al rust | 0910 33ms | 0911 15ms | 2020 7il")
    lose(battle, "31al", 5)
    lose(battle, "33ms", 5)
    assert broken(battle) == set()


@pytest.mark.rule("corinth:30.4.2")
def test_the_breakdown_of_the_division_scores_nothing() -> None:
    battle = scene("historical", "0909 31al rust | 0910 33ms | 0911 15ms | 2020 7il")
    for id, points in (("31al", 4), ("33ms", 4), ("15ms", 2)):
        lose(battle, id, points)
    assert broken(battle) == {"rust", "villepigue", "bowen"}
    scored = [x for x in GAME.rules.victory_lines(facts(battle)) if x.rule == "corinth:31.1.8"]
    assert scored == []
    lose(battle, "31al", 1)
    lose(battle, "31al", 3)
    scored = [x for x in GAME.rules.victory_lines(facts(battle)) if x.rule == "corinth:31.1.8"]
    assert [line.reason for line in scored] == ["Rust's Brigade broken"]
