"""10.5 Bridging: markers carried to the ditch, laid in it, dropped and destroyed."""

from __future__ import annotations

import pytest

import longroll
from longroll import Battle
from longroll.systems.stockade_redan.events import (
    Bombarded,
    BridgeDestroyed,
    BridgeDropped,
    BridgeLaid,
    BridgeTaken,
    Fired,
    FoughtHandToHand,
    Moved,
)
from longroll.systems.stockade_redan.roster import NUMBER
from longroll.systems.stockade_redan.state import Bridge, State
from tests.support import field, offered, only, play, refused, rules_against

#: From the end of a Union Movement Phase to the next one, with no Confederate on the map:
#: eight bombardments that stay where they are and hurt nobody, and no Chaos of War.
TO_NEXT_TURN = ["done", *(f"plot 45{row:02}" for row in range(1, 9))]
DICE_TO_NEXT_TURN = [1] * 10
#: A marker in the hands of a company in 4010, and one that lies there.
CARRIED = [{"hex": "4010", "carrier": "13us-a"}]
LYING = [{"hex": "4010"}]
COMPANIES = "abcdefghijklmnopqrstuv"


def markers(battle: Battle) -> list[Bridge]:
    """The bridging markers on the map."""
    assert isinstance(battle.state, State)
    return [bridge for bridge in battle.state.bridges if bridge.hex]


def two_turns(units: str, **situation: object) -> Battle:
    """A Union Movement Phase, and dice enough to reach the next."""
    return field(units, dice=DICE_TO_NEXT_TURN, phase="VII", morale=2, **situation)


# Who has them, who carries them


@pytest.mark.rule("stockade_redan:10.5.1")
def test_only_the_union_sets_out_with_bridging_markers() -> None:
    battle = longroll.new("stockade_redan", dice=[3, 1, 1, 1, 1])
    play(battle, "historical", "historical")
    assert isinstance(battle.state, State)
    carriers = {NUMBER[f"{regiment}-{x}"] for regiment in ("116il", "13us") for x in COMPANIES}
    assert {bridge.carrier for bridge in markers(battle)} == carriers


@pytest.mark.rule("stockade_redan:10.5.1")
@pytest.mark.parametrize("verb", ["take", "lay"])
def test_confederates_do_nothing_with_a_marker_but_destroy_it(verb: str) -> None:
    units = "1620 36ms-a | 1025 36ms-b | 4520 13us-a"
    battle = field(units, phase="X", bridges=[{"hex": "1620"}])
    play(battle, "done", "move 36ms-a")
    assert f"{verb} 36ms-a" not in offered(battle)
    with refused("stockade_redan:10.5.1"):
        battle.play(f"{verb} 36ms-a")


@pytest.mark.rule("stockade_redan:10.5.2")
def test_an_infantry_unit_carries_one_marker_at_most() -> None:
    battle = field(
        "4010 13us-a | 4520 13us-b", phase="VII", bridges=[{"hex": "4010"}, {"hex": "4010"}]
    )
    taken = only(play(battle, "move 13us-a", "take 13us-a"), BridgeTaken)
    assert (taken.unit, taken.rules) == (NUMBER["13us-a"], ("stockade_redan:10.5.3",))
    assert "take 13us-a" not in offered(battle)
    with refused("stockade_redan:10.5.2"):
        battle.play("take 13us-a")
    play(battle, "to 4011")
    assert [bridge.hex for bridge in markers(battle)] == ["4011", "4010"]


@pytest.mark.rule("stockade_redan:10.5.2")
@pytest.mark.parametrize("unit", ["13us-o1", "8mo-o2", "hart"])
def test_officers_and_guns_carry_none(unit: str) -> None:
    battle = field(f"4010 {unit} | 4520 13us-b", phase="VII", bridges=LYING)
    play(battle, f"move {unit}")
    assert not any(choice.startswith("take") for choice in offered(battle))
    with refused("stockade_redan:10.5.2"):
        battle.play(f"take {unit}")


@pytest.mark.rule("stockade_redan:10.5.3")
@pytest.mark.parametrize("unit", ["13us-a", "116il-a", "8mo-a"])
def test_any_infantry_may_carry_a_marker_that_lay_where_it_began(unit: str) -> None:
    battle = field(f"4010 {unit} | 4520 13us-b", phase="VII", bridges=LYING)
    play(battle, f"move {unit}", f"take {unit}", "to 4011", "to 4012", "stop")
    assert [(bridge.hex, bridge.carrier) for bridge in markers(battle)] == [("4012", NUMBER[unit])]


