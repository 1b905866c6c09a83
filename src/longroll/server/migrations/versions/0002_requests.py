"""Take-backs that wait for consent, open books, and battles that begin from a position."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battles", sa.Column("asked_to", sa.Integer))
    op.add_column("battles", sa.Column("asked_by", sa.String(32)))
    op.add_column("battles", sa.Column("position", sa.Text))
    op.add_column(
        "battles", sa.Column("open_book", sa.Boolean, nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    for column in ("asked_to", "asked_by", "position", "open_book"):
        op.drop_column("battles", column)
