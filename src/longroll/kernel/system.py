"""What a system of rules must offer the kernel, and how the installed ones are found."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from importlib.metadata import entry_points
from importlib.resources.abc import Traversable
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.dice import Dice
from longroll.kernel.errors import BadPosition, UnknownSystem
from longroll.kernel.state import Options, State, freeze
from longroll.kernel.verbs import Kind, Offer, Verb, Verbs

S = TypeVar("S", bound=State)


class History(msgspec.Struct, frozen=True):
    """What happened in the real battle: the equivalent level of victory, and some figures."""

    level: str
    figures: dict[str, int]


#: The text of a file that another one names; None if there is none.
Beside = Callable[[str], str | None]
#: Chance outside the battle: sampling what is hidden. The battle's own dice are `Dice`.
Chance = Random


class System(Generic[S]):
    """One rule system. Instances hold no battle: everything that changes is in the State."""

    slug: str
    title: str
    #: Changes whenever the same decisions could lead to another state.
    version: str
    sides: tuple[str, str]
    #: Slug and title of each scenario; the first is the one to begin with.
    scenarios: Mapping[str, str]
    #: Whether it plays scenarios from files. One is named by its whole text: wherever a scenario is
    #: asked for, a text of several lines is one of a player's own.
    own_scenarios: bool = False
    #: Makes scenarios from a form: "package.module:GENERATOR" (see `longroll.display.generator`).
    generator: str = ""
    options: type[Options]
    #: What each option decides, in a few words.
    meanings: Mapping[str, str] = {
        "undo": "unrevealed: back to the last die or news of the enemy; free: back to the start"
    }
    state: type[S]
    #: Every kind of Do and Ask, so that a saved agenda can be read back.
    steps: tuple[type[Any], ...]
    #: Every verb that a choice can begin with, and what it means.
    verbs: tuple[Verb, ...] = ()
    #: The directions that a choice may name, in degrees clockwise from north.
    directions: Mapping[str, int] = {}
    #: The duty lists that it follows, files named after their rulebook: see `longroll.rulebooks`.
    rulebooks: tuple[Traversable, ...] = ()
    #: Where its computer players are, as "package.module:LEVELS": see `longroll.ai.levels`.
    players: str = ""
    #: The files of its card on the start page and of its lesson: see `longroll.guide`.
    card: Traversable | None = None
    lesson: Traversable | None = None
    #: The classes that show it on a drawn table and in a terminal, as "package.module:Name": see
    #: `longroll.display`.
    display: str = ""
    terminal: str = ""
    #: Where the system keeps its `Trials`, as "package.module:NAME". Only tests load it.
    trials: str = ""

    def start(self, scenario: str, options: Options) -> S:
        """The state before anything has happened, with its full agenda."""
        raise NotImplementedError

    def out_of_turn(self, state: S, choice: Choice) -> Refusal:
        """Why a verb that the pending question does not know cannot be used now."""
        raise NotImplementedError

    def gesture(self, state: S, choice: Choice) -> tuple[list[Choice], list[Refusal]] | None:
        """The small steps of a gesture, or what bars it; None if it is not a gesture."""
        return None

    def march(self, state: S, choice: Choice) -> Sequence[Any] | None:
        """What comes of an order for many, part by part; None if it is not one."""
        return None

    def firepower(self, state: S, choice: Choice) -> Any:
        """What fire that begins with a choice comes to, from a few firers to all: a
        `display.firepower.Firepower`; None if it begins none."""
        return None

    def about(self, state: S) -> tuple[str, ...]:
        """The places that the pending question is about, besides those of the active units."""
        return ()

    def nouns(self, scenario: str) -> Mapping[Kind, Mapping[str, str]]:
        """The units, groups and hexes that a choice may name in a scenario, and their words."""
        return {}

    def noun(self, state: S, kind: Kind, word: str) -> str | None:
        """An object of a choice in words; None if the word is not of that kind.

        A system overrides it if some of its nouns exist only in the state.
        """
        return _noun(self, state.scenario, kind, word)

    def offer(self, state: S, choice: Choice) -> Offer:
        """A choice as data, with its words; LookupError if no verb takes such objects."""
        if type(self).noun is System.noun:
            return _offer(self, state.scenario, choice)
        return self._forms.offer(choice, partial(self.noun, state))

    def shoots(self, choice: Choice) -> bool:
        """Whether a choice is fire, or part of it."""
        return self._forms.shoots(choice)

    @cached_property
    def _forms(self) -> Verbs:
        return Verbs(self.verbs, self.directions)

    def facts(self, state: S, side: str) -> msgspec.Struct:
        """What `side` may know."""
        raise NotImplementedError

    def umpire(self, state: S, dice: Dice) -> Umpire:
        """The object that rolls the dice and keeps the log while steps run on this state."""
        return Umpire(dice)

    def as_seen(self, state: S, side: str) -> S:
        """A state that `side` cannot tell from the real one; the same for all such states."""
        return state

    def weighed(self, state: S, side: str) -> S:
        """The state that odds are counted on for a side: as it sees it, unless the system leaves
        out interruptions that would hide what a roll can do."""
        return self.as_seen(state, side)

    def reshuffle(self, state: S, side: str, chance: Chance) -> S:
        """A random state that `side` cannot tell from the real one."""
        return state

    def turn(self, state: S) -> int:
        """The number of the turn by the rules, 0 before the first one."""
        return getattr(state, "turn", 0)

    def worth(self, state: S, side: str) -> float:
        """How well `side` is doing, 0 (lost) to 1 (won), for players that look ahead."""
        return 0.5

    def history(self, scenario: str) -> History | None:
        """What happened, if a scenario re-enacts a real battle."""
        return None

    def figures(self, state: S) -> dict[str, int]:
        """What a battle comes to in figures that can be compared with history's."""
        return {}

    def faults(self, state: S) -> Iterator[str]:
        """Everything about the state that should never be."""
        return iter(())

    def known(self, state: S) -> Mapping[str, Container[Any]]:
        """The names that a state may use, by what they name: see `kernel.naming`."""
        return {"side": self.sides}

    def position_faults(self, state: S) -> Iterator[str]:
        """What no position may contain; some things are put right in play."""
        return self.faults(state)

    def from_position(self, data: dict[str, Any]) -> S:
        """The state of a position; BadPosition names what is impossible."""
        raise BadPosition(f"{self.slug} cannot read positions")

    def to_position(self, state: S) -> dict[str, Any]:
        """The position of a state; `from_position` gives an equal state back."""
        raise BadPosition(f"{self.slug} cannot write positions")

    def read_scenario(self, name: str, text: str, beside: Beside = lambda name: None) -> str:
        """The scenario in a file, as the one text that names it; BadScenario lists every fault.

        `beside` gives the texts of other files that it names.
        """
        raise UnknownSystem(f"{self.slug} does not play scenarios from files")

    def check_file(self, name: str, text: str) -> list[str] | None:
        """Every fault of a data file, `name:line – what – what would be right`.

        None if the text is not a data file of this system.
        """
        return None

    # What follows is the same for every system.

    def read_options(self, given: Mapping[str, Any]) -> Options:
        """The options of a battle; an option that is not declared is refused by name."""
        try:
            return msgspec.convert(given, self.options, strict=False)
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            # UnicodeEncodeError, because JSON can write half of a character.
            known = ", ".join(self.options.__struct_fields__)
            raise UnknownSystem(f"options of {self.slug}: {error} (known: {known})") from None

    def require_scenario(self, scenario: str) -> str:
        """The scenario of that name or text; UnknownSystem or BadScenario if there is none."""
        if is_own(scenario):
            return self.read_scenario("scenario", scenario)
        if scenario not in self.scenarios:
            known = ", ".join(self.scenarios)
            raise UnknownSystem(f"{self.slug} has no scenario {scenario!r}: choose from {known}")
        return scenario

    def scenario_title(self, scenario: str) -> str:
        """What a scenario is called."""
        return self.scenarios[scenario]

    def usual_options(self, scenario: str) -> Mapping[str, Any]:
        """The options with which a scenario is played unless the players choose others."""
        return {}

    def thaw(self, frozen: bytes) -> S:
        """The state that `freeze` turned into these bytes."""
        return self.with_agenda(msgspec.msgpack.decode(frozen, type=self.state, strict=False))

    def with_agenda(self, state: S) -> S:
        """Turn an agenda of plain data into steps, and derive the indexes."""
        try:
            state.agenda = msgspec.convert(state.agenda, list[_union(self.steps)])  # type: ignore[misc]
        except msgspec.ValidationError as error:
            raise BadPosition(f"the agenda: {error}") from None
        state.index()
        return state

    def plain(self, state: S) -> Any:
        """The state as dicts and lists."""
        return msgspec.msgpack.decode(freeze(state))