@pytest.mark.rule("stockade_redan:10.5.3")
def test_no_marker_is_picked_up_on_the_way() -> None:
    battle = field("4010 13us-a | 4520 13us-b", phase="VII", bridges=[{"hex": "4011"}])
    play(battle, "move 13us-a")
    with refused("stockade_redan:10.5.3"):
        battle.play("take 13us-a")
    play(battle, "to 4011")
    assert "take 13us-a" not in offered(battle)
    with refused("stockade_redan:10.5.3"):
        battle.play("take 13us-a")


@pytest.mark.rule("stockade_redan:3.1.3.20", "stockade_redan:10.5.3")
def test_a_marker_in_hand_cannot_be_taken_from_its_carrier() -> None:
    """SR-68: it stays with its unit until that unit drops it or falls."""
    battle = field("4010 13us-a 8mo-a | 4520 13us-b", phase="VII", bridges=CARRIED)
    play(battle, "move 8mo-a")
    assert "take 8mo-a" not in offered(battle)
    with refused("stockade_redan:3.1.3.20"):
        battle.play("take 8mo-a")


@pytest.mark.rule("stockade_redan:10.5.4")
def test_two_units_never_carry_the_same_marker_in_one_turn() -> None:
    battle = field("4010 13us-a 13us-b | 4520 13us-c", phase="VII", bridges=LYING)
    play(battle, "move 13us-a", "take 13us-a", "drop 13us-a", "stop", "move 13us-b")
    assert "take 13us-b" not in offered(battle)
    with refused("stockade_redan:10.5.4"):
        battle.play("take 13us-b")


@pytest.mark.rule("stockade_redan:10.5.4", "stockade_redan:10.5.5")
def test_the_next_turn_somebody_else_may_take_it_up() -> None:
    battle = two_turns("4010 13us-a | 4012 13us-b", bridges=CARRIED)
    dropped = only(
        play(battle, "move 13us-a", "to 4011", "to 4012", "drop 13us-a", "stop"), BridgeDropped
    )
    assert (dropped.hex, dropped.rules) == ("4012", ("stockade_redan:10.5.5",))
    play(battle, *TO_NEXT_TURN, "move 13us-b", "take 13us-b", "to 4013")
    assert [(b.hex, b.carrier) for b in markers(battle)] == [("4013", NUMBER["13us-b"])]


@pytest.mark.rule("stockade_redan:10.5.5")
def test_the_carrier_drops_its_marker_anywhere_and_goes_on() -> None:
    for drop_after in range(4):
        battle = field("4010 13us-a | 4520 13us-b", phase="VII", bridges=CARRIED)
        walk = ["to 4011", "to 4012", "to 4013"]
        walk.insert(drop_after, "drop 13us-a")
        play(battle, "move 13us-a", *walk)
        (marker,) = markers(battle)
        assert (marker.hex, marker.carrier, marker.up) == (f"40{10 + drop_after}", -1, "carried")
        with refused("stockade_redan:10.5.5"):
            battle.play("drop 13us-a")


@pytest.mark.rule("stockade_redan:10.5.5")
def test_a_marker_may_be_dropped_where_the_move_took_everything() -> None:
    battle = field(
        "1720 13us-a | 4520 13us-b", phase="VII", bridges=[{"hex": "1720", "carrier": "13us-a"}]
    )
    play(battle, "move 13us-a", "to 1620")
    assert offered(battle) == ["drop 13us-a", "stop"]


@pytest.mark.rule("stockade_redan:10.5.14")
def test_worked_example_a_bridge_dropped_on_the_way_is_left_lying() -> None:
    battle = field("4010 13us-a | 4012 13us-b | 4520 13us-c", phase="VII", bridges=CARRIED)
    play(battle, "move 13us-a", "to 4011", "to 4012", "drop 13us-a", "to 4013", "stop")
    play(battle, "move 13us-b")
    assert "take 13us-b" not in offered(battle)
    with refused("stockade_redan:10.5.4"):
        battle.play("take 13us-b")


# No effect on movement and combat


@pytest.mark.rule("stockade_redan:10.5.6")
def test_a_marker_slows_nobody() -> None:
    battle = field("4010 13us-a | 4520 13us-b", phase="VII", bridges=CARRIED)
    walk = play(battle, "move 13us-a", *(f"to 40{row}" for row in range(11, 17)))
    assert [event.cost for event in walk if isinstance(event, Moved)] == [1] * 6
    assert markers(battle)[0].hex == "4016"


