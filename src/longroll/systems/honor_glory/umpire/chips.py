"""The facts that players give in a word, what each is worth, and for which units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from longroll.display.desk import Chip, Option
from longroll.systems.honor_glory.cover import COVER
from longroll.systems.honor_glory.fire_tables import FIRE
from longroll.systems.honor_glory.morale import Reason
from longroll.systems.honor_glory.umpire.state import State
from longroll.systems.honor_glory.weapons import gun_named, is_carbine
from longroll.systems.honor_glory.words import FOOT, REGIMENTS, CoverClass

REASONS: dict[Reason, str] = {
    "charge": "before charging",
    "join_melee": "to join a melee",
    "receive_charge": "it is charged",
    "firing_range": "when it fires",
    "hit_by_artillery": "hit by artillery",
    "hit_by_small_arms": "hit by small arms",
    "hit_in_melee": "hit in melee",
    "commander_killed": "its commander is killed",
    "friends_routing": "friends run past it",
    "rally": "to rally",
    "basic": "a basic test",
}
_COVERS: tuple[CoverClass, ...] = ("informal", "formal")


def covers(word: str, of: Literal["unit", "target"], label: str) -> Iterator[Chip]:
    """[honor_glory:34.5]"""
    for cover in _COVERS:
        worth = COVER.bonus[cover]
        value = worth if of == "unit" else None
        yield Chip(
            word=f"{word} {cover}",
            label=f"{label} {cover} cover",
            rule="honor_glory:34.5",
            value=value,
            group=word,
            of=of,
        )


def fire(state: State) -> Iterator[Chip]:
    yield Chip(word="enfiladed", label="from its flank", rule="honor_glory:62.1")
    hurt = tuple(id for id in state.present() if state.units[id].hurt_by)
    yield Chip(
        word="free", label="it cannot fire at who hurt it", rule="honor_glory:57.2", units=hurt
    )
    yield from covers("behind", "unit", "behind")
    yield from covers("cover", "target", "in")


def charge() -> Iterator[Chip]:
    for where, rule in (("flank", "honor_glory:82.flank"), ("rear", "honor_glory:82.rear")):
        yield Chip(word=where, label=f"in the {where}", rule=rule, group="struck")
    yield Chip(word="wheeled", label="it has turned", rule="honor_glory:46.5a")
    yield Chip(word="unseen", label="the target was out of sight", rule="honor_glory:77.x4")
    yield Chip(word="marched", label="it force-marches", rule="honor_glory:51.0e")
    yield from covers("cover", "target", "in")


def melee(state: State) -> Iterator[Chip]:
    for way in ("uphill", "downhill"):
        yield Chip(word=way, label=way, rule="honor_glory:91.1", group="way")
    for id in state.present():
        unit = state.units[id]
        if unit.arm in REGIMENTS and unit.morale == "formed" and state.opponent_of(id) is None:
            friends = tuple(one for one in state.of_side(unit.side) if one != id)
            foes = tuple(state.enemies_of(unit.side))
            label = f"{id.upper()} supports"
            word, rule = f"support {id}", "honor_glory:76.2"
            if unit.side == state.active:
                yield Chip(word=word, label=label, rule=rule, units=friends)
            else:
                yield Chip(
                    word=word, label=label, rule=rule, of="target", units=foes, targets=friends
                )
    yield from covers("behind", "unit", "behind")
    yield from covers("cover", "target", "in")


def morale() -> Iterator[Chip]:
    yield from covers("cover", "unit", "in")


def whys() -> Iterator[Chip]:
    """Reasons of a test that the players may give."""
    for reason in ("friends_routing", "basic"):
        yield Chip(word=reason, label=REASONS[reason], group="why")


def bands(state: State, id: str) -> Iterator[Option]:
    """The range bands of a unit's weapon, a range in each. [honor_glory:74.1] [honor_glory:67.1]"""
    unit = state.units[id]
    if unit.arm in FOOT and unit.weapon is not None:
        ends = FIRE.small_arms.carbine if is_carbine(unit.weapon) else FIRE.small_arms.other
    elif unit.arm == "artillery":
        ends = FIRE.artillery.ranges[gun_named(unit.gun).kind]  # type: ignore[assignment]
    else:
        return
    start = 0
    for end in (end for end in ends if end):
        yield Option(word=str(end), label=f"{start}–{end}")
        start = end
    yield Option(word="", label="more: none")
