"""3.2.0 to 3.2.2 The second set-up: morale again, then what is left of the Union."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.stockade_redan.events import (
    AssaultBegan,
    BridgesPlaced,
    BridgesRemoved,
    MoraleRolled,
    Moved,
    OptionChosen,
    Placed,
)
from longroll.systems.stockade_redan.roster import ROSTER
from tests.rulebook.stockade_redan.setups import (
    AREAS,
    BATTERY_HEXES,
    REDAN_HEXES,
    START_LINE,
    UNION_GROUND,
    around,
    asked,
    places,
    put,
    second_setup,
    standing,
    table,
)
from tests.support import field, offered, only, play, refused

#: The rest of a second set-up once the survivors and their option are settled.
REST = ("hold", "historical", "historical", "historical")


# 3.2.0 and 3.2.1


@pytest.mark.rule("stockade_redan:3.2.0.1")
def test_morale_survivors_confederates_reinforcements_in_that_order() -> None:
    battle = second_setup("1620 13us-a 13us-o1 | 2405 hart | 1519 36ms-a | 1420 gun-2", option=1)
    assert asked(battle) == ("union", "Where is Company A, 13th US set up?")
    put(battle, "1803", "1803")
    assert asked(battle)[1].startswith("What do the five batteries do")
    play(battle, "option 2")
    put(battle, "1704")
    assert asked(battle)[1] == "Which hex takes a bridging marker? 44 to place."
    play(battle, "hold")
    assert asked(battle) == ("confederate", "Where is Company A, 36th Mississippi set up?")
    put(battle, "1519", "1420")
    assert asked(battle) == ("confederate", "Where is Company A, 1st Missouri set up?")
    play(battle, "historical")
    assert asked(battle) == ("union", "Where is 1st Ohio battery set up?")
    put(battle, "4510")
    assert asked(battle)[1] == "Where is Company A, 30th Ohio set up?"
    play(battle, "historical", "historical")
    placed = [event for event in battle.log() if isinstance(event, Placed | MoraleRolled)]
    assert isinstance(placed[0], MoraleRolled)
    order = [ROSTER[unit].id for e in placed if isinstance(e, Placed) for unit in e.units]
    assert order[:6] == ["13us-a", "13us-o1", "hart", "36ms-a", "gun-2", "1mo-a"]
    assert order[23:26] == ["1oh", "30oh-a", "30oh-b"]
    assert len(order) == 50


@pytest.mark.rule("stockade_redan:3.2.0.1")
def test_no_second_set_up_before_the_end_of_turn_8() -> None:
    battle = field("1620 13us-a", turn=7, phase="XII")
    assert (table(battle).assault, table(battle).turn) == (1, 8)


@pytest.mark.rule("stockade_redan:3.2.0.1")
def test_no_second_set_up_once_somebody_has_won() -> None:
    battle = second_setup("1620 13us-a", dice=[], union_held=REDAN_HEXES)
    assert battle.decision is None
    assert battle.result is not None
    assert (battle.result.winner, table(battle).assault) == ("union", 1)


@pytest.mark.rule("stockade_redan:3.2.0.1")
def test_what_the_union_held_of_the_redan_is_confederate_again() -> None:
    battle = second_setup("1620 13us-a | 1218 13us-b", union_held=["1519", "1419"])
    assert table(battle).union_held == ()
    put(battle, "1803", "1803")
    play(battle, "option 2", *REST)
    assert table(battle).union_held == ()


@pytest.mark.rule("stockade_redan:3.2.1.1")
@pytest.mark.parametrize("die, morale", [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4)])
def test_morale_is_rolled_first_on_the_same_table(die: int, morale: int) -> None:
    battle = second_setup("1620 13us-a", dice=[die], morale=3)
    rolled = only(list(battle.log()), MoraleRolled)
    assert ([roll.value for roll in rolled.rolls], rolled.morale) == ([die], morale)
    assert table(battle).morale == morale
    assert standing(battle) == {}


# 3.2.2


@pytest.mark.rule("stockade_redan:3.2.2.1")
def test_every_bridging_marker_leaves_the_map() -> None:
    battle = second_setup(
        "1620 13us-a | 1719 13us-b",
        bridges=[
            {"hex": "1620", "up": "bridging"},
            {"hex": "1719", "carrier": "13us-b"},
            {"hex": "2010"},
        ],
    )
    removed = only(list(battle.log()), BridgesRemoved)
    assert removed.rules == ("stockade_redan:3.2.2.1",)
    assert table(battle).bridges == ()


@pytest.mark.rule("stockade_redan:3.2.2.2", "stockade_redan:3.2.3.2")
def test_carnage_stays_and_is_still_in_the_way() -> None:
    carnage = ("1318", "1420", "1620", "4403")
    dice = [3, *[1] * 8, 1, 1]
    battle = second_setup("1620 13us-a | 1519 36ms-a", dice=dice, carnage=carnage)
    assert table(battle).carnage == carnage
    put(battle, "4402")
    play(battle, "option 2", *REST)
    assert (table(battle).assault, table(battle).carnage) == (2, carnage)
    play(battle, *(f"plot 45{row}" for row in range(20, 28)), "done", "done")
    assert table(battle).phase == "VII"
    steps = [e for e in play(battle, "move 13us-a", "to 4403", "to 4404") if isinstance(e, Moved)]
    assert [step.cost for step in steps] == [2, 1]


@pytest.mark.rule("stockade_redan:3.2.2.3")
def test_survivors_go_anywhere_behind_the_start_line() -> None:
    battle = second_setup("1620 13us-a | 1621 8mo-a")
    assert places(battle) == UNION_GROUND
    for hex in (*START_LINE, "1505", "1620", "2912"):
        with refused("stockade_redan:3.2.2.3"):
            battle.play(f"place {hex}")
    placed = only(put(battle, "4530"), Placed)
    assert placed.rules == ("stockade_redan:3.2.2.3",)
    put(battle, AREAS["116il"][0])
    assert standing(battle) == {"13us-a": "4530", "8mo-a": "1802"}


@pytest.mark.rule("stockade_redan:3.2.2.3")
def test_surviving_regiments_may_mix_and_companies_stand_alone() -> None:
    battle = second_setup("1620 116il-a 13us-a 13us-b 8mo-a")
    put(battle, "2006", "2006", "4401", "2005")
    assert standing(battle) == {
        "116il-a": "2006",
        "13us-a": "2006",
        "13us-b": "4401",
        "8mo-a": "2005",
    }


@pytest.mark.rule("stockade_redan:3.2.2.3")
def test_survivors_stack_four_to_a_hex() -> None:
    battle = second_setup("1620 13us-a 13us-b 13us-c 13us-d | 1621 8mo-a 8mo-o1")
    put(battle, "1704", "1704", "1704", "1704")
    assert "place 1704" not in offered(battle)
    with refused("stockade_redan:3.1.0.2"):
        battle.play("place 1704")


@pytest.mark.rule("stockade_redan:3.2.2.3")
def test_the_lost_do_not_come_back() -> None:
    battle = second_setup("1620 13us-a | 1519 36ms-a | 2405 hart", option=1)
    put(battle, "1803")
    play(battle, "option 2", "historical", *REST)
    units = standing(battle)
    first = [id for id in units if not id.startswith(("1mo", "30oh", "1oh"))]
    assert sorted(first) == ["13us-a", "36ms-a", "hart"]


@pytest.mark.rule("stockade_redan:3.2.2.4")
def test_surviving_officers_stand_with_infantry_of_their_regiment() -> None:
    battle = second_setup("1620 13us-a 8mo-a 8mo-b 8mo-o1 8mo-o2")
    put(battle, "1704", "1803", "1803")
    assert asked(battle)[1] == "Where is Officer 1, 8th Missouri set up?"
    assert places(battle) == ["1803"]
    for hex in ("1704", "1804", "2501"):
        with refused("stockade_redan:3.2.2.4"):
            battle.play(f"place {hex}")
    # One officer a hex is a rule of a regiment's first set-up.
    put(battle, "1803", "1803")
    assert [standing(battle)[id] for id in ("8mo-o1", "8mo-o2")] == ["1803", "1803"]


@pytest.mark.rule("stockade_redan:3.2.2.5")
@pytest.mark.parametrize("before", [1, 2])
def test_the_option_is_chosen_anew_for_the_surviving_companies(before: int) -> None:
    battle = second_setup("1620 13us-a | 2405 hart | 2406 wood", option=before)
    put(battle, "1803")
    assert table(battle).option == 0
    assert only(play(battle.copy(), "option 1"), OptionChosen).option == 1
    second = battle.copy()
    play(second, "option 2")
    assert places(second) == [hex for hex in UNION_GROUND if hex != "1803"]
    with refused("stockade_redan:3.1.3.9"):
        second.play("place 1803")
    play(battle, "option 1")
    assert places(battle) == BATTERY_HEXES
    with refused("stockade_redan:3.1.3.4"):
        battle.play("place 1704")
    put(battle, "3519", "3520")
    play(battle, *REST)
    assert asked(battle) == ("union", "Where does the bombardment fall? 3 to plot.")


def _battery_hexes_full() -> Battle:
    """Infantry stands four deep in all eight battery hexes; Hart's battery is still to come."""
    companies = [f"13us-{letter}" for letter in "abcdefghijklmnopqrstuv"]
    companies += [f"8mo-{letter}" for letter in "abcdefghij"]
    stacks = [f"{2001 + n} {' '.join(companies[4 * n : 4 * n + 4])}" for n in range(8)]
    battle = second_setup(" | ".join([*stacks, "3210 hart"]), option=1)
    put(battle, *around(" ".join(BATTERY_HEXES), 32))
    return battle


