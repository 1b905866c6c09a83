"""The HTTP interface. docs/server.md describes it, /api/schema has it for programs."""

from __future__ import annotations

import asyncio
import types
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter, RawBody
from litestar.status_codes import HTTP_200_OK

from longroll.kernel.battle import Battle
from longroll.kernel.decision import read_choice
from longroll.kernel.odds import Odds
from longroll.kernel.preview import Preview
from longroll.kernel.system import Reach, Sight, System, system_named, systems
from longroll.rulebooks import UnknownRule, UnknownRulebook, duty
from longroll.server.faults import Fault, NotFound, NotYours, TooFast, TooMuch, Unlawful
from longroll.server.game import Game
from longroll.server.games import Games, asked, lawfully
from longroll.server.limits import Buckets, Limits
from longroll.server.seats import SPECTATOR, Seat
from longroll.server.wire import (
    CHOICE,
    Bars,
    Choose,
    CommitmentFacts,
    Consent,
    Created,
    ErrorBody,
    LineFacts,
    Moment,
    MyBattle,
    NewBattle,
    OddsFacts,
    OptionFacts,
    OutcomeFacts,
    RuleFacts,
    ScenarioFacts,
    SystemFacts,
    TakeBack,
    encode,
)

T = TypeVar("T")

#: A seat's token in a path.
Token = Annotated[str, PathParameter(max_length=64, description="The seat's token.")]
After = Annotated[
    int, QueryParameter(ge=-1, le=10_000_000, description="Only log entries above this number.")
]
At = Annotated[int | None, QueryParameter(ge=0, le=10_000_000, description="A moment of the past.")]
Said = Annotated[str, QueryParameter(max_length=CHOICE, description="A choice or a gesture.")]
Name = Annotated[str, QueryParameter(max_length=100)]
Slug = Annotated[str, PathParameter(max_length=100)]
#: A hex, a unit, or a point of a measured table.
Place = Annotated[str, QueryParameter(max_length=40)]

_WRONG = {
    code: ResponseSpec(ErrorBody, description=text, generate_examples=False)
    for code, text in {
        400: "Malformed.",
        403: "Not for this seat.",
        404: "There is no such thing.",
        409: "Another moment, or another side's turn.",
        413: "Too large.",
        422: "The rules forbid it.",
        429: "Too fast.",
    }.items()
}


class App:
    """What the handlers share, kept in the state of the application."""

    def __init__(self, games: Games, limits: Limits) -> None:
        self.games = games
        self.limits = limits
        self.requests = Buckets(limits.requests, limits.burst)
        self.battles = Buckets(limits.battles, limits.battles_burst)


def shared(state: State) -> App:
    app: App = state.shared
    return app


def address(request: Request[Any, Any, Any]) -> str:
    return request.client.host if request.client else ""


def encoded(body: bytes, kind: type[T]) -> Response[T]:
    """JSON that is already written, as the answer of a handler that says what it is."""
    content: Any = body
    return Response(content, media_type="application/json", status_code=HTTP_200_OK)


# What there is


@get("/systems", sync_to_thread=False)
def list_systems() -> list[SystemFacts]:
    """Every installed system, its scenarios and its options."""
    return [
        SystemFacts(
            slug=system.slug,
            title=system.title,
            sides=tuple(system.sides),
            scenarios=[ScenarioFacts(slug, title) for slug, title in system.scenarios.items()],
            options=_options(system),
        )
        for system in systems().values()
    ]


def _options(system: System[Any]) -> list[OptionFacts]:
    hints = get_type_hints(system.options)
    return [
        OptionFacts(
            name=field.name,
            meaning=system.meanings.get(field.name, ""),
            default=field.default,
            values=_values(hints[field.name]),
        )
        for field in msgspec.structs.fields(system.options)
    ]


def _values(kind: Any) -> list[bool | int | str] | None:
    if kind is bool:
        return [False, True]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if get_origin(kind) is types.UnionType:
        return [value for part in get_args(kind) for value in _values(part) or ()] or None
    return None


@get("/systems/{slug:str}/table", responses=_WRONG)
async def table(slug: Slug, scenario: Name = "") -> Response[dict[str, Any]]:
    """Everything a client draws the table of a system, or of one of its scenarios, from."""
    if slug not in systems():
        raise NotFound("slug", f"no system {slug!r}: there is {', '.join(systems())}")
    known = systems()[slug].scenarios
    if scenario and scenario not in known:
        raise NotFound("scenario", f"no scenario {scenario!r}: there is {', '.join(known)}")

    def work() -> bytes:
        return encode(system_named(slug).table_facts(scenario))

    return encoded(await asyncio.to_thread(work), dict[str, Any])


