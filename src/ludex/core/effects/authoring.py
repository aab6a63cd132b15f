"""Effects as people write them: plain data with Chinese or English keys and words, read whole, all problems named at once.

    状态.手麻 = { 修正 = [{ 量 = "命中", 劣势 = 1 }], 持续 = "2轮" }
    states.numb = { modifiers = [{ of = "hit", banes = 1 }], lasts = "2 rounds" }

A condition or step is a text (`"kind melee"`, `"类别=近战"`, `"伤害 1d6"`) or a table (`{ 伤害 = "1d6", 对 = "对方" }`).
"""

import re
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from ludex.core.bounds import whole
from ludex.core.effects.phrasing import reordered
from ludex.core.effects.records import Effect, Give, Lasts, Limit, Modifier, Phrase, Trigger, Use
from ludex.core.effects.slots import slot_values
from ludex.core.effects.vocabulary import Condition, Sort, Step, Vocabulary, Word, spelled
from ludex.core.effects.writing import KEYS as KEYS, Writing as Writing, amount_of, duration
from ludex.core.names import folded, split_list
from ludex.core.packs import ContentKind
from ludex.core.plain import Plain, Written
from ludex.core.say import Say

_WITHIN = re.compile(
    r"(\d{1,4})\s*(?:码|格|区|yards?|yd|regions?)\s*(?:之?内|within)?的?\s*(.*)|(.*?)\s+within\s+(\d{1,4}).*"
)
_OR = re.compile(r"\s+(?:或者?|or)\s+")
_OFTEN = re.compile(
    r"每?(?P<per>\D*?)(?P<n>\d{1,4})\s*次?|(?P<n2>\d{1,4})\s*(?:次|times?)?\s*(?:[/每]|per|a|each|in a)?\s*(?P<per2>\D*)"
)


_NAMED = {"name", "名称"}
FIELDS = (
    "id", "name", "lasts", "modifiers", "grants", "denies", "triggers", "uses", "when", "aura", "over", "rid", "tags", "text",
)  # fmt: skip
"""The keys of an effect."""


def read_effect(words: Vocabulary, plain: Written, where: str, *, name: str = "") -> tuple[Effect, tuple[Say, ...]]:
    """An effect as somebody wrote it, and everything that is wrong with it."""
    chinese = isinstance(plain, Mapping) and any(not str(key).isascii() for key in plain)
    writing = Writing(words, where, chinese=chinese)
    return read_into(writing, plain, name=name), tuple(writing.problems)


def read_into(writing: Writing, plain: Written, *, name: str = "") -> Effect:
    """An effect as somebody wrote it, for one who keeps what is wrong with it."""
    got = writing.fields("", plain, FIELDS)
    far = got.get("aura", 0)  # yards, or «3码内敌人»
    deeds = [one for one in _list(got.get("grants")) if isinstance(one, Mapping) and _NAMED & one.keys()]
    grants = [one for one in _list(got.get("grants")) if one not in deeds]  # a named deed of one's own is a use
    over, aura = _aimed(writing, "whose", "aura", far) if isinstance(far, str) else ("", writing.number("aura", far))
    return Effect(
        id=str(got.get("id", name)),
        name=str(got.get("name", "")),
        lasts=_lasts(writing, got.get("lasts", "")),
        modifiers=tuple(
            modifier
            for n, one in enumerate(_list(got.get("modifiers")))
            for modifier in _modifiers(writing, f"modifiers[{n}]", one)
        ),
        grants=_phrases(writing, "grants", "grants", grants),
        denies=_denies(writing, got.get("denies")),
        triggers=tuple(_trigger(writing, f"triggers[{n}]", one) for n, one in enumerate(_list(got.get("triggers")))),
        uses=tuple(_use(writing, f"uses[{n}]", one) for n, one in enumerate([*_list(got.get("uses")), *deeds])),
        when=_phrases(writing, "when", "conditions", got.get("when")),
        aura=aura,
        over=writing.word("whose", "over", got["over"]) if got.get("over") else over,
        rid=_use(writing, "rid", got["rid"]) if got.get("rid") else None,
        tags=tuple(str(tag) for tag in _list(got.get("tags"))),
        text=str(got.get("text", "")),
    )


