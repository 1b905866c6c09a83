"""The types of the wire in TypeScript, for the client.

`python -m longroll.server.typescript web/src/wire.ts` writes them; without a file, to the screen.
"""

from __future__ import annotations
