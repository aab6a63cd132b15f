"""`ludex conform` takes files and folders, finds the system by their names, and says what differs."""

import msgspec
import pytest

from ludex.fronts.cli.check import conform

HOLDS = """
[[vector]]
id = "holds"
procedure = "status_stack"
given = { boxes = [], tier = 1 }
expect = { boxes = [1] }
"""
DIFFERS = HOLDS.replace("holds", "differs").replace("expect = { boxes = [1] }", "expect = { boxes = [6] }")


@pytest.fixture
def vectors(tmp_path):
    """A folder of vectors by chapter, and a file of the old form beside it."""
    (tmp_path / "mist" / "tables").mkdir(parents=True)
    (tmp_path / "mist" / "statuses.toml").write_text(HOLDS)
    (tmp_path / "mist" / "tables" / "limits.toml").write_text(DIFFERS)
    (tmp_path / "mist.more.toml").write_text(HOLDS)
    return tmp_path


def run(*paths, **options):
    with pytest.raises(SystemExit) as ended:
        conform(*paths, **options)
    return ended.value.code


def test_a_folder_is_read_with_all_that_lies_in_it(vectors, capsys):
    assert run(vectors) == 1
    assert capsys.readouterr().out.splitlines() == [
        "differs: boxes[0]: expected 6, got 1",
        "2 passed, 1 failed",
    ]


def test_a_single_file_is_read_too(vectors, capsys):
    assert run(vectors / "mist" / "statuses.toml") == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_programs_get_one_object_for_each_system(vectors, capsys):
    assert run(vectors, json=True) == 1
    told = msgspec.json.decode(capsys.readouterr().out)
    assert told == {
        "system": "mist",
        "passed": 2,
        "failed": [{"id": "differs", "why": "boxes[0]: expected 6, got 1"}],
    }


def test_a_file_of_no_known_system_is_named(tmp_path):
    (tmp_path / "chess.toml").write_text(HOLDS)
    assert "chess.toml" in run(tmp_path)
