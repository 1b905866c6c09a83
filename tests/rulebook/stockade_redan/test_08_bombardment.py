"""8.0 to 8.3 Bombardment: how many markers a side has, where they are plotted, what they strike."""

from __future__ import annotations

from collections import Counter

import pytest

import longroll
from longroll import Battle
from longroll.systems.stockade_redan.events import Bombarded, Plotted
from longroll.systems.stockade_redan.terrain import MAP, TERRAIN
from tests.rulebook.stockade_redan.moments import asked, ids, state, until
from tests.support import field, offered, only, play, refused, rules_against

#: Stands far from everything, so that phase V has a stack to ask about and the play stops there.
ONLOOKER = "1020 36ms-t"
BATTERIES = {
    "2405": "waterhouse",
    "2406": "barret",
    "3210": "hart",
    "3211": "wood",
    "3313": "spoor",
}
EVERY_HEX = {f"plot {column}{row:02}" for column in range(10, 46) for row in range(1, 31)}
#: Eight plots, far from where the tests happen.
NOWHERE_NEAR = [f"plot 44{row}" for row in range(11, 19)]


def companies(count: int) -> str:
    """So many of the five companies in the bombardment role."""
    return " | ".join(f"{hex} {battery}" for hex, battery in list(BATTERIES.items())[:count])


def plotted_by(battle: Battle) -> Counter[str]:
    """How many markers each side has plotted so far."""
    return Counter(event.side for event in battle.log() if isinstance(event, Plotted))


# 8.0 What a marker does


@pytest.mark.rule("stockade_redan:8.0.1", "stockade_redan:8.3.3")
def test_every_marker_is_placed_once_a_turn_and_may_strike_the_same_hex_the_next_turn() -> None:
    scatter, stay, miss, chaos = [1, 1], [1] * 8, [6], [3, 3]
    battle = field(
        f"{ONLOOKER} | {companies(1)} | 4411 13us-a",
        [*scatter, *stay, *miss, *chaos],
        phase="I",
        turn=2,
        option=1,
    )
    play(battle, "plot 4010", "plot 4012")
    assert asked(battle) == ("confederate", "stockade_redan:8.3.1")
    play(battle, *NOWHERE_NEAR)
    assert plotted_by(battle) == {"union": 2, "confederate": 8}
    while state(battle).turn == 2:
        battle.play("done")
    play(battle, "plot 4010", "plot 4012", *NOWHERE_NEAR[:7])
    assert plotted_by(battle) == {"union": 4, "confederate": 15}
    assert not rules_against(battle, NOWHERE_NEAR[7])


@pytest.mark.rule("stockade_redan:8.0.2")
def test_a_marker_strikes_the_hex_where_it_ends_and_no_other() -> None:
    battle = field(
        f"{ONLOOKER} | 1704 13us-a | 1703 13us-b | 1705 36ms-a | 1803 13us-c | 1804 36ms-b",
        dice=[1, 2, 3],
        phase="IV",
        turn=2,
        markers=[{"side": "confederate", "hex": "1704"}],
    )
    strike = only(list(battle.log()), Bombarded)
    assert (strike.hex, strike.hits()) == ("1704", "Company A, 13th US lost")
    assert sorted(state(battle).stacks["union"]) == ["1703", "1803"]
    assert sorted(state(battle).stacks["confederate"]) == ["1020", "1705", "1804"]
    assert not state(battle).markers


@pytest.mark.rule("stockade_redan:8.0.2")
def test_a_bombarded_hand_to_hand_hex_costs_both_sides() -> None:
    battle = field(
        f"{ONLOOKER} | 1704 13us-a 13us-b 36ms-a 36ms-b | 3020 13us-c",
        dice=[1, 1, 6, 2, 5, 3],
        phase="IV",
        turn=2,
        markers=[{"side": "confederate", "hex": "1704"}],
    )
    strike = only(list(battle.log()), Bombarded)
    assert ids(strike.lost()) == ["13us-a", "36ms-a"]
    assert len(strike.rolls) == 4


@pytest.mark.rule("stockade_redan:8.0.3")
@pytest.mark.parametrize(
    "hex, terrain", [("1519", "redan"), ("1620", "ditch"), ("2405", "slight_elevation")]
)
def test_bombardment_leaves_the_terrain_as_it_was(hex: str, terrain: str) -> None:
    before = TERRAIN[hex]
    battle = field(
        f"{ONLOOKER} | {hex} 36ms-a 36ms-b | 3020 13us-a",
        dice=[1, 1, 1, 6, 1, 3],
        phase="IV",
        turn=2,
        markers=[{"side": "confederate", "hex": hex}] * 2,
    )
    first, second = (event for event in battle.log() if isinstance(event, Bombarded))
    assert (len(first.lost()), len(second.lost())) == (1, 1)
    assert first.defence == second.defence
    assert (MAP.terrain[hex], TERRAIN[hex]) == (terrain, before)


