"""The morale results table."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.mckie.morale import results as morale_results
from longroll.systems.mckie.morale.results import Situation, verdict
from longroll.systems.mckie.morale.rules import MoraleTest, Reason, Unit
from longroll.systems.mckie.words import Arm, State


def result(score: int, **situation: Any) -> str:
    return verdict(score, Situation(**situation)).result


@pytest.mark.rule(
    "mckie:morale.result.4",
    "mckie:morale.result.1a",
    "mckie:morale.result.0a",
    "mckie:morale.result.m3b",
    "mckie:morale.result.m7a",
)
@pytest.mark.parametrize(
    "score, expected",
    [
        (9, "obey"),
        (4, "obey"),
        (3, "no_charge"),
        (1, "no_charge"),
        (0, "no_advance"),
        (-2, "no_advance"),
        (-3, "retreat"),
        (-6, "retreat"),
        (-7, "rout_off"),
        (-20, "rout_off"),
    ],
)
def test_the_rows(score: int, expected: str) -> None:
    assert result(score) == expected


@pytest.mark.rule("mckie:morale.result.0c")
def test_skirmishers_that_are_charged_retire() -> None:
    assert [result(score, being_charged=True, formation="skirmish") for score in (1, 0, -2)] == [
        "no_charge",
        "retire",
        "retire",
    ]
    assert result(-2, formation="skirmish") == "no_advance"
    assert result(-2, being_charged=True) == "no_advance"


@pytest.mark.rule("mckie:morale.result.m3a", "mckie:morale.result.m3b")
@pytest.mark.parametrize(
    "situation, expected",
    [({}, "retreat"), ({"being_charged": True}, "rout"), ({"in_melee": True}, "rout")],
)
def test_a_broken_unit_routs_under_the_bayonet(situation: dict[str, bool], expected: str) -> None:
    assert result(-3, **situation) == result(-6, **situation) == expected


@pytest.mark.rule("mckie:morale.result.m3d", "mckie:morale.result.m7c")
def test_a_broken_unit_that_is_surrounded_surrenders() -> None:
    assert [result(score, surrounded=True) for score in (-2, -3, -7)] == [
        "no_advance",
        "surrender",
        "surrender",
    ]
    assert result(-3, surrounded=True, in_melee=True) == "surrender"
    assert verdict(-8, Situation(surrounded=True)).retest is None
    assert (morale_results.WAY_OUT, morale_results.SURROUNDED_WITHIN) == (100, 600)


@pytest.mark.rule("mckie:morale.result.m3c", "mckie:morale.result.m7b")
def test_when_a_unit_may_test_again() -> None:
    assert [verdict(score, Situation()).retest for score in (0, -3, -7)] == [
        None,
        "each_period",
        "with_general",
    ]
    assert verdict(-3, Situation(being_charged=True)).retest == "each_period"


@pytest.mark.rule("mckie:morale.result.m3e", "mckie:morale.result.m7d")
@pytest.mark.parametrize("arm", ["field_artillery", "siege_artillery", "artillery_crew"])
def test_what_becomes_of_the_guns(arm: Arm) -> None:
    def guns(score: int, being_charged: bool = False) -> str | None:
        return verdict(score, Situation(being_charged=being_charged, arm=arm)).guns

    assert [guns(-2), guns(-3), guns(-6, True), guns(-7)] == [
        None,
        "may_limber",
        "may_not_limber",
        "abandoned",
    ]
    assert verdict(-7, Situation()).guns is None


@pytest.mark.rule("mckie:morale.result.m3c", "mckie:morale.when.6")
def test_a_unit_first_runs_and_then_may_try_to_rally() -> None:
    def bars(state: State, retest: Any, first: bool, general: bool) -> list[str]:
        found = morale_results.bars_to_rally(
            state, retest, first_period=first, with_general=general
        )
        return [bar.rule for bar in found]

    assert bars("retreating", "each_period", True, False) == ["mckie:morale.result.m3c"]
    assert bars("retreating", "each_period", False, False) == []
    assert bars("steady", None, False, False) == ["mckie:morale.when.6"]


@pytest.mark.rule("mckie:morale.result.m7b")
def test_who_routs_off_rallies_only_with_a_general() -> None:
    def may(general: bool) -> bool:
        return not morale_results.bars_to_rally(
            "routing", "with_general", first_period=False, with_general=general
        )

    assert may(True)
    assert not may(False)


@pytest.mark.rule("mckie:morale.result.m3c", "mckie:morale.when.6")
def test_the_state_a_result_leaves_a_unit_in() -> None:
    assert [
        morale_results.state_after(verdict(score, Situation()).result) for score in (-2, -3, -7)
    ] == [
        "steady",
        "retreating",
        "routing",
    ]
    assert morale_results.state_after("retire") == "retiring"
    assert morale_results.state_after("surrender") is None


@pytest.mark.rule("mckie:morale.result.m3a", "mckie:morale.when.2")
@pytest.mark.parametrize(
    "reason, melee, expected",
    [
        ("receive_charge", None, "rout"),
        ("melee_lost", None, "rout"),
        ("losses", "drawn", "rout"),
        ("losses", None, "retreat"),
        ("charger_hit", None, "retreat"),
    ],
)
def test_a_test_knows_its_situation(reason: Reason, melee: Any, expected: str) -> None:
    test = MoraleTest((reason,), Unit("raw", 20, 20), 0, melee=melee)
    assert verdict(-4, morale_results.situation_of(test)).result == expected
    assert verdict(-4, morale_results.situation_of(test, surrounded=True)).result == "surrender"


def test_the_result_says_whether_a_loser_is_pushed_back_or_runs() -> None:
    assert verdict(-2, Situation()).survives
    assert not verdict(-3, Situation()).survives
