"""Every way to change a battle.

A change is worked out on a copy, written to the store in one transaction, and only then applied
and announced. It is made under the battle's lock and from the last revision: if another process
was faster, the battle is read again and the change refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from longroll.kernel.battle import Battle, is_barrier
from longroll.kernel.dice import CHAIN, Linked
from longroll.kernel.errors import IllegalChoice, LongrollError, NeedLinks, UndoRefused
from longroll.server import course as courses
from longroll.server import metrics
from longroll.server.course import since
from longroll.server.faults import Busy, Fault, NotFound, NotYours, TooLate, Unlawful
from longroll.server.game import Game, Listener, Told
from longroll.server.opponents import CHANCE
from longroll.server.pools import Pools
from longroll.server.seats import SPECTATOR, Seat, hash_of, new_token
from longroll.server.storage import Storage, now
from longroll.server.stored import Bound, Change, Loaded, StoredBack, StoredDecision
from longroll.server.wire import Rescued, Way

T = TypeVar("T")

#: How many decisions of one battle may be taken back before it is too much to keep.
MOST_TAKEN_BACK = 5_000
#: The reason of a decision for which a player has asked the computer.
ADVISED = "after advice from the computer"


class Changes:
    """What changes battles; `then` is called with each battle that went forward or back."""

    def __init__(self, storage: Storage, pools: Pools) -> None:
        self.storage = storage
        self.pools = pools
        self.then: Callable[[Game], None] = lambda game: None
        #: Called with the id of a battle that the store no longer has.
        self.gone: Callable[[str], None] = lambda id: None
        self._changing: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def close(self) -> None:
        """Accept nothing new, and finish what is being written."""
        self._closed = True
        await asyncio.gather(*self._changing, return_exceptions=True)

    async def _run(self, game: Game, change: Coroutine[Any, Any, T]) -> T:
        """Run a change to its end, even if the client that asked for it disconnects meanwhile."""

        async def under_lock() -> T:
            async with game.lock:
                try:
                    await self.catch_up(game)
                except BaseException:
                    change.close()
                    raise
                return await change

        if self._closed:
            change.close()
            raise Busy("server", "it is stopping: try again in a moment")
        task = asyncio.create_task(under_lock())
        self._changing.add(task)
        task.add_done_callback(self._changing.discard)
        return await asyncio.shield(task)

    async def catch_up(self, game: Game) -> None:
        """Catch up with the client, who may have seen what another process has just changed.

        Called with the lock held.
        """
        if self.storage.is_shared:
            revisions = await self.storage.revisions([game.id])
            if revisions.get(game.id, game.revision) > game.revision:
                await self.read_again(game)

    async def _keep(self, game: Game, change: Change) -> None:
        """Write a change; if the battle went on elsewhere, read it again and refuse."""
        try:
            game.revision = await self.storage.change(game.id, game.revision, change)
            game.stored = replace(game.stored, changed=now())
        except TooLate:
            await self.read_again(game)
            raise

    async def read_again(self, game: Game) -> None:
        """Take over what another process has written; called with the lock held.

        NotFound if it has removed the battle: all listeners are then disconnected.
        """
        try:
            if not await self._go_on(game):
                await self.open(game, await self.storage.load(game.id))
        except NotFound:
            self.gone(game.id)
            raise
        for listener in game.listeners:
            listener.after = min(listener.after, game.known(listener.seat))
        await self.tell(game)

    async def _go_on(self, game: Game) -> bool:
        """Play what another process has played since; False if it has also gone back."""
        course = game.course
        if course is None:
            return False
        loaded = await self.storage.load_after(game.id, course.number)
        if loaded.battle.turned != game.stored.turned:
            return False
        links = game.links | courses.all_links(loaded)
        await self.pools.playing.run(courses.go_on, course, loaded, links)
        game.links = links
        game.adopt(loaded.battle)
        return True

    async def open(self, game: Game, loaded: Loaded) -> None:
        """Take over a battle as it was read: from its snapshot on, if that is usable."""
        course = await self.pools.opening.run(courses.resume, loaded)
        if course is None and loaded.snapshot is not None:
            loaded = await self.storage.load(game.id, whole=True)
        game.adopt(loaded.battle)
        game.links = courses.all_links(loaded)
        if course is None and not game.waits_to_begin():
            try:
                course = await self.pools.opening.run(courses.rebuild, loaded)
            except NeedLinks as need:  # the server was killed after everybody sat down
                await self._bind_start(game, need)
        game.course = course
        game.turned += 1

    async def fill(self, game: Game) -> None:
        """Replay from the start a battle that was opened from its snapshot.

        That may take long, so the battle goes on meanwhile.
        """
        while game.course is not None and game.course.base > 0:
            turned = game.turned
            loaded = await self.storage.load(game.id, whole=True)
            whole = await self.pools.replaying.run(courses.rebuild, loaded)
            async with game.lock:
                # What was taken back meanwhile is not in it: then try again.
                if game.turned == turned and game.course.base > 0:
                    course = game.course
                    await self.pools.playing.run(whole.follow, course)
                    game.course = whole
                    await self.tell(game)

    # Announcing

    async def tell(self, game: Game, seat: Seat | None = None, after: int = -1) -> bytes:
        """Send every listener what is new, and return what is new to a seat after a count."""
        listeners = list(game.listeners)
        wanted = {(one.seat.side, one.after) for one in listeners}
        if seat is not None:
            wanted.add((seat.side, after))

        def make() -> dict[tuple[str, int], Told]:
            return {one: game.moment(game.seats[one[0]], one[1]) for one in wanted}

        made = await self.pools.playing.run(make)
        for listener in listeners:
            listener.tell(made[listener.seat.side, listener.after])
            listener.after = game.known(listener.seat)
        return made[seat.side, after].body if seat is not None else b""

    async def listen(self, game: Game, seat: Seat, after: int | None, limit: int) -> Listener:
        """A new listener, its first frame sent; the caller must `leave`."""
        async with game.lock:
            await self.catch_up(game)
            listener = Listener(seat, game.known(seat), limit)
            listener.tell(await self.pools.playing.run(game.moment, seat, after))
            game.listeners.add(listener)
        return listener

    # Sitting down

    async def accept(self, game: Game, side: str, token: str) -> None:
        """Give an invited guest the seat, once; the same guest may ask again."""
        await self._run(game, self._accept(game, side, token))

    async def _accept(self, game: Game, side: str, token: str) -> None:
        seat, token_hash = game.seats[side], hash_of(token)
        if seat.token_hash == token_hash:
            return
        if seat.token_hash is not None:
            raise TooLate("invitation", "this invitation has been used")
        await self._reseat(game, replace(seat, token_hash=token_hash))

    async def sit(self, game: Game, seat: Seat, commitment: str, brought: str) -> bytes:
        """Take a player's contribution to the dice; the last one begins the battle."""
        return await self._run(game, self._sit(game, seat, commitment, brought))

    async def _sit(self, game: Game, seat: Seat, commitment: str, brought: str) -> bytes:
        must_play(seat)
        if game.is_over():
            raise TooLate("battle", "the battle is over")
        if commitment != game.stored.commitment:
            raise Fault("commitment", "the server has made a different commitment")
        seat = game.seats[seat.side]
        if seat.nonce == brought:
            return await self.tell(game, seat)
        if seat.side not in game.awaited():
            raise TooLate("seat", "it has already given its part of the dice")
        seat = replace(seat, nonce=brought)
        await self._reseat(game, seat)
        if not game.awaited():
            await self.begin(game)
        told = await self.tell(game, seat)
        self.then(game)
        return told

    async def begin(self, game: Game) -> None:
        """Begin a battle that waits for nobody any more; called with the lock held."""
        stored, seats, links = game.stored, game.seats, courses.listed(game.links)
        try:
            with lawful():
                battle = await self.pools.playing.run(
                    lambda: courses.begin(stored, courses.dice_of(stored, seats, links))
                )
        except NeedLinks as need:
            await self._bind_start(game, need)
            return
        game.course = courses.new_course(battle)

    # Choosing

    async def choose(self, game: Game, seat: Seat, at: int, text: str) -> bytes:
        """Play a choice or a gesture for a seat; returns the Moment after it, in JSON."""
        with metrics.CHOICE.timed():
            return await self._run(game, self._choose(game, seat, at, text))

    async def _choose(self, game: Game, seat: Seat, at: int, text: str) -> bytes:
        battle = asked(game, seat)
        now = game.count(seat)
        if at != now:
            raise TooLate("at", f"this is moment {now}, not {at}")
        try:
            with lawful():
                trial = await self.pools.playing.run(played, battle, text)
        except NeedLinks as need:
            bound = Bound(seat.side, need.number, need.choice, text, need.batch)
            await self._bind(game, bound)
            return await self.tell(game, seat, at)
        await self.append(game, trial, steps_of(game, trial))
        return await self._told(game, seat, at)

    async def _told(self, game: Game, seat: Seat, after: int) -> bytes:
        told = await self.tell(game, seat, after)
        self.then(game)
        return told

    async def append(
        self, game: Game, trial: Battle, steps: list[StoredDecision], bound: bool = False
    ) -> None:
        """Store what was played beyond the battle, and go on from there; with the lock held."""
        course = game.begun()
        await self._keep(
            game,
            Change(
                append=steps,
                snapshot=await self.pools.playing.run(course.snapshot),
                asked_back=UNSET if game.asked_back is None else None,
                bound=None if bound else UNSET,
                over=trial.result is not None,
            ),
        )
        course.extend(trial, steps)
        game.asked_back = None
        for step in steps:
            texts = game.advised.pop(step.side, ())
            if step.choice in texts[:-1]:
                game.advised[step.side] = texts[texts.index(step.choice) + 1 :]
        for step in steps:
            metrics.DECISIONS.add("human" if game.seats[step.side].is_human else "computer")

    # The links of linked dice

    async def _bind(self, game: Game, bound: Bound) -> None:
        """Fix a decision: from now on nobody can change it, and its links can be asked for."""
        if bound.batch >= CHAIN:
            raise Unlawful("choice", "the players' links for the dice are used up")
        settled = UNSET if game.asked_back is None else None
        await self._keep(game, Change(bound=bound, asked_back=settled))
        game.bound, game.asked_back = bound, None

    async def _bind_start(self, game: Game, need: NeedLinks) -> None:
        """The dice that fall before the first decision are nobody's choice."""
        await self._bind(game, Bound("", need.number, need.choice, "", need.batch))

    async def link(self, game: Game, seat: Seat, batch: int, link: str) -> bytes:
        """Take a player's link for the dice of the decision that is bound."""
        return await self._run(game, self._link(game, seat, batch, link))

    async def _link(self, game: Game, seat: Seat, batch: int, link: str) -> bytes:
        must_play(seat)
        if game.is_over():
            raise TooLate("battle", "the battle is over")
        bound = game.bound
        if bound is None or bound.batch != batch:
            known = dict(zip(game.anchors(), game.links.get(batch, ()), strict=False))
            if known.get(seat.side) == link:
                return await self.tell(game, seat)  # sent twice
            raise TooLate("batch", "no dice are waiting for this link")
        if seat.side not in game.links_awaited():
            return await self.tell(game, seat)
        await self.pools.playing.run(game.prove_link, seat.side, batch, link)
        links = {**bound.links, seat.side: link}
        if set(game.anchors()) - set(links):
            bound = replace(bound, links=links)
            await self._keep(game, Change(bound=bound))
            game.bound = bound
            return await self.tell(game, seat, game.count(seat))
        after = game.known(seat)
        await self._roll(game, bound, tuple(links[side] for side in game.anchors()))
        return await self._told(game, seat, after)

    async def _roll(self, game: Game, bound: Bound, links: tuple[str, ...]) -> None:
        """Play the decision that is bound, now that its dice can be rolled."""
        known = {**game.links, bound.batch: links}
        if game.course is None:
            dice = replace(game.stored.dice, start=links)
            await self._keep(game, Change(bound=None, dice=dice))
            game.links, game.bound = known, None
            game.stored = replace(game.stored, dice=dice)
            await self.begin(game)
            return
        trial = game.course.battle.copy()
        assert isinstance(trial.dice, Linked)
        trial.dice.links = tuple(courses.listed(known))
        await self.pools.playing.run(trial.play, bound.said)
        game.links = known
        await self.append(game, trial, steps_of(game, trial), bound=True)
        game.bound = None

    # Going back

    async def undo(self, game: Game, seat: Seat) -> bytes:
        """Take back the seat's last gesture, if nothing was revealed since."""
        course = game.course
        if course is not None and course.number == course.base > 0:
            await self.fill(game)
        return await self._run(game, self._undo(game, seat))

    async def _undo(self, game: Game, seat: Seat) -> bytes:
        must_play(seat)
        with lawful():
            trial = await self.pools.playing.run(game.undone, seat)
        battle, number = game.begun().battle, trial.past.number
        reveals = any(map(is_barrier, since(battle, number)))
        # What an earlier take-back refers to must still be there when that is read.
        founds = any(back.to > number for back in battle.taken_back)
        return await self._go_back(game, seat, trial, kept=reveals or founds)

    async def _go_back(
        self, game: Game, seat: Seat, earlier: Battle, kept: bool, by: str = ""
    ) -> bytes:
        """Go back to an earlier moment; what is taken back beyond dice is `kept`."""
        course = game.going()
        number, side = earlier.past.number, by or seat.side
        back = None
        if kept:
            gone = course.battle
            if _taken(gone) + gone.past.number - number > MOST_TAKEN_BACK:
                raise TooLate("battle", "too many decisions of this battle were taken back already")
            back = StoredBack(number, side, tuple(_gone(game, earlier)))
            earlier = gone.gone_back(earlier, side)
            if isinstance(earlier.dice, Linked):  # so that dice rolled again show the same
                earlier.dice.links = tuple(courses.listed(game.links))
        asked_back = UNSET if game.asked_back is None else None
        await self._keep(game, Change(forget_after=number, back=back, asked_back=asked_back))
        course.go_back(earlier)
        game.turned += 1
        game.stored = replace(game.stored, turned=game.stored.turned + 1)
        game.asked_back = None
        for listener in game.listeners:
            listener.after = min(listener.after, game.known(listener.seat))
        return await self._told(game, seat, game.count(seat))

    async def take_back(self, game: Game, seat: Seat, to: int) -> bytes:
        """Ask to go back to a moment; if nobody else plays, it is done at once."""
        await self.fill(game)
        return await self._run(game, self._take_back(game, seat, to))

    async def _take_back(self, game: Game, seat: Seat, to: int) -> bytes:
        must_play(seat)
        game.going()
        now = game.count(seat)
        if to >= now:
            raise TooLate("to", f"this is only moment {now}")
        number = game.number_at(seat, to, "to")
        if not game.has_human_opponent(seat):
            return await self._go_back(game, seat, await self._at(game, number), kept=True)
        await self._keep(game, Change(asked_back=(number, seat.side)))
        game.asked_back = number, seat.side
        return await self.tell(game, seat, now)

    async def consent(self, game: Game, seat: Seat, to: int, agree: bool) -> bytes:
        """Answer the take-back to a moment; the side that asked may only withdraw it."""
        await self.fill(game)
        return await self._run(game, self._consent(game, seat, to, agree))

    async def _consent(self, game: Game, seat: Seat, to: int, agree: bool) -> bytes:
        must_play(seat)
        course = game.going()
        if game.asked_back is None:
            raise TooLate("consent", "nobody has asked for a take-back")
        number, by = game.asked_back
        if course.counters[seat.side].of(number) != to:
            raise TooLate("to", "a different take-back was asked for")
        if agree and by == seat.side:
            raise NotYours("consent", "the other side has to agree")
        if agree:
            earlier = await self._at(game, number)
            return await self._go_back(game, seat, earlier, kept=True, by=by)
        await self._keep(game, Change(asked_back=None))
        game.asked_back = None
        return await self.tell(game, seat, game.count(seat))

    async def _at(self, game: Game, number: int) -> Battle:
        course = game.begun()
        return await self.pools.asking.run(course.at, number)

    # The end

    async def abandon(self, game: Game, seat: Seat) -> bytes:
        """End a battle early, for good, with everything revealed."""
        return await self._run(game, self._abandon(game, seat))

    async def _abandon(self, game: Game, seat: Seat) -> bytes:
        must_play(seat)
        if game.is_over():
            raise TooLate("battle", "the battle is over")
        await self._keep(game, Change(abandoned=seat.side, over=True, asked_back=None))
        game.abandoned, game.asked_back = seat.side, None
        return await self.tell(game, seat, game.count(seat))

    # A computer player that failed

    async def rescue(self, game: Game, seat: Seat, how: Way) -> Rescued:
        """Go on where a computer player failed: with the same, with chance, or with a person."""
        return await self._run(game, self._rescue(game, seat, how))

    async def _rescue(self, game: Game, seat: Seat, how: Way) -> Rescued:
        if seat.side == SPECTATOR and (how == "me" or any(s.is_human for s in game.seats.values())):
            raise NotYours("seat", "spectators cannot give orders")
        if game.failure() is None:
            raise TooLate("computer", "no computer player of this battle has failed")
        decision = game.going().battle.decision
        assert decision is not None
        side, token = decision.side, None
        if how == "me":
            if not game.is_owned_by_one():
                raise Unlawful("computer", "two people play this battle: nobody may have two sides")
            token = new_token()
            await self._reseat(game, replace(game.seats[side], who="me", token_hash=hash_of(token)))
        elif how == "chance":
            await self._reseat(game, replace(game.seats[side], level=CHANCE))
        game.players.pop(side, None)
        game.forgive()
        await self._told(game, seat, game.count(seat))
        return Rescued(side, token)

    async def _reseat(self, game: Game, seat: Seat) -> None:
        await self._keep(game, Change(seat=seat))
        game.seats[seat.side] = seat


