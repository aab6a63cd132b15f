"""How typed words become what procedures take: names found by their beginning, `name=number` pairs, words for terms."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

from ludex.core.command import Arg, Asked
from ludex.core.errors import RuleError
from ludex.systems.mist.sheet import Character
from ludex.systems.mist.state import State
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
    Arg("help", "list", keys=("+", "帮助"), keyed=True, required=False),
    Arg("hinder", "list", keys=("-", "阻碍"), keyed=True, required=False),
    Arg("burn", "list", keys=("燃", "燃尽", "burn"), keyed=True, required=False),
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
        raise RuleError("bad_argument", arg="name=number", value=word[:40], kind="int")
    return name, int(number)


def invocation(asked: Asked) -> dict[str, Any]:
    """The invocation that a line names, with statuses told from tags by what there is."""
    character = asked.state.character(asked.actor)
    helping, burns = _marked(asked["help"])
    hindering, _ = _marked(asked["hinder"])
    burns = [*burns, *(name for name in asked["burn"] if name not in burns)]
    helping = [*helping, *(name for name in burns if name not in helping and name not in hindering)]
    read: dict[str, Any] = {"burn": burns, "power": asked["power"]}
    for side, names in (("help", helping), ("hinder", hindering)):
        statuses = [name for name in names if _is_status(asked.state, character, name)]
        read |= {side: [name for name in names if name not in statuses], f"status_{side}": statuses}
    return read


def _marked(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The bare names, and those of them that are to be burnt."""
    bare = [name.rstrip("!！") for name in names]
    return bare, [one for one, name in zip(bare, names, strict=True) if one != name]


def _is_status(state: State, character: Character | None, name: str) -> bool:
    """Whether a name is a status: `holder:name` of somebody there, or one of the actor's own that is no tag."""
    whose, colon, _ = name.replace("：", ":").partition(":")
    if colon:
        return state.holder(whose) is not None
    tags = [t for theme in (character.themes if character else ()) for t in (*theme.power_tags, *theme.weakness)]
    return character is not None and name not in tags and any(s.name == name for s in character.statuses)
