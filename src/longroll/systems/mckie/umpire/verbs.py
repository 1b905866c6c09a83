"""Every kind of entry, and the words shown for it; its further words follow unchanged."""

from __future__ import annotations

from longroll.kernel.verbs import Verb
from longroll.miniatures.umpire.verbs import entry

VERBS: tuple[Verb, ...] = (
    *entry("fire", ("unit", "unit"), "{0} fires at {1}", rolls=True),
    *entry("melee", ("unit", "unit"), "{0} fights {1}", rolls=True),
    *entry("morale", ("unit",), "{0} tests morale", rolls=True),
    *entry("charge", ("unit", "unit"), "{0} charges {1}", rolls=True),
    *entry("stand", ("unit",), "{0} stands to receive the charge"),
    *entry("turn", ("unit",), "{0} turns to face the charge"),
    *entry("evade", ("unit",), "{0} evades the charge"),
    *entry("counter", ("unit", "unit"), "{0} hits the guns of {1}", rolls=True),
    *entry("guns", ("unit",), "The guns of {0}"),
    *entry("fatigue", ("unit",), "Check {0} for fatigue", rolls=True),
    *entry("fatigue", (), "Check fatigue", rolls=True),
    *entry("risk", ("unit",), "Roll for the general with {0}", rolls=True),
    *entry("did", ("unit",), "{0} has"),
    *entry("form", ("unit",), "{0} forms"),
    *entry("detach", ("unit",), "{0} sends out skirmishers"),
    *entry("recall", ("unit",), "{0} goes back to its unit"),
    *entry("state", ("unit",), "{0} is"),
    *entry("ammo", ("unit",), "Ammunition of {0}"),
    *entry("lose", ("unit",), "{0} loses"),
    *entry("figures", ("unit",), "Figures of {0}"),
    *entry("remove", ("unit",), "{0} leaves the table"),
    *entry("part", ("unit",), "{0} is no longer in contact"),
    *entry("follow", ("unit", "unit"), "{0} follows up {1}"),
    *entry("general", ("unit", "unit"), "{0} joins {1}"),
    *entry("general", ("unit",), "{0} rides"),
    *entry("add", ("name",), "Add {0}"),
    *entry("weapon", ("name",), "A weapon called {0}"),
    *entry("commander", ("name",), "A commander called {0}"),
    *entry("initiative", (), "Roll for the initiative", rolls=True),
    Verb(name="first", takes=("name",), label="{0} moves first"),
    Verb(name="step", takes=("name",), label="Go on to {0}"),
    Verb(name="next", label="Next step", ends="step"),
    Verb(name="period", label="Next period", ends="step"),
    Verb(name="day", label="End of the day", ends="step"),
    Verb(name="end", takes=("name",), label="End: {0}"),
)
