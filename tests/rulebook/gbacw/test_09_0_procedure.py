"""9.0 and 9.1 Fire combat: when it happens, how a fire is added up, and what strength means."""

from __future__ import annotations

import pytest

from longroll.systems.gbacw.events import Checked, Depleted, Fired, Losses
from longroll.systems.gbacw.tables import GRAPESHOT, SMALL_ARMS, TABLES
from tests.rulebook.gbacw.combat import ELSE, announce, give_way, melee, react, shoot, volley
from tests.rulebook.gbacw.field import field, state_of, unit, verbs
from tests.support import offered, only, play, refused

# When


@pytest.mark.rule("gbacw:9.0.1")
@pytest.mark.parametrize("phase, side, hex", [("C", "confederate", "0508"), ("D", "union", "0509")])
def test_each_side_has_a_fire_phase_in_a_player_turn(phase: str, side: str, hex: str) -> None:
    battle = field("0508 2us | 0509 1cs", [2, 1], phase=phase)
    assert battle.decision is not None
    assert battle.decision.side == side
    fired = volley(battle, hex)
    assert (fired.side, fired.hex) == (side, hex)


@pytest.mark.rule("gbacw:9.0.1")
@pytest.mark.parametrize("phase", ["B", "E", "F", "G"])
def test_nobody_fires_of_his_own_accord_in_another_phase(phase: str) -> None:
    battle = field(
        f"0508 2us,depleted | 0408 us-wagon | 0509 1cs {ELSE}", phase=phase, more={"engaged": []}
    )
    with refused("gbacw:4.0.1"):
        battle.play("fire 0509")


@pytest.mark.rule("gbacw:9.0.1")
def test_a_move_out_of_a_zone_and_a_change_of_formation_bring_fire_on() -> None:
    battle = field("0508 2us | 0509 1cs | 0101 3us", [2, 1])
    play(battle, "move 2us", "to 0507")
    assert only(react(battle), Fired).kind == "withdrawal"
    battle = field("0508 2us | 0509 1cs | 0101 3us", [2, 1])
    play(battle, "move 2us", "form column")
    assert only(react(battle), Fired).kind == "formation"


@pytest.mark.rule("gbacw:9.0.1")
def test_giving_way_before_a_melee_brings_fire_on() -> None:
    battle = field("0508 2us | 0509 1cs", [2, 1, 1], phase="E")
    announce(battle)
    give_way(battle, "1cs")
    assert only(react(battle), Fired).kind == "withdrawal"


@pytest.mark.rule("gbacw:9.0.3")
def test_nobody_has_to_fire() -> None:
    battle = field(f"0508 2us | 0509 1cs {ELSE}", phase="D")
    assert "done" in offered(battle)
    assert not [e for e in play(battle, "done") if isinstance(e, Fired)]
    battle = field("0508 2us | 0509 1cs | 0101 3us")
    play(battle, "move 2us", "to 0507")
    assert "hold" in offered(battle)
    assert not [e for e in play(battle, "hold") if isinstance(e, Fired)]


# The sum


