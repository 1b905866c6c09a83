"""11.7 Combat results, 11.8 Chaos of War under fire, 11.9 no advance after combat."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb

import pytest

from longroll import Battle
from longroll.kernel.dice import Scripted
from longroll.kernel.event import Detail, Line
from longroll.systems.stockade_redan import combat
from longroll.systems.stockade_redan.events import Fired
from longroll.systems.stockade_redan.roster import NUMBER, ROSTER
from tests.rulebook.stockade_redan.moments import state
from tests.rulebook.stockade_redan.volleys import ELSEWHERE, total
from tests.support import field, offered, only, play, refused

#: Confederate stacks two hexes from 2010 that fire, at morale 4, at so many to one.
AT_RATIO = {
    1: "2012 36ms-a",
    2: "2012 36ms-a 36ms-b",
    3: "2012 36ms-a 36ms-b 36ms-c",
    4: "2012 36ms-a 36ms-b 36ms-c 36ms-d",
    5: "2012 36ms-a 36ms-b 36ms-c 36ms-d | 2008 36ms-e",
    6: "2012 36ms-a 36ms-b 36ms-c 36ms-d | 2008 36ms-e 36ms-f",
}
HIT_NUMBERS = [(0, 1), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5)]


def where(battle: Battle) -> dict[str, str]:
    """The hex of every unit on the map."""
    hexes = {piece.id: state(battle).hex_of(unit) for unit, piece in enumerate(ROSTER)}
    return {id: hex for id, hex in hexes.items() if hex}


def at_ratio(ratio: int, target: str, dice: Iterable[int] = ()) -> Battle:
    """The Confederates, all in the attack, about to fire at the Union in 2010 at `ratio`."""
    firing = AT_RATIO.get(ratio, "2013 36ms-a")  # half strength: less than one to one
    units = f"2010 {target} | {firing} | {ELSEWHERE}"
    battle = field(units, phase="VIII", morale=4, dice=tuple(dice))
    play(battle, "fire 2010", "all")
    return battle


@pytest.mark.rule("stockade_redan:11.7.1")
def test_a_hit_eliminates_and_a_miss_does_nothing() -> None:
    battle = at_ratio(3, "13us-a 13us-b", dice=[3, 4])
    before = where(battle)
    fired = only(battle.play("resolve"), Fired)
    assert fired.hits() == "Company A, 13th US lost"
    assert state(battle).units[NUMBER["13us-a"]].lost
    assert set(state(battle).carnage) == {"2010"}
    # Nobody else has gone anywhere: there are no retreats.
    assert where(battle) == {id: hex for id, hex in before.items() if id != "13us-a"}
    assert offered(battle) == ["fire 4010", "done"]


@pytest.mark.rule("stockade_redan:11.7.1")
def test_a_volley_that_misses_everybody_leaves_no_trace() -> None:
    battle = at_ratio(3, "13us-a 13us-o1", dice=[4, 6])
    before = where(battle)
    assert only(battle.play("resolve"), Fired).hits() == "no effect"
    assert (where(battle), set(state(battle).carnage)) == (before, set())


@pytest.mark.rule("stockade_redan:11.7.2", "stockade_redan:11.7.2.1")
@pytest.mark.parametrize("ratio, hit_number", HIT_NUMBERS)
def test_a_die_up_to_the_hit_number_of_the_ratio_hits(ratio: int, hit_number: int) -> None:
    battle = at_ratio(ratio, "13us-a 13us-b", dice=[hit_number, hit_number + 1])
    fired = only(battle.play("resolve"), Fired)
    assert (total(fired.ratio), fired.hit_number) == (ratio, hit_number)
    assert [ROSTER[unit].id for unit in fired.lost()] == ["13us-a"]
    assert "stockade_redan:11.7.2" in fired.rules


@pytest.mark.rule("stockade_redan:11.7.2.1", "stockade_redan:11.7.3")
@pytest.mark.parametrize("ratio, hit_number", [*HIT_NUMBERS, (-1, 1), (7, 5), (12, 5), (30, 5)])
def test_every_face_against_every_ratio(ratio: int, hit_number: int) -> None:
    hits = [combat.is_hit(ratio, Scripted([face]))[0] for face in range(1, 7)]
    assert hits == [face <= hit_number for face in range(1, 7)]
    assert not hits[5]


@pytest.mark.rule("stockade_redan:11.2.5", "stockade_redan:11.2.6")
@pytest.mark.parametrize(
    "firing, target, shifts, ratio, hit_number",
    [
        ("2012 36ms-a 36ms-b 36ms-o1", "13us-a 13us-o1", 2, 2, 2),  # up and down: nothing
        ("2011 36ms-a 36ms-b 36ms-c | 2009 36ms-d", "13us-a 13us-o1", 1, 7, 5),  # 8 less 1
        ("2013 36ms-a 36ms-o1", "13us-a", 1, 1, 1),  # 0 and 1
        ("2013 36ms-a", "13us-a 13us-o1", 1, -1, 1),  # 0 less 1
    ],
)
def test_shifts_change_the_true_ratio(
    firing: str, target: str, shifts: int, ratio: int, hit_number: int
) -> None:
    battle = field(f"2010 {target} | {firing} | {ELSEWHERE}", phase="VIII", morale=4, dice=[6, 6])
    fired = only(play(battle, "fire 2010 all"), Fired)
    assert len(fired.ratio) == 1 + shifts
    assert (total(fired.ratio), fired.hit_number) == (ratio, hit_number)


@pytest.mark.rule("stockade_redan:11.7.3")
def test_a_six_never_hits_however_strong_the_fire() -> None:
    units = f"2010 13us-a 13us-b | 2011 gun-1 gun-2 gun-3 gun-4 | {ELSEWHERE}"
    battle = field(units, phase="VIII", dice=[6, 5])
    fired = only(play(battle, "fire 2010 all"), Fired)
    assert (total(fired.strength), total(fired.ratio)) == (80, 20)
    assert [target.hit for target in fired.targets] == [False, True]


@pytest.mark.rule("stockade_redan:11.0.3", "stockade_redan:11.7.2")
@pytest.mark.parametrize("ratio, hit_number", HIT_NUMBERS)
@pytest.mark.parametrize("companies", [1, 2, 4])
def test_losses_follow_the_binomial_law_exactly(
    ratio: int, hit_number: int, companies: int
) -> None:
    battle = at_ratio(ratio, " ".join(f"13us-{letter}" for letter in "abcd"[:companies]))
    odds = battle.odds("resolve")
    losses = [Fraction(0)] * (companies + 1)
    for outcome in odds.outcomes:
        (effect,) = outcome.effects
        losses[effect.count("Company")] += outcome.probability
    hit = Fraction(hit_number, 6)
    assert losses == [
        comb(companies, n) * hit**n * (1 - hit) ** (companies - n) for n in range(companies + 1)
    ]
    # Which companies fall is told apart: every subset is an outcome of its own.
    assert len(odds.outcomes) == 2**companies
    assert "stockade_redan:11.7.2" in odds.rules


@pytest.mark.rule("stockade_redan:11.2.6", "stockade_redan:11.7.2")
def test_the_odds_count_an_officer_under_fire_with_his_shift_and_his_die() -> None:
    odds = at_ratio(3, "13us-a 13us-o1").odds("resolve")
    third = Fraction(1, 3)  # 3 to 1 less 1: hit on 2 or less
    assert {outcome.effects[0]: outcome.probability for outcome in odds.outcomes} == {
        "no effect": (1 - third) ** 2,
        "Company A, 13th US lost": third * (1 - third),
        "Officer 1, 13th US lost": third * (1 - third),
        "Company A, 13th US and Officer 1, 13th US lost": third**2,
    }
    assert Line(-1, "an officer in the target hex", "stockade_redan:11.2.6") in odds.ledger


@pytest.mark.rule("stockade_redan:11.2.2", "stockade_redan:11.2.3", "stockade_redan:11.7.2")
def test_the_log_tells_the_whole_reckoning() -> None:
    firing = "1519 36ms-a 36ms-b 36ms-c 36ms-o1 | 1520 36ms-d | 1420 gun-1"
    battle = field(
        f"1620 13us-a 13us-o1 | {firing} | {ELSEWHERE}",
        phase="VIII",
        chaos={"1620": "confederate"},
        dice=[3, 2],
    )
    fired = only(play(battle, "fire 1620", "all", "support 36ms-o1", "resolve"), Fired)
    assert fired.strength == (
        Line(18, "3 x 6, 36 MS in 1519 at 1", "stockade_redan:11.5.4"),
        Line(6, "1 x 6, 36 MS in 1520 at 1", "stockade_redan:11.5.4"),
    )
    assert fired.defence == (
        Line(8, "ditch", "stockade_redan:11.2.3"),
        Line(1, "Chaos of War", "stockade_redan:11.8.1"),
    )
    assert fired.ratio == (
        Line(2, "24 to 9, fraction dropped", "stockade_redan:11.2.3"),
        Line(1, "an officer of the firers' regiment", "stockade_redan:11.2.5"),
        Line(-1, "an officer in the target hex", "stockade_redan:11.2.6"),
    )
    assert fired.ledger() == fired.strength + fired.defence + fired.ratio
    assert (fired.hit_number, [roll.value for roll in fired.rolls]) == (2, [3, 2])
    assert {
        f"stockade_redan:{rule}"
        for rule in ("11.2.3", "11.2.5", "11.2.6", "11.5.4", "11.7.2", "11.8.1")
    } == set(fired.rules)
    assert fired.text() == "Confederate fire at 1620: Officer 1, 13th US lost."
    assert fired.details()[-3:] == [
        Detail("2:1", "24 against 9, hit on 2 or less"),
        Detail("3", "Company A, 13th US"),
        Detail("2", "Officer 1, 13th US"),
    ]


@pytest.mark.rule("stockade_redan:11.2.2")
def test_the_odds_and_the_volley_tell_the_same_reckoning() -> None:
    battle = at_ratio(6, "13us-a hart", dice=[6, 6])
    odds = battle.odds("resolve")
    fired = only(battle.play("resolve"), Fired)
    assert (odds.ledger, odds.rules) == (fired.ledger(), fired.rules)
    assert total(fired.strength) == 24
    assert sum(outcome.probability for outcome in odds.outcomes) == 1


@pytest.mark.rule("stockade_redan:11.8.1")
@pytest.mark.parametrize(
    "target, where, plain, marked", [("2010", "2012", 2, 1), ("1620", "1622", 1, 0)]
)
def test_chaos_of_war_defends_like_terrain(
    target: str, where: str, plain: int, marked: int
) -> None:
    units = f"{target} 13us-a | {where} 36ms-a 36ms-b | {ELSEWHERE}"
    battle = field(units, phase="VIII", morale=4, dice=[6])
    assert total(only(play(battle, f"fire {target} all"), Fired).ratio) == plain
    battle = field(units, phase="VIII", morale=4, dice=[6], chaos={target: "confederate"})
    fired = only(play(battle, f"fire {target} all"), Fired)
    assert fired.defence[1] == Line(1, "Chaos of War", "stockade_redan:11.8.1")
    assert total(fired.ratio) == marked


@pytest.mark.rule("stockade_redan:11.9.1")
def test_nobody_advances_into_a_hex_cleared_by_fire() -> None:
    battle = field(f"2011 13us-a | 2010 36ms-a | {ELSEWHERE}", phase="IX", dice=[1])
    play(battle, "fire 2010 13us-a")
    assert state(battle).stack("2010", "confederate") == ()
    assert state(battle).hex_of(NUMBER["13us-a"]) == "2011"
    with refused("stockade_redan:5.0.1"):
        battle.play("move 13us-a 2010")
    play(battle, "done")
    with refused("stockade_redan:10.0.4"):
        battle.play("move 13us-a")
