"""7.0 Facing: what is a unit's front, and what follows from it."""

from __future__ import annotations

import pytest

from longroll.systems.gbacw.events import Faced, Fired, Fought
from tests.rulebook.gbacw.field import accept, field, unit, where
from tests.support import offered, only, play, refused, rules_against

ELSE = "| 0101 3us"
#: The neighbours of 0508 from the north clockwise, and the directions that lead there.
AROUND = {"N": "0507", "NE": "0607", "SE": "0608", "S": "0509", "SW": "0408", "NW": "0407"}
ENEMIES = " | ".join(
    f"{hex} {id}"
    for hex, id in zip(AROUND.values(), ("1cs", "2cs", "3cs", "4cs", "5cs", "7cs"), strict=True)
)


def targets(word: str, phase: str = "D", phasing: str = "union") -> set[str]:
    """The neighbours of 0508 that a unit there could fire at."""
    battle = field(f"0508 {word} | {ENEMIES}", phase=phase, phasing=phasing)
    return {text.split()[1] for text in offered(battle) if text.startswith("fire")}


def is_enfiladed(word: str, origin: str) -> bool:
    """Whether fire from a hex at a Confederate unit in 0508 is shifted for its flank."""
    looking = next(name for name, hex in AROUND.items() if hex == origin)
    back = {"N": "S", "NE": "SW", "SE": "NW", "S": "N", "SW": "NE", "NW": "SE"}[looking]
    battle = field(f"{origin} 2us,{back} | 0508 {word}", phase="D", dice=[2, 1, 1])
    fired = only(play(battle, "fire 0508", "all", "resolve"), Fired)
    return "gbacw:7.23.2" in {line.rule for line in fired.shifts}


# The general rule


@pytest.mark.rule("gbacw:7.0.1", "gbacw:7.22")
@pytest.mark.parametrize("word", ["2us", "1us-cav", "us-n1"])
def test_line_dismounted_cavalry_and_guns_in_position_have_three_frontal_hexsides(
    word: str,
) -> None:
    assert targets(f"{word},S") == {"0608", "0509", "0408"}
    assert targets(f"{word},NE") == {"0507", "0607", "0608"}


@pytest.mark.rule("gbacw:7.0.2", "gbacw:7.23.1")
@pytest.mark.parametrize("word", ["4cs", "1cs-cav", "cs-n1"])
def test_the_other_three_hexsides_are_their_rear(word: str) -> None:
    found = {name for name, hex in AROUND.items() if is_enfiladed(f"{word},N", hex)}
    assert found == {"SE", "S", "SW"}


@pytest.mark.rule("gbacw:7.0.3")
@pytest.mark.parametrize("word", ["4cs,column", "cs-wagon", "1cs-cav,mounted", "cs-n1,limbered"])
def test_columns_wagons_riders_and_limbered_guns_are_enfiladed_from_everywhere(word: str) -> None:
    assert all(is_enfiladed(f"{word},N", hex) for hex in AROUND.values())


@pytest.mark.rule("gbacw:7.0.4")
def test_mounted_cavalry_has_one_frontal_hexside() -> None:
    assert targets("1us-cav,mounted,S") == {"0509"}
    assert targets("1us-cav,mounted,NW") == {"0407"}


@pytest.mark.rule("gbacw:7.0.5")
def test_units_without_facing_look_everywhere() -> None:
    for word in ("us-wagon", "miller"):
        battle = field(f"0508 {word} {ELSE}")
        play(battle, f"move {word}")
        with refused("gbacw:7.0.5"):
            battle.play("face N")
    assert targets("us-wagon", phase="C", phasing="confederate") == set(AROUND.values())


@pytest.mark.rule("gbacw:7.0.6")
def test_a_unit_faces_a_hexside_never_a_corner() -> None:
    battle = field(f"0508 2us,N {ELSE}")
    play(battle, "move 2us")
    faces = [text.split()[1] for text in offered(battle) if text.startswith("face")]
    assert faces == ["NE", "SE", "S", "SW", "NW"]
    for corner in ("E", "W", "NNE", ""):
        with refused("gbacw:7.0.6" if corner else "gbacw:5.0.2"):
            battle.play(f"face {corner}".strip())


@pytest.mark.rule("gbacw:7.0.7", "gbacw:8.42")
def test_all_in_a_hex_turn_together() -> None:
    battle = field(f"0508 2us 4us us-n1 miller {ELSE}")
    faced = only(play(battle, "move 4us", "face NW"), Faced)
    assert {name.id for name in faced.units} == {"2us", "4us", "us-n1"}
    assert {unit(battle, id).facing for id in ("2us", "4us", "us-n1")} == {5}


@pytest.mark.rule("gbacw:7.0.8", "gbacw:7.0.7", "gbacw:8.42")
def test_whoever_enters_a_hex_takes_the_facing_of_those_who_are_there() -> None:
    battle = field(f"0508 2us,NE | 0507 4us,NW {ELSE}")
    play(battle, "move 4us", "to 0508", "stop")
    assert (unit(battle, "4us").facing, unit(battle, "2us").facing) == (1, 1)


