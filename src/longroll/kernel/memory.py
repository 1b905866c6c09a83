"""How a process that plays battles keeps Python's garbage collector out of the way."""

import gc

#: Objects created between two collections: many if nobody waits for an answer, fewer if a pause
#: must not be noticed.
SELDOM, BRIEFLY = 100_000, 2_000


def spare_collections(objects: int = SELDOM) -> None:
    """Have Python look for cycles of dead objects less often: battles leave hardly any.

    States share their parts and are freed as soon as nothing refers to them. Looking for cycles
    visits everything kept for undo again and again, a tenth of the time of a long battle. A
    process calls this once, at its start.
    """
    gc.set_threshold(objects, 20, 1_000)
