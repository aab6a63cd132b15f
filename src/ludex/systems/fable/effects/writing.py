"""How people write effects: the record of FAB-LIV-31 with Chinese or English keys and words, read whole, all problems named at once.

    触发 = [{ 时 = "击破", 条件 = ["危机"], 问 = true, 每 = "轮", 次 = 1, 花费 = { MP = 5 }, 做 = ["恢复 MP 5 自己"] }]
    modifiers = [{ on = "damage", by = "2×times", when = ["weapon melee"] }]    or    { init = 2 }

What comes out is the kernel's record. A value may be a number or a sum of products (`10+LV`); `pick` with a list is chosen later.
"""

import json
import re
from collections.abc import Iterable, Mapping

import msgspec

from ludex.core.bounds import whole
from ludex.core.effects.authoring import Writing
from ludex.core.effects.records import Effect, Give, Lasts, Limit, Modifier, Phrase, Trigger, Use
from ludex.core.effects.vocabulary import Ending, Word, spelled, words_of_terms
from ludex.core.names import folded
from ludex.core.packs import Written
from ludex.core.say import Say
from ludex.systems.fable.effects import words as known
from ludex.systems.fable.effects.keys import OLD_USE, RECORD, english_keys, in_chinese
from ludex.systems.fable.effects.words import FLAT, WORDS
from ludex.systems.fable.terms import LifeCategory, Rank, Species, WeaponCategory

PICK = "pick"
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "＋": "+", "－": "-", "：": ":"})
_FACTORS = {
    "次数": "times",
    "次": "times",
    "判定值": "value",
    "羁绊": "bond",
    "伤害量": "amount",
    "lv": "LV",
    "hr": "HR",
}
_SUM = re.compile(r"[+-]?(?:\d+|LV|HR|times|value|bond|amount)(?:[*/+-](?:\d+|LV|HR|times|value|bond|amount))*")
_LIMITS = re.compile(r"(未破|unbroken|优势点|superiority|层级|tier)\s*(≤|≥|<=|>=)\s*(\d+)")
_DOUBLE = re.compile(r"双\s*(\d+)(?:\s*[-–~]\s*(\d+))?")
_COUNTED = re.compile(r"(\d+)\s*(\D.*)|(\D*\S)\s*(\d+)")


def amount_of(said: object) -> str | int | None:
    """A value as it is kept: a whole number, or a sum of products; None if it is neither."""
    if isinstance(said, bool):
        return None
    if isinstance(said, int):
        return said
    text = str(said).translate(_SIGNS).replace(" ", "")
    if (number := whole(text)) is not None:
        return number
    for word, key in _FACTORS.items():
        text = text.replace(word, key)
    return text if _SUM.fullmatch(text) else None


class Record(Writing):
    """One record being read, and the choices (`pick`) that it leaves to whoever learns or uses it."""

    def __init__(self, where: str, *, chinese: bool) -> None:
        super().__init__(WORDS, where)
        self.chinese = chinese
        self.picks: tuple[str, ...] = ()

    def at(self, place: str) -> str:  # noqa: D102 -- as in the kernel, with the keys of this system
        return f"{self.where} {in_chinese(place)}".strip() if self.chinese else super().at(place)

    def value(self, place: str, said: str, among: Iterable[Word]) -> str:
        """A word of a closed list by its key."""
        listed = tuple(among)
        found = spelled(listed).get(folded(said))
        if found is None:
            self.wrong(place, said, listed)
        return found.key if found else ""

    def number(self, place: str, value: Written) -> Written:  # noqa: D102 -- as in the kernel, with sums of products
        found = amount_of(value)
        if found is None:
            self.wrong(place, value)
        return 0 if found is None else found


