"""Optional rules on the table, each with the option on and off."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from longroll.board.table import piece
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import destruction, field, walls
from longroll.systems.honor_glory.play.events import CoverHit
from longroll.systems.honor_glory.play.state import Bridge, Burning, Commander, State
from tests.rulebook.honor_glory.table import (
    battery,
    fight,
    play,
    position,
    refused,
    regiment,
    riders,
)

PASS = (3, 4, 5)
WORST = (1, 1, 20, 6, 6)
HOUSE = "the stone house"


def facing(gap: float = 24, **more: Any) -> State:
    units = {
        "u1": regiment("union", 20, 60 + gap / 2, 0, colonel=more.pop("colonel", False)),
        "c1": regiment("confederate", 20, 60 - gap / 2, 180),
    }
    return position(units, **more)


# OP3


@pytest.mark.rule(
    "honor_glory:OP3.1a", "honor_glory:OP3.2a", "honor_glory:OP3.2b", "honor_glory:OP3.3"
)
@pytest.mark.parametrize("on", [False, True])
def test_a_crew_tires_rests_and_comes_back(on: bool) -> None:
    units = {"ua": battery("union", 20, 75, stamina=1), "c1": regiment("confederate", 20, 40, 180)}
    state = position(units, options={"exhausted_crews": on})
    if not on:
        after = play(state, "declare ua 1 fire c1", "done", faces=(20,)).state
        assert after.units["ua"].stamina == 1
        return
    tired = play(state, "declare ua 1 fire c1", "done", "done", faces=(20, 2)).state
    assert (tired.units["ua"].stamina, tired.units["ua"].rest) == (0, 2)
    told = play(tired, "declare ua 1 fire c1", "done").past.events
    assert any("exhausted" in event.text() for event in told)
    # Two activations of rest, and the next brings it back with a D6 of new strength.
    back = play(tired, "declare ua 3 rest", "done", faces=(4,)).state
    assert back.units["ua"].stamina == 4
    # Once it has rested, the activation that it fires in brings it back: the D6, and a miss.
    tired.change("ua", rest=0)
    fired = play(tired, "declare ua 1 fire c1", "done", faces=(4, 20)).state
    assert fired.units["ua"].stamina == 3


# OP4


def cavalry(on: bool, **more: Any) -> State:
    units = {
        "u1": riders("union", 111, 60.01, rounds=1),
        "c1": riders("confederate", 111, 60, 180, rounds=1),
        **more,
    }
    return position(units, melees=(("u1", "c1"),), options={"blown_cavalry": on})


@pytest.mark.rule(
    "honor_glory:OP4.1a", "honor_glory:OP4.1b", "honor_glory:OP4.2a", "honor_glory:OP4.2b"
)
@pytest.mark.parametrize("on", [False, True])
def test_cavalry_is_blown_after_two_rounds_and_withdraws(on: bool) -> None:
    state = cavalry(on)
    if not on:
        assert not play(state, "done", faces=(20, 20)).state.units["u1"].blown
        return
    blown = play(state, "done", faces=(20, 20, 3, 2)).state
    assert (blown.units["c1"].blown, blown.units["c1"].rest, blown.units["u1"].rest) == (True, 2, 3)
    # It is activated at once, even if its player names nobody, and leaves at its normal rate: half
    # of 30 cm, as turning about costs the other half.
    away = play(blown, "done", "stay", faces=PASS).state
    assert away.melees == ()
    assert abs(away.units["c1"].y - (60 - 3 - 15) * CM) <= CM
    # Its player may take it farther, if he spends more counters; it does nothing else but rest.
    far = play(blown, "declare c1 2 withdraw", "done", "stay", faces=PASS).state
    assert far.units["c1"].y < away.units["c1"].y
    assert refused(blown, "declare c1 1 ahead 5") >= {"honor_glory:OP4.4a"}
    # Once it has rested it may do anything again.
    away.change("u1", rest=0)
    moved = play(away, "declare u1 1 turn 90", "done").state
    assert (moved.units["u1"].blown, moved.units["u1"].heading) == (False, 900)


# OP5


@pytest.mark.rule("honor_glory:OP5.0", "honor_glory:OP5.1a", "honor_glory:OP5.1c")
@pytest.mark.parametrize("on", [False, True])
def test_a_commander_who_is_hit_may_be_only_wounded(on: bool) -> None:
    general = Commander(title="G", side="confederate", rank="brigade", mp=4, joined="c1")
    state = facing(commanders={"g": general}, options={"wounded_commanders": on})
    # A hit, the commander is struck; badly wounded by a 5 if the option is on.
    faces = (8, 10, 2, 3, *PASS) if on else (8, 10, *PASS, *PASS)
    after = play(state, "declare u1 1 fire c1", "done", "hold", faces=faces).state
    if on:
        assert (after.commanders["g"].mp, after.counters["confederate"]) == (2, 6)
    else:
        assert (after.commanders["g"].place, after.counters["confederate"]) == ("gone", 5)


# OP7


@pytest.mark.rule(
    "honor_glory:OP7.1", "honor_glory:OP7.2", "honor_glory:OP7.3", "honor_glory:OP7.4"
)
@pytest.mark.parametrize("on", [False, True])
def test_a_unit_without_a_commander_follows_the_dice(on: bool) -> None:
    general = Commander(title="G", side="union", rank="brigade", mp=4, joined="u2")
    state = facing(commanders={"g": general}, options={"leaderless_units": on})
    state.units = {**state.units, "u2": position({"u2": regiment("union", 70, 72)}).units["u2"]}
    order = ("declare u1 1 ahead 3", "done")
    if not on:
        assert play(state, *order).state.units["u1"].y == 69 * CM
        return
    assert play(state, *order, faces=(3, 4)).state.units["u1"].y == 69 * CM
    attack = play(state, *order, "hold", faces=(1, 1, 20))
    assert any("U1 fires at C1" in event.text() for event in attack.log())
    seeks = play(state, *order, faces=(1, 3)).state.units["u1"]
    assert (seeks.heading, seeks.x > 20 * CM) == (900, True)
    led = facing(options={"leaderless_units": True}, colonel=True)
    assert play(led, *order).state.units["u1"].y == 69 * CM
    # An order to withdraw is an order like any other.
    stays = play(state, "declare u1 1 withdraw", "done", "hold", faces=(1, 1, 20))
    assert any("U1 fires at C1" in event.text() for event in stays.log())


@pytest.mark.rule("honor_glory:OP7.3")
def test_a_unit_that_is_face_to_face_with_its_commander_has_found_him() -> None:
    general = Commander(title="G", side="union", rank="brigade", mp=4, joined="u2")
    state = facing(commanders={"g": general}, options={"leaderless_units": True})
    there = state.units["u1"]
    face = regiment("union", there.x / CM, there.y / CM, 180)
    state.units = {**state.units, "u2": position({"u2": face}).units["u2"]}
    assert play(state, "declare u1 1 ahead 3", "done", faces=(1, 3)).state.units["u1"] == there


@pytest.mark.rule("honor_glory:OP7.5")
def test_a_unit_that_loses_its_commander_in_melee_fights_on_until_it_is_activated() -> None:
    units = {
        "u1": regiment("union", 20, 60.01),
        "c1": regiment("confederate", 20, 60, 180, colonel=True),
    }
    state = position(units, melees=(("u1", "c1"),), options={"leaderless_units": True})
    # A hit, its colonel falls, a miss in reply, and its two tests; then another round, no dice
    # for a wish.
    state = play(state, "done", faces=(1, 1, 20, *PASS, *PASS)).state
    assert not state.units["c1"].colonel
    assert play(state, "done", faces=(20, 20)).state.melees == (("u1", "c1"),)


# OP10


def at_house(on: bool = True, **more: Any) -> State:
    """Union guns before the empty stone house, and infantry that touches its west wall."""
    units = {
        "ua": battery("union", 89, 50, 0, gun="long_rifled"),
        "u1": regiment("union", 93.5, 41, 270, formation="column"),
        "c1": regiment("confederate", 20, 10, 180),
        **more,
    }
    return position(units, options={"destruction_of_cover": on})


def worth(state: State) -> int:
    one = destruction.called(state, "the-stone-house")
    return 0 if one is None else destruction.value_of(state, one)


@pytest.mark.rule(
    "honor_glory:OP10.0c", "honor_glory:OP10.1.1", "honor_glory:OP10.1.3", "honor_glory:35.1"
)
@pytest.mark.parametrize("on", [False, True])
def test_undefended_cover_is_shelled_and_pulled_down(on: bool) -> None:
    state = at_house(on)
    assert refused(state, "declare ua 1 shell the-barn") == {"honor_glory:OP10.0c"}
    if not on:
        told = play(state, "declare ua 1 shell the-stone-house", "done").past.events
        assert any("not destroyed in this battle" in event.text() for event in told)
        return
    # The gun is so near that it cannot miss: a D6 and five for a heavy one. It sets the house on
    # fire, with damage of its own.
    shelled = play(state, "declare ua 1 shell the-stone-house", "done", faces=(4, 1)).state
    assert worth(shelled) <= 30 - 9
    pulled = play(state, "declare u1 1 breach", "done", faces=(4,)).state
    assert worth(pulled) == 30 - 4


@pytest.mark.rule("honor_glory:OP10.1.2a", "honor_glory:OP10.1.2b")
def test_held_cover_is_hit_with_its_garrison() -> None:
    garrison = regiment("confederate", 89, 46, 180, mp=9)
    state = at_house(True, c2=garrison, u1=regiment("union", 50, 80))
    state.change("c2", inside=HOUSE)
    walls.face_out(state, "c2", "ua")
    told = play(state, "declare ua 1 shell the-stone-house", "done").past.events
    assert any("fire at the unit" in event.text() for event in told)
    battle = fight(state, *([1] * 12))
    battle.play("declare ua 1 fire c2")
    battle.play("done")
    assert worth(battle.state) < 30


@pytest.mark.rule("honor_glory:OP10.0a", "honor_glory:OP10.0b")
def test_a_building_without_value_is_a_ruin() -> None:
    state = at_house()
    state.damage = {HOUSE: 28}
    ruined = play(state, "declare u1 1 breach", "done", faces=(4,)).state
    names = {one.name: one.kind for one in ruined.table.pieces}
    assert HOUSE not in names
    assert names[f"the ruins of {HOUSE}"] == "rough"


@pytest.mark.rule(
    "honor_glory:OP10.2.0", "honor_glory:OP10.2.3", "honor_glory:OP10.3.0", "honor_glory:OP10.3.4"
)
def test_a_fire_is_set_burns_on_and_is_fought() -> None:
    state = at_house()
    lit = play(state, "declare u1 1 burn", "done", faces=(3,)).state
    assert HOUSE in lit.fires
    later = play(lit, "done", "done").state
    assert worth(later) < 30
    out = play(lit, "done", "declare u1 1 quench", "done", faces=(3, 4)).state
    assert out.fires == {}
    driven = play(lit, "done", "declare u1 1 quench", "done", faces=(1, 2))
    assert driven.state.units["u1"].mp == 5
    assert [event for event in driven.log() if isinstance(event, CoverHit) and event.fire]


@pytest.mark.rule("honor_glory:OP10.2.5")
def test_units_keep_away_from_a_burning_building() -> None:
    units = {"u1": regiment("union", 89, 52, 0), "c1": regiment("confederate", 20, 10, 180)}
    state = position(units, options={"destruction_of_cover": True})
    assert play(state, "declare u1 1 ahead 6", "done").state.units["u1"].y == 46 * CM
    state.fires = {HOUSE: Burning("union", 2)}
    assert play(state, "declare u1 1 ahead 6", "done").state.units["u1"].y >= 48 * CM


@pytest.mark.rule("honor_glory:OP10.2.5", "honor_glory:OP10.3.0")
def test_a_unit_that_is_to_fight_a_fire_goes_up_to_it() -> None:
    units = {"u1": regiment("union", 89, 52, 0), "c1": regiment("confederate", 20, 10, 180)}
    state = position(units, options={"destruction_of_cover": True})
    state.fires = {HOUSE: Burning("confederate", 2)}
    after = play(state, "declare u1 1 ahead 7 quench", "done", faces=(3, 4)).state
    assert (after.units["u1"].y, after.fires) == (45 * CM, {})


@pytest.mark.rule("honor_glory:OP10.3.0")
def test_a_unit_fights_the_fire_whatever_else_it_touches() -> None:
    state = at_house()
    x, y = state.units["u1"].point
    wall = piece("wall", "the wall", (x - 100, y - 900), (x - 100, y + 900), width=20)
    state.laid, state.damage = (wall,), {HOUSE: 25}
    state.fires = {HOUSE: Burning("confederate", 1)}
    assert play(state, "declare u1 1 quench", "done", faces=(3, 4)).state.fires == {}


@pytest.mark.rule("honor_glory:54.9", "honor_glory:55.1", "honor_glory:OP3.2a")
@pytest.mark.parametrize(
    "gun, orders, why",
    [
        ({"heading": 1800}, "1 shell", "not within 45 degrees"),
        ({}, "1 turn 90 shell", "not within 45 degrees"),
        ({}, "1 turn 90 turn -90 turn 90 turn -90 shell", "allowance"),
        ({"stamina": 0, "rest": 2}, "1 shell", "exhausted"),
    ],
)
def test_a_gun_fires_at_cover_as_at_anybody(gun: dict[str, Any], orders: str, why: str) -> None:
    state = at_house()
    state.change("ua", **gun)
    state.options = replace(state.options, exhausted_crews=True)
    told = play(state, f"declare ua {orders} the-stone-house", "done").past.events
    assert worth(state) == 30
    assert [why in event.text() for event in told].count(True) == 1


@pytest.mark.rule("honor_glory:54.7", "honor_glory:58.1")
def test_a_gun_does_not_fire_at_cover_through_friends() -> None:
    friend, gun = regiment("union", 89, 53), battery("union", 89, 58)
    state = at_house(u2=friend, ua=gun)
    told = play(state, "declare ua 1 shell the-stone-house", "done").past.events
    assert any("no clear line" in event.text() for event in told)


@pytest.mark.rule("honor_glory:6.5", "honor_glory:OP10.1.3")
def test_the_range_of_cover_is_measured_from_the_front_of_the_gun() -> None:
    # The middle of the house is 23 cm from its front, the last of those that cannot be missed.
    near, far = (at_house(ua=battery("union", 89, y, gun="long_rifled")) for y in (64, 64.1))
    assert worth(play(near, "declare ua 1 shell the-stone-house", "done", faces=(1, 1)).state) < 30
    missed = play(far, "declare ua 1 shell the-stone-house", "done", faces=(20,)).state
    assert worth(missed) == 30


@pytest.mark.rule("honor_glory:OP10.1.2a")
@pytest.mark.parametrize("deed", ["breach", "burn"])
def test_cover_that_the_enemy_is_seen_to_hold_is_not_pulled_down(deed: str) -> None:
    state = at_house(c2=regiment("confederate", 89, 36, 180))
    state.change("c2", inside=HOUSE)
    told = play(state, f"declare u1 1 {deed}", "done").past.events
    assert any("fire at the unit" in event.text() for event in told)
    assert worth(state) == 30


@pytest.mark.rule("honor_glory:104.5.c", "honor_glory:104.5.d")
@pytest.mark.parametrize("deed", ["breach", "burn"])
def test_a_pontoon_bridge_is_broken_or_burnt(deed: str) -> None:
    units = {
        "u1": regiment("union", 30, 64, 0, formation="column"),
        "c1": regiment("confederate", 90, 10, 180),
        "u2": regiment("union", 90, 80),
        "u3": regiment("union", 60, 80),
    }
    state = position(units, options={"destruction_of_cover": True})
    river = piece("river", "the creek", (0, 60 * CM), (120 * CM, 60 * CM), width=2 * CM)
    road = piece(
        "road",
        "bridge 1 over the creek",
        (30 * CM, 56 * CM),
        (30 * CM, 63 * CM),
        width=500,
        level=2,
    )
    state.laid = (river, road)
    state.bridges = {"the creek 6": Bridge("B", 0, road)}
    state.damage = {road.name: 18}
    faces = (4,)
    battle = play(
        state,
        f"declare u1 1 {deed}",
        "done",
        *(["done", "done"] if deed == "burn" else []),
        faces=faces,
    )
    assert road not in battle.state.table.pieces
    assert battle.state.bridges == {}
    # Whoever touches it is lost with it.
    assert battle.state.units["u1"].fate == "is lost with the bridge"


# OP11 and OP12


@pytest.mark.rule("honor_glory:OP11.0", "honor_glory:OP11.1", "honor_glory:OP11.2")
@pytest.mark.parametrize("on", [False, True])
def test_an_enemy_that_crosses_a_front_may_be_fired_at(on: bool) -> None:
    units = {
        "u1": regiment("union", 16, 60, 90, formation="column"),
        "c1": regiment("confederate", 25, 46, 180),
    }
    state = position(units, options={"opportune_fire": on})
    battle = play(state, "declare u1 1 ahead 10", "done")
    assert battle.decision is not None
    if not on:
        assert battle.state.active == "confederate"
        return
    assert [str(one) for one in battle.decision.choices] == ["reply", "hold"]
    # A BASIC test that fails costs a point, and there is no shot.
    failed = play(battle.state, "reply", faces=(1, 1, 20)).state
    assert (failed.units["c1"].mp, failed.units["u1"].mp) == (5, 6)
    # One that is passed, the test of range, a hit at extreme range, and the test of the target.
    hit = play(battle.state, "reply", faces=(*PASS, *PASS, 2, *PASS)).state
    assert hit.units["u1"].mp == 5


@pytest.mark.rule("honor_glory:OP12.0", "honor_glory:OP12.1a", "honor_glory:OP12.2")
@pytest.mark.parametrize("on", [False, True])
def test_neighbours_support_a_unit_that_is_fired_at(on: bool) -> None:
    state = facing(options={"supporting_fire": on})
    beside = position(
        {"c2": regiment("confederate", 37, 48, 180), "ca": battery("confederate", 9, 48, 180)}
    )
    state.units = {**state.units, **beside.units}
    battle = play(state, "declare u1 1 fire c1", "done", "hold", faces=(20,))
    assert battle.decision is not None
    if not on:
        assert battle.state.active == "confederate"
        return
    assert "out of its turn" in battle.decision.question
    after = play(battle.state, "hold", "reply", faces=(*PASS, *PASS, 2, *PASS)).state
    assert after.units["u1"].mp == 5
    behind = facing(options={"supporting_fire": True})
    second = position({"c2": regiment("confederate", 20, 44, 180)})
    behind.units = {**behind.units, **second.units}
    assert (
        play(behind, "declare u1 1 fire c1", "done", "hold", faces=(20,)).state.active
        == "confederate"
    )


@pytest.mark.rule("honor_glory:OP12.0", "honor_glory:61.4", "honor_glory:22.tip")
def test_a_charge_that_supporting_fire_breaks_does_not_go_home() -> None:
    units = {
        "u1": regiment("union", 20, 70, mp=1),
        **{f"u{n}": regiment("union", 20 * n, 85) for n in (3, 4, 5)},
        "c1": regiment("confederate", 20, 48, 180),
        "c2": regiment("confederate", 37, 48, 180),
    }
    state = position(units, options={"supporting_fire": True, "remove_broken": True})
    # The charger passes its test and so does its target; the neighbour hits.
    order = ("declare u1 1 charge c1", "done", "fire", "reply")
    after = play(state, *order, faces=(*PASS, *PASS, *PASS, *PASS, 1)).state
    assert (after.units["u1"].place, after.units["c1"].fired) == ("gone", False)


# OP14 and OP2


@pytest.mark.rule(
    "honor_glory:OP14.0a", "honor_glory:OP14.0b", "honor_glory:OP14.1.2", "honor_glory:OP14.3"
)
@pytest.mark.parametrize("on", [False, True])
def test_a_commander_helps_a_unit_within_his_radius(on: bool) -> None:
    general = Commander(title="G", side="union", rank="brigade", mp=5, joined="u2")
    state = facing(commanders={"g": general}, options={"extended_command": on})
    more = {"u2": regiment("union", 37, 72), "u3": regiment("union", 100, 72)}
    state.units = {**state.units, **position(more).units}
    if not on:
        assert refused(state, "help g u1") == {"honor_glory:OP14.0a"}
        return
    assert refused(state, "help g u1 u3") == {"honor_glory:OP14.1.2"}
    state = play(state, "help g u1").state
    assert field.facts(state, "u1").remote == 2
    assert field.facts(play(state, "help g u3").state, "u3").remote == 0
