"""9.2 Chaos of War: whom a marker affects, and what it does to them."""

from __future__ import annotations

import pytest

from longroll.systems.stockade_redan.bridging import bars_to_lay
from longroll.systems.stockade_redan.events import (
    BridgeLaid,
    ChaosRetrieved,
    Fired,
    FoughtHandToHand,
    Moved,
    Plotted,
)
from longroll.systems.stockade_redan.roster import NUMBER
from tests.rulebook.stockade_redan.moments import asked, fires_at, state, until
from tests.support import field, offered, only, play, refused, rules_against

AFFECTED = "stockade_redan:9.2.4"
#: A free company next to the enemy, so that both sides have something to do in every phase.
FRIENDS = "3024 116il-a"
ENEMY = "3023 36ms-a"
MARKED = {"3021": "confederate"}


# Whom it affects


@pytest.mark.rule("stockade_redan:9.2.1")
def test_a_marker_affects_every_unit_in_the_hex_when_it_is_placed() -> None:
    battle = field(
        f"3021 13us-a 116il-b hart | 3122 13us-b | {FRIENDS} | {ENEMY} | 1020 36ms-t",
        dice=[1],
        phase="VI",
    )
    play(battle, "chaos 3021")
    for unit in ("13us-a", "116il-b", "hart"):
        assert rules_against(battle, f"move {unit}") == [AFFECTED]
    assert not rules_against(battle, "move 13us-b")
    assert fires_at(battle, "3023") == ["116il-a", "13us-b"]
    assert state(battle).chaos == {"3021": "confederate"}


@pytest.mark.rule("stockade_redan:9.2.1")
def test_a_marker_stays_until_phase_eleven() -> None:
    battle = field("1020 36ms-a | 3020 13us-a | 3025 13us-b", [1], phase="VI")
    play(battle, "chaos 3020")
    for phase in (7, 10):
        until(battle, phase)
        assert state(battle).phase == phase
        assert "3020" in state(battle).chaos
    assert only(play(battle, "done"), ChaosRetrieved).count == 1


@pytest.mark.rule("stockade_redan:9.2.2")
def test_the_eighth_missouri_moves_and_fires_under_a_marker() -> None:
    units = f"3021 8mo-a 8mo-b 13us-a | {FRIENDS} | {ENEMY}"
    battle = field(units, phase="VII", chaos=MARKED)
    assert rules_against(battle, "move 13us-a") == [AFFECTED]
    play(battle, "move 8mo-a", "to 3121", "stop")
    assert fires_at(battle, "3023") == ["116il-a", "8mo-a", "8mo-b"]
    with refused(AFFECTED):
        battle.play("add 13us-a")


@pytest.mark.rule("stockade_redan:9.2.3")
def test_an_officer_moves_into_and_out_of_marked_hexes() -> None:
    battle = field(
        f"3020 13us-o1 | {FRIENDS}",
        phase="VII",
        chaos={"3020": "confederate", "3021": "confederate", "3022": "confederate"},
    )
    events = play(battle, "move 13us-o1", "to 3021", "to 3022", "to 3023", "stop")
    assert len([event for event in events if isinstance(event, Moved)]) == 3


@pytest.mark.rule("stockade_redan:9.2.3")
@pytest.mark.parametrize("officer", ["13us-o1", "116il-o1", "8mo-o1"])
def test_units_stacked_with_an_officer_move_and_fire_under_a_marker(officer: str) -> None:
    """Any officer of the side will do."""
    battle = field(f"3021 13us-a hart {officer} | {FRIENDS} | {ENEMY}", phase="VII", chaos=MARKED)
    assert {"move 13us-a", "move hart", f"move {officer}"} <= set(offered(battle))
    assert fires_at(battle, "3023") == ["116il-a", "13us-a", "hart"]


@pytest.mark.rule("stockade_redan:9.2.3")
def test_confederates_stacked_with_an_officer_move_under_a_marker() -> None:
    chaos = {"1020": "union", "1022": "union"}
    battle = field("1020 36ms-a 36ms-o1 | 1022 36ms-b | 3020 13us-a", phase="X", chaos=chaos)
    assert offered(battle) == ["move 36ms-a", "move 36ms-o1", "done"]
    with refused(AFFECTED):
        battle.play("move 36ms-b")


@pytest.mark.rule("stockade_redan:9.2.3")
def test_when_the_officer_leaves_they_are_affected_again() -> None:
    """SR-31."""
    battle = field(f"3021 13us-a 13us-o1 | {FRIENDS} | {ENEMY}", phase="VII", chaos=MARKED)
    assert not rules_against(battle, "move 13us-a")
    play(battle, "move 13us-o1 3020")
    assert rules_against(battle, "move 13us-a") == [AFFECTED]
    assert fires_at(battle, "3023") == ["116il-a"]


@pytest.mark.rule("stockade_redan:9.2.3")
def test_an_officer_who_comes_in_frees_the_units_there() -> None:
    """SR-31."""
    battle = field(f"3021 13us-a | 3020 13us-o1 | {FRIENDS} | {ENEMY}", phase="VII", chaos=MARKED)
    assert rules_against(battle, "move 13us-a") == [AFFECTED]
    play(battle, "move 13us-o1 3021")
    assert not rules_against(battle, "move 13us-a")
    assert fires_at(battle, "3023") == ["116il-a", "13us-a"]


