"""`longroll scenario`: check whether one is valid, fair, and uses what it brings; make one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import longroll
from longroll.cli.console import BadInput, NoColor, complain, screen
from longroll.cli.play import Options, read_options
from longroll.cli.running import (
    Address,
    Engine_,
    FirstSeed,
    Minutes,
    Out,
    Workers,
    engine_of,
    play_all,
)
from longroll.display.generator import GeneratorForm, generator_of
from longroll.kernel.system import System, system_named, systems
from longroll.lab.design import SHOWN, Design, examine, few, page
from longroll.lab.families import Family, families
from longroll.lab.families import page as families_page
from longroll.lab.plans import Plan, plan, usual_player

app = typer.Typer(help="Scenarios: make one, check how one plays.")


@app.callback()
def scenario() -> None:
    """Scenarios: make one, check how one plays."""


@app.command("check")
def check(
    name: Annotated[
        str, typer.Argument(metavar="[FILE|NAME]", help="A scenario file, or one of longroll list.")
    ] = "",
    system: Annotated[str, typer.Option(help="Its system, if several have one of that name.")] = "",
    every: Annotated[bool, typer.Option("--all", help="Every scenario with players.")] = False,
    games: Annotated[int, typer.Option(min=1, help="How many battles.")] = 200,
    player: Annotated[
        str, typer.Option(metavar="LEVEL", help="Who plays both sides. Default: the regular.")
    ] = "",
    seed: FirstSeed = 0,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the table as a page of Markdown.")
    ] = None,
    option: Options = [],  # noqa: B006  (typer makes a new list for each call)
    engine: Engine_ = "local",
    workers: Workers = 0,
    address: Address = "",
    out: Out = None,
    minutes: Minutes = 0,
    no_color: NoColor = False,
) -> None:
    """Check a scenario, then play it many times: is it fair, how long is it, which units never
    fight, which rules are never cited, and what would balance it."""
    if every == bool(name):
        raise BadInput("name a scenario or its file, or ask for --all")
    found = _all(system) if every else [_named(name, system)]
    plans = [
        plan(
            rules.slug,
            text,
            dict.fromkeys(rules.sides, player or usual_player(rules.slug)),
            games,
            seed=seed,
            options=read_options(option),
        )
        for rules, text in found
    ]
    battles = play_all(plans, engine_of(engine, workers, address), out, minutes)
    designs = [examine(one, fought) for one, fought in zip(plans, battles, strict=True)]
    for design in designs:
        _print(design)
    if table is not None:
        words = ["longroll scenario check", "--all" if every else name, f"--games {games}"]
        words += [f"--minutes {minutes:g}"] if minutes else []
        table.write_text(page(designs, " ".join(words)), encoding="utf-8")
        screen().print(f"Written to {table}", markup=False)


@app.command("rules")
def rules(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE|NAME]...", help="Scenario files, or some of longroll list."),
    ] = None,
    system: Annotated[str, typer.Option(help="Its system, if several have one of that name.")] = "",
    every: Annotated[bool, typer.Option("--all", help="Every scenario with players.")] = False,
    games: Annotated[int, typer.Option(min=1, help="How many battles.")] = 50,
    player: Annotated[
        str, typer.Option(metavar="LEVEL", help="Who plays both sides. Default: the regular.")
    ] = "",
    seed: FirstSeed = 0,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the tables as a page of Markdown.")
    ] = None,
    engine: Engine_ = "local",
    workers: Workers = 0,
    address: Address = "",
    out: Out = None,
    no_color: NoColor = False,
) -> None:
    """Play scenarios and say what the computer uses of the rulebook, section by section, and
    which sections it never comes to."""
    if every == bool(names):
        raise BadInput("name a scenario or its file, or ask for --all")
    plans = [
        plan(
            rules.slug,
            text,
            dict.fromkeys(rules.sides, player or usual_player(rules.slug)),
            games,
            seed=seed,
        )
        for rules, text in (
            _all(system) if every else [_named(name, system) for name in names or ()]
        )
    ]
    battles = play_all(plans, engine_of(engine, workers, address), out)
    runs = list(zip(plans, battles, strict=True))
    for one, fought in runs:
        _print_families(one, families(one, fought), len(fought))
    if table is not None:
        said = ["--all"] if every else names or []
        words = ["longroll scenario rules", *said, f"--games {games}"]
        table.write_text(families_page(runs, " ".join(words)), encoding="utf-8")
        screen().print(f"Written to {table}", markup=False)


@app.command("make")
def make(
    system: Annotated[str, typer.Argument(help="The system that makes it.")],
    answers: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FIELD=VALUE]...", help="What to choose; the usual otherwise."),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where its files go.")] = Path(),
    form: Annotated[bool, typer.Option("--form", help="Show what may be chosen.")] = False,
    no_color: NoColor = False,
) -> None:
    """Make a scenario from the form of a system, as files to play: longroll play SYSTEM --scenario
    FILE. The rows of a list are written in JSON."""
    generator = generator_of(system_named(system))
    if generator is None:
        raise BadInput(f"{system} makes no scenarios")
    if form:
        _print_form(generator.form)
        return
    made = generator.make(dict(_answer(text) for text in answers or ()))
    for file in made.files:
        (out / file.name).write_text(file.text, encoding="utf-8")
    screen().print(made.title, markup=False)
    for note in made.notes:
        screen().print(f"  {note.label}: {note.value}", markup=False)
    screen().print(f"Written to {out / made.files[0].name}", markup=False)


def _answer(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadInput(f"{text!r}: write a field, an equals sign and its value, such as seed=3")
    if not value.startswith("["):
        return name, value
    try:
        return name, json.loads(value)
    except ValueError as error:
        raise BadInput(f"{name}: not JSON ({error})") from None


def _print_form(form: GeneratorForm) -> None:
    screen().print(form.about, markup=False)
    for where, fields in (("", form.fields), *((one.name, one.fields) for one in form.lists)):
        for field in fields:
            name = f"{where}: {field.name}" if where else field.name
            known = ", ".join(repr(option.word) for option in field.options[:SHOWN])
            right = known or (f"{field.least} to {field.most}" if field.most else "words")
            screen().print(f"  {name}: {field.label} ({right})", markup=False)


def _players(slug: str) -> list[System[Any]]:
    return [rules for rules in systems().values() if rules.players and slug in ("", rules.slug)]


def _all(slug: str) -> list[tuple[System[Any], str]]:
    return [(rules, name) for rules in _players(slug) for name in rules.scenarios]


def _named(name: str, slug: str) -> tuple[System[Any], str]:
    """The system and the scenario of that name, or of that file; every fault of a file is told."""
    if not Path(name).is_file():
        found = [rules for rules in _players(slug) if name in rules.scenarios]
        if len(found) != 1:
            where = ", ".join(rules.slug for rules in found)
            what = f"{name} is in {where}: add --system" if found else f"no scenario or file {name}"
            raise BadInput(what)
        return found[0], name
    able = [rules for rules in _players(slug) if rules.own_scenarios]
    faults: dict[str, tuple[str, ...]] = {}
    for rules in able:
        try:
            return rules, longroll.scenario_in(rules, Path(name))
        except longroll.BadScenario as error:
            faults[rules.slug] = error.faults
    if not faults:
        raise BadInput(f"no system plays scenarios from files such as {name}")
    # The system that finds fewest faults is the one that the file is for.
    for fault in min(faults.values(), key=len):
        complain(fault)
    raise typer.Exit(2)


def _print(one: Design) -> None:
    out = screen()

    def say(words: str) -> None:
        out.print(words, markup=False, soft_wrap=True)

    say(one.plan.title)
    say(f"  {one.verdict}: {one.first} {one.share} of {one.battles} battles, {one.drawn} drawn")
    say(
        f"  {one.turns.middle:g} turns ({one.turns.low:g}–{one.turns.high:g}), "
        f"{one.decisions.middle:,.0f} decisions"
    )
    say(f"  units that never fight: {few(one.idle)}, of {one.units}")
    for book, rules in one.silent.items():
        say(f"  rules of {book} that no event cites: {few(list(rules))}")
    if one.verdict != "balanced":
        say(f"  what would balance it: {one.handicap or 'too one-sided to say'}")
    for failed in one.failed:
        say(f"  battle {failed} failed")


def _print_families(one: Plan, found: list[Family], battles: int) -> None:
    out = screen()
    out.print(f"{one.title}: {battles} battles", markup=False)
    shown = Table(box=None, padding=(0, 2), pad_edge=False, header_style="dim")
    shown.add_column("section")
    for heading in ("cited, a battle", "in battles", "rules used"):
        shown.add_column(heading, justify="right")
    for each in found:
        shown.add_row(
            f"{each.book} {each.section}",
            f"{each.times / battles:,.1f}",
            str(each.battles),
            f"{each.used} of {each.duties}" if each.tells else "defines or forbids",
        )
    out.print(shown)