@pytest.mark.rule("stockade_redan:3.2.2.5", "stockade_redan:3.1.3.4")
def test_option_1_is_refused_where_no_battery_hex_has_room() -> None:
    battle = _battery_hexes_full()
    assert "option 1" not in offered(battle)
    with refused("stockade_redan:3.1.3.4"):
        battle.play("option 1")


@pytest.mark.rule("stockade_redan:3.2.2.5")
def test_the_one_step_set_up_leaves_no_surviving_battery_behind() -> None:
    battle = _battery_hexes_full()
    play(battle, "historical")
    assert standing(battle).get("hart", "") in UNION_GROUND


@pytest.mark.rule("stockade_redan:3.2.2.6", "stockade_redan:3.1.3.3")
def test_the_1st_ohio_is_outside_the_option() -> None:
    battle = second_setup("1620 13us-a | 2405 hart", option=1)
    put(battle, "1803")
    play(battle, "option 1")
    put(battle, "2406")
    play(battle, "hold", "historical")
    assert asked(battle)[1] == "Where is 1st Ohio battery set up?"
    assert places(battle) == [hex for hex in UNION_GROUND if hex not in ("1803", "2406")]


@pytest.mark.rule("stockade_redan:3.2.2.6", "stockade_redan:3.1.3.3")
def test_the_1st_ohio_moves_and_fires_and_never_bombards_under_option_1() -> None:
    battle = field("1704 1oh | 1519 36ms-a", assault=2, turn=3, option=1, phase="I")
    assert asked(battle)[0] == "confederate"
    battle = field("1704 1oh | 2405 hart", assault=2, turn=3, option=1, phase="I")
    assert asked(battle) == ("union", "Where does the bombardment fall? 2 to plot.")
    battle = field("2405 1oh | 2406 hart", assault=2, option=1, phase="VII")
    assert [text for text in offered(battle) if text.startswith("move")] == ["move 1oh"]
    battle = field("2405 1oh | 2402 36ms-a", assault=2, option=1, phase="IX")
    play(battle, "fire 2402")
    assert "add 1oh" in offered(battle)


