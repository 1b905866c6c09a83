"""Playing a record again, and comparing."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from longroll.kernel.battle import Battle, begin_position
from longroll.kernel.dice import Committed, Dice, Linked, Scripted, Seeded
from longroll.kernel.errors import BadRecord, LongrollError
from longroll.kernel.record.form import Back, Line, Record, dice_text, result_text
from longroll.kernel.record.moments import Moments
from longroll.kernel.record.reading import parse, shown
from longroll.kernel.system import System, system_named


def replay(text: str, to: int | None = None, name: str = "record") -> Battle:
    """Play a record again; BadRecord names the first decision where it differs.

    `to` stops after that decision of the battle as it finally stood: what was taken back before
    it was played is replayed too, what came after it is not.

    >>> import longroll
    >>> battle = longroll.new("stockade_redan", seed=1863)
    >>> events = battle.play("historical")
    >>> longroll.replay(battle.record(), to=0).past.number
    0
    """
    return read_and_replay(text, to, name)[1]


#: Is told the record, and the battle as it stands after each of its lines.
Watcher = Callable[[Record, Battle], None]


def read_and_replay(
    text: str,
    to: int | None = None,
    name: str = "record",
    most_back: float = inf,
    watch: Watcher | None = None,
) -> tuple[Record, Battle]:
    """The record, and the battle that `replay` gives; `watch` is told of it line by line.

    BadRecord if more than `most_back` decisions were taken back: each takes as long to replay as
    one that stands, and there may be any number of them.
    """
    record, fault = parse(text, name)
    taken_back = len(record.lines) - _standing(record)
    if taken_back > most_back:
        raise BadRecord(f"{name}: more than {most_back} decisions were taken back")
    try:
        battle = _replayed(record, to, name, watch)
    except LongrollError:
        raise
    except Exception:
        # The nonsense that a hand-made position may hold cannot be listed in full.
        if record.position is None:
            raise
        raise BadRecord(f"{name}: its position makes no sense") from None
    if fault:
        raise BadRecord(fault)
    return record, battle


def _replayed(record: Record, to: int | None, name: str, watch: Watcher | None) -> Battle:
    try:
        system = system_named(record.system)
        battle = _begin(system, record)
    except LongrollError as error:
        raise BadRecord(f"{name}: {error}") from None
    note = ""
    if record.version != system.version:
        note = f" (recorded with rules version {record.version}, replayed with {system.version})"
    steps = record.steps if to is None else _steps_to(record, to)
    moments = Moments(step.to for step in steps if isinstance(step, Back))
    for step in steps:
        if isinstance(step, Back):
            if step.side not in system.sides:
                raise BadRecord(f"{name}:{step.at}: {shown(step.side)} is not a side")
            battle = battle.gone_back(moments.take(step.to), step.side)
        else:
            _replay_line(battle, step, name, note)
            moments.keep(battle)
        if watch is not None:
            watch(record, battle)
    if to is None:
        if record.result != result_text(battle.result):
            raise BadRecord(f"{name}: the result differs: {shown(record.result)} is recorded{note}")
        if record.abandoned is not None and record.abandoned not in system.sides:
            raise BadRecord(f"{name}: {shown(record.abandoned)} is not a side")
        if record.abandoned is not None and battle.result is not None:
            raise BadRecord(f"{name}: a battle that is over cannot be abandoned")
    return battle


def _standing(record: Record) -> int:
    """How many decisions stood in the end."""
    count = 0
    for step in record.steps:
        count = step.to + 1 if isinstance(step, Back) else count + 1
    return count


def _steps_to(record: Record, to: int) -> tuple[Line | Back, ...]:
    """Everything up to decision `to` of the battle as it finally stood."""
    line: list[int] = []
    for at, step in enumerate(record.steps):
        if isinstance(step, Back):
            del line[step.to + 1 :]
        else:
            line.append(at)
    return record.steps[: line[max(to, 0)] + 1] if to < len(line) else record.steps


def _replay_line(battle: Battle, line: Line, name: str, note: str) -> None:
    where = f"{name}:{line.at}: decision {line.number}"
    if line.number:
        decision = battle.decision
        if decision is None:
            raise BadRecord(f"{where}: the battle is already over{note}")
        if decision.side != line.side:
            raise BadRecord(f"{where}: {decision.side} is to decide, not {shown(line.side)}{note}")
        try:
            battle.play(line.choice)
        except LongrollError as error:
            raise BadRecord(f"{where}: {shown(line.choice)} is refused: {error}{note}") from None
        if battle.past.number != line.number:
            raise BadRecord(f"{where}: {shown(line.choice)} is more than one decision{note}")
    past = battle.past
    if past.faces != line.faces or (line.sides and past.sides != line.sides):
        raise BadRecord(
            f"{where}: the dice differ: {dice_text(line.faces, line.sides) or 'none'} recorded, "
            f"{dice_text(past.faces, past.sides) or 'none'} rolled{note}"
        )
    if isinstance(battle.dice, Linked):
        batch = battle.dice.batches - 1 if past.faces else None
        if batch != line.batch:
            raise BadRecord(f"{where}: the links are of batch {line.batch}, not {batch}")
    if battle.hash() != line.digest:
        raise BadRecord(
            f"{where}: the state differs: {line.digest} recorded, {battle.hash()} reached{note}"
        )


def _begin(system: System[Any], record: Record) -> Battle:
    options = system.read_options(record.options)
    dice = _dice(system, record)
    if record.position is None:
        state = system.start(system.require_scenario(record.scenario), options)
        return Battle(system, state, dice)
    state = system.from_position(record.position)
    if state.scenario != record.scenario or state.options != options:
        raise BadRecord("the position and the header differ in scenario or options")
    return begin_position(system, record.position, state, dice)


def _dice(system: System[Any], record: Record) -> Dice:
    if record.linked is not None:
        secret, anchors = record.linked
        if list(anchors) != [side for side in system.sides if side in anchors]:
            raise BadRecord(f"the anchors should be those of {', '.join(system.sides)}")
        return Linked(secret, anchors, record.links)
    if record.committed is not None:
        return Committed(*record.committed)
    return Scripted(_script(record)) if record.seed is None else Seeded(record.seed)


def _script(record: Record) -> list[int]:
    """The faces of scripted dice. Those that were taken back are ready to be rolled again."""
    script: list[int] = []
    rolled = 0
    before: list[int] = []  # how many were rolled before each decision that stands
    for step in record.steps:
        if isinstance(step, Back):
            rolled = before[step.to + 1]
            del before[step.to + 1 :]
            continue
        before.append(rolled)
        rolled += len(step.faces)
        script += step.faces[len(step.faces) - max(0, rolled - len(script)) :]
    return script
