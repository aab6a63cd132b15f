"""Words: both languages complete, phrases harmless."""

import re

import pytest

from ludex.core.errors import RuleError
from ludex.core.say import say
from ludex.core.system import Viewer
from ludex.core.terms import Term
from ludex.text.commands.index import COMMON
from ludex.text.words import LANGUAGES, Words, _phrases, chapters, clauses
from tests.ours import systems

GAP = re.compile(r"\{(?!verb\})(\w+)\}")  # a thing's own verb may be left out by a language


def packages():
    return ["ludex.text.words", *(s.package for s in systems().values())]


@pytest.mark.parametrize("package", packages())
def test_both_languages_have_the_same_phrases_with_the_same_gaps(package):
    zh, en = (_phrases(package, language) for language in LANGUAGES)
    assert sorted(zh) == sorted(en)
    different = {k for k in zh if set(GAP.findall(zh[k])) != set(GAP.findall(en[k]))}
    assert different == set()


@pytest.mark.parametrize("system", sorted(systems()))
def test_every_command_and_argument_has_words_in_both_languages(system):
    found = systems()[system]
    for language in LANGUAGES:
        words = Words(language, found.package)
        for command in found.commands:
            assert words.has(f"commands.{command.key}.title"), command.key
            for arg in command.args:
                assert words.has(f"args.{arg.name}"), (command.key, arg.name)


@pytest.mark.parametrize("system", sorted(systems()))
def test_both_languages_tell_the_same_clauses(system):
    package = systems()[system].package
    zh, en = (clauses(package, language) for language in LANGUAGES)
    assert sorted(zh) == sorted(en)
    assert all(body.get("title") and body.get("text") for body in (*zh.values(), *en.values()))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", sorted(systems()))
def test_every_chapter_has_a_heading_and_every_system_names_its_source(system, language):
    package = systems()[system].package
    found = chapters(package, language)
    assert [c.code for c in found if c.title == c.code] == []
    assert [name for c in found for name in c.clauses] == list(clauses(package, language))
    assert Words(language, package).has("system.credit")


def test_a_refusal_of_a_systems_own_keeps_its_sentence_though_the_table_has_one_of_that_code():
    words = Words("en", overrides={"errors.not_yours": "That card is not in your hand."})
    assert words.error(RuleError("not_yours")) == "That card is not in your hand."
    assert words.error(RuleError("not_yours", actor="An", controls=["Bai"])) == "That card is not in your hand."
    assert Words("en").error(RuleError("not_yours", actor="An", controls=[])).startswith("“An” is not yours")


def test_common_commands_have_words():
    for language in LANGUAGES:
        words = Words(language)
        assert all(words.has(f"commands.{c.key}.{w}") for c in COMMON for w in ("title", "help"))


def test_a_phrase_cannot_reach_into_objects():
    words = Words("en", overrides={"x": "{name.__class__} {name} {0}"})
    assert words.say(say("x", name="A")) == "{name.__class__} A "


def test_what_people_wrote_is_shown_as_it_is():
    assert Words("zh")("log.said", text="<b>{who}</b>") == "<b>{who}</b>"


@pytest.mark.parametrize("system", sorted(systems()))
def test_a_system_leaves_the_words_of_every_table_alone(system):
    shared = set(_phrases("ludex.text.words", "zh")) & set(_phrases(systems()[system].package, "zh"))
    own = ("errors.", "outputs.", "args.")  # the rulebooks' own words for a refusal, an output, a field
    assert {key for key in shared if not key.startswith(own)} == set()


@pytest.mark.parametrize("system", sorted(systems()))
def test_what_is_to_be_filled_in_is_named_in_the_readers_language(system):
    words = Words("zh", systems()[system].package)
    state = systems()[system].demo().state
    for viewer in (Viewer(), Viewer("player")):
        gaps = {gap.name for deed in systems()[system].deeds(state, viewer) for gap in deed.gaps}
        assert {gap for gap in gaps if words.argument(gap) == gap} == set()


class Weather(Term):
    FOG = "fog_of_war", "战雾", "fog"


@pytest.mark.parametrize(("language", "told"), [("zh", "战雾"), ("en", "fog")])
def test_a_term_that_stands_among_facts_is_told_in_the_readers_language(language, told):
    assert Words(language).show([Weather.FOG]) == told
    problem = say("content.not_among", where="x", value="y", among=[Weather.FOG])
    assert told in Words(language).say(problem)


@pytest.mark.parametrize(("n", "text"), [(1, "1 round"), (2, "2 rounds"), (0, "0 rounds"), ("+1", "+1 round")])
def test_a_word_goes_with_its_number(n, text):
    assert Words("en").fill("{n} {n|round|rounds}", {"n": n}) == text
