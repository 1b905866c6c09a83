"""15.0 Artillery: guns that move or fire, their crews, and their caissons."""

from __future__ import annotations

import pytest

from longroll import Battle, Event
from longroll.systems.gbacw import stacking
from longroll.systems.gbacw.events import (
    Abandoned,
    Caisson,
    Fired,
    Formed,
    Fought,
    Gone,
    Losses,
    Retreated,
)
from tests.rulebook.gbacw.field import field, piece, state_of, unit, verbs, where
from tests.rulebook.gbacw.fights import checks, fall_back, storm, volley
from tests.support import offered, only, play, refused, rules_against


def bombard(*dice: int, target: str = "cs-n1") -> tuple[Battle, list[Event]]:
    """Four Napoleons at four hexes: against a battery column 4, where 4 is P/R and 5 a loss."""
    battle = field(f"0505 us-n1 | 0509 {target}", dice, phase="D")
    return battle, play(battle, "fire 0509", "all", "resolve")


# Move or fire


@pytest.mark.rule("gbacw:15.0.1")
def test_a_battery_that_moved_does_not_fire_in_that_player_turn() -> None:
    battle = field("0505 us-n1,limbered 12us | 0509 2cs")
    play(battle, "move us-n1", "to 0506", "form unlimbered", "stop", "done", "fire 0509")
    with refused("gbacw:15.0.1"):
        battle.play("add us-n1 4")


@pytest.mark.rule("gbacw:15.0.1")
def test_in_the_enemys_player_turn_it_fires() -> None:
    battle = field("0505 us-n1,limbered 12us | 0509 2cs", [2, 1])
    play(battle, "move us-n1", "to 0506", "form unlimbered", "stop", "done")
    while (state_of(battle).phasing, state_of(battle).phase) != ("confederate", "C"):
        play(battle, "done")
    fired = only(play(battle, "fire 0509", "add us-n1 4", "resolve"), Fired)
    assert (fired.kind, fired.firers[0].id) == ("defensive", "us-n1")


@pytest.mark.rule("gbacw:15.0.1")
def test_having_moved_it_has_no_shot_at_a_retreat_either() -> None:
    # 3 US drives 2 CS out of the corner, past the guns in 0301.
    for moved, asked in ((True, False), (False, True)):
        battle = field(
            "0102 3us,N | 0101 2cs | 0301 us-n1,SW",
            [3, 6],
            phase="D",
            states={"us-n1": {"moved": moved}},
        )
        play(battle, "fire 0101", "add 3us 2", "resolve")
        assert battle.decision is not None
        assert ("add us-n1 4" in offered(battle)) == asked


@pytest.mark.rule("gbacw:15.0.1")
def test_a_battery_that_fires_does_not_move_after_it() -> None:
    battle = field("0505 us-n1 12us | 0509 1cs | 0508 2cs", [2, 1], phase="D")
    play(battle, "fire 0509", "add us-n1 4", "resolve")
    assert "gbacw:4.0.1" in rules_against(battle, "move us-n1")


@pytest.mark.rule("gbacw:15.0.2")
def test_a_battery_that_only_unlimbers_may_fire() -> None:
    battle = field("0505 us-n1,limbered | 0510 2cs | 0101 3us", [1])
    only(play(battle, "move us-n1", "form unlimbered"), Formed)
    play(battle, "stop", "done")
    assert only(play(battle, "fire 0510", "all", "resolve"), Fired).firers[0].id == "us-n1"


# 15.1 Crews


@pytest.mark.rule("gbacw:15.1")
def test_a_crew_takes_no_room_and_is_infantry_in_line() -> None:
    battle = field("0508 us-n1-crew 2us | 0101 3us")
    assert piece("us-n1-crew").crew_of == "us-n1"
    state = state_of(battle)
    assert stacking.points(state, state.stack("0508", "union")) == 4
    assert unit(battle, "us-n1-crew").formation == "line"
    play(battle, "move us-n1-crew")
    assert battle.decision is not None
    assert battle.decision.question.endswith("6 of movement left.")


@pytest.mark.rule("gbacw:15.1")
def test_every_battery_has_its_crew_with_it() -> None:
    battle = field("0508 us-n1 us-n2 | 0101 us-l us-pa")
    assert [unit(battle, id).crew for id in ("us-n1", "us-n2", "us-l", "us-pa")] == [2] * 4


@pytest.mark.rule("gbacw:15.11.1")
def test_small_arms_cost_a_battery_its_men() -> None:
    battle, events = volley("cs-n1", 5, 1)
    loss = only(events, Losses)
    assert (loss.what, loss.left, loss.rules) == ("of its crew", 1, ("gbacw:9.82.1",))
    assert (unit(battle, "cs-n1").crew, unit(battle, "cs-n1").strength) == (1, 4)


