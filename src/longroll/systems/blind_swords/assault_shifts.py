"""11.3b and 11.3c: the strength of an assault, and its column shifts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from longroll.kernel.event import Line
from longroll.systems.blind_swords.charts import Charts, odds
from longroll.systems.blind_swords.combat import Assault
from longroll.systems.blind_swords.morale import strength
from longroll.systems.blind_swords.ratings import rating
from longroll.systems.blind_swords.roster import ARTILLERY
from longroll.systems.blind_swords.stacking import candidates
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.tables import NUMBERS, WEAPONS
from longroll.systems.blind_swords.works import works_in


class Facts(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything about an assault that shifts its column.

    Ground and hexside are those of the Assaulting Hex (CB-64).
    """

    attack: Fraction
    defend: Fraction
    attack_cohesion: int
    defend_cohesion: int
    #: Kinds of terrain, works, and the hexside as it is crossed.
    attacker_terrain: str
    defender_terrain: str
    attacker_works: tuple[str, ...] = ()
    defender_works: tuple[str, ...] = ()
    hexsides: tuple[str, ...] = ()
    defending_guns: Fraction = Fraction()
    attacking_smoothbores: Fraction = Fraction()
    defending_smoothbores: Fraction = Fraction()
    #: How far each Flanking Hex is from the Assaulting Hex.
    flanks: tuple[int, ...] = ()
    defender_mounted: bool = False
    charge: bool = False


def lines(charts: Charts, facts: Facts) -> Iterator[Line]:
    """Every line of the chart that applies, each once: one of odds, and all others added up."""
    for name in dict.fromkeys(_names(charts, facts)):
        if name:
            shift = charts.close_combat[name]
            yield Line(shift.columns, shift.words, shift.rule)


def _names(charts: Charts, facts: Facts) -> Iterator[str]:
    yield odds(facts.attack, facts.defend)  # [blind_swords:11.3c.1]
    if 2 * facts.defending_guns >= facts.defend:  # [blind_swords:11.3c.2]
        yield "defender_artillery"
    # [blind_swords:11.3c.3] [blind_swords:11.3c.9]
    if facts.attack_cohesion > facts.defend_cohesion:
        yield "attacker_cohesion_higher"
    elif facts.attack_cohesion < facts.defend_cohesion:
        yield "defender_cohesion_higher"
    # Slopes, Creeks and Levees. [blind_swords:11.3c.4] [blind_swords:11.3c.8]
    yield from (charts.hexsides[kind].attack for kind in facts.hexsides)
    if 2 * facts.attacking_smoothbores >= facts.attack:  # [blind_swords:11.3c.5]
        yield "attacker_smoothbore"
    if 2 * facts.defending_smoothbores >= facts.defend:
        yield "defender_smoothbore"
    if is_flanking(facts.flanks):
        yield "flanking_attack"
    # [blind_swords:11.3c.7] [blind_swords:10.10.1]
    if facts.defender_mounted:
        yield "defender_cavalry"
    elif facts.charge:
        yield "charge"
    # [blind_swords:11.3c.8]
    yield charts.terrain[facts.defender_terrain].attack_at
    yield from (charts.works[work].attack_at for work in facts.defender_works)
    yield charts.terrain[facts.attacker_terrain].attack_from
    yield from (charts.works[work].attack_from for work in facts.attacker_works)


def is_flanking(distances: Iterable[int]) -> bool:
    """Whether Flanking Hexes so far from the Assaulting Hex make a Flanking Attack.

    [blind_swords:11.3c.6]

    >>> is_flanking([1]), is_flanking([2]), is_flanking([1, 1])
    (False, True, True)
    """
    every = list(distances)
    return len(every) > 1 or any(far >= NUMBERS["flanking_distance"] for far in every)


def attack_strength(state: State, assault: Assault) -> Fraction:
    """The modified points of all who attack; the table rounds them down. [blind_swords:11.3b.1]"""
    return sum([strength(state, unit) for unit in assault.units], Fraction())


def _smoothbores(state: State, units: Iterable[int]) -> Fraction:
    """How many of the points of some units carry smoothbore muskets; guns never do (CB-44)."""
    return sum(
        [
            strength(state, unit)
            * Fraction(WEAPONS.small_arms[state.piece(unit).weapon].smoothbore)
            for unit in units
            if state.piece(unit).arm != ARTILLERY
        ],
        Fraction(),
    )


def facts(state: State, assault: Assault) -> Facts:
    """What the chart has to know of an assault."""
    game = state.game
    enemy = game.enemy[assault.side]
    defenders = state.stack(assault.hex, enemy)
    leads = candidates(state, defenders)
    first = [unit for unit in assault.units if state.hex_of(unit) == assault.start]
    points = {unit: strength(state, unit) for unit in defenders}
    guns = [points[unit] for unit in defenders if state.piece(unit).arm == ARTILLERY]
    return Facts(
        attack=attack_strength(state, assault),
        defend=sum(points.values(), Fraction()),
        attack_cohesion=max([rating(state, unit, attacking=True) for unit in first]),
        # The owner of like units would have the steadiest lead (CB-80). [blind_swords:3.2.2]
        defend_cohesion=max([rating(state, unit) for unit in leads]),
        attacker_terrain=game.map.terrain[assault.start],
        defender_terrain=game.map.terrain[assault.hex],
        attacker_works=tuple(works_in(state, assault.start)),
        defender_works=tuple(works_in(state, assault.hex)),
        hexsides=game.field.crosses(assault.start, assault.hex),
        defending_guns=sum(guns, Fraction()),
        attacking_smoothbores=_smoothbores(state, assault.units),
        defending_smoothbores=_smoothbores(state, defenders),
        flanks=tuple([game.grid.distance(assault.start, hex) for hex in assault.flanks]),
        defender_mounted=state.is_mounted(leads[0]),
        charge=bool(assault.charging),
    )


def shifts(state: State, assault: Assault) -> Iterator[Line]:
    """The column shifts of an assault, with those of events played on it.

    [blind_swords:11.3c.1] [blind_swords:11.3c.7]
    """
    charts = state.game.charts
    yield from lines(charts, facts(state, assault))
    for played in assault.events:
        event = state.game.chits.events[played]
        if played in charts.close_combat:
            shift = charts.close_combat[played]
            yield Line(shift.columns, shift.words, shift.rule)
        elif "columns" in event.numbers:
            yield Line(event.numbers["columns"], event.title, event.rule)
