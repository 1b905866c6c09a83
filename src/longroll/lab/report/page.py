"""The page of a report."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

import longroll
from longroll.display.display import display_of
from longroll.kernel.system import system_named
from longroll.lab import findings
from longroll.lab.battles import Fought
from longroll.lab.findings import spread
from longroll.lab.plans import Plan
from longroll.lab.report import ink
from longroll.lab.report.ground import fallen_map
from longroll.lab.runs import Run
from longroll.lab.stats import wilson
from longroll.rulebooks import UnknownRule, UnknownRulebook, duty

REPORT = "report.html"
#: Rules that are shown with what they say; the others are listed.
MOST_RULES = 30
#: Parts of the order of battle that are shown for each side.
MOST_GROUPS = 14

STYLE = """
:root{--paper:#f4ecd9;--panel:#fbf7ec;--ink:#2b2118;--soft:#6a5a47;--rule:#d9ccb0;--red:#7b2d26}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:15px/1.45 "Source Sans 3","Source Sans Pro",system-ui,sans-serif;
font-variant-numeric:tabular-nums}
main{max-width:1280px;margin:0 auto;padding:24px}
h1{font:700 38px/1.1 "Old Standard TT",Georgia,serif;margin:0}
header p{font:italic 18px "Old Standard TT",Georgia,serif;color:var(--soft);margin:4px 0 12px}
header{border-bottom:4px double var(--ink);margin-bottom:16px}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,600px),1fr));gap:16px}
section{background:var(--panel);border:1px solid #b9a57f;border-radius:8px;padding:16px;
min-width:0}
section.wide{grid-column:1/-1}
@media(min-width:1264px){section.tall{grid-row:span 3}}
h2{font:18px "Playfair Display SC",Georgia,serif;font-variant:small-caps;letter-spacing:.04em;
margin:0 0 10px;padding-bottom:6px;border-bottom:1px solid var(--rule)}
h2 small{float:right;font:14px "Source Sans 3",system-ui,sans-serif;font-variant:normal;
letter-spacing:0;color:var(--soft)}
svg{max-width:100%;height:auto;display:block}svg text{font-size:14px}
table{border-collapse:collapse;width:100%}th{font-weight:400;color:var(--soft);text-align:left}
td,th{padding:3px 8px 3px 0;vertical-align:top;border-bottom:1px solid var(--rule)}
td.n,th.n{text-align:right;white-space:nowrap}.r{color:var(--red);white-space:nowrap}
p{margin:8px 0}.soft{color:var(--soft)}details{margin-top:10px}summary{cursor:pointer}
.scroll{overflow-x:auto}
"""
RULED = (
    '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
    '<pattern id="rule" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0 0V6" stroke="#4a3517" stroke-opacity=".35"/>'
    "</pattern></defs></svg>"
)


def write_report(run: Run, battles: Sequence[Fought]) -> Path:
    """Write the report of a run into its folder."""
    path = run.folder / REPORT
    partial = path.with_suffix(".part")
    partial.write_text(page(run.plan, battles), encoding="utf-8")
    partial.replace(path)
    return path


def page(plan: Plan, battles: Sequence[Fought]) -> str:
    """The report as one text of HTML; it asks for nothing from anywhere."""
    title = system_named(plan.system).scenario_title(plan.scenario)
    played = [one for one in battles if not one.failed]
    cards = "".join(_cards(plan, played)) if played else ""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}: {len(battles)} battles</title><style>{STYLE}</style>"
        f"{RULED}<main><header><h1>{escape(title)}</h1><p>{_subtitle(plan, battles)}</p></header>"
        f'<div class="cards">{_faults(battles)}{cards}</div></main></html>\n'
    )


def _subtitle(plan: Plan, battles: Sequence[Fought]) -> str:
    options = "".join(f", {name}={value}" for name, value in plan.options.items())
    first, last = (battles[0].seed, battles[-1].seed) if battles else (0, 0)
    seeds = f"seeds {first} to {last}" if last > first else f"seed {first}"
    told = (
        f"{len(battles)} of {plan.games} battles, {plan.seats}, {seeds}{options}; "
        f"{plan.system} rules {plan.version}, Long Roll {longroll.__version__}"
    )
    return escape(told)


def card(title: str, body: str, note: str = "", shape: str = "") -> str:
    """A panel of the page; its shape is `wide`, `tall` or neither."""
    kind = f' class="{shape}"' if shape else ""
    small = f"<small>{escape(note)}</small>" if note else ""
    return f"<section{kind}><h2>{escape(title)}{small}</h2>{body}</section>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: int = 0) -> str:
    """A table; from column `numbers` on its cells are figures."""

    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(
            f"<{tag}{' class=n' if number >= numbers else ''}>{cell}</{tag}>"
            for number, cell in enumerate(row)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><tr>{cells("th", head)}</tr>{body}</table></div>'


def _faults(battles: Sequence[Fought]) -> str:
    failed = [one for one in battles if one.failed]
    if not failed:
        return ""
    rows = [(escape(one.name), escape(one.failed)) for one in failed]
    return card("Battles that failed", table(("battle", "fault"), rows, 2), shape="wide")


def _cards(plan: Plan, battles: Sequence[Fought]) -> Iterator[str]:
    yield _winners(plan, battles)
    yield _levels(plan, battles)
    yield _lengths(battles)
    yield _losses(plan, battles)
    yield _groups(plan, battles)
    yield from _ground(plan, battles)
    yield from _turning(plan, battles)
    yield _luck(plan, battles)
    yield _endings(battles)
    yield _rules(plan, battles)


def _winners(plan: Plan, battles: Sequence[Fought]) -> str:
    rows: list[ink.Row] = [
        (
            f"{side.title()} wins" if side else "Nobody wins",
            share,
            ink.colour(side, tuple(plan.players)),
            False,
        )
        for side, share in findings.winners(plan, battles).items()
    ]
    return card("Who wins", ink.shares(rows, "Who wins"), "95 % intervals")


def _levels(plan: Plan, battles: Sequence[Fought]) -> str:
    happened = system_named(plan.system).history(plan.scenario)
    counts = Counter((one.level, one.winner) for one in battles)
    found: list[ink.Row] = [
        (
            level,
            wilson(count, len(battles)),
            ink.colour(winner, tuple(plan.players)),
            happened is not None and level == happened.level,
        )
        for (level, winner), count in counts.most_common(16)
    ]
    if happened is not None and not any(row[3] for row in found):
        found.append((happened.level, wilson(0, len(battles)), ink.NEITHER, True))
    return card("Level of victory", ink.shares(found, "Level of victory", left=230))


def _lengths(battles: Sequence[Fought]) -> str:
    turns = Counter(one.turns for one in battles)
    values = [(str(n), float(turns[n])) for n in range(min(turns), max(turns) + 1)]
    one = spread([each.turns for each in battles])
    decisions = spread([each.decisions for each in battles])
    words = (
        f"Half of all battles last {one.quarter:g} to {one.three_quarters:g} turns, nine of ten "
        f"{one.low:g} to {one.high:g}"
        if len(turns) > 1
        else f"Every battle lasted {one.middle:g} turns"
    )
    words = f"<p>{words}; {decisions.middle:,.0f} decisions in the middle.</p>"
    return card("Length", ink.columns(values, "Length in turns", "turns played") + words, "battles")


def _losses(plan: Plan, battles: Sequence[Fought]) -> str:
    sides = tuple(plan.players)
    rows: list[tuple[str, findings.Spread, str, float | None]] = [
        (
            f"{side.title()}, points",
            spread([one.lost.get(side, 0) for one in battles]),
            ink.colour(side, sides),
            None,
        )
        for side in sides
    ]
    # Where every unit is a point, whole units say nothing new.
    rows += [
        (
            f"{side.title()}, whole units",
            spread([one.gone.get(side, 0) for one in battles]),
            ink.colour(side, sides),
            None,
        )
        for side in sides
        if any(one.gone != one.lost for one in battles)
    ]
    body = ink.spreads(rows, "Losses by side")
    happened = system_named(plan.system).history(plan.scenario)
    known = list(battles[0].figures) if battles else []
    if known:
        real = happened.figures if happened is not None else {}
        beside = [
            (
                what,
                spread([one.figures.get(what, 0) for one in battles]),
                ink.colour(next((side for side in sides if side in what), None), sides),
                float(real[what]) if what in real else None,
            )
            for what in known
        ]
        body += "<p></p>" + ink.spreads(beside, "Figures beside history")
        if real:
            body += '<p class="soft">The diamond is what happened.</p>'
    elif happened is None:
        body += '<p class="soft">The scenario states no losses of the real battle.</p>'
    return card("Losses", body, "mean; middle half; nine of ten")


def _ground(plan: Plan, battles: Sequence[Fought]) -> Iterator[str]:
    shown = display_of(system_named(plan.system)).table(plan.scenario)
    lost = findings.fallen(battles)
    if lost and (drawn := fallen_map(shown, lost, len(battles))):
        note = "points lost in a hundred battles" if shown.map is not None else "points lost"
        yield card("Where men fell", drawn, note, shape="tall")


def _groups(plan: Plan, battles: Sequence[Fought]) -> str:
    sides = tuple(plan.players)
    found = findings.by_group(plan, battles)
    rows = [
        (one.title, one.lost, ink.colour(one.side or None, sides))
        for side in sides
        for one in [each for each in found if each.side == side][:MOST_GROUPS]
    ]
    body = ink.bars(rows, "Losses by brigade") if rows else "<p>Nobody lost anything.</p>"
    return card("Losses by brigade", body, "points in a battle, on average")


def _turning(plan: Plan, battles: Sequence[Fought]) -> Iterator[str]:
    found = findings.turning_points(plan, battles)
    points = [(one.turn, one.ahead_won) for one in found]
    settled = 0
    for one in reversed(found):
        if one.ahead_won.low <= 0.5:
            break
        settled = one.turn
    told = (
        f"From turn {settled} on, the side that is ahead wins more often than not."
        if settled
        else "These battles do not show that the side that is ahead wins."
    )
    body = ink.curve(points, "How often the side ahead wins", "after this many turns")
    yield card("Who is ahead wins", f"{body}<p>{told}</p>", "share of battles")
    swings = [(str(one.turn), float(one.swings)) for one in found]
    body = ink.columns(swings, "The turn with the greatest swing", "turn", "#7b2d26")
    yield card("Turning points", body, "battles whose greatest swing was in this turn")


def _luck(plan: Plan, battles: Sequence[Fought]) -> str:
    rows = [
        (
            f"{escape(_words(one.kind))}, {escape(one.side.title())}",
            f"{one.dice:,}",
            f"{one.expected:,.1f}",
            f"{one.rolled:,.0f}",
            f"{one.luck:+.1f}",
            f"{one.lucky.value:.0%}" if one.lucky.of else "–",
            f"{one.unlucky.value:.0%}" if one.unlucky.of else "–",
        )
        for one in findings.dice_ledger(plan, battles)
        if one.dice >= len(battles)
    ]
    head = ("dice of", "dice", "expected", "rolled", "σ", "wins if high", "wins if low")
    words = (
        '<p class="soft">σ: standard deviations above what fair dice give on average. The last '
        "columns are the side’s share of victories in battles where those dice were high or low: "
        "where they differ, the dice matter.</p>"
    )
    return card("Luck", table(head, rows, 1) + words, "expected against rolled", shape="wide")


def _endings(battles: Sequence[Fought]) -> str:
    counts: Counter[tuple[str, str]] = Counter()
    example: dict[tuple[str, str], str] = defaultdict(str)
    for one in battles:
        key = one.rule, one.level
        counts[key] += 1
        example[key] = example[key] or one.reason
    rows = [
        (
            f'<span class="r">{escape(rule)}</span>',
            escape(level),
            f"{escape(example[rule, level])}",
            str(count),
        )
        for (rule, level), count in counts.most_common(20)
    ]
    body = table(("rule", "level", "for example", "battles"), rows, 3)
    return card("Why battles ended", body, shape="wide")


def _rules(plan: Plan, battles: Sequence[Fought]) -> str:
    found = findings.cited(battles)
    rows = [
        (
            f'<span class="r">{escape(one.rule)}</span>',
            escape(_duty(one.rule)),
            f"{one.times / len(battles):,.1f}",
            f"{one.battles / len(battles):.0%}",
        )
        for one in found[:MOST_RULES]
    ]
    body = table(("rule", "", "in a battle", "of battles"), rows, 2)
    others = ", ".join(f"{one.rule} ({one.times:,})" for one in found[MOST_RULES:])
    if others:
        count = len(found) - MOST_RULES
        body += f"<details><summary>{count} more rules</summary><p>{escape(others)}</p></details>"
    for book, missing in findings.never_cited(plan, battles).items():
        if missing:
            body += (
                f"<details><summary>{len(missing)} rules of {escape(book)} that no event cited"
                f"</summary><p>{escape(', '.join(missing))}</p></details>"
            )
    return card("What the rules did", body, f"{len(found)} rules cited", shape="wide")


def _words(name: str) -> str:
    """The name of a class as words.

    >>> _words("FoughtHandToHand")
    'fought hand to hand'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _duty(rule: str) -> str:
    try:
        return duty(rule).duty
    except (UnknownRule, UnknownRulebook):
        return ""
