"""Cards as lines (FET-LIV-52): as the book prints them, and in a row of words. Nothing here judges a card.

`智力相关，侵蚀：眩晕目标 | 前摇 1；效果：控制 1 目标 抵抗意志` is a skill; `嗅觉灵敏：闻得到血` is a trait. Keys in either language are `content`.
"""

import re
from collections.abc import Mapping

from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.core.packs import pasted_json
from ludex.core.plain import Plain, list_in, table_in
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.content import TRIGGERS, Card, in_keys, part_value
from ludex.systems.fet.terms import Aim, Attribute, EffectSort, Event, OtherStep, Resource, WeaponType, typed_number

_SKILL_LINE = re.compile(r"(.+?)相关[，,\s]*([^：:]+)[：:](.+)", re.S)
_PLAIN_LINE = re.compile(r"([^,，：:|]+?)\s*[,，]\s*([^：:]+)[：:](.+)", re.S)
_BRACKETED = re.compile(r"([^（(：:|]+?)\s*[（(]\s*([^）)]+?)(?:相关)?\s*[）)]\s*[：:](.+)", re.S)
_NAMED_LINE = re.compile(r"([^：:]+)[：:](.+)", re.S)


def _plain_line(said: str) -> re.Match[str] | None:
    """A skill whose attribute stands there without 相关: `智力，侵蚀：眩晕目标`, `intelligence, erosion: stuns`."""
    found = _PLAIN_LINE.fullmatch(said)
    return found if found and (found[1].isascii() or Attribute.holds(found[1])) else None


def _with_attribute(said: str) -> tuple[str, str, str] | None:
    """The attribute, the name and the words of a skill as it is written: `智力相关，侵蚀：眩晕`, `侵蚀（智力）：眩晕`."""
    other = _BRACKETED.fullmatch(said)
    if other and Attribute.holds(other[2]):
        return other[2], other[1].strip(), other[3].strip()
    found = _SKILL_LINE.fullmatch(said) or _plain_line(said)
    return (found[1].strip(), found[2].strip(), found[3].strip()) if found else None


def as_data(text: str) -> Plain | str:
    """What somebody has pasted: JSON where it looks like it, else a name or a line."""
    text = text.strip()
    if not text.startswith("{"):
        return text
    try:
        found: Plain = pasted_json(text)
    except ValueError as error:
        raise RuleError("bad_json", problem=str(error)) from None
    return found


_FIGURE = re.compile(r"([^\d:=.+%]+)[:=]?\+?(\d+(?:\.\d+)?)%?")
_APART = re.compile(r"(?<=[^\d\s,，、：:;；])[\s:：]+(?=\+?\d)")
"""Between a figure's name and its number."""


def _weapon_line(said: str) -> Card | None:
    """A weapon in a line: `长矛 近战 伤害15 射程3 负重20 备注 不可恢复`, `近战，铁管：伤害 10%，负重 15`, or field by field as `.做武器` has it
    (`名称:激光枪,类型:火力,伤害:20`); None if it is none."""
    figures, words, note = _figures(said)
    types = [WeaponType.said(word) for word in words if WeaponType.holds(word)]
    names = [word for word in words if not WeaponType.holds(word) and word.lower() not in LABELS]
    if len(types) != 1 or len(names) != 1:
        return None
    return in_keys("weapon", {"name": names[0], "type": types[0], **figures, **note})


LABELS = ("名称", "名字", "类型", "name", "type")
"""Words that may stand before a weapon's name and its type."""


def _figures(said: str) -> tuple[Card, list[str], Card]:
    said, *note = re.split(r"[\s,，]+(?:备注|note\b)[\s:：]*", said, maxsplit=1)
    words = [word for word in re.split(r"[\s,，、：:;；]+", _APART.sub("", said)) if word]
    found = {word: figure for word in words if (figure := _FIGURE.fullmatch(narrow(word)))}
    row: Card = {figure[1]: typed_number(figure[2]) for figure in found.values()}
    return row, [word for word in words if word not in found], {"note": note[0]} if note else {}