def _list(value: Written) -> list[Written]:
    """One or several, as people write them; a text may hold several with commas between."""
    if value is None or value == "":
        return []
    if isinstance(value, str):
        return [*split_list(value)]
    return list(value) if isinstance(value, list | tuple) else [value]


def _lasts(writing: Writing, value: Written) -> tuple[Lasts, ...]:
    """`2轮`, `this round`, `3 uses`, `摆脱`; several with commas between: the first that is over ends it."""
    return tuple(found for one in _list(value) if (found := _duration(writing, one)) is not None)


def _duration(writing: Writing, value: Written) -> Lasts | None:
    found = duration(writing.words, str(value))
    if found is None:
        writing.wrong("lasts", value, writing.words.spans)
    return found


def _modifiers(writing: Writing, place: str, plain: Written) -> Iterator[Modifier]:
    """A table with the quantity, what is given, and the conditions. Every way of giving is a key of its own; several parts are as many."""
    ways = {name: word.key for name, word in spelled(writing.words.gives).items()}
    own = ("of", "when", "part", "kind", "whose")
    given = plain if isinstance(plain, Mapping) else {}
    got = writing.fields(place, {k: v for k, v in given.items() if folded(str(k)) not in ways} if given else plain, own)
    of, parts = _quantity(writing, place, got.get("of", ""), got.get("part", ""))
    whose, within = _aimed(writing, "whose", place, got.get("whose", ""))
    quantity = writing.words.word("quantities", of)
    worded = quantity.values if quantity else ()
    gives = tuple(
        _give(writing, place, ways[folded(str(k))], v, worded) for k, v in given.items() if folded(str(k)) in ways
    )
    for give in gives:
        if quantity is not None and give.how not in quantity.gives:
            writing.wrong(f"{place}.{give.how}", of, [w for w in writing.words.gives if w.key in quantity.gives])
    modifier = Modifier(
        of=of,
        give=gives,
        when=_phrases(writing, f"{place}.when", "conditions", got.get("when")),
        kind=writing.word("kinds", f"{place}.kind", got["kind"]) if got.get("kind") else "",
        whose=whose,
        within=within,
    )
    yield from (replace(modifier, part=part) for part in parts)


def _quantity(writing: Writing, place: str, said: Written, part: Written) -> tuple[str, list[str]]:
    """A quantity, narrowed in the same breath (`耗AP 格挡`) or by a key of its own, perhaps by several words."""
    if writing.words.read("quantities", str(said)) is None and not part:
        head, _, rest = str(said).replace(":", " ").partition(" ")
        if writing.words.read("quantities", head) is not None:
            said, part = head, rest
    of = writing.word("quantities", f"{place}.of", said)
    quantity = writing.words.word("quantities", of)
    several = [str(one) for one in _list(part)] or [""]
    if not part or quantity is None:
        return of, several
    return of, [writing.among(f"{place}.part", one, quantity.parts) for one in several]


def _give(
    writing: Writing, place: str, how: str, value: Written, worded: tuple[Word, ...] = (), *, sums: bool = True
) -> Give:
    if isinstance(value, bool):
        return Give(how, int(value))
    if worded:
        return Give(how, writing.among(f"{place}.{how}", str(value), worded))
    if sums and writing.words.factors:
        amount = amount_of(writing.words, value)
        if amount is None:
            writing.wrong(f"{place}.{how}", value)
        return Give(how, amount or 0)
    if isinstance(value, str) and whole(value) is None:
        if writing.words.amount is None:
            writing.wrong(f"{place}.{how}", value)
        return Give(how, value)
    return Give(how, writing.number(f"{place}.{how}", value))


def _denies(writing: Writing, value: Written) -> tuple[str, ...]:
    found = []
    for n, one in enumerate(_list(value)):
        known = writing.words.read("denies", str(one))
        if known is None and not writing.words.free:
            writing.wrong(f"denies[{n}]", one, writing.words.denies)
        found.append(known.key if known else str(one))
    return tuple(found)


def _trigger(writing: Writing, place: str, plain: Written) -> Trigger:
    got = writing.fields(place, plain, ("on", "whose", "when", "ask", "limit", "per", "cost", "do"))
    whose, within = _aimed(writing, "whose", place, got.get("whose", ""))
    return Trigger(
        on=writing.word("occasions", f"{place}.on", got.get("on", "")),
        whose=whose,
        within=within,
        when=_phrases(writing, f"{place}.when", "conditions", got.get("when")),
        ask=bool(got.get("ask", False)),
        limit=_limit(writing, place, got.get("limit"), got.get("per")),
        cost=_cost(writing, f"{place}.cost", got.get("cost")),
        do=_phrases(writing, f"{place}.do", "steps", got.get("do")),
    )


