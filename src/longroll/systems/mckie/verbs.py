"""Everything that a commander may do, and the words shown for it."""

from __future__ import annotations

from longroll.kernel.verbs import Verb

VERBS: tuple[Verb, ...] = (
    # Who gets an order
    Verb(name="pick", takes=("unit",), label="{0}", takes_up="pick {units}"),
    Verb(name="back", label="Somebody else"),
    # Before the battle, and orders
    Verb(name="deploy", takes=("unit", "place", "place"), label="{0} to {1}, {2}"),
    Verb(
        name="deploy",
        takes=("unit", "place", "place", "name"),
        label="{0} to {1}, {2} facing {3}°",
    ),
    Verb(
        name="deploy",
        takes=("unit", "place", "place", "name", "name"),
        label="{0} to {1}, {2} facing {3}° in {4}",
    ),
    Verb(name="order", takes=("unit", "name"), repeats=True, between=" ", label="{0}: {1}"),
    Verb(
        name="courier",
        takes=("unit", "unit", "name"),
        repeats=True,
        between=" ",
        label="{0} sends {1} a courier: {2}",
    ),
    Verb(name="activate", takes=("unit",), label="Activate {0}", rolls=True),
    Verb(name="halt", takes=("unit",), label="{0} halts"),
    Verb(name="override", takes=("unit", "unit"), label="{0} commands in the place of {1}"),
    Verb(name="release", takes=("unit",), label="{0} hands his command back"),
    Verb(name="detach", takes=("unit",), label="Detach {0}"),
    Verb(name="attach", takes=("unit",), label="Attach {0}"),
    # Cards
    Verb(name="play", takes=("unit", "name"), label="{0} plays {1}"),
    Verb(
        name="play",
        takes=("unit", "name", "unit"),
        repeats=True,
        between=" against ",
        label="{0} plays {1} on {2}",
    ),
    # Initiative
    Verb(name="first", label="Move first"),
    Verb(name="second", label="Move second"),
    # Movement
    Verb(name="move", takes=("unit", "name"), repeats=True, between=" ", label="{0}: {1}"),
    Verb(name="hold", takes=("unit",), label="Hold {0}", ends="act"),
    Verb(name="rouse", takes=("unit",), label="Rouse {0}", rolls=True),
    Verb(name="detach", takes=("unit", "number"), label="{0} sends out {1} skirmishers"),
    Verb(
        name="detach",
        takes=("unit", "number", "name"),
        repeats=True,
        between=" ",
        label="{0} sends out {1} skirmishers, {2}",
    ),
    Verb(name="recall", takes=("unit",), label="Recall {0}"),
    Verb(name="dig", takes=("unit",), label="{0} digs in"),
    Verb(name="ride", takes=("unit", "place"), repeats=True, between=" ", label="{0} rides to {1}"),
    Verb(name="join", takes=("unit", "unit"), label="{0} joins {1}"),
    Verb(
        name="blind",
        takes=("unit", "name", "place"),
        repeats=True,
        between=" ",
        label="{0} in {1} to {2}",
    ),
    Verb(name="reveal", takes=("unit",), label="Turn over {0}"),
    # The formation of troops that come out from under a marker
    Verb(name="mounted", label="Mounted"),
    Verb(name="dismounted", label="Dismounted"),
    Verb(name="limbered", label="Limbered"),
    Verb(name="unlimbered", label="Unlimbered"),
    # Fire
    Verb(
        name="fire",
        takes=("unit", "unit"),
        repeats=True,
        between=", then ",
        label="{0} fires at {1}",
        shoots="fire",
    ),
    Verb(
        name="fire",
        takes=("unit", "unit", "name"),
        label="{0} fires solid shot at {1}",
        shoots="fire",
    ),
    Verb(
        name="fire",
        takes=("unit", "unit", "unit", "name"),
        label="{0} fires solid shot at {1}, then {2}",
        shoots="fire",
    ),
    Verb(name="all", label="All fire", shoots="all"),
    # Charges and melees
    Verb(name="charge", takes=("unit", "unit"), label="{0} charges {1}", rolls=True),
    Verb(
        name="charge",
        takes=("unit", "unit", "name"),
        repeats=True,
        between=" ",
        label="{0} charges {1}, wheeling {2}",
        rolls=True,
    ),
    Verb(name="stand", label="Stand", ends="act"),
    Verb(name="turn", label="Turn to face them"),
    Verb(name="evade", label="Evade"),
    Verb(name="remount", label="Evade and mount"),
    Verb(name="follow", label="Follow up"),
    Verb(name="follow", takes=("unit",), label="{0} follows up"),
    Verb(name="widen", label="Widen its front"),
    Verb(name="stay", label="Stay", ends="act"),
    Verb(name="done", label="Done", ends="step"),
)
