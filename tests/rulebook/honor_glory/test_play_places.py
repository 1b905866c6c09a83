"""Buildings, rivers, bridges, dead ground and hidden units on the table."""

from __future__ import annotations

import pytest

from longroll.board.table import Piece, piece
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import buildings, field, walls
from longroll.systems.honor_glory.play.state import State
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
HOUSE = "the stone house"  # from 86, 39 to 92, 43


def garrison(**more: object) -> State:
    """A Union regiment in the stone house, and Confederates before its south and west walls."""
    units = {
        "u1": regiment("union", 89, 47, 0, mp=1),
        "c1": regiment("confederate", 89, 51, 0, **more),
        "c2": regiment("confederate", 70, 41, 90),
    }
    state = position({"u1": units["u1"]})
    state = play(state, "declare u1 1 ahead 3 occupy", "done").state
    held = position(units, side="confederate")
    held.change("u1", **{
        name: getattr(state.units["u1"], name) for name in ("x", "y", "heading", "inside", "face")
    })  # fmt: skip
    return held


@pytest.mark.rule("honor_glory:96.3", "honor_glory:47.1", "honor_glory:8.4")
def test_infantry_occupies_a_building_along_one_wall() -> None:
    unit = garrison().units["u1"]
    # It comes from the south and looks out to the north: 3 cm before the wall, 6 cm wide.
    assert (unit.inside, unit.face, unit.heading) == (HOUSE, 6 * CM, 0)
    assert (unit.x, unit.y) == (89 * CM, 36 * CM)
    assert field.cover_of(garrison(), unit) == ("stone_house", 100)
    cavalry = position({"u1": riders("union", 89, 44.5, 0)})
    told = play(cavalry, "declare u1 1 occupy", "done").past.events
    assert any("only infantry" in event.text() for event in told)
    # Nobody else marches through it.
    past = play(position({"u1": regiment("union", 89, 47, 0)}), "declare u1 2 ahead 15", "done")
    assert past.state.units["u1"].y >= 43 * CM


@pytest.mark.rule("honor_glory:47.3", "honor_glory:47.2")
def test_a_town_is_passed_in_column_by_its_road() -> None:
    def through(formation: str) -> int:
        corners = (
            (50 * CM, 55 * CM),
            (70 * CM, 55 * CM),
            (72 * CM, 75 * CM),
            (60 * CM, 78 * CM),
            (50 * CM, 75 * CM),
        )
        town = piece("built_up", "the town", *corners)
        street = piece("road", "the street", (60 * CM, 50 * CM), (60 * CM, 85 * CM), width=4 * CM)
        state = position({
            "u1": regiment("union", 60, 80, 0, formation=formation),
            "c1": regiment("confederate", 10, 10, 180),
        })  # fmt: skip
        state.laid = (town, street)
        return play(state, "declare u1 2 ahead 20", "done").state.units["u1"].y

    assert through("column") == 60 * CM
    assert through("line") > 75 * CM


@pytest.mark.rule("honor_glory:60.1", "honor_glory:60.2", "honor_glory:13.fire.3")
def test_a_garrison_replies_from_the_wall_that_is_fired_at_to_one_of_them() -> None:
    orders = ("declare c1 1 fire u1", "declare c2 1 fire u1", "done")
    state = garrison()
    battle = play(state, *orders, "hold", faces=(20, 20))
    # It goes to the south wall for the first and to the west wall for the second.
    assert battle.decision is not None
    assert battle.state.units["u1"].heading == 2700
    assert [str(one) for one in battle.decision.choices] == ["reply", "hold"]
    after = play(battle.state, "reply", faces=(20,))
    assert any("U1 returns fire at C2" in event.text() for event in after.log())
    once = play(state, *orders, "reply", faces=(20, 20, 20)).state
    assert once.active == "union"


@pytest.mark.rule("honor_glory:60.3")
def test_two_units_in_a_building_answer_two_attackers(monkeypatch: pytest.MonkeyPatch) -> None:
    state = garrison()
    monkeypatch.setitem(state.played.file.holds, HOUSE, 2)
    second = position({"u2": regiment("union", 89, 46, 0, mp=1)}).units["u2"]
    state.units = {**state.units, "u2": second}
    state.change("u2", inside=HOUSE)
    walls.face_out(state, "u2", "c2")
    assert (state.units["u2"].heading, state.units["u1"].heading) == (2700, 0)
    assert buildings.holders(state, HOUSE) == ["u1", "u2"]
    state.change("u1", mp=1)
    orders = ("declare c1 1 fire u1", "declare c2 1 fire u2", "done", "reply", "reply")
    told = [event.text() for event in play(state, *orders, faces=(20, 20, 20, 20)).log()]
    assert {text[:2] for text in told if "returns fire" in text} == {"U1", "U2"}


