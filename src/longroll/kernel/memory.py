"""How a process that plays battles keeps Python's garbage collector out of the way."""

import gc

#: Objects between two looks: many where nobody waits for an answer, fewer where a look must not
#: be felt.
SELDOM, BRIEFLY = 100_000, 2_000


def spare_collections(objects: int = SELDOM) -> None:
    """Have Python look for circles of dead objects seldom: battles leave next to none.

    States share their parts and go as soon as nobody holds them. Looking for circles walks all
    that are kept for undo again and again, a tenth of the time of a long battle. A process calls
    this once, when it begins.
    """
    gc.set_threshold(objects, 20, 1_000)
