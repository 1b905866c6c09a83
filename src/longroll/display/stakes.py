"""Where victory stands: what counts, who has it now, how it would end, what would change it."""

from __future__ import annotations

import msgspec


class Stake(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that counts for victory: what it is, where, who has it now, and its rule.

    `where` are hexes; on a measured table it is a point such as `24,30`. `worth` is what it
    counts, `now` how it stands, both in words.
    """

    what: str
    where: tuple[str, ...] = ()
    holder: str | None = None
    now: str = ""
    worth: str = ""
    rule: str = ""


class Level(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A level of victory, whose it is and what it asks; `reached` if the battle stands there."""

    title: str
    side: str | None = None
    asks: str = ""
    reached: bool = False


class Stakes(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the battle would end if it ended now, and why.

    `levels` are from the best for one side to the best for the other; `changes` says in sentences
    what would lead to another result.
    """

    verdict: str
    winner: str | None = None
    counts: tuple[Stake, ...] = ()
    levels: tuple[Level, ...] = ()
    changes: tuple[str, ...] = ()
