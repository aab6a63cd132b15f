"""What is prepared as people write it, and back: keys in Chinese or English, values in the rulebook's words, and plain words where they do
(`失明 2`, `标签 大雾`, `灯光扫过：失明 2；叙述 门关上了`, a trait as one text). MST-LIV-48, -49.

A file and a form may write either records or such words; in the state there are records alone.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from ludex.core.bounds import whole
from ludex.core.names import folded, narrow, split_list
from ludex.core.plain import Plain, Written, list_in, one_or_several, table_in
from ludex.core.terms import Term
from ludex.systems.mist.sheet import TIERS
from ludex.systems.mist.terms import ConsequenceKind, Sort, ThemeKind

# --- keys and values -------------------------------------------------------------------------------------------------

KEYS: dict[str, dict[str, str]] = {
    "themes": {
        "名": "id",
        "类": "kind",
        "主题标签": "theme_tag",
        "标签": "tags",
        "弱点": "weakness",
        "动机": "motivation",
        "新生": "nascent",
        "效果": "effects",
    },
    "characters": {"名": "id", "主题": "themes", "另有": "more"},
    "challenges": {
        "名": "id",
        "类型": "sort",
        "说明": "text",
        "极限": "limits",
        "标签": "tags",
        "状态": "statuses",
        "威胁": "threats",
        "效果": "effects",
        "隐藏": "hidden",
    },
    "limits": {"状态": "status", "等级": "limit"},
    "statuses": {"名": "name", "等级": "tier", "类": "family", "克": "opposes", "有益": "beneficial"},
    "threats": {"名": "id", "说明": "text", "来源": "source", "后果": "brings"},
    "brings": {
        "类": "kind",
        "名": "name",
        "等级": "tier",
        "谁": "target",
        "克": "opposes",
        "不可缓解": "unmitigable",
        "内容": "text",
        "说明": "text",
        "标签": "tag",
    },
    "scenes": {
        "名": "id",
        "说明": "text",
        "过去": "past",
        "时间": "when",
        "挑战": "challenges",
        "威胁": "threats",
        "故事标签": "story_tags",
        "效果": "effects",
    },
    "missions": {
        "名": "id",
        "标题": "title",
        "剧集": "series",
        "异常": "anomaly",
        "小结": "summary",
        "线索": "clues",
        "谜团": "mysteries",
        "特性": "traits",
        "场景": "scenes",
        "笔记": "notes",
        "讲义": "handouts",
    },
    "clues": {
        "名": "id",
        "内容": "text",
        "支持": "proves",
        "反对": "against",
        "隐藏": "hidden",
        "给": "holder",
        "for": "holder",
    },
    "mysteries": {"名": "id", "问题": "question", "复杂等级": "complexity", "真相": "answer", "支持": "proves"},
    "traits": {"内容": "text", "隐藏": "hidden"},
}
"""The keys of each kind of record: Chinese, and what they are in English."""

NESTED = {
    ("challenges", "limits"): "limits",
    ("challenges", "statuses"): "statuses",
    ("challenges", "threats"): "threats",
    ("threats", "brings"): "brings",
    ("scenes", "threats"): "threats",
    ("missions", "clues"): "clues",
    ("missions", "mysteries"): "mysteries",
    ("missions", "traits"): "traits",
    ("missions", "scenes"): "scenes",
    ("characters", "more"): "themes",
}
"""Records inside records: of which kind."""

WORDED = {"clues": "id", "threats": "id", "traits": "text", "scenes": "id"}
"""Kinds of record that one text may stand for, and the key of that text."""


def keys_of(kind: str) -> dict[str, str]:
    """The keys of a kind of record, then those of the records inside it."""
    found = dict(KEYS[kind])
    for inner in (inner for (outer, _), inner in NESTED.items() if outer == kind):
        found |= {word: key for word, key in keys_of(inner).items() if word not in found}
    return found


LISTED = frozenset(
    {"weakness", "tags", "opposes", "proves", "against", "notes", "handouts", "story_tags", "challenges"}
)
"""Keys that hold a list, where one text alone stands for itself."""

VALUES: dict[tuple[str, str], type[Term]] = {
    ("themes", "kind"): ThemeKind,
    ("challenges", "sort"): Sort,
    ("brings", "kind"): ConsequenceKind,
}
"""Values that are words of the rulebook (MST-LIV-49)."""

FLAGS = frozenset({"hidden", "nascent", "past", "beneficial", "unmitigable"})
"""Keys that hold 是 or 否."""


# --- reading ---------------------------------------------------------------------------------------------------------


def read_records(kind: str, records: Written) -> Written:
    """Records of a kind, by name or in a list, each as it is read."""
    if isinstance(records, Mapping) and not any(key in ("id", "名") for key in records):
        return {name: read_record(kind, one) for name, one in records.items()}
    listed = records if isinstance(records, list | tuple) else [records]
    return [read_record(kind, one) for one in listed]


def read_record(kind: str, record: Written) -> Written:
    """A record of a kind as it is read: in English keys and values, with its plain words as records; what is neither stays, and is a problem."""
    if isinstance(record, str) and kind in WORDED:
        record = {WORDED[kind]: record}
    if not isinstance(record, Mapping):
        return record
    keys = KEYS[kind]
    named = {keys.get(key) or keys.get(folded(key)) or key: value for key, value in record.items()}
    read = {key: _value(kind, key, value) for key, value in named.items()}
    if kind == "themes" and "id" not in read and "theme_tag" in read:
        return {"id": read["theme_tag"], **read}
    return _with_brings(read) if kind == "threats" else read


def _value(kind: str, key: str, value: Written) -> Written:
    if key == "limits" and isinstance(value, Mapping):
        return [{"status": status, "limit": limit} for status, limit in value.items()]
    if (inner := NESTED.get((kind, key))) is not None:
        return _inside(inner, value)
    if isinstance(value, str) and key in LISTED:
        return [value]
    if key in FLAGS and value in ("是", "否"):
        return value == "是"
    if isinstance(value, str) and (kind, key) in VALUES and VALUES[kind, key].holds(value):
        return VALUES[kind, key].read(value)
    return value


def _inside(kind: str, value: Written) -> Written:
    """Records inside a record; one text may stand for several of those that are written in words, a line for each."""
    if isinstance(value, str) and kind in (*WORDED, "brings"):
        value = [part.strip() for part in value.splitlines() if part.strip()]
    if not isinstance(value, list | tuple | Mapping):
        return value
    if kind == "brings":
        return [one for part in one_or_several(value) for one in _consequences(part)]
    records = read_records(kind, value)
    return [_tracked(one) for one in records] if kind == "statuses" and isinstance(records, list) else records


def _tracked(status: Written) -> Written:
    """A status written by its tier, as a track."""
    if not isinstance(status, Mapping) or not isinstance(tier := status.get("tier"), int) or not 1 <= tier <= TIERS:
        return status
    return {**{k: v for k, v in status.items() if k != "tier"}, "boxes": list(range(1, tier + 1))}


def _with_brings(threat: Plain) -> Plain:
    """A threat with what it brings: `灯光扫过：失明 2` is its name and that."""
    name, colon, rest = str(threat.get("id", "")).replace("：", ":").partition(":")
    if not colon or not rest.strip() or threat.get("brings"):
        return threat
    return {**threat, "id": name.strip(), "brings": _consequences(rest)}


# --- consequences in plain words -------------------------------------------------------------------------------------

DENY = ("不可缓解", "unmitigable")
DENIED = dict.fromkeys(DENY, "unmitigable")
BESIDE = {"克": "opposes", "opposes": "opposes", "谁": "target", "target": "target"}
PLACES: Mapping[str, str] = {
    ConsequenceKind.NEW_THREAT: "id",
    ConsequenceKind.BURN_TAG: "tag",
    ConsequenceKind.STORY_TAG: "name",
    ConsequenceKind.REMOVE_TAG: "name",
    ConsequenceKind.NARRATIVE: "text",
}
"""Where the words of a consequence stand that has nothing else."""

_PARTS = re.compile(r"[;；\n]")
_AFTER_KEY = re.compile(r"[=:]")
_WRITTEN_SHORT = {"kind", "name", "tier", "unmitigable", "tag", "text", "id", "opposes", "target"}


def _consequences(written: Written) -> list[Written]:
    """One consequence as a record, or several in words."""
    if not isinstance(written, str):
        return [_placed(read_record("brings", written))]
    return [_consequence(part.strip()) for part in _PARTS.split(written) if part.strip()]


def _placed(record: Written) -> Written:
    """A consequence that was written as a record: what it is called stands where the words of its kind do; several may be hit."""
    if not isinstance(record, Mapping):
        return record
    target = {"target": ",".join(map(str, one_or_several(record["target"])))} if record.get("target") else {}
    place = PLACES.get(str(record.get("kind")), "name")
    if place == "name" or place in record or "name" not in record:
        return {**record, **target}
    return {**{key: value for key, value in record.items() if key != "name"}, **target, place: record["name"]}


def _consequence(text: str) -> Plain:
    """One consequence: its kind first where it is no status, whose last word is its tier; words alone are told."""
    first, _, rest = text.partition(" ")
    if ConsequenceKind.holds(first) and rest.strip():
        kind = ConsequenceKind(ConsequenceKind.read(first))
        return (
            _status(rest) or {"kind": kind, "name": rest.strip()} if kind is ConsequenceKind.STATUS else _of(kind, rest)
        )
    return _status(text) or {"kind": ConsequenceKind.NARRATIVE.value, "text": text}


def _of(kind: ConsequenceKind, rest: str) -> Plain:
    words = rest.strip().split(" ", 1) if kind is ConsequenceKind.NEW_THREAT else (rest.strip(),)
    return {"kind": kind.value, **fields_of(kind, words)}


def fields_of(kind: ConsequenceKind, words: Sequence[str]) -> Plain:
    """What the words of a consequence say that is no status: a threat has a name and a text, any other one thing."""
    if kind is not ConsequenceKind.NEW_THREAT:
        return {PLACES[kind]: " ".join(words)}
    text = " ".join(words[1:]).strip()
    return {"id": words[0], **({"text": text} if text else {})}


def split_words(
    words: Iterable[str], flags: Mapping[str, str], keys: Mapping[str, str]
) -> tuple[list[str], dict[str, Written]]:
    """The bare words of a status, and what is said beside them: flags (`不可缓解`) and what stands behind keys (`克：镇定,冷静`, `克=镇定`)."""
    bare: list[str] = []
    beside: dict[str, Written] = {}
    for word in words:
        key, *behind = _AFTER_KEY.split(narrow(word), maxsplit=1)
        if word in flags:
            beside[flags[word]] = True
        elif behind and key in keys:
            beside[keys[key]] = split_list(behind[0]) if keys[key] == "opposes" else behind[0]
        else:
            bare.append(word)
    return bare, beside


def _status(text: str) -> Plain | None:
    """`失明 2 不可缓解 克=镇定`; none where there is no tier."""
    bare, more = split_words(text.split(), DENIED, BESIDE)
    tier = whole(narrow(bare[-1])) if len(bare) > 1 else None
    if tier is None:
        return None
    return {"kind": ConsequenceKind.STATUS.value, "name": " ".join(bare[:-1]), "tier": tier, **more}


# --- back ------------------------------------------------------------------------------------------------------------


def in_plain_words(record: Plain) -> Plain:
    """A record as somebody would write it: consequences and kinds in plain words, statuses by their tier."""
    chinese = not str(record.get("id", "")).isascii()
    found = {key: _worded(key, value, chinese=chinese) for key, value in record.items()}
    if "sort" in found and Sort.holds(str(found["sort"])) and chinese:
        found["sort"] = Sort(Sort.read(str(found["sort"]))).zh
    return found


def _worded(key: str, value: Written, *, chinese: bool) -> Written:
    if not isinstance(value, list | tuple):
        return value
    if key == "brings":
        return [_said(one, chinese=chinese) if isinstance(one, Mapping) else one for one in value]
    if key == "traits":
        return [{"text": one} if isinstance(one, str) else one for one in value]
    if key == "statuses":
        return [_tiered(one) if isinstance(one, Mapping) else one for one in value]
    if key in ("threats", "scenes"):
        return [
            {k: _worded(k, v, chinese=chinese) for k, v in one.items()} if isinstance(one, Mapping) else one
            for one in value
        ]
    return value


def _tiered(status: Plain) -> Plain:
    boxes = status.get("boxes")
    if not isinstance(boxes, list | tuple) or list(boxes) != list(range(1, len(boxes) + 1)):
        return status
    return {**{key: value for key, value in status.items() if key != "boxes"}, "tier": len(boxes)}


def _said(one: Plain, *, chinese: bool) -> Written:
    """A consequence in a few words; as a record where these would not say all of it."""
    if not ConsequenceKind.holds(str(one.get("kind", ""))) or set(one) - _WRITTEN_SHORT:
        return one
    kind = ConsequenceKind(ConsequenceKind.read(str(one["kind"])))
    if kind is ConsequenceKind.STATUS:
        opposed = ",".join(map(str, one_or_several(one.get("opposes"))))
        keys = [f"克：{opposed}" if chinese else f"opposes={opposed}"] if opposed else []
        keys += [f"谁：{one['target']}" if chinese else f"target={one['target']}"] if one.get("target") else []
        denied = [DENY[not chinese]] if one.get("unmitigable") else []
        return " ".join((str(one.get("name", "")), str(one.get("tier", "")), *denied, *keys))
    if one.get("target"):
        return one
    word = SHORT[kind][not chinese]
    words = (
        (one.get("id", ""), one.get("text", "")) if kind is ConsequenceKind.NEW_THREAT else (one.get(PLACES[kind], ""),)
    )
    return " ".join(str(part) for part in (word, *words) if part)


SHORT = {
    ConsequenceKind.BURN_TAG: ("燃尽", "burn"),
    ConsequenceKind.STORY_TAG: ("标签", "tag"),
    ConsequenceKind.REMOVE_TAG: ("去标签", "untag"),
    ConsequenceKind.NEW_THREAT: ("威胁", "threat"),
    ConsequenceKind.NARRATIVE: ("叙述", "say"),
}
"""The word that stands before a consequence."""


# --- things written inside others ------------------------------------------------------------------------------------

Change = Callable[[Plain], Plain]


def apart(pack: Plain, called: Mapping[str, str]) -> Plain:
    """A pack whose things name their challenges and hold their own themes; `called`: its kinds, by how they are written in it."""
    found: list[Plain] = []

    def name_of(one: Written) -> Written:
        if not isinstance(one, Mapping):
            return one
        found.append(table_in(read_record("challenges", one)))
        return found[-1].get("id", "")

    def scene(record: Plain) -> Plain:
        there = record.get("challenges")
        return {**record, "challenges": [*map(name_of, there)]} if isinstance(there, list) else record

    def mission(record: Plain) -> Plain:
        named = {**record, "anomaly": name_of(record["anomaly"])} if "anomaly" in record else record
        return {**named, "scenes": each(record["scenes"], scene)} if "scenes" in record else named

    changes = {"scenes": scene, "missions": mission, "characters": _character}
    known = {w: each(r, changes[called[w]]) if called.get(w) in changes else r for w, r in pack.items()}
    return _with_challenges(known, called, found) if found else known


def each(records: Written, change: Change) -> Written:
    """Records by name or in a list, each changed; what is neither stays, and is a problem."""
    if isinstance(records, Mapping):
        return {name: change(one) if isinstance(one, Mapping) else one for name, one in records.items()}
    if isinstance(records, list):
        return [change(one) if isinstance(one, Mapping) else one for one in records]
    return records


def _character(record: Plain) -> Plain:
    """A character with the themes that are written whole among its own."""
    themes = list_in(record.get("themes"))
    own = [read_record("themes", one) for one in themes if isinstance(one, Mapping)]
    if not own:
        return record
    named = [one for one in themes if not isinstance(one, Mapping)]
    return {**record, "themes": named, "more": [*own, *list_in(record.get("more"))]}


def _with_challenges(pack: Plain, called: Mapping[str, str], found: list[Plain]) -> Plain:
    """A pack with further challenges, each once."""
    written = next((word for word in pack if called.get(word) == "challenges"), "challenges")
    there = pack.get(written)
    new = {str(one.get("id", "")): one for one in found}
    if isinstance(there, Mapping):
        return {**pack, written: {**new, **there}}
    known = [one.get("id") for one in list_in(there) if isinstance(one, Mapping)]
    return {**pack, written: [*list_in(there), *(one for name, one in new.items() if name not in known)]}
