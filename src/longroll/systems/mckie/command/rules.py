"""Command and Control; Gaining army initiative; Initiative and Activation."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.systems.mckie.command import generals
from longroll.systems.mckie.command.generals import DASH, Density, General, Personally, Role
from longroll.systems.mckie.datafile import load
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.words import Side

#: What command cannot be traced through. [mckie:cmd.3] [mckie:gen.ctl.2]
Block = Literal["enemy", "impassable"]
#: The commanders that are activated: those below the commander-in-chief. [mckie:gen.act.1]
Junior = Literal["corps", "division"]


class _OutOfCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    moves_on: tuple[int, ...]


class _Activation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    exceeds: int
    step: int
    corps: int
    division: int


class _CommandFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    out_of_command: _OutOfCommand
    activation: _Activation


_DATA = load("command.toml", _CommandFile)
#: A total must exceed this to activate, by the book. [mckie:gen.act.2] [mckie:gen.act.5]
EXCEEDS: int = _DATA.activation.exceeds


# Brigades and their divisional commander


def in_command(distance: int, radius: int, blocked_by: Block | None = None) -> bool:
    """Whether a brigade is in command: `distance` from his base to its nearest stand.

    [mckie:cmd.1] [mckie:cmd.3] [mckie:gen.ctl.2] (MK-M54)
    """
    return blocked_by is None and distance <= radius


def moves_out_of_command(die: int) -> bool:
    """Whether the average die lets a brigade out of command move and change formation.

    It may always turn and fire, without a die.
    [mckie:cmd.4] [mckie:cmd.5] [mckie:gen.bde.3] (MK-M15)
    """
    return die in _DATA.out_of_command.moves_on


def bars_to_act_out_of_command(
    act: Literal["move", "change_formation", "turn", "fire"], die: int | None
) -> list[Refusal]:
    """Why a brigade out of command may not do that; `die` is None if none was rolled.

    [mckie:cmd.4] [mckie:cmd.5]
    """
    if act in ("turn", "fire") or (die is not None and moves_out_of_command(die)):
        return []
    wanted = " or ".join(map(str, _DATA.out_of_command.moves_on))
    return [Refusal("mckie:cmd.5", f"the brigade is out of command and has not rolled {wanted}")]


def bars_to_leave_command(
    *, in_command_now: bool, in_command_then: bool, detached: bool, generalship: bool
) -> list[Refusal]:
    """Why a brigade may not make a voluntary move that takes it out of command.

    Without generalship brigades usually stay but may leave; with it they may not, unless ordered to
    a task of their own. One forced out may go where it likes if its die lets it move. [mckie:cmd.1]
    [mckie:gen.bde.1]
    """
    if not generalship or detached or in_command_then or not in_command_now:
        return []
    return [Refusal("mckie:gen.bde.1", "the brigade would leave its commander's radius")]


def bars_to_order_detached(*, detached: bool, in_command_now: bool) -> list[Refusal]:
    """Why a brigade's orders cannot be changed now. [mckie:gen.bde.2]"""
    if detached and not in_command_now:
        return [Refusal("mckie:gen.bde.2", "the detached brigade is beyond its commander's radius")]
    return []


# Initiative


class Contender(msgspec.Struct, frozen=True):
    """A commanding general in the contest for the initiative."""

    side: Side
    general: General
    personally: Personally | None = None
    #: He has taken over and does not command yet. [mckie:risk.4] (MK-40)
    waits: bool = False

    def rating(self, *, generalship: bool, dash: int = DASH) -> int:
        """What his initiative is worth; running troops himself belongs to generalship.
        [mckie:gen.override.2]"""
        if self.waits:
            return 0
        personally = self.personally if generalship else None
        return generals.initiative_value(self.general, personally, dash=dash)


def initiative_lines(
    who: Contender, die: int, *, generalship: bool, dash: int = DASH
) -> list[Line]:
    """The die, and his rating with generalship.
    [mckie:init.1] [mckie:gen.init.1] (MK-M12, MK-M55)"""
    if not generalship:
        return [Line(die, "ten-sided die", "mckie:init.1")]
    rating = who.rating(generalship=True, dash=dash)
    if who.waits:
        second = Line(rating, f"{who.general.name} does not command yet", "mckie:risk.4")
    elif who.personally is not None:
        second = Line(rating, f"{who.general.name} runs troops himself", "mckie:gen.override.2")
    else:
        second = Line(rating, f"initiative of {who.general.name}", "mckie:gen.init.1")
    return [Line(die, "ten-sided die", "mckie:gen.init.1"), second]


