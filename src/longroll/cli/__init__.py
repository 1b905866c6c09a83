"""The command line: `longroll play`, `serve`, `list`, `selfplay`, `replay`, `check`..."""

from longroll.cli.app import app, main

__all__ = ["app", "main"]
