"""The small scenario of the outer works: its ground, its end and its count."""

from pathlib import Path

import longroll
from longroll.systems.corinth import outer_works, system
from tests.rulebook.corinth.scenes import begin, done_until, facts, number, scene
from tests.support import offered, play, rules_against


def test_it_begins_with_the_attack_and_no_set_up() -> None:
    battle = begin("outer-works")
    assert (facts(battle).turn, facts(battle).phasing) == (3, "confederate")
    assert not list(system.faults(facts(battle)))
    standing = [unit for unit in facts(battle).units if unit.hex]
    assert len(standing) == 22


def test_nobody_leaves_its_ground() -> None:
    battle = scene("outer-works", "1205 2tx moore | 1804 7il")
    play(battle, "move 2tx")
    assert rules_against(battle, "to 1105") == ["gbacw:5.17.1"]
    assert "to 1305" in offered(battle)


def test_it_ends_after_turn_5() -> None:
    battle = scene("outer-works", "1701 2tx moore | 1708 7il baldwin", turn=5, phase="G")
    while battle.result is None:
        play(battle, offered(battle)[-1])
    assert facts(battle).turn == outer_works.LAST_TURN
    assert battle.result.winner == "union"


def test_losses_and_ground_decide_it() -> None:
    battle = scene(
        "outer-works",
        "1705 2tx 15ar | 1805 35ms | 1801 42al",
        states={"7il": {"killed": 3}, "42al": {"captured": 4}, "35ms": {"routed": True}},
    )
    assert outer_works.losses(facts(battle), "union") == 3
    assert outer_works.ground(facts(battle)) == 1
    result = outer_works.result(facts(battle))
    assert (result.winner, result.reason) == ("confederate", "7 points to 4")
    facts(battle).change(number("2tx"), killed=3)
    assert outer_works.result(facts(battle)).winner == "union", "as many points hold the line"


def test_the_turns_pass_on_the_small_ground() -> None:
    battle = begin("outer-works")
    done_until(battle, 4, "confederate", "B")
    assert facts(battle).turn == 4


def test_the_log_tells_all_that_was_lost() -> None:
    """What its entries add up to is what the count comes to, with those driven off the map."""
    text = (Path(__file__).parents[2] / "golden/corinth/outer-works/battle-1.txt").read_text()
    battle = longroll.replay(text)
    told = [
        loss
        for played in battle.history()
        for event in played.events
        for loss in event.scene().losses
    ]
    lost = outer_works.losses(facts(battle), "confederate")
    assert lost == sum(loss.number for loss in told) > 0
    assert any(loss.gone and loss.number for loss in told)
