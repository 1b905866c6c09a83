"""The HTTP interface. docs/server.md describes it, /api/schema has it for programs."""

from __future__ import annotations

import asyncio
import types
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter, RawBody
from litestar.status_codes import HTTP_200_OK

from longroll.kernel.battle import Battle
from longroll.kernel.decision import read_choice
from longroll.kernel.odds import Odds
from longroll.kernel.preview import Preview
from longroll.kernel.system import Reach, Sight, System, system_named, systems
from longroll.rulebooks import UnknownRule, UnknownRulebook, duty
from longroll.server.changes import asked, lawful
from longroll.server.faults import Fault, NotFound, NotYours, TooFast, Unlawful
from longroll.server.game import Game
from longroll.server.games import Games
from longroll.server.limits import Buckets, Limits
from longroll.server.pools import Question
from longroll.server.seats import SPECTATOR, Seat
from longroll.server.upkeep import Upkeep
from longroll.server.wire import (
    CHOICE,
    Accept,
    Bars,
    Choose,
    Consent,
    Created,
    ErrorBody,
    GiveLink,
    Joined,
    LineFacts,
    Moment,
    MyBattle,
    NewBattle,
    OddsFacts,
    OptionFacts,
    OutcomeFacts,
    RuleFacts,
    ScenarioFacts,
    Sit,
    SystemFacts,
    TakeBack,
    Tokens,
    encode,
)

T = TypeVar("T")

#: A seat's token. It stands in no address, so that no proxy writes it down.
Bearer = Annotated[
    str,
    HeaderParameter(
        name="Authorization",
        pattern="^Bearer [0-9A-Za-z_-]{1,64}$",
        description="`Bearer` and the seat's token.",
    ),
]
After = Annotated[
    int | None,
    QueryParameter(ge=-1, le=10_000_000, description="Log entries above this number, or none."),
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
        503: "The server has too much to do.",
    }.items()
}


class App:
    """What the handlers share, kept in the state of the application."""

    def __init__(self, games: Games, limits: Limits, upkeep: Upkeep) -> None:
        self.games = games
        self.limits = limits
        self.upkeep = upkeep
        #: Whether the server was told to stop.
        self.stopping = False
        self.requests = Buckets(limits.requests, limits.burst)
        self.battles = Buckets(limits.battles, limits.battles_burst)


def shared(state: State) -> App:
    app: App = state.shared
    return app


def address(request: ASGIConnection[Any, Any, Any, Any]) -> str:
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
async def table(slug: Slug, state: State, scenario: Name = "") -> Response[dict[str, Any]]:
    """Everything a client draws the table of a system, or of one of its scenarios, from."""
    if slug not in systems():
        raise NotFound("slug", f"no system {slug!r}: there is {', '.join(systems())}")
    known = systems()[slug].scenarios
    if scenario and scenario not in known:
        raise NotFound("scenario", f"no scenario {scenario!r}: there is {', '.join(known)}")

    def work() -> bytes:
        return encode(system_named(slug).table_facts(scenario))

    return encoded(await shared(state).games.pools.opening.run(work), dict[str, Any])


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
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise Fault("body", f"not text in UTF-8 (byte {error.start})") from None
    return await _made(shared(state), request).upload(text)


def _made(app: App, request: Request[Any, Any, Any]) -> Games:
    if not app.battles.take(address(request)):
        raise TooFast("request", "too many new battles from this address: wait a little")
    return app.games


@post("/invitations", status_code=HTTP_200_OK, responses=_WRONG)
async def accept(data: JSONBody[Accept], state: State) -> Joined:
    """Take the seat of an invitation, with a token that the guest has drawn. It is for one use."""
    return await shared(state).games.accept(data.invitation, data.token)


@post("/mine", status_code=HTTP_200_OK, responses=_WRONG)
async def mine(
    data: JSONBody[Tokens], state: State, request: Request[Any, Any, Any]
) -> list[MyBattle]:
    """How the battles of some seats stand; tokens nobody knows are left out."""
    games, here = shared(state).games, address(request)
    found = [await _stands(games, token, here) for token in dict.fromkeys(data.tokens)]
    return [one for one in found if one is not None]


async def _stands(games: Games, token: str, here: str) -> MyBattle | None:
    try:
        game, seat = await games.find(token, here)
        return await games.pools.asking.run(_mine, game, seat, token)
    except NotFound:
        return None
    except Fault as fault:
        return MyBattle(token=token, fault=fault.what)


def _mine(game: Game, seat: Seat, token: str) -> MyBattle:
    view = game.view(seat)
    return MyBattle(
        token=token,
        battle=game.id,
        system=view.system,
        scenario=view.scenario,
        side=seat.side,
        turn=game.system.headline(view.facts),
        yours=view.waiting_for == seat.side and not game.is_over(),
        over=game.is_over(),
        number=game.count(seat),
    )