def initiative_winner(
    contenders: Sequence[Contender],
    totals: Sequence[int],
    *,
    generalship: bool,
    dash: int = DASH,
) -> Side | None:
    """The general with the initiative: the higher total, or on a tie the better rating.

    He then chooses to move first or second. None if totals and ratings are both equal: the book
    gives no answer, and the dice are rolled again. [mckie:init.1] [mckie:init.2] [mckie:init.3]
    [mckie:gen.init.2] [mckie:gen.init.3]
    """
    ranks = [
        (total, who.rating(generalship=generalship, dash=dash))
        for who, total in zip(contenders, totals, strict=True)
    ]
    best = max(ranks)
    return contenders[ranks.index(best)].side if ranks.count(best) == 1 else None


# Activation


class Attempt(msgspec.Struct, frozen=True):
    """A superior tries to activate a junior commander at some distance."""

    role: Junior
    general: General
    superior: General
    ground: Density
    distance: int
    superior_personally: Personally | None = None
    #: What his influence cannot be traced through; if any, it reaches nobody. [mckie:gen.ctl.2]
    blocked_by: Block | None = None


class Activation(msgspec.Struct, frozen=True):
    """How an attempt went. `steps` are the complete steps beyond the superior's radius."""

    radius: int
    steps: int
    lines: tuple[Line, ...]
    active: bool

    @property
    def total(self) -> int:
        return sum(line.value for line in self.lines)


#: The rules of the test for a corps and for a division.
_TEST_RULE: dict[Junior, str] = {"corps": "mckie:gen.act.2", "division": "mckie:gen.act.5"}
_STEP_RULE: dict[Junior, str] = {"corps": "mckie:gen.act.3", "division": "mckie:gen.act.6"}
_SUPERIOR: dict[Junior, Role] = {"corps": "cinc", "division": "corps"}


def activate(attempt: Attempt, die: int, *, exceeds: int = EXCEEDS, dash: int = DASH) -> Activation:
    """The test on receipt of original or new orders: average die and rating, less the distance.

    [mckie:gen.act.2] [mckie:gen.act.3] [mckie:gen.act.5] [mckie:gen.act.6] [mckie:gen.act.7]
    [mckie:gen.ctl.2] (MK-M12, MK-M55, MK-M57)
    """
    role = attempt.role
    radius = generals.radius(
        _SUPERIOR[role],
        attempt.superior,
        attempt.ground,
        attempt.superior_personally,
        dash=dash,
    )
    if attempt.blocked_by is not None:
        radius = 0
    steps = max(0, attempt.distance - radius) // (_DATA.activation.step * INCH)
    rating = generals.activation_value(attempt.general, dash=dash)
    lines = [
        Line(die, "average die", _TEST_RULE[role]),
        Line(rating, f"activation of {attempt.general.name}", _TEST_RULE[role]),
    ]
    if steps:
        each = _DATA.activation.corps if role == "corps" else _DATA.activation.division
        step = f"{_DATA.activation.step} inches beyond the radius of {attempt.superior.name}"
        lines.append(Line(-each * steps, f"{steps} complete {step}", _STEP_RULE[role]))
    total = sum(line.value for line in lines)
    return Activation(radius, steps, tuple(lines), total > exceeds)


def bars_to_activate(
    role: Junior, who: str, tried: Collection[str], *, corps_active: bool = True
) -> list[Refusal]:
    """Why a commander may not be activated now; `tried` are those already tried this period.

    [mckie:gen.act.4] [mckie:gen.act.8]
    """
    bars = []
    if who in tried:
        bars.append(Refusal("mckie:gen.act.8", f"{who} has already had his attempt this period"))
    if role == "division" and not corps_active:
        bars.append(Refusal("mckie:gen.act.4", f"the corps commander of {who} is not active"))
    return bars


def bars_to_override(role: Role, what: Personally) -> list[Refusal]:
    """Why a general may not run a corps or a division in another's place.

    [mckie:gen.override.1]
    """
    if role == "cinc":
        return []
    return [Refusal("mckie:gen.override.1", f"only a commander-in-chief may run a {what} himself")]