@pytest.mark.rule("honor_glory:96.1.1a", "honor_glory:96.1.1b", "honor_glory:96.1.3")
def test_an_attacker_that_loses_a_round_is_thrown_back() -> None:
    state = garrison()
    state.units = {
        **state.units,
        "c3": position({"c3": regiment("confederate", 106, 46)}).units["c3"],
    }
    # Tests, bonus; contact costs nothing behind formal cover. A miss and a hit, and no support.
    faces = (*PASS, *PASS, 6, 20, 1, *PASS)
    battle = play(state, "declare c1 1 charge u1", "done", "stand", faces=faces)
    after = battle.state
    assert after.units["u1"].heading == 1800
    assert after.melees == ()
    # Its front was at the regiment before the south wall, at 46 cm: ten back, facing it.
    assert after.units["c1"].heading == 0
    assert 55 * CM <= after.units["c1"].y <= 57 * CM


@pytest.mark.rule("honor_glory:96.1.4a", "honor_glory:96.1.5", "honor_glory:96.1.6a")
def test_a_garrison_that_loses_is_ejected_and_the_winner_takes_the_house() -> None:
    state = garrison()
    state.change("u1", mp=3)
    faces = (*PASS, *PASS, 6, 1, 20, *PASS)
    battle = play(state, "declare c1 1 charge u1", "done", "stand", faces=faces)
    unit = battle.state.units["u1"]
    assert (unit.inside, unit.heading) == ("", 1800)
    # North of the house: three for the wall and ten more, facing the enemy; no cover any more.
    assert unit.y == 39 * CM - 3 * CM - 10 * CM
    assert field.cover_of(battle.state, unit)[0] == "none"
    # No control test: the winner is asked about the building at once.
    taken = play(battle.state, "occupy").state
    assert taken.units["c1"].inside == HOUSE


@pytest.mark.rule("honor_glory:96.1.4b")
def test_a_garrison_without_a_way_out_surrenders() -> None:
    state = garrison()
    more = position({
        "c3": regiment("confederate", 89, 35.5, 180, formation="column"),
        "c4": regiment("confederate", 95.5, 41, 270, formation="column"),
    })  # fmt: skip
    state.units = {**state.units, **more.units}
    state.change("c2", x=8250, formation="column")
    walls.face_out(state, "u1", "c1")
    state.change("u1", mp=3)
    faces = (*PASS, *PASS, 6, 1, 20, *PASS)
    after = play(state, "declare c1 1 charge u1", "done", "stand", faces=faces).state
    assert after.units["u1"].fate == "surrenders"


@pytest.mark.rule("honor_glory:96.1.6b")
def test_a_building_is_taken_only_when_all_defenders_are_out() -> None:
    state = garrison()
    state.change("c2", x=8450)
    told = play(state, "declare c2 1 occupy", "done").past.events
    assert any("the enemy holds" in event.text() for event in told)


@pytest.mark.rule("honor_glory:96.1.2")
def test_a_garrison_says_which_attacker_it_fights() -> None:
    state = garrison()
    walls.face_out(state, "u1", "c1")
    state.change("c1", y=46 * CM)
    state.change("c2", x=86 * CM)
    state.melees = (("c1", "u1"), ("c2", "u1"))
    battle = play(state, "done")
    assert battle.decision is not None
    assert [str(one) for one in battle.decision.choices] == ["engage c1", "engage c2"]
    # Both attackers strike and miss; it strikes back at the one it named.
    after = play(battle.state, "engage c2", faces=(20, 20, 20))
    blows = [event.text() for event in after.past.events if "strikes" in event.text()]
    assert sum(text.startswith("U1 strikes C2") for text in blows) == 1
    assert not any(text.startswith("U1 strikes C1") for text in blows)


# Rivers


def at_river(unit: object, wide: int = 2, **more: object) -> State:
    """A unit whose front touches the south bank of a river that runs along y = 60."""
    state = position({"u1": unit, "c1": regiment("confederate", 100, 10, 180)})  # type: ignore[dict-item]
    state.laid = (_river(wide),)
    for name, value in more.items():
        setattr(state, name, value)
    return state


