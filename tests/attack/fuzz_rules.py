"""Damaged records, positions, data files and choices, given to what reads them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from itertools import islice
from random import Random
from typing import Any

import longroll
from longroll import Battle
from longroll.board.datafile import syntax_fault
from longroll.board.hex import check_map
from longroll.display import display_of
from longroll.kernel.decision import read_choice
from longroll.kernel.dice import Committed, Linked
from longroll.kernel.errors import LongrollError, NeedLinks
from longroll.kernel.record import read_and_replay
from longroll.kernel.state import freeze
from longroll.kernel.system import systems
from longroll.server.changes import MOST_TAKEN_BACK
from longroll.testing.absurd import disturbed
from longroll.testing.starts import crowded_field, crowded_position, full_battle
from tests.attack.mutate import mutated
from tests.kernel.linked import LENGTH, chain
from tests.kernel.records import first_format, sealed

Strike = Callable[[Random], bool]


def _played(battle: Battle, decisions: int, seed: int) -> Iterator[Battle]:
    """The battle, and what chance makes of it decision by decision."""
    chance = Random(seed)
    for _ in range(decisions):
        if battle.decision is None:
            return
        yield battle.copy()
        choices = [str(one) for one in battle.decision.choices]
        with suppress(NeedLinks):
            battle.play(chance.choice(choices))


# Records


def _linked(system: str) -> Battle:
    sides = systems()[system].sides
    chains = dict(zip(sides, (chain("a"), chain("b")), strict=True))
    links = [tuple(one[batch + 1] for one in chains.values()) for batch in range(LENGTH)]
    dice = Linked("drum", {side: one[0] for side, one in chains.items()}, links)
    rules = systems()[system]
    state = rules.start(next(iter(rules.scenarios)), rules.read_options({}))
    return Battle(rules, state, dice)


@cache
def records() -> tuple[str, ...]:
    """Short valid records: every system, every kind of dice, with take-backs, in both formats."""
    found = []
    for system in systems():
        rules = systems()[system]
        state = rules.start(next(iter(rules.scenarios)), rules.read_options({}))
        starts = (
            full_battle(system, 1),
            crowded_field(system, 2),
            _linked(system),
            Battle(rules, state, Committed("drum", ("fife", "bugle"))),
        )
        for battle in starts:
            *_, early, _, _, late = _played(battle, 8, 3)
            found += [late.record(), first_format(late.record())]
            with suppress(LongrollError):
                back = late.gone_back(early, rules.sides[0])
                found.append(back.record())
                *_, again = _played(back, 3, 4)
                found.append(again.record(rules.sides[1]))
    good = []
    for text in found:
        with suppress(LongrollError):
            read_and_replay(text)
            good.append(text)
    return tuple(good)


def _records() -> Strike:
    texts = records()

    def strike(chance: Random) -> bool:
        text = mutated(chance.choice(texts), chance)
        if chance.random() < 0.7:  # or nearly all would fail at the last line
            text = sealed(text.encode("utf-8", "replace").decode())
        read_and_replay(text, most_back=MOST_TAKEN_BACK)
        return True

    return strike


# Positions


def _positions() -> Strike:
    fields: list[tuple[str, dict[str, Any], str]] = []
    for system in systems():
        for seed in (1, 2):
            position = json.loads(json.dumps(crowded_position(system, seed)))
            fields.append((system, position, json.dumps(position)))
            battle = crowded_field(system, seed)
            *_, late = _played(battle, 6, seed)
            whole = json.loads(json.dumps(late.system.to_position(late.state)))
            fields.append((system, whole, json.dumps(whole)))

    def strike(chance: Random) -> bool:
        system, position, text = chance.choice(fields)
        if chance.random() < 0.5:
            data = disturbed(position, chance)
        else:
            try:
                data = json.loads(mutated(text, chance))
            except (ValueError, RecursionError):
                return False
        if not isinstance(data, dict):
            return False
        battle = longroll.position(system, data, seed=1)
        for side in (*battle.system.sides, "spectator"):
            battle.view(side)
        freeze(battle.state)
        return True

    return strike


# Data files


def _data_files() -> Strike:
    texts: list[tuple[str, str, str]] = []
    for slug in ("mckie", "corinth", "stockade_redan", "gbacw"):
        data = files(f"longroll.systems.{slug}") / "data"
        for one in (*data.iterdir(), *_inside(data / "scenarios")):
            if (
                one.name.endswith((".toml", ".map"))
                and len(text := one.read_text("utf-8")) < 12_000
            ):
                texts.append((slug, one.name, text))

    def strike(chance: Random) -> bool:
        slug, name, text = chance.choice(texts)
        text = mutated(text, chance)
        if name.endswith(".map"):
            return not check_map(text.encode("utf-8", "surrogatepass"), name)
        if syntax_fault(text, name) is not None:
            return False
        return systems()[slug].check_file(name, text) == []

    return strike


def _inside(folder: Any) -> Iterator[Any]:
    return folder.iterdir() if folder.is_dir() else iter(())


# Choices


def _choices() -> Strike:
    battles: list[Battle] = []
    for system in systems():
        for start in (full_battle(system, 1), crowded_field(system, 1), crowded_field(system, 2)):
            battles += islice(_played(start, 60, 5), 0, None, 6)
    battles = [one for one in battles if one.decision is not None]

    def strike(chance: Random) -> bool:
        battle = chance.choice(battles)
        decision = battle.decision
        assert decision is not None
        said = mutated(str(chance.choice(decision.choices)), chance)[:500]
        refusals = battle.why_not(said)
        ask = chance.random()
        if ask < 0.2:
            side = decision.side
            with suppress(ValueError):
                display_of(battle.system).reach(battle.state, side, said[:100])
            with suppress(ValueError):
                first, _, second = said.partition(" ")
                display_of(battle.system).sight(battle.state, side, first[:40], second[:40])
        elif ask < 0.3:
            battle.copy().odds(said)
        elif ask < 0.4:
            with suppress(ValueError):
                display_of(battle.system).preview(
                    battle.state, decision.side, read_choice(said), ask < 0.35
                )
        if ask > 0.4 or not refusals:
            battle.copy().play(said)
            return True
        return False

    return strike


KINDS: dict[str, Callable[[], Strike]] = {
    "records": _records,
    "positions": _positions,
    "data files": _data_files,
    "choices": _choices,
}