@pytest.mark.rule("gbacw:15.11.1")
def test_so_does_melee() -> None:
    # Locked with one point of 12 US the crew goes on: even, and a 2 is K for those who attack.
    battle = field(
        "0509 cs-n1 12us,1", [2], phase="F", phasing="confederate", more={"engaged": ["0509"]}
    )
    found = [e for e in play(battle, "fight 0509") if isinstance(e, Losses)]
    assert [(e.unit.id, e.what, e.rules) for e in found if e.unit.id == "cs-n1"] == [
        ("cs-n1", "of its crew", ("gbacw:12.91.2",))
    ]
    assert (unit(battle, "cs-n1").crew, unit(battle, "cs-n1").strength) == (1, 4)


@pytest.mark.rule("gbacw:15.11.1")
def test_artillery_fire_may_pin_or_rout_the_crew() -> None:
    battle, events = bombard(4, 4)
    assert (only(events, Fired).result, checks(events)) == ("P/R", [("cs-n1", "pinned")])
    assert unit(battle, "cs-n1").pinned
    battle, events = bombard(4, 5)
    assert checks(events) == [("cs-n1", "routed")]
    assert unit(battle, "cs-n1-crew").routed


@pytest.mark.rule("gbacw:15.11.2")
def test_artillery_fire_destroys_guns_and_no_men() -> None:
    battle, events = bombard(5, 2, 1)
    loss = only(events, Losses)
    assert (loss.what, loss.left, loss.rules) == ("gun", 3, ("gbacw:9.82.2",))
    assert (unit(battle, "cs-n1").strength, unit(battle, "cs-n1").crew) == (3, 2)


@pytest.mark.rule("gbacw:15.11.2")
def test_artillery_fire_kills_nobody_of_a_crew_by_itself() -> None:
    # Grapeshot of 12 at a crew in the open, nothing in the hex to be crowded: column 3.
    battle, events = bombard(6, 1, 1, target="cs-n1-crew")
    assert only(events, Fired).result.startswith("1")
    assert not [event for event in events if isinstance(event, Losses)]
    assert where(battle, "cs-n1-crew") == "0509"


@pytest.mark.rule("gbacw:15.12.1")
def test_a_crew_has_two_steps() -> None:
    battle, _ = volley("cs-n1", 5, 1)
    assert (unit(battle, "cs-n1").crew, where(battle, "cs-n1")) == (1, "0509")


@pytest.mark.rule("gbacw:15.12.2")
def test_without_its_second_step_the_battery_is_eliminated_not_captured() -> None:
    battle, events = volley("cs-n1", 5, states={"cs-n1": {"crew": 1}})
    assert only(events, Losses).gone == "eliminated"
    assert (where(battle, "cs-n1"), unit(battle, "cs-n1").fate) == ("", "eliminated")
    assert unit(battle, "cs-n1").captured == 0


@pytest.mark.rule("gbacw:15.12.2")
def test_a_crew_killed_away_from_its_guns_takes_them_along() -> None:
    battle, _ = volley(
        "cs-n1-crew",
        6,
        others="0515 cs-n1",
        states={"cs-n1-crew": {"strength": 1}, "cs-n1": {"crew": 0}},
    )
    assert where(battle, "cs-n1-crew") == where(battle, "cs-n1") == ""
    assert unit(battle, "cs-n1").fate == "eliminated"


@pytest.mark.rule("gbacw:15.13.1")
@pytest.mark.parametrize("guns, served", [(4, 2), (3, 2), (1, 1)])
def test_half_a_crew_serves_half_the_guns_rounded_up(guns: int, served: int) -> None:
    given = {"us-n1": {"crew": 1, "strength": guns}}
    battle = field("0505 us-n1 | 0509 1cs", [2, 1], phase="D", states=given)
    play(battle, "fire 0509")
    assert rules_against(battle, f"add us-n1 {served + 1}")
    fired = only(play(battle, f"add us-n1 {served}", "resolve"), Fired)
    assert fired.total == 2 * 3 * served  # in halves, three a gun at four hexes


@pytest.mark.rule("gbacw:15.13.2")
def test_half_a_crew_limbers_moves_and_unlimbers_as_any_other() -> None:
    battle = field("0505 us-n1 | 0101 3us", states={"us-n1": {"crew": 1}})
    play(battle, "move us-n1", "form limbered", "to 0506", "to 0507", "form unlimbered", "stop")
    assert (where(battle, "us-n1"), unit(battle, "us-n1").formation) == ("0507", "unlimbered")


@pytest.mark.rule("gbacw:15.14")
@pytest.mark.parametrize("crew, strength", [(2, 1), (1, 0)])
def test_a_battery_fights_with_one_point_or_none(crew: int, strength: int) -> None:
    _, events = storm("0508 1us | 0509 cs-n1", [1], states={"cs-n1": {"crew": crew}})
    assert only(events, Fought).defence[0].value == strength


