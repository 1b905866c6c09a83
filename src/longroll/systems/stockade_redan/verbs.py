"""Everything that a player may choose in this battle, in words."""

from __future__ import annotations

from longroll.kernel.verbs import Verb

VERBS: tuple[Verb, ...] = (
    # Set-up
    Verb(name="place", takes=("hex",), label="Set up in {0}"),
    Verb(
        name="option",
        takes=("number",),
        labels={"1": "Bombard from afar", "2": "Support up close"},
    ),
    Verb(name="bridge", takes=("hex",), label="Bridging marker to {0}"),
    Verb(name="hold", label="Hold it back", ends="act"),
    Verb(name="historical", label="Historical set-up"),
    # Bombardment and Chaos of War
    Verb(name="plot", takes=("hex",), label="Bombard {0}"),
    Verb(name="call-off", takes=("hex",), label="Call off {0}", rolls=True),
    Verb(name="chaos", takes=("hex",), label="Chaos of War in {0}"),
    # Movement
    Verb(
        name="move",
        takes=("unit",),
        label="Move {0}",
        sends="move {units} {hex}",
        takes_up="move {units}",
        marches="march {from} {to} {units}",
    ),
    Verb(name="with", takes=("unit",), label="With {0}"),
    Verb(name="to", takes=("hex",), label="Go to {0}", sends="to {hex}"),
    Verb(name="take", takes=("unit",), label="{0} takes a bridge"),
    Verb(name="lay", takes=("unit",), label="Lay the bridge of {0}"),
    Verb(name="drop", takes=("unit",), label="Drop the bridge of {0}"),
    Verb(name="stop", label="Stop here", ends="act"),
    Verb(name="destroy", takes=("hex",), label="Destroy the bridge in {0}"),
    # Fire
    Verb(
        name="fire",
        takes=("hex",),
        label="Fire at {0}",
        whole="fire {0} enough",
        sweeps="volley",
        shoots="fire",
    ),
    Verb(name="add", takes=("unit",), label="{0} fires too", shoots="add"),
    Verb(name="all", label="All who can", shoots="all"),
    Verb(name="support", takes=("unit",), label="{0} supports", shoots="support"),
    Verb(name="resolve", label="Fire now", ends="act", rolls=True, shoots="resolve"),
    # Losses, and the end of a step
    Verb(name="lose", takes=("unit",), label="Lose {0}"),
    Verb(name="done", label="Done", ends="step"),
)
