"""`.设置`: how this table is run, in words: trust, pace, numbers, and the options of the system."""

from typing import TypeVar, get_args

import msgspec

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.principals import GM
from ludex.core.say import Filling
from ludex.table.settings import KINDS, Numbers, Pace, Paced, Setting, Shown, Trust, Trusted
from ludex.text.chat import Chat
from ludex.text.hosting import json_or_text
from ludex.text.reply import Reply

_SPELLED = {
    "信任": "trust",
    "节奏": "pace",
    "数值": "numbers",
    "询问": "ask",
    "问": "ask",
    "放开": "open",
    "开放": "open",
    "严格": "strict",
    "流动": "flow",
    "自动": "flow",
    "逐步": "step",
    "隐藏": "hidden",
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
    """Change a setting as it was said: `trust open`, `trust sheet ask`, `pace step`, `numbers open`, or an option's name and value."""
    if found := _settings(_key(key), [_key(word) for word in value.replace("=", " ").split()]):
        async with chat.table.together():
            for setting in found:
                await chat.table.settle(chat.seat, setting)
        return
    do = Do("ludex.amend", {"path": f"options.{key}", "value": json_or_text(value)}, (GM,))
    await chat.desk.run(do, line=f".设置 {key} {value}")


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
    called = [(spelled, name) for name in _options(chat) for spelled in (folded(name), folded(words.option(name)))]
    found = max((one for one in called if said.startswith(one[0])), key=lambda one: len(one[0]), default=("", ""))
    if not found[1]:
        key, _, value = rest.strip().partition(" ")
        return key, value.strip()
    value = rest.strip()[len(found[0]) :].strip(" =:：")
    values = words.under(f"options.{found[1]}.")
    return found[1], next((one for one, spelled in values.items() if folded(spelled) == folded(value)), value)