# A seat


class Asker:
    """Who asks: the battle, the seat, and what the handlers share."""

    def __init__(self, app: App, game: Game, seat: Seat) -> None:
        self.games = app.games
        self.changes = app.games.changes
        self.limits = app.limits
        self.game = game
        self.seat = seat

    async def ask(self, work: Callable[[], T]) -> T:
        """Work a question out in a thread; what the rules refuse becomes a fault."""
        with lawful():
            return await self.games.pools.asking.run(work)


async def asker(request: Request[Any, Any, Any], bearer: str) -> Asker:
    app = shared(request.app.state)
    game, seat = await app.games.find(bearer.removeprefix("Bearer "), address(request))
    return Asker(app, game, seat)


@get("/seat", responses=_WRONG)
async def moment(
    bearer: Bearer, request: Request[Any, Any, Any], at: At = None, after: After = None
) -> Response[Moment]:
    """How the battle stands for a seat, now or at a moment of the past."""
    who = await asker(request, bearer)
    game, seat = who.game, who.seat
    if at is not None or (after is not None and after < game.first(seat) - 1):
        await who.changes.fill(game)
    if at is not None:
        # It may have to be played again, and nothing can change it.
        told = await who.games.pools.asking.run(game.moment, seat, after, at)
    else:
        async with game.lock:
            told = await who.games.pools.playing.run(game.moment, seat, after)
    return encoded(told.body, Moment)


@post("/seat/sit", status_code=HTTP_200_OK, responses=_WRONG)
async def sit(
    bearer: Bearer, data: JSONBody[Sit], request: Request[Any, Any, Any]
) -> Response[Moment]:
    """Bring this player's part of the dice, now that the server is committed to its own."""
    who = await asker(request, bearer)
    kind = who.game.stored.dice.kind
    wanted, brought = ("anchor", data.anchor) if kind == "linked" else ("nonce", data.nonce)
    if kind not in ("linked", "committed") or who.game.came_from_a_record():
        raise Unlawful("seat", "the dice of this battle need nothing from its players")
    if brought is None:
        raise Fault(wanted, "it is missing")
    told = await who.changes.sit(who.game, who.seat, data.commitment, brought)
    return encoded(told, Moment)


@post("/seat/link", status_code=HTTP_200_OK, responses=_WRONG)
async def link(
    bearer: Bearer, data: JSONBody[GiveLink], request: Request[Any, Any, Any]
) -> Response[Moment]:
    """Give this player's link for the dice of the decision that is bound."""
    who = await asker(request, bearer)
    return encoded(await who.changes.link(who.game, who.seat, data.batch, data.link), Moment)


@post("/seat/choose", status_code=HTTP_200_OK, responses=_WRONG)
async def choose(
    bearer: Bearer, data: JSONBody[Choose], request: Request[Any, Any, Any]
) -> Response[Moment]:
    """Choose, by the words of a choice or of a gesture."""
    who = await asker(request, bearer)
    return encoded(await who.changes.choose(who.game, who.seat, data.at, data.choice), Moment)


@post("/seat/undo", status_code=HTTP_200_OK, responses=_WRONG)
async def undo(bearer: Bearer, request: Request[Any, Any, Any]) -> Response[Moment]:
    """Take back what this seat did last, where nothing was revealed by it."""
    who = await asker(request, bearer)
    return encoded(await who.changes.undo(who.game, who.seat), Moment)


@post("/seat/take-back", status_code=HTTP_200_OK, responses=_WRONG)
async def take_back(
    bearer: Bearer, data: JSONBody[TakeBack], request: Request[Any, Any, Any]
) -> Response[Moment]:
    """Ask the opponent to go back to a moment."""
    who = await asker(request, bearer)
    return encoded(await who.changes.take_back(who.game, who.seat, data.to), Moment)


@post("/seat/consent", status_code=HTTP_200_OK, responses=_WRONG)
async def consent(
    bearer: Bearer, data: JSONBody[Consent], request: Request[Any, Any, Any]
) -> Response[Moment]:
    """Agree to the take-back to a moment, or not."""
    who = await asker(request, bearer)
    return encoded(await who.changes.consent(who.game, who.seat, data.to, data.agree), Moment)


@post("/seat/abandon", status_code=HTTP_200_OK, responses=_WRONG)
async def abandon(bearer: Bearer, request: Request[Any, Any, Any]) -> Response[Moment]:
    """End the battle for good, before its time; everything is revealed to both sides."""
    who = await asker(request, bearer)
    return encoded(await who.changes.abandon(who.game, who.seat), Moment)


@get("/seat/why-not", responses=_WRONG)
async def why_not(bearer: Bearer, choice: Said, request: Request[Any, Any, Any]) -> list[Bars]:
    """Every rule that bars a choice; nothing where it is allowed."""
    who = await asker(request, bearer)
    battle = asked(who.game, who.seat).copy()
    refusals = await who.ask(lambda: battle.why_not(choice))
    return [Bars(refusal.rule, refusal.why) for refusal in refusals]


