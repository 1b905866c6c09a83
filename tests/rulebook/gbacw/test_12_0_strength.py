"""12.0, 12.1 and 12.3 to 12.5 What each side brings into a melee."""

from __future__ import annotations

import pytest

from longroll.systems.gbacw.drill import DRILL
from longroll.systems.gbacw.events import Fought
from longroll.systems.gbacw.tables import TABLES
from tests.rulebook.gbacw.combat import ELSE, announce, fight, melee
from tests.rulebook.gbacw.field import field, state_of, where
from tests.support import offered, only, play, refused

Lines = list[tuple[int, str]]


def fought(units: str, die: int = 1, *who: str, hex: str = "0509", **more: object) -> Fought:
    """A melee that the Union begins."""
    battle = field(units, [die, *[1] * 12], phase="E", **more)  # type: ignore[arg-type]
    return melee(battle, hex, *who)


def attack(found: Fought) -> Lines:
    return [(line.value, line.rule) for line in found.attack]


def defence(found: Fought) -> Lines:
    return [(line.value, line.rule) for line in found.defence]


# The procedure


@pytest.mark.rule("gbacw:12.0.1")
@pytest.mark.parametrize("phase", ["B", "C", "D", "E", "G"])
def test_a_melee_is_fought_in_the_melee_phase_only(phase: str) -> None:
    units = f"0508 2us,depleted | 0507 us-wagon | 0509 1cs {ELSE}"
    battle = field(units, phase=phase)
    with refused("gbacw:4.0.1"):
        battle.play("fight 0509")


@pytest.mark.rule("gbacw:12.0.1")
def test_it_is_fought_by_entering_the_hex_and_settled_at_once() -> None:
    battle = field("0508 2us | 0509 11cs", [2, 1], phase="E")
    announce(battle)
    play(battle, "stand")
    assert where(battle, "2us") == "0508"
    found = only(play(battle, "fight 0509"), Fought)
    assert [roll.value for roll in found.rolls] == [2]
    assert where(battle, "2us") == "0509"


@pytest.mark.rule("gbacw:12.0.2")
@pytest.mark.parametrize(
    "attackers, defenders, differential",
    [("7us", "8cs 9cs", -3), ("2us", "12cs", 0), ("1us", "11cs", 5), ("8us", "1cs", -3)],
)
def test_the_defenders_are_taken_from_the_attackers(
    attackers: str, defenders: str, differential: int
) -> None:
    found = fought(f"0508 {attackers} | 0509 {defenders}")
    assert found.differential == differential
    assert (found.attacker, found.defender) == TABLES.melee(differential, 1)


@pytest.mark.rule("gbacw:12.0.3", "gbacw:12.98")
@pytest.mark.parametrize(
    "attackers, defenders, differential, die, result",
    [
        ("8us", "8cs 9cs", -5, 6, ("C3R3", "-")),
        ("8us", "8cs 9cs", -5, 1, ("R2", "-")),
        ("1us 2us", "9cs", 8, 5, ("K", "C1R2")),
        ("1us 2us", "9cs", 8, 6, ("-", "C1R2")),
    ],
)
def test_beyond_the_table_its_last_column_counts(
    attackers: str, defenders: str, differential: int, die: int, result: tuple[str, str]
) -> None:
    found = fought(f"0508 {attackers} | 0509 {defenders}", die)
    assert found.differential == differential
    assert (found.attacker, found.defender) == result
    assert "gbacw:12.98" in found.rules


@pytest.mark.rule("gbacw:12.0.4", "gbacw:12.31")
def test_terrain_leader_and_morale_are_a_point_each() -> None:
    # 4us with its commander over the stream at a unit of morale 2.
    found = fought("0711 4us mercer | 0712 5cs", 1, "with 4us", "with mercer", hex="0712")
    assert attack(found) == [
        (4, "gbacw:12.11"),
        (-1, "gbacw:12.31"),
        (1, "gbacw:12.4.1"),
        (1, "gbacw:12.52"),
    ]
    assert found.differential == 5 - 4


# Whose strength


