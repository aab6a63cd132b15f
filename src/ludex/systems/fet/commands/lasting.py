"""Buffs, reductions, shields, changes by hand and standing effects, in the forms of the author's newer bot (`.buff .dr .rc .fx`)."""

import re
from collections.abc import Callable

from ludex.core.deeds import REST, Asked, Command, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.core.plain import Written
from ludex.core.rule import rule
from ludex.systems.fet.commands.bot import told_own
from ludex.systems.fet.commands.keeping import buff_trait
from ludex.systems.fet.commands.naming import anybody_in, check_actor
from ludex.systems.fet.commands.offers import CIRCUMSTANCE
from ludex.systems.fet.commands.owned import change_word, lasting_word
from ludex.systems.fet.commands.reading import (
    ADD,
    ALL,
    DROP,
    FORCE,
    LIST,
    changed_of,
    durations,
    number_in,
    resource_of,
    unreadable,
    words_of,
)
from ludex.systems.fet.commands.weighing import with_fate
from ludex.systems.fet.rules.burdens import not_there, words_for
from ludex.systems.fet.rules.roster import check_bearer
from ludex.systems.fet.terms import EVERY, BuffKind, Change, Effect, Resource, WardKind


def _said(asked: Asked) -> tuple[str, list[str]]:
    """The first word in small letters, and all of them; about somebody who is there."""
    check_bearer(asked.state, check_actor(asked))
    words = words_of(asked)
    return (words[0].lower() if words else ""), words


def _drop(asked: Asked, kind: str, which: list[str]) -> Do:
    """Take off by number or name, or all."""
    if not which:
        raise unreadable(asked)
    return told_own(asked, "take_off", kind=kind, which=_meant(asked, kind, which))


@rule("FET-LIV-43")
def _meant(asked: Asked, kind: str, which: list[str]) -> list[str]:
    """What numbers, names or «all» mean in the list as this seat sees it, which lacks what stands against the unseen: each by its own word."""
    lying = getattr(check_bearer(asked.state, asked.actor).burden, kind)
    every = any(word.lower() in ALL for word in which)
    found = [words[-1] for words in words_for(lying) if every or set(which).intersection(words)]
    if not found:
        raise not_there(lying, which)
    return found


def _lying(asked: Asked, kind: str, of: str = "") -> Show:
    return Show("burden", {"who": asked.actor, "kind": kind, "of": of})


# .buff


def buff(asked: Asked) -> Do | Show:
    """`.buff add 狂怒 力量 直接乘算 50% 10t`; `.buff del 1`; `.buff` lists, `.buff show 力量` those on one. `.增益 力量 乘 2 狂怒` stays a trait."""
    head, words = _said(asked)
    if head in LIST:
        return _lying(asked, "buffs", changed_of(words[1]) if len(words) > 1 else "")
    if head in DROP:
        return _drop(asked, "buffs", words[1:])
    if len(words) in (3, 4) and Change.holds(words[1]):
        return buff_trait(asked, words)
    words = words[1:] if head in ADD else words
    if len(words) not in (4, 5):
        raise unreadable(asked)
    name, of, how, value, *lasting = words
    if BuffKind.holds(value) and not BuffKind.holds(how):  # FET-LIV-60: the later bot says how much before how
        how, value = value, how
    lasts, odd = durations(lasting)
    if odd:
        raise RuleError("bad_duration", time=odd[0], acts="")
    kind = str(BuffKind.read(how)) if BuffKind.holds(how) else how
    return told_own(asked, "add_buff", name=name, of=changed_of(of), kind=kind, **_size(value), **lasts)


def _size(value: str) -> dict[str, Written]:
    """`20`, `20%`, or `20d`: percent of level x 10."""
    scaled = narrow(value)[-1:].lower() == "d"
    return {"value": number_in(value[:-1] if scaled else value, "value"), "scaled": scaled}


# .dr


def reduce(asked: Asked) -> Do | Show:
    """`.dr add 甲胄 -hp 20% 物理 10t`; `+hp` is a bonus on gains; `20` flat, `24d` a defence; `.dr del 1`; `.dr`, `.dr hp` list."""
    head, words = _said(asked)
    scope = narrow(head).lstrip("+-")
    if head in LIST or (len(words) == 1 and (Resource.holds(scope) or scope in ALL)):
        return _lying(asked, "wards", "" if head in LIST else covered(scope))
    if head in DROP:
        return _drop(asked, "wards", words[1:])
    words = words[1:] if head in ADD else words
    if len(words) < 3:
        raise unreadable(asked)
    name, scope, value, *more = words
    lasts, sort = _lasting(asked, more)
    return told_own(asked, "add_ward", name=name, **_scope(scope), **_strength(value), type=sort, **lasts)


def _lasting(asked: Asked, words: list[str]) -> tuple[dict[str, Written], str]:
    """Durations, and the one other word that may stand among them."""
    lasts, rest = durations(words)
    if len(rest) > 1:
        raise unreadable(asked)
    return lasts, "".join(rest)


def _scope(text: str) -> dict[str, Written]:
    slim = narrow(text)
    return {"gains": slim[:1] == "+", "resource": covered(slim.lstrip("+-"))}


def covered(text: str) -> str:
    """One resource (also by the damage that eats it), or both."""
    return EVERY if text.lower() in ALL else resource_of(EATEN.get(text, text))


