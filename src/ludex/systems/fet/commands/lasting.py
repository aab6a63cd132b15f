"""Buffs, reductions, shields, changes by hand and standing effects, in the forms of the author's newer bot (`.buff .dr .rc`)."""

import re

from ludex.core.deeds import Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.systems.fet.commands.keeping import KINDS, buff_trait
from ludex.systems.fet.commands.reading import (
    ADD,
    ALL,
    DROP,
    FORCE,
    LIST,
    RESOURCE_WORDS,
    TEXT,
    anybody_named,
    changed_of,
    check_actor,
    durations,
    normal,
    number_in,
    resource_of,
    unreadable,
    words_of,
)
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.rules.roster import check_bearer
from ludex.systems.fet.state import Bearer
from ludex.systems.fet.terms import EVERY, BuffKind, Effect, WardKind
from ludex.systems.fet.views.cards import burden_card, status_card

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


def owner(asked: Asked) -> Bearer:
    """Whom a line is about (a character, or a fighter without a sheet), or a refusal."""
    return check_bearer(asked.state, check_actor(asked))


def drop(asked: Asked, kind: str, which: list[str]) -> Do:
    """Take off by number or name, or all."""
    if not which:
        raise unreadable(asked)
    every = any(word.lower() in ALL for word in which)
    given = {"who": asked.actor, "kind": kind, "which": [] if every else which}
    return Do("take_off", given, heard_by(asked.state, asked.actor))


# .buff


def buff(asked: Asked) -> Do | Show:
    """`.buff add 狂怒 力量 直接乘算 50% 10t`; `.buff del 1`; `.buff` lists, `.buff show 力量` those on one. `.增益 力量 乘 2 狂怒` stays a trait."""
    owner(asked)
    words = words_of(asked)
    head = words[0].lower() if words else ""
    if head in LIST:
        of = changed_of(words[1]) if len(words) > 1 else ""
        return Show(burden_card(asked.state, asked.actor, "buffs", of=of))
    if head in DROP:
        return drop(asked, "buffs", words[1:])
    if len(words) in (3, 4) and words[1] in KINDS:
        return buff_trait(asked, words)
    words = words[1:] if head in ADD else words
    if len(words) not in (4, 5):
        raise unreadable(asked)
    name, of, kind, value, *lasting = words
    lasts, odd = durations(lasting)
    if odd:
        raise RuleError("bad_duration", time=odd[0], acts="")
    given = {"who": asked.actor, "name": name, "of": changed_of(of), "kind": BUFF_KINDS.get(kind.lower(), kind)}
    return Do("add_buff", {**given, **_size(value), **lasts}, heard_by(asked.state, asked.actor))


def _size(value: str) -> dict[str, object]:
    """`20`, `20%`, or `20d`: percent of level x 10."""
    scaled = normal(value)[-1:].lower() == "d"
    return {"value": number_in(value[:-1] if scaled else value, "value"), "scaled": scaled}


# .dr


def reduce(asked: Asked) -> Do | Show:
    """`.dr add 甲胄 -hp 20% 物理 10t`; `+hp` is a bonus on gains; `20` flat, `24d` a defence; `.dr del 1`; `.dr`, `.dr hp` list."""
    owner(asked)
    words = words_of(asked)
    head = words[0].lower() if words else ""
    if head in LIST or (len(words) == 1 and normal(head).lstrip("+-") in (*RESOURCE_WORDS, *ALL)):
        of = covered(normal(head).lstrip("+-")) if head not in LIST else ""
        return Show(burden_card(asked.state, asked.actor, "wards", of=of))
    if head in DROP:
        return drop(asked, "wards", words[1:])
    words = words[1:] if head in ADD else words
    if len(words) < 3:
        raise unreadable(asked)
    name, scope, value, *more = words
    lasts, sort = durations(more)
    if len(sort) > 1:
        raise unreadable(asked)
    given = {"who": asked.actor, "name": name, **_scope(scope), **_strength(value), "type": "".join(sort)}
    return Do("add_ward", {**given, **lasts}, heard_by(asked.state, asked.actor))


def _scope(text: str) -> dict[str, object]:
    slim = normal(text)
    return {"gains": slim[:1] == "+", "resource": covered(slim.lstrip("+-"))}


def covered(text: str) -> str:
    """One resource (also by the damage that eats it), or both."""
    return EVERY if text.lower() in ALL else resource_of(EATEN.get(text, text))


EATEN = {"物理": "体力", "精神": "意志"}
"""FET-STA-2: physical damage is stamina's, mental damage the will's."""


def _strength(value: str) -> dict[str, object]:
    last = normal(value)[-1:].lower()
    kind = WardKind.PERCENT if last == "%" else WardKind.DEFENCE if last == "d" else WardKind.FLAT
    return {"kind": str(kind), "value": number_in(value.rstrip("dDｄＤ"), "value")}


