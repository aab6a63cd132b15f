"""How typed words become what procedures take: names found by their beginning, `name=number` pairs, words for terms."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

from ludex.core.deeds import Arg, Asked
from ludex.core.errors import RuleError
from ludex.core.say import say
from ludex.systems.mist.commands import offers
from ludex.systems.mist.rules.invocation import invocation_of
from ludex.systems.mist.sheet import tags_on
from ludex.systems.mist.terms import Activity, ConsequenceKind, Depth, Fate, Sort, ThemeKind

TERMS: dict[str, StrEnum] = {
    "自我": ThemeKind.SELF,
    "浸染": ThemeKind.TAINTED,
    "浸没": Depth.SUBMERGE,
    "深潜": Depth.DIVE,
    "沉陷": Depth.SINK,
    "恢复": Activity.RECOVER,
    "recover": Activity.RECOVER,
    "疗养": Activity.HEAL,
    "成长": Activity.GROW,
    "在场": Fate.ACTIVE,
    "死亡": Fate.DEAD,
    "转变": Fate.TRANSFORMED,
    "状态": ConsequenceKind.STATUS,
    "燃尽": ConsequenceKind.BURN_TAG,
    "burn": ConsequenceKind.BURN_TAG,
    "标签": ConsequenceKind.STORY_TAG,
    "tag": ConsequenceKind.STORY_TAG,
    "去标签": ConsequenceKind.REMOVE_TAG,
    "untag": ConsequenceKind.REMOVE_TAG,
    "威胁": ConsequenceKind.NEW_THREAT,
    "threat": ConsequenceKind.NEW_THREAT,
    "叙述": ConsequenceKind.NARRATIVE,
    "say": ConsequenceKind.NARRATIVE,
    "敌人": Sort.ENEMY,
    "陷阱": Sort.TRAP,
    "社交": Sort.ADVERSE_SOCIAL,
    "诱惑": Sort.TEMPTATION,
    "情绪": Sort.EMOTION,
    "时刻": Sort.APPROACHING_MOMENT,
}
"""The Chinese word (and a short Latin one) of every term that people type."""

INVOCATION = (
    Arg("help", "list", keys=("+", "帮助"), keyed=True, required=False, among=offers.tags),
    Arg("hinder", "list", keys=("-", "阻碍"), keyed=True, required=False, among=offers.tags),
    Arg("burn", "list", keys=("燃", "燃尽", "burn"), keyed=True, required=False, among=offers.tags),
    Arg("power", "int", keys=("效力",), keyed=True, required=False),
)
"""What a player names for a roll. A name that ends in `!` is burnt; a status counts like a tag (`+高处`, `-守卫:警觉`)."""


def term_of(word: str) -> str:
    """The term that a typed word stands for; the word itself where there is none (the rule will say so)."""
    return str(TERMS.get(word, word))


def begins(name: str, names: Iterable[str]) -> str:
    """The only name that begins so; the word itself where there is none or more than one."""
    known = list(dict.fromkeys(names))
    near = [one for one in known if one.startswith(name)]
    return near[0] if name not in known and len(near) == 1 and name else name


def holder_of(asked: Asked, name: str) -> str:
    """A holder by its id or its beginning; `我` and `me` are the acting character."""
    if name in ("我", "me") and asked.actor:
        return asked.actor
    return begins(name, (h.id for h in asked.state.holders))


def theme_of(asked: Asked, name: str) -> str:
    """A theme of the acting character by its id, its theme tag, or the beginning of either."""
    character = asked.state.character(asked.actor)
    themes = character.themes if character else ()
    by_tag = {theme.theme_tag: theme.id for theme in themes}
    found = begins(name, [*by_tag, *(theme.id for theme in themes)])
    return str(by_tag.get(found, found))


def pairs(words: Sequence[str], key: str, value: str) -> list[dict[str, Any]]:
    """`受伤=3`, `受伤3` as records of a name and a number."""
    return [dict(zip((key, value), _pair(word), strict=True)) for word in words]


def _pair(word: str) -> tuple[str, int]:
    name = word.rstrip("0123456789").rstrip("=:：＝")
    number = word[len(name) :].lstrip("=:：＝")
    if not name or not number.isdecimal() or len(number) > 6:
        raise RuleError("bad_argument", arg="pair", value=word[:40], kind="int")
    return name, int(number)


def usable(asked: Asked) -> tuple[str, ...]:
    """Every tag and status that the acting character could name: on the sheet, in the scene, on challenges."""
    state, own = asked.state, asked.state.character(asked.actor)
    sheet = (*tags_on(own), *(status.name for status in own.statuses)) if own else ()
    return (*sheet, *state.around)


def tags_of(asked: Asked, names: Iterable[str]) -> list[str]:
    """Tags as they are called: by their beginning, with `!` kept, and apart where they are glued (`记者证+夜班编辑`)."""
    try:
        return [tag for name in names for tag in _tags(usable(asked), name.replace("：", ":").replace("！", "!"))]
    except RuleError:
        if asked.actor:
            raise
        raise RuleError("whose") from None  # the tag may well be on somebody's sheet


def _tags(known: tuple[str, ...], name: str) -> list[str]:
    bare, burnt = name.rstrip("!"), "!" * name.endswith("!")
    found = begins(bare, known)
    if found in known or ":" in bare:
        return [found + burnt]
    parts = [part for part in name.replace("＋", "+").split("+") if part]
    if len(parts) > 1:
        return [tag for part in parts for tag in _tags(known, part)]
    raise RuleError(
        "unknown_tag", clause="MST-PTG-1", tag=bare, hint=say("told.usable", tags=list(dict.fromkeys(known)))
    )


def invocation(asked: Asked) -> dict[str, Any]:
    """The invocation that a line names, as the fields of an input."""
    burning = [f"{name}!" for name in asked["burn"]]
    read = invocation_of(
        asked.state,
        asked.state.character(asked.actor),
        helping=tags_of(asked, (*asked["help"], *burning)),
        hindering=tags_of(asked, asked["hinder"]),
    )
    fields = ("help", "hinder", "burn", "status_help", "status_hinder")
    return {**{field: getattr(read, field) for field in fields}, "power": asked["power"]}