@pytest.mark.rule("stockade_redan:10.5.6")
def test_a_marker_in_the_hex_is_no_friendly_unit_to_pay_for() -> None:
    battle = field("4010 13us-a | 4520 13us-b", phase="VII", bridges=[{"hex": "4011"}])
    assert only(play(battle, "move 13us-a", "to 4011"), Moved).cost == 1


@pytest.mark.rule("stockade_redan:10.5.6")
@pytest.mark.parametrize("bridges", [[], CARRIED])
def test_a_marker_changes_neither_fire_nor_defence(bridges: list[dict[str, str]]) -> None:
    battle = field("4010 13us-a | 4012 36ms-a", phase="VIII", bridges=bridges, dice=[6, 6])
    under_fire = only(play(battle, "fire 4010 all"), Fired)
    assert sum(line.value for line in under_fire.strength) == 3
    assert sum(line.value for line in under_fire.defence) == 4
    firing = only(play(battle, "fire 4012 all"), Fired)
    assert sum(line.value for line in firing.strength) == 4


@pytest.mark.rule("stockade_redan:10.5.6")
@pytest.mark.parametrize("bridges", [[], CARRIED])
def test_a_marker_does_not_fight_hand_to_hand(bridges: list[dict[str, str]]) -> None:
    battle = field("4010 13us-a 36ms-a", phase="XII", bridges=bridges, dice=[3, 3])
    fight = only(list(battle.log()), FoughtHandToHand)
    assert (fight.totals(), fight.loser) == ("Union 4 against Confederate 4", "")


@pytest.mark.rule("stockade_redan:10.5.7")
def test_nobody_fires_at_a_marker_that_lies_alone() -> None:
    battle = field(
        "4012 36ms-a | 4014 13us-a | 4010 36ms-b", phase="VIII", bridges=[{"hex": "4011"}]
    )
    assert offered(battle) == ["fire 4014", "done"]
    with refused("stockade_redan:11.1.4"):
        battle.play("fire 4011")


@pytest.mark.rule("stockade_redan:10.5.7")
def test_the_marker_of_a_fallen_carrier_drops_where_he_fell() -> None:
    units = "4010 13us-a | 4520 13us-b | 4011 36ms-a 36ms-b"
    battle = field(units, phase="VIII", bridges=CARRIED, dice=[1])
    shot = only(play(battle, "fire 4010 all"), Fired)
    # One die, for the company: none for its marker.
    assert (shot.lost(), len(shot.rolls)) == ((NUMBER["13us-a"],), 1)
    assert markers(battle) == [Bridge("4010", "carried", began="4010")]


@pytest.mark.rule("stockade_redan:10.5.8")
def test_a_bombardment_rolls_for_every_marker_as_for_a_unit() -> None:
    battle = field(
        "4010 13us-a | 1025 36ms-o1",
        phase="IV",
        turn=2,
        markers=[{"side": "confederate", "hex": "4010"}],
        bridges=[{"hex": "4010"}, {"hex": "4010", "carrier": "13us-a"}, {"hex": "4011"}],
        # It stays; 10 to 4 is 2:1; unit missed, first marker hit, second missed; Chaos of War.
        dice=[1, 3, 2, 3, 1, 1],
    )
    attack = only(list(battle.log()), Bombarded)
    assert (attack.hit_number, len(attack.targets)) == (2, 3)
    assert (attack.lost(), attack.bridges_lost()) == ((), 1)
    assert [(b.hex, b.carrier) for b in markers(battle)] == [
        ("4010", NUMBER["13us-a"]),
        ("4011", -1),
    ]


@pytest.mark.rule("stockade_redan:10.5.8")
def test_a_bombardment_falls_on_a_marker_that_lies_alone() -> None:
    shell = [{"side": "confederate", "hex": "4010"}]
    units = "2010 13us-a | 1025 36ms-o1"
    battle = field(units, phase="IV", turn=2, markers=shell, bridges=LYING, dice=[1, 2, 1, 1])
    assert only(list(battle.log()), Bombarded).bridges_lost() == 1
    assert markers(battle) == []


# Destroyed