EATEN = {"物理": "体力", "精神": "意志"}
"""FET-STA-2: physical damage is stamina's, mental damage the will's."""


def _strength(value: str) -> dict[str, Written]:
    slim = narrow(value)
    kind = {"%": WardKind.PERCENT, "d": WardKind.DEFENCE}.get(slim[-1:].lower(), WardKind.FLAT)
    return {"kind": kind, "value": number_in(slim.rstrip("dD"), "value")}


# .rc


def record(asked: Asked) -> Do | Show:
    """`.rc hp -20 物理`, `.rc mp +30 5t`, `.rc mp +10% f`, `.rc s 30 hp 10t`, `.rc s del 1`, `.rc reset`; `.rc` shows."""
    head, words = _said(asked)
    if head in LIST:
        return Show("status", {"who": asked.actor})
    if head in ("reset", "重置"):
        return told_own(asked, "set_back")
    if head in ("s", "护盾", "盾"):
        return _shield(asked, words[1:])
    if head in DROP:
        return _drop(asked, "passing", words[1:])
    if not Resource.holds(head) or len(words) < 2:
        raise unreadable(asked)
    return _change(asked, resource_of(head), words[1:])


def _change(asked: Asked, resource: str, words: list[str]) -> Do:
    force = any(word.lower() in FORCE for word in words)
    amount, *more = [word for word in words if word.lower() not in FORCE] or [""]
    lasts, sort = _lasting(asked, more)
    size = {"change": number_in(amount, "amount"), "percent": narrow(amount).endswith("%")}
    change = told_own(asked, "enter_change", resource=resource, **size, type=sort, force=force, **lasts)
    return with_fate(asked.state, change)


def _shield(asked: Asked, words: list[str]) -> Do | Show:
    if not words:
        return _lying(asked, "shields")
    if words[0].lower() in DROP:
        return _drop(asked, "shields", words[1:])
    lasts, scope = _lasting(asked, words[1:])
    left = number_in(words[0], "amount")
    return told_own(asked, "add_shield", left=left, resource=covered(scope) if scope else EVERY, **lasts)


# .fx

_USES = re.compile(r"[x×*](\d{1,6})", re.ASCII)


def standing(asked: Asked) -> Do | Show:
    """`.fx` lists, `.fx 1` uses it, `.fx 1 打手` on somebody, `.fx 1 -30` changes it, `.fx add 荆棘 反伤 20 x3 10t`, `.fx del 1`."""
    head, words = _said(asked)
    if head in LIST:
        return _lying(asked, "standing")
    if head in DROP:
        return _drop(asked, "standing", words[1:])
    if head in ADD:
        return _stand(asked, words[1:])
    if len(words) > 2:
        raise unreadable(asked)
    which = _meant(asked, "standing", words[:1])[0]
    if len(words) == 1:
        return told_own(asked, "use_standing", which=which)
    if narrow(words[1])[:1] in ("+", "-"):
        return told_own(asked, "use_standing", which=which, change=number_in(words[1], "amount"))
    return told_own(asked, "use_standing", which=which, target=anybody_in(asked.state, words[1]))


def _stand(asked: Asked, words: list[str]) -> Do:
    if len(words) < 3:
        raise unreadable(asked)
    name, kind, amount, *more = words
    lasts, rest = durations(more)
    uses = [found for word in rest if (found := _USES.fullmatch(narrow(word).lower()))]
    if len(uses) != len(rest) or len(uses) > 1:
        raise unreadable(asked)
    effect = str(Effect.read(kind)) if Effect.holds(kind) else kind
    size = {"amount": number_in(amount, "amount"), "uses": int(uses[0][1]) if uses else None}
    return told_own(asked, "add_standing", name=name, kind=effect, **size, **lasts)


def _fields(*names: str) -> tuple[Field, ...]:
    """Fields by place, each of which may be left out: what they mean depends on the first."""
    placed = (Field(name, required=False, default="") for name in ("verb", *names))
    return (*placed, Field("more", REST, required=False, default=""))


Word = Callable[[Asked, tuple[str, ...]], tuple[str, ...]]
"""Which kinds of the GM's word a line needs."""

_BUFF = _fields("name", "attribute", "kind", "amount", "lasts")
_WARD = _fields("name", "scope", "amount", "lasts")
_CHANGE = _fields("amount", "scope", "lasts")
_EFFECT = _fields("name", "effect", "amount", "uses", "lasts")


def _lying_on(
    names: tuple[str, ...], run: Callable[[Asked], Do | Show], args: tuple[Field, ...], example: str, word: Word
) -> Command:
    return Command(names, run, args, example=example, group="lasting", owner=CIRCUMSTANCE, word=word)


COMMANDS = (
    _lying_on(("增益", "buff"), buff, _BUFF, ".buff add 狂怒 力量 直接乘算 50% 10t", lasting_word),
    _lying_on(("减伤", "dr"), reduce, _WARD, ".dr add 甲胄 -hp 20% 物理", lasting_word),
    _lying_on(("资源", "rc"), record, _CHANGE, ".rc hp -12 物理", change_word),
    _lying_on(("效果", "fx"), standing, _EFFECT, ".效果 add 荆棘 反伤 20 x3 10t", lasting_word),
)
