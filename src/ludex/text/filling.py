"""How the words of a line fill the fields of a command: by key, by place, and as people write them all the same.

A word by its key is taken wherever it stands. Other words go on from the one before, have a place of their own, or stand beside what is
filled already; what fits nowhere is refused. Nothing here knows what a command does.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from ludex.core.deeds import ACTOR, CELL, DECIMAL, FLAG, ITEM, REST, TERM, TEXT, WHOLE, Field
from ludex.core.errors import RuleError
from ludex.core.fields import CIRCUMSTANCE, DIFFICULTY
from ludex.core.names import folded, narrow, simplified, split_list
from ludex.core.plain import Written, list_in
from ludex.desk.reading import expected
from ludex.desk.spelling import before_rest
from ludex.text.grammar import QUOTES, Token

_BEHIND = re.compile(r"[+-]?\d+$")
_SIGNED = re.compile(r"[+-]\d+")
_NUMBER = re.compile(r"[+-]?\d+")
COMMAS = (",", "，", "、", ";", "；")
_AMOUNT = re.compile(r"[+-]?\d+(?:\.\d+)?")
MEASURES = "个只名位头匹条张瓶次"
"""What stands behind a number of things or people."""
_GLUED = re.compile(rf"(.*[^\d\s+-])\s*([+-]?\d+)[级点{MEASURES}]?")
_MEASURED = re.compile(r"([+-]?\d+(?:\.\d+)?)(\D+)")
_SIZE = re.compile(r"(\d{1,3})[xX×*乘](\d{1,3})")
_MANY = re.compile(rf"(\D+?)(?:[x×*](\d{{1,3}})|(\d{{1,3}})[{MEASURES}])")


def fill(text: str, found: Sequence[Token], fields: Sequence[Field], names: Collection[str] = ()) -> dict[str, Written]:
    """Match words to fields, as they were typed. What fits nowhere is refused: which word, and what was expected.

    `names` are those of the people there: a number that is none of them stands for nobody.
    """
    filling = _Filling(text, fields, names)
    words = _labelled(_counted(_sized(found, fields), fields), fields, names)
    for n, token in enumerate(words):
        if not filling.take(token, words[n + 1 :]):
            break
    return _unglued(filling.given, filling.places, names)


def _unglued(given: dict[str, Written], places: Sequence[Field], names: Collection[str]) -> dict[str, Written]:
    """What was given, with a number apart that is glued to the word before it where it must be said and is not (`.状态 周遥 惊慌1`)."""
    for before, field in pairwise(places):
        said = given.get(before.name)
        if before.kind != TEXT or field.kind != WHOLE or not field.needed or field.name in given:
            continue
        glued = _GLUED.fullmatch(narrow(said)) if isinstance(said, str) and said not in names else None
        if isinstance(said, str) and glued is not None:
            return {**given, before.name: said[: glued.end(1)].strip(), field.name: glued[2]}
    return given


_SPELLED = {letter: n for n, letter in enumerate("一二三四五六七八九", 1)} | {"两": 2}
_COUNTED = re.compile(rf"(?:(\d{{1,2}}|[{''.join(_SPELLED)}])[个颗点重])?([^\d\s]{{2,}})")
"""A word of two letters or more, perhaps with how many of it before it."""


class _Filling:
    """A line on its way into fields: what was given so far, by place or by key, and what was passed over."""

    def __init__(self, text: str, fields: Sequence[Field], names: Collection[str]) -> None:
        self.text, self.fields, self.names = text, fields, names
        self.given: dict[str, Written] = {}
        self.places = [f for f in fields if not f.keyed and f.kind != FLAG]
        self.passed: list[Field] = []
        self.last: Field | None = None
        self.by_key: Field | None = None
        self.parted = False

    def take(self, token: Token, later: Sequence[Token]) -> bool:
        """Take one word; whether the words behind it are still to be taken."""
        if (taken := _keyed(token, self.fields, self.given)) is not None:
            self.by_key = taken if taken.kind in (TEXT, ITEM, TERM) else None
            self.parted = _parts(token)
            return True
        if self.by_key is not None and self.by_key.wide:  # `做=伤害 5 灼烧`
            _joined(self.given, self.by_key, token.text, apart=self.parted)
            self.parted = _parts(token)
            return True
        if self.last is not None and self._goes_on(self.last, token):
            return True
        if (weighed := self._so_many(token)) is not None:
            self.given[weighed[0].name] = weighed[1]
            return True
        if (reached := self._to_reach(token, later)) is not None:
            self.given[reached.name] = token.text
            return True
        field = self._place(token, later)
        if field is None and self._stands_beside(token):
            return True
        self.by_key = None
        if field is None:
            raise RuleError("too_many_arguments", text=token.text, expected=expected(self.fields))
        if field.kind == REST:
            self._take_rest(field, token, later)
            return False
        self.given[field.name] = split_list(token.text) if field.several else _unmeasured(field, token.text)
        return True

    def _goes_on(self, last: Field, token: Token) -> bool:
        """Whether a word belongs to the place that was filled last: one of two words, the other number of a square, one more of several."""
        before = self.given[last.name]
        if last.spans is not None and last.spans(token.text):
            self.given[last.name], self.last = f"{before}+{token.text}", None
        elif last.kind == CELL and _is_number(token.text) and _is_number(str(before)):
            self.given[last.name], self.last = f"{before},{token.text}", None  # `.移动 2 5`
        elif _one_more(last, token, self.names):
            self.given[last.name] = [*list_in(before), token.text]
        else:
            return False
        return True

    def _so_many(self, token: Token) -> tuple[Field, str] | None:
        """A circumstance that is counted, by its word alone or with how many before it (`.检定 力量 推门 优势`, 两个优势), and how many."""
        found = _COUNTED.fullmatch(narrow(token.text)) if not token.quoted else None
        counted = (f for f in self.fields if f.keyed and f.kind == WHOLE and f.owner == CIRCUMSTANCE)
        field = next((f for f in counted if found and found[2] in f.keys and f.name not in self.given), None)
        if field is None or found is None:
            return None
        many = found[1] or "1"
        return field, many if many.isdecimal() else str(_SPELLED[many])

    def _to_reach(self, token: Token, later: Sequence[Token]) -> Field | None:
        """The number to reach, which a line gives by key, for a number at the end of it where words would stand (`.检定 力量 破门 12`)."""
        vacant = next((f for f in self.places if f.name not in self.given), None)
        worded = vacant is None or (vacant.kind == TEXT and vacant.wide and not vacant.needed)
        if not worded or token.quoted or not narrow(token.text).isdecimal() or not _is_last(later, self.fields):
            return None
        said = dict(self.given)
        for one in later:
            _keyed(one, self.fields, said)
        hard = (f for f in self.fields if f.keyed and f.kind == WHOLE and f.owner == DIFFICULTY)
        return next((f for f in hard if f.name not in said and not _is_name(token, self.names)), None)

    def _place(self, token: Token, later: Sequence[Token]) -> Field | None:
        """The place that a word is for: the first that is vacant, but for those who write otherwise."""
        vacant = [f for f in _fitting(token, self.places) if f.name not in self.given]
        if _left_out(token, vacant, self.names, last=_is_last(later, self.fields)):
            self.passed.append(vacant.pop(0))
            self.places.remove(self.passed[-1])
        while _of_the_rest(token, vacant):
            self.places.remove(vacant.pop(0))
        self.last = _turned(token, vacant, later) or _somebody(token, vacant, self.names) or next(iter(vacant), None)
        if self.last is None and self.passed and _is_name(token, self.names):  # `.伤害 3 安`
            return self.passed.pop()
        return self.last

    def _stands_beside(self, token: Token) -> bool:
        """Whether a word that has no place of its own belongs to what was given before it."""
        wide = next((f.name for f in self.places if f.wide), "")
        if wide in self.given:
            self.given[wide] = f"{self.given[wide]} {token.text}"
        elif (several := _list_at_the_end(self.places, self.given)) is not None:
            several.extend(split_list(token.text))
        elif (about := _about(self.fields, self.given)) is not None:
            _shifted(self.given, self.places, about, token.text)
        elif self.by_key is not None and token.text.isascii():
            _joined(self.given, self.by_key, token.text, apart=self.parted)
            self.parted = _parts(token)
        else:
            return False
        return True

    def _take_rest(self, field: Field, token: Token, later: Sequence[Token]) -> None:
        """Free words to the end of the line, but for what stands by its key at the end."""
        late = _late(self.text, later, self.fields)
        rest = self.text[token.start : late[0].start if late else None].strip()
        self.given[field.name] = _unquoted(rest, QUOTES if field.needed else ('"',))
        for key in late:
            _keyed(key, self.fields, self.given)


def _counted(found: Sequence[Token], fields: Sequence[Field]) -> list[Token]:
    """The words, with how many behind the name of a thing as a word of its own, where a command takes both: `哥布林2个`, `哥布林x2`."""
    placed = [f for f in fields if not f.keyed and f.kind != FLAG][:2]
    if len(placed) < 2 or not _is_thing(placed[0]) or placed[0].several or placed[1].kind != WHOLE:
        return list(found)
    out: list[Token] = []
    for token in found:
        many = None if token.quoted else _MANY.fullmatch(narrow(token.text))
        pieces = (many[1], many[2] or many[3]) if many else (token.text,)
        out += (Token(one, token.start, token.end, quoted=token.quoted) for one in pieces)
    return out


def _sized(found: Sequence[Token], fields: Sequence[Field]) -> list[Token]:
    """The words, with both sides of a size as words of their own, where a command begins with two numbers: `10x8`, `10×8`."""
    if [f.kind for f in fields if not f.keyed and f.kind != FLAG][:2] != [WHOLE, WHOLE]:
        return list(found)
    sizes = [_SIZE.fullmatch(narrow(token.text)) if not token.quoted else None for token in found]
    pairs = zip(
        found, (size.groups() if size else (token.text,) for token, size in zip(found, sizes, strict=True)), strict=True
    )
    return [Token(one, token.start, token.end, quoted=token.quoted) for token, pieces in pairs for one in pieces]


def _unmeasured(field: Field, text: str) -> str:
    """A number without the measure word behind it (`2个`), or without its own name (`8小时`)."""
    said = _MEASURED.fullmatch(narrow(text)) if field.kind in (WHOLE, DECIMAL) else None
    named = said is not None and (said[2] in MEASURES or folded(said[2]) in map(folded, (field.name, *field.keys)))
    return said[1] if said is not None and named else text


def _labelled(found: Sequence[Token], fields: Sequence[Field], names: Collection[str]) -> list[Token]:
    """The words, with a number that stands behind its name as if by key: `DL13`, `DL 13`, `自我 -1` and `狂气+1` are `DL=13` and so on."""
    numbers = [f for f in fields if f.kind == WHOLE]
    long = {folded(k) for f in numbers if not f.several for k in (f.name, *f.keys) if len(k) > 1}
    labels = long | {folded(k) for f in numbers if f.keyed for k in (f.name, *f.keys)}
    flags = {folded(k) for f in fields if f.kind == FLAG for k in f.keys}
    out: list[Token] = []
    for token in found:
        number = _BEHIND.search(narrow(token.text))
        label = narrow(token.text)[: number.start()] if number else ""
        if number is None or token.quoted or _is_name(token, names):
            out.append(token)
        elif label and folded(label) in (labels if number[0][0] in "+-" else long):
            out.append(Token(f"{label}={number[0]}", token.start, token.end))
        elif label and folded(label) in flags:  # 恶化2
            out += (Token(label, token.start, token.end), Token(number[0], token.start, token.end))
        elif not label and out and not out[-1].quoted and folded(out[-1].text) in labels:
            first = out.pop()
            out.append(Token(f"{first.text}={number[0]}", first.start, token.end))
        else:
            out.append(token)
    return out


def _late(text: str, found: Sequence[Token], fields: Sequence[Field]) -> Sequence[Token]:
    """What stands by its key behind free words (`亮出证件 应对=手电`, `守着门 隐藏`): the last words that are nothing else."""
    place = len(found)
    while place and _by_key(text, found[place - 1], fields):
        place -= 1
    return found[place:]


def _by_key(text: str, token: Token, fields: Sequence[Field]) -> bool:
    """Whether a word can only be meant by its key: one with its `=`, or a flag that is no English word of a sentence."""
    if text[token.start] in (*QUOTES, "+", "-", "＋", "－") or _keyed(token, fields, {}) is None:
        return False
    slim = narrow(token.text)
    return "=" in slim or not (slim.isascii() or ":" in slim)


def _fitting(token: Token, places: Sequence[Field]) -> Sequence[Field]:
    """The fields that a word may be for: a number with its sign is for the one that takes it, if there is one."""
    return [f for f in places if f.signed] or places if _SIGNED.fullmatch(narrow(token.text)) else places


def _left_out(token: Token, vacant: Sequence[Field], names: Collection[str], *, last: bool) -> bool:
    """Whether the place for somebody is passed over, who need not be named: by a number that is next (`.宠爱 -1 买酒`), or by the last word of
    the line where something else must be said (`.收走 长剑`); neither is how a name begins."""
    if len(vacant) < 2 or vacant[0].kind != ACTOR or vacant[0].needed:
        return False
    if vacant[1].kind == WHOLE:
        return _is_number(token.text) and token.text not in names
    return last and vacant[1].needed and not any(folded(name).startswith(folded(token.text)) for name in names)


def _is_last(rest: Sequence[Token], fields: Sequence[Field]) -> bool:
    """Whether nothing follows that takes a place."""
    return all(_keyed(token, fields, {}) is not None for token in rest)


def _of_the_rest(token: Token, vacant: Sequence[Field]) -> bool:
    """Whether a place before free words, or before others like it, is passed over: this is none of its terms (`.浸入 听潮之耳 让水退回去`), or
    no number at all (`.检定 力量+力量 撞门`)."""
    if _passes_numbers(token, vacant):
        return True
    behind = next((field for field in vacant if field.kind != TERM or field.needed), None)
    if not vacant or not before_rest(vacant[0], behind):
        return False
    return not (vacant[0].terms and vacant[0].terms.holds(token.text))


def _passes_numbers(token: Token, vacant: Sequence[Field]) -> bool:
    """Whether numbers that need not be said are passed over by words for what stands behind them."""
    behind = next((field for field in vacant if field.kind != WHOLE or field.needed), None)
    words = behind is not None and behind.kind == REST and not behind.needed
    return bool(vacant) and vacant[0] is not behind and words and not _NUMERAL.search(narrow(token.text))


_NUMERAL = re.compile(r"[\d零一二两三四五六七八九十百半]")


def _turned(token: Token, vacant: Sequence[Field], later: Sequence[Token]) -> Field | None:
    """The second place, where a number and a word of the rulebook or a thing stand the other way round (`.伤 安 -5 体力`, `.登场 2 哥布林`)."""
    first, second = vacant[:2] if len(vacant) > 1 else (None, None)
    if first and second and _is_thing(first) and not first.several and second.kind == WHOLE:
        return second if _is_number(_unmeasured(second, token.text)) and not _is_last(later, vacant) else None
    if first is None or second is None or {first.kind, second.kind} not in _NUMBER_AND_WORD or _holds(first, token):
        return None
    return second if _holds(second, token) and any(_holds(first, one) for one in later) else None


def _is_thing(field: Field) -> bool:
    """Whether a field takes something of a list."""
    return field.kind in (TEXT, ITEM) and bool(field.among)


_NUMBER_AND_WORD = ({TERM, WHOLE}, {TERM, DECIMAL})


def _holds(field: Field, token: Token) -> bool:
    """Whether a word is a number, for a number, or a word of the rulebook that a field takes."""
    if field.kind == TERM:
        return field.terms is not None and field.terms.holds(token.text)
    return _AMOUNT.fullmatch(narrow(token.text)) is not None


def _somebody(token: Token, vacant: Sequence[Field], names: Collection[str]) -> Field | None:
    """The place for somebody, where a thing of a list or a word of the rulebook is next and somebody's name stands there instead
    (`.物品 给 安 长剑`, `.离场 哥布林1 逃`)."""
    if not vacant or not _is_name(token, names):
        return None
    first = vacant[0]
    other = first.kind == TERM and not _holds(first, token)
    return next((f for f in vacant if f.kind == ACTOR and not f.several), None) if _is_thing(first) or other else None


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(narrow(text)) is not None


def _one_more(last: Field, token: Token, names: Collection[str]) -> bool:
    """Whether one more of several people is named, with a space only between (`.施法 余烬弹 灰狼1 灰狼2`)."""
    return last.kind == ACTOR and last.several and _is_name(token, names)


def _is_name(token: Token, names: Collection[str]) -> bool:
    return folded(token.text) in map(folded, names)


def _list_at_the_end(places: Sequence[Field], given: Mapping[str, Written]) -> list[str] | None:
    """What was given for the last place, if that takes several: more of them may stand behind with spaces only (`.冲突 安=15 白=11`)."""
    found = given.get(places[-1].name) if places else None
    return found if isinstance(found, list) else None


def _about(fields: Sequence[Field], given: Mapping[str, Written]) -> Field | None:
    """The field for whom a line is about, if it goes by key and is still open."""
    return next((f for f in fields if f.keyed and f.kind == ACTOR and not f.several and f.name not in given), None)


def _shifted(given: dict[str, Written], places: Sequence[Field], about: Field, last: str) -> None:
    """One word more than there are places: the first of them names whom it is about (`.熟练 安 运动 3`)."""
    said = [*(str(given[f.name]) for f in places if isinstance(given[f.name], str)), last]
    if len(said) != len(places) + 1:
        raise RuleError("too_many_arguments", text=last, expected=expected((*places, about)))
    given[about.name] = said[0]
    given |= dict(zip((f.name for f in places), said[1:], strict=True))


def _parts(token: Token) -> bool:
    """Whether a word ends with a comma: the next is one more of a list."""
    return token.text.endswith(COMMAS)


def _joined(given: dict[str, Written], field: Field, more: str, *, apart: bool) -> None:
    """An English word that fits nowhere belongs to what was said by its key just before (`traits=runaway apprentice, curiosity`)."""
    before = given[field.name]
    if isinstance(before, list):
        whole = apart or not before
        given[field.name] = (
            [*before, *split_list(more)] if whole else [*before[:-1], *split_list(f"{before[-1]} {more}")]
        )
    else:
        given[field.name] = f"{before} {more}"


def _unquoted(rest: str, quotes: Collection[str]) -> str:
    """All that is left of a line; quotes around the whole of it are not part of it. Free words that may be left out may be somebody's speech."""
    closing = QUOTES[rest[0]] if rest[:1] in quotes else ""
    whole = len(rest) > 1 and rest[-1] == closing and not {rest[0], closing} & set(rest[1:-1])
    return rest[1:-1] if whole else rest


def _keyed(token: Token, fields: Sequence[Field], given: dict[str, Written]) -> Field | None:
    """The field that a word is for by its key: `key=value`, `+value`, or a flag; it is taken."""
    for field in fields:
        keys = (field.name, *field.keys)
        if field.kind == FLAG:
            if simplified(narrow(token.text)).lower() in {k.lower() for k in keys}:
                given[field.name] = True
                return field
            continue
        value = _after_key(token.text, keys)
        if value is None:
            continue
        given[field.name] = [*list_in(given.get(field.name)), *split_list(value)] if field.several else value
        return field
    return None


def _after_key(text: str, keys: Sequence[str]) -> str | None:
    slim = simplified(narrow(text))
    for key in keys:
        if key in ("+", "-") and slim.startswith(key) and len(slim) > 1 and not slim[1:].replace(".", "").isdecimal():
            return text[1:]
        head = simplified(slim[: len(key) + 1]).lower()
        if head in (f"{key.lower()}=", f"{key.lower()}:"):
            return text[len(key) + 1 :]
    return None
