"""12.7.2, 12.8, 12.9, 14.2 and 2.1: the Broken Track, panic, Fragile units."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.blind_swords import broken_track
from longroll.systems.blind_swords.cohesion_events import (
    CohesionChecked,
    MarkersGone,
    Panicked,
    Removed,
    TrackMoved,
)
from longroll.systems.chickasaw_bayou.game import GAME
from tests.rulebook.blind_swords.field import choices, field, refused, unit
from tests.rulebook.blind_swords.steps import (
    after,
    breaks,
    checks,
    cohesion_test,
    number,
    settle,
    state_of,
    told,
)


@pytest.mark.rule("blind_swords:2.1.5")
@pytest.mark.rule("blind_swords:12.8.1")
@pytest.mark.rule("blind_swords:12.8.4")
def test_a_broken_unit_leaves_the_map_and_loses_its_markers() -> None:
    states = {"16oh": {"hits": 2, "worn": True}}
    battle = after({"2005": "16oh", "2004": "42oh"}, breaks("16oh"), dice=(4,), states=states)
    own = unit(battle, "16oh")
    assert (own.hex, own.box, own.hits) == ("", "3", 0)
    assert state_of(battle).stack("2005", "union") == ()
    assert told(battle, Removed)[0].rules == ("blind_swords:12.8.2", "blind_swords:12.8.1")


@pytest.fixture
def fragile(monkeypatch: pytest.MonkeyPatch) -> None:
    """No counter of the battle is Fragile; the 13th Regulars are for a while."""
    pieces = tuple(
        replace(piece, strength=0) if piece.id == "13us-bttn" else piece
        for piece in GAME.roster.pieces
    )
    monkeypatch.setattr(GAME.roster, "pieces", pieces)


@pytest.mark.usefixtures("fragile")
@pytest.mark.rule("blind_swords:2.1.6")
@pytest.mark.rule("blind_swords:2.1.7")
def test_a_fragile_unit_is_always_battleworn_and_eliminated_instead_of_broken() -> None:
    battle = after({"2005": "13us-bttn"}, breaks("13us-bttn"), dice=(5,))
    state = state_of(battle)
    assert state.printed_strength(number("13us-bttn")) == 3
    assert (unit(battle, "13us-bttn").fate, unit(battle, "13us-bttn").box) == ("eliminated", "")


@pytest.mark.usefixtures("fragile")
@pytest.mark.rule("blind_swords:2.1.6")
def test_a_fragile_unit_is_never_fresh() -> None:
    states = {"13us-bttn": {"worn": True}}
    battle = field(
        {"2005": "13us-bttn 113il"},
        active="g-smith regroup",
        step="rally",
        states={"113il": {"hits": 1}, **states},
    )
    assert "blind_swords:2.1.6" in refused(battle, "rebuild 13us-bttn")


@pytest.mark.rule("blind_swords:12.7.2")
def test_a_trapped_skirmisher_goes_to_box_one_without_a_test() -> None:
    state = state_of(after({"2005": "16oh"}))
    umpire = Umpire(Scripted([]))
    broken_track.break_unit(state, number("16oh"), "1", umpire, "blind_swords:12.7.2")
    assert state.units[number("16oh")].box == "1"
    assert umpire.events[0].rules[0] == "blind_swords:12.7.2"


@pytest.mark.rule("blind_swords:14.2.1")
def test_every_end_of_turn_moves_the_track_one_box() -> None:
    states = {id: {"box": box} for id, box in (("16oh", "4"), ("42oh", "1"), ("3ms", "available"))}
    state = state_of(after({}, states=states))
    umpire = Umpire(Scripted([]))
    broken_track.advance(state, umpire)
    assert [state.units[number(id)].box for id in ("16oh", "42oh", "3ms")] == [
        "3",
        "available",
        "available",
    ]
    [moved] = umpire.events
    assert isinstance(moved, TrackMoved)
    assert moved.rules == ("blind_swords:14.2.1",)
    assert len(moved.units) == 2


@pytest.mark.rule("blind_swords:12.8.1")
def test_markers_of_a_hex_go_with_its_last_unit() -> None:
    battle = after(
        {"2005": "29la-a", "2004": "16oh"},
        breaks("29la-a"),
        dice=(6,),
        chaos="2005",
        good_ground=["2005"],
    )
    assert (state_of(battle).chaos, state_of(battle).good_ground) == ("", frozenset())
    assert told(battle, MarkersGone)[0].markers == ("Battlefield Chaos", "Good Ground")


# Panic


@pytest.mark.rule("blind_swords:12.9.1")
@pytest.mark.rule("blind_swords:12.9.2")
def test_panic_makes_shaken_friends_beside_it_check_or_fall_back() -> None:
    """Margin 5 for the 16th Ohio. The 42nd is Shaken, the 54th is not; guns do not panic."""
    units = {"2005": "16oh", "2006": "42oh", "2106": "54in", "1906": "lanphere"}
    states = {"42oh": {"hits": 1}, "lanphere": {"hits": 1}}
    battle = after(
        units,
        cohesion_test("16oh", "D", "2008"),
        states={**states, "54in": {}},
        dice=(6, 6),
    )
    settle(battle)
    assert told(battle, Panicked) == []  # the 54th supports it, so the margin is 4
    states["54in"] = {"hits": 1}
    battle = after(units, cohesion_test("16oh", "D", "2008"), states=states, dice=(6, 1, 6))
    settle(battle)
    [panicked] = told(battle, Panicked)
    assert panicked.others == 2
    checked = [event.unit.id for event in told(battle, CohesionChecked)]
    assert checked == ["54in", "42oh"]
    assert unit(battle, "54in").hex == "2106"
    own = unit(battle, "42oh")
    assert own.hex != "2006"
    assert own.hits == 1  # no Morale Hit from this check
    assert unit(battle, "lanphere").hex == "1906"


@pytest.mark.rule("blind_swords:12.9.2")
def test_a_check_in_panic_costs_no_hit() -> None:
    step = checks("16oh", then="panic", causers=["2006"])
    battle = after({"2005": "16oh"}, step, dice=(6,), states={"16oh": {"hits": 1}})
    settle(battle)
    assert unit(battle, "16oh").hits == 1
    assert unit(battle, "16oh").hex != "2005"
    assert choices(battle) == ["resolve", "hold"]
