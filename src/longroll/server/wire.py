"""What goes over the wire, in both directions. OpenAPI and the client's types come from here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from longroll.display.facts import Body, StackFacts
from longroll.display.generator import GeneratorForm
from longroll.guide.card import Briefing, Picture
from longroll.kernel.battle import View
from longroll.kernel.bounds import LONGEST_SCENARIO
from longroll.kernel.event import Begins, Detail, Kind, Scene, Volley

#: The longest choice that is read: an order for every unit of an army, with where each goes.
CHOICE = 2_000

Nonce = Annotated[str, Meta(pattern="^[0-9A-Za-z_-]{1,64}$")]
#: A SHA-256 in hexadecimal: a commitment, an anchor, a link.
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
#: A token or an invitation, as `new_token` draws them.
Token = Annotated[str, Meta(pattern="^[0-9A-Za-z_-]{22}$")]
Text = Annotated[str, Meta(max_length=100)]
#: How a battle goes on where a computer player failed.
Way = Literal["again", "chance", "me"]
Number = Annotated[int, Meta(ge=0, le=10_000_000)]


# Requests


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every body."""


class SeatWanted(Request, frozen=True):
    """Who is to play a side; the computer at a level that the system has."""

    who: Literal["me", "friend", "computer"]
    level: Annotated[int, Meta(ge=1, le=9)] = 1


class NewBattle(Request, frozen=True):
    """A battle to begin. Sides not named are played by the computer."""

    system: Text
    scenario: Text | None = None
    options: Annotated[dict[Text, bool | int | Text], Meta(max_length=50)] = {}
    seats: Annotated[dict[Text, SeatWanted], Meta(max_length=8)] = {}
    seed: Annotated[int, Meta(ge=-(2**53), le=2**53)] | None = None
    #: Whether the log shows at once what the computer thinks.
    open_book: bool = False


class NewRun(Request, frozen=True):
    """Battles for the lab to play, computer against computer: a level for each side."""

    system: Text
    players: Annotated[dict[Text, Annotated[int, Meta(ge=1, le=9)]], Meta(max_length=8)]
    scenario: Text = ""
    options: Annotated[dict[Text, bool | int | Text], Meta(max_length=50)] = {}
    games: Annotated[int, Meta(ge=1, le=200)] = 20
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0


class ScenarioText(Request, frozen=True):
    """A file of a player's own: its name and its contents."""

    name: Text
    text: Annotated[str, Meta(max_length=LONGEST_SCENARIO)]


class ScenarioFiles(Request, frozen=True):
    """A scenario of a player's own: its file first, then those that it names."""

    system: Text
    files: Annotated[list[ScenarioText], Meta(min_length=1, max_length=4)]


Answer = Text | Annotated[int, Meta(ge=0, le=1_000_000)]
Answered = Annotated[list[Annotated[dict[Text, Answer], Meta(max_length=20)]], Meta(max_length=40)]


class Filled(Request, frozen=True):
    """The form of a system's scenarios, filled in."""

    system: Text
    answers: Annotated[dict[Text, Answer | Answered], Meta(max_length=40)]


class OwnBattle(Request, frozen=True):
    """A battle to begin of a scenario of the player's own."""

    battle: NewBattle
    files: Annotated[list[ScenarioText], Meta(min_length=1, max_length=4)]


class Choose(Request, frozen=True):
    """A choice, or a gesture of several, at the moment `at`."""

    at: Number
    choice: Annotated[str, Meta(max_length=CHOICE)]


class Accept(Request, frozen=True):
    """An invitation, and the token that the guest has drawn for the seat."""

    invitation: Token
    token: Token


class Tokens(Request, frozen=True):
    tokens: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=50)]


class Sit(Request, frozen=True):
    """A player's part of the dice, given after seeing what the server is committed to."""

    commitment: Hash
    nonce: Nonce | None = None
    anchor: Hash | None = None


class GiveLink(Request, frozen=True):
    """A player's link for a batch of dice."""

    batch: Number
    link: Hash


class TakeBack(Request, frozen=True):
    to: Number


class Consent(Request, frozen=True):
    """An answer to a take-back, which names the moment it is about."""

    to: Number
    agree: bool


class Rescue(Request, frozen=True):
    """What to do where a computer player failed: let it try again, hand its side to chance, or
    play it yourself.
    """

    how: Way


