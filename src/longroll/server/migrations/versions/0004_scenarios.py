"""Scenarios of players' own."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battles", sa.Column("own_scenario", sa.Text))


def downgrade() -> None:
    op.drop_column("battles", "own_scenario")
