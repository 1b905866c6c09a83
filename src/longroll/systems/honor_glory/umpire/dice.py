"""The dice that the players roll for an entry, in the order in which they are needed."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.display.desk import Die
from longroll.systems.honor_glory.fire import Aim, calls_for_a_die
from longroll.systems.honor_glory.fire_tables import AUTO
from longroll.systems.honor_glory.melee import Meeting, slope, strike
from longroll.systems.honor_glory.umpire.reading import Words
from longroll.systems.honor_glory.units import Troops


def _die(word: str, label: str) -> Die:
    faces = Words.dice_kinds[word].scores
    return Die(label=label, faces=faces, word=word, optional=True)


def twenty(what: str = "") -> Die:
    return _die("d20", f"D20{what}")


def six(what: str) -> Die:
    return _die("d6", f"D6 {what}")


def of_test(what: str = "") -> tuple[Die, ...]:
    """[honor_glory:100.1] [honor_glory:100.4]"""
    return (
        _die("two", f"Two dice, added{what}"),
        twenty(what),
        _die("two", f"Two dice, added, if it fails{what}"),
    )


def of_basic() -> tuple[Die, ...]:
    """[honor_glory:99.1.1]"""
    return of_test()[:2]


def of_risk(unit: Troops, what: str) -> Iterator[Die]:
    """[honor_glory:29.5]"""
    for leader in unit.leaders:
        rank = "unit commander" if leader.rank == "unit" else f"{leader.rank} commander"
        yield _die("d10", f"D10 for the {rank}{what}")


def of_fire(firer: Troops, target: Troops, aimed: Aim) -> Iterator[Die]:
    """[honor_glory:65.5a] [honor_glory:65.6b] [honor_glory:72.5b] [honor_glory:29.4]"""
    if aimed.value != AUTO:
        yield twenty()
    limbered = target.arm == "artillery" and target.formation == "limbered"
    if limbered or target.arm == "team" or calls_for_a_die(firer, target, aimed):
        yield six("for further points, if it hits")
    if limbered:
        yield six("for the team, if it hits")
    yield from of_risk(target, ", if it hits")


def of_melee(meeting: Meeting, names: tuple[str, str]) -> Iterator[Die]:
    """[honor_glory:81.3b] [honor_glory:82.0b] [honor_glory:29.4]"""
    own, other = names
    if meeting.first_contact and meeting.struck != "front":
        yield from of_test(f" of {other}")[:2]
    way = slope(meeting.attacker_height, meeting.defender_height, meeting.from_edge)
    for unit, victim, supports, name, struck in (
        (meeting.attacker, meeting.defender, meeting.attacker_supports, own, other),
        (meeting.defender, meeting.attacker, meeting.defender_supports, other, own),
    ):
        if unit is meeting.defender and not meeting.strikes_back:
            continue
        blows = [strike(one, victim, way, meeting.month) for one in (unit, *supports)]
        for place, blow in enumerate(blows):
            if blow.factor is not None and not blow.automatic:
                whose = name if not place else f"support {place} of {name}"
                yield twenty(f" of {whose}")
        if any(blow.factor is not None for blow in blows):
            yield from of_risk(victim, f" of {struck}, if it is hit")
