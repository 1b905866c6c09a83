"""7.3b Fog of War: chaos, wayward moves, generals."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.agenda import Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Scripted
from longroll.systems.blind_swords import broken_track, entering, fire, support
from longroll.systems.blind_swords.combat import DEFENSIVE, Volley
from longroll.systems.blind_swords.fog_of_war import bars_to_stray
from tests.rulebook.blind_swords.chits import (
    MORGAN,
    asked,
    cited,
    drawing,
    said,
    state_of,
    told,
)
from tests.rulebook.blind_swords.field import choices, field, play, refused

UNITS = {"2910": "16oh", "2911": "22ky", "2019": "40ga", "2919": "26la-a"}


def fog(*dice: int, units: dict[str, str] | None = None, **more: Any) -> Battle:
    """Fog of War has just been drawn, with another chit left in the cup."""
    battle = drawing(units or UNITS, ("fog", "fortunes"), (1, *dice), **more)
    play(battle, "draw")
    return battle


@pytest.mark.rule(
    "blind_swords:7.3b.1",
    "blind_swords:7.3b.2",
    "blind_swords:7.3b.3",
    "blind_swords:7.1.1",
)
@pytest.mark.rule(
    "chickasaw_bayou:7.3.2", "chickasaw_bayou:7.3.3", "chickasaw_bayou:series.fog_table"
)
@pytest.mark.parametrize("puller, roller", [("union", "Confederate"), ("confederate", "Union")])
@pytest.mark.parametrize(
    "die, side, question",
    [
        (1, "confederate", "Which Union hex falls into Battlefield Chaos?"),
        (2, "union", "Which Confederate hex falls into Battlefield Chaos?"),
        (3, "confederate", "Which Union unit strays one hex, and where?"),
        (4, "union", "Which Confederate unit strays one hex, and where?"),
    ],
)
def test_the_other_side_rolls(puller: str, roller: str, die: int, side: str, question: str) -> None:
    battle = drawing(UNITS, ("fog",), (1, die), puller=puller)
    happened = play(battle, "draw")
    assert happened[-1].text().startswith(f"Fog of War: the {roller} side rolls {die}: ")
    assert cited(happened[1:]) == {"blind_swords:7.3b.1", "blind_swords:7.3b.3"}
    assert (asked(battle), said(battle)) == (side, question)
    # The chit is out, whatever it does.
    assert state_of(battle).cup == ()


# Battlefield Chaos


@pytest.mark.rule("blind_swords:7.3b.4", "chickasaw_bayou:7.3.4")
def test_the_opponent_marks_a_hex() -> None:
    battle = fog(1)
    assert asked(battle) == "confederate"
    assert choices(battle) == ["chaos 2910", "chaos 2911"]
    assert refused(battle, "chaos 2019") == ["blind_swords:7.3b.4"]
    [event] = play(battle, "chaos 2910")
    assert event.text() == "Battlefield Chaos in 2910."
    assert state_of(battle).chaos == "2910"


@pytest.mark.rule("blind_swords:7.3b.4", "chickasaw_bayou:7.3.5")
def test_chaos_keeps_units_from_moving_and_beginning_combat() -> None:
    units = {"3010": "16oh", "2911": "22ky", "3011": "26la-a"}
    fire = field(units, active="decourcy attack", chaos="2911")
    # 22 KY next to the enemy may not fire; 16 OH may.
    play(fire, "fire 3011")
    assert refused(fire, "add 22ky") == ["blind_swords:7.3b.4"]
    move = field(units, active="decourcy attack", step="move", chaos="2911")
    assert choices(move) == ["move 16oh", "done"]
    assert refused(move, "move 22ky") == ["blind_swords:7.3b.4"]
    assault = field(units, active="decourcy attack", step="assault", chaos="2911")
    assert "blind_swords:11.1.2" in refused(assault, "assault 3011 2911")


@pytest.mark.rule("blind_swords:7.3b.5", "chickasaw_bayou:7.3.6")
def test_the_owner_plays_no_event_on_a_chaos_hex() -> None:
    states = {"16oh": {"hits": 1}, "22ky": {"hits": 1}}
    more: dict[str, Any] = {"states": states, "held": {"union": ["rally"]}}
    battle = drawing(UNITS, ("fog",), chaos="2911", **more)
    assert choices(battle) == ["play rally 16oh", "pass", "let-pass"]
    assert refused(battle, "play rally 22ky") == ["blind_swords:7.3b.5"]
    # The opponent may play his there: here on a raw unit before its activation.
    raw = {"3719": "62tn", "3718": "118il"}
    elephant = drawing(
        raw, ("morgan",), (1, 1), chaos="3718", held={"confederate": ["seeing-the-elephant"]}
    )
    play(elephant, "pass", "draw", "activate sheldon", "pass")
    assert asked(elephant) == "confederate"
    assert "play seeing-the-elephant 118il" in choices(elephant)


@pytest.mark.rule("blind_swords:7.3b.5", "chickasaw_bayou:7.3.7")
def test_units_in_chaos_neither_get_nor_give_support() -> None:
    state = state_of(field(UNITS, active="decourcy attack"))
    oh, ky = (state.game.roster.number[one] for one in ("16oh", "22ky"))
    assert support.is_supported(state, oh)
    assert support.is_supported(state, ky)
    state = state_of(field(UNITS, active="decourcy attack", chaos="2910"))
    assert not support.is_supported(state, oh)
    assert not support.is_supported(state, ky)


@pytest.mark.rule("blind_swords:7.3b.6", "chickasaw_bayou:7.3.9", "blind_swords:14.1.1")
def test_chaos_ends_with_the_turn_or_when_the_units_leave() -> None:
    over = drawing(UNITS, (), chaos="2910")
    assert state_of(over).chaos == ""
    gone = state_of(field(UNITS, active="decourcy attack", chaos="2910"))
    number = gone.game.roster.number["16oh"]
    broken_track.eliminate(gone, number, Umpire(Scripted([])), "blind_swords:12.8.2")
    assert gone.chaos == ""
    back = state_of(field(UNITS, active="decourcy attack", chaos="2910"))
    entering.enter(back, (number,), "2909", entering.RETREAT, Umpire(Scripted([])))
    assert back.chaos == ""


@pytest.mark.rule("blind_swords:7.3b.6", "chickasaw_bayou:7.3.8")
def test_defensive_fire_from_chaos_is_at_half_strength() -> None:
    units = {"2911": "22ky", "3011": "26la-a"}
    for chaos, share in (("", 1), ("3011", 2)):
        state = state_of(field(units, active="decourcy attack", chaos=chaos))
        ky, la = (state.game.roster.number[one] for one in ("22ky", "26la-a"))
        volley = Volley("confederate", "2911", DEFENSIVE, (la,), (ky,))
        assert fire.strength(state, volley) * share == state.printed_strength(la)


# Wayward moves


@pytest.mark.rule("blind_swords:7.3b.7", "chickasaw_bayou:7.3.10")
def test_the_opponent_may_move_a_unit_one_hex() -> None:
    battle = fog(4)
    assert asked(battle) == "union"
    assert choices(battle)[-1] == "pass"
    near = state_of(battle).game.grid.adjacent["2019"]
    found = [one for one in choices(battle) if one.startswith("wayward 40ga")]
    assert {one.split()[2] for one in found} <= set(near)
    assert refused(battle, "wayward 16oh 2909") == ["blind_swords:7.3b.7"]
    assert "blind_swords:10.1.1" in refused(battle, "wayward 40ga 2010")
    happened = play(battle, found[0])
    assert "Strayed" in told(happened)
    assert "blind_swords:7.3b.7" in cited(happened)
    number = state_of(battle).game.roster.number["40ga"]
    assert state_of(battle).hex_of(number) == found[0].split()[2]
    passed = fog(4)
    assert told(play(passed, "pass")) == ["NothingHappens"]


def strays(units: dict[str, str], unit: str, hex: str, **more: Any) -> list[str]:
    """The rules that keep a unit from straying to a hex."""
    state = state_of(field(units, active="decourcy attack", **more))
    return [one.rule for one in bars_to_stray(state, state.game.roster.number[unit], hex)]


@pytest.mark.rule("blind_swords:7.3b.7", "chickasaw_bayou:7.3.11")
def test_no_prohibited_hex_no_overfull_one_and_not_off_the_map() -> None:
    assert strays(UNITS, "22ky", "2910") == ["blind_swords:3.1.1"]
    assert strays({"3018": "26la-a", "3017": "16oh"}, "16oh", "3018") == ["blind_swords:3.1.5"]
    assert strays({"2900": "16oh"}, "16oh", "2899") == ["blind_swords:10.1.1"]
    # Guns never enter a bayou, infantry does.
    state = state_of(field(UNITS, active="decourcy attack"))
    grid, map = state.game.grid, state.game.map
    water = next(
        hex
        for hex in map.of_terrain("bayou")
        if any(map.terrain[near] == "clear" for near in grid.adjacent[hex])
    )
    bank = next(near for near in grid.adjacent[water] if map.terrain[near] == "clear")
    assert strays({bank: "foster"}, "foster", water) != []
    assert strays({bank: "16oh"}, "16oh", water) == []


@pytest.mark.rule("blind_swords:7.3b.7", "chickasaw_bayou:7.3.11")
def test_into_a_bayou_without_roll_or_check() -> None:
    state = state_of(field(UNITS, active="decourcy attack"))
    grid, map = state.game.grid, state.game.map
    water = next(
        hex
        for hex in map.of_terrain("bayou")
        if any(map.terrain[near] == "clear" for near in grid.adjacent[hex])
    )
    bank = next(near for near in grid.adjacent[water] if map.terrain[near] == "clear")
    battle = fog(3, units={bank: "16oh", "2026": "40ga"})
    happened = play(battle, f"wayward 16oh {water}")
    assert not any(event.rolls for event in happened)


@pytest.mark.rule("blind_swords:7.3b.8", "chickasaw_bayou:7.3.13")
def test_guns_that_are_not_engaged_do_not_stray_into_engagement() -> None:
    units = {"2910": "foster", "2912": "26la-a"}
    assert strays(units, "foster", "2911") == ["blind_swords:7.3b.8"]
    # Infantry may, and so may guns that are Engaged already.
    assert strays({"2910": "16oh", "2912": "26la-a"}, "16oh", "2911") == []
    engaged = {"2911": "foster", "2912": "26la-a"}
    beside = [
        hex for hex in ("2811", "2812", "3011", "3012") if strays(engaged, "foster", hex) == []
    ]
    assert beside
    screen = {"16oh": {"skirmish": True}}
    found = strays({"2910": "16oh", "2912": "26la-a"}, "16oh", "2911", states=screen)
    assert found == ["blind_swords:15.2.1"]


@pytest.mark.rule("blind_swords:7.3b.7", "chickasaw_bayou:7.3.12")
def test_a_wayward_move_may_draw_opportunity_fire() -> None:
    battle = fog(3, units={"2911": "16oh", "2912": "26la-a"})
    play(battle, "wayward 16oh 2910")
    assert asked(battle) == "confederate"
    assert "hold" in choices(battle)
    happened = play(battle, "hold")
    assert "Strayed" in told(happened)


# Generals


def general(*dice: int, cup: tuple[str, ...] = (), **more: Any) -> tuple[Battle, list[Any]]:
    """Fog of War brings a roll for a Union general, with these chits still in the cup."""
    chits = ("fog", "fortunes", *cup)
    place = sorted(chits).index("fog") + 1
    battle = drawing(MORGAN, chits, (place, 5, *dice), **more)
    return battle, play(battle, "draw")


@pytest.mark.rule("blind_swords:7.3b.9", "blind_swords:7.3b.12", "blind_swords:7.3b.10")
@pytest.mark.rule(
    "chickasaw_bayou:7.3.14",
    "chickasaw_bayou:7.3.16",
    "chickasaw_bayou:series.general_casualty_table",
)
def test_a_general_whose_chit_is_out_is_replaced_at_once() -> None:
    battle, happened = general(4, 1)
    assert happened[-1].text() == "General Casualty, Union 41: Morgan is a casualty."
    assert "blind_swords:7.3b.9" in happened[-1].rules
    assert state_of(battle).casualties == {"morgan"}


@pytest.mark.rule("blind_swords:7.3b.10", "chickasaw_bayou:7.3.17")
def test_a_chit_in_the_cup_is_exchanged_when_it_is_drawn() -> None:
    battle, happened = general(4, 1, 2, 3, cup=("morgan",))
    assert happened[-1].text().endswith("Morgan is a casualty, once his chit is drawn.")
    state = state_of(battle)
    assert (state.casualties, state.struck) == (set(), {"morgan"})
    drawn = play(battle, "draw")
    assert told(drawn) == ["ChitDrawn", "ChitReplaced"]
    assert (state_of(battle).casualties, state_of(battle).struck) == ({"morgan"}, set())
    # 3 would have been enough for Morgan himself.
    play(battle, "activate decourcy")
    assert state_of(battle).active is None or state_of(battle).active.order == "limited"


@pytest.mark.rule("blind_swords:7.3b.9", "chickasaw_bayou:7.3.15")
def test_a_general_who_is_not_in_play_is_not_hit() -> None:
    # A.J. Smith has no unit on the map, and below 41 no one is named.
    for dice in ((5, 4), (1, 1), (3, 6)):
        battle, happened = general(*dice)
        assert "no effect" in happened[-1].text()
        assert state_of(battle).casualties == set()


@pytest.mark.rule("blind_swords:7.3b.11", "blind_swords:7.3b.12", "chickasaw_bayou:7.3.18")
def test_a_casualty_comes_back() -> None:
    battle, happened = general(4, 2, casualties=["morgan"])
    assert happened[-1].text() == "General Casualty, Union 42: Morgan is back in command."
    assert state_of(battle).casualties == set()
    # Other readings of his do nothing to a casualty.
    battle, happened = general(4, 1, casualties=["morgan"])
    assert "no effect" in happened[-1].text()
    assert state_of(battle).casualties == {"morgan"}


@pytest.mark.rule("blind_swords:7.3b.7")
def test_nobody_is_asked_for_a_wayward_move_that_no_unit_can_make() -> None:
    # The Confederates have nobody to send astray.
    battle = drawing({"2911": "31la-a"}, ("fog", "fortunes"), (1, 3), puller="union")
    happened = play(battle, "draw")
    assert happened[-1].text() == "Fog of War has no effect: no Union unit can be affected."
    assert asked(battle) == "union"
