"""Skirmish screens on the table: sent out in front of their unit, and called back to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from longroll.board.table import footprint, is_clear, on_table, place
from longroll.kernel.decision import Refusal
from longroll.kernel.memo import finding
from longroll.miniatures import ways
from longroll.miniatures.bodies import in_order
from longroll.miniatures.measure import read_length
from longroll.systems.mckie.army.layouts import bar_to_adopt, counts_as_supported
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import horse_holders
from longroll.systems.mckie.screens.rules import bar_to_detach, bar_to_stand_from_parent
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State

_RULE = "mckie:form.skirm.2"
#: How far in front of its unit a screen is by default.
_BEFORE = 200


class Sending(msgspec.Struct, frozen=True):
    """A screen to be sent out: whose, how many figures, how far ahead and to which side."""

    unit: str
    figures: int
    ahead: int = _BEFORE
    right: int = 0


def read_sending(words: Sequence[str]) -> Sending | Refusal:
    """`u3 4`, or `u3 4 ahead 3 left 1.5`.

    >>> read_sending(["u3", "4", "ahead", "3", "left", "1.5"])
    Sending(unit='u3', figures=4, ahead=300, right=-150)
    """
    wrong = Refusal(_RULE, "detach takes a unit, figures, and ahead, left or right with inches")
    if len(words) < 2 or len(words) % 2 or not words[1].isdecimal() or len(words[1]) > 3:
        return wrong
    unit, figures, *rest = words
    ahead, right = _BEFORE, 0
    for word, given in zip(rest[::2], rest[1::2], strict=True):
        length = read_length(given)
        if length is None or word not in ("ahead", "left", "right"):
            return wrong
        if word == "ahead":
            ahead = length
        else:
            right = length if word == "right" else -length
    return Sending(unit, int(figures), ahead, right)


def screen_id(unit: str) -> str:
    return f"{unit}s"


def screen_of(state: State, unit: str) -> str | None:
    """The screen that a unit has out."""
    return _screens(state).get(unit)


@finding("units")
def _screens(state: State) -> dict[str, str]:
    """Every unit that has a screen out, with the first of them."""
    out = [(one.parent, id) for id, one in state.units.items() if one.place == "table"]
    return {parent: id for parent, id in reversed(out) if parent}


def sent(state: State, sending: Sending) -> Unit:
    """The screen as it will be: in front of its unit, facing the same way."""
    unit = state.units[sending.unit]
    screen = Unit(
        title=f"Skirmishers of {unit.title}",
        side=unit.side,
        arm=unit.arm,
        quality=unit.quality,
        weapon=unit.weapon,
        repeating=unit.repeating,
        division=unit.division,
        bases=unit.bases,
        original=sending.figures,
        figures=sending.figures,
        formation="skirmish",
        heading=unit.heading,
        fatigued=unit.fatigued,
        # Those without ammunition go first; all of them are out, as in the period before.
        ran_out=unit.ran_out or (max(1, state.period - 1) if sending.figures <= unit.empty else 0),
        empty=min(unit.empty, sending.figures) if sending.figures > unit.empty else 0,
        parent=sending.unit,
        # The horses are led after their riders. [mckie:form.dism.2]
        holders=horse_holders(sending.figures) if unit.arm == "dismounted_cavalry" else 0,
        formed=True,
        done=True,
    )
    depth = field.fighting_layout(screen).frame.depth
    at = place(unit.pose, sending.right, -sending.ahead - depth)
    return replace(screen, x=at.x, y=at.y)


def bars_to_detach(state: State, sending: Sending) -> Iterator[Refusal]:
    """Every rule that bars a screen from going out.
    [mckie:form.skirm.2] [mckie:form.skirm.3] [mckie:man.detach] (MK-M53)"""
    unit = state.units[sending.unit]
    yield from bars_to_detach_from(state, sending.unit, sending.figures)
    if bar_to_adopt(unit.arm, "skirmish") or bar_to_detach(unit.figures, sending.figures):
        return
    screen = sent(state, sending)
    left = replace(unit, figures=unit.figures - sending.figures)
    barred = bar_to_stand_from_parent(field.gap(screen, left))
    if barred is not None:
        yield barred
    yield from _bars_to_stand(state, sending.unit, screen)


def bars_to_detach_from(state: State, id: str, figures: int) -> Iterator[Refusal]:
    """Every rule that keeps a unit from sending out this many figures, wherever they would be.
    [mckie:form.skirm.2] (MK-M53)"""
    unit = state.units[id]
    for refusal in (bar_to_adopt(unit.arm, "skirmish"), bar_to_detach(unit.figures, figures)):
        if refusal is not None:
            yield refusal
    if unit.parent:
        yield Refusal(_RULE, "a screen cannot send out a screen")
    if unit.formation == "skirmish":
        yield Refusal(_RULE, "the whole unit is in skirmish order")
    if screen_of(state, id) is not None:
        yield Refusal(_RULE, f"{unit.title} already has a screen out")


def _bars_to_stand(
    state: State, unit: str, standing: Unit, besides: Sequence[str] = ()
) -> Iterator[Refusal]:
    """Whether there is room for troops there: clear of friends, 1 in from the enemy."""
    ground = footprint(field.layout_of(standing), standing.pose)
    if not on_table(ground, *state.battle.table.size):
        yield Refusal("mckie:move.max", "it would leave the table")
    for one in ways.obstacles(state, unit, besides=besides, unit=standing):
        if is_clear(ground, one.ground, one.gap):
            continue
        rule = "mckie:move.1inch" if one.gap else "mckie:pass.3"
        yield Refusal(rule, f"there is no room beside {one.name.removeprefix(ways.TERRAIN)}")


def detach(state: State, sending: Sending) -> str:
    """Send out a screen; it costs its unit nothing, and is the screen's move."""
    unit = state.units[sending.unit]
    id = screen_id(sending.unit)
    screen = sent(state, sending)
    state.units = in_order({**state.units, id: screen})
    state.change(
        sending.unit,
        figures=unit.figures - sending.figures,
        holders=max(0, unit.holders - screen.holders),
        empty=max(0, unit.empty - sending.figures),
    )
    return id


