"""How people write effects: the record of FAB-LIV-31 with Chinese or English keys and words, in the short forms of this system.

    触发 = [{ 时 = "击破", 条件 = ["危机"], 问 = true, 每 = "轮", 次 = 1, 花费 = { MP = 5 }, 做 = ["恢复 MP 5 自己"] }]
    modifiers = [{ on = "damage", by = "2×times", when = ["weapon melee"] }]    or    { init = 2 }

Here short forms become the kernel's own, which reads them (`core/effects/authoring`). `pick` with a list is chosen later.
"""

import json
import re
from collections.abc import Mapping

import msgspec

from ludex.core.effects.authoring import read_into
from ludex.core.effects.records import Effect, Lasts, Phrase
from ludex.core.effects.vocabulary import spelled
from ludex.core.effects.writing import Writing, amount_of, duration
from ludex.core.names import folded
from ludex.core.plain import Plain, Written, one_or_several, table_in
from ludex.core.say import Say
from ludex.systems.fable.effects import words as known
from ludex.systems.fable.effects.words import FLAT, OLD_USE, PICK, RECORD, SPELLINGS, english_keys, in_chinese

LISTS = ("modifiers", "triggers", "grants", "denies")
_TOLD = {"of": "on", "part": "on", "whose": "who", "whom": "target", "limit": "uses", "over": "bearer", FLAT: "by"}
"""What writers call the kernel's keys here."""
_PLACE = re.compile(r"[a-z_]+")
_LIMIT = re.compile(r"(未破|unbroken|优势点|superiority|层级|tier)\s*(≤|≥|<=|>=)?\s*(\d+)")
_DOUBLE = re.compile(r"(?:双|double)\s*(\d+)(?:\s*[-–~]\s*(\d+))?")


class Record(Writing):
    """One record being read, and the choices (`pick`) that it leaves to the one who learns or uses it."""

    def __init__(self, where: str, *, chinese: bool) -> None:
        super().__init__(SPELLINGS, where)
        self.chinese = chinese
        self.picks: tuple[str, ...] = ()

    def at(self, place: str) -> str:
        told = _PLACE.sub(lambda key: _TOLD.get(key[0], key[0]), place.replace("uses[0]", "use"))
        return f"{self.where} {in_chinese(told) if self.chinese else told}".strip()

    def pick(self, place: str, key: str, said: Written) -> str:
        lists = {"affinity": known.TYPES, "martial": known.MARTIAL, "ritual": known.DISCIPLINES}
        self.picks = tuple(self.among(place, str(one), lists.get(key, known.VALUES)) for one in one_or_several(said))
        return PICK


def read_record(plain: Plain, where: str, *, name: str = "") -> tuple[Effect, tuple[str, ...], tuple[Say, ...]]:
    """A record as somebody wrote it; the choices that it leaves open; everything that is wrong with it, in the writer's language."""
    record = Record(where, chinese=not str(plain).isascii())
    got = english_keys(plain)
    if isinstance(got.get("effects"), list | tuple | Mapping):
        for one in one_or_several(got.pop("effects")):
            got = _joined(got, english_keys(table_in(one)))
    got = {key: value for key, value in got.items() if key in (*RECORD, *OLD_USE, "name")}
    effect = read_into(record, _written(record, got, name))
    return effect, record.picks, tuple(record.problems)


def _joined(got: dict[str, Written], more: Plain) -> dict[str, Written]:
    both = {key: [*_listed(got.get(key)), *_listed(more.get(key))] for key in LISTS if key in got or key in more}
    return {**got, **{k: v for k, v in more.items() if k not in LISTS}, **both}


def _listed(value: Written) -> list[Written]:
    """One or several; `{ init = 2 }` is a list of quantities with what is given."""
    if isinstance(value, Mapping) and not {"on", "量", "时"} & set(value):
        return [{"on": key, "by": by} for key, by in value.items()]
    return [*one_or_several(value)]