def _river(wide: int) -> Piece:
    return piece("river", "the creek", (0, 60 * CM), (120 * CM, 60 * CM), width=wide * CM)


@pytest.mark.rule(
    "honor_glory:49.f1", "honor_glory:49.f1n", "honor_glory:49.f2", "honor_glory:49.c2"
)
def test_a_unit_looks_for_a_ford_and_crosses() -> None:
    state = at_river(regiment("union", 30, 61.5))
    # A ford for foot; a 4 is enough for 2 cm.
    after = play(state, "declare u1 1 ford", "done", faces=(5, 1, 4)).state
    assert after.units["u1"].y <= 60 * CM - 1 * CM - 3 * CM
    assert after.fords == {"the creek 6": "foot"}
    none = play(state, "declare u1 1 ford", "done", faces=(4,)).state
    assert none.units["u1"].y == 61.5 * CM
    again = play(play(none, "done").state, "declare u1 1 ford", "done")
    assert any("no ford here" in event.text() for event in again.log())
    gun = at_river(battery("union", 30, 61.5, formation="limbered"), fords={"the creek 6": "foot"})
    told = play(gun, "declare u1 1 ford", "done").past.events
    assert any("wheels" in event.text() for event in told)


@pytest.mark.rule("honor_glory:49.c1", "honor_glory:49.c3", "honor_glory:49.c4", "honor_glory:55.7")
def test_a_unit_in_the_river_only_defends_itself() -> None:
    state = at_river(regiment("union", 30, 61.5), fords={"the creek 6": "all"})
    state.units = {
        **state.units,
        "c2": position({"c2": regiment("confederate", 30, 40, 180)}).units["c2"],
    }
    wet = play(state, "declare u1 1 ford", "done", faces=(3,)).state
    assert wet.units["u1"].river == "the creek 6"
    # It is fired at and does not reply.
    shot = play(wet, "declare c2 1 fire u1", "done", faces=(20,)).state
    assert shot.active == "union"
    assert refused(shot, "declare u1 1 ahead 3") == {"honor_glory:49.c3"}
    dry = play(shot, "declare u1 1 ford", "done", faces=(6,)).state
    assert dry.units["u1"].river == ""


@pytest.mark.rule("honor_glory:8.3", "honor_glory:49.0a", "honor_glory:49.0b")
def test_fords_that_were_agreed_and_rivers_that_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    from longroll.systems.honor_glory.play import rivers

    monkeypatch.setattr(rivers, "_agreed", lambda state, river: {"the creek 3": "all"})
    elsewhere = at_river(regiment("union", 30, 61.5))
    told = play(elsewhere, "declare u1 1 ford", "done").past.events
    assert any("cannot be forded here" in event.text() for event in told)
    there = play(at_river(regiment("union", 17, 61.5)), "declare u1 1 ford", "done", faces=(6,))
    assert there.state.units["u1"].y < 60 * CM
    wide = at_river(regiment("union", 17, 64.5), 7)
    told = play(wide, "declare u1 1 ford", "done").past.events
    assert any("too wide" in event.text() for event in told)


def engineers() -> State:
    """Engineers at a river of 2 cm, with friends far behind them."""
    state = at_river(regiment("union", 30, 61.5, engineers=True, mp=4), 2)
    friends = {f"u{x}": regiment("union", 20 * x - 30, 85) for x in (3, 4, 5)}
    state.units = {**state.units, **position(friends).units}
    return state


