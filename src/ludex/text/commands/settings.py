"""`.设置`: how this table is run, in words: trust, pace, numbers, and the options of the system."""

from typing import TypeVar, get_args

import msgspec

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.principals import GM
from ludex.core.say import Filling
from ludex.table.settings import (
    KINDS,
    Advice,
    Advised,
    ByHand,
    Numbers,
    Pace,
    Paced,
    SameDice,
    Setting,
    Shown,
    Thrown,
    Trust,
    Trusted,
)
from ludex.text.chat import Chat
from ludex.text.commands.seats import json_or_text
from ludex.text.reply import Reply

_SPELLED = {
    "信任": "trust",
    "节奏": "pace",
    "数值": "numbers",
    "撤回不换骰": "same_dice",
    "不换骰": "same_dice",
    "samedice": "same_dice",
    "开": "on",
    "关": "off",
    "true": "on",
    "false": "off",
    "手骰": "dice",
    "dice": "dice",
    "允许": "anyone",
    "可以": "anyone",
    "禁止": "gm",
    "不许": "gm",
    "主持人": "gm",
    "建议": "advice",
    "询问": "ask",
    "问": "ask",
    "放开": "open",
    "开放": "open",
    "公开": "open",
    "信任度": "trust",
    "严格": "strict",
    "流动": "flow",
    "自动": "flow",
    "逐步": "step",
    "手动": "step",
    "隐藏": "hidden",
    "不公开": "hidden",
    "档位": "bands",
    "难度": "difficulty",
    "情境": "circumstance",
    "环境": "circumstance",
    "角色卡": "sheet",
    "故事": "story",
}
"""How people say it in Chinese."""


T = TypeVar("T")


def _key(said: str) -> str:
    return _SPELLED.get(said.strip(), folded(said))


async def settle_words(chat: Chat, key: str, value: str) -> None:
    """Change a setting as it was said: `trust open`, `trust sheet ask`, `pace step`, `numbers open`, `same_dice off`, or an option's name and value."""
    if found := _settings(_key(key), [_key(word) for word in value.replace("=", " ").split()]):
        async with chat.table.together():
            for setting in found:
                await chat.table.settle(chat.seat, setting)
        return
    if key.partition(".")[0] not in _options(chat):
        known = [*(chat.words(f"settings.{one}") for one in ("trust", "pace", "numbers", "dice"))]
        known += [chat.words.option(name) for name in _options(chat)]
        raise RuleError("not_among", arg="setting", value=key[:40], among=known)
    do = Do("ludex.amend", {"path": f"options.{key}", "value": json_or_text(value)}, (GM,))
    await chat.desk.run(do, line=f".设置 {key} {value}")


def is_setting(chat: Chat, said: str) -> bool:
    """Whether a setting of every table, or an option of this one's system, is called so."""
    options = (spelled for name in _options(chat) for spelled in (folded(name), folded(chat.words.option(name))))
    return _key(said) in ("trust", "pace", "numbers") or folded(said) in options


def _settings(key: str, words: list[str]) -> list[Setting]:
    """The settings that somebody means; none if it is no setting of every table."""
    name, _, kind = key.partition(".")
    match name, words:
        case "trust", [trust]:
            return [Trusted(_among(kind, KINDS) if kind else "", _among(trust, get_args(Trust)))]
        case "trust", [one, trust]:
            return [Trusted(_among(one, KINDS), _among(trust, get_args(Trust)))]
        case "pace", [pace]:
            return [Paced(_among(pace, get_args(Pace)))]
        case "numbers", [numbers]:
            return [Shown(_among(numbers, get_args(Numbers)))]
        case "same_dice", [whether]:
            return [SameDice(_among(whether, ("on", "off")) == "on")]
        case "dice", [who]:
            meant = {"on": "anyone", "off": "gm"}.get(who, who)
            return [Thrown(_among(meant, get_args(ByHand)))]
        case "advice", [advice]:
            return [Advised(_among(advice, get_args(Advice)))]
    return []


