"""29.1 and 29.2 Assault Areas and the Confederate plan."""

import pytest

from longroll import Battle
from longroll.systems.corinth import system
from longroll.systems.corinth.assault_areas import OPENS, rows
from longroll.systems.corinth.set_up_events import PlanSealed
from tests.rulebook.corinth.scenes import begin, facts, number, numbers
from tests.support import offered, only, play, refused, rules_against

ROWS = rows(system.game.ground)


def plotted(*lines: str) -> Battle:
    """A free set-up with the divisions plotted in the order Hebert, Maury, Lovell."""
    battle = begin("free")
    play(battle, *(f"plot {line}" for line in lines))
    return battle


@pytest.mark.rule("corinth:29.0.1")
def test_only_union_units_begin_on_the_map() -> None:
    battle = begin("free")
    play(battle, "default", "default", "default")
    assert facts(battle).turn == 1
    assert not facts(battle).stacks["confederate"]
    assert facts(battle).stacks["union"]


@pytest.mark.rule("corinth:29.0.2")
def test_plan_then_set_up_then_the_confederate_half_of_the_first_turn() -> None:
    battle = begin("free")
    asked = []
    while not facts(battle).turn:
        assert battle.decision is not None
        asked.append((battle.decision.side, type(facts(battle).agenda[-1]).__name__))
        battle.play("default")
    assert asked == [("confederate", "Plotting"), ("union", "Duties"), ("union", "SetUp")]
    assert facts(battle).phasing == "confederate"


@pytest.mark.rule("corinth:29.1.1")
def test_there_are_seven_areas_and_units_enter_within_theirs() -> None:
    assert "".join(ROWS) == "ABCDEFG" == "".join(OPENS)
    battle = begin("free")
    play(battle, "default", "default", "default")
    assert facts(battle).phase == "B"
    entries = [c.split() for c in offered(battle) if c.startswith("enter 2mo ")]
    assert {hex for _, _, hex in entries} <= set(ROWS["C"])
    assert rules_against(battle, "enter 2mo 0301") == ["corinth:29.25"]


@pytest.mark.rule("corinth:29.1.2")
def test_neighbouring_areas_share_their_end_hex() -> None:
    assert "2501" in ROWS["A"]
    assert "2501" in ROWS["B"]
    for one, other in zip("ABCDEF", "BCDEFG", strict=True):
        assert len(set(ROWS[one]) & set(ROWS[other])) == 1


@pytest.mark.rule("corinth:29.2")
def test_the_plan_names_area_and_turn_of_three_divisions_and_stands() -> None:
    battle = plotted("C 1", "D 2", "A 4")
    assert facts(battle).plan == {"hebert": ("C", 1), "maury": ("D", 2), "lovell": ("A", 4)}
    play(battle, "default")
    assert not any(c.startswith("plot") for c in offered(battle))
    assert "plot" not in type(facts(battle).agenda[-1]).verbs


@pytest.mark.rule("corinth:29.21.1")
def test_somebody_comes_on_the_first_turn_and_all_may() -> None:
    battle = plotted("C 3")
    assert rules_against(battle, "plot D 2") == ["corinth:29.21.1"]
    assert all(c.endswith(" 1") for c in offered(battle) if c.startswith("plot"))
    battle = plotted("C 1", "D 1", "E 1")
    assert {turn for _, turn in facts(battle).plan.values()} == {1}


@pytest.mark.rule("corinth:29.21.2")
def test_lovell_is_held_back_if_anybody_is() -> None:
    battle = plotted("C 1", "D 2")
    assert rules_against(battle, "plot A 1") == ["corinth:29.21.2"]
    assert rules_against(battle, "plot A 2") == []
    battle = plotted("C 1", "D 1")
    assert rules_against(battle, "plot A 1") == []


@pytest.mark.rule("corinth:29.21.3")
def test_divisions_of_one_turn_use_different_areas() -> None:
    battle = plotted("C 1")
    assert rules_against(battle, "plot C 1") == ["corinth:29.21.3"]
    assert rules_against(battle, "plot C 2") == []


@pytest.mark.rule("corinth:29.22")
def test_area_f_opens_on_turn_3_and_g_on_turn_5() -> None:
    battle = begin("free")
    for area in "ABCDE":
        assert rules_against(battle, f"plot {area} 1") == []
    assert rules_against(battle, "plot F 2") == ["corinth:29.22"]
    assert rules_against(battle, "plot F 3") == []
    assert rules_against(battle, "plot G 4") == ["corinth:29.22"]
    assert rules_against(battle, "plot G 5") == []


@pytest.mark.rule("corinth:29.23")
def test_the_union_is_told_one_area_of_the_first_turn() -> None:
    battle = plotted("C 1", "D 1", "A 4")
    while "reveal C" not in offered(battle):
        battle.play(offered(battle)[0])
    assert offered(battle) == ["reveal C", "reveal D", "default"]
    assert rules_against(battle, "reveal A") == ["corinth:29.23"]
    events = play(battle, "reveal D")
    told = only(events, PlanSealed)
    assert told.area == "D"
    assert told.seen_by("union") is told
    assert battle.decision is not None
    assert battle.decision.side == "union"


@pytest.mark.rule("corinth:29.24")
def test_every_division_comes_by_turn_8() -> None:
    battle = begin("free")
    assert rules_against(battle, "plot C 8") == []
    assert rules_against(battle, "plot C 9") == ["corinth:29.24"]


@pytest.mark.rule("corinth:29.26")
def test_guns_and_generals_come_with_hebert_or_maury() -> None:
    battle = plotted("C 1", "D 1", "A 4")
    for id in ("hoxton", "sengstak", "price", "van-dorn"):
        assert battle.decision is not None
        assert system.game.roster.pieces[number(id)].title in battle.decision.question
        assert offered(battle)[:2] == ["join hebert", "join maury"]
        assert rules_against(battle, "join lovell") == ["corinth:29.26"]
        battle.play("join maury")
    play(battle, "default")
    assert set(numbers("hoxton sengstak price van-dorn")) <= set(facts(battle).waiting["maury"])


@pytest.mark.rule("corinth:29.27.1")
def test_cavalry_is_held_in_areas_that_divisions_use() -> None:
    battle = plotted("C 1", "D 1", "A 4")
    play(battle, *["join hebert"] * 5)
    assert offered(battle) == ["hold A", "hold C", "hold D", "default"]
    assert rules_against(battle, "hold B") == ["corinth:29.27.1"]
    play(battle, "hold A", "hold A", "hold C", "hold D", "hold D", "reveal C")
    held = facts(battle).withheld
    assert {area: len(units) for area, units in held.items()} == {"A": 2, "C": 1, "D": 2}
    cavalry = [unit for units in held.values() for unit in units]
    assert all(facts(battle).units[unit].formation == "mounted" for unit in cavalry)


def test_the_plan_is_written_in_its_order() -> None:
    battle = begin("free")
    with refused("corinth:29.2"):
        battle.play("join hebert")
    assert rules_against(battle, "plot Z 1") == ["corinth:29.1.1"]
    assert rules_against(battle, "plot C") == ["corinth:29.2"]
