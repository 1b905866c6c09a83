"""`longroll serve`: battles in the browser."""

from __future__ import annotations

import os
import platform
import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Annotated, Literal

import typer

from longroll.cli.console import BadInput, NoColor
from longroll.guide import card_of, lesson_of
from longroll.kernel.system import broken_systems, systems

#: The year of the assault.
PORT = 1863


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks a free port.")] = PORT,
    host: Annotated[str, typer.Option(help="0.0.0.0 lets other machines in.")] = "127.0.0.1",
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            envvar="LONGROLL_ALLOWED_HOSTS",
            help="A name the server answers to; may be repeated. Default: localhost, or"
            " every name if other machines are let in.",
        ),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="LONGROLL_TRUSTED_PROXIES",
            help="A proxy, or a network of them, whose X-Forwarded-For is trusted; may be"
            " repeated. Default: this machine.",
        ),
    ] = None,
    hsts: Annotated[
        bool, typer.Option("--hsts", help="Tell browsers to use https from now on.")
    ] = False,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Server processes; more than 1 needs PostgreSQL.")
    ] = 1,
    log_format: Annotated[
        Literal["text", "json"], typer.Option(help="How the log is written.")
    ] = "text",
    keep_over: Annotated[
        float | None,
        typer.Option(
            metavar="DAYS",
            min=0,
            envvar="LONGROLL_KEEP_OVER",
            help="Remove battles that ended this long ago. Default: keep them.",
        ),
    ] = None,
    keep_idle: Annotated[
        float | None,
        typer.Option(
            metavar="DAYS",
            min=0,
            envvar="LONGROLL_KEEP_IDLE",
            help="Remove unfinished battles unchanged for this long. Default: keep them.",
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
            help="When stopped, keep serving this long while /health/ready says no.",
        ),
    ] = 0,
    no_color: NoColor = False,
) -> None:
    """Serve battles to browsers: against the computer, a friend beside you or one far away.

    Battles are kept in the database: by default LONGROLL_DATABASE_URL, or a file in your data
    folder.
    """
    from longroll.server.edge import LOOPBACK_HOSTS, LOOPBACK_PROXIES, Hosting
    from longroll.server.running import BACKLOG, run  # the web libraries are slow to import
    from longroll.server.upkeep import Upkeep

    for slug, why in broken_systems().items():
        typer.echo(f"{slug} cannot be loaded and is left out: {why}", err=True)
    for slug in systems():
        # A faulty card or lesson is reported now, not to the first person who opens the page.
        card_of(slug)
        lesson_of(slug)
    hosting = Hosting(
        tuple(map(_name, _parts(allow_host))) or (LOOPBACK_HOSTS if _is_loopback(host) else ()),
        tuple(map(_network, _parts(trusted_proxy))) or LOOPBACK_PROXIES,
        hsts,
    )
    try:
        listening = socket.create_server((host, port), family=_family(host), backlog=BACKLOG)
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput(f"port {port} on {host}: {why}; --port N picks another") from None
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}/"
    with listening:
        run(
            listening,
            address,
            database,
            browser and _has_screen(),
            hosting=hosting,
            workers=workers,
            log_format=log_format,
            upkeep=Upkeep(keep_over, keep_idle, metrics, drain),
        )


def _parts(given: Iterable[str] | None) -> tuple[str, ...]:
    """What was given, one by one; in the environment it may be separated by commas."""
    return tuple(part.strip() for text in given or () for part in text.split(",") if part.strip())


def _name(text: str) -> str:
    if not re.fullmatch(r"[\w.-]+|\[[\da-fA-F:.]+\]", text):
        raise BadInput(f"--allow-host {text}: a name without scheme and port, such as example.org")
    return text


def _network(text: str) -> str:
    try:
        return str(ip_network(text, strict=False))
    except ValueError:
        raise BadInput(f"--trusted-proxy {text}: not an address or a network") from None


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


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