@pytest.mark.rule("stockade_redan:3.2.2.7")
def test_all_44_bridging_markers_return_and_lie_with_union_infantry() -> None:
    lost_bridge = [{"hex": "1620", "up": "bridging"}]
    battle = second_setup("1620 13us-a | 1621 8mo-a | 1704 wood", bridges=lost_bridge, option=2)
    put(battle, "1803", "2501")
    play(battle, "option 2")
    put(battle, "1704")
    assert offered(battle) == ["bridge 1803", "bridge 2501", "hold", "historical"]
    for hex in ("1704", "1620", "3711", "9999"):
        with refused("stockade_redan:3.2.2.7"):
            battle.play(f"bridge {hex}")
    placed = only(play(battle, "bridge 2501"), BridgesPlaced)
    assert placed.rules == ("stockade_redan:3.2.2.7",)
    play(battle, *["bridge 1803"] * 20, "hold", "historical", "place 4510")
    put(battle, *around("3711 3712 3811 3812 3911 3912", 22), "3711", "3712", "3811", "3812")
    # What was held goes to the 30th Ohio, to the last one.
    assert asked(battle)[1] == "Which hex takes a bridging marker? 23 to place."
    with refused("stockade_redan:3.2.2.7"):
        battle.play("bridge 1803")
    with refused("stockade_redan:3.2.2.7"):
        battle.play("hold")
    events = play(battle, *["bridge 3711"] * 3, "historical")
    assert only(events, AssaultBegan).assault == 2
    bridges = table(battle).bridges
    assert len(bridges) == 44
    assert {bridge.up for bridge in bridges} == {"carried"}
    where = [bridge.hex for bridge in bridges]
    assert (where.count("1803"), where.count("2501")) == (20, 1)
    assert set(where) == {"1803", "2501", "3711", "3712", "3811", "3812", "3911", "3912"}


@pytest.mark.rule("stockade_redan:3.2.2.8")
def test_every_bridging_marker_may_lie_in_one_hex() -> None:
    battle = second_setup("1620 13us-a")
    play(battle, "place 1803", "option 2", *["bridge 1803"] * 44)
    assert [bridge.hex for bridge in table(battle).bridges] == ["1803"] * 44
    assert asked(battle)[0] == "confederate"
