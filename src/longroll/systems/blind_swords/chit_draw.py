"""7.0 The Chit Draw Phase: chits are drawn and resolved one by one until the cup is empty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import activation, cup, fog_of_war, generals
from longroll.systems.blind_swords.chit_events import (
    BrigadeActivated,
    BrigadeMarked,
    ChitDrawn,
    ChitOut,
    ChitReturned,
    CommandRolled,
    PullerChosen,
)
from longroll.systems.blind_swords.state import Activation, LeaderName, State
from longroll.systems.blind_swords.tables import LIMITED

#: A Fog of War or Fortunes of War chit by its name.
_WILD = {cup.FOG: "Fog of War", cup.FORTUNES: "Fortunes of War"}


def steps(under_way: bool = False) -> list[Ask | Do]:
    """The phase from its beginning, or without the roll for who pulls the chits."""
    return [NextChit()] if under_way else [RollForPuller(), NextChit()]


class RollForPuller(Do, frozen=True):
    """Both sides roll; the higher pulls the chits all turn, in a tie who did not last turn.

    On the first turn a tie is the Union's. [blind_swords:7.1.1] [blind_swords:7.1.2]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        first, second = state.game.sides
        rolls = tuple(
            umpire.roll(f"{side.title()}: who pulls the chits") for side in (first, second)
        )
        tied = rolls[0].value == rolls[1].value
        if tied:
            state.puller = second if state.puller == first else first
        else:
            state.puller = first if rolls[0].value > rolls[1].value else second
        umpire.tell(
            PullerChosen(rules=("blind_swords:7.1.2",), rolls=rolls, side=state.puller, tied=tied)
        )