# .rc


def record(asked: Asked) -> Do | Show:
    """`.rc hp -20 物理`, `.rc mp +30 5t`, `.rc mp +10% f`, `.rc s 30 hp 10t`, `.rc s del 1`, `.rc reset`; `.rc` shows."""
    owner(asked)
    words = words_of(asked)
    head = words[0].lower() if words else ""
    if head in LIST:
        return Show(status_card(asked.state, asked.actor))
    if head in ("reset", "重置"):
        return Do("set_back", {"who": asked.actor}, heard_by(asked.state, asked.actor))
    if head in ("s", "护盾", "盾"):
        return _shield(asked, words[1:])
    if head in DROP:
        return drop(asked, "passing", words[1:])
    if head not in RESOURCE_WORDS or len(words) < 2:
        raise unreadable(asked)
    return _change(asked, head, words[1:])


def _change(asked: Asked, head: str, words: list[str]) -> Do:
    force = any(word.lower() in FORCE for word in words)
    amount, *more = [word for word in words if word.lower() not in FORCE] or [""]
    lasts, sort = durations(more)
    if len(sort) > 1:
        raise unreadable(asked)
    given = {
        "who": asked.actor,
        "resource": resource_of(head),
        "change": number_in(amount, "amount"),
        "percent": normal(amount).endswith("%"),
        "type": "".join(sort),
        "force": force,
        **lasts,
    }
    return Do("enter_change", given, heard_by(asked.state, asked.actor))


def _shield(asked: Asked, words: list[str]) -> Do | Show:
    if not words:
        return Show(burden_card(asked.state, asked.actor, "shields"))
    if words[0].lower() in DROP:
        return drop(asked, "shields", words[1:])
    lasts, scope = durations(words[1:])
    if len(scope) > 1:
        raise unreadable(asked)
    given = {"who": asked.actor, "left": number_in(words[0], "amount")}
    resource = covered(scope[0]) if scope else EVERY
    return Do("add_shield", {**given, "resource": resource, **lasts}, heard_by(asked.state, asked.actor))


# .fx

EFFECT_KINDS: dict[str, Effect] = {
    "反伤": Effect.RETALIATE,
    "反击": Effect.RETALIATE,
    "减伤": Effect.REDUCE,
    "护身": Effect.GUARD,
    "增伤": Effect.EMPOWER,
    "召唤": Effect.SUMMON,
    "伤害": Effect.DAMAGE,
    "易伤": Effect.VULNERABLE,
    "虚弱": Effect.WEAKEN,
    **{str(effect): effect for effect in Effect},
}
_USES = re.compile(r"[x×*](\d{1,6})", re.ASCII)


def standing(asked: Asked) -> Do | Show:
    """`.fx` lists, `.fx 1` uses it, `.fx 1 打手` on somebody, `.fx 1 -30` changes it, `.fx add 荆棘 反伤 20 x3 10t`, `.fx del 1`."""
    owner(asked)
    words = words_of(asked)
    head = words[0].lower() if words else ""
    if head in LIST:
        return Show(burden_card(asked.state, asked.actor, "standing"))
    if head in DROP:
        return drop(asked, "standing", words[1:])
    if head in ADD:
        return _stand(asked, words[1:])
    given: dict[str, object] = {"who": asked.actor, "which": words[0]}
    if len(words) > 2:
        raise unreadable(asked)
    if len(words) == 2:
        signed = normal(words[1])[:1] in ("+", "-")
        given["change" if signed else "target"] = (
            number_in(words[1], "amount") if signed else anybody_named(asked.state, words[1])
        )
    return Do("use_standing", given, heard_by(asked.state, asked.actor))


def _stand(asked: Asked, words: list[str]) -> Do:
    if len(words) < 3:
        raise unreadable(asked)
    name, kind, amount, *more = words
    lasts, rest = durations(more)
    uses = [found for word in rest if (found := _USES.fullmatch(normal(word).lower()))]
    if len(uses) != len(rest) or len(uses) > 1:
        raise unreadable(asked)
    given: dict[str, object] = {"who": asked.actor, "name": name, "kind": str(EFFECT_KINDS.get(kind, kind))}
    given.update({"amount": number_in(amount, "amount"), "uses": int(uses[0][1]) if uses else None, **lasts})
    return Do("add_standing", given, heard_by(asked.state, asked.actor))


COMMANDS = (
    Command(("增益", "buff"), buff, TEXT, example=".buff add 狂怒 力量 直接乘算 50% 10t", group="lasting"),
    Command(("减伤", "dr"), reduce, TEXT, example=".dr add 甲胄 -hp 20% 物理", group="lasting"),
    Command(("资源", "rc"), record, TEXT, example=".rc hp -12 物理", group="lasting"),
    Command(("效果", "fx"), standing, TEXT, example=".效果 add 荆棘 反伤 20 x3 10t", group="lasting"),
)
