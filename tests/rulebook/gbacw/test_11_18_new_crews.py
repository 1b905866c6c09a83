"""11.18 and 11.19 New crews for wagons that have lost theirs, and wagons that are taken."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.gbacw.drill import DRILL
from longroll.systems.gbacw.events import Abandoned, Recrewed, Resupplied, SawElephant
from tests.rulebook.gbacw.combat import announce
from tests.rulebook.gbacw.field import field, state_of, unit, where
from tests.support import offered, only, play, refused

EMPTY = {"us-wagon": {"crew": 0}}
#: A wagon of the Union that serves the Confederates, and has no crew yet.
TAKEN = {"us-wagon": {"crew": 0, "turned": True}}


def last(units: str, **more: object) -> Battle:
    """The Final Command Phase of the Union, or of the Confederates when they hold the wagon."""
    states = {**EMPTY, **dict(more.pop("states", {}))}  # type: ignore[call-overload]
    return field(units, phase="J", states=states, **more)  # type: ignore[arg-type]


@pytest.mark.rule("gbacw:11.18.1", "gbacw:11.18.2")
@pytest.mark.parametrize(
    "giver, weapon, morale", [("3us", "M", 3), ("2us", "R", 3), ("1us-cav,dismounted", "C", 4)]
)
def test_a_unit_on_the_wagon_gives_a_point(giver: str, weapon: str, morale: int) -> None:
    id = giver.partition(",")[0]
    battle = last(f"0508 us-wagon {giver}")
    before = unit(battle, id).strength
    event = only(play(battle, f"crew us-wagon {id}"), Recrewed)
    assert event.rules == ("gbacw:11.18.1",)
    assert unit(battle, id).strength == before - 1
    wagon = unit(battle, "us-wagon")
    assert (wagon.crew, wagon.rating, wagon.weapon) == (1, morale, weapon)


@pytest.mark.rule("gbacw:11.18.2", "gbacw:13.14.2")
def test_green_men_find_their_morale_when_it_is_noted() -> None:
    # The dice show 3: a rating of 5.
    battle = field("0508 us-wagon 6us", [1, 2], phase="J", states=EMPTY)
    events = play(battle, "crew us-wagon 6us")
    assert only(events, SawElephant).rating == 5
    assert (unit(battle, "us-wagon").rating, unit(battle, "6us").rating) == (5, 5)


@pytest.mark.rule("gbacw:11.18.2")
def test_the_new_crew_fires_the_weapon_it_brought() -> None:
    # Muskets do not reach three hexes.
    battle = field(
        "0508 2us | 0511 cs-wagon | 0510 cs-n1 | 0509 12us",
        phase="C",
        states={"cs-wagon": {"weapon": "M", "rating": 3}},
    )
    with refused("gbacw:9.23.1"):
        play(battle, "fire 0508", "add cs-wagon 1")


@pytest.mark.rule("gbacw:11.18.1")
@pytest.mark.parametrize("who", ["1us-cav,mounted", "us-n1", "3us,routed", "10us"])
def test_others_give_nobody(who: str) -> None:
    # 10us has no point to spare.
    battle = last(f"0508 us-wagon 2us | 0509 {who}")
    id = who.partition(",")[0]
    assert "crew us-wagon 2us" in offered(battle)
    with refused("gbacw:11.18.1"):  # not in its hex
        battle.play(f"crew us-wagon {id}")
    battle = last(f"0508 us-wagon {who} 2us")
    with refused("gbacw:11.18.1"):
        battle.play(f"crew us-wagon {id}")


@pytest.mark.rule("gbacw:11.18.1")
def test_while_the_old_crew_lives_there_is_no_new_one() -> None:
    units = "0508 us-wagon 2us | 0101 us-wagon-crew,routed | 0303 3us"
    battle = last(units, phasing="union")
    assert state_of(battle).phase != "J"  # nothing to decide, and on it goes
    battle = field("0508 us-wagon 2us", phase="J")  # and a wagon with a crew needs none
    assert state_of(battle).phase != "J"


@pytest.mark.rule("gbacw:11.18.2")
def test_a_wagon_takes_one_point_and_keeps_it() -> None:
    battle = last("0508 us-wagon 2us 8us | 0608 12us | 0708 12cs")
    play(battle, "crew us-wagon 2us")
    assert state_of(battle).phase != "J"
    battle = field("0508 us-wagon 2us,3 | 0101 3us", states={"us-wagon": {"weapon": "R"}})
    play(battle, "move 2us", "to 0507", "stop")
    assert (unit(battle, "2us").strength, unit(battle, "us-wagon").crew) == (3, 1)


# Taken


@pytest.mark.rule("gbacw:11.19.1", "gbacw:11.19.2")
@pytest.mark.parametrize("who", ["2cs", "1cs-cav,mounted"])
def test_infantry_and_cavalry_take_a_wagon_that_is_left_alone(who: str) -> None:
    battle = field(
        f"0508 us-wagon | 0509 {who} | 0505 us-wagon-crew,routed",
        phase="E",
        phasing="confederate",
        states=EMPTY,
    )
    announce(battle, "0508")
    taken = only(play(battle, "fight 0508"), Abandoned)
    assert taken.rules == ("gbacw:11.19.1",)
    wagon = unit(battle, "us-wagon")
    assert (wagon.turned, wagon.hex, where(battle, who.partition(",")[0])) == (True, "0508", "0508")
    # Its old crew is out of the battle, wherever it was, and no loss of the Union's.
    crew = unit(battle, "us-wagon-crew")
    assert (crew.hex, crew.killed, crew.captured) == ("", 0, 0)


@pytest.mark.rule("gbacw:11.19.1")
@pytest.mark.parametrize("who", ["2cs", "1cs-cav,mounted", "1cs-cav,dismounted"])
def test_the_captors_crew_it_and_draw_from_it_in_the_next_game_turn(who: str) -> None:
    id = who.partition(",")[0]
    battle = last(f"0508 us-wagon {who}", phasing="confederate", states=TAKEN, turn=2)
    recrewed = only(play(battle, f"crew us-wagon {id}"), Recrewed)
    assert recrewed.captured
    # The Confederate Player-Turn is the second: the next Game-Turn has begun.
    assert (unit(battle, "us-wagon").crew, state_of(battle).turn) == (1, 3)
    assert not state_of(battle).fresh_wagons


@pytest.mark.rule("gbacw:11.19.1")
def test_a_wagon_crewed_by_its_captors_serves_them_a_game_turn_later() -> None:
    number = DRILL.roster.number["us-wagon"]
    units = "0508 us-wagon | 0509 2cs,depleted | 0709 cs-wagon | 0708 3cs,depleted"
    states = {"us-wagon": {"turned": True, "weapon": "M"}}
    battle = field(
        units,
        phase="G",
        phasing="confederate",
        states=states,
        more={"fresh_wagons": [number]},
    )
    with refused("gbacw:11.19.1"):
        battle.play("draw 2cs us-wagon")
    battle = field(units, phase="G", phasing="confederate", states=states)
    assert only(play(battle, "draw 2cs us-wagon"), Resupplied).source.id == "us-wagon"
    assert unit(battle, "us-wagon").boxes == 9
    assert "draw 3cs us-wagon" in offered(battle)


@pytest.mark.rule("gbacw:11.19.1")
def test_its_old_side_has_no_more_use_of_it() -> None:
    units = "0508 us-wagon | 0507 2us,depleted | 0101 us-n1 | 0102 us-n2"
    battle = field(
        units,
        phase="G",
        states={"us-wagon": {"turned": True}, "us-n1": {"rounds": 3}},
    )
    assert not [one for one in offered(battle) if "us-wagon" in one]
    with refused("gbacw:11.23.1"):
        battle.play("draw 2us us-wagon")
