"""11.0, 11.2 and 11.3 Ammunition: running out, drawing more, and the rounds of the guns."""

from __future__ import annotations

import pytest

from longroll.systems.gbacw import command, zones
from longroll.systems.gbacw.drill import DRILL
from longroll.systems.gbacw.events import Depleted, Fired, Moved, Resupplied
from tests.rulebook.gbacw.combat import ELSE, melee, react, shoot
from tests.rulebook.gbacw.field import field, state_of, unit
from tests.support import offered, only, play, refused, rules_against

#: Two batteries of another kind, one short of rounds, so that the phase does not end by itself.
GUNS = "| 0101 us-n1 | 0102 us-n2"
SHORT = {"us-n1": {"rounds": 3}}


# Running out


@pytest.mark.rule("gbacw:11.21.1", "gbacw:11.2", "gbacw:11.0.2")
def test_a_natural_one_asks_every_small_arms_unit_of_the_fire() -> None:
    battle = field(
        "0508 2us 1us-cav | 0608 12us us-n2 | 0509 1cs", [1, 2, 3, 1, 1, *[1] * 5], phase="D"
    )
    events = shoot(battle, "0509", "add 2us 2", "add 1us-cav 2", "add 12us 4", "add us-n2 2")
    told = only(events, Depleted)
    assert [one.id for one in told.units] == ["2us", "1us-cav"]
    assert [one.id for one in told.spared] == ["12us"]
    assert told.rules == ("gbacw:11.21.1",)
    assert [unit(battle, id).depleted for id in ("2us", "12us", "1us-cav", "us-n2")] == [
        True,
        False,
        True,
        False,
    ]


@pytest.mark.rule("gbacw:11.21.1")
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_no_other_die_asks(die: int) -> None:
    battle = field("0508 2us | 0509 1cs", [die, 1, 1], phase="D")
    assert not [event for event in shoot(battle) if isinstance(event, Depleted)]


@pytest.mark.rule("gbacw:11.21.1", "gbacw:11.2")
def test_guns_do_not_run_out_that_way() -> None:
    battle = field("0508 us-n1 | 0509 1cs", [1, 1], phase="D")
    assert not [event for event in shoot(battle) if isinstance(event, Depleted)]


@pytest.mark.rule("gbacw:11.2", "gbacw:11.21.1")
def test_a_wagon_crew_may_run_out_too() -> None:
    battle = field("0508 2us | 0509 cs-wagon", [1, 2], phase="C")
    shoot(battle, "0508")
    assert unit(battle, "cs-wagon").depleted


@pytest.mark.rule("gbacw:11.21.2")
@pytest.mark.parametrize("die, out", [(1, True), (2, True), (3, False), (6, False)])
def test_a_one_or_two_is_the_last_cartridge(die: int, out: bool) -> None:
    battle = field("0508 2us | 0509 1cs", [1, die, 1], phase="D")
    shoot(battle)
    assert unit(battle, "2us").depleted == out


@pytest.mark.rule("gbacw:11.22")
@pytest.mark.parametrize("phase, hex", [("C", "0508"), ("D", "0509")])
def test_without_ammunition_nobody_fires(phase: str, hex: str) -> None:
    battle = field(f"0508 2us,depleted | 0509 1cs,depleted {ELSE}", phase=phase)
    with refused("gbacw:11.22"):
        battle.play(f"fire {hex}")


@pytest.mark.rule("gbacw:11.22", "gbacw:11.2")
def test_without_ammunition_a_unit_moves_and_fights_as_ever() -> None:
    battle = field("0708 2us,depleted | 0101 3us")
    events = play(battle, "move 2us", *(f"to 07{row:02}" for row in (7, 6, 5, 4, 3, 2)))
    assert [event.spent for event in events if isinstance(event, Moved)][-1] == 12
    battle = field("0508 2us,depleted | 0509 1cs", [1, *[1] * 4], phase="E")
    assert melee(battle).attack[0].value == 4


@pytest.mark.rule("gbacw:11.0.3")
def test_without_ammunition_a_unit_holds_nobody_in_its_zone() -> None:
    battle = field("0508 2us | 0509 1cs,depleted | 0101 3us")
    assert not zones.is_controlled(state_of(battle), "0508", "confederate")
    play(battle, "move 2us", "to 0507")
    assert unit(battle, "2us").hex == "0507"


