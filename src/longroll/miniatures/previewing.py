"""What an order would come to before it is given: leg by leg, with what is left of the move."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from longroll.board.table import Straight, Turn, Wheel
from longroll.board.table.angles import HALF_TURN
from longroll.display.facts import Body
from longroll.display.preview import Preview, Stage
from longroll.kernel.agenda import Ask
from longroll.kernel.decision import Choice, Refusal
from longroll.miniatures import ways
from longroll.miniatures.drill import Act, Change, Drill
from longroll.miniatures.marching import March
from longroll.miniatures.measure import Measure, degrees, written
from longroll.miniatures.picking import OneAtATime
from longroll.miniatures.standing import Battle

#: What an order of one verb comes to; None if its words make no sense.
Shown = Callable[[Any, str, Choice], Preview | None]
#: An order whose last leg is as long as it may be, how long that is, and what bars a longer one.
Cut = tuple[Choice, int, tuple[Refusal, ...]]
Fit = Callable[[Any, str, Choice], Cut | None]


def preview(
    state: Any, side: str, choice: Choice, shown: Mapping[str, Shown], fit: Fit | None = None
) -> Preview:
    """What an order of a side would come to, in the state as it knows it; ValueError if it is not
    asked for orders now. With `fit`, an order that may not be given is cut to what may."""
    ask = state.agenda[-1] if state.agenda else None
    if not isinstance(ask, Ask) or ask.asks(state) != side:
        raise ValueError("it is not your turn to give orders")
    if choice.verb not in ask.verbs:
        refusal = Refusal(ask.rule, f"{choice.verb} belongs to another step of the period")
        return Preview(order=str(choice), legal=False, refusals=(refusal,))
    bars = ask.bars_at_once if isinstance(ask, OneAtATime) else ask.bars
    beyond: tuple[Refusal, ...] = ()
    cut: int | None = None
    refusals = tuple(dict.fromkeys(bars(state, choice)))
    shorter = fit(state, side, choice) if fit is not None else None
    if shorter is not None:
        choice, cut, beyond = shorter
        refusals = tuple(dict.fromkeys(bars(state, choice)))
    show = shown.get(choice.verb)
    found = show(state, side, choice) if show is not None else None
    return replace(
        found or Preview(order="", legal=True),
        order=str(choice),
        legal=not refusals,
        refusals=refusals,
        cut=cut,
        beyond=beyond,
    )


def fitted(
    order: Drill, bars: Callable[[Drill], tuple[Refusal, ...]]
) -> tuple[Drill, int, tuple[Refusal, ...]] | None:
    """A drill whose last leg is as long as it may be, how long that is, and what bars a longer
    one; None if it may be done as it is, does not end with a leg, or may not begin."""
    *before, last = order.acts
    if not isinstance(last, (Straight, Wheel)) or not bars(order):
        return None
    whole = last.length if isinstance(last, Straight) else last.angle

    def shorter(size: int) -> Drill:
        act = (
            replace(last, length=size) if isinstance(last, Straight) else replace(last, angle=size)
        )
        return replace(order, acts=(*before, act))

    # The largest size that nothing bars: what bars a leg bars a longer one.
    size = bisect(range(1, whole), False, key=lambda size: bool(bars(shorter(size))))
    if not size:
        return None
    return shorter(size), size, tuple(dict.fromkeys(bars(shorter(size + 1))))


def marched(state: Battle, order: Drill, done: March, body: Callable[[Any], Body]) -> Preview:
    """What a march comes to, stage by stage."""
    stages = tuple(_stages(order, done, body))
    rate = ways.whole_move(state, done.unit, done.pace)
    left = int(Fraction(done.left) * rate // 1)
    return Preview(
        order="",
        legal=True,
        stages=stages,
        headline=headline(left, rate, state.rulebook.measure),
        detail=", ".join(stage.text for stage in stages),
        left=left,
        lines=done.lines,
    )


def _stages(order: Drill, done: March, body: Callable[[Any], Body]) -> Iterator[Stage]:
    """Each stage with its words: an act that was refused has none, going through friends has one
    of its own."""
    acts = iter(order.acts)
    for stage in done.stages:
        there = body(stage.unit)
        if stage.passes:
            yield Stage(there, stage.lines[-1].reason)
            continue
        goes = stage.length > 0
        act = next((one for one in acts if isinstance(one, (Straight, Wheel)) == goes), None)
        yield Stage(there, act_words(act, stage.length) if act is not None else "")


def headline(left: int, rate: int, measure: Measure) -> str:
    """What is left of a move, in hundredths, below 0 if it goes too far.

    >>> inches = Measure("in", "inches")
    >>> headline(120, 600, inches), headline(-50, 600, inches), headline(0, 0, inches)
    ('1.2 in left of 6', '0.5 in too far for 6 in', 'it has no rate of march')
    """
    if not rate:
        return "it has no rate of march"
    if left < 0:
        return f"{measure.told(-left)} too far for {measure.told(rate)}"
    return f"{measure.told(left)} left of {written(rate)}"


def act_words(act: Act, length: int) -> str:
    """One act of a move in words.

    >>> act_words(Wheel("left", 80), 83), act_words(Turn(-900), 0), act_words(Straight(400, 0), 400)
    ('wheel 0.83 (8° left)', 'turn 90° left', 'advance 4')
    """
    if isinstance(act, Change):
        return act.manoeuvre.replace("_", " ")
    far = written(length)
    if isinstance(act, Wheel):
        return f"wheel {far} ({degrees(act.angle)}° {act.hand})"
    if isinstance(act, Turn):
        if abs(act.angle) == HALF_TURN:
            return "face about"
        return f"turn {degrees(abs(act.angle))}° {'left' if act.angle < 0 else 'right'}"
    if act.angle in (0, HALF_TURN):
        return f"{'step back' if act.angle else 'advance'} {far}"
    hand = "left" if act.angle < 0 else "right"
    return f"oblique {far} ({degrees(abs(act.angle))}° {hand})"
