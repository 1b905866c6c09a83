"""29.4 The Union sets up where it likes, within limits."""

import pytest

from longroll import Battle
from longroll.systems.corinth import free_set_up, setup, system
from longroll.systems.corinth.assault_areas import from_areas
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, INFANTRY
from tests.rulebook.corinth.scenes import (
    begin,
    facts,
    formation,
    hex_of,
    in_hand,
    number,
    places,
    scene,
    set_up_until,
)
from tests.support import offered, play, refused, rules_against

GAME = system.game
FROM_AREAS = from_areas(GAME.ground)
GRID = GAME.grid


def ready(*duties: str) -> Battle:
    """A free set-up at the first counter; duties for brigades in roster order, else the usual."""
    battle = begin("free")
    play(battle, "default", *duties)
    if len(duties) < 11:
        play(battle, "default")
    return battle


@pytest.mark.rule("corinth:29.4")
def test_units_set_up_in_line_unlimbered_and_mounted() -> None:
    battle = ready()
    play(battle, "default")
    wanted = {INFANTRY: "line", BATTERY: "unlimbered", CAVALRY: "mounted"}
    for n in GAME.roster.of_side["union"]:
        unit, piece = facts(battle).units[n], GAME.roster.pieces[n]
        if unit.hex and piece.kind in wanted:
            assert unit.formation == wanted[piece.kind]


@pytest.mark.rule("corinth:29.41.1")
def test_nobody_sets_up_within_4_hexes_of_an_assault_area() -> None:
    battle = set_up_until(ready(), "rosecrans")
    assert "0426" not in places(battle)
    assert rules_against(battle, "place 0426") == ["corinth:29.41.1"]
    assert rules_against(battle, "place 0527") == []


@pytest.mark.rule("corinth:29.41.2")
def test_behind_the_works_any_distance_will_do() -> None:
    battle = set_up_until(ready(), "rosecrans")
    assert FROM_AREAS["2802"] <= 4
    assert rules_against(battle, "place 2802") == []
    assert rules_against(battle, "place 2803") == ["corinth:29.41.1"]


@pytest.mark.rule("corinth:29.41.3")
def test_the_union_stays_away_until_all_three_divisions_have_come() -> None:
    plan = {"hebert": ("C", 1), "maury": ("D", 1), "lovell": ("E", 5)}
    units = "1606 7il baldwin | 3030 2mo"
    two = {"hebert": "C", "maury": "D"}
    battle = scene("free", units, phasing="union", plan=plan, areas=two)
    play(battle, "move 7il")
    assert FROM_AREAS["1605"] == 4
    assert rules_against(battle, "to 1605") == ["corinth:29.41.3"]
    battle = scene("free", units, phasing="union", plan=plan, areas=two | {"lovell": "E"})
    play(battle, "move 7il")
    assert rules_against(battle, "to 1605") == []


@pytest.mark.rule("corinth:29.42.1")
def test_four_to_seven_brigades_are_forward() -> None:
    battle = begin("free")
    play(battle, "default", *["forward"] * 7)
    assert rules_against(battle, "forward") == ["corinth:29.42.1"]
    battle = begin("free")
    play(battle, "default", *["elsewhere"] * 4)
    assert set(offered(battle)) == {"reserve", "forward", "default"}
    assert rules_against(battle, "elsewhere") == ["corinth:29.42.1"]


@pytest.mark.rule("corinth:29.42.1")
def test_a_forward_brigade_stands_within_10_hexes_of_an_area() -> None:
    battle = set_up_until(ready(), "52il")
    assert facts(battle).duties["hackleman"] == "forward"
    near = places(battle)
    assert max(FROM_AREAS[hex] for hex in near) == 10
    far = next(hex for hex in GRID.hexes if FROM_AREAS[hex] == 11)
    assert rules_against(battle, f"place {far}") == ["corinth:29.42.1"]


@pytest.mark.rule("corinth:29.42.1")
def test_an_eighth_brigade_does_not_slip_forward() -> None:
    battle = ready(*["forward"] * 7, "elsewhere", *["reserve"] * 3)
    set_up_until(battle, "21mo")
    assert facts(battle).duties["mcarthur"] == "elsewhere"
    assert min(FROM_AREAS[hex] for hex in places(battle)) == 11
    assert rules_against(battle, "place 0809") == ["corinth:29.42.1"]


@pytest.mark.rule("corinth:29.42.2")
def test_three_brigades_stand_about_the_hotel() -> None:
    battle = begin("free")
    play(battle, "default", "reserve", "reserve", "reserve")
    assert rules_against(battle, "reserve") == ["corinth:29.42.2"]
    play(battle, "default")
    assert list(facts(battle).duties.values()).count("reserve") == 3
    set_up_until(battle, "27oh")
    assert max(GRID.distance("2437", hex) for hex in places(battle)) == 10
    far = next(hex for hex in GRID.hexes if GRID.distance("2437", hex) == 11)
    assert "corinth:29.42.2" in rules_against(battle, f"place {far}")


@pytest.mark.rule("corinth:29.42.2")
def test_without_three_in_reserve_nothing_else_is_left_to_choose() -> None:
    battle = begin("free")
    play(battle, "default", *["forward"] * 7, "elsewhere")
    assert offered(battle) == ["reserve", "default"]
    assert rules_against(battle, "elsewhere") == ["corinth:29.42.2"]


