"""29.2 What the Union does not know of the Confederate plan."""

from random import Random

import pytest

from longroll import Battle
from longroll.display import display_of
from longroll.kernel.state import digest
from longroll.systems.corinth import system
from longroll.systems.corinth.set_up_events import PlanSealed, Plotted
from tests.rulebook.corinth.scenes import begin, facts
from tests.support import offered, play


def planned(*lines: str) -> Battle:
    battle = begin("free")
    play(battle, *(f"plot {line}" for line in lines))
    while True:
        assert battle.decision is not None
        reveal = [str(c) for c in battle.decision.choices if c.verb == "reveal"]
        if "reveal C" in reveal:
            play(battle, "reveal C")
            return battle
        play(battle, str(battle.decision.choices[0]))


ONE = ("C 1", "D 1", "A 4"), ("B 2", "C 1", "G 8")


@pytest.mark.rule("corinth:29.0.2", "corinth:29.2", "corinth:29.23")
def test_the_union_sees_one_area_and_nothing_else_of_the_log() -> None:
    battle = planned(*ONE[0])
    seen = list(battle.log("union"))
    assert not any(isinstance(event, Plotted) for event in seen)
    assert [event.area for event in seen if isinstance(event, PlanSealed)] == ["C"]
    assert sum(isinstance(event, Plotted) for event in battle.log("confederate")) == 13


@pytest.mark.rule("corinth:29.2")
def test_two_plans_with_the_same_area_told_look_alike() -> None:
    states = [facts(planned(*lines)) for lines in ONE]
    assert digest(states[0]) != digest(states[1])
    assert digest(system.as_seen(states[0], "union")) == digest(system.as_seen(states[1], "union"))
    views = [planned(*lines).view("union").facts for lines in ONE]
    assert views[0] == views[1]
    assert system.as_seen(states[0], "confederate") is states[0]


@pytest.mark.rule("corinth:29.2")
def test_a_plan_in_the_making_is_not_seen_either() -> None:
    battle, other = begin("free"), begin("free")
    play(battle, "plot C 1", "plot D 3")
    play(other, "plot A 2", "plot B 1")
    seen = [system.as_seen(facts(b), "union") for b in (battle, other)]
    assert digest(seen[0]) == digest(seen[1])


@pytest.mark.rule("corinth:29.2", "corinth:29.21.1", "corinth:29.22")
def test_a_sampled_plan_fits_what_the_union_was_told() -> None:
    real = facts(planned(*ONE[0]))
    found = set()
    for seed in range(30):
        twin = system.reshuffle(real, "union", Random(seed))
        plan = twin.plan
        assert "C" in {area for area, turn in plan.values() if turn == 1}
        assert sum(map(len, twin.waiting.values())) == sum(map(len, real.waiting.values()))
        assert {u for units in twin.withheld.values() for u in units} == {
            u for units in real.withheld.values() for u in units
        }
        found.add(tuple(plan.items()))
    assert len(found) > 20
    assert system.reshuffle(real, "confederate", Random(1)) is real


@pytest.mark.rule("corinth:29.2")
def test_who_has_come_is_known() -> None:
    battle = planned(*ONE[0])
    play(battle, "default", "default", "enter hebert", "enter maury")
    twin = system.as_seen(facts(battle), "union")
    assert twin.plan["hebert"] == ("C", 1)
    assert twin.plan["maury"] == ("D", 1)
    assert twin.plan["lovell"][1] >= 1


@pytest.mark.rule("corinth:29.2", "corinth:29.31.1")
def test_how_far_cavalry_may_go_does_not_tell_who_comes_behind_it() -> None:
    """It waits in the row for a division that is due, which only the Confederates know."""
    seen, known = [], []
    for lines in (("D 1", "C 1", "A 4"), ("D 2", "C 1", "A 4")):
        battle = begin("free")
        play(battle, *(f"plot {line}" for line in lines))
        while "hold D" not in offered(battle):
            play(battle, offered(battle)[0])
        while "hold D" in offered(battle):
            play(battle, "hold D")
        play(battle, "reveal C", "default", "default")
        coming = next(c for c in offered(battle) if c.startswith("enter adams"))
        play(battle, coming)
        seen.append(display_of(system).reach(facts(battle), "union", "adams"))
        known.append(display_of(system).reach(facts(battle), "confederate", "adams").move)
    assert seen[0] == seen[1]
    assert known[0] != known[1]
