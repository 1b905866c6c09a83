"""17.2 The Initial Command Phase: points lent, and commanders moved between divisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import (
    Choice,
    Closed,
    Refusal,
    bare,
    barred_by,
    choice,
    still_open,
)
from longroll.kernel.memo import finding
from longroll.kernel.naming import SideName
from longroll.systems.gbacw.command import (
    commander,
    division_of,
    grade,
    has_command,
    leader_is_free,
    radius,
    traced,
    within_integrity,
)
from longroll.systems.gbacw.events import Augmented, CommandChecked, Reassigned, name, names
from longroll.systems.gbacw.roster import DIVISION, LEADER
from longroll.systems.gbacw.state import State

_DONE = choice("done")


@finding("units", "replacements")
def commanders(state: State, side: str) -> dict[str, int]:
    """The commanders of a side's brigades who are on the map, in the order of the roster."""
    found = ((one, commander(state, one)) for one in state.game.roster.brigades_of[side])
    return {brigade: leader for brigade, leader in found if leader is not None}


def closed_to_augment(state: State, leader: int, among: Sequence[str]) -> Iterator[Closed[str]]:
    """Those among some brigades of his side that a commander may not lend a point to.

    [gbacw:2.0.2] [gbacw:17.12] [gbacw:17.22.1] [gbacw:17.22.2]
    """
    piece = state.piece(leader)
    if not state.command_points.get(leader, 0):
        yield Closed(tuple(among), "gbacw:17.22.1", f"{piece.title} has no Command Point left")
    chiefs = commanders(state, piece.side) if state.hex_of(leader) else {}
    led = [brigade for brigade in among if brigade in chiefs]
    if len(led) < len(among):
        lost = [brigade for brigade in among if brigade not in chiefs]
        yield Closed(lost, "gbacw:17.22.1", "{place} has no commander on the map")
    lenders = state.augmented_by
    lent = [brigade for brigade in led if lenders.get(brigade, leader) != leader]
    if lent:
        who = state.game.names
        why = "already extends that brigade's radius"
        yield Closed(lent, "gbacw:17.22.2", lambda brigade: f"{who[lenders[brigade]]} {why}")
    yield from state.game.rules.closed_to_augment(state, leader, led)
    if state.game.integrity:
        mine = division_of(state, leader) if grade(state, leader) == DIVISION else None
        divisions = {brigade: state.brigades[brigade].division for brigade in led}
        others = [brigade for brigade in led if divisions[brigade] != mine]
        yield Closed(others, "gbacw:17.22.1", f"{piece.title} does not command that brigade")
        far = [
            brigade
            for brigade in led
            if divisions[brigade] == mine
            and not within_integrity(state, chiefs[brigade], divisions[brigade])
        ]
        yield Closed(far, "gbacw:17.12", "it is outside his Divisional Integrity Radius")


def bars_to_augment(state: State, leader: int, brigade: str) -> Iterator[Refusal]:
    """What keeps a commander from lending a point to a brigade commander."""
    return barred_by(brigade, closed_to_augment(state, leader, (brigade,)))


