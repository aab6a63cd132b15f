"""Sentences that are made of what cards say anyway: every key of their tables is a title or a line that there is, told in both languages."""

import re
from importlib import import_module

import pytest

from ludex.core.say import say
from ludex.core.telling import Spoken, in_a_sentence
from ludex.core.view import Card, Verdict
from ludex.text.words import LANGUAGES, Words

SYSTEMS = ("fable", "fet", "mirror", "mist")
GAP = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_sentence_is_made_of_what_its_card_says(system, language):
    spoken = import_module(f"ludex.systems.{system}.views.tell").SPOKEN
    words = Words(language, f"ludex.systems.{system}")
    for said, sentence in {**spoken.titles, **spoken.lines}.items():
        key = said.partition(":")[0]
        assert words.has(key), key
        assert words.has(sentence), sentence
    for key, sentence in spoken.titles.items():
        ending = key.partition(":")[2]
        filled = {*GAP.findall(words.phrase(key.partition(":")[0])), "who", "target", "how", "tier", ending}
        assert {*GAP.findall(words.phrase(sentence))} <= filled | TOLD_BESIDE, sentence


TOLD_BESIDE = {"attribute", "day", "title", "name", "spent", "n"}
"""Facts that a title has in one language and leaves out in another."""


SPOKEN = Spoken(
    {"told.bring": "sentences.of_bring", "told.check:success": "s.ok"}, {"told.died": "s.died"}, ("told.load",)
)


def test_a_card_is_told_by_its_title_and_its_lines():
    card = Card(say("told.bring", who="守卫"), lines=(say("told.died", who="甲"), say("told.load", now=1)))
    told = in_a_sentence(card, SPOKEN).sentence
    assert told.key == "sentences.and_then"
    assert (told.facts["first"]["key"], told.facts["then"]["facts"]["who"]) == ("sentences.of_bring", "甲")


def test_how_it_came_out_is_a_part_of_the_title():
    card = Card(say("told.check", who="甲"), Verdict("good", say("terms.success")))
    assert in_a_sentence(card, SPOKEN).sentence.key == "s.ok"
    failed = Card(say("told.check", who="甲"), Verdict("bad", say("terms.failure")))
    assert not in_a_sentence(failed, SPOKEN).sentence


def test_no_sentence_leaves_out_what_its_card_says():
    card = Card(say("told.bring", who="守卫"), lines=(say("told.unknown_line"),))
    assert not in_a_sentence(card, SPOKEN).sentence
    plain = Card(say("told.bring", who="守卫"), lines=("门开了",))
    assert not in_a_sentence(plain, SPOKEN).sentence


def test_nobody_is_named_twice():
    card = Card(say("told.bring", who="守卫"), lines=(say("told.died", who="守卫"),))
    assert in_a_sentence(card, SPOKEN).sentence.key == "sentences.of_bring"


def test_what_names_nobody_is_told_beside_other_things_that_name_nobody():
    words = Spoken({}, {"told.tag": "s.tag", "told.words": "s.words"})
    card = Card(
        say("told.deliver"), lines=(say("told.tag", who="", name="雾"), say("told.words", who="", text="门响了"))
    )
    told = in_a_sentence(card, words).sentence
    assert [told.facts[part]["key"] for part in ("first", "then")] == ["s.tag", "s.words"]


def test_a_sentence_of_its_own_stays():
    card = Card(say("told.bring", who="守卫"), sentence=say("s.own"))
    assert in_a_sentence(card, SPOKEN).sentence.key == "s.own"