def read_record(
    plain: Mapping[str, Written], where: str, *, name: str = ""
) -> tuple[Effect, tuple[str, ...], tuple[Say, ...]]:
    """A record as somebody wrote it; the choices that it leaves open; everything that is wrong with it, in the writer's language."""
    writing = Record(where, chinese=not str(plain).isascii())
    got = english_keys(plain)
    if isinstance(got.get("effects"), list | tuple | Mapping):
        for one in _list(got.pop("effects")):
            got = _joined(got, english_keys(one) if isinstance(one, Mapping) else {})
    got = {key: value for key, value in got.items() if key in (*RECORD, *OLD_USE, "name")}
    use = got.get("use") or {key: got[key] for key in OLD_USE if key in got}
    effect = Effect(
        name=name or str(got.get("name", "")),
        lasts=_lasts(writing, got.get("lasts", "")),
        modifiers=tuple(_modifiers(writing, got.get("modifiers"))),
        grants=tuple(_grant(writing, n, one) for n, one in enumerate(_list(got.get("grants")))),
        denies=tuple(writing.word("denies", f"denies[{n}]", one) for n, one in enumerate(_list(got.get("denies")))),
        triggers=tuple(_trigger(writing, f"triggers[{n}]", one) for n, one in enumerate(_list(got.get("triggers")))),
        uses=(_use(writing, english_keys(use), name),) if isinstance(use, Mapping) and use else (),
        tags=tuple(f"group:{got['group']}" for _ in "1" if got.get("group")),
        over=writing.word("whose", "bearer", got["bearer"]) if got.get("bearer") else "",
    )
    return effect, writing.picks, tuple(writing.problems)


def _joined(got: dict[str, Written], more: Mapping[str, Written]) -> dict[str, Written]:
    """Two records of one entry as one."""
    lists = ("modifiers", "triggers", "grants", "denies")
    both = {key: [*_listed(got.get(key)), *_listed(more.get(key))] for key in lists if key in got or key in more}
    return {**got, **{k: v for k, v in more.items() if k not in lists}, **both}


def _listed(value: Written) -> list[Written]:
    if isinstance(value, Mapping) and not {"on", "量", "时"} & set(value):
        return [{"on": key, "by": by} for key, by in value.items()]
    return _list(value)


def _list(value: Written) -> list[Written]:
    if value is None or value == "":
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


def lasting(said: str) -> Lasts | None:
    """`2轮`, `轮 2`, `此刻`, `下一次检定`; a bare 轮 or 回合 is the present one (FAB-LIV-37). None if it is no time."""
    counted = _COUNTED.fullmatch(said.strip())
    spans = [s for s in WORDS.spans if (s.ends is Ending.COUNT) is bool(counted)]
    found = spelled(spans).get(folded((counted[2] or counted[3]) if counted else said))
    return Lasts(found.key, int(counted[1] or counted[4]) if counted else 0) if found else None


def _lasts(writing: Record, said: Written) -> tuple[Lasts, ...]:
    if not said or said in ("instant", "瞬间"):
        return ()
    found = lasting(str(said))
    if found is None:
        writing.wrong("lasts", said, WORDS.spans)
    return (found,) if found else ()


# ---------------------------------------------------------------------- modifiers and grants
def _modifiers(writing: Record, said: Written) -> Iterable[Modifier]:
    for n, one in enumerate(_listed(said)):
        if isinstance(one, Mapping):
            yield from _modifier(writing, f"modifiers[{n}]", english_keys(one))
        else:
            parts = str(one).translate(_SIGNS).replace(":", " ").split()
            by = parts[-1] if len(parts) > 1 else ""
            yield from _modifier(writing, f"modifiers[{n}]", {"on": " ".join(parts[:-1]) or str(one), "by": by})


