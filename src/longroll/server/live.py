"""The WebSocket of a seat: moments out, choices in."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import PathParameter

from longroll.server.api import shared
from longroll.server.faults import Fault, TooFast, TooMuch
from longroll.server.game import Game, Listener
from longroll.server.games import Games
from longroll.server.limits import Bucket, Limits
from longroll.server.seats import NONCE, Seat
from longroll.server.wire import ChooseFrame, ErrorFrame, Trouble, encode, read_frame

log = logging.getLogger("longroll.server")

#: Closing codes: told in docs/server.md.
_NO_SEAT, _TOO_MUCH, _TOO_FAST, _BEHIND = 4404, 1009, 4429, 4408


@websocket("/api/seats/{token:str}/live")
async def live(
    socket: WebSocket[Any, Any, Any],
    state: State,
    token: Annotated[str, PathParameter(max_length=64)],
) -> None:
    """Send a Moment now and after every change; take `choose` and `undo` frames."""
    app = shared(state)
    await socket.accept()
    try:
        after, nonce = _asked(socket)
        game, seat = await app.games.enter(token, nonce)
        if len(game.listeners) >= app.limits.listeners:
            raise TooFast("battle", "too many are looking on")
    except Fault as fault:
        await socket.send_data(_error(fault), mode="text")
        await socket.close(_NO_SEAT, fault.what[:100])
        return
    listener = await app.games.listen(game, seat, after)
    sending = asyncio.create_task(_send(socket, listener))
    try:
        await _receive(socket, app.games, app.limits, game, seat, listener)
    finally:
        app.games.leave(game, listener)
        sending.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await sending


def _asked(socket: WebSocket[Any, Any, Any]) -> tuple[int | None, str | None]:
    after, nonce = socket.query_params.get("after"), socket.query_params.get("nonce")
    if nonce is not None and not NONCE.fullmatch(nonce):
        raise Fault("nonce", "up to 64 letters, digits, - and _")
    if after is None:
        return None, nonce
    try:
        return max(-1, int(after[:12])), nonce
    except ValueError:
        raise Fault("after", f"{after[:12]!r} is no number") from None


async def _send(socket: WebSocket[Any, Any, Any], listener: Listener) -> None:
    while (frame := await listener.queue.get()) is not None:
        await socket.send_data(frame.decode(), mode="text")
    await socket.close(_BEHIND, "too slow, or the server stops: connect again")


async def _receive(
    socket: WebSocket[Any, Any, Any],
    games: Games,
    limits: Limits,
    game: Game,
    seat: Seat,
    listener: Listener,
) -> None:
    bucket = Bucket(limits.frames, limits.frames)
    while True:
        try:
            text = await socket.receive_text()
        except WebSocketDisconnect:
            return
        except Exception:  # a binary frame, or a connection that broke off
            listener.send(_error(Fault("frame", "frames are text")).encode())
            await socket.close(1003, "frames are text")
            return
        if len(text.encode()) > limits.frame:
            listener.send(_error(TooMuch("frame", f"at most {limits.frame} bytes")).encode())
            await asyncio.sleep(0)
            await socket.close(_TOO_MUCH, "the frame is too large")
            return
        if not bucket.take():
            await socket.close(_TOO_FAST, f"at most {limits.frames:g} frames a second")
            return
        try:
            frame = read_frame(text)
            if isinstance(frame, ChooseFrame):
                await games.choose(game, seat, frame.at, frame.choice)
            else:
                await games.undo(game, seat)
        except Fault as fault:
            listener.send(_error(fault).encode())
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            listener.send(_error(Fault("frame", str(error))).encode())
        except Exception:
            log.exception("a frame of battle %s", game.id)
            what = "the server made a mistake; nothing was lost"
            listener.send(_error(Fault("server", what)).encode())


def _error(fault: Fault) -> str:
    return encode(ErrorFrame(Trouble(fault.where, fault.what, fault.rule))).decode()