def _among(word: str, known: tuple[T, ...]) -> T:
    found = next((one for one in known if one == word), None)
    if found is None:
        raise RuleError("not_among", arg="value", value=word[:40], among=list(map(str, known)))
    return found


async def tune(chat: Chat, rest: str) -> Reply:
    """`.设置 信任 询问`, `.设置 节奏 逐步`: how this table is run; alone it shows how it is."""
    key, value = _spoken(chat, rest)
    if not value:
        return Reply(_shown(chat))
    await settle_words(chat, key, value)
    return Reply(_shown(chat), chat.desk.last, private=False)


def _shown(chat: Chat) -> str:
    settings, words = chat.table.memory.settings, chat.words
    now = {kind: settings.trusts(kind, "") for kind in KINDS}
    trust = [f"{words(f'settings.{kind}')} {words(f'settings.{how}')}" for kind, how in now.items()]
    lines = [
        f"{words('settings.trust')}{words('common.colon')}{words('common.comma').join(trust)}",
        f"{words('settings.pace')}{words('common.colon')}{words(f'settings.{settings.pace}')}",
        f"{words('settings.numbers')}{words('common.colon')}{words(f'settings.{settings.numbers}')}",
        f"{words('settings.same_dice')}{words('common.colon')}{words('settings.on' if settings.same_dice else 'settings.off')}",
        f"{words('settings.dice')}{words('common.colon')}{words(f'settings.{settings.by_hand}')}",
        f"{words('settings.advice')}{words('common.colon')}{words(f'settings.advice_{settings.advice}')}",
    ]
    lines += [f"{words.option(n)}{words('common.colon')}{words.option(n, v)}" for n, v in _options(chat).items()]
    return "\n".join(lines)


def _options(chat: Chat) -> dict[str, Filling]:
    """The options of this table's system as they are now."""
    found: dict[str, Filling] = msgspec.to_builtins(getattr(chat.table.memory.state, "options", {}))
    return found


def _spoken(chat: Chat, rest: str) -> tuple[str, str]:
    """An option and its value as somebody says them: the option by its id or by what it is called, the value too."""
    words, said = chat.words, folded(rest)
    called = [(spelled, name) for name in _options(chat) for spelled in (folded(name), *_titles(words.option(name)))]
    whole = (one for one in called if said.startswith(one[0]) and not said[len(one[0]) :][:1].isalpha())
    found = max(whole, key=lambda one: len(one[0]), default=("", ""))
    if not found[1]:
        key, _, value = rest.strip().partition(" ")
        return key, value.strip()
    return found[1], _meant_value(chat, found[1], rest.strip()[len(found[0]) :].strip(" =:："))


def _titles(title: str) -> tuple[str, str]:
    """What an option is called, whole and without what stands in brackets behind it."""
    return folded(title), folded(title.partition("（")[0].partition(" (")[0])


def _meant_value(chat: Chat, option: str, said: str) -> str:
    """The value of an option that words mean: its id, what it is called or the one of whose name they are a part, `开` and `关`; refused are
    words that mean none of those that there are."""
    called = {k: v for k, v in chat.words.under(f"options.{option}.").items() if k not in ("title", "clause", "help")}
    shown = {folded(chat.words.option(option, one)): str(one).lower() for one in (True, False)}
    switched = {"on": "true", "off": "false", **shown}.get(_key(said), "")
    if switched in called or (switched and isinstance(_options(chat)[option], bool)):
        return switched
    if not said or not called or said in called:
        return said
    alike = [one for one, name in called.items() if folded(said) in folded(name)]
    same = [one for one in alike if folded(called[one]) == folded(said)]
    if len(found := same or alike) != 1:
        raise RuleError("not_among", arg="value", value=said[:40], among=list(called.values()))
    return found[0]
