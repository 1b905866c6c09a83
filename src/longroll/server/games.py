"""All battles of a server process: making them, finding them, keeping them in memory."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from time import monotonic
from typing import Any
from weakref import WeakValueDictionary

from msgspec.structs import replace

from longroll.ai import levels
from longroll.display.generator import Made, generator_of
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Committed, Linked, Scripted, Seeded, commitment_to
from longroll.kernel.errors import BadScenario, LongrollError, UnknownSystem
from longroll.kernel.record import Watcher, read_and_replay
from longroll.kernel.system import System, system_named
from longroll.server import course as courses
from longroll.server import metrics
from longroll.server.changes import MOST_TAKEN_BACK, Changes
from longroll.server.computers import Computers
from longroll.server.course import as_loaded, course_of
from longroll.server.faults import Fault, NotFound, Unlawful
from longroll.server.game import Game
from longroll.server.pools import Pools
from longroll.server.seats import SPECTATOR, Seat, hash_of, new_secret, new_token
from longroll.server.storage import Storage, now
from longroll.server.stored import StoredBattle, StoredDice
from longroll.server.thinkers import Thinkers
from longroll.server.wire import (
    Created,
    Filled,
    Joined,
    NewBattle,
    OwnScenario,
    ScenarioFiles,
    SeatWanted,
)

#: How many tokens are remembered with their seats.
TOKENS = 100_000
#: How many faults of a scenario file are told at once.
_FAULTS_TOLD = 20


class Games:
    """The battles of one server process.

    A battle in use is one object that everybody shares. Those not in use are kept in memory as
    long as there is room: about `room` bytes.
    """

    def __init__(self, storage: Storage, thinkers: Thinkers, room: int) -> None:
        self.storage = storage
        self.pools = Pools()
        self.changes = Changes(storage, self.pools)
        self.computers = Computers(self.changes, thinkers)
        self.changes.then = self.computers.wake
        self.changes.gone = self.forget
        self.room = room
        self.living: WeakValueDictionary[str, Game] = WeakValueDictionary()
        #: Those kept although not in use, most recently asked for last, with their weight.
        self._kept: dict[str, tuple[Game, int]] = {}
        self._weight = 0
        self._loading: dict[str, asyncio.Task[Game]] = {}
        self._found: dict[str, tuple[str, str]] = {}
        #: Changes announced by other processes that are being read.
        self.hearing: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Finish what is being written, stop the computers, and disconnect everybody."""
        await self.changes.close()
        await self.computers.close(list(self.living.values()))
        await asyncio.gather(*self.hearing, return_exceptions=True)
        for game in list(self.living.values()):
            for listener in game.listeners:
                listener.let_go()
        self.pools.close()

    # New battles

    async def create(self, wanted: NewBattle, own: OwnScenario | None = None) -> Created:
        """Begin a battle as asked for, of a scenario that is known or of the player's own."""
        try:
            system = system_named(wanted.system)
            if own is not None:
                scenario = own.scenario
            elif wanted.scenario is not None:
                scenario = system.require_scenario(wanted.scenario)
            else:
                scenario = next(iter(system.scenarios))
            options = {**system.usual_options(scenario), **wanted.options}
            system.read_options(options)
        except LongrollError as error:
            raise Unlawful("body", str(error)) from None
        people = [seat.who for seat in wanted.seats.values() if seat.who != "computer"]
        if "friend" in people:
            if wanted.seed is not None:
                raise Unlawful("seed", "a battle with a friend has dice that nobody can foresee")
            if wanted.open_book:
                raise Unlawful(
                    "open_book", "it shows what the computer thinks: every human seat must be yours"
                )
        dice = StoredDice(seed=wanted.seed)
        if wanted.seed is None:
            linked = "friend" in people and len(people) > 1
            dice = StoredDice(secret=new_secret(), linked=linked)
        stored = _stored(system, scenario, options, dice)
        stored = replace(stored, open_book=wanted.open_book)
        return await self._keep(stored, wanted.seats)

    async def read_scenario(self, given: ScenarioFiles) -> OwnScenario:
        """The scenario in the files of a player; a fault lists all that is wrong with it."""
        return await self.pools.uploading.run(_own_scenario, given)

    async def make_scenario(self, filled: Filled) -> Made:
        """A scenario from the form of its system; a fault lists all that is wrong with it."""
        return await self.pools.uploading.run(_made_scenario, filled)

    async def upload(self, text: str, watch: Watcher | None = None) -> Created:
        """Continue a battle from its record; the person who uploads it has every seat."""
        try:
            record, battle = await self.pools.uploading.run(
                read_and_replay, text, most_back=MOST_TAKEN_BACK, watch=watch
            )
        except Fault:
            raise
        except LongrollError as error:
            raise Unlawful("record", str(error).removeprefix("record: ")) from None
        stored = _stored(battle.system, record.scenario, record.options, _dice_of(battle))
        stored = replace(stored, position=record.position, abandoned=record.abandoned)
        mine = {side: SeatWanted("me") for side in battle.system.sides}
        return await self._keep(stored, mine, battle)

    async def _keep(
        self, stored: StoredBattle, wanted: Mapping[str, SeatWanted], played: Battle | None = None
    ) -> Created:
        system = system_named(stored.system)
        strangers = sorted(set(wanted) - set(system.sides))
        if strangers:
            why = f"no side {strangers[0]!r}: choose from {', '.join(system.sides)}"
            raise Unlawful("seats", why)
        most = len(levels(system.slug))
        for side, want in wanted.items():
            if want.who == "computer" and want.level > most:
                raise Unlawful(f"seats.{side}.level", f"{system.slug} has levels 1 to {most}")
        tokens: dict[str, str] = {}
        invitations: dict[str, str] = {}
        seats: list[Seat] = []
        for side in system.sides:
            want = wanted.get(side, SeatWanted("computer"))
            seat = Seat(side, want.who, want.level)
            if want.who == "me":
                tokens[side] = new_token()
                seat = replace(seat, token_hash=hash_of(tokens[side]))
            elif want.who == "friend":
                invitations[side] = new_token()
                seat = replace(seat, invitation_hash=hash_of(invitations[side]))
            seats.append(seat)
        watch = new_token()
        seats.append(Seat(SPECTATOR, "watch", 1, hash_of(watch)))
        game = Game(replace(stored, seats=tuple(seats), changed=now()))
        async with game.lock:
            if played is not None:
                loaded = await self.pools.uploading.run(as_loaded, game.stored, played)
                course = await self.pools.uploading.run(course_of, played, loaded)
                await self.storage.create(
                    game.stored,
                    loaded.past,
                    loaded.backs,
                    course.snapshot(),
                    over=game.is_over(),
                )
                game.links, game.course = courses.all_links(loaded), course
            else:
                await self.storage.create(game.stored)
                if not game.awaited():
                    await self.changes.begin(game)
        metrics.CREATED.add()
        self._remember(game)
        self.computers.wake(game)
        return Created(stored.id, tokens, invitations, watch, stored.commitment)

    async def accept(self, invitation: str, token: str) -> Joined:
        """Exchange an invitation for a token that only the guest has."""
        found = await self.storage.find_invitation(hash_of(invitation))
        if found is None:
            raise NotFound("invitation", "there is no such invitation")
        id, side = found
        game = await self._get(id)
        await self.changes.accept(game, side, token)
        return Joined(id, side, game.stored.commitment)

    # Finding one

    async def find(self, token: str, address: str = "") -> tuple[Game, Seat]:
        """The battle and the seat of a token; NotFound if there is none."""
        key = hash_of(token)
        found = self._found.get(key) or await self.storage.find_seat(key)
        if found is None:
            raise NotFound("token", "no seat has this token")
        if len(self._found) > TOKENS:
            self._found.clear()
        self._found[key] = found
        id, side = found
        try:
            game = await self._get(id)
        except NotFound:
            del self._found[key]
            raise
        game.asked_at, game.asked_from = monotonic(), address
        self.computers.wake(game)
        return game, game.seats[side]

    async def _get(self, id: str) -> Game:
        game = self.living.get(id)
        if game is None:
            if id not in self._loading:
                self._loading[id] = asyncio.create_task(self._load(id))
            game = await asyncio.shield(self._loading[id])
        self._remember(game)
        return game

    async def _load(self, id: str) -> Game:
        try:
            loaded = await self.storage.load(id)
            game = Game(loaded.battle)
            await self.changes.open(game, loaded)
            self.living[id] = game
            return game
        finally:
            del self._loading[id]

    def _remember(self, game: Game) -> None:
        """Keep a battle in memory, and drop those that were not asked for the longest."""
        self.living[game.id] = game
        self._let_go(game.id)
        weight = game.course.weight() if game.course is not None else 10_000
        self._kept[game.id] = game, weight
        self._weight += weight
        while self._weight > self.room and len(self._kept) > 1:
            self._let_go(next(iter(self._kept)))

    def _let_go(self, id: str) -> None:
        _, weight = self._kept.pop(id, (None, 0))
        self._weight -= weight

    def forget(self, id: str) -> None:
        """The store no longer has a battle: its listeners are disconnected."""
        game = self.living.pop(id, None)
        self._let_go(id)
        if game is None:
            return
        if game.computer is not None:
            game.computer.cancel()
        for listener in game.listeners:
            listener.let_go()

    # Other processes

    async def heard(self, id: str, revision: int) -> None:
        """Another process has changed a battle."""
        game = self.living.get(id)
        if game is None or game.revision >= revision:
            return
        async with game.lock:
            try:
                await self.changes.read_again(game)
            except NotFound:
                return
        self.computers.wake(game)

    async def look_around(self) -> None:
        """Check whether another process changed a battle in memory without our hearing of it."""
        ids = list(self.living)
        revisions = await self.storage.revisions(ids)
        for id in ids:
            if id in revisions:
                await self.heard(id, revisions[id])
            else:
                self.forget(id)


