"""Everything that a commander may do, and the words shown for it."""

from __future__ import annotations

from longroll.kernel.verbs import Verb

#: Words of orders that read better in a sentence.
WORDS = {"fire": "fires at", "charge": "charges"}

VERBS: tuple[Verb, ...] = (
    # Who gets an order
    Verb(name="pick", takes=("unit",), label="{0}", takes_up="pick {units}"),
    Verb(name="back", label="Somebody else"),
    # Before the battle
    Verb(name="first", label="Go first"),
    Verb(name="second", label="Let them go first"),
    Verb(name="north", label="Take the north edge"),
    Verb(name="south", label="Take the south edge"),
    Verb(
        name="place",
        takes=("unit", "place", "place", "name"),
        repeats=True,
        between=" ",
        label="{0} to {1}, {2} facing {3}°",
    ),
    Verb(name="array", label="Lay out the rest"),
    Verb(name="post", takes=("unit", "unit"), label="{0} joins {1}"),
    Verb(name="camp", takes=("place",), label="The camp at {0}"),
    Verb(name="share", takes=("number",), repeats=True, between=", ", label="Share them out: {0}"),
    Verb(name="remove", takes=("name",), label="Take away {0}"),
    Verb(name="shift", takes=("name",), repeats=True, between=" ", label="Shift {0}"),
    Verb(name="add", takes=("name",), repeats=True, between=" ", label="Add {0}"),
    Verb(name="keep", label="Keep the table as it is", ends="step"),
    # Flank marches
    Verb(name="march", takes=("name", "place"), label="March by the {0} edge, to {1}"),
    Verb(name="join", takes=("unit",), label="{0} marches round the flank"),
    Verb(
        name="march",
        takes=("name", "place", "unit"),
        repeats=True,
        label="{2} by the {0} edge, at {1}",
    ),
    Verb(name="call_in", label="Call it in", rolls=True),
    Verb(name="wait", label="Wait", ends="act"),
    # The declaration: counters, then what the unit does
    Verb(
        name="declare", takes=("unit", "number", "name", "unit"), label="{0} {2} {3}", shoots="fire"
    ),
    Verb(
        name="declare",
        takes=("unit", "number", "name"),
        repeats=True,
        between=" ",
        label="{0}: {2}",
    ),
    Verb(name="ride", takes=("unit", "unit"), label="{0} rides to {1}"),
    Verb(name="attach", takes=("unit", "unit"), label="{0} goes with {1}"),
    Verb(name="help", takes=("unit", "unit"), repeats=True, label="{0} helps {1}"),
    Verb(name="done", label="Done", ends="step", rolls=True),
    # Answers of a unit
    Verb(name="stand", label="Stand and receive it", ends="act", rolls=True),
    Verb(name="fire", label="Stand and fire", rolls=True, shoots="fire"),
    Verb(name="countercharge", label="Countercharge", rolls=True),
    Verb(name="reply", label="Fire", rolls=True, shoots="reply"),
    Verb(name="hold", label="Hold fire", ends="act", rolls=True),
    Verb(name="engage", takes=("unit",), label="Fight {0}", rolls=True),
    Verb(name="pursue", label="Pursue", rolls=True),
    Verb(name="attack", label="Attack them", rolls=True),
    Verb(name="follow", label="Follow the first", rolls=True),
    Verb(name="occupy", label="Occupy the building"),
    Verb(name="stay", label="Stay", ends="act"),
)
