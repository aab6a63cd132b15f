"""Buffs, reductions, shields and changes entered by hand, in the forms of the author's newer bot (`.buff .dr .rc`)."""

import re

from ludex.core.command import Arg, Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.systems.fet.commands.bot import typed
from ludex.systems.fet.commands.keeping import KINDS, buff_trait
from ludex.systems.fet.lasting import EVERY
from ludex.systems.fet.named import RESOURCES, changed_named, number_named, resource_named
from ludex.systems.fet.panels.lasting import burden_card, status_card
from ludex.systems.fet.rules.bot_text import normal
from ludex.systems.fet.rules.roster import need_character
from ludex.systems.fet.state import Character, State
from ludex.systems.fet.terms import BuffKind, WardKind

TEXT = (Arg("text", "rest", required=False, default=""),)
ADD = ("add", "加", "新")
DROP = ("del", "删", "移除", "rm")
ALL = ("all", "全部", "所有")
LIST = ("", "show", "list", "列表", "显示")
FORCE = ("f", "超上限")

BUFF_KINDS: dict[str, str] = {
    word: str(kind)
    for kind, words in {
        BuffKind.DIRECT_ADD: ("直接加算", "直接加", "直加", "da"),
        BuffKind.DIRECT_MULTIPLY: ("直接乘算", "直接乘", "直乘", "dm"),
        BuffKind.FINAL_ADD: ("最终加算", "最终加", "终加", "fa"),
        BuffKind.FINAL_MULTIPLY: ("最终乘算", "最终乘", "终乘", "fm"),
    }.items()
    for word in (*words, str(kind))
}
_TIME = re.compile(r"(\d+(?:\.\d+)?)t", re.ASCII)
_ACTS = re.compile(r"(\d+)(?:次|acts?)?", re.ASCII)


def words_of(asked: Asked) -> list[str]:
    """What follows the command, word by word, without `@who`."""
    return typed(asked).split()


def owner(asked: Asked) -> Character:
    """Whom a line is about, or a refusal."""
    if not asked.actor:
        raise RuleError("no_actor")
    return need_character(asked.state, asked.actor)


def audience(state: State, who: str) -> tuple[str, ...]:
    """Who may read what lies on somebody: everybody at the table; of an NPC, the GM."""
    return ("gm",) if need_character(state, who).npc else ("all",)


def duration(word: str) -> dict[str, object] | None:
    """`10t` of battle time, `3次` or `3` acts; None if it is no duration."""
    slim = normal(word).lower()
    if found := _TIME.fullmatch(slim):
        return {"time": number_named(found[1], "time")}
    found = _ACTS.fullmatch(slim)
    return {"acts": int(found[1][:9])} if found else None


def _durations(words: list[str]) -> tuple[dict[str, object], list[str]]:
    """The durations among these words, and the words that are none."""
    lasts: dict[str, object] = {}
    rest = []
    for word in words:
        found = duration(word)
        lasts.update(found or {})
        rest.extend([] if found else [word])
    return lasts, rest


def drop(asked: Asked, kind: str, which: list[str]) -> Do:
    """Take off by number or name, or all."""
    if not which:
        raise RuleError("bad_command", text=typed(asked))
    every = any(word.lower() in ALL for word in which)
    given = {"who": asked.actor, "kind": kind, "which": [] if every else which}
    return Do("take_off", given, audience(asked.state, asked.actor))


# .buff


def buff(asked: Asked) -> Do | Show:
    """`.buff add 狂怒 力量 直接乘算 50% 10t`; `.buff del 1`; `.buff` alone lists. `.增益 力量 乘 2 狂怒` stays a trait."""
    owner(asked)
    words = words_of(asked)
    head = words[0].lower() if words else ""
    if head in LIST:
        return Show(burden_card(asked.state, asked.actor, "buffs"))
    if head in DROP:
        return drop(asked, "buffs", words[1:])
    if len(words) in (3, 4) and words[1] in KINDS:
        return buff_trait(asked, words)
    words = words[1:] if head in ADD else words
    if len(words) not in (4, 5):
        raise RuleError("bad_command", text=typed(asked))
    name, of, kind, value, *lasting = words
    lasts, odd = _durations(lasting)
    if odd:
        raise RuleError("bad_duration", time=odd[0], acts="")
    given = {"who": asked.actor, "name": name, "of": changed_named(of), "kind": BUFF_KINDS.get(kind.lower(), kind)}
    return Do("add_buff", {**given, **_size(value), **lasts}, audience(asked.state, asked.actor))


