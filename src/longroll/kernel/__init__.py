"""The machinery that every system is built on. It knows nothing of any particular wargame."""
