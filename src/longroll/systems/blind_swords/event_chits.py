"""7.3f Events in hand: the moments at which they may be played, and playing them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.memo import finding
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import cup, event_actions
from longroll.systems.blind_swords.chit_events import EventPlayed
from longroll.systems.blind_swords.event_effects import BETWEEN_DRAWS, EFFECTS, Effect, Moment
from longroll.systems.blind_swords.state import State

_PASS, _LET_PASS = choice("pass"), choice("let-pass")
#: The moment for what may follow another event in the same combat. [blind_swords:7.4.20]
ASSAULT_WON = "assault_won"
#: What each moment is, for the question.
MOMENTS = {
    BETWEEN_DRAWS: "before the next chit is drawn",
    "fire_declared": "on this fire",
    "assault_declared": "on this assault",
    "artillery_fires": "on this artillery fire",
    "activation_gained": "on this activation",
    "activation_begins": "as the brigade begins",
    "attack_activation": "in this attack",
    ASSAULT_WON: "after this assault",
    "cohesion_roll": "on this roll",
    "activation_ended": "as the activation ends",
}


def windows(state: State, timing: str, *sides: str) -> list[Ask]:
    """The questions, in playing order, whether sides play an event at a moment.

    A side is asked if it holds an event, if some event of that moment may be among them for all
    the other side knows, and if it did not say that it lets such moments pass. In a close combat
    it plays one, from its declaration to its last check, and then only what is for an assault won
    (CB-73).
    [blind_swords:7.3f.1] [blind_swords:7.3f.2] [blind_swords:7.3f.3] [blind_swords:1.6.1]
    """
    done = state.played if state.played and timing != ASSAULT_WON else ()
    return [
        Window(side, timing)
        for side in sides
        if state.held.get(side)
        and side not in done
        and timing not in state.let_pass.get(side, ())
        and _possible(state, side, timing)
    ]


@finding("seen")
def _possible(state: State, side: str, timing: str) -> tuple[str, ...]:
    """Events of a moment that a side could hold, for all that both sides have seen."""
    events = state.game.chits.events
    unseen = cup.without(cup.pool(state, side), state.seen.get(side, ()))
    return tuple([one for one in dict.fromkeys(unseen) if timing in events[one].timing])


def bars_now(state: State, side: str, event: str) -> Iterator[Refusal]:
    """What keeps a side from playing an event that it holds at this very moment."""
    line = state.game.chits.events[event]
    window = state.agenda[-1] if state.agenda else None
    if not isinstance(window, Window) or window.side != side or window.timing not in line.timing:
        yield Refusal("blind_swords:7.3f.2", f"{line.title} is not for this moment")
    elif next(EFFECTS[event].targets(state, window.moment(state)), None) is None:
        yield from window.why_nothing(state, event)


class Window(Ask, frozen=True):
    """A moment at which a side may play an event, whether it holds a fitting one or not.

    Between draws any number may be played, in a combat one by each side. [blind_swords:7.3f.3]
    """

    side: SideName
    timing: str

    rule: ClassVar[str] = "blind_swords:7.3f.2"
    verbs: ClassVar[tuple[str, ...]] = ("play", "pass", "let-pass")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Do you play an event {MOMENTS.get(self.timing, 'now')}?"

    def moment(self, state: State) -> Moment:
        """The step that is interrupted lies below all windows of the moment."""
        below = (step for step in reversed(state.agenda) if not isinstance(step, Window))
        return Moment(self.side, self.timing, next(below, None))

    def choices(self, state: State) -> list[Choice]:
        """Nothing but to pass where no event that the side could hold may be played."""
        moment = self.moment(state)
        possible = _possible(state, self.side, self.timing)
        held = state.held.get(self.side, ())
        plays = [
            choice("play", event, *([word] if word else []))
            for event in possible
            if event in held
            for word in EFFECTS[event].targets(state, moment)
        ]
        if plays or any(
            next(EFFECTS[event].targets(state, moment), None) is not None
            for event in possible
            if event not in held
        ):
            return [*plays, _PASS, _LET_PASS]
        return [_PASS]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb != "play":
            yield from bare(choice, self.rule)
            return
        event = choice.object
        line = state.game.chits.events.get(event)
        if line is None or event not in state.held.get(self.side, ()):
            yield Refusal("blind_swords:7.3f.1", f"you do not hold {event or 'that'}")
        elif self.timing not in line.timing:
            yield Refusal(self.rule, f"{line.title} is not for this moment")
        else:
            yield from self._bars_target(state, event, choice.objects[1:])

    def _bars_target(self, state: State, event: str, words: tuple[str, ...]) -> Iterator[Refusal]:
        effect, rule = EFFECTS[event], state.game.chits.events[event].rule
        wanted = 1 if effect.takes else 0
        if len(words) != wanted or not _is_known(state, effect, words):
            what = {"": "nothing", "group": "a brigade"}.get(effect.takes, f"a {effect.takes}")
            yield Refusal(rule, f"{state.game.chits.events[event].title} is played on {what}")
        else:
            yield from effect.bars(state, self.moment(state), words[0] if words else "")

    def why_nothing(self, state: State, event: str) -> Iterator[Refusal]:
        """Why an event of this moment cannot be played on anything."""
        effect, moment = EFFECTS[event], self.moment(state)
        words = [*effect.among(state, moment)]
        if len(words) == 1:
            yield from effect.bars(state, moment, words[0])
        else:
            line = state.game.chits.events[event]
            yield Refusal(line.rule, f"there is nothing to play {line.title} on")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb != "play":
            state.agenda.pop()
            if choice.verb == "let-pass":
                passed = (*state.let_pass.get(self.side, ()), self.timing)
                state.let_pass = {**state.let_pass, self.side: passed}
            return
        event, word = choice.object, choice.objects[1] if len(choice.objects) > 1 else ""
        moment = self.moment(state)
        spend(state, self.side, event)
        if state.played is not None:
            state.played |= {self.side}
        if self.timing != BETWEEN_DRAWS or not state.held.get(self.side):
            state.agenda.pop()
        line = state.game.chits.events[event]
        umpire.tell(
            EventPlayed(
                rules=(line.rule,),
                side=self.side,
                title=line.title,
                on=_words(state, EFFECTS[event], word),
                hex=word if EFFECTS[event].takes == "hex" else "",
            )
        )
        EFFECTS[event].play(state, moment, word, umpire)


def spend(state: State, side: str, event: str) -> None:
    """An event leaves the hand for all to see."""
    held = cup.without(state.held.get(side, ()), (event,))
    state.held = {**state.held, side: tuple(held)}
    state.seen = {**state.seen, side: tuple(sorted((*state.seen.get(side, ()), event)))}


def _is_known(state: State, effect: Effect, words: tuple[str, ...]) -> bool:
    """Whether what an event is to be played on exists."""
    known: dict[str, Any] = {
        "unit": state.game.roster.number,
        "hex": state.game.grid,
        "group": state.game.roster.brigades,
    }
    return all(word in known[effect.takes] for word in words)


def _words(state: State, effect: Effect, word: str) -> str:
    if effect.takes == "unit":
        return state.game.roster[word].title
    if effect.takes == "group":
        return state.game.roster.brigades[word].title
    return word


STEPS: tuple[type[Any], ...] = (Window, *event_actions.STEPS)