def played(battle: Battle, text: str) -> Battle:
    """A copy of the battle with a choice or a gesture played."""
    trial = battle.copy()
    trial.play(text)
    return trial


def steps_of(
    game: Game, trial: Battle, reasons: Mapping[int, str] | None = None
) -> list[StoredDecision]:
    """What a battle has beyond this one: a player's gesture, or what the computer played."""
    before = game.begun().battle
    trial.hash()
    first = before.past.number + 1
    links = trial.dice.links if isinstance(trial.dice, Linked) else ()
    return [
        replace(
            step,
            gesture=step.number if reasons else first,
            reason=(reasons or {}).get(step.number, "") or _advised(game, step, first),
        )
        for step in courses.stored_line(trial.past, first - 1, _batches(before), links)
    ]


def _advised(game: Game, step: StoredDecision, first: int) -> str:
    """What the log says of the first decision after advice, and of all that follow it."""
    texts = game.advised.get(step.side)
    is_marked = texts is not None and (step.number == first or step.choice in texts)
    return ADVISED if is_marked else ""


def _gone(game: Game, earlier: Battle) -> list[StoredDecision]:
    """What the battle has beyond an earlier moment of it."""
    course = game.begun()
    line = courses.stored_line(
        course.battle.past, earlier.past.number, _batches(earlier), courses.listed(game.links)
    )
    return [replace(step, gesture=course.gestures[step.number - course.base - 1]) for step in line]