@get("/rules/{id:str}", sync_to_thread=False, responses=_WRONG)
def rule(id: Slug) -> RuleFacts:
    """A rule in words."""
    try:
        found = duty(id)
    except (UnknownRule, UnknownRulebook) as error:
        raise NotFound("id", str(error.args[0])) from None
    return RuleFacts(found.id, found.section, found.kind, found.duty)


# Battles


@post("/battles", responses=_WRONG)
async def create(
    data: JSONBody[NewBattle], state: State, request: Request[Any, Any, Any]
) -> Created:
    """Begin a battle."""
    return await _made(shared(state), request).create(data)


@post("/records", responses=_WRONG)
async def upload(
    body: RawBody,
    state: State,
    request: Request[Any, Any, Any],
) -> Created:
    """Go on with a battle from its record, as the owner of every seat."""
    if len(body) > shared(state).limits.record:
        raise TooMuch("body", "the record is too large")
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise Fault("body", f"not text in UTF-8 (byte {error.start})") from None
    return await _made(shared(state), request).upload(text)


def _made(app: App, request: Request[Any, Any, Any]) -> Games:
    if not app.battles.take(address(request)):
        raise TooFast("request", "too many new battles from this address: wait a little")
    return app.games


@get("/mine", responses=_WRONG)
async def mine(
    state: State,
    tokens: Annotated[str, QueryParameter(max_length=3_500, description="Joined by commas.")] = "",
) -> list[MyBattle]:
    """How the battles of some seats stand; tokens nobody knows are left out."""
    found: list[MyBattle] = []
    for token in dict.fromkeys(filter(None, tokens.split(",")[:50])):
        try:
            game, seat = await shared(state).games.find(token)
        except Fault:
            continue
        found.append(await asyncio.to_thread(_mine, game, seat, token))
    return found


def _mine(game: Game, seat: Seat, token: str) -> MyBattle:
    view = game.view(seat)
    return MyBattle(
        token=token,
        battle=game.id,
        system=view.system,
        scenario=view.scenario,
        side=seat.side,
        turn=game.system.headline(view.facts),
        yours=view.waiting_for == seat.side,
        over=view.result is not None,
        number=game.battle.past.number if game.battle is not None else 0,
    )


# A seat


@get("/seats/{token:str}", responses=_WRONG)
async def moment(
    token: Token,
    state: State,
    at: At = None,
    after: After = -1,
    nonce: Annotated[str | None, QueryParameter(pattern="^[0-9A-Za-z_-]{1,64}$")] = None,
) -> Response[Moment]:
    """How the battle stands for a seat, now or at a moment of the past."""
    game, seat = await shared(state).games.enter(token, nonce)
    async with game.lock:
        body = await asyncio.to_thread(game.moment, seat, after, at)
    return encoded(body, Moment)


@get("/seats/{token:str}/dice", responses=_WRONG)
async def dice(token: Token, state: State) -> CommitmentFacts:
    """What the server is committed to, before a seat sits down with its nonce."""
    game, _ = await shared(state).games.find(token)
    return CommitmentFacts(game.stored.commitment, game.nonces())


@post("/seats/{token:str}/choose", status_code=HTTP_200_OK, responses=_WRONG)
async def choose(token: Token, data: JSONBody[Choose], state: State) -> Response[Moment]:
    """Choose, by the words of a choice or of a gesture."""
    games = shared(state).games
    game, seat = await games.enter(token)
    return encoded(await games.choose(game, seat, data.at, data.choice), Moment)


@post("/seats/{token:str}/undo", status_code=HTTP_200_OK, responses=_WRONG)
async def undo(token: Token, state: State) -> Response[Moment]:
    """Take back what this seat did last, where nothing was revealed by it."""
    games = shared(state).games
    game, seat = await games.enter(token)
    return encoded(await games.undo(game, seat), Moment)


@post("/seats/{token:str}/take-back", status_code=HTTP_200_OK, responses=_WRONG)
async def take_back(token: Token, data: JSONBody[TakeBack], state: State) -> Response[Moment]:
    """Ask the opponent to go back to the moment after a decision."""
    games = shared(state).games
    game, seat = await games.enter(token)
    return encoded(await games.take_back(game, seat, data.to), Moment)


