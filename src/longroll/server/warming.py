"""What a server does once before it serves, so that no two threads do it at the same time."""

from __future__ import annotations

from contextlib import suppress

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


def warm_up() -> None:
    """Begin every scenario once, and read and write it every way a battle is read and written.

    Types are looked into when they are first read or written. Two threads that do so at the same
    moment can end the process, and whoever came first would wait for it.
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
            with suppress(BadPosition):  # of a system that reads no positions
                system.from_position(system.to_position(battle.state))
