"""The HTTP interface of a seat: what it sees, chooses and asks."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Annotated, Any, TypeVar

from litestar import Request, Response, get, post
from litestar.params import JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK

from longroll.display import display_of
from longroll.display.firepower import Firepower
from longroll.display.march import Danger, Marched
from longroll.display.preview import Preview
from longroll.display.sight import Reach, Sight
from longroll.display.stakes import Stakes
from longroll.kernel.decision import read_choice
from longroll.kernel.odds import Odds
from longroll.kernel.risks import Risk, risks_along
from longroll.server.changes import asked, lawful
from longroll.server.faults import Busy, Fault, NotYours, TooLate, Unlawful
from longroll.server.fortunes import points_of
from longroll.server.handling import (
    WRONG,
    After,
    At,
    Bearer,
    Name,
    Place,
    Said,
    asker,
    encoded,
)
from longroll.server.seats import SPECTATOR
from longroll.server.wire import (
    AdviceFacts,
    AdvisedStep,
    Bars,
    Choose,
    Consent,
    GiveLink,
    Moment,
    OddsFacts,
    OutcomeFacts,
    PointsLuck,
    Rescue,
    Rescued,
    Sit,
    TakeBack,
    encode,
)

T = TypeVar("T")


@get("/seat", responses=WRONG)
async def moment(
    bearer: Bearer, request: Request[Any, Any, Any], at: At = None, after: After = None
) -> Response[Moment]:
    """The battle as a seat sees it, now or at a moment of the past."""
    who = await asker(request, bearer)
    game, seat = who.game, who.seat
    if at is not None or (after is not None and after < game.first(seat) - 1):
        await who.changes.fill(game)
    if at is not None:
        # It may have to be replayed, and nothing can change it.
        told = await who.games.pools.asking.run(game.moment, seat, after, at)
    else:
        async with game.lock:
            await who.changes.catch_up(game)
            told = await who.games.pools.playing.run(game.moment, seat, after)
    return encoded(told.body, Moment)


@post("/seat/sit", status_code=HTTP_200_OK, responses=WRONG)
async def sit(
    bearer: Bearer, data: JSONBody[Sit], request: Request[Any, Any, Any]
) -> Response[Moment]:
    """Give this player's part of the dice, now that the server is committed to its own."""
    who = await asker(request, bearer)
    kind = who.game.stored.dice.kind
    wanted, brought = ("anchor", data.anchor) if kind == "linked" else ("nonce", data.nonce)
    if kind not in ("linked", "committed") or who.game.came_from_a_record():
        raise Unlawful("seat", "the dice of this battle need nothing from its players")
    if brought is None:
        raise Fault(wanted, "it is missing")
    told = await who.changes.sit(who.game, who.seat, data.commitment, brought)
    return encoded(told, Moment)


@post("/seat/link", status_code=HTTP_200_OK, responses=WRONG)
async def link(
    bearer: Bearer, data: JSONBody[GiveLink], request: Request[Any, Any, Any]
) -> Response[Moment]:
    """Give this player's link for the dice of the decision that is bound."""
    who = await asker(request, bearer)
    return encoded(await who.changes.link(who.game, who.seat, data.batch, data.link), Moment)


@post("/seat/choose", status_code=HTTP_200_OK, responses=WRONG)
async def choose(
    bearer: Bearer, data: JSONBody[Choose], request: Request[Any, Any, Any]
) -> Response[Moment]:
    """Choose, by the words of a choice or of a gesture."""
    who = await asker(request, bearer)
    return encoded(await who.changes.choose(who.game, who.seat, data.at, data.choice), Moment)


@post("/seat/undo", status_code=HTTP_200_OK, responses=WRONG)
async def undo(bearer: Bearer, request: Request[Any, Any, Any]) -> Response[Moment]:
    """Take back what this seat did last, if nothing was revealed by it."""
    who = await asker(request, bearer)
    return encoded(await who.changes.undo(who.game, who.seat), Moment)


@post("/seat/take-back", status_code=HTTP_200_OK, responses=WRONG)
async def take_back(
    bearer: Bearer, data: JSONBody[TakeBack], request: Request[Any, Any, Any]
) -> Response[Moment]:
    """Ask the opponent to go back to a moment."""
    who = await asker(request, bearer)
    return encoded(await who.changes.take_back(who.game, who.seat, data.to), Moment)


@post("/seat/consent", status_code=HTTP_200_OK, responses=WRONG)
async def consent(
    bearer: Bearer, data: JSONBody[Consent], request: Request[Any, Any, Any]
) -> Response[Moment]:
    """Agree to the take-back to a moment, or refuse it."""
    who = await asker(request, bearer)
    return encoded(await who.changes.consent(who.game, who.seat, data.to, data.agree), Moment)


