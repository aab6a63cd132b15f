"""Sentences of cards, over the recorded evenings in both languages: nothing but words, no name twice, short."""

import re
from pathlib import Path

import pytest

from ludex.table.audit import read_log
from ludex.table.entries import Acted
from ludex.text.words import LANGUAGES, Words
from tests.ours import systems

LOGS = sorted(Path("tests/replays").glob("*.jsonl"))
LONGEST = 60
"""Characters of a sentence about one blow."""
RAW = re.compile(r"\*\*|[<>{}]|\b[a-z]+_[a-z_]+\b|\b(?:sentences|told|terms)\.")
"""Keys, ids and marks that nobody should read."""
TOLD = {"boon": 8, "fable": 4, "fet": 6, "mirror": 2, "mist": 4}
"""So many sentences an evening has at least."""


def cards(log):
    for one in read_log(log.read_bytes().splitlines()):
        entry = one.entry if hasattr(one, "entry") else one
        if isinstance(entry, Acted):
            yield from entry.cards


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("log", LOGS, ids=lambda p: p.stem)
def test_a_sentence_is_words_and_names_nobody_twice(log, language):
    words = Words(language, systems()[log.stem].package)
    told = [card for card in cards(log) if card.sentence]
    assert len(told) >= TOLD[log.stem]
    for card in told:
        sentence = words.say(card.sentence)
        assert not RAW.search(sentence), sentence
        facts = card.sentence.facts
        names = [str(facts[key]) for key in ("who", "whom") if isinstance(facts.get(key), str)]
        assert all(sentence.count(name) == 1 for name in names if len(name) > 1), sentence
        if "whom" in facts:
            assert len(sentence) <= LONGEST * (1 if language == "zh" else 3), sentence