class NextChit(Do, frozen=True):
    """Between two draws events may be played, first by the side that does not pull; the phase is
    over when the cup is empty. [blind_swords:7.2.1] [blind_swords:7.3f.2] [blind_swords:7.3f.3]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        puller = state.puller or state.game.sides[0]
        if state.cup:
            state.agenda.extend((self, Draw(puller)))
        other = state.game.enemy[puller]
        state.agenda.extend(
            reversed(state.game.rules.windows(state, "between_draws", other, puller))
        )


class Draw(Ask, frozen=True):
    """The side that pulls draws the next chit. [blind_swords:7.2.1]"""

    side: SideName

    rule: ClassVar[str] = "blind_swords:7.2.1"
    verbs: ClassVar[tuple[str, ...]] = ("draw",)

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        left = len(state.cup)
        return f"{left} chit{'s are' if left > 1 else ' is'} in the cup. Draw the next one."

    def choices(self, state: State) -> list[Choice]:
        return [choice("draw")]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from bare(choice, self.rule)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        resolve(state, cup.draw(state, umpire), umpire)


def resolve(state: State, chit: str, umpire: Umpire) -> None:
    """What a chit that was drawn brings, or does not as Fortunes of War cancels it.

    [blind_swords:7.3c.1] [blind_swords:7.3c.3]
    """
    game = state.game
    kind, side = cup.kind(game, chit), cup.owner(game, chit)
    cancelled = state.fortunes
    state.fortunes = kind == cup.FORTUNES
    leader = game.chits.leaders.get(chit)
    if leader:
        title = f"The chit of {leader.name}"
    else:
        title = game.chits.events[cup.event_of(chit)].title if side else _WILD[chit]
    umpire.tell(
        ChitDrawn(
            rules=("blind_swords:7.3c.1",) if cancelled else ("blind_swords:7.2.1",),
            title=title,
            side=side,
            event=kind == cup.EVENT,
            cancelled=cancelled,
        )
    )
    if leader:
        generals.replace_chit(state, chit, umpire)
    if kind == cup.EVENT:
        _draw_event(state, side, cup.event_of(chit), cancelled)
    elif kind == cup.DIVISION:
        _draw_division(state, chit, cancelled, umpire)
    elif cancelled:
        return
    elif kind == cup.CIC:
        _draw_cic(state, chit, umpire)
    elif kind == cup.FOG:
        state.agenda.append(fog_of_war.RollFog())


def _draw_event(state: State, side: str, event: str, cancelled: bool) -> None:
    """A drawn event goes to its owner's hand; a cancelled one is out, even a Key Chit.

    [blind_swords:7.3f.1] [blind_swords:5.1.5]
    """
    if cancelled:
        state.seen = {**state.seen, side: (*state.seen.get(side, ()), event)}
    else:
        state.held = {**state.held, side: tuple(sorted((*state.held.get(side, ()), event)))}


def _draw_division(state: State, chit: str, cancelled: bool, umpire: Umpire) -> None:
    leader = state.game.chits.leaders[chit]
    if not cup.ready_brigades(state, chit):
        why = "its brigades have all been activated"
        umpire.tell(ChitOut(rules=("blind_swords:7.3e.4",), leader=leader.name, why=why))
        return
    state.agenda.append(ReturnChit(chit))
    step = MarkBrigade if cancelled else ActivateBrigade
    state.agenda.append(step(leader.side, chit))


def _draw_cic(state: State, chit: str, umpire: Umpire) -> None:
    """The CiC rolls; if he succeeds he activates any brigade. [blind_swords:7.3d.1]"""
    leader = state.game.chits.leaders[chit]
    lines = tuple(generals.rating_lines(state, chit))
    need = sum(line.value for line in lines)
    roll = umpire.roll(f"command roll of {leader.name}", at_most=need)
    succeeds = roll.value <= need
    umpire.tell(
        CommandRolled(
            rules=("blind_swords:7.3d.1",),
            rolls=(roll,),
            leader=leader.name,
            lines=lines,
            result="full" if succeeds else "nothing",
        )
    )
    step = ActivateAny(leader.side, chit)
    if succeeds and step.choices(state):
        state.agenda.append(step)


class _Choosing(Ask, frozen=True):
    """The owner of a leader's chit names a brigade."""

    side: SideName
    leader: LeaderName

    def asks(self, state: State) -> str:
        return self.side

    def _ready(self, state: State) -> list[str]:
        return cup.ready_brigades(state, self.leader)

    def _bars_brigade(self, state: State, choice: Choice) -> Iterator[Refusal]:
        brigades = state.game.roster.brigades
        if len(choice.objects) != 1 or choice.object not in brigades:
            yield Refusal(self.rule, "name one brigade")
            return
        title = brigades[choice.object].title
        leader = state.game.chits.leaders[self.leader].name
        if choice.object not in cup.brigades_of(state, self.leader):
            yield Refusal("blind_swords:7.3e.1", f"{title} is not under {leader}")
        elif choice.object in state.activated:
            yield Refusal("blind_swords:7.3e.3", f"{title} has been activated this turn")
        elif not cup.can_act(state, choice.object):
            yield Refusal("blind_swords:7.3e.6", f"{title} has no unit that could act")


class ActivateBrigade(_Choosing, frozen=True):
    """A division chit activates a brigade that was not: fully if the leader rolls his rating or
    less, otherwise to a limited degree. [blind_swords:7.3e.1] [blind_swords:7.3e.2]

    Command Clarity takes the place of the roll, once for a division that has it.
    [blind_swords:7.3e.5]
    """

    rule: ClassVar[str] = "blind_swords:7.3e.1"
    verbs: ClassVar[tuple[str, ...]] = ("activate", "clarity")

    def question(self, state: State) -> str:
        leader = state.game.chits.leaders[self.leader].name
        need = generals.rating(state, self.leader)
        full = f"A roll of {need} or less makes it a Full Activation."
        return f"Which brigade of {leader} is activated? {full}"

    def choices(self, state: State) -> list[Choice]:
        ready = self._ready(state)
        found = [choice("activate", brigade) for brigade in ready]
        if not [*self._bars_clarity(state)]:
            found += [choice("clarity", brigade) for brigade in ready]
        return found

    def _bars_clarity(self, state: State) -> Iterator[Refusal]:
        leader = state.game.chits.leaders[self.leader]
        rule = "blind_swords:7.3e.5"
        if leader.division not in state.setting.clarity:
            yield Refusal(rule, f"{leader.name} has no Command Clarity in this scenario")
        elif leader.division in state.clarity_used:
            yield Refusal(rule, f"{leader.name} has used Command Clarity")

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from self._bars_brigade(state, choice)
        if choice.verb == "clarity":
            yield from self._bars_clarity(state)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        leader = state.game.chits.leaders[self.leader]
        title = state.game.roster.brigades[choice.object].title
        active = Activation(choice.object, leader=self.leader)
        if choice.verb == "clarity":
            state.clarity_used = state.clarity_used | {leader.division}
            why = f"{leader.name} has Command Clarity"
            rules = ("blind_swords:7.3e.5",)
            umpire.tell(BrigadeActivated(rules=rules, brigade=title, why=why))
            active = Activation(choice.object, leader=self.leader, clarity=True)
        else:
            lines = tuple(generals.rating_lines(state, self.leader))
            need = sum(line.value for line in lines)
            roll = umpire.roll(f"command roll of {leader.name}", at_most=need)
            if roll.value > need:
                active = Activation(choice.object, order=LIMITED, leader=self.leader)
            umpire.tell(
                CommandRolled(
                    rules=("blind_swords:7.3e.1", "blind_swords:7.3e.2"),
                    rolls=(roll,),
                    leader=leader.name,
                    lines=lines,
                    result="limited" if roll.value > need else "full",
                    brigade=title,
                )
            )
        activation.begin(state, active, umpire)


