"""6.4 Fog of war: which Confederate stacks the Union may look into, and what it is told."""

from __future__ import annotations

from random import Random

import pytest

import longroll
from longroll import Battle
from longroll.systems.stockade_redan import fog, view
from longroll.systems.stockade_redan.events import (
    Bombarded,
    ChaosEntered,
    Fired,
    Moved,
    Overstacked,
    Placed,
    Revealed,
)
from longroll.systems.stockade_redan.roster import NUMBER
from longroll.systems.stockade_redan.state import State
from tests.support import field, only, play

#: Stacks in 1119 that look alike from two hexes away.
CONTENTS = ["36ms-a", "36ms-b 36ms-o1", "36ms-c 36ms-d 36ms-e gun-1", "36ms-o1 36ms-o2", "gun-1"]
#: Another hidden stack, so that anything might stand in 1119.
ELSEWHERE = "1025 36ms-t"


def seen(battle: Battle, side: str, hex: str) -> tuple[str, ...] | None:
    """What a side sees in a Confederate stack; None where it may not look."""
    facts = battle.view(side).facts
    assert isinstance(facts, view.Facts)
    return next(s.units for s in facts.stacks if (s.hex, s.side) == (hex, "confederate"))


# 6.4.1 Hidden


@pytest.mark.rule("stockade_redan:6.4.1")
@pytest.mark.parametrize("viewer", ["union", "spectator"])
@pytest.mark.parametrize("phase", ["VII", "VIII", "IX", "X"])
def test_a_confederate_stack_is_hidden_from_everybody_else(viewer: str, phase: str) -> None:
    battle = field("1119 36ms-a 36ms-o1 gun-1 | 1121 13us-a", phase=phase)
    assert seen(battle, viewer, "1119") is None


@pytest.mark.rule("stockade_redan:6.4.1")
@pytest.mark.parametrize("phase, dice", [("V", [3]), ("VII", []), ("IX", []), ("X", [])])
def test_the_union_cannot_tell_one_hidden_stack_from_another(phase: str, dice: list[int]) -> None:
    views = [
        field(f"1119 {contents} | 1121 13us-a 13us-b | {ELSEWHERE}", dice, phase=phase).view(
            "union"
        )
        for contents in CONTENTS
    ]
    assert all(view == views[0] for view in views)


@pytest.mark.rule("stockade_redan:6.4.1")
def test_which_hidden_units_have_moved_is_hidden_too() -> None:
    battle = field("1119 36ms-a 36ms-b | 1121 13us-a", phase="X", spent=["36ms-a"])
    assert battle.view("union").facts.spent == ()
    assert battle.view("confederate").facts.spent == ("36ms-a",)


@pytest.mark.rule("stockade_redan:6.4.1")
@pytest.mark.parametrize("seed", range(5))
def test_dealing_the_hidden_units_anew_changes_nothing_the_union_sees(seed: int) -> None:
    battle = field(
        "1119 36ms-a 36ms-o1 gun-1 | 1422 36ms-b 36ms-c | 1018 36ms-d | 1121 13us-a | 1120 36ms-e",
        phase="X",
    )
    state = battle.state
    assert isinstance(state, State)
    dealt = fog.reshuffle(state, "union", Random(seed))
    assert view.facts(dealt, "union") == view.facts(state, "union")


def two_set_ups() -> tuple[Battle, Battle]:
    """The Confederates set up alike, but for two companies that change places."""
    one, other = (longroll.new("stockade_redan", dice=[3]) for _ in range(2))
    play(one, "place 1519", "place 1419", "historical")
    play(other, "place 1419", "place 1519", "historical")
    return one, other


@pytest.mark.rule("stockade_redan:6.4.1")
def test_the_set_up_shows_the_union_where_but_not_who() -> None:
    one, other = (battle.view("union") for battle in two_set_ups())
    assert one == other
    assert {stack.units for stack in one.facts.stacks} == {None}


@pytest.mark.rule("stockade_redan:6.4.1")
def test_the_log_of_the_set_up_does_not_tell_the_union_who_stands_where() -> None:
    # The counters are placed in a known order, so the order of the hexes would tell.
    one, other = (list(battle.log("union")) for battle in two_set_ups())
    assert one == other


