"""What a drawn table needs to know of a battle of the series and nothing changes."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import map_facts
from longroll.display.facts import GroupFacts, Note, PhaseFacts, PieceFacts, SystemTable
from longroll.systems.blind_swords.chart_facts import chart_facts, cost_words
from longroll.systems.blind_swords.charts import ARMS
from longroll.systems.blind_swords.game import Game
from longroll.systems.blind_swords.roster import ARTILLERY, Piece
from longroll.systems.blind_swords.scenario import Scenario
from longroll.systems.blind_swords.sequence import PHASES
from longroll.systems.blind_swords.tables import WEAPONS


def table_facts(game: Game, scenario: Scenario, slug: str, title: str) -> SystemTable:
    return SystemTable(
        slug=slug,
        title=title,
        sides=game.sides,
        map=map_facts(game.map),
        pieces=tuple(_piece(piece) for piece in game.roster.pieces),
        groups=tuple(_groups(game, scenario)),
        phases=tuple(
            PhaseFacts(letter, words.removesuffix(" Phase"), None)
            for letter, words in PHASES.items()
        ),
        turns=scenario.turns,
        ground=dict(_ground(game)),
        charts=chart_facts(game, slug),
    )


def group_of(piece: Piece) -> str:
    """The innermost group of a counter; artillery belongs to no brigade. [blind_swords:2.1.2]"""
    return piece.brigade or f"{piece.side}-artillery"


def _piece(piece: Piece) -> PieceFacts:
    strength = piece.strength or piece.battleworn_strength
    cohesion = piece.cohesion if piece.strength else piece.battleworn_cohesion
    weapons = WEAPONS.artillery if piece.arm == ARTILLERY else WEAPONS.small_arms
    worn = f"{piece.battleworn_strength}-{piece.battleworn_cohesion}"
    return PieceFacts(
        id=piece.id,
        title=piece.title,
        label=piece.name,
        tag=piece.brigade.upper()[:4],
        side=piece.side,
        kind=piece.arm,
        group=group_of(piece),
        strength=str(strength),
        right=str(cohesion),
        values=(
            Note("strength", str(strength)),
            Note("cohesion", str(cohesion)),
            Note("Battleworn", worn),
            Note("weapon", weapons[piece.weapon].title),
        ),
    )


def _division(leader: str) -> str:
    """A division as a group: some brigades have the name of its leader."""
    return f"{leader}-division" if leader else ""


def _groups(game: Game, scenario: Scenario) -> Iterator[GroupFacts]:
    """Divisions as the scenario commands them, their brigades, and each side's artillery."""
    roster = game.roster
    members: dict[str, list[str]] = {}
    for piece in roster.pieces:
        members.setdefault(group_of(piece), []).append(piece.id)
    for division in roster.divisions.values():
        yield GroupFacts(_division(division.id), division.title, "division", division.side, "", ())
    for brigade in roster.brigades.values():
        yield GroupFacts(
            brigade.id,
            brigade.title,
            "brigade",
            brigade.side,
            _division(scenario.leader_of(roster, brigade.id)),
            tuple(members.get(brigade.id, ())),
        )
    for side in game.sides:
        name = f"{side}-artillery"
        yield GroupFacts(name, "Artillery", "artillery", side, "", tuple(members.get(name, ())))


def _ground(game: Game) -> Iterator[tuple[str, str]]:
    """What each terrain does, in a few words. [blind_swords:2.10.1]"""
    charts = game.charts
    for terrain in sorted({*game.map.terrain.values()}):
        line = charts.terrain[terrain]
        costs = [cost_words(line.cost(arm)) for arm in ARMS]
        words = [f"costs {costs[0]}, cavalry {costs[1]}, guns {costs[2]}"]
        if line.fire_at:
            words.append(f"fire at it {charts.fire[line.fire_at].columns:+d}")
        if line.fire_from:
            words.append(f"fire from it {charts.fire[line.fire_from].columns:+d}")
        if line.attack_at:
            words.append(f"assaults on it {charts.close_combat[line.attack_at].columns:+d}")
        if line.sight != "open":
            words.append(
                {"obscures": "obscures sight", "blocks": "blocks sight"}.get(
                    line.sight, "blocks sight on its level"
                )
            )
        if line.woods:
            words.append("no Support")
        if not line.rally:
            words.append("no rally")
        yield terrain, "; ".join(words)
