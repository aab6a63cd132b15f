"""The reader: people's own words become deeds, a question, or a refusal; never a guess in silence, and never an accident."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from ludex.core.deeds import FLAG, TEXT, Command, Field, Filled
from ludex.core.errors import RuleError
from ludex.core.principals import HOST
from ludex.desk.spelling import name_in
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.lexicon import own_of
from ludex.text.lines import write
from ludex.text.reader.decision import understand
from ludex.text.reader.english import inflected
from ludex.text.reader.forms import Index, forms, sounds
from ludex.text.reader.moment import moment_of
from ludex.text.reader.phrases import gaps_of
from ludex.text.reader.prices import LONGEST
from ludex.text.reader.words import Vocabulary, _read, bare, normal, vocabulary
from tests.ours import NAMES as OURS

NOW = "2026-01-01T00:00:00Z"


def at_demo(system: str, folder: Path, language: str = "zh"):
    """A demo table, and a chat for each of its seats."""

    async def opened():
        house = House(SqliteStore(folder / "ludex.db"), clock=lambda: NOW)
        table, _ = await house.demo(system, language=language)
        return house, [Chat(table, seat, language) for seat in table.memory.seats]

    return opened()


def test_a_name_is_said_whole_without_its_number_by_a_part_or_by_ear():
    costs = dict(forms("哥布林2"))
    assert costs["哥布林2"] < costs["哥布林"] < costs["布林"] < costs["哥"]
    index = Index({"a": ["哥布林1"], "b": ["哥布林2"], "c": ["哥布林弓手1"]}, {})
    assert {hit.value for hit in index.find("哥布林", sounds("哥布林")) if (hit.start, hit.end) == (0, 3)} == {"a", "b"}
    assert {hit.value for hit in index.find("葛布林2", sounds("葛布林2")) if hit.end - hit.start > 3} == {"b"}


def test_a_number_behind_a_numbered_name_is_somebody_else():
    index = Index({"b": ["山匪2"]}, {})
    assert [hit for hit in index.find("山匪1", sounds("山匪1")) if hit.end - hit.start > 1] == []


def test_free_words_are_compared_without_particles_and_marks():
    assert bare("亮出了证件。") == bare("亮出证件") == normal("亮出證件")


@pytest.mark.parametrize("system", OURS)
def test_every_word_of_a_vocabulary_means_a_deed_a_field_or_a_line_that_there_is(system, tmp_path):
    async def check():
        house, chats = await at_demo(system, tmp_path)
        try:
            chat = chats[0]
            words = vocabulary(chat.table.system.package)
            own = _own(chat.table.system.package)
            commands = {command.key: command for command in chat.table.system.commands}
            names = {*chat.lexicon, *commands}
            assert {key for key in own.verbs if key not in names} == set()
            places = [place.split(".") for place in (*own.offered, *own.beings)]
            named = [(key, (field,)) for key, field in places]
            for key, fields in (*own.heads.items(), *own.squares.items(), *own.counted.items(), *named):
                assert {f for f in fields if commands[key].field(f) is None} == set(), key
            for key, verbs in own.implies.items():
                implied = {field for values in verbs.values() for field in values}
                assert {f for f in implied if commands[key].field(f) is None} == set(), key
            assert {key for key in own.unspoken if key not in commands} == set()
            asked = {line for line in own.lines if line in words.answered}
            lines = {*(own.lines.keys() - asked), *own.answered.values()}
            assert {line for line in lines if line.lstrip(".").split(" ")[0] not in names} == set()
            assert {gap for gap in gaps_of(words) if "." not in gap} <= {
                *(
                    "actor",
                    "seat",
                    "deed",
                    "term",
                    "dice",
                    "deck",
                    "line",
                    "name",
                    "text",
                    "any",
                    "wish",
                    "span",
                    "setting",
                    "to",
                    "number",
                    "quantity",
                    "people",
                )
            }
        finally:
            await house.close()

    asyncio.run(check())


def _own(package: str) -> Vocabulary:
    return msgspec.convert(_read(package, "words", "reading.toml"), Vocabulary)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("system", OURS)
def test_every_line_that_the_table_writes_reads_back_as_that_deed(system, language, tmp_path):
    async def check():
        house, chats = await at_demo(system, tmp_path, language)
        try:
            for chat in chats:
                for deed in chat.desk.deeds():
                    filled = _filled(chat, deed)
                    if filled is not None:
                        _reads_back(chat, filled)
        finally:
            await house.close()

    asyncio.run(check())


def _filled(chat: Chat, deed) -> Filled | None:
    """An offered deed with the first lawful value in each gap; None where somebody's own words are wanted."""
    command = chat.desk.command(deed.name)
    args = dict(deed.given)
    for gap in deed.gaps:
        lawful = [value.value for value in gap.values if value.refusal is None]
        field = command.field(gap.name)
        if lawful and field is not None:
            args[gap.name] = [lawful[0]] if field.several else lawful[0]
        elif field is not None and field.needed and field.kind != FLAG:
            return None
    return Filled(deed.name, args, deed.of.partition(":")[2] if deed.of else "")


