"""The commands put together, and what happens when one of them fails."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import typer

import longroll
from longroll.board.hex import MapError
from longroll.cli import (
    admin,
    bench,
    check,
    compare,
    history,
    listing,
    match,
    play,
    replay,
    rules,
    scenario,
    selfplay,
    serve,
    simulate,
)
from longroll.cli.console import NoColor, colours_again, complain
from longroll.kernel.memory import spare_collections
from longroll.rulebooks import FaultyRulebook, UnknownRule, UnknownRulebook

app = typer.Typer(
    name="longroll",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

#: Errors that a user can cause. The text of each says where the fault is and what it is.
_FAULTS = (
    longroll.LongrollError,
    MapError,
    FaultyRulebook,
    UnknownRule,
    UnknownRulebook,
    msgspec.ValidationError,
)
# The root of typer's own complaints, which typer itself does not export by this name.
_UsageError: type[Exception] = typer.BadParameter.__mro__[2]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"longroll {longroll.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    no_color: NoColor = False,
) -> None:
    """American Civil War wargames that know their own rules."""
    if context.invoked_subcommand is None:
        print(context.get_help())


app.command("list")(listing.list_systems)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("selfplay")(selfplay.selfplay)
app.command("match")(match.match)
app.command("simulate")(simulate.simulate)
app.command("compare")(compare.compare)
app.command("history")(history.history)
app.command("replay")(replay.replay)
app.command("check")(check.check)
app.command("rules")(rules.rules)
app.command("bench")(bench.bench)
app.add_typer(scenario.app, name="scenario")
app.add_typer(admin.app, name="admin")


def _usage(error: Any) -> str:
    """A complaint of typer's in one line, with a pointer to the help of its command."""
    command = error.ctx.command_path if getattr(error, "ctx", None) else "longroll"
    return f"{error.format_message().rstrip('.')} (see {command} --help)"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 on success, 2 for a fault that was reported, 130 when interrupted."""
    colours_again()
    spare_collections()
    args = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = app(args=args, prog_name="longroll", standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except _FAULTS as error:
        complain(str(error))
        return 2
    except OSError as error:
        if error.filename is None:
            raise
        complain(f"{error.filename}: {error.strerror}")
        return 2
    except _UsageError as error:
        complain(_usage(error))
        return 2
    if code == 130:
        complain("interrupted")
    return code if isinstance(code, int) else 0
