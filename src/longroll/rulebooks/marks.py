"""Reads the rule marks of a test module without importing or running it."""

import ast
from collections.abc import Iterator, Mapping

# A test with one of these marks shows nothing about its rule.
IDLE = ("skip", "xfail")

Ids = tuple[str, ...]


def marked_tests(source: str, file: str = "<tests>") -> Iterator[tuple[str, Ids]]:
    """Each test of a module that runs, by name, with the ids it marks with `pytest.mark.rule`.

    A mark counts on the test itself, on its class, on its parameters and in `pytestmark`; a mark
    or a list of parameters may be named first and used later in the same module.

    >>> list(marked_tests('@pytest.mark.rule("book:1.2")\\ndef test_fire(): ...'))
    [('test_fire', ('book:1.2',))]
    """
    return _tests(ast.parse(source, file).body, {}, ())


def _tests(
    body: list[ast.stmt], outer: Mapping[str, Ids], inherited: Ids
) -> Iterator[tuple[str, Ids]]:
    """The tests in the body of a module or class; `outer` are the ids behind names seen so far."""
    names = dict(outer)
    for statement in body:
        for name, value in _assignments(statement):
            names[name] = _ids(value, names)
            if name == "pytestmark":
                if _is_idle(value):
                    return
                inherited += names[name]
    for statement in body:
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if any(_is_idle(decorator) for decorator in statement.decorator_list):
            continue
        own = tuple(id for mark in statement.decorator_list for id in _ids(mark, names))
        if isinstance(statement, ast.ClassDef):
            if statement.name.startswith("Test"):
                for test, ids in _tests(statement.body, names, inherited + own):
                    yield f"{statement.name}::{test}", ids
        elif statement.name.startswith("test"):
            yield statement.name, tuple(dict.fromkeys(inherited + own))


def _assignments(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """The plain names that a statement assigns to."""
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name):
                yield target.id, statement.value
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        if isinstance(statement.target, ast.Name):
            yield statement.target.id, statement.value


def _ids(node: ast.AST, names: Mapping[str, Ids]) -> Ids:
    """The ids of all rule marks in an expression, leaving out parameters that do not run."""
    if isinstance(node, ast.Name):
        return names.get(node.id, ())
    if isinstance(node, ast.Call):
        if _is_mark(node.func, ("rule",)):
            values = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            return tuple(value for value in values if isinstance(value, str))
        if _is_param(node) and any(_is_idle(keyword.value) for keyword in node.keywords):
            return ()
    return tuple(id for child in ast.iter_child_nodes(node) for id in _ids(child, names))


def _is_idle(node: ast.AST) -> bool:
    """Whether a mark keeps the whole test from running; a mark on one parameter does not."""
    return _is_mark(node, IDLE) or any(
        _is_idle(child) for child in ast.iter_child_nodes(node) if not _is_param(child)
    )


def _is_mark(node: ast.AST, marks: tuple[str, ...]) -> bool:
    return (
        isinstance(node, ast.Attribute) and node.attr in marks and _last_name(node.value) == "mark"
    )


def _is_param(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _last_name(node.func) == "param"


def _last_name(node: ast.AST) -> str:
    """`mark` for both `mark` and `pytest.mark`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
