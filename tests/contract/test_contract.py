"""What every system promises, checked on random battles. A new system gets all of it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

import longroll
from longroll import Battle, IllegalChoice, UndoRefused
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice
from longroll.kernel.state import digest, freeze
from longroll.rulebooks import duty
from tests.contract.starts import COUNTS, SYSTEMS, crowded_field, full_battle

Start = Callable[..., Battle]

STARTS: list[object] = [
    pytest.param(system, start, seed, id=f"{system}-{start.__name__}-{seed}")
    for system in SYSTEMS
    for start, count in zip((full_battle, crowded_field), COUNTS[system], strict=True)
    for seed in range(count)
]
every_start = pytest.mark.parametrize("system, start, seed", STARTS)


def moments(battle: Battle, seed: int, every: int = 1) -> Iterator[Battle]:
    """Play at random to the end, pausing at every n-th decision."""
    chance = Random(seed)
    count = 0
    while (decision := battle.decision) is not None:
        if count % every == 0:
            yield battle
        battle.play(chance.choice(decision.choices))
        count += 1
        assert count < 100_000, "the battle does not end"


@every_start
def test_a_random_battle_ends_and_nothing_is_ever_amiss(
    system: str, start: Start, seed: int
) -> None:
    battle = start(system, seed)
    for moment in moments(battle, seed):
        decision = moment.decision
        assert decision is not None
        assert decision.side in moment.system.sides
        assert decision.question
        duty(decision.rule)
        assert len(decision.choices) > 0, "somebody can always act"
        assert len(set(decision.choices)) == len(decision.choices)
        faults = list(moment.system.faults(moment.state))
        assert not faults, faults
    assert battle.result is not None
    assert battle.result.winner in (*battle.system.sides, None)
    duty(battle.result.rule)
    with pytest.raises(IllegalChoice):
        battle.play("done")


@every_start
def test_what_is_offered_is_accepted_and_what_is_not_is_refused(
    system: str, start: Start, seed: int
) -> None:
    chance = Random(seed)
    battle = start(system, seed)
    known: dict[Choice, None] = {}
    for moment in moments(battle, seed, every=5):
        assert moment.decision is not None
        offered = list(moment.decision.choices)
        known.update(dict.fromkeys(offered))
        for choice in chance.sample(offered, min(3, len(offered))):
            moment.copy().play(choice)
        before = moment.hash()
        for choice in chance.sample(list(known), min(12, len(known))):
            refusals = moment.why_not(choice)
            if choice in offered:
                assert not refusals, choice
                continue
            gesture = moment.system.gesture(moment.state, choice)
            if gesture is not None and not gesture[1]:
                continue
            if moment.decision.open and not refusals:
                moment.copy().play(choice)
                continue
            assert refusals, f"{choice} is not offered and nothing bars it"
            assert all(duty(refusal.rule).playable and refusal.why for refusal in refusals)
            with pytest.raises(IllegalChoice):
                moment.play(choice)
        for nonsense in ("", "dance", f"{offered[0].verb} nowhere at all", "\x00"):
            with pytest.raises(IllegalChoice):
                moment.play(nonsense)
        assert digest(moment.state) == before


@every_start
def test_open_questions_take_any_order_that_nothing_bars(
    system: str, start: Start, seed: int
) -> None:
    chance = Random(seed)
    for moment in moments(start(system, seed), seed, every=9):
        assert moment.decision is not None
        if not moment.decision.open:
            continue
        for choice in chance.choices(moment.decision.choices, k=4):
            order = Choice(choice.verb, tuple(_other(word, chance) for word in choice.objects))
            refusals = moment.why_not(order)
            assert all(duty(refusal.rule).playable and refusal.why for refusal in refusals)
            trial = moment.copy()
            if refusals:
                with pytest.raises(IllegalChoice):
                    trial.play(order)
            else:
                trial.play(order)
                assert not list(trial.system.faults(trial.state)), order


def _other(word: str, chance: Random) -> str:
    """A number of an order made another; a word left as it is, or nonsense."""
    try:
        number = float(word)
    except ValueError:
        return word if chance.random() < 0.95 else chance.choice(("nowhere", "-1", "1e9", "ahead"))
    return f"{max(0, number + chance.uniform(-4, 4)):.{chance.choice((0, 1, 2))}f}"


@every_start
def test_the_record_replays_to_the_same_digests(system: str, start: Start, seed: int) -> None:
    battle = start(system, seed)
    for _ in moments(battle, seed, every=1000):
        pass
    text = battle.record()
    again = longroll.replay(text)
    assert again.hash() == digest(battle.state)
    assert again.record() == text
    halfway = battle.past.number // 2
    assert longroll.replay(text, to=halfway).past.number == halfway


@pytest.mark.parametrize("system", SYSTEMS)
def test_another_process_replays_the_same_battle(system: str, tmp_path: Path) -> None:
    battle = crowded_field(system, 99)
    for _ in moments(battle, 99, every=1000):
        pass
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


@every_start
def test_a_copy_is_independent(system: str, start: Start, seed: int) -> None:
    chance = Random(seed)
    for moment in moments(start(system, seed), seed, every=7):
        before = digest(moment.state)
        frozen = freeze(moment.state)
        twin = moment.copy()
        for _ in range(5):
            if twin.decision is not None:
                twin.play(chance.choice(twin.decision.choices))
        assert (digest(moment.state), freeze(moment.state)) == (before, frozen)


@every_start
def test_undo_restores_and_never_crosses_a_die(system: str, start: Start, seed: int) -> None:
    chance = Random(seed)
    for moment in moments(start(system, seed), seed, every=3):
        assert moment.decision is not None
        twin = moment.copy()
        before, offered = twin.hash(), list(twin.decision.choices)  # type: ignore[union-attr]
        rolled = twin.dice.rolled
        events = twin.play(chance.choice(offered))
        if twin.dice.rolled > rolled or any(event.news or event.final for event in events):
            with pytest.raises(UndoRefused):
                twin.undo()
        else:
            twin.undo()
            assert (twin.hash(), digest(twin.state)) == (before, before)
            assert twin.decision is not None
            assert list(twin.decision.choices) == offered


@pytest.mark.parametrize("system", SYSTEMS)
def test_free_undo_leads_all_the_way_back(system: str) -> None:
    battle = crowded_field(system, 5, undo="free")
    first = battle.hash()
    for moment in moments(battle, 5):
        if moment.past.number > 300:
            break
    reached, number = digest(battle.state), battle.past.number
    redo = [played.choice for played in battle.history()[1:]]
    for _ in range(number):
        battle.undo()
    assert digest(battle.state) == first
    for choice in redo:
        assert choice is not None
        battle.play(choice)
    assert digest(battle.state) == reached, "the dice fall again as they fell"


@every_start
def test_the_state_comes_back_equal_from_bytes_and_from_its_position(
    system: str, start: Start, seed: int
) -> None:
    for moment in moments(start(system, seed), seed, every=11):
        rules = moment.system
        thawed = rules.thaw(freeze(moment.state))
        assert thawed == moment.state
        assert not list(rules.faults(thawed))
        data = msgspec.json.decode(msgspec.json.encode(rules.to_position(moment.state)))
        again = rules.from_position(data)
        assert again == moment.state
        ask = moment.state.agenda[-1]
        assert ask.choices(thawed) == ask.choices(moment.state), "the order of choices is stable"


@every_start
def test_what_a_side_cannot_see_does_not_change_its_view(
    system: str, start: Start, seed: int
) -> None:
    chance = Random(seed)
    for moment in moments(start(system, seed), seed, every=13):
        for viewer in (*moment.system.sides, "spectator"):
            seen = msgspec.json.encode(moment.view(viewer))
            other = moment.copy()
            other.state = moment.system.reshuffle(moment.state, viewer, chance)
            assert msgspec.json.encode(other.view(viewer)) == seen


@every_start
def test_every_event_tells_its_rules_and_hides_what_is_hidden(
    system: str, start: Start, seed: int
) -> None:
    battle = start(system, seed)
    for _ in moments(battle, seed, every=1000):
        pass
    for event in battle.log():
        assert event.rules, event
        assert all(duty(rule).playable for rule in event.rules)
        for viewer in (*battle.system.sides, "spectator"):
            seen = event.seen_by(viewer)
            if seen is not None:
                assert seen.text()
                assert all(line.text for line in seen.details())
                assert msgspec.json.encode(seen)
        for line in event.ledger():
            duty(line.rule)


@every_start
def test_odds_are_exact_and_add_up(system: str, start: Start, seed: int) -> None:
    chance = Random(seed)
    for moment in moments(start(system, seed), seed, every=29):
        assert moment.decision is not None
        before = moment.hash()
        choice = chance.choice(moment.decision.choices)
        trial = moment.copy()
        trial.state.agenda[-1].answer(trial.state, choice, Umpire(trial.dice))
        if trial.dice.rolled - moment.dice.rolled > 6:
            continue
        odds = moment.odds(choice)
        assert sum(outcome.probability for outcome in odds.outcomes) == 1
        assert digest(moment.state) == before
