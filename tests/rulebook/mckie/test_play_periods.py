"""Whole periods at random: whatever is played, the rules keep their promises."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

import longroll
from longroll.board.table import is_clear
from longroll.kernel.agenda import Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.decision import Choice
from longroll.kernel.dice import Seeded
from longroll.kernel.state import digest, freeze
from longroll.miniatures import standing
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.scenarios.scenario import NAMES
from longroll.systems.mckie.sequence import PERIOD, BeginPeriod, EndPeriod, clock_at
from longroll.systems.mckie.table import field as measured
from longroll.systems.mckie.table.events import StepBegan
from longroll.systems.mckie.table.state import Charge, Contact, Guns, State
from tests.rulebook.mckie.field import SYSTEM, battery, lay, position, troops

#: How many decisions of each battle are played.
LENGTHS = {
    "millers-crossroads": 100,
    "mcphersons-ridge": 60,
    "the-angle": 80,
    "alexanders-bridge": 60,
    "arkansas-post": 140,
    "peach-orchard": 80,
}
#: Of those that begin at close quarters.
CLOSE = 90
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"generalship": True},
    {"counter_battery": True, "cards": True},
)


def begun(name: str, seed: int) -> Battle:
    options = SYSTEM.read_options(OPTIONS[seed % len(OPTIONS)])
    return Battle(SYSTEM, SYSTEM.start(name, options), Seeded(seed))


def close(seed: int) -> Battle:
    """The armies of a scenario thrown together in the middle, some of them worse for wear."""
    chance = random.Random(seed)
    state = SYSTEM.start(NAMES[seed % 3], SYSTEM.read_options(OPTIONS[seed % len(OPTIONS)]))
    units, state.units = state.units, {}
    width, height = state.battle.table.size
    for id, unit in units.items():
        for _ in range(20):
            placed = replace(
                unit,
                place="table",
                x=width // 2 + chance.randrange(-900, 900),
                y=height // 2 + chance.randrange(-900, 900),
                heading=chance.randrange(3600),
                **condition(chance, unit),
            )
            before, state.units = state.units, {**state.units, id: placed}
            if is_apart(state, id):
                break
            state.units = before
    return Battle(SYSTEM, state, Seeded(seed))


def is_apart(state: State, id: str) -> bool:
    """Whether a unit is nowhere nearer than an inch to anybody."""
    ground = measured.ground_of(state.units[id])
    return not list(SYSTEM.faults(state)) and all(
        is_clear(ground, other, 100) for _, other in standing.troops(state, [id])
    )


def condition(chance: random.Random, unit: Unit) -> dict[str, Any]:
    if unit.arm == "wagon":
        return {}
    found: dict[str, Any] = {"fatigued": chance.random() < 0.2}
    if chance.random() < 0.1:
        found |= {"standing": chance.choice(["retreating", "routing"]), "broke": 1}
    if chance.random() < 0.2:
        found["ran_out"] = 1
    if unit.arm == "infantry":
        forms = ["line", "line", "column", "supported_line", "skirmish"]
        found |= {"formation": chance.choice(forms), "figures": chance.randint(6, unit.figures)}
    return found


def pick(battle: Battle, chance: random.Random) -> Choice:
    """Any choice; a side says that it is done seldom, so that much happens."""
    assert battle.decision is not None
    choices = list(battle.decision.choices)
    assert choices, battle.decision.question
    busy = [one for one in choices if one.verb != "done"]
    return chance.choice(busy if busy and chance.random() < 0.8 else choices)


def state_of(battle: Battle) -> State:
    assert isinstance(battle.state, State)
    return battle.state


def played(battle: Battle, length: int, seed: int) -> Iterator[Battle]:
    """A battle at each of its decisions."""
    chance = random.Random(seed)
    for _ in range(length):
        if battle.decision is None:
            break
        yield battle
        for event in battle.play(pick(battle, chance)):
            assert event.text()
            assert event.rules
            event.details()
            event.effect()
    yield battle


# The sequence


@pytest.mark.rule("mckie:period.1")
@pytest.mark.rule("mckie:period.14")
def test_the_steps_come_in_the_order_of_the_book() -> None:
    book = [step.rule for step in PERIOD if ":period." in step.rule and step.rule[-1].isdigit()]
    numbers = [int(rule.rpartition(".")[2]) for rule in book]
    assert numbers == sorted(numbers)
    assert {1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14} <= set(numbers)


@pytest.mark.rule("mckie:scale.time")
def test_the_clock_goes_on_by_twenty_minutes() -> None:
    assert [clock_at("9:40", period) for period in (1, 2, 3)] == ["9:40", "10:00", "10:20"]
    assert clock_at("23:50", 2) == "0:10"


@pytest.mark.rule("mckie:period.14")
def test_what_a_period_did_to_a_unit_is_forgotten_in_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lay(monkeypatch)
    marked = troops(
        "union",
        20,
        30,
        did=frozenset({"moved"}),
        felt=frozenset({"passed_through"}),
        standing="retiring",
        done=True,
    )
    state = position({"u1": marked, "c1": troops("confederate", 20, 10, 180)})
    state.agenda = []
    EndPeriod().run(state, Umpire(Seeded(1)))
    unit = state.units["u1"]
    assert (unit.did, unit.felt, unit.done, unit.standing) == (
        frozenset(),
        frozenset(),
        False,
        "steady",
    )
    assert state.agenda == [BeginPeriod(4)]


# Random battles


def sound(battle: Battle) -> None:
    """Nothing is wrong, and the state comes back from its bytes."""
    state = state_of(battle)
    assert list(SYSTEM.faults(state)) == []
    assert digest(SYSTEM.thaw(freeze(state))) == digest(state)


@pytest.mark.rule("mckie:period.1")
@pytest.mark.parametrize("name", NAMES)
def test_a_battle_stays_sound_and_its_record_replays_to_the_same_end(name: str) -> None:
    for battle in played(begun(name, 0), LENGTHS[name], seed=0):
        assert list(SYSTEM.faults(state_of(battle))) == []
    sound(battle)
    assert any(isinstance(event, StepBegan) for event in battle.log())
    assert longroll.replay(battle.record()).hash() == battle.hash()


@pytest.mark.rule("mckie:period.1")
@pytest.mark.parametrize("seed", range(9))
def test_at_close_quarters_nothing_ever_breaks_and_what_is_offered_is_allowed(seed: int) -> None:
    chance = random.Random(seed)
    for number, battle in enumerate(played(close(seed), CLOSE, seed)):
        assert list(SYSTEM.faults(state_of(battle))) == []
        if battle.decision is not None and number % 6 == 0:
            offers = list(battle.decision.choices)
            for one in chance.sample(offers, min(3, len(offers))):
                assert battle.why_not(one) == [], one
    sound(battle)


@pytest.mark.rule("mckie:period.1")
def test_an_order_of_another_step_is_refused_with_its_rule() -> None:
    refusals = begun(NAMES[0], 1).why_not("fire u1 c1")
    assert [one.rule for one in refusals] == ["mckie:period.1"]


def test_the_same_seed_gives_the_same_battle() -> None:
    ends = [list(played(close(3), 20, seed=3))[-1].hash() for _ in range(2)]
    assert ends[0] == ends[1]


# What should never be


@pytest.mark.parametrize(
    "change, fault",
    [
        ({"y": 100}, "u1 is beyond the edge of the table"),
        ({"x": 4050}, "u1 and u2 overlap"),
        ({"figures": 0}, "u1 is on the table with 0 figures"),
        ({"figures": 25}, "u1 has 25 of 24 figures"),
        ({"captured": 25}, "u1 has 25 of 24 figures taken"),
        ({"lost_heart": True}, "u1 has lost heart but is steady"),
        ({"place": "gone"}, "g is with u1, which is not there"),
    ],
)
def test_a_fault_is_found(
    change: dict[str, Any], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch)
    general = General(title="G", side="union", role="division", joined="u1")
    units = {"u1": troops("union", 20, 20, 90), "u2": troops("union", 40, 20, 90)}
    state = position(units, generals={"g": general})
    assert list(SYSTEM.faults(state)) == []
    state.change("u1", **change)
    assert fault in list(SYSTEM.faults(state))


def test_a_general_beyond_the_edge_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)
    general = General(title="G", side="union", role="division", x=2000, y=-50)
    state = position({"u1": troops("union", 20, 20)}, generals={"g": general})
    assert list(SYSTEM.faults(state)) == ["g is beyond the edge of the table"]


def test_faults_of_batteries_charges_and_melees_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lay(monkeypatch)
    units = {"u1": battery("union", 20, 20), "c1": troops("confederate", 20, 10, 180)}
    state = position(units)
    state.change("u1", crews=(3,))
    assert list(SYSTEM.faults(state)) == ["u1 has 4 crewmen, 3 of them at the guns"]
    state = position(units, guns={"u1": Guns("field_artillery", 1, 0, 0, 0)})
    assert list(SYSTEM.faults(state)) == ["u1 has both left its guns and kept them"]
    state = position(
        units,
        contacts=(Contact("c9", "u1", "front", 1),),
        charges=(Charge("c8", "u1", (), 0, "front"),),
    )
    assert list(SYSTEM.faults(state)) == [
        "c8 charges but is not there",
        "c9 is in a melee but is not there",
    ]
