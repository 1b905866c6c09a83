"""Linked dice: no die falls before both players have given their links for it."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise

import pytest

from longroll.kernel.battle import Battle
from longroll.kernel.dice import (
    CHAIN,
    Linked,
    Seeded,
    anchor_of,
    batch_key,
    bind,
    commitment_to,
    link_of,
    next_link,
)
from longroll.kernel.errors import NeedLinks
from tests.kernel.counting import BLUE, all_of, counting
from tests.kernel.linked import (
    CHAINS,
    SECRET,
    give,
    linked,
    links_of,
    play_linked,
)
from tests.support import play

TEXTS = ["add 1", "draw", "roll", "done", "draw", "done", "roll", "add 2"]


def game(batches: int = 20, undo: str = "free") -> Battle:
    return counting(dice=linked(batches), undo=undo, weather=True, goal=99)


def faces(battle: Battle) -> list[tuple[int, ...]]:
    return [played.faces for played in battle.history() if played.faces]


# The chain and its hashes, as docs/dice.md tells them


def test_the_hashes_are_those_of_the_page() -> None:
    def hashed(text: str) -> str:
        return sha256(text.encode("ascii")).hexdigest()

    assert next_link("ab") == hashed("longroll link 1:ab")
    assert bind("drum", 3, 27, "fire 1420") == hashed("longroll bind 1:drum:3:27:fire 1420")
    assert batch_key("drum", 3, ("x", "y")) == hashed("longroll dice 3:drum:3:x,y")
    assert linked().commitment == commitment_to(SECRET) == hashed(SECRET)


def test_each_link_proves_the_one_before_it() -> None:
    start = "0" * 64
    first, second = link_of(start, 0), link_of(start, 1)
    assert (next_link(first), next_link(second)) == (anchor_of(start), first)
    assert link_of(start, CHAIN - 1) == start


def test_the_dice_of_a_batch_are_seeded_with_its_key() -> None:
    dice = linked()
    for batch in range(3):
        dice.begin()
        rolled = [dice.roll("a test", sides).value for sides in (6, 10, 6)]
        key = Seeded(batch_key(SECRET, batch, links_of(batch)))
        assert rolled == [key.face(n, sides, None) for n, sides in enumerate((6, 10, 6))]
    assert (dice.rolled, dice.batches) == (9, 3)


def test_every_secret_and_every_link_counts() -> None:
    def rolled(secret: str, links: tuple[str, ...]) -> list[int]:
        dice = Linked(secret, {}, [links])
        return [dice.roll("a test").value for _ in range(30)]

    seen = {tuple(rolled(*one)) for one in (("a", ("x", "y")), ("b", ("x", "y")), ("a", ("z", "y")),
                                            ("a", ("x", "z")), ("a", ("y", "x")))}  # fmt: skip
    assert len(seen) == 5


# Waiting for links


def test_a_battle_cannot_begin_before_its_first_batch() -> None:
    with pytest.raises(NeedLinks) as caught:
        game(batches=0)
    assert (caught.value.batch, caught.value.number, caught.value.choice) == (0, 0, "start")


def test_a_decision_that_needs_links_leaves_the_battle_untouched() -> None:
    battle, twin = game(batches=1), game(batches=1)
    for one in (battle, twin):
        one.play("add 1")
    before = all_of(twin)
    with pytest.raises(NeedLinks) as caught:
        battle.play("draw")
    assert (caught.value.batch, caught.value.number, caught.value.choice) == (1, 2, "draw")
    assert all_of(battle) == before
    assert isinstance(battle.dice, Linked)
    assert battle.dice.batches == 1
    battle.play("add 2")
    battle.undo()
    give(battle)
    battle.play("draw")
    assert battle.dice.batches == 2


def test_a_gesture_that_needs_links_leaves_the_battle_untouched() -> None:
    battle = game(batches=1)
    before = all_of(battle)
    with pytest.raises(NeedLinks) as caught:
        battle.play("rush 1 roll 2")
    assert (caught.value.number, caught.value.choice) == (2, "roll")
    assert all_of(battle) == before


def test_links_that_come_one_at_a_time_give_the_same_dice() -> None:
    one, other = game(), game(batches=1)
    play(one, *TEXTS)
    play_linked(other, *TEXTS)
    assert faces(one) == faces(other)
    assert one.hash() == other.hash()


def test_a_step_that_breaks_after_a_die_gives_its_batch_back() -> None:
    battle = game()
    before = all_of(battle)
    for _ in range(2):
        with pytest.raises(RuntimeError):
            battle.play("trip")
        assert all_of(battle) == before
    assert isinstance(battle.dice, Linked)
    assert battle.dice.batches == 1


# Going back


def test_undo_across_batches_gives_the_same_faces() -> None:
    battle = game()
    moments = [all_of(battle)]
    for text in TEXTS:
        battle.play(text)
        moments.append(all_of(battle))
    fell, last = faces(battle), battle.hash()
    for moment in moments[-2::-1]:
        battle.undo()
        assert all_of(battle) == moment
    play(battle, *TEXTS)
    assert (faces(battle), battle.hash()) == (fell, last)


def test_a_batch_falls_the_same_for_another_decision() -> None:
    """Nobody can shake the dice again by taking a decision back."""
    battle = game()
    early = battle.copy()
    play(battle, "add 1", "draw", "roll")
    drawn, rolled = faces(battle)[1:]
    battle = battle.gone_back(early, BLUE)
    play(battle, "draw", "add 3", "roll")
    assert faces(battle)[1:] == [drawn, rolled]


def test_a_copy_of_linked_dice_goes_its_own_way() -> None:
    battle = game(batches=2)
    play(battle, "roll")
    twin = battle.copy()
    give(twin)
    twin.play("draw")
    with pytest.raises(NeedLinks):
        battle.play("draw")
    give(battle)
    battle.play("draw")
    assert faces(battle) == faces(twin)
    give(twin)
    play(twin, "roll")
    assert isinstance(battle.dice, Linked)
    assert (battle.dice.batches, len(battle.dice.links)) == (3, 3)


def test_a_copy_in_the_middle_of_a_batch_goes_on_with_it() -> None:
    dice = linked()
    dice.roll("first")
    twin = dice.copy()
    assert [dice.roll("more", 10).value for _ in range(4)] == [
        twin.roll("more", 10).value for _ in range(4)
    ]
    assert dice.batches == twin.batches == 1


# Going on from a stored moment


@pytest.mark.parametrize("after", range(len(TEXTS)))
def test_a_resumed_battle_rolls_the_same_dice(after: int) -> None:
    whole, battle = game(), game()
    play(whole, *TEXTS)
    play(battle, *TEXTS[:after])
    assert isinstance(battle.dice, Linked)
    dice = linked()
    dice.resume(battle.dice.rolled, battle.dice.batches)
    again = Battle.resumed(battle.system, battle.state.copy(), dice, after)
    assert again.past.number == after
    play(again, *TEXTS[after:])
    rest = [played for played in whole.history() if played.number > after]
    assert [(p.number, p.faces, p.events) for p in again.history()[1:]] == [
        (p.number, p.faces, p.events) for p in rest
    ]
    assert again.hash() == whole.hash()
    for _ in rest:
        again.undo()
    play(again, *TEXTS[after:])
    assert again.hash() == whole.hash()


def test_a_resumed_battle_knows_nothing_of_its_past() -> None:
    battle = game()
    play(battle, "add 1", "add 2")
    again = Battle.resumed(battle.system, battle.state.copy(), linked(), 2)
    assert again.history()[0].number == 2
    assert again.taken_back == ()
    assert again.decision is not None


def test_the_chains_of_these_tests_are_chains() -> None:
    for links in CHAINS.values():
        assert all(next_link(later) == link for link, later in pairwise(links))
