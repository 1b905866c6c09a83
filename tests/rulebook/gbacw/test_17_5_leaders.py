"""17.4, 17.5 and 17.7 Leaders: what they lend, where they may stand, and how they are lost."""

from __future__ import annotations

import pytest

from longroll import Event
from longroll.systems.gbacw.drill import State
from longroll.systems.gbacw.events import Checked, Fired, Fought, LeaderFate, Moved
from longroll.systems.gbacw.tables import TABLES
from tests.rulebook.gbacw.field import field, unit, where
from tests.rulebook.gbacw.fights import fall_back, storm, volley
from tests.support import offered, only, play


def fates(events: list[Event]) -> list[tuple[str, str, str]]:
    """Each leader who was at risk: who, what befell him, and by which rule."""
    found = [event for event in events if isinstance(event, LeaderFate)]
    return [(event.leader.id, event.fate, event.rules[0]) for event in found]


# 17.4 and 17.51 What they lend


@pytest.mark.rule("gbacw:17.4", "gbacw:17.51")
@pytest.mark.parametrize("leaders, added", [("", 0), ("miller", 1), ("miller mason mercer", 1)])
def test_a_leader_adds_a_point_in_melee_and_more_leaders_no_more(leaders: str, added: int) -> None:
    names = leaders.split()
    _, events = storm(f"0508 4us {leaders} | 0509 4cs", [3, *[3, 4] * 3], "4us", *names)
    fought = only(events, Fought)
    assert [line.rule for line in fought.attack] == ["gbacw:12.11"] + ["gbacw:12.4.1"] * added
    assert fought.differential == added


@pytest.mark.rule("gbacw:17.4")
def test_so_it_does_in_defence() -> None:
    _, events = storm("0508 4us | 0509 4cs barber baker", [4, *[3, 4] * 2, 1])
    fought = only(events, Fought)
    assert [line.rule for line in fought.defence] == ["gbacw:12.11", "gbacw:12.4.1"]
    assert fought.differential == -1


@pytest.mark.rule("gbacw:17.51", "gbacw:17.4")
def test_several_leaders_take_one_from_a_check_as_one_does() -> None:
    check = only(volley("1cs barber brewer baker", 2, 5)[1], Checked)
    assert [(line.value, line.rule) for line in check.lines] == [(-1, "gbacw:13.23")]


@pytest.mark.rule("gbacw:17.51")
def test_any_number_of_leaders_may_share_a_hex() -> None:
    battle = field("0508 1us 7us,4 mason cooper mercer carter | 0509 miller | 0101 3us")
    play(battle, "move miller", "to 0508", "stop")
    assert where(battle, "miller") == "0508"


# 17.52 to 17.54 Leaders alone


@pytest.mark.rule("gbacw:17.52")
def test_a_leader_alone_near_the_enemy_joins_his_men_when_movement_ends() -> None:
    # 1 CS in 0512 is four hexes off; the nearest unit of all is not Miller's.
    battle = field("0508 miller | 0507 4us | 0505 1us | 0512 1cs")
    events = play(battle, "done")
    moved = next(event for event in events if isinstance(event, Moved))
    assert (moved.units[0].id, moved.to, moved.rules) == ("miller", "0505", ("gbacw:17.52",))


@pytest.mark.rule("gbacw:17.52")
def test_five_hexes_from_every_enemy_he_may_stay_alone() -> None:
    battle = field("0508 miller | 0507 4us | 0505 1us | 0513 1cs")
    play(battle, "done")
    assert where(battle, "miller") == "0508"


@pytest.mark.rule("gbacw:17.52")
def test_with_any_combat_unit_he_may_stay_anywhere() -> None:
    battle = field("0508 miller 4us | 0505 1us | 0509 1cs")
    play(battle, "done")
    assert where(battle, "miller") == "0508"


