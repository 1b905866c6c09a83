"""The adapter of the Blind Swords series; its operations are in `blind_swords_ops/`."""

from tests.vectors.blind_swords_ops import (
    artillery,
    close_combat,
    cohesion,
    command,
    events,
    fire,
    fog,
    movement,
    orders,
    rally,
)
from tests.vectors.blind_swords_ops.shared import OPERATIONS

#: Importing a chapter declares its operations.
CHAPTERS = (
    command,
    fog,
    events,
    orders,
    artillery,
    movement,
    fire,
    close_combat,
    cohesion,
    rally,
)

run = OPERATIONS.run