def _made_scenario(filled: Filled) -> Made:
    try:
        generator = generator_of(system_named(filled.system))
        if generator is None:
            raise Unlawful("body", f"{filled.system} makes no scenarios")
        return generator.make(filled.answers)
    except BadScenario as error:
        raise Unlawful("scenario", "\n".join(error.faults[:_FAULTS_TOLD])) from None
    except UnknownSystem as error:
        raise Unlawful("body", str(error)) from None


def _own_scenario(given: ScenarioFiles) -> OwnScenario:
    first, *others = given.files
    texts = {file.name: file.text for file in others}
    # With a single other file there is no doubt what is meant, whatever it is called.
    only = others[0].text if len(others) == 1 else None
    try:
        system = system_named(given.system)
        scenario = system.read_scenario(first.name, first.text, lambda name: texts.get(name, only))
    except BadScenario as error:
        raise Unlawful("scenario", "\n".join(error.faults[:_FAULTS_TOLD])) from None
    except UnknownSystem as error:
        raise Unlawful("body", str(error)) from None
    return OwnScenario(
        scenario=scenario,
        title=system.scenario_title(scenario),
        options=dict(system.usual_options(scenario)),
    )


def _stored(
    system: System[Any], scenario: str, options: Mapping[str, Any], dice: StoredDice
) -> StoredBattle:
    """A new battle whose seats nobody has taken."""
    return StoredBattle(
        id=secrets.token_urlsafe(9),
        system=system.slug,
        version=system.version,
        scenario=scenario,
        options=dict(options),
        dice=dice,
        commitment=commitment_to(dice.secret) if dice.secret is not None else None,
    )


def _dice_of(battle: Battle) -> StoredDice:
    match battle.dice:
        case Committed() as dice:
            return StoredDice(secret=dice.secret, nonces=dice.nonces)
        case Linked() as dice:
            rolls = battle.history()[0].faces
            start = dice.links[0] if rolls else ()
            return StoredDice(secret=dice.secret, anchors=dice.anchors, linked=True, start=start)
        case Scripted() as dice:
            return StoredDice(faces=dice.faces)
        case Seeded() as dice:
            return StoredDice(seed=dice.seed)
    raise Unlawful("record", "its dice are of a kind that this server does not know")