@pytest.mark.rule("gbacw:12.11")
@pytest.mark.parametrize("who, points", [("1us,3", 3), ("2us", 4), ("1us-cav,dismounted,2", 2)])
def test_men_fight_with_the_strength_they_have(who: str, points: int) -> None:
    assert attack(fought(f"0508 {who} | 0509 8cs")) == [(points, "gbacw:12.11")]


@pytest.mark.rule("gbacw:12.12")
@pytest.mark.parametrize("crew, points", [(2, 1), (1, 0)])
def test_guns_fight_with_their_crew(crew: int, points: int) -> None:
    found = fought("0508 2us | 0509 cs-n1", 3, states={"cs-n1": {"crew": crew}})
    assert defence(found) == [(points, "gbacw:12.11")]


RIDER = DRILL.roster.number["1us-cav"]


@pytest.mark.rule("gbacw:12.13.1", "gbacw:12.13.2")
@pytest.mark.parametrize(
    "word, line", [("with", (4, "gbacw:12.11")), ("charge", (8, "gbacw:12.13.2"))]
)
def test_riders_fight_with_their_strength_and_charge_with_double(
    word: str, line: tuple[int, str]
) -> None:
    units = "0508 1us-cav,mounted | 0509 8cs"
    found = fought(units, 1, f"{word} 1us-cav", more={"began": {RIDER: "0507"}})
    assert attack(found) == [line]


@pytest.mark.rule("gbacw:12.14")
def test_a_wagon_crew_is_worth_one() -> None:
    found = fought("0508 2us | 0509 cs-wagon", 3)
    assert defence(found) == [(1, "gbacw:12.11")]


# Terrain


@pytest.mark.rule("gbacw:12.31")
@pytest.mark.parametrize(
    "origin, hex, facing, cost",
    [
        ("0711", "0712", "S", True),  # across the stream
        ("0712", "0711", "N", True),
        ("1204", "1304", "NE", True),  # up a crest
        ("1304", "1204", "SW", False),  # down
        ("0508", "0509", "S", False),
        ("0208", "0209", "S", False),  # woods
    ],
)
def test_attackers_who_wade_or_climb_lose_a_point(
    origin: str, hex: str, facing: str, cost: bool
) -> None:
    found = fought(f"{origin} 2us,{facing} | {hex} 8cs", 1, hex=hex)
    assert attack(found)[1:] == ([(-1, "gbacw:12.31")] if cost else [])


@pytest.mark.rule("gbacw:12.31", "gbacw:12.0.4")
def test_the_point_is_lost_once_however_many_cross() -> None:
    # 8us comes over dry ground, the others through the stream.
    found = fought("0711 2us 12us | 0812 8us,SW | 0712 8cs,N", 1, hex="0712")
    assert sorted(attack(found)) == sorted(
        [(4, "gbacw:12.11"), (4, "gbacw:12.11"), (3, "gbacw:12.11"), (-1, "gbacw:12.31")]
    )


@pytest.mark.rule("gbacw:12.32")
def test_in_a_melee_that_goes_on_terrain_counts_for_newcomers_only() -> None:
    locked = {"engaged": ["0712"]}
    battle = field("0712 2us | 0712 8cs", [1, *[1] * 4], phase="F", more=locked)
    assert attack(only(play(battle, "fight 0712"), Fought)) == [(4, "gbacw:12.11")]
    battle = field("0712 2us | 0711 12us | 0712 8cs", [1, *[1] * 6], phase="E", more=locked)
    found = only(fight(battle, "0712"), Fought)
    assert attack(found) == [(4, "gbacw:12.11"), (4, "gbacw:12.11"), (-1, "gbacw:12.31")]


@pytest.mark.rule("gbacw:12.33")
@pytest.mark.parametrize(
    "units, hex",
    [
        ("1712 1us-cav,mounted | 1713 8cs", "1713"),  # riders into a swamp
        ("1809 2us | 1810 8cs", "1810"),  # anybody down a cliff
    ],
)
def test_nobody_attacks_where_he_could_not_go(units: str, hex: str) -> None:
    battle = field(f"{units} {ELSE}", phase="E")
    assert f"melee {hex}" not in offered(battle)
    with refused("gbacw:12.33"):
        battle.play(f"melee {hex}")


