"""Everything that a player may choose in a battle of the series, in words."""

from __future__ import annotations

from longroll.board.hex import DIRECTIONS
from longroll.kernel.verbs import Verb

#: The directions of a hex grid in degrees clockwise from north.
DEGREES = {name: 60 * number for number, name in enumerate(DIRECTIONS)}

VERBS: tuple[Verb, ...] = (
    # Command
    Verb(name="extend", takes=("unit", "group"), label="{0} lends a point to {1}"),
    Verb(name="detach", takes=("group",), label="Detach {0}"),
    Verb(name="attach", takes=("group", "group"), label="Attach {0} to {1}"),
    Verb(name="promote", takes=("unit",), label="Promote {0}"),
    Verb(name="post", takes=("hex",), label="Take post in {0}"),
    # Movement
    Verb(
        name="move",
        takes=("unit",),
        label="Move {0}",
        sends="move {units} {hex} hand",
        takes_up="move {units}",
        marches="march {from} {to} {units}",
    ),
    Verb(name="with", takes=("unit",), label="With {0}"),
    Verb(name="to", takes=("hex",), label="Go to {0}", sends="to {hex}"),
    Verb(name="face", takes=("direction",), label="Face {0}"),
    Verb(
        name="form",
        takes=("name",),
        label="Form {0}",
        labels={
            "limbered": "Limber up",
            "unlimbered": "Unlimber",
            "mounted": "Mount",
            "dismounted": "Dismount",
        },
    ),
    Verb(name="top", label="To the top"),
    Verb(name="stop", label="Stop here", ends="act"),
    Verb(name="enter", takes=("unit", "hex"), label="Bring on {0} in {1}"),
    Verb(name="out", takes=("unit", "hex"), label="Send out {0} to {1}"),
    # Fire
    Verb(
        name="fire",
        takes=("hex",),
        label="Fire at {0}",
        whole="fire {0} enough",
        sweeps="volley",
        shoots="fire",
    ),
    Verb(name="unfoul", takes=("unit",), label="Clear the guns of {0}", rolls=True),
    Verb(name="add", takes=("unit", "number"), label="{0}: {1}", shoots="add"),
    Verb(name="rapid", takes=("unit",), label="Rapid fire: {0}", shoots="rapid"),
    Verb(name="all", label="All who can", shoots="all"),
    Verb(name="resolve", label="Fire now", ends="act", rolls=True, shoots="resolve"),
    Verb(name="hold", label="Hold fire", ends="act"),
    Verb(name="always", label="Always fire back this phase", shoots="always"),
    Verb(name="never", label="Never fire back this phase"),
    Verb(name="top", takes=("unit",), label="{0} to the top"),
    Verb(name="keep", label="Leave it as it is", ends="act"),
    # Melee
    Verb(name="melee", takes=("hex",), label="Attack {0}", whole="melee {0} all"),
    Verb(name="charge", takes=("unit",), label="Charge with {0}"),
    Verb(name="commit", label="Attack now", ends="act"),
    Verb(name="retreat", takes=("unit",), label="Fall back: {0}"),
    Verb(name="stand", label="Stand", ends="act"),
    Verb(name="advance", takes=("unit",), label="Advance {0}"),
    Verb(name="fight", takes=("hex",), label="Fight in {0}", rolls=True),
    Verb(name="leave", takes=("hex",), label="Break off in {0}"),
    # Retreats and losses
    Verb(name="go", label="Go"),
    Verb(name="stay", label="Stay"),
    Verb(name="lose", takes=("unit",), label="Lose {0}"),
    # Rally and supply
    Verb(name="rally", takes=("unit",), label="Rally {0}", rolls=True),
    Verb(name="draw", takes=("unit", "unit"), label="{0} draws from {1}"),
    Verb(name="share", takes=("unit", "unit"), label="{0} shares with {1}"),
    Verb(name="crew", takes=("unit", "unit"), label="{1} mans {0}"),
    Verb(name="done", label="Done", ends="step"),
)
