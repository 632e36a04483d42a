"""Alembic runs this with the connection that the database gives it."""

from __future__ import annotations

from alembic import context

from tavolino.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
