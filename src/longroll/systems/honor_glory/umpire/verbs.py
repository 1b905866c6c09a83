"""Every kind of entry, and the words shown for it; its further words follow unchanged."""

from __future__ import annotations

from longroll.kernel.verbs import Verb
from longroll.miniatures.umpire.verbs import entry

VERBS: tuple[Verb, ...] = (
    *entry("fire", ("unit", "unit"), "{0} fires at {1}", rolls=True),
    *entry("reply", ("unit",), "{0} fires back", rolls=True),
    *entry("hold", ("unit",), "{0} holds its fire"),
    *entry("aside", ("name", "unit", "unit"), "{1} fires at {2} out of its turn", rolls=True),
    *entry("cannonade", ("unit",), "A grand battery has fired at {0}"),
    *entry("charge", ("unit", "unit"), "{0} charges {1}", rolls=True),
    *entry("stand", ("unit",), "{0} stands to receive the charge"),
    *entry("volley", ("unit",), "{0} fires at its charger", rolls=True),
    *entry("countercharge", ("unit",), "{0} countercharges"),
    *entry("bonus", (), "Roll the charge bonus", rolls=True),
    *entry("short", (), "The charge falls short"),
    *entry("melee", ("unit", "unit"), "{0} fights {1}", rolls=True),
    *entry("morale", ("unit",), "{0} tests morale", rolls=True),
    *entry("rally", ("unit",), "Rally {0}", rolls=True),
    *entry("rest", ("unit",), "{0} rests", rolls=True),
    *entry("control", ("unit",), "{0} takes its control test", rolls=True),
    *entry("form", ("unit",), "{0} forms"),
    *entry("posture", ("unit",), "{0} is"),
    *entry("join", ("unit", "unit"), "{0} joins {1}"),
    *entry("join", ("unit",), "{0} rides"),
    *entry("killed", ("unit",), "{0} is killed"),
    *entry("state", ("unit",), "{0} is"),
    *entry("lose", ("unit",), "{0} loses"),
    *entry("points", ("unit",), "Morale points of {0}"),
    *entry("remove", ("unit",), "{0} leaves the table"),
    *entry("part", ("unit",), "{0} is no longer in contact"),
    *entry("add", ("name",), "Add {0}"),
    *entry("appoint", ("name",), "A commander called {0}"),
    *entry("month", ("name",), "The battle is of {0}"),
    Verb(name="first", takes=("name",), label="{0} opens the battle"),
    Verb(name="camp", takes=("name", "name"), label="The {0} camp: {1} has it"),
    Verb(name="turn", label="End the turn", ends="step"),
    Verb(name="end", takes=("name",), label="End: {0}"),
)
