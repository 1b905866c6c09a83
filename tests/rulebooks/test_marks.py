"""Rule marks are found in every form that pytest accepts."""

from textwrap import dedent

import pytest

from longroll.rulebooks.marks import marked_tests


def marks(source: str) -> dict[str, tuple[str, ...]]:
    return dict(marked_tests(dedent(source)))


def test_marks_on_functions() -> None:
    found = marks("""
        @pytest.mark.rule("a:1", "a:2")
        def test_one(): ...

        @mark.rule(
            "a:3",  # over
            "a:4",  # several lines
        )
        @pytest.mark.rule("a:5")
        async def test_two(): ...

        def test_three(): ...
    """)
    assert found == {
        "test_one": ("a:1", "a:2"),
        "test_two": ("a:3", "a:4", "a:5"),
        "test_three": (),
    }


def test_marks_on_classes_reach_their_methods() -> None:
    found = marks("""
        @pytest.mark.rule("a:1")
        class TestFire:
            pytestmark = pytest.mark.rule("a:2")

            @pytest.mark.rule("a:3")
            def test_volley(self): ...

            class TestRange:
                def test_long(self): ...

        def test_outside(): ...
    """)
    assert found == {
        "TestFire::test_volley": ("a:1", "a:2", "a:3"),
        "TestFire::TestRange::test_long": ("a:1", "a:2"),
        "test_outside": (),
    }


@pytest.mark.parametrize(
    "value",
    [
        'pytest.mark.rule("a:1", "a:2")',
        '[pytest.mark.rule("a:1"), pytest.mark.slow, pytest.mark.rule("a:2")]',
    ],
)
def test_marks_of_a_module_reach_every_test_in_it(value: str) -> None:
    source = f"def test_one(): ...\npytestmark = {value}\ndef test_two(): ..."
    assert marks(source) == {"test_one": ("a:1", "a:2"), "test_two": ("a:1", "a:2")}


def test_marks_on_parameters() -> None:
    found = marks("""
        @pytest.mark.parametrize("die", [
            pytest.param(1, marks=pytest.mark.rule("a:1")),
            pytest.param(2, marks=[pytest.mark.rule("a:2"), pytest.mark.slow], id="two"),
            3,
        ])
        def test_die(die): ...
    """)
    assert found == {"test_die": ("a:1", "a:2")}


def test_named_marks_and_parameters() -> None:
    found = marks("""
        chaos = pytest.mark.rule("a:1")
        rules.later: object
        rules.chaos = pytest.mark.rule("a:4")
        LOW = [pytest.param(1, marks=pytest.mark.rule("a:2"))]
        ALL: list[object] = LOW + [pytest.param(6, marks=pytest.mark.rule("a:3"))]

        @chaos
        @pytest.mark.parametrize("die", ALL)
        def test_die(die): ...

        def test_other(): ...
    """)
    assert found == {"test_die": ("a:1", "a:2", "a:3"), "test_other": ()}


def test_an_id_cited_twice_is_named_once() -> None:
    source = 'pytestmark = mark.rule("a:1")\n@mark.rule("a:1")\ndef test_one(): ...'
    assert marks(source) == {"test_one": ("a:1",)}


def test_what_is_no_test_or_no_mark_does_not_count() -> None:
    found = marks("""
        # pytest.mark.rule("a:1")
        @pytest.mark.rule("a:2")
        def helper(): ...

        @pytest.mark.rule("a:3")
        class Field:
            def test_field(self): ...

        @other.rule("a:4")
        def test_one():
            '''pytest.mark.rule("a:5")'''
    """)
    assert found == {"test_one": ()}


def test_idle_tests_do_not_count() -> None:
    found = marks("""
        @pytest.mark.skip
        @pytest.mark.rule("a:1")
        def test_skipped(): ...

        @pytest.mark.xfail(reason="not yet")
        @pytest.mark.rule("a:2")
        def test_failing(): ...

        class TestLater:
            pytestmark = [pytest.mark.skip(reason="later"), pytest.mark.rule("a:3")]
            def test_later(self): ...

        @pytest.mark.parametrize("die", [
            pytest.param(1, marks=[pytest.mark.rule("a:4"), pytest.mark.skip]),
            pytest.param(2, marks=pytest.mark.rule("a:5")),
        ])
        def test_die(die): ...

        @pytest.mark.skipif(windows, reason="elsewhere")
        @pytest.mark.rule("a:6")
        def test_elsewhere(): ...
    """)
    assert found == {"test_die": ("a:5",), "test_elsewhere": ("a:6",)}
