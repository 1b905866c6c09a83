"""2.1a Pioneers."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.battle import Battle
from longroll.systems.blind_swords import sight
from longroll.systems.blind_swords.combat import Assault, Volley
from longroll.systems.blind_swords.engagement import enemies_beside
from longroll.systems.blind_swords.state import Activation
from longroll.systems.chickasaw_bayou import pioneers
from tests.rulebook.blind_swords.field import choices, field, play, refused
from tests.rulebook.blind_swords.marching import WAIT, decourcy, rules, still, thomas


def placing(units: dict[str, str], timber: dict[str, str], **more: Any) -> Battle:
    """DeCourcy's brigade begins a Full Activation."""
    battle = field(units, agenda=[WAIT], timber=timber, **more)
    state: Any = battle.state.copy()
    state.active = Activation("decourcy", "")
    state.agenda = [*state.agenda, *pioneers.begin_activation(state)]
    return Battle.resumed(battle.system, state, battle.dice, 0)


def on_map(battle: Battle) -> dict[str, str]:
    state: Any = battle.state
    return dict(state.pioneers)


@pytest.mark.rule("chickasaw_bayou:2.1a.1", "chickasaw_bayou:2.1a.2", "chickasaw_bayou:2.1a.5")
def test_infantry_in_or_next_to_timber_places_a_pioneer_front_side_up() -> None:
    battle = placing(
        {"2910": "16oh", "2912": "54in", "2906": "42oh"}, {"2909": "full", "2912": "half"}
    )
    assert choices(battle) == ["pioneer 16oh 2909", "pioneer 54in 2912", "done"]
    (event,) = play(battle, "pioneer 16oh 2909")
    assert event.rules == ("chickasaw_bayou:2.1a.2", "chickasaw_bayou:2.1a.5")
    assert on_map(battle) == {"2909": "front"}
    assert refused(battle, "pioneer 42oh 2912") == ["chickasaw_bayou:2.1a.2"]  # far away
    assert refused(battle, "pioneer 54in 2911") == ["chickasaw_bayou:2.1a.2"]  # no timber


@pytest.mark.rule("chickasaw_bayou:2.1a.1")
def test_only_union_infantry_does() -> None:
    state = still({"2910": "31la-a", "2911": "3il-cav"}, timber={"2909": "full", "2912": "full"})
    number = state.game.roster.number
    for id, hex in (("31la-a", "2909"), ("3il-cav", "2912")):
        told = [refusal.rule for refusal in pioneers.bars_to_place(state, number[id], hex)]
        assert "chickasaw_bayou:2.1a.1" in told


@pytest.mark.rule("chickasaw_bayou:2.1a.3")
def test_not_where_the_enemy_or_a_pioneer_is() -> None:
    battle = placing(
        {"2910": "16oh", "2909": "31la-a", "2912": "54in"},
        {"2909": "full", "2911": "full", "3009": "half"},
        pioneers={"2911": "front"},
    )
    assert refused(battle, "pioneer 16oh 2909") == ["chickasaw_bayou:2.1a.3"]
    assert refused(battle, "pioneer 54in 2911") == ["chickasaw_bayou:2.1a.3"]
    assert "pioneer 16oh 3009" in choices(battle)


@pytest.mark.rule("chickasaw_bayou:2.1a.4")
def test_each_unit_places_one() -> None:
    battle = placing(
        {"2910": "16oh", "2912": "54in"}, {"2909": "full", "2911": "full", "2810": "half"}
    )
    play(battle, "pioneer 16oh 2909")
    assert refused(battle, "pioneer 16oh 2810") == ["chickasaw_bayou:2.1a.4"]
    play(battle, "pioneer 54in 2911")
    assert set(on_map(battle)) == {"2909", "2911"}


@pytest.mark.rule("chickasaw_bayou:2.1a.17")
def test_six_at_most_and_removed_ones_come_back() -> None:
    timber = dict.fromkeys(("2909", "1001", "1101", "1201", "1301", "1401", "1501"), "full")
    six = dict.fromkeys([hex for hex in timber if hex != "2909"], "front")
    units = {"2910": "16oh", "1202": "54in", "1402": "42oh"}
    state = still(units, timber=timber, pioneers=six)
    state.active = Activation("decourcy", "")
    number = state.game.roster.number["16oh"]
    told = [refusal.rule for refusal in pioneers.bars_to_place(state, number, "2909")]
    assert told == ["chickasaw_bayou:2.1a.17"]
    battle = placing(units, timber, pioneers=dict(list(six.items())[1:]))
    play(battle, "pioneer 16oh 2909")
    assert len(on_map(battle)) == 6


@pytest.mark.rule("chickasaw_bayou:2.1a.2", "chickasaw_bayou:2.1a.4")
def test_the_question_comes_with_a_full_activation_only() -> None:
    battle = field(
        {"2910": "16oh"},
        active="decourcy limited",
        step="fire",
        timber={"2909": "full"},
        dice=(1,) * 9,
    )
    assert battle.decision is None or "pioneer 16oh 2909" not in choices(battle)


@pytest.mark.rule("chickasaw_bayou:2.1a.7", "chickasaw_bayou:2.1a.8", "chickasaw_bayou:2.1a.16")
def test_they_hinder_nobody_and_are_driven_off_by_confederates() -> None:
    more: dict[str, Any] = {"timber": {"2911": "half"}, "pioneers": {"2911": "removal"}}
    battle = thomas({"2910": "31la-a", "2913": "16oh", "2912": "42oh"}, "attack", **more)
    assert not enemies_beside(battle.state, "confederate", "2910")  # type: ignore[arg-type]
    events = play(battle, "move 31la-a", "to 2911")
    assert "chickasaw_bayou:2.1a.8" in rules(events)
    assert not on_map(battle)
    assert "pioneer" not in " ".join(choices(battle))  # they do not move either


