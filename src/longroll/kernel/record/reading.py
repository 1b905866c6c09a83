"""Reading a record. Everything that can be checked without playing is checked here."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from longroll.kernel.bounds import LONGEST_SCENARIO
from longroll.kernel.dice import commitment_to, next_link
from longroll.kernel.errors import BadRecord
from longroll.kernel.record.form import FIRST_FORMAT, FORMAT, Back, Line, Record, end_line

_FORMATS = {FIRST_FORMAT: 1, FORMAT: 2}
_HEADERS = ("system", "scenario", "options", "dice", "position")
_ENDINGS = ("result", "abandoned")

#: The longest line of each kind that is read. Real ones are far shorter.
_LONGEST_HEADERS = {"position": 1_000_000, "scenario": LONGEST_SCENARIO + 100}
_LONGEST_DECISION = 20_000
_LONGEST = 2_000
#: How deep the brackets of a position may go, and the first number too large for one.
_DEEPEST = 50
_LARGEST = 10**9

_DIE = r"[0-9]{1,9}(?:d[0-9]{1,9})?"
_LINE = re.compile(
    r"(?P<number>[0-9]{1,9}) (?:start|(?P<side>\S+): (?P<choice>[^\[\]{}]+?))"
    rf"(?: \[(?P<dice>{_DIE}(?: {_DIE})*)\])?"
    r"(?: \{(?P<batch>[0-9]{1,9})(?P<links>(?: [0-9a-f]{64})+)\})?"
    r" (?P<digest>[0-9a-f]{12})"
)
_BACK = re.compile(r"back (?P<to>[0-9]{1,9}) (?P<side>\S+)")
_END = re.compile(r" *[0-9]{1,9} +[0-9a-f]{64}\s*")

_SECRET = r"(?P<hash>[0-9a-f]{64}) secret (?P<secret>[0-9A-Za-z_-]{1,200})"
_NONCE = r"[0-9A-Za-z_-]{1,64}"
_COMMITTED = re.compile(rf"{_SECRET} nonces (?P<nonces>{_NONCE}(?:,{_NONCE})*)")
_ANCHOR = r"[^\s=,]+=[0-9a-f]{64}"
_LINKED = re.compile(rf"{_SECRET} anchors (?P<anchors>{_ANCHOR}(?:,{_ANCHOR})*)")


def read(text: str, name: str = "record") -> Record:
    """Read a record without replaying it; BadRecord names the line and the reason."""
    record, fault = parse(text, name)
    if fault:
        raise BadRecord(fault)
    return record


def parse(text: str, name: str) -> tuple[Record, str]:
    """The record, and what is wrong with its end line.

    The two are separate because a replay of the record may find a more telling fault.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadRecord(f"{name}: character {error.start} is not text") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    rows = _rows(text)
    format = _FORMATS.get(" ".join(rows[0][1].split())) if rows else None
    if format is None:
        raise BadRecord(f"{name}:1: not a record: the first line should be {FORMAT!r}")
    end = ""
    if format > 1:
        text, end = _without_end(text, name)
        rows = _rows(text)
    fields: dict[str, str] = {}
    steps: list[Line | Back] = []
    last = -1
    for at, row in rows[1:]:
        where = f"{name}:{at}"
        key, *rest = row.split(None, 1)
        is_decision = row[0].isdigit()
        longest = _LONGEST_DECISION if is_decision else _LONGEST_HEADERS.get(key, _LONGEST)
        if len(row) > longest:
            raise BadRecord(f"{where}: a line of {len(row)} characters is too long")
        if is_decision or (key == "back" and format > 1):
            if ending := next((word for word in _ENDINGS if word in fields), ""):
                raise BadRecord(f"{where}: {shown(row)} comes after the line {ending!r}")
            if key == "back":
                back = _read_back(row, where, at, last)
                steps.append(back)
                last = back.to
            else:
                last += 1
                steps.append(_read_line(row, where, at, last, format))
            continue
        if key not in _HEADERS and key not in _ENDINGS[:format]:
            raise BadRecord(f"{where}: {shown(key)} is neither a header nor a decision")
        if key in fields:
            raise BadRecord(f"{where}: {key} is given twice")
        if key in _HEADERS and steps:
            raise BadRecord(f"{where}: the header {key!r} comes after the first decision")
        fields[key] = rest[0] if rest else ""
    record = _record(fields, steps, format, name)
    fault = ""
    if format > 1 and end_line(text, last).split() != end.split():
        fault = f"{name}: the record was changed: its end line does not fit the lines above it"
    return record, fault


