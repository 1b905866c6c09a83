"""The HTTP interface. docs/server.md describes it; /api/schema has it for programs."""

from __future__ import annotations

import types
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, RawBody
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK

import longroll
from longroll.ai import levels
from longroll.display import display_of, terminal_of
from longroll.display.generator import Made, generator_of
from longroll.display.stakes import Stakes
from longroll.guide import Card, Lesson, card_of, lesson_of, reader_of
from longroll.kernel.system import System, system_named, systems
from longroll.rulebooks import UnknownRule, UnknownRulebook, duty
from longroll.server import lab_api, readings, seat_api
from longroll.server.faults import Fault, NotFound, TooFast
from longroll.server.game import Game
from longroll.server.games import Games
from longroll.server.handling import WRONG, App, Name, Slug, address, encoded, shared
from longroll.server.limits import Limits
from longroll.server.seats import SPECTATOR, Seat
from longroll.server.wire import (
    Accept,
    CardFacts,
    Created,
    Filled,
    Joined,
    MyBattle,
    NewBattle,
    OptionFacts,
    OwnBattle,
    OwnScenario,
    RuleFacts,
    ScenarioFacts,
    ScenarioFiles,
    SystemFacts,
    Tokens,
    encode,
)

#: The minutes of a scenario that does not say how long it takes.
LONGEST = 10_000

# What there is


@get("/systems", sync_to_thread=False)
def list_systems() -> list[SystemFacts]:
    """Every installed system, its scenarios and its options, in the order of their cards."""
    return [system_facts(slug) for slug in sorted(systems(), key=lambda s: card_of(s).place)]


@cache
def system_facts(slug: str) -> SystemFacts:
    """A system as the start page shows it."""
    system, card, lesson = system_named(slug), card_of(slug), lesson_of(slug)
    return SystemFacts(
        slug=slug,
        title=system.title,
        sides=tuple(system.sides),
        card=CardFacts(
            card.name, card.when, card.length, card.rules, card.sides, card.shared, card.picture
        ),
        scenarios=[
            ScenarioFacts(
                scenario,
                title,
                *_turns(system, scenario),
                card.briefings.get(scenario),
                dict(system.usual_options(scenario)),
            )
            for scenario, title in sorted(
                system.scenarios.items(), key=lambda named: _minutes(card, named[0])
            )
        ],
        options=_options(system),
        levels=[level.title for level in levels(slug)],
        own=bool(system.players),
        lesson=lesson.about if lesson else "",
        files=system.own_scenarios,
        generator=made.form if (made := generator_of(system)) else None,
    )


def _minutes(card: Card, scenario: str) -> int:
    """How long a scenario takes; the short ones are offered first."""
    briefing = card.briefings.get(scenario)
    return briefing.minutes or LONGEST if briefing else LONGEST


def _turns(system: System[Any], scenario: str) -> tuple[int, int]:
    """The first turn of a scenario and the last; the last is 0 if its facts do not say."""
    begun = longroll.new(system.slug, scenario, options=system.usual_options(scenario))
    facts = system.facts(begun.state, system.sides[0])
    return max(1, getattr(facts, "turn", 1)), getattr(facts, "turns", 0)


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


def _known(slug: str) -> System[Any]:
    if slug not in systems():
        raise NotFound("slug", f"no system {slug!r}: choose from {', '.join(systems())}")
    return systems()[slug]


@get("/systems/{slug:str}/lesson", sync_to_thread=False, responses=WRONG)
def lesson(slug: Slug) -> Response[Lesson | None]:
    """The lesson of a system, null if it has none."""
    return Response(lesson_of(_known(slug).slug))


@get("/systems/{slug:str}/table", responses=WRONG)
async def table(slug: Slug, state: State, scenario: Name = "") -> Response[dict[str, Any]]:
    """Everything a client draws the table of a system, or of one of its scenarios, from."""
    known = _known(slug).scenarios
    if scenario and scenario not in known:
        raise NotFound("scenario", f"no scenario {scenario!r}: choose from {', '.join(known)}")

    def work() -> bytes:
        return encode(display_of(system_named(slug)).table(scenario))

    return encoded(await shared(state).games.pools.opening.run(work), dict[str, Any])


@get("/systems/{slug:str}/stakes", responses=WRONG)
async def stakes(slug: Slug, state: State, scenario: Name = "") -> Response[Stakes | None]:
    """What counts for victory in a scenario, as it stands before anything has happened."""
    system = _known(slug)
    name = scenario or next(iter(system.scenarios))
    if name not in system.scenarios:
        known = ", ".join(system.scenarios)
        raise NotFound("scenario", f"no scenario {name!r}: choose from {known}")

    def work() -> Stakes | None:
        start = system.start(name, system.read_options(dict(system.usual_options(name))))
        return display_of(system).stakes(system.as_seen(start, system.sides[0]))

    return Response(await shared(state).games.pools.opening.run(work))


@get("/systems/{slug:str}/opening", responses=WRONG)
async def opening(slug: Slug, state: State, scenario: Name = "") -> Response[dict[str, Any]]:
    """What a spectator sees of a scenario before anything has happened."""
    system = _known(slug)
    name = scenario or next(iter(system.scenarios))
    if name not in system.scenarios:
        known = ", ".join(system.scenarios)
        raise NotFound("scenario", f"no scenario {name!r}: choose from {known}")

    def work() -> bytes:
        battle = longroll.new(slug, name, options=system.usual_options(name))
        return encode(battle.view(SPECTATOR).facts)

    return encoded(await shared(state).games.pools.opening.run(work), dict[str, Any])


