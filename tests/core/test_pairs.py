"""Words in pairs: one file for both languages, wherever words are looked up."""

import sys

import pytest

from ludex.core.pairs import untranslated
from ludex.table.house import demo_phrases
from ludex.text.words import Words, chapters

TOML = """
[told]
won = ["{who} 赢了", "{who} has won"]
lost = "输了"
[clauses."DUE-HIT-1"]
title = ["命中", "Hitting"]
text = ["掷一颗骰。", "Roll a die."]
[chapters]
HIT = ["打", "Striking"]
[demo]
ann = ["安", "Ann"]
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    name = f"paired_{tmp_path.name}".replace("-", "_")
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("")
    (tmp_path / name / "words.toml").write_text(TOML, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield name
    sys.modules.pop(name, None)


def test_a_pair_is_read_in_the_readers_language(package):
    assert Words("zh", package)("told.won", who="安") == "安 赢了"
    assert Words("en", package)("told.won", who="Ann") == "Ann has won"


def test_a_word_without_its_english_is_shown_in_chinese_and_can_be_listed(package):
    assert Words("en", package)("told.lost") == "输了"
    assert untranslated(package) == ("told.lost",)


def test_clauses_chapters_and_the_demo_may_stand_in_the_same_file(package):
    (chapter,) = chapters(package, "en")
    assert (chapter.title, chapter.clauses["DUE-HIT-1"]["text"]) == ("Striking", "Roll a die.")
    assert demo_phrases(package, "en") == {"安": "Ann"}
    assert demo_phrases(package, "zh") == {}
