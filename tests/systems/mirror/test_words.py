"""What a refusal says of the case it was made for: every gap of its phrase is a fact that the rule gives."""

import ast
import re
from pathlib import Path

import pytest

import ludex.systems.mirror
from ludex.systems.mirror import SYSTEM
from ludex.text.words import LANGUAGES, Words

SOURCES = sorted(Path(ludex.systems.mirror.__file__).parent.rglob("*.py"))


def refusals():
    """Code and facts of every refusal that is written out."""
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "RuleError"
            if named and node.args and isinstance(node.args[0], ast.Constant):
                yield source.name, node.args[0].value, {k.arg for k in node.keywords}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_gap_of_a_refusal_is_filled(language):
    words = Words(language, SYSTEM.package)
    found = list(refusals())
    assert len(found) > 80
    unfilled = [
        (source, code, sorted(gaps))
        for source, code, facts in found
        if (gaps := set(re.findall(r"\{(\w+)\}", words.phrase(f"errors.{code}"))) - facts)
    ]
    assert unfilled == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words(language):
    words = Words(language, SYSTEM.package)
    assert sorted({code for _, code, _ in refusals() if not words.has(f"errors.{code}")}) == []


def test_the_rulebooks_words_and_none_beside_them():
    """MIR-LIV-58: what the book calls by a name has no other in anything that people read."""
    home = Path(ludex.systems.mirror.__file__).parent
    said = [line.partition("=")[2] for line in (home / "words" / "zh.toml").read_text("utf-8").splitlines()]
    assert [line for line in said if re.search("心结|器械|疯狂", line)] == []
    read = "".join(said) + (home / "terms.py").read_text("utf-8")
    for word in (
        "精神创伤",
        "武器种类",
        "魔法源流",
        "物景",
        "欠损",
        "匿迹",
        "无踪",
        "先攻",
        "判定值",
        "目标值",
        "骰值",
        "强制移动",
    ):
        assert word in read


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_somebody_can_do_stands_under_headings(language):
    words = Words(language, SYSTEM.package)
    groups = {command.group for command in SYSTEM.commands}
    assert len({words(f"groups.{group}") for group in groups}) == len(groups) > 1
