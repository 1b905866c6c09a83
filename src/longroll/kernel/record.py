"""A whole battle as text: header, decisions, dice, and a digest after every decision.

    longroll record 1
    system    stockade_redan 1
    scenario  two-assaults
    options   undo=unrevealed
    dice      seed 1863

    0 start [5] 3f2a90c4d1e7
    1 confederate: place 1420 90aa17b2c3d4
    2 confederate: done [3 6] 1c0ffee12345
    result    confederate: ...

Lines that begin with a semicolon are remarks. docs/record.md has the whole format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from longroll.kernel.battle import Battle, begin_position
from longroll.kernel.dice import Committed, Dice, Scripted, Seeded, commitment_to
from longroll.kernel.errors import BadRecord, LongrollError
from longroll.kernel.state import Options
from longroll.kernel.system import System, system_named

FORMAT = "longroll record 1"

_LINE = re.compile(
    r"(?P<number>\d{1,9}) (?:start|(?P<side>\S+): (?P<choice>[^\[\]]+?))"
    r"(?: \[(?P<dice>\d{1,9}(?: \d{1,9})*)\])? (?P<digest>[0-9a-f]{12})"
)

_COMMITTED = re.compile(
    r"(?P<hash>[0-9a-f]{64}) secret (?P<secret>[0-9A-Za-z_-]+) "
    r"nonces (?P<nonces>[0-9A-Za-z_,-]+)"
)


class Line(msgspec.Struct, frozen=True):
    """One decision of a record, with the line of the file it stands on."""

    at: int
    number: int
    side: str
    choice: str
    faces: tuple[int, ...]
    digest: str


class Record(msgspec.Struct, frozen=True):
    """A record as read, before it is replayed."""

    system: str
    version: str
    scenario: str
    options: dict[str, str]
    seed: str | None
    position: dict[str, Any] | None
    lines: tuple[Line, ...]
    result: str
    #: The secret and the nonces of committed dice, whose commitment fits.
    committed: tuple[str, tuple[str, ...]] | None = None


def write(battle: Battle) -> str:
    """The record of a battle. Digests nobody asked for yet are found by playing it again."""
    history = battle.history()
    if not all(played.digest for played in history):
        _fill_digests(battle)
    system = battle.system
    head = [
        FORMAT,
        f"system    {system.slug} {system.version}",
        f"scenario  {battle.state.scenario}",
        f"options   {_options_text(battle.state.options)}",
        f"dice      {_dice_text(battle.dice)}",
    ]
    if battle.position is not None:
        head.append(f"position  {json.dumps(battle.position, separators=(',', ':'))}")
    body = []
    for played in history:
        faces = f" [{' '.join(map(str, played.faces))}]" if played.faces else ""
        what = f"{played.side}: {played.choice}" if played.choice is not None else "start"
        body.append(f"{played.number} {what}{faces} {played.digest}")
    if battle.result is not None:
        body.append(f"result    {_result_text(battle)}")
    return "\n".join([*head, "", *body, ""])


def read(text: str, name: str = "record") -> Record:
    """Read a record without replaying it; BadRecord names the line and the reason."""
    rows = [(at, row.strip()) for at, row in enumerate(text.splitlines(), 1)]
    rows = [(at, row) for at, row in rows if row and not row.startswith(";")]
    if not rows or " ".join(rows[0][1].split()) != FORMAT:
        raise BadRecord(f"{name}:1: not a record: the first line should be {FORMAT!r}")
    fields: dict[str, str] = {}
    lines: list[Line] = []
    for at, row in rows[1:]:
        if row[0].isdigit():
            lines.append(_read_line(row, name, at, len(lines)))
            continue
        key, *rest = row.split(None, 1)
        if key not in ("system", "scenario", "options", "dice", "position", "result"):
            raise BadRecord(f"{name}:{at}: {key!r} is neither a header nor a decision")
        if key in fields:
            raise BadRecord(f"{name}:{at}: {key} is given twice")
        fields[key] = rest[0] if rest else ""
    for key in ("system", "scenario", "dice"):
        if key not in fields:
            raise BadRecord(f"{name}: the header has no line {key!r}")
    if not lines:
        raise BadRecord(f"{name}: there is no line '0 start'")
    slug, version, *_ = [*fields["system"].split(), "", ""]
    kind, seed = [*fields["dice"].split(None, 1), "", ""][:2]
    committed = None
    if kind == "committed":
        committed, seed = _read_committed(seed, name), ""
    elif kind not in ("seed", "scripted") or (kind == "seed") != bool(seed):
        raise BadRecord(f"{name}: dice should be 'seed N' or 'scripted', not {fields['dice']!r}")
    options: dict[str, str] = {}
    for pair in fields.get("options", "").split():
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadRecord(f"{name}: option {pair!r} should read name=value")
        options[key] = value
    position = None
    if "position" in fields:
        try:
            position = msgspec.json.decode(fields["position"], type=dict[str, Any])
        except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
            raise BadRecord(f"{name}: the position is not a JSON object: {error}") from None
    return Record(
        system=slug,
        version=version,
        scenario=fields["scenario"],
        options=options,
        seed=seed or None,
        position=position,
        lines=tuple(lines),
        result=" ".join(fields.get("result", "").split()),
        committed=committed,
    )


def _read_committed(text: str, name: str) -> tuple[str, tuple[str, ...]]:
    """The secret and the nonces; BadRecord where the secret is not the one committed to."""
    found = _COMMITTED.fullmatch(" ".join(text.split()))
    if found is None:
        raise BadRecord(
            f"{name}: dice should be 'committed HASH secret TEXT nonces A,B', not {text!r}"
        )
    if commitment_to(found["secret"]) != found["hash"]:
        raise BadRecord(
            f"{name}: the secret does not fit the commitment: its hash is "
            f"{commitment_to(found['secret'])}, not {found['hash']}"
        )
    nonces = () if found["nonces"] == "-" else tuple(found["nonces"].split(","))
    return found["secret"], nonces


def replay(text: str, to: int | None = None, name: str = "record") -> Battle:
    """Play a record again; BadRecord names the first decision where it differs.

    `to` stops after that decision.
    """
    record = read(text, name)
    try:
        system = system_named(record.system)
        battle = _begin(system, record)
    except LongrollError as error:
        raise BadRecord(f"{name}: {error}") from None
    note = ""
    if record.version != system.version:
        note = f" (recorded with rules version {record.version}, replayed with {system.version})"
    for line in record.lines:
        if to is not None and line.number > to:
            return battle
        _replay_line(battle, line, name, note)
    if to is None and record.result != (_result_text(battle) if battle.result else ""):
        raise BadRecord(f"{name}: the result differs: {record.result!r} is recorded{note}")
    return battle


def _replay_line(battle: Battle, line: Line, name: str, note: str) -> None:
    where = f"{name}:{line.at}: decision {line.number}"
    if line.number:
        decision = battle.decision
        if decision is None:
            raise BadRecord(f"{where}: the battle is already over{note}")
        if decision.side != line.side:
            raise BadRecord(f"{where}: {decision.side} is to decide, not {line.side}{note}")
        try:
            battle.play(line.choice)
        except LongrollError as error:
            raise BadRecord(f"{where}: {line.choice!r} is refused: {error}{note}") from None
        if battle.past.number != line.number:
            raise BadRecord(f"{where}: {line.choice!r} is more than one decision")
    if battle.past.faces != line.faces:
        raise BadRecord(
            f"{where}: the dice differ: {list(line.faces)} recorded, "
            f"{list(battle.past.faces)} rolled{note}"
        )
    if battle.hash() != line.digest:
        raise BadRecord(
            f"{where}: the state differs: {line.digest} recorded, {battle.hash()} reached{note}"
        )


def _begin(system: System[Any], record: Record) -> Battle:
    options = system.read_options(record.options)
    dice: Dice
    if record.committed is not None:
        dice = Committed(*record.committed)
    elif record.seed is None:
        dice = Scripted([face for line in record.lines for face in line.faces])
    else:
        dice = Seeded(record.seed)
    if record.position is None:
        state = system.start(system.require_scenario(record.scenario), options)
        return Battle(system, state, dice)
    state = system.from_position(record.position)
    if state.scenario != record.scenario or state.options != options:
        raise BadRecord("the position and the header differ in scenario or options")
    return begin_position(system, record.position, state, dice)


def _read_line(row: str, name: str, at: int, expected: int) -> Line:
    found = _LINE.fullmatch(" ".join(row.split()))
    if found is None:
        raise BadRecord(f"{name}:{at}: should read 'N side: choice [dice] digest', not {row!r}")
    number = int(found["number"])
    if number != expected or (number == 0) != (found["side"] is None):
        raise BadRecord(f"{name}:{at}: decision {expected} should stand here, not {row!r}")
    faces = tuple(int(face) for face in (found["dice"] or "").split())
    return Line(at, number, found["side"] or "", found["choice"] or "", faces, found["digest"])


def _fill_digests(battle: Battle) -> None:
    twin = begin_again(battle)
    for played in battle.history():
        if played.choice is not None:
            twin.play(played.choice)
        played.digest = played.digest or twin.hash()
        assert (twin.past.faces, twin.hash()) == (played.faces, played.digest), played.number


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


def _options_text(options: Options) -> str:
    return " ".join(_pairs(options))


def _pairs(options: Options) -> Iterator[str]:
    for name, value in msgspec.structs.asdict(options).items():
        yield f"{name}={str(value).lower() if isinstance(value, bool) else value}"


def _dice_text(dice: Dice) -> str:
    if isinstance(dice, Committed):
        nonces = ",".join(dice.nonces) or "-"
        return f"committed {dice.commitment} secret {dice.secret} nonces {nonces}"
    return f"seed {dice.seed}" if isinstance(dice, Seeded) else "scripted"


def _result_text(battle: Battle) -> str:
    result = battle.result
    assert result is not None
    return f"{result.winner or 'draw'}: {result.level} [{result.rule}]"
