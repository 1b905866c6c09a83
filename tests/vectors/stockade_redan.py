"""The adapter of Stockade Redan; its operations are in `stockade/`."""

from tests.vectors.stockade import (
    bombardment_and_chaos,
    fire,
    hand_to_hand_and_victory,
    map_and_setup,
    movement_and_bridging,
)
from tests.vectors.stockade.shared import OPERATIONS

#: Importing a chapter declares its operations.
CHAPTERS = (
    map_and_setup,
    bombardment_and_chaos,
    movement_and_bridging,
    fire,
    hand_to_hand_and_victory,
)

run = OPERATIONS.run
