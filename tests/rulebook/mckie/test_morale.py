"""Morale: when units test, and what counts."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.mckie.morale import rules as morale
from longroll.systems.mckie.morale.rules import Charge, Friend, MoraleTest, Reason, Unit
from longroll.systems.mckie.words import Cover, Formation, State

RAW = {"quality": "raw", "original": 20, "remaining": 20}


def factors(reason: Reason = "losses", enemy: int | None = 500, **facts: Any) -> dict[str, int]:
    """What counts for a raw unit of 20, by rule; `unit_...` changes the unit itself."""
    own = {name[5:]: facts.pop(name) for name in list(facts) if name.startswith("unit_")}
    test = MoraleTest((reason,), Unit(**{**RAW, **own}), enemy, **facts)
    return {line.rule.rpartition(".")[2]: line.value for line in morale.lines(test)}


# The score


@pytest.mark.rule("mckie:morale.test.1")
def test_the_score_is_an_average_die_and_every_factor() -> None:
    unit = Unit("veteran", 20, 16, fatigued=True)
    ledger = morale.score(MoraleTest(("losses",), unit, 500), 4)
    assert [str(line) for line in ledger] == [
        "+4 average die [mckie:morale.test.1]",
        "+2 veteran [mckie:morale.factor.veteran]",
        "-2 each 10% of its strength lost [mckie:morale.factor.tenpercent]",
        "-1 fatigued or disordered [mckie:morale.factor.fatigued]",
    ]


def test_nothing_counts_for_a_raw_unit_that_is_whole() -> None:
    assert factors() == {}


@pytest.mark.rule("mckie:morale.factor.noenemy")
@pytest.mark.parametrize("enemy, counts", [(None, True), (2001, True), (2000, False), (0, False)])
def test_no_enemy_in_sight_within_20_inches(enemy: int | None, counts: bool) -> None:
    assert factors(enemy=enemy) == ({"noenemy": 3} if counts else {})


@pytest.mark.rule(
    "mckie:morale.factor.chargeflank",
    "mckie:morale.factor.chargefatigued",
    "mckie:morale.factor.advancing",
)
@pytest.mark.parametrize(
    "charge, expected",
    [
        (Charge(), {"advancing": 1}),
        (Charge("flank"), {"advancing": 1, "chargeflank": 2}),
        (Charge("rear"), {"advancing": 1, "chargeflank": 2}),
        (Charge("front", True), {"advancing": 1, "chargefatigued": 1}),
    ],
)
def test_a_charge_counts_as_an_advance_and_by_its_target(
    charge: Charge, expected: dict[str, int]
) -> None:
    assert factors("before_charge", charge=charge) == expected


@pytest.mark.rule("mckie:morale.factor.advancing")
def test_any_advance_counts_once() -> None:
    assert factors(advancing=True) == {"advancing": 1}
    assert factors("before_charge", advancing=True) == {"advancing": 1}


@pytest.mark.rule(
    "mckie:morale.factor.veteran",
    "mckie:morale.factor.experienced",
    "mckie:morale.factor.general",
    "mckie:morale.factor.fatigued",
    "mckie:morale.factor.retreating",
    "mckie:morale.factor.routing",
)
@pytest.mark.parametrize(
    "unit, expected",
    [
        ({"unit_quality": "veteran"}, {"veteran": 2}),
        ({"unit_quality": "experienced"}, {"experienced": 1}),
        ({"unit_general": "in_chain"}, {"general": 1}),
        ({"unit_general": "other"}, {}),
        ({"unit_fatigued": True}, {"fatigued": -1}),
        ({"unit_state": "retreating"}, {"retreating": -2}),
        ({"unit_state": "routing"}, {"routing": -3}),
        ({"unit_state": "retiring"}, {}),
    ],
)
def test_a_factor_of_the_unit(unit: dict[str, Any], expected: dict[str, int]) -> None:
    assert factors(**unit) == expected


@pytest.mark.rule("mckie:morale.factor.cover")
@pytest.mark.parametrize(
    "cover, counts",
    [
        ("none", False),
        ("woods", False),
        ("rail_fence", False),
        ("wall", True),
        ("hasty_trench", True),
        ("prepared", True),
        ("built_up_edge", True),
    ],
)
def test_hard_cover_counts_and_soft_does_not(cover: Cover, counts: bool) -> None:
    assert factors(unit_cover=cover) == ({"cover": 1} if counts else {})


@pytest.mark.rule("mckie:morale.factor.tenpercent", "mckie:morale.factor.half")
@pytest.mark.parametrize(
    "original, remaining, expected",
    [
        (20, 19, {}),
        (20, 18, {"tenpercent": -1}),
        (24, 21, {"tenpercent": -1}),
        (20, 10, {"tenpercent": -5}),
        (20, 9, {"tenpercent": -5, "half": -1}),
        (11, 5, {"tenpercent": -5, "half": -1}),
    ],
)
def test_losses_count_by_full_tens_and_again_under_half(
    original: int, remaining: int, expected: dict[str, int]
) -> None:
    assert factors(unit_original=original, unit_remaining=remaining) == expected


@pytest.mark.rule("mckie:morale.factor.friends")
def test_friends_in_trouble_near_and_in_sight_count_each() -> None:
    near = [Friend("routing", 800), Friend("retreating", 100)]
    others = [
        Friend("routing", 801),
        Friend("retreating", 100, in_sight=False),
        Friend("steady", 100),
        Friend("retiring", 100),
    ]
    assert factors(friends=tuple(near)) == {"friends": -2}
    assert factors(friends=tuple(others)) == {}


@pytest.mark.rule("mckie:morale.factor.skirmcharged", "mckie:form.ext.2")
@pytest.mark.parametrize(
    "formation, reason, expected",
    [
        ("skirmish", "receive_charge", {"skirmcharged": -1}),
        ("skirmish", "losses", {}),
        ("line", "receive_charge", {}),
        ("extended", "receive_charge", {}),
    ],
)
def test_skirmishers_alone_mind_a_charge(
    formation: Formation, reason: Reason, expected: dict[str, int]
) -> None:
    assert factors(reason, unit_formation=formation) == expected


@pytest.mark.rule("mckie:morale.factor.chargehit")
def test_a_charger_that_was_hit() -> None:
    assert factors("charger_hit") == {"advancing": 1, "chargehit": -1}
    assert factors("before_charge") == {"advancing": 1}


@pytest.mark.rule(
    "mckie:morale.factor.artillery",
    "mckie:morale.factor.flanked",
    "mckie:morale.factor.passed",
    "mckie:morale.factor.wonmelee",
    "mckie:morale.factor.lostmelee",
)
@pytest.mark.parametrize(
    "event, expected",
    [
        ({"under_artillery_fire": True}, {"artillery": -1}),
        ({"struck_from": "flank"}, {"flanked": -2}),
        ({"struck_from": "rear"}, {"flanked": -2}),
        ({"passed_through": True}, {"passed": -2}),
        ({"melee": "won"}, {"wonmelee": 2}),
        ({"melee": "lost"}, {"lostmelee": -3}),
        ({"melee": "drawn"}, {}),
        ({"reason": "melee_lost"}, {"lostmelee": -3}),
        ({"reason": "melee_lost", "melee": "lost"}, {"lostmelee": -3}),
    ],
)
def test_an_event_of_this_period(event: dict[str, Any], expected: dict[str, int]) -> None:
    assert factors(**event) == expected


@pytest.mark.rule("mckie:period.14n1")
def test_one_test_takes_the_factors_of_all_its_reasons() -> None:
    test = MoraleTest(
        ("melee_lost", "friends_routing", "losses"),
        Unit("raw", 20, 16),
        0,
        friends=(Friend("routing", 300),),
    )
    assert sum(line.value for line in morale.lines(test)) == -2 - 1 - 3


def test_a_lost_melee_cannot_have_been_won() -> None:
    with pytest.raises(ValueError, match="the melee was won"):
        MoraleTest(("melee_lost",), Unit("raw", 20, 20), 0, melee="won")


@pytest.mark.parametrize("original, remaining", [(20, 21), (0, 0), (20, -1)])
def test_a_strength_that_cannot_be_is_refused(original: int, remaining: int) -> None:
    with pytest.raises(ValueError, match="cannot be left"):
        Unit("raw", original, remaining)


# When units test


@pytest.mark.rule(
    "mckie:morale.when.4",
    "mckie:morale.when.5",
    "mckie:morale.when.7",
    "mckie:period.13",
    "mckie:period.14",
    "mckie:melee.res.1",
    "mckie:melee.res.5",
)
@pytest.mark.parametrize(
    "facts, reasons",
    [
        ({}, ()),
        ({"lost_melee": True}, ("melee_lost",)),
        ({"lost_figures": True}, ("losses",)),
        ({"friends": [Friend("routing", 800)]}, ("friends_routing",)),
        ({"friends": [Friend("routing", 801)]}, ()),
        ({"friends": [Friend("routing", 100, in_sight=False)]}, ()),
        ({"friends": [Friend("retreating", 100)]}, ()),
        ({"lost_figures": True, "tested_when_hit_charging": True}, ()),
        (
            {"lost_melee": True, "lost_figures": True, "tested_when_hit_charging": True},
            ("melee_lost",),
        ),
    ],
)
def test_why_a_unit_tests_at_the_end(facts: dict[str, Any], reasons: tuple[Reason, ...]) -> None:
    assert morale.end_reasons(**facts) == reasons


@pytest.mark.rule("mckie:period.14n1", "mckie:newper.3")
def test_however_many_reasons_it_tests_once() -> None:
    friends = [Friend("routing", 100), Friend("routing", 200)]
    reasons = morale.end_reasons(lost_melee=True, lost_figures=True, friends=friends)
    assert len(reasons) == 3


@pytest.mark.rule("mckie:period.14n2")
@pytest.mark.parametrize("score, barred", [(None, False), (4, False), (3, True), (-5, True)])
def test_bad_morale_at_the_end_bars_a_charge_next_period(score: int | None, barred: bool) -> None:
    rules = [bar.rule for bar in morale.bars_to_charge(score)]
    assert rules == (["mckie:period.14n2"] if barred else [])


@pytest.mark.rule("mckie:morale.when.6")
@pytest.mark.parametrize("state, value", [("retreating", -2), ("routing", -3)])
def test_a_unit_that_would_rally_carries_its_state(state: State, value: int) -> None:
    assert factors("rally", unit_state=state) == {state: value}
