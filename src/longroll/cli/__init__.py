"""The command line: `longroll play`, `list`, `selfplay`, `replay`, `check`, `bench`, `rules`."""

from longroll.cli.app import app, main

__all__ = ["app", "main"]