def _batches(battle: Battle) -> int:
    """How many batches of linked dice were rolled; -1 if the dice are of another kind."""
    return battle.dice.batches if isinstance(battle.dice, Linked) else -1


def _taken(battle: Battle) -> int:
    """How many decisions were taken back so far."""
    return sum(back.last.number - back.to for back in battle.taken_back)


def must_play(seat: Seat) -> None:
    """NotYours for a spectator."""
    if seat.side == SPECTATOR:
        raise NotYours("seat", "spectators cannot give orders")


def asked(game: Game, seat: Seat) -> Battle:
    """The battle, if the seat is asked; otherwise a fault."""
    must_play(seat)
    battle = game.going().battle
    decision = battle.decision
    if decision is None:
        raise TooLate("battle", "the battle is over")
    if decision.side != seat.side:
        raise TooLate("seat", f"the {decision.side.title()} player is asked, not you")
    return battle


@contextmanager
def lawful() -> Iterator[None]:
    """Turns a refusal by the rules into a fault."""
    try:
        yield
    except IllegalChoice as error:
        raise Unlawful("choice", error.why, error.rule) from None
    except UndoRefused as error:
        raise TooLate("undo", str(error)) from None
    except (Fault, NeedLinks):
        raise
    except LongrollError as error:
        raise Unlawful("choice", str(error)) from None
