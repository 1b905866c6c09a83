"""2.4.2 and 7.3b Generals: their Command Ratings, and how they fall and come back."""

from __future__ import annotations

from longroll.kernel.agenda import Umpire
from longroll.kernel.event import Line
from longroll.systems.blind_swords import cup
from longroll.systems.blind_swords.chit_events import ChitReplaced, GeneralRolled
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.tables import reading

NO_EFFECT, CASUALTY, RESTORED = "no_effect", "casualty", "restored"


def rating_lines(state: State, leader: str) -> list[Line]:
    """A leader's Command Rating, that of his Casualty chit while it is in force, and a bonus.

    [blind_swords:2.4.2] [blind_swords:2.4.3] [blind_swords:5.1.7]
    """
    one = state.game.chits.leaders[leader]
    if leader in state.casualties:
        words = f"Command Rating on the Casualty chit of {one.name}"
        lines = [Line(one.casualty_rating, words, "blind_swords:5.1.7")]
    else:
        lines = [Line(one.rating, f"Command Rating of {one.name}", "blind_swords:2.4.2")]
    if bonus := state.game.rules.command_bonus(state, one.side):
        lines.append(Line(bonus, "rule of the scenario for this turn", "blind_swords:1.2.1"))
    return lines


def rating(state: State, leader: str) -> int:
    return sum(line.value for line in rating_lines(state, leader))


def fate(state: State, leader: str, roll: int) -> str:
    """What a reading that names a leader does to him.

    One whose chit is not in play is untouched, as is a casualty by readings that do not restore
    him. [blind_swords:7.3b.9] [blind_swords:7.3b.11] [blind_swords:7.3b.12]
    """
    one = state.game.chits.leaders[leader]
    if leader not in state.cup and leader not in cup.leaders_in_play(state, one.side):
        return NO_EFFECT
    if leader in state.casualties:
        return RESTORED if roll in one.restore else NO_EFFECT
    return CASUALTY


def casualty_roll(state: State, side: str, umpire: Umpire) -> None:
    """A side rolls on its General Casualty table. [blind_swords:7.3b.9]

    A chit that is out is replaced at once, one in the cup when it is drawn. [blind_swords:7.3b.10]
    """
    tens = umpire.roll("General Casualty, tens")
    units = umpire.roll("General Casualty, units")
    roll = reading(tens.value, units.value)
    leader = state.game.chits.general(side, roll)  # type: ignore[arg-type]
    result = fate(state, leader, roll) if leader else NO_EFFECT
    in_cup = leader in state.cup
    if leader and result != NO_EFFECT:
        if in_cup:
            state.struck = state.struck | {leader}
        else:
            state.casualties = state.casualties ^ {leader}
    umpire.tell(
        GeneralRolled(
            rules=("blind_swords:7.3b.9", "blind_swords:7.3b.10"),
            rolls=(tens, units),
            side=side,
            reading=roll,
            leader=state.game.chits.leaders[leader].name if leader else "",
            result=result,
            when_drawn=in_cup and result != NO_EFFECT,
        )
    )


def replace_chit(state: State, leader: str, umpire: Umpire) -> None:
    """A struck leader's chit is exchanged as it is drawn, before any roll.

    [blind_swords:7.3b.10]
    """
    if leader not in state.struck:
        return
    state.struck = state.struck - {leader}
    state.casualties = state.casualties ^ {leader}
    umpire.tell(
        ChitReplaced(
            rules=("blind_swords:7.3b.10",),
            leader=state.game.chits.leaders[leader].name,
            casualty=leader in state.casualties,
        )
    )
