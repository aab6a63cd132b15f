"""The chat grammar: from what fingers type to a command and its arguments.

Prefixes `.` `。` `/`, and those of the table's system; full-width forms; words glued to their arguments (`.掷3d6`, `.r3d6`); `@who`; arguments by place or by
key; quotes of several kinds. A command resolves among the table system's commands first, then the common ones. Nothing
here knows what a command does.
"""

import re
from collections.abc import Collection, Mapping, Sequence

import msgspec
from rapidfuzz import fuzz, process

from ludex.core.deeds import ACTOR, CELL, DECIMAL, FLAG, ITEM, REST, TERM, TEXT, WHOLE, Field
from ludex.core.errors import RuleError
from ludex.core.names import UNSEEN, folded, narrow, simplified, split_list
from ludex.core.plain import Written, list_in
from ludex.desk.reading import expected

LONGEST = 8000
"""A line may have so many characters: enough for a pasted sheet or a content pack."""

LONGEST_NAME = 24
PREFIXES = ".。/"
_BEHIND = re.compile(r"[+-]?\d+$")
_SIGNED = re.compile(r"[+-]\d+")
_NUMBER = re.compile(r"[+-]?\d+")
_AMOUNT = re.compile(r"[+-]?\d+(?:\.\d+)?")
_QUOTES = {'"': '"', "“": "”", "「": "」", "『": "』"}


class Line(msgspec.Struct, frozen=True):
    """A command line: its text after the prefix, as typed and narrowed (same length)."""

    typed: str
    narrow: str


class Matched(msgspec.Struct, frozen=True):
    """A command's name and what follows it."""

    name: str
    rest: str


def command_line(text: str, more: str = "") -> Line | None:
    """The part after the prefix (`more`: a system's own), or None if this is no command. Too long a line is refused unread."""
    if len(text) > LONGEST:
        raise RuleError("line_too_long", length=len(text), limit=LONGEST)
    if UNSEEN.search(text.replace("\r\n", "\n")):
        raise RuleError("broken_text")
    typed = text.strip()
    slim = narrow(typed)
    prefixes = PREFIXES + more
    if not slim or slim[0] not in prefixes or len(slim) < 2 or slim[1] in prefixes:
        return None
    body = typed[1:].lstrip()
    return Line(body, narrow(body))


def inner_line(text: str, more: str = "") -> Line:
    """A command named inside another one, with or without its prefix."""
    body = text.strip().lstrip(PREFIXES + more)
    return Line(body, narrow(body))


def match(line: Line, names: Collection[str]) -> Matched | None:
    """The longest command name (names are in lower case) that the line begins with.

    A Latin name ends where its letters end, so `.rest` is never `.r est`; a Chinese one may be glued to anything.
    """
    lower = simplified(line.narrow.lower())
    for length in range(min(len(lower), LONGEST_NAME), 0, -1):
        if lower[:length] in names and _ends(lower, lower[:length]):
            return Matched(lower[:length], line.typed[length:].strip())
    return None


def _ends(text: str, name: str) -> bool:
    """Whether the name is whole where it ends."""
    following = text[len(name) : len(name) + 1]
    return not (name[-1].isascii() and name[-1].isalpha() and following.isascii() and following.isalpha())


def suggestions(line: Line, names: Sequence[str]) -> list[str]:
    """The names nearest to what was typed."""
    word = simplified(line.narrow.split(maxsplit=1)[0].lower())[:30] if line.narrow.split() else ""
    near = process.extract(word, list(names), scorer=fuzz.ratio, limit=3, score_cutoff=60)
    held = [name for name in names if len(name) > 1 and not name.isascii() and (name in word or word in name)]
    slips = [name for name in names if not name.isascii() and _one_off(name, word)]
    return list(dict.fromkeys([*(name for name, _, _ in near), *slips, *held]))[:3]


def _one_off(name: str, word: str) -> bool:
    """Whether a word is a name with one letter wrong: of two, one is right."""
    return len(name) == len(word) > 1 and sum(one != other for one, other in zip(name, word, strict=True)) == 1


_BEFORE_NAMES = "@＠+-＋－=＝,，、:："
"""Inside a word a name may begin after one of these."""


class Token(msgspec.Struct, frozen=True):
    """A word of the arguments, with where it stands."""

    text: str
    start: int
    end: int
    quoted: bool = False


