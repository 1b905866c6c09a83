"""Why, how likely, by which rule, and what happened: the answers in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from longroll import Battle, Event
from longroll.ai import Advice
from longroll.kernel.decision import Choice
from longroll.rulebooks import duty


def short(rule: str, slug: str) -> str:
    """A rule id as players of one system say it: 11.2.3 for stockade_redan:11.2.3."""
    return rule.removeprefix(f"{slug}:")


def rule_text(id: str, slug: str) -> list[str]:
    """A duty in words; the system's name may be left out of its id."""
    found = duty(id if ":" in id else f"{slug}:{id}")
    return [f"{found.id} ({found.kind})", f"  {found.duty}"]


def why_not(battle: Battle, choice: Choice) -> list[str]:
    """Every rule that bars a choice, or that it is allowed."""
    refusals = battle.why_not(choice)
    if not refusals:
        return [f"{choice}: allowed"]
    slug = battle.system.slug
    return [f"{choice}: not allowed", *(f"  {r.why} [{short(r.rule, slug)}]" for r in refusals)]


def odds_lines(battle: Battle, choice: Choice) -> Iterator[str]:
    """Every outcome with its probability, then the arithmetic that leads there."""
    odds = battle.odds(choice)
    slug = battle.system.slug
    if len(odds.outcomes) == 1 and not odds.working:
        effects = "; ".join(odds.outcomes[0].effects)
        yield f"{choice}: no dice{': ' + effects if effects else ''}"
        return
    yield f"{choice}:{f' about, from {odds.sampled} trials' if odds.sampled else ''}"
    for outcome in odds.outcomes:
        chance = outcome.probability
        percent = f"{float(100 * chance):.1f} %"
        exactly = f"± {100 * outcome.error:.1f} %" if odds.sampled else str(chance)
        yield f"  {percent:>7}  {exactly:>9}  {'; '.join(outcome.effects) or 'nothing'}"
    for line in odds.working:
        cited = f" [{short(line.rule, slug)}]" if line.rule else ""
        yield f"  {line.value:>4}  {line.text}{cited}"
    if odds.rules:
        yield f"  rules {', '.join(short(rule, slug) for rule in odds.rules)}"


def advice_lines(advice: Advice) -> Iterator[str]:
    """The decisions of an order as they are typed, each with its reason unless it is the same."""
    before = ""
    for step in advice.steps:
        yield f"  {step.text}{'' if step.reason == before else f': {step.reason}'}"
        before = step.reason
    for outcome in advice.odds.outcomes if advice.odds else ():
        percent = f"{float(100 * outcome.probability):.1f} %"
        yield f"  {percent:>9}  {'; '.join(outcome.effects) or 'nothing'}"


def told(event: Event, slug: str, verbose: bool = False) -> Iterator[str]:
    """An event as the log shows it: one line with its dice, or with all the arithmetic."""
    rules = " ".join(short(rule, slug) for rule in event.rules)
    if verbose:
        yield f"{event.text()} [{rules}]"
        yield from (f"    {str(line).replace(f'{slug}:', '')}" for line in event.details())
    else:
        dice = f" (dice {' '.join(str(roll.value) for roll in event.rolls)})" if event.rolls else ""
        yield f"{event.text()}{dice}"


def log_lines(events: Iterable[Event], slug: str, verbose: bool = False) -> list[str]:
    return [line for event in events for line in told(event, slug, verbose)]


def result_lines(battle: Battle) -> list[str]:
    """How the battle ended, and the score."""
    result = battle.result
    if result is None:
        return ["The battle is not over."]
    rule = short(result.rule, battle.system.slug)
    return [
        f"{result.level[:1].upper()}{result.level[1:]}: {result.reason} [{rule}]",
        *(f"  {score.side.title()}: {score.points} {score.reason}" for score in result.scores),
    ]