def _written(record: Record, got: Plain, name: str) -> dict[str, Written]:
    use = got.get("use") or {key: got[key] for key in OLD_USE if key in got}
    lasts = got.get("lasts", "")
    return {
        "name": name or str(got.get("name", "")),
        "lasts": "" if lasts in ("instant", "瞬间") else str(lasts),
        "modifiers": [_modifier(record, n, one) for n, one in enumerate(_listed(got.get("modifiers")))],
        "grants": [_grant(record, n, one) for n, one in enumerate(one_or_several(got.get("grants")))],
        "denies": [*one_or_several(got.get("denies"))],
        "triggers": [_trigger(record, n, one) for n, one in enumerate(one_or_several(got.get("triggers")))],
        "uses": [_use(record, english_keys(use), name)] if isinstance(use, Mapping) and use else [],
        "tags": [f"group:{got['group']}"] if got.get("group") else [],
        "over": got.get("bearer", ""),
    }


def lasting(said: str) -> Lasts | None:
    """`2轮`, `轮 2`, `此刻`, `下一次检定`; a bare 轮 or 回合 is the present one (FAB-LIV-37). None if it is no time."""
    return duration(SPELLINGS, said)


# ---------------------------------------------------------------------- modifiers and grants
def _modifier(record: Record, n: int, said: Written) -> Plain:
    """One quantity; several words after it (免疫 动摇 虚弱) are as many modifiers."""
    if not isinstance(said, Mapping):
        head, _, last = str(said).replace("：", ":").replace(":", " ").strip().rpartition(" ")
        said = {"on": head or last, "by": last if head else ""}
    got = {{"on": "of", "who": "whose", "by": FLAT}.get(key, key): value for key, value in english_keys(said).items()}
    key, rest = _quantity(str(got.get("of", "")))
    by = got.get(FLAT, 1)
    if isinstance(by, Mapping):
        by = record.pick(f"modifiers[{n}]", key, english_keys(by).get(PICK))
    part, value = _parted(key, rest, by)
    return {**got, "of": key, "part": part, FLAT: value, "when": _conditions(got.get("when"))}


def _quantity(said: str) -> tuple[str, list[str]]:
    """A quantity, and the words after it where it may have any; what is none stays as it was said."""
    if (whole := SPELLINGS.read("quantities", said)) is not None:
        return str(whole.key), []
    head, *rest = said.replace(":", " ").split() or [""]
    quantity = SPELLINGS.read("quantities", head)
    narrows = quantity is not None and (quantity.parts or quantity.values)
    return (str(quantity.key), rest) if narrows else (said, [])


def _parted(key: str, rest: list[str], by: Written) -> tuple[list[str], Written]:
    """What a modifier narrows, and what it gives, by the kind of its quantity."""
    named = [*rest, *([] if by == 1 else map(str, one_or_several(by)))]
    match key:
        case "affinity":
            states = [one for one in named if folded(one) in spelled(known.STATES)]
            return [one for one in named if one not in states] or [PICK], states[-1] if states else ""
        case "damage_type":
            return [], named[0] if named else ""
        case "use_die":
            old, _, new = "".join(named).replace("->", "→").partition("→")
            return [old], new
    return (named, 1) if key in known.BARE else (rest, by)


def _grant(record: Record, n: int, said: Written) -> Written:
    """`军用 近战武器`, `仪式 熵`, `换装免动作`, `{军用: {择: […]}}`, or a tag of one's own."""
    if isinstance(said, Mapping):
        head, rest = next(iter(said.items()), ("", ""))
        word = getattr(SPELLINGS.read("grants", head), "key", "")
        chosen = isinstance(rest, Mapping) and record.pick(f"grants[{n}]", word, english_keys(rest).get(PICK))
        said = f"{head} {chosen or rest}"
    head, *values = str(said).replace(":", " ").split() or [""]
    if not values and folded(head) in spelled(known.DISCIPLINES):
        return {"ritual": [head]}
    return {head: [*values]} if SPELLINGS.read("grants", head) else {"tag": [str(said)]}


