"""No number, name or length from outside can cost more than a moment, or pass and fail later."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from random import Random
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

import longroll
from longroll import BadPosition, Battle, IllegalChoice, LongrollError, UnknownSystem
from longroll.display import display_of
from longroll.kernel.bounds import DEEPEST, LARGEST_NUMBER, LONGEST_TEXT, MOST_VALUES
from longroll.kernel.decision import Choice, read_choice
from longroll.kernel.naming import strangers
from longroll.kernel.state import digest
from longroll.kernel.system import System
from longroll.testing.absurd import NUMBERS, TEXTS, disturbed
from longroll.testing.starts import crowded_field, crowded_position, trials_of

# Options


def integers(system: System[Any]) -> list[tuple[str, int, int]]:
    """The options of a system that are whole numbers, each with its bounds."""
    found = []
    for name, hint in get_type_hints(system.options, include_extras=True).items():
        metas = [one for one in get_args(hint)[1:] if isinstance(one, msgspec.Meta)]
        if hint is int or (get_origin(hint) is Annotated and get_args(hint)[0] is int):
            least = next((one.ge for one in metas if one.ge is not None), None)
            most = next((one.le for one in metas if one.le is not None), None)
            assert least is not None, f"{system.slug}: the option {name} has no least"
            assert most is not None, f"{system.slug}: the option {name} has no most"
            found.append((name, int(least), int(most)))
    return found


def test_every_number_of_the_options_has_bounds(system: System[Any]) -> None:
    for name, least, most in integers(system):
        for value in (least, most):
            assert getattr(system.read_options({name: value}), name) == value
        for beyond in (least - 1, most + 1, 10**30, "9" * 5000):
            with pytest.raises(UnknownSystem, match=name):
                system.read_options({name: beyond})


def test_absurd_options_are_refused_in_one_line(system: System[Any]) -> None:
    for name in (*system.options.__struct_fields__, "zzz"):
        for value in (*NUMBERS, *TEXTS, None, [], {}, [[]]):
            try:
                longroll.new(system.slug, options={name: value})
            except LongrollError as error:
                assert_is_one_line(error)


def test_half_a_character_is_refused(system: System[Any]) -> None:
    with pytest.raises(LongrollError) as caught:
        longroll.new(system.slug, options={"\ud800": 1})
    assert_is_one_line(caught.value)


# Positions


def position_of(system: System[Any]) -> dict[str, Any]:
    """A position to be spoiled."""
    if trials_of(system).crowded is None:
        pytest.skip(f"{system.slug} has no crowded positions")
    return crowded_position(system.slug, 1)


@pytest.mark.parametrize(
    "more, reason",
    [
        ({"agenda": [{"type": "X", "n": LARGEST_NUMBER + 1}]}, "a number beyond"),
        ({"agenda": [{"type": "X", "n": float("nan")}]}, "a number beyond"),
        ({"agenda": [{"type": "X", "n": "x" * (LONGEST_TEXT + 1)}]}, "a text of more than"),
        ({"agenda": [0] * (MOST_VALUES + 1)}, "more than 50000 values"),
        ({"agenda": json.loads("[" * DEEPEST + "]" * DEEPEST)}, "more than 20 levels"),
        ({"x" * (LONGEST_TEXT + 1): 0}, "a key that is a text of more than"),
        ({"agenda": ["\ud800"]}, "not text"),
        ({"\ud800": 0}, "a key that is not text"),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_what_no_battle_needs_is_refused(
    system: System[Any], more: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BadPosition, match=reason):
        longroll.position(system.slug, {**position_of(system), **more})


@cache
def situations(system: System[Any]) -> tuple[dict[str, Any], ...]:
    """Positions by hand and by the program, with several kinds of pending steps."""
    found = {"": position_of(system)}
    chance = Random(2)
    for seed in (1, 2):
        battle = crowded_field(system.slug, seed)
        for _ in range(40):
            if battle.decision is None:
                break
            kind = type(battle.state.agenda[-1]).__name__
            if kind not in found:
                found[kind] = json.loads(json.dumps(battle.system.to_position(battle.state)))
            battle.play(chance.choice(battle.decision.choices))
    return tuple(found.values())


@pytest.mark.parametrize("seed", range(4))
def test_an_absurd_position_can_be_played_or_is_refused(system: System[Any], seed: int) -> None:
    for number in range(20):
        chance = Random(f"{seed} {number}")
        situation = disturbed(chance.choice(situations(system)), chance)
        try:
            battle = longroll.position(system.slug, situation, seed=seed)
        except LongrollError as error:
            assert_is_one_line(error)
            continue
        for _ in range(3):
            look(battle)
            if battle.decision is not None:
                play_or_stay(battle, chance.choice(battle.decision.choices))
        look(battle)
        assert longroll.replay(battle.record()).hash() == battle.hash()


def play_or_stay(battle: Battle, choice: Choice) -> None:
    """Play; a step deep down the agenda may prove the position bad, and nothing is changed."""
    before = battle.hash()
    try:
        battle.play(choice)
    except BadPosition as error:
        assert_is_one_line(error)
        assert battle.hash() == before == digest(battle.state)


def look(battle: Battle) -> None:
    for side in (*battle.system.sides, "spectator"):
        msgspec.json.encode(battle.view(side))


def assert_is_one_line(error: LongrollError) -> None:
    assert str(error)
    assert str(error).isprintable()
    assert len(str(error)) < 4_000


def test_every_name_in_a_battle_names_something(system: System[Any]) -> None:
    battle = crowded_field(system.slug, 3)
    chance = Random(3)
    for _ in range(120):
        if battle.decision is None:
            break
        battle.play(chance.choice(battle.decision.choices))
        assert not list(strangers(battle.state, battle.system.known(battle.state)))


# Choices, lines and reaches


def test_a_choice_has_a_bounded_number_of_words(system: System[Any]) -> None:
    battle = crowded_field(system.slug, 1)
    for text in ("done " * 2_000, "x" * 5_000, f"done {'9' * 5_000}"):
        with pytest.raises(IllegalChoice, match="a choice has at most"):
            battle.play(text)
        assert len(battle.why_not(text)) == 1


WORDS = (
    *("1e308", "-1e308", "inf", "nan", "9" * 5000, "1" + "0" * 400, "-1", "0", "1e9", "x" * 5000),
    *("1e309,1e309", "nan,nan", "inf,0", "-1,-1", "9" * 400 + ",1", "٣", "²", "\x00", "{place}"),
)


@pytest.mark.parametrize("seed", range(3))
def test_absurd_words_are_refused(system: System[Any], seed: int) -> None:
    battle = crowded_field(system.slug, seed)
    chance = Random(seed)
    for _ in range(12):
        decision = battle.decision
        if decision is None:
            break
        before = battle.hash()
        ask = battle.state.agenda[-1]
        for verb in ask.verbs:
            words = [w for c in decision.choices if c.verb == verb for w in c.objects] or ["u1"]
            for text in wordings(verb, words, chance):
                battle.why_not(text)
                trial = battle.copy()
                try:
                    trial.play(text)
                except LongrollError as error:
                    assert_is_one_line(error)
                for side in battle.system.sides:
                    with_reason(
                        display_of(battle.system).preview, battle.state, side, read_choice(text)
                    )
        assert battle.hash() == before
        battle.play(chance.choice(decision.choices))


def wordings(verb: str, words: list[str], chance: Random) -> list[str]:
    """A choice with some words made absurd, doubled, or repeated a thousand times."""
    some = chance.choices(words, k=3)
    odd = chance.choices(WORDS, k=2)
    return [
        f"{verb} {some[0]} {odd[0]}",
        f"{verb} {some[0]} {some[1]} {odd[1]}",
        f"{verb} {odd[0]} {some[2]}",
        f"{verb} {some[0]} ahead {odd[1]}",
        f"{verb} {some[0]} {'ahead 1 ' * chance.choice((60, 900))}",
        f"{verb} " + " ".join(chance.choices(words, k=900)),
    ]


def test_absurd_places_and_units_have_no_sight_and_no_reach(system: System[Any]) -> None:
    battle = crowded_field(system.slug, 1)
    rules, state = battle.system, battle.state
    for side in (*rules.sides, "spectator"):
        for word in (*WORDS, "", "1519", "12,12"):
            with_reason(display_of(rules).sight, state, side, word, "12,12")
            with_reason(display_of(rules).sight, state, side, "1519", word)
            with_reason(display_of(rules).reach, state, side, word)


def with_reason(ask: Any, *given: Any) -> None:
    """Ask, and take a ValueError for an answer; no other error."""
    with suppress(ValueError):
        ask(*given)
