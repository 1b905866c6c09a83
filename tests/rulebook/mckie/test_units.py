"""Equipment, scales, base sizes, troop categories and the strength of units."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Every, Scripted
from longroll.systems.mckie.army import units
from longroll.systems.mckie.army.layouts import Layout, layout
from longroll.systems.mckie.army.muster import BadMuster, Brigade, Unit, muster, quality_of
from longroll.systems.mckie.army.units import (
    SCALES,
    STANDS,
    Stand,
    based,
    end_of_day,
    figures_of,
    guns_firing,
    horse_holders,
    lose_crew,
    loss_steps,
    models_of,
    unit_scaling,
)
from longroll.systems.mckie.dice import average_die, ten_sided
from longroll.systems.mckie.measure import INCH, in_inches

RIFLE = "muzzle_loading_rifle"


# Equipment and scales


@pytest.mark.rule("mckie:equip.dice")
def test_the_ten_sided_die_reads_one_to_ten() -> None:
    outcomes = Every.outcome(lambda dice: ten_sided(dice, "fire").value)
    assert sorted(outcomes) == [(Fraction(1, 10), face) for face in range(1, 11)]


@pytest.mark.rule("mckie:equip.dice")
def test_the_average_die_has_its_six_faces() -> None:
    faces: Counter[int] = Counter()
    for chance, face in Every.outcome(lambda dice: average_die(dice, "morale").value):
        faces[face] += int(chance * 6)
    assert faces == {2: 1, 3: 2, 4: 2, 5: 1}


@pytest.mark.rule("mckie:equip.measure", "mckie:base.units")
def test_everything_is_measured_in_inches() -> None:
    assert INCH == 100
    assert in_inches(575) == "5.75 in"
    assert STANDS["infantry"].frontage == INCH


@pytest.mark.rule("mckie:scale.ground", "mckie:scale.time", "mckie:scale.models")
def test_the_scales_of_ground_time_and_models() -> None:
    assert (SCALES.yards_per_inch, SCALES.minutes_per_period, SCALES.pieces_per_model) == (
        50,
        20,
        8,
    )
    # 4 infantry figures on 1 in are 160 men on 50 yards.
    assert STANDS["infantry"].figures * SCALES.men_per_figure == 160


@pytest.mark.rule("mckie:scale.figure", "mckie:unit.scaling")
@pytest.mark.parametrize(
    "men, figures",
    [(960, 24), (40, 1), (59, 1), (61, 2), (970, 24), (1830, 46), (2300, 58), (2020, 50), (5, 1)],
)
def test_forty_men_make_a_figure(men: int, figures: int) -> None:
    assert figures_of(men) == figures


@pytest.mark.rule("mckie:scale.models")
@pytest.mark.parametrize("pieces, models", [(8, 1), (6, 1), (9, 2), (20, 3), (24, 3)])
def test_eight_pieces_make_a_model(pieces: int, models: int) -> None:
    assert models_of(pieces) == models


@pytest.mark.parametrize("scale", [figures_of, models_of])
def test_nothing_makes_no_figure_and_no_model(scale: object) -> None:
    assert callable(scale)
    with pytest.raises(ValueError, match="0 "):
        scale(0)


# Base sizes


@pytest.mark.rule(
    "mckie:base.infantry",
    "mckie:base.skirmish",
    "mckie:base.cavalry",
    "mckie:base.dismounted",
    "mckie:base.holder",
    "mckie:base.div",
    "mckie:base.corps",
    "mckie:base.army",
    "mckie:base.gun",
    "mckie:base.limber",
    "mckie:base.wagon",
    "mckie:base.units",
)
def test_base_sizes() -> None:
    assert dict(STANDS) == {
        "infantry": Stand(100, 75, 4),
        "skirmish": Stand(100, 75, 1),
        "cavalry": Stand(100, 100, 2),
        "dismounted_cavalry": Stand(100, 75, 2),
        "horse_holder": Stand(200, 175, 1),
        "division_commander": Stand(50, 100),
        "corps_commander": Stand(100, 100),
        "corps_command_dismounted": Stand(100, 175),
        "army_commander": Stand(100, 200),
        "army_command_dismounted": Stand(200, 175),
        "gun": Stand(100, 175, 4),
        "limber": Stand(100, 200),
        "wagon": Stand(100, 200),
        "vessel": Stand(150, 400),
    }


@pytest.mark.rule("mckie:base.optional")
def test_a_scenario_may_have_bases_of_its_own() -> None:
    mine = based({"infantry": (120, 80)})
    assert mine["infantry"] == Stand(120, 80, 4)
    assert mine["cavalry"] == STANDS["cavalry"]
    stands = layout("infantry", "line", 24, stands=mine)
    book = layout("infantry", "line", 24)
    assert not isinstance(stands, Refusal)
    assert not isinstance(book, Refusal)
    assert (stands.ranks, stands.frontage) == (book.ranks, 6 * 120)


# Categories and army building


@pytest.mark.rule("mckie:cat.assign", "mckie:cat.veteran", "mckie:cat.experienced", "mckie:cat.raw")
@pytest.mark.parametrize(
    "word, quality",
    [
        ("veteran", "veteran"),
        ("experienced", "experienced"),
        ("raw", "raw"),
        ("long service", "veteran"),
        ("Sharpshooters", "veteran"),
        ("US regulars", "veteran"),
        ("earlier battles", "experienced"),
        ("militia", "raw"),
        ("little or no battle", "raw"),
        ("brave", None),
    ],
)
def test_the_quality_of_troops(word: str, quality: str | None) -> None:
    assert quality_of(word) == quality


@pytest.mark.rule("mckie:unit.scaling", "mckie:unit.split", "mckie:unit.max")
@pytest.mark.parametrize(
    "men, figures",
    [
        (960, (24,)),
        (1920, (24, 24)),
        (1280, (32,)),
        (1320, (17, 16)),
        (2600, (22, 22, 21)),
        (1460, (18, 18)),
        (1630, (21, 20)),
    ],
)
def test_a_brigade_over_32_figures_is_split(men: int, figures: tuple[int, ...]) -> None:
    assert unit_scaling(men) == figures


@pytest.mark.rule("mckie:unit.smallest", "mckie:unit.max", "mckie:unit.split")
def test_a_brigade_is_never_divided_without_need() -> None:
    for men in range(40, 6000, 40):
        figures = unit_scaling(men)
        assert sum(figures) == men // 40
        assert max(figures) <= 32
        assert len(figures) == 1 or sum(figures) > 32 * (len(figures) - 1)


@pytest.mark.rule(
    "mckie:unit.split", "mckie:unit.artillery", "mckie:scale.models", "mckie:cat.assign"
)
def test_an_order_of_battle_becomes_units() -> None:
    army = muster(
        [
            Brigade("Archer", "infantry", "veteran", RIFLE, men=1200),
            Brigade("Davis", "infantry", "militia", RIFLE, men=2300),
            Brigade("Pegram", "field_artillery", "veteran", "3in_rifled_gun", pieces=20),
            Brigade("Reserve", "field_artillery", "raw", "12lb_smoothbore_gun", pieces=32),
            Brigade("Train", "wagon", "experienced", pieces=12),
        ]
    )
    assert army == (
        Unit("Archer", "infantry", "veteran", RIFLE, figures=30),
        Unit("Davis 1", "infantry", "raw", RIFLE, figures=29),
        Unit("Davis 2", "infantry", "raw", RIFLE, figures=29),
        Unit("Pegram", "field_artillery", "veteran", "3in_rifled_gun", models=3),
        Unit("Reserve 1", "field_artillery", "raw", "12lb_smoothbore_gun", models=2),
        Unit("Reserve 2", "field_artillery", "raw", "12lb_smoothbore_gun", models=2),
        Unit("Train 1", "wagon", "experienced", "", models=1),
        Unit("Train 2", "wagon", "experienced", "", models=1),
    )
    assert [unit.crews for unit in army[3:5]] == [(4, 4, 4), (4, 4)]
    assert army[-1].crews == ()


@pytest.mark.rule("mckie:unit.min.cav")
def test_cavalry_has_at_least_12_figures() -> None:
    carbine = "breech_loading_carbine"
    (unit,) = muster([Brigade("Devin", "cavalry", "veteran", carbine, men=480)])
    assert unit.figures == 12
    with pytest.raises(BadMuster, match=r"Devin: a cavalry unit of 11 .* \[mckie:unit.min.cav\]"):
        muster([Brigade("Devin", "cavalry", "veteran", carbine, men=440)])
    assert muster([Brigade("Small", "infantry", "raw", RIFLE, men=440)])[0].figures == 11


def test_every_fault_of_an_order_of_battle_is_named() -> None:
    with pytest.raises(BadMuster) as caught:
        muster(
            [
                Brigade("A", "infantry", "brave", RIFLE, pieces=8),
                Brigade("B", "general", "raw", RIFLE, men=40),
                Brigade("C", "siege_artillery", "raw", men=40, pieces=8),
            ]
        )
    assert [fault.split(" – ")[0] for fault in caught.value.faults] == [
        "A: 'brave' is not a quality",
        "A: infantry is counted in men",
        "B: general is not a unit of an army",
        "C: siege_artillery is counted in pieces",
        "C: no weapon",
    ]


# Losses


@pytest.mark.rule("mckie:rem.stand", "mckie:rem.strength")
@pytest.mark.parametrize(
    "left, stands",
    [(24, 6), (21, 6), (20, 5), (19, 5), (1, 1)],
)
def test_figures_come_off_their_stands(left: int, stands: int) -> None:
    found = layout("infantry", "line", left)
    assert isinstance(found, Layout)
    assert found.ranks == (stands,)


@pytest.mark.rule("mckie:unit.crew", "mckie:unit.crewloss", "mckie:rem.gun2", "mckie:fire.guns8")
def test_guns_by_the_crew_that_is_left() -> None:
    assert guns_firing([4, 3, 2, 1, 0]) == (8, 8, 6, 4, 0)
    with pytest.raises(ValueError, match="no crew of 5"):
        guns_firing([5])


@pytest.mark.rule("mckie:rem.gun2")
def test_one_model_with_two_crewmen_lost() -> None:
    assert guns_firing(lose_crew([4], 2)) == (6,)
    assert loss_steps(4, 2).tens == 5


@pytest.mark.rule("mckie:rem.gun3")
def test_three_models_with_three_crewmen_lost_from_one() -> None:
    crews = lose_crew([4, 4, 4], 3)
    assert guns_firing(crews) == (8, 8, 4)
    # 25% of the whole unit.
    assert loss_steps(12, sum(crews)).tens == 2


@pytest.mark.rule("mckie:rem.strength")
@pytest.mark.parametrize(
    "left, tens, under_half",
    [(24, 0, False), (22, 0, False), (21, 1, False), (12, 5, False), (11, 5, True)],
)
def test_losses_are_counted_in_figures(left: int, tens: int, under_half: bool) -> None:
    steps = loss_steps(24, left)
    assert (steps.tens, steps.under_half) == (tens, under_half)


@pytest.mark.rule("mckie:loss.1", "mckie:loss.2", "mckie:loss.3")
@pytest.mark.parametrize(
    "lost, captured, dead, badly, returning",
    [(20, 0, 3, 7, 10), (23, 3, 3, 7, 10), (7, 0, 1, 3, 3), (1, 0, 0, 1, 0), (4, 4, 0, 0, 0)],
)
def test_half_of_the_fallen_return_and_no_prisoner_does(
    lost: int, captured: int, dead: int, badly: int, returning: int
) -> None:
    day = end_of_day(lost, captured)
    assert (day.dead, day.badly_wounded, day.returning, day.prisoners) == (
        dead,
        badly,
        returning,
        captured,
    )


def test_no_more_are_captured_than_lost() -> None:
    with pytest.raises(ValueError, match="5 captured of 4 lost"):
        end_of_day(4, 5)


@pytest.mark.rule("mckie:form.dism.2", "mckie:man.holder")
@pytest.mark.parametrize("figures, holders", [(12, 3), (14, 3), (16, 4), (3, 0)])
def test_one_figure_in_four_holds_horses(figures: int, holders: int) -> None:
    assert horse_holders(figures) == holders


@pytest.mark.rule("mckie:form.dism.3")
def test_without_its_holders_a_unit_cannot_mount() -> None:
    assert units.bar_to_mount(12, 3) is None
    refused = units.bar_to_mount(12, 2)
    assert refused is not None
    assert refused.rule == "mckie:form.dism.3"


@pytest.mark.rule("mckie:equip.dice")
def test_dice_are_read_in_the_order_they_are_rolled() -> None:
    dice = Scripted([10, 1, 6])
    assert ten_sided(dice, "fire").value == 10
    assert [average_die(dice, "morale").value for _ in range(2)] == [2, 5]
