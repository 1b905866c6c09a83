"""The page of the Python interface, made from its docstrings, whose examples doctest runs.

python -m tests.docs.api docs/api.md
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import longroll
from longroll.display import Display, Terminal
from longroll.kernel import decision, dice, memo, record, state
from longroll.kernel import system as systems
from longroll.kernel.agenda import Decision
from longroll.kernel.battle import Battle
from longroll.kernel.event import Event

PARTS: dict[str, tuple[Any, ...]] = {
    "Beginning": (longroll.new, longroll.position, longroll.replay, longroll.installed_systems),
    "A battle": (Battle,),
    "Decisions": (Decision, decision.Choice, decision.read_choice, decision.Refusal),
    "What happened": (Event,),
    "Dice": (
        dice.Roll,
        dice.Seeded,
        dice.Committed,
        dice.Scripted,
        dice.Every.outcome,
        dice.commitment_to,
        dice.mixed_seed,
        dice.next_link,
    ),
    "States and records": (state.freeze, state.digest, record.replay),
    "For those who write a system": (
        systems.System,
        Display,
        Terminal,
        decision.choice,
        decision.bare,
        decision.Closed.bars,
        memo.finding,
        memo.finding_from,
        memo.memo_off,
    ),
}

HEAD = """# The Python interface

Made from the docstrings by `python -m tests.docs.api docs/api.md`; every example runs in
`make test`. [architecture.md](architecture.md) explains the ideas behind it.

```pycon
>>> from longroll.kernel.decision import *
>>> from longroll.kernel.dice import *
>>> from longroll.kernel.memo import memo_off
>>> from longroll.kernel.state import digest, freeze
```
"""


def page() -> str:
    parts = [HEAD]
    for title, things in PARTS.items():
        parts.append(f"## {title}\n")
        for thing in things:
            parts += _thing(thing)
    return "\n".join(parts)


def _thing(thing: Any) -> Iterator[str]:
    """A function, or a class with its public methods."""
    yield from _entry(thing, thing.__qualname__)
    if not inspect.isclass(thing):
        return
    for name, member in vars(thing).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            yield from _entry(member.fget, f"{thing.__name__}.{name}", is_property=True)
        elif isinstance(member, (classmethod, staticmethod)) or inspect.isfunction(member):
            yield from _entry(getattr(thing, name), f"{thing.__name__}.{name}")


def _entry(thing: Any, name: str, is_property: bool = False) -> Iterator[str]:
    text = inspect.getdoc(thing)
    if not text:
        return
    signature = "" if inspect.isclass(thing) or is_property else _signature(thing)
    yield f"### `{name}{signature}`\n"
    prose, arrow, example = text.partition("\n>>> ")
    yield f"{prose.strip()}\n"
    if arrow:
        yield f"```pycon\n>>> {example.strip()}\n```\n"


def _signature(thing: Any) -> str:
    signature = inspect.signature(thing)
    kept = [one for one in signature.parameters.values() if one.name not in ("self", "cls")]
    shown = [_shown(one) for one in kept]
    return str(signature.replace(parameters=shown, return_annotation=inspect.Signature.empty))


def _shown(parameter: inspect.Parameter) -> inspect.Parameter:
    # The text of a function names its address.
    default = ... if inspect.isfunction(parameter.default) else parameter.default
    return parameter.replace(annotation=inspect.Parameter.empty, default=default)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
