"""17.8 Battlefield promotions, and 11.18 new crews for wagons: the Final Command Phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.gbacw import command, morale
from longroll.systems.gbacw.events import Recrewed, TookCommand, name
from longroll.systems.gbacw.roster import BRIGADE, CAVALRY, DIVISION, INFANTRY, WAGON, UnitNumber
from longroll.systems.gbacw.state import DISMOUNTED, State

_DONE = choice("done")


# Leaders


def waiting(state: State, side: str) -> list[int]:
    """Lost leaders of a side whose posts are to be filled, in the order they were lost."""
    number = state.game.roster.number
    return [
        leader
        for id in state.vacant
        if state.piece(leader := number[id]).side == side
        and state.game.rules.replaces(state, leader)
    ]


class FillPosts(Do, frozen=True):
    """J. Every empty post is filled, if there are units left to command.

    [gbacw:4.0.24] [gbacw:17.8] [gbacw:17.84]
    """

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        lost = waiting(state, self.side)
        state.vacant = tuple(id for id in state.vacant if state.game.roster.number[id] not in lost)
        steps: list[Ask | Do] = []
        for leader in lost:
            if command.grade(state, leader) == DIVISION:
                steps.append(Promote(self.side, leader))
            else:
                steps.append(Succeed(self.side, leader))
        state.agenda.extend(reversed(steps))


def keep_vacant(state: State, leader: int) -> None:
    """A post that nobody can take now stays open for a later phase (GB-F33). [gbacw:17.8]"""
    state.vacant = (*state.vacant, state.piece(leader).id)


class Succeed(Do, frozen=True):
    """The back of a brigade commander's counter takes over, as often as needed.

    [gbacw:17.81] [gbacw:17.82.1] [gbacw:17.82.2] [corinth:28.33]
    """

    side: SideName
    leader: UnitNumber

    def run(self, state: State, umpire: Umpire) -> None:
        brigade = command.brigade_of(state, self.leader)
        if command.commander(state, brigade) is not None:
            return
        hexes = posts(state, brigade=brigade)
        if not hexes:
            keep_vacant(state, self.leader)
            return
        state.change(self.leader, turned=True, fate="")
        state.agenda.append(
            TakePost(self.side, self.leader, state.game.roster.brigades[brigade].title, hexes)
        )


def posts(state: State, *, brigade: str = "", division: str = "") -> tuple[Hex, ...]:
    """Hexes with units of a command, where its new leader may appear. [gbacw:17.8]"""
    side = None
    found = set()
    for unit, own in enumerate(state.units):
        piece = state.piece(unit)
        if not own.hex or piece.kind not in (INFANTRY, CAVALRY):
            continue
        if (brigade and piece.brigade == brigade) or (division and piece.division == division):
            found.add(own.hex)
            side = piece.side
    return tuple(sorted(found)) if side else ()


class Promote(Do, frozen=True):
    """A brigade commander takes over the division, and an unnamed successor his brigade.

    [gbacw:17.83] [gbacw:17.85] [corinth:28.32.1] [corinth:28.32.4]
    """

    side: SideName
    leader: UnitNumber

    def run(self, state: State, umpire: Umpire) -> None:
        division = command.division_of(state, self.leader)
        candidates = heirs(state, division)
        if candidates:
            state.agenda.append(PickHeir(self.side, division, candidates))
        else:
            keep_vacant(state, self.leader)


def heirs(state: State, division: str) -> tuple[int, ...]:
    """Brigade commanders of a division who may be promoted, as the exclusive rules rank them."""
    able = [
        leader
        for leader in state.game.roster.leaders
        if state.hex_of(leader)
        and command.grade(state, leader) == BRIGADE
        and (brigade := state.brigades.get(state.piece(leader).brigade)) is not None
        and brigade.division == division
        and not state.piece(leader).anonymous
        and not state.units[leader].turned
    ]
    return tuple(state.game.rules.rank_heirs(able, state))


class PickHeir(Ask, frozen=True):
    """If several brigade commanders are equal in rank, the owner picks. [corinth:28.32.2]"""

    side: SideName
    division: str
    candidates: tuple[UnitNumber, ...]

    rule: ClassVar[str] = "gbacw:17.83"
    verbs: ClassVar[tuple[str, ...]] = ("promote",)
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Who takes over the division?"

    def choices(self, state: State) -> list[Choice]:
        return [choice("promote", state.piece(leader).id) for leader in self.candidates]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            yield Refusal(self.rule, f"{choice.object or 'nobody'} is not next in rank")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        heir = state.game.roster.number[choice.object]
        promote(state, heir, self.division, umpire)


def promote(state: State, heir: int, division: str, umpire: Umpire) -> None:
    """Give a division to a brigade commander and his brigade to an unnamed successor."""
    brigade = state.piece(heir).brigade
    state.promoted = {**state.promoted, heir: division}
    umpire.tell(
        TookCommand(
            rules=("gbacw:17.83",),
            leader=name(state, heir),
            post=state.game.roster.divisions[division].title,
            hex=state.hex_of(heir),
        )
    )
    side = state.piece(heir).side
    unknown = next(
        (
            leader
            for leader in state.game.roster.leaders
            if state.piece(leader).anonymous
            and state.piece(leader).side == side
            and leader not in state.replacements.values()
        ),
        None,
    )
    hexes = posts(state, brigade=brigade)
    if unknown is not None:
        state.replacements = {**state.replacements, brigade: unknown}
        state.change(unknown, turned=True)
        if hexes:
            title = state.game.roster.brigades[brigade].title
            state.agenda.append(TakePost(side, unknown, title, hexes))
        else:
            keep_vacant(state, unknown)


class TakePost(Ask, frozen=True):
    """A new leader appears on any unit of his command. [gbacw:17.8]"""

    side: SideName
    leader: UnitNumber
    post: str
    hexes: tuple[Hex, ...]

    rule: ClassVar[str] = "gbacw:17.8"
    verbs: ClassVar[tuple[str, ...]] = ("post",)
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Where does {state.piece(self.leader).title} take over {self.post}?"

    def choices(self, state: State) -> list[Choice]:
        return [choice("post", hex) for hex in self.hexes]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            yield Refusal(self.rule, f"no unit of {self.post} is in {choice.object or 'that hex'}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        state.put(self.leader, choice.object)
        umpire.tell(
            TookCommand(
                rules=("gbacw:17.8",),
                leader=name(state, self.leader),
                post=self.post,
                hex=choice.object,
            )
        )


# Wagons


def recrewable(state: State, side: str) -> list[tuple[int, int]]:
    """Wagons without a crew, each with a unit in its hex that may give one (GB-C27).

    [gbacw:11.18.1] [gbacw:11.19.1]
    """
    found = []
    for wagon, piece in enumerate(state.game.roster.pieces):
        own = state.units[wagon]
        if piece.kind != WAGON or not own.hex or own.crew or state.side_of(wagon) != side:
            continue
        if state.hex_of(state.game.roster.crew_of[wagon]) or own.hex in state.engaged:
            continue
        found += [
            (wagon, unit)
            for unit in state.stack(own.hex, side)
            if state.piece(unit).kind == INFANTRY
            or (
                state.piece(unit).kind == CAVALRY
                and (state.units[unit].formation == DISMOUNTED or own.turned)
            )
            if state.units[unit].strength > 1 and not state.units[unit].routed
        ]
    return found


class RecrewPhase(Ask, frozen=True):
    """J. Units stacked with uncrewed wagons may man them. [gbacw:4.0.25] [gbacw:11.18.1]"""

    side: SideName

    rule: ClassVar[str] = "gbacw:11.18.1"
    verbs: ClassVar[tuple[str, ...]] = ("crew", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which wagon gets a new crew?"

    def choices(self, state: State) -> list[Choice]:
        pieces = state.game.roster.pieces
        return [
            *(
                choice("crew", pieces[wagon].id, pieces[unit].id)
                for wagon, unit in recrewable(state, self.side)
            ),
            _DONE,
        ]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
        elif choice not in self.choices(state):
            yield Refusal(
                self.rule,
                f"{' '.join(choice.objects)!r} does not name a wagon and a unit that can crew it",
            )

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        """It costs one Strength Point permanently; the crew has the unit's morale and weapon.

        The morale is recorded, so that of a green unit is determined now (GB-F41). [gbacw:11.18.2]
        """
        if choice.verb == "done":
            state.agenda.pop()
            return
        wagon, unit = (state.game.roster.number[word] for word in choice.objects)
        rating = morale.see_elephant(state, unit, umpire)
        giver = state.units[unit]
        turned = state.units[wagon].turned
        state.change(unit, strength=giver.strength - 1)
        state.change(
            wagon,
            crew=1,
            rating=rating,
            weapon=state.weapon(unit),
        )
        if turned:
            state.fresh_wagons |= {wagon}
        umpire.tell(
            Recrewed(
                rules=("gbacw:11.18.1",),
                wagon=name(state, wagon),
                unit=name(state, unit),
                captured=turned,
            )
        )
