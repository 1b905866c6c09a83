"""The verbs of an umpire's desk: entries whose further words follow unchanged."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.kernel.verbs import Kind, Verb


def entry(name: str, takes: tuple[Kind, ...], label: str, *, rolls: bool = False) -> Iterator[Verb]:
    """An entry by itself, and with more words after it."""
    yield Verb(name=name, takes=takes, label=label, rolls=rolls)
    yield Verb(
        name=name,
        takes=(*takes, "name"),
        repeats=True,
        between=" ",
        label=f"{label}: {{{len(takes)}}}",
        rolls=rolls,
    )