@pytest.mark.rule(
    "honor_glory:104.1.e", "honor_glory:104.1.f", "honor_glory:104.2.a", "honor_glory:104.5.f"
)
def test_engineers_build_a_bridge_and_then_troops_use_it() -> None:
    state = engineers()
    # The die for the time, and for each activation the two dice of a collapse.
    battle = fight(state, 1, *(3, 4) * 40)
    needed = 0
    while not any(bridge.done for bridge in battle.state.bridges.values()):
        battle.play("declare u1 1 bridge B")
        battle.play("done")
        battle.play("done")
        needed += 1
        assert needed < 20
    bridge = next(iter(battle.state.bridges.values()))
    assert bridge.piece in battle.state.table.pieces
    dry = battle.state
    dry.units = {**dry.units, "u2": position({"u2": regiment("union", 60, 70)}).units["u2"]}
    dry.change("u1", x=80 * CM)
    dry.change("u2", x=30 * CM, y=64 * CM, formation="column", heading=0)
    over = play(dry, "declare u2 1 ahead 15", "done").state
    assert over.units["u2"].y < 57 * CM
    line = play(dry, "declare u2 1 form line ahead 8", "done").state
    assert line.units["u2"].y > 60 * CM
    # A bridge of type B does not carry a long gun, and nobody else builds.
    dry.units = {**dry.units, "ua": position({"ua": battery("union", 60, 70)}).units["ua"]}
    dry.change("ua", gun="long_rifled", formation="limbered", x=30 * CM, y=64 * CM, heading=0)
    dry.change("u2", x=60 * CM, y=80 * CM)
    assert play(dry, "declare ua 2 ahead 10", "done").state.units["ua"].y > 60 * CM
    told = play(at_river(regiment("union", 30, 61.5)), "declare u1 1 bridge B", "done").past.events
    assert any("only engineers" in event.text() for event in told)


@pytest.mark.rule(
    "honor_glory:104.5.a", "honor_glory:104.5.b", "honor_glory:104.2.b", "honor_glory:104.2.d",
    "honor_glory:104.5.g",
)  # fmt: skip
def test_a_bridge_that_collapses_takes_its_engineers_and_may_be_built_again() -> None:
    state = engineers()
    assert refused(state, "declare u1 1 ahead 1 bridge B") == {"honor_glory:104.2.d"}
    lost = play(state, "declare u1 1 bridge A", "done", faces=(1, 6, 6)).state
    assert lost.units["u1"].fate == "is lost with the bridge"
    assert lost.bridges == {}
    lost.units = {**lost.units, "u2": position({"u2": regiment("union", 30, 61.5)}).units["u2"]}
    lost.change("u2", engineers=True)
    lost.result = None
    again = play(play(lost, "done").state, "declare u2 1 bridge A", "done", faces=(1, 3, 4)).state
    assert len(again.bridges) == 1
    # While they build they may defend themselves: fired at, they reply, and lose points.
    again.units = {
        **again.units,
        "c2": position({"c2": regiment("confederate", 30, 40, 180)}).units["c2"],
    }
    shot = play(again, "declare c2 1 fire u2", "done", "reply", faces=(1, 20, *PASS))
    assert any("U2 returns fire" in event.text() for event in shot.log())
    assert shot.state.units["u2"].mp == 5


# Dead ground


def on_the_hill() -> State:
    """Guns that fire at a regiment 2 cm behind the edge of the hill, which begins at x = 78."""
    units = {"ca": battery("confederate", 50, 62, 90), "u1": regiment("union", 80.5, 62, 270)}
    return position(units, side="confederate")


@pytest.mark.rule("honor_glory:37.5", "honor_glory:37.4")
def test_a_target_in_dead_ground_stays_safe_while_nobody_moves() -> None:
    state = on_the_hill()
    hidden = play(state, "declare ca 1 fire u1", "done", faces=(9,)).state
    assert hidden.units["u1"].mp == 6
    later = play(hidden, "done").state
    told = play(later, "declare ca 1 fire u1", "done").past.events
    assert any("dead ground" in event.text() for event in told)
    later.change("u1", x=7950)
    # It has moved: the die is rolled anew, and this time there is a shot.
    assert play(later, "declare ca 1 fire u1", "done", faces=(10, 20)).state.units["ca"].fired


# Hidden units


@pytest.mark.rule("honor_glory:8.9n2", "honor_glory:40.1", "honor_glory:8.9n1")
def test_a_hidden_unit_is_placed_when_it_moves_or_is_seen() -> None:
    units = {
        "u1": regiment("union", 22, 35, 180, hidden=True),
        "u2": regiment("union", 80, 80),
        "c1": regiment("confederate", 80, 12, 180),
    }
    state = position(units, side="confederate")
    assert refused(state, "declare c1 1 charge u1") >= {"honor_glory:65.1a"}
    still = play(state, "declare c1 1 ahead 5", "done").state
    assert still.units["u1"].hidden
    # Nothing moves unseen.
    moved = play(still, "declare u1 1 ahead 3", "done").state
    assert not moved.units["u1"].hidden
    near = position({**units, "c1": regiment("confederate", 22, 50, 0)}, side="confederate")
    seen = play(near, "declare c1 1 ahead 7", "done").state
    assert not seen.units["u1"].hidden
