"""Revisions, invitations, linked dice, what was taken back, and snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in (
        sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
        sa.Column("turned", sa.Integer, nullable=False, server_default="0"),
        sa.Column("changed", sa.String(40), nullable=False, server_default=""),
        sa.Column("over", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("abandoned", sa.String(32)),
        sa.Column("bound", sa.Text),
    ):
        op.add_column("battles", column)
    op.execute("UPDATE battles SET changed = created")
    op.add_column("seats", sa.Column("invitation_hash", sa.String(64)))
    op.create_index("seats_invitation", "seats", ["invitation_hash"], unique=True)
    op.add_column("decisions", sa.Column("batch", sa.Integer, nullable=False, server_default="-1"))
    op.add_column("decisions", sa.Column("links", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "taken_back",
        sa.Column("battle", sa.String(32), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("serial", sa.Integer, primary_key=True),
        sa.Column("to", sa.Integer, nullable=False),
        sa.Column("side", sa.String(32), nullable=False),
        sa.Column("steps", sa.Text, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("battle", sa.String(32), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(12), nullable=False),
        sa.Column("rolled", sa.Integer, nullable=False),
        sa.Column("batches", sa.Integer, nullable=False),
        sa.Column("counts", sa.Text, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("snapshots")
    op.drop_table("taken_back")
    op.drop_column("decisions", "links")
    op.drop_column("decisions", "batch")
    op.drop_index("seats_invitation", "seats")
    op.drop_column("seats", "invitation_hash")
    for column in ("bound", "abandoned", "over", "changed", "turned", "revision"):
        op.drop_column("battles", column)
