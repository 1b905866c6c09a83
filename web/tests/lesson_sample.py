"""Writes lesson.json: the lesson of the Stockade Redan as the server sends it.

To make it again: python web/tests/lesson_sample.py
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from longroll.guide import lesson_of

if __name__ == "__main__":
    lesson = msgspec.json.format(msgspec.json.encode(lesson_of("stockade_redan")), indent=2)
    Path(__file__).with_name("lesson.json").write_bytes(lesson + b"\n")
