"""The table in words."""

from __future__ import annotations

import longroll
from longroll.systems.stockade_redan import wording
from longroll.systems.stockade_redan.view import Facts
from tests.cli.terminal import POSITION


def seen(side: str, **changes: object) -> Facts:
    battle = longroll.position("stockade_redan", {**POSITION, **changes}, seed=1)
    facts = battle.view(side).facts
    assert isinstance(facts, Facts)
    return facts


def test_the_headline_says_assault_turn_phase_and_morale() -> None:
    line = wording.headline(seen("union"))
    assert line.startswith("Assault 1, turn 3 of 8, IX: Union Fire | morale 4 | ")
    assert "wall: U 1 of 16" in line
    assert len(line) <= 120


def test_before_the_first_turn_the_headline_says_set_up() -> None:
    battle = longroll.new("stockade_redan", dice=[6])
    assert wording.headline(battle.view("union").facts).startswith("Assault 1, set-up | morale 4")


def test_a_hex_is_told_with_all_that_lies_in_it() -> None:
    assert wording.describe(seen("union"), "1720") == [
        "1720: open field, defence 4",
        "  Union: 13us-c, Company C, 13th US, bridging marker",
        "  Union: 8mo-a, Company A, 8th Missouri",
        "  Union: 8mo-b, Company B, 8th Missouri",
        "  carnage",
        "  Chaos of War, placed by the Confederate",
    ]
    assert "  a bridge is laid" in wording.describe(seen("union"), "1620")
    assert "  bridging markers on the ground: 1" in wording.describe(seen("union"), "1721")
    assert "  held by the Union" in wording.describe(seen("union"), "1520")
    assert "  Confederate bombardment" in wording.describe(seen("union"), "1822")


def test_a_hidden_stack_is_told_without_its_units() -> None:
    told = "\n".join(wording.describe(seen("union"), "1419"))
    assert "the Union cannot look into" in told
    assert "36ms" not in told
    assert "36ms-c" in "\n".join(wording.describe(seen("confederate"), "1419"))


def test_a_unit_is_told_with_its_factors_and_its_place() -> None:
    assert wording.describe(seen("union"), "13us-a") == [
        "13us-a, Company A, 13th US: infantry, movement 6, fire 4, range 4; 1620"
    ]
    assert wording.gloss(seen("union"), "13us-a") == "1620"
    assert wording.gloss(seen("union"), "36ms-c") == "not in sight"
    assert wording.gloss(seen("confederate"), "36ms-c") == "1419"
    assert wording.gloss(seen("union"), "spoor") == "not on the map"
    assert wording.gloss(seen("union"), "1519") == "C2*"


def test_losses_are_counted_and_told() -> None:
    facts = seen("union", lost=["13us-v", "13us-u", "36ms-t"])
    assert "lost: U 2, C 1" in wording.headline(facts)
    assert wording.gloss(facts, "13us-v") == "lost"


def test_other_words_mean_nothing() -> None:
    assert wording.describe(seen("union"), "frob") == []
    assert wording.gloss(seen("union"), "frob") == ""
