"""Every kind of entry, and the words shown for it; its further words follow unchanged."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.kernel.verbs import Kind, Verb


def _entry(
    name: str, takes: tuple[Kind, ...], label: str, *, rolls: bool = False
) -> Iterator[Verb]:
    """An entry by itself, and with more words after it."""
    yield Verb(name=name, takes=takes, label=label, rolls=rolls)
    yield Verb(
        name=name,
        takes=(*takes, "name"),
        repeats=True,
        between=" ",
        label=f"{label}: {{{len(takes)}}}",
        rolls=rolls,
    )


VERBS: tuple[Verb, ...] = (
    *_entry("fire", ("unit", "unit"), "{0} fires at {1}", rolls=True),
    *_entry("melee", ("unit", "unit"), "{0} fights {1}", rolls=True),
    *_entry("morale", ("unit",), "{0} tests morale", rolls=True),
    *_entry("charge", ("unit", "unit"), "{0} charges {1}", rolls=True),
    *_entry("stand", ("unit",), "{0} stands to receive the charge"),
    *_entry("turn", ("unit",), "{0} turns to face the charge"),
    *_entry("evade", ("unit",), "{0} evades the charge"),
    *_entry("counter", ("unit", "unit"), "{0} hits the guns of {1}", rolls=True),
    *_entry("guns", ("unit",), "The guns of {0}"),
    *_entry("fatigue", ("unit",), "Check {0} for fatigue", rolls=True),
    *_entry("fatigue", (), "Check fatigue", rolls=True),
    *_entry("risk", ("unit",), "Roll for the general with {0}", rolls=True),
    *_entry("did", ("unit",), "{0} has"),
    *_entry("form", ("unit",), "{0} forms"),
    *_entry("detach", ("unit",), "{0} sends out skirmishers"),
    *_entry("recall", ("unit",), "{0} goes back to its unit"),
    *_entry("state", ("unit",), "{0} is"),
    *_entry("ammo", ("unit",), "Ammunition of {0}"),
    *_entry("lose", ("unit",), "{0} loses"),
    *_entry("figures", ("unit",), "Figures of {0}"),
    *_entry("remove", ("unit",), "{0} leaves the table"),
    *_entry("part", ("unit",), "{0} is no longer in contact"),
    *_entry("follow", ("unit", "unit"), "{0} follows up {1}"),
    *_entry("general", ("unit", "unit"), "{0} joins {1}"),
    *_entry("general", ("unit",), "{0} rides"),
    *_entry("add", ("name",), "Add {0}"),
    *_entry("weapon", ("name",), "A weapon called {0}"),
    *_entry("commander", ("name",), "A commander called {0}"),
    *_entry("initiative", (), "Roll for the initiative", rolls=True),
    Verb(name="first", takes=("name",), label="{0} moves first"),
    Verb(name="step", takes=("name",), label="Go on to {0}"),
    Verb(name="next", label="Next step", ends="step"),
    Verb(name="period", label="Next period", ends="step"),
    Verb(name="day", label="End of the day", ends="step"),
    Verb(name="end", takes=("name",), label="End: {0}"),
)
