"""Actions (行动), the words: tags that a description names without `+` or `-` are not dropped. MST-LIV-18.

Where the words say that a tag is used or burnt it counts so; where they only name it, the player is asked once.
"""

import re
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.names import simplified
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.rules.actions import Action
from ludex.systems.mist.sheet import Character
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Mode

Made = TypeVar("Made", bound=Action)

WITH_THEM, AS_TYPED = "with_them", "as_typed"

USING = ("用", "使用", "利用", "掏出", "拿出", "亮出", "拿", "靠", "凭", "凭借", "use", "using", "with", "show", "draw")
BURNING = ("燃尽", "烧掉", "燃烧", "烧", "burn", "burning")
"""Words right before a tag that say what is done with it."""

SHORTEST = 2
"""A tag of fewer letters is not looked for in a description."""


class Mentions(msgspec.Struct, frozen=True):
    """Tags that a description says are used, are burnt, or only names."""

    used: tuple[str, ...] = ()
    burnt: tuple[str, ...] = ()
    named: tuple[str, ...] = ()


@rule("MST-LIV-18")
def mentions(state: State, actor: Character, given: Action, text: str) -> Mentions:
    """What the words of an action say is used or burnt of the actor's own usable tags and of the scene's, and what else they name beside what
    the line counts already."""
    if given.mode == Mode.DESCRIBE or given.power is not None or not text:
        return Mentions()
    text = simplified(text)
    against = (*given.hinder, *given.status_hinder)
    own = (tag for theme in actor.themes for tag in theme.usable)
    stories = (tag.name for tag in (*actor.story_tags, *state.seen.scene_tags) if state.is_there(tag.since))
    known = dict.fromkeys(tag for tag in (*own, *stories) if tag not in against and len(tag) >= SHORTEST)
    found = [tag for tag in known if _stands(tag, text)]
    found = [tag for tag in found if not any(tag != other and tag in other for other in found)]
    found.sort(key=text.casefold().find)
    burnt = tuple(tag for tag in found if _behind(BURNING, tag, found, text))
    used = tuple(tag for tag in found if tag not in burnt and _behind(USING, tag, found, text))
    counted = (*used, *burnt, *given.help, *given.status_help)
    return Mentions(used, burnt, tuple(tag for tag in found if tag not in counted))


def _stands(tag: str, text: str) -> bool:
    edge = r"\b" if tag.isascii() else ""
    return re.search(f"{edge}{re.escape(tag)}{edge}", text, re.IGNORECASE) is not None


def _behind(verbs: tuple[str, ...], tag: str, found: list[str], text: str) -> bool:
    """Whether a tag stands right behind one of these words, or in a row of tags that does (`用记者证和夜班编辑`)."""
    row = "|".join(re.escape(one) for one in found)
    before = rf"(?:{'|'.join(map(re.escape, verbs))})[\s「“\"]*(?:我的|自己的|my )?"
    join = r"[」”\"\s]*(?:和|与|、|,|，|\+|and )[\s「“\"]*"
    return re.search(f"{before}(?:(?:{row}){join})*{re.escape(tag)}", text, re.IGNORECASE) is not None


async def as_mentioned(state: State, actor: Character, given: Made, text: str) -> tuple[Made, Mentions]:
    """The action with what its words say, and what was taken from them; what they only name is the player's to say, before any die."""
    said = mentions(state, actor, given, text)
    if said.named:
        options = (
            Option(WITH_THEM, say("answers.with_mentioned", tags=list(said.named))),
            Option(AS_TYPED, say("answers.as_typed")),
        )
        question = say("questions.mentioned", tags=list(said.named))
        if await choose(given.player, question, options, about=",".join(said.named)) == WITH_THEM:
            return counted(given, said, *said.named), said
    return counted(given, said), said


def counted(given: Made, said: Mentions, *more: str) -> Made:
    """An action in which what its words say counts."""
    return replace(
        given,
        help=tuple(dict.fromkeys((*given.help, *said.used, *said.burnt, *more))),
        burn=tuple(dict.fromkeys((*given.burn, *said.burnt))),
    )
