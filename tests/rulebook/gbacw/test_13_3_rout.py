"""13.3 and 13.4 Rout: where it leads, what it forbids, and what it does to a stack."""

from __future__ import annotations

import pytest

from longroll.systems.gbacw import zones
from longroll.systems.gbacw.drill import State
from longroll.systems.gbacw.events import (
    Checked,
    Fired,
    Fought,
    Gone,
    Losses,
    Moved,
    PinnedHex,
    Retreated,
)
from tests.rulebook.gbacw.field import field, state_of, unit, verbs, where
from tests.rulebook.gbacw.fights import checks, declare, fall_back, storm, volley
from tests.support import offered, only, play, refused, rules_against

# 13.3 Effects


@pytest.mark.rule("gbacw:13.0.3", "gbacw:13.31.1", "gbacw:13.21")
def test_a_routed_unit_falls_back_three_hexes_and_stays_routed() -> None:
    battle, _ = volley("1cs", 4, 5)
    events = fall_back(battle, "0510", "0511", "0512")
    steps = [event for event in events if isinstance(event, Retreated)]
    assert [(step.to, step.why, step.rules) for step in steps] == [
        (hex, "rout", ("gbacw:14.0",)) for hex in ("0510", "0511", "0512")
    ]
    assert (where(battle, "1cs"), unit(battle, "1cs").routed) == ("0512", True)
    # Nobody is with it in its own Rally Phase, so it is still routed a Game-Turn later.
    while state_of(battle).turn == 1:
        play(battle, "done")
    assert unit(battle, "1cs").routed


@pytest.mark.rule("gbacw:13.31.1")
def test_the_three_hexes_come_on_top_of_a_retreat() -> None:
    battle, _ = storm("0508 1us,6 | 0509 3cs", [5, 6])
    events = fall_back(battle, "0510", "0511", "0512", "0513", "0514")
    whys = [event.why for event in events if isinstance(event, Retreated)]
    assert whys == ["melee", "melee", "rout", "rout", "rout"]
    assert where(battle, "3cs") == "0514"


@pytest.mark.rule("gbacw:13.31.2")
def test_a_unit_that_cannot_run_three_hexes_is_captured() -> None:
    # It could get to 0201 and no farther.
    grid = State.game.grid
    ring = [hex for hex in grid.hexes if grid.distance("0101", hex) == 2]
    ids = ("2us", "4us", "5us", "7us")
    guards = " | ".join(f"{hex} {id}" for hex, id in zip(ring, ids, strict=True))
    battle = field(f"0102 3us,N | 0101 2cs | {guards}", [3, 6], phase="D")
    gone = only(play(battle, "fire 0101", "add 3us 2", "resolve"), Gone)
    assert (gone.unit.id, gone.hex, gone.fate) == ("2cs", "0101", "captured")
    assert gone.rules == ("gbacw:13.31.2",)
    assert (unit(battle, "2cs").captured, unit(battle, "2cs").fate) == (4, "captured")


@pytest.mark.rule("gbacw:13.32.1")
def test_a_routed_unit_neither_fires_nor_attacks() -> None:
    battle = field("0508 1us,routed 2us | 0509 1cs", phase="D")
    play(battle, "fire 0509")
    with refused("gbacw:13.32.1"):
        battle.play("add 1us 4")
    battle = field("0508 1us,routed 2us | 0509 1cs", phase="E")
    play(battle, "melee 0509")
    with refused("gbacw:12.51.2"):
        battle.play("with 1us")


@pytest.mark.rule("gbacw:13.32.1")
def test_a_routed_unit_does_not_fire_when_somebody_moves_away() -> None:
    for word, asked in (("1cs,routed", "union"), ("1cs", "confederate")):
        battle = field(f"0508 2us | 0509 {word}")
        play(battle, "move 2us", "to 0507")
        assert battle.decision is not None
        assert battle.decision.side == asked


@pytest.mark.rule("gbacw:13.32.1")
def test_a_routed_unit_does_not_give_way_before_melee() -> None:
    battle = field("0508 1us | 0509 1cs 2cs,routed", phase="E")
    declare(battle, "0509")
    with refused("gbacw:12.87"):
        battle.play("retreat 2cs")
    assert "retreat 1cs" in offered(battle)


@pytest.mark.rule("gbacw:13.32.1")
def test_a_routed_unit_has_no_zone() -> None:
    steady, routed = field("0508 1us | 0510 1cs"), field("0508 1us | 0510 1cs,routed")
    assert zones.is_controlled(state_of(steady), "0509", "confederate")
    assert not zones.is_controlled(state_of(routed), "0509", "confederate")


