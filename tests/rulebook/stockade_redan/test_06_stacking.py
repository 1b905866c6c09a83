"""6.0 to 6.3 Stacking: how much a hex holds, and what becomes of the rest."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.stockade_redan.events import Fired, FoughtHandToHand, Moved, Overstacked
from longroll.systems.stockade_redan.roster import NUMBER
from longroll.systems.stockade_redan.view import Facts
from tests.support import field, offered, only, play, refused


def known(battle: Battle) -> Facts:
    """The table as the Confederates see it, who see everything."""
    facts = battle.view("confederate").facts
    assert isinstance(facts, Facts)
    return facts


def stack(battle: Battle, hex: str) -> tuple[str, ...] | None:
    """Who stands in a hex."""
    return next((stack.units for stack in known(battle).stacks if stack.hex == hex), ())


def asked(battle: Battle) -> tuple[str, str]:
    """Who is asked, and by which rule."""
    assert battle.decision is not None
    return battle.decision.side, battle.decision.rule


def lost_to_overstacking(battle: Battle) -> list[int]:
    return [event.unit for event in battle.log() if isinstance(event, Overstacked)]


FIVE = "13us-a 13us-b 13us-c 13us-d 13us-e"


# 6.0 When and what


@pytest.mark.rule("stockade_redan:6.0.1")
def test_a_fifth_unit_may_pass_through_a_full_hex() -> None:
    battle = field("2010 13us-a 13us-b 13us-c 13us-d | 2011 13us-e | 1420 36ms-a", phase="VII")
    play(battle, "move 13us-e", "to 2010")
    assert asked(battle) == ("union", "stockade_redan:10.0.1")  # it goes on
    play(battle, "to 2009", "stop", "done")
    assert lost_to_overstacking(battle) == []
    assert known(battle).phase == "X"


@pytest.mark.rule("stockade_redan:6.0.1")
def test_a_hex_may_be_overfull_until_the_phase_ends() -> None:
    battle = field("2010 13us-a 13us-b 13us-c 13us-d | 2011 13us-e | 1420 36ms-a", phase="VII")
    play(battle, "move 13us-e 2010", "move 13us-a 2009", "done")
    assert lost_to_overstacking(battle) == []
    assert known(battle).phase == "X"


@pytest.mark.rule("stockade_redan:6.0.1", "stockade_redan:6.3.1")
def test_a_hex_overfull_when_the_phase_ends_is_thinned_out() -> None:
    battle = field("2010 13us-a 13us-b 13us-c 13us-d | 2011 13us-e | 1420 36ms-a", phase="VII")
    play(battle, "move 13us-e 2010", "done")
    assert asked(battle) == ("union", "stockade_redan:6.3.1")
    assert known(battle).phase == "VII"


@pytest.mark.rule("stockade_redan:6.0.1", "stockade_redan:6.3.1")
@pytest.mark.parametrize(
    "phase, morale, dice",
    [
        *((phase, 3, ()) for phase in ("I", "II", "III", "IV", "VIII", "IX", "XI", "XII")),
        ("V", 4, [1]),  # no marker
        ("VI", 2, [1]),
    ],
)
def test_stacking_is_looked_at_when_any_phase_ends(
    phase: str, morale: int, dice: list[int]
) -> None:
    battle = field(f"2010 {FIVE} | 1420 36ms-a", dice, phase=phase, morale=morale)
    assert asked(battle) == ("union", "stockade_redan:6.3.1")
    assert known(battle).phase == phase


@pytest.mark.rule("stockade_redan:6.0.1", "stockade_redan:6.3.1")
def test_stacking_is_looked_at_when_the_confederates_have_moved() -> None:
    battle = field(f"2010 {FIVE} | 1420 36ms-a", phase="X")
    play(battle, "done")
    assert asked(battle) == ("union", "stockade_redan:6.3.1")


@pytest.mark.rule("stockade_redan:6.0.2")
def test_officers_and_bridging_markers_do_not_count() -> None:
    battle = field(
        "2010 13us-a 13us-b 13us-c 13us-d 13us-o1 13us-o2 8mo-o1 | "
        "1420 36ms-a 36ms-b 36ms-c 36ms-o1 36ms-o2",
        phase="VII",
        bridges=[{"hex": "2010"}] * 5,
    )
    play(battle, "done")
    assert lost_to_overstacking(battle) == []
    assert known(battle).phase == "X"


@pytest.mark.rule("stockade_redan:6.0.2")
def test_an_officer_cannot_be_given_up_for_the_limit() -> None:
    battle = field(f"2010 {FIVE} 13us-o1 | 1420 36ms-a", phase="IX")
    assert offered(battle) == [f"lose {id}" for id in FIVE.split()]
    with refused("stockade_redan:6.0.2"):
        battle.play("lose 13us-o1")


@pytest.mark.rule("stockade_redan:6.0.3")
def test_regiments_may_share_a_hex_and_fire_as_from_one_hex_farther() -> None:
    battle = field("1120 13us-a 8mo-a | 1119 36ms-a", dice=[6], phase="VII")
    play(battle, "done", "done")  # no loss by stacking, no Confederate fire
    fired = only(play(battle, "fire 1119 all"), Fired)
    assert [line.value for line in fired.strength] == [4, 5]  # not 8 and 10


@pytest.mark.rule("stockade_redan:6.0.3")
def test_regiments_sharing_a_hex_count_one_less_hand_to_hand() -> None:
    battle = field("1120 13us-a 8mo-a 36ms-a 36ms-b", dice=[2, 1], phase="XII")
    fought = only(list(battle.log()), FoughtHandToHand)
    assert (-1, "stockade_redan:12.2.2") in [(line.value, line.rule) for line in fought.union]
    assert (fought.loser, sum(line.value for line in fought.union)) == ("", 3)


@pytest.mark.rule("stockade_redan:6.0.4")
@pytest.mark.parametrize("firer", ["8mo-a", "hart"])
def test_an_officer_is_no_help_to_the_fire_of_others(firer: str) -> None:
    battle = field(f"1120 {firer} 13us-o1 | 1119 36ms-a", phase="IX")
    play(battle, "fire 1119", "all")
    assert offered(battle) == ["resolve"]
    with refused("stockade_redan:7.0.3"):
        battle.play("support 13us-o1")


# 6.0 The surcharge


@pytest.mark.rule("stockade_redan:6.0.5")
@pytest.mark.parametrize("occupant, carnage, cost", [("", 0, 1), ("", 1, 2), ("8mo-a", 0, 2)])
@pytest.mark.parametrize("also", [[], ["13us-b", "13us-o1"]])
def test_carnage_or_friends_in_a_hex_cost_one_more_for_a_unit_or_a_stack(
    occupant: str, carnage: int, cost: int, also: list[str]
) -> None:
    there = f" | 2010 {occupant}" if occupant else ""
    battle = field(
        f"2011 13us-a 13us-b 13us-o1{there} | 1420 36ms-a",
        phase="VII",
        carnage=["2010"] * carnage,
    )
    play(battle, "move 13us-a", *(f"with {id}" for id in also))
    assert only(play(battle, "to 2010"), Moved).cost == cost


@pytest.mark.rule("stockade_redan:6.0.5")
def test_carnage_and_friends_together_cost_one_more_in_all() -> None:
    battle = field("2011 13us-a | 2010 8mo-a", phase="VII", carnage=["2010"])
    assert only(play(battle, "move 13us-a", "to 2010"), Moved).cost == 2  # SR-12


@pytest.mark.rule("stockade_redan:6.0.5")
def test_the_surcharge_is_paid_each_time_such_a_hex_is_entered() -> None:
    battle = field(
        "2011 13us-a | 2010 8mo-a | 2008 8mo-b | 1420 36ms-a", phase="VII", carnage=["2009"]
    )
    moved = play(battle, "move 13us-a", "to 2010", "to 2009", "to 2008")
    assert [event.cost for event in moved if isinstance(event, Moved)] == [2, 2, 2]


@pytest.mark.rule("stockade_redan:6.0.5")
def test_the_surcharge_holds_for_the_confederates_too() -> None:
    battle = field("1120 36ms-a | 1119 36ms-b | 2502 8mo-a", phase="X")
    assert only(play(battle, "move 36ms-a", "to 1119"), Moved).cost == 2


# 6.1 and 6.2 The limits


@pytest.mark.rule("stockade_redan:6.1.2", "stockade_redan:6.1.3")
@pytest.mark.parametrize("morale, limit", [(2, 3), (3, 3), (4, 4)])
def test_the_confederate_limit_follows_morale(morale: int, limit: int) -> None:
    ids = [f"36ms-{letter}" for letter in "abcdef"]
    full = field(f"1420 {' '.join(ids[:limit])} | 2502 8mo-a", phase="IX", morale=morale)
    assert known(full).phase == "X"
    over = field(f"1420 {' '.join(ids)} | 2502 8mo-a", phase="IX", morale=morale)
    for number in range(6 - limit):
        assert asked(over) == ("confederate", "stockade_redan:6.3.1")
        play(over, f"lose {ids[number]}")
    assert known(over).phase == "X"
    assert stack(over, "1420") == tuple(ids[-limit:])


@pytest.mark.rule("stockade_redan:6.1.1")
@pytest.mark.parametrize("morale, infantry", [(3, "36ms-a 36ms-b 36ms-c"), (4, "36ms-a")])
def test_stockade_guns_do_not_count(morale: int, infantry: str) -> None:
    guns = "gun-1 gun-2 gun-3 gun-4"
    battle = field(f"1420 {infantry} {guns} | 2502 8mo-a", phase="IX", morale=morale)
    assert lost_to_overstacking(battle) == []
    assert known(battle).phase == "X"


@pytest.mark.rule("stockade_redan:6.1.1")
def test_a_stockade_gun_cannot_be_given_up_for_the_limit() -> None:
    battle = field("1420 36ms-a 36ms-b 36ms-c 36ms-d gun-1 | 2502 8mo-a", phase="IX", morale=2)
    assert "lose gun-1" not in offered(battle)
    assert len(offered(battle)) == 4


@pytest.mark.rule("stockade_redan:6.2.1")
@pytest.mark.parametrize(
    "units, over",
    [
        ("13us-a 13us-b 13us-c 13us-d", 0),
        ("13us-a 13us-b 13us-c 13us-d 13us-e", 1),
        ("13us-a 8mo-a 116il-a hart", 0),
        ("13us-a 8mo-a 116il-a hart wood", 1),
        ("hart wood spoor barret", 0),
        ("hart wood spoor barret waterhouse", 1),
    ],
)
@pytest.mark.parametrize("morale", [2, 4])
def test_the_union_limit_is_four_infantry_and_artillery_together(
    units: str, over: int, morale: int
) -> None:
    battle = field(f"2010 {units} | 1420 36ms-a", phase="IX", morale=morale)
    if over:
        assert offered(battle) == [
            f"lose {id}" for id in sorted(units.split(), key=NUMBER.__getitem__)
        ]
        play(battle, offered(battle)[0])
    assert len(lost_to_overstacking(battle)) == over
    assert known(battle).phase == "X"


# 6.3 Overstacking


@pytest.mark.rule("stockade_redan:6.3.1")
@pytest.mark.parametrize("id", FIVE.split())
def test_the_owner_chooses_what_is_lost(id: str) -> None:
    battle = field(f"2010 {FIVE} | 1420 36ms-a", phase="IX")
    lost = only(play(battle, f"lose {id}"), Overstacked)
    assert (lost.unit, lost.hex) == (NUMBER[id], "2010")
    assert lost.rules == ("stockade_redan:6.3.1", "stockade_redan:6.3.2")
    assert stack(battle, "2010") == tuple(unit for unit in FIVE.split() if unit != id)


@pytest.mark.rule("stockade_redan:6.3.1")
def test_every_overfull_hex_of_either_side_is_thinned_out() -> None:
    battle = field(
        f"2010 {FIVE} | 2502 8mo-a 8mo-b 8mo-c 8mo-d 8mo-e 8mo-f | "
        "1420 36ms-a 36ms-b 36ms-c 36ms-d",
        phase="IX",
    )
    play(battle, "lose 13us-a", "lose 8mo-a", "lose 8mo-b")
    assert asked(battle) == ("confederate", "stockade_redan:6.3.1")
    play(battle, "lose 36ms-d")
    assert known(battle).lost == ("36ms-d", "13us-a", "8mo-a", "8mo-b")
    assert known(battle).phase == "X"


@pytest.mark.rule("stockade_redan:6.3.1")
def test_a_unit_elsewhere_cannot_be_given_up_instead() -> None:
    battle = field(f"2010 {FIVE} | 2011 13us-f | 1420 36ms-a", phase="IX")
    with refused("stockade_redan:6.3.1"):
        battle.play("lose 13us-f")


@pytest.mark.rule("stockade_redan:6.3.1")
def test_thinning_out_stops_at_the_limit_so_it_never_ends_the_battle() -> None:
    battle = field(f"2010 {FIVE} | 1420 36ms-a", phase="IX")
    play(battle, "lose 13us-a")
    assert battle.result is None
    assert len(stack(battle, "2010") or ()) == 4


@pytest.mark.rule("stockade_redan:6.3.2")
def test_units_lost_to_overstacking_become_carnage() -> None:
    battle = field(f"2010 {FIVE} | 1420 36ms-a", phase="IX")
    assert known(battle).carnage == ()
    play(battle, "lose 13us-c")
    assert (known(battle).carnage, known(battle).lost) == (("2010",), ("13us-c",))
