"""`longroll list`: what can be played."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from rich.markup import escape
from rich.table import Table

from longroll.cli.console import NoColor, screen
from longroll.kernel.system import System, broken_systems, systems


def list_systems(no_color: NoColor = False) -> None:
    """List systems, scenarios and options."""
    out = screen()
    for system in systems().values():
        out.print(f"[bold]{system.slug}[/]  {system.title} ({' against '.join(system.sides)})")
        out.print(_scenarios(system))
        out.print(_options(system))
    for slug, why in broken_systems().items():
        out.print(f"[bold]{slug}[/]  cannot be loaded: {escape(why)}")


def _scenarios(system: System[Any]) -> Table:
    table = Table(box=None, padding=(0, 2), header_style="dim", pad_edge=True)
    table.add_column("scenario")
    table.add_column("title")
    for slug, title in system.scenarios.items():
        table.add_row(slug, title)
    return table


def _options(system: System[Any]) -> Table:
    table = Table(box=None, padding=(0, 2), header_style="dim", pad_edge=True)
    for heading in ("option", "default", "values", "meaning"):
        table.add_column(heading)
    for field in msgspec.structs.fields(system.options):
        meaning = system.meanings.get(field.name, "")
        table.add_row(field.name, plain(field.default), _values(field.type), meaning)
    return table


def plain(value: Any) -> str:
    """A value as a user writes it after --option name=."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(type: Any) -> str:
    if get_origin(type) is Annotated:
        return _bounded(*get_args(type))
    if get_origin(type) is Literal:
        return ", ".join(map(plain, get_args(type)))
    return {bool: "true, false", int: "a number", str: "text"}.get(type, str(type))


def _bounded(type: Any, *marks: Any) -> str:
    """A number with its bounds, if the type has any."""
    for mark in marks:
        if isinstance(mark, msgspec.Meta) and mark.ge is not None and mark.le is not None:
            return f"{mark.ge} to {mark.le}"
    return _values(type)