@get("/seat/odds", responses=_WRONG)
async def odds(bearer: Bearer, choice: Said, request: Request[Any, Any, Any]) -> OddsFacts:
    """The exact odds of a choice, or of the last step of a gesture."""
    who = await asker(request, bearer)
    battle = asked(who.game, who.seat).copy()
    limits, question = who.limits, Question()

    def may_go_on(counted: int) -> bool:
        return counted < limits.outcomes and not question.is_off and monotonic() < until

    async def count() -> Odds:
        with lawful():
            return await who.games.pools.counting.run(_odds, battle, choice, may_go_on)

    until = monotonic() + limits.odds
    found = await _unless_gone(request, count(), question)
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


def _odds(battle: Battle, said: str, may_go_on: Callable[[int], bool]) -> Odds:
    choice = read_choice(said)
    gesture = battle.system.gesture(battle.state, choice) if battle.why_not(choice) == [] else None
    if gesture is None or gesture[1]:
        return battle.odds(choice, may_go_on)  # which says what bars it
    *before, last = gesture[0]
    for step in before:
        happened = battle.play(step)
        if battle.past.faces or any(event.news for event in happened):
            raise Unlawful("choice", f"something happens at {step}: ask for the odds step by step")
    return battle.odds(last, may_go_on)


async def _unless_gone(request: Request[Any, Any, Any], work: Any, question: Question) -> Any:
    """Wait for the answer to a question, and call the question off where the asker hangs up."""

    async def hung_up() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, gone = asyncio.create_task(work), asyncio.create_task(hung_up())
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            question.call_off()
        return await working
    finally:
        gone.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await gone


@get("/seat/sight", responses=_WRONG)
async def sight(
    bearer: Bearer,
    start: Annotated[str, QueryParameter(name="from", max_length=40)],
    to: Place,
    request: Request[Any, Any, Any],
) -> Sight:
    """The line between two places, as the seat may know it."""
    who = await asker(request, bearer)
    now, system = who.game.begun().battle.state, who.game.system
    try:
        return await who.ask(lambda: system.sight(now, who.seat.side, start, to))
    except ValueError as error:
        raise Unlawful("sight", str(error)) from None


@get("/seat/reach", responses=_WRONG)
async def reach(bearer: Bearer, unit: Name, request: Request[Any, Any, Any]) -> Reach:
    """Where a unit the seat can see could go, and what it could fire at."""
    who = await asker(request, bearer)
    now, system = who.game.begun().battle.state, who.game.system
    try:
        return await who.ask(lambda: system.reach(now, who.seat.side, unit))
    except ValueError as error:
        raise Unlawful("unit", str(error)) from None


@get("/seat/preview", responses=_WRONG)
async def preview(
    bearer: Bearer,
    choice: Said,
    request: Request[Any, Any, Any],
    fit: Annotated[bool, QueryParameter(description="Cut what goes too far.")] = False,
) -> Preview:
    """What an order of this seat would come to, whether it may be given or not."""
    who = await asker(request, bearer)
    now, system = who.game.begun().battle.state, who.game.system
    if who.seat.side == SPECTATOR:
        raise NotYours("preview", "spectators cannot give orders")
    order = read_choice(choice)
    try:
        return await who.ask(lambda: system.preview(now, who.seat.side, order, fit))
    except ValueError as error:
        raise Unlawful("choice", str(error)) from None


@get("/seat/record", media_type="text/plain", responses=_WRONG)
async def record(bearer: Bearer, request: Request[Any, Any, Any]) -> Response[str]:
    """The battle as text: when it is over, or at any time for the owner of every seat."""
    who = await asker(request, bearer)
    game = who.game
    game.begun()
    if not game.is_over() and (who.seat.side == SPECTATOR or not game.has_every_seat()):
        raise NotYours("record", "it holds what is hidden, so it is given when the battle is over")
    await who.changes.fill(game)
    battle = game.begun().battle.copy()
    text = await who.games.pools.replaying.run(battle.record, game.abandoned)
    name = f"{game.system.slug}-{game.id}.txt"
    return Response(
        text,
        media_type="text/plain",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def router(limits: Limits) -> Router:
    """All of it, under /api. No body is read beyond its limit, also where it has no length."""
    return Router(
        "/api",
        request_max_body_size=limits.body,
        route_handlers=[
            Router("/", route_handlers=[upload], request_max_body_size=limits.record),
            list_systems,
            table,
            rule,
            create,
            accept,
            mine,
            moment,
            sit,
            link,
            choose,
            undo,
            take_back,
            consent,
            abandon,
            why_not,
            odds,
            sight,
            reach,
            preview,
            record,
        ],
    )