@rule("FET-LIV-15")
def amended(kind: str, card: Card, text: str) -> Card | None:
    """A card with what the GM has changed in it alone: figures of a weapon (`伤害40`), pieces of a machine part (`前摇 2；效果：伤害 1 目标`)."""
    if kind == "weapon":
        figures, words, note = _figures(text)
        return None if words or not (figures or note) else {**card, **in_keys(kind, {**figures, **note})}
    pieces: Card = {}
    for part in re.split(r"[；;]", text.removeprefix("|")):
        if part.split()[:1] and not part.strip().startswith(_PIECES):
            return None
        _machine(pieces, part.strip())
    return {**card, **(_of_trait(pieces) if kind == "trait" else pieces)}


@rule("FET-LAW-11", "FET-LIV-15", "FET-LIV-52")
def printed(kind: str, text: str) -> Card:
    """A card as the book prints it, and behind a `|` what the machine is to do."""
    said, _, machine = text.replace("｜", "|").partition("|")
    said = said.strip()
    if kind == "skill" and (written := _with_attribute(said)):
        card: Card = {"name": written[1], "attribute": Attribute.said(written[0]), "text": written[2]}
    elif kind == "trait" and (found := _NAMED_LINE.fullmatch(said)):
        card = {"name": found[1].strip(), "text": found[2].strip()}
    elif kind == "weapon" and not machine and (row := _weapon_line(said)):
        card = row
    else:
        raise RuleError("bad_card", clause="FET-LIV-52", text=text[:40], form=say(f"told.form_{kind}"))
    for part in re.split(r"[；;]", machine):
        if part.strip():
            _machine(card, part.strip())
    return _of_trait(card) if kind == "trait" else card


def _of_trait(card: Card) -> Card:
    """A trait has no impact: its effects have amounts, and its condition needs no trigger (FET-LAW-9)."""
    rows = [
        {"amount" if k == "share" else k: v for k, v in table_in(row).items()} for row in list_in(card.get("effects"))
    ]
    return {k: v for k, v in card.items() if k not in ("trigger", "effects")} | ({"effects": rows} if rows else {})


@rule("FET-LIV-15", "FET-LIV-52")
def in_a_row(text: str) -> Card | None:
    """A skill in a row of words: `侵蚀 智力 控制 1 目标 抵抗=意志 前摇=1 代价=1 付=体力 事件=受到伤害`; None where the line is no such row."""
    words = [word.strip('"“”') for word in _WORD.findall(text)]
    if len(words) < 3 or not Attribute.holds(words[1]) or not EffectSort.holds(words[2]):
        return None
    pairs = [(word.partition("=")[0], word) for word in words[3:]]
    keyed = {BUILT[key]: word.partition("=")[2] for key, word in pairs if key in BUILT and "=" in word}
    effect, left = _aimed(words[2], [word for key, word in pairs if key not in BUILT or "=" not in word])
    effect |= {key: part_value(key, keyed[key]) for key in ("resource", "resist") if key in keyed}
    effect |= {"times": _number(keyed["times"])} if "times" in keyed else {}
    card: Card = {"name": words[0], "attribute": Attribute.said(words[1]), "text": left, "effects": [effect]}
    return {**card, **_paid(keyed)}


def _aimed(kind: str, words: list[str]) -> tuple[Card, str]:
    """An effect with its share and its target, and the words behind them."""
    effect: Card = {"kind": part_value("kind", kind), "share": 1, "target": str(Aim.ONE)}
    if words and (share := typed_number(words[0])) is not None:
        effect["share"], words = share, words[1:]
    if words and Aim.holds(words[0]):
        effect["target"], words = Aim.said(words[0]), words[1:]
    return effect, " ".join(words)


