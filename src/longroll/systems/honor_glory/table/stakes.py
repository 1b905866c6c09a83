"""Where victory stands. [honor_glory:10.1] [honor_glory:10.2]"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.display.stakes import Level, Stake, Stakes
from longroll.kernel.state import Result
from longroll.miniatures.stakes import objectives
from longroll.systems.honor_glory.measure import CENTIMETRES
from longroll.systems.honor_glory.play import victory
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.words import SIDES

_RULE = "honor_glory:10.1"


def stakes(state: State) -> Stakes:
    """What each army can still bear, who is at the objective, and how it would end now."""
    objective = state.played.file.objective
    now: Result = state.result or victory.at_the_end(state)
    titles = [f"{SIDES[0].title()} victory", "Draw", f"{SIDES[1].title()} victory"]
    winners = (SIDES[0], None, SIDES[1])
    return Stakes(
        verdict=f"{f'{now.winner.title()} victory' if now.winner else 'Draw'}: {now.reason}",
        winner=now.winner,
        counts=(
            *objectives(state, victory.GOALS, [objective], CENTIMETRES, _RULE),
            *_broken(state),
        ),
        levels=tuple(
            Level(title=title, side=side, reached=now.winner == side)
            for title, side in zip(titles, winners, strict=True)
        ),
        changes=(
            "Bring the enemy army to its breakpoint, or be the only side with formed units at "
            f"{objective.name} when time is up; if neither or both are there, lose the smaller "
            "share of what the army can bear.",
        ),
    )


def _broken(state: State) -> Iterator[Stake]:
    for side in SIDES:
        most = victory.breakpoint_of(state, side)
        yield Stake(
            what=f"{side.title()} units broken or lost",
            now=f"{victory.broken(state, side)} of {most}",
            rule=_RULE,
        )
