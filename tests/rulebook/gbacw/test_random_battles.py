"""Random battles on the drill ground: whatever is played, the rules keep their promises."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

import longroll
from longroll import Battle, Choice
from longroll.kernel.decision import choice
from longroll.systems.gbacw.drill import DRILL
from longroll.systems.gbacw.roster import CREW
from longroll.systems.gbacw.system import STEPS

#: Decisions of one battle; enough for a few Player-Turns at close quarters.
LENGTH = 260
SEEDS = range(12)
HEXES = [hex for hex in DRILL.grid.hexes if 4 <= int(hex[:2]) <= 11 and 4 <= int(hex[2:]) <= 11]
IDS = tuple(DRILL.roster.number)
VERBS = sorted({verb for step in STEPS for verb in getattr(step, "verbs", ())})


def scattered(seed: int) -> Battle:
    """Everybody close together, some of them worse for wear."""
    chance = random.Random(seed)
    units: dict[str, str] = {}
    states: dict[str, dict[str, object]] = {}
    taken: dict[str, str] = {}
    for piece in DRILL.roster.pieces:
        if piece.kind == CREW or "REPL" in piece.label:
            continue
        free = [hex for hex in HEXES if taken.get(hex, piece.side) == piece.side]
        hex = chance.choice(free)
        taken[hex] = piece.side
        units[hex] = f"{units.get(hex, '')} {piece.id}".strip()
        states[piece.id] = {"facing": chance.choice(["N", "NE", "SE", "S", "SW", "NW"])}
        states[piece.id] |= _condition(chance, piece.kind)
    position = {"units": units, "states": states, "phase": chance.choice("ABCDE"), "turn": 3}
    position["phasing"] = chance.choice(DRILL.sides)
    return longroll.position("gbacw", position, seed=seed)


def _condition(chance: random.Random, kind: str) -> dict[str, object]:
    forms = {"battery": ["limbered", "unlimbered"], "cavalry": ["mounted", "dismounted"]}
    found: dict[str, object] = {}
    if kind in forms:
        found["formation"] = chance.choice(forms[kind])
    if kind != "leader" and chance.random() < 0.15:
        found[chance.choice(["pinned", "routed", "depleted"])] = True
    return found


def drill(seed: int) -> Battle:
    return longroll.new("gbacw", seed=seed)


def battle_of(seed: int) -> Battle:
    return drill(seed) if seed % 4 == 0 else scattered(seed)


def pick(battle: Battle, chance: random.Random) -> Choice:
    """Any choice; phases end seldom and moves soon, so that much happens."""
    assert battle.decision is not None
    choices = list(battle.decision.choices)
    assert choices, battle.decision.question
    if any(one.verb == "stop" for one in choices) and chance.random() < 0.4:
        return choice("stop")
    busy = [one for one in choices if one.verb not in ("done", "stop")]
    return chance.choice(busy if busy and chance.random() < 0.75 else choices)


def played(seed: int, length: int = LENGTH) -> Iterator[tuple[Battle, random.Random]]:
    """A battle at each of its decisions, played at random."""
    chance = random.Random(seed)
    battle = battle_of(seed)
    for _ in range(length):
        if battle.decision is None:
            return
        yield battle, chance
        for event in battle.play(pick(battle, chance)):
            assert event.text()
            assert event.rules
            event.details()
            event.effect()
    yield battle, chance


def some_choice(battle: Battle, chance: random.Random) -> Choice:
    """Some choice or other, mostly in the words of the one that is asked for."""
    words = [*IDS, *DRILL.grid.hexes, *("N", "SE", "line", "column", "mounted", "3")]
    assert battle.decision is not None
    verbs = [one.verb for one in battle.decision.choices]
    verb = chance.choice(verbs if chance.random() < 0.7 else VERBS)
    return choice(verb, *(chance.choice(words) for _ in range(chance.choice((0, 1, 1, 1, 2)))))


@pytest.mark.rule("gbacw:4.0.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_ever_breaks(seed: int) -> None:
    for number, (battle, _) in enumerate(played(seed)):
        if number % 5 == 0:
            assert list(battle.system.faults(battle.state)) == []


@pytest.mark.rule("gbacw:4.0.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_offered_is_allowed_and_what_is_not_is_refused(seed: int) -> None:
    for number, (battle, chance) in enumerate(played(seed)):
        if battle.decision is None or number % 4:
            continue
        offers = set(battle.decision.choices)
        for one in chance.sample(sorted(offers, key=str), min(5, len(offers))):
            assert battle.why_not(one) == [], one
            longer = choice(one.verb, *one.objects, "0101")  # a word too many
            if battle.system.gesture(battle.state, longer) is None:
                assert battle.why_not(longer), (battle.decision.question, longer)
        for one in (some_choice(battle, chance) for _ in range(6)):
            # A gesture stands for several choices; each of its steps is one that is offered.
            if one not in offers and battle.system.gesture(battle.state, one) is None:
                assert battle.why_not(one), (battle.decision.question, one)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_record_replays_to_the_same_end(seed: int) -> None:
    battle = list(played(seed))[-1][0]
    again = longroll.replay(battle.record())
    assert again.hash() == battle.hash()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_position_comes_back_as_it_was(seed: int) -> None:
    for number, (battle, _) in enumerate(played(seed)):
        if number % 20 == 0:
            position = battle.system.to_position(battle.state)
            again = longroll.position("gbacw", json.loads(json.dumps(position)))
            assert again.hash() == battle.hash()
