"""Who comes to the table, goes, and is whose (FET-LIV-3, -40, -50, -60; FET-SHT-2): deeds about characters as a whole.

What a character is, and how one comes and goes, is `roster.py`.
"""

import re
from collections.abc import Mapping
from itertools import takewhile
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed, as_asked
from ludex.core.deeds import ANYONE, GM_ONLY, SHELF, Asked, Do, Field, Filled, Show
from ludex.core.errors import RuleError
from ludex.core.fields import flag, keyed
from ludex.core.names import named, narrow
from ludex.core.principals import EVERYBODY, GM
from ludex.core.rule import rule
from ludex.systems.fet.content import block_in, english_names, key_of, people
from ludex.systems.fet.kinds import GAIN, SHEET, STORY, TRAIT, GmsDeed, Kinds, Person, Word, Words, offers, word_of
from ludex.systems.fet.kinds.reading import ALL, DROP, LIST, Reader, unreadable, words_of
from ludex.systems.fet.kinds.stf import laid_over, read_fields
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.rules.burdens import SetBack, TakeOff
from ludex.systems.fet.rules.roster import (
    BEHIND,
    HIDDEN,
    Bring,
    RemoveCharacters,
    all_round,
    check_character,
    drafts,
    lives,
)
from ludex.systems.fet.rules.sheets import SetSheet, sheet_change
from ludex.systems.fet.rules.timeline import SIDE, CombatMark
from ludex.systems.fet.sheet import Sheet
from ludex.systems.fet.state import State


class PeopleDeed(Deed, group="people"):
    pass


class MakeCharacter(PeopleDeed, names=("新卡", "new"), who=ANYONE, beside=SHELF, picture="plus", example=".新卡 夜莺"):
    """A character of one's own, all-round until `.stf` says otherwise."""

    name: Word
    level: Annotated[int | None, Field("")] = None

    def do(self, asked: Asked) -> Do:
        trust = asked.trust("sheet.level")
        if self.level in (None, asked.state.options.start_level) or trust in ("open", "allowed"):
            return Do("bring", Bring(self.name, level=self.level))
        if trust == "strict":
            raise RuleError("gm_only")
        return Do("bring", Bring(self.name), then=Filled("lv", {"level": f"{self.level}"}, self.name))


class BringNpc(
    PeopleDeed, names=("登场", "npc"), who=GM_ONLY, said_by=STORY, beside=SHELF, picture="plus", example=".登场 守卫 2"
):
    """A stat block by name, or an all-round NPC; then how many, and what its sheet has otherwise, as `.stf` writes it."""

    name: Annotated[str, Field("", among=offers.comers)]
    count: Annotated[int | None, keyed("count", "数量", "count", refusal="bad_count")] = None
    hidden: Annotated[bool, flag("hidden", "隐藏", "hidden")] = False
    text: Words = ""

    def do(self, asked: Asked) -> Do:
        """One, several equal ones, or one after another; who waits off stage by that name comes out."""
        state, blocks = asked.state, people(asked.state)
        words = self.text.replace("＝", "=").split()
        more = list(takewhile(lambda word: key_of(blocks, word) is not None or bool(_waiting(state, word)), words))
        words = words[len(more) :]
        said = [_TIMES.fullmatch(narrow(name)) for name in (*_SEVERAL.split(self.name), *more) if name]
        counted = [(found[1], int(found[2] or 0)) for found in said if found] or [(self.name, 0)]
        name, times = counted[0]
        stage = next((STAGES[word] for word in words if word in STAGES), HIDDEN if self.hidden else "")
        plain = not (words or self.hidden or self.count)
        coming = {one: _waiting(state, one) for one, n in counted if plain and not n}
        if len(counted) == 1 and len(coming.get(name, ())) == 1:
            return unveil(state, coming[name][0])
        number, side, text = _counted([word for word in words if word not in STAGES])
        given = Bring(count=times or self.count or number, side=side, npc=True, stage=stage)
        heard = (GM,) if stage else (EVERYBODY,)
        if any(coming.values()) or (len(counted) > 1 and not text):  # FET-LIV-60
            each = (
                [Bring(out=who) for who in coming.get(one, ())]
                or [replace(_block(given, blocks, one, asked.language), count=n or given.count)]
                for one, n in counted
            )
            return Do("bring", Bring(several=tuple(one for ones in each for one in ones)), heard)
        if not text:
            return Do("bring", _block(given, blocks, name, asked.language), heard)
        return Do("bring", replace(given, sheet=_described(blocks, name, text)), (GM,))  # its numbers are the GM's


def _described(blocks: Mapping[str, Sheet], name: str, text: str) -> Sheet:
    """A stat block, or an all-round NPC, with what a line says of its sheet."""
    key = key_of(blocks, name)
    fields = read_fields(Reader(text))
    sheet = laid_over(all_round() if key is None else blocks[key], fields, sender=name)
    return sheet if key is not None or fields.values.get("name") else replace(sheet, name=name)


@rule("FET-LIV-40", "FET-LIV-60")
def _waiting(state: State, name: str) -> list[str]:
    """Who waits off stage by a name: that one, or, where nobody is called so, all the living with a number behind it."""
    there = state.characters.get(name)
    if there is not None:
        return [name] if there.stage else []
    numbered = re.compile(rf"{re.escape(name)}\d+")
    behind = [who for who, one in state.characters.items() if one.stage and numbered.fullmatch(state.called(who))]
    return [who for who in behind if lives(state, who)]


_SEVERAL = re.compile(r"[、,，]")
_TIMES = re.compile(r"(.+?)(?:[×*](\d{1,2}))?")
"""`打手×3、守卫`: several at once, each so many times."""