@pytest.mark.rule("corinth:29.42.3")
def test_the_other_brigades_stand_anywhere_29_41_allows() -> None:
    battle = set_up_until(ready(), "15mi")
    assert facts(battle).duties["oliver"] == "elsewhere"
    closed = {hex for hex in GRID.hexes if hex not in free_set_up.distant(facts(battle)).hexes}
    open_to = places(battle)
    assert not open_to & closed
    assert {"0911", "2020", "3540", "2802"} <= open_to
    assert rules_against(battle, "place 0101") == ["corinth:29.41.1"]


@pytest.mark.rule("corinth:29.44.1")
def test_brigade_batteries_stand_within_their_commanders_radius() -> None:
    battle = set_up_until(ready(), "2ia-bty")
    here = hex_of(battle, "mower")
    assert max(GRID.distance(here, hex) for hex in places(battle)) == 4
    far = next(hex for hex in GRID.hexes if GRID.distance(here, hex) == 5 and FROM_AREAS[hex] > 4)
    assert rules_against(battle, f"place {far}") == ["corinth:29.44.1"]


@pytest.mark.rule("corinth:29.44.2")
def test_three_batteries_have_redans_of_their_own() -> None:
    battle = ready()
    redans = free_set_up.redans(facts(battle))
    for name in ("Robinett", "Phillips", "Williams"):
        assert hex_of(battle, name.lower()) == redans[name]


@pytest.mark.rule("corinth:29.44.3")
def test_seven_independent_batteries_take_the_other_redans_one_each() -> None:
    battle = ready()
    redans = free_set_up.redans(facts(battle))
    others = {hex for name, hex in redans.items() if name not in free_set_up.NAMED}
    assert len(others) == 7
    assert places(battle) - free_set_up.park_hexes(facts(battle)) == others
    play(battle, f"place {redans['Powell']}")
    assert rules_against(battle, f"place {redans['Powell']}")[0] == "corinth:29.44.3"
    for _ in range(6):
        play(battle, "place " + min(places(battle) & others))
    assert places(battle) <= free_set_up.park_hexes(facts(battle))
    assert not places(battle) & others


@pytest.mark.rule("corinth:29.44.4")
def test_four_batteries_form_the_artillery_park() -> None:
    battle = ready()
    park = {"2737", "2736", "2738", "2836", "2837", "2636", "2637"}
    assert free_set_up.park_hexes(facts(battle)) == park
    for _ in range(4):
        play(battle, "place " + min(places(battle) & park))
    assert not places(battle) & park
    play(battle, "default")
    assert len(facts(battle).park) == 4
    assert all(facts(battle).hex_of(unit) in park for unit in facts(battle).park)


@pytest.mark.rule("corinth:29.45")
def test_leaders_and_wagons_stand_where_they_like() -> None:
    battle = set_up_until(ready(), "stanley")
    assert places(battle) == free_set_up.distant(facts(battle)).hexes
    set_up_until(battle, "supply-davies")
    assert {"3540", "2020", "1010"} <= places(battle)
    assert rules_against(battle, "place 2003") == ["corinth:29.41.1", "gbacw:5.15.1"]


@pytest.mark.rule("corinth:29.46")
def test_the_sharpshooters_stand_about_the_hotel_and_are_free() -> None:
    battle = set_up_until(ready(), "64il-ss")
    assert max(GRID.distance("2437", hex) for hex in places(battle)) == 10
    far = next(hex for hex in GRID.hexes if GRID.distance("2437", hex) == 11)
    assert rules_against(battle, f"place {far}") == ["corinth:29.46"]
    play(battle, "default")
    held = [unit for units in facts(battle).reserve.values() for unit in units]
    assert number("64il-ss") not in held
    assert number("14mo-ss") not in held


def test_a_counter_may_be_turned_before_it_is_placed() -> None:
    battle = set_up_until(ready(), "52il")
    assert "face N" not in offered(battle)
    play(battle, "face SW", "place 2307")
    assert facts(battle).units[number("52il")].facing == 4
    play(battle, "place 2307")
    assert facts(battle).units[number("2ia")].facing == 4
    with refused("gbacw:7.0.6"):
        battle.play("face up")


def test_rest_places_the_group_and_default_everybody() -> None:
    battle = ready()
    play(battle, "rest")
    assert in_hand(battle) == "fuller"
    assert rules_against(battle, "historical") == ["corinth:29.42.3"]
    play(battle, "default")
    assert facts(battle).turn == 1
    late = {number(id) for id in ("union-brigade", "18mo", "5ia")}
    for n in GAME.roster.of_side["union"]:
        piece = GAME.roster.pieces[n]
        assert bool(facts(battle).hex_of(n)) == (
            n not in late and not piece.anonymous and not piece.crew_of
        )


def test_the_usual_places_keep_every_rule() -> None:
    battle = ready()
    while not facts(battle).turn:
        unit = number(in_hand(battle))
        wanted = setup.usual_hexes(facts(battle), unit)
        legal = setup.places(facts(battle), unit)
        assert set(wanted) & set(legal), in_hand(battle)
        here = min((hex for hex in wanted if hex in legal), key=wanted.index)
        play(battle, f"place {here}")
    assert formation(battle, "jenks") == "mounted"
    assert not list(system.faults(facts(battle)))