# ---------------------------------------------------------------------- triggers and uses
def _trigger(record: Record, n: int, said: Written) -> Plain:
    got = {
        {"who": "whose", "uses": "limit"}.get(key, key): value for key, value in english_keys(table_in(said)).items()
    }
    return {**got, "when": _conditions(got.get("when")), "do": _steps(record, f"triggers[{n}].do", got.get("do"))}


def _use(record: Record, plain: Plain, name: str) -> Plain:
    """What using it costs and does; so often without a time is so often in a scene."""
    got = {{"target": "whom", "uses": "limit"}.get(key, key): value for key, value in plain.items()}
    often = {"per": "scene"} if got.get("limit") else {}
    rest = {"when": _conditions(got.get("when")), "do": _steps(record, "uses[0].do", got.get("do"))}
    return {**often, **got, "name": name, **rest}


# ---------------------------------------------------------------------- conditions and steps
def _conditions(several: Written) -> list[Written]:
    return [_condition(one) for one in one_or_several(several)]


def _condition(said: Written) -> Written:
    """`{任一: […]}`, `未破≤2`, `双6-10`, `非 武器 近战`; any other is the kernel's."""
    if isinstance(said, Mapping):
        head, many = next(iter(said.items()), ("", ()))
        if getattr(SPELLINGS.read("conditions", str(head)), "key", "") == "any":
            return {"any": True, "then": _conditions(many)}
        return f"{head} {many}"
    text = str(said).strip()
    if limited := _LIMIT.fullmatch(text):
        return f"{limited[1]} {'≤' if limited[2] in ('≤', '<=') else '≥'} {limited[3]}"
    if double := _DOUBLE.fullmatch(text):
        return f"double {double[1]} {double[2] or double[1]}"
    return text


def read_step(said: str) -> Phrase | None:
    effect, _, problems = read_record({"do": [said]}, "")
    return None if problems else effect.uses[0].do[0]


def _steps(record: Record, place: str, several: Written) -> list[Written]:
    return [_step(record, place, one) for one in one_or_several(several)]


def _step(record: Record, place: str, said: Written) -> Written:
    """One step: words parted by spaces (in a chat line by colons), the last of them perhaps at whom; or a table."""
    if isinstance(said, Mapping):
        return _tabled(record, place, said)
    words = str(said).replace("：", ":").replace(":", " ").split()
    if getattr(SPELLINGS.read("steps", words[0] if words else ""), "key", "") == "damage":  # 5 灼烧, or 灼烧 5
        words[1:3] = sorted(words[1:3], key=lambda word: amount_of(SPELLINGS, word) is None)
    aimed = len(words) > 1 and SPELLINGS.read("whom", words[-1]) is not None
    return " ".join([*words[:-1], "对", words[-1]] if aimed else words)


_TABLED = {
    "检定": "check",
    "成功": "then",
    "success": "then",
    "失败": "otherwise",
    "failure": "otherwise",
    "DL": "dl",
    "效果": "effect",
}
"""Keys of a step that is a table."""


def _tabled(record: Record, place: str, plain: Plain) -> Plain:
    """`{检定: DEX+MIG, DL: 13, 谁: 目标, 成功: […], 失败: […]}`, or `{效果: {…}, 谁: 目标}`."""
    got = english_keys({_TABLED.get(key, key): value for key, value in plain.items()})
    aim: dict[str, Written] = {"whom": got.pop("who")} if got.get("who") else {}
    if "effect" in got:
        return {"effect": [_inner(record, place, table_in(got["effect"]))], **aim}
    if "check" in got:
        pair = str(got["check"]).replace("＋", "+").split("+")
        forks = {key: _steps(record, place, got.get(key)) for key in ("then", "otherwise")}
        return {"check": [*pair, got.get("dl", 10)], **aim, **forks}
    return {**got, **aim}


def _inner(record: Record, place: str, plain: Plain) -> str:
    effect, picks, problems = read_record(plain, record.at(place), name=str(english_keys(plain).get("name", "")))
    record.problems += problems
    record.picks = record.picks or picks
    return json.dumps(msgspec.to_builtins(effect), ensure_ascii=False, sort_keys=True)