class ChooseFrame(Choose, frozen=True, tag="choose"):
    """`choose` over the WebSocket."""


class UndoFrame(Request, frozen=True, tag="undo"):
    """`undo` over the WebSocket."""


class LinkFrame(GiveLink, frozen=True, tag="link"):
    """`link` over the WebSocket."""


# Answers


class Trouble(msgspec.Struct, frozen=True):
    where: str
    what: str
    rule: str | None = None


class ErrorBody(msgspec.Struct, frozen=True):
    """Every answer that is not what was asked for."""

    error: Trouble


class ErrorFrame(msgspec.Struct, frozen=True, tag="error"):
    error: Trouble


class ScenarioFacts(msgspec.Struct, frozen=True):
    """A scenario to choose; `options` are those it is usually played with, if it has its own.

    It begins in turn `first` and ends with turn `turns`, or has no turns to count: 0.
    """

    slug: str
    title: str
    first: int
    turns: int
    briefing: Briefing | None
    options: dict[str, bool | int | str]


class OwnScenario(msgspec.Struct, frozen=True):
    """A scenario of a player's own that can be played, as the one text that names it."""

    scenario: str
    title: str
    options: dict[str, bool | int | str]


class OptionFacts(msgspec.Struct, frozen=True):
    name: str
    meaning: str
    default: bool | int | str
    values: list[bool | int | str] | None


class CardFacts(msgspec.Struct, frozen=True):
    """What the start page says of a system; `rules` is how hard they are, out of five.

    With `shared` both sides use one screen, as with an umpire.
    """

    name: str
    when: str
    length: str
    rules: int
    sides: dict[str, str]
    shared: bool
    picture: Picture | None


class SystemFacts(msgspec.Struct, frozen=True):
    """A system as the start page shows it.

    `levels` are the names of the computer's levels, the first is number 1; if they are not `own`,
    they are those for any system. `lesson` is an invitation to it, "" if there is none. With
    `files` it plays scenarios of the players' own; with a `generator` it makes some from a form.
    """

    slug: str
    title: str
    sides: tuple[str, ...]
    card: CardFacts
    scenarios: list[ScenarioFacts]
    options: list[OptionFacts]
    levels: list[str]
    own: bool
    lesson: str
    files: bool
    generator: GeneratorForm | None


class RuleFacts(msgspec.Struct, frozen=True):
    id: str
    section: str
    kind: str
    duty: str


class Created(msgspec.Struct, frozen=True):
    """A battle, the tokens of your seats, and an invitation for each seat of a friend.

    Anybody who has `watch` may spectate. The server is committed to its part of the dice.
    """

    battle: str
    seats: dict[str, str]
    invitations: dict[str, str]
    watch: str
    commitment: str | None


class Glimpse(msgspec.Struct, frozen=True):
    """A moment of a record that is being read, as a spectator sees it."""

    number: int
    turn: int
    when: str
    stacks: tuple[StackFacts, ...]
    bodies: dict[str, Body]


