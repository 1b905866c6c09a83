"""`longroll compare`: two runs side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from longroll.cli.console import NoColor, screen
from longroll.lab.comparing import compare as compare_runs
from longroll.lab.comparing import settings, statement
from longroll.lab.runs import open_run

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")]


def compare(one: Folder, other: Folder, no_color: NoColor = False) -> None:
    """Compare two runs of `longroll simulate`: an option on or off, a level against a level.

    Shares with 95 % intervals; means with the middle half of the battles. The last column is how
    often chance alone makes such a difference, raised for the number of comparisons.
    """
    first, second = open_run(one), open_run(other)
    differences = compare_runs(first, second)
    shown = Table(box=None, padding=(0, 2), pad_edge=False, header_style="dim")
    for heading in ("", str(one), str(other), "by chance"):
        shown.add_column(heading)
    for field, here, there in settings(first, second):
        shown.add_row(field, here, there, "")
    for each in differences:
        chance = "less than 0.1 %" if each.chance < 0.001 else f"{each.chance:.1%}"
        mark = " *" if each.is_significant else ""
        shown.add_row(each.what, each.one, each.other, chance + mark)
    out = screen()
    out.print(shown)
    out.print(statement(differences), markup=False)