@pytest.mark.rule("chickasaw_bayou:2.1a.9")
def test_they_are_no_obstacle_to_sight() -> None:
    clear = still({"2910": "16oh", "2912": "31la-a"})
    with_one = still({"2910": "16oh", "2912": "31la-a"}, pioneers={"2911": "front"})
    assert sight.look(clear, "2910", "2912", "union") == sight.look(
        with_one, "2910", "2912", "union"
    )


@pytest.mark.rule("chickasaw_bayou:2.1a.10", "blind_swords:9.4.4")
def test_any_result_of_fire_removes_a_lone_pioneer() -> None:
    battle = field(
        {"2911": "31la-a"}, agenda=[WAIT], timber={"2910": "half"}, pioneers={"2910": "front"}
    )
    state: Any = battle.state
    assert [*pioneers.bare_targets(state, "confederate", "fire")] == ["2910"]
    assert not [*pioneers.bare_targets(state, "union", "fire")]
    shot = field(
        {"2911": "31la-a", "2909": "16oh", "1010": "31la-b"},
        active="thomas attack",
        step="fire",
        timber={"2910": "half"},
        pioneers={"2910": "front"},
        dice=(6, 6),
    )
    events = play(shot, "fire 2910", "all", "resolve")
    assert "chickasaw_bayou:2.1a.10" in rules(events)
    assert not on_map(shot)


@pytest.mark.rule("chickasaw_bayou:2.1a.10")
def test_no_effect_leaves_it_there() -> None:
    umpire: Any = type("Log", (), {"tell": lambda self, event: None})()
    state = still({"2909": "16oh"}, timber={"2910": "half"}, pioneers={"2910": "front"})
    volley = Volley("confederate", "2910")
    pioneers.fired(state, volley, "--", umpire)
    assert state.pioneers
    pioneers.fired(state, volley, "A", umpire)
    assert not state.pioneers


@pytest.mark.rule("chickasaw_bayou:2.1a.11", "blind_swords:11.4.6")
def test_an_assault_on_a_lone_pioneer_removes_it() -> None:
    told: list[Any] = []
    umpire: Any = type("Log", (), {"tell": lambda self, event: told.append(event)})()
    state = still({"2909": "16oh"}, timber={"2910": "half"}, pioneers={"2910": "front"})
    assert [*pioneers.bare_to_assault(state, "confederate")] == ["2910"]
    pioneers.overrun(state, Assault("confederate", "2910", "2911"), umpire)
    assert not state.pioneers
    assert told[0].rules == ("chickasaw_bayou:2.1a.11",)


@pytest.mark.rule("chickasaw_bayou:2.1a.12", "blind_swords:9.4.4")
def test_a_pioneer_goes_with_a_loss_of_its_friends() -> None:
    told: list[Any] = []
    umpire: Any = type("Log", (), {"tell": lambda self, event: told.append(event)})()
    state = still(
        {"2910": "16oh", "2911": "54in"}, timber={"2910": "half"}, pioneers={"2910": "front"}
    )
    number = state.game.roster.number
    state.game.rules.suffered(state, number["54in"], "2911", umpire)
    assert state.pioneers  # another hex
    state.game.rules.suffered(state, number["16oh"], "2910", umpire)
    assert not state.pioneers
    assert told[0].rules == ("chickasaw_bayou:2.1a.12",)


@pytest.mark.rule("chickasaw_bayou:2.1a.14")
def test_pioneers_never_fight() -> None:
    # A lone Pioneer beside the enemy gives its brigade nothing to fire or assault with.
    battle = field(
        {"2913": "16oh", "2910": "31la-a", "1010": "54in"},
        active="decourcy attack",
        step="fire",
        timber={"2911": "half"},
        pioneers={"2911": "front"},
    )
    shots = [said for said in choices(battle) if said.startswith(("fire", "assault"))]
    assert not [said for said in shots if "2911" in said]


@pytest.mark.rule("chickasaw_bayou:2.1a.15")
def test_without_infantry_near_it_a_pioneer_goes_back_at_once() -> None:
    more: dict[str, Any] = {"timber": {"2911": "full"}, "pioneers": {"2911": "front"}}
    battle = decourcy({"2910": "16oh"}, **more)
    play(battle, "move 16oh", "to 3010")  # still next to it
    assert on_map(battle)
    events = play(battle, "to 3009")
    assert "chickasaw_bayou:2.1a.15" in rules(events)
    assert not on_map(battle)
    # Other infantry will do, cavalry will not.
    battle = decourcy({"2910": "16oh", "2912": "13il"}, **more)
    play(battle, "move 16oh", "to 2909")
    assert on_map(battle)
    battle = decourcy({"2910": "16oh", "2912": "3il-cav"}, **more)
    play(battle, "move 16oh", "to 2909")
    assert not on_map(battle)


@pytest.mark.rule("chickasaw_bayou:2.1a.16")
def test_pioneers_are_markers_without_a_move() -> None:
    battle = decourcy({"2910": "16oh"}, timber={"2911": "full"}, pioneers={"2911": "front"})
    assert choices(battle) == ["move 16oh", "move 22ky", "done"]