def bars_to_recall(state: State, id: str, *, behind: bool = False) -> Iterator[Refusal]:
    """Every rule that bars a screen from going back into its unit, or `behind` it.
    [mckie:man.detach] [mckie:form.skirm.6]"""
    screen = state.units[id]
    parent = state.units.get(screen.parent)
    if parent is None or parent.place != "table":
        yield Refusal("mckie:man.detach", f"{screen.title} has no unit to go back to")
        return
    if state.opponents(screen.parent) or parent.standing in ("retreating", "routing"):
        yield Refusal("mckie:melee.noform", f"{parent.title} cannot take it in now")
    whole = with_screen(parent, screen, behind=behind)
    yield from _bars_to_stand(state, screen.parent, whole, besides=(id,))


def with_screen(parent: Unit, screen: Unit, *, behind: bool) -> Unit:
    """A unit that has its screen back: in line with the others, or `behind` them as its rear rank,
    which makes a supported line of a line if it is half as wide. Who has no ammunition gets none
    by it. [mckie:form.skirm.6] [mckie:form.supported.2] [mckie:ammo.3] (MK-46, MK-47)"""
    whole = replace(
        parent,
        figures=parent.figures + screen.figures,
        holders=parent.holders + screen.holders,
        captured=parent.captured + screen.captured,
        fatigued=parent.fatigued or screen.fatigued,
        empty=parent.empty + (screen.figures if screen.ran_out else screen.empty),
    )
    if not behind or parent.formation not in ("line", "supported_line", "extended"):
        return whole
    deep = replace(whole, front=field.plan_of(parent).ranks[0])
    supported = deep.formation == "line" and counts_as_supported(field.plan_of(deep).ranks)
    return replace(deep, formation="supported_line") if supported else deep


def recall(state: State, id: str, *, behind: bool = False) -> None:
    """Take a screen back into its unit, or `behind` it. [mckie:form.skirm.6]"""
    screen = state.units[id]
    whole = with_screen(state.units[screen.parent], screen, behind=behind)
    state.units = {**state.units, screen.parent: whole}
    state.change(id, figures=0)
    state.remove(id, "recalled")
