"""Alembic's way in: the connection is handed over by `longroll.server.storage`."""

from alembic import context

from longroll.server.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