class CommandPhase(Ask, frozen=True):
    """A. Brigades are attached and detached, and Command Points are spent.

    [gbacw:4.0.4] [gbacw:4.0.6] [gbacw:17.22.1]
    """

    side: SideName

    rule: ClassVar[str] = "gbacw:17.22.1"
    verbs: ClassVar[tuple[str, ...]] = ("extend", "detach", "attach", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Who lends Command Points, and to whom?"

    def choices(self, state: State) -> list[Choice]:
        roster = state.game.roster
        found: list[Choice] = []
        for leader in roster.leaders:
            if roster.pieces[leader].side != self.side:
                continue
            among = [*roster.brigades_of[self.side]]
            able = still_open(among, closed_to_augment(state, leader, among))
            found += [choice("extend", roster.pieces[leader].id, brigade) for brigade in able]
        if state.game.integrity:
            for brigade, line in roster.brigades.items():
                if line.side != self.side:
                    continue
                if not state.brigades[brigade].division:
                    found += [
                        choice("attach", brigade, division)
                        for division, one in roster.divisions.items()
                        if one.side == self.side
                        and next(bars_to_attach(state, brigade, division), None) is None
                    ]
                elif next(bars_to_detach(state, brigade), None) is None:
                    found.append(choice("detach", brigade))
        return [*found, _DONE]

    def sensible(self, state: State, choices: Sequence[Choice]) -> Choice | None:
        """Where no point can bring anybody into command, and nobody has run, none need be lent.

        A wider radius matters for a rally later in the Player-Turn too, but only for those who
        have run. [gbacw:17.0.3]
        """
        loans = [one.objects for one in choices if one.verb == "extend"]
        only_loans = len(loans) + 1 == len(choices)
        return _DONE if only_loans and not _is_help(state, self.side, loans) else None

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        roster = state.game.roster
        words = choice.objects
        if choice.verb == "done":
            yield from bare(choice, self.rule)
        elif choice.verb == "extend":
            leader = roster.number.get(choice.object, -1)
            brigade = words[1] if len(words) == 2 else ""
            if leader < 0 or roster.pieces[leader].kind != LEADER or brigade not in roster.brigades:
                yield Refusal(self.rule, "'extend' takes a leader and a brigade")
            elif (
                roster.pieces[leader].side != self.side
                or roster.brigades[brigade].side != self.side
            ):
                yield Refusal(self.rule, "they are not on your side")
            else:
                yield from bars_to_augment(state, leader, brigade)
        elif not words or words[0] not in roster.brigades:
            yield Refusal("gbacw:17.61", f"{choice.object or 'nothing'} is not a brigade")
        elif roster.brigades[words[0]].side != self.side:
            yield Refusal("gbacw:17.61", f"{choice.object} is not yours")
        elif choice.verb == "detach":
            if len(words) != 1:
                yield Refusal("gbacw:17.61", "'detach' takes one brigade")
            yield from bars_to_detach(state, choice.object)
        else:
            yield from bars_to_attach(state, choice.object, words[1] if len(words) == 2 else "")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        words = choice.objects
        match choice.verb:
            case "done":
                state.agenda.pop()
            case "extend":
                self._extend(state, state.game.roster.number[words[0]], words[1], umpire)
            case verb:
                division = words[1] if verb == "attach" else ""
                state.set_brigade(words[0], division=division)
                umpire.tell(
                    Reassigned(
                        rules=("gbacw:17.61" if verb == "detach" else "gbacw:17.64",),
                        brigade=state.game.roster.brigades[words[0]].title,
                        division=division,
                    )
                )

    def _extend(self, state: State, leader: int, brigade: str, umpire: Umpire) -> None:
        points = state.command_points[leader]
        state.command_points = {**state.command_points, leader: points - 1}
        state.augmented = {**state.augmented, brigade: state.augmented.get(brigade, 0) + 1}
        state.augmented_by = {**state.augmented_by, brigade: leader}
        brigadier = commander(state, brigade)
        assert brigadier is not None
        umpire.tell(
            Augmented(
                rules=("gbacw:17.22.1",),
                leader=name(state, leader),
                brigadier=name(state, brigadier),
                radius=radius(state, brigade),
            )
        )


def _is_help(state: State, side: str, loans: Sequence[tuple[str, ...]]) -> bool:
    """Whether somebody has run, or some loan of points could bring a unit into command."""
    units, roster = state.units, state.game.roster
    there = [unit for unit in state.serving(side) if units[unit].hex]
    if any(units[unit].routed for unit in there):
        return True
    reach: dict[str, dict[Hex, int]] = {}
    troops = [unit for unit in there if roster.pieces[unit].kind != LEADER]
    out = [unit for unit in troops if not has_command(state, unit, reach)]
    for lender, brigade in loans:
        lost = [units[unit].hex for unit in out if roster.pieces[unit].brigade == brigade]
        chief = commander(state, brigade)
        if not lost or chief is None:
            continue
        most = radius(state, brigade) + state.command_points[roster.number[lender]]
        if not traced(state, state.hex_of(chief), side, most).keys().isdisjoint(lost):
            return True
    return False


def bars_to_detach(state: State, brigade: str) -> Iterator[Refusal]:
    """What keeps a division from detaching a brigade.

    [gbacw:17.6] [gbacw:17.62] [gbacw:17.63] [gbacw:17.65] [gbacw:17.67]
    """
    roster = state.game.roster
    own = state.brigades[brigade]
    leader = commander(state, brigade)
    if not state.game.integrity:
        yield Refusal("gbacw:17.6", "divisions are not kept together in this battle")
        return
    if not own.division or leader is None:
        yield Refusal("gbacw:17.62", "it does not belong to a division, or has no commander")
        return
    if own.broken:
        yield Refusal("gbacw:17.67", "it has lost its effectiveness")
    if not within_integrity(state, leader, own.division):
        yield Refusal("gbacw:17.62", "its commander is outside the Divisional Integrity Radius")
    original = roster.brigades[brigade].division
    if own.division == original and detached(state, original):
        yield Refusal("gbacw:17.6", f"another brigade of {original} is already detached")


def detached(state: State, division: str) -> list[str]:
    """Original brigades of a division that are no longer with it."""
    return [
        id
        for id, brigade in state.game.roster.brigades.items()
        if brigade.division == division and state.brigades[id].division != division
    ]


def bars_to_attach(state: State, brigade: str, division: str) -> Iterator[Refusal]:
    """What keeps a division from attaching a brigade. [gbacw:17.6] [gbacw:17.64] [gbacw:17.66]"""
    roster = state.game.roster
    own = state.brigades[brigade]
    side = roster.brigades[brigade].side
    leader = commander(state, brigade)
    if not state.game.integrity:
        yield Refusal("gbacw:17.6", "divisions are not kept together in this battle")
        return
    known = roster.divisions.get(division)
    if known is None or known.side != side or leader is None:
        yield Refusal("gbacw:17.64", f"{division or 'nothing'} is not a division of that side")
        return
    if own.division:
        yield Refusal("gbacw:17.62", f"it belongs to {own.division} and must be detached first")
    if not within_integrity(state, leader, division):
        yield Refusal("gbacw:17.64", "its commander is outside the Divisional Integrity Radius")
    foreign = [
        id
        for id, other in roster.brigades.items()
        if state.brigades[id].division == division and other.division != division
    ]
    if roster.brigades[brigade].division != division and foreign:
        yield Refusal("gbacw:17.6", f"{division} already has a brigade attached")


class MarkCommand(Do, frozen=True):
    """Every unit of a side is marked as in or out of command for this Player-Turn.

    [gbacw:4.0.7] [gbacw:17.0.1] [gbacw:17.0.3] [gbacw:17.68]
    """

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        reach: dict[str, dict[Hex, int]] = {}
        out = []
        changed: dict[bool, list[int]] = {True: [], False: []}
        units, pieces = state.units, state.game.roster.pieces
        for unit in state.serving(self.side):
            own = units[unit]
            if not own.hex:
                continue
            if pieces[unit].kind == LEADER:
                command = leader_is_free(state, unit)
            else:
                command = has_command(state, unit, reach)
                if not command:
                    out.append(unit)
            if own.command != command:
                changed[command].append(unit)
        for command, some in changed.items():
            state.change_all(some, command=command)
        umpire.tell(CommandChecked(rules=("gbacw:17.0.3",), side=self.side, out=names(state, out)))


def fresh_points(state: State, side: str) -> dict[int, int]:
    """The Command Points of a side's commanders on the map. [gbacw:2.0.2]"""
    found = {}
    for leader in state.game.roster.leaders:
        piece = state.piece(leader)
        if piece.side != side or not state.hex_of(leader):
            continue
        points = state.game.promoted_points if leader in state.promoted else piece.command
        if points:
            found[leader] = points
    return found
