"""The adapter of Honor & Glory; its operations are in `honor_glory_ops/`."""

from tests.vectors.honor_glory_ops import army, fighting, firing, moving, nerve, option
from tests.vectors.honor_glory_ops.shared import OPERATIONS

#: Importing a chapter declares its operations.
CHAPTERS = (army, moving, firing, fighting, nerve, option)

run = OPERATIONS.run