def _use(writing: Writing, place: str, plain: Written) -> Use:
    ways = spelled(writing.words.gives)
    given = plain if isinstance(plain, Mapping) else {}
    price = {k: v for k, v in given.items() if folded(str(k)) in ways and v}  # `动作点 = 1` beside the rest
    left = {k: v for k, v in given.items() if folded(str(k)) not in ways} if given else plain
    got = writing.fields(place, left, ("name", "cost", "whom", "when", "limit", "per", "do"))
    whom, within = _aimed(writing, "whom", place, got.get("whom", ""))
    return Use(
        name=str(got.get("name", "")),
        cost=(*_cost(writing, f"{place}.cost", got.get("cost")), *_cost(writing, place, price)),
        whom=whom,
        within=within,
        when=_phrases(writing, f"{place}.when", "conditions", got.get("when")),
        limit=_limit(writing, place, got.get("limit"), got.get("per")),
        do=_phrases(writing, f"{place}.do", "steps", got.get("do")),
    )


def _limit(writing: Writing, place: str, value: Written, each: Written) -> Limit:
    """`3`, `每轮1次`, `1/轮`, `once a round` as `1 round`; or the number and what it counts in apart."""
    if each:
        return Limit(writing.number(f"{place}.limit", value or 1), writing.word("pers", f"{place}.per", each))
    if value in (None, ""):
        return Limit()
    if isinstance(value, int):
        return Limit(value)
    found = _OFTEN.fullmatch(str(value).strip())
    per = (found["per"] or found["per2"] or "").strip() if found else ""
    if found is None or (per and writing.words.read("pers", per) is None):
        writing.wrong(f"{place}.limit", value, writing.words.pers)
        return Limit()
    return Limit(int(found["n"] or found["n2"]), writing.words.read("pers", per).key if per else "")


def _cost(writing: Writing, place: str, value: Written) -> tuple[Give, ...]:
    """`{ 动作点 = 1 }`, or `动作点 1` or `1 动作点` in words."""
    if isinstance(value, str):
        said = value.replace(":", " ").split()
        ahead = bool(said) and said[0].isdecimal()  # the number stands before what it counts
        names, numbers = (said[1::2], said[::2]) if ahead else (said[::2], said[1::2])
        value = dict(zip(names, numbers, strict=False)) or value
    ways = {name: word.key for name, word in spelled(writing.words.gives).items()}
    found = []
    for key, by in (value if isinstance(value, Mapping) else {"": value} if value else {}).items():
        if folded(str(key)) not in ways:
            writing.wrong(place, key or by, writing.words.gives)
            continue
        found.append(_give(writing, place, ways[folded(str(key))], by, sums=False))
    return tuple(found)


def _aimed(writing: Writing, field: str, place: str, value: Written) -> tuple[str, int]:
    """Whose or whom, perhaps within so many yards: `3码内敌人`, `foes within 3`."""
    said = str(value).strip()
    if not said:
        return "", 0
    if near := _WITHIN.fullmatch(said):
        return writing.word(field, f"{place}.{field}", near[2] or near[3] or ""), int(near[1] or near[4])
    if field == "whom" and writing.words.by_name and writing.words.read(field, said) is None:
        return said, 0
    return writing.word(field, f"{place}.{field}", said), 0


def _phrases(writing: Writing, place: str, field: str, value: Written) -> tuple[Phrase, ...]:
    several = [value] if isinstance(value, str) and field != "denies" and "," not in value else _list(value)
    return tuple(
        _phrase(writing, f"{place}[{n}]", field, one) for n, one in enumerate(several) if one not in (None, "")
    )


