"""The database tables of the store. `migrations/` creates them; the code refers to them here."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

#: Battles. `asked_to` and `asked_by` are a take-back that waits for consent, `bound` a decision
#: that waits for the links of its dice. `revision` counts the changes, `turned` how often it went
#: back. `own_scenario` is the text of a scenario that a player brought; `scenario` is then `own`.
battles = Table(
    "battles",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("system", String(64), nullable=False),
    Column("version", String(32), nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("dice", Text, nullable=False),
    Column("commitment", String(64)),
    Column("created", String(40), nullable=False),
    Column("asked_to", Integer),
    Column("asked_by", String(32)),
    Column("position", Text),
    Column("open_book", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("turned", Integer, nullable=False),
    Column("changed", String(40), nullable=False),
    Column("over", Boolean, nullable=False),
    Column("abandoned", String(32)),
    Column("bound", Text),
    Column("own_scenario", Text),
)

#: A seat, or the spectators' seat. Only hashes of its token and its invitation are stored.
seats = Table(
    "seats",
    metadata,
    Column("battle", String(32), ForeignKey("battles.id"), primary_key=True),
    Column("side", String(32), primary_key=True),
    Column("who", String(16), nullable=False),
    Column("level", Integer, nullable=False),
    Column("token_hash", String(64), unique=True),
    Column("nonce", String(64)),
    Column("invitation_hash", String(64), unique=True),
)

#: Decisions in small steps. `gesture` is the number of the first step of what a player sent,
#: `reason` what the computer thought, `links` what the players gave for its dice.
decisions = Table(
    "decisions",
    metadata,
    Column("battle", String(32), ForeignKey("battles.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("gesture", Integer, nullable=False),
    Column("side", String(32), nullable=False),
    Column("choice", Text, nullable=False),
    Column("faces", Text, nullable=False),
    Column("digest", String(12), nullable=False),
    Column("reason", Text, nullable=False),
    Column("batch", Integer, nullable=False),
    Column("links", Text, nullable=False),
)

#: Decisions that were taken back, in JSON, one row for each time, numbered from 1.
taken_back = Table(
    "taken_back",
    metadata,
    Column("battle", String(32), ForeignKey("battles.id"), primary_key=True),
    Column("serial", Integer, primary_key=True),
    Column("to", Integer, nullable=False),
    Column("side", String(32), nullable=False),
    Column("steps", Text, nullable=False),
)

#: The latest snapshot of each battle; losing it loses nothing else.
snapshots = Table(
    "snapshots",
    metadata,
    Column("battle", String(32), ForeignKey("battles.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("version", String(32), nullable=False),
    Column("digest", String(12), nullable=False),
    Column("rolled", Integer, nullable=False),
    Column("batches", Integer, nullable=False),
    Column("counts", Text, nullable=False),
    Column("state", LargeBinary, nullable=False),
)
