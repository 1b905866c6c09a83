"""A guest who trusts nobody: keeps what it is shown, gives each link once, checks at the end.

This is what a browser does (docs/dice.md), in Python.
"""

from __future__ import annotations

from longroll.kernel.dice import (
    Seeded,
    batch_key,
    bind,
    commitment_to,
    mixed_seed,
    next_link,
)
from longroll.kernel.record import Record, read
from tests.server.tables import Chain


class Cheated(Exception):
    """What the page would warn of."""


class Guest:
    """Everything that one player keeps of one battle."""

    def __init__(self, side: str, chain: Chain, nonce: str = "fife") -> None:
        self.side = side
        self.chain = chain
        self.nonce = nonce
        self.commitment = ""
        self.anchors: dict[str, str] = {}
        self.binds: dict[int, str] = {}

    def is_told(self, commitment: str) -> None:
        """The server is committed to this, and to nothing else afterwards."""
        if self.commitment and commitment != self.commitment:
            raise Cheated("the host is committed to something else than before")
        self.commitment = commitment

    def sees(self, anchors: dict[str, str]) -> None:
        """The anchors of both players, as first shown."""
        for side, anchor in anchors.items():
            if self.anchors.setdefault(side, anchor) != anchor:
                raise Cheated(f"the anchor of {side} is another than before")

    def gives(self, batch: int, bound: str) -> str:
        """The link for a batch, for one bind only."""
        if self.binds.setdefault(batch, bound) != bound:
            raise Cheated("the host asked twice for the same dice")
        return self.chain.link(batch)

    def check(self, text: str) -> list[str]:
        """What does not fit in a record; nothing where the dice are proved."""
        record = read(text)
        if record.linked is not None:
            return list(self._linked(record, *record.linked))
        if record.committed is None:
            return ["the dice are of another kind"]
        secret, nonces = record.committed
        faults = []
        if commitment_to(secret) != self.commitment:
            faults.append("the secret does not match the commitment")
        if self.nonce not in nonces:
            faults.append("my nonce is missing")
        dice, rolled = Seeded(mixed_seed(secret, nonces)), 0
        for line in record.lines:
            for face, sides in zip(line.faces, line.sides, strict=True):
                if dice.face(rolled, sides, None) != face:
                    faults.append(f"die {rolled} is not {face}")
                rolled += 1
        return faults

    def _linked(self, record: Record, secret: str, anchors: dict[str, str]) -> list[str]:
        faults = []
        if commitment_to(secret) != self.commitment:
            faults.append("the secret does not match the commitment")
        if anchors != self.anchors:
            faults.append("the anchors are not those that were shown")
        last, fallen = dict(anchors), set[int]()
        for line in record.lines:
            if line.batch is None:
                continue
            links = dict(zip(anchors, line.links, strict=True))
            if line.batch not in fallen:
                fallen.add(line.batch)
                for side, link in links.items():
                    if next_link(link) != last[side]:
                        faults.append(f"a link of {side} does not lead to its anchor")
                last = links
                choice = line.choice or "start"
                said = bind(secret, line.batch, line.number, choice)
                if self.binds.get(line.batch) != said:
                    faults.append(f"batch {line.batch} was bound to something else than {choice}")
            if links[self.side] != self.chain.link(line.batch):
                faults.append(f"the link of batch {line.batch} is not mine")
            key = Seeded(batch_key(secret, line.batch, line.links))
            for number, (face, sides) in enumerate(zip(line.faces, line.sides, strict=True)):
                if key.face(number, sides, None) != face:
                    faults.append(f"die {number} of batch {line.batch} is not {face}")
        for batch in sorted(set(self.binds) - fallen):
            faults.append(f"a decision that was bound to batch {batch} never came")
        return faults