def _reads_back(chat: Chat, filled: Filled) -> None:
    line = write(chat.desk, chat.words, filled)
    known, found = chat.find(chat.inner(line))
    command = known if isinstance(known, Command) else own_of(chat, found.name)  # one of every table does its work
    assert command is not None, line
    assert command.key == filled.deed, line
    again = chat.filled_for_all(command, found.rest)[0] if command.many else chat.filled(command, found.rest)
    named = {name: _in_words(chat, command.field(name), value) for name, value in filled.args.items()}
    meant = {_comes_to(chat, filled), _comes_to(chat, msgspec.structs.replace(filled, args=named))}
    assert _comes_to(chat, again) in meant, line


def _in_words(chat: Chat, field: Field | None, value: object) -> object:
    """A value as a line names it: what is offered may be given by its id or by its name."""
    if field is None or field.kind != TEXT:
        return value
    several = value if isinstance(value, list) else [value]
    said = [name_in(chat.desk.called(field, str(one)), chat.language) for one in several]
    return said if isinstance(value, list) else said[0]


def _comes_to(chat: Chat, filled: Filled) -> str | bytes:
    """What a deed would do, or why not."""
    try:
        return msgspec.json.encode(chat.desk.prepare(filled))
    except RuleError as error:
        return error.code


NOISE = st.text(alphabet="打砍用把给的了一两3，。+=1 对山贼狼兽哥布林安白她他行动检定abc.（）「」", max_size=40)


@pytest.mark.parametrize("system", OURS)
def test_no_text_is_an_accident(system, tmp_path):
    async def opened():
        return await at_demo(system, tmp_path)

    with asyncio.Runner() as runner:
        house, chats = runner.run(opened())

        @settings(max_examples=60, deadline=None)
        @given(NOISE, st.integers(0, len(chats) - 1))
        def say(text, place):
            understood = understand(chats[place], text)
            assert not (understood.line and understood.choices)
            assert len(understood.choices) <= 9

        try:
            say()
        finally:
            runner.run(house.close())


def test_what_is_longer_than_a_sentence_is_left_to_the_strict_grammar(tmp_path):
    async def check():
        house, chats = await at_demo("boon", tmp_path)
        try:
            assert not understand(chats[0], "打" * (LONGEST + 1)).line
            assert moment_of(chats[0]) is moment_of(chats[0])
            assert chats[0].desk.seat_id == HOST
        finally:
            await house.close()

    asyncio.run(check())


def test_english_words_are_known_in_their_forms():
    assert {form.text for form in forms("wolf2")} >= {"wolves", "second wolf", "wolf two", "wolf #2"}
    assert {form.text for form in forms("long sword")} >= {"sword", "swords", "long"}
    assert set(inflected("stab at")) == {"stabs at", "stabbing at", "stabbed at"}
    assert set(inflected("dodge")) == {"dodges", "dodging", "dodged"}
    assert not inflected("砍")


@pytest.mark.parametrize("name", ["-", "--", "- -", "1", "-1", " "])
def test_a_name_without_a_letter_has_no_english_forms(name):
    assert all(form.text.strip() for form in forms(name))