@pytest.mark.rule("gbacw:13.32.2")
@pytest.mark.parametrize("strength, half", [(3, 1), (4, 2), (1, 0)])
def test_a_routed_unit_fights_at_half_strength_rounded_down(strength: int, half: int) -> None:
    _, events = storm(f"0508 1us | 0509 2cs,{strength},routed", [1, 1])
    line = only(events, Fought).defence[0]
    assert (line.value, line.rule) == (half, "gbacw:12.51.1")


@pytest.mark.rule("gbacw:13.32.2")
def test_a_routed_unit_goes_one_hex_whatever_it_costs() -> None:
    battle = field("1814 2us,routed | 0101 3us")
    moved = only(play(battle, "move 2us", "to 1813"), Moved)
    assert moved.to == "1813"  # a swamp
    assert "to" not in verbs(battle)
    assert "gbacw:13.32.2" in rules_against(battle, "to 1812")


@pytest.mark.rule("gbacw:13.33.1")
def test_a_routed_unit_that_loses_more_runs_again_without_a_check() -> None:
    # Routed it is always enfiladed: column 6, where 3 is a loss.
    battle, events = volley("1cs,routed", 3)
    assert only(events, Losses).left == 5
    assert not checks(events)
    fall_back(battle, "0510", "0511", "0512")
    assert (where(battle, "1cs"), unit(battle, "1cs").routed) == ("0512", True)


@pytest.mark.rule("gbacw:13.33.1")
def test_a_routed_unit_that_fails_a_check_runs_again() -> None:
    battle, events = volley("1cs,routed", 2, 4)
    assert (only(events, Fired).result, checks(events)) == ("P/R", [("1cs", "routed")])
    fall_back(battle, "0510", "0511", "0512")
    assert (where(battle, "1cs"), unit(battle, "1cs").routed) == ("0512", True)


@pytest.mark.rule("gbacw:13.33.2")
def test_a_routed_unit_may_be_pinned_as_well() -> None:
    battle, events = volley("1cs,routed", 2, 3)
    assert checks(events) == [("1cs", "pinned")]
    assert only(events, PinnedHex).units[0].id == "1cs"
    assert (unit(battle, "1cs").routed, unit(battle, "1cs").pinned) == (True, True)


@pytest.mark.rule("gbacw:13.33.2")
def test_a_pinned_unit_that_routs_is_pinned_no_more() -> None:
    battle, _ = volley("1cs,pinned", 4, 5)
    fall_back(battle, "0510", "0511", "0512")
    assert (unit(battle, "1cs").routed, unit(battle, "1cs").pinned) == (True, False)


@pytest.mark.rule("gbacw:13.34", "gbacw:17.74")
def test_a_leader_goes_along_but_never_routs() -> None:
    battle, events = volley("1cs barber", 2, 6)
    assert checks(events) == [("1cs", "routed")]  # nobody rolls for the leader's own nerves
    fall_back(battle, "0510", "0511", "0512")
    assert where(battle, "barber") == where(battle, "1cs") == "0512"
    assert not unit(battle, "barber").routed


# 13.4 Stacks


@pytest.mark.rule("gbacw:13.41")
def test_several_units_check_one_by_one_each_with_its_own_die() -> None:
    # Eight against seven with a leader: +2, and a 3 is C1R2. 2 CS (3) stands, 5 CS (2) runs.
    battle, _ = storm("0508 1us miller | 0509 2cs 5cs,3", [3, 3, 3], "1us", "miller")
    events = play(battle, "lose 2cs", "to 0510", "to 0511")
    assert checks(events) == [("2cs", "holds"), ("5cs", "routed")]


@pytest.mark.rule("gbacw:13.42.1")
def test_under_a_top_unit_that_holds_nobody_checks() -> None:
    _, events = volley("1cs 2cs,2", 3, 4)
    assert only(events, Fired).result == "1"
    assert checks(events) == [("1cs", "holds")]


@pytest.mark.rule("gbacw:13.42.2")
def test_under_a_top_unit_that_routs_everybody_checks() -> None:
    battle, events = volley("1cs,4 2cs,2 12cs,2", 3, 5, 4, 4)
    assert checks(events) == [("1cs", "routed"), ("2cs", "routed"), ("12cs", "holds")]
    fall_back(battle, "0510", "0511", "0512")
    fall_back(battle, "0409", "0310", "0210")
    assert [where(battle, id) for id in ("1cs", "2cs", "12cs")] == ["0512", "0210", "0509"]


