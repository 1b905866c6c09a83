"""How the store came to be what it is, step by step; alembic runs what is missing at start."""
