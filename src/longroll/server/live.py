"""The WebSocket of a seat: moments out, choices in."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from longroll.server import metrics
from longroll.server.faults import Broken, Fault, TooFast, TooMuch
from longroll.server.game import Listener
from longroll.server.handling import Asker, address, shared
from longroll.server.limits import Bucket, network
from longroll.server.pools import asker
from longroll.server.wire import (
    ChooseFrame,
    ErrorFrame,
    LinkFrame,
    Trouble,
    UndoFrame,
    encode,
    read_frame,
)

log = logging.getLogger("longroll.server")

#: Closing codes, explained in docs/server.md.
_NO_SEAT, _TOO_MUCH, _TOO_FAST, _BEHIND = 4404, 1009, 4429, 4408


#: The subprotocols that a client offers: this one, and its token after `seat.`.
PROTOCOL, SEAT = "longroll", "seat."


@websocket("/api/live")
async def live(socket: WebSocket[Any, Any, Any], state: State) -> None:
    """Send a Moment now and after every change; take `choose`, `undo` and `link` frames."""
    app = shared(state)
    asker.set(network(address(socket)))
    await socket.accept(subprotocols=PROTOCOL if _offers(socket) else None)
    try:
        game, seat = await app.games.find(_token(socket), address(socket))
        if len(game.listeners) >= app.limits.listeners:
            raise TooFast("battle", "too many people are watching")
        after = _after(socket)
    except Fault as fault:
        await socket.send_data(_error(fault), mode="text")
        await socket.close(_NO_SEAT, fault.what[:100])
        return
    who = Asker(app, game, seat)
    listener = await who.changes.listen(game, seat, after, app.limits.behind)
    app.games.computers.wake(game)
    sending = asyncio.create_task(_send(socket, listener))
    try:
        await _receive(socket, who, listener)
    finally:
        game.listeners.discard(listener)
        sending.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await sending


def _offers(socket: WebSocket[Any, Any, Any]) -> list[str]:
    offered: list[str] = socket.scope["subprotocols"]
    return offered


def _token(socket: WebSocket[Any, Any, Any]) -> str:
    for offered in _offers(socket):
        if offered.startswith(SEAT):
            return offered.removeprefix(SEAT)[:64]
    raise Fault("token", f"it should be sent as a subprotocol, {SEAT}TOKEN")


def _after(socket: WebSocket[Any, Any, Any]) -> int | None:
    after = socket.query_params.get("after")
    if after is None:
        return None
    try:
        return max(-1, int(after[:12]))
    except ValueError:
        raise Fault("after", f"{after[:12]!r} is not a number") from None


async def _send(socket: WebSocket[Any, Any, Any], listener: Listener) -> None:
    while (frame := await listener.next()) is not None:
        await socket.send_data(frame.decode(), mode="text")
    await socket.close(_BEHIND, "too slow, or the server is stopping: connect again")


async def _receive(socket: WebSocket[Any, Any, Any], who: Asker, listener: Listener) -> None:
    limits, game, seat = who.limits, who.game, who.seat
    bucket = Bucket(limits.frames, limits.frames)
    while True:
        try:
            text = await socket.receive_text()
        except WebSocketDisconnect:
            return
        except Exception:  # a binary frame, or a broken connection
            listener.send(_error(Fault("frame", "frames must be text")).encode())
            await socket.close(1003, "frames must be text")
            return
        if len(text.encode()) > limits.frame:
            listener.send(_error(TooMuch("frame", f"at most {limits.frame} bytes")).encode())
            await asyncio.sleep(0)
            await socket.close(_TOO_MUCH, "the frame is too large")
            return
        if not bucket.take():
            await socket.close(_TOO_FAST, f"at most {limits.frames:g} frames per second")
            return
        try:
            frame = _read(text)
            if isinstance(frame, ChooseFrame):
                await who.changes.choose(game, seat, frame.at, frame.choice)
            elif isinstance(frame, LinkFrame):
                await who.changes.link(game, seat, frame.batch, frame.link)
            else:
                await who.changes.undo(game, seat)
        except Fault as fault:
            listener.send(_error(fault).encode())
        except Exception:
            log.exception("failed on a frame of battle %s", game.id)
            what = "the server made a mistake; nothing was lost"
            listener.send(_error(Broken("server", what)).encode())


def _read(text: str) -> ChooseFrame | UndoFrame | LinkFrame:
    try:
        frame: ChooseFrame | UndoFrame | LinkFrame = read_frame(text)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise Fault("frame", str(error)) from None
    return frame


def _error(fault: Fault) -> str:
    metrics.FAULTS.add(str(fault.status))
    return encode(ErrorFrame(Trouble(fault.where, fault.what, fault.rule))).decode()