@pytest.mark.rule("gbacw:11.0.3", "gbacw:11.22", "gbacw:10.3")
@pytest.mark.parametrize(
    "enemy, states, open",
    [
        ("1cs,NW", {}, False),
        ("1cs,NW,depleted", {}, False),
        ("1cs,SE,depleted", {}, True),
        ("cs-n1,NW", {"cs-n1": {"rounds": 0}}, False),
        ("cs-n1,NW", {"cs-n1": {"rounds": 0, "crew": 0}}, True),
    ],
)
def test_without_ammunition_a_unit_still_bars_lines_of_supply(
    enemy: str, states: dict[str, dict[str, int]], open: bool
) -> None:
    # From 0806 a zone to the northwest lies over 0706 and 0705; six hexes leave no way around.
    battle = field(
        f"0708 2us,depleted | 0806 {enemy} | 0702 us-wagon {GUNS}",
        phase="G",
        states={**SHORT, **states},
    )
    assert ("draw 2us us-wagon" in offered(battle)) == open


@pytest.mark.rule("gbacw:11.0.3", "gbacw:11.22", "gbacw:10.4")
def test_without_ammunition_a_unit_still_bars_lines_of_command() -> None:
    units = "0508 12us miller | 0511 2us | 0610 {}"
    for enemy, free in (("1cs,NW,depleted", False), ("1cs,SE,depleted", True)):
        battle = field(units.format(enemy), phase="A")
        assert command.is_in_radius(state_of(battle), "miller", "0511") == free


# Drawing more


@pytest.mark.rule("gbacw:11.23.1", "gbacw:11.0.2")
def test_a_unit_draws_from_a_wagon_in_its_resupply_phase() -> None:
    battle = field(f"0508 2us,depleted | 0505 us-wagon {GUNS}", phase="G", states=SHORT)
    event = only(play(battle, "draw 2us us-wagon"), Resupplied)
    assert (event.unit.id, event.source.id, event.rules) == ("2us", "us-wagon", ("gbacw:11.24",))
    assert (unit(battle, "2us").depleted, unit(battle, "us-wagon").boxes) == (False, 9)
    for phase in ("B", "C", "D"):
        other = field(f"0508 2us,depleted | 0505 us-wagon 12us | 0509 1cs {ELSE}", phase=phase)
        with refused("gbacw:4.0.1"):
            other.play("draw 2us us-wagon")


@pytest.mark.rule("gbacw:11.23.1")
def test_only_who_is_out_draws_and_only_from_a_wagon_of_its_side() -> None:
    battle = field(
        f"0508 2us,depleted | 0507 12us | 0505 us-wagon | 0510 cs-wagon {GUNS}",
        phase="G",
        states=SHORT,
    )
    with refused("gbacw:11.23.1"):
        battle.play("draw 12us us-wagon")
    with refused("gbacw:11.23.1"):
        battle.play("draw 2us cs-wagon")
    with refused("gbacw:11.23.1"):
        battle.play("draw 2us 12us")


@pytest.mark.rule("gbacw:11.23.2")
@pytest.mark.parametrize(
    "unit_hex, wagon_hex, reached",
    [
        ("0708", "0702", True),  # six hexes of open ground
        ("0708", "0701", False),
        ("0405", "0401", False),  # three hexes of woods at two, and one more
        ("0405", "0402", True),
        ("1016", "1008", True),  # eight hexes down the pike at a half, a bridge among them
        ("1016", "1004", True),  # twelve
        ("1016", "1003", False),
        ("0712", "0706", False),  # the stream costs one
        ("0712", "0707", True),
    ],
)
def test_the_line_is_as_long_as_a_column_marches(
    unit_hex: str, wagon_hex: str, reached: bool
) -> None:
    # A cavalryman on foot and in line would not get as far.
    battle = field(
        f"{unit_hex} 2us,depleted | {wagon_hex} us-wagon | 1901 us-l | 2001 us-n2 | 1902 us-n1",
        phase="G",
        states={"us-n1": {"rounds": 3}},
    )
    assert ("draw 2us us-wagon" in offered(battle)) == reached
    assert rules_against(battle, "draw 2us us-wagon") == ([] if reached else ["gbacw:11.23.3"])


@pytest.mark.rule("gbacw:11.23.3")
@pytest.mark.parametrize("enemy, open", [("1cs,column", False), ("barber", True)])
def test_the_line_does_not_cross_an_enemy_hex(enemy: str, open: bool) -> None:
    # Six hexes leave no way around.
    battle = field(
        f"0708 2us,depleted | 0705 {enemy} | 0702 us-wagon {GUNS}", phase="G", states=SHORT
    )
    assert ("draw 2us us-wagon" in offered(battle)) == open


@pytest.mark.rule("gbacw:11.24")
def test_a_wagon_serves_as_many_as_it_has_boxes() -> None:
    battle = field(
        "0508 2us,depleted | 0507 12us,depleted | 0506 8us,depleted | 0505 us-wagon",
        phase="G",
        states={"us-wagon": {"boxes": 2}},
    )
    play(battle, "draw 2us us-wagon", "draw 12us us-wagon")
    assert unit(battle, "us-wagon").boxes == 0
    assert unit(battle, "8us").depleted
    battle = field(
        f"0508 2us,depleted | 0505 us-wagon {GUNS}",
        phase="G",
        states={**SHORT, "us-wagon": {"boxes": 0}},
    )
    with refused("gbacw:11.24"):
        battle.play("draw 2us us-wagon")


