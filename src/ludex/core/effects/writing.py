"""One record of an effect while it is read: its keys in either language, words of the vocabulary, and every problem found so far."""

import re
from collections.abc import Iterable, Mapping

from ludex.core.bounds import whole
from ludex.core.effects.records import By, Lasts
from ludex.core.effects.vocabulary import Span, Vocabulary, Word, spelled
from ludex.core.names import folded
from ludex.core.packs import shape_problem
from ludex.core.plain import Written
from ludex.core.say import Say, say

KEYS = {
    "id": "id", "名称": "name", "持续": "lasts", "期限": "lasts", "修正": "modifiers", "许可": "grants", "授予": "grants",
    "禁止": "denies", "触发": "triggers", "使用": "uses", "当": "when", "条件": "when", "光环": "aura", "光环对": "over",
    "摆脱": "rid", "标签": "tags", "说明": "text", "量": "of", "之": "part", "行动": "part", "种类": "kind", "谁的": "whose", "谁": "whose",
    "时": "on", "问": "ask", "次数": "limit", "花费": "cost", "做": "do", "对": "whom", "非": "not", "成功": "then",
    "失败": "otherwise", "每": "per", "时效": "lasts", "赋予": "grants", "事件": "on", "步骤": "do", "quantity": "of", "event": "on",
    "condition": "when", "conditions": "when", "asked": "ask", "often": "limit", "steps": "do",
}  # fmt: skip
"""Chinese names of fields."""

_CHINESE = {key: word for word, key in reversed(list(KEYS.items())) if not word.isascii()}
_FIELD = re.compile(r"[a-z_]+")


_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "＋": "+", "－": "-", "：": ":"})
_LASTS = re.compile(r"(\d{1,6})\s*(.+)|(.*\D)\s*(\d{1,6})")
_FACTOR = re.compile(r"[^*/+-]+")
_SUM = re.compile(r"[+-]?[^*/+-]+(?:[*/+-][^*/+-]+)*")


def amount_of(words: Vocabulary, said: Written) -> By | None:
    """A value as it is kept: a whole number, or a sum of products of the vocabulary's factors (`10+LV`, `2×times`); None if it is neither."""
    if isinstance(said, bool) or not isinstance(said, int | str):
        return None
    text = str(said).translate(_SIGNS).replace(" ", "")
    if (number := whole(text)) is not None:
        return number
    known = spelled(words.factors)
    factors = {one: _factor(known, one) for one in _FACTOR.findall(text)}
    fits = _SUM.fullmatch(text) and all(factors.values())
    return _FACTOR.sub(lambda one: factors[one[0]], text) if fits else None


def _factor(known: Mapping[str, Word], said: str) -> str:
    """A whole number as it is, a factor by its key; nothing if it is neither."""
    found = known.get(folded(said))
    return said if whole(said) is not None else found.key if found else ""


def duration(words: Vocabulary, text: str) -> Lasts | None:
    """How long a text says that something lasts; one word may mean a unit after a number, and another without one. None if it is no time."""
    said = text.strip()
    named = words.word("spans", said) or words.read("spans", said)  # its own key before another's spelling
    if isinstance(named, Span) and named.counted:
        named = spelled(span for span in words.spans if not span.counted).get(folded(said))
    if isinstance(named, Span):
        return Lasts(named.key, named.fixed or 0)
    number = _LASTS.fullmatch(said)
    unit = (number[2] or number[3]).strip() if number else ""
    span = spelled(span for span in words.spans if span.counted).get(folded(unit)) or words.read("spans", unit)
    return Lasts(span.key, int(number[1] or number[4])) if number and span else None


class Writing:
    """One record being read: the vocabulary, where it stands, and every problem found so far. `chinese`: its author writes Chinese."""

    def __init__(self, words: Vocabulary, where: str, *, chinese: bool = False) -> None:
        self.words = words
        self.where = where
        self.problems: list[Say] = []
        self._called = {**_CHINESE, **{way.key: way.zh for way in words.gives}} if chinese else {}

    def at(self, place: str) -> str:
        """A place in the record, in the language of its author's keys (`触发[0].时`, `triggers[0].on`)."""
        told = _FIELD.sub(lambda field: self._called.get(field[0], field[0]), place)
        return f"{self.where} {told}".strip()

    def wrong(self, place: str, value: object, among: Iterable[Word] = ()) -> None:
        """Something that the vocabulary does not have, with what it has."""
        known = [spelling for w in among for spelling in (w.zh, w.key or w.en)]  # a reader is shown her own
        said = ", ".join(f"{key} = {one}" for key, one in value.items()) if isinstance(value, Mapping) else f"{value}"
        key = "content.bad_value" if not known else "content.not_among" if said else "content.to_write"
        self.problems.append(say(key, where=self.at(place), value=said[:60], among=known))

    def fields(self, place: str, plain: Written, known: Iterable[str]) -> dict[str, Written]:
        """A table with its keys in English; an unknown key is a problem."""
        if not isinstance(plain, Mapping):
            got = "array" if isinstance(plain, list | tuple) else "str"
            self.problems.append(shape_problem(f"Expected `object`, got `{got}`", where=self.at(place)))
            return {}
        named = {KEYS.get(str(key).strip(), str(key).strip()): value for key, value in plain.items()}
        for key in [key for key in named if key not in set(known)]:
            self.problems.append(say("content.unknown_field", where=self.at(place), field=key))
            named.pop(key)
        return named

    def word(self, field: str, place: str, value: Written) -> str:
        """A word of one of the vocabulary's lists by its key."""
        found = self.words.read(field, str(value)) if isinstance(value, str) else None
        if found is None:
            self.wrong(place, value, getattr(self.words, field))
            return ""
        return str(found.key)

    def among(self, place: str, said: str, words: Iterable[Word]) -> str:
        """A word of a closed list by its key."""
        listed = tuple(words)
        found = spelled(listed).get(folded(said))
        if found is None:
            self.wrong(place, said, listed)
        return found.key if found else ""

    def number(self, place: str, value: Written) -> int:
        found = value if isinstance(value, int) else whole(value) if isinstance(value, str) else None
        if found is None:
            self.wrong(place, value)
        return int(found or 0)
