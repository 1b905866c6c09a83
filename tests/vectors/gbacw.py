"""The adapter of the GBACW standard rules and Corinth; its operations are in `gbacw_ops/`."""

from tests.vectors.gbacw_ops import (
    ammunition_and_sight,
    battle_of_corinth,
    fire,
    melee,
    morale_and_leaders,
    movement_and_command,
    reserves,
    retreats_and_reactions,
    whole_fires,
)
from tests.vectors.gbacw_ops.shared import OPERATIONS

#: Importing a chapter declares its operations.
CHAPTERS = (
    fire,
    whole_fires,
    ammunition_and_sight,
    morale_and_leaders,
    melee,
    retreats_and_reactions,
    movement_and_command,
    battle_of_corinth,
    reserves,
)

run = OPERATIONS.run
