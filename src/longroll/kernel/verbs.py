"""What a system's verbs mean, stated once: words for a person, kinds of objects, what they do.

Whatever shows or reads choices (the page, the terminal, a computer player, a study) gets them as
`Offer`s: data with the words beside it. Nothing has to parse a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

import msgspec

from longroll.kernel.decision import Choice

#: What an object of a choice may be. A place is a point of a measured table; a direction is one of
#: those that the system names; a name is any other word of the rules, such as a formation.
Kind = Literal["unit", "hex", "group", "place", "direction", "number", "name"]

#: What a choice ends: nothing, the current action (a move, an attack), or the step of the sequence.
Ends = Literal["", "act", "step"]

#: Puts an object of a kind into words; None if the word is not of that kind.
Noun = Callable[[Kind, str], str | None]


class Verb(msgspec.Struct, frozen=True, kw_only=True):
    """One form of a verb. A verb with several forms is declared once for each.

    `takes` are the kinds of its objects in their order; with `repeats` the last may come again.
    `label` has a blank for each object, `{0}`, `{1}`; repeated ones share the last blank, with
    `between` them. `labels` replaces it for certain first objects: limbered, "Limber up".

    Gestures that begin with the verb are written with blanks. `whole` does all of it at once and
    takes the objects of the choice ("fire {0} enough"). `sends` moves units to any hex in reach:
    those that were picked ("move {units} {hex}") or the active ones ("to {hex}"). `takes_up` only
    makes those that were picked the active ones ("move {units}"). `marches` is an order for units
    of several hexes, each as far and in the same direction as from one hex to another. `sweeps`
    does the best of what the verb offers; said again, the next best, until nothing is left.

    `shoots` is the word by which it is fire, or part of it: its name, or one among its objects.
    """

    name: str
    takes: tuple[Kind, ...] = ()
    repeats: bool = False
    between: str = ", "
    label: str = ""
    labels: dict[str, str] = {}
    ends: Ends = ""
    rolls: bool = False
    whole: str = ""
    sends: str = ""
    takes_up: str = ""
    marches: str = ""
    sweeps: str = ""
    shoots: str = ""

    def nouns(self, objects: tuple[str, ...], noun: Noun) -> list[tuple[Kind, str, str]] | None:
        """Each object with its kind and its words; None if they are not what the verb takes."""
        kinds = self.takes
        if self.repeats and len(objects) > len(kinds):
            kinds += kinds[-1:] * (len(objects) - len(kinds))
        if len(objects) != len(kinds):
            return None
        found = [(kind, word, noun(kind, word)) for kind, word in zip(kinds, objects, strict=True)]
        told = [(kind, word, said) for kind, word, said in found if said is not None]
        return told if len(told) == len(found) else None


class Offer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A choice as data: the text to send, the words for a person, and what it is about.

    `facing` is a direction it names, in degrees clockwise from north. Gestures as in `Verb`, with
    the choice's own objects filled in.
    """

    text: str
    label: str
    verb: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    group: str = ""
    names: tuple[str, ...] = ()
    facing: int | None = None
    ends: Ends = ""
    rolls: bool = False
    whole: str = ""
    sends: str = ""
    takes_up: str = ""
    marches: str = ""
    sweeps: str = ""


class Verbs:
    """The verbs of a system by their names."""

    def __init__(self, verbs: Iterable[Verb], directions: Mapping[str, int] = {}) -> None:
        #: Degrees clockwise from north of each direction that a choice may name.
        self.directions = directions
        self.forms: dict[str, list[Verb]] = {}
        for verb in verbs:
            self.forms.setdefault(verb.name, []).append(verb)

    def offer(self, choice: Choice, noun: Noun) -> Offer:
        """The choice as data; LookupError if no form of its verb takes such objects."""
        for verb in self.forms.get(choice.verb, ()):
            nouns = verb.nouns(choice.objects, noun)
            if nouns is not None:
                return self._offer(verb, choice, nouns)
        if not self.forms:
            return Offer(text=str(choice), label=str(choice), verb=choice.verb)
        raise LookupError(f"no verb is declared that takes {str(choice)!r}")

    def shoots(self, choice: Choice) -> bool:
        """Whether a choice is fire, or part of it, by its words."""
        words = (choice.verb, *choice.objects)
        return any(verb.shoots in words for verb in self.forms.get(choice.verb, ()) if verb.shoots)

    def _offer(self, verb: Verb, choice: Choice, nouns: list[tuple[Kind, str, str]]) -> Offer:
        facing = next((word for kind, word, _ in nouns if kind == "direction"), None)
        return Offer(
            text=str(choice),
            label=label(verb, choice.object, [said for *_, said in nouns]),
            verb=verb.name,
            units=tuple([word for kind, word, _ in nouns if kind == "unit"]),
            hexes=tuple([word for kind, word, _ in nouns if kind == "hex"]),
            group=next((word for kind, word, _ in nouns if kind == "group"), ""),
            names=tuple([word for kind, word, _ in nouns if kind == "name"]),
            facing=None if facing is None else self.directions[facing],
            ends=verb.ends,
            rolls=verb.rolls,
            whole=verb.whole.format(*choice.objects),
            sends=verb.sends,
            takes_up=verb.takes_up,
            marches=verb.marches,
            sweeps=verb.sweeps,
        )


def label(verb: Verb, first: str, said: list[str]) -> str:
    """The words for a person, with the objects in their blanks.

    >>> fire = Verb(name="fire", takes=("hex",), label="Fire at {0}")
    >>> label(fire, "1519", ["1519"])
    'Fire at 1519'
    """
    text = verb.labels.get(first) or verb.label
    if not text:
        return " ".join((verb.name.replace("-", " ").capitalize(), *said))
    count = len(verb.takes)
    if verb.repeats and len(said) > count:
        said = [*said[: count - 1], verb.between.join(said[count - 1 :])]
    return text.format(*said)


def points_of(offers: Iterable[Offer]) -> str:
    """What pointing at any hex means: the first choice that names only a hex, with a blank for it.

    >>> points_of([Offer(text="to 1519", label="Go to 1519", verb="to", hexes=("1519",))])
    'to {hex}'
    """
    return next(
        (f"{one.verb} {{hex}}" for one in offers if one.text.split()[1:] == [*one.hexes] != []), ""
    )