@pytest.mark.rule("gbacw:9.0.2", "gbacw:9.14.1", "gbacw:9.14.2", "gbacw:9.15")
@pytest.mark.parametrize(
    "firer, target, row",
    [
        ("2us", "1cs", SMALL_ARMS),
        ("2us", "cs-n1", SMALL_ARMS),
        ("2us", "cs-wagon", SMALL_ARMS),
        ("2us", "1cs-cav,mounted", SMALL_ARMS),
        ("1us-cav", "1cs", SMALL_ARMS),
        ("us-n2", "1cs", GRAPESHOT),
        ("us-n2", "1cs-cav,mounted", GRAPESHOT),
        ("us-n2", "1cs-cav", GRAPESHOT),
        ("us-n2", "cs-n1", SMALL_ARMS),
        ("us-n2", "cs-l,limbered", SMALL_ARMS),
        ("us-n2", "cs-wagon", SMALL_ARMS),
    ],
)
def test_guns_use_the_grapeshot_row_against_men_alone(firer: str, target: str, row: str) -> None:
    # The four horses of 1us-cav make 12, the two guns of us-n2 make 20.
    fired = volley(field(f"0508 {firer} | 0509 {target}", [2, *[1] * 6], phase="D"))
    assert fired.row == row
    assert fired.base == TABLES.column(row, fired.total // 2)


@pytest.mark.rule("gbacw:9.0.4", "gbacw:9.41.1", "gbacw:9.41.2")
def test_each_firer_is_reckoned_at_its_own_range_and_then_all_are_added() -> None:
    battle = field("0508 2us | 0607 12us | 0509 1cs", [2, 1], phase="D")
    fired = volley(battle)
    lines = [(line.value, line.reason, line.rule) for line in fired.strength]
    assert lines == [
        (24, "2nd Union: 4 at 1", "gbacw:9.25"),
        (16, "12th Union: 4 at 2", "gbacw:9.25"),
    ]
    assert (fired.total, fired.base) == (40, 6)


@pytest.mark.rule("gbacw:9.0.4")
def test_the_firing_player_says_who_fires_at_what() -> None:
    battle = field("0508 2us | 0608 12us | 0509 1cs | 0609 2cs", [2, 2], phase="D")
    fired = only(play(battle, "fire 0609", "add 12us 4", "resolve"), Fired)
    assert [str(who) for who in fired.firers] == ["12th Union"]
    with refused("gbacw:9.0.4"):
        battle.play("fire 0510")


@pytest.mark.rule("gbacw:9.0.5")
@pytest.mark.parametrize(
    "target, hex, shift, rule",
    [
        ("1cs,S", "0509", 1, "gbacw:7.23.2"),
        ("1cs,column", "0509", 1, "gbacw:7.23.2"),
        ("1cs", "0209", -1, "gbacw:9.53"),
        ("1cs", "0509", 0, ""),
    ],
)
def test_facing_formation_and_terrain_shift_the_column(
    target: str, hex: str, shift: int, rule: str
) -> None:
    firer = f"{hex[:2]}08"
    battle = field(f"{firer} 2us | {hex} {target}", [3, *[1] * 4], phase="D")
    fired = volley(battle, hex)
    assert (fired.base, fired.column) == (5, 5 + shift)
    assert [(line.value, line.rule) for line in fired.shifts] == ([(shift, rule)] if rule else [])
    assert not rule or rule in fired.rules
    assert [roll.value for roll in fired.rolls] == [3]
    assert fired.result == TABLES.result(5 + shift, 3)


@pytest.mark.rule("gbacw:9.0.6")
def test_morale_is_looked_at_after_the_result_has_been_applied() -> None:
    events = shoot(field("0508 2us | 0509 1cs", [5, 2], phase="D"))
    kinds = [type(event) for event in events[:3]]
    assert kinds == [Fired, Losses, Checked]
    checked = only(events, Checked)
    assert (checked.outcome, checked.why) == ("holds", "1 lost")


# Strength


@pytest.mark.rule("gbacw:9.1", "gbacw:9.12")
@pytest.mark.parametrize(
    "firer, points",
    [("1us,3", 3), ("2us", 4), ("1us-cav,dismounted", 4), ("1us-cav,dismounted,2", 2)],
)
def test_men_fire_and_fight_with_the_strength_they_have_now(firer: str, points: int) -> None:
    fired = volley(field(f"0508 {firer} | 0509 1cs", [2, 1], phase="D"))
    assert [line.value for line in fired.strength] == [2 * 3 * points]  # three for one at one hex
    battle = field(f"0508 {firer} | 0509 1cs", [1, *[1] * 4], phase="E")
    assert melee(battle).attack[0].value == points


@pytest.mark.rule("gbacw:9.11")
def test_one_number_is_men_fire_melee_and_stacking_points() -> None:
    # 1us has two of its eight points left: in the stack, under fire, in fire and in melee.
    battle = field("0508 1us,2 | 0509 1cs", [4, 1], phase="C")
    assert state_of(battle).points(state_of(battle).game.roster.number["1us"]) == 2
    fired = volley(battle, "0508")
    assert [(line.value, line.rule) for line in fired.shifts] == [(-1, "gbacw:8.35")]
    battle = field("0508 1us,2 | 0509 1cs", [2, 1, 1, 1], phase="D")
    assert volley(battle).total == 2 * 3 * 2
    assert melee(battle).attack[0].value == 2
    # Four points of another regiment and these two leave room for six more in clear ground.
    battle = field("0507 1us,2 | 0508 2us 5us | 0101 3us")
    play(battle, "move 1us", "to 0508", "stop")
    assert unit(battle, "1us").hex == "0508"


@pytest.mark.rule("gbacw:9.13.1")
@pytest.mark.parametrize("guns, crew, served", [(4, 2, 4), (4, 1, 2), (3, 1, 2), (1, 1, 1)])
def test_a_battery_fires_the_guns_its_crew_can_serve(guns: int, crew: int, served: int) -> None:
    battle = field(
        "0508 us-n1 | 0509 1cs",
        [1, *[1] * 4],
        phase="D",
        states={"us-n1": {"strength": guns, "crew": crew}},
    )
    assert volley(battle).total == 2 * 10 * served


@pytest.mark.rule("gbacw:9.13.2", "gbacw:12.12")
@pytest.mark.parametrize("crew, strength", [(2, 1), (1, 0)])
def test_a_battery_defends_with_its_crew(crew: int, strength: int) -> None:
    battle = field(
        "0508 2us | 0509 cs-n1", [4, *[1] * 4], phase="E", states={"cs-n1": {"crew": crew}}
    )
    fought = melee(battle)
    assert [line.value for line in fought.defence] == [strength]
    assert fought.differential == 4 - strength


@pytest.mark.rule("gbacw:9.13.3", "gbacw:12.25", "gbacw:11.15", "gbacw:12.14")
@pytest.mark.parametrize("who", ["us-n1", "us-wagon"])
def test_crews_never_begin_a_melee(who: str) -> None:
    battle = field(f"0508 {who} | 0509 1cs {ELSE}", phase="E")
    assert verbs(battle) == {"melee", "done"}
    with refused("gbacw:12.25"):
        battle.play("melee 0509")
    play(battle, "melee 0102")
    with refused("gbacw:12.25"):
        battle.play(f"with {who}")


@pytest.mark.rule("gbacw:9.16")
@pytest.mark.parametrize(
    "row, breaks",
    [
        (SMALL_ARMS, [1, 4, 7, 11, 15, 21, 28, 35, 43, 51]),
        (GRAPESHOT, [4, 9, 12, 16, 22, 29, 36, 44, 53, 63]),
    ],
)
def test_a_column_begins_at_its_least_total(row: str, breaks: list[int]) -> None:
    for column, least in enumerate(breaks, start=2):
        assert (TABLES.column(row, least - 1), TABLES.column(row, least)) == (column - 1, column)
    assert TABLES.column(row, 500) == 11


@pytest.mark.rule("gbacw:9.16")
@pytest.mark.parametrize("die, result", list(enumerate(["P", "R", "P/R", "1", "1", "1*"], start=1)))
def test_the_die_picks_the_cell(die: int, result: str) -> None:
    events = shoot(field("0508 2us | 0509 1cs", [die, *[4] * 5], phase="D"))
    fired = only(events, Fired)
    assert (fired.column, fired.die, fired.result) == (5, die, result)
    assert "gbacw:9.16" in fired.rules
    assert any(isinstance(event, Depleted) for event in events) == (die == 1)
