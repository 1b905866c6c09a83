"""11.5 Range: how far a unit fires, and what distance leaves of its strength."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.stockade_redan import combat
from longroll.systems.stockade_redan.events import Fired, Plotted
from longroll.systems.stockade_redan.roster import NUMBER
from tests.rulebook.stockade_redan.volleys import ELSEWHERE, total
from tests.support import field, offered, only, play, refused, rules_against


def lines_of(battle: Battle, target: str = "2010") -> list[tuple[int, str]]:
    """Strength and rule of each line when everybody in range fires at the target."""
    fired = only(play(battle, f"fire {target} all"), Fired)
    return [(line.value, line.rule.removeprefix("stockade_redan:")) for line in fired.strength]


def strength(battle: Battle, target: str = "2010") -> int:
    return sum(value for value, _ in lines_of(battle, target))


@pytest.mark.rule("stockade_redan:11.5.1")
@pytest.mark.parametrize(
    "unit, reach", [("13us-a", 4), ("8mo-a", 4), ("hart", 8), ("36ms-a", 4), ("gun-1", 8)]
)
def test_infantry_reaches_four_hexes_and_artillery_eight(unit: str, reach: int) -> None:
    union = unit in ("13us-a", "8mo-a", "hart")
    target, phase = ("36ms-b", "IX") if union else ("13us-b", "VIII")
    at, beyond = (f"2010 {target} | 20{10 + n} {unit} | {ELSEWHERE}" for n in (reach, reach + 1))
    battle = field(at, phase=phase, morale=4, dice=[6])
    assert only(play(battle, "fire 2010 all"), Fired).firers == (NUMBER[unit],)
    battle = field(beyond, phase=phase, morale=4)
    assert "fire 2010" not in offered(battle)
    with refused("stockade_redan:11.5.1"):
        battle.play("fire 2010")
    # Nor may it join others that are near enough.
    near = "13us-c" if union else "36ms-c"
    battle = field(f"{beyond} | 2210 {near}", phase=phase, morale=4)
    play(battle, "fire 2010")
    assert offered(battle) == [f"add {near}", "all"]
    with refused("stockade_redan:11.5.1"):
        battle.play(f"add {unit}")


@pytest.mark.rule("stockade_redan:11.5.1")
def test_bombardment_has_no_range() -> None:
    battle = field("3313 hart | 4529 13us-a | 1010 36ms-a", phase="I", option=1)
    assert only(battle.play("plot 1030"), Plotted).hex == "1030"


@pytest.mark.rule("stockade_redan:11.5.2")
@pytest.mark.parametrize(
    "hex, range",
    [("2011", 1), ("2110", 1), ("1909", 1), ("2012", 2), ("2210", 2), ("2211", 2), ("1908", 2),
     ("2212", 3), ("2309", 3), ("1708", 3), ("2014", 4), ("2312", 4), ("2410", 4), ("2412", 4)],
)  # fmt: skip
def test_range_counts_the_target_by_the_shortest_way(hex: str, range: int) -> None:
    expected = {1: 8, 2: 4, 3: 2, 4: 1}[range]
    battle = field(f"2010 36ms-a | {hex} 13us-a | {ELSEWHERE}", phase="IX", dice=[6])
    fired = only(play(battle, "fire 2010 all"), Fired)
    assert [line.value for line in fired.strength] == [expected]
    assert fired.strength[0].reason == f"1 x {expected}, 13 US in {hex} at {range}"


@pytest.mark.rule("stockade_redan:11.5.2")
@pytest.mark.parametrize("hex", ["2015", "2313", "2413", "2510", "1507"])
def test_five_hexes_by_the_shortest_way_are_too_far(hex: str) -> None:
    battle = field(f"2010 36ms-a | {hex} 13us-a | {ELSEWHERE}", phase="IX")
    assert rules_against(battle, "fire 2010") == ["stockade_redan:11.5.1"]


@pytest.mark.rule(
    "stockade_redan:11.5.4",
    "stockade_redan:11.5.5",
    "stockade_redan:11.5.6",
    "stockade_redan:11.5.7",
)
@pytest.mark.parametrize(
    "range, rule, each",
    [
        # The 13th US fires 4, the 8th Missouri 5, the Confederates their morale: 4, 3 or 2.
        (1, "11.5.4", {"13us-a": 8, "8mo-a": 10, 4: 8, 3: 6, 2: 4}),
        (2, "11.5.5", {"13us-a": 4, "8mo-a": 5, 4: 4, 3: 3, 2: 2}),
        (3, "11.5.6", {"13us-a": 2, "8mo-a": 2, 4: 2, 3: 1, 2: 1}),
        (4, "11.5.7", {"13us-a": 1, "8mo-a": 1, 4: 1}),
    ],
)
def test_infantry_doubles_next_to_the_target_and_fades_with_distance(
    range: int, rule: str, each: dict[str | int, int]
) -> None:
    for firing, expected in each.items():
        unit, enemy, phase, morale = (
            (firing, "36ms-b", "IX", 3)
            if isinstance(firing, str)
            else ("36ms-a", "13us-b", "VIII", firing)
        )
        units = f"2010 {enemy} | 20{10 + range} {unit} | {ELSEWHERE}"
        battle = field(units, phase=phase, morale=morale, dice=[6])
        assert lines_of(battle) == [(expected, rule)], firing


@pytest.mark.rule("stockade_redan:11.5.7", "stockade_redan:11.5.9")
@pytest.mark.parametrize("morale", [2, 3])
def test_a_quarter_of_two_or_three_is_nothing_and_nothing_may_not_fire(morale: int) -> None:
    units = f"2010 13us-a | 2014 36ms-a 36ms-b 36ms-c | {ELSEWHERE}"
    battle = field(units, phase="VIII", morale=morale)
    assert offered(battle) == ["fire 4010", "done"]
    assert rules_against(battle, "fire 2010")


@pytest.mark.rule("stockade_redan:11.5.8")
@pytest.mark.parametrize("range", [1, 2, 3, 4, 5, 8])
def test_artillery_doubles_next_to_the_target_and_never_fades(range: int) -> None:
    rule = {1: "11.5.4", 2: "11.5.5"}.get(range, "11.5.8")
    at = f"20{10 + range}"
    union = field(f"2010 36ms-a | {at} hart | {ELSEWHERE}", phase="IX", dice=[6])
    assert lines_of(union) == [(24 if range == 1 else 12, rule)]
    confederate = field(f"2010 13us-a | {at} gun-1 | {ELSEWHERE}", phase="VIII", dice=[6])
    assert lines_of(confederate) == [(20 if range == 1 else 10, rule)]


@pytest.mark.rule("stockade_redan:11.5.9")
@pytest.mark.parametrize(
    "firing, phase, expected",
    [
        ("2013 8mo-a 8mo-b 8mo-c 8mo-d", "IX", 8),  # 4 halves of 5, not half of 20
        ("2014 8mo-a 8mo-b 8mo-c 8mo-d", "IX", 4),  # 4 quarters of 5, not a quarter of 20
        ("2013 36ms-a 36ms-b 36ms-c", "VIII", 3),  # 3 halves of 3, not half of 9
        ("2013 8mo-a | 2309 8mo-b | 2006 13us-a", "IX", 5),  # from three hexes: 2 and 2 and 1
        ("2013 36ms-a | 2312 36ms-b 36ms-c | 2309 36ms-d", "VIII", 2),  # 1, nothing, 1
    ],
)
def test_each_unit_rounds_down_by_itself(firing: str, phase: str, expected: int) -> None:
    enemy = "36ms-s" if phase == "IX" else "13us-s"
    battle = field(f"2010 {enemy} | {firing} | {ELSEWHERE}", phase=phase, morale=3, dice=[6])
    assert strength(battle) == expected


@pytest.mark.rule("stockade_redan:11.5.10", "stockade_redan:11.5.3")
def test_the_13th_us_and_the_8th_missouri_stacked_do_not_double() -> None:
    battle = field("2010 36ms-a | 2011 13us-a 8mo-a", phase="IX", dice=[6])
    fired = only(play(battle, "fire 2010 all"), Fired)
    assert [(line.value, line.rule) for line in fired.strength] == [
        (4, "stockade_redan:11.5.5"),
        (5, "stockade_redan:11.5.5"),
    ]
    assert "counted as 2 (different regiments)" in fired.strength[0].reason


@pytest.mark.rule("stockade_redan:11.5.3")
@pytest.mark.parametrize(
    "range, pure, mixed",
    [(1, {"13us-a": 8, "8mo-a": 10, "hart": 24}, {"13us-a": 4, "8mo-a": 5, "hart": 12}),
     (2, {"13us-a": 4, "8mo-a": 5, "hart": 12}, {"13us-a": 2, "8mo-a": 2, "hart": 12}),
     (3, {"13us-a": 2, "8mo-a": 2, "hart": 12}, {"13us-a": 1, "8mo-a": 1, "hart": 12}),
     (4, {"13us-a": 1, "8mo-a": 1, "hart": 12}, {"13us-a": 0, "8mo-a": 0, "hart": 12}),
     (8, {"13us-a": 0, "8mo-a": 0, "hart": 12}, {"13us-a": 0, "8mo-a": 0, "hart": 12})],
)  # fmt: skip
def test_different_regiments_fire_as_from_one_hex_farther(
    range: int, pure: dict[str, int], mixed: dict[str, int]
) -> None:
    for unit, expected in pure.items():
        assert combat.strength_at(NUMBER[unit], 3, range, mixed=False) == expected, unit
    for unit, expected in mixed.items():
        assert combat.strength_at(NUMBER[unit], 3, range, mixed=True) == expected, unit
    # Guns and infantry of two regiments in one hex: everybody there reckons one hex farther.
    battle = field(
        f"2010 36ms-a | 20{10 + range} 13us-a 8mo-a hart | {ELSEWHERE}", phase="IX", dice=[6]
    )
    assert strength(battle) == sum(mixed.values())


@pytest.mark.rule("stockade_redan:11.5.3")
@pytest.mark.parametrize(
    "stack, is_mixed",
    [
        ("13us-a 13us-b", False),
        ("13us-a 8mo-a", True),
        ("13us-a 116il-a 8mo-a", True),
        ("13us-a hart", False),  # guns belong to no regiment
        ("13us-a hart wood", False),
        ("13us-a 8mo-o1", False),  # nor do officers make a stack mixed
        ("13us-a 8mo-o1 116il-o1", False),
    ],
)
def test_only_infantry_makes_a_stack_mixed_whether_it_fires_or_not(
    stack: str, is_mixed: bool
) -> None:
    battle = field(f"2010 36ms-a | 2011 {stack}", phase="IX", dice=[6])
    fired = only(play(battle, "fire 2010 13us-a"), Fired)
    assert total(fired.strength) == (4 if is_mixed else 8)


@pytest.mark.rule("stockade_redan:11.5.3")
def test_confederate_regiments_mix_too_and_only_where_they_stand_together() -> None:
    units = f"2010 13us-a | 2011 36ms-a 1mo-a | 2009 36ms-b | {ELSEWHERE}"
    battle = field(units, phase="VIII", assault=2, morale=4, dice=[6])
    assert lines_of(battle) == [(4, "11.5.5"), (8, "11.5.4"), (4, "11.5.5")]


@pytest.mark.rule("stockade_redan:11.5.3", "stockade_redan:11.5.7")
def test_a_mixed_stack_at_four_hexes_has_no_strength_and_may_not_fire_alone() -> None:
    battle = field(f"2010 36ms-a | 2014 13us-a 8mo-a | {ELSEWHERE}", phase="IX")
    assert offered(battle) == ["fire 4011", "done"]
    assert rules_against(battle, "fire 2010")
    # Beside others it may join in, and adds nothing; the true range of 4 is within reach.
    battle = field("2010 36ms-a | 2014 13us-a 8mo-a | 2210 13us-b", phase="IX", dice=[6])
    play(battle, "fire 2010", "add 13us-a")
    assert offered(battle) == ["add 13us-b", "add 8mo-a", "all"]
    with refused("stockade_redan:11.2.2"):
        battle.play("resolve")
    play(battle, "add 13us-b")
    fired = only(battle.play("resolve"), Fired)
    assert sorted(line.value for line in fired.strength) == [0, 4]