def _rows(text: str) -> list[tuple[int, str]]:
    """The lines that mean something, with their numbers."""
    rows = ((at, row.strip()) for at, row in enumerate(text.splitlines(), 1))
    return [(at, row) for at, row in rows if row and not row.startswith(";")]


def _without_end(text: str, name: str) -> tuple[str, str]:
    """What is above the end line, and the end line; BadRecord if it is not the last."""
    above, start, rest = text.rpartition("\nend ")
    if not start or (not _END.fullmatch(rest) and "\n" not in rest.rstrip()):
        raise BadRecord(f"{name}: the record is cut off: it has no end line")
    if not _END.fullmatch(rest):
        raise BadRecord(f"{name}: the record was changed: something comes after its end line")
    return f"{above}\n", f"end {rest}"


def _record(fields: dict[str, str], steps: list[Line | Back], format: int, name: str) -> Record:
    for key in ("system", "scenario", "dice"):
        if key not in fields:
            raise BadRecord(f"{name}: the header has no line {key!r}")
    if not steps:
        raise BadRecord(f"{name}: there is no line '0 start'")
    words = fields["system"].split()
    if len(words) != 2:
        raise BadRecord(f"{name}: system should be 'NAME VERSION', not {shown(fields['system'])}")
    slug, version = words
    kind, rest = [*fields["dice"].split(None, 1), "", ""][:2]
    seed = committed = linked = None
    if kind == "committed":
        committed = _read_committed(rest, name)
    elif kind == "linked" and format > 1:
        linked = _read_linked(rest, name)
    elif kind == "seed" and rest:
        seed = rest
    elif kind != "scripted" or rest:
        raise BadRecord(
            f"{name}: dice should be 'seed N' or 'scripted', not {shown(fields['dice'])}"
        )
    _check_links(steps, linked[1] if linked else {}, name)
    return Record(
        format=format,
        system=slug,
        version=version,
        scenario=_read_scenario(fields["scenario"], name),
        options=_read_options(fields.get("options", ""), name),
        seed=seed,
        position=_read_position(fields["position"], name) if "position" in fields else None,
        steps=tuple(steps),
        result=" ".join(fields.get("result", "").split()),
        abandoned=fields.get("abandoned"),
        committed=committed,
        linked=linked,
    )


def _read_line(row: str, where: str, at: int, expected: int, format: int) -> Line:
    found = _LINE.fullmatch(" ".join(row.split()))
    if found is None or (format == 1 and (found["batch"] or "d" in (found["dice"] or ""))):
        raise BadRecord(f"{where}: should read 'N side: choice [dice] digest', not {shown(row)}")
    number = int(found["number"])
    if number != expected or (number == 0) != (found["side"] is None):
        raise BadRecord(f"{where}: this should be decision {expected}, not {shown(row)}")
    dice = [die.partition("d") for die in (found["dice"] or "").split()]
    return Line(
        at=at,
        number=number,
        side=found["side"] or "",
        choice=found["choice"] or "",
        faces=tuple(int(face) for face, _, _ in dice),
        digest=found["digest"],
        sides=tuple(int(sides or 6) for _, _, sides in dice) if format > 1 else (),
        batch=int(found["batch"]) if found["batch"] else None,
        links=tuple((found["links"] or "").split()),
    )


def _read_back(row: str, where: str, at: int, last: int) -> Back:
    found = _BACK.fullmatch(" ".join(row.split()))
    if found is None:
        raise BadRecord(f"{where}: should read 'back N side', not {shown(row)}")
    to = int(found["to"])
    if to >= last:
        raise BadRecord(f"{where}: cannot go back to decision {to}: the last is {last}")
    return Back(at, to, found["side"])


