"""5.0 Movement: allowances, what a step costs, and who may take only one."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.gbacw.charts import MOVERS
from longroll.systems.gbacw.drill import State
from longroll.systems.gbacw.events import Fired, Gone, Moved, PhaseBegan, Retreated
from longroll.systems.gbacw.hooks import Rules
from tests.rulebook.gbacw.field import add_rules, field, unit, verbs, where
from tests.support import offered, only, play, refused, rules_against

#: Somebody else far off, so that a phase does not end by itself.
ELSE = "| 0101 3us"


def steps(battle: Battle) -> set[str]:
    """The hexes a unit in hand may step to."""
    return {text.split()[1] for text in offered(battle) if text.startswith("to ")}


def left(battle: Battle) -> str:
    """What the question says of the movement left."""
    assert battle.decision is not None
    return battle.decision.question.rpartition("? ")[2]


# The general rule


@pytest.mark.rule("gbacw:5.0.1", "gbacw:5.19")
@pytest.mark.parametrize(
    "word, points",
    [
        ("2us", 6),
        ("2us,column", 6),
        ("1us-cav,mounted", 12),
        ("1us-cav,dismounted", 6),
        ("us-l,limbered", 8),
        ("us-wagon", 6),
        ("miller", 12),
    ],
)
def test_each_kind_has_the_allowance_of_the_chart(word: str, points: int) -> None:
    battle = field(f"0508 {word} {ELSE}")
    play(battle, f"move {word.partition(',')[0]}")
    assert left(battle) == f"{points} of movement left."


@pytest.mark.rule("gbacw:5.0.1")
def test_a_stack_goes_as_far_as_its_slowest() -> None:
    battle = field(f"0508 2us miller {ELSE}")
    play(battle, "move miller", "with 2us")
    assert left(battle) == "6 of movement left."


@pytest.mark.rule("gbacw:5.0.2")
def test_units_move_singly_or_as_stacks_hex_by_hex_in_any_direction() -> None:
    battle = field(f"0508 2us 4us 5us {ELSE}")
    play(battle, "move 2us", "with 4us", "to 0509", "to 0608", "to 0607", "stop")
    assert [where(battle, id) for id in ("2us", "4us", "5us")] == ["0607", "0607", "0508"]
    play(battle, "move 5us", "to 0407", "stop")
    assert where(battle, "5us") == "0407"


@pytest.mark.rule("gbacw:5.0.2")
def test_everybody_in_the_hex_who_may_move_is_offered_to_come_along() -> None:
    battle = field(f"0508 2us 4us 5us,done 8us,pinned miller | 0509 12us {ELSE}")

    def offers() -> list[str]:
        return [text for text in offered(battle) if text.startswith("with ")]

    play(battle, "move 2us")
    assert offers() == ["with 4us", "with miller"]
    play(battle, "with 4us")
    assert offers() == ["with miller"]
    play(battle, "with miller")
    assert offers() == []
    battle = field(f"0508 2us 4us {ELSE}")
    play(battle, "move 2us", "to 0507", "to 0508")
    assert offers() == []  # a stack moves together from the start


@pytest.mark.rule("gbacw:5.0.2")
@pytest.mark.parametrize("phase", ["C", "D", "E"])
def test_units_move_in_their_own_movement_phase_only(phase: str) -> None:
    battle = field("0508 2us | 0509 1cs", phase=phase)
    with refused("gbacw:4.0.1"):
        battle.play("move 2us")
    with refused("gbacw:4.0.1"):
        battle.play("move 1cs")


@pytest.mark.rule("gbacw:5.0.3")
def test_the_phase_ends_when_its_player_says_so() -> None:
    battle = field("0508 2us | 0101 3us | 1512 1cs")
    assert not [e for e in play(battle, "move 2us", "stop") if isinstance(e, PhaseBegan)]
    assert verbs(battle) == {"move", "done"}
    letters = [event.phase for event in play(battle, "done") if isinstance(event, PhaseBegan)]
    assert letters[0] == "C"


# Conditions


@pytest.mark.rule("gbacw:5.11.1")
def test_nobody_spends_more_than_its_allowance() -> None:
    battle = field(f"0708 2us {ELSE}")
    play(battle, "move 2us", *(f"to 07{row:02}" for row in (7, 6, 5, 4, 3, 2)))
    assert left(battle) == "0 of movement left."
    assert not steps(battle)
    with refused("gbacw:5.11.1"):
        battle.play("to 0701")


@pytest.mark.rule("gbacw:5.11.1")
def test_the_last_points_must_pay_for_the_whole_step() -> None:
    # Five clear hexes leave one point; the woods of 0404 cost two.
    battle = field(f"0407 2us {ELSE}")
    play(battle, "move 2us", "to 0408", "to 0407", "to 0406", "to 0405", "to 0305")
    with refused("gbacw:5.11.1"):
        battle.play("to 0304")
    play(battle, "stop")
    assert where(battle, "2us") == "0305"


@pytest.mark.rule("gbacw:5.11.2")
def test_nobody_has_to_move() -> None:
    battle = field("0508 2us | 0101 3us | 1512 1cs")
    play(battle, "move 2us", "stop", "done")
    assert (where(battle, "2us"), where(battle, "3us")) == ("0508", "0101")


@pytest.mark.rule("gbacw:5.11.3")
def test_what_is_not_used_is_lost() -> None:
    battle = field("0508 12us 4us | 0101 3us | 1512 1cs")
    play(battle, "move 12us", "to 0507", "stop")
    with refused("gbacw:5.11.1"):
        battle.play("move 12us")
    play(battle, "move 4us")
    assert left(battle) == "6 of movement left."
    play(battle, "stop", "done")
    while "move 12us" not in offered(battle):
        battle.play("done")
    play(battle, "move 12us")
    assert left(battle) == "6 of movement left."


@pytest.mark.rule("gbacw:5.12")
def test_nobody_enters_an_enemy_hex_in_movement() -> None:
    battle = field(f"0508 2us miller | 0509 1cs {ELSE}")
    play(battle, "move 2us")
    with refused("gbacw:5.12"):
        battle.play("to 0509")
    battle = field(f"0508 2us miller | 0509 1cs {ELSE}")
    play(battle, "move miller")
    with refused("gbacw:5.12"):
        battle.play("to 0509")


@pytest.mark.rule("gbacw:5.13")
def test_there_is_no_fire_in_movement_but_what_a_move_provokes() -> None:
    battle = field("0507 2us | 0509 1cs | 0101 3us", dice=[2, 1])
    with refused("gbacw:4.0.1"):
        battle.play("fire 0509")
    # Into the zone nobody fires; out of it they may.
    assert not [e for e in play(battle, "move 2us", "to 0508") if isinstance(e, Fired)]
    play(battle, "to 0507")
    assert only(play(battle, "all", "resolve"), Fired).kind == "withdrawal"


@pytest.mark.rule("gbacw:5.14")
def test_zones_are_entered_and_left_without_stop_or_cost() -> None:
    battle = field(f"0507 2us | 0509 1cs {ELSE}")
    events = play(battle, "move 2us", "to 0508", "to 0608", "hold", "to 0607", "hold", "to 0606")
    moved = [(e.to, e.cost) for e in events if isinstance(e, Moved)]
    assert moved == [("0508", 2), ("0608", 2), ("0607", 2), ("0606", 2)]


@pytest.mark.rule("gbacw:5.15.1", "gbacw:5.19")
@pytest.mark.parametrize(
    "word, origin, to, halves",
    [
        ("2us", "0508", "0507", 2),  # clear
        ("2us", "0405", "0404", 4),  # woods
        ("1us-cav,dismounted", "0405", "0404", 4),
        ("1us-cav,mounted", "0405", "0404", 6),
        ("us-l,limbered", "0405", "0404", 6),
        ("us-wagon", "0405", "0404", 6),
        ("miller", "0405", "0404", 4),
        ("2us", "1814", "1813", 6),  # swamp
        ("2us", "1005", "1006", 4),  # town
        ("2us,column", "0906", "1006", 2),
        ("2us", "0511", "0512", 4),  # across a stream
        ("us-l,limbered", "0511", "0512", 6),
        ("2us", "1306", "1305", 4),  # up a crest
        ("2us", "1305", "1306", 2),  # and down
        ("us-l,limbered", "1306", "1305", 6),
        ("us-l,limbered", "1305", "1306", 4),
        ("2us,column", "1004", "1005", 1),  # the pike
        ("us-l,limbered", "1004", "1005", 1),
        ("1us-cav,mounted", "1004", "1003", 1),
        ("us-wagon", "1011", "1012", 1),  # the bridge
        ("2us", "1011", "1012", 4),
        ("2us,column", "0309", "0209", 2),  # a track through woods
        ("2us", "0309", "0209", 4),
        ("2us,column", "1414", "1514", 2),  # a railroad through woods
        ("us-l,limbered", "1414", "1514", 6),
    ],
)
def test_a_step_costs_what_terrain_and_formation_make_it(
    word: str, origin: str, to: str, halves: int
) -> None:
    battle = field(f"{origin} {word} {ELSE}")
    id = word.partition(",")[0]
    assert only(play(battle, f"move {id}", f"to {to}"), Moved).cost == halves


@pytest.mark.rule("gbacw:5.15.1")
@pytest.mark.parametrize("word", ["1us-cav,mounted", "us-l,limbered", "us-wagon"])
def test_ground_that_is_closed_to_a_unit_is_not_entered(word: str) -> None:
    battle = field(f"1814 {word} {ELSE}")
    play(battle, f"move {word.partition(',')[0]}")
    with refused("gbacw:5.15.1"):
        battle.play("to 1813")  # a swamp


@pytest.mark.rule("gbacw:5.15.1")
def test_an_impassable_hexside_stops_everybody() -> None:
    for word in ("2us", "miller"):
        battle = field(f"1809 {word} {ELSE}")
        play(battle, f"move {word}")
        assert "1810" in State.game.grid.adjacent["1809"]
        assert "1810" not in steps(battle)
        # Told to go there, it goes around.
        assert sum(isinstance(event, Moved) for event in play(battle, "to 1810")) > 1


@pytest.mark.rule("gbacw:5.15.2")
def test_mixed_ground_costs_what_its_worst_costs() -> None:
    assert State.game.ground.kinds["0805"] == ("clear", "woods")
    battle = field(f"0806 2us {ELSE}")
    assert only(play(battle, "move 2us", "to 0805"), Moved).cost == 4


@pytest.mark.rule("gbacw:5.15.3")
def test_mixed_ground_shelters_as_its_best_does() -> None:
    battle = field("0803 2us | 0805 1cs", phase="D", dice=[2])
    fired = only(play(battle, "fire 0805", "all", "resolve"), Fired)
    assert [line.value for line in fired.shifts if line.rule == "gbacw:9.53"] == [-1]
    battle = field("0803 2us | 0804 1cs", phase="D", dice=[2, 1])
    fired = only(play(battle, "fire 0804", "all", "resolve"), Fired)
    assert not [line for line in fired.shifts if line.rule == "gbacw:9.53"]


@pytest.mark.rule("gbacw:5.16")
def test_no_hex_is_skipped() -> None:
    battle = field(f"0508 2us {ELSE}")
    play(battle, "move 2us")
    assert steps(battle) == set(State.game.grid.adjacent["0508"])
    # A far hex is a gesture: every hex on the way is entered and paid for.
    moved = [event for event in play(battle, "to 0505") if isinstance(event, Moved)]
    assert [(event.origin, event.to) for event in moved] == [
        ("0508", "0507"),
        ("0507", "0506"),
        ("0506", "0505"),
    ]
    assert moved[-1].spent == 6


@pytest.mark.rule("gbacw:5.17.1")
def test_nobody_moves_off_the_map() -> None:
    battle = field("0508 2us | 0116 4us")
    play(battle, "move 4us")
    assert steps(battle) == {"0115", "0215", "0216"}
    with refused("gbacw:5.17.1"):
        battle.play("to 0117")


@pytest.mark.rule("gbacw:5.17.1", "gbacw:5.17.2")
def test_a_unit_driven_against_the_edge_with_nowhere_to_go_is_captured() -> None:
    # In its corner it has two neighbours, and the enemy holds both; a 3 asks for a rout check.
    battle = field("0102 3us,N | 0201 4us | 0101 2cs", phase="D", dice=[3, 6])
    play(battle, "fire 0101", "add 3us 2")
    gone = only(play(battle, "resolve"), Gone)
    assert (gone.unit.id, gone.fate) == ("2cs", "captured")
    assert where(battle, "2cs") == ""


@pytest.mark.rule("gbacw:5.18")
def test_a_retreat_costs_no_movement_and_is_none() -> None:
    battle = field("0407 1us,N | 0405 2cs", phase="D", dice=[3, 6])
    events = play(battle, "fire 0405", "all", "resolve", "to 0404", "to 0403", "to 0402")
    assert [event.to for event in events if isinstance(event, Retreated)] == [
        "0404",
        "0403",
        "0402",
    ]
    assert not [event for event in events if isinstance(event, Moved)]
    assert not unit(battle, "2cs").moved


@pytest.mark.rule("gbacw:5.19")
def test_the_chart_has_an_allowance_and_a_cost_for_everybody() -> None:
    charts = State.game.charts
    assert set(charts.allowance) == set(MOVERS)
    for costs in (*charts.enter.values(), *charts.along.values(), *charts.cross.values()):
        assert set(costs) == set(MOVERS)
    assert set(charts.formation) == {"infantry", "limber", "unlimber", "cavalry"}


# 5.2 Routed units and units out of command

LIMITED = pytest.mark.parametrize("mark", ["routed", "-command"])


@LIMITED
@pytest.mark.rule("gbacw:5.2.1")
def test_routed_or_out_of_command_a_unit_goes_one_hex(mark: str) -> None:
    battle = field(f"0508 2us,{mark} {ELSE}")
    play(battle, "move 2us", "to 0507")
    rule = "gbacw:13.32.2" if mark == "routed" else "gbacw:5.2.1"
    assert not steps(battle)
    assert rule in rules_against(battle, "to 0506")


@LIMITED
@pytest.mark.rule("gbacw:5.2.1")
def test_the_one_hex_asks_for_no_points(mark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    add_rules(monkeypatch, Rules(allowance=lambda points, state, unit: 1))
    battle = field(f"1814 2us,{mark} 4us {ELSE}")
    play(battle, "move 2us", "to 1813")
    assert where(battle, "2us") == "1813"
    battle = field(f"1814 2us,{mark} 4us {ELSE}")
    play(battle, "move 4us")
    with refused("gbacw:5.11.1"):
        battle.play("to 1813")


@pytest.mark.rule("gbacw:5.2.2", "gbacw:6.21")
@pytest.mark.parametrize("mark, rule", [("routed", "gbacw:5.2.2"), ("-command", "gbacw:6.21")])
@pytest.mark.parametrize(
    "word, formation", [("2us", "column"), ("us-l", "limbered"), ("1us-cav", "mounted")]
)
def test_routed_or_out_of_command_no_unit_changes_formation(
    mark: str, rule: str, word: str, formation: str
) -> None:
    battle = field(f"0508 {word},{mark} {ELSE}")
    play(battle, f"move {word}")
    assert f"form {formation}" not in offered(battle)
    with refused(rule):
        battle.play(f"form {formation}")


@LIMITED
@pytest.mark.rule("gbacw:5.2.3")
def test_routed_or_out_of_command_a_unit_keeps_out_of_enemy_zones(mark: str) -> None:
    battle = field(f"0507 2us,{mark} | 0509 1cs {ELSE}")
    play(battle, "move 2us")
    with refused("gbacw:5.2.3"):
        battle.play("to 0508")
    # Behind the enemy's back there is no zone.
    battle = field(f"0511 2us,{mark} | 0509 1cs {ELSE}")
    play(battle, "move 2us", "to 0510")
    assert where(battle, "2us") == "0510"


@LIMITED
@pytest.mark.rule("gbacw:5.2.4")
def test_from_inside_a_zone_it_steps_only_clear_of_every_enemy(mark: str) -> None:
    # The column in 0506 has no zone, and still 0507 and 0407 are next to it.
    battle = field(f"0508 2us,{mark} | 0509 1cs | 0506 4cs,column {ELSE}")
    play(battle, "move 2us")
    assert steps(battle) == {"0607", "0407"}
    with refused("gbacw:5.2.4"):
        battle.play("to 0507")
    with refused("gbacw:5.2.3"):
        battle.play("to 0608")
