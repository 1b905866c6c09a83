"""Optional rules with tables of their own: OP6, OP7, OP9, OP10; the options of a battle."""

from __future__ import annotations

import msgspec
import pytest

from longroll.systems.honor_glory import options
from longroll.systems.honor_glory.cover import class_of_value
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.options import OPTIONS, Options
from tests.rulebook.honor_glory.troops import dice


@pytest.mark.rule(
    "honor_glory:22.tip",
    "honor_glory:30.1",
    "honor_glory:35.1",
    "honor_glory:36.1",
    "honor_glory:63.0b",
    "honor_glory:71.1",
    "honor_glory:87.1",
    "honor_glory:OP1.2",
)
def test_every_optional_rule_is_a_typed_option_and_off() -> None:
    plain = Options()
    names = set(Options.__struct_fields__) - {
        "undo",
        "measuring",
        "ratings",
        "remove_broken",
        "players",
    }
    assert len(names) == 15
    assert {getattr(plain, name) for name in names} == {False, "no"}
    chosen = msgspec.convert({"random_class": "when_needed", "blown_cavalry": True}, Options)
    assert (chosen.random_class, chosen.blown_cavalry) == ("when_needed", True)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"random_class": "perhaps"}, Options)


# Flank marches


@pytest.mark.rule("honor_glory:OP6.2", "honor_glory:OP6.3")
@pytest.mark.parametrize("faces", [(1, 1), (1, 2), (5, 6), (6, 6)])
def test_a_flank_march_that_arrives_where_it_should(faces: tuple[int, int]) -> None:
    found = options.flank_march(60 * CM, 180 * CM, dice(*faces))
    assert (found.arrival, found.at) == ("mapped", 60 * CM)


@pytest.mark.rule("honor_glory:OP6.5", "honor_glory:OP6.6")
@pytest.mark.parametrize("faces", [(1, 4), (3, 3), (3, 4), (4, 4), (3, 6)])
def test_a_flank_march_that_is_late(faces: tuple[int, int]) -> None:
    assert options.flank_march(60 * CM, 180 * CM, dice(*faces)).at is None


@pytest.mark.rule("honor_glory:OP6.4", "honor_glory:OP6.7")
@pytest.mark.parametrize("faces, at", [((1, 3, 5), 110), ((4, 6, 4), 20), ((2, 2, 10), 160)])
def test_a_flank_march_that_goes_astray(faces: tuple[int, ...], at: int) -> None:
    assert options.flank_march(60 * CM, 180 * CM, dice(*faces)).at == at * CM


@pytest.mark.rule("honor_glory:OP6.9")
@pytest.mark.parametrize("faces, at", [((2, 2, 9), 180), ((5, 5, 9), 0)])
def test_beyond_the_table_it_is_the_corner(faces: tuple[int, ...], at: int) -> None:
    point = 130 * CM if at else 50 * CM
    assert options.flank_march(point, 180 * CM, dice(*faces)).at == at * CM


def test_how_deep_a_flank_march_deploys() -> None:
    assert OPTIONS.limits.flank_march == 15


# Units without a commander


@pytest.mark.rule(
    "honor_glory:OP7.1", "honor_glory:OP7.2", "honor_glory:OP7.3", "honor_glory:OP7.4"
)
def test_every_wish_of_a_unit_without_a_commander() -> None:
    scores = {
        "attack_nearest": [2, 3, 11, 12],
        "to_commander": [4, 5, 9, 10],
        "free": [6, 7, 8],
    }
    for wish, wanted in scores.items():
        for score in wanted:
            first = max(1, score - 6)
            assert options.wish_without_commander(dice(first, score - first))[1] == wish


# Changing terrain


@pytest.mark.rule("honor_glory:OP9.1")
def test_a_die_says_how_much_may_be_changed() -> None:
    assert options.changes_allowed(dice(4)).value == 4


@pytest.mark.rule("honor_glory:OP9.5")
@pytest.mark.parametrize(
    "feature, length, width",
    [
        ("hill", 39, 29),
        ("hedge", 10, 1),
        ("fence", 10, 1),
        ("low_stone_wall", 5, 1),
        ("building", 30, 30),
        ("wood", 19, 9),
        ("difficult", 60, 40),
    ],
)
def test_what_may_be_changed(feature: str, length: int, width: int) -> None:
    assert options.may_be_changed(feature, length * CM, width * CM)


@pytest.mark.rule("honor_glory:OP9.6")
@pytest.mark.parametrize(
    "feature, length, width",
    [
        ("hill", 41, 20),
        ("hill", 40, 30),
        ("wood", 21, 5),
        ("hedge", 11, 1),
        ("low_stone_wall", 6, 1),
        ("road", 5, 2),
        ("river", 5, 2),
        ("bridge", 5, 2),
        ("earthworks", 5, 2),
    ],
)
def test_what_may_not_be_changed(feature: str, length: int, width: int) -> None:
    assert not options.may_be_changed(feature, length * CM, width * CM)


# Cover destroyed


@pytest.mark.rule("honor_glory:OP10.1.4", "honor_glory:OP10.2.2")
@pytest.mark.parametrize("by, more", [("infantry", 0), ("light", 1), ("medium", 2), ("heavy", 5)])
def test_damage_is_a_die_and_what_does_it(by: options.Attacker, more: int) -> None:
    assert options.damage(by, dice(4)) == 4 + more


@pytest.mark.rule("honor_glory:OP10.0a")
def test_cover_without_value_is_none() -> None:
    assert options.burnt(6, 6, 1) == ((6,), 0)
    assert class_of_value(0) == "none"


@pytest.mark.rule("honor_glory:OP10.2.0", "honor_glory:OP10.2.1")
@pytest.mark.parametrize("faces, starts", [((4, 3), True), ((3, 3), False), ((2, 3), False)])
def test_defenders_put_out_a_fire_unless_it_is_too_fierce(
    faces: tuple[int, int], starts: bool
) -> None:
    assert options.fire_starts(True, dice(*faces)) is starts
    assert options.fire_starts(False, dice())


@pytest.mark.rule("honor_glory:OP10.2.3", "honor_glory:OP10.2.4")
def test_a_fire_doubles_until_nothing_is_left() -> None:
    assert options.burnt(30, 2, 3) == ((2, 4, 8), 16)
    assert options.burnt(5, 2, 9) == ((2, 4), 0)


@pytest.mark.rule(
    "honor_glory:OP10.3.0",
    "honor_glory:OP10.3.1",
    "honor_glory:OP10.3.2",
    "honor_glory:OP10.3.3",
    "honor_glory:OP10.3.4",
)
def test_every_result_of_fighting_a_fire() -> None:
    scores = {
        "out_of_control": [2, 12],
        "withdraw_retry": [3, 11],
        "still_burning": [4, 5, 9, 10],
        "out": [6, 7, 8],
    }
    for result, wanted in scores.items():
        for score in wanted:
            first = max(1, score - 6)
            assert options.fire_fought(dice(first, score - first))[1] == result
