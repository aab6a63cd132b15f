"""What is told, over the recorded evenings in both languages: short, nothing twice, nothing raw, and a chronicle of what mattered."""

import re
from pathlib import Path

import pytest

from ludex.core.driving import Faces
from ludex.core.events import Event, Untold
from ludex.core.say import say
from ludex.core.sessions import Sessions
from ludex.core.view import Card
from ludex.table.audience import Seen
from ludex.table.audit import read_log
from ludex.table.entries import Acted
from ludex.text.summary import summary
from ludex.text.telling import copied, group_text, moved_text
from ludex.text.words import LANGUAGES, Words
from tests.ours import systems

LOGS = sorted(Path("tests/replays").glob("*.jsonl"))
RAW = re.compile(r"\*\*|[{}]|\b(?:sentences|told|terms|view)\.")
MOST_LINES = 4


def entries(log):
    """Every act of an evening as each pair of eyes saw it."""
    for n, one in enumerate(read_log(log.read_bytes().splitlines())):
        entry = one.entry if hasattr(one, "entry") else one
        if isinstance(entry, Acted):
            dice = tuple(answer for answer in entry.answers if isinstance(answer, Faces))
            for card in entry.cards:
                yield Seen(n, entry.at, "acted", entry.seat, entry.seat, card=card, dice=dice)


def labels(words, card):
    return {fact.label: words.say(fact.label) for fact in card.totals}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("log", LOGS, ids=lambda p: p.stem)
def test_a_roll_is_told_to_a_group_in_four_lines_and_copied_in_one(log, language):
    system = systems()[log.stem]
    words, rolls = Words(language, system.package), 0
    for seen in entries(log):
        line = copied(words, seen, system.sessions)
        assert "\n" not in line
        assert not RAW.search(line), line
        if seen.card.sentence or seen.card.verdict:
            rolls += 1
            text = group_text(words, seen, system.sessions)
            assert len(text.split("\n")) <= MOST_LINES, text
            assert "#" not in text
            assert not RAW.search(text), text
    assert rolls > 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("log", LOGS, ids=lambda p: p.stem)
def test_a_card_says_nothing_twice(log, language):
    system = systems()[log.stem]
    words = Words(language, system.package)
    for seen in entries(log):
        five = summary(seen.card, system.sessions, labels(words, seen.card))
        shown = [*five.beside, *([five.decided] if five.decided else [])]
        told = [words.say(fact.label) + words.show(fact.value) for fact in shown]
        told += [moved_text(words, one) for one in five.moved] + [words.say(line) for line in five.follows]
        assert len(told) == len(set(told)), told


@pytest.mark.parametrize("log", LOGS, ids=lambda p: p.stem)
def test_every_number_that_moved_adds_up(log):
    system = systems()[log.stem]
    for seen in entries(log):
        for one in summary(seen.card, system.sessions).moved:
            assert one.now is None or one.was + one.by == one.now
            if one.why is not None:
                why = abs(one.why.value)  # of the change, or of what it is now; what goes past a cap is not lost
                assert why in (abs(one.by), one.now) or (one.by < 0 and why > abs(one.by))


SILENT = {"boon": 0, "fable": 0, "fet": 11, "mirror": 10, "mist": 0}
"""So many kinds of events tell nothing of their own yet, and do not say of themselves that they need not (`Untold`). A number may only fall."""


@pytest.mark.parametrize("system", sorted(SILENT))
def test_events_that_tell_nothing_of_their_own_become_fewer(system):
    package = f"{systems()[system].package}.events"
    found = {one for one in _kinds(Event) if one.__module__.startswith(package) and "apply" in vars(one)}
    telling = {one for one in found if any("tell" in vars(kind) for kind in _own(one)) or issubclass(one, Untold)}
    silent = sorted(one.__name__ for one in found - telling)
    assert len(silent) == SILENT[system], silent


def _kinds(kind):
    for one in kind.__subclasses__():
        yield one
        yield from _kinds(one)


def _own(kind):
    """A kind of event and those above it that say what they change: what bases share tells nothing of the event itself."""
    return [one for one in kind.__mro__ if "apply" in vars(one) and one is not Event]


def test_a_line_that_the_sentence_says_is_not_told_beside_it():
    sessions = Sessions(weighs=frozenset(("told.died", "told.open")))
    died, left = say("told.died", who="甲"), say("told.open", names=["门"])
    sentence = say("sentences.and_then", first=say("sentences.of_death", who="甲"), then=say("sentences.of_end"))
    card = Card(say("told.fate"), lines=(died, left), sentence=sentence)
    assert summary(card, sessions).follows == (left,)
