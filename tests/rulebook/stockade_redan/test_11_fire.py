"""11.0 to 11.4 Fire combat: who fires at what, and at which ratio."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from longroll import Event
from longroll.kernel.event import Line
from longroll.systems.stockade_redan.events import Bombarded, Fired, Moved, PhaseBegan
from longroll.systems.stockade_redan.roster import NUMBER, ROSTER
from tests.rulebook.stockade_redan.moments import ids, state
from tests.rulebook.stockade_redan.volleys import ELSEWHERE, total
from tests.support import field, offered, only, play, refused, rules_against


def ratio_of(events: Sequence[Event]) -> int:
    """The final ratio to 1 of the one fire attack among the events."""
    return total(only(events, Fired).ratio)


@pytest.mark.rule("stockade_redan:11.0.1")
def test_units_that_moved_may_fire_in_their_own_fire_phase() -> None:
    battle = field("2013 13us-a | 2010 36ms-a", phase="VII", dice=[6, 6])
    moved = only(play(battle, "move 13us-a 2012"), Moved)
    assert (moved.to, state(battle).phase) == ("2012", 8)
    play(battle, "fire 2012")
    with refused("stockade_redan:11.0.1"):
        battle.play("add 13us-a")
    # The Confederates fire and miss; then comes the Union Fire Phase.
    play(battle, "all", "resolve")
    assert state(battle).phase == 9
    fired = only(play(battle, "fire 2010 all"), Fired)
    assert (fired.side, ids(fired.firers)) == ("union", ["13us-a"])


@pytest.mark.rule("stockade_redan:11.0.2", "stockade_redan:11.2.2", "stockade_redan:11.2.3")
@pytest.mark.parametrize(
    "terrain, defence, target, guns",
    [
        ("open field", 4, "2010", "2014"),
        ("slight elevation", 6, "3313", "3309"),
        ("ditch", 8, "1620", "1624"),
        ("redan", 12, "1519", "1523"),
    ],
)
@pytest.mark.parametrize("batteries, strength", [("hart", 12), ("hart wood", 24), ("hart 1oh", 24)])
def test_the_ratio_is_strength_over_defence_without_the_fraction(
    terrain: str, defence: int, target: str, guns: str, batteries: str, strength: int
) -> None:
    units = f"{target} 36ms-a | {guns} {batteries} | {ELSEWHERE}"
    battle = field(units, phase="IX", assault=2, dice=[6])
    fired = only(play(battle, f"fire {target} all"), Fired)
    assert total(fired.strength) == strength
    assert [(line.value, line.reason) for line in fired.defence] == [(defence, terrain)]
    assert total(fired.ratio) == strength // defence
    assert fired.ratio[0].rule == "stockade_redan:11.2.3"


@pytest.mark.rule("stockade_redan:11.0.3", "stockade_redan:11.4.2")
def test_every_unit_and_officer_under_fire_has_a_die_of_its_own_at_one_ratio() -> None:
    target = "13us-a 13us-b 8mo-a 13us-o1"
    battle = field(
        f"2010 {target} | 2012 36ms-a 36ms-b 36ms-c | {ELSEWHERE}",
        phase="VIII",
        morale=4,
        dice=[3, 2, 6, 1],
    )
    fired = only(play(battle, "fire 2010 all"), Fired)
    assert (total(fired.ratio), fired.hit_number) == (2, 2)
    assert [(ROSTER[t.unit].id, t.hit) for t in fired.targets] == [
        ("13us-a", False),
        ("13us-b", True),
        ("8mo-a", False),
        ("13us-o1", True),
    ]
    assert [(roll.value, roll.purpose) for roll in fired.rolls] == [
        (3, "Company A, 13th US"),
        (2, "Company B, 13th US"),
        (6, "Company A, 8th Missouri"),
        (1, "Officer 1, 13th US"),
    ]
    assert ids(state(battle).stack("2010", "union")) == ["13us-a", "8mo-a"]


@pytest.mark.rule("stockade_redan:11.4.2", "stockade_redan:11.1.6")
def test_bridging_markers_roll_under_bombardment_but_never_under_fire() -> None:
    bridges = [{"hex": "2010", "carrier": "13us-a"}, {"hex": "2010"}]
    units = f"2010 13us-a 13us-o1 | 2011 36ms-a | {ELSEWHERE}"
    battle = field(units, phase="VIII", bridges=bridges, dice=[6, 6])
    assert len(only(play(battle, "fire 2010 all"), Fired).rolls) == 2
    # The marker stays where it was plotted (1); two pieces and two bridges roll; then phase V.
    battle = field(
        units,
        phase="IV",
        turn=2,
        bridges=bridges,
        dice=[1, 6, 6, 1, 6, 1],
        markers=[{"side": "confederate", "hex": "2010"}],
    )
    bombarded = only(list(battle.log()), Bombarded)
    assert [target.hit for target in bombarded.targets] == [False, False, True, False]
    assert len(state(battle).bridges_in("2010")) == 1


@pytest.mark.rule("stockade_redan:11.0.4")
def test_a_unit_fires_once_in_a_fire_phase() -> None:
    battle = field("2011 13us-a 13us-b | 2010 36ms-a | 2110 36ms-b", phase="IX", dice=[6])
    play(battle, "fire 2010 13us-a", "fire 2110")
    assert offered(battle) == ["add 13us-b", "all"]
    with refused("stockade_redan:11.0.4"):
        battle.play("add 13us-a")


@pytest.mark.rule("stockade_redan:11.1.1")
def test_nobody_has_to_fire_and_any_number_may() -> None:
    battle = field("2011 13us-a 13us-b 13us-c | 2010 36ms-a", phase="IX", dice=[6])
    silent = battle.copy()
    assert only(play(silent, "done"), PhaseBegan).phase == 10
    assert not any(isinstance(event, Fired) for event in silent.log())
    fired = only(play(battle, "fire 2010", "add 13us-a", "add 13us-c", "resolve"), Fired)
    assert ids(fired.firers) == ["13us-a", "13us-c"]
    assert total(fired.strength) == 16


@pytest.mark.rule("stockade_redan:11.1.2")
def test_a_stack_may_fire_at_one_hex_or_at_several() -> None:
    units = "2011 13us-a 13us-b | 2010 36ms-a | 2110 36ms-b"
    apart = field(units, phase="IX", dice=[6, 6])
    events = play(apart, "fire 2010 13us-a", "fire 2110 13us-b")
    shots = [event for event in events if isinstance(event, Fired)]
    assert [(shot.hex, ids(shot.firers)) for shot in shots] == [
        ("2010", ["13us-a"]),
        ("2110", ["13us-b"]),
    ]
    together = only(play(field(units, phase="IX", dice=[6]), "fire 2110 all"), Fired)
    assert (together.hex, ids(together.firers)) == ("2110", ["13us-a", "13us-b"])


@pytest.mark.rule("stockade_redan:11.1.3")
def test_hexes_are_fired_at_one_after_another_and_losses_count_at_once() -> None:
    battle = field(
        "2012 13us-a 13us-b | 2011 36ms-a | 2010 36ms-b | 2013 36ms-c", phase="IX", dice=[1]
    )
    assert offered(battle) == ["fire 2011", "fire 2013", "done"]
    assert rules_against(battle, "fire 2010") == ["stockade_redan:11.6.3"]
    play(battle, "fire 2011", "add 13us-a")
    with refused("stockade_redan:5.0.1"):
        battle.play("fire 2013")
    play(battle, "resolve")
    # The company in between is gone, and the line behind it is open within the same phase.
    assert offered(battle) == ["fire 2010", "fire 2013", "done"]


@pytest.mark.rule("stockade_redan:11.1.4")
def test_a_target_hex_holds_an_enemy_and_no_friend_and_officers_are_units() -> None:
    units = "2012 13us-a | 2010 36ms-o1 | 2113 36ms-b 8mo-o1 | 2013 13us-b | " + ELSEWHERE
    battle = field(units, phase="IX", dice=[6])
    with refused("stockade_redan:11.1.4"):
        battle.play("fire 2011")
    with refused("stockade_redan:11.1.4"):
        battle.play("fire 2113")
    with refused("stockade_redan:11.1.4"):
        battle.play("fire 2013")
    assert "fire 2113" not in offered(battle)
    assert only(play(battle, "fire 2010 all"), Fired).hex == "2010"


@pytest.mark.rule("stockade_redan:11.1.5")
def test_one_attack_covers_one_hex() -> None:
    battle = field("2011 13us-a | 2010 36ms-a | 2110 36ms-b", phase="IX", dice=[1])
    with refused("stockade_redan:11.2.1"):
        battle.play("fire 2010 2110")
    fired = only(play(battle, "fire 2010 all"), Fired)
    assert [ROSTER[target.unit].id for target in fired.targets] == ["36ms-a"]
    assert ids(state(battle).stack("2110", "confederate")) == ["36ms-b"]


@pytest.mark.rule("stockade_redan:11.1.6")
def test_markers_are_no_targets() -> None:
    battle = field(
        f"2011 36ms-a | {ELSEWHERE}",
        phase="VIII",
        bridges=[{"hex": "2010"}],
        markers=[{"side": "union", "hex": "2110"}],
    )
    assert offered(battle) == ["fire 4010", "done"]
    assert rules_against(battle, "fire 2010") == ["stockade_redan:11.1.4"]
    assert rules_against(battle, "fire 2110") == ["stockade_redan:11.1.4"]


@pytest.mark.rule("stockade_redan:11.2.1")
def test_the_target_is_named_first_then_units_in_range() -> None:
    battle = field(
        "2011 13us-a | 2012 13us-b | 2109 13us-c | 2016 13us-d | 2210 36ms-a", phase="IX"
    )
    assert battle.decision is not None
    assert battle.decision.rule == "stockade_redan:11.2.1"
    assert offered(battle) == ["fire 2210", "done"]
    play(battle, "fire 2210")
    assert offered(battle) == ["add 13us-a", "add 13us-b", "add 13us-c", "all"]
    with refused("stockade_redan:11.5.1"):
        battle.play("add 13us-d")
    with refused("stockade_redan:11.2.2"):
        battle.play("resolve")
    with refused("stockade_redan:7.0.1"):
        field("2011 13us-a 13us-o1 | 2010 36ms-a", phase="IX").play("fire 2010 13us-o1")


@pytest.mark.rule("stockade_redan:11.2.4", "stockade_redan:11.3.1")
def test_thirty_into_a_ditch_is_three_to_one() -> None:
    battle = field(
        "1519 36ms-a 36ms-b 36ms-c | 1520 36ms-d 36ms-e | 1620 13us-a | 4010 13us-v",
        phase="VIII",
        morale=3,
        dice=[4],
    )
    fired = only(play(battle, "fire 1620 all"), Fired)
    assert (total(fired.strength), total(fired.defence), total(fired.ratio)) == (30, 8, 3)
    assert fired.ratio == (Line(3, "30 to 8, fraction dropped", "stockade_redan:11.2.3"),)
    assert (fired.hit_number, fired.lost()) == (3, ())


@pytest.mark.rule("stockade_redan:11.2.5")
@pytest.mark.parametrize("officers", ["13us-o1", "13us-o1 13us-o2", "8mo-o1 13us-o1"])
def test_an_officer_with_infantry_of_his_regiment_adds_one(officers: str) -> None:
    battle = field(f"2012 13us-a 13us-b {officers} | 2010 36ms-a", phase="IX", dice=[6])
    fired = only(play(battle, "fire 2010 all"), Fired)
    assert fired.ratio[1:] == (
        Line(1, "an officer of the firers' regiment", "stockade_redan:11.2.5"),
    )
    assert (total(fired.ratio), fired.officer) == (3, NUMBER["13us-o1"])


@pytest.mark.rule("stockade_redan:11.2.5")
def test_no_attack_gets_more_than_one_up() -> None:
    battle = field("2012 13us-a 13us-o1 13us-o2 | 2010 36ms-a", phase="IX", dice=[6])
    play(battle, "fire 2010", "all", "support 13us-o1")
    assert offered(battle) == ["resolve"]
    with refused("stockade_redan:11.2.5"):
        battle.play("support 13us-o2")
    assert ratio_of(battle.play("resolve")) == 2


@pytest.mark.rule("stockade_redan:11.2.5")
@pytest.mark.parametrize(
    "case, firing, officer",
    [
        ("another regiment", "2012 13us-a 8mo-o1", "8mo-o1"),
        ("another hex", "2012 13us-a | 2112 13us-o1", "13us-o1"),
        ("only guns beside him", "2012 hart 13us-o1", "13us-o1"),
        ("his infantry does not fire", "2012 13us-b 13us-o1 | 2112 13us-a", "13us-o1"),
    ],
)
def test_no_officer_helps_other_than_infantry_of_his_beside_him(
    case: str, firing: str, officer: str
) -> None:
    battle = field(f"{firing} | 2010 36ms-a", phase="IX", dice=[6])
    shooter = "hart" if "hart" in firing else "13us-a"
    play(battle, "fire 2010", f"add {shooter}")
    with refused("stockade_redan:7.0.3"):
        battle.play(f"support {officer}")
    assert len(only(battle.play("resolve"), Fired).ratio) == 1, case


@pytest.mark.rule("stockade_redan:11.2.5")
def test_an_officer_supports_once_a_phase_and_two_officers_support_two_attacks() -> None:
    units = "2011 13us-a 13us-b 13us-o1 13us-o2 | 2010 36ms-a | 2110 36ms-b"
    battle = field(units, phase="IX", dice=[6, 6])
    first = play(battle, "fire 2010", "add 13us-a", "support 13us-o1", "resolve")
    play(battle, "fire 2110", "add 13us-b")
    assert offered(battle) == ["support 13us-o2", "resolve"]
    with refused("stockade_redan:7.0.3"):
        battle.play("support 13us-o1")
    second = play(battle, "support 13us-o2", "resolve")
    assert (ratio_of(first), ratio_of(second)) == (3, 3)


@pytest.mark.rule("stockade_redan:11.2.6")
@pytest.mark.parametrize(
    "target, ratio",
    [
        ("13us-a", 3),
        ("13us-a 13us-o1", 2),
        ("13us-a 8mo-o1", 2),
        ("8mo-o1", 2),
        ("hart 13us-o1", 2),
        ("13us-o1 13us-o2 8mo-o1", 2),
    ],
)
def test_officers_of_any_regiment_in_the_target_take_off_one(target: str, ratio: int) -> None:
    battle = field(
        f"2010 {target} | 2012 36ms-a 36ms-b 36ms-c | {ELSEWHERE}",
        phase="VIII",
        morale=4,
        dice=[6, 6, 6],
    )
    fired = only(play(battle, "fire 2010 all"), Fired)
    down = Line(-1, "an officer in the target hex", "stockade_redan:11.2.6")
    assert fired.ratio[1:] == ((down,) if ratio == 2 else ())
    assert total(fired.ratio) == ratio


@pytest.mark.rule("stockade_redan:11.2.7")
@pytest.mark.parametrize("target", ["116il-a", "8mo-a", "hart", "13us-a 13us-b 13us-c 13us-d"])
def test_units_have_no_defence_of_their_own(target: str) -> None:
    battle = field(
        f"2010 {target} | 2012 36ms-a 36ms-b | {ELSEWHERE}",
        phase="VIII",
        morale=4,
        dice=[6] * len(target.split()),
    )
    fired = only(play(battle, "fire 2010 all"), Fired)
    assert [(line.value, line.reason) for line in fired.defence] == [(4, "open field")]
    assert total(fired.ratio) == 2


@pytest.mark.rule("stockade_redan:11.3.1")
def test_units_of_several_hexes_combine_if_all_are_in_range() -> None:
    units = "2011 13us-a | 2012 116il-a | 2007 8mo-a | 2005 116il-b | 2110 36ms-a 36ms-b"
    battle = field(units, phase="IX", dice=[6, 6])
    play(battle, "fire 2110", "all")
    with refused("stockade_redan:11.5.1"):
        battle.play("add 116il-b")
    fired = only(battle.play("resolve"), Fired)
    assert [(line.value, line.rule) for line in fired.strength] == [
        (4, "stockade_redan:11.5.5"),
        (8, "stockade_redan:11.5.4"),
        (1, "stockade_redan:11.5.7"),
    ]
    assert (total(fired.strength), total(fired.ratio)) == (13, 3)


@pytest.mark.rule("stockade_redan:11.4.1")
def test_a_hex_is_fired_into_once_a_phase() -> None:
    battle = field(f"2011 13us-a 13us-b | 2010 36ms-a | {ELSEWHERE}", phase="IX", dice=[6])
    play(battle, "fire 2010 13us-a")
    assert offered(battle) == ["fire 4011", "done"]
    with refused("stockade_redan:11.4.1"):
        battle.play("fire 2010 13us-b")
