"""A duty list with faults names them all."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from longroll.rulebooks import Duty, FaultyRulebook, reader, rulebooks
from longroll.rulebooks.reader import read

HEADER = "id\tsection\tkind\tplayable\tduty"


def book(folder: Path, *lines: str) -> Path:
    path = folder / "sham.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def faults(path: Path) -> tuple[str, ...]:
    with pytest.raises(FaultyRulebook) as error:
        read(path)
    assert str(error.value) == "\n".join(error.value.faults)
    return error.value.faults


def test_sound_lines_become_duties(tmp_path: Path) -> None:
    path = book(tmp_path, HEADER, "sham:1.a\t1\tfire\tyes\tShoot.", "sham:2\t2\tnote\tno\tRest.")
    assert list(read(path).values()) == [
        Duty("sham:1.a", "1", "fire", True, "Shoot."),
        Duty("sham:2", "2", "note", False, "Rest."),
    ]


@pytest.mark.parametrize(
    "row, fault",
    [
        ("sham:1\t1\tfire\tyes", "4 columns – 5: id section kind playable duty"),
        ("sham:1\t1\tfire\tyes\tShoot.\tAgain.", "6 columns – 5: id section kind playable duty"),
        ("", "1 columns – 5: id section kind playable duty"),
        ("real:1\t1\tfire\tyes\tShoot.", "the id is 'real:1' – sham: and a number such as 9.2.7"),
        ("sham:1.\t1\tfire\tyes\tShoot.", "the id is 'sham:1.' – sham: and a number such as 9.2.7"),
        ("sham:1\t1\tfire\tYes\tShoot.", "playable is 'Yes' – yes or no"),
        ("sham:1\t1\tfire\tyes\t ", "the duty is empty – some text"),
        ("\t1\tfire\tyes\tShoot.", "the id is empty – some text"),
        ("sham:1\t1\tfire\t\tShoot.", "the playable is empty – some text"),
    ],
)
def test_a_faulty_row_says_what_would_be_right(tmp_path: Path, row: str, fault: str) -> None:
    assert faults(book(tmp_path, HEADER, row)) == (f"sham.tsv:2 – {fault}",)


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    rows = ["sham:1\t1\tfire\tyes\tA.", "sham:1\t1\tfire\tno\tB.", "real:2\t2\tfire\tmaybe\tC."]
    assert faults(book(tmp_path, HEADER, *rows)) == (
        "sham.tsv:3 – 'sham:1' is also on line 2 – an id of its own",
        "sham.tsv:4 – the id is 'real:2' – sham: and a number such as 9.2.7",
        "sham.tsv:4 – playable is 'maybe' – yes or no",
    )


@pytest.mark.parametrize("header", ["id\tsection\tkind\tduty\tplayable", ""])
def test_a_wrong_header_is_one_fault(tmp_path: Path, header: str) -> None:
    (fault,) = faults(book(tmp_path, header, "sham:1\t1\tfire\tyes\tShoot."))
    assert fault.startswith("sham.tsv:1 – the header is ")
    assert fault.endswith("– the columns id section kind playable duty, tabbed")


def test_an_empty_file_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "sham.tsv"
    path.touch()
    assert len(faults(path)) == 1


def test_two_rulebooks_of_one_name_are_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other").mkdir()
    files = (book(tmp_path, HEADER), book(tmp_path / "other", HEADER))
    sham = SimpleNamespace(rulebooks=files)
    monkeypatch.setattr(reader, "systems", lambda: {"sham": sham})
    rulebooks.cache_clear()
    try:
        with pytest.raises(FaultyRulebook, match=r"sham.tsv is a rulebook 'sham' too"):
            rulebooks()
    finally:
        rulebooks.cache_clear()
