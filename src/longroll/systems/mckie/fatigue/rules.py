"""Fatigue and Disorder: what tires a unit, and how it rests.

Fatigued and disordered are one state of a unit. [mckie:fat.marker]
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.datafile import load
from longroll.systems.mckie.words import Ground

#: What a unit may do in a period that tires it or interrupts its rest.
Action = Literal[
    "moved",
    "fired",
    "charged",
    "doubled",
    "fought_melee",
    "retired",
    "retreated",
    "routed",
    "attacked_in_flank_or_rear",
]
#: A row of the table uses this for any move over ground that slows the unit.
RoughMove = Literal["moved_in_rough_terrain"]


class Tiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table: some actions, and the scores that tire."""

    actions: tuple[Action | RoughMove, ...]
    rule: str
    fatigued_to: int = 0
    automatic: bool = False


class _Rough(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    grounds: tuple[Ground, ...]
    basis: str


class _Driven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    actions: tuple[Action, ...]
    grounds: tuple[Ground, ...]
    rule: str


class _FatigueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    tiring: tuple[Tiring, ...]
    rough: _Rough
    driven: _Driven


_DATA = load("fatigue.toml", _FatigueFile)


def rests(did: Collection[Action], *, formed: bool = False) -> bool:
    """Whether a period was one of rest: no move, no change of formation, no fire, nothing tiring.
    [mckie:fat.recover.1]"""
    return not did and not formed


def worst(did: Collection[Action], grounds: Collection[Ground] = ()) -> Tiring | None:
    """The row for the most tiring thing a unit did; None if nothing calls for a die.

    `grounds` are the kinds it moved in. [mckie:fat.when] [mckie:fat.1] [mckie:fat.2] [mckie:fat.3]
    [mckie:bua.4] (MK-M50)
    """
    if rests(did):
        return None
    driven = _DATA.driven
    if set(did) & set(driven.actions) and set(grounds) & set(driven.grounds):
        return Tiring(driven.actions, driven.rule, automatic=True)
    done: set[Action | RoughMove] = set(did)
    if set(grounds) & set(_DATA.rough.grounds):
        done.add("moved_in_rough_terrain")
    return next((row for row in _DATA.tiring if done & set(row.actions)), None)


def calls_for_die(row: Tiring | None) -> bool:
    """Whether the unit rolls: once, for the most tiring thing it did. [mckie:fat.when]"""
    return row is not None and not row.automatic


def becomes_fatigued(row: Tiring, die: int | None) -> bool:
    """Whether that row, with its die, tires the unit. [mckie:fat.1] [mckie:fat.2] [mckie:fat.3]"""
    if row.automatic:
        return True
    if die is None:
        raise ValueError(f"{row.rule} calls for a ten-sided die")
    return die <= row.fatigued_to


def bars_to_charge(fatigued: bool) -> list[Refusal]:
    """Why a unit may not choose to charge. [mckie:fat.nocharge]"""
    if not fatigued:
        return []
    return [Refusal("mckie:fat.nocharge", "a fatigued unit may not choose to charge")]
