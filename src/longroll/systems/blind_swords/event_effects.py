"""7.4 What each event does: on what it may be played, and what comes of it.

The names, the numbers and the moments of events are the battle's; see `chits.Event`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.systems.blind_swords import cup, engagement, event_actions, moving, overstack
from longroll.systems.blind_swords.activation import BeginActivation
from longroll.systems.blind_swords.assaulting import AssaultStep
from longroll.systems.blind_swords.chit_events import BrigadeActivated, UnitRallied
from longroll.systems.blind_swords.combat import Assault, Volley
from longroll.systems.blind_swords.state import AVAILABLE, DISRUPTED, Activation, State
from longroll.systems.blind_swords.tables import LIMITED
from longroll.systems.blind_swords.wording import name

TRENCH = "trench"
BETWEEN_DRAWS = "between_draws"


class Moment(NamedTuple):
    """When an event is played: by whom, at what moment, and what it interrupts."""

    side: str
    timing: str
    #: The step that comes next; it means nothing between draws.
    step: Any = None

    @property
    def volley(self) -> Volley:
        found: Volley = self.step.volley
        return found

    @property
    def assault(self) -> Assault:
        found: Assault = self.step.assault
        return found

    @property
    def target(self) -> Hex:
        """The hex that the fire or the assault under way is against."""
        fight = getattr(self.step, "volley", None) or self.assault
        hex: Hex = fight.hex
        return hex


Refusals = Iterator[Refusal]
Target = Literal["", "unit", "hex", "group"]


@dataclass(frozen=True)
class Effect:
    """What an event is played on, what bars it, and what it does.

    `among` lists what may come into question, ("",) where an event names nothing.
    """

    takes: Target
    among: Callable[[State, Moment], Iterable[str]]
    bars: Callable[[State, Moment, str], Refusals]
    play: Callable[[State, Moment, str, Umpire], None]

    def targets(self, state: State, moment: Moment) -> Iterator[str]:
        """On what it may be played now."""
        for word in self.among(state, moment):
            if next(self.bars(state, moment, word), None) is None:
                yield word


# What bars events in general


def has_trench(state: State, hex: Hex) -> bool:
    return TRENCH in state.game.rules.works(state, hex)


def bars_hex(state: State, moment: Moment, hex: Hex) -> Refusals:
    """A side plays nothing on its own units in Battlefield Chaos, nor on those kept from events.

    [blind_swords:7.3b.5]
    """
    own = state.stack(hex, moment.side)
    if own and hex == state.chaos:
        yield Refusal("blind_swords:7.3b.5", f"{hex} is under Battlefield Chaos")
    for unit in own:
        yield from state.game.rules.bars_event_on(state, moment.side, unit)


def bars_unit(state: State, moment: Moment, unit: int) -> Refusals:
    hex = state.hex_of(unit)
    if hex and hex == state.chaos and state.side_of(unit) == moment.side:
        yield Refusal("blind_swords:7.3b.5", f"{hex} is under Battlefield Chaos")
    yield from state.game.rules.bars_event_on(state, moment.side, unit)


def bars_ground(state: State, event: str, hex: Hex, rule: str) -> Refusals:
    """Ground on which an event may not be played."""
    ground = state.game.map.terrain[hex]
    if ground in state.game.chits.events[event].not_in:
        title = state.game.charts.terrain[ground].title
        yield Refusal(rule, f"not in {title}, as in {hex}")


def _own(state: State, moment: Moment) -> Iterable[str]:
    units = state.game.roster.of_side[moment.side]  # type: ignore[index]
    here = state.units
    return [state.piece(unit).id for unit in units if here[unit].hex or here[unit].box]


def _harmed(state: State, moment: Moment) -> Iterable[str]:
    """Units of the side that anything has happened to that a Rally might undo."""
    units, here = state.game.roster.of_side[moment.side], state.units  # type: ignore[index]
    found = [unit for unit in units if here[unit].hits or here[unit].worn or here[unit].box]
    return [state.piece(unit).id for unit in found]


def _own_hexes(state: State, moment: Moment) -> Iterable[str]:
    return sorted(state.stacks[moment.side])


def _nothing(state: State, moment: Moment) -> Iterable[str]:
    return ("",)


def _number(state: State, id: str) -> int:
    return state.game.roster.number[id]


# Rally


def _bars_rally(state: State, moment: Moment, id: str) -> Refusals:
    """A unit with Morale Hits, one that may become Fresh, or one in a numbered Broken box.

    [blind_swords:7.4.1] [blind_swords:7.4.2]
    """
    unit = _number(state, id)
    own, title = state.units[unit], state.piece(unit).title
    if state.side_of(unit) != moment.side:
        yield Refusal("blind_swords:7.4.2", f"{title} is the enemy's")
    elif own.box == AVAILABLE or (not own.hex and not own.box):
        yield Refusal("blind_swords:7.4.2", f"{title} is neither on the map nor broken")
    elif own.hex:
        yield from bars_unit(state, moment, unit)
        yield from bars_ground(state, "rally", own.hex, "blind_swords:7.4.1")
        if not own.hits and not _may_refresh(state, unit):
            yield Refusal("blind_swords:7.4.2", f"{title} has nothing to recover from")


def _may_refresh(state: State, unit: int) -> bool:
    return state.units[unit].worn and not engagement.is_engaged(state, unit)


def _rally(state: State, moment: Moment, id: str, umpire: Umpire) -> None:
    """The hex must hold the points of the Fresh side, as after a Rebuild. [blind_swords:3.3.1]"""
    unit = _number(state, id)
    own = state.units[unit]
    refresh = bool(own.hex) and _may_refresh(state, unit)
    if own.box:
        state.change(unit, box=AVAILABLE)
    else:
        state.change(unit, hits=0, worn=own.worn and not refresh)
    umpire.tell(
        UnitRallied(
            rules=("blind_swords:7.4.2",),
            unit=name(state, unit),
            hits=own.hits,
            fresh=refresh,
            box=bool(own.box),
        )
    )
    if refresh:
        overstack.check(state, moment.side, umpire, rebuild=True)


# Markers


def _bars_good_ground(state: State, moment: Moment, hex: str) -> Refusals:
    """A hex of the side without a Trench; in a combat the one that is fired at or assaulted.

    [blind_swords:7.4.3] [blind_swords:7.4.4]
    """
    if not state.stack(hex, moment.side):
        yield Refusal("blind_swords:7.4.3", f"you have no unit in {hex}")
    elif moment.timing != BETWEEN_DRAWS and hex != moment.target:
        yield Refusal("blind_swords:7.4.4", f"{hex} is not the hex under attack")
    if has_trench(state, hex):
        yield Refusal("blind_swords:7.4.3", f"{hex} is a Trench")
    if hex in state.good_ground:
        yield Refusal("blind_swords:7.4.4", f"{hex} is Good Ground already")
    yield from bars_hex(state, moment, hex)


def _good_ground(state: State, moment: Moment, hex: str, umpire: Umpire) -> None:
    state.good_ground = state.good_ground | {hex}


def _bars_epaulement(state: State, moment: Moment, hex: str) -> Refusals:
    """A hex with own artillery, not on ground that holds no work. It does nothing in close combat.

    [blind_swords:7.4.26] [blind_swords:7.4.27]
    """
    guns = [unit for unit in state.stack(hex, moment.side) if state.arm(unit) == "artillery"]
    if not guns:
        yield Refusal("blind_swords:7.4.27", f"no artillery of yours is in {hex}")
    yield from bars_ground(state, "epaulement", hex, "blind_swords:7.4.27")
    if hex in state.epaulements:
        yield Refusal("blind_swords:7.4.27", f"{hex} has an Epaulement")
    yield from bars_hex(state, moment, hex)


def _epaulement(state: State, moment: Moment, hex: str, umpire: Umpire) -> None:
    state.epaulements = state.epaulements | {hex}


# Movement and fire of its own


def _bars_handsome(state: State, moment: Moment, word: str) -> Refusals:
    """Somebody must be able to go. [blind_swords:7.4.5] [blind_swords:7.4.6]"""
    if not event_actions.movers(state, moment.side, "handsome-movement", ()):
        yield Refusal("blind_swords:7.4.6", "none of your units may move by it")


def _handsome(state: State, moment: Moment, word: str, umpire: Umpire) -> None:
    event_actions.send(state, moment.side, "handsome-movement")


def _bars_sharpshooters(state: State, moment: Moment, id: str) -> Refusals:
    """One infantry unit that has a target. [blind_swords:7.4.7] [blind_swords:7.4.8]"""
    unit = _number(state, id)
    if state.side_of(unit) != moment.side:
        yield Refusal("blind_swords:7.4.7", f"{state.piece(unit).title} is the enemy's")
        return
    yield from bars_unit(state, moment, unit)
    yield from event_actions.bars_to_shoot(state, unit, "sharpshooters", "blind_swords:7.4.8")


def _sharpshooters(state: State, moment: Moment, id: str, umpire: Umpire) -> None:
    unit = _number(state, id)
    state.agenda.append(event_actions.EndEvent(moment.side))
    state.agenda.append(event_actions.Shoot(moment.side, unit, "sharpshooters"))


def _bars_huzzah(state: State, moment: Moment, hex: str) -> Refusals:
    """The infantry of a hex, none of it Disrupted, which may move and can then assault.

    [blind_swords:7.4.17] [blind_swords:7.4.19]
    """
    troops = _infantry(state, moment.side, hex)
    if not troops:
        yield Refusal("blind_swords:7.4.19", f"you have no infantry in {hex}")
    for unit in troops:
        title = state.piece(unit).title
        if state.units[unit].hits >= DISRUPTED:
            yield Refusal("blind_swords:7.4.19", f"{title} is Disrupted")
        if state.units[unit].skirmish:
            yield Refusal("blind_swords:15.2.1", f"{title} is in Skirmish Order")
        yield from state.game.rules.bars_to_move(state, unit)
    yield from bars_hex(state, moment, hex)


def _infantry(state: State, side: str, hex: Hex) -> tuple[int, ...]:
    return tuple([unit for unit in state.stack(hex, side) if state.arm(unit) == "infantry"])


def _huzzah(state: State, moment: Moment, hex: str, umpire: Umpire) -> None:
    """They move a hex, without a roll or a check for water, then they may assault once; their
    brigade's status stays. [blind_swords:7.4.18] [blind_swords:7.4.19]
    """
    side, troops = moment.side, _infantry(state, moment.side, hex)
    state.agenda.append(event_actions.EndEvent(side))
    state.agenda.append(AssaultStep(side, troops, ("huzzah",)))
    state.agenda.append(moving.Moving(side, troops, right="huzzah"))


# Combat


def _bars_superior(state: State, moment: Moment, word: str) -> Refusals:
    """A fire of the side's guns alone, in any phase. [blind_swords:7.4.9]"""
    volley = moment.volley
    if volley.side != moment.side or any(state.arm(u) != "artillery" for u in volley.units):
        yield Refusal("blind_swords:7.4.9", "this is not a fire of your artillery alone")
    for hex in dict.fromkeys(state.hex_of(unit) for unit in volley.units):
        yield from bars_hex(state, moment, hex)