@pytest.mark.rule("gbacw:17.53.1")
def test_a_leader_whose_men_fell_to_fire_joins_the_nearest_of_his_command() -> None:
    # One point in the hex: column 4, and a 5 is a loss. Two dice of 7 spare him.
    others = "0510 7cs | 0512 2cs | 0515 1cs"
    battle, events = volley("3cs,1 barber", 5, 3, 4, others=others)
    moved = only(events, Moved)
    assert (moved.units[0].id, moved.origin, moved.to) == ("barber", "0509", "0512")
    assert moved.rules == ("gbacw:17.53.1",)
    assert where(battle, "barber") == "0512"


@pytest.mark.rule("gbacw:17.53.1")
def test_a_nameless_successor_goes_to_the_brigade_he_was_given() -> None:
    successor = State.game.roster.number["repl-cs"]
    battle, _ = volley(
        "3cs,1 repl-cs,turned",
        *(5, 3, 4),
        others="0510 7cs | 0512 2cs",
        more={"replacements": {"barber": successor}},
    )
    assert where(battle, "repl-cs") == "0512"


@pytest.mark.rule("gbacw:17.53.2")
def test_a_leader_alone_with_the_enemy_all_around_is_captured() -> None:
    # In the corner: 3 US in 0102, its zone over 0201. Column 3, and a 6 is a loss.
    battle = field("0102 3us,N | 0101 3cs,1 barber | 0512 2cs", [6, 3, 4], phase="D")
    events = play(battle, "fire 0101", "all", "resolve")
    assert fates(events)[-1] == ("barber", "captured", "gbacw:17.53.2")
    assert (where(battle, "barber"), unit(battle, "barber").fate) == ("", "captured")


@pytest.mark.rule("gbacw:17.54", "gbacw:17.75")
def test_a_unit_that_moves_onto_a_lone_leader_captures_him() -> None:
    battle = field("0508 2us | 0507 barber | 0512 1cs | 0101 3us")
    events = play(battle, "move 2us", "to 0507")
    assert fates(events) == [("barber", "captured", "gbacw:17.75")]
    assert (where(battle, "2us"), where(battle, "barber")) == ("0507", "")


@pytest.mark.rule("gbacw:17.75")
def test_so_does_one_that_falls_back_onto_him() -> None:
    battle, _ = volley("1cs", 4, 5, others="0510 mason | 0101 3us")
    events = fall_back(battle, "0510", "0511", "0512")
    assert fates(events) == [("mason", "captured", "gbacw:17.75")]


@pytest.mark.rule("gbacw:17.54")
def test_a_leader_with_men_is_not_taken_by_a_neighbour() -> None:
    battle = field("0508 2us | 0507 barber 1cs | 0101 3us")
    play(battle, "move 2us", "stop", "done")
    assert where(battle, "barber") == "0507"


# 17.7 Casualties


@pytest.mark.rule("gbacw:17.71", "gbacw:17.73.1", "gbacw:17.76")
@pytest.mark.parametrize(
    "dice, fate",
    [((1, 1), "killed"), ((6, 6), "killed"), ((2, 3), "wounded"), ((3, 3), "none")],
)
def test_small_arms_may_kill_or_wound_him(dice: tuple[int, int], fate: str) -> None:
    battle, events = volley("1cs barber", 4, *dice, 1)
    assert fates(events) == [("barber", fate, "gbacw:17.76")]
    # Gone at once, and what became of him is kept.
    assert (where(battle, "barber") == "") == (fate != "none")
    assert unit(battle, "barber").fate == ("" if fate == "none" else fate)
    assert unit(battle, "barber").killed == (fate != "none")


@pytest.mark.rule("gbacw:17.76")
def test_the_table_by_what_struck_him() -> None:
    cases = {
        "K_melee": {2: "killed", 6: "wounded", 12: "killed"},
        "small_arms": {2: "killed", 5: "wounded", 12: "killed"},
        "artillery": {2: "killed", 3: "wounded"},
        "C_melee": {2: "captured", 3: "captured", 4: "captured"},
        "Rpls_melee": {2: "wounded", 12: "killed"},
    }
    for cause, named in cases.items():
        found = {total: TABLES.leader(cause, total) for total in range(2, 13)}
        assert found == {total: named.get(total, "none") for total in range(2, 13)}


