"""How the server says no. Each fault has a status, a place, a reason and often a rule."""

from __future__ import annotations

from longroll.kernel.errors import LongrollError


class Fault(LongrollError):
    """A request that cannot be served. Nothing was changed by it."""

    status = 400

    def __init__(self, where: str, what: str, rule: str | None = None) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what
        self.rule = rule


class NotFound(Fault):
    status = 404


class NotYours(Fault):
    """The seat may not do or see this."""

    status = 403


class TooLate(Fault):
    """The battle is not where the request assumed, or another side is asked."""

    status = 409


class TooMuch(Fault):
    """A body or a frame larger than the server reads."""

    status = 413


class Unlawful(Fault):
    """The rules, or the options of the system, do not allow it."""

    status = 422


class TooFast(Fault):
    status = 429


class Broken(Fault):
    """A stored battle that the installed rules do not replay."""

    status = 500


class Busy(Fault):
    """The server has too much to do, or its database does not answer."""

    status = 503