@pytest.mark.rule("gbacw:11.25")
@pytest.mark.parametrize("who", ["2us", "us-wagon"])
def test_neither_may_have_moved(who: str) -> None:
    battle = field(
        f"0508 2us,depleted | 0505 us-wagon {GUNS}",
        phase="G",
        states={**SHORT, who: {"moved": True}},
    )
    with refused("gbacw:11.25"):
        battle.play("draw 2us us-wagon")


@pytest.mark.rule("gbacw:11.25")
def test_a_move_of_this_player_turn_counts() -> None:
    battle = field("0508 2us,depleted | 0505 us-wagon 12us | 0101 us-n1 us-n2", states=SHORT)
    play(battle, "move us-wagon", "to 0504", "stop", "done")
    while state_of(battle).phase != "G":
        play(battle, "done")
    assert rules_against(battle, "draw 2us us-wagon") == ["gbacw:11.25"]


@pytest.mark.rule("gbacw:11.12.2")
@pytest.mark.parametrize("mark", ["pinned", "routed"])
def test_who_is_pinned_or_routed_draws_nothing(mark: str) -> None:
    battle = field(f"0508 2us,depleted,{mark} | 0505 us-wagon {GUNS}", phase="G", states=SHORT)
    with refused("gbacw:11.12.2"):
        battle.play("draw 2us us-wagon")


# Rounds


@pytest.mark.rule("gbacw:11.3", "gbacw:11.0.1", "gbacw:11.31")
@pytest.mark.parametrize("battery", ["us-n1", "us-n2"])
def test_a_battery_uses_one_round_however_many_guns_it_has(battery: str) -> None:
    assert DRILL.roster.pieces[DRILL.roster.number[battery]].rounds == 12
    battle = field(f"0508 {battery} | 0509 1cs", [1, *[1] * 5], phase="D")
    shoot(battle)
    assert unit(battle, battery).rounds == 11


@pytest.mark.rule("gbacw:11.31")
def test_split_fire_uses_one_round_and_the_next_phase_another() -> None:
    battle = field("0508 us-n1 | 0509 1cs | 0608 12cs | 0101 12us", [1, 1, *[1] * 9], phase="D")
    shoot(battle, "0509", "add us-n1 2")
    shoot(battle, "0608", "add us-n1 2")
    assert unit(battle, "us-n1").rounds == 11


@pytest.mark.rule("gbacw:11.32", "gbacw:11.0.1")
def test_a_battery_without_rounds_does_not_fire() -> None:
    battle = field(f"0508 us-n1 | 0509 1cs {ELSE}", phase="D", states={"us-n1": {"rounds": 0}})
    with refused("gbacw:11.32"):
        battle.play("fire 0509")
    battle = field("0508 2us | 0509 cs-n1 | 0101 3us", states={"cs-n1": {"rounds": 0}})
    play(battle, "move 2us", "to 0507")
    assert unit(battle, "2us").hex == "0507"  # nor at who leaves it


@pytest.mark.rule("gbacw:11.32")
@pytest.mark.parametrize("boxes, drawn", [(10, 9), (4, 4)])
def test_a_battery_draws_rounds_from_a_wagon(boxes: int, drawn: int) -> None:
    battle = field(
        "0508 us-n1 | 0505 us-wagon",
        phase="G",
        states={"us-n1": {"rounds": 3}, "us-wagon": {"rounds": boxes}},
    )
    event = only(play(battle, "draw us-n1 us-wagon"), Resupplied)
    assert (event.rounds, event.rules) == (drawn, ("gbacw:11.32",))
    assert unit(battle, "us-n1").rounds == 3 + drawn
    own = unit(battle, "us-wagon")
    assert (own.rounds, own.boxes) == (boxes - drawn, 10)


@pytest.mark.rule("gbacw:11.32")
def test_a_full_battery_draws_nothing_and_none_draws_out_of_reach() -> None:
    battle = field(
        "0508 us-n1 | 0507 us-l | 0505 us-wagon", phase="G", states={"us-l": {"rounds": 3}}
    )
    with refused("gbacw:11.32"):
        battle.play("draw us-n1 us-wagon")
    battle = field("0708 us-n1 us-n2 | 0701 us-wagon", phase="G", states=SHORT)
    assert rules_against(battle, "draw us-n1 us-wagon") == ["gbacw:11.23.3"]


# Sharing


