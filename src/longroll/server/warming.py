"""What a process does once before it serves, so that no two threads do it at the same time."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from longroll.display import display_of
from longroll.guide import lesson_of
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Seeded
from longroll.kernel.errors import BadPosition
from longroll.kernel.state import freeze
from longroll.kernel.system import systems
from longroll.server.api import system_facts
from longroll.server.seats import SPECTATOR
from longroll.server.wire import encode


@cache
def warm_up() -> None:
    """Begin every scenario once, and read and write it in every way a battle is read and written.

    Types are analysed when they are first read or written. Two threads that do so at the same
    moment can crash the process, and the first client would have to wait for it.
    """
    for system in systems().values():
        encode(system_facts(system.slug))
        encode(lesson_of(system.slug))
        for scenario in system.scenarios:
            state = system.start(scenario, system.read_options({}))
            battle = Battle(system, state, Seeded(0))
            for side in (*system.sides, SPECTATOR):
                encode(battle.view(side))
            system.thaw(freeze(battle.state))
            encode(display_of(system).table(scenario))
            with suppress(BadPosition):  # a system may not read positions
                system.from_position(system.to_position(battle.state))
