"""29.5 The solitaire version: dice for the Confederate entry."""

from typing import Any

import pytest

from longroll import Battle
from longroll.systems.corinth import system
from longroll.systems.corinth.assault_areas import rows
from longroll.systems.corinth.set_up_events import ArrivalRolled
from longroll.systems.corinth.tables import TABLES
from tests.rulebook.corinth.scenes import begin, done_until, facts, number, numbers, scene
from tests.support import offered

GAME = system.game
#: The first division, four dice for guns and generals, and the area.
MAURY = [2, 1, 1, 4, 6, 3]
HEBERT = [5, 1, 1, 4, 6, 6]
#: A plan of which Lovell is not part yet.
PLAN = {"hebert": ("C", 1), "maury": ("D", 1)}


def before_the_phase(
    turn: int, dice: list[int], plan: dict[str, tuple[str, int]], **more: Any
) -> Battle:
    """The Confederate Movement Phase of a Game-Turn, with some divisions still absent."""
    return scene("solitaire", "2020 7il", dice=dice, turn=turn, plan=plan, **more)


def rolled(battle: Battle) -> list[ArrivalRolled]:
    return [event for event in battle.log() if isinstance(event, ArrivalRolled)]


@pytest.mark.rule("corinth:29.5")
def test_dice_and_no_player_make_the_plan() -> None:
    battle = begin("solitaire", MAURY)
    assert battle.decision is not None
    assert battle.decision.side == "union"
    assert facts(battle).plan == {"maury": ("C", 1)}


@pytest.mark.rule("corinth:29.51.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_picks_the_first_division_and_another_its_area(die: int) -> None:
    battle = begin("solitaire", [die, 1, 1, 1, 1, 7 - die])
    first = "maury" if die <= 3 else "hebert"
    assert facts(battle).plan == {first: (TABLES.area[1][6 - die], 1)}


@pytest.mark.rule("corinth:29.51.2")
def test_the_first_division_stands_in_its_row() -> None:
    battle = begin("solitaire", HEBERT)
    row = rows(GAME.ground)["E"]
    assert facts(battle).plan == {"hebert": ("E", 1)}
    assert set(facts(battle).stacks["confederate"]) == set(row)
    standing = [n for n in GAME.roster.of_side["confederate"] if facts(battle).hex_of(n)]
    assert {GAME.roster.pieces[n].division for n in standing} <= {
        "hebert",
        "west-tennessee-cs",
        "reserve-artillery",
        "armstrong",
        "jackson",
        "",
    }
    assert number("2mo") in standing


@pytest.mark.rule("corinth:29.52")
def test_the_union_sets_up_after_it() -> None:
    battle = begin("solitaire", MAURY)
    assert facts(battle).stacks["confederate"]
    assert not facts(battle).stacks["union"]
    battle.play("default")
    battle.play("default")
    assert facts(battle).stacks["union"]
    assert facts(battle).turn == 1


@pytest.mark.rule("corinth:29.53")
def test_each_turn_a_die_for_every_absent_division() -> None:
    battle = before_the_phase(1, [4, 3], {"maury": ("C", 1)})
    assert [event.area for event in rolled(battle)] == ["", ""]
    assert "lovell" not in facts(battle).plan
    battle = before_the_phase(1, [3, 1, 3], {"maury": ("C", 1)})
    assert facts(battle).plan["hebert"] == ("A", 1)
    assert "lovell" not in facts(battle).plan
    assert any(c.startswith("enter 2mo") for c in offered(battle))


@pytest.mark.rule("corinth:29.53")
def test_the_dice_go_on_turn_after_turn() -> None:
    battle = before_the_phase(2, [6, 3, 5], PLAN)
    assert not facts(battle).waiting.get("lovell")
    battle.play("done")
    done_until(battle, 3, "confederate", "B")
    assert facts(battle).plan["lovell"] == ("E", 3)
    assert any(c.startswith("enter 1al") for c in offered(battle))


@pytest.mark.rule("corinth:29.54")
def test_on_turn_6_everybody_comes() -> None:
    battle = before_the_phase(6, [6], PLAN)
    assert facts(battle).plan["lovell"] == ("G", 6)
    assert rolled(battle)[0].area == "G"


@pytest.mark.rule("corinth:29.53", "corinth:29.57")
def test_two_divisions_of_one_turn_never_share_an_area() -> None:
    battle = before_the_phase(1, [1, 3, 1], {"maury": ("C", 1), "lovell": ("E", 1)})
    assert facts(battle).plan["hebert"] == ("A", 1), "the 3 gave C, which was rolled again"


@pytest.mark.rule("corinth:29.55")
def test_guns_and_generals_are_diced_and_cavalry_divided() -> None:
    battle = begin("solitaire", MAURY)
    with_whom = {id: facts(battle).attached[number(id)] for id in ("hoxton", "sengstak")}
    assert with_whom == {"hoxton": "maury", "sengstak": "maury"}
    assert facts(battle).attached[number("price")] == "hebert"
    assert facts(battle).attached[number("van-dorn")] == "hebert"
    cavalry = [facts(battle).attached[n] for n in numbers("adams 2ar-cav 2mo-cav 7tn-cav 1ms-cav")]
    counts = sorted(cavalry.count(d) for d in ("hebert", "maury", "lovell"))
    assert counts == [1, 2, 2]
    assert len(facts(battle).withheld["C"]) == cavalry.count("maury")


@pytest.mark.rule("corinth:29.56")
def test_the_arrival_table_decides() -> None:
    assert TABLES.arrives("lovell", 4, 4)
    assert not TABLES.arrives("lovell", 4, 5)
    came = before_the_phase(4, [4, 6], PLAN)
    assert facts(came).plan["lovell"] == ("F", 4)
    not_yet = before_the_phase(4, [5], PLAN)
    assert "lovell" not in facts(not_yet).plan


@pytest.mark.rule("corinth:29.57")
def test_the_area_table_decides_by_turn() -> None:
    for turn, area in ((1, "C"), (3, "D"), (5, "E")):
        battle = before_the_phase(turn, [1, 4], {"hebert": ("B", 1), "maury": ("A", 1)})
        assert facts(battle).plan["lovell"] == (area, turn)