def _modifier(writing: Record, place: str, got: dict[str, Written]) -> Iterable[Modifier]:
    """One quantity; several words after it (免疫 动摇 虚弱) are several modifiers."""
    for key in [key for key in got if key not in ("on", "by", "when", "who")]:
        writing.wrong(place, key)
    head, *rest = str(got.get("on", "")).replace(":", " ").split() or [""]
    quantity = WORDS.read("quantities", head) or WORDS.read("quantities", str(got.get("on", "")))
    if quantity is None:
        writing.wrong(f"{place}.on", got.get("on", ""), WORDS.quantities)
        return
    by = got.get("by", 1)
    when = tuple(_condition(writing, f"{place}.when", one) for one in _list(got.get("when")))
    whose = writing.word("whose", f"{place}.who", got["who"]) if got.get("who") else ""
    for part, value in _parted(writing, place, quantity.key, rest, by):
        yield Modifier(quantity.key, (Give(FLAT, value),), when, part=part, whose=whose)


def _parted(writing: Record, place: str, key: str, rest: list[str], by: Written) -> list[tuple[str, int | str]]:
    """What a modifier narrows and gives: (part, value), by the kind of its quantity."""
    if isinstance(by, Mapping):
        choice = english_keys(by).get(PICK, [])
        writing.picks = tuple(_chosen(writing, place, key, str(one)) for one in _list(choice))
        by = PICK
    if key == "affinity":
        *types, state = [*rest, *([] if by == 1 else _list(by))] or [""]
        if state == PICK or not types:
            types, state = [PICK], types[0] if types else state
        if not spelled(known.STATES).get(folded(state)) and spelled(known.STATES).get(folded(types[0])):
            types, state = [state, *types[1:]], types[0]
        found = writing.value(f"{place}.by", state, known.STATES)
        return [(one if one == PICK else writing.value(f"{place}.on", one, known.TYPES), found) for one in types]
    if key in known.BARE:
        named, parts = (*rest, *([] if by == 1 else _list(by))), WORDS.word("quantities", key).parts
        return [(writing.value(f"{place}.by", str(one), parts), 1) for one in named]
    if key == "damage_type":
        return [("", writing.value(f"{place}.by", str(rest[0] if rest else by), known.TYPES))]
    if key == "use_die":
        old, _, new = (rest[0] if rest else str(by)).replace("->", "→").partition("→")
        pair = [writing.value(f"{place}.by", one, known.ATTRIBUTES) for one in (old, new)]
        return [(pair[0], pair[1])]
    if key == "die":
        return [
            (writing.value(f"{place}.on", one, known.ATTRIBUTES), writing.number(f"{place}.by", by))
            for one in rest or [""]
        ]
    return [("", writing.number(f"{place}.by", by))]


def _chosen(writing: Record, place: str, key: str, said: str) -> str:
    among = {"affinity": known.TYPES, "martial": known.MARTIAL, "ritual": known.DISCIPLINES}.get(key, known.VALUES)
    return writing.value(place, said, among)


def _grant(writing: Record, n: int, said: Written) -> Phrase:
    """`军用 近战武器`, `仪式 熵`, `换装免动作`, `{军用: {择: […]}}`, or a tag of one's own."""
    place = f"grants[{n}]"
    if isinstance(said, Mapping):
        head, rest = next(iter(said.items()), ("", ""))
        choice = english_keys(rest).get(PICK, []) if isinstance(rest, Mapping) else []
        word = writing.word("grants", place, head)
        if choice:
            writing.picks = tuple(_chosen(writing, place, word, str(one)) for one in _list(choice))
            return Phrase(word, (PICK,))
        said = f"{head} {rest}"
    head, *rest = str(said).replace(":", " ").split() or [""]
    discipline = spelled(known.DISCIPLINES).get(folded(head))
    if discipline is not None and not rest:
        return Phrase("ritual", (discipline.key,))
    word = WORDS.read("grants", head)
    if word is None:
        return Phrase("tag", (str(said),))
    among = {"martial": known.MARTIAL, "ritual": known.DISCIPLINES, "hinder": known.STATUSES}.get(word.key)
    return Phrase(word.key, tuple(writing.value(place, one, among) if among else one for one in rest))