# 7.1 Facing and movement


@pytest.mark.rule("gbacw:7.11.1", "gbacw:7.11.2")
@pytest.mark.parametrize("number, name", list(enumerate(AROUND)))
def test_any_neighbour_may_be_entered_and_the_unit_turns_to_it_first(
    number: int, name: str
) -> None:
    battle = field(f"0508 2us,S {ELSE}")
    play(battle, "move 2us", f"to {AROUND[name]}")
    assert (where(battle, "2us"), unit(battle, "2us").facing) == (AROUND[name], number)


@pytest.mark.rule("gbacw:7.11.2")
def test_whoever_walks_away_turns_its_back_to_the_fire_behind_it() -> None:
    battle = field(f"0508 2us,S | 0509 1cs {ELSE}", dice=[2, 1])
    play(battle, "move 2us", "to 0507")
    fired = only(play(battle, "all", "resolve"), Fired)
    assert "gbacw:7.23.2" in {line.rule for line in fired.shifts}


@pytest.mark.rule("gbacw:7.12.1")
def test_turning_is_free_and_unlimited() -> None:
    battle = field(f"0508 2us,S {ELSE}")
    play(battle, "move 2us")
    assert battle.decision is not None
    before = battle.decision.question
    play(battle, "face N", "face S", "face NE", "face NW")
    assert battle.decision is not None
    assert battle.decision.question == before
    play(battle, "to 0509", "face SW", "face N", "stop")
    assert unit(battle, "2us").facing == 0


@pytest.mark.rule("gbacw:7.12.2")
@pytest.mark.parametrize("word", ["2us,routed", "2us,-command", "2us,pinned", "us-n1"])
def test_units_that_hardly_move_may_still_turn(word: str) -> None:
    battle = field(f"0508 {word} {ELSE}")
    id = word.partition(",")[0]
    play(battle, f"move {id}", "face NE")
    assert unit(battle, id).facing == 1


@pytest.mark.rule("gbacw:7.12.2")
def test_a_routed_unit_turns_after_its_one_hex_too() -> None:
    battle = field(f"0508 2us,routed {ELSE}")
    play(battle, "move 2us", "face NE", "to 0507", "face SE")
    assert unit(battle, "2us").facing == 2


@pytest.mark.rule("gbacw:7.13")
@pytest.mark.parametrize("phase", ["C", "D", "E"])
def test_nobody_turns_in_the_other_phases(phase: str) -> None:
    battle = field("0508 2us | 0509 1cs", phase=phase)
    for text in ("face N", "move 2us", "move 1cs"):
        with refused("gbacw:4.0.1"):
            battle.play(text)


@pytest.mark.rule("gbacw:7.13")
def test_nobody_turns_in_the_enemys_movement_phase() -> None:
    battle = field(f"0508 2us | 0510 1cs {ELSE}")
    with refused("gbacw:5.0.2"):
        battle.play("move 1cs")


# 7.2 Facing and fire


@pytest.mark.rule("gbacw:7.21.1")
def test_four_points_of_infantry_fire_through_one_hexside() -> None:
    battle = field("0508 1us | 0509 1cs", phase="D")
    play(battle, "fire 0509")
    assert [text for text in offered(battle) if text.startswith("add")] == [
        f"add 1us {points}" for points in (4, 3, 2, 1)
    ]
    with refused("gbacw:9.3"):
        battle.play("add 1us 5")
    # The units of a hex share them, in one fire and in the next.
    battle = field("0508 2us 4us | 0509 1cs | 0510 2cs", phase="D", dice=[2, 1])
    play(battle, "fire 0509", "add 2us 3")
    assert "add 4us 1" in offered(battle)
    assert "add 4us 2" not in offered(battle)
    play(battle, "resolve", "fire 0510")
    assert "add 4us 1" in offered(battle)
    with refused("gbacw:9.3"):
        battle.play("add 4us 2")


@pytest.mark.rule("gbacw:7.21.2")
def test_the_rest_fires_through_other_frontal_hexsides() -> None:
    # Three regiments of three points: four, four more, and the last one.
    enemies = "0509 1cs | 0608 2cs | 0408 4cs"
    battle = field(f"0508 2us,3 4us,3 5us,3 | {enemies}", phase="D", dice=[2, 1, 2, 1, 2, 1])
    play(battle, "fire 0509", "add 2us 3", "add 4us 1")
    assert not [text for text in offered(battle) if text.startswith("add")]
    play(battle, "resolve", "fire 0608", "add 4us 2", "add 5us 2")
    assert not [text for text in offered(battle) if text.startswith("add")]
    play(battle, "resolve", "fire 0408")
    assert [text for text in offered(battle) if text.startswith("add")] == ["add 5us 1"]


@pytest.mark.rule("gbacw:7.21.2")
def test_a_target_between_two_hexsides_is_reached_through_both() -> None:
    # The line from 0508 to 0609 runs out between SE and S, so eight points may take it.
    battle = field("0508 1us | 0609 1cs", phase="D")
    play(battle, "fire 0609")
    assert "add 1us 8" in offered(battle)


