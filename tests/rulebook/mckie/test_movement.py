"""Movement: the table of rates, paces, ground, contours, stragglers, the gap to the enemy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.miniatures.measure import Distance
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.movement.rates import disorders_in_flight, is_slow
from longroll.systems.mckie.movement.rules import Leg, Move, Pace, reach, stragglers, straggles
from longroll.systems.mckie.words import Arm, Formation, Ground, State


def inches(arm: Arm = "infantry", formation: Formation = "line", **facts: Any) -> float:
    """How far a move goes, in inches."""
    found = reach(Move(arm=arm, formation=formation, **facts))
    assert not isinstance(found, Refusal), found
    return float(Fraction(found.distance) / INCH)


def refused(arm: Arm = "infantry", formation: Formation = "line", **facts: Any) -> str:
    """The rule that bars a move."""
    found = reach(Move(arm=arm, formation=formation, **facts))
    assert isinstance(found, Refusal), found
    return found.rule


def on(*grounds: Ground) -> tuple[Leg, ...]:
    return tuple(map(Leg, grounds))


def legs(*parts: tuple[Ground, Distance | None]) -> tuple[Leg, ...]:
    return tuple(Leg(ground, length) for ground, length in parts)


GROUNDS: tuple[Ground, ...] = ("open", "road", "open_woods", "rough")

# The table


@pytest.mark.rule(
    "mckie:rate.foot",
    "mckie:rate.skirm",
    "mckie:rate.cav",
    "mckie:rate.fart",
    "mckie:rate.siege",
    "mckie:rate.wagon",
)
@pytest.mark.parametrize(
    "arm, formation, normal, double, charge",
    [
        ("infantry", "road_march", 12, 18, 14),
        ("infantry", "line", 6, 9, 8),
        ("infantry", "supported_line", 6, 9, 8),
        ("infantry", "extended", 6, 9, 8),
        ("infantry", "column", 8, 12, 10),
        ("infantry", "attack_column", 8, 12, 10),
        ("infantry", "skirmish", 6, 12, "mckie:rate.skirm"),
        ("dismounted_cavalry", "line", 6, 9, 8),
        ("dismounted_cavalry", "skirmish", 6, 12, "mckie:rate.skirm"),
        ("cavalry", "road_march", 24, 36, 28),
        ("cavalry", "line", 12, 18, 16),
        ("cavalry", "column", 16, 24, 20),
        ("field_artillery", "road_march", 16, 24, "mckie:rate.fart"),
        ("field_artillery", "limbered", 8, 12, "mckie:rate.fart"),
        ("field_artillery", "line", "mckie:rate.fart", "mckie:rate.fart", "mckie:rate.fart"),
        ("siege_artillery", "road_march", 12, "mckie:rate.siege", "mckie:rate.siege"),
        ("siege_artillery", "limbered", 6, "mckie:rate.siege", "mckie:rate.siege"),
        ("wagon", "road_march", 16, "mckie:rate.wagon", "mckie:rate.wagon"),
        ("wagon", "column", 8, "mckie:rate.wagon", "mckie:rate.wagon"),
        ("wagon", "line", "mckie:rate.wagon", "mckie:rate.wagon", "mckie:rate.wagon"),
    ],
)
def test_the_movement_table(
    arm: Arm, formation: Formation, normal: object, double: object, charge: object
) -> None:
    paces: dict[Pace, object] = {"normal": normal, "double": double, "charge": charge}
    for pace, wanted in paces.items():
        if isinstance(wanted, str):
            assert (pace, refused(arm, formation, pace=pace)) == (pace, wanted)
        else:
            assert (pace, inches(arm, formation, pace=pace)) == (pace, wanted)


@pytest.mark.rule("mckie:move.max", "mckie:rate.foot")
def test_a_reach_tells_how_it_was_found() -> None:
    found = reach(
        Move(arm="infantry", formation="line", manoeuvres=("turn", "form_column"), contours=1)
    )
    assert not isinstance(found, Refusal)
    # A quarter of 8 in, less one contour: the most it may move, and less is always allowed.
    assert found.distance == 100
    assert [(line.value, line.rule) for line in found.lines] == [
        (800, "mckie:rate.foot"),
        (-25, "mckie:man.face"),
        (-50, "mckie:man.linecol"),
        (-100, "mckie:terr.contour"),
    ]
    assert found.posture.formation == "column"


@pytest.mark.rule("mckie:move.general")
@pytest.mark.parametrize("ground", ["open", "open_woods", "dense_woods", "rough", "built_up"])
@pytest.mark.parametrize("arm", ["general", "courier"])
def test_mounted_generals_and_couriers_always_move_24(arm: Arm, ground: Ground) -> None:
    assert inches(arm, "mounted", legs=on(ground), contours=2, manoeuvres=("turn",)) == 24


@pytest.mark.rule("mckie:move.general")
def test_a_general_on_foot_moves_as_foot() -> None:
    assert inches("general", "dismounted") == 6
    assert inches("general", "dismounted", pace="double") == 9
    assert inches("general", "dismounted", legs=on("open_woods")) == 4.5
    assert refused("general", "dismounted", pace="charge") == "mckie:rate.foot"
    assert refused("general", "mounted", pace="charge") == "mckie:move.general"


@pytest.mark.rule("mckie:move.manhandle")
def test_field_guns_are_manhandled_an_inch() -> None:
    assert inches("field_artillery", "unlimbered", pace="manhandle") == 1
    barred = "mckie:move.manhandle"
    assert refused("siege_artillery", "unlimbered", pace="manhandle") == barred
    assert refused("field_artillery", "limbered", pace="manhandle") == barred
    assert refused("infantry", "line", pace="manhandle") == barred


def test_unlimbered_guns_do_not_move() -> None:
    assert refused("field_artillery", "unlimbered") == "mckie:man.limber"
    assert refused("field_artillery", "unlimbered", state="retreating") == "mckie:man.limber"


# Ground


@pytest.mark.rule("mckie:terr.openwood.foot", "mckie:terr.openwood.mount")
@pytest.mark.parametrize(
    "arm, formation, wanted",
    [
        ("infantry", "line", 4.5),
        ("dismounted_cavalry", "line", 4.5),
        ("cavalry", "line", 6),
        ("field_artillery", "limbered", 4),
        ("siege_artillery", "limbered", 3),
        ("wagon", "column", 4),
    ],
)
def test_open_woods(arm: Arm, formation: Formation, wanted: float) -> None:
    assert inches(arm, formation, legs=on("open_woods")) == wanted


@pytest.mark.rule("mckie:terr.dense.1", "mckie:terr.dense.2")
@pytest.mark.parametrize("ground", ["dense_woods", "rough"])
def test_only_foot_moves_in_dense_woods_and_rough(ground: Ground) -> None:
    assert inches(legs=on(ground)) == 3
    assert inches("dismounted_cavalry", "column", legs=on(ground)) == 4
    assert refused("cavalry", "line", legs=on(ground)) == "mckie:terr.dense.1"
    assert refused("field_artillery", "limbered", legs=on(ground)) == "mckie:terr.dense.1"
    assert refused("wagon", "column", legs=on(ground)) == "mckie:terr.dense.1"


@pytest.mark.rule("mckie:terr.contour")
@pytest.mark.parametrize(
    "arm, formation", [("infantry", "line"), ("cavalry", "column"), ("wagon", "column")]
)
def test_each_contour_costs_an_inch(arm: Arm, formation: Formation) -> None:
    level = inches(arm, formation)
    assert inches(arm, formation, contours=2) == level - 2
    assert inches(arm, formation, contours=30) == 0


@pytest.mark.rule("mckie:move.general", "mckie:bua.3")
def test_a_general_on_foot_goes_among_houses_like_men_in_extended_order() -> None:
    assert inches("general", "dismounted", legs=on("built_up")) == 3
    assert inches("infantry", "extended", legs=on("built_up")) == 3


@pytest.mark.rule("mckie:terr.contour", "mckie:rate.fart")
def test_a_contour_on_a_road_costs_limbered_guns_an_inch_of_the_road() -> None:
    assert inches("field_artillery", "limbered", contours=1, legs=on("road")) == 15
    assert inches("field_artillery", "limbered", contours=1, legs=on("open")) == 7


@pytest.mark.rule("mckie:terr.contour", "mckie:terr.openwood.foot")
def test_slow_ground_takes_more_for_each_inch() -> None:
    # (MK-M49) 5 in are left after the contour, and 3/4 of them are moved.
    assert inches(legs=on("open_woods"), contours=1) == 3.75
    assert inches(legs=legs(("open", 200), ("open_woods", None))) == 2 + 3
    assert inches(legs=legs(("open_woods", 300), ("open", None))) == 3 + 2
    assert inches(legs=legs(("open_woods", 100), ("dense_woods", 100), ("open", None))) == float(
        Fraction(2) + 6 - Fraction(4, 3) - 2
    )


def test_a_path_ends_where_it_ends_or_where_the_ground_bars() -> None:
    assert inches(legs=legs(("open", 250))) == 2.5
    assert inches("cavalry", "line", legs=legs(("open", 500), ("rough", None))) == 5
    with pytest.raises(ValueError, match="only the last leg"):
        inches(legs=legs(("open", None), ("rough", 100)))


@pytest.mark.rule("mckie:rate.fart", "mckie:rate.siege")
def test_limbered_guns_on_a_road_are_in_road_march() -> None:
    assert inches("field_artillery", "limbered", legs=on("road")) == 16
    assert inches("siege_artillery", "limbered", legs=on("road")) == 12
    assert inches("field_artillery", "limbered", legs=legs(("road", 800), ("open", None))) == 12


# Flight


@pytest.mark.rule("mckie:terr.flight")
@pytest.mark.parametrize("state", ["retiring", "retreating", "routing"])
@pytest.mark.parametrize("ground", ["open_woods", "dense_woods", "rough"])
def test_ground_does_not_slow_flight(state: State, ground: Ground) -> None:
    slowed = inches("infantry", "line", state=state, pace="double", legs=on(ground), contours=3)
    assert slowed == inches("infantry", "line", state=state, pace="double") > 6


@pytest.mark.rule("mckie:morale.result.m3b", "mckie:morale.result.m7a")
@pytest.mark.parametrize("state", ["retreating", "routing"])
@pytest.mark.parametrize(
    "arm, formation, wanted",
    [
        ("infantry", "line", 12),
        ("infantry", "skirmish", 12),
        ("cavalry", "line", 24),
        ("dismounted_cavalry", "line", 12),
        ("artillery_crew", "line", 12),
        ("field_artillery", "limbered", 12),
        ("siege_artillery", "limbered", 6),
        ("wagon", "column", 8),
    ],
)
def test_flight_is_at_the_column_double_rate(
    state: State, arm: Arm, formation: Formation, wanted: int
) -> None:
    assert inches(arm, formation, state=state) == wanted


def test_a_retiring_unit_keeps_its_pace() -> None:
    assert inches("infantry", "line", state="retiring") == 6
    assert inches("infantry", "skirmish", state="retiring", pace="double") == 12
    assert refused("infantry", "line", state="retiring", pace="charge") == "mckie:terr.flight"


# Fatigue


@pytest.mark.rule("mckie:fat.nocharge")
def test_a_fatigued_unit_never_charges() -> None:
    assert refused(pace="charge", fatigued=True) == "mckie:fat.nocharge"
    assert inches(pace="double", fatigued=True) == 9


@pytest.mark.rule("mckie:fat.straggle")
def test_stragglers_of_a_fatigued_unit_that_doubles() -> None:
    assert [stragglers(Scripted([die])).lost for die in range(1, 11)] == [2] * 5 + [1] * 5
    tired = Move(arm="infantry", formation="line", pace="double", fatigued=True)
    assert straggles(tired)
    assert not straggles(Move(arm="infantry", formation="line", pace="double"))
    assert not straggles(Move(arm="infantry", formation="line", fatigued=True))


# Built-up areas


@pytest.mark.rule("mckie:bua.1")
def test_in_a_built_up_area_troops_keep_to_the_roads_in_march_column() -> None:
    assert inches("infantry", "road_march", legs=on("built_up")) == 12
    assert inches("cavalry", "road_march", legs=on("built_up")) == 24
    assert inches("field_artillery", "limbered", legs=on("built_up")) == 16
    assert refused("cavalry", "line", legs=on("built_up")) == "mckie:bua.1"


@pytest.mark.rule("mckie:bua.2", "mckie:bua.3")
@pytest.mark.parametrize("formation", ["line", "column", "supported_line", "skirmish"])
@pytest.mark.parametrize("arm", ["infantry", "dismounted_cavalry"])
def test_foot_may_go_through_in_extended_order_at_half_rate(arm: Arm, formation: Formation) -> None:
    assert inches(arm, "extended", legs=on("built_up")) == 3
    assert refused(arm, formation, legs=on("built_up")) == "mckie:bua.2"


@pytest.mark.rule("mckie:bua.4")
@pytest.mark.parametrize("arm", ["infantry", "cavalry"])
@pytest.mark.parametrize("state", ["retiring", "retreating", "routing"])
def test_flight_through_a_built_up_area_is_at_full_rate_and_disorders(
    state: State, arm: Arm
) -> None:
    free = inches(arm, "line", state=state)
    assert inches(arm, "line", state=state, legs=on("built_up")) == free
    assert disorders_in_flight("built_up")
    assert not disorders_in_flight("dense_woods")


@pytest.mark.rule("mckie:bua.5", "mckie:bua.6")
def test_attackers_come_to_the_edge_as_they_are_and_form_up_to_go_further() -> None:
    path = legs(("open", 400), ("built_up", None))
    assert inches("infantry", "line", legs=path) == 4
    assert inches("infantry", "line", legs=path, pace="charge") == 4
    # Formed in extended order, half of the move is gone: 3 in, at half rate.
    extended = ("form_extended",)
    assert inches("infantry", "line", legs=on("built_up"), manoeuvres=extended) == 1.5


@pytest.mark.rule("mckie:bua.1", "mckie:terr.openwood.foot")
def test_which_ground_is_slow() -> None:
    assert [is_slow(one, "line") for one in GROUNDS] == [False, False, True, True]
    assert is_slow("built_up", "extended")
    assert not is_slow("built_up", "road_march")