# ---------------------------------------------------------------------- triggers and uses
def _trigger(writing: Record, place: str, plain: Written) -> Trigger:
    got = english_keys(plain) if isinstance(plain, Mapping) else {}
    for key in [key for key in got if key not in ("on", "who", "when", "ask", "per", "uses", "cost", "do")]:
        writing.wrong(place, key)
    return Trigger(
        on=writing.word("occasions", f"{place}.on", got.get("on", "")),
        whose=writing.word("whose", f"{place}.who", got["who"]) if got.get("who") else "",
        when=tuple(_condition(writing, f"{place}.when", one) for one in _list(got.get("when"))),
        ask=bool(got.get("ask", False)),
        limit=_limit(writing, place, got),
        cost=_cost(writing, place, got.get("cost")),
        do=tuple(read_step(writing, f"{place}.do", one) for one in _list(got.get("do"))),
    )


def _use(writing: Record, got: dict[str, Written], name: str) -> Use:
    cost = [*_cost(writing, "use", got.get("cost"))]
    cost += [Give(what, int(got[what])) for what in ("mp", "ip", "fp") if got.get(what)]
    if got.get("action"):
        cost.append(Give("action", 1))
    return Use(
        name,
        tuple(cost),
        whom=writing.word("whom", "use.target", got["target"]) if got.get("target") else "",
        when=tuple(_condition(writing, "use.when", one) for one in _list(got.get("when"))),
        limit=_limit(writing, "use", {"per": "scene", **got} if got.get("uses") else got),
        do=tuple(read_step(writing, "use.do", one) for one in _list(got.get("do"))),
    )


def _limit(writing: Record, place: str, got: Mapping[str, Written]) -> Limit:
    per = got.get("per", "")
    if not per and not got.get("uses"):
        return Limit()
    return Limit(int(got.get("uses", 1) or 1), writing.word("pers", f"{place}.per", per) if per else "")


def _cost(writing: Record, place: str, said: Written) -> tuple[Give, ...]:
    """`{MP: 5}` or `MP 5`."""
    if isinstance(said, str):
        words = said.replace(":", " ").split()
        said = dict(zip(words[::2], words[1::2], strict=False))
    found = []
    for key, n in said.items() if isinstance(said, Mapping) else ():
        what = writing.word("gives", f"{place}.cost", key)
        found.append(Give(what, writing.number(f"{place}.cost", n)))
    return tuple(found)


# ---------------------------------------------------------------------- conditions and steps
_AFTER: Mapping[str, tuple[Word, ...]] = {
    "weapon": (*known.ARMS, *words_of_terms(WeaponCategory)), "type": known.TYPES, "attribute": known.ATTRIBUTES,
    "status": (*known.STATUSES, Word("any", "任意", "any")), "target_status": (*known.STATUSES, Word("any", "任意", "any")),
    "target_life": words_of_terms(LifeCategory, Species), "target_rank": words_of_terms(Rank), "kind": known.CHECKS,
}  # fmt: skip
"""What may stand after the first word of a condition."""


def _condition(writing: Record, place: str, said: Written) -> Phrase:
    if isinstance(said, Mapping):
        head, many = next(iter(said.items()), ("", ()))
        if getattr(WORDS.read("conditions", str(head)), "key", "") == "any":
            return Phrase("any", then=tuple(_condition(writing, place, one) for one in _list(many)))
        said = f"{head} {many}"
    text = str(said).replace("：", ":").strip()
    words = text.replace(":", " ").split()
    if words and words[0] in ("非", "not"):
        inner = _condition(writing, place, " ".join(words[1:]))
        return Phrase(inner.word, inner.values, negated=not inner.negated, then=inner.then)
    if limited := _LIMITS.fullmatch(text):
        key = WORDS.read("conditions", limited[1]).key
        return Phrase(key, ("<=" if limited[2] in ("≤", "<=") else ">=", limited[3]))
    if double := _DOUBLE.fullmatch(text):
        return Phrase("double", (double[1], double[2] or double[1]))
    found = WORDS.read("conditions", words[0]) if words else None
    if found is None:
        writing.wrong(place, said, WORDS.conditions)
        return Phrase("")
    if found.key in ("unbroken", "tier", "superiority", "double"):
        numbers = re.findall(r"\d+", text)
        sign = "<=" if "≤" in text or "<=" in text else ">="
        both = (numbers[0], numbers[-1]) if found.key == "double" and numbers else (sign, *numbers[:1])
        return Phrase(found.key, both)
    if found.key == "spell":
        lists = spelled(known.LISTS)
        return Phrase("spell", tuple(lists[folded(w)].key if folded(w) in lists else w for w in words[1:]))
    among = _AFTER.get(found.key, ())
    return Phrase(found.key, tuple(writing.value(place, one, among) for one in words[1:]))


