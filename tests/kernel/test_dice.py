"""Chance: seeded dice that anyone can check, scripted dice, every way the dice can fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longroll import LongrollError
from longroll.kernel.dice import Dice, Every, Roll, Scripted, Seeded
from longroll.kernel.errors import BadSeed, OutOfDice

SEEDS: list[int | str] = [0, 1863, -5, 2**80, "long roll", "Chattanooga – 1863", "007"]


def recipe(seed: int | str, number: int, sides: int) -> int:
    """The recipe of docs/dice.md, written down a second time."""
    text = f"longroll dice 1:{seed}:{number}"
    limit = 2**32 - 2**32 % sides
    while True:
        drawn = int(blake2b(text.encode("utf-8"), digest_size=4).hexdigest(), 16)
        if drawn < limit:
            return 1 + drawn % sides
        text += "+"


def values(dice: Dice, count: int, sides: int = 6) -> list[int]:
    return [dice.roll("a test", sides).value for _ in range(count)]


# Seeded dice


@pytest.mark.parametrize(
    "seed, faces",
    [
        (1863, [4, 4, 3, 3, 3, 6, 3, 2, 2, 5, 3, 2]),
        (0, [6, 3, 1, 3, 5, 2, 1, 6, 4, 1, 4, 3]),
        ("long roll", [6, 4, 1, 5, 5, 6, 5, 5, 6, 6, 6, 4]),
    ],
)
def test_seeded_faces_never_change(seed: int | str, faces: list[int]) -> None:
    """Old records depend on them: these numbers are not to be brought up to date."""
    assert values(Seeded(seed), len(faces)) == faces


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("sides", [1, 2, 6, 10, 20, 100])
def test_seeded_faces_follow_the_published_recipe(seed: int | str, sides: int) -> None:
    assert values(Seeded(seed), 150, sides) == [recipe(seed, n, sides) for n in range(150)]


def test_a_number_beyond_the_last_full_round_of_faces_is_drawn_again() -> None:
    """With so many sides about every second number must be drawn again."""
    sides = 2**31 + 1
    assert values(Seeded(1863), 200, sides) == [recipe(1863, n, sides) for n in range(200)]


@pytest.mark.parametrize("sides", [3, 6, 10])
def test_seeded_faces_are_about_equally_frequent(sides: int) -> None:
    """1000 of each are expected, give or take 30; 150 off would be no chance."""
    falls = Counter(values(Seeded("frequency"), 1000 * sides, sides))
    assert sorted(falls) == list(range(1, sides + 1))
    assert all(850 <= count <= 1150 for count in falls.values()), falls


def test_one_roll_tells_nothing_about_the_next() -> None:
    faces = values(Seeded("pairs"), 7201)
    pairs = Counter(pairwise(faces))
    assert len(pairs) == 36
    assert all(130 <= count <= 270 for count in pairs.values()), pairs


@pytest.mark.parametrize("one, other", [(1, 2), (1, 11), (0, "a"), ("a", "b"), (12, -12)])
def test_seeds_are_independent_of_each_other(one: int | str, other: int | str) -> None:
    pairs = Counter(zip(values(Seeded(one), 7200), values(Seeded(other), 7200), strict=True))
    assert len(pairs) == 36
    assert all(130 <= count <= 270 for count in pairs.values()), pairs


def test_a_number_and_its_text_are_the_same_seed() -> None:
    assert values(Seeded(1863), 60) == values(Seeded("1863"), 60)
    assert values(Seeded("01863"), 60) != values(Seeded("1863"), 60)


def test_a_seed_is_short_enough_for_a_record() -> None:
    assert Seeded("1" * 200).seed == "1" * 200
    for seed in ("1" * 201, 10**200, -(10**200), 10**5000):
        with pytest.raises(BadSeed, match=r"^a seed has at most 200 characters$"):
            Seeded(seed)


def test_a_roll_depends_on_its_number_alone() -> None:
    dice = Seeded(1863)
    plain = values(Seeded(1863), 20)
    for sides in (20, 2, 100):
        dice.roll("something else", sides, at_most=1)
    assert values(dice, 17) == plain[3:]


def test_a_roll_says_its_purpose_its_sides_and_its_value() -> None:
    roll = Scripted([5]).roll("morale", 10)
    assert roll == Roll(value=5, purpose="morale", sides=10)
    assert str(roll) == "morale: 5"


@pytest.mark.parametrize("dice", [Seeded(7), Scripted([3, 1, 4, 1, 5])], ids=["seeded", "scripted"])
def test_rewound_dice_fall_as_they_fell(dice: Dice) -> None:
    dice.rewind(0)
    first = values(dice, 5)
    assert dice.rolled == 5
    dice.rewind(2)
    assert dice.rolled == 2
    assert values(dice, 3) == first[2:]


@pytest.mark.parametrize("dice", [Seeded(7), Scripted([3, 1, 4, 1, 5])], ids=["seeded", "scripted"])
def test_a_copy_of_dice_goes_its_own_way(dice: Dice) -> None:
    dice.rewind(0)
    values(dice, 2)
    twin = dice.copy()
    assert type(twin) is type(dice)
    assert twin.rolled == 2
    expected = values(twin, 3)
    assert (dice.rolled, twin.rolled) == (2, 5)
    assert values(dice, 3) == expected


def test_a_copy_keeps_the_seed() -> None:
    twin = Seeded("long roll").copy()
    assert twin.seed == "long roll"


# Scripted dice


def test_scripted_faces_come_in_their_order() -> None:
    dice = Scripted([6, 1, 2])
    left = [dice.left]
    for face in (6, 1, 2):
        assert values(dice, 1) == [face]
        left.append(dice.left)
    assert left == [(6, 1, 2), (1, 2), (2,), ()]


def test_a_script_that_runs_out_says_how_long_it_is() -> None:
    dice = Scripted([6, 1])
    values(dice, 2)
    with pytest.raises(OutOfDice, match=r"^the script holds 2 dice and one more is needed$"):
        dice.roll("one more")
    assert dice.rolled == 2, "no die was rolled"
    assert issubclass(OutOfDice, LongrollError)


@pytest.mark.parametrize("face, sides", [(0, 6), (7, 6), (-1, 6), (11, 10), (4, 3)])
def test_a_face_that_is_not_on_the_die_is_named(face: int, sides: int) -> None:
    dice = Scripted([1, face])
    dice.roll("fine", sides)
    with pytest.raises(OutOfDice, match=rf"^die 2 of the script is {face}: not on a d{sides}$"):
        dice.roll("not fine", sides)
    assert dice.rolled == 1


def test_a_script_is_not_changed_from_outside() -> None:
    faces = [1, 2]
    dice = Scripted(faces)
    faces[0] = 6
    assert values(dice, 2) == [1, 2]


def test_what_a_roll_is_compared_with_does_not_change_it() -> None:
    assert [Scripted([5]).roll("a", 6, at_most).value for at_most in (None, 0, 3, 9)] == [5] * 4
    faces = [Seeded(1863).roll("a", 6, at_most).value for at_most in (None, 0, 3, 9)]
    assert faces == [4] * 4


# Every way the dice can fall


def chances(resolve: Callable[[Dice], object]) -> dict[object, Fraction]:
    """Equal results put together."""
    found: dict[object, Fraction] = {}
    for probability, result in Every.outcome(resolve):
        assert probability > 0
        found[result] = found.get(result, Fraction(0)) + probability
    return found


def test_no_die_is_one_certain_outcome() -> None:
    assert Every.outcome(lambda dice: "nothing") == [(Fraction(1), "nothing")]


def test_one_die_has_every_face_in_order() -> None:
    found = Every.outcome(lambda dice: dice.roll("a die", 4).value)
    assert found == [(Fraction(1, 4), face) for face in (1, 2, 3, 4)]


def test_two_dice_add_up_as_they_do_at_the_table() -> None:
    found = chances(lambda dice: dice.roll("one").value + dice.roll("two").value)
    assert found == {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}


def test_dice_of_different_sides() -> None:
    found = chances(lambda dice: (dice.roll("one", 4).value, dice.roll("two", 3).value))
    assert found == dict.fromkeys(product((1, 2, 3, 4), (1, 2, 3)), Fraction(1, 12))


def test_a_second_die_that_only_some_faces_call_for() -> None:
    def resolve(dice: Dice) -> str:
        if dice.roll("first").value < 6:
            return "missed"
        return "killed" if dice.roll("second", at_most=2).value <= 2 else "hurt"

    found = Every.outcome(resolve)
    assert len(found) == 7
    assert chances(resolve) == {
        "missed": Fraction(5, 6),
        "killed": Fraction(1, 18),
        "hurt": Fraction(1, 9),
    }


def test_as_many_dice_as_the_first_one_says() -> None:
    """One to three dice, each of two sides: the sum of them."""

    def resolve(dice: Dice) -> int:
        return sum(dice.roll("more", 2).value for _ in range(dice.roll("how many", 3).value))

    expected: dict[int, Fraction] = {}
    for many in (1, 2, 3):
        for faces in product((1, 2), repeat=many):
            chance = expected.get(sum(faces), Fraction(0))
            expected[sum(faces)] = chance + Fraction(1, 3 * 2**many)
    assert chances(resolve) == expected


@pytest.mark.parametrize("at_most", range(-3, 10))
def test_at_most_gives_the_two_cases_their_chances(at_most: int) -> None:
    found = Every.outcome(lambda dice: dice.roll("check", at_most=at_most).value)
    low = min(max(at_most, 0), 6)
    assert sum(chance for chance, value in found if value <= at_most) == Fraction(low, 6)
    assert sum(chance for chance, value in found if value > at_most) == Fraction(6 - low, 6)
    assert len(found) == (2 if 0 < at_most < 6 else 1), "what cannot happen is no outcome"
    assert all(1 <= value <= 6 for _, value in found), "a face that is on the die"


@dataclass(frozen=True)
class Check:
    """A die; what follows if it is low enough, and what follows if not."""

    sides: int
    at_most: int
    low: Tree
    high: Tree


@dataclass(frozen=True)
class Chart:
    """A die, with a row for every face."""

    rows: tuple[Tree, ...]


Tree = str | Check | Chart


def walk(tree: Tree, dice: Dice, merged: bool = True) -> str:
    while not isinstance(tree, str):
        if isinstance(tree, Check):
            at_most = tree.at_most if merged else None
            value = dice.roll("check", tree.sides, at_most).value
            tree = tree.low if value <= tree.at_most else tree.high
        else:
            tree = tree.rows[dice.roll("chart", len(tree.rows)).value - 1]
    return tree


def reckoned(tree: Tree) -> dict[object, Fraction]:
    """The chances, by weighing the branches of the tree."""
    if isinstance(tree, str):
        return {tree: Fraction(1)}
    if isinstance(tree, Chart):
        parts = [(Fraction(1, len(tree.rows)), row) for row in tree.rows]
    else:
        fits = sum(face <= tree.at_most for face in range(1, tree.sides + 1))
        low = Fraction(fits, tree.sides)
        parts = [(low, tree.low), (1 - low, tree.high)]
    totals: dict[object, Fraction] = {}
    for weight, part in parts:
        for label, chance in reckoned(part).items():
            if weight:
                totals[label] = totals.get(label, Fraction(0)) + weight * chance
    return totals


def trees() -> st.SearchStrategy[Tree]:
    leaf: st.SearchStrategy[Tree] = st.sampled_from(["held", "retreat", "rout", "lost"])

    def branch(below: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        checks = st.builds(Check, st.sampled_from([2, 3, 6, 10]), st.integers(-1, 11), below, below)
        charts = st.builds(Chart, st.lists(below, min_size=1, max_size=4).map(tuple))
        return checks | charts

    return st.recursive(leaf, branch, max_leaves=7)


@given(tree=trees())
@settings(derandomize=True, max_examples=150)
def test_the_outcomes_of_any_chain_of_rolls_are_exact(tree: Tree) -> None:
    found = chances(lambda dice: walk(tree, dice))
    assert sum(found.values()) == 1
    assert found == reckoned(tree)
    assert found == chances(lambda dice: walk(tree, dice, merged=False))


@given(tree=trees(), seed=st.integers(0, 99))
@settings(derandomize=True, max_examples=60)
def test_what_seeded_dice_do_is_among_the_outcomes(tree: Tree, seed: int) -> None:
    assert walk(tree, Seeded(seed)) in chances(lambda dice: walk(tree, dice))
