"""2.10 Water and woods on the march: who may enter what, and the Bayou Entry Table.

Retreats, advances, events, withdrawals and displacements into bayou or cypress are the series'
own: see `blind_swords.entering` and `blind_swords.overstack`. [chickasaw_bayou:2.10h.13]
[chickasaw_bayou:2.10h.14] [chickasaw_bayou:2.10h.15] So are checks and Break Tests.
[chickasaw_bayou:2.10h.10] [chickasaw_bayou:2.10h.11]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.event import Effect, Event, Scene
from longroll.kernel.hooks import NOTHING
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import moving
from longroll.systems.blind_swords.charts import NO
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.blind_swords.roster import Name, UnitNumber
from longroll.systems.blind_swords.state import HexName
from longroll.systems.blind_swords.wording import name
from longroll.systems.chickasaw_bayou.bridges import bridge
from longroll.systems.chickasaw_bayou.game import setting
from longroll.systems.chickasaw_bayou.state import State
from longroll.systems.chickasaw_bayou.tables import TABLES
from longroll.systems.chickasaw_bayou.terrain import BAYOUS, FIELD, MAP

_UNION = "union"
_GO_IN, _STAY_OUT = choice("go-in"), choice("stay-out")
#: Who is kept out of each kind of ground, and by which rule.
_CLOSED = {
    "lake": ("nobody enters the lake in {hex}", "chickasaw_bayou:2.10g.1"),
    "bayou": ("guns and cavalry, even on foot, cannot enter {hex}", "chickasaw_bayou:2.10h.5"),
    "swamp": ("guns and cavalry enter {hex} by road only", "chickasaw_bayou:2.10i.2"),
    "cypress": ("guns and cavalry cannot enter the cypress in {hex}", "chickasaw_bayou:2.10j.5"),
    "heavy_woods": ("guns and cavalry enter {hex} by road only", "chickasaw_bayou:2.10n.3"),
}


def closed_ground(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """Ground that a unit cannot enter at all, or only by road; timber in it opens none (CB-87).

    [chickasaw_bayou:2.10g.1] [chickasaw_bayou:2.10h.5] [chickasaw_bayou:2.10i.2]
    [chickasaw_bayou:2.10j.5] [chickasaw_bayou:2.10n.3]
    """
    closed, ground = _CLOSED.get(MAP.terrain[hex]), FIELD.ground[hex]
    arm = state.piece(unit).arm if ground.table else state.arm(unit)
    if closed is not None and (hex not in state.timber or ground.cost(arm) == NO):  # type: ignore[arg-type]
        yield Refusal(closed[1], closed[0].format(hex=hex))


# The Bayou Entry Table


class BayouTried(Event, frozen=True, kw_only=True):
    """A unit has looked for a way into the water."""

    topic: ClassVar[str] = "crossing the bayou"

    unit: Name
    hex: Hex
    result: str

    def text(self) -> str:
        found = {
            "enters": "finds a way into",
            "choice": "finds a doubtful way into",
            "barred": "finds no way this turn into",
        }[self.result]
        return f"{self.unit} {found} the bayou in {self.hex}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class StayedOut(Event, frozen=True, kw_only=True):
    """A unit keeps out of the water after all."""

    unit: Name
    hex: Hex

    def text(self) -> str:
        return f"{self.unit} stays out of the bayou in {self.hex}."

    def effect(self) -> Effect | None:
        return Effect("nothing", self.text())


def before_entering(state: State, unit: int, start: Hex, hex: Hex) -> Iterator[Ask | Do]:
    """Before a unit wades into a bayou it rolls, unless a bridge leads there or the Union makes its
    grand assault. [chickasaw_bayou:2.10h.6] [chickasaw_bayou:2.1b.2] [chickasaw_bayou:2.10k.1]
    [chickasaw_bayou:17.6h]
    """
    if hex not in BAYOUS or bridge(state, start, hex) is not None:
        return
    scenario = setting(state.scenario, state.options)
    is_free = scenario.clock(state.turn) in scenario.special.free_bayou_entry
    if not (is_free and state.side_of(unit) == _UNION):
        yield BayouEntry(unit, hex)


class BayouEntry(Do, frozen=True):
    """The roll before a unit enters a bayou; its points are spent in any case.

    [chickasaw_bayou:2.10h.7] [chickasaw_bayou:2.10h.12]
    """

    unit: UnitNumber
    hex: HexName

    def run(self, state: State, umpire: Umpire) -> None:
        table = TABLES.bayou_entry.die
        rolls, result = umpire.look_up("Bayou entry", lambda die: table[die])
        rule = {
            "enters": "chickasaw_bayou:2.10h.7",
            "choice": "chickasaw_bayou:2.10h.8",
            "barred": "chickasaw_bayou:2.10h.12",
        }[result]
        umpire.tell(
            BayouTried(
                rules=(rule,),
                rolls=rolls,
                unit=name(state, self.unit),
                hex=self.hex,
                result=result,
            )
        )
        if result == "choice":
            state.agenda.append(BayouChoice(state.side_of(self.unit), self.unit, self.hex))
        elif result == "barred":
            before = state.barred.get(self.unit, ())
            state.barred = {**state.barred, self.unit: (*before, self.hex)}
            moving.turn_back(state)


class BayouChoice(Ask, frozen=True):
    """In with a Cohesion Check, or out; the points are spent either way.

    [chickasaw_bayou:2.10h.8] [chickasaw_bayou:2.10h.9]
    """

    side: SideName
    unit: UnitNumber
    hex: HexName

    rule: ClassVar[str] = "chickasaw_bayou:2.10h.8"
    verbs: ClassVar[tuple[str, ...]] = ("go-in", "stay-out")

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        title = state.piece(self.unit).title
        return f"Does {title} enter the bayou in {self.hex}, with a Cohesion Check?"

    def choices(self, state: State) -> list[Choice]:
        return [_GO_IN, _STAY_OUT]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from bare(choice, self.rule)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "go-in":
            moving.check_on_entry(state, "chickasaw_bayou:2.10h.9")
        else:
            umpire.tell(StayedOut(rules=(self.rule,), unit=name(state, self.unit), hex=self.hex))
            moving.turn_back(state)


def bars_to_step(state: State, unit: int, start: Hex, hex: Hex) -> Iterator[Refusal]:
    """A bayou that a unit found no way into is closed to it for the turn (CB-09).

    [chickasaw_bayou:2.10h.12]
    """
    if hex not in state.barred.get(unit, ()) or bridge(state, start, hex) is not None:
        return NOTHING
    why = f"{state.piece(unit).title} has found no way into {hex} this turn"
    return iter((Refusal("chickasaw_bayou:2.10h.12", why),))


def begin_turn(state: State) -> Iterator[Do]:
    if state.barred:
        yield TryAgain()


class TryAgain(Do, frozen=True):
    """A new turn: every bayou may be tried again. [chickasaw_bayou:2.10h.12]"""

    def run(self, state: State, umpire: Umpire) -> None:
        state.barred = {}


RULES = Rules[State](
    closed_ground=closed_ground,
    bars_to_step=bars_to_step,
    before_entering=before_entering,
    begin_turn=begin_turn,
)
STEPS: tuple[type[Any], ...] = (BayouEntry, BayouChoice, TryAgain)