@pytest.mark.rule("stockade_redan:6.4.1")
def test_the_rules_of_a_hidden_set_up_do_not_tell_officers_and_guns_from_companies() -> None:
    battle = longroll.new("stockade_redan", dice=[3])
    play(battle, "historical")
    placed = [event for event in battle.log("union") if isinstance(event, Placed)]
    assert {event.units for event in placed} <= {()}
    assert len({event.rules for event in placed}) <= 1


# 6.4.2 Revealed by its own fire


def after_firing() -> Battle:
    """36ms-a has fired at 1121 from 1119; 36ms-b beside it may yet fire at 1021."""
    battle = field(
        "1119 36ms-a 36ms-b 36ms-o1 | 1422 36ms-c | 1121 13us-a | 1021 13us-b",
        dice=[6],
        phase="VIII",
    )
    assert seen(battle, "union", "1119") is None
    play(battle, "fire 1121 36ms-a")
    return battle


@pytest.mark.rule("stockade_redan:6.4.2")
def test_a_stack_that_fires_shows_all_it_holds() -> None:
    battle = after_firing()
    assert seen(battle, "union", "1119") == ("36ms-a", "36ms-b", "36ms-o1")
    assert seen(battle, "union", "1422") is None


@pytest.mark.rule("stockade_redan:6.4.2")
def test_a_stack_that_fired_is_hidden_again_when_the_phase_ends() -> None:
    battle = after_firing()
    play(battle, "done")
    assert battle.view("union").facts.phase == "IX"
    assert seen(battle, "union", "1119") is None  # SR-51


# 6.4.3 Revealed by a Union unit next to it


@pytest.mark.rule("stockade_redan:6.4.3")
@pytest.mark.parametrize("near", ["1118", "1219", "1220", "1120", "1020", "1019"])
@pytest.mark.parametrize("unit", ["13us-a", "13us-o1", "hart"])
def test_any_union_unit_next_to_a_stack_sees_into_it(near: str, unit: str) -> None:
    battle = field(f"1119 36ms-a 36ms-o1 | {near} {unit} | 2502 8mo-a", phase="VII")
    assert seen(battle, "union", "1119") == ("36ms-a", "36ms-o1")


@pytest.mark.rule("stockade_redan:6.4.3")
def test_a_stack_fought_hand_to_hand_is_seen() -> None:
    battle = field("1119 36ms-a 36ms-o1 13us-a | 2502 8mo-a", phase="VII")
    assert seen(battle, "union", "1119") == ("36ms-a", "36ms-o1")


@pytest.mark.rule("stockade_redan:6.4.3")
@pytest.mark.parametrize("far", ["1117", "1217", "1218", "1121", "1320", "1021", "1018"])
def test_two_hexes_away_is_too_far(far: str) -> None:
    battle = field(f"1119 36ms-a | {far} 13us-a", phase="X")
    assert seen(battle, "union", "1119") is None


@pytest.mark.rule("stockade_redan:6.4.3")
def test_a_stack_is_seen_when_a_union_unit_comes_near_and_hidden_when_it_leaves() -> None:
    battle = field("1119 36ms-a 36ms-o1 | 1121 13us-a 13us-b", phase="VII")
    events = play(battle, "move 13us-a", "to 1120")
    revealed = only(events, Revealed)
    assert (revealed.hexes, revealed.rules) == (("1119",), ("stockade_redan:6.4.3",))
    assert seen(battle, "union", "1119") == ("36ms-a", "36ms-o1")
    play(battle, "to 1121")
    assert seen(battle, "union", "1119") is None


@pytest.mark.rule("stockade_redan:6.4.3")
def test_confederates_who_come_near_are_seen() -> None:
    battle = field("1119 36ms-a 36ms-b | 1121 13us-a", phase="X")
    moved = only(play(battle, "move 36ms-a", "to 1120"), Moved)
    assert seen(battle, "union", "1120") == ("36ms-a",)
    assert moved.seen_by("union") == moved
    assert seen(battle, "union", "1119") is None


# 6.4.4 The Confederates see everything