@post("/seat/abandon", status_code=HTTP_200_OK, responses=WRONG)
async def abandon(bearer: Bearer, request: Request[Any, Any, Any]) -> Response[Moment]:
    """End the battle early, for good; everything is revealed to both sides."""
    who = await asker(request, bearer)
    return encoded(await who.changes.abandon(who.game, who.seat), Moment)


@post("/seat/computer", status_code=HTTP_200_OK, responses=WRONG)
async def rescue(
    bearer: Bearer, data: JSONBody[Rescue], request: Request[Any, Any, Any]
) -> Rescued:
    """Go on where a computer player has failed."""
    who = await asker(request, bearer)
    return await who.changes.rescue(who.game, who.seat, data.how)


@get("/seat/why-not", responses=WRONG)
async def why_not(bearer: Bearer, choice: Said, request: Request[Any, Any, Any]) -> list[Bars]:
    """Every rule that bars a choice; nothing if it is allowed."""
    who = await asker(request, bearer)
    battle = asked(who.game, who.seat).copy()
    refusals = await who.ask(lambda: battle.why_not(choice))
    return [Bars(refusal.rule, refusal.why) for refusal in refusals]


@get("/seat/odds", responses=WRONG)
async def odds(bearer: Bearer, choice: Said, request: Request[Any, Any, Any]) -> OddsFacts:
    """What a choice can lead to, or a gesture up to its first dice."""
    who = await asker(request, bearer)
    battle = asked(who.game, who.seat).copy()
    with lawful():
        return _odds(await _unless_gone(request, who.games.pools.counting.run(battle.odds, choice)))


def _odds(found: Odds) -> OddsFacts:
    return OddsFacts(
        outcomes=[
            OutcomeFacts(
                str(outcome.probability),
                round(float(100 * outcome.probability), 1),
                outcome.effects,
                outcome.kind,
                round(100 * outcome.error, 1),
            )
            for outcome in found.outcomes
        ],
        working=found.working,
        rules=found.rules,
        shots=found.shots,
        sampled=found.sampled,
    )


@post("/seat/advice", status_code=HTTP_200_OK, responses=WRONG)
async def advice(bearer: Bearer, request: Request[Any, Any, Any]) -> AdviceFacts:
    """What the computer would do in this seat; the log says that it was asked."""
    who = await asker(request, bearer)
    battle = asked(who.game, who.seat).copy()
    with lawful():
        found = await _unless_gone(request, who.games.computers.advise(who.game, battle))
    return AdviceFacts(
        steps=[AdvisedStep(*step) for step in found.steps],
        odds=None if found.odds is None else _odds(found.odds),
    )


async def _unless_gone(request: Request[Any, Any, Any], work: Coroutine[Any, Any, T]) -> T:
    """Wait for the answer to a question; it need not be worked out if the client is gone."""

    async def hung_up() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, gone = asyncio.create_task(work), asyncio.create_task(hung_up())
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            working.cancel()
            raise Busy("client", "the client has disconnected")
        return await working
    finally:
        gone.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await gone


@get("/seat/sight", responses=WRONG)
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
        return await who.ask(lambda: display_of(system).sight(now, who.seat.side, start, to))
    except ValueError as error:
        raise Unlawful("sight", str(error)) from None


@get("/seat/reach", responses=WRONG)
async def reach(bearer: Bearer, unit: Name, request: Request[Any, Any, Any]) -> Reach:
    """Where a unit the seat can see could go, and what it could fire at."""
    who = await asker(request, bearer)
    now, system = who.game.begun().battle.state, who.game.system
    try:
        return await who.ask(lambda: display_of(system).reach(now, who.seat.side, unit))
    except ValueError as error:
        raise Unlawful("unit", str(error)) from None


@get("/seat/preview", responses=WRONG)
async def preview(
    bearer: Bearer,
    choice: Said,
    request: Request[Any, Any, Any],
    fit: Annotated[bool, QueryParameter(description="Cut an order that goes too far.")] = False,
) -> Preview:
    """What an order of this seat would lead to, whether it may be given or not."""
    who = await asker(request, bearer)
    now, system = who.game.begun().battle.state, who.game.system
    if who.seat.side == SPECTATOR:
        raise NotYours("preview", "spectators cannot give orders")
    order = read_choice(choice)
    try:
        return await who.ask(lambda: display_of(system).preview(now, who.seat.side, order, fit))
    except ValueError as error:
        raise Unlawful("choice", str(error)) from None


@get("/seat/stakes", responses=WRONG)
async def stakes(bearer: Bearer, request: Request[Any, Any, Any]) -> Response[Stakes | None]:
    """Where victory stands now, as the seat may know it."""
    who = await asker(request, bearer)
    game, system = who.game, who.game.system
    now, side = game.begun().battle.state, who.seat.side

    def work() -> Stakes | None:
        seen = now if game.is_over() else system.as_seen(now, side)
        return display_of(system).stakes(seen)

    return Response(await who.ask(work))


