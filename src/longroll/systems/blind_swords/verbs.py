"""Everything that a player may choose in a battle of the series, in words."""

from __future__ import annotations

from longroll.kernel.verbs import Verb

VERBS: tuple[Verb, ...] = (
    # Command Decision and events
    Verb(name="key", takes=("name",), label="Key Chit: {0}"),
    Verb(name="play", takes=("name",), label="Play {0}"),
    Verb(name="play", takes=("name", "unit"), label="Play {0} on {1}", rolls=True),
    Verb(name="play", takes=("name", "hex"), label="Play {0} in {1}"),
    Verb(name="play", takes=("name", "group"), label="Play {0} for {1}"),
    Verb(name="pass", label="Play nothing", ends="act"),
    Verb(name="let-pass", label="Play nothing at such moments this turn", ends="act"),
    # Chits
    Verb(name="activate", takes=("group",), label="Activate {0}", rolls=True),
    Verb(name="clarity", takes=("group",), label="Command Clarity: activate {0}"),
    Verb(name="mark", takes=("group",), label="Mark {0} as activated"),
    Verb(name="draw", label="Draw a chit"),
    Verb(name="chaos", takes=("hex",), label="Battlefield Chaos in {0}"),
    Verb(name="wayward", takes=("unit", "hex"), label="{0} strays to {1}"),
    Verb(name="order", takes=("name",), label="Order: {0}"),
    # The Artillery Phase
    Verb(name="guns", takes=("hex",), label="Act with the guns in {0}"),
    Verb(name="resupply", takes=("unit",), label="Resupply {0}", rolls=True),
    # Movement
    Verb(
        name="move",
        takes=("unit",),
        label="Move {0}",
        sends="move {units} {hex}",
        takes_up="move {units}",
        marches="march {from} {to} {units}",
    ),
    Verb(name="with", takes=("unit",), label="With {0}", shoots="add"),
    Verb(name="to", takes=("hex",), label="Go to {0}", sends="to {hex}"),
    Verb(name="column", takes=("hex",), label="March in column to {0}"),
    Verb(
        name="form",
        takes=("name",),
        label="Form {0}",
        labels={
            "skirmish": "Form Skirmish Order",
            "line": "Leave Skirmish Order",
            "mounted": "Mount",
            "dismounted": "Dismount",
        },
    ),
    Verb(name="stop", label="Stop here", ends="act"),
    Verb(name="enter", takes=("unit", "hex"), label="Bring on {0} in {1}"),
    Verb(name="go-in", label="Go in and check"),
    Verb(name="stay-out", label="Stay out"),
    # Fire
    Verb(
        name="fire",
        takes=("hex",),
        label="Fire at {0}",
        whole="fire {0} enough",
        sweeps="volley",
        shoots="fire",
    ),
    Verb(name="add", takes=("unit",), label="With {0}"),
    Verb(name="all", label="With all who can", shoots="all"),
    Verb(name="resolve", label="Fire now", ends="act", rolls=True, shoots="resolve"),
    Verb(name="hold", label="Hold fire", ends="act"),
    Verb(name="from", takes=("hex",), label="Fire from {0}", ends="act", rolls=True, shoots="from"),
    Verb(name="always", label="Always fire at those who leave, this activation"),
    Verb(name="never", label="Never fire at those who leave, this activation"),
    # Close combat
    Verb(name="assault", takes=("hex", "hex"), label="Assault {0} from {1}"),
    Verb(name="flank", takes=("hex",), label="With a flank attack from {0}"),
    Verb(name="charge", label="Charge"),
    Verb(name="commit", label="Assault now", ends="act", rolls=True),
    Verb(name="advance", takes=("unit",), label="Advance {0}"),
    # Consequences
    Verb(name="retreat", takes=("unit", "hex"), label="{0} retreats to {1}"),
    Verb(name="withdraw", takes=("unit", "hex"), label="{0} withdraws to {1}"),
    Verb(name="displace", takes=("unit", "hex"), label="Displace {0} to {1}"),
    Verb(name="lead", takes=("unit",), label="{0} leads the stack"),
    Verb(name="short", takes=("unit",), label="{0} runs short of ammunition"),
    Verb(name="supply", takes=("unit",), label="Take a Low Ammo marker off {0}"),
    # Rally
    Verb(name="recover", takes=("unit",), label="Recover {0}", rolls=True),
    Verb(name="rebuild", takes=("unit",), label="Rebuild {0}", rolls=True),
    Verb(name="place", takes=("unit", "hex"), label="Place {0} in {1}"),
    Verb(name="done", label="Done", ends="step"),
)
