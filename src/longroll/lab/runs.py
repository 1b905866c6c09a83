"""A run on disk: its plan and its battles, in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import msgspec

from longroll.lab.battles import Fought
from longroll.lab.journal import FAULTY, BadRun, read
from longroll.lab.plans import Plan, Task

PLAN, BATTLES = "run.json", "battles.jsonl"


class Run(msgspec.Struct, frozen=True):
    """A run, and the folder it is in."""

    folder: Path
    plan: Plan

    @property
    def journal(self) -> Path:
        return self.folder / BATTLES

    def battles(self) -> list[Fought]:
        """Every battle that has been played, in the order of the plan, whatever the order they
        ended in; each one once."""
        found = {fought.name: fought for fought in read(self.journal)}
        tasks = [task for task in self.plan.tasks() if task.name in found]
        for task in tasks:
            fought = found[task.name]
            if (fought.seed, fought.players) != (task.seed, task.players):
                raise BadRun(f"{self.journal}: battle {task.name} is not of the plan in {PLAN}")
        return [found[task.name] for task in tasks]

    def missing(self) -> list[Task]:
        """The battles that are still to be played."""
        done = {fought.name for fought in self.battles()}
        return [task for task in self.plan.tasks() if task.name not in done]


def start(folder: Path, plan: Plan) -> Run:
    """The run of a plan in a folder: a new one, or the one that is there to go on with.

    A run that is there may be made longer; BadRun says what else is different.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise BadRun(f"{folder} is not a folder: choose another --out") from None
    file = folder / PLAN
    if file.exists():
        there = open_run(folder).plan
        for field in plan.__struct_fields__:
            old, new = getattr(there, field), getattr(plan, field)
            if field != "games" and old != new:
                raise BadRun(
                    f"{folder} holds another run: its {field} is {old!r}, not {new!r}; "
                    "choose another --out"
                )
        plan = max(plan, there, key=lambda one: one.games)
    elif (folder / BATTLES).exists():
        raise BadRun(f"{folder} has battles but no {PLAN}: choose another --out")
    partial = file.with_suffix(".part")
    partial.write_bytes(msgspec.json.format(msgspec.json.encode(plan), indent=1) + b"\n")
    partial.replace(file)
    return Run(folder, plan)


def open_run(folder: Path) -> Run:
    """The run in a folder; BadRun if there is none."""
    file = folder / PLAN
    try:
        return Run(folder, msgspec.json.decode(file.read_bytes(), type=Plan))
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        raise BadRun(f"{folder} is not a run: it has no {PLAN}") from None
    except FAULTY as error:
        raise BadRun(f"{file}: not the plan of a run: {error}") from None
