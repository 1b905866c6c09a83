"""The tables of a run as Parquet files, for pandas, DuckDB, Spark, R and the like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from longroll.kernel.errors import LongrollError
from longroll.lab.battles import Fought, Happening, Luck, Turn
from longroll.lab.runs import Run

Row = dict[str, Any]


class NoParquet(LongrollError):
    """The library that writes Parquet is not installed."""


def battles(run: Run, fought: Iterable[Fought]) -> Iterator[Row]:
    """One row for each battle."""
    sides = tuple(run.plan.players)
    for one in fought:
        yield {
            "battle": one.name,
            "seed": one.seed,
            **{f"{side}_player": one.players[side] for side in sides},
            "failed": one.failed,
            "winner": one.winner or "",
            "level": one.level,
            "rule": one.rule,
            "reason": one.reason,
            "turns": one.turns,
            "decisions": one.decisions,
            "dice": one.dice,
            "digest": one.digest,
            **{f"{side}_points": one.points.get(side, 0) for side in sides},
            **{f"{side}_lost": one.lost.get(side, 0) for side in sides},
            **{f"{side}_units_gone": one.gone.get(side, 0) for side in sides},
            **{what.replace(" ", "_"): number for what, number in one.figures.items()},
        }


def turns(run: Run, fought: Iterable[Fought]) -> Iterator[Row]:
    """One row for each turn and side."""
    for one in fought:
        for turn in one.by_turn:
            yield {"battle": one.name, "seed": one.seed, **_fields(turn)}


def events(run: Run, fought: Iterable[Fought]) -> Iterator[Row]:
    """One row for each event of interest: losses, leaders hit, routs, captures."""
    for one in fought:
        for happening in one.happenings:
            yield {"battle": one.name, "seed": one.seed, **_fields(happening)}


class _Citation(msgspec.Struct, frozen=True):
    rule: str
    times: int


def citations(run: Run, fought: Iterable[Fought]) -> Iterator[Row]:
    """One row for each rule that a battle used, and how often."""
    for one in fought:
        for rule, times in one.citations.items():
            yield {"battle": one.name, "seed": one.seed, "rule": rule, "times": times}


def dice(run: Run, fought: Iterable[Fought]) -> Iterator[Row]:
    """One row for each kind of roll and side: what was expected, what fell."""
    for one in fought:
        for luck in one.luck:
            yield {"battle": one.name, "seed": one.seed, **_fields(luck)}


TABLES: dict[Callable[[Run, Iterable[Fought]], Iterator[Row]], type[msgspec.Struct] | None] = {
    battles: None,
    turns: Turn,
    events: Happening,
    citations: _Citation,
    dice: Luck,
}


def write_tables(run: Run, fought: Sequence[Fought]) -> list[Path]:
    """Write every table into the folder of the run; equal runs give equal files."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise NoParquet("Parquet needs pyarrow: pip install 'longroll[lab]'") from None
    types = {int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    written = []
    for table, kind in TABLES.items():
        rows = list(table(run, fought))
        columns = {"battle": str, "seed": int}
        for field in msgspec.structs.fields(kind) if kind is not None else ():
            columns[field.name] = field.type
        for row in rows:
            columns |= {name: type(value) for name, value in row.items() if name not in columns}
        data = {
            name: pyarrow.array(
                [row.get(name) for row in rows], types.get(column, pyarrow.string())
            )
            for name, column in columns.items()
        }
        path = run.folder / f"{table.__name__}.parquet"
        partial = path.with_suffix(".part")
        pyarrow.parquet.write_table(pyarrow.table(data), partial, compression="zstd")
        partial.replace(path)
        written.append(path)
    return written


def _fields(one: Any) -> Row:
    return {name: getattr(one, name) for name in one.__struct_fields__}
