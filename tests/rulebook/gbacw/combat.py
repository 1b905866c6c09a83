"""Short ways to have a volley fired or a melee fought on the drill ground."""

from __future__ import annotations

from longroll import Battle, Event
from longroll.systems.gbacw.events import Checked, Fired, Fought
from tests.support import offered, only, play

#: Two who glare at each other far off, so that a phase does not end by itself.
ELSE = "| 0101 9us | 0102 9cs"


def shoot(battle: Battle, hex: str = "0509", *adds: str) -> list[Event]:
    """A hex is fired at, by everybody unless told otherwise."""
    return play(battle, f"fire {hex}", *(adds or ("all",)), "resolve")


def volley(battle: Battle, hex: str = "0509", *adds: str) -> Fired:
    """The one fire of that."""
    return only(shoot(battle, hex, *adds), Fired)


def volleys(events: list[Event]) -> list[Fired]:
    return [event for event in events if isinstance(event, Fired)]


def react(battle: Battle) -> list[Event]:
    """Everybody who may fires at whoever moves."""
    return play(battle, "all", "resolve")


def announce(battle: Battle, hex: str = "0509", *who: str) -> list[Event]:
    """A melee is announced with everybody, or with those named, and no other."""
    events = play(battle, f"melee {hex}", *(who or ("all",)), "commit")
    if battle.decision and battle.decision.question == "Which hex is attacked in melee?":
        events += play(battle, "done")
    return events


def fight(battle: Battle, hex: str = "0509", *who: str) -> list[Event]:
    """A melee is announced, accepted and fought."""
    events = announce(battle, hex, *who)
    if "stand" in offered(battle):
        events += play(battle, "stand")
    return events + play(battle, f"fight {hex}")


def melee(battle: Battle, hex: str = "0509", *who: str) -> Fought:
    """The melee itself, all added up."""
    return only(fight(battle, hex, *who), Fought)


def checks(events: list[Event]) -> list[tuple[str, str]]:
    """Whose morale was checked, and what came of it."""
    return [(e.unit.id, e.outcome) for e in events if isinstance(e, Checked)]


def give_way(battle: Battle, *who: str) -> list[Event]:
    """Units attacked fall back before the melee; the enemy is asked for its fire first."""
    events = play(battle, *(f"retreat {id}" for id in who))
    return events + (play(battle, "go") if "go" in offered(battle) else [])