def _bars_firing_low(state: State, moment: Moment, word: str) -> Refusals:
    """The enemy's fire at a Trench. [blind_swords:7.4.13] [blind_swords:7.4.14]"""
    volley = moment.volley
    if volley.side == moment.side or not has_trench(state, volley.hex):
        yield Refusal("blind_swords:7.4.13", "the enemy does not fire at a Trench")
    yield from bars_hex(state, moment, volley.hex)


def _attach(event: str) -> Callable[[State, Moment, str, Umpire], None]:
    """The fire under way is resolved with an event. [blind_swords:7.4.10] [blind_swords:7.4.14]"""

    def play(state: State, moment: Moment, word: str, umpire: Umpire) -> None:
        volley = replace(moment.volley, events=(*moment.volley.events, event))
        exchange(state, moment.step, replace(moment.step, volley=volley))

    return play


def exchange(state: State, step: Any, other: Any) -> None:
    """Put another step in the place of the one that was interrupted."""
    place = max(at for at, one in enumerate(state.agenda) if one is step)
    state.agenda[place] = other


def _bars_elephant(state: State, moment: Moment, id: str) -> Refusals:
    """A raw unit of the active brigade, or of the assault, near a Trench that is held.

    [blind_swords:7.4.15] [blind_swords:7.4.16]
    """
    unit = _number(state, id)
    numbers, title = state.game.chits.events["seeing-the-elephant"].numbers, state.piece(unit).title
    if unit not in _frightened(state, moment):
        yield Refusal("blind_swords:7.4.16", f"{title} is not of those who act")
        return
    if state.printed_cohesion(unit) != numbers["cohesion"]:
        rating = state.printed_cohesion(unit)
        yield Refusal("blind_swords:7.4.15", f"the Cohesion Rating of {title} is {rating}")
    near = state.game.grid.within(state.hex_of(unit), numbers["range"])
    if not any(state.stack(hex, moment.side) and has_trench(state, hex) for hex in near):
        yield Refusal("blind_swords:7.4.16", f"no Trench you hold is near {title}")
    yield from bars_unit(state, moment, unit)