def _paid(keyed: Mapping[str, str]) -> Card:
    """What a skill costs in time and otherwise, and the moment that it waits for."""
    found: Card = {"wind_up": _number(keyed["wind_up"])} if "wind_up" in keyed else {}
    if "price" in keyed:
        paid = part_value("resource", keyed.get("from", "stamina"))
        found["losses"] = [{"resource": paid, "share": _number(keyed["price"])}]
    if "event" in keyed:
        event = Event.read(keyed["event"], refusal="not_among")
        found |= {"trigger": "conditional", "event": str(event), "condition": event.zh}
    return found


_WORD = re.compile(r'"[^"]*"|“[^”]*”|\S+')
BUILT = {
    "资源": "resource",
    "抵抗": "resist",
    "次数": "times",
    "前摇": "wind_up",
    "代价": "price",
    "付": "from",
    **{key: key for key in ("resource", "resist", "times", "wind_up", "price", "from", "event")},
    "事件": "event",
}
"""The keys of such a row."""


def _number(text: str) -> float:
    found = typed_number(text)
    if found is None:
        raise RuleError("bad_share", clause="FET-LAW-6", share=text[:40])
    return found


_EFFECTS = ("效果", "effect", "effects")
_HEADS = {
    **dict.fromkeys(("前摇", "wind_up"), "wind_up"),
    **dict.fromkeys(("代价", "损失", "loss", "losses"), "losses"),
    **dict.fromkeys(("条件", "condition"), "condition"),
    **dict.fromkeys(("事件", "event"), "event"),
    **dict.fromkeys(("触发", "trigger"), "trigger"),
    **dict.fromkeys(("修正", "modifier", "modifiers"), "modifiers"),
    **dict.fromkeys(("谁的", "whose"), "whose"),
    **dict.fromkeys(("每场", "limit"), "limit"),
}
"""How the pieces of a machine part begin, beside effects, and which key of the card each is."""
_PIECES = (*_EFFECTS, *_HEADS, *TRIGGERS, *TRIGGERS.values())


def _machine(card: Card, part: str) -> None:
    """One piece of the machine part: 前摇, 代价, 条件, 事件, 触发, 修正, …, or an effect."""
    words = part.replace("：", " ").replace(":", " ").split()
    head, rest = words[0], words[1:]
    key = _HEADS.get(head, "trigger" if head in (*TRIGGERS, *TRIGGERS.values()) else "")
    numbers = [n for word in rest if (n := _share(word)) is not None]
    if key == "trigger":
        said = rest[0] if rest else head
        card["trigger"] = TRIGGERS.get(said, said)
    elif key in ("wind_up", "limit") and numbers:
        card[key] = numbers[0]
    elif key == "losses":
        resource = next((part_value("resource", w) for w in rest if _share(w) is None), "stamina")
        card["losses"] = [*list_in(card.get("losses")), {"resource": resource, "share": numbers[0] if numbers else 1}]
    elif key == "condition":
        card |= {"trigger": "conditional", "condition": " ".join(rest)}
    elif key in ("event", "whose") and rest:
        card |= in_keys("trait", {key: rest[0]})
    elif key == "modifiers":
        card["modifiers"] = [*list_in(card.get("modifiers")), _modifier(rest, part)]
    else:
        card["effects"] = [*list_in(card.get("effects")), _effect(rest if head in _EFFECTS else words, part)]


@rule("FET-TRT-2")
def _modifier(words: list[str], typed: str) -> Card:
    """`力量 点 10`, `力量 +10点`, `物理 乘 2`, `体力上限 +30`: what is changed, how, and by how much."""
    found = _CHANGE.fullmatch(narrow(" ".join(words)))
    if found is None:
        raise RuleError("bad_modifier", clause="FET-TRT-2", modifier=typed[:40])
    of, how, sign, number, points = found.groups()
    kind = how or ("点" if points else "乘" if sign and sign in "×x*" else "加")
    value = typed_number(f"-{number}" if sign == "-" else number)
    return {"of": part_value("of", of), "kind": part_value("kind", kind), "value": value}


_CHANGE = re.compile(
    r"(\S+?)\s*(点|乘|加|points|multiply|add)?\s*([-+×x*])?\s*(\d+(?:\.\d+)?)\s*(点|points)?", re.IGNORECASE
)


