"""How Honor & Glory is tried."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from longroll.board.table import Footprint, is_clear, on_table
from longroll.kernel.system import Chance
from longroll.kernel.trials import Trial, Trials
from longroll.miniatures.standing import ground_of
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.options import Options
from longroll.systems.honor_glory.play.rulebook import RULEBOOK
from longroll.systems.honor_glory.play.setup import fresh_state


def crowded(chance: Chance) -> dict[str, Any]:
    """Both armies of the teaching scenario face to face across the lane, in its last turns, some
    of them turned away, weakened or running."""
    state = fresh_state("hedge-lane", Options())
    units: dict[str, dict[str, Any]] = {}
    standing: list[Footprint] = []
    for id, unit in state.units.items():
        for _ in range(50):
            front, low = (0, 46) if unit.side == "union" else (180, 24)
            heading = chance.choice((*[front] * 5, chance.randrange(360)))
            at = (chance.randint(20, 100), chance.randint(low, low + 15))
            ground = ground_of(
                RULEBOOK, replace(unit, x=at[0] * CM, y=at[1] * CM, heading=heading * 10)
            )
            clear = all(is_clear(ground, other, 210) for other in standing)
            if clear and on_table(ground, *state.table.size):
                break
        else:
            continue
        standing.append(ground)
        units[id] = {
            "at": list(at),
            "heading": heading,
            "mp": chance.randint(1, unit.mp),
            "morale": chance.choice((*["formed"] * 7, "routing")),
        }
    return {
        "scenario": "hedge-lane",
        "units": units,
        "turn": 2 * state.played.file.turns - 17,
        "active": chance.choice(("union", "confederate")),
    }


#: How many decisions each option is tried for.
_DECISIONS = 30
#: All optional rules that a battle can do with or without.
_ALL: dict[str, Any] = {
    name: True for name in Options.__struct_fields__ if getattr(Options(), name) is False
}

#: Options that matter before the first turn: they are tried from the start of a battle.
_AT_FIRST = (
    "random_class",
    "size_by_class",
    "flank_marches",
    "lines_of_communication",
    "changing_terrain",
    "random_weapons",
    "players",
)


def alone() -> Iterator[Trial]:
    """Every option by itself with every value that is not the usual one, for some decisions."""
    info = msgspec.inspect.type_info(Options)
    assert isinstance(info, msgspec.inspect.StructType)
    for field in info.fields:
        values: tuple[Any, ...] = (3,)
        if isinstance(field.type, msgspec.inspect.BoolType):
            values = (True,)
        elif isinstance(field.type, msgspec.inspect.LiteralType):
            values = tuple(field.type.values)
        where = "hedge-lane" if field.name in _AT_FIRST else ""
        for value in values:
            # What may be taken back is tried for every system.
            if value != field.default and field.name != "undo":
                yield Trial(where, 5, {field.name: value}, _DECISIONS)


TRIALS = Trials(
    battles=(
        Trial("hedge-lane", hides=True),
        Trial("hedge-lane", 1, {**_ALL, "ratings": "open", "measuring": "free"}, 60),
        *(Trial(seed=seed, hides=True) for seed in range(2)),
        *(Trial(seed=seed, options=_ALL, hides=True) for seed in range(2, 4)),
        *alone(),
    ),
    crowded=crowded,
)