@pytest.mark.rule("gbacw:17.76")
@pytest.mark.parametrize("dice, fate", [((1, 2), "wounded"), ((6, 6), "none"), ((2, 3), "none")])
def test_artillery_has_its_own_column(dice: tuple[int, int], fate: str) -> None:
    battle = field("0505 us-n1 | 0509 1cs barber", [5, *dice, 1], phase="D")
    events = play(battle, "fire 0509", "all", "resolve")
    told = only(events, LeaderFate)
    assert (told.cause, told.fate) == ("artillery", fate)


@pytest.mark.rule("gbacw:17.76", "gbacw:17.72.1")
def test_each_result_of_a_melee_has_its_own_column() -> None:
    # Even: a 2 is K for the attackers and C1R2 for the defenders, a 4 throws both back.
    units = "0508 4us miller | 0509 4cs barber"
    battle, events = storm(units, [2, 3, 3, 2, 2, 1], "4us", "miller")
    causes = [(e.leader.id, e.cause, e.fate) for e in events if isinstance(e, LeaderFate)]
    assert causes == [("miller", "K_melee", "wounded"), ("barber", "C_melee", "captured")]
    battle, events = storm(units, [4, 6, 6, 1, 1, 1, 1, 1], "4us", "miller")
    events += fall_back(battle, "0508", "0507")
    causes = [(e.leader.id, e.cause, e.fate) for e in events if isinstance(e, LeaderFate)]
    assert sorted(causes) == [
        ("barber", "Rpls_melee", "killed"),
        ("miller", "Rpls_melee", "wounded"),
    ]


@pytest.mark.rule("gbacw:17.72.1")
def test_each_leader_in_the_hex_is_rolled_for() -> None:
    _, events = volley("1cs barber brewer", 4, 3, 4, 1, 1, 1)
    assert [(id, fate) for id, fate, _ in fates(events)] == [
        ("barber", "none"),
        ("brewer", "killed"),
    ]


@pytest.mark.rule("gbacw:17.72.1")
def test_where_nobody_fell_no_leader_is_at_risk() -> None:
    _, events = volley("1cs barber", 2, 1)
    assert only(events, Fired).result == "R"
    assert not fates(events)


@pytest.mark.rule("gbacw:17.72.2")
def test_leaders_come_before_morale() -> None:
    _, events = volley("1cs barber", 4, 3, 4, 1)
    assert events.index(only(events, LeaderFate)) < events.index(only(events, Checked))


@pytest.mark.rule("gbacw:17.73.2", "gbacw:17.54")
def test_a_leader_left_alone_by_a_melee_is_captured() -> None:
    # His one point is taken; two dice of 7 spare him, and he may not fall back alone.
    battle, events = storm("0508 1us | 0509 10cs,1 barber", [6, 3, 4])
    assert fates(events) == [
        ("barber", "none", "gbacw:17.76"),
        ("barber", "captured", "gbacw:17.73.2"),
    ]
    assert (where(battle, "barber"), where(battle, "1us")) == ("", "0509")


@pytest.mark.rule("gbacw:17.73.2")
def test_a_leader_whose_men_are_wiped_out_while_the_enemy_falls_back_is_captured_too() -> None:
    # K to the attackers, C1R2 to the defenders: nobody is left in the hex but Miller.
    units = "0508 1us,1 miller | 0509 2cs,2 | 0101 9us | 0102 9cs"
    battle, events = storm(units, [2, 4, 5, 1], "1us", "miller")
    while any(text.startswith("to ") for text in offered(battle)):
        events += play(battle, offered(battle)[0])
    assert fates(events) == [
        ("miller", "none", "gbacw:17.76"),
        ("miller", "captured", "gbacw:17.73.2"),
    ]
    assert where(battle, "miller") == ""


@pytest.mark.rule("gbacw:17.72.1", "gbacw:15.11.1")
def test_fire_that_costs_his_men_nothing_does_not_endanger_a_leader() -> None:
    battle = field("0508 us-n1 | 0509 cs-n1-crew barber", [5, 1, 1, 1], phase="D")
    events = play(battle, "fire 0509", "add us-n1 4", "resolve")
    assert only(events, Fired).result[0].isdigit()
    assert fates(events) == []
