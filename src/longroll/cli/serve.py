"""`longroll serve`: the table in the browser."""

from __future__ import annotations

import os
import platform
import socket
from typing import Annotated

import typer

from longroll.cli.console import BadInput, NoColor

#: The year of the assault.
PORT = 1863


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks a free one.")] = PORT,
    host: Annotated[str, typer.Option(help="0.0.0.0 lets other machines in.")] = "127.0.0.1",
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page.")] = True,
    keep_over: Annotated[
        float | None,
        typer.Option(
            metavar="DAYS",
            min=0,
            envvar="LONGROLL_KEEP_OVER",
            help="Remove battles that ended so long ago. Without it they are kept.",
        ),
    ] = None,
    keep_idle: Annotated[
        float | None,
        typer.Option(
            metavar="DAYS",
            min=0,
            envvar="LONGROLL_KEEP_IDLE",
            help="Remove unfinished battles unchanged for so long. Without it they are kept.",
        ),
    ] = None,
    metrics: Annotated[
        bool,
        typer.Option(
            "--metrics", envvar="LONGROLL_METRICS", help="Show /metrics to other machines too."
        ),
    ] = False,
    drain: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            min=0,
            max=300,
            envvar="LONGROLL_DRAIN",
            help="When told to stop, go on so long while /health/ready says no.",
        ),
    ] = 0,
    no_color: NoColor = False,
) -> None:
    """Serve the table to browsers: play the computer, a friend beside you, or one far away.

    Battles are kept in the database: by default LONGROLL_DATABASE_URL, or a file in your data
    folder.
    """
    from longroll.server.running import run  # the web's libraries are slow to import
    from longroll.server.upkeep import Upkeep

    try:
        listening = socket.create_server((host, port), family=_family(host), backlog=512)
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput(f"port {port} on {host}: {why}; --port N picks another") from None
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}/"
    with listening:
        upkeep = Upkeep(keep_over, keep_idle, metrics, drain)
        run(listening, address, database, browser and _has_screen(), upkeep=upkeep)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _has_screen() -> bool:
    """Whether there is a screen for a browser to appear on."""
    if platform.system() == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
