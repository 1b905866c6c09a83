"""The adapter of Chickasaw Bayou; its operations are in `chickasaw_bayou_ops/`."""

from tests.vectors.chickasaw_bayou_ops import combat, command, ground, map_and_scenarios
from tests.vectors.chickasaw_bayou_ops.shared import OPERATIONS

#: Importing a chapter declares its operations.
CHAPTERS = (map_and_scenarios, command, ground, combat)

run = OPERATIONS.run