@pytest.mark.rule("stockade_redan:8.0.3")
def test_a_bombarded_wall_still_needs_a_bridge() -> None:
    battle = field(
        f"{ONLOOKER} | 1519 36ms-a | 1620 13us-a",
        dice=[1, 1, 1, 1],
        phase="IV",
        turn=2,
        markers=[{"side": "confederate", "hex": "1519"}],
    )
    assert only(list(battle.log()), Bombarded).lost()
    play(battle, "done", "done", "move 13us-a")
    with refused("stockade_redan:10.4.2"):
        battle.play("to 1519")


# 8.1 Union markers


@pytest.mark.rule("stockade_redan:8.1.1")
@pytest.mark.parametrize("option, phase", [(1, 1), (2, 5)])
def test_the_option_of_the_first_assault_decides_whether_the_union_bombards(
    option: int, phase: int
) -> None:
    battle = longroll.new("stockade_redan", dice=[4, 3])
    while not state(battle).phase:
        battle.play(f"option {option}" if "option 1" in offered(battle) else "historical")
    assert (state(battle).assault, state(battle).phase) == (1, phase)
    assert ("plot 1519" in offered(battle)) == (option == 1)


@pytest.mark.rule("stockade_redan:8.1.1")
@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize("second, side", [(1, "union"), (2, "confederate")])
def test_the_option_is_chosen_again_for_the_second_assault(
    first: int, second: int, side: str
) -> None:
    battle = field(f"1020 36ms-a | {companies(5)}", [4], phase="XII", turn=8, option=first)
    while not state(battle).phase:
        battle.play(f"option {second}" if "option 1" in offered(battle) else "historical")
    assert state(battle).assault == 2
    assert asked(battle) == (side, "stockade_redan:8.3.1")


@pytest.mark.rule("stockade_redan:8.1.2")
@pytest.mark.parametrize("surviving, markers", [(5, 6), (4, 5), (3, 4), (2, 3), (1, 2)])
def test_surviving_companies_give_markers(surviving: int, markers: int) -> None:
    battle = field(f"{ONLOOKER} | {companies(surviving)}", phase="I", turn=2, option=1)
    for row in range(10, 10 + markers):
        assert asked(battle) == ("union", "stockade_redan:8.3.1")
        battle.play(f"plot 40{row}")
    assert (asked(battle)[0], state(battle).phase) == ("confederate", 2)


@pytest.mark.rule("stockade_redan:8.1.2")
def test_no_company_gives_no_marker_and_the_first_ohio_does_not_count() -> None:
    battle = field(
        f"{ONLOOKER} | 4405 1oh",
        phase="I",
        turn=2,
        assault=2,
        option=1,
        lost=list(BATTERIES.values()),
    )
    assert (asked(battle)[0], state(battle).phase) == ("confederate", 2)


# 8.2 Confederate markers


@pytest.mark.rule("stockade_redan:8.2.1")
@pytest.mark.parametrize(
    "assault, turn", [(assault, turn) for assault in (1, 2) for turn in range(1, 9)][1:]
)
def test_eight_confederate_markers_every_turn(assault: int, turn: int) -> None:
    stay, chaos = [1] * 8, [3]
    battle = field(
        f"{ONLOOKER} | 3020 13us-a", [*stay, *chaos], phase="II", assault=assault, turn=turn
    )
    play(battle, *NOWHERE_NEAR)
    assert plotted_by(battle) == {"confederate": 8}
    assert state(battle).phase == 5


@pytest.mark.rule("stockade_redan:8.2.1")
def test_no_confederate_marker_on_turn_one_of_the_first_assault() -> None:
    battle = field(f"{ONLOOKER} | 3020 13us-a", dice=[3], phase="II", turn=1)
    assert state(battle).phase == 5
    assert plotted_by(battle) == {}


@pytest.mark.rule("stockade_redan:8.2.2")
@pytest.mark.parametrize("standing", [0, 1, 2, 3, 4])
def test_stockade_guns_add_no_marker_and_their_loss_costs_none(standing: int) -> None:
    guns = [f"gun-{number}" for number in (1, 2, 3, 4)]
    stack = " ".join(["1120 36ms-a", *guns[:standing]])
    battle = field(
        f"{stack} | 3020 13us-a", [1] * 8 + [3], phase="II", turn=2, lost=guns[standing:]
    )
    play(battle, *NOWHERE_NEAR)
    assert plotted_by(battle) == {"confederate": 8}
    assert state(battle).phase == 5


