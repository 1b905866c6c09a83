"""How a reader of data files reports what is wrong with one: every fault, each with its place."""

import msgspec

from longroll.kernel.errors import one_line


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong in a data file: where it is, what it is, and what would be right.

    >>> print(Fault("stockade.map", 12, "unknown terrain letter 'q'", "one of . d e R"))
    stockade.map:12 – unknown terrain letter 'q' – one of . d e R
    """

    file: str
    line: int
    what: str
    right: str

    def __str__(self) -> str:
        return one_line(f"{self.file}:{self.line} – {self.what} – {self.right}")
