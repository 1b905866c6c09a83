"""The types of the wire in TypeScript, for the client.

`python -m longroll.server.typescript web/src/wire.ts` writes them; without a file, to the screen.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from longroll.display.facts import Facts, SystemTable
from longroll.display.firepower import Firepower
from longroll.display.generator import Made
from longroll.display.march import Marched
from longroll.display.preview import Preview
from longroll.display.sight import Reach, Sight
from longroll.display.stakes import Stakes
from longroll.guide import Lesson, Reader
from longroll.server import wire

HEADER = """\
/**
 * What the server takes and sends. Generated from its own types; to generate it again:
 * python -m longroll.server.typescript web/src/wire.ts
 */
"""

#: Types that go over the wire unchanged, besides those of the module `wire`.
OTHERS: tuple[type[msgspec.Struct], ...] = (
    Sight,
    Reach,
    Preview,
    Marched,
    Firepower,
    Stakes,
    SystemTable,
    Facts,
    Lesson,
    Reader,
    Made,
)


def typescript() -> str:
    """The whole file."""
    return "\n".join([HEADER, *(_interface(struct) for struct in _structs())])


def _structs() -> Iterator[type[msgspec.Struct]]:
    """Every struct of the wire, each after those it is made of."""
    roots = [
        found
        for found in vars(wire).values()
        if isinstance(found, type) and issubclass(found, msgspec.Struct)
    ]
    done: set[type[msgspec.Struct]] = {msgspec.Struct, wire.Request}
    for root in (*roots, *OTHERS):
        yield from _with_parts(root, done)


def _with_parts(
    struct: type[msgspec.Struct], done: set[type[msgspec.Struct]]
) -> Iterator[type[msgspec.Struct]]:
    if struct in done:
        return
    done.add(struct)
    for field in _info(struct).fields:
        for part in _structs_in(field.type):
            yield from _with_parts(part, done)
    yield struct


def _info(struct: type[msgspec.Struct]) -> inspect.StructType:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return info


def _structs_in(kind: inspect.Type) -> Iterator[type[msgspec.Struct]]:
    if isinstance(kind, inspect.StructType):
        yield kind.cls
    for part in _parts(kind):
        yield from _structs_in(part)


def _parts(kind: inspect.Type) -> Iterable[inspect.Type]:
    match kind:
        case inspect.Metadata(type=inner):
            return (inner,)
        case inspect.UnionType(types=parts) | inspect.TupleType(item_types=parts):
            return parts
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return (item,)
        case inspect.DictType(value_type=value):
            return (value,)
    return ()


def _interface(struct: type[msgspec.Struct]) -> str:
    info = _info(struct)
    # What is sent has every field unless it says otherwise; a request may leave out what has a
    # default.
    asked = issubclass(struct, wire.Request) or struct.__struct_config__.omit_defaults
    lines = [f"export interface {struct.__name__} {{"]
    if info.tag_field is not None:
        lines.append(f"  {info.tag_field}: {json.dumps(info.tag)};")
    for field in info.fields:
        mark = "?" if asked and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {_words(field.type)};")
    return "\n".join([*_comment(struct), *lines, "}", ""])


def _comment(struct: type[msgspec.Struct]) -> list[str]:
    text = cleandoc(struct.__dict__.get("__doc__") or "").partition("\n\n>>>")[0]
    if not text:
        return []
    if "\n" not in text:
        return [f"/** {text} */"]
    return ["/**", *(f" * {line}".rstrip() for line in text.splitlines()), " */"]


def _words(kind: inspect.Type) -> str:
    """A type in TypeScript."""
    match kind:
        case inspect.Metadata(type=inner):
            return _words(inner)
        case inspect.StructType(cls=cls):
            return str(cls.__name__)
        case inspect.UnionType(types=parts):
            return " | ".join(_words(part) for part in parts)
        case inspect.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in values)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            words = _words(item)
            return f"({words})[]" if " " in words else f"{words}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(_words(item) for item in items)}]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {_words(value)}>"
    return _PLAIN[type(kind)]


_PLAIN: dict[type[Any], str] = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(typescript(), encoding="utf-8")
    else:
        print(typescript(), end="")
