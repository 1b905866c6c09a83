"""Everything somebody might do to a record, line by line and word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from longroll.kernel.dice import commitment_to

#: What was done, and the text after it. No end line is brought up to date.
Tampered = tuple[str, str]


def tamperings(text: str) -> Iterator[Tampered]:
    """Every tampering; the end line is left as it is."""
    rows = text.splitlines()
    for at, row in enumerate(rows):
        if not row:
            continue
        above, below = rows[:at], rows[at + 1 :]
        kind = row.split()[0]
        yield f"drop {row}", _text(above, below)
        yield f"double {row}", _text(above, [row], [row], below)
        for other in range(at + 1, min(at + 4, len(rows))):
            if rows[other] and rows[other] != row:
                between = rows[at + 1 : other]
                swapped = _text(above, [rows[other]], between, [row], rows[other + 1 :])
                yield f"swap {row} / {rows[other]}", swapped
        if kind != "end":
            last = [rows[-1]] if rows[-1].startswith("end ") else []
            yield f"cut before {row}", _text(above, last)
        for what, new in _rewritten(row, kind):
            if new != row:
                yield f"{what} {new}", _text(above, [new], below)


def _text(*parts: list[str]) -> str:
    return "".join(f"{row}\n" for part in parts for row in part)


def _rewritten(row: str, kind: str) -> Iterator[Tampered]:
    if kind == "dice":
        yield from _dice(row)
    if kind.isdigit():
        yield from _decision(row)
    if kind not in ("position", "options"):
        # Each word made another one, cut short, left out.
        for found in re.finditer(r"\S+", row):
            for word in (_other(found[0]), found[0][:-1], ""):
                yield f"{kind} word", row[: found.start()] + word + row[found.end() :]
    if kind == "position":
        # Each number and each name made another one.
        for found in re.finditer(r"\d+|[a-z][a-z0-9-]+", row):
            if found.start():
                yield "position word", row[: found.start()] + _other(found[0]) + row[found.end() :]
    if kind == "options":
        for found in re.finditer(r"(\w+)=(\w+)", row):
            yield "option left out", row[: found.start()] + row[found.end() :]
            value = {"true": "false", "false": "true", "free": "unrevealed", "unrevealed": "free"}
            new = value.get(found[2]) or _other(found[2])
            yield "option", f"{row[: found.start(2)]}{new}{row[found.end() :]}"


def _decision(row: str) -> Iterator[Tampered]:
    sides = ("blue", "gray", "union", "confederate")
    for one, other in zip(sides, (*sides[1::-1], *sides[:1:-1]), strict=True):
        if f" {one}: " in row:
            yield "side", row.replace(f" {one}: ", f" {other}: ")
    for choice in ("done", "add 1", "add 2", "add 3", "roll", "draw", "scout", "seal", "show"):
        new = re.sub(r": [^\[{]+? (?=[\[{]|[0-9a-f]{12}$)", f": {choice} ", row)
        if new != row:
            yield "choice", new
    for found in re.finditer(r"[\[ ](\d+)(d\d+)?(?=[\] ])", row.partition("]")[0] + "]"):
        if "[" not in row[: found.start() + 1]:
            continue
        for face in (int(found[1]) - 1, int(found[1]) + 1):
            yield "face", f"{row[: found.start(1)]}{face}{row[found.end(1) :]}"
        other = "d8" if found[2] else "d10"
        yield "die", f"{row[: found.end(1)]}{other}{row[found.end() :]}"
    if "[" in row:
        yield "no dice", re.sub(r" \[.*?\]", "", row)
        yield "one more die", row.replace("]", " 3]")
        faces = re.search(r"\[(.*?)\]", row)
        assert faces
        yield "dice turned round", row.replace(faces[1], " ".join(faces[1].split()[::-1]))
    else:
        yield "dice from nowhere", re.sub(r" (?=[0-9a-f]{12}$)", " [3] ", row)
    if "{" in row:
        yield "no links", re.sub(r" \{.*?\}", "", row)
        yield "links changed round", re.sub(r"(\S{64}) (\S{64})", r"\2 \1", row)
        yield "one link only", re.sub(r" \S{64}\}", "}", row)
        yield "one more link", row.replace("}", f" {'0' * 64}}}")
    else:
        yield (
            "links from nowhere",
            re.sub(r" (?=[0-9a-f]{12}$)", f" {{0 {'0' * 64} {'0' * 64}}} ", row),
        )


def _dice(row: str) -> Iterator[Tampered]:
    if found := re.search(r" (\S{64}) secret (\S+)", row):
        yield "secret", row.replace(f"secret {found[2]}", "secret trumpet")
        yield (
            "secret and commitment",
            row.replace(f"secret {found[2]}", "secret trumpet").replace(
                found[1], commitment_to("trumpet")
            ),
        )
        yield "dice", f"dice      seed {found[2]}"
        yield "dice", f"dice      committed {found[1]} secret {found[2]} nonces a,b"
    if found := re.search(r"(nonces|anchors) (\S+)", row):
        parts = found[2].split(",")
        yield "order", row.replace(found[2], ",".join(parts[::-1]))
        yield "one left out", row.replace(found[2], parts[0])
        yield "one more", row.replace(found[2], f"{found[2]},{parts[0]}")
        yield "none", row.replace(found[2], "-")
    yield "dice", "dice      seed 1"
    yield "dice", "dice      scripted"


def _other(word: str) -> str:
    """Another word of the same shape."""
    if word.isdigit():
        return str(int(word) + 1)
    last = word[-1]
    if re.fullmatch("[0-9a-f]+", word):
        return word[:-1] + ("0" if last != "0" else "1")
    return word[:-1] + ("x" if last != "x" else "y")
