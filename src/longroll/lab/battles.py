"""One battle played to its end, and what there is to count in it."""

from __future__ import annotations

import traceback
from collections import Counter, defaultdict
from typing import Any

import msgspec

import longroll
from longroll.ai import Player, new_player, think
from longroll.display.display import display_of
from longroll.display.facts import Facts
from longroll.kernel.battle import Battle
from longroll.kernel.errors import LongrollError
from longroll.kernel.event import Event
from longroll.kernel.state import State
from longroll.kernel.system import system_named
from longroll.lab.plans import Task

#: A battle that has not ended after this many decisions never will.
MOST_DECISIONS = 500_000
#: Effects that are worth a row of their own.
OF_INTEREST = frozenset(("loss", "leader", "rout", "destruction", "capture"))


class WrongVersion(LongrollError):
    """A worker that plays by other rules than the run."""


class Turn(msgspec.Struct, frozen=True):
    """What a side did and suffered in a turn. `count` is the turn as played, from 1 on, `turn`
    its number by the rules; `lost` counts points of strength, `gone` whole units.

    `worth` is how well the side is doing at its end, 0 to 1, as its system sees it; at the end of
    the battle, what came of it.
    """

    count: int
    turn: int
    side: str
    decisions: int
    dice: int
    lost: int
    gone: int
    worth: float


class Happening(msgspec.Struct, frozen=True):
    """A loss or another event of interest: when, whose, what and where.

    A place is a hex, or a point of a measured table such as `12.5,30`.
    """

    count: int
    turn: int
    decision: int
    side: str
    kind: str
    unit: str
    group: str
    place: str
    lost: int
    gone: bool
    rule: str
    text: str


class Luck(msgspec.Struct, frozen=True):
    """Dice of one kind, thrown by one side's choices: how many, what they should come to on
    average, what they came to, and the variance of that."""

    kind: str
    side: str
    dice: int
    expected: float
    rolled: int
    variance: float


class Fought(msgspec.Struct, frozen=True, kw_only=True):
    """A battle that was played, or the fault that ended it. `units` took the field; `fighting` are
    those of them that fired, met the enemy or lost."""

    name: str
    seed: int
    players: dict[str, str]
    failed: str = ""
    winner: str | None = None
    level: str = ""
    rule: str = ""
    reason: str = ""
    turns: int = 0
    decisions: int = 0
    dice: int = 0
    digest: str = ""
    points: dict[str, int] = {}
    lost: dict[str, int] = {}
    gone: dict[str, int] = {}
    figures: dict[str, int] = {}
    by_turn: list[Turn] = []
    happenings: list[Happening] = []
    citations: dict[str, int] = {}
    luck: list[Luck] = []
    units: list[str] = []
    fighting: list[str] = []


def fight(task: Task) -> Fought:
    """Play a battle to its end. A fault in it is part of the answer, never an exception.

    WrongVersion is the exception: it is a fault of this worker, not of the battle.
    """
    here = system_named(task.system).version
    if here != task.version:
        raise WrongVersion(
            f"this worker plays {task.system} version {here}, the run asks for {task.version}"
        )
    battle = None
    try:
        battle = longroll.new(task.system, task.scenario, seed=task.seed, options=task.options)
        return _fight(task, battle)
    except Exception as error:  # whatever it is, it is this battle's alone
        at = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{at.filename.rpartition('longroll/')[2]}:{at.lineno}"
        when = f"decision {battle.past.number + 1}" if battle is not None else "at the set-up"
        fault = f"{type(error).__name__}: {error} ({where}, {when})"
        return Fought(name=task.name, seed=task.seed, players=task.players, failed=fault)


def _fight(task: Task, battle: Battle) -> Fought:
    players: dict[str, Player] = {
        side: new_player(name, task.system, f"{task.seed}:{side}")
        for side, name in task.players.items()
    }
    count = _Count(battle)
    while (decision := battle.decision) is not None:
        if battle.past.number >= MOST_DECISIONS:
            raise RuntimeError(f"no end after {MOST_DECISIONS} decisions")
        before, side = battle.state, decision.side
        events = battle.play(think(players[side], battle).choice)
        count.add(before, side, events)
    result = battle.result
    assert result is not None
    count.end_turn()
    points: Counter[str] = Counter()
    for score in result.scores:
        points[score.side] += score.points
    sides = battle.system.sides
    return Fought(
        name=task.name,
        seed=task.seed,
        players=task.players,
        winner=result.winner,
        level=result.level,
        rule=result.rule,
        reason=result.reason,
        turns=count.number,
        decisions=battle.past.number,
        dice=battle.dice.rolled,
        digest=battle.hash(),
        points={side: points[side] for side in sides},
        lost={side: count.all_lost[side] for side in sides},
        gone={side: count.all_gone[side] for side in sides},
        figures=battle.system.figures(battle.state),
        by_turn=count.turns,
        happenings=count.happenings,
        citations=dict(sorted(count.citations.items())),
        luck=count.luck(),
        units=sorted(count.units),
        fighting=sorted(count.fighting),
    )


