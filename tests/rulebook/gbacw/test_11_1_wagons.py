"""11.1 Supply wagons and their crews."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.gbacw import zones
from longroll.systems.gbacw.drill import DRILL
from longroll.systems.gbacw.events import Abandoned, Checked, Fired, Losses, Retreated
from tests.rulebook.gbacw.combat import ELSE, announce, give_way, melee, shoot, volley
from tests.rulebook.gbacw.field import field, state_of, unit, verbs, where
from tests.support import offered, only, play, refused

US, CS = "us-wagon", "cs-wagon"


def run(battle: Battle, id: str, hexes: int = 3) -> None:
    """A unit falls back that many hexes, the first way each time."""
    origin = where(battle, id)
    while state_of(battle).game.grid.distance(origin, where(battle, id)) < hexes:
        assert battle.decision is not None
        play(battle, str(battle.decision.choices[0]))


# What a wagon is


@pytest.mark.rule("gbacw:11.1.1")
def test_a_crew_fires_with_its_own_weapon_and_strength() -> None:
    battle = field("0508 2us | 0510 cs-wagon", [2], phase="C")
    assert volley(battle, "0508").total == 2 * 2  # one rifle at two hexes
    # A wagon shows no front: column 6, where a 2 is P/R, and 3 and 1 against a morale of 4.
    battle = field("0508 2us | 0509 cs-wagon", [2, 3], phase="D")
    assert only(shoot(battle), Checked).rating == 4
    assert unit(battle, CS).pinned


@pytest.mark.rule("gbacw:11.1.1", "gbacw:11.1.3")
def test_a_wagon_without_a_crew_does_nothing() -> None:
    states = {CS: {"crew": 0}, US: {"crew": 0}}
    battle = field(f"0508 2us | 0509 cs-wagon {ELSE}", phase="C", states={CS: states[CS]})
    with refused("gbacw:11.1.3"):
        battle.play("fire 0508")
    battle = field("0508 2us | 0506 us-wagon | 0101 3us", states={US: states[US]})
    play(battle, "move 2us", "stop")
    assert not [one for one in _in_hand(battle, US) if one.startswith("to ")]


def _in_hand(battle: Battle, id: str) -> list[str]:
    play(battle, f"move {id}")
    return offered(battle)


@pytest.mark.rule("gbacw:11.1.3")
def test_a_wagon_without_a_crew_supplies_nobody() -> None:
    ground = "0508 2us,depleted | 0507 us-wagon | 0101 9us,depleted | 0102 us-n1"
    battle = field(ground, phase="G", states={US: {"crew": 0}, "us-n1": {"rounds": 3}})
    assert state_of(battle).phase != "G"  # nobody has anything to draw from
    battle = field(f"{ground}", phase="G")
    assert "draw 2us us-wagon" in offered(battle)


# Losing the crew


@pytest.mark.rule("gbacw:11.1.2", "gbacw:11.12.4", "gbacw:11.12.1")
@pytest.mark.parametrize("firer, die", [("2us", 5), ("2us", 6)])
def test_any_number_from_small_arms_kills_the_crew_and_spares_the_wagon(
    firer: str, die: int
) -> None:
    battle = field(f"0508 {firer} | 0509 cs-wagon", [die], phase="D")
    lost = only(shoot(battle), Losses)
    assert (lost.what, lost.left, lost.rules) == ("of its crew", 0, ("gbacw:11.12.4",))
    own = unit(battle, CS)
    assert (own.hex, own.crew, own.boxes, own.rounds) == ("0509", 0, 10, 10)
    assert where(battle, "cs-wagon-crew") == ""


@pytest.mark.rule("gbacw:11.1.2", "gbacw:11.12.3", "gbacw:11.11")
@pytest.mark.parametrize("firer, dice", [("2us", [2, 5]), ("us-n2", [1, 5])])
def test_a_crew_that_routs_runs_three_hexes_and_leaves_the_wagon(
    firer: str, dice: list[int]
) -> None:
    battle = field(f"0508 {firer} | 0509 cs-wagon {ELSE}", dice, phase="D")
    assert where(battle, "cs-wagon-crew") == ""  # there is no crew counter before
    events = shoot(battle)
    assert only(events, Abandoned).unit.id == CS
    run(battle, "cs-wagon-crew")
    crew = unit(battle, "cs-wagon-crew")
    assert (crew.routed, DRILL.grid.distance("0509", crew.hex)) == (True, 3)
    assert (where(battle, CS), unit(battle, CS).crew) == ("0509", 0)


@pytest.mark.rule("gbacw:11.11")
def test_a_crew_does_not_leave_its_wagon_of_its_own_will() -> None:
    battle = field("0508 us-wagon | 0101 3us")
    with refused("gbacw:5.0.2"):
        battle.play("move us-wagon-crew")
    # Not even out of a melee.
    battle = field("0508 2us 8us us-wagon | 0508 1cs", phase="F", more={"engaged": ["0508"]})
    play(battle, "leave 0508")
    assert offered(battle) == ["with 2us", "with 8us"]


# Fire at a wagon


@pytest.mark.rule("gbacw:11.12.1", "gbacw:11.12.5", "gbacw:11.34")
def test_artillery_costs_a_wagon_its_load_and_spares_the_crew() -> None:
    # Two guns at ten: column 6, one to the right. A 3 is 1; the second die says 2/5.
    battle = field("0508 us-n2 | 0509 cs-wagon", [3, 4, 1], phase="D")
    lost = only(shoot(battle), Losses)
    assert lost.rules == ("gbacw:11.34",)
    own = unit(battle, CS)
    assert (own.boxes, own.rounds, own.crew) == (8, 5, 1)


@pytest.mark.rule("gbacw:11.12.5", "gbacw:11.34")
@pytest.mark.parametrize(
    "firer, dice, left",
    [
        ("us-n2", [2, 1], (10, 9)),
        ("us-n2", [2, 6], (7, 2)),
        ("us-n1", [5, 1], (9, 8)),  # the column of a 2
        ("us-n1", [5, 5], (7, 2)),
        ("us-n1", [5, 6], (6, 0)),  # all artillery ammunition
        ("us-n1", [6, 5], (6, 0)),  # the column of a 3
        ("us-n1", [6, 4], (6, 2)),
    ],
)
def test_the_result_picks_the_column_and_a_die_the_loss(
    firer: str, dice: list[int], left: tuple[int, int]
) -> None:
    battle = field(f"0508 {firer} | 0509 cs-wagon", [*dice, 1, 1], phase="D")
    shoot(battle)
    assert (unit(battle, CS).boxes, unit(battle, CS).rounds) == left


@pytest.mark.rule("gbacw:11.34")
def test_the_worst_shot_destroys_the_wagon() -> None:
    battle = field("0508 us-n1 | 0509 cs-wagon", [6, 6], phase="D")
    assert only(shoot(battle), Losses).gone == "eliminated"
    assert (where(battle, CS), unit(battle, CS).fate) == ("", "eliminated")


@pytest.mark.rule("gbacw:11.12.1", "gbacw:11.12.2")
@pytest.mark.parametrize("firer, die", [("2us", 2), ("us-n2,1", 3)])
def test_either_arm_may_pin_it(firer: str, die: int) -> None:
    battle = field(f"0508 {firer} | 0509 cs-wagon", [die, 1], phase="D")
    fired = only(shoot(battle), Fired)
    assert fired.result == "P/R"
    assert unit(battle, CS).pinned
    assert unit(battle, CS).crew == 1


@pytest.mark.rule("gbacw:11.12.2")
def test_a_pinned_wagon_neither_moves_nor_supplies() -> None:
    battle = field("0508 2us,depleted | 0507 us-wagon,pinned 12us | 0101 3us")
    play(battle, "move 12us")
    assert "with us-wagon" not in offered(battle)
    battle = field(
        "0508 2us,depleted | 0507 us-wagon,pinned | 0101 us-n1 | 0102 us-n2",
        phase="G",
        states={"us-n1": {"rounds": 3}},
    )
    with refused("gbacw:11.12.2"):
        battle.play("draw 2us us-wagon")


# Its place among the others


@pytest.mark.rule("gbacw:11.13")
def test_a_wagon_needs_no_commander() -> None:
    battle = field("0508 us-wagon | 1604 2us miller mason", phase="A")
    while state_of(battle).phase == "A":
        play(battle, "done")
    assert unit(battle, US).command
    assert not DRILL.roster.pieces[DRILL.roster.number[US]].brigade


@pytest.mark.rule("gbacw:11.14")
@pytest.mark.parametrize("others, fits", [("", True), ("10us", False)])
def test_a_wagon_takes_the_room_of_four(others: str, fits: bool) -> None:
    # Twelve points stand in open ground: four and the eight of 1us, not the one of 10us as well.
    battle = field(f"0508 us-wagon {others} | 0507 1us | 0101 3us | 1512 1cs")
    play(battle, "move 1us", "to 0508", "stop", "done")
    assert battle.decision is not None
    assert battle.decision.question.startswith("0508 is overstacked") != fits


@pytest.mark.rule("gbacw:11.15", "gbacw:11.16")
def test_a_crew_fires_in_defence_only() -> None:
    battle = field(f"0508 us-wagon | 0509 1cs {ELSE}", phase="D")
    with refused("gbacw:11.16"):
        battle.play("fire 0509")
    battle = field("0508 2us | 0509 cs-wagon", [2], phase="C")
    assert volley(battle, "0508").total == 2 * 3


@pytest.mark.rule("gbacw:11.15", "gbacw:12.14")
def test_a_crew_defends_in_melee_with_one_point() -> None:
    battle = field("0508 2us | 0509 cs-wagon", [1, *[1] * 4], phase="E")
    assert [line.value for line in melee(battle).defence] == [1]


@pytest.mark.rule("gbacw:11.16")
def test_a_crew_has_no_zone_and_fires_at_nobody_who_passes() -> None:
    battle = field("0508 2us | 0509 cs-wagon | 0101 3us")
    assert not zones.is_controlled(state_of(battle), "0508", "confederate")
    play(battle, "move 2us", "to 0507")
    assert where(battle, "2us") == "0507"
    battle = field("0508 2us 12us | 0509 1cs cs-wagon | 0101 3us")
    play(battle, "move 2us", "to 0507")
    with refused("gbacw:10.19"):
        battle.play("add cs-wagon 1")


@pytest.mark.rule("gbacw:11.17")
def test_before_a_melee_the_wagon_rolls_away() -> None:
    battle = field("0508 2us | 0509 cs-wagon", [1, 1, 1], phase="E")
    announce(battle)
    give_way(battle, CS)
    play(battle, "hold")
    run(battle, CS, 1)
    assert where(battle, CS) != "0509"
    assert unit(battle, CS).crew == 1


@pytest.mark.rule("gbacw:11.17", "gbacw:12.88")
@pytest.mark.parametrize("dice, gone", [([2, 6], False), ([6], True)], ids=["runs", "falls"])
def test_nobody_rolls_a_wagon_away_whose_crew_the_fire_has_taken(
    dice: list[int], gone: bool
) -> None:
    battle = field("0508 2us | 0509 cs-wagon", [*dice, *[1] * 4], phase="E")
    announce(battle)
    give_way(battle, CS)
    play(battle, "all", "resolve")
    if not gone:
        run(battle, f"{CS}-crew")
    assert (where(battle, CS), unit(battle, CS).crew) == ("0509", 0)
    assert "to" not in verbs(battle)


@pytest.mark.rule("gbacw:10.15.1", "gbacw:11.1.2")
def test_nor_does_it_finish_its_move() -> None:
    battle = field(f"0508 us-wagon | 0509 2cs | 0507 us-n1 {ELSE}", [2, 6])
    play(battle, "move us-wagon", "to 0408", "all", "resolve")
    run(battle, f"{US}-crew")
    assert (where(battle, US), unit(battle, US).crew) == ("0508", 0)


@pytest.mark.rule("gbacw:11.17")
def test_out_of_a_lost_melee_the_crew_runs_alone() -> None:
    # Five against four: +1, where a 2 is R2.
    battle = field("0508 7us | 0509 3cs cs-wagon", [2, *[1] * 6], phase="E")
    assert melee(battle).defender == "R2"
    retreated = only(play(battle, "to 0510"), Retreated)
    assert [one.id for one in retreated.units] == ["3cs", "cs-wagon-crew"]
    assert (where(battle, CS), unit(battle, CS).crew) == ("0509", 0)
