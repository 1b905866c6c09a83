"""Writing a battle down."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec

from longroll.kernel.battle import Battle, Played, TakenBack
from longroll.kernel.dice import Committed, Dice, Linked, Seeded
from longroll.kernel.record.form import FORMAT, dice_text, end_line, result_text
from longroll.kernel.record.moments import Moments
from longroll.kernel.state import Options
from longroll.kernel.system import is_own


def write(battle: Battle, abandoned: str | None = None) -> str:
    """The record of a battle, which a side may have abandoned.

    Digests that have not been asked for yet are found by playing it again.
    """
    if abandoned is not None and battle.result is not None:
        raise ValueError("a battle that is over cannot be abandoned")
    steps = list(_steps(battle))
    if not all(step.digest for step in steps if isinstance(step, Played)):
        _fill_digests(battle, steps)
    system = battle.system
    rows = [
        FORMAT,
        f"system    {system.slug} {system.version}",
        f"scenario  {_scenario_text(battle.state.scenario)}",
        f"options   {_options_text(battle.state.options)}",
        f"dice      {_dice_text(battle.dice)}",
    ]
    if battle.position is not None:
        rows.append(f"position  {json.dumps(battle.position, separators=(',', ':'))}")
    rows += ["", *_body(steps, battle.dice)]
    if battle.result is not None:
        rows.append(f"result    {result_text(battle.result)}")
    if abandoned is not None:
        rows.append(f"abandoned  {abandoned}")
    above = "".join(f"{row}\n" for row in rows)
    return f"{above}{end_line(above, battle.past.number)}\n"


def _steps(battle: Battle) -> Iterator[Played | TakenBack]:
    """Everything in the order in which it was played."""
    last = -1
    for gone in battle.taken_back:
        yield from _line(gone.last, last)
        yield gone
        last = gone.to
    yield from _line(battle.past, last)


def _line(played: Played | None, after: int) -> list[Played]:
    """The decisions after a number, up to `played`."""
    line = []
    while played is not None and played.number > after:
        line.append(played)
        played = played.before
    return line[::-1]


def _body(steps: list[Played | TakenBack], dice: Dice) -> Iterator[str]:
    batches: list[int] = []  # how many were rolled before each decision that stands
    batch = 0
    for step in steps:
        if isinstance(step, TakenBack):
            batch = batches[step.to + 1]
            del batches[step.to + 1 :]
            yield f"back {step.to} {step.side}"
            continue
        batches.append(batch)
        words = [str(step.number)]
        words.append("start" if step.choice is None else f"{step.side}: {step.choice}")
        if step.faces:
            words.append(dice_text(step.faces, step.sides))
            if isinstance(dice, Linked):
                words.append(f"{{{' '.join((str(batch), *dice.links[batch]))}}}")
            batch += 1
        yield " ".join((*words, step.digest))


def _fill_digests(battle: Battle, steps: list[Played | TakenBack]) -> None:
    twin = begin_again(battle)
    moments = Moments(step.to for step in steps if isinstance(step, TakenBack))
    for step in steps:
        if isinstance(step, TakenBack):
            twin = twin.gone_back(moments.take(step.to), step.side)
            continue
        if step.choice is not None:
            twin.play(step.choice)
        step.digest = step.digest or twin.hash()
        assert (twin.past.faces, twin.hash()) == (step.faces, step.digest), step.number
        moments.keep(twin)


def begin_again(battle: Battle) -> Battle:
    """The same battle before its first decision."""
    system = battle.system
    if battle.position is not None:
        state = system.from_position(battle.position)
    else:
        state = system.start(battle.state.scenario, battle.state.options)
    dice = battle.dice.copy()
    dice.rewind(0)
    return Battle(system, state, dice, battle.position)


def _scenario_text(scenario: str) -> str:
    """A scenario in a line: its slug, or a player's own as JSON."""
    return json.dumps(scenario) if is_own(scenario) else scenario


def _options_text(options: Options) -> str:
    return " ".join(
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in msgspec.structs.asdict(options).items()
    )


def _dice_text(dice: Dice) -> str:
    if isinstance(dice, Linked):
        anchors = ",".join(f"{side}={anchor}" for side, anchor in dice.anchors.items())
        return f"linked {dice.commitment} secret {dice.secret} anchors {anchors}"
    if isinstance(dice, Committed):
        nonces = ",".join(dice.nonces) or "-"
        return f"committed {dice.commitment} secret {dice.secret} nonces {nonces}"
    return f"seed {dice.seed}" if isinstance(dice, Seeded) else "scripted"
