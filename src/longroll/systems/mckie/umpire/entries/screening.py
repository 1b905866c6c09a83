"""Skirmish screens: sent out in front of a unit, and called back to it."""

from __future__ import annotations

from longroll.kernel.decision import Refusal
from longroll.miniatures.umpire.roster import in_order
from longroll.systems.mckie.movement.events import ScreenDetached, ScreenRecalled
from longroll.systems.mckie.screens import screens
from longroll.systems.mckie.screens.screens import Sending
from longroll.systems.mckie.umpire.entries.reading import Barred, Entry, Hand, Words
from longroll.systems.mckie.umpire.state import State


class Detach(Entry, frozen=True):
    unit: str
    figures: int


def read_detach(state: State, words: Words) -> Detach:
    """`detach u3 4`: the screen is u3s from now on. [mckie:form.skirm.2] (MK-M53)"""
    unit = words.unit(state, "the unit")
    figures = words.number("the figures of its screen", 1)
    words.end()
    title = state.units[unit].title
    if state.opponents(unit):
        words.refuse(f"{title} is in melee", "mckie:melee.noform")
    bars = list(screens.bars_to_detach_from(state, unit, figures))
    old = state.units.get(screens.screen_id(unit))
    if not bars and old is not None and old.parent != unit:
        bars.append(Refusal(words.rule, f"there is already a {screens.screen_id(unit)}"))
    if bars:
        raise Barred(*bars)
    return Detach((), unit, figures)


def detach(state: State, entry: Detach, umpire: Hand) -> None:
    """It costs the unit nothing; the screen has changed formation. [mckie:man.detach]"""
    screen = screens.detach(state, Sending(entry.unit, entry.figures))
    state.change(screen, x=0, y=0, done=False)
    state.units = in_order(state.units)
    umpire.tell(
        ScreenDetached(
            rules=("mckie:form.skirm.2", "mckie:man.detach"),
            unit=entry.unit,
            title=state.units[entry.unit].title,
            screen=screen,
            figures=entry.figures,
        )
    )


class Recall(Entry, frozen=True):
    screen: str


def read_recall(state: State, words: Words) -> Recall:
    """`recall u3s`: it is part of its unit again, or forms up behind it when charged.
    [mckie:man.detach] [mckie:form.skirm.6]"""
    id = words.unit(state, "the screen")
    words.end()
    screen = state.units[id]
    if not screen.parent:
        words.refuse(f"{screen.title} is not a screen")
    parent = state.units.get(screen.parent)
    if parent is None or parent.place != "table":
        words.refuse(f"{screen.title} has no unit to go back to")
    if state.opponents(screen.parent) or parent.standing in ("retreating", "routing"):
        words.refuse(f"{parent.title} cannot take it in now", "mckie:melee.noform")
    if state.opponents(id):
        words.refuse(f"{screen.title} is in melee", "mckie:melee.noform")
    return Recall((), id)


def recall(state: State, entry: Recall, umpire: Hand) -> None:
    """One that evaded a charge in this period is the rear rank. [mckie:form.skirm.6] (MK-47)"""
    screen = state.units[entry.screen]
    screens.recall(state, entry.screen, behind="retired" in screen.did)
    umpire.tell(
        ScreenRecalled(
            rules=("mckie:man.detach",),
            unit=screen.parent,
            title=state.units[screen.parent].title,
            screen=entry.screen,
            figures=screen.figures,
        )
    )
