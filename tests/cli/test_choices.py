"""Choices on the screen, and what a typed line means."""

from __future__ import annotations

import pytest

from longroll import Choice
from longroll.cli.choices import Glossary, Numbered, menu, read_line
from longroll.cli.console import BadInput
from longroll.kernel.decision import read_choice
from longroll.kernel.verbs import Offer

MOVES = [read_choice(text) for text in ("with 13us-b", "to 1519", "to 1620", "stop")]
PLOTS = [Choice("plot", (f"{column}{row:02}",)) for column in (10, 11) for row in range(1, 31)]


def numbered(choices: list[Choice], label: str = "") -> list[Numbered]:
    """Choices whose objects are hexes where they are numbers, in words of their own or none."""
    return [
        Numbered(
            n,
            one,
            Offer(
                text=str(one),
                label=label or str(one),
                verb=one.verb,
                hexes=tuple(word for word in one.objects if word.isdecimal()),
            ),
        )
        for n, one in enumerate(choices, start=1)
    ]


def lines(choices: list[Choice], verb: str = "", width: int = 80) -> list[str]:
    return list(menu(numbered(choices), Glossary(lambda word: "", str.isdecimal), width, verb))


def meant(text: str, choices: list[Choice]) -> str:
    return str(read_line(text, numbered(choices), lambda word: word.startswith("13us")))


@pytest.mark.parametrize(
    "typed, means",
    [
        ("1", "with 13us-b"),
        ("4", "stop"),
        ("to 1519", "to 1519"),
        ("1519", "to 1519"),
        ("13us-b", "with 13us-b"),
        ("stop", "stop"),
        # Not offered, but the rules shall say why not.
        ("9999", "to 9999"),
        ("13us-c", "with 13us-c"),
        ("frob", "frob"),
        ("move 13us-a 1519", "move 13us-a 1519"),
    ],
)
def test_a_line_means_a_choice(typed: str, means: str) -> None:
    assert meant(typed, MOVES) == means


@pytest.mark.parametrize("number", ["0", "5", "999"])
def test_a_number_outside_the_list_is_refused(number: str) -> None:
    with pytest.raises(BadInput, match="from 1 to 4"):
        meant(number, MOVES)


def test_a_word_that_two_choices_share_is_refused() -> None:
    choices = [read_choice("take 13us-a"), read_choice("drop 13us-a")]
    with pytest.raises(BadInput, match="take 13us-a or drop 13us-a"):
        meant("13us-a", choices)


def test_few_choices_are_listed_with_their_numbers() -> None:
    assert lines(MOVES) == ["    1 with 13us-b", "    2 to 1519     3 to 1620", "    4 stop"]


def test_many_hexes_become_ranges_and_are_typed() -> None:
    assert lines(PLOTS) == [
        "      plot HEX, one of 60; the hex alone will do",
        "      1001-1030 1101-1130",
    ]
    assert meant("1105", PLOTS) == "plot 1105"
    with pytest.raises(BadInput, match="type one"):
        meant("17", PLOTS)


def test_a_long_row_of_ranges_is_cut_unless_it_is_asked_for() -> None:
    scattered = [
        Choice("plot", (f"{column}{row:02}",)) for column in range(10, 45) for row in (1, 3)
    ]
    assert lines(scattered)[-1].endswith(" ...")
    assert len(lines(scattered)) == 2
    assert lines(scattered, "plot")[-1].endswith("4403")


def test_many_units_are_listed_stack_by_stack() -> None:
    choices = [Choice("move", (f"13us-{letter}",)) for letter in "abcdefghijklmnop"]
    where = Glossary(lambda word: "1519" if word < "13us-c" else "1620", str.isdecimal)
    told = list(menu(numbered(choices), where, 200))
    assert told[0] == "      move"
    assert told[1] == "  1519:   1 13us-a   2 13us-b"
    assert told[2].startswith("  1620:   3 13us-c   4 13us-d ")


def test_hundreds_of_units_wait_until_they_are_asked_for() -> None:
    choices = [Choice("move", (f"u{number}",)) for number in range(200)]
    assert lines(choices) == ["      move u0 and 199 more: `choices move` lists them"]
    assert "u199" in "\n".join(lines(choices, "move"))


def test_a_verb_that_nothing_begins_with_is_refused() -> None:
    with pytest.raises(BadInput, match="there is to, with"):
        lines(MOVES, "frob")


def test_a_choice_about_no_place_is_told_in_words() -> None:
    told = menu(numbered([read_choice("resolve")], "Fire now"), Glossary(str, str.isdecimal), 80)
    assert list(told) == ["    1 resolve  Fire now"]
