"""Everything that a commander may do, and the words shown for it."""

from __future__ import annotations

from longroll.kernel.verbs import Verb

#: Words of orders that read better in a sentence.
WORDS = {"fire": "fires at", "charge": "charges"}

VERBS: tuple[Verb, ...] = (
    # Who gets an order
    Verb(name="pick", takes=("unit",), label="{0}", takes_up="pick {units}"),
    Verb(name="back", label="Somebody else"),
    # Who opens the battle
    Verb(name="first", label="Open the battle"),
    Verb(name="second", label="Let them open it"),
    # The declaration: counters, then what the unit does
    Verb(name="declare", takes=("unit", "number", "name", "unit"), label="{0} {2} {3}"),
    Verb(
        name="declare",
        takes=("unit", "number", "name"),
        repeats=True,
        between=" ",
        label="{0}: {2}",
    ),
    Verb(name="ride", takes=("unit", "unit"), label="{0} rides to {1}"),
    Verb(name="done", label="All is declared", ends="step", rolls=True),
    # The answer to a charge
    Verb(name="stand", label="Stand and receive it", ends="act", rolls=True),
    Verb(name="fire", label="Stand and fire", rolls=True),
    Verb(name="countercharge", label="Countercharge", rolls=True),
)
