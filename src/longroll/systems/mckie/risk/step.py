"""Risk to Generals on the table, and their successors."""

from __future__ import annotations

from collections.abc import Collection

from longroll.kernel.agenda import Umpire
from longroll.systems.mckie.army.troops import General
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.risk import rules as risk
from longroll.systems.mckie.risk.events import CommandPassed, GeneralAtRisk
from longroll.systems.mckie.table.state import State

#: The ratings of a brigadier without a known rating. (MK-M55)
_UNRATED = "-/-"


def roll_for_generals(
    state: State, units: Collection[str], danger: risk.Danger, umpire: Umpire
) -> None:
    """A die for every general who is with one of these units.

    Roll before the losses are taken: a general of a unit that is wiped out was with it.
    [mckie:risk.1] [mckie:risk.2] [mckie:risk.3]
    """
    if not risk.is_in_danger(danger):
        return
    for post, general in state.commanders.items():
        if general.place != "table" or general.joined not in units:
            continue
        roll = ten_sided(umpire, f"risk to {general.title}")
        fate = risk.fate(roll.value)
        umpire.tell(
            GeneralAtRisk(
                rules=("mckie:risk.1",),
                rolls=(roll,),
                general=post,
                title=general.title,
                unit=state.units[general.joined].title,
                fate=fate,
            )
        )
        if fate != "unharmed":
            take_over(state, post, umpire)


def take_over(state: State, post: str, umpire: Umpire) -> None:
    """Fill the post of a general who was killed or wounded: the next in line, whose own post
    then goes to the next after him; below a division that is a brigadier of no known rating.

    The successor commands after a full period. [mckie:risk.3] [mckie:risk.4]
    """
    fallen = state.commanders[post]
    officers = [
        risk.Officer(id, one.role, one.superior, fit=one.place == "table")
        for id, one in state.commanders.items()
    ]
    heir = risk.successor(post, officers)
    if heir is None:
        _fill(state, post, _brigadier(state, fallen), umpire)
        return
    _fill(state, post, state.commanders[heir.name], umpire)
    take_over(state, heir.name, umpire)


def _brigadier(state: State, fallen: General) -> General:
    """The senior brigadier, on the spot where his general was hit."""
    unit = state.units.get(fallen.joined)
    x, y = (unit.x, unit.y) if unit is not None else (fallen.x, fallen.y)
    return General(
        title=f"{fallen.title}'s successor",
        side=fallen.side,
        role=fallen.role,
        ratings=_UNRATED,
        x=x,
        y=y,
        joined=fallen.joined,
    )


def _fill(state: State, post: str, who: General, umpire: Umpire) -> None:
    """Put a general into a post: his name and where he is, with the command that goes with it."""
    fallen = state.commanders[post]
    begins = risk.commands_from(state.period)
    state.personally = {one: place for one, place in state.personally.items() if one != post}
    state.change_commander(
        post,
        title=who.title,
        name=who.name,
        ratings=who.ratings,
        x=who.x,
        y=who.y,
        mounted=who.mounted,
        joined=who.joined,
        commands_from=begins,
    )
    umpire.tell(
        CommandPassed(
            rules=("mckie:risk.4",),
            general=post,
            title=fallen.title,
            successor=who.title,
            commands_from=begins,
        )
    )
