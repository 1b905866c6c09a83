"""17.0 Scenarios: the schedules of victory, and the variants of 17.6."""

from __future__ import annotations

from itertools import combinations

import pytest

from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.scenario import VARIANTS, Goal, complaints, scenario, variant
from longroll.systems.chickasaw_bayou.terrain import MAP
from tests.rulebook.chickasaw_bayou.scenes import NUMBER, numbered

# Victory


@pytest.mark.rule(
    "chickasaw_bayou:17.1f.1",
    "chickasaw_bayou:17.1f.2",
    "chickasaw_bayou:17.1f.3",
    "chickasaw_bayou:17.2d",
)
def test_the_points_of_17_1_and_17_2() -> None:
    first, second = numbered("17.1").victory.points, numbered("17.2").victory.points
    assert first is not None
    assert second is not None
    assert {*first.hexes} == {*second.hexes} == MAP.zones["victory"]
    assert first.of("union", hexes=1, enemy_units=3) == 5
    assert first.of("confederate", hexes=1, enemy_units=3) == 4
    assert second.of("confederate", hexes=1, enemy_units=3) == 6
    assert second.of("union", hexes=1, enemy_units=3) == 5


@pytest.mark.rule("chickasaw_bayou:17.1f.4")
@pytest.mark.parametrize("number", ["17.1", "17.2"])
def test_the_levels_by_difference(number: str) -> None:
    victory = numbered(number).victory
    found = {n: victory.reached({"difference": n}) for n in range(-4, 5)}
    assert [found[n].name for n in (-4, -2, -1, 0, 1, 2, 4)] == [
        "major CSA", "major CSA", "minor CSA", "draw", "minor USA", "major USA", "major USA",
    ]  # fmt: skip
    assert [found[n].winner for n in (-1, 0, 1)] == ["confederate", "", "union"]


@pytest.mark.rule(
    "chickasaw_bayou:17.3g.1",
    "chickasaw_bayou:17.3g.2",
    "chickasaw_bayou:17.3g.3",
    "chickasaw_bayou:17.4g.1",
    "chickasaw_bayou:17.4g.2",
    "chickasaw_bayou:17.4g.3",
    "chickasaw_bayou:17.5e.1",
    "chickasaw_bayou:17.5e.2",
    "chickasaw_bayou:17.5e.3",
    "chickasaw_bayou:17.6k.1",
    "chickasaw_bayou:17.6k.2",
    "chickasaw_bayou:17.6k.3",
)
@pytest.mark.parametrize(
    "number, score, level",
    [
        ("17.3", {"trench_hexes": 1}, "decisive Union"),
        ("17.3", {"timber_removed": 1}, "marginal Union"),
        ("17.3", {}, "decisive Confederate"),
        ("17.4", {"trench_hexes": 2}, "decisive Union"),
        ("17.4", {"trench_hexes": 1}, "marginal Union"),
        ("17.4", {"timber_removed": 5}, "decisive Confederate"),
        ("17.5", {"trench_hexes": 3}, "decisive Union"),
        ("17.5", {"trench_hexes": 2}, "marginal Union"),
        ("17.5", {"trench_hexes": 1}, "decisive Confederate"),
        ("17.6", {"second_row": 1, "trench_hexes": 1}, "decisive Union"),
        ("17.6", {"first_row": 2, "trench_hexes": 2}, "marginal Union"),
        ("17.6", {"first_row": 1, "trench_hexes": 1}, "decisive Confederate"),
    ],
)
def test_the_levels_by_what_the_union_holds(
    number: str, score: dict[Goal, int], level: str
) -> None:
    found = numbered(number).victory.reached(score)
    assert found.name == level
    assert found.winner == ("union" if "Union" in level else "confederate")


def test_what_history_was() -> None:
    history = {number: numbered(number).history for number in NUMBER}
    assert history.pop("17.1") == "major CSA"
    assert history.pop("17.2") == ""
    assert {*history.values()} == {"decisive Confederate"}


# Variants


@pytest.mark.rule("chickasaw_bayou:17.6l.1", "chickasaw_bayou:17.6l.2")
def test_the_variants_that_bring_troops() -> None:
    landram, tennessee = variant("race-course").reinforcement
    assert (landram.turn, landram.hex) == ("11:30", "1007")
    of_brigade = {ROSTER[unit].brigade for unit in landram.units if ROSTER[unit].brigade}
    assert of_brigade == {"landram"}
    assert landram.units[-2:] == ("cooley", "putnam")
    assert (tennessee.turn, tennessee.hex, tennessee.units) == ("13:00", "1025", ("61tn",))
    (boats,) = variant("yazoo-river").reinforcement
    assert boats.units == ("118il", "131il")


@pytest.mark.rule("chickasaw_bayou:17.6n")
def test_the_variant_of_the_missouri_regiments() -> None:
    one = scenario("grand-assault", ("missouri",))
    assert (one.hex_of("30mo"), one.hex_of("32mo")) == ("3917", "3916")
    plain = scenario("grand-assault")
    assert (plain.hex_of("30mo"), plain.hex_of("32mo")) == ("3213", "3315")


@pytest.mark.rule(
    "chickasaw_bayou:17.6o.1",
    "chickasaw_bayou:17.6o.2",
    "chickasaw_bayou:17.6o.3",
)
def test_the_variant_of_the_levee() -> None:
    one, levee = scenario("grand-assault", ("levee",)), numbered("17.3")
    for unit, hex in levee.setup["union"].items():
        assert one.hex_of(unit) == hex
    blair = {one.hex_of(ROSTER.pieces[n].id) for n in ROSTER.of_brigade["blair"]}
    assert {"4215", "4315", "4216", "4316"} <= blair
    assert {one.hex_of("49in"), one.hex_of("114oh")} == {"3118", "3117"}


def test_variants_can_be_combined() -> None:
    assert [variant(name).letter for name in VARIANTS] == ["l", "m", "n", "o"]
    for count in range(len(VARIANTS) + 1):
        for names in combinations(VARIANTS, count):
            assert not list(complaints(scenario("grand-assault", names))), names
    both = scenario("grand-assault", ("missouri", "levee"))
    assert (both.hex_of("30mo"), both.hex_of("13il")) == ("3917", "4216")


def test_every_unit_of_a_variant_comes_with_it() -> None:
    for name in VARIANTS:
        coming = {unit for one in variant(name).reinforcement for unit in one.units}
        assert {ROSTER[unit].variant for unit in coming} <= {variant(name).letter}
        own = {piece.id for piece in ROSTER.pieces if piece.variant == variant(name).letter}
        assert own == coming
