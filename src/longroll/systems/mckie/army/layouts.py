"""How the stands of a unit are arranged in each formation: ranks, stand sizes and gaps. (MK-M10)

Plain numbers in hundredths of an inch, counted from the front rank to the rear; placing them on
the table is done elsewhere. Read from data/layouts.toml.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army.units import (
    LIMITS,
    STANDS,
    Stand,
    StandKind,
    figures_on_a_stand,
    horse_holders,
    stand_kind,
    stands_for,
)
from longroll.systems.mckie.datafile import load
from longroll.systems.mckie.words import GUNS, Arm, Formation


class LayoutsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/layouts.toml as it is written."""

    schema: Literal[1]
    source: str
    support_gap: int
    extended_gap: int
    rear_gap: int
    attack_depth: int
    abreast: dict[Formation, int]
    arms: dict[Formation, tuple[Arm, ...]]
    rules: dict[Formation, str]


_DATA = load("layouts.toml", LayoutsFile)


class Behind(msgspec.Struct, frozen=True):
    """Stands that follow a unit and do not fight: limbers, or horse holders."""

    kind: StandKind
    number: int
    gap: int


class Layout(msgspec.Struct, frozen=True):
    """The stands of a formation: how many in each rank, their size, the gaps between them."""

    ranks: tuple[int, ...]
    stand: Stand
    gap_across: int = 0
    gap_between_ranks: int = 0
    behind: Behind | None = None

    @property
    def frontage(self) -> int:
        """The width of the widest rank."""
        widest = max(self.ranks)
        return widest * self.stand.frontage + (widest - 1) * self.gap_across

    @property
    def depth(self) -> int:
        """From the front edge to the back of the last rank."""
        return len(self.ranks) * self.stand.depth + (len(self.ranks) - 1) * self.gap_between_ranks


def counts_as_supported(ranks: Sequence[int]) -> bool:
    """Whether the second rank has at least half the stands of the first.
    [mckie:form.supported.2]

    >>> counts_as_supported([4, 2]), counts_as_supported([5, 2]), counts_as_supported([4])
    (True, False, False)
    """
    return len(ranks) > 1 and 2 * ranks[1] >= ranks[0]


def is_attack_column(ranks: Sequence[int]) -> bool:
    """Whether the stands make an attack column. [mckie:form.column.2]"""
    return len(ranks) >= _DATA.attack_depth and ranks[0] == _DATA.abreast["attack_column"]


def front_rank(arm: Arm, formation: Formation, ranks: Sequence[int]) -> int:
    """The figures of the front rank, every stand full. [mckie:fire.front]

    >>> front_rank("infantry", "column", [2, 2, 2, 2])
    8
    """
    return ranks[0] * figures_on_a_stand(arm, formation) if ranks else 0


def bar_to_adopt(arm: Arm, formation: Formation) -> Refusal | None:
    """Why troops of this arm cannot be in a formation.
    [mckie:form.line] [mckie:form.column.1] [mckie:form.skirm.1] [mckie:form.ext.1]

    >>> str(bar_to_adopt("cavalry", "extended"))
    'cavalry cannot be in extended formation [mckie:form.ext.1]'
    """
    if arm in _DATA.arms.get(formation, ()):
        return None
    rule = _DATA.rules.get(formation, "mckie:form.line")
    return Refusal(rule, f"{_named(arm)} cannot be in {_named(formation)} formation")


def layout(
    arm: Arm,
    formation: Formation,
    figures: int,
    *,
    front: int | None = None,
    stands: Mapping[StandKind, Stand] = STANDS,
) -> Layout | Refusal:
    """The stands of a unit in a formation, or why it cannot adopt it.

    `figures` are crewmen at full strength for guns and models for wagons; `front` is the front
    rank: of a supported line half of the stands by default, of a line all. `stands` are the
    scenario's base sizes.
    [mckie:form.line] [mckie:form.supported.1] [mckie:form.column.1] [mckie:form.ext.1]

    >>> layout("infantry", "column", 24).ranks, layout("infantry", "supported_line", 20).ranks
    ((2, 2, 2), (3, 2))
    """
    if figures < 1:
        raise ValueError(f"a unit of {figures} figures has no stands")
    barred = bar_to_adopt(arm, formation)
    if barred is not None:
        return barred
    if arm in GUNS:
        return _battery(formation, -(-figures // LIMITS.crew_of_a_model), stands)
    stand = stands[stand_kind(arm, formation)]
    if arm == "gunboat":
        return Layout((1,), stand)
    behind = None
    if arm == "dismounted_cavalry":
        # One figure in four stays with the horses. [mckie:form.dism.2]
        holders = horse_holders(figures)
        behind = Behind("horse_holder", holders, _DATA.rear_gap) if holders else None
        figures -= holders
    number = stands_for(figures, stand.figures or 1)
    if formation == "supported_line":
        ranks = _filled(number, front or -(-number // 2))
        if not counts_as_supported(ranks):
            return Refusal(
                "mckie:form.supported.2",
                "a supported line's second rank must have at least half the stands of the first",
            )
        return Layout(ranks, stand, gap_between_ranks=_DATA.support_gap, behind=behind)
    if formation in _DATA.abreast:
        ranks = _filled(number, _DATA.abreast[formation])
        if formation == "attack_column" and not is_attack_column(ranks):
            return Refusal(
                "mckie:form.column.2", "an attack column must be three stands wide and three deep"
            )
        return Layout(ranks, stand, behind=behind)
    ranks = _filled(number, front) if front else (number,)
    return Layout(
        ranks,
        stand,
        gap_across=_DATA.extended_gap if formation == "extended" else 0,
        gap_between_ranks=_DATA.support_gap if len(ranks) > 1 else 0,
        behind=behind,
    )


def _battery(formation: Formation, models: int, stands: Mapping[StandKind, Stand]) -> Layout:
    gun, limber = stands["gun"], stands["limber"]
    if formation == "unlimbered":
        return Layout((models,), gun, behind=Behind("limber", models, _DATA.rear_gap))
    # Hitched up, each gun follows its limber, one model behind the other. (MK-M22)
    hitched = Stand(max(gun.frontage, limber.frontage), gun.depth + limber.depth, gun.figures)
    return Layout((1,) * models, hitched)


def _filled(stands: int, front: int) -> tuple[int, ...]:
    """Ranks of `front` stands, the last with the rest."""
    full, over = divmod(stands, front)
    return (front,) * full + ((over,) if over else ())


def _named(word: str) -> str:
    return word.replace("_", " ")
