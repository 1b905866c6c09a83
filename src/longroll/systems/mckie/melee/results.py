"""Effects of melee casualties; Results of melees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army.troops import Felt
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.melee.rules import MELEE_FILE
from longroll.systems.mckie.words import Attack

#: How far repulsed units fall back, still facing the enemy. [mckie:melee.res.7]
REPULSE = MELEE_FILE.melee.repulse * INCH
#: How far losers that survive their test are pushed back. [mckie:melee.res.2]
PUSH_BACK = MELEE_FILE.melee.push_back * INCH

Verdict = Literal["won", "lost", "drawn"]
_FELT: dict[Verdict, Felt] = {"won": "won_melee", "lost": "lost_melee", "drawn": "drew_melee"}


class Tally(msgspec.Struct, frozen=True):
    """The figures a unit lost and inflicted in one period of melee, over all its opponents.

    [mckie:ex.melee.attr] (MK-M34)
    """

    suffered: int
    inflicted: int
    attack: Attack = "none"

    def __post_init__(self) -> None:
        if min(self.suffered, self.inflicted) < 0:
            raise ValueError("losses cannot be below 0")

    @property
    def verdict(self) -> Verdict:
        """Lost if more was suffered than inflicted. [mckie:melee.lose.1] [mckie:melee.draw]"""
        if self.suffered > self.inflicted:
            return "lost"
        return "won" if self.suffered < self.inflicted else "drawn"

    @property
    def felt(self) -> Felt:
        """What the unit's next morale test remembers of it."""
        return _FELT[self.verdict]

    @property
    def attacked(self) -> bool:
        return self.attack != "none"


class Outcome(msgspec.Struct, frozen=True):
    """What a period of melee leads to, by unit, in the order the units were given.

    `fall_back` is in hundredths of an inch, for repulsed units and for losers that survive.
    """

    won: tuple[str, ...]
    lost: tuple[str, ...]
    drawn: tuple[str, ...]
    captured: dict[str, int]
    must_test: tuple[str, ...]
    repulsed: tuple[str, ...]
    fall_back: dict[str, int]
    may_follow_up: tuple[str, ...]


def outcome(tallies: Mapping[str, Tally], left: Mapping[str, int] | None = None) -> Outcome:
    """Who won, and what follows. Fatigue is checked before any of it is carried out.

    Losers have a further figure captured, before their test; its escort costs the captors nothing.
    `left` are the figures that units still have, as some have none to capture. A draw repulses
    attackers only. Winners that attacked may follow up; all others hold their ground.
    [mckie:prisoners.1] [mckie:melee.lose.1]
    [mckie:melee.lose.2] [mckie:melee.draw] [mckie:melee.fatiguefirst] [mckie:melee.res.1]
    [mckie:melee.res.2] [mckie:melee.res.3] [mckie:melee.res.4] [mckie:melee.res.7] (MK-M34, MK-M35)
    """
    by = {
        verdict: tuple(unit for unit, tally in tallies.items() if tally.verdict == verdict)
        for verdict in ("won", "lost", "drawn")
    }
    repulsed = tuple(unit for unit in by["drawn"] if tallies[unit].attacked)
    most = MELEE_FILE.melee.captured
    return Outcome(
        won=by["won"],
        lost=by["lost"],
        drawn=by["drawn"],
        captured={u: min(most, left[u]) if left else most for u in by["lost"]},
        must_test=by["lost"],
        repulsed=repulsed,
        fall_back={
            unit: PUSH_BACK if unit in by["lost"] else REPULSE
            for unit in tallies
            if unit in by["lost"] or unit in repulsed
        },
        may_follow_up=tuple(u for u, tally in tallies.items() if not bars_to_follow_up(tally)),
    )


def bars_to_follow_up(tally: Tally) -> list[Refusal]:
    """Why a unit may not follow up its opponents. [mckie:melee.res.3] [mckie:melee.res.4]"""
    if tally.verdict != "won":
        return [Refusal("mckie:melee.res.3", "only the winner of the melee may follow up")]
    if not tally.attacked:
        return [
            Refusal(
                "mckie:melee.res.4", "a unit that neither charged nor followed up holds its ground"
            )
        ]
    return []


def bars_to_manoeuvre(manoeuvre: str, own_front: int = 0, enemy_front: int = 0) -> list[Refusal]:
    """Why a unit in melee may not do that: it may only turn, or widen its front to the enemy's.

    `own_front` and `enemy_front` are counted in stands, for `expand`: the front as it would be, and
    the enemy's. [mckie:melee.noform]
    """
    rule = "mckie:melee.noform"
    if manoeuvre == "turn":
        return []
    if manoeuvre != "expand":
        return [Refusal(rule, "in melee a unit may only turn or widen its front")]
    if own_front > enemy_front:
        return [Refusal(rule, "a front in melee may widen only to match the enemy's")]
    return []


# Guns without crews
