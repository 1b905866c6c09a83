"""Names inside typed data: which words and numbers must name something that exists.

A field whose type is marked, as in `Annotated[str, name_of("hex")]`, holds such a name. A position
can come from anywhere, and its agenda may name hex 9999 long before anybody gets there.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import cache
from itertools import repeat
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec


def name_of(what: str) -> msgspec.Meta:
    """The mark of a type whose values are names of this kind."""
    return msgspec.Meta(extra={"names": what})


SideName = Annotated[str, name_of("side")]


def strangers(value: Any, known: Mapping[str, Container[Any]]) -> Iterator[str]:
    """A fault for every name in a typed value that names nothing known.

    >>> class Step(msgspec.Struct):
    ...     side: SideName
    >>> list(strangers(Step("french"), {"side": ("union", "confederate")}))
    ["'french' is not a known side"]
    """
    for what, name in dict.fromkeys(_named(value, Any)):
        if what in known and name not in known[what]:
            yield f"{name!r} is not a known {what}"


def _named(value: Any, kind: Any) -> Iterator[tuple[str, Any]]:
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(value, msgspec.Struct):
        for field, hint in _fields(type(value)).items():
            yield from _named(getattr(value, field), hint)
    elif origin is Annotated:
        for meta in inner[1:]:
            if isinstance(meta, msgspec.Meta) and meta.extra:
                yield meta.extra["names"], value
        yield from _named(value, inner[0])
    elif origin in (Union, UnionType) and value is not None:
        yield from _named(value, next(one for one in inner if one is not type(None)))
    elif isinstance(value, dict):
        key, below = inner or (Any, Any)
        for every, one in ((value.keys(), key), (value.values(), below)):
            if _may_hold(one):
                for each in every:
                    yield from _named(each, one)
    elif isinstance(value, list | tuple | frozenset):
        kinds = inner if origin is tuple and inner[-1] is not ... else repeat((*inner, Any)[0])
        for each, one in zip(value, kinds, strict=False):
            if _may_hold(one):
                yield from _named(each, one)


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of a struct that may hold names."""
    hints = get_type_hints(kind, include_extras=True)
    return {field: hints[field] for field in kind.__struct_fields__ if _may_hold(hints[field])}


@cache
def _may_hold(kind: Any) -> bool:
    """Whether a value of a type may hold names; True for types that say too little."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        metas = (meta for meta in inner[1:] if isinstance(meta, msgspec.Meta))
        return any(meta.extra for meta in metas) or _may_hold(inner[0])
    if origin is Literal:
        return False
    if origin in (Union, UnionType, dict, list, tuple, frozenset):
        return any(_may_hold(one) for one in inner if one is not ...)
    return kind not in (int, str, bool, float, type(None))