def _read_scenario(text: str, name: str) -> str:
    """A slug, or the text of a scenario of a player's own."""
    if not text.startswith('"'):
        return text
    try:
        return msgspec.json.decode(text, type=str)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadRecord(f"{name}: the scenario is not a JSON text: {error}") from None


def _read_options(text: str, name: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for pair in text.split():
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadRecord(f"{name}: option {shown(pair)} should read name=value")
        if key in options:
            raise BadRecord(f"{name}: option {shown(key)} is given twice")
        options[key] = value
    return options


def _read_position(text: str, name: str) -> dict[str, Any]:
    try:
        position = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise BadRecord(f"{name}: the position is not a JSON object: {error}") from None
    if not _is_reasonable(position, _DEEPEST):
        raise BadRecord(f"{name}: the position has brackets too deep or numbers too large")
    return position


def _is_reasonable(value: Any, levels: int) -> bool:
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return levels > 0 and all(_is_reasonable(one, levels - 1) for one in inner)
    return not isinstance(value, int | float) or -_LARGEST < value < _LARGEST


def _read_committed(text: str, name: str) -> tuple[str, tuple[str, ...]]:
    """The secret and the nonces; BadRecord if the secret is not the one committed to."""
    found = _COMMITTED.fullmatch(" ".join(text.split()))
    if found is None:
        raise BadRecord(
            f"{name}: dice should be 'committed HASH secret TEXT nonces A,B', not {shown(text)}"
        )
    _check_secret(found, name)
    nonces = () if found["nonces"] == "-" else tuple(found["nonces"].split(","))
    return found["secret"], nonces


def _read_linked(text: str, name: str) -> tuple[str, dict[str, str]]:
    """The secret and the anchors; BadRecord if the secret is not the one committed to."""
    found = _LINKED.fullmatch(" ".join(text.split()))
    if found is None:
        raise BadRecord(
            f"{name}: dice should be 'linked HASH secret TEXT anchors A=HASH,B=HASH', "
            f"not {shown(text)}"
        )
    _check_secret(found, name)
    pairs = [pair.partition("=") for pair in found["anchors"].split(",")]
    anchors = {side: anchor for side, _, anchor in pairs}
    if len(anchors) < len(pairs):
        raise BadRecord(f"{name}: a side has two anchors")
    return found["secret"], anchors


def _check_secret(found: re.Match[str], name: str) -> None:
    if commitment_to(found["secret"]) != found["hash"]:
        raise BadRecord(
            f"{name}: the secret does not match the commitment: its hash is "
            f"{commitment_to(found['secret'])}, not {found['hash']}"
        )


def _check_links(steps: list[Line | Back], anchors: dict[str, str], name: str) -> None:
    """Check that every link proves the one before it, the first its anchor, in batch order."""
    known: list[tuple[str, ...]] = []
    for line in steps:
        if isinstance(line, Back) or line.batch is None:
            continue
        where = f"{name}:{line.at}: decision {line.number}"
        if len(line.links) != len(anchors):
            raise BadRecord(f"{where}: {len(line.links)} links for {len(anchors)} anchors")
        if line.batch > len(known):
            raise BadRecord(f"{where}: batch {len(known)} should come before batch {line.batch}")
        if line.batch < len(known):
            if line.links != known[line.batch]:
                raise BadRecord(f"{where}: batch {line.batch} had other links before")
            continue
        earlier = known[-1] if known else tuple(anchors.values())
        for side, link, proved in zip(anchors, line.links, earlier, strict=True):
            if next_link(link) != proved:
                raise BadRecord(
                    f"{where}: the link of {side} for batch {line.batch} "
                    "does not lead to its anchor"
                )
        known.append(line.links)


def shown(text: str) -> str:
    """A piece of a record to be quoted in a message."""
    return repr(text if len(text) <= 120 else f"{text[:117]}...")
