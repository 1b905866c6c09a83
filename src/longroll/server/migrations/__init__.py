"""The history of the store, step by step; at the start alembic runs the steps that are missing."""
