"""The facts that players give in a word, what each is worth, and for which units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from longroll.display.desk import Chip, Option
from longroll.kernel.event import Line
from longroll.systems.mckie.army.layouts import bar_to_adopt
from longroll.systems.mckie.charge import charge_fire
from longroll.systems.mckie.fire.weapons import FACTORS, FIRE, NO_SHOT, Factor, Weapon
from longroll.systems.mckie.measure import in_inches
from longroll.systems.mckie.melee.rules import MELEE_FILE
from longroll.systems.mckie.morale.rules import ENEMY_WITHIN, FRIENDS_WITHIN, MORALE_FILE, Reason
from longroll.systems.mckie.terrain.cover import COVERS
from longroll.systems.mckie.umpire.state import State
from longroll.systems.mckie.words import Cover, Formation

#: How troops under each kind of cover are described.
_SHELTER: dict[Cover, str] = {
    "none": "in the open",
    "woods": "in woods",
    "wall": "behind a wall",
    "rail_fence": "behind a rail fence",
    "hasty_trench": "in a hasty trench",
    "prepared": "in prepared works",
    "built_up_edge": "among houses",
}
_AS: dict[Formation, tuple[str, Factor | None]] = {
    "column": ("in column", FACTORS.column),
    "supported_line": ("in supported line", FACTORS.supported),
    "extended": ("in extended order", FACTORS.loose),
    "skirmish": ("in skirmish order", FACTORS.skirmishers),
    "line": ("in line", None),
}
REASONS: dict[Reason, str] = {
    "before_charge": "before charging",
    "receive_charge": "it is charged",
    "charger_hit": "hit while charging",
    "melee_lost": "lost its melee",
    "friends_routing": "friends rout",
    "rally": "to rally",
    "losses": "losses",
    "alarm": "an alarm",
}
assert REASONS.keys() == set(get_args(Reason))
_FLEEING = ("retreating", "routing")


def fire(state: State) -> Iterator[Chip]:
    here = state.present()
    guns = tuple(id for id in here if state.units[id].has_guns)
    others = tuple(id for id in here if id not in guns)
    charged = tuple(id for id in here if charge_fire.fires_first_at(state, id))
    yield _of("moved", "firer moved", FACTORS.moved.line)
    yield _of("rest", "weapons rested", FACTORS.rest.line, units=others)
    yield _of("smoke", "through smoke", FACTORS.smoke.line)
    yield _of("flank", "from the flank", FACTORS.flanked.line, "front")
    yield _of("rear", "from the rear", FACTORS.flanked.line, "front")
    yield Chip(word="solid", label="solid shot", rule="mckie:fire.canister.3", units=guns)
    yield Chip(
        word="free",
        label="its charger is out of the arc",
        rule="mckie:fire.prio.1",
        units=charged,
    )
    for cover, worth in COVERS.items():
        if worth.fire:
            yield Chip(
                word=f"cover {cover}",
                label=_SHELTER[cover],
                rule=worth.fire_rule,
                value=worth.fire,
                group="cover",
                of="target",
            )
    for formation, (label, factor) in _AS.items():
        yield Chip(
            word=f"as {formation}",
            label=label,
            rule=factor.line.rule if factor else "mckie:form.line",
            value=factor.line.value if factor else None,
            group="formation",
            of="target",
            targets=tuple(id for id in here if _might_be(state, id, formation)),
        )
    moved = FACTORS.target_moved.line
    yield Chip(
        word="target_moved",
        label="moved",
        rule=moved.rule,
        value=moved.value,
        of="target",
        units=guns,
    )


def _might_be(state: State, id: str, formation: Formation) -> bool:
    unit = state.units[id]
    return unit.formation != formation and bar_to_adopt(unit.arm, formation) is None


def _of(
    word: str, label: str, line: Line, group: str = "", units: tuple[str, ...] | None = None
) -> Chip:
    return Chip(word=word, label=label, rule=line.rule, value=line.value, group=group, units=units)


def morale(state: State) -> Iterator[Chip]:
    yield from _morale("no_enemy", "no_enemy", f"no enemy in sight in {in_inches(ENEMY_WITHIN)}")
    yield from _morale("general", "general", "a general with it")
    yield from _morale("advancing", "advancing", "advancing")
    yield from _morale("artillery", "artillery", "under artillery fire")
    yield from _morale("flank", "flanked", "hit in flank or rear")
    yield from _morale("passed", "passed_through", "friends ran through it")
    for cover, worth in COVERS.items():
        if worth.morale:
            yield Chip(
                word=f"cover {cover}",
                label=_SHELTER[cover],
                rule="mckie:morale.factor.cover",
                value=worth.morale,
                group="cover",
            )
    yield Chip(word="surrounded", label="surrounded", rule="mckie:morale.result.m3d")
    yield from _friends_in_flight(state)


def _morale(word: str, name: str, label: str) -> Iterator[Chip]:
    factor = MORALE_FILE.factors[name]
    yield Chip(word=word, label=label, rule=factor.rule, value=factor.value)


def _friends_in_flight(state: State) -> Iterator[Chip]:
    """Friends in flight that may be near. [mckie:morale.factor.friends]"""
    factor = MORALE_FILE.factors["friends"]
    for id in state.present():
        unit = state.units[id]
        if unit.standing in _FLEEING:
            yield Chip(
                word=f"near {id}",
                label=f"{id.upper()} {unit.standing} within {in_inches(FRIENDS_WITHIN)}",
                rule=factor.rule,
                value=factor.value,
                units=tuple(other for other in state.of_side(unit.side) if other != id),
            )


def whys() -> Iterator[Chip]:
    """Reasons of a test that the players may give."""
    for reason in ("losses", "friends_routing", "rally", "alarm"):
        yield Chip(word=reason, label=REASONS[reason])


def charge() -> Iterator[Chip]:
    flanked = MORALE_FILE.factors["charging_flank"]
    for where in ("flank", "rear"):
        yield Chip(
            word=where,
            label=f"in the {where}",
            rule=flanked.rule,
            value=flanked.value,
            group="struck",
        )
    yield from _morale("general", "general", "a general with it")
    yield from _morale("artillery", "artillery", "under artillery fire")
    yield from _morale("passed", "passed_through", "friends ran through it")


def melee() -> Iterator[Chip]:
    factors = MELEE_FILE.factors
    yield _of("charge", "charging", factors["attack"].line(), "attack")
    yield _of("follow_up", "following up", factors["attack"].line(), "attack")
    yield _of("general", "a general leads it", factors["general"].line())
    yield Chip(word="higher", label="higher ground", rule=factors["uphill"].rule)
    yield Chip(word="flank", label="struck in flank", rule="mckie:melee.flank.1", group="struck")
    yield Chip(word="rear", label="struck in rear", rule="mckie:melee.flank.1", group="struck")
    yield Chip(word="second", label="second period", rule="mckie:melee.flank.2")
    for cover, worth in COVERS.items():
        if worth.melee:
            yield Chip(
                word=f"cover {cover}",
                label=_SHELTER[cover],
                rule=worth.melee_rule,
                group="cover",
            )


def bands(weapon: Weapon) -> Iterator[Option]:
    """The range bands of a weapon, a range in each. [mckie:fire.rng.bands]

    >>> from longroll.systems.mckie.fire.weapons import WEAPONS
    >>> [(one.label, one.note) for one in bands(WEAPONS["muzzle_loading_rifle"])]
    [('0–2', '8'), ('2–6', '5'), ('6–12', '2'), ('more: none', '')]
    """
    ends = [end // 100 for end in FIRE.bands]
    starts = [0, *ends[:-1]]
    found = list(zip(starts, ends, weapon.factors, strict=True))
    for start, end, factor in found:
        if factor != NO_SHOT:
            yield Option(word=str(end), label=f"{start}–{end}", note=str(factor))
    if any(factor == NO_SHOT for *_, factor in found):
        yield Option(word="", label="more: none")