@pytest.mark.rule("stockade_redan:10.5.9")
@pytest.mark.parametrize("up", ["carried", "bridging"])
def test_confederates_destroy_a_marker_in_their_hex_as_their_movement_begins(up: str) -> None:
    battle = field(
        "1620 36ms-a | 1025 36ms-b | 4520 13us-a", phase="X", bridges=[{"hex": "1620", "up": up}]
    )
    assert offered(battle) == ["destroy 1620", "done"]
    gone = only(play(battle, "destroy 1620"), BridgeDestroyed)
    assert (gone.hex, gone.rules, markers(battle)) == ("1620", ("stockade_redan:10.5.9",), [])
    assert offered(battle) == ["move 36ms-a", "move 36ms-b", "done"]


@pytest.mark.rule("stockade_redan:10.5.9")
def test_they_may_even_where_union_units_share_the_hex() -> None:
    battle = field(
        "1620 36ms-a 13us-a | 1025 36ms-b",
        phase="X",
        bridges=[{"hex": "1620", "carrier": "13us-a"}],
    )
    play(battle, "destroy 1620")
    assert markers(battle) == []


@pytest.mark.rule("stockade_redan:10.5.9")
def test_markers_elsewhere_and_markers_reached_later_are_safe() -> None:
    battle = field(
        "1720 36ms-a | 1519 36ms-b | 4520 13us-a",
        phase="X",
        bridges=[{"hex": "1519"}, {"hex": "1719"}],
    )
    with refused("stockade_redan:10.5.9"):
        battle.play("destroy 1719")
    play(battle, "done", "move 36ms-a", "to 1719", "stop")
    with refused("stockade_redan:5.0.1"):
        battle.play("destroy 1719")
    assert len(markers(battle)) == 2


@pytest.mark.rule("stockade_redan:10.5.9")
def test_they_need_not_destroy_it() -> None:
    battle = field("1620 36ms-a | 4520 13us-a", phase="X", bridges=[{"hex": "1620"}])
    play(battle, "done")
    assert len(markers(battle)) == 1


@pytest.mark.rule("stockade_redan:10.5.10")
def test_an_eliminated_marker_stays_out_for_the_assault_and_is_back_for_the_second() -> None:
    battle = field(
        "1720 36ms-a | 4520 13us-a", phase="X", turn=8, bridges=[{"hex": "1720"}], dice=[3]
    )
    play(battle, "destroy 1720", "done")
    assert battle.decision is not None
    assert isinstance(battle.state, State)
    assert (battle.state.assault, markers(battle)) == (2, [])
    play(battle, "historical", "historical")
    assert battle.decision.question == "Which hex takes a bridging marker? 44 to place."


@pytest.mark.rule("stockade_redan:10.5.10")
def test_an_eliminated_marker_is_not_back_in_the_next_turn() -> None:
    battle = field(
        "1720 36ms-a | 4520 13us-a",
        phase="X",
        turn=7,
        bridges=[{"hex": "1720"}],
        morale=2,
        dice=[1] * 8 + [1, 1],
    )
    play(battle, "destroy 1720", "done", *TO_NEXT_TURN[1:], "done")
    assert isinstance(battle.state, State)
    assert (battle.state.turn, battle.state.phase, markers(battle)) == (8, 7, [])


# Laid


@pytest.mark.rule("stockade_redan:10.5.11")
@pytest.mark.parametrize("unit", ["13us-a", "116il-a", "8mo-a"])
def test_infantry_that_begins_in_the_ditch_with_a_marker_lays_it_for_nothing(unit: str) -> None:
    battle = field(f"1620 {unit} | 4520 13us-b", phase="VII", bridges=[{"hex": "1620"}])
    laid = only(play(battle, f"move {unit}", f"lay {unit}"), BridgeLaid)
    assert (laid.hex, laid.rules) == ("1620", ("stockade_redan:10.5.11",))
    assert markers(battle) == [Bridge("1620", "bridging", began="1620")]
    # The same unit may cross at once.
    assert only(play(battle, "to 1519"), Moved).to == "1519"


