"""Before the first turn: table sides, laying out, terrain, commanders, camps, shared counters."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from longroll.kernel.agenda import Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Scripted, Seeded
from longroll.kernel.state import digest
from longroll.systems.honor_glory.levies import Brigade, Guns, Levy, raised
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.pickup import Force, pickup_battle
from longroll.systems.honor_glory.play import deploying, events, hits
from longroll.systems.honor_glory.play.deploying import Deploy, RollOff, Share
from longroll.systems.honor_glory.play.flanking import Plan
from longroll.systems.honor_glory.play.landscape import Alter, RollChanges
from longroll.systems.honor_glory.play.scenario import own_scenario, scenario_named
from longroll.systems.honor_glory.play.sequence import Muster
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.words import SIDES
from tests.rulebook.honor_glory.table import (
    SCENARIO,
    SYSTEM,
    Fight,
    fight,
    play,
    position,
    refused,
    regiment,
    riders,
)

TEXT = pickup_battle(4, union=Force("B", 1, 1), confederate=Force("C", 2, 0))


def start(scenario: str = SCENARIO, seed: int = 1, **options: Any) -> Fight:
    return Fight(SYSTEM, SYSTEM.start(scenario, SYSTEM.read_options(options)), Seeded(seed))


def asked(battle: Battle) -> str:
    assert battle.decision is not None
    return battle.decision.rule


# Table sides


@pytest.mark.rule("honor_glory:8.5", "honor_glory:8.7")
def test_the_higher_die_chooses_and_equal_ones_are_rolled_again() -> None:
    bare = position({"u1": regiment("union", 20, 75)}, RollOff("edge"))
    battle = fight(bare, 3, 3, 2, 5)
    assert battle.decision is not None
    assert battle.decision.side == "union"
    assert {bar.rule for bar in battle.why_not("first")} == {"honor_glory:8.5"}
    chosen = play(battle.state, "north").state
    assert (chosen.edge("union"), chosen.edge("confederate")) == ("north", "south")
    units = {
        "u1": regiment("union", 0, 0, place="reserve"),
        "c1": regiment("confederate", 0, 0, place="reserve"),
    }
    second = fight(position(units, RollOff("layout")), 6, 1)
    [told] = second.play("second")
    assert told.text() == "The Confederate side lets the enemy lay out its troops first."
    assert second.decision is not None
    assert (second.decision.side, second.decision.rule) == ("union", "honor_glory:8.9")


# Laying out


def waiting(**more: Any) -> State:
    units = {
        **{f"u{x}": regiment("union", 0, 0, place="reserve") for x in range(1, 6)},
        **{f"c{x}": regiment("confederate", 0, 0, place="reserve") for x in range(1, 6)},
        **more,
    }
    return position(units, Deploy("union"))


@pytest.mark.rule("honor_glory:8.9", "honor_glory:8.10")
def test_the_sides_lay_out_two_units_in_turn_near_their_edges() -> None:
    state = waiting()
    assert refused(state, "place u1 60 55 0") == {"honor_glory:8.10"}
    # The whole unit stands 15 cm from the ends of the table: a line is 16 cm wide.
    assert refused(state, "place u1 22 80 0") == {"honor_glory:8.10"}
    assert refused(state, "place u1 23 80 0") == set()
    # One that looks sideways reaches 8 cm before and behind the middle of its front.
    assert refused(state, "place u1 60 67 90") == {"honor_glory:8.10"}
    assert refused(state, "place u1 60 68 90") == set()
    assert refused(state, "place c1 60 80 0") == {"honor_glory:8.9"}
    battle = play(state, "place u1 40 80 0", "place u2 60 80 0")
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    assert {bar.rule for bar in battle.why_not("place c1 60 70 180")} == {"honor_glory:8.10"}
    battle = play(battle.state, "array", "place u3 80 80 0")
    assert [unit.place for unit in battle.state.units.values()].count("table") == 5
    assert {bar.rule for bar in battle.why_not("place u4 60 80 0")} == {"honor_glory:8.9"}
    done = play(battle.state, *["array"] * 4).state
    assert {unit.place for unit in done.units.values()} == {"table"}


@pytest.mark.rule("honor_glory:8.9a")
def test_the_side_with_less_cavalry_lays_out_four() -> None:
    # The pick-up battle has Union cavalry alone.
    battle = start(TEXT)
    while asked(battle) != "honor_glory:8.9":
        battle.play(str(battle.decision.choices[0]))  # type: ignore[union-attr]
    state = battle.state
    assert {side: deploying.at_a_time(state, side) for side in SIDES} == {
        "union": 2,
        "confederate": 4,
    }
    while battle.decision.side == "union":  # type: ignore[union-attr]
        battle.play("array")
    after = play(battle.state, "array").state
    laid = [unit.side for unit in after.units.values() if unit.place == "table"]
    assert laid.count("confederate") == 4


@pytest.mark.rule("honor_glory:8.9", "honor_glory:8.9a")
def test_in_a_battle_of_history_both_sides_lay_out_two() -> None:
    state = waiting(c6=riders("confederate", 0, 0, place="reserve"))
    assert [deploying.at_a_time(state, side) for side in SIDES] == [2, 2]


@pytest.mark.rule("honor_glory:8.9b")
def test_a_defender_lays_out_everything_first() -> None:
    text = pickup_battle(4, defender="confederate")
    battle = start(text)
    while asked(battle) != "honor_glory:8.9":
        battle.play(str(battle.decision.choices[0]))  # type: ignore[union-attr]
    battle.play("array")
    sides = {unit.side for unit in battle.state.units.values() if unit.place == "reserve"}
    assert sides == {"union"}


@pytest.mark.rule("honor_glory:31.1", "honor_glory:32.2", "honor_glory:8.2", "honor_glory:52.0a")
def test_a_pick_up_battle_is_laid_out_and_played_to_its_end() -> None:
    battle = start(TEXT)
    assert asked(battle) == "honor_glory:9.first"
    rules = []
    chance = Random(3)
    while battle.decision is not None and battle.state.phase == "setup":
        rules.append(battle.decision.rule)
        if battle.decision.rule == "honor_glory:31.1":
            assert not [unit for unit in battle.state.units.values() if unit.place == "reserve"]
            battle.play("done")
        else:
            battle.play(str(battle.decision.choices[-1]))
    assert rules.index("honor_glory:8.9") < rules.index("honor_glory:31.1")
    while battle.decision is not None:
        battle.play(str(battle.decision.draw(chance)))
    assert battle.state.result is not None


@pytest.mark.rule("honor_glory:31.1")
def test_commanders_are_given_to_units_once() -> None:
    battle = start(TEXT)
    while asked(battle) != "honor_glory:31.1":
        battle.play(str(battle.decision.choices[-1]))  # type: ignore[union-attr]
    battle.play("post cb1 c2")
    assert battle.state.commanders["cb1"].joined == "c2"
    assert {bar.rule for bar in battle.why_not("post cb1 c3")} == {"honor_glory:31.1"}


def test_the_same_seed_gives_the_same_battle_and_another_seed_another() -> None:
    assert pickup_battle(4) == pickup_battle(4) != pickup_battle(5)
    assert own_scenario("mine", TEXT, lambda name: None) == TEXT
    assert not scenario_named(TEXT).file.historical
    with pytest.raises(ValueError, match="1859-01"):
        pickup_battle(1, "1859-01")


@pytest.mark.rule("honor_glory:E.morale")
def test_an_army_is_raised_by_the_scale_of_the_book() -> None:
    levy = Levy(
        "union",
        "Tyler",
        "C",
        (Brigade("Carroll's", 2200), Brigade("Tyler's", 1400, "B")),
        (Guns("Battery", 16, "12 pdr Napoleon model 1857"),),
    )
    army = raised(levy, "north")
    assert [unit.arm for unit in army.units].count("infantry") == 5 + 3
    assert [unit.arm for unit in army.units].count("artillery") == 3
    assert [one.rank for one in army.commanders] == ["cinc", "division", "brigade", "brigade"]
    assert army.units[4].men == 200
    # Without a strength every unit is of the usual size: its class says all.
    usual = raised(Levy("union", "T", "C", (Brigade("A", 500),)), "north").units[0]
    assert usual.class_ == "C"


def test_port_republic_is_a_battle_of_history() -> None:
    file = scenario_named("port-republic").file
    assert file.historical
    assert (len(file.armies["union"].units), len(file.armies["confederate"].units)) == (11, 14)


# Terrain


@pytest.mark.rule("honor_glory:8.6", "honor_glory:36.2", "honor_glory:OP9.1")
def test_terrain_changes_only_where_no_history_is_played() -> None:
    rules = []
    battle = start(TEXT, changing_terrain=True)
    while battle.state.phase == "setup":
        rules.append(asked(battle))
        battle.play(str(battle.decision.choices[-1]))  # type: ignore[union-attr]
    assert rules.index("honor_glory:OP9.3") < rules.index("honor_glory:8.9")
    battle = start("port-republic", changing_terrain=True)
    assert asked(battle) == "honor_glory:9.first"


@pytest.mark.rule(
    "honor_glory:OP9.2", "honor_glory:OP9.3", "honor_glory:OP9.4", "honor_glory:OP9.6"
)
def test_the_sides_change_one_piece_in_turn() -> None:
    state = position({"u1": regiment("union", 20, 75)}, RollChanges())
    # Two changes for the Confederates and one for the Union, which begins on the second roll.
    battle = fight(state, 2, 1, 4, 4, 1, 6)
    assert battle.decision is not None
    assert battle.decision.side == "union"
    assert {bar.rule for bar in battle.why_not("remove Hedge-Lane")} == {"honor_glory:OP9.6"}
    assert {bar.rule for bar in battle.why_not("remove the-wood")} == {"honor_glory:OP9.6"}
    battle.play("shift the-stone-house 30 60")
    moved = battle.state.table.pieces[-1]
    assert (moved.name, moved.points[0]) == ("the stone house moved", (27 * CM, 58 * CM))
    assert battle.decision.side == "confederate"
    # What the opponent moved may be moved again; then the side with more left ends alone.
    battle.play("remove the-stone-house-moved")
    assert "the stone house moved" not in [one.name for one in battle.state.table.pieces]
    assert battle.decision is not None
    assert isinstance(battle.state.agenda[-1], Alter)
    assert battle.decision.side == "confederate"
    battle.play("add hedge 20 20")
    assert battle.state.table.pieces[-1].kind == "hedge"
    assert not isinstance(battle.state.agenda[-1], Alter)


# Several players


@pytest.mark.rule("honor_glory:12.1")
def test_two_players_of_a_side_move_together() -> None:
    battle = start(players=2)
    battle.play("first")
    first = battle.state.active
    assert len(battle.decision.choices) > 4  # type: ignore[union-attr]
    battle.play("done")
    assert battle.state.active != first


@pytest.mark.rule("honor_glory:12.2", "honor_glory:12.3")
def test_three_players_of_a_side_take_turns_with_their_own_counters() -> None:
    state = position({"u1": regiment("union", 20, 75)}, Share("union"), options={"players": 3})
    state.shares = {"confederate": (6, 0, 0)}
    assert refused(state, "share 3 2") == {"honor_glory:12.3"}
    assert refused(state, "share 3 2 2") == {"honor_glory:12.3"}
    assert play(state, "share 4 0 2").state.shares["union"] == (4, 0, 2)
    battle = start(players=3)
    while battle.state.phase == "setup":
        battle.play(str(battle.decision.choices[0]))  # type: ignore[union-attr]
    seen = []
    for _ in range(8):
        seen.append((battle.state.active, battle.state.player))
        assert (
            battle.state.unplaced == battle.state.shares[battle.state.active][battle.state.player]
        )
        mate = next(
            id
            for id in battle.state.of_side(battle.state.active)
            if deploying.player_of(battle.state, id) != battle.state.player
        )
        assert "honor_glory:12.2" in {bar.rule for bar in battle.why_not(f"declare {mate} 1 hold")}
        battle.play("done")
    first, other = seen[0][0], seen[1][0]
    assert seen[:6] == [(side, number) for number in range(3) for side in (first, other)]
    assert seen[6] == seen[0]


# Flank marches and camps


@pytest.mark.rule("honor_glory:OP6.1", "honor_glory:OP6.8", "honor_glory:OP6.2")
def test_a_flank_march_comes_in_near_its_point() -> None:
    units = {
        "u1": regiment("union", 20, 75),
        "u2": regiment("union", 60, 75),
        "c1": regiment("confederate", 90, 10, 180),
    }
    state = position(units, Plan("union"))
    assert refused(state, "march north 40 u1") == {"honor_glory:OP6.1"}
    state = play(state, "march east 30 u1").state
    assert state.units["u1"].place == "reserve"
    assert refused(state, "march west 30 u2") == {"honor_glory:OP6.1"}
    state = play(state, "done", "done").state
    # The next Union turn asks whether it is declared: not yet, and then tested in every turn.
    battle = play(state, "call_in", faces=(3, 4))
    assert battle.state.units["u1"].place == "reserve"
    battle = play(battle.state, "done", "done", faces=(1, 2))
    unit = battle.state.units["u1"]
    assert unit.place == "table"
    assert unit.x >= 120 * CM - 15 * CM
    # North is on the left of whoever looks east.
    assert abs(unit.y - 30 * CM) <= 15 * CM


@pytest.mark.rule("honor_glory:OP6.4", "honor_glory:OP6.7")
@pytest.mark.parametrize(
    "edge, dice, y",
    [("west", (1, 3, 2), 40), ("west", (4, 6, 2), 80), ("east", (1, 3, 2), 50)],
)
def test_left_and_right_are_those_of_who_faces_the_edge(
    edge: str, dice: tuple[int, ...], y: int
) -> None:
    units = {
        "u1": regiment("union", 60, 75),
        "u2": regiment("union", 90, 75),
        "c1": regiment("confederate", 60, 10, 180),
    }
    state = play(position(units, Plan("union")), f"march {edge} 30 u1", "done", "done").state
    # 30 cm from the south end of the west edge, from the north end of the east edge.
    assert play(state, "call_in", faces=dice).state.units["u1"].y == y * CM


@pytest.mark.rule("honor_glory:OP6.1")
def test_a_flank_march_is_put_together_from_what_is_offered() -> None:
    units = {
        **{f"u{n}": regiment("union", 10 + 17 * n, 80) for n in range(1, 5)},
        "c1": regiment("confederate", 60, 10, 180),
    }
    battle = fight(position(units, Plan("union"), options={"flank_marches": True}))
    offered = {str(one) for one in battle.decision.choices}  # type: ignore[union-attr]
    assert {"march west 10", "march east 80", "done"} <= offered
    assert refused(battle.state, "join u1") == {"honor_glory:OP6.1"}
    for choice in ("march west 40", "join u1", "join u3"):
        assert choice in {str(one) for one in battle.decision.choices}  # type: ignore[union-attr]
        battle.play(choice)
    assert battle.state.flanks["union-west"].units == ("u1", "u3")
    assert battle.state.units["u3"].place == "reserve"
    # Half of the army is the most.
    assert [str(one) for one in battle.decision.choices] == ["done"]  # type: ignore[union-attr]
    assert refused(battle.state, "join u2") == {"honor_glory:OP6.1"}


@pytest.mark.rule("honor_glory:OP6.10")
def test_a_march_of_nobody_is_a_bluff_until_it_arrives() -> None:
    units = {"u1": regiment("union", 20, 75), "c1": regiment("confederate", 90, 10, 180)}
    state = play(position(units, Plan("union")), "march west 30", "done", "done").state
    battle = play(state, "call_in", faces=(1, 1))
    assert any("nobody" in event.text() for event in battle.log())


@pytest.mark.rule("honor_glory:OP8.1", "honor_glory:OP8.2", "honor_glory:OP8.3")
def test_a_camp_is_placed_taken_and_missed() -> None:
    battle = start(lines_of_communication=True)
    assert asked(battle) == "honor_glory:OP8.1"
    assert {bar.rule for bar in battle.why_not("camp 2")} == {"honor_glory:OP8.1"}
    battle.play("camp 60")
    battle.play("camp 30")
    camp = battle.state.camps["union"]
    assert (camp.x, camp.y, camp.holder) == (30 * CM, 85 * CM, "union")
    units = {
        "u1": regiment("union", 100, 70),
        "c1": regiment("confederate", 30, 72, 180),
    }
    state = position(units, side="confederate", camps=battle.state.camps)
    taken = play(state, "declare c1 1 ahead 7", "done").state
    assert taken.camps["union"].holder == "confederate"
    # Its army adds no dice to its tests: a charge is tested with the D20 alone.
    near = position(
        {"u1": regiment("union", 40, 75), "c1": regiment("confederate", 40, 64, 180)},
        camps=taken.camps,
    )
    lost = play(near, "declare u1 1 charge c1", "done", faces=(20, 6, 6)).past.events
    assert any("fails its morale test (charge)" in event.text() for event in lost)


# Ratings by chance


@pytest.mark.rule("honor_glory:OP1.1", "honor_glory:OP1.2", "honor_glory:OP13.1")
def test_classes_and_arms_may_be_left_to_chance() -> None:
    plain = start().state.units
    rolled = start(random_class="start").state.units
    assert [unit.class_ for unit in rolled.values()] != [unit.class_ for unit in plain.values()]
    armed = start(random_weapons=True).state.units
    assert {unit.weapon for unit in armed.values()} != {unit.weapon for unit in plain.values()}
    later = start(random_class="when_needed").state
    assert all(unit.untried for unit in later.units.values())
    assert isinstance(Muster(), Muster)
    units = {
        "u1": regiment("union", 20, 72, untried=True),
        "c1": regiment("confederate", 20, 48, 180),
    }
    battle = play(position(units), "declare u1 1 fire c1", "done", "hold", faces=(6, 20))
    assert (battle.state.units["u1"].class_, battle.state.units["u1"].untried) == ("A", False)


@pytest.mark.rule("honor_glory:OP1.2")
def test_the_class_of_a_unit_is_known_before_any_test_of_it() -> None:
    units = {
        "u1": regiment("union", 20, 72, untried=True),
        "u2": regiment("union", 37, 72, untried=True),
        "c1": regiment("confederate", 20, 50, 180),
    }
    state = position(units)
    # Friends run past it: a class, then the test; class A infantry of 1863 has eight points.
    umpire = Umpire(Scripted((6, 3, 4, 5)))
    hits.check(state, "u1", "friends_routing", umpire)
    [test] = [event for event in umpire.events if isinstance(event, events.Tested)]
    assert (state.units["u1"].class_, test.lines[0].value) == ("A", state.units["u1"].mp)
    assert not state.units["u1"].untried


@pytest.mark.rule("honor_glory:OP1.2")
def test_the_class_of_a_support_is_known_before_it_strikes() -> None:
    units = {
        "u1": regiment("union", 40, 60),
        "u2": regiment("union", 40, 64, untried=True),
        "c1": regiment("confederate", 40, 59, 180),
    }
    state = position(units, melees=(("u1", "c1"),))
    # Its class, a blow of each of the two, and one of the enemy, who all miss.
    battle = play(state, "done", faces=(1, 20, 20, 20))
    assert (battle.state.units["u2"].class_, battle.state.units["u2"].untried) == ("D", False)


# Whole battles


def drawn(seed: int) -> dict[str, Any]:
    """Options drawn by a seed."""
    chance = Random(seed)
    flags = [name for name, kind in SYSTEM.options.__annotations__.items() if kind == "bool"]
    found: dict[str, Any] = {name: chance.random() < 0.5 for name in flags}
    found["random_class"] = chance.choice(["no", "start", "when_needed"])
    found["players"] = chance.choice([1, 2, 3])
    return found


def random_battle(seed: int, scenario: str) -> Fight:
    battle = start(scenario, seed, **drawn(seed))
    chance = Random(seed)
    while battle.decision is not None:
        battle.play(str(battle.decision.draw(chance)))
    return battle


@pytest.mark.parametrize("seed", range(4))
def test_battles_with_options_drawn_by_the_seed_end_and_are_the_same_again(seed: int) -> None:
    scenario = (
        SCENARIO
        if seed % 2
        else pickup_battle(seed, union=Force("A", 1), confederate=Force("B", 1))
    )
    battle = random_battle(seed, scenario)
    assert battle.state.result is not None
    assert digest(battle.state) == digest(random_battle(seed, scenario).state)