class ActivateAny(_Choosing, frozen=True):
    """The CiC activates any brigade of his army fully, even a second time.

    [blind_swords:7.3d.2] [blind_swords:7.3d.3]
    """

    rule: ClassVar[str] = "blind_swords:7.3d.2"
    verbs: ClassVar[tuple[str, ...]] = ("activate",)

    def question(self, state: State) -> str:
        return f"Which brigade does {state.game.chits.leaders[self.leader].name} activate?"

    def choices(self, state: State) -> list[Choice]:
        return [
            choice("activate", id)
            for id, brigade in state.game.roster.brigades.items()
            if brigade.side == self.side and cup.can_act(state, id)
        ]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        brigades = state.game.roster.brigades
        if len(choice.objects) != 1 or choice.object not in brigades:
            yield Refusal(self.rule, "name one brigade")
        elif brigades[choice.object].side != self.side:
            yield Refusal(self.rule, f"{brigades[choice.object].title} is the enemy's")
        elif not cup.can_act(state, choice.object):
            title = brigades[choice.object].title
            yield Refusal("blind_swords:7.3e.6", f"{title} has no unit that could act")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        name = state.game.chits.leaders[self.leader].name
        title = state.game.roster.brigades[choice.object].title
        why = f"{name} commands in person"
        umpire.tell(BrigadeActivated(rules=("blind_swords:7.3d.3",), brigade=title, why=why))
        activation.begin(state, Activation(choice.object, by="cic", leader=self.leader), umpire)


class MarkBrigade(_Choosing, frozen=True):
    """The owner of a cancelled division chit marks a brigade, which does nothing.

    [blind_swords:7.3c.2]
    """

    rule: ClassVar[str] = "blind_swords:7.3c.2"
    verbs: ClassVar[tuple[str, ...]] = ("mark",)
    obvious: ClassVar[bool] = True

    def question(self, state: State) -> str:
        return "Fortunes of War: which brigade is marked as activated and does nothing?"

    def choices(self, state: State) -> list[Choice]:
        return [choice("mark", brigade) for brigade in self._ready(state)]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from self._bars_brigade(state, choice)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        state.activated = state.activated | {choice.object}
        title = state.game.roster.brigades[choice.object].title
        umpire.tell(BrigadeMarked(rules=(self.rule,), brigade=title))


class ReturnChit(Do, frozen=True):
    """A division chit goes back while brigades are left, and is out when none is.

    [blind_swords:7.3e.4]
    """

    leader: LeaderName

    def run(self, state: State, umpire: Umpire) -> None:
        if cup.ready_brigades(state, self.leader):
            cup.put_back(state, self.leader)
            name = state.game.chits.leaders[self.leader].name
            umpire.tell(ChitReturned(rules=("blind_swords:7.3e.4",), leader=name))


STEPS: tuple[type[Any], ...] = (
    RollForPuller,
    NextChit,
    Draw,
    ActivateBrigade,
    ActivateAny,
    MarkBrigade,
    ReturnChit,
)