def _frightened(state: State, moment: Moment) -> tuple[int, ...]:
    """The enemy's units that act."""
    if moment.timing == "assault_declared":
        return moment.assault.units
    active = state.active
    if active is None or state.game.roster.brigades[active.brigade].side == moment.side:
        return ()
    return tuple(state.brigade_units(active.brigade))


def _among_frightened(state: State, moment: Moment) -> Iterable[str]:
    return [state.piece(unit).id for unit in _frightened(state, moment)]


def _elephant(state: State, moment: Moment, id: str, umpire: Umpire) -> None:
    event_actions.frighten(state, _number(state, id), umpire)


def _bars_confident(state: State, moment: Moment, word: str) -> Refusals:
    """Units that won a close combat and advanced; it may come after Huzzah!

    [blind_swords:7.4.20] [blind_swords:7.4.21]
    """
    if moment.assault.side != moment.side or not moment.step.advanced:
        yield Refusal("blind_swords:7.4.21", "none of your units advanced after an assault")
    for unit in moment.step.advanced:
        yield from bars_unit(state, moment, unit)


def _confident(state: State, moment: Moment, word: str, umpire: Umpire) -> None:
    advanced = tuple(unit for unit in moment.step.advanced if state.hex_of(unit))
    state.agenda.append(AssaultStep(moment.side, advanced, ("confident",)))


