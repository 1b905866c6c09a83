"""The log: one line for each record, and never a token."""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic
from typing import Literal, TextIO

import msgspec

Format = Literal["text", "json"]

#: Tokens, invitations, nonces and secrets all look like this; words do not.
_SECRET = re.compile(r"(?<![\w-])[\w-]{22,}(?![\w-])", re.ASCII)
_LONGEST = 2_000
_FRAMES = 8
_CAUSES = 3


class Line(logging.Formatter):
    """A record as one line: the logger, the message, and where an exception came from."""

    def format(self, record: logging.LogRecord) -> str:
        return "longroll: " + " | ".join(filter(None, (said(record), raised(record))))


class Json(logging.Formatter):
    """A record as a JSON object on a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        facts = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": said(record),
        }
        if error := raised(record):
            facts["error"] = error
        return msgspec.json.encode(facts).decode()


class Sparing(logging.Filter):
    """At most `most` records a minute from one place in the code, so nobody can fill the disk."""

    def __init__(self, most: int = 20, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._most = most
        self._clock = clock
        #: For each place: when its minute began, and how many records have come since.
        self._seen: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        place, now = (record.pathname, record.lineno), self._clock()
        since, count = self._seen.get(place, (now, 0))
        if now - since >= 60:
            if count > self._most:
                record.msg = f"{record.getMessage()} (and {count - self._most} more before)"
                record.args = None
            since, count = now, 0
        self._seen[place] = since, count + 1
        return count < self._most


def said(record: logging.LogRecord) -> str:
    """The message, on one line and without secrets."""
    return _clean(record.getMessage())


def raised(record: logging.LogRecord) -> str:
    """The exception of a record, with those it came from; "" without one."""
    error = record.exc_info[1] if record.exc_info else None
    told: list[str] = []
    while error is not None and len(told) < _CAUSES:
        told.append(_clean(f"{type(error).__name__}: {error}") + f" ({_places(error)})")
        error = error.__cause__ or error.__context__
    return " | from ".join(told)


def _places(error: BaseException) -> str:
    """The innermost places it went through, outermost first: names of code, never its values."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    return " > ".join(f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames)


def _short(path: str) -> str:
    return "/".join(path.replace("\\", "/").split("/")[-2:])


def _clean(text: str) -> str:
    """On one line, not too long, with anything that looks like a secret hidden."""
    return " ".join(_SECRET.sub("[hidden]", text).split())[:_LONGEST]


def handler(form: Format, stream: TextIO) -> logging.Handler:
    """A handler that writes lines of this form."""
    made = logging.StreamHandler(stream)
    made.setFormatter(Json() if form == "json" else Line())
    made.addFilter(Sparing())
    return made


def configure(form: Format) -> None:
    """Let every logger write to standard error."""
    logging.basicConfig(level=logging.WARNING, handlers=[handler(form, sys.stderr)], force=True)
