"""Battles, their seats and their decisions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "battles",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("system", sa.String(64), nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("dice", sa.Text, nullable=False),
        sa.Column("commitment", sa.String(64)),
        sa.Column("created", sa.String(40), nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("battle", sa.String(32), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("side", sa.String(32), primary_key=True),
        sa.Column("who", sa.String(16), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("token_hash", sa.String(64), unique=True),
        sa.Column("nonce", sa.String(64)),
    )
    op.create_table(
        "decisions",
        sa.Column("battle", sa.String(32), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("gesture", sa.Integer, nullable=False),
        sa.Column("side", sa.String(32), nullable=False),
        sa.Column("choice", sa.Text, nullable=False),
        sa.Column("faces", sa.Text, nullable=False),
        sa.Column("digest", sa.String(12), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in ("decisions", "seats", "battles"):
        op.drop_table(table)