def _phrase(writing: Writing, place: str, field: str, value: Written) -> Phrase:
    """One condition, step or grant, from a text or a table; several conditions in a list, or joined by «或», are alternatives."""
    if isinstance(value, Mapping):
        return _tabled(writing, place, field, value)
    if field == "conditions" and len(several := _alternatives(value)) > 1:
        first, *others = (_phrase(writing, place, field, one) for one in reversed(several))
        for one in others:
            first = replace(one, otherwise=(first,))
        return first
    said = re.sub(r">=|≥|[:：=＝]", " ", str(value)).split()
    negated = bool(said) and KEYS.get(said[0], said[0]) == "not"
    said = said[1:] if negated else said
    if field == "conditions" and _first(writing, field, said) is None:
        said = reordered(writing.words, " ".join(said)).split()
    word = _first(writing, field, said)
    if word is None:
        writing.wrong(place, value, getattr(writing.words, field))
        return Phrase("")
    values, whom, within = _said(writing, word[0], place, said[len(word[1].split()) :])
    return Phrase(word[0].key, slot_values(writing, place, word[0], values), whom=whom, within=within, negated=negated)


def _alternatives(value: Written) -> list[Written]:
    """What a condition is made of: the members of a list, or what stands between «或» in a text."""
    return list(value) if isinstance(value, list | tuple) else list(_OR.split(str(value)))


def _first(writing: Writing, field: str, said: list[str]) -> tuple[Condition | Step, str] | None:
    """The longest beginning of a text that is a word of the list."""
    for end in range(min(len(said), 4), 0, -1):
        text = " ".join(said[:end])
        if (found := writing.words.read(field, text)) is not None:
            return found, text
    return None


def _said(writing: Writing, word: Condition | Step, place: str, rest: list[str]) -> tuple[list[str], str, int]:
    """Values of a step written as a text, and at whom it is aimed (`对 敌人`, or that alone where any text could stand: `伤害 1d4 对方`)."""
    marks = [n for n, one in enumerate(rest) if one in ("对", "to", "whom")]
    if not isinstance(word, Step):
        return rest, "", 0
    if not marks:
        last = word.slots[-1] if len(rest) > 1 and word.slots else None
        loose = last is not None and last.sort is Sort.TEXT and folded(rest[-1]) not in spelled(last.words)
        aimed = writing.words.read("whom", rest[-1]) if loose else None
        return (rest[:-1], aimed.key, 0) if aimed is not None else (rest, "", 0)
    whom, within = _aimed(writing, "whom", place, " ".join(rest[marks[-1] + 1 :]))
    return rest[: marks[-1]], whom, within


def _tabled(writing: Writing, place: str, field: str, plain: Plain) -> Phrase:
    """`{ 检定 = ["力量", 12], 对 = "对方", 成功 = […], 失败 = […] }`."""
    beside = {KEYS.get(str(k), str(k)): v for k, v in plain.items()}
    heads = [(k, v) for k, v in plain.items() if KEYS.get(str(k), str(k)) not in ("whom", "then", "otherwise", "not")]
    word = writing.words.read(field, str(heads[0][0])) if len(heads) == 1 else None
    if word is None:
        writing.wrong(place, dict(heads), getattr(writing.words, field))
        return Phrase("")
    value = [] if heads[0][1] is True else heads[0][1]
    values = [str(one) for one in value] if isinstance(value, list | tuple) else str(value).split()
    whom, within = _aimed(writing, "whom", place, beside.get("whom", ""))
    forks = isinstance(word, Step | Condition) and word.forks
    for key in ("then", "otherwise"):
        if beside.get(key) and not forks:
            writing.wrong(f"{place}.{key}", word.key)
    return Phrase(
        word.key,
        slot_values(writing, place, word, values),
        whom=whom,
        within=within,
        negated=bool(beside.get("not", False)),
        then=_phrases(writing, f"{place}.then", field, beside.get("then")),
        otherwise=_phrases(writing, f"{place}.otherwise", field, beside.get("otherwise")),
    )


class EffectKind(ContentKind, frozen=True, kw_only=True):
    """A kind of content whose records are effects: the states of a system, its feats."""

    words: Vocabulary

    @property
    def inner(self) -> tuple[str, ...]:
        """What only an effect has that somebody bears."""
        return tuple(name for name in Effect.__struct_fields__ if name not in FIELDS or name == "id")

    def problems(self, name: str, record: Written) -> Iterator[Say]:
        _, problems = read_effect(self.words, record, f"{self.name}.{name}", name=name)
        yield from problems

    def make(self, name: str, record: Plain) -> Effect:
        return read_effect(self.words, record, f"{self.name}.{name}", name=name)[0]