@get("/rulebooks/{slug:str}", responses=WRONG)
async def rulebook(slug: Slug, state: State) -> Response[dict[str, Any]]:
    """The rules of a system, or one rulebook, to read: a Reader."""

    def work() -> bytes:
        return encode(reader_of(slug))

    try:
        return encoded(await shared(state).games.pools.opening.run(work), dict[str, Any])
    except UnknownRulebook as error:
        raise NotFound("slug", str(error.args[0])) from None


@get("/rules/{id:str}", sync_to_thread=False, responses=WRONG)
def rule(id: Slug) -> RuleFacts:
    """A rule in words."""
    try:
        found = duty(id)
    except (UnknownRule, UnknownRulebook) as error:
        raise NotFound("id", str(error.args[0])) from None
    return RuleFacts(found.id, found.section, found.kind, found.duty)


# Battles


@post("/battles", responses=WRONG)
async def create(
    data: JSONBody[NewBattle], state: State, request: Request[Any, Any, Any]
) -> Created:
    """Begin a battle."""
    return await _made(shared(state), request).create(data)


@post("/records", responses=WRONG)
async def upload(
    body: RawBody,
    state: State,
    request: Request[Any, Any, Any],
) -> Created:
    """Continue a battle from its record, as the owner of every seat."""
    return await _made(shared(state), request).upload(_text(body))


def _text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise Fault("body", f"not text in UTF-8 (byte {error.start})") from None


@post("/records/readings", status_code=HTTP_200_OK, responses=WRONG)
async def read_aloud(body: RawBody, state: State, request: Request[Any, Any, Any]) -> Stream:
    """The same, told line by line while the record is read: a Reading in JSON on each line."""
    lines = readings.read(_made(shared(state), request), _text(body))
    first = await anext(lines)

    async def told() -> AsyncGenerator[bytes, None]:
        async with aclosing(lines):
            yield first
            async for line in lines:
                yield line

    return Stream(told(), media_type="application/x-ndjson")


@post("/scenarios", status_code=HTTP_200_OK, responses=WRONG)
async def read_scenario(data: JSONBody[ScenarioFiles], state: State) -> OwnScenario:
    """Read a scenario of the player's own; the error lists everything wrong with its files."""
    return await shared(state).games.read_scenario(data)


@post("/scenarios/made", status_code=HTTP_200_OK, responses=WRONG)
async def make_scenario(data: JSONBody[Filled], state: State) -> Made:
    """Make a scenario from the form of its system; the error names every place that is wrong."""
    return await shared(state).games.make_scenario(data)


@post("/scenarios/battles", responses=WRONG)
async def create_own(
    data: JSONBody[OwnBattle], state: State, request: Request[Any, Any, Any]
) -> Created:
    """Begin a battle of a scenario of the player's own."""
    games = _made(shared(state), request)
    own = await games.read_scenario(ScenarioFiles(data.battle.system, data.files))
    return await games.create(data.battle, own)


def _made(app: App, request: Request[Any, Any, Any]) -> Games:
    if not app.battles.take(address(request)):
        raise TooFast("request", "too many new battles from this address: wait a moment")
    return app.games


@post("/invitations", status_code=HTTP_200_OK, responses=WRONG)
async def accept(data: JSONBody[Accept], state: State) -> Joined:
    """Take the seat of an invitation, with a token that the guest has drawn. It works only once."""
    return await shared(state).games.accept(data.invitation, data.token)


@post("/mine", status_code=HTTP_200_OK, responses=WRONG)
async def mine(
    data: JSONBody[Tokens], state: State, request: Request[Any, Any, Any]
) -> list[MyBattle]:
    """The current state of the battles of some seats; unknown tokens are left out."""
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
        turn=terminal_of(game.system).headline(view.facts),
        yours=view.waiting_for == seat.side and not game.is_over(),
        over=game.is_over(),
        number=game.count(seat),
        title=_title(game, view.scenario),
        opponent=_opponent(game, seat),
        changed=game.stored.changed[:10],
        winner=(view.result.winner or "nobody") if view.result is not None else "",
    )


def _title(game: Game, scenario: str) -> str:
    return game.system.scenarios.get(scenario, "a scenario of your own")


def _opponent(game: Game, seat: Seat) -> str:
    """Who plays the other side: the computer and its level, a friend, or the same person."""
    others = [game.seats[side] for side in game.system.sides if side != seat.side]
    other = others[0]
    if other.is_human:
        return "a friend" if other.who == "friend" or seat.who == "friend" else "yourself"
    names = levels(game.system.slug)
    title = names[other.level - 1].title if 0 < other.level <= len(names) else ""
    return f"computer, {title}" if title else "computer"


def router(limits: Limits) -> Router:
    """All routes, under /api. No body is read beyond its limit, even if it declares no length."""
    return Router(
        "/api",
        request_max_body_size=limits.body,
        route_handlers=[
            Router("/", route_handlers=[upload, read_aloud], request_max_body_size=limits.record),
            Router(
                "/",
                route_handlers=[read_scenario, make_scenario, create_own],
                request_max_body_size=limits.scenario,
            ),
            list_systems,
            lesson,
            table,
            stakes,
            opening,
            rulebook,
            rule,
            create,
            accept,
            mine,
            *seat_api.HANDLERS,
            *lab_api.HANDLERS,
        ],
    )
