"""What the player types: from a terminal with a prompt, or from a file or a pipe."""

from __future__ import annotations

import sys
from contextlib import suppress

from rich.console import Console

PROMPT = "> "


class Lines:
    """Reads the lines of a session; blank ones and comments (`#`, `;`) are skipped."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        if self.is_terminal:
            _enable_editing()

    def read(self) -> str | None:
        """The next line that is not skipped; None at the end of the input."""
        while True:
            line = self._next()
            if line is None:
                return None
            if line.strip() and line.lstrip()[0] not in "#;":
                return line.strip()

    def _next(self) -> str | None:
        if self.is_terminal:
            try:
                return input(PROMPT)
            except EOFError:
                print()
                return None
            except KeyboardInterrupt:
                print()
                raise
        line = sys.stdin.readline()
        if not line:
            return None
        # A transcript shows the question, the answer and the result.
        print(f"{PROMPT}{line.rstrip()}")
        return line

    def hand_over(self, out: Console, side: str) -> None:
        """Let two people who share a terminal change places, so that neither sees too much."""
        if not self.is_terminal or not side:
            return
        out.clear()
        try:
            input(f"Next to decide: {side.title()}. Press Enter when only that player looks. ")
        except EOFError:
            print()


def _enable_editing() -> None:
    with suppress(ImportError):
        import readline  # noqa: F401  (makes input() edit and remember lines)