def _bars_stand(state: State, moment: Moment, word: str) -> Refusals:
    """One unit's cohesion roll. [blind_swords:7.4.22]"""
    unit: int = moment.step.unit
    if state.side_of(unit) != moment.side:
        yield Refusal("blind_swords:7.4.22", f"{state.piece(unit).title} is the enemy's")
    yield from bars_unit(state, moment, unit)


def _stand(state: State, moment: Moment, word: str, umpire: Umpire) -> None:
    """The die counts as the event says. [blind_swords:7.4.23]"""
    exchange(state, moment.step, replace(moment.step, steady=True))


# Command


def _bars_confusion(state: State, moment: Moment, word: str) -> Refusals:
    """The enemy's Full Activation before its order, unless it comes of Clarity.

    [blind_swords:7.4.11] [blind_swords:7.4.12]
    """
    active = state.active
    if active is None or state.game.roster.brigades[active.brigade].side == moment.side:
        yield Refusal("blind_swords:7.4.11", "no enemy brigade is activated")
    elif active.order:
        yield Refusal("blind_swords:7.4.12", "the brigade has its order, or is Limited")
    elif active.clarity:
        yield Refusal("blind_swords:7.4.12", "Command Clarity is not confused")


def _confusion(state: State, moment: Moment, word: str, umpire: Umpire) -> None:
    assert state.active is not None
    state.active = replace(state.active, order=LIMITED)


def _bars_momentum(state: State, moment: Moment, brigade: str) -> Refusals:
    """Another brigade of the division whose chit gave a Full Activation.

    [blind_swords:7.4.24] [blind_swords:7.4.25]
    """
    active, rule = state.active, "blind_swords:7.4.25"
    title = state.game.roster.brigades[brigade].title
    if active is None or active.by != "division" or active.order == LIMITED or not active.leader:
        yield Refusal(rule, "no Full Activation by a division chit has just ended")
    elif brigade not in cup.brigades_of(state, active.leader):
        yield Refusal(rule, f"{title} is of another division")
    elif brigade in state.activated:
        yield Refusal(rule, f"{title} has been activated this turn")
    elif not cup.can_act(state, brigade):
        yield Refusal("blind_swords:7.3e.6", f"{title} has no unit that could act")
    hexes = {state.hex_of(unit) for unit in state.brigade_units(brigade)}
    if hexes == {state.chaos}:
        yield Refusal("blind_swords:7.3b.5", f"{state.chaos} is under Battlefield Chaos")


def _among_brigades(state: State, moment: Moment) -> Iterable[str]:
    brigades = state.game.roster.brigades.items()
    return [id for id, brigade in brigades if brigade.side == moment.side]


def _momentum(state: State, moment: Moment, brigade: str, umpire: Umpire) -> None:
    """The next one is activated as soon as the first is done, without a roll.

    [blind_swords:7.4.25]
    """
    assert state.active is not None
    active = Activation(brigade, by="command-momentum", leader=state.active.leader)
    place = max(at for at, one in enumerate(state.agenda) if one is moment.step)
    state.agenda.insert(place, BeginActivation(active))
    title = state.game.roster.brigades[brigade].title
    rules = ("blind_swords:7.4.25",)
    umpire.tell(BrigadeActivated(rules=rules, brigade=title, why="The division is on the move"))


EFFECTS: dict[str, Effect] = {
    "rally": Effect("unit", _harmed, _bars_rally, _rally),
    "good-ground": Effect("hex", _own_hexes, _bars_good_ground, _good_ground),
    "handsome-movement": Effect("", _nothing, _bars_handsome, _handsome),
    "sharpshooters": Effect("unit", _own, _bars_sharpshooters, _sharpshooters),
    "superior-artillery": Effect("", _nothing, _bars_superior, _attach("superior-artillery")),
    "command-confusion": Effect("", _nothing, _bars_confusion, _confusion),
    "firing-low": Effect("", _nothing, _bars_firing_low, _attach("firing-low")),
    "seeing-the-elephant": Effect("unit", _among_frightened, _bars_elephant, _elephant),
    "huzzah": Effect("hex", _own_hexes, _bars_huzzah, _huzzah),
    "confident": Effect("", _nothing, _bars_confident, _confident),
    "stand-to-it": Effect("", _nothing, _bars_stand, _stand),
    "command-momentum": Effect("group", _among_brigades, _bars_momentum, _momentum),
    "epaulement": Effect("hex", _own_hexes, _bars_epaulement, _epaulement),
}
