"""6.1 and 6.3 Formations: what each allows, and how it stands under fire."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.gbacw.drill import State
from longroll.systems.gbacw.events import Fired, Formed, Fought, Moved
from tests.rulebook.gbacw.field import accept, field, piece, unit, where
from tests.support import offered, only, play, refused, rules_against

ELSE = "| 0101 3us"
UNITS = {"infantry": "2us", "cavalry": "1us-cav", "battery": "us-l"}


def enfilade(fired: Fired) -> list[int]:
    """The shifts for a target that shows no front."""
    return [line.value for line in fired.shifts if line.rule == "gbacw:7.23.2"]


def fire_at(target: str, word: str, dice: list[int], firer: str = "0508 2us") -> Fired:
    """The fire of a unit at another, and what became of it."""
    battle = field(f"{firer} | {target} {word}", phase="D", dice=dice)
    return only(play(battle, f"fire {target}", "all", "resolve"), Fired)


def fight(units: str, target: str, die: int, *who: str) -> Fought:
    """A melee that the Union declares and the Confederates accept."""
    battle = field(units, phase="E", dice=[die, 1, 1, 1, 1])
    play(battle, f"melee {target}", *(who or ("all",)), "commit")
    accept(battle)
    return only(play(battle, f"fight {target}"), Fought)


# The general rule


@pytest.mark.rule("gbacw:6.0.1")
@pytest.mark.parametrize(
    "kind, formations",
    [
        ("infantry", ("line", "column")),
        ("battery", ("limbered", "unlimbered")),
        ("cavalry", ("mounted", "dismounted")),
    ],
)
def test_each_kind_has_its_own_two_formations(kind: str, formations: tuple[str, str]) -> None:
    id = UNITS[kind]
    for own, other in (formations, formations[::-1]):
        battle = field(f"0508 {id},{own} {ELSE}")
        play(battle, f"move {id}")
        assert [text for text in offered(battle) if text.startswith("form")] == [f"form {other}"]
        foreign = {"line", "column", "limbered", "unlimbered", "mounted", "dismounted"}
        for formation in sorted(foreign - {other}):
            with refused("gbacw:6.0.1"):
                battle.play(f"form {formation}")


@pytest.mark.rule("gbacw:6.0.2", "gbacw:6.14.3")
def test_dismounted_cavalry_moves_as_infantry_in_line() -> None:
    charts = State.game.charts
    assert charts.allowance["cavalry_dismounted"] == charts.allowance["infantry_line"]
    for costs in (*charts.enter.values(), *charts.along.values(), *charts.cross.values()):
        assert costs["cavalry_dismounted"] == costs["infantry_line"]
    battle = field(f"1004 1us-cav,dismounted {ELSE}")
    assert only(play(battle, "move 1us-cav", "to 1005"), Moved).cost == 2


@pytest.mark.rule("gbacw:6.0.2", "gbacw:6.14.3")
def test_dismounted_cavalry_fires_and_fights_as_infantry_in_line() -> None:
    battle = field("0508 1us-cav | 0509 1cs | 0608 2cs | 0408 4cs", phase="D")
    assert offered(battle) == ["fire 0408", "fire 0509", "fire 0608", "done"]
    fought = fight("0508 1us-cav | 0509 4cs", "0509", 3)
    assert [line.value for line in fought.attack] == [4]
    assert not enfilade(fire_at("0509", "1cs-cav,dismounted", [2, 1]))


@pytest.mark.rule("gbacw:6.14.3")
def test_dismounted_cavalry_never_forms_column() -> None:
    battle = field(f"0508 1us-cav,dismounted {ELSE}")
    play(battle, "move 1us-cav")
    with refused("gbacw:6.0.1"):
        battle.play("form column")


@pytest.mark.rule("gbacw:6.0.3")
@pytest.mark.parametrize("id", ["us-wagon", "miller"])
def test_wagons_and_leaders_have_no_formation(id: str) -> None:
    battle = field(f"0508 {id} {ELSE}")
    assert unit(battle, id).formation == ""
    play(battle, f"move {id}")
    for formation in ("line", "column", "limbered"):
        with refused("gbacw:6.0.1"):
            battle.play(f"form {formation}")


@pytest.mark.rule("gbacw:6.0.3")
def test_a_wagon_fights_as_infantry_does() -> None:
    battle = field("0508 2us | 0509 cs-wagon", phase="C", dice=[2])
    assert only(play(battle, "fire 0508", "all", "resolve"), Fired).total == 2 * 1 * 3
    fought = fight("0508 2us | 0509 cs-wagon", "0509", 1)
    assert sum(line.value for line in fought.defence) == 1


# 6.11 and 6.12 Infantry


@pytest.mark.rule("gbacw:6.11.1", "gbacw:6.12.2")
@pytest.mark.parametrize(
    "origin, to, column, line",
    [("1004", "1005", 1, 2), ("1004", "1003", 1, 4), ("1011", "1012", 1, 4)],
)
def test_only_infantry_in_column_uses_roads_and_bridges(
    origin: str, to: str, column: int, line: int
) -> None:
    for formation, cost in (("column", column), ("line", line)):
        battle = field(f"{origin} 2us,{formation} {ELSE}")
        assert only(play(battle, "move 2us", f"to {to}"), Moved).cost == cost


@pytest.mark.rule("gbacw:6.12.2")
def test_line_pays_for_the_stream_beside_a_bridge_as_on_it() -> None:
    battle = field("1011 2us | 0911 4us")
    assert only(play(battle, "move 2us", "to 1012", "stop"), Moved).cost == 4
    assert only(play(battle, "move 4us", "to 0912"), Moved).cost == 4


@pytest.mark.rule("gbacw:6.11.2")
@pytest.mark.parametrize(
    "word, alone, behind",
    [("2us,column", 1, 2), ("us-l,limbered", 1, 2), ("1us-cav,mounted", 1, 2)],
)
def test_a_friend_on_the_road_is_passed_at_the_cost_of_the_other_ground(
    word: str, alone: int, behind: int
) -> None:
    id = word.partition(",")[0]
    battle = field(f"1008 {word} {ELSE}")
    assert only(play(battle, f"move {id}", "to 1009"), Moved).cost == alone
    battle = field(f"1008 {word} | 1009 4us {ELSE}")
    assert only(play(battle, f"move {id}", "to 1009"), Moved).cost == behind
    assert only(play(battle, "to 1010"), Moved).cost == alone


@pytest.mark.rule("gbacw:6.11.2")
def test_leaders_on_the_road_are_in_nobodys_way() -> None:
    battle = field(f"1008 2us,column | 1009 mason {ELSE}")
    assert only(play(battle, "move 2us", "to 1009"), Moved).cost == 1


@pytest.mark.rule("gbacw:6.11.3", "gbacw:6.33.1")
def test_a_column_never_begins_a_melee_but_defends_in_full() -> None:
    battle = field("0508 2us,column | 0408 4us | 0509 1cs", phase="E")
    play(battle, "melee 0509")
    assert "with 2us" not in offered(battle)
    assert "gbacw:6.11.3" in rules_against(battle, "with 2us")
    fought = fight("0508 1us | 0509 1cs,column", "0509", 3)
    assert [line.value for line in fought.defence] == [6]


@pytest.mark.rule("gbacw:6.11.4", "gbacw:6.33.1")
def test_a_column_does_not_fire() -> None:
    battle = field("0508 2us,column | 0408 4us | 0509 1cs", phase="D")
    play(battle, "fire 0509")
    assert "gbacw:6.11.4" in rules_against(battle, "add 2us 4")
    # Nor does it fire at whoever leaves the hex before it.
    battle = field(f"0508 2us | 0509 1cs,column {ELSE}")
    play(battle, "move 2us", "to 0507")
    assert where(battle, "2us") == "0507"


@pytest.mark.rule("gbacw:6.11.5")
def test_a_column_shows_that_it_is_one() -> None:
    battle = field(f"0508 2us {ELSE}")
    formed = only(play(battle, "move 2us", "form column"), Formed)
    assert "forms column" in formed.text()
    position = battle.system.to_position(battle.state)
    assert position["states"]["2us"]["formation"] == "column"


@pytest.mark.rule("gbacw:6.11.6")
def test_a_column_under_fire_forms_line_once_the_fire_is_over() -> None:
    # 2 points in the second column, one more for the column's flank: a 2 has no effect.
    battle = field("0508 2us,2 | 0511 4cs,column", phase="D", dice=[2])
    events = play(battle, "fire 0511", "all", "resolve")
    fired, formed = only(events, Fired), only(events, Formed)
    assert fired.result == "-"
    assert enfilade(fired) == [1]  # it was still a column
    assert events.index(fired) < events.index(formed)
    assert (formed.formation, formed.rules) == ("line", ("gbacw:6.11.6",))
    assert unit(battle, "4cs").formation == "line"


@pytest.mark.rule("gbacw:6.12.1")
def test_infantry_is_in_line_unless_it_is_said_to_be_in_column() -> None:
    battle = field(f"0508 2us {ELSE}")
    assert unit(battle, "2us").formation == "line"
    assert only(play(battle, "move 2us", "to 0507"), Moved).cost == 2
    assert fire_at("0509", "1cs", [2, 1]).total == 2 * 4 * 3
    assert [line.value for line in fight("0508 2us | 0509 4cs", "0509", 3).attack] == [4]


# 6.13 Artillery


@pytest.mark.rule("gbacw:6.13.1", "gbacw:6.32")
def test_limbered_guns_move_and_do_not_fire() -> None:
    battle = field(f"0508 us-n1,limbered {ELSE}")
    play(battle, "move us-n1", "to 0507")
    assert where(battle, "us-n1") == "0507"
    battle = field("0508 us-n1,limbered | 0408 4us | 0509 1cs", phase="D")
    play(battle, "fire 0509")
    assert "gbacw:6.32" in rules_against(battle, "add us-n1 4")


@pytest.mark.rule("gbacw:6.13.1")
def test_unlimbered_guns_fire_and_do_not_move() -> None:
    battle = field(f"0508 us-n1 {ELSE}")
    play(battle, "move us-n1")
    assert not [text for text in offered(battle) if text.startswith("to")]
    with refused("gbacw:6.13.1"):
        battle.play("to 0507")
    battle = field("0508 us-n1 | 0510 1cs", phase="D", dice=[2, 1])
    assert only(play(battle, "fire 0510", "all", "resolve"), Fired).arm == "artillery"


@pytest.mark.rule("gbacw:6.13.2", "gbacw:6.13.4")
@pytest.mark.parametrize("crew, strength", [(2, 1), (1, 0)])
def test_in_melee_only_the_gun_crew_counts(crew: int, strength: int) -> None:
    battle = field("0508 3us | 0509 cs-n1", phase="E", dice=[1], states={"cs-n1": {"crew": crew}})
    play(battle, "melee 0509", "with 3us", "commit")
    accept(battle)
    fought = only(play(battle, "fight 0509"), Fought)
    assert sum(line.value for line in fought.defence) == strength


@pytest.mark.rule("gbacw:6.13.3")
def test_small_arms_hurt_the_crew_and_leave_the_guns_alone() -> None:
    battle = field("0508 1us | 0509 cs-n1", dice=[6, 1, 1], phase="D")
    play(battle, "fire 0509", "all", "resolve")
    guns = unit(battle, "cs-n1")
    assert (guns.crew, guns.strength, guns.rounds) == (1, 4, 12)


@pytest.mark.rule("gbacw:6.13.4")
def test_a_gun_crew_without_its_guns_is_in_line() -> None:
    # 12 in column 5 falls to 4 for the lone battery's want of density: a 3 is a rout check.
    battle = field("0508 1us | 0509 cs-n1", dice=[3, 6], phase="D")
    play(battle, "fire 0509", "all", "resolve")
    assert unit(battle, "cs-n1").crew == 0
    crew = unit(battle, "cs-n1-crew")
    assert (crew.routed, crew.formation) == (True, "line")
    charts = State.game.charts
    for costs in (*charts.enter.values(), *charts.along.values(), *charts.cross.values()):
        assert costs["crew"] == costs["infantry_line"]
    # Rallied, it shows a front as a line does.
    assert not enfilade(fire_at("0509", "cs-n1-crew", [2, 1]))
    assert enfilade(fire_at("0509", "cs-n1-crew,S", [2, 1])) == [1]


# 6.14 Cavalry


@pytest.mark.rule("gbacw:6.14.1", "gbacw:6.33.2")
def test_mounted_cavalry_fights_in_melee_or_charges_at_double_strength() -> None:
    began = {State.game.roster.number["1us-cav"]: "0506"}
    totals = {}
    for verb in ("with", "charge"):
        battle = field(
            "0508 1us-cav,mounted | 0509 4cs", phase="E", dice=[3, 1, 1, 1], more={"began": began}
        )
        play(battle, "melee 0509", f"{verb} 1us-cav", "commit")
        accept(battle)
        fought = only(play(battle, "fight 0509"), Fought)
        totals[verb] = sum(line.value for line in fought.attack)
    assert totals == {"with": 4, "charge": 8}


@pytest.mark.rule("gbacw:6.14.2", "gbacw:6.34")
def test_from_the_saddle_only_carbines_pistols_and_colts_are_fired() -> None:
    assert (piece("1us-cav").weapon, piece("2us-cav").weapon) == ("C", "M")
    battle = field("0508 1us-cav,mounted 2us-cav,mounted | 0509 1cs", phase="D", dice=[2, 1])
    play(battle, "fire 0509")
    assert "gbacw:6.14.2" in rules_against(battle, "add 2us-cav 3")
    fired = only(play(battle, "all", "resolve"), Fired)
    assert [name.id for name in fired.firers] == ["1us-cav"]
    battle = field("0508 2us-cav,dismounted | 0509 1cs", phase="D")
    assert "fire 0509" in offered(battle)


@pytest.mark.rule("gbacw:6.34", "gbacw:7.0.4")
def test_mounted_cavalry_fires_straight_ahead_only() -> None:
    around = "0509 1cs | 0608 2cs | 0408 4cs | 0507 5cs | 0607 7cs | 0407 8cs"
    battle = field(f"0508 1us-cav,mounted | {around}", phase="D")
    assert offered(battle) == ["fire 0509", "done"]
    play(battle, "fire 0509")
    assert "add 1us-cav 4" in offered(battle)


@pytest.mark.rule("gbacw:6.14.4")
@pytest.mark.parametrize("facing", ["N", "S"])
def test_fire_on_mounted_cavalry_shifts_one_column_once(facing: str) -> None:
    fired = fire_at("0509", f"1cs-cav,mounted,{facing}", [2, 1])
    assert enfilade(fired) == [1]
    assert fired.column == fired.base + 1


@pytest.mark.rule("gbacw:6.14.5")
@pytest.mark.parametrize("before, after", [("mounted", "dismounted"), ("dismounted", "mounted")])
def test_mounting_and_dismounting_cost_what_the_chart_says(before: str, after: str) -> None:
    battle = field(f"0508 1us-cav,{before} {ELSE}")
    formed = only(play(battle, "move 1us-cav", f"form {after}"), Formed)
    assert formed.cost == State.game.charts.formation["cavalry"] == 4
    assert unit(battle, "1us-cav").formation == after


# 6.3 Formation and fire


def shifts(battle: Battle, target: str) -> list[tuple[int, str]]:
    fired = only(play(battle, f"fire {target}", "all", "resolve"), Fired)
    return [(line.value, line.rule) for line in fired.shifts]


@pytest.mark.rule("gbacw:6.31")
@pytest.mark.parametrize(
    "id, formations", [("4cs", ("line", "column")), ("cs-n1", ("unlimbered", "limbered"))]
)
def test_formation_matters_under_fire_only_by_the_face_it_shows(
    id: str, formations: tuple[str, str]
) -> None:
    # Shot in the back, all formations fare alike.
    found = [
        shifts(field(f"0508 2us | 0510 {id},{one},S", phase="D", dice=[2, 1, 1]), "0510")
        for one in formations
    ]
    assert found[0] == found[1]
    # In front only the fighting formation is spared the enfilade.
    found = [
        shifts(field(f"0508 2us | 0510 {id},{one},N", phase="D", dice=[2, 1, 1]), "0510")
        for one in formations
    ]
    assert set(found[1]) - set(found[0]) == {(1, "gbacw:7.23.2")}


@pytest.mark.rule("gbacw:6.35")
def test_routed_units_are_enfiladed_from_everywhere() -> None:
    assert not enfilade(fire_at("0509", "1cs", [2, 1]))
    assert enfilade(fire_at("0509", "1cs,routed", [2, 1])) == [1]