@pytest.mark.rule("gbacw:7.21.3")
def test_all_guns_fire_besides_the_four_points() -> None:
    battle = field("0508 1us us-n1 us-l | 0509 1cs", phase="D")
    play(battle, "fire 0509", "add 1us 4")
    assert {"add us-n1 4", "add us-l 6"} <= set(offered(battle))


@pytest.mark.rule("gbacw:7.22")
@pytest.mark.parametrize("word, points", [("2us", 4), ("us-n1", 4), ("1us-cav", 4)])
def test_nobody_fires_to_its_rear(word: str, points: int) -> None:
    battle = field(f"0508 {word},S | 0407 12us,NE | 0507 1cs", phase="D")
    play(battle, "fire 0507")
    assert "gbacw:7.22" in rules_against(battle, f"add {word} {points}")


@pytest.mark.rule("gbacw:7.23.2")
def test_one_firer_in_the_flank_shifts_the_whole_fire_once() -> None:
    # One in front of the 4th Confederate, two behind it.
    units = "0507 2us,S | 0509 4us,N | 0608 5us,NW | 0508 4cs,N"
    battle = field(units, phase="D", dice=[2, 1, 1])
    play(battle, "fire 0508", "add 2us 4")
    alone = field(units, phase="D", dice=[2, 1])
    front = only(play(alone, "fire 0508", "add 2us 4", "resolve"), Fired)
    assert "gbacw:7.23.2" not in {line.rule for line in front.shifts}
    fired = only(play(battle, "add 4us 4", "add 5us 4", "resolve"), Fired)
    assert [line.value for line in fired.shifts if line.rule == "gbacw:7.23.2"] == [1]
    assert len(fired.firers) == 3


@pytest.mark.rule("gbacw:7.23.3")
def test_a_line_between_a_frontal_and_a_rear_hexside_counts_as_frontal() -> None:
    # From 0708 the line comes in between NE, a front of a unit that faces north, and SE.
    for facing, rules in (("N", False), ("S", False), ("NW", True)):
        battle = field(f"0708 2us,NW | 0508 4cs,{facing}", phase="D", dice=[2, 1])
        fired = only(play(battle, "fire 0508", "all", "resolve"), Fired)
        assert ("gbacw:7.23.2" in {line.rule for line in fired.shifts}) == rules


@pytest.mark.rule("gbacw:7.23.3", "gbacw:7.22", "gbacw:9.33")
def test_a_hexside_at_the_edge_of_the_map_is_a_hexside() -> None:
    # Along the north edge a line runs out between NW, the edge of the map, and SW.
    able = [
        facing
        for facing in AROUND
        if "fire 0701" in offered(field(f"0901 2us,{facing} | 0701 4cs", phase="D"))
    ]
    assert able == ["N", "S", "SW", "NW"]
    for facing, enfiladed in (("N", False), ("S", False), ("NW", True), ("SW", True)):
        battle = field(f"0901 2us,NW | 0701 4cs,{facing}", phase="D", dice=[2, 1])
        fired = only(play(battle, "fire 0701", "all", "resolve"), Fired)
        assert ("gbacw:7.23.2" in {line.rule for line in fired.shifts}) == enfiladed


# 7.3 Facing and melee


@pytest.mark.rule("gbacw:7.31")
def test_units_go_into_melee_through_their_frontal_hexsides() -> None:
    battle = field(f"0508 2us,S | {ENEMIES}", phase="E")
    assert {text for text in offered(battle) if text.startswith("melee")} == {
        "melee 0408",
        "melee 0509",
        "melee 0608",
    }
    assert "gbacw:7.31" in rules_against(battle, "melee 0507")
    riders = field(f"0508 1us-cav,mounted,S | {ENEMIES}", phase="E")
    assert [text for text in offered(riders) if text.startswith("melee")] == ["melee 0509"]


@pytest.mark.rule("gbacw:7.32.1")
def test_the_defenders_facing_does_nothing_in_melee() -> None:
    found = set()
    for facing in AROUND:
        battle = field(f"0508 1us | 0509 4cs,{facing}", phase="E", dice=[3, 1, 1])
        play(battle, "melee 0509", "all", "commit")
        accept(battle)
        found.add(only(play(battle, "fight 0509"), Fought).differential)
    assert len(found) == 1


@pytest.mark.rule("gbacw:7.32.2", "gbacw:7.13")
def test_units_that_fought_may_be_turned_when_the_melee_is_over() -> None:
    # 8 against 4: a 2 at +4 captures two and drives the rest off.
    battle = field("0508 1us | 0509 4cs", phase="E", dice=[2, 1, 1])
    play(battle, "melee 0509", "all", "commit")
    accept(battle)
    play(battle, "fight 0509", "to 0510", "to 0511")
    assert battle.decision is not None
    assert (battle.decision.side, battle.decision.rule) == ("union", "gbacw:7.32.2")
    faced = only(play(battle, "face NE"), Faced)
    assert (faced.facing, unit(battle, "1us").facing) == (1, 1)
