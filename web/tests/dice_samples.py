"""Writes dice.json: records made from nothing but the recipes in docs/dice.md and hashlib.

To make it again: python web/tests/dice_samples.py
"""

from __future__ import annotations

import json
from hashlib import blake2b, sha256
from pathlib import Path

LENGTH = 32768
SECRET = "drum"
FIRST = {"union": "1863" * 16, "confederate": "a5" * 32}
HEAD = ["longroll record 2", "system    stockade_redan 1", "scenario  two-assaults", "options   "]

#: Decisions and the sides of their dice; without a choice the battle goes back to that decision.
PLAYED: list[tuple[int, str, str, tuple[int, ...]]] = [
    (0, "", "start", (6,)),
    (1, "confederate", "historical", ()),
    (2, "union", "fire 1420", (6, 6)),
    (3, "union", "fire 1421", (10, 6)),
    (2, "union", "", ()),
    (3, "union", "done", (6,)),
    (4, "confederate", "done", ()),
]


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def face(seed: str, n: int, sides: int) -> int:
    text = f"longroll dice 1:{seed}:{n}".encode()
    limit = 2**32 // sides * sides
    while (drawn := int.from_bytes(blake2b(text, digest_size=4).digest(), "big")) >= limit:
        text += b"+"
    return drawn % sides + 1


def chain(first: str) -> list[str]:
    links = [first]
    for _ in range(LENGTH):
        links.append(digest(f"longroll link 1:{links[-1]}"))
    return links


def shown(faces: list[tuple[int, int]]) -> str:
    words = [str(value) if sides == 6 else f"{value}d{sides}" for value, sides in faces]
    return f" [{' '.join(words)}]" if words else ""


def ended(lines: list[str], last: int) -> str:
    text = "\n".join([*lines, "abandoned  union", ""])
    return f"{text}end       {last} {digest(text)}\n"


def linked() -> dict[str, object]:
    chains = {side: chain(first) for side, first in FIRST.items()}
    anchors = ",".join(f"{side}={links[LENGTH]}" for side, links in chains.items())
    lines = [*HEAD, f"dice      linked {digest(SECRET)} secret {SECRET} anchors {anchors}", ""]
    binds: list[str] = []
    fallen: list[int] = []
    for number, side, choice, sides in PLAYED:
        if not choice:
            lines.append(f"back {number} {side}")
            del fallen[number + 1 :]
            continue
        batch, dice = fallen[-1] if fallen else 0, ""
        fallen.append(batch + bool(sides))
        if sides:
            links = [links[LENGTH - 1 - batch] for links in chains.values()]
            key = digest(f"longroll dice 3:{SECRET}:{batch}:{','.join(links)}")
            if batch == len(binds):
                binds.append(digest(f"longroll bind 1:{SECRET}:{batch}:{number}:{choice}"))
            faces = [(face(key, n, of), of) for n, of in enumerate(sides)]
            dice = f"{shown(faces)} {{{batch} {' '.join(links)}}}"
        what = f"{side}: {choice}" if side else choice
        lines.append(f"{number} {what}{dice} {digest(choice)[:12]}")
    return {
        "record": ended(lines, 4),
        "commitment": digest(SECRET),
        "first": FIRST,
        "anchors": {side: links[LENGTH] for side, links in chains.items()},
        "links": {
            side: [links[LENGTH - 1 - b] for b in (0, 1, 300)] for side, links in chains.items()
        },
        "binds": binds,
    }


def committed() -> dict[str, object]:
    seed = digest(f"longroll dice seed 1:{SECRET}:fife,bugle")
    lines = [*HEAD, f"dice      committed {digest(SECRET)} secret {SECRET} nonces fife,bugle", ""]
    fallen: list[int] = []
    for number, side, choice, sides in PLAYED:
        if not choice:
            lines.append(f"back {number} {side}")
            del fallen[number + 1 :]
            continue
        before = fallen[-1] if fallen else 0
        faces = [(face(seed, before + n, of), of) for n, of in enumerate(sides)]
        fallen.append(before + len(faces))
        what = f"{side}: {choice}" if side else choice
        lines.append(f"{number} {what}{shown(faces)} {digest(choice)[:12]}")
    return {"record": ended(lines, 4), "commitment": digest(SECRET), "nonces": ["fife", "bugle"]}


if __name__ == "__main__":
    samples = {
        "linked": linked(),
        "committed": committed(),
        "faces": {of: [face("1863", n, of) for n in range(20)] for of in (6, 10, 20)},
    }
    Path(__file__).with_name("dice.json").write_text(json.dumps(samples, indent=2) + "\n")
