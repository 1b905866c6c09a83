"""The table in words: the state of the battle, what is in a hex, what a counter is."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import DIRECTIONS, Hex
from longroll.display.facts import Facts
from longroll.systems.gbacw.drawing import Board
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.roster import WAGON


def headline(game: Game, facts: Facts) -> str:
    """Game-Turn, Player-Turn, phase and the notes of the battle, in one line."""
    phase = game.phases.get(facts.phase)
    parts = [facts.when]
    if phase is not None and facts.phasing:
        title = phase.title.removesuffix(" Phase")
        parts.append(f"{facts.phasing.title()} Player-Turn, {facts.phase}: {title}")
    return " | ".join([*parts, *(f"{note.label} {note.value}" for note in facts.notes)])


def describe(game: Game, facts: Facts, word: str) -> list[str]:
    """What is in a hex, or what a counter is and where; nothing if `word` is neither."""
    if word in game.grid:
        return list(_hex(game, facts, word))
    if word in game.roster.number:
        return list(_unit(game, facts, word))
    if word in game.roster.brigades:
        return list(_brigade(game, facts, word))
    return []


def gloss(game: Game, facts: Facts, word: str) -> str:
    """A note about a hex or a counter, to print beside it in a list."""
    if word in game.grid:
        return Board(game, facts).stack(word)
    # Many brigades and divisions have the id of their leader, who comes first if he is on the map.
    group = game.roster.divisions.get(word) or game.roster.brigades.get(word)
    place = _place(facts, word) if word in game.roster.number else ""
    if group is not None and place not in game.grid:
        return group.title
    return place


def _hex(game: Game, facts: Facts, hex: Hex) -> Iterator[str]:
    ground = " and ".join(kind.replace("_", " ") for kind in game.ground.kinds[hex])
    label = f", {game.map.labels[hex]}" if hex in game.map.labels else ""
    yield f"{hex}: {ground}{label}, {game.ground.height[hex]} feet"
    for near in game.grid.adjacent[hex]:
        crossed = game.ground.crosses(hex, near)
        if crossed:
            what = " and ".join(kind.replace("_", " ") for kind in crossed)
            yield f"  {DIRECTIONS[game.grid.direction(hex, near)]} to {near}: {what}"
    for stack in facts.stacks:
        if stack.hex == hex:
            for id in reversed(stack.units or ()):
                yield f"  {stack.side.title()}: {_counter(game, facts, id)}"
    yield from (f"  {mark.name}" for mark in facts.marks if mark.hex == hex)


def _counter(game: Game, facts: Facts, id: str) -> str:
    """One counter in its present condition."""
    piece = game.roster.pieces[game.roster.number[id]]
    standing = facts.units.get(id)
    if standing is None:
        return f"{id}, {piece.title}"
    words = [f"{id}, {piece.title}"]
    if standing.steps is not None:
        words.append(f"{standing.steps.left} of {standing.steps.of}")
    elif standing.strength and piece.kind != WAGON:
        words.append(standing.strength)
    words += [f"{note.label} {note.value}" for note in standing.values]
    if standing.formation:
        words.append(standing.formation)
    if standing.facing is not None and standing.facing.degrees % 60 == 0:
        words.append(f"facing {DIRECTIONS[standing.facing.degrees // 60]}")
    words += [state.replace("_", " ") for state in standing.states]
    return ", ".join(words)


def _unit(game: Game, facts: Facts, id: str) -> Iterator[str]:
    yield f"{_counter(game, facts, id)}; {_place(facts, id)}"
    brigade = game.roster.pieces[game.roster.number[id]].brigade
    if brigade in game.roster.brigades:
        yield from _brigade(game, facts, brigade)


def _brigade(game: Game, facts: Facts, id: str) -> Iterator[str]:
    group = facts.groups[id]
    states = "".join(f", {state}" for state in group.states)
    yield f"  {game.roster.brigades[id].title}: {group.note}{states}"


def _place(facts: Facts, id: str) -> str:
    """The hex of a counter, or why it has none."""
    if id in facts.lost:
        return "lost"
    hex = next((stack.hex for stack in facts.stacks if id in (stack.units or ())), "")
    return hex or "not on the map"