def share(units: str, **more: object) -> list[str]:
    """What bars us-n2 from giving rounds to us-n1 or another."""
    states = {"us-n1": {"rounds": 2}, "us-l": {"rounds": 2}, **dict(more.pop("states", {}))}  # type: ignore[call-overload]
    battle = field(f"{units} | 0101 us-wagon 2us,depleted", phase="G", states=states, **more)  # type: ignore[arg-type]
    return rules_against(battle, "share us-n2 us-n1")


@pytest.mark.rule("gbacw:11.33.1", "gbacw:11.33.2")
@pytest.mark.parametrize("units", ["0508 us-n1 us-n2", "0508 us-n1 | 0509 us-n2"])
def test_guns_of_one_kind_share_rounds_side_by_side(units: str) -> None:
    assert share(units) == []
    battle = field(units, phase="G", states={"us-n1": {"rounds": 2}})
    event = only(play(battle, "share us-n2 us-n1"), Resupplied)
    assert (event.unit.id, event.source.id, event.rounds) == ("us-n1", "us-n2", 5)
    assert (unit(battle, "us-n1").rounds, unit(battle, "us-n2").rounds) == (7, 7)


@pytest.mark.rule("gbacw:11.33.1")
@pytest.mark.parametrize(
    "units, more",
    [
        ("0508 us-n1 | 0510 us-n2", {}),
        ("0508 us-n1 us-n2", {"more": {"gunners": [DRILL.roster.number["us-n1"]]}}),
        ("0508 us-n1 us-n2", {"more": {"gunners": [DRILL.roster.number["us-n2"]]}}),
        ("0508 us-n1 us-n2", {"states": {"us-n2": {"moved": True}}}),
    ],
)
def test_who_is_away_or_fired_or_came_in_this_turn_shares_nothing(
    units: str, more: dict[str, object]
) -> None:
    assert share(units, **more) == ["gbacw:11.33.1"]


@pytest.mark.rule("gbacw:11.33.1")
def test_one_round_more_is_not_worth_sharing() -> None:
    # Else two batteries could hand one round to and fro for ever.
    odd = {"states": {"us-n1": {"rounds": 5}, "us-n2": {"rounds": 6}}}
    assert share("0508 us-n1 us-n2", **odd) == ["gbacw:11.33.1"]


@pytest.mark.rule("gbacw:11.33.1")
def test_guns_of_another_kind_do_not_share() -> None:
    battle = field("0508 us-l us-n2 us-n1", phase="G", states={"us-l": {"rounds": 2}, **SHORT})
    with refused("gbacw:11.33.1"):
        battle.play("share us-n2 us-l")


@pytest.mark.rule("gbacw:11.33.1")
def test_a_shot_in_the_enemy_player_turn_spoils_the_game_turn() -> None:
    # The Confederates fire in defence in the Union half of the Game-Turn.
    battle = field(
        "0508 12us | 0511 cs-n1 cs-n2 | 0116 cs-wagon 2cs,depleted",
        [1, 6, 6],
        phase="C",
        states={"cs-n1": {"rounds": 2}},
    )
    shoot(battle, "0508", "add cs-n2 2")
    while (state_of(battle).phasing, state_of(battle).phase) != ("confederate", "G"):
        play(battle, "done")
    assert rules_against(battle, "share cs-n2 cs-n1") == ["gbacw:11.33.1"]


@pytest.mark.rule("gbacw:11.33.2")
def test_rounds_are_shared_in_the_resupply_phase_only() -> None:
    battle = field(f"0508 us-n1 us-n2 {ELSE}", states={"us-n1": {"rounds": 2}})
    with refused("gbacw:4.0.1"):
        battle.play("share us-n2 us-n1")


@pytest.mark.rule("gbacw:11.33.3")
def test_the_rounds_of_a_captured_battery_are_lost() -> None:
    # +3, where a 4 takes the guns.
    battle = field(
        "0508 2us | 0509 cs-n1 | 0507 us-n1 us-n2 | 0101 us-wagon 3us,depleted",
        [4],
        phase="E",
        states={"us-n1": {"rounds": 2}},
    )
    melee(battle)
    assert (unit(battle, "cs-n1").hex, unit(battle, "cs-n1").fate) == ("", "captured")
    while state_of(battle).phase != "G":
        play(battle, offered(battle)[0])
    assert not [one for one in offered(battle) if "cs-n1" in one]
    assert rules_against(battle, "share cs-n1 us-n1") == ["gbacw:11.23.1"]


@pytest.mark.rule("gbacw:11.22")
def test_nor_does_it_fire_at_who_passes() -> None:
    battle = field("0508 2us 12us | 0509 9cs 8cs,depleted | 0101 3us", [6, 1, 1])
    play(battle, "move 2us", "with 12us", "to 0507")
    assert [one.id for one in only(react(battle), Fired).firers] == ["9cs"]
