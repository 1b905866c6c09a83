"""Random Event Cards: the pack and the hands."""

from __future__ import annotations

import pytest

from longroll.kernel.dice import Scripted
from longroll.systems.mckie.cards import rules as cards
from longroll.systems.mckie.cards.rules import SAMPLES, BadPack, Card, Table

LATER, NOW = Card("later", "Later", ""), Card("now", "Now", "", now=True)
CARDS = {card.id: card for card in (LATER, NOW)}


def laid_out(*pack: str, who: tuple[str, ...] = ("a", "b")) -> Table:
    return cards.laid_out(pack, who)


def held(table: Table) -> dict[str, str | None]:
    return {holder: hand.card for holder, hand in table.hands.items()}


@pytest.mark.rule("mckie:cards.1", "mckie:ex.cards")
def test_the_samples_are_house_additions_and_nobody_holds_one_unasked() -> None:
    assert all(card.house for card in SAMPLES.values())
    assert {card.now for card in SAMPLES.values()} == {True, False}
    assert cards.draw(cards.laid_out((), ("a",)), 1).hands["a"].card is None


@pytest.mark.rule("mckie:cards.2")
def test_number_and_mix_are_agreed_before_the_battle() -> None:
    assert cards.agreed_pack({"later": 2, "now": 1}, CARDS) == ("later", "later", "now")
    with pytest.raises(BadPack, match="no card 'plague'"):
        cards.agreed_pack({"plague": 1}, CARDS)
    with pytest.raises(BadPack, match="-1 cards"):
        cards.agreed_pack({"now": -1}, CARDS)


def test_the_dice_shuffle_the_pack() -> None:
    dice = Scripted([2, 1])
    assert cards.shuffled(("x", "y", "z"), dice) == ("y", "x", "z")
    assert dice.left == ()


@pytest.mark.rule("mckie:cards.3")
def test_every_division_or_every_commander_has_one() -> None:
    assert cards.holders("divisions", ["d1", "d2"], ["c"]) == ("d1", "d2")
    assert cards.holders("commanders", ["d1", "d2"], ["c"]) == ("c",)
    assert held(cards.draw(laid_out("x", "y", "z"), 1)) == {"a": "x", "b": "y"}


@pytest.mark.rule("mckie:cards.4", "mckie:cards.7")
def test_who_played_last_period_draws_and_who_holds_does_not() -> None:
    first = cards.draw(laid_out("x", "y", "z"), 1)
    played = cards.played(first, "a", 1)
    assert held(played) == {"a": None, "b": "y"}
    assert held(cards.draw(played, 2)) == {"a": "z", "b": "y"}


@pytest.mark.rule("mckie:cards.5")
def test_a_card_is_played_at_once_or_later() -> None:
    table = cards.draw(laid_out("later", "later"), 1)
    assert cards.bars_to_play(table, "a") == []
    much_later = cards.played(table, "a", 7)
    assert held(much_later) == {"a": None, "b": "later"}
    assert [bar.rule for bar in cards.bars_to_play(much_later, "a")] == ["mckie:cards.5"]
    with pytest.raises(ValueError, match="a holds no card"):
        cards.played(much_later, "a", 7)


@pytest.mark.rule("mckie:cards.6")
def test_some_cards_are_played_in_the_period_they_are_drawn() -> None:
    table = cards.draw(laid_out("now", "later"), 1)
    assert cards.must_play(table, 1, CARDS) == ("a",)
    assert cards.must_play(cards.played(table, "a", 1), 1, CARDS) == ()


@pytest.mark.rule("mckie:cards.8")
def test_used_cards_go_to_the_bottom_and_come_round_again() -> None:
    table = cards.played(cards.draw(laid_out("x", "y", "z"), 1), "a", 1)
    assert table.pack == ("z", "x")
    again = cards.played(cards.draw(table, 2), "a", 2)
    assert again.pack == ("x", "z")
    assert held(cards.draw(again, 3))["a"] == "x"


def test_an_empty_pack_gives_nothing() -> None:
    assert held(cards.draw(laid_out("x"), 1)) == {"a": "x", "b": None}
