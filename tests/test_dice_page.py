"""The page on dice notation shows only what works."""

import re
from pathlib import Path

import pytest

from ludex.dice import distribution, parse, roll

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "dice.md"


def examples():
    rows = [line.split("|")[1] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    return [text for row in rows for text in re.findall(r"`([^`]+)`", row)]


@pytest.mark.parametrize("text", examples())
def test_the_example_is_read_rolled_and_has_exact_odds(text):
    expression = parse(text)
    chances = distribution(expression).chances()
    assert sum(chances.values()) == 1
    assert all(value in chances for value in roll(expression, lambda sides: sides).values)
