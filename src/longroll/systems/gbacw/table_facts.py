"""What a drawn table needs to know of a battle of the series and never changes."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import map_facts
from longroll.display.facts import (
    GroupFacts,
    Note,
    PhaseFacts,
    PieceFacts,
    SystemTable,
)
from longroll.kernel.wording import halved
from longroll.systems.gbacw.chart_facts import chart_facts
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.roster import BATTERY, CREW, LEADER, WAGON, Piece
from longroll.systems.gbacw.tables import WEAPONS

#: Kinds that have another name on every table.
_KINDS = {LEADER: "officer", BATTERY: "artillery"}


def table_facts(game: Game, slug: str, title: str) -> SystemTable:
    return SystemTable(
        slug=slug,
        title=title,
        sides=game.sides,
        map=map_facts(game.map),
        pieces=tuple(_piece(piece) for piece in game.roster.pieces),
        groups=tuple(_groups(game)),
        phases=tuple(
            PhaseFacts(letter, phase.title.removesuffix(" Phase"), None)
            for letter, phase in game.phases.items()
        ),
        turns=game.last_turn,
        ground=dict(_ground(game)),
        charts=chart_facts(game.charts),
    )


def group_of(piece: Piece) -> str:
    """The innermost group of a counter: its brigade, or else its division or army.

    A counter with no superior is listed as independent; so are replacements, once they are needed.
    """
    named = piece.brigade or piece.division or piece.army
    return named or ("" if piece.anonymous else f"{piece.side}-independent")


def _piece(piece: Piece) -> PieceFacts:
    morale = str(piece.morale or "?")
    strength, right = str(piece.strength), f"{morale}{piece.weapon}"
    if piece.kind == LEADER:
        strength, right = str(piece.radius or piece.command or ""), ""
    elif piece.kind == WAGON:
        strength, right = str(piece.small_boxes), str(piece.gun_boxes)
    return PieceFacts(
        id=piece.id,
        title=piece.title,
        label=piece.label,
        tag=piece.label,
        side=piece.side,
        kind=_KINDS.get(piece.kind, piece.kind),
        group=group_of(piece),
        strength=strength,
        right=right,
        values=tuple(_values(piece)),
    )


def _values(piece: Piece) -> Iterator[Note]:
    """The printed values, in the order of the rules. [gbacw:3.31.1] [gbacw:3.32.1]"""
    if piece.kind == LEADER:
        yield Note("grade", piece.grade)
        for label, value in (
            ("radius", piece.radius),
            ("rally", piece.rally),
            ("command points", piece.command),
            ("integrity radius", piece.integrity),
        ):
            if value:
                yield Note(label, str(value))
        return
    if piece.kind == WAGON:
        yield Note("boxes", str(piece.small_boxes))
        yield Note("rounds", str(piece.gun_boxes))
    elif piece.kind == BATTERY:
        yield Note("guns", str(piece.strength))
        yield Note("rounds", str(piece.rounds))
    elif piece.kind != CREW:
        yield Note("strength", str(piece.strength))
    yield Note("morale", str(piece.morale or "?"))
    weapon = WEAPONS.get(piece.weapon)
    if weapon:
        yield Note("weapon", f"{weapon.name}, up to {weapon.range} hexes")


def _groups(game: Game) -> Iterator[GroupFacts]:
    """Armies, divisions and brigades; a division that is a single brigade is listed as that."""
    roster = game.roster
    members: dict[str, list[str]] = {}
    for piece in roster.pieces:
        if piece.kind != CREW:
            members.setdefault(group_of(piece), []).append(piece.id)

    def group(id: str, title: str, kind: str, side: str, parent: str) -> GroupFacts:
        return GroupFacts(id, title, kind, side, parent, tuple(members.get(id, ())))

    for army in roster.armies.values():
        yield group(army.id, army.title, "army", army.side, army.part_of)
    for division in roster.divisions.values():
        if division.id not in roster.brigades:
            yield group(division.id, division.title, "division", division.side, division.army)
    for brigade in roster.brigades.values():
        parent = brigade.division
        if parent == brigade.id:
            parent = roster.divisions[parent].army
        yield group(brigade.id, brigade.title, "brigade", brigade.side, parent)
    for side in game.sides:
        if f"{side}-independent" in members:
            yield group(f"{side}-independent", "Independent units", "independent", side, "")


def _ground(game: Game) -> Iterator[tuple[str, str]]:
    """What each terrain does, in a few words. [gbacw:5.19] [gbacw:8.18] [gbacw:9.56]"""
    charts = game.charts
    for terrain in sorted({*game.map.terrain.values()}):
        cost = charts.enter[terrain]["infantry_line"]
        words = ["closed to units in line" if cost is None else f"{halved(cost)} to enter in line"]
        if shift := charts.shift.get(terrain, 0):
            columns = "column" if abs(shift) == 1 else "columns"
            words.append(f"fire {'−' if shift < 0 else '+'}{abs(shift)} {columns}")
        words.append(f"holds {charts.stacking[terrain]} points")
        yield terrain, ", ".join(words)