@pytest.mark.rule("stockade_redan:6.4.4")
@pytest.mark.parametrize("phase", ["VII", "VIII", "IX", "X"])
def test_the_confederates_see_every_stack(phase: str) -> None:
    stacks = {
        "1119": ("36ms-a", "36ms-o1", "gun-1"),
        "1121": ("13us-a", "13us-o1"),
        "2502": ("8mo-a", "8mo-b", "8mo-o1"),
        "3113": ("hart",),
    }
    units = " | ".join(f"{hex} {' '.join(ids)}" for hex, ids in stacks.items())
    battle = field(units, phase=phase)
    shown = battle.view("confederate").facts.stacks
    assert {stack.hex: stack.units for stack in shown} == stacks


# What the Union is told


@pytest.mark.rule("stockade_redan:6.4.1")
def test_hidden_moves_are_told_without_names() -> None:
    battle = field("1119 36ms-a 36ms-b | 1121 13us-a", phase="X")
    moved = only(play(battle, "move 36ms-a", "to 1118"), Moved)
    told = moved.seen_by("union")
    assert isinstance(told, Moved)
    assert (told.units, told.to) == ((), "1118")
    assert told.text() == "Confederate units move from 1119 to 1118 for 1."
    assert told in list(battle.log("union"))
    assert moved not in list(battle.log("union"))
    assert moved.seen_by("confederate") == moved


@pytest.mark.rule("stockade_redan:6.4.1")
def test_hidden_units_that_meet_chaos_are_not_named() -> None:
    battle = field("1119 36ms-a 36ms-b | 1121 13us-a", [1], phase="X", chaos={"1118": "union"})
    entered = only(play(battle, "move 36ms-a", "to 1118"), ChaosEntered)
    told = entered.seen_by("union")
    assert isinstance(told, ChaosEntered)
    assert (entered.units, told.units) == ((NUMBER["36ms-a"],), ())


@pytest.mark.rule("stockade_redan:6.4.1")
def test_fire_at_a_hidden_stack_tells_the_union_how_many_fell_but_not_who() -> None:
    battle = field("1119 36ms-a 36ms-b | 1121 13us-a", dice=[1, 6], phase="IX")
    fired = only(play(battle, "fire 1119 all"), Fired)
    told = fired.seen_by("union")
    assert isinstance(told, Fired)
    assert fired.lost() == (NUMBER["36ms-a"],)
    assert [(target.unit, target.hit) for target in told.targets] == [(-1, True), (-1, False)]
    assert told.text() == "Union fire at 1119: 1 lost."
    assert {roll.purpose for roll in told.rolls} == {"a hidden piece"}


@pytest.mark.rule("stockade_redan:6.4.1")
def test_bombardment_of_a_hidden_stack_is_told_without_names() -> None:
    markers = [{"side": "union", "hex": "1118"}]
    battle = field(
        "1119 36ms-a 36ms-o1 | 3210 hart",
        dice=[4, 1, 6, 3],
        phase="III",
        option=1,
        markers=markers,
    )
    bombarded = only(play(battle, "done"), Bombarded)
    told = bombarded.seen_by("union")
    assert isinstance(told, Bombarded)
    assert [(target.unit, target.hit) for target in told.targets] == [(-1, True), (-1, False)]
    assert "Mississippi" not in " ".join([told.text(), *map(str, told.details())])


@pytest.mark.rule("stockade_redan:6.4.1")
def test_a_bridging_marker_under_a_hidden_stack_is_counted_by_itself() -> None:
    markers = [{"side": "confederate", "hex": "1620"}]
    battle = field(
        "1620 36ms-a | 2502 8mo-a | 1420 36ms-b",
        dice=[1, 1, 1, 3],
        phase="IV",
        turn=2,
        markers=markers,
        bridges=[{"hex": "1620"}],
    )
    told = only(list(battle.log("union")), Bombarded)
    assert told.hits() == "1 lost, a bridging marker destroyed"


@pytest.mark.rule("stockade_redan:6.4.1")
def test_a_hidden_stack_over_its_limit_loses_units_without_names() -> None:
    battle = field("1119 36ms-a 36ms-b 36ms-c 36ms-d | 1121 13us-a", phase="X")
    play(battle, "done")
    lost = only(play(battle, "lose 36ms-b"), Overstacked)
    told = lost.seen_by("union")
    assert isinstance(told, Overstacked)
    assert (lost.unit, told.unit) == (NUMBER["36ms-b"], -1)