@post("/seats/{token:str}/consent", status_code=HTTP_200_OK, responses=_WRONG)
async def consent(token: Token, data: JSONBody[Consent], state: State) -> Response[Moment]:
    """Agree to a take-back, or not."""
    games = shared(state).games
    game, seat = await games.enter(token)
    return encoded(await games.consent(game, seat, data.agree), Moment)


@get("/seats/{token:str}/why-not", responses=_WRONG)
async def why_not(token: Token, choice: Said, state: State) -> list[Bars]:
    """Every rule that bars a choice; nothing where it is allowed."""
    game, seat = await shared(state).games.enter(token)
    battle = asked(game, seat).copy()
    refusals = await lawfully(lambda: battle.why_not(choice))
    return [Bars(refusal.rule, refusal.why) for refusal in refusals]


@get("/seats/{token:str}/odds", responses=_WRONG)
async def odds(token: Token, choice: Said, state: State) -> OddsFacts:
    """The exact odds of a choice, or of the last step of a gesture."""
    game, seat = await shared(state).games.enter(token)
    battle = asked(game, seat).copy()
    found = await lawfully(lambda: _odds(battle, choice))
    return OddsFacts(
        outcomes=[
            OutcomeFacts(
                str(outcome.probability),
                round(float(100 * outcome.probability), 1),
                outcome.effects,
            )
            for outcome in found.outcomes
        ],
        ledger=[LineFacts(line.value, line.reason, line.rule) for line in found.ledger],
        rules=found.rules,
    )


def _odds(battle: Battle, said: str) -> Odds:
    choice = read_choice(said)
    gesture = battle.system.gesture(battle.state, choice) if battle.why_not(choice) == [] else None
    if gesture is None or gesture[1]:
        return battle.odds(choice)  # which says what bars it
    *before, last = gesture[0]
    for step in before:
        happened = battle.play(step)
        if battle.past.faces or any(event.news for event in happened):
            raise Unlawful("choice", f"something happens at {step}: ask for the odds step by step")
    return battle.odds(last)


@get("/seats/{token:str}/sight", responses=_WRONG)
async def sight(
    token: Token,
    start: Annotated[str, QueryParameter(name="from", max_length=40)],
    to: Place,
    state: State,
) -> Sight:
    """The line between two places, as the seat may know it."""
    game, seat = await shared(state).games.enter(token)
    now = game.begun().state
    try:
        return await asyncio.to_thread(game.system.sight, now, seat.side, start, to)
    except ValueError as error:
        raise Unlawful("sight", str(error)) from None


@get("/seats/{token:str}/reach", responses=_WRONG)
async def reach(token: Token, unit: Name, state: State) -> Reach:
    """Where a unit the seat can see could go, and what it could fire at."""
    game, seat = await shared(state).games.enter(token)
    now = game.begun().state
    try:
        return await asyncio.to_thread(game.system.reach, now, seat.side, unit)
    except ValueError as error:
        raise Unlawful("unit", str(error)) from None


@get("/seats/{token:str}/preview", responses=_WRONG)
async def preview(
    token: Token,
    choice: Said,
    state: State,
    fit: Annotated[bool, QueryParameter(description="Cut what goes too far.")] = False,
) -> Preview:
    """What an order of this seat would come to, whether it may be given or not."""
    game, seat = await shared(state).games.enter(token)
    now = game.begun().state
    if seat.side == SPECTATOR:
        raise NotYours("preview", "whoever looks on gives no orders")
    order = read_choice(choice)
    try:
        return await asyncio.to_thread(game.system.preview, now, seat.side, order, fit)
    except ValueError as error:
        raise Unlawful("choice", str(error)) from None


@get("/seats/{token:str}/record", media_type="text/plain", responses=_WRONG)
async def record(token: Token, state: State) -> Response[str]:
    """The battle as text: when it is over, or at any time for the owner of every seat."""
    game, seat = await shared(state).games.enter(token)
    battle = game.begun()
    if battle.result is None and (seat.side == SPECTATOR or not game.is_owned_by_one()):
        raise NotYours("record", "it holds what is hidden, so it is given when the battle is over")
    async with game.lock:
        text = await asyncio.to_thread(game.begun().copy().record)
    name = f"{game.system.slug}-{game.id}.txt"
    return Response(
        text,
        media_type="text/plain",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def router() -> Router:
    """All of it, under /api."""
    return Router(
        "/api",
        route_handlers=[
            list_systems,
            table,
            rule,
            create,
            upload,
            mine,
            moment,
            dice,
            choose,
            undo,
            take_back,
            consent,
            why_not,
            odds,
            sight,
            reach,
            preview,
            record,
        ],
    )