_POOLS = tuple(word for word in known.VALUES if word.key in ("hp", "mp"))
_STEP_WORDS: Mapping[str, tuple[Word, ...]] = {
    "heal": (*_POOLS, *known.PLACES), "lose": _POOLS, "damage": known.TYPES, "status": known.STATUSES,
    "cure": (*known.STATUSES, *known.PLACES), "gain": known.GAINS, "attack": (*known.ARMS, *known.PLACES),
}  # fmt: skip


def read_step(writing: Record, place: str, said: Written) -> Phrase:
    """One step: words parted by spaces (in a chat line by colons), the last of them perhaps at whom; or a table."""
    if isinstance(said, Mapping):
        return _tabled(writing, place, said)
    words = str(said).replace("：", ":").replace(":", " ").split()
    found = WORDS.read("steps", words[0]) if words else None
    if found is None:
        writing.wrong(place, said, WORDS.steps)
        return Phrase("")
    rest, whom = words[1:], ""
    aimed = WORDS.read("whom", rest[-1]) if rest else None
    if aimed is not None and not (found.key == "cure" and rest[-1] in ("全部", "all")):
        rest, whom = rest[:-1], aimed.key
    if found.key == "tell":
        return Phrase("tell", (" ".join(rest),), whom=whom)
    among = _STEP_WORDS.get(found.key, ())
    values = tuple(str(n) if (n := amount_of(one)) is not None else writing.value(place, one, among) for one in rest)
    return Phrase(found.key, values, whom=whom)


_TABLED = {"检定": "check", "成功": "success", "失败": "failure", "DL": "dl", "效果": "effect"}
"""Keys of a step that is a table."""


def _tabled(writing: Record, place: str, plain: Mapping[str, Written]) -> Phrase:
    """`{检定: DEX+MIG, DL: 13, 谁: 目标, 成功: […], 失败: […]}`, or `{效果: {…}, 谁: 目标}`."""
    got = english_keys({_TABLED.get(key, key): value for key, value in plain.items()})
    whom = writing.word("whom", f"{place}.who", got["who"]) if got.get("who") else ""
    if "effect" in got:
        name = str(english_keys(got["effect"]).get("name", ""))
        effect, picks, problems = read_record(got["effect"], f"{writing.where} {place}", name=name)
        writing.problems += problems
        writing.picks = writing.picks or picks
        return Phrase(
            "effect", (json.dumps(msgspec.to_builtins(effect), ensure_ascii=False, sort_keys=True),), whom=whom
        )
    if "check" in got:
        pair = [writing.value(place, one, known.ATTRIBUTES) for one in str(got["check"]).replace("＋", "+").split("+")]
        then = tuple(read_step(writing, place, one) for one in _list(got.get("success")))
        otherwise = tuple(read_step(writing, place, one) for one in _list(got.get("failure")))
        return Phrase("check", (*pair, str(got.get("dl", 10))), whom=whom, then=then, otherwise=otherwise)
    writing.wrong(place, plain, WORDS.steps)
    return Phrase("")
