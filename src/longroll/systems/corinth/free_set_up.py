"""29.4 The free set-up: where Union units may set up, and which brigades are in reserve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.systems.corinth.assault_areas import FORWARD, TOO_NEAR, from_areas, near_areas
from longroll.systems.corinth.deployment import Zone, deployment
from longroll.systems.corinth.set_up_events import DutyGiven
from longroll.systems.corinth.state import State
from longroll.systems.gbacw import command
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, INFANTRY, UNION

#: The Tishomingo Hotel, and how far from it the reserve may be. [corinth:29.42.2]
HOTEL, RESERVE_WITHIN = "2437", 10
#: The duties of brigades, and how many brigades have each. [corinth:29.42.1] [corinth:29.42.2]
RESERVE, FORWARD_DUTY, ELSEWHERE = "reserve", "forward", "elsewhere"
RESERVES, FEWEST_FORWARD, MOST_FORWARD = 3, 4, 7
#: The centre of the artillery park, and its batteries. [corinth:29.44.4]
PARK, PARK_BATTERIES = "2737", 4
#: Redans that have batteries of their own. [corinth:29.44.2]
NAMED = ("Robinett", "Phillips", "Williams")
SHARPSHOOTERS = ("14mo-ss", "64il-ss")
_DEFAULT = choice("default")


class Duties(Ask, frozen=True):
    """The duty of each brigade: three in reserve, four to seven forward.

    [corinth:29.42.1] [corinth:29.42.2] [corinth:29.42.3]
    """

    rule: ClassVar[str] = "corinth:29.42.1"
    verbs: ClassVar[tuple[str, ...]] = (RESERVE, FORWARD_DUTY, ELSEWHERE, "default")

    def asks(self, state: State) -> str:
        return UNION

    def question(self, state: State) -> str:
        title = state.game.roster.brigades[brigades_left(state)[0]].title
        return f"Is {title} in reserve, forward near the Assault Areas, or elsewhere?"

    def choices(self, state: State) -> list[Choice]:
        duties = (RESERVE, FORWARD_DUTY, ELSEWHERE)
        found = [choice(d) for d in duties if next(bars_to_duty(state, d), None) is None]
        return [*found, _DEFAULT]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from bare(choice, self.rule)
        if choice.verb != "default":
            yield from bars_to_duty(state, choice.verb)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb != "default":
            _give(state, choice.verb, umpire)
        else:
            wanted = deployment(state.scenario).duties
            while brigades_left(state):
                duty = wanted[brigades_left(state)[0]]
                others = (RESERVE, FORWARD_DUTY, ELSEWHERE)
                legal = [d for d in others if next(bars_to_duty(state, d), None) is None]
                _give(state, duty if duty in legal else legal[0], umpire)
        if not brigades_left(state):
            state.agenda.pop()


def _give(state: State, duty: str, umpire: Umpire) -> None:
    brigade = brigades_left(state)[0]
    state.duties = {**state.duties, brigade: duty}
    title = state.game.roster.brigades[brigade].title
    rule = "corinth:29.42.2" if duty == RESERVE else "corinth:29.42.1"
    umpire.tell(DutyGiven(rules=(rule,), brigade=title, duty=duty))


def brigades_left(state: State) -> list[str]:
    """Union brigades without a duty."""
    return [
        id
        for id, brigade in state.game.roster.brigades.items()
        if brigade.side == UNION and id not in state.duties
    ]


def bars_to_duty(state: State, duty: str) -> Iterator[Refusal]:
    """Three in reserve, four to seven forward, whatever the remaining brigades do."""
    given = list(state.duties.values())
    left = len(brigades_left(state)) - 1
    reserve = given.count(RESERVE) + (duty == RESERVE)
    forward = given.count(FORWARD_DUTY) + (duty == FORWARD_DUTY)
    if reserve > RESERVES:
        yield Refusal("corinth:29.42.2", f"only {RESERVES} brigades may be in reserve")
    if forward > MOST_FORWARD:
        yield Refusal("corinth:29.42.1", f"at most {MOST_FORWARD} brigades may be forward")
    missing = max(0, RESERVES - reserve) + max(0, FEWEST_FORWARD - forward)
    if missing > left:
        rule = "corinth:29.42.2" if forward >= FEWEST_FORWARD else "corinth:29.42.1"
        yield Refusal(
            rule,
            f"{RESERVES} brigades must be in reserve and at least {FEWEST_FORWARD} forward",
        )


# Where counters may be placed


def zones(state: State, unit: int) -> Iterator[Zone]:
    """Limits on where a counter is set up; leaders and wagons have one. [corinth:29.45]"""
    piece = state.piece(unit)
    if piece.kind == BATTERY and not piece.brigade:
        yield artillery_zone(state)
        return
    yield distant(state)
    if piece.kind == BATTERY:
        yield in_radius(state, unit)
    elif piece.id in SHARPSHOOTERS:
        yield Zone(
            near_hotel(state), "corinth:29.46", f"is more than {RESERVE_WITHIN} hexes from {HOTEL}"
        )
    elif piece.kind in (INFANTRY, CAVALRY) and piece.brigade:
        yield from _duty_zones(state, piece.brigade)


def distant(state: State) -> Zone:
    """Away from the Assault Areas, or behind the works. [corinth:29.41.1] [corinth:29.41.2]"""
    game = state.game
    inside, too_near = game.map.zones["inside_works"], near_areas(game.ground)
    behind = {
        hex
        for hex in inside & too_near
        if any("outer_works" in game.ground.crosses(hex, n) for n in game.grid.adjacent[hex])
    }
    open_to = frozenset(game.grid.hexes) - too_near | behind
    return Zone(
        open_to,
        "corinth:29.41.1",
        f"is within {TOO_NEAR} hexes of an Assault Area and not just behind the works",
    )


def near_hotel(state: State) -> frozenset[Hex]:
    return frozenset(state.game.grid.within(HOTEL, RESERVE_WITHIN))


def forward(state: State) -> frozenset[Hex]:
    """Hexes within ten of an Assault Area. [corinth:29.42.1]"""
    return frozenset(hex for hex, far in from_areas(state.game.ground).items() if far <= FORWARD)


def _duty_zones(state: State, brigade: str) -> Iterator[Zone]:
    """Where a brigade's duty lets its regiments set up."""
    duty = state.duties[brigade]
    if duty == RESERVE:
        yield Zone(
            near_hotel(state), "corinth:29.42.2", f"is more than {RESERVE_WITHIN} from {HOTEL}"
        )
    elif duty == FORWARD_DUTY:
        yield Zone(
            forward(state), "corinth:29.42.1", f"is more than {FORWARD} from any Assault Area"
        )
    elif list(state.duties.values()).count(FORWARD_DUTY) == MOST_FORWARD:
        yield Zone(
            frozenset(state.game.grid.hexes) - forward(state),
            "corinth:29.42.1",
            f"would put more than {MOST_FORWARD} brigades forward",
        )