def _block(given: Bring, blocks: Mapping[str, Sheet], name: str, language: str) -> Bring:
    """A stat block that the table knows, or just a name; called in English, it is named so, and what it carries as well.

    Its key, which is what a page gives, names it in the language of who asks.
    """
    if (key := key_of(blocks, name)) is None:
        return replace(given, name=name)
    if not name.isascii() or (name == key and (language != "en" or key not in english_names())):
        return replace(given, block=name)
    if language != "en":
        return replace(given, block=name, name=name)
    called = english_names()[key] if name == key else name
    return replace(given, sheet=replace(block_in(blocks[key], language), name=called))


def _counted(words: list[str]) -> tuple[int, str, str]:
    """How many, on which side, and the fields that are left (`等级=12` as well as `等级12`)."""
    count, side, rest = 1, "", []
    for n, word in enumerate(words):
        key, equals, value = word.partition("=")
        if n == 0 and (times := narrow(word).lstrip("x×*")).isdecimal():
            count = int(times[:4])
        elif equals and key.lower() in SIDE:
            side = value
        else:
            rest.append(f"{LEVEL_KEYS.get(key.lower(), key)}{value}")
    return count, side, " ".join(rest)


STAGES = {"幕后": BEHIND, "behind": BEHIND, "隐藏": HIDDEN, "hidden": HIDDEN}
LEVEL_KEYS = {"lv": "等级", "level": "等级", "比值": "物理思维比值", "ratio": "物理思维比值"}


class Unveil(GmsDeed, names=("现身", "unveil"), said_by=STORY, picture="eye-off", example=".现身 守卫"):
    """Who waits behind the stage comes out (FET-LIV-40)."""

    who: Person

    def do(self, asked: Asked) -> Do:
        check_character(asked.state, self.who)
        return unveil(asked.state, self.who)


def unveil(state: State, who: str) -> Do:
    fighter = state.fighter(who)
    if fighter is not None and fighter.hidden:
        return Do("combat_mark", CombatMark(who, hidden=False))
    return Do("set_sheet", SetSheet(who, stage=""))


class ManageCharacters(PeopleDeed, names=("角色", "chr", "ch", "chrr"), owner=SHEET, example=".chr"):
    """`.chr` lists, `.chr 2` switches, `.chr show`, `.chr del 2`, `.chr del all`, `.chr reset`."""

    text: Words = ""

    @staticmethod
    def word(asked: Asked, kinds: Kinds) -> Kinds:
        """A draft may be thrown away by its player; a sheet that plays is the GM's to delete."""
        head = next(iter(words_of(asked)), "").lower()
        if head in RESET:
            return word_of(GAIN)
        return kinds if head in DROP and not all(drafts(asked.state, who) for who in asked.controls) else ()

    def do(self, asked: Asked) -> Do | Show:
        words = words_of(asked)
        head, rest = words[0].lower() if words else "", words[1:]
        if not head:
            return Show("roster", {"who": asked.actor})
        if head in (*LIST, *RESET):
            who = _own(asked, rest[0]) if rest else asked.actor
            check_character(asked.state, who)
            again = Do("set_back", SetBack(who, everything=True), heard_by(asked.state, who))
            return Show("sheet", {"who": who}) if head in LIST else again
        if head not in DROP:
            who = _own(asked, words[0])
            return Show("roster", {"who": who}, use=who)
        if not rest:
            raise unreadable(asked)
        every = rest[0].lower() in ALL
        gone = _owned(asked) if every else list(dict.fromkeys(_own(asked, word) for word in rest))
        if not gone:
            raise RuleError("no_sheet", who="")
        return Do("remove_characters", RemoveCharacters(tuple(gone)))


RESET = ("reset", "重置")


def _owned(asked: Asked) -> list[str]:
    """The characters that are one's own, in order; the GM's are all."""
    return [who for who in asked.state.characters if asked.gm or who in asked.controls]


def _own(asked: Asked, word: str) -> str:
    own = {who: (f"{n}", who, asked.state.called(who)) for n, who in enumerate(_owned(asked), 1)}
    names = [called for _, _, called in own.values()]
    return named(word, own, unknown="not_among_yours", name=word, there=names)


class LiftOff(PeopleDeed, names=("解除", "unbuff"), owner=TRAIT, many=True, example=".解除 野望"):
    """Lift a buff, lose a trait, and the thing that it is besides, or forget a skill."""

    name: Word

    @classmethod
    def word(cls, asked: Asked, kinds: Kinds) -> Kinds:
        """Taking off a buff of one's own is one's own; losing a trait is the GM's."""
        found, name = asked.state.characters.get(asked.actor), as_asked(cls, asked).name
        return () if found and any(buff.name == name for buff in found.buffs) else kinds

    def do(self, asked: Asked) -> Do:
        character, name = check_character(asked.state, asked.actor), self.name
        sheet = character.sheet
        if any(buff.name == name for buff in character.buffs):
            return Do("take_off", TakeOff(asked.actor, "buffs", (name,)))
        if any(skill.name == name for skill in sheet.skills):
            return sheet_change(asked, set=msgspec.to_builtins({"skills": [s for s in sheet.skills if s.name != name]}))
        lost = [t for t in sheet.traits if t.name == name]
        if not lost:
            raise RuleError("unknown_trait", key=name, known=[t.name for t in sheet.traits])
        left = {"traits": [t for t in sheet.traits if t.name != name]}
        worn = {"items": [i for i in sheet.items if i.name != name]} if any(t.load for t in lost) else {}  # FET-LIV-33
        return sheet_change(asked, set=msgspec.to_builtins({**left, **worn}))