@get("/seat/march", responses=WRONG)
async def march(bearer: Bearer, choice: Said, request: Request[Any, Any, Any]) -> Marched:
    """What would come of an order for many, from what this seat may know."""
    who = await asker(request, bearer)
    battle = asked(who.game, who.seat).copy()
    order = read_choice(choice)

    def work() -> Marched:
        seen = battle.system.as_seen(battle.state, who.seat.side)
        legs = battle.system.march(seen, order)
        if legs is None:
            raise ValueError("it is not an order for many")
        risky = [leg for leg in legs if leg.risky]
        found = [
            _danger(risk, leg.start, leg.steps, leg.units)
            for leg in risky
            for risk in risks_along(battle, [read_choice(step) for step in leg.steps])
        ]
        return Marched(legs=tuple(legs), dangers=tuple(found))

    try:
        return await who.ask(work)
    except ValueError as error:
        raise Unlawful("choice", str(error)) from None


@get("/seat/firepower", responses=WRONG)
async def firepower(
    bearer: Bearer, choice: Said, request: Request[Any, Any, Any]
) -> Response[Firepower | None]:
    """What fire that begins with a choice comes to, from a few firers to all of them."""
    who = await asker(request, bearer)
    battle = asked(who.game, who.seat).copy()

    def work() -> Firepower | None:
        said = read_choice(choice)
        if battle.why_not(said):
            return None
        found: Firepower | None = battle.system.firepower(
            battle.system.as_seen(battle.state, who.seat.side), said
        )
        return found

    with lawful():
        return Response(await who.ask(work))


@get("/seat/risks", responses=WRONG)
async def risks(bearer: Bearer, choice: Said, request: Request[Any, Any, Any]) -> list[Danger]:
    """Every die and every question to the other side on the way of a gesture."""
    who = await asker(request, bearer)
    try:
        battle = asked(who.game, who.seat).copy()
    except TooLate:
        return []  # the way has been gone meanwhile

    def work() -> list[Danger]:
        order = read_choice(choice)
        if battle.why_not(order):
            return []  # it is not given, so nothing waits on its way
        steps = battle._steps(order)
        said = [str(step) for step in steps]
        return [_danger(risk, "", said) for risk in risks_along(battle, steps)]

    with lawful():
        return await who.ask(work)


def _danger(risk: Risk, start: str, steps: Sequence[str], units: tuple[str, ...] = ()) -> Danger:
    """Where it waits: in the hex that a step leads to."""
    walked = [step.split()[-1] for step in steps[: risk.number + 1] if step.split()[0] == "to"]
    percent = None if risk.chance is None else round(float(100 * risk.chance), 1)
    place = walked[-1] if walked else start
    return Danger(place=place, percent=percent, what=risk.what, rule=risk.rule, units=units)


@get("/seat/aftermath", responses=WRONG)
async def aftermath(bearer: Bearer, request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """All of a battle that is over, with nothing hidden: an Aftermath."""
    who = await asker(request, bearer)
    await who.changes.fill(who.game)
    told = await who.games.pools.replaying.run(who.game.aftermath, who.seat)
    return encoded(told, dict[str, Any])


@get("/seat/luck", responses=WRONG)
async def luck(bearer: Bearer, request: Request[Any, Any, Any]) -> Response[list[PointsLuck]]:
    """What the dice of a battle that is over cost each side, against what they were due to."""
    who = await asker(request, bearer)
    await who.changes.fill(who.game)
    return Response(await who.games.pools.replaying.run(points_of, who.game))


@get("/seat/table", responses=WRONG)
async def table(bearer: Bearer, request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """Everything a client draws the table of this battle from."""
    who = await asker(request, bearer)
    system, scenario = who.game.system, who.game.stored.scenario

    def work() -> bytes:
        return encode(display_of(system).table(scenario))

    return encoded(await who.games.pools.opening.run(work), dict[str, Any])


@get("/seat/record", media_type="text/plain", responses=WRONG)
async def record(bearer: Bearer, request: Request[Any, Any, Any]) -> Response[str]:
    """The battle as text: when it is over, or at any time for the owner of every seat."""
    who = await asker(request, bearer)
    game = who.game
    game.begun()
    if not game.is_over() and (who.seat.side == SPECTATOR or not game.has_every_seat()):
        raise NotYours("record", "it reveals hidden facts, so it is given when the battle is over")
    async with game.lock:
        await who.changes.catch_up(game)
    await who.changes.fill(game)
    battle = game.begun().battle.copy()
    text = await who.games.pools.replaying.run(battle.record, game.abandoned)
    name = f"{game.system.slug}-{game.id}.txt"
    return Response(
        text,
        media_type="text/plain",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


#: Every address of a seat.
HANDLERS = [
    moment,
    sit,
    link,
    choose,
    undo,
    take_back,
    consent,
    abandon,
    why_not,
    rescue,
    odds,
    advice,
    sight,
    reach,
    preview,
    march,
    firepower,
    risks,
    stakes,
    aftermath,
    luck,
    table,
    record,
]
