"""`longroll admin`: looking after the battles of a server, even while it runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from longroll.cli.console import BadInput, NoColor, complain, screen
from longroll.kernel.errors import LongrollError

if TYPE_CHECKING:
    from longroll.server.administration import BattleFacts

app = typer.Typer(help="Look after the battles of a server.", rich_markup_mode=None)

Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...; default as for serve."),
]
Ids = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ID]...", help="Battles; all of them if none is named."),
]
OlderThan = Annotated[
    str, typer.Option("--older-than", metavar="TIME", help="Unchanged for: 36h, 30d, 8w.")
]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]


def _url(database: str | None) -> str:
    from longroll.server.database import default_url

    return database or default_url()


@app.command("list")
def list_battles(
    over: Annotated[
        bool | None,
        typer.Option("--over/--going", help="Only battles that are over, or only the rest."),
    ] = None,
    system: Annotated[str | None, typer.Option(help="Only battles of this system.")] = None,
    older_than: OlderThan = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    database: Database = None,
    no_color: NoColor = False,
) -> None:
    """List battles, most recently changed first."""
    from longroll.server import administration

    older = administration.ago(older_than) if older_than else None
    with administration.opened(_url(database)) as engine:
        found = administration.listing(engine, administration.chosen(over, system, older))
    if json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        screen().print(_table(found))


def _table(found: Iterable[BattleFacts]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("id", "system", "scenario", "created", "changed", "state", "seats"):
        table.add_column(heading, no_wrap=True)
    for heading in ("decisions", "size"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in found:
        table.add_row(
            one.id,
            one.system,
            one.scenario,
            one.created[:10],
            one.changed[:10],
            "abandoned" if one.abandoned else "over" if one.over else "going",
            ", ".join(one.seats.values()),
            str(one.decisions),
            f"{one.size / 1000:.0f} kB",
        )
    return table


@app.command()
def export(
    id: Annotated[str, typer.Argument(metavar="ID")],
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="Default: stdout.")] = None,
    database: Database = None,
    no_color: NoColor = False,
) -> None:
    """Write the record of a battle, including what was taken back. It reveals everything hidden."""
    from longroll.server import administration

    with administration.opened(_url(database)) as engine:
        text = administration.export(engine, *administration.known(engine, [id]))
    if file is None:
        print(text, end="")
        return
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
        out.write(text)


@app.command()
def verify(ids: Ids = None, database: Database = None, no_color: NoColor = False) -> None:
    """Replay battles and compare every die, digest and snapshot; exit with 1 if one differs."""
    from longroll.server import administration

    good, faults = 0, 0
    with administration.opened(_url(database)) as engine:
        for id in _shown(administration.known(engine, ids or []), "Replaying"):
            try:
                administration.verify(engine, id)
                good += 1
            except LongrollError as fault:
                faults += 1
                complain(str(fault))
    print(f"{good} battles replay, {faults} do not")
    if faults:
        raise typer.Exit(1)


@app.command()
def snapshot(ids: Ids = None, database: Database = None, no_color: NoColor = False) -> None:
    """Make new snapshots, so that long battles open at once, for example after a rules change."""
    from longroll.server import administration

    made, faults = 0, 0
    with administration.opened(_url(database)) as engine:
        for id in _shown(administration.known(engine, ids or []), "Replaying"):
            try:
                made += administration.renew_snapshot(engine, id) is not None
            except administration.NotBegun:
                continue
            except LongrollError as fault:
                faults += 1
                complain(str(fault))
    print(f"{made} snapshots made")
    if faults:
        raise typer.Exit(1)


def _shown(ids: list[str], what: str) -> Iterable[str]:
    """The ids one by one, with a progress bar if the output is a terminal."""
    err = Console(stderr=True)
    return track(ids, what, console=err, transient=True, disable=not sys.stderr.isatty())


@app.command()
def remove(
    ids: Annotated[
        list[str], typer.Argument(metavar="ID...", help="Put -- before an ID that begins with -.")
    ],
    yes: Yes = False,
    database: Database = None,
    no_color: NoColor = False,
) -> None:
    """Remove battles for good."""
    from longroll.server import administration

    with administration.opened(_url(database)) as engine:
        found = administration.known(engine, ids)
        _be_sure(yes, f"Remove {len(found)} battles for good?")
        print(f"{administration.remove(engine, found)} battles removed")


@app.command()
def prune(
    older_than: OlderThan,
    over_only: Annotated[
        bool, typer.Option("--over-only", help="Only battles that are over.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print how many.")] = False,
    database: Database = None,
    no_color: NoColor = False,
) -> None:
    """Remove battles that have not changed for a long time."""
    from longroll.server import administration, removing

    which = administration.chosen(True if over_only else None, older=administration.ago(older_than))
    with administration.opened(_url(database)) as engine:
        with administration.reading(engine) as connection:
            found = removing.find(connection, which)
        if dry_run:
            print(f"{len(found)} battles would be removed")
        else:
            print(f"{administration.remove(engine, found, which)} battles removed")


@app.command()
def vacuum(database: Database = None, no_color: NoColor = False) -> None:
    """Reclaim the space of removed battles; with SQLite, the server waits meanwhile."""
    from longroll.server import administration

    with administration.opened(_url(database)) as engine:
        administration.vacuum(engine)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    database: Database = None,
    no_color: NoColor = False,
) -> None:
    """Copy a SQLite database into a new file; the server may keep running."""
    from longroll.server.backups import back_up

    back_up(_url(database), file)
    print(f"{file}: {file.stat().st_size / 1000:.0f} kB")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    yes: Yes = False,
    database: Database = None,
    no_color: NoColor = False,
) -> None:
    """Replace a SQLite database that no server is using with a backup."""
    from longroll.server.backups import restore

    _be_sure(yes, f"Replace all battles with those in {file}?")
    restore(_url(database), file)
    print("restored")


def _be_sure(yes: bool, question: str) -> None:
    if not yes and not typer.confirm(question):
        raise BadInput("nothing was changed")
