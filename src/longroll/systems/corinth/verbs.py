"""What a player may choose at Corinth besides the choices of the series, in words."""

from __future__ import annotations

from longroll.kernel.verbs import Verb
from longroll.systems.gbacw.verbs import VERBS as SERIES

VERBS: tuple[Verb, ...] = (
    *SERIES,
    # The Confederate plan
    Verb(name="plot", takes=("name", "number"), label="Area {0}, Game-Turn {1}"),
    Verb(name="join", takes=("group",), label="Comes with {0}"),
    Verb(name="hold", takes=("name",), label="Held off area {0}"),
    Verb(name="reveal", takes=("name",), label="Announce area {0}"),
    # Set-up
    Verb(name="reserve", label="In reserve"),
    Verb(name="forward", label="Forward"),
    Verb(name="elsewhere", label="Elsewhere"),
    Verb(name="place", takes=("hex",), label="Set up in {0}"),
    Verb(name="rest", label="The rest of the group at once"),
    Verb(name="historical", label="Historical set-up"),
    Verb(name="default", label="Default for all the rest"),
    # Arrivals, reserves, the barrage, brigades that fall back
    Verb(name="enter", takes=("group",), label="Bring on {0}"),
    Verb(name="commit", takes=("group",), label="Commit {0}", rolls=True),
    Verb(name="barrage", label="Open the barrage"),
    Verb(name="back", takes=("hex",), label="Fall back from {0}"),
    Verb(name="take", takes=("unit",), label="Take {0} along"),
)