@pytest.mark.rule("gbacw:15.15")
def test_nobody_takes_the_place_of_a_gun_crew() -> None:
    given = {"us-n1": {"crew": 0}, "us-wagon": {"crew": 0}}
    battle = field("0508 us-n1 2us us-wagon", phase="J", states=given)
    assert offered(battle) == ["crew us-wagon 2us", "done"]
    with refused("gbacw:11.18.1"):
        battle.play("crew us-n1 2us")


@pytest.mark.rule("gbacw:15.15")
def test_a_crew_mans_its_own_guns_and_no_others() -> None:
    given = {"us-n1": {"crew": 0}, "us-n2": {"crew": 0}}
    units = "0508 us-n1 | 0507 us-n1-crew | 0506 us-n2 | 0101 3us"
    battle = field(units, states=given)
    play(battle, "move us-n1-crew", "to 0506")
    assert (where(battle, "us-n1-crew"), unit(battle, "us-n2").crew) == ("0506", 0)
    battle = field(units, states={**given, "us-n1-crew": {"strength": 1}})
    assert only(play(battle, "move us-n1-crew", "to 0508"), Abandoned).back
    assert (where(battle, "us-n1-crew"), unit(battle, "us-n1").crew) == ("", 1)


@pytest.mark.rule("gbacw:15.16.1")
def test_from_guns_in_position_only_the_crew_runs() -> None:
    battle, events = bombard(4, 5)
    assert only(events, Abandoned).rules == ("gbacw:15.16.1",)
    fall_back(battle, "0510", "0511", "0512")
    assert (where(battle, "cs-n1"), where(battle, "cs-n1-crew")) == ("0509", "0512")
    assert not unit(battle, "cs-n1").routed


@pytest.mark.rule("gbacw:15.16.1")
def test_guns_without_men_do_nothing() -> None:
    battle = field("0505 us-n1 12us | 0509 1cs", phase="D", states={"us-n1": {"crew": 0}})
    play(battle, "fire 0509")
    with refused("gbacw:15.16.1"):
        battle.play("add us-n1 4")
    battle = field("0505 us-n1 | 0101 3us", states={"us-n1": {"crew": 0}})
    play(battle, "move us-n1")
    with refused("gbacw:15.16.1"):
        battle.play("form limbered")


@pytest.mark.rule("gbacw:15.16.2")
def test_a_limbered_battery_runs_as_a_whole() -> None:
    # Limbered it is enfiladed: column 5, where 3 is P/R, and one more on the check.
    battle, events = bombard(3, 4, target="cs-n1,limbered")
    assert checks(events) == [("cs-n1", "routed")]
    events = fall_back(battle, "0510", "0511", "0512")
    assert {name.id for e in events if isinstance(e, Retreated) for name in e.units} == {"cs-n1"}
    assert (where(battle, "cs-n1"), where(battle, "cs-n1-crew")) == ("0512", "")
    assert (unit(battle, "cs-n1").routed, unit(battle, "cs-n1").crew) == (True, 2)


@pytest.mark.rule("gbacw:13.43.2", "gbacw:15.16.1")
@pytest.mark.parametrize("answer, hex", [("go", "0512"), ("stay", "0509")])
def test_a_leader_may_go_with_a_crew_that_runs(answer: str, hex: str) -> None:
    battle, _ = bombard(4, 6, target="cs-n1 barber")
    assert verbs(battle) == {"go", "stay"}
    play(battle, answer)
    fall_back(battle, "0510", "0511", "0512")
    assert where(battle, "barber") == hex


# 15.2 Caissons


@pytest.mark.rule("gbacw:15.2.1")
@pytest.mark.parametrize("die", [2, 6])
def test_only_a_one_blows_up_a_caisson(die: int) -> None:
    battle, events = bombard(5, die, 1)
    told = only(events, Caisson)
    assert (told.rules, told.rolls[0].value, told.rounds) == (("gbacw:15.2.1",), die, 0)
    assert unit(battle, "cs-n1").rounds == 12


@pytest.mark.rule("gbacw:15.2.2")
@pytest.mark.parametrize("rounds, die, left", [(12, 4, 8), (12, 6, 6), (3, 5, 0)])
def test_a_caisson_takes_a_die_of_rounds_along(rounds: int, die: int, left: int) -> None:
    given = {"cs-n1": {"rounds": rounds}}
    battle = field("0505 us-n1 | 0509 cs-n1", [5, 1, die, 1], phase="D", states=given)
    told = only(play(battle, "fire 0509", "all", "resolve"), Caisson)
    assert ([roll.value for roll in told.rolls], told.rounds) == ([1, die], rounds - left)
    assert unit(battle, "cs-n1").rounds == left


@pytest.mark.rule("gbacw:15.2.1")
def test_small_arms_and_results_without_losses_hit_no_caisson() -> None:
    for _, events in (volley("cs-n1", 5, 1), bombard(4, 1)):
        assert not [event for event in events if isinstance(event, Caisson | Gone)]