@pytest.mark.rule("stockade_redan:8.2.2")
def test_a_stockade_gun_fires_as_any_gun_however_the_bombardment_went() -> None:
    battle = field(
        "1420 gun-1 | 1519 13us-a",
        dice=[1] * 8 + [1, 1],
        phase="II",
        turn=2,
    )
    play(battle, *NOWHERE_NEAR)
    until(battle, 8)
    assert "fire 1519" in offered(battle)


# 8.3 The plot


@pytest.mark.rule("stockade_redan:8.3.1")
def test_every_available_marker_must_be_placed() -> None:
    battle = field(f"{ONLOOKER} | {companies(1)}", phase="I", turn=2, option=1)
    for hex in ("4010", "4012"):
        assert {choice.split()[0] for choice in offered(battle)} == {"plot"}
        with refused("stockade_redan:5.0.1"):
            battle.play("done")
        plotted = only(battle.play(f"plot {hex}"), Plotted)
        assert (plotted.hex, plotted.rules) == (hex, ("stockade_redan:8.3.1",))


@pytest.mark.rule("stockade_redan:8.3.1")
@pytest.mark.parametrize("hex", ["4610", "0910", "1000", "1031", "nowhere", ""])
def test_no_marker_is_plotted_off_the_map(hex: str) -> None:
    battle = field(f"{ONLOOKER} | {companies(1)}", phase="I", turn=2, option=1)
    with refused("stockade_redan:8.3.1"):
        battle.play(f"plot {hex}")


@pytest.mark.rule("stockade_redan:8.3.2")
def test_a_side_plots_one_marker_a_hex() -> None:
    battle = field(f"{ONLOOKER} | {companies(1)}", phase="I", turn=2, option=1)
    play(battle, "plot 1519")
    assert set(offered(battle)) == EVERY_HEX - {"plot 1519"}
    with refused("stockade_redan:8.3.2"):
        battle.play("plot 1519")
    play(battle, "plot 1520", "plot 1519")  # the Confederates may name the hex too
    with refused("stockade_redan:8.3.2"):
        battle.play("plot 1519")


@pytest.mark.rule("stockade_redan:8.3.5")
@pytest.mark.parametrize("phase, side", [("I", "union"), ("II", "confederate")])
def test_any_hex_may_be_plotted_seen_or_unseen_held_or_empty(phase: str, side: str) -> None:
    battle = field(
        f"1020 36ms-a | 1519 36ms-b | 1620 13us-a | 3010 36ms-c 13us-b | {companies(1)}",
        phase=phase,
        turn=2,
        option=1,
    )
    assert asked(battle)[0] == side
    assert set(offered(battle)) == EVERY_HEX
    assert len(offered(battle)) == 1080
    play(battle, "plot 1620")
    assert not rules_against(battle, "plot 1020")


@pytest.mark.rule("stockade_redan:8.3.6")
def test_every_kind_of_piece_of_both_sides_is_struck() -> None:
    battle = field(
        f"{ONLOOKER} | 1704 13us-a 13us-o1 8mo-a hart 36ms-a 36ms-o1 gun-1 | 3020 13us-b",
        dice=[1] + [2] * 9 + [3],
        phase="IV",
        turn=2,
        bridges=[{"hex": "1704", "carrier": "13us-a"}, {"hex": "1704", "up": "bridging"}],
        markers=[{"side": "confederate", "hex": "1704"}],
    )
    strike = only(list(battle.log()), Bombarded)
    assert "stockade_redan:8.3.6" in strike.rules
    assert sorted(ids(strike.lost())) == sorted(
        ["13us-a", "13us-o1", "8mo-a", "hart", "36ms-a", "36ms-o1", "gun-1"]
    )
    assert strike.bridges_lost() == 2
    assert not state(battle).bridges_in("1704")


@pytest.mark.rule("stockade_redan:8.3.6")
def test_each_piece_has_its_own_die() -> None:
    battle = field(
        f"{ONLOOKER} | 1704 13us-a 13us-o1 36ms-a | 3020 13us-b",
        dice=[1, 6, 1, 6, 2, 3],
        phase="IV",
        turn=2,
        bridges=[{"hex": "1704", "carrier": "13us-a"}],
        markers=[{"side": "confederate", "hex": "1704"}],
    )
    strike = only(list(battle.log()), Bombarded)
    assert ids(strike.lost()) == ["13us-o1"]
    assert strike.bridges_lost() == 1
