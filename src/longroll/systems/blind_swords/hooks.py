"""Where the series rules ask what a battle adds or changes. [blind_swords:1.2.1]

Each room of a battle's exclusive rules fills in the hooks it has something to say at, in a `Rules`
of its own; the battle's system lists the rooms, and they are asked in that order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from longroll.board.hex import Hex
from longroll.display.facts import MarkFacts, Note
from longroll.display.stakes import Stakes
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.kernel.hooks import chained, either, first, hook, summed, told
from longroll.systems.blind_swords.charts import Movement, Road

#: The state of a battle, with the facts that only this battle has.
S = TypeVar("S")
Refusals = Iterator[Refusal]
Lines = Iterator[Line]
Steps = Iterator[Ask | Do]


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[S]):
    """What a room of exclusive rules adds, hook by hook; all rooms together in a `Game`."""

    # Time

    #: The set-up of a scenario is there: add to it what only this battle has.
    set_up: Callable[[S], None] = hook(told)
    #: Steps before the first turn, and at the start of each turn.
    begin_battle: Callable[[S], Steps] = hook(chained)
    begin_turn: Callable[[S], Steps] = hook(chained)
    #: Steps at the start of the Artillery Phase, and of a Full Activation before its order.
    begin_artillery: Callable[[S], Steps] = hook(chained)
    begin_activation: Callable[[S], Steps] = hook(chained)
    #: Steps at the end of a turn, before control is noted: obstacles are cleared, each by one
    #: level at most. [blind_swords:14.4.1] [blind_swords:14.4.2]
    end_turn: Callable[[S], Steps] = hook(chained)
    #: The last turn, if it is not the scenario's; set the result when it is over.
    last_turn: Callable[[S], int | None] = hook(first)
    finish: Callable[[S, Umpire], bool] = hook(either)
    #: Where victory stands.
    stakes: Callable[[S], Stakes | None] = hook(first)
    #: Added to every Command Rating of a side this turn.
    command_bonus: Callable[[S, str], int] = hook(summed)
    #: Hexes whose control counts.
    objectives: Callable[[S], Iterator[Hex]] = hook(chained)

    # Movement

    #: What keeps a unit where it is, for a move of its own side.
    bars_to_move: Callable[[S, int], Refusals] = hook(chained)
    #: What lies in a hex and takes the place of ground and road for a side, and why.
    obstacle: Callable[[S, Hex, str], Movement | None] = hook(first)
    #: A bridge that the step from the first hex to the second goes over.
    bridge: Callable[[S, Hex, Hex], Road | None] = hook(first)
    #: Which rule closes a hex to a unit that cannot pay for a step into it, whoever makes the step.
    closed_ground: Callable[[S, int, Hex], Refusals] = hook(chained)
    #: What bars a unit's voluntary step only, and what keeps a unit from ending a move or a retreat
    #: in a hex that it may pass.
    bars_to_step: Callable[[S, int, Hex, Hex], Refusals] = hook(chained)
    bars_to_stop: Callable[[S, int, Hex], Refusals] = hook(chained)
    #: Steps that come before a unit's voluntary step into a hex: a roll on a table.
    #: [blind_swords:10.1.3]
    before_entering: Callable[[S, int, Hex, Hex], Steps] = hook(chained)
    #: Units have come into a hex; how: "move", "retreat", "advance", "wayward", "withdrawal",
    #: "event", "reinforcement", "rebuild", "displacement".
    entered: Callable[[S, Sequence[int], Hex, str, Umpire], None] = hook(told)
    #: A unit has left a hex, by a move or for good; how, as above, or "removed".
    left: Callable[[S, int, Hex, str, Umpire], None] = hook(told)

    # Sight and fire

    #: The works of the chart that are in a hex now.
    works: Callable[[S, Hex], Iterator[str]] = hook(chained)
    #: What keeps a unit from firing at all, and a side from firing at a hex.
    bars_to_fire: Callable[[S, int], Refusals] = hook(chained)
    bars_to_fire_at: Callable[[S, str, Hex], Refusals] = hook(chained)
    #: Hexes without enemy units that a side may fire at with a kind of fire.
    bare_targets: Callable[[S, str, str], Iterator[Hex]] = hook(chained)
    #: A volley was resolved, with this cell of the Combat Results Table.
    fired: Callable[[S, Any, str, Umpire], None] = hook(told)

    # Close combat and cohesion

    #: What keeps a unit from assaulting a hex.
    bars_to_assault: Callable[[S, int, Hex], Refusals] = hook(chained)
    #: Hexes without enemy units that may be assaulted; see to it, nobody resisting.
    bare_to_assault: Callable[[S, str], Iterator[Hex]] = hook(chained)
    overrun: Callable[[S, Any, Umpire], None] = hook(told)
    #: Added to the Cohesion Rating of a unit that does or does not attack in close combat.
    cohesion_lines: Callable[[S, int, bool], Lines] = hook(chained)
    #: A unit took a loss (the Battleworn side, the Broken Track) or retreated:
    #: Pioneers with it go. A Morale Hit is no loss (CB-74). [blind_swords:9.4.4]
    suffered: Callable[[S, int, Hex, Umpire], None] = hook(told)

    # What is shown

    #: What lies in hexes beside units, in words beside the map, and units that a side may not name.
    marks: Callable[[S], Iterator[MarkFacts]] = hook(chained)
    notes: Callable[[S], Iterator[Note]] = hook(chained)
    unseen: Callable[[S, str], Iterator[int]] = hook(chained)

    # Events

    #: Arrange anew what a side cannot know: the state is a copy, the last argument orders a list.
    rearrange: Callable[[S, str, Callable[[Sequence[Any]], list[Any]]], None] = hook(told)
    #: What keeps events and Fog of War results off a unit, for the side that would use them.
    bars_event_on: Callable[[S, str, int], Refusals] = hook(chained)

    # Between rooms of the series, which would otherwise have to know each other: the system fills
    # these in itself.

    #: The questions, in playing order, whether sides use events at a moment: `event_chits.windows`.
    windows: Callable[..., Sequence[Ask]] = hook(first, lambda *args: ())
    #: Units fall back so many hexes from those who caused it: `retreat.begin`.
    fall_back: Callable[..., None] = hook(told)
