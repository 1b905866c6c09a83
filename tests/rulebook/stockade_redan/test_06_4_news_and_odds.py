"""6.4 Fog of war: no taking back what was seen, no odds or orders that look into a hidden stack."""

from __future__ import annotations

import pytest

from longroll import UndoRefused
from longroll.systems.stockade_redan.events import ChaosBarred, ChaosPlaced, Revealed
from tests.support import field, offered, only, play, refused

#: Stacks in 1119 that look alike from two hexes away.
CONTENTS = ["36ms-a", "36ms-b 36ms-o1", "36ms-c 36ms-d 36ms-e gun-1", "36ms-o1 36ms-o2", "gun-1"]
#: Another hidden stack, so that anything might stand in 1119.
ELSEWHERE = "1025 36ms-t"


# No way back from what was seen


@pytest.mark.rule("stockade_redan:6.4.3", "stockade_redan:5.0.2")
def test_a_step_that_showed_a_stack_cannot_be_taken_back() -> None:
    battle = field("1119 36ms-a | 1122 13us-a", phase="VII")
    play(battle, "move 13us-a", "to 1121")
    battle.undo()  # nothing was seen
    play(battle, "to 1121", "to 1120")
    with pytest.raises(UndoRefused):
        battle.undo()
    assert battle.view("union").facts.stacks[-1].units == ("36ms-a",)


@pytest.mark.rule("stockade_redan:6.4.3", "stockade_redan:5.0.2")
def test_it_can_where_the_players_agree_to_free_undo() -> None:
    battle = field("1119 36ms-a | 1121 13us-a", phase="VII", options={"undo": "free"})
    play(battle, "move 13us-a", "to 1120")
    battle.undo()
    assert battle.view("union").facts.stacks[-1].units is None


@pytest.mark.rule("stockade_redan:6.4.3")
def test_a_step_past_a_stack_already_seen_is_no_news() -> None:
    battle = field("1119 36ms-a | 1120 13us-a | 1219 13us-b", phase="VII")
    assert not [e for e in play(battle, "move 13us-a", "to 1220") if isinstance(e, Revealed)]
    battle.undo()
    assert "to 1220" in offered(battle)


# Odds and Chaos of War against hidden stacks


@pytest.mark.rule("stockade_redan:6.4.1")
def test_odds_against_a_hidden_stack_are_the_same_whatever_it_holds() -> None:
    everybody = {id for contents in CONTENTS for id in contents.split()} | {"36ms-t"}
    odds = []
    for contents in CONTENTS:
        others = " ".join(sorted(everybody.difference(contents.split())))
        battle = field(f"1119 {contents} | 1025 {others} | 1121 13us-a 13us-b", phase="IX")
        play(battle, "fire 1119", "all")
        odds.append(battle.odds("resolve"))
    assert all(one == odds[0] for one in odds)


@pytest.mark.rule("stockade_redan:6.4.1")
def test_odds_against_a_hidden_stack_name_nobody_in_it() -> None:
    battle = field("1119 36ms-a 36ms-b | 1121 13us-a 13us-b", phase="IX")
    play(battle, "fire 1119", "all")
    effects = [effect for outcome in battle.odds("resolve").outcomes for effect in outcome.effects]
    assert effects == ["no effect", "1 lost"]


@pytest.mark.rule("stockade_redan:6.4.3")
def test_odds_against_a_stack_in_sight_reckon_with_its_officer() -> None:
    battle = field("1119 36ms-a 36ms-o1 | 1120 13us-a", phase="IX")
    play(battle, "fire 1119", "all")
    assert "stockade_redan:11.2.6" in {line.rule for line in battle.odds("resolve").ledger}


@pytest.mark.rule("stockade_redan:6.4.1")
def test_chaos_of_war_on_a_hidden_officer_is_offered_and_then_barred() -> None:
    guarded, bare = (
        field(f"1119 36ms-a{officer} | 1121 13us-a | {ELSEWHERE}", [3], phase="V")
        for officer in (" 36ms-o1", "")
    )
    assert "chaos 1119" in offered(guarded)
    assert offered(guarded) == offered(bare)
    assert guarded.why_not("chaos 1119") == []
    assert guarded.odds("chaos 1119") == bare.odds("chaos 1119")
    barred = only(play(guarded, "chaos 1119"), ChaosBarred)
    assert (barred.rules, barred.spent) == (("stockade_redan:9.1.5",), False)
    assert guarded.view("union").facts.chaos == {}
    assert only(play(bare, "chaos 1119"), ChaosPlaced).hex == "1119"
    for battle in (guarded, bare):
        with pytest.raises(UndoRefused):
            battle.undo()
    with refused("stockade_redan:9.1.5"):
        guarded.play("chaos 1119")


@pytest.mark.rule("stockade_redan:6.4.3")
def test_chaos_of_war_on_an_officer_in_sight_is_refused_at_once() -> None:
    battle = field("1119 36ms-a 36ms-o1 | 1120 13us-a | 1025 36ms-t", [3], phase="V")
    assert "chaos 1119" not in offered(battle)
    with refused("stockade_redan:9.1.5"):
        battle.play("chaos 1119")


@pytest.mark.rule("stockade_redan:6.4.3")
def test_chaos_of_war_on_a_stack_in_sight_can_be_taken_back() -> None:
    battle = field("1119 36ms-a | 1120 13us-a | 1025 36ms-t", [3], phase="V")
    play(battle, "chaos 1119")
    battle.undo()
    assert "chaos 1119" in offered(battle)
