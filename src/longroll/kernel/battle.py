"""A battle: a state, its dice and its history, and the one way to move it on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, repeat
from operator import is_
from typing import Any

import msgspec

from longroll.kernel.agenda import Ask, Decision, Umpire
from longroll.kernel.bounds import LONGEST_WORD, MOST_WORDS, is_wordy
from longroll.kernel.decision import Choice, Refusal, read_choice
from longroll.kernel.dice import Dice, Scripted
from longroll.kernel.errors import (
    BadPosition,
    IllegalChoice,
    LongrollError,
    NeedLinks,
    OutOfDice,
    UndoRefused,
)
from longroll.kernel.event import BattleEnded, Event
from longroll.kernel.forms import OrderForm
from longroll.kernel.naming import strangers
from longroll.kernel.odds import Odds, odds_of
from longroll.kernel.state import Result, State, digest
from longroll.kernel.system import System, slug_of
from longroll.kernel.verbs import Offer, points_of


class Played(msgspec.Struct):
    """One past decision. Copies of a battle share it."""

    number: int
    before: Played | None
    side: str
    choice: Choice | None
    faces: tuple[int, ...]
    events: tuple[Event, ...]
    digest: str = ""
    #: The sides of each die of `faces`.
    sides: tuple[int, ...] = ()


class TakenBack(msgspec.Struct, frozen=True):
    """Decisions that were taken back: the last of them, and the decision the battle went back to.

    `side` asked for it.
    """

    last: Played
    to: int
    side: str


class Asked(msgspec.Struct, frozen=True):
    """A decision as it leaves the engine; `open` if more may be chosen than is listed.

    `points` is what pointing at any hex means now, as a choice with a blank {hex}: to go to a
    distant one, or to hear why one may not be chosen; "" if it means nothing. `forms` are orders
    that are drawn by hand. `about` are the places that the question is about, and `unended` what
    keeps it from being ended by the word that ends it. `sensible` is the answer if only one makes
    sense, so that nobody needs to be asked; "" if there is something to think about.
    """

    question: str
    rule: str
    choices: tuple[Offer, ...]
    open: bool = False
    points: str = ""
    forms: tuple[OrderForm, ...] = ()
    about: tuple[str, ...] = ()
    unended: tuple[Refusal, ...] = ()
    sensible: str = ""


class View(msgspec.Struct, frozen=True):
    """All that a side may know now. Only views leave the engine."""

    system: str
    scenario: str
    side: str
    facts: Any
    waiting_for: str | None
    decision: Asked | None
    result: Result | None


#: A chain of states, so that copies of a battle can share it.
_Earlier = tuple[State, "_Earlier | None"]


class Battle:
    """A battle at one moment. `decision` says who is asked what; `play` answers it."""

    __slots__ = (
        "_decision",
        "_undo",
        "dice",
        "past",
        "position",
        "state",
        "system",
        "taken_back",
    )

    def __init__(
        self,
        system: System[Any],
        state: State,
        dice: Dice,
        position: dict[str, Any] | None = None,
    ) -> None:
        self.system = system
        self.state = state
        self.dice = dice
        #: The position the battle began from, if it did not begin at the start of a scenario.
        self.position = position
        #: The states that undo may go back to: the last one, and those before it.
        self._undo: _Earlier | None = None
        self._decision: Decision | None = None
        #: What was taken back beyond dice or news, earliest first: the record keeps it.
        self.taken_back: tuple[TakenBack, ...] = ()
        umpire = system.umpire(state, dice)
        dice.begin()
        self._run(umpire)
        self.past = Played(
            0,
            None,
            "",
            None,
            tuple(umpire.faces),
            tuple(umpire.events),
            sides=tuple(umpire.sides),
        )

    @classmethod
    def resumed(cls, system: System[Any], state: State, dice: Dice, number: int) -> Battle:
        """A battle that continues after decision `number`, from a state and dice of that moment.

        It knows nothing of what was played before.
        """
        battle = object.__new__(cls)
        battle.system, battle.state, battle.dice, battle.position = system, state, dice, None
        battle._undo, battle._decision, battle.taken_back = None, None, ()
        battle.past = Played(number, None, "", None, (), ())
        return battle

    @property
    def decision(self) -> Decision | None:
        """What is asked now, or None when the battle is over.

        >>> import longroll
        >>> battle = longroll.new("stockade_redan", seed=1863)
        >>> battle.decision.side, battle.decision.rule
        ('confederate', 'stockade_redan:3.1.0.1')
        """
        if self._decision is None and self.state.result is None:
            self._decision = Decision(self._ask(), self.state)
        return self._decision

    @property
    def result(self) -> Result | None:
        """How the battle ended, or None while it goes on.

        >>> import longroll
        >>> battle = longroll.new("stockade_redan", seed=1863)
        >>> print(battle.result)
        None
        """
        return self.state.result

    def play(self, choice: Choice | str) -> tuple[Event, ...]:
        """Carry out a choice, or a gesture of several, and return what happened.

        Raises IllegalChoice, with nothing changed, if the rules do not allow it.

        >>> import longroll
        >>> battle = longroll.new("stockade_redan", seed=1863)
        >>> events = battle.play("historical")
        >>> print(events[0])
        Company A, 36th Mississippi sets up in 1519. [stockade_redan:3.1.2.2]
        """
        if self.state.result is not None:
            raise IllegalChoice(self.state.result.rule, "the battle is over")
        if isinstance(choice, str):
            choice = read_choice(choice)
        if self._is_offered(choice):
            return self._play(choice)
        steps = self._steps(choice)
        return self._play(choice) if steps == [choice] else self._play_all(steps)

    def why_not(self, choice: Choice | str) -> list[Refusal]:
        """Every rule that bars `choice` now; empty if it is allowed.

        >>> import longroll
        >>> units = {"1719": "13us-a", "1519": "36ms-a"}
        >>> battle = longroll.position("stockade_redan", {"phase": "VII", "units": units})
        >>> [refusal.rule for refusal in battle.why_not("move 36ms-a")]
        ['stockade_redan:10.0.4']
        >>> battle.why_not("move 13us-a 1619")
        []
        """
        if self.state.result is not None:
            return [Refusal(self.state.result.rule, "the battle is over")]
        if isinstance(choice, str):
            choice = read_choice(choice)
        refusals = list(self._bars(choice))
        if refusals and (gesture := self._gesture(choice)) is not None:
            return gesture[1]
        return refusals

    def odds(self, choice: Choice | str) -> Odds:
        """What a choice can lead to, as far as the side that is asked can know it.

        A gesture goes up to the first of its steps that rolls dice. Raises IllegalChoice if the
        rules do not allow it.
        """
        if self.state.result is not None:
            raise IllegalChoice(self.state.result.rule, "the battle is over")
        if isinstance(choice, str):
            choice = read_choice(choice)
        steps = self._steps(choice)
        side = self._ask().asks(self.state)
        trial = Battle.resumed(
            self.system, self.system.weighed(self.state, side).copy(), Scripted(()), 0
        )
        before: tuple[Event, ...] = ()
        for step, following in pairwise(steps):
            state = trial.state
            try:
                happened = trial._play(step)
            except OutOfDice:
                return odds_of(state, step, side, before)
            if trial._stops() or next(trial._bars(following), None) is not None:
                return odds_of(state, step, side, before)
            before += happened
        return odds_of(trial.state, steps[-1], side, before)

    def undo(self, strict: bool = False) -> None:
        """Go back one decision; UndoRefused if a die was rolled or the enemy was revealed since.

        With the option `undo=free` it goes back beyond those too, unless `strict`.

        >>> import longroll
        >>> guns = {"phase": "VII", "units": {"1719": "hart"}}
        >>> battle = longroll.position("stockade_redan", guns)
        >>> events = battle.play("move hart")
        >>> battle.undo()
        >>> battle.past.number
        0
        """
        before = self.past.before
        if before is None:
            raise UndoRefused("there is nothing to undo")
        if self._undo is None or (strict and is_barrier(self.past)):
            raise UndoRefused("a die was rolled, the enemy was seen or a phase ended since then")
        self.state, self._undo = self._undo
        self.dice.rewind(self.dice.rolled - len(self.past.faces))
        self.past = before
        self._decision = None
        if self.taken_back and self.taken_back[-1].to > before.number:
            # The last take-back now leads further back: the decisions in between were dropped.
            gone = msgspec.structs.replace(self.taken_back[-1], to=before.number)
            self.taken_back = (*self.taken_back[:-1], gone)

    def gone_back(self, earlier: Battle, side: str) -> Battle:
        """This battle gone back to an `earlier` moment of it; what is taken back is remembered."""
        twin = earlier.copy()
        twin.taken_back = self.taken_back
        if earlier.past.number < self.past.number:
            gone = TakenBack(self.past, earlier.past.number, side)
            twin.taken_back = (*self.taken_back, gone)
        return twin

    def copy(self) -> Battle:
        """An independent battle at the same moment.

        >>> import longroll
        >>> battle = longroll.new("stockade_redan", seed=1863)
        >>> twin = battle.copy()
        >>> events = twin.play("historical")
        >>> battle.past.number, twin.past.number
        (0, 1)
        """
        twin = object.__new__(Battle)
        twin.system = self.system
        twin.state = self.state.copy()
        twin.dice = self.dice.copy()
        twin.position = self.position
        twin.past = self.past
        twin.taken_back = self.taken_back
        twin._undo = self._undo
        twin._decision = None
        return twin

    def hash(self) -> str:
        """A digest of the state, equal on every machine.

        >>> import longroll
        >>> longroll.new("stockade_redan").hash()
        'b2d5d58cb30a'
        """
        if not self.past.digest:
            self.past.digest = digest(self.state)
        return self.past.digest

    def view(self, side: str) -> View:
        """What `side` may know. Any other name is a spectator, who knows what both sides know.

        >>> import longroll
        >>> battle = longroll.new("stockade_redan", seed=1863)
        >>> battle.view("union").waiting_for, battle.view("union").decision
        ('confederate', None)
        """
        decision = self.decision
        asked = None
        if decision is not None and decision.side == side:
            choices = tuple([self.offer(choice) for choice in decision.choices])
            asked = Asked(
                decision.question,
                decision.rule,
                choices,
                decision.open,
                points_of(choices),
                tuple(decision.forms),
                self.system.about(self.state),
                tuple(self._unended(choices)),
                str(decision.sensible or ""),
            )
        return View(
            system=self.system.slug,
            scenario=slug_of(self.state.scenario),
            side=side,
            facts=self.system.facts(self.state, side),
            waiting_for=decision.side if decision is not None else None,
            decision=asked,
            result=self.state.result,
        )

    def _unended(self, offers: Iterable[Offer]) -> Iterator[Refusal]:
        """What keeps the question from being ended, if it has a word for that and offers none."""
        if any(offer.ends for offer in offers):
            return
        ask = self._ask()
        for verb in self.system.verbs:
            if verb.name in ask.verbs and verb.ends == "step" and not verb.takes:
                yield from ask.bars(self.state, Choice(verb.name))

    def offer(self, choice: Choice | str) -> Offer:
        """A choice as data: what it is about, and the words for a person."""
        if isinstance(choice, str):
            choice = read_choice(choice)
        return self.system.offer(self.state, choice)

    def to_position(self) -> dict[str, Any]:
        """The battle's situation as plain data: `longroll.position` begins an equal one from it.

        The dice and the history are not part of it.
        """
        return self.system.to_position(self.state)

    def history(self) -> list[Played]:
        """Every decision so far, including the start as number 0.

        >>> import longroll
        >>> battle = longroll.new("stockade_redan", seed=1863)
        >>> events = battle.play("historical")
        >>> [(played.side, str(played.choice)) for played in battle.history()]
        [('', 'None'), ('confederate', 'historical')]
        """
        played: list[Played] = []
        one: Played | None = self.past
        while one is not None:
            played.append(one)
            one = one.before
        return played[::-1]

    def log(self, side: str | None = None) -> Iterator[Event]:
        """Everything that happened, as `side` may know it (None: all of it).

        >>> import longroll
        >>> battle = longroll.new("stockade_redan", seed=1863)
        >>> events = battle.play("historical")
        >>> print(list(battle.log("union"))[1])
        The Confederate set-up is done. [stockade_redan:3.1.0.1]
        """
        for played in self.history():
            for event in played.events:
                seen = event if side is None else event.seen_by(side)
                if seen is not None:
                    yield seen

    def record(self, abandoned: str | None = None) -> str:
        """The battle as text, `abandoned` by a side or not; `longroll.replay` plays it again.

        >>> import longroll
        >>> battle = longroll.new("stockade_redan", seed=1863)
        >>> events = battle.play("historical")
        >>> longroll.replay(battle.record()).hash() == battle.hash()
        True
        """
        from longroll.kernel.record import write  # the record replays battles to fill in digests

        return write(self, abandoned)

    def _ask(self) -> Ask:
        ask = self.state.agenda[-1]
        assert isinstance(ask, Ask)
        return ask

    def _is_offered(self, choice: Choice) -> bool:
        """Whether this choice object came from the list: then no rule need be asked."""
        decision = self._decision
        if decision is None:
            return False
        if decision.drawn is choice:
            return True
        if decision.listed is None:
            return False
        return any(map(is_, decision.listed, repeat(choice)))

    def _stops(self) -> bool:
        """Whether something has just happened that ends a gesture."""
        return self.state.result is not None or is_barrier(self.past)

    def _steps(self, choice: Choice) -> list[Choice]:
        """The small choices that a choice or gesture stands for, or IllegalChoice."""
        refusal = next(self._bars(choice), None)
        if refusal is None:
            return [choice]
        gesture = self._gesture(choice)
        if gesture is None or gesture == ([], []):
            raise IllegalChoice(refusal.rule, refusal.why)
        steps, refusals = gesture
        if refusal := next(iter(refusals) if refusals else self._bars(steps[0]), None):
            raise IllegalChoice(refusal.rule, refusal.why)
        return steps

    def _gesture(self, choice: Choice) -> tuple[list[Choice], list[Refusal]] | None:
        return None if is_wordy(choice) else self.system.gesture(self.state, choice)

    def _bars(self, choice: Choice) -> Iterator[Refusal]:
        ask = self._ask()
        if is_wordy(choice):
            why = f"a choice has at most {MOST_WORDS} words of {LONGEST_WORD} letters"
            return iter((Refusal(ask.rule, why),))
        if choice.verb in ask.verbs:
            return ask.bars(self.state, choice)
        return iter((self.system.out_of_turn(self.state, choice),))

    def _play(self, choice: Choice) -> tuple[Event, ...]:
        before, rolled = self.state, self.dice.rolled
        ask = before.agenda[-1]
        side = ask.asks(before)
        self.state = state = before.copy()
        umpire = self.system.umpire(state, self.dice)
        self.dice.begin()
        try:
            ask.answer(state, choice, umpire)
            self._run(umpire)
        except BaseException as error:
            self.state = before
            self.dice.rewind(rolled)
            self._decision = None
            if isinstance(error, NeedLinks):
                error.number, error.choice = self.past.number + 1, str(choice)
            # Steps deep in a hand-made agenda are not examined before their turn.
            if (
                self.position is None
                or isinstance(error, LongrollError)
                or not isinstance(error, Exception)
            ):
                raise
            raise _unplayable(error) from error
        events = tuple(umpire.events)
        self.past = Played(
            self.past.number + 1,
            self.past,
            side,
            choice,
            tuple(umpire.faces),
            events,
            sides=tuple(umpire.sides),
        )
        if state.options.undo == "free" or not is_barrier(self.past):
            self._undo = before, self._undo
        else:
            self._undo = None
        return events

    def _play_all(self, steps: Sequence[Choice]) -> tuple[Event, ...]:
        """Play the steps of a gesture, and stop when something happens that may change minds."""
        trial = self.copy()
        events: list[Event] = []
        for number, step in enumerate(steps):
            if number > 0 and (refusal := next(trial._bars(step), None)) is not None:
                if events:
                    break  # what came before has ended the move, or the phase
                raise IllegalChoice(refusal.rule, refusal.why)
            happened = trial._play(step)
            events.extend(happened)
            if trial._stops():
                break
        self.state, self.dice, self.past = trial.state, trial.dice, trial.past
        self._undo, self._decision = trial._undo, None
        return tuple(events)

    def _run(self, umpire: Umpire) -> None:
        """Run every step that needs no choice, up to the next question."""
        state = self.state
        agenda = state.agenda
        self._decision = None
        while state.result is None:
            step = agenda[-1]
            if not isinstance(step, Ask):
                agenda.pop().run(state, umpire)
                continue
            if not step.obvious:
                return
            choices = step.choices(state)
            if len(choices) != 1:
                self._decision = Decision(step, state, choices)
                return
            step.answer(state, choices[0], umpire)
        result = state.result
        umpire.tell(BattleEnded(rules=(result.rule,), winner=result.winner, reason=result.reason))


def is_barrier(played: Played) -> bool:
    """Whether dice fell, the enemy was seen or a phase closed: what undo may not take back."""
    if played.faces:
        return True
    for event in played.events:  # noqa: SIM110 (a plain loop is twice as fast here)
        if event.news or event.final:
            return True
    return False


def begin_position(
    system: System[Any], position: dict[str, Any], state: State, dice: Dice
) -> Battle:
    """The battle of a position whose state was read; BadPosition if it makes no sense.

    A hand-made position can be well typed and still ask the French about hex 9999. Such nonsense
    cannot be listed in full, so the battle is begun and viewed as every user will view it.
    """
    try:
        _refuse(strangers(state, system.known(state)))
        _refuse(system.position_faults(state))
        battle = Battle(system, state, dice, position)
        _refuse(_nonsense(battle))
    except LongrollError:
        raise
    except Exception as error:
        raise _unplayable(error) from error
    return battle


def _refuse(faults: Iterable[str]) -> None:
    """Raise BadPosition if there are any."""
    if found := list(faults):
        raise BadPosition(*found)


def _unplayable(error: Exception) -> BadPosition:
    return BadPosition(f"no battle can go on from here: {type(error).__name__} {error}")


def _nonsense(battle: Battle) -> Iterator[str]:
    """What is wrong with the first question; raises if a view of the battle would."""
    decision = battle.decision
    if decision is not None:
        if decision.side not in battle.system.sides:
            yield f"the agenda asks {decision.side!r}, which is not a side"
        if not decision.question or not decision.choices:
            yield "the agenda asks a question that has no legal answer"
    for side in (*battle.system.sides, ""):
        msgspec.json.encode(battle.view(side))