def in_radius(state: State, unit: int) -> Zone:
    """Within the radius of its brigade's commander. [corinth:29.44.1]"""
    brigade = state.piece(unit).brigade
    return Zone(
        frozenset(command.in_radius(state, brigade)),
        "corinth:29.44.1",
        "is outside its commander's Effectiveness Radius",
    )


def redans(state: State) -> dict[str, Hex]:
    """Every redan by its name."""
    prefix = "redan_"
    zones = state.game.map.zones
    return {
        zone.removeprefix(prefix): min(zones[zone])
        for zone in sorted(zones)
        if zone.startswith(prefix)
    }


def open_redans(state: State) -> list[Hex]:
    """Redans without guns, except those with batteries of their own. [corinth:29.44.3]"""
    return [
        hex
        for name, hex in redans(state).items()
        if name not in NAMED
        and not any(state.piece(u).kind == BATTERY for u in state.stack(hex, UNION))
    ]


def park_hexes(state: State) -> frozenset[Hex]:
    """2737 and the hexes around it. [corinth:29.44.4]"""
    return frozenset((PARK, *state.game.grid.adjacent[PARK]))


def parked(state: State) -> list[int]:
    """Independent batteries in the artillery park."""
    return [
        unit
        for hex in sorted(park_hexes(state))
        for unit in state.stack(hex, UNION)
        if state.piece(unit).kind == BATTERY and not state.piece(unit).brigade
    ]


def artillery_zone(state: State, elsewhere: frozenset[Hex] = frozenset()) -> Zone:
    """One battery to each redan, four in the park. [corinth:29.44.3] [corinth:29.44.4]"""
    room = frozenset(open_redans(state)) | elsewhere
    if len(parked(state)) < PARK_BATTERIES:
        room |= park_hexes(state)
    return Zone(
        room,
        "corinth:29.44.3",
        "is neither a redan without guns nor a free hex of the artillery park",
    )


STEPS: tuple[type[Any], ...] = (Duties,)
