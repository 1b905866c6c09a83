"""What every system promises, checked on battles between random players."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import longroll
from longroll import IllegalChoice, UndoRefused
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice
from longroll.kernel.memo import memo_off
from longroll.kernel.state import digest, freeze
from longroll.kernel.system import System
from longroll.rulebooks import duty, rulebooks
from longroll.testing.starts import Moment, Walk, crowded_field


def is_rule(system: System[Any], id: str, playable: bool = True) -> bool:
    """Whether an id names a duty. A system without a rulebook cites anything under its own name.

    UnknownRule if a rulebook has no such id.
    """
    book = id.partition(":")[0]
    if book == system.slug and book not in rulebooks():
        return True
    return duty(id).playable or not playable


def test_a_battle_ends_and_nothing_is_ever_amiss(walked: Walk) -> None:
    system = walked.system
    for moment in walked.moments:
        decision = moment.decision
        assert decision.side in system.sides
        assert decision.question
        assert is_rule(system, decision.rule, playable=False)
        assert len(decision.choices) > 0, "somebody can always act"
        assert len(set(decision.choices)) == len(decision.choices)
        assert not list(system.faults(moment.battle.state))
    if walked.trial.decisions is not None:
        return
    result = walked.end.result
    assert result is not None
    assert result.winner in (*system.sides, None)
    assert is_rule(system, result.rule, playable=False)
    with pytest.raises(IllegalChoice):
        walked.end.play("done")


def test_what_is_offered_is_accepted_and_what_is_not_is_refused(walked: Walk) -> None:
    system, chance = walked.system, Random(walked.trial.seed)
    known: dict[Choice, None] = {}
    for moment in walked.some(120):
        offered = list(moment.decision.choices)
        known.update(dict.fromkeys(offered))
        for choice in chance.sample(offered, min(3, len(offered))):
            moment.copy().play(choice)
        battle = moment.copy()
        before = battle.hash()
        for choice in chance.sample(list(known), min(12, len(known))):
            refusals = battle.why_not(choice)
            if choice in offered:
                assert not refusals, choice
                continue
            gesture = system.gesture(battle.state, choice)
            if gesture is not None and not gesture[1]:
                continue
            if moment.decision.open and not refusals:
                moment.copy().play(choice)
                continue
            assert refusals, f"{choice} is not offered and nothing bars it"
            assert all(is_rule(system, refusal.rule) and refusal.why for refusal in refusals)
            with pytest.raises(IllegalChoice):
                battle.play(choice)
        for nonsense in ("", "dance", f"{offered[0].verb} nowhere at all", "\x00"):
            with pytest.raises(IllegalChoice):
                battle.play(nonsense)
        assert digest(battle.state) == before


def test_open_questions_take_any_order_that_nothing_bars(walked: Walk) -> None:
    system, chance = walked.system, Random(walked.trial.seed)
    for moment in walked.some(60):
        if not moment.decision.open:
            continue
        for choice in chance.choices(moment.decision.choices, k=4):
            order = Choice(choice.verb, tuple(_other(word, chance) for word in choice.objects))
            trial = moment.copy()
            refusals = trial.why_not(order)
            assert all(is_rule(system, refusal.rule) and refusal.why for refusal in refusals)
            if refusals:
                with pytest.raises(IllegalChoice):
                    trial.play(order)
            else:
                trial.play(order)
                assert not list(system.faults(trial.state)), order


def _other(word: str, chance: Random) -> str:
    """A number of an order made another; a word left as it is, or nonsense."""
    try:
        number = float(word)
    except ValueError:
        return word if chance.random() < 0.95 else chance.choice(("nowhere", "-1", "1e9", "ahead"))
    return f"{max(0, number + chance.uniform(-4, 4)):.{chance.choice((0, 1, 2))}f}"


def test_the_record_replays_to_the_same_digests(walked: Walk) -> None:
    battle = walked.end
    text = battle.record()
    again = longroll.replay(text)
    assert again.hash() == digest(battle.state)
    assert again.record() == text
    halfway = battle.past.number // 2
    assert longroll.replay(text, to=halfway).past.number == halfway


def test_another_process_replays_the_same_battle(system: System[Any], tmp_path: Path) -> None:
    battle, chance = crowded_field(system.slug, 99), Random(99)
    while battle.decision is not None and battle.past.number < 2_000:
        battle.play(chance.choice(battle.decision.choices))
    file = tmp_path / "battle.txt"
    file.write_text(battle.record(), encoding="utf-8")
    script = f"import longroll as l; print(l.replay(open({str(file)!r}).read()).hash())"
    for hash_seed in ("1", "2"):
        found = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert found.stdout.strip() == battle.hash()


def test_a_copy_is_independent(walked: Walk) -> None:
    chance = Random(walked.trial.seed)
    for moment in walked.some(20):
        battle = moment.copy()
        before = digest(battle.state)
        frozen = freeze(battle.state)
        twin = battle.copy()
        for _ in range(5):
            if twin.decision is not None:
                twin.play(chance.choice(twin.decision.choices))
        assert (digest(battle.state), freeze(battle.state)) == (before, frozen)


def test_undo_restores_and_never_crosses_a_die(walked: Walk) -> None:
    chance = Random(walked.trial.seed)
    is_free = walked.trial.options.get("undo") == "free"
    for moment in walked.some(200):
        twin = moment.copy()
        before, offered = twin.hash(), list(moment.decision.choices)
        rolled = twin.dice.rolled
        events = twin.play(chance.choice(offered))
        is_seen = twin.dice.rolled > rolled or any(event.news or event.final for event in events)
        if is_seen and not is_free:
            with pytest.raises(UndoRefused):
                twin.undo()
        else:
            twin.undo()
            assert (twin.hash(), digest(twin.state)) == (before, before)
            assert twin.decision is not None
            assert list(twin.decision.choices) == offered


def test_free_undo_leads_all_the_way_back(system: System[Any]) -> None:
    battle, chance = crowded_field(system.slug, 5, undo="free"), Random(5)
    first = battle.hash()
    while battle.decision is not None and battle.past.number < 300:
        battle.play(chance.choice(battle.decision.choices))
    reached, number = digest(battle.state), battle.past.number
    redo = [played.choice for played in battle.history()[1:]]
    for _ in range(number):
        battle.undo()
    assert digest(battle.state) == first
    for choice in redo:
        assert choice is not None
        battle.play(choice)
    assert digest(battle.state) == reached, "the dice show the same again"


def test_the_state_comes_back_equal_from_bytes_and_from_its_position(walked: Walk) -> None:
    system = walked.system
    has_positions = type(system).to_position is not System.to_position
    for moment in walked.some(60):
        state = moment.battle.state
        thawed = system.thaw(freeze(state))
        assert thawed == state
        assert not list(system.faults(thawed))
        if has_positions:
            data = msgspec.json.decode(msgspec.json.encode(system.to_position(state)))
            assert system.from_position(data) == state


def test_a_thawed_state_goes_on_in_the_same_way(walked: Walk) -> None:
    """No list and no event depends on the order of a dictionary or on what a state remembers."""
    for moment in walked.some(200):
        twin = moment.copy()
        twin.state = walked.system.thaw(freeze(moment.battle.state))
        assert_goes_on(moment, twin)


def test_what_is_remembered_is_what_would_be_found(walked: Walk) -> None:
    """Without the memo lists, events and states are the same."""
    with memo_off():
        for moment in walked.some(200):
            assert_goes_on(moment, moment.copy())


def test_reading_the_list_does_not_change_what_is_drawn(walked: Walk) -> None:
    """A player who draws with the same chance draws the same, whoever has looked before."""
    for moment in walked.some(100):
        unread = moment.copy().decision
        assert unread is not None
        drawn = unread.draw(Random(walked.trial.seed))
        assert drawn == moment.decision.draw(Random(walked.trial.seed))
        assert drawn in moment.decision.choices


def assert_goes_on(moment: Moment, twin: longroll.Battle) -> None:
    """A battle at this moment lists the same choices, and the choice made has the same result."""
    where = f"decision {moment.played.number}, {moment.chosen}"
    assert twin.decision is not None
    assert list(twin.decision.choices) == list(moment.decision.choices), where
    assert twin.play(moment.chosen) == moment.played.events, where
    assert twin.past.faces == moment.played.faces, where
    assert digest(twin.state) == digest(moment.after), where


def test_what_a_side_cannot_see_does_not_change_its_view(walked: Walk) -> None:
    chance = Random(walked.trial.seed)
    for moment in walked.some(30):
        for viewer in (*walked.system.sides, "spectator"):
            seen = msgspec.json.encode(moment.battle.view(viewer))
            other = moment.copy()
            other.state = walked.system.reshuffle(moment.battle.state, viewer, chance)
            assert msgspec.json.encode(other.view(viewer)) == seen


def test_every_event_tells_its_rules_and_hides_what_is_hidden(walked: Walk) -> None:
    system = walked.system
    for event in walked.end.log():
        assert event.rules, event
        assert all(is_rule(system, rule) for rule in event.rules)
        for viewer in (*system.sides, "spectator"):
            seen = event.seen_by(viewer)
            if seen is not None:
                assert seen.text()
                assert all(line.text for line in seen.details())
                assert msgspec.json.encode(seen)
        for line in event.ledger():
            assert is_rule(system, line.rule, playable=False)


def test_odds_are_exact_and_add_up(walked: Walk) -> None:
    chance = Random(walked.trial.seed)
    for moment in walked.some(30):
        battle = moment.copy()
        before = battle.hash()
        choice = chance.choice(moment.decision.choices)
        trial = battle.copy()
        trial.state.agenda[-1].answer(trial.state, choice, Umpire(trial.dice))
        if trial.dice.rolled - battle.dice.rolled > 6:
            continue
        odds = battle.odds(choice)
        assert sum(outcome.probability for outcome in odds.outcomes) == 1
        assert digest(battle.state) == before
