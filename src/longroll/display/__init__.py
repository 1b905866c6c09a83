"""What is shown of a battle, whatever its rules are: on a drawn table, and in a terminal.

A system names two classes of its own, `System.display` and `System.terminal`; the engine never
needs them.
"""

from longroll.display.display import Display, display_of
from longroll.display.terminal import Terminal, terminal_of

__all__ = ["Display", "Terminal", "display_of", "terminal_of"]
