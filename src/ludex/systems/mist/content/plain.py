"""What is prepared in plain words, and back: `失明 2`, `标签 大雾`, `灯光扫过：失明 2；叙述 门关上了`, a trait as one text. MST-LIV-48, -49.

A file and a form may write either records or such words; in the state there are records alone.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from ludex.core.bounds import whole
from ludex.core.names import narrow, split_list
from ludex.core.packs import Plain, Written
from ludex.systems.mist.terms import ConsequenceKind, Sort, record_in_english

DENY = ("不可缓解", "unmitigable")
FLAGS = dict.fromkeys(DENY, "unmitigable")
KEYS = {"克": "opposes", "opposes": "opposes", "谁": "target", "target": "target"}
PLACES = {
    ConsequenceKind.BURN_TAG: "tag",
    ConsequenceKind.STORY_TAG: "name",
    ConsequenceKind.REMOVE_TAG: "name",
    ConsequenceKind.NARRATIVE: "text",
}
"""Where the words of a consequence stand that has nothing else."""

_PARTS = re.compile(r"[;；\n]")
_WRITTEN_SHORT = {"kind", "name", "tier", "unmitigable", "tag", "text", "id", "opposes", "target"}


def plainly(kind: str, record: Written) -> Plain:
    """A record of a kind as it is read: in English keys, with its plain words as records."""
    found = record_in_english(kind, record)
    return _read(kind, found) if isinstance(found, Mapping) else {}


def _read(kind: str, record: Plain) -> Plain:
    read = dict(record)
    if "threats" in read:
        read["threats"] = [_threat(one) for one in _listed(read["threats"])]
    if kind == "missions":
        read["scenes"] = [_read("scenes", one) if isinstance(one, Mapping) else one for one in read.get("scenes", ())]
        read["traits"] = [{"text": one} if isinstance(one, str) else one for one in _listed(read.get("traits", ()))]
    return {key: value for key, value in read.items() if value != [] or key in record}


def _listed(value: Written) -> list[Written]:
    """Several things, where one text may hold several."""
    if isinstance(value, str):
        return [part.strip() for part in value.splitlines() if part.strip()]
    return list(value) if isinstance(value, list | tuple) else [value]


def _threat(threat: Written) -> Written:
    """A threat with what it brings: `灯光扫过：失明 2` is its name and that."""
    named: Written = {"id": threat} if isinstance(threat, str) else threat
    if not isinstance(named, Mapping):
        return named
    name, colon, rest = str(named.get("id", "")).replace("：", ":").partition(":")
    if colon and rest.strip() and not named.get("brings"):
        named = {**named, "id": name.strip(), "brings": rest}
    if "brings" not in named:
        return named
    return {**named, "brings": [one for part in _listed(named["brings"]) for one in _consequences(part)]}


def _consequences(written: Written) -> list[Written]:
    if not isinstance(written, str):
        return [written]
    return [_consequence(part.strip()) for part in _PARTS.split(written) if part.strip()]


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


def parted(
    words: Iterable[str], flags: Mapping[str, str], keys: Mapping[str, str]
) -> tuple[list[str], dict[str, Written]]:
    """The bare words of a status, and what is said beside them: flags (`不可缓解`) and what stands behind keys (`克=镇定,冷静`)."""
    bare: list[str] = []
    beside: dict[str, Written] = {}
    for word in words:
        key, equals, value = narrow(word).partition("=")
        if word in flags:
            beside[flags[word]] = True
        elif equals and key in keys:
            beside[keys[key]] = split_list(value) if keys[key] == "opposes" else value
        else:
            bare.append(word)
    return bare, beside


def _status(text: str) -> Plain | None:
    """`失明 2 不可缓解 克=镇定`; none where there is no tier."""
    bare, more = parted(text.split(), FLAGS, KEYS)
    tier = whole(narrow(bare[-1])) if len(bare) > 1 else None
    if tier is None:
        return None
    return {"kind": ConsequenceKind.STATUS.value, "name": " ".join(bare[:-1]), "tier": tier, **more}


# --- back ------------------------------------------------------------------------------------------------------------


def worded(record: Plain) -> Plain:
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
        keys = [f"{'克' if chinese else 'opposes'}={','.join(one['opposes'])}"] if one.get("opposes") else []
        keys += [f"{'谁' if chinese else 'target'}={one['target']}"] if one.get("target") else []
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
