"""Alembic's entry point: `longroll.server.storage` passes the connection."""

from alembic import context

from longroll.server.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