def _size(value: str) -> dict[str, object]:
    """`20`, `20%`, or `20d`: percent of level x 10."""
    scaled = normal(value)[-1:].lower() == "d"
    return {"value": number_named(value[:-1] if scaled else value, "value"), "scaled": scaled}


# .dr


def reduce(asked: Asked) -> Do | Show:
    """`.dr add 甲胄 -hp 20% 物理 10t`; `+hp` is a bonus on gains; `20` flat, `24d` a defence; `.dr del 1`; `.dr` lists."""
    owner(asked)
    words = words_of(asked)
    head = words[0].lower() if words else ""
    if head in LIST:
        return Show(burden_card(asked.state, asked.actor, "wards"))
    if head in DROP:
        return drop(asked, "wards", words[1:])
    words = words[1:] if head in ADD else words
    if len(words) < 3:
        raise RuleError("bad_command", text=typed(asked))
    name, scope, value, *more = words
    lasts, sort = _durations(more)
    if len(sort) > 1:
        raise RuleError("bad_command", text=typed(asked))
    given = {"who": asked.actor, "name": name, **_scope(scope), **_strength(value), "type": "".join(sort)}
    return Do("add_ward", {**given, **lasts}, audience(asked.state, asked.actor))


def _scope(text: str) -> dict[str, object]:
    slim = normal(text)
    return {"gains": slim[:1] == "+", "resource": covered(slim.lstrip("+-"))}


def covered(text: str) -> str:
    """One resource, or both."""
    return EVERY if text.lower() in ALL else resource_named(text)


def _strength(value: str) -> dict[str, object]:
    last = normal(value)[-1:].lower()
    kind = WardKind.PERCENT if last == "%" else WardKind.DEFENCE if last == "d" else WardKind.FLAT
    return {"kind": str(kind), "value": number_named(value.rstrip("dDｄＤ"), "value")}


# .rc


def record(asked: Asked) -> Do | Show:
    """`.rc hp -20 物理`, `.rc mp +10% f`, `.rc s 30 hp 10t`, `.rc s del 1`, `.rc reset`; `.rc` alone shows."""
    owner(asked)
    words = words_of(asked)
    head = words[0].lower() if words else ""
    if head in LIST:
        return Show(status_card(asked.state, asked.actor))
    if head in ("reset", "重置"):
        return Do("set_back", {"who": asked.actor}, audience(asked.state, asked.actor))
    if head in ("s", "护盾", "盾"):
        return _shield(asked, words[1:])
    if head not in RESOURCES or len(words) < 2:
        raise RuleError("bad_command", text=typed(asked))
    return _change(asked, head, words[1:])


def _change(asked: Asked, head: str, words: list[str]) -> Do:
    force = any(word.lower() in FORCE for word in words)
    amount, *sort = [word for word in words if word.lower() not in FORCE] or [""]
    if len(sort) > 1:
        raise RuleError("bad_command", text=typed(asked))
    given = {
        "who": asked.actor,
        "resource": resource_named(head),
        "change": number_named(amount, "amount"),
        "percent": normal(amount).endswith("%"),
        "type": "".join(sort),
        "force": force,
    }
    return Do("enter_change", given, audience(asked.state, asked.actor))


def _shield(asked: Asked, words: list[str]) -> Do | Show:
    if not words:
        return Show(burden_card(asked.state, asked.actor, "shields"))
    if words[0].lower() in DROP:
        return drop(asked, "shields", words[1:])
    lasts, scope = _durations(words[1:])
    if len(scope) > 1:
        raise RuleError("bad_command", text=typed(asked))
    given = {"who": asked.actor, "left": number_named(words[0], "amount")}
    resource = covered(scope[0]) if scope else EVERY
    return Do("add_shield", {**given, "resource": resource, **lasts}, audience(asked.state, asked.actor))


COMMANDS = (
    Command(("增益", "buff"), buff, TEXT, example=".buff add 狂怒 力量 直接乘算 50% 10t", group="lasting"),
    Command(("减伤", "dr"), reduce, TEXT, example=".dr add 甲胄 -hp 20% 物理", group="lasting"),
    Command(("资源", "rc"), record, TEXT, example=".rc hp -12 物理", group="lasting"),
)
