"""10.0, 10.3 to 10.5 Zones of Control: who has one, how far it goes, what it hinders."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.gbacw import zones
from longroll.systems.gbacw.drill import DRILL
from longroll.systems.gbacw.events import Fired
from tests.rulebook.gbacw.combat import react, shoot
from tests.rulebook.gbacw.field import field, state_of, unit
from tests.support import offered, only, play, refused

FRONT = {"0408", "0508", "0608"}


def zone(battle: Battle, side: str = "confederate") -> set[str]:
    """Every hex that a side controls."""
    state = state_of(battle)
    return {hex for hex in DRILL.grid.hexes if zones.is_controlled(state, hex, side)}


def asked(battle: Battle) -> str:
    assert battle.decision is not None
    return battle.decision.side


# Who has one


@pytest.mark.rule("gbacw:10.0.1")
@pytest.mark.parametrize("who", ["1cs", "1cs-cav,dismounted", "cs-n1"])
def test_a_zone_covers_the_three_hexes_in_front(who: str) -> None:
    assert zone(field(f"0509 {who} | 0101 3us")) == FRONT
    south = zone(field(f"0509 {who},S | 0101 3us"))
    assert south == {"0409", "0510", "0609"}


@pytest.mark.rule("gbacw:10.0.1")
@pytest.mark.parametrize("who", ["1cs,column", "cs-n1,limbered", "1cs,routed"])
def test_columns_limbered_guns_and_routed_units_have_none(who: str) -> None:
    assert zone(field(f"0509 {who} | 0101 3us")) == set()


@pytest.mark.rule("gbacw:10.0.2", "gbacw:11.16")
@pytest.mark.parametrize("who", ["cs-wagon", "barber", "cs-wagon barber", "cs-n1-crew"])
def test_wagons_crews_and_leaders_have_none(who: str) -> None:
    assert zone(field(f"0509 {who} | 0101 3us")) == set()


@pytest.mark.rule("gbacw:10.0.3")
@pytest.mark.parametrize("facing", ["N", "SE"])
def test_mounted_cavalry_controls_all_around(facing: str) -> None:
    found = zone(field(f"0509 1cs-cav,mounted,{facing} | 0101 3us"))
    assert found == set(DRILL.grid.adjacent["0509"])


# What it hinders


@pytest.mark.rule("gbacw:10.0.4")
def test_zones_matter_to_who_leaves_them_and_to_who_falls_back_into_them() -> None:
    battle = field("0508 2us | 0509 1cs | 0101 3us")
    play(battle, "move 2us", "to 0507")
    assert asked(battle) == "confederate"
    battle = field("0101 10cs,S | 0102 2us,N | 0202 12us,N", [3, 2], phase="D")
    shoot(battle, "0101", "add 2us 4")
    assert asked(battle) == "union"


@pytest.mark.rule("gbacw:10.0.5")
def test_the_zone_of_riders_lets_everybody_else_withdraw() -> None:
    riders = "0509 1cs-cav,mounted | 0101 3us"
    battle = field(f"0508 2us | {riders}")
    play(battle, "move 2us", "to 0507")
    assert asked(battle) == "union"
    assert unit(battle, "2us").hex == "0507"
    battle = field(f"0508 1us-cav,mounted | {riders}", [2, 1])
    play(battle, "move 1us-cav", "to 0507")
    assert asked(battle) == "confederate"
    assert only(react(battle), Fired).kind == "withdrawal"


@pytest.mark.rule("gbacw:10.0.5")
@pytest.mark.parametrize("who, shot_at", [("10cs,S", False), ("1cs-cav,mounted,S", True)])
def test_riders_fire_at_retreating_riders_alone(who: str, shot_at: bool) -> None:
    # Out of its corner it goes past 1us-cav, which faces its way.
    battle = field(
        f"0101 {who} | 0102 2us,N | 0202 1us-cav,mounted,N",
        [3, *[6] * 9],
        phase="D",
    )
    shoot(battle, "0101", "add 2us 4")
    assert (asked(battle) == "union") == shot_at


# Lines


SUPPLY = "0708 2us,depleted | 0702 us-wagon | 0601 9us,depleted"


@pytest.mark.rule("gbacw:10.3", "gbacw:11.23.3", "gbacw:10.0.4", "gbacw:10.0.5")
@pytest.mark.parametrize("who", ["1cs,NE", "1cs-cav,mounted", "cs-n1,NE"])
def test_a_line_of_supply_does_not_pass_an_enemy_zone(who: str) -> None:
    # Six hexes straight up the column; 0605 looks at two of them.
    assert "draw 2us us-wagon" in offered(field(SUPPLY, phase="G"))
    battle = field(f"{SUPPLY} | 0605 {who}", phase="G")
    assert "draw 2us us-wagon" not in offered(battle)
    with refused("gbacw:11.23.3"):
        battle.play("draw 2us us-wagon")


@pytest.mark.rule("gbacw:10.3", "gbacw:10.5.2", "gbacw:11.0.3")
@pytest.mark.parametrize("friends", ["12us", "12us,depleted"])
def test_a_friend_in_the_hex_lets_the_line_of_supply_pass(friends: str) -> None:
    battle = field(f"{SUPPLY} | 0605 1cs,NE | 0705 {friends} | 0706 8us", phase="G")
    assert "draw 2us us-wagon" in offered(battle)
    battle = field(f"{SUPPLY} | 0605 1cs,NE | 0705 {friends}", phase="G")
    assert "draw 2us us-wagon" not in offered(battle)


COMMAND = "0705 miller mason | 0708 2us"


@pytest.mark.rule("gbacw:10.4", "gbacw:10.0.4")
@pytest.mark.parametrize("enemy, commanded", [("", True), ("| 0605 1cs,NE | 0806 2cs,SW", False)])
def test_a_line_of_command_does_not_pass_an_enemy_zone(enemy: str, commanded: bool) -> None:
    battle = field(f"{COMMAND} {enemy}", phase="A")
    while state_of(battle).phase == "A":
        play(battle, "done")
    assert unit(battle, "2us").command == commanded


@pytest.mark.rule("gbacw:10.4", "gbacw:10.5.2")
def test_a_friend_in_the_hex_lets_the_line_of_command_pass() -> None:
    battle = field(f"{COMMAND} | 0605 1cs,NE | 0806 2cs,SW | 0706 12us | 0707 8us", phase="A")
    while state_of(battle).phase == "A":
        play(battle, "done")
    assert unit(battle, "2us").command


# How far


@pytest.mark.rule("gbacw:10.5.1")
def test_a_zone_does_not_cross_a_cliff() -> None:
    battle = field("1809 1cs,S | 0101 3us")
    assert zone(battle) == {"1710", "1910"}
    battle = field("1810 2us | 1809 1cs,S | 0101 3us")
    play(battle, "move 2us", "to 1811")
    assert asked(battle) == "union"
    assert zone(field("1810 1cs-cav,mounted | 0101 3us")) == {"1710", "1711", "1811", "1911"}


@pytest.mark.rule("gbacw:10.5.2")
def test_a_friend_does_not_save_who_withdraws() -> None:
    battle = field("0508 2us 12us | 0509 1cs | 0101 3us")
    play(battle, "move 2us", "with 12us", "to 0507")
    assert asked(battle) == "confederate"


@pytest.mark.rule("gbacw:10.5.2")
def test_a_friend_does_not_save_who_falls_back() -> None:
    # 2cs, pinned, holds the one hex 10cs can run to; 12us still fires at who comes.
    battle = field(
        "0101 10cs,S | 0102 2us,N | 0202 12us,N | 0201 2cs,pinned", [3, 2, 2, 1], phase="D"
    )
    shoot(battle, "0101", "add 2us 4")
    fired = only(react(battle), Fired)
    assert (fired.kind, fired.hex) == ("retreat", "0201")