@pytest.mark.rule("gbacw:12.33")
def test_on_foot_a_swamp_can_be_attacked() -> None:
    assert fought("1712 2us | 1713 8cs", hex="1713").differential == 0


# Leaders


@pytest.mark.rule("gbacw:12.4.1")
def test_a_leader_on_either_side_adds_one() -> None:
    found = fought("0508 7us carter | 0509 11cs,2 walker", 3, "with 7us", "with carter")
    assert attack(found) == [(5, "gbacw:12.11"), (1, "gbacw:12.4.1")]
    assert defence(found) == [(2, "gbacw:12.11"), (1, "gbacw:12.4.1")]
    assert found.differential == 3


@pytest.mark.rule("gbacw:12.4.2")
def test_more_leaders_add_no_more() -> None:
    found = fought(
        "0508 7us carter cooper | 0509 11cs,2 walker tanner",
        3,
        "with 7us",
        "with carter",
        "with cooper",
    )
    assert (attack(found)[1:], defence(found)[1:]) == ([(1, "gbacw:12.4.1")], [(1, "gbacw:12.4.1")])


@pytest.mark.rule("gbacw:12.4.1")
def test_a_leader_who_stays_behind_does_not_help() -> None:
    battle = field("0508 7us carter | 0509 11cs,2", [3, *[1] * 6], phase="E")
    assert attack(melee(battle, "0509", "with 7us")) == [(5, "gbacw:12.11")]
    assert where(battle, "carter") == "0508"


# Morale


@pytest.mark.rule("gbacw:12.51.1")
@pytest.mark.parametrize("strength, points", [(6, 3), (5, 2), (1, 0)])
def test_a_routed_defender_fights_at_half_rounded_down(strength: int, points: int) -> None:
    found = fought(f"0508 2us | 0509 1cs,{strength},routed")
    assert defence(found)[0] == (points, "gbacw:12.51.1")


@pytest.mark.rule("gbacw:12.51.2")
def test_a_routed_unit_begins_no_melee() -> None:
    battle = field(f"0508 2us,routed | 0509 1cs {ELSE}", phase="E")
    with refused("gbacw:12.51.2"):
        battle.play("melee 0509")


@pytest.mark.rule("gbacw:12.51.3")
def test_a_routed_unit_left_engaged_gets_away() -> None:
    # Four against half of six: +1, where a 4 leaves them locked.
    battle = field("0508 2us | 0509 1cs,routed", [4, 1], phase="E")
    assert melee(battle).defender == "Eng"
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    play(battle, "to 0510")
    play(battle, offered(battle)[0])
    assert (DRILL.grid.distance("0509", where(battle, "1cs")), where(battle, "2us")) == (2, "0509")
    assert not state_of(battle).engaged


@pytest.mark.rule("gbacw:12.51.3")
def test_a_routed_unit_that_cannot_get_away_is_captured() -> None:
    # In the corner, with every way out in the zone of 12us.
    battle = field("0102 2us,N | 0202 12us,N | 0101 1cs,routed", [4], phase="E")
    melee(battle, "0101", "with 2us")
    own = state_of(battle).units[DRILL.roster.number["1cs"]]
    assert (own.hex, own.fate, own.captured) == ("", "captured", 6)


@pytest.mark.rule("gbacw:12.52")
@pytest.mark.parametrize(
    "attackers, defenders, bonus",
    [
        ("5us", "1cs 4cs", "defence"),  # 2 against 4 and 5
        ("12us", "5cs", "attack"),  # 4 against 2
        ("2us", "5cs", ""),  # 3 against 2
        ("4us 2us", "5cs", ""),  # the worst of them is 3
        ("12us", "5cs 8cs", ""),  # the best of them is 3
        ("4us 12us", "5cs", "attack"),
    ],
)
def test_the_better_morale_adds_one(attackers: str, defenders: str, bonus: str) -> None:
    found = fought(f"0508 {attackers} | 0509 {defenders}")
    both = {"attack": attack(found), "defence": defence(found)}
    sides = {side for side, lines in both.items() if (1, "gbacw:12.52") in lines}
    assert sides == ({bonus} if bonus else set())