@pytest.mark.rule("stockade_redan:10.5.11")
@pytest.mark.parametrize(
    "hex, unit, bridges, rules",
    [
        ("1720", "13us-a", [{"hex": "1720"}], ["10.5.11"]),  # no ditch
        ("1620", "13us-a", [], ["10.5.11"]),  # no marker
        ("1620", "13us-a", [{"hex": "1621"}], ["10.5.11"]),  # in another hex
        ("1620", "13us-a", [{"hex": "1620", "up": "bridging"}], ["10.5.11"]),  # laid already
        ("1620", "13us-o1", [{"hex": "1620"}], ["7.0.11"]),  # an officer
    ],
)
def test_nobody_else_and_nowhere_else(
    hex: str, unit: str, bridges: list[dict[str, str]], rules: list[str]
) -> None:
    battle = field(f"{hex} {unit} | 4520 13us-b", phase="VII", bridges=bridges)
    play(battle, f"move {unit}")
    assert f"lay {unit}" not in offered(battle)
    assert set(rules_against(battle, f"lay {unit}")) == {f"stockade_redan:{rule}" for rule in rules}


@pytest.mark.rule("stockade_redan:10.5.11")
@pytest.mark.parametrize("lying", [[], [{"hex": "1620"}]])
def test_whoever_has_just_come_into_the_ditch_does_not_lay_yet(lying: list[dict[str, str]]) -> None:
    carried = {"hex": "1720", "carrier": "13us-a"}
    battle = field("1720 13us-a | 4520 13us-c", phase="VII", bridges=[carried, *lying])
    play(battle, "move 13us-a", "to 1620")
    assert offered(battle) == ["drop 13us-a", "stop"]
    with refused("stockade_redan:10.5.11"):
        battle.play("lay 13us-a")


@pytest.mark.rule("stockade_redan:10.5.11")
def test_a_marker_that_has_just_come_is_not_laid_by_those_already_there() -> None:
    carried = {"hex": "1720", "carrier": "13us-a"}
    battle = field("1720 13us-a | 1620 13us-b | 4520 13us-c", phase="VII", bridges=[carried])
    play(battle, "move 13us-a", "to 1620", "drop 13us-a", "move 13us-b")
    with refused("stockade_redan:10.5.11"):
        battle.play("lay 13us-b")


@pytest.mark.rule("stockade_redan:10.5.11", "stockade_redan:10.5.3")
def test_carried_into_the_ditch_in_one_turn_and_laid_in_the_next() -> None:
    battle = two_turns("1720 13us-a | 4520 13us-c", bridges=[{"hex": "1720"}])
    play(battle, "move 13us-a", "take 13us-a", "to 1620", "stop", *TO_NEXT_TURN)
    play(battle, "move 13us-a", "lay 13us-a")
    assert [(b.hex, b.up, b.carrier) for b in markers(battle)] == [("1620", "bridging", -1)]


@pytest.mark.rule("stockade_redan:10.5.12")
def test_a_laid_bridge_is_never_carried_again_and_stays() -> None:
    battle = two_turns("1620 13us-a 13us-b | 4520 13us-c", bridges=[{"hex": "1620"}])
    play(battle, "move 13us-a", "lay 13us-a")
    with refused("stockade_redan:10.5.12"):
        battle.play("take 13us-a")
    with refused("stockade_redan:10.5.5"):
        battle.play("drop 13us-a")
    play(battle, "to 1719", "stop", *TO_NEXT_TURN, "move 13us-b")
    assert offered(battle)[0].startswith("to ")
    with refused("stockade_redan:10.5.12"):
        battle.play("take 13us-b")
    play(battle, "to 1720", "stop")
    assert [(b.hex, b.up) for b in markers(battle)] == [("1620", "bridging")]


@pytest.mark.rule("stockade_redan:10.5.13")
@pytest.mark.parametrize("wall", ["1519", "1520"])
@pytest.mark.parametrize(
    "unit, cost", [("13us-a", 6), ("8mo-a", 6), ("13us-o1", 6), ("36ms-a", 5), ("36ms-o1", 5)]
)
def test_a_laid_bridge_serves_every_foot_of_both_sides_and_every_hex_of_wall_beside_it(
    wall: str, unit: str, cost: int
) -> None:
    bridge = [{"hex": "1620", "up": "bridging"}]
    far = "4520 13us-v | 1025 36ms-t"
    union = unit.startswith(("13us", "8mo"))
    over = field(f"1620 {unit} | {far}", phase="VII" if union else "X", bridges=bridge)
    if not union:
        play(over, "done")  # they leave it standing
    assert only(play(over, f"move {unit}", f"to {wall}"), Moved).cost == cost
    back = field(f"{wall} {unit} | {far}", phase="VII" if union else "X", bridges=bridge)
    assert only(play(back, f"move {unit}", "to 1620"), Moved).cost == cost
