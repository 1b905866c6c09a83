"""What the dice of a battle that is over cost each side."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.display import display_of
from longroll.kernel.battle import Battle
from longroll.kernel.luck import luck_of
from longroll.server.faults import NotYours
from longroll.server.game import Game, words_of
from longroll.server.wire import PointsLuck


def points_of(game: Game) -> list[PointsLuck]:
    """The points that were due and those that were lost, by kind of choice; NotYours before the
    end."""
    if not game.is_over():
        raise NotYours("luck", "it reveals hidden facts: it is given when it is over")
    battle = game.begun().battle
    sides = dict(_sides(battle))
    sums: dict[tuple[str, str, str], list[float]] = {}
    for played, due, lost, variance in luck_of(battle, lambda unit: sides.get(unit, "")):
        what = next((words_of(event) for event in played.events if event.rolls), "")
        for loser in {**due, **lost}:
            found = (due.get(loser, 0), lost.get(loser, 0), variance.get(loser, 0))
            before = sums.get((played.side, what, loser), (0, 0, 0))
            sums[played.side, what, loser] = [a + b for a, b in zip(before, found, strict=True)]
    return [
        PointsLuck(side, what, loser, round(due, 2), round(lost), round(variance**0.5, 2))
        for (side, what, loser), (due, lost, variance) in sorted(sums.items())
    ]


def _sides(battle: Battle) -> Iterator[tuple[str, str]]:
    """Every counter of a battle, those that came into being in it too, and its side."""
    for piece in display_of(battle.system).table(battle.state.scenario).pieces:
        yield piece.id, piece.side
    for side in battle.system.sides:
        for piece in battle.view(side).facts.pieces:
            yield piece.id, piece.side