class _Count:
    """Counts what happens in a battle, turn by turn."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.system = battle.system
        table = display_of(battle.system).table(battle.state.scenario)
        self.pieces = {piece.id: (piece.side, piece.group) for piece in table.pieces}
        self.is_sheet = table.sheet is not None
        self.number = 0
        self.turn = self.system.turn(battle.state)
        self.turns: list[Turn] = []
        self.happenings: list[Happening] = []
        self.citations: Counter[str] = Counter()
        self.units: set[str] = set()
        self.fighting: set[str] = set()
        self.all_lost: Counter[str] = Counter()
        self.all_gone: Counter[str] = Counter()
        self._dice: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0, 0.0, 0, 0.0])
        self._begin_turn()
        for event in battle.past.events:
            self._cite(event)

    def _begin_turn(self) -> None:
        self.number += 1
        self.units |= self._on_the_field(self.battle.state)
        self.decisions: Counter[str] = Counter()
        self.rolled: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.gone: Counter[str] = Counter()

    def add(self, before: State, side: str, events: tuple[Event, ...]) -> None:
        """A choice of a side, and what came of it."""
        self.decisions[side] += 1
        for event in events:
            self._cite(event)
            self._roll(event, side)
            self._happen(event, before)
        turn = self.system.turn(self.battle.state)
        if turn != self.turn:
            # Whatever comes before the first turn is part of it.
            if self.turn:
                self.end_turn()
                self._begin_turn()
            self.turn = turn

    def end_turn(self) -> None:
        """Close the turn that is being played."""
        self.units |= self._on_the_field(self.battle.state)
        for side in self.system.sides:
            self.turns.append(
                Turn(
                    self.number,
                    self.turn,
                    side,
                    self.decisions[side],
                    self.rolled[side],
                    self.lost[side],
                    self.gone[side],
                    self._worth(side),
                )
            )

    def _worth(self, side: str) -> float:
        result = self.battle.result
        if result is None:
            return round(self.system.worth(self.battle.state, side), 6)
        return 0.5 if result.winner is None else float(result.winner == side)

    def luck(self) -> list[Luck]:
        """What the dice of each kind and side came to."""
        return [
            Luck(kind, side, int(dice), expected, int(rolled), variance)
            for (kind, side), (dice, expected, rolled, variance) in sorted(self._dice.items())
        ]

    def _cite(self, event: Event) -> None:
        self.citations.update(event.rules)
        self.citations.update(line.rule for line in event.ledger() if line.rule)

    def _roll(self, event: Event, side: str) -> None:
        if not event.rolls:
            return
        sums = self._dice[type(event).__name__, side]
        for roll in event.rolls:
            self.rolled[side] += 1
            sums[0] += 1
            sums[1] += (roll.sides + 1) / 2
            sums[2] += roll.value
            sums[3] += (roll.sides**2 - 1) / 12

    def _happen(self, event: Event, before: State) -> None:
        scene = event.scene()
        for shot in scene.shots:
            self.fighting.update(self._units_at(before, (*shot.start, shot.to)))
        effect = event.effect()
        for loss in scene.losses:
            self.fighting.add(loss.unit)
            side, group = self._piece(before, loss.unit)
            self.lost[side] += loss.number
            self.all_lost[side] += loss.number
            self.gone[side] += loss.gone
            self.all_gone[side] += loss.gone
            kind = effect.kind if effect is not None and effect.kind in OF_INTEREST else "loss"
            self._tell(event, kind, loss.unit, side, group, before, loss.number, loss.gone)
        if not scene.losses and effect is not None and effect.kind in OF_INTEREST:
            unit = getattr(event, "unit", None)
            name = getattr(unit, "id", unit if isinstance(unit, str) else "")
            side, group = self._piece(before, name) if name else ("", "")
            self._tell(event, effect.kind, name, side, group, before)

    def _tell(
        self,
        event: Event,
        kind: str,
        unit: str,
        side: str,
        group: str,
        before: State,
        lost: int = 0,
        gone: bool = False,
    ) -> None:
        where = event.scene().where
        place = where[0] if where else ""
        if self.is_sheet:
            place = self._point(before, unit, side)
        self.happenings.append(
            Happening(
                self.number,
                self.turn,
                self.battle.past.number,
                side,
                kind,
                unit,
                group,
                place,
                lost,
                gone,
                event.rules[0] if event.rules else "",
                event.text(),
            )
        )

    def _facts(self, state: State, side: str) -> Facts | None:
        facts: Any = self.system.facts(state, side)
        return facts if isinstance(facts, Facts) else None

    def _piece(self, state: State, unit: str) -> tuple[str, str]:
        """The side and the group of a unit; of one that came into being in the battle too."""
        if unit not in self.pieces:
            self.pieces[unit] = ("", "")
            for side in self.system.sides:
                facts = self._facts(state, side)
                for piece in facts.pieces if facts is not None else ():
                    self.pieces[piece.id] = (piece.side, piece.group)
        return self.pieces[unit]

    def _point(self, state: State, unit: str, side: str) -> str:
        """Where a unit of a side stood on a measured table."""
        facts = self._facts(state, side or self.system.sides[0])
        body = facts.bodies.get(unit) if facts is not None else None
        return f"{body.x / 100:g},{body.y / 100:g}" if body is not None else ""

    def _on_the_field(self, state: State) -> set[str]:
        found: set[str] = set()
        for side in self.system.sides:
            facts = self._facts(state, side)
            if facts is not None:
                found.update(facts.bodies)
                found.update(
                    unit
                    for stack in facts.stacks
                    if stack.side == side
                    for unit in stack.units or ()
                )
        return found

    def _units_at(self, state: State, places: tuple[str, ...]) -> list[str]:
        """The units in some places; on a measured table places are units."""
        if self.is_sheet:
            return list(places)
        wanted = set(places)
        found: list[str] = []
        for side in self.system.sides:
            facts = self._facts(state, side)
            for stack in facts.stacks if facts is not None else ():
                if stack.hex in wanted and stack.side == side:
                    found += stack.units or ()
        return found