def tokens(text: str, known: Sequence[str] = ()) -> list[Token]:
    """Words, with quoted texts kept together, and names of several words that are known (`known`)."""
    found: list[Token] = []
    names = [name for name in known if any(letter.isspace() for letter in name)]
    place = 0
    while place < len(text):
        if narrow(text[place]).isspace():
            place += 1
            continue
        token, place = _token(text, place, names)
        if found and _names_actor(found[-1]) and found[-1].text[-1] in ",，、":  # a list with spaces in it: `@Ann, Bob`
            earlier = found.pop()
            token = Token(earlier.text + token.text, earlier.start, token.end)
        found.append(token)
    return found


def _token(text: str, start: int, names: Sequence[str]) -> tuple[Token, int]:
    """One word from `start`; a quote or a known name anywhere in it runs to its end (`帮助="很 勇敢",Big Orc`)."""
    place, built, quoted = start, "", False
    while place < len(text) and not narrow(text[place]).isspace():
        name = _name_at(text, place, names) if place == start or text[place - 1] in _BEFORE_NAMES else ""
        closing = _QUOTES.get(text[place])
        end = text.find(closing, place + 1) if closing else -1
        if name:
            built, place = built + name, place + len(name)
        elif closing and end > place:
            built, place, quoted = built + text[place + 1 : end], end + 1, True
        else:
            built, place = built + text[place], place + 1
    return Token(built, start, place, quoted), place


def _name_at(text: str, place: int, names: Sequence[str]) -> str:
    """The longest known name that stands here whole, as it was typed."""
    fits = [name for name in names if text[place : place + len(name)].lower() == name.lower()]
    whole = [name for name in fits if not text[place + len(name) : place + len(name) + 1].isalnum()]
    return text[place : place + len(max(whole, key=len))] if whole else ""


def pull_actors(found: list[Token]) -> tuple[list[str], list[Token]]:
    """Take `@who` out of the words; several are named one after another or in a list (`@赫,贾`)."""
    names = [
        name for t in found if _names_actor(t) for name in split_list(t.text[1:].replace("@", ",").replace("＠", ","))
    ]
    return names, [t for t in found if not _names_actor(t)]


def pull_actor(found: list[Token]) -> tuple[str, list[Token]]:
    """The same where one is meant."""
    names, rest = pull_actors(found)
    return (names[0] if names else ""), rest


def without_actor(text: str, found: list[Token]) -> str:
    """The line with `@who` blanked out, so that every other word stands where it stood."""
    for token in found:
        if _names_actor(token):
            text = text[: token.start] + " " * (token.end - token.start) + text[token.end :]
    return text


def _names_actor(token: Token) -> bool:
    return token.text.startswith(("@", "＠")) and len(token.text) > 1


def fill(text: str, found: Sequence[Token], fields: Sequence[Field], names: Collection[str] = ()) -> dict[str, Written]:
    """Match words to fields, as they were typed. What fits nowhere is refused: which word, and what was expected.

    `names` are those of the people there: a number that is none of them stands for nobody.
    """
    given: dict[str, Written] = {}
    places = [f for f in fields if not f.keyed and f.kind != FLAG]
    passed: list[Field] = []
    last: Field | None = None
    by_key: Field | None = None
    found = _labelled(found, fields, names)
    for place, token in enumerate(found):
        if (taken := _keyed(token, fields, given)) is not None:
            by_key = taken if taken.kind in (TEXT, ITEM, TERM) else None
            continue
        if last is not None and last.spans is not None and last.spans(token.text):
            given[last.name], last = f"{given[last.name]}+{token.text}", None
            continue
        if last is not None and last.kind == CELL and _is_number(token.text) and _is_number(str(given[last.name])):
            given[last.name], last = f"{given[last.name]},{token.text}", None  # `.移动 2 5`
            continue
        if last is not None and _one_more(last, token, names):
            given[last.name] = [*list_in(given[last.name]), token.text]
            continue
        vacant = [f for f in _fitting(token, places) if f.name not in given]
        if _left_out(token, vacant, names, last=_is_last(found[place + 1 :], fields)):
            passed.append(vacant.pop(0))
            places.remove(passed[-1])
        elif _of_the_rest(token, vacant):
            places.remove(vacant.pop(0))
        turned = _turned(token, vacant, found[place + 1 :])
        last = field = turned or _somebody(token, vacant, names) or next(iter(vacant), None)
        if field is None and passed and _is_name(token, names):  # `.伤害 3 安`
            field = passed.pop()
        if field is None and (wide := next((f.name for f in places if f.wide), "")) in given:
            given[wide] = f"{given[wide]} {token.text}"
            continue
        if field is None and (several := _list_at_the_end(places, given)) is not None:
            several.extend(split_list(token.text))
            continue
        if field is None and (about := _about(fields, given)) is not None:
            _shifted(given, places, about, token.text)
            continue
        if field is None and by_key is not None and token.text.isascii():
            _joined(given, by_key, token.text)
            continue
        by_key = None
        if field is None:
            raise RuleError("too_many_arguments", text=token.text, expected=expected(fields))
        if field.kind == REST:
            late = _late(text, found[place + 1 :], fields)
            rest = text[token.start : late[0].start if late else None].strip()
            given[field.name] = _unquoted(rest, _QUOTES if field.needed else ('"',))
            for key in late:
                _keyed(key, fields, given)
            break
        given[field.name] = split_list(token.text) if field.several else token.text
    return given


