"""What only this battle lets a player choose, in words."""

from __future__ import annotations

from longroll.kernel.verbs import Verb

VERBS: tuple[Verb, ...] = (
    Verb(name="pioneer", takes=("unit", "hex"), label="{0} places a Pioneer in {1}"),
    Verb(name="bridge", takes=("hex",), label="Lay the bridge in {0}"),
    Verb(name="repair", takes=("hex",), label="Repair the bridge in {0}", rolls=True),
    Verb(name="shell", takes=("unit",), label="Put a Low Ammo marker on {0}", shoots="shell"),
)
