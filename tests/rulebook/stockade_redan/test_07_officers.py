"""7.0 Officers: what they do for the units around them, and what befalls them."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.stockade_redan import combat
from longroll.systems.stockade_redan.events import (
    Bombarded,
    BridgeLaid,
    BridgeTaken,
    Fired,
    FoughtHandToHand,
    Moved,
    Overstacked,
)
from longroll.systems.stockade_redan.roster import NUMBER, OFFICER, ROSTER
from tests.support import field, offered, only, play, refused, rules_against


def ratio(fired: Fired | Bombarded) -> list[tuple[int, str]]:
    """The lines of the ratio: value and rule."""
    return [(line.value, line.rule.removeprefix("stockade_redan:")) for line in fired.ratio]


@pytest.mark.rule("stockade_redan:7.0.1")
@pytest.mark.parametrize("morale", [2, 3, 4])
def test_no_officer_has_a_fire_strength(morale: int) -> None:
    officers = [number for number, piece in enumerate(ROSTER) if piece.kind == OFFICER]
    assert len(officers) == 23
    assert {combat.strength_at(unit, morale, 1, mixed=False) for unit in officers} == {0}


@pytest.mark.rule("stockade_redan:7.0.1")
def test_an_officer_is_no_firing_unit() -> None:
    battle = field("1120 13us-a 13us-o1 | 1119 36ms-a", phase="IX")
    play(battle, "fire 1119")
    assert offered(battle) == ["add 13us-a", "all"]
    with refused("stockade_redan:7.0.1"):
        battle.play("add 13us-o1")


@pytest.mark.rule("stockade_redan:7.0.1")
def test_an_officer_alone_cannot_fire_at_anybody() -> None:
    battle = field("1120 13us-o1 | 1119 36ms-a", phase="IX")
    assert battle.view("union").facts.phase == "X"  # the fire phase had nothing to offer


@pytest.mark.rule("stockade_redan:7.0.2")
def test_any_number_of_officers_may_share_a_hex() -> None:
    officers = [f"{regiment}-o{n}" for regiment in ("13us", "116il", "8mo") for n in range(1, 5)]
    battle = field(
        f"2010 13us-a 13us-b 13us-c 13us-d {' '.join(officers)} | "
        "1420 36ms-a 36ms-b 36ms-c 36ms-o1 36ms-o2 36ms-o3 | 1421 36ms-o4",
        phase="X",
    )
    events = play(battle, "move 36ms-o4 1420", "done")
    assert not [event for event in events if isinstance(event, Overstacked)]
    assert battle.view("confederate").facts.lost == ()


# Support of fire


def two_targets(officers: str) -> Battle:
    """Two companies that can fire at 1119 and at 1121."""
    return field(f"1120 13us-a 13us-b {officers} | 1119 36ms-a | 1121 36ms-b", [6, 6], phase="IX")


@pytest.mark.rule("stockade_redan:7.0.3")
def test_an_officer_supports_one_attack_on_one_hex() -> None:
    battle = two_targets("13us-o1")
    fired = only(play(battle, "fire 1119", "add 13us-a", "support 13us-o1", "resolve"), Fired)
    assert fired.officer == NUMBER["13us-o1"]
    play(battle, "fire 1121", "add 13us-b")
    assert "support 13us-o1" not in offered(battle)
    with refused("stockade_redan:7.0.3"):
        battle.play("support 13us-o1")


@pytest.mark.rule("stockade_redan:7.0.3")
def test_support_is_the_owners_choice() -> None:
    battle = two_targets("13us-o1")
    fired = only(play(battle, "fire 1119", "add 13us-a", "resolve"), Fired)
    assert (fired.officer, ratio(fired)) == (-1, [(2, "11.2.3")])
    play(battle, "fire 1121", "add 13us-b")
    assert "support 13us-o1" in offered(battle)


@pytest.mark.rule("stockade_redan:7.0.3")
@pytest.mark.parametrize(
    "units, firer",
    [
        ("1120 13us-a 8mo-o1", "13us-a"),  # not his regiment
        ("1120 13us-a | 1020 13us-o1", "13us-a"),  # not his hex
        ("1120 13us-a 8mo-a 8mo-o1", "13us-a"),  # his regiment is there and does not fire
        ("1120 hart 13us-o1", "hart"),  # guns have no regiment
    ],
)
def test_an_officer_supports_only_firing_units_of_his_regiment_in_his_hex(
    units: str, firer: str
) -> None:
    battle = field(f"{units} | 1119 36ms-a", phase="IX")
    play(battle, "fire 1119", f"add {firer}")
    assert not [choice for choice in offered(battle) if choice.startswith("support")]
    officer = next(word for word in units.split() if "-o" in word)
    assert rules_against(battle, f"support {officer}") == ["stockade_redan:7.0.3"]


@pytest.mark.rule("stockade_redan:7.0.4")
def test_officers_in_one_hex_each_support_an_attack_of_their_own() -> None:
    battle = two_targets("13us-o1 13us-o2")
    first = play(battle, "fire 1119", "add 13us-a", "support 13us-o1", "resolve")
    second = play(battle, "fire 1121", "add 13us-b", "support 13us-o2", "resolve")
    supported = [only(events, Fired) for events in (first, second)]
    assert [fired.officer for fired in supported] == [NUMBER["13us-o1"], NUMBER["13us-o2"]]
    assert [ratio(fired) for fired in supported] == [[(2, "11.2.3"), (1, "11.2.5")]] * 2


@pytest.mark.rule("stockade_redan:7.0.4", "stockade_redan:7.0.5")
def test_two_officers_do_not_support_the_same_attack() -> None:
    battle = two_targets("13us-o1 13us-o2")
    play(battle, "fire 1119", "add 13us-a", "support 13us-o1")
    assert "support 13us-o2" not in offered(battle)
    with refused("stockade_redan:11.2.5"):
        battle.play("support 13us-o2")


@pytest.mark.rule("stockade_redan:7.0.5")
@pytest.mark.parametrize("officer, die, hit", [("", 3, False), ("13us-o1", 3, True)])
def test_support_moves_the_attack_one_ratio_up(officer: str, die: int, hit: bool) -> None:
    # 4, doubled next to the target, against 4: 2 to 1.
    battle = field(f"1120 13us-a {officer} | 1119 36ms-a | 1422 36ms-b", [die], phase="IX")
    fired = only(play(battle, "fire 1119 all"), Fired)
    assert fired.hit_number == (3 if officer else 2)
    assert ratio(fired) == [(2, "11.2.3"), *([(1, "11.2.5")] if officer else [])]
    assert (fired.lost() == (NUMBER["36ms-a"],)) is hit


@pytest.mark.rule("stockade_redan:7.0.5")
def test_confederate_officers_support_too() -> None:
    battle = field("1120 13us-a | 1119 36ms-a 36ms-o1 | 2502 8mo-a", [2], phase="VIII", morale=3)
    fired = only(play(battle, "fire 1120 all"), Fired)  # 6 to 4
    assert ratio(fired) == [(1, "11.2.3"), (1, "11.2.5")]
    assert fired.lost() == (NUMBER["13us-a"],)


# Officers under fire


@pytest.mark.rule("stockade_redan:7.0.6")
@pytest.mark.parametrize(
    "target, shifts",
    [
        ("36ms-a", []),
        ("36ms-a 36ms-o1", [(-1, "11.2.6")]),
        ("36ms-a 1mo-o1", [(-1, "11.2.6")]),  # of another regiment
        ("gun-1 36ms-o1", [(-1, "11.2.6")]),
        ("36ms-a 36ms-o1 36ms-o2 1mo-o1", [(-1, "11.2.6")]),  # never more than one (SR-40)
        ("36ms-o1", [(-1, "11.2.6")]),  # SR-40
    ],
)
def test_an_officer_in_the_target_moves_the_attack_one_ratio_down(
    target: str, shifts: list[tuple[int, str]]
) -> None:
    battle = field(
        f"1120 13us-a 13us-b | 1119 {target} | 1025 36ms-t",
        dice=[6] * len(target.split()),
        phase="IX",
        assault=2,
    )
    fired = only(play(battle, "fire 1119 all"), Fired)
    assert ratio(fired) == [(4, "11.2.3"), *shifts]
    assert fired.hit_number == (3 if shifts else 4)


@pytest.mark.rule("stockade_redan:7.0.6", "stockade_redan:7.0.5")
def test_support_and_an_officer_in_the_target_make_even() -> None:
    battle = field("1120 13us-a 13us-o1 | 1119 36ms-a 36ms-o1", [6, 6], phase="IX")
    fired = only(play(battle, "fire 1119 all"), Fired)
    assert ratio(fired) == [(2, "11.2.3"), (1, "11.2.5"), (-1, "11.2.6")]
    assert fired.hit_number == 2


@pytest.mark.rule("stockade_redan:7.0.7")
@pytest.mark.parametrize("officer", ["", " 36ms-o1"])
def test_officers_make_no_difference_to_bombardment(officer: str) -> None:
    battle = field(
        f"3210 hart | 1119 36ms-a{officer} | 1025 36ms-t",
        dice=[4, 6, *([6] if officer else []), 3],
        phase="III",
        option=1,
        markers=[{"side": "union", "hex": "1118"}],
    )
    bombarded = only(play(battle, "done"), Bombarded)
    assert (ratio(bombarded), bombarded.hit_number) == ([(3, "11.2.3")], 3)


@pytest.mark.rule("stockade_redan:7.0.12")
def test_officers_under_fire_roll_like_any_unit_and_become_carnage() -> None:
    battle = field("1120 13us-a 13us-b | 1119 36ms-a 36ms-o1 36ms-o2", [6, 3, 4], phase="IX")
    fired = only(play(battle, "fire 1119 all"), Fired)  # 16 to 4, one down: 3
    assert [(ROSTER[target.unit].id, target.hit) for target in fired.targets] == [
        ("36ms-a", False),
        ("36ms-o1", True),
        ("36ms-o2", False),
    ]
    facts = battle.view("confederate").facts
    assert (facts.lost, facts.carnage) == (("36ms-o1",), ("1119",))


# Hand to hand


@pytest.mark.rule("stockade_redan:7.0.8", "stockade_redan:7.0.9")
@pytest.mark.parametrize(
    "union, officers",
    [
        ("13us-a 13us-o1", 1),
        ("13us-a 8mo-o1", 0),  # none of his regiment
        ("13us-a 13us-o1 8mo-o1", 1),
        ("13us-a 13us-o1 13us-o2 13us-o3", 3),  # one company is enough for all of them
        ("13us-o1", 0),  # alone
        ("hart 13us-o1", 0),  # guns have no regiment
    ],
)
def test_officers_count_hand_to_hand_beside_infantry_of_their_regiment(
    union: str, officers: int
) -> None:
    units = sum("-o" not in id for id in union.split())
    die = 5 - units - officers  # against a company and a 4: even, so nobody falls
    battle = field(f"1120 {union} 36ms-a", dice=[die, 4], phase="XII")
    fought = only(list(battle.log()), FoughtHandToHand)
    assert fought.loser == ""
    lines = [(line.value, line.rule) for line in fought.union if line.rule.endswith("7.0.8")]
    assert lines == ([(officers, "stockade_redan:7.0.8")] if officers else [])
    assert sum(line.value for line in fought.union) == units + officers + die


# Chaos of War


@pytest.mark.rule("stockade_redan:7.0.10")
@pytest.mark.parametrize("officer, free", [("", False), ("13us-o1", True), ("8mo-o1", True)])
def test_units_with_an_officer_move_in_spite_of_chaos(officer: str, free: bool) -> None:
    battle = field(
        f"1120 13us-a hart {officer} | 2502 8mo-a", phase="VII", chaos={"1120": "confederate"}
    )
    for unit in ("13us-a", "hart"):
        bars = [] if free else ["stockade_redan:9.2.4"]
        assert rules_against(battle, f"move {unit}") == bars


@pytest.mark.rule("stockade_redan:7.0.10")
@pytest.mark.parametrize("officer, free", [("", False), ("36ms-o1", True)])
def test_units_with_an_officer_fire_in_spite_of_chaos(officer: str, free: bool) -> None:
    battle = field(
        f"1119 36ms-a {officer} | 1219 36ms-b | 1120 13us-a | 2502 8mo-a",
        phase="VIII",
        chaos={"1119": "union"},
    )
    play(battle, "fire 1120")
    bars = [] if free else ["stockade_redan:9.2.4"]
    assert rules_against(battle, "add 36ms-a") == bars


@pytest.mark.rule("stockade_redan:7.0.10")
def test_an_officer_himself_moves_out_of_chaos_and_into_it() -> None:
    chaos = {"1120": "confederate", "1121": "confederate"}
    battle = field("1120 13us-o1 | 2502 8mo-a", phase="VII", chaos=chaos)
    moved = play(battle, "move 13us-o1", "to 1121", "to 1122")  # no die is rolled
    assert [event.to for event in moved if isinstance(event, Moved)] == ["1121", "1122"]


# Bridging markers


@pytest.mark.rule("stockade_redan:7.0.11")
def test_an_officer_cannot_take_up_a_bridging_marker() -> None:
    battle = field("2010 13us-a 13us-o1", phase="VII", bridges=[{"hex": "2010"}])
    play(battle, "move 13us-o1")
    assert "take 13us-o1" not in offered(battle)
    with refused("stockade_redan:10.5.2"):
        battle.play("take 13us-o1")
    play(battle, "with 13us-a")
    assert only(play(battle, "take 13us-a"), BridgeTaken).unit == NUMBER["13us-a"]


@pytest.mark.rule("stockade_redan:7.0.11")
def test_an_officer_cannot_lay_a_bridge() -> None:
    battle = field("1620 13us-a 13us-o1", phase="VII", bridges=[{"hex": "1620"}])
    play(battle, "move 13us-o1")
    assert "lay 13us-o1" not in offered(battle)
    with refused("stockade_redan:7.0.11"):
        battle.play("lay 13us-o1")
    play(battle, "with 13us-a")
    assert only(play(battle, "lay 13us-a"), BridgeLaid).unit == NUMBER["13us-a"]