# What it does


@pytest.mark.rule("stockade_redan:9.2.4")
@pytest.mark.parametrize(
    "phase, affected, free",
    [("VII", "13us-a", "13us-b"), ("X", "36ms-a", "36ms-b")],
)
def test_affected_units_do_not_move(phase: str, affected: str, free: str) -> None:
    chaos = {"3020": "confederate", "1020": "union"}
    units = "1020 36ms-a | 1022 36ms-b | 3020 13us-a | 3022 13us-b"
    battle = field(units, phase=phase, chaos=chaos)
    assert offered(battle) == [f"move {free}", "done"]
    with refused(AFFECTED):
        battle.play(f"move {affected}")


@pytest.mark.rule("stockade_redan:9.2.4")
@pytest.mark.parametrize(
    "phase, target, affected, free",
    [("VIII", "1620", "36ms-a", "36ms-b"), ("IX", "1519", "13us-a", "13us-b")],
)
def test_affected_units_do_not_fire(phase: str, target: str, affected: str, free: str) -> None:
    chaos = {"1418": "confederate", "1419": "union"}
    units = "1419 36ms-a | 1519 36ms-b | 1418 13us-a | 1620 13us-b"
    battle = field(units, phase=phase, chaos=chaos)
    play(battle, f"fire {target}")
    assert offered(battle) == [f"add {free}", "all"]
    with refused(AFFECTED):
        battle.play(f"add {affected}")


@pytest.mark.rule("stockade_redan:9.2.4")
def test_affected_units_still_defend_hand_to_hand() -> None:
    battle = field(
        "3020 13us-a 13us-b 36ms-a | 1020 36ms-t",
        dice=[2, 3],
        phase="XII",
        chaos={"3020": "confederate"},
    )
    fight = only(list(battle.log()), FoughtHandToHand)
    assert fight.totals() == "Union 4 against Confederate 4"
    assert fight.loser == ""


@pytest.mark.rule("stockade_redan:9.2.4")
def test_affected_units_lay_no_bridge() -> None:
    """SR-33. The 8th Missouri beside them may."""
    battle = field(
        "1620 13us-a 8mo-a",
        phase="VII",
        chaos={"1620": "confederate"},
        bridges=[{"hex": "1620"}],
    )
    assert [bar.rule for bar in bars_to_lay(state(battle), NUMBER["13us-a"], 0)] == [AFFECTED]
    with refused(AFFECTED):
        battle.play("move 13us-a")
    play(battle, "move 8mo-a")
    with refused(AFFECTED):
        battle.play("with 13us-a")
    with refused("stockade_redan:10.0.3"):
        battle.play("lay 13us-a")
    assert only(battle.play("lay 8mo-a"), BridgeLaid).hex == "1620"


@pytest.mark.rule("stockade_redan:9.2.5")
def test_artillery_under_a_marker_still_bombards() -> None:
    battle = field(
        "1020 36ms-t | 2405 waterhouse 13us-a | 3210 hart 13us-b",
        phase="I",
        turn=2,
        option=1,
        chaos={"2405": "confederate", "3210": "confederate"},
    )
    events = play(battle, "plot 1519", "plot 1420", "plot 1218")
    assert [event.side for event in events if isinstance(event, Plotted)] == ["union"] * 3
    assert asked(battle) == ("confederate", "stockade_redan:8.3.1")


@pytest.mark.rule("stockade_redan:9.2.6")
@pytest.mark.parametrize("unit", ["13us-a", "8mo-a"])
@pytest.mark.parametrize("marked, ratio", [(True, 1), (False, 2)])
def test_a_marked_hex_defends_one_better(unit: str, marked: bool, ratio: int) -> None:
    """Sixteen at a ditch, 8, and marked, 9. The immune profit too (SR-29)."""
    battle = field(
        f"1519 36ms-a 36ms-b | 1620 {unit} | 3020 13us-b",
        dice=[6],
        phase="VIII",
        morale=4,
        chaos={"1620": "confederate"} if marked else {},
    )
    shot = only(play(battle, "fire 1620 all"), Fired)
    assert sum(line.value for line in shot.strength) == 16
    assert [line.value for line in shot.defence] == ([8, 1] if marked else [8])
    assert shot.hit_number == ratio
    assert ("stockade_redan:11.8.1" in shot.rules) == marked


@pytest.mark.rule("stockade_redan:9.2.6")
def test_officers_in_a_marked_hex_defend_one_better_too() -> None:
    """24 to 9 is 2:1, and the officer under fire makes it 1:1."""
    battle = field(
        "1519 36ms-a 36ms-b 36ms-c | 1620 13us-a 13us-o1 | 3020 13us-b",
        dice=[2, 2],
        phase="VIII",
        morale=4,
        chaos={"1620": "confederate"},
    )
    shot = only(play(battle, "fire 1620 all"), Fired)
    assert [line.value for line in shot.ratio] == [2, -1]
    assert shot.hits() == "no effect"
