"""Reading the files a user names, and guessing what they are."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

import longroll
from longroll import Battle
from longroll.cli.console import BadInput
from longroll.kernel.system import systems

Kind = Literal["map", "record", "position", "data", "unknown"]


def read_text(path: Path) -> str:
    """The text of a file; BadInput if it is not text."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not a text file in UTF-8 (byte {error.start})") from None


def kind_of(path: Path, text: str) -> Kind:
    """What a file seems to be, by its first words or else by its name."""
    lines = (line.strip() for line in text.split("\n"))
    first = next((line for line in lines if line and line[0] not in "#;"), "")
    if first.startswith("longroll map") or path.suffix == ".map":
        return "map"
    if first.startswith("longroll record"):
        return "record"
    if first.startswith("{") or path.suffix == ".json":
        return "position"
    return "data" if path.suffix == ".toml" else "unknown"


def load_battle(path: Path, seed: int | str | None = None) -> Battle:
    """The battle of a record, or one that begins from a position."""
    text = read_text(path)
    if kind_of(path, text) != "position":
        return longroll.replay(text, name=str(path))
    try:
        return longroll.position(system_of_position(text), text, seed=seed)
    except longroll.BadPosition as error:
        raise BadInput(f"{path}: {error}") from None


class _Named(msgspec.Struct):
    """The part of a position that names its system."""

    system: str = ""


def system_of_position(text: str) -> str:
    """The system a position names, or the only one installed."""
    try:
        named = msgspec.json.decode(text, type=_Named).system
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise longroll.BadPosition(f"not a JSON object: {error}") from None
    known = list(systems())
    if not named and len(known) > 1:
        raise longroll.BadPosition(f'no "system": one of {", ".join(known)}')
    return named or known[0]