def is_own(scenario: str) -> bool:
    """Whether a scenario is a player's own, named by its text.

    >>> is_own("two-assaults"), is_own("schema = 1\\n")
    (False, True)
    """
    return "\n" in scenario


def slug_of(scenario: str) -> str:
    """A scenario in a word: its slug, or `own`."""
    return "own" if is_own(scenario) else scenario


def _union(types: tuple[type[Any], ...]) -> Any:
    union: Any = types[0]
    for one in types[1:]:
        union = union | one
    return union


@lru_cache(maxsize=1 << 16)
def _offer(system: System[Any], scenario: str, choice: Choice) -> Offer:
    """An offer whose words are the same throughout a scenario, made once."""
    return system._forms.offer(choice, partial(_noun, system, scenario))


def _noun(system: System[Any], scenario: str, kind: Kind, word: str) -> str | None:
    match kind:
        case "number":
            return word if word.isdecimal() else None
        case "place":
            return word.replace("_", " ")
        case "name":
            return _nouns(system, scenario)[kind].get(word) or word.replace("_", " ")
    return _nouns(system, scenario)[kind].get(word)


@lru_cache(maxsize=256)
def _nouns(system: System[Any], scenario: str) -> dict[Kind, Mapping[str, str]]:
    """What the objects of choices may be in a scenario, and how a person says them."""
    directions = {name: name for name in system.directions}
    own = system.nouns(scenario)
    return {"unit": {}, "group": {}, "hex": {}, "name": {}, "direction": directions, **own}


@cache
def _installed() -> tuple[dict[str, System[Any]], dict[str, str]]:
    """Every system that can be loaded, and why each of the others cannot."""
    found = {entry.name: entry for entry in entry_points(group="longroll.systems")}
    loaded: dict[str, System[Any]] = {}
    broken: dict[str, str] = {}
    for name in sorted(found):
        try:
            loaded[name] = found[name].load()
        except Exception as error:  # other people's code: it must not stop the other systems
            broken[name] = f"{type(error).__name__}: {error}"
    return loaded, broken


def systems() -> dict[str, System[Any]]:
    """Every installed system by its slug, in alphabetical order."""
    return _installed()[0]


def broken_systems() -> dict[str, str]:
    """Why each installed system that cannot be loaded cannot, by its slug."""
    return _installed()[1]


def system_named(slug: str) -> System[Any]:
    """The installed system of that slug."""
    known = systems()
    if slug in broken_systems():
        raise UnknownSystem(f"{slug} cannot be loaded: {broken_systems()[slug]}")
    if slug not in known:
        there = f"choose from {', '.join(known)}" if known else "none is installed"
        raise UnknownSystem(f"no system {slug!r}: {there}")
    return known[slug]