def _share(word: str) -> float | None:
    """A share: a number, or so many percent."""
    found = typed_number(narrow(word).removesuffix("%"))
    return found / 100 if found is not None and narrow(word).endswith("%") else found


_PUPPET, _FROZEN, _ENTOMBED = {"puppet": True}, {"freezes_others": True, "denies_action": False}, {"untouchable": True}
_HOLDS = {
    "操控": _PUPPET,
    "puppet": _PUPPET,
    "凝滞": _FROZEN,
    "frozen": _FROZEN,
    "石棺": _ENTOMBED,
    "entombed": _ENTOMBED,
}
"""What sort of control it is (FET-SKX-8, FET-SKX-9, FET-SKX-10)."""


def _effect(words: list[str], typed: str) -> Card:
    """`控制 1 目标 抵抗意志`, `伤害 0.5 目标 意志 ×2`, `属性 力量 10 自己`."""
    if not words or not (EffectSort.holds(words[0]) or OtherStep.holds(words[0])):
        raise RuleError("unknown_kind", clause="FET-LAW-6", kind=typed[:40], kinds=[effect.zh for effect in EffectSort])
    found: Card = {"kind": part_value("kind", words[0])}
    of_attribute = found["kind"] == EffectSort.ATTRIBUTE
    rest = iter(words[1:])
    for word in rest:
        times = re.fullmatch(r"[×x*](\d+)", word)
        if (number := _share(word)) is not None:
            found["points" if of_attribute else "share"] = number
        elif times:
            found["times"] = int(times[1])
        elif word.startswith(("抵抗", "resist")):
            found["resist"] = Attribute.said(word.removeprefix("抵抗").removeprefix("resist") or next(rest, ""))
        elif of_attribute and (of := part_value("of", word)) != word:
            found["of"] = of
        elif word in _HOLDS:
            found |= _HOLDS[word]
        elif Aim.holds(word):
            found["target"] = Aim.said(word)
        elif Resource.holds(word):
            found["resource"] = Resource.said(word)
        else:
            raise RuleError("unknown_key", clause="FET-LIV-52", keys=[word], key=word)
    return found


HINTS = {
    **dict.fromkeys(("眩晕", "控制", "定住", "束缚"), "控制 1 目标 抵抗意志"),
    **dict.fromkeys(("治疗", "恢复"), "治疗 1 目标"),
    **dict.fromkeys(("护盾", "屏障"), "护盾 1 自己"),
    **dict.fromkeys(("闪现", "移动", "瞬移"), "移动 1 自己"),
    **dict.fromkeys(("虚弱", "减速"), "减益 1 目标"),
    **dict.fromkeys(("伤害", "攻击"), "伤害 1 目标"),
}
"""Words of a description, and the effect that they probably mean."""

ENGLISH_HINTS = {
    **dict.fromkeys(("stun", "control", "hold", "bind"), "control 1 one resist willpower"),
    **dict.fromkeys(("heal", "restore"), "heal 1 one"),
    **dict.fromkeys(("shield", "barrier"), "shield 1 self"),
    **dict.fromkeys(("blink", "teleport", "move"), "move 1 self"),
    **dict.fromkeys(("weaken", "slow"), "debuff 1 one"),
    **dict.fromkeys(("damage", "hurt", "strike", "hit"), "damage 1 one"),
}


@rule("FET-LIV-52")
def hinted(card: Plain) -> str:
    """The machine part that a mere description suggests; empty where its words say nothing."""
    if card.get("effects") or card.get("losses"):
        return ""
    text = str(card.get("text", ""))
    found = next((effect for word, effect in HINTS.items() if word in text), "")
    english = next((effect for word, effect in ENGLISH_HINTS.items() if word in text.lower().split("|")[0]), "")
    if found or not text.isascii():
        return f"前摇 1；效果：{found}" if found else ""
    return f"wind_up 1; effect: {english}" if english else ""
