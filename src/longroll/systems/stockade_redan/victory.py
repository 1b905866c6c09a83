"""4.0 How to win: sudden death, the redan taken, the Gettysburg Matrix."""

from __future__ import annotations

from typing import Literal

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Dice, Roll
from longroll.kernel.event import Line
from longroll.kernel.state import Result, Score
from longroll.systems.stockade_redan.events import MatrixRolled
from longroll.systems.stockade_redan.roster import (
    CONFEDERATE,
    OF_SIDE,
    OFFICER,
    REGIMENTS,
    SIDES,
    UNION,
    of,
)
from longroll.systems.stockade_redan.scenario import scenario
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import REDAN, WEST_EDGE_INSIDE

Verdict = Literal["continue", "second_assault", "roll_matrix", "union_wins", "confederate_wins"]


def check_sudden_death(state: State) -> None:
    """At any moment: with no Union unit left on the map, the Confederates have won.

    Bridging markers are not units; officers are (SR-49).
    [stockade_redan:4.1.1] [stockade_redan:4.1.2] [stockade_redan:4.3.1]
    """
    if state.is_fighting and state.result is None and not state.stacks[UNION]:
        state.result = _result(
            state, CONFEDERATE, "stockade_redan:4.1.1", "every Union unit on the map is lost"
        )


def redan_taken(state: State) -> bool:
    """Whether the Union holds, or was the last to hold, every redan hex.

    Open hexes inside and the ditch do not matter, nor do Confederate losses.
    [stockade_redan:4.2.1] [stockade_redan:4.2.2] [stockade_redan:4.2.4]
    """
    return state.union_held == REDAN


def verdict(state: State) -> Verdict:
    """What the end of a game turn, after phase XII (SR-23), decides.

    [stockade_redan:4.2.1] [stockade_redan:4.3.2] [stockade_redan:4.4.1] [stockade_redan:5.1.2]
    """
    if state.result is not None:
        return "union_wins" if state.result.winner == UNION else "confederate_wins"
    if redan_taken(state):
        return "union_wins" if state.assault == 1 else "roll_matrix"
    if state.turn < scenario(state.scenario).turns:
        return "continue"
    return "second_assault" if state.assault == 1 else "confederate_wins"


def regiments_without_officers(state: State) -> int:
    """Union regiments whose officers came into play and are all lost (SR-49)."""
    return sum(
        all(state.units[officer].lost for officer in of(regiment.name, OFFICER))
        for regiment in REGIMENTS.values()
        if regiment.side == UNION
    )


def matrix_modifiers(
    union_on_west_edge: bool, bare_regiments: int, confederates: int, union: int
) -> tuple[Line, ...]:
    """The modifiers of the Gettysburg Matrix; they add up. [stockade_redan:4.4.5]"""
    modifiers = TABLES.gettysburg_modifiers
    lines: list[Line] = []
    if not union_on_west_edge:
        lines.append(
            Line(
                modifiers.no_union_on_west_edge,
                "no Union unit on the west edge inside the redan",
                "stockade_redan:4.4.2",
            )
        )
    if bare_regiments >= 3:
        lines.append(
            Line(
                modifiers.three_regiments_without_officers,
                f"{bare_regiments} Union regiments have lost all their officers",
                "stockade_redan:4.4.3",
            )
        )
    if confederates > union:
        lines.append(
            Line(
                modifiers.outnumbered,
                f"{confederates} Confederate units outnumber {union} Union units",
                "stockade_redan:4.4.4",
            )
        )
    return tuple(lines)


def roll_matrix(turn: int, modifiers: tuple[Line, ...], dice: Dice | Umpire) -> tuple[str, Roll]:
    """The side that wins once the redan has fallen in the second assault, and the die.

    [stockade_redan:1.0.2] [stockade_redan:4.4.6] [stockade_redan:4.4.7] [stockade_redan:4.4.8]
    [stockade_redan:4.4.9] [stockade_redan:4.4.10]
    """
    needed = TABLES.gettysburg[turn]
    added = sum(line.value for line in modifiers)
    roll = dice.roll("Gettysburg Matrix", at_most=needed - added)
    return (UNION if roll.value + added <= needed else CONFEDERATE), roll


def end_turn(state: State, umpire: Umpire) -> Verdict:
    """Decide the battle if the turn just ended decides it."""
    outcome = verdict(state)
    if outcome == "union_wins":
        state.result = _result(
            state, UNION, "stockade_redan:4.2.1", "the Union holds every redan hex"
        )
    elif outcome == "confederate_wins":
        state.result = _result(
            state, CONFEDERATE, "stockade_redan:4.3.2", "the second assault has failed"
        )
    elif outcome == "roll_matrix":
        modifiers = matrix_modifiers(
            any(hex in state.stacks[UNION] for hex in WEST_EDGE_INSIDE),
            regiments_without_officers(state),
            state.on_map(CONFEDERATE),
            state.on_map(UNION),
        )
        winner, roll = roll_matrix(state.turn, modifiers, umpire)
        umpire.tell(
            MatrixRolled(
                rules=("stockade_redan:4.4.1", "stockade_redan:4.4.5"),
                rolls=(roll,),
                turn=state.turn,
                modifiers=modifiers,
                needed=TABLES.gettysburg[state.turn],
                winner=winner,
            )
        )
        state.result = _result(
            state,
            winner,
            "stockade_redan:4.4.1" if winner == UNION else "stockade_redan:4.4.10",
            "the redan has fallen, and the Gettysburg Matrix decides",
        )
    return outcome


def _result(state: State, winner: str, rule: str, reason: str) -> Result:
    ordinal = "first" if state.assault == 1 else "second"
    scores = tuple(
        Score(
            side,
            sum(state.units[unit].lost for unit in OF_SIDE[side]),
            "units and officers lost",
            "stockade_redan:2.5.1",
        )
        for side in SIDES
    )
    return Result(
        winner, f"{winner} victory, {ordinal} assault, turn {state.turn}", rule, reason, scores
    )