@pytest.mark.rule("gbacw:13.42.2")
def test_below_a_pin_or_rout_who_stands_is_pinned() -> None:
    # GB-C12: the unit beneath checks for the same P/R.
    battle, events = volley("1cs 2cs,2", 2, 5, 3)
    assert only(events, Fired).result == "P/R"
    assert checks(events) == [("1cs", "routed"), ("2cs", "pinned")]
    assert unit(battle, "2cs").pinned


@pytest.mark.rule("gbacw:13.42.2")
def test_below_a_starred_result_who_stands_rolls_for_the_pin() -> None:
    battle, events = volley("1cs 2cs,2", 6, 5, 3, 4)  # GB-C12
    assert only(events, Fired).result == "1*"
    assert checks(events) == [("1cs", "routed"), ("2cs", "holds"), ("2cs", "pinned")]
    assert unit(battle, "2cs").pinned


@pytest.mark.rule("gbacw:13.42.3")
def test_where_the_top_unit_is_wiped_out_the_next_checks_in_its_place() -> None:
    _, events = volley("3cs,1 2cs 10cs,1", 4, 3)
    assert only(events, Losses).gone == "eliminated"
    assert checks(events) == [("2cs", "holds")]
    _, events = volley("3cs,1 2cs 10cs,1", 4, 4, 1)
    assert checks(events) == [("2cs", "routed"), ("10cs", "holds")]


@pytest.mark.rule("gbacw:13.43.1")
def test_a_leader_helps_every_unit_of_the_stack() -> None:
    _, events = volley("2cs 10cs barber", 2, 5, 2)
    found = [event for event in events if isinstance(event, Checked)]
    assert [(check.unit.id, check.total) for check in found] == [("2cs", 4), ("10cs", 1)]
    assert {line.rule for check in found for line in check.lines} == {"gbacw:13.23"}


@pytest.mark.rule("gbacw:13.43.2", "gbacw:17.74")
@pytest.mark.parametrize("answer, hex", [("go", "0512"), ("stay", "0509")])
def test_a_leader_goes_with_the_unit_that_runs_or_stays(answer: str, hex: str) -> None:
    battle, _ = volley("2cs 10cs barber", 2, 5, 2)
    assert battle.decision is not None
    assert (battle.decision.side, battle.decision.rule) == ("confederate", "gbacw:13.43.2")
    play(battle, answer)
    fall_back(battle, "0510", "0511", "0512")
    assert (where(battle, "2cs"), where(battle, "10cs"), where(battle, "barber")) == (
        "0512",
        "0509",
        hex,
    )


@pytest.mark.rule("gbacw:13.43.2")
def test_a_leader_who_has_gone_with_one_unit_is_not_asked_again() -> None:
    battle, _ = volley("2cs 10cs barber", 2, 5, 3)
    play(battle, "go")
    fall_back(battle, "0510", "0511", "0512")
    fall_back(battle, "0409", "0310", "0210")
    assert (where(battle, "barber"), where(battle, "10cs")) == ("0512", "0210")


@pytest.mark.rule("gbacw:13.43.2")
def test_where_nobody_stays_the_leader_goes_with_the_last() -> None:
    battle, _ = volley("2cs 10cs barber", 2, 5, 3)
    play(battle, "stay")
    fall_back(battle, "0510", "0511", "0512")
    fall_back(battle, "0409", "0310", "0210")
    assert (where(battle, "barber"), where(battle, "2cs")) == ("0210", "0512")


@pytest.mark.rule("gbacw:13.44")
def test_losses_to_distant_guns_shake_the_whole_stack() -> None:
    # Four Napoleons at four hexes: column 4 against each unit. A 5 is a loss, a 1 nothing.
    battle = field("0505 us-n1 | 0509 2cs 10cs", [5, 1, 3, 1], phase="D")
    events = play(battle, "fire 0509", "all", "resolve")
    assert [e.result for e in events if isinstance(e, Fired)] == ["1", "-"]
    assert checks(events) == [("2cs", "holds"), ("10cs", "holds")]


@pytest.mark.rule("gbacw:13.44")
def test_without_losses_only_those_who_were_hit_check() -> None:
    battle = field("0505 us-n1 | 0509 2cs 10cs", [3, 1, 3], phase="D")
    events = play(battle, "fire 0509", "all", "resolve")
    assert [e.result for e in events if isinstance(e, Fired)] == ["R", "-"]
    assert checks(events) == [("2cs", "holds")]
    # From two hexes the stack is one target: 28 make column 6, and the top alone checks.
    battle = field("0507 us-n1 | 0509 2cs 10cs", [4, 3], phase="D")
    events = play(battle, "fire 0509", "all", "resolve")
    assert (only(events, Fired).result, checks(events)) == ("1", [("2cs", "holds")])
