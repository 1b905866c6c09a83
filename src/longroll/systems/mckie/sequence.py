"""The battle period: fourteen steps, fifteen with generalship.

[mckie:period.1] [mckie:newper.1] [mckie:newper.2]
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

import msgspec

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.naming import name_of
from longroll.miniatures.amounts import Period
from longroll.systems.mckie.army.units import SCALES
from longroll.systems.mckie.cards import playing
from longroll.systems.mckie.charge import charge_tests, charging
from longroll.systems.mckie.charge.charging import MoveCharges
from longroll.systems.mckie.command import activating
from longroll.systems.mckie.command.initiative import RollInitiative
from longroll.systems.mckie.deployment import arrivals
from longroll.systems.mckie.fatigue import step as fatigue_step
from longroll.systems.mckie.fire import supply
from longroll.systems.mckie.fire.firing import fire
from longroll.systems.mckie.hidden import blind_moves, fog
from longroll.systems.mckie.hidden.spotting import LookRound
from longroll.systems.mckie.melee import ends as melee_ends
from longroll.systems.mckie.melee import melees
from longroll.systems.mckie.morale import other_tests
from longroll.systems.mckie.movement.moving import moves
from longroll.systems.mckie.orders import falling_back, giving
from longroll.systems.mckie.retreat import retreating
from longroll.systems.mckie.table import closing
from longroll.systems.mckie.table.events import PeriodBegan, StepBegan
from longroll.systems.mckie.table.state import ENEMY, State
from longroll.systems.mckie.words import CONFEDERATE, UNION, Side


class Step(msgspec.Struct, frozen=True):
    """A step of the period: what it is called, its rule, and what it puts on the agenda."""

    slug: str
    title: str
    rule: str
    steps: Callable[[State], list[Ask | Do]]
    runs: Callable[[State], bool] = lambda state: True


def first(state: State) -> Side:
    return UNION if state.first == UNION else CONFEDERATE


def second(state: State) -> Side:
    return ENEMY[state.first]


def movement(state: State, side: Side) -> list[Ask | Do]:
    """All that an army moves: chargers, blind markers, troops; then those that must retreat."""
    return [
        MoveCharges(side),
        *([] if fog.is_open(state) else [LookRound()]),
        *blind_moves.moves(state, side),
        *moves(side),
        *falling_back.steps(state, side),
    ]


def _or_unseen(runs: Callable[[State], bool]) -> Callable[[State], bool]:
    """Steps that nobody needs are skipped, except where skipping would tell the enemy of troops he
    has not seen."""
    return lambda state: not fog.is_open(state) or runs(state)


#: The steps in the order they are played; generalship puts activation second and leaves the rest
#: as it is. [mckie:newper.2a] [mckie:newper.2b] [mckie:newper.2c]
PERIOD: tuple[Step, ...] = (
    Step("initiative", "Initiative", "mckie:period.1", lambda state: [RollInitiative()]),
    Step("activation", "Activation", "mckie:newper.1", activating.activation, activating.is_played),
    Step("orders", "Orders", "mckie:deploy.5", giving.dispatches, giving.are_wanted),
    Step("cards", "Event cards", "mckie:period.2", playing.draw, playing.are_used),
    Step(
        "compulsory",
        "Rout and retreat",
        "mckie:period.3",
        retreating.compulsory,
        _or_unseen(retreating.anybody_flees),
    ),
    Step("arrivals", "Arrivals", "mckie:deploy.1", arrivals.arrivals, _or_unseen(arrivals.are_due)),
    Step(
        "charges_first",
        "Charges",
        "mckie:period.4",
        lambda state: charging.declarations(first(state)),
    ),
    Step(
        "charges_second",
        "Charges of the other army",
        "mckie:period.5",
        lambda state: charging.declarations(second(state)),
    ),
    Step(
        "moves_first",
        "Moves",
        "mckie:period.6",
        lambda state: movement(state, first(state)),
    ),
    Step(
        "moves_second",
        "Moves of the other army",
        "mckie:period.7",
        lambda state: movement(state, second(state)),
    ),
    Step(
        "couriers",
        "Couriers",
        "mckie:deploy.5",
        lambda state: [giving.CouriersRide()],
        giving.are_riding,
    ),
    Step("supply", "Ammunition", "mckie:ammo.3", supply.wagons, _or_unseen(supply.is_wanted)),
    Step("firing", "Firing", "mckie:period.8", fire),
    Step(
        "chargers_test",
        "Chargers under fire",
        "mckie:period.9",
        charge_tests.chargers_test,
    ),
    Step(
        "receivers_test",
        "Receiving charges",
        "mckie:period.10",
        charge_tests.receivers_test,
    ),
    Step("melee", "Melees", "mckie:period.11", melees.fight),
    Step("fatigue", "Fatigue", "mckie:period.12", fatigue_step.check),
    Step("melee_results", "Results of melees", "mckie:period.13", melee_ends.results),
    Step("other_morale", "Other morale tests", "mckie:period.14", other_tests.tests),
)


@cache
def numbers() -> dict[str, str]:
    """The number of each step in the book; one that is not a step of the book has the number of
    the step before it and a letter."""
    found: dict[str, str] = {}
    last, more = "1", 0
    for step in PERIOD:
        number = step.rule.partition(":period.")[2]
        if number.isdecimal() and number not in found.values():
            last, more = number, 0
            found[step.slug] = number
        else:
            found[step.slug] = f"{last}{'abcdefgh'[more]}"
            more += 1
    return found


class BeginPeriod(Do, frozen=True):
    """Twenty minutes more on the clock. [mckie:scale.time]"""

    number: Period

    def run(self, state: State, umpire: Umpire) -> None:
        state.period = self.number
        umpire.tell(
            PeriodBegan(rules=("mckie:scale.time",), period=self.number, clock=clock(state))
        )
        state.agenda.append(EndPeriod())
        state.agenda += [BeginStep(step.slug) for step in reversed(PERIOD)]


class EndPeriod(Do, frozen=True):
    """Close a period, and begin the next unless the battle is over."""

    def run(self, state: State, umpire: Umpire) -> None:
        closing.close(state, umpire)
        if state.result is None:
            state.agenda.append(BeginPeriod(state.period + 1))


class BeginStep(Do, frozen=True):
    """Put a step of the period on the agenda, or skip it if it is not played."""

    slug: Annotated[str, name_of("step")]

    def run(self, state: State, umpire: Umpire) -> None:
        step = next(one for one in PERIOD if one.slug == self.slug)
        if not step.runs(state):
            return
        state.step = step.slug
        umpire.tell(StepBegan(rules=(step.rule,), step=step.slug, title=step.title))
        looks = [] if fog.is_open(state) else [LookRound()]
        state.agenda += reversed([*step.steps(state), *looks])


def clock(state: State) -> str:
    """The time of day a period begins.

    >>> clock_at("9:40", 3)
    '10:20'
    """
    return clock_at(state.battle.file.begins, state.period)


def clock_at(begins: str, period: int) -> str:
    hours, minutes = begins.split(":")
    past = 60 * int(hours) + int(minutes) + SCALES.minutes_per_period * (period - 1)
    return f"{past // 60 % 24}:{past % 60:02}"


STEPS: tuple[type[Any], ...] = (BeginPeriod, BeginStep, EndPeriod)