class Reading(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the answer while a record is read.

    The first says what the record is, then come moments in their order, and at last the battle, or
    what is wrong with the record.
    """

    system: str = ""
    scenario: str = ""
    #: How many lines of the record are to be read, those taken back among them.
    lines: int = 0
    glimpse: Glimpse | None = None
    #: How many of them are read by now.
    read: int = 0
    created: Created | None = None
    error: Trouble | None = None


class Joined(msgspec.Struct, frozen=True):
    """The seat that an invitation was for."""

    battle: str
    side: str
    commitment: str | None


class Rescued(msgspec.Struct, frozen=True):
    """The side that goes on, and its token for whoever plays it now."""

    side: str
    token: str | None


class Entry(msgspec.Struct, frozen=True):
    """One line of the log, as the seat may know it, and what it looks like on the board.

    `kind` only says which lines are alike. `reason` is what the computer thought; without an open
    book it stays empty until the battle is over.
    """

    number: int
    side: str
    text: str
    rules: tuple[str, ...]
    details: list[Detail]
    dice: tuple[int, ...]
    scene: Scene
    kind: str
    reason: str = ""
    #: The first count of the gesture that it belongs to.
    gesture: int = 0
    #: The worst that it did, and how bad that is: 0 if it harms nobody.
    effect: Kind = "nothing"
    severity: int = 0
    begins: Begins | None = None


class PointsLuck(msgspec.Struct, frozen=True):
    """What the dice cost a side in its choices of one kind, in the points of its strength.

    `side` chose and `loser` lost; `due` is what was due on average, give or take the `error`.
    """

    side: str
    what: str
    loser: str
    due: float
    lost: int
    error: float


class DiceLuck(msgspec.Struct, frozen=True):
    """The dice of a side for one kind of thing: how many, what they come to on average, and what
    they came to."""

    side: str
    what: str
    dice: int
    due: float
    rolled: int


class Aftermath(msgspec.Struct, frozen=True):
    """All of a battle that is over, with nothing hidden: the whole log, the facts as each side
    knew its own troops, and the luck of the dice."""

    battle: str
    seat: str
    view: View
    names: dict[str, str]
    abandoned: str | None
    log: list[Entry]
    facts: dict[str, Any]
    luck: list[DiceLuck]


class LinkWanted(msgspec.Struct, frozen=True):
    """A batch of dice that waits for this seat's link, and what binds the decision behind it."""

    batch: int
    bind: str


class DiceFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody gave for the dice; the secret only when no more dice can be rolled."""

    kind: Literal["seeded", "scripted", "committed", "linked"]
    commitment: str | None
    revealed: str | None = None
    secret: str | None = None
    nonces: dict[str, str] = {}
    anchors: dict[str, str] = {}
    wanted: LinkWanted | None = None


class Pending(msgspec.Struct, frozen=True):
    """What waits for a person: consent to a take-back, seats to be taken, links for the dice, and
    what to do about a computer player that failed.
    """

    take_back: int | None
    by: str | None
    seats: list[str]
    links: list[str]
    failure: str | None


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seat may know of a moment. `log` has the entries numbered above `after`.

    All numbers are this seat's own counts. `abandoned` is the side that ended the battle early.
    """

    battle: str
    seat: str
    number: int
    after: int
    view: View
    log: list[Entry]
    names: dict[str, str]
    dice: DiceFacts
    undo: bool
    pending: Pending
    abandoned: str | None


class MomentFrame(Moment, frozen=True, kw_only=True, tag="moment"):
    """A Moment over the WebSocket."""


class Bars(msgspec.Struct, frozen=True):
    rule: str
    why: str


class OutcomeFacts(msgspec.Struct, frozen=True):
    """One outcome of a choice; `error` is also in percent, and 0 if the odds are exact."""

    probability: str
    percent: float
    effects: tuple[str, ...]
    kind: Kind
    error: float


class OddsFacts(msgspec.Struct, frozen=True):
    """The odds of a choice: exact, or `sampled` in this many trials.

    `shots` are the fire or blows that are worked out.
    """

    outcomes: list[OutcomeFacts]
    working: tuple[Detail, ...]
    rules: tuple[str, ...]
    shots: tuple[Volley, ...]
    sampled: int


class AdvisedStep(msgspec.Struct, frozen=True):
    """A decision that the computer would make: the text to send, the words for it, and why."""

    text: str
    label: str
    reason: str


class AdviceFacts(msgspec.Struct, frozen=True):
    """What the computer would do here, up to its first dice, and the odds of those."""

    steps: list[AdvisedStep]
    odds: OddsFacts | None


class MyBattle(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the list of my battles; `fault` says why it cannot be opened."""

    token: str
    battle: str = ""
    system: str = ""
    scenario: str = ""
    side: str = ""
    turn: str = ""
    yours: bool = False
    over: bool = False
    number: int = 0
    fault: str = ""
    #: The scenario by its title, who plays the other side, the day of the last change, and who won:
    #: "" if it is not over, "nobody" for a draw.
    title: str = ""
    opponent: str = ""
    changed: str = ""
    winner: str = ""


encode = msgspec.json.Encoder().encode
read_frame = msgspec.json.Decoder(ChooseFrame | UndoFrame | LinkFrame).decode


class RunFacts(msgspec.Struct, frozen=True):
    """A run of the lab: how far it is, who has won how often, and whether its report is there."""

    id: str
    title: str
    state: Literal["waiting", "playing", "done", "stopped", "failed"]
    games: int
    played: int
    won: dict[str, int]
    drawn: int
    failed: int
    fault: str
    report: bool
