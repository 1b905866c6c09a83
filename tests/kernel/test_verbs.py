"""Verbs that a system declares, and choices as data."""

from __future__ import annotations

import pytest

from longroll.kernel.decision import read_choice
from longroll.kernel.verbs import Kind, Offer, Verb, Verbs, points_of

WORDS: dict[str, dict[str, str]] = {
    "unit": {"1us": "1st US", "hart": "Hart's Battery"},
    "hex": {"1519": "1519", "1620": "1620"},
    "group": {"hart": "Hart's Brigade"},
    "direction": {"NE": "NE"},
}

VERBS = Verbs(
    (
        Verb(name="move", takes=("unit",), label="Move {0}", sends="move {units} {hex}"),
        Verb(name="fire", takes=("hex",), label="Fire at {0}", whole="fire {0} all"),
        Verb(name="enter", takes=("unit", "hex"), label="Bring on {0} in {1}"),
        Verb(name="enter", takes=("group",), label="Bring on {0}"),
        Verb(name="form", takes=("name",), label="Form {0}", labels={"mounted": "Mount"}),
        Verb(name="face", takes=("direction",), label="Face {0}"),
        Verb(name="add", takes=("unit", "number"), label="{0}: {1}"),
        Verb(name="join", takes=("hex", "unit"), repeats=True, label="{1} to {0}"),
        Verb(name="call-off", takes=("hex",)),
        Verb(name="done", label="Done", ends="step", rolls=True),
    ),
    {"NE": 60},
)


def noun(kind: Kind, word: str) -> str | None:
    if kind == "number":
        return word if word.isdecimal() else None
    return word if kind == "name" else WORDS[kind].get(word)


def offer(text: str) -> Offer:
    return VERBS.offer(read_choice(text), noun)


@pytest.mark.parametrize(
    "text, label",
    [
        ("move hart", "Move Hart's Battery"),
        ("enter hart 1519", "Bring on Hart's Battery in 1519"),
        ("enter hart", "Bring on Hart's Brigade"),
        ("form column", "Form column"),
        ("form mounted", "Mount"),
        ("add 1us 3", "1st US: 3"),
        ("join 1519 1us hart", "1st US, Hart's Battery to 1519"),
        ("call-off 1519", "Call off 1519"),
    ],
)
def test_a_choice_is_said_in_words(text: str, label: str) -> None:
    assert (offer(text).text, offer(text).label) == (text, label)


def test_an_offer_says_what_it_is_about() -> None:
    assert offer("enter hart 1519").units == ("hart",)
    assert offer("enter hart 1519").hexes == ("1519",)
    assert (offer("enter hart").units, offer("enter hart").group) == ((), "hart")
    assert offer("join 1519 1us hart").units == ("1us", "hart")
    assert (offer("face NE").facing, offer("done").facing) == (60, None)
    assert (offer("done").ends, offer("done").rolls) == ("step", True)


def test_gestures_come_with_the_choice() -> None:
    assert offer("fire 1519").whole == "fire 1519 all"
    assert offer("move 1us").sends == "move {units} {hex}"
    assert offer("done").whole == ""


@pytest.mark.parametrize("text", ["dance", "move", "move 1519", "move 1us hart", "add 1us x"])
def test_what_no_verb_takes_is_no_offer(text: str) -> None:
    with pytest.raises(LookupError, match=text):
        offer(text)


def test_a_system_that_declares_nothing_speaks_in_its_own_notation() -> None:
    found = Verbs(()).offer(read_choice("add 1"), noun)
    assert found == Offer(text="add 1", label="add 1", verb="add")


def test_pointing_means_the_first_choice_of_a_hex_alone() -> None:
    assert points_of(map(offer, ("move 1us", "enter hart 1519", "fire 1620", "done"))) == (
        "fire {hex}"
    )
    assert points_of(map(offer, ("enter hart 1519", "done"))) == ""