def _labelled(found: Sequence[Token], fields: Sequence[Field], names: Collection[str]) -> list[Token]:
    """The words, with a number that stands behind its name as if by key: `DL13`, `DL 13`, `自我 -1` and `狂气+1` are `DL=13` and so on."""
    numbers = [f for f in fields if f.kind == WHOLE]
    long = {folded(k) for f in numbers if not f.several for k in (f.name, *f.keys) if len(k) > 1}
    labels = long | {folded(k) for f in numbers if f.keyed for k in (f.name, *f.keys)}
    out: list[Token] = []
    for token in found:
        number = _BEHIND.search(narrow(token.text))
        label = narrow(token.text)[: number.start()] if number else ""
        if number is None or token.quoted or _is_name(token, names):
            out.append(token)
        elif label and folded(label) in (labels if number[0][0] in "+-" else long):
            out.append(Token(f"{label}={number[0]}", token.start, token.end))
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
    if text[token.start] in (*_QUOTES, "+", "-", "＋", "－") or _keyed(token, fields, {}) is None:
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
    """Whether a place before free words is passed over: this is none of its terms (`.浸入 听潮之耳 让水退回去`)."""
    return len(vacant) > 1 and before_rest(*vacant[:2]) and not (vacant[0].terms and vacant[0].terms.holds(token.text))


def before_rest(field: Field, following: Field | None) -> bool:
    """Whether a field is a term that may be left out in front of free words."""
    return field.kind == TERM and not field.needed and following is not None and following.kind == REST


def _turned(token: Token, vacant: Sequence[Field], later: Sequence[Token]) -> Field | None:
    """The second place, where a number and a word of the rulebook stand the other way round (`.伤 安 -5 体力`)."""
    first, second = vacant[:2] if len(vacant) > 1 else (None, None)
    if first is None or second is None or {first.kind, second.kind} not in _NUMBER_AND_WORD or _holds(first, token):
        return None
    return second if _holds(second, token) and any(_holds(first, one) for one in later) else None


_NUMBER_AND_WORD = ({TERM, WHOLE}, {TERM, DECIMAL})


def _holds(field: Field, token: Token) -> bool:
    """Whether a word is a number, for a number, or a word of the rulebook that a field takes."""
    if field.kind == TERM:
        return field.terms is not None and field.terms.holds(token.text)
    return _AMOUNT.fullmatch(narrow(token.text)) is not None


def _somebody(token: Token, vacant: Sequence[Field], names: Collection[str]) -> Field | None:
    """The place for somebody, where a thing of a list is next and somebody's name stands there instead (`.物品 给 安 长剑`)."""
    if not vacant or not _is_name(token, names) or vacant[0].kind not in (TEXT, ITEM) or not vacant[0].among:
        return None
    return next((f for f in vacant if f.kind == ACTOR and not f.several), None)


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


def _joined(given: dict[str, Written], field: Field, more: str) -> None:
    """An English word that fits nowhere belongs to what was said by its key just before (`traits=runaway apprentice,curiosity`)."""
    before = given[field.name]
    if isinstance(before, list):
        given[field.name] = [*before[:-1], *split_list(f"{before[-1]} {more}" if before else more)]
    else:
        given[field.name] = f"{before} {more}"


def _unquoted(rest: str, quotes: Collection[str]) -> str:
    """All that is left of a line; quotes around the whole of it are not part of it. Free words that may be left out may be somebody's speech."""
    closing = _QUOTES[rest[0]] if rest[:1] in quotes else ""
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
