"""Whole sentences that mean a line of every table, or of a system: `轮到谁`, `闪避怎么算`, `悄悄告诉柏：别信他`. The sentences are words (`lines`).

A gap stands for something known: `{actor}` somebody of whom the seat knows, `{people}` several of them, `{seat}` a seat, `{deed}` a command, `{dice}` dice, `{deck}` a
deck, `{span}` a stretch of time, `{number}` a number, `{line}` another line, `{deed.field}` something that a deed takes, `{term}` a word of the rulebook, `{name}` a new name, `{text}` any words, `{any}` words that mean nothing,
`{wish}` the same of a player for whose deed something is waited, `{quantity}` what people ask how much of they have, `{setting}` a setting of the table, `{to}` what it may be set to.
`[看|看看]` is any of these words; `[我|]` may be left out.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ludex.core.deeds import word
from ludex.core.errors import RuleError
from ludex.dice import parse
from ludex.text.reader.digits import in_digits
from ludex.text.reader.forms import BEGINNING, UNNUMBERED, Index
from ludex.text.reader.lattice import ALL_OF_THEM
from ludex.text.reader.moment import Heard, Moment
from ludex.text.reader.prices import LONGEST
from ludex.text.reader.readings import is_whole_word
from ludex.text.reader.words import Vocabulary, common_words, normal, vocabulary

if TYPE_CHECKING:
    from ludex.text.chat import Chat

_GAP = re.compile(r"\{([\w.]+)\}")
_COUNTED = r"(?:(\d{1,3}|[一二两三四五六七八九十]{1,3})[个颗枚粒次])?"
_SPELLED = r"\d{1,3}|[一二三四五六七八九]?[十百]?[一二三四五六七八九十]?"
_FACED = re.compile(rf"{_COUNTED}(?:(?:骰子)?d(\d{{1,3}})|({_SPELLED})面(?:骰子?|的骰子?)|骰子d?(\d{{1,3}}))(?:骰子?)?")
_KEPT = re.compile(r"(\d{1,3}d\d{1,4})取?(?:最?(高|低|大|小)的?)(\d{0,2})个?")
_KEPT_OF = re.compile(rf"{_FACED.pattern}[取留]?最?([高低大小])的?(\d{{0,2}}|[一二两三四五六]?)[个颗枚]?")
_NUMERAL = r"\d{1,4}|[一二两三四五六七八九十百]{1,4}"
_POINTING = re.compile(r"^\s*(?:[这那](?:[只个头位名条]|边的)?|(?:the|that|this)\s)")
_SPAN = re.compile(r"\+?(?:(\d{1,4})|([一二两三四五六七八九十]{1,3}))个?(秒钟?|分钟?|小时|钟头|时|天|日|轮)")
_SEVERAL = re.compile(r"(?:所有|全部|每个|这|那)?(?:的)?(?:[二两俩三仨四五六七八\d]+[个只名位头]?)?")
"""What stands before a name that several have, for so many of them: 两个枪手."""

TERM_LONGEST = 12
"""So long is a word of the rulebook; of an English one twice."""

_TAILS = (" please", " pls", " plz", " now", " then", " again", " thanks", " thx")
"""What stands at the end of an English sentence and means nothing."""

_SUMMED = {"加": "+", "减": "-", "plus": "+", "minus": "-"}

_AND = re.compile(r"\s*[和跟与及、，,]\s*|\s+")
_CLAUSES = re.compile(r"[，,；;。！!]")
_LATIN = re.compile(r"[a-z]{2,}")
_HALVES = {"半小时": "30分", "半个小时": "30分", "半个钟头": "30分", "一刻钟": "15分", "半分钟": "30秒"}


class Phrase(NamedTuple):
    """A sentence as a pattern, and the line that it means; `fixed`: how many letters of it are its own at most, `core`: some that must stand there,
    `common`: it is one of every table."""

    pattern: re.Pattern[str]
    line: str
    gaps: tuple[str, ...]
    fixed: int
    core: str
    common: bool


@lru_cache(maxsize=16)
def _phrases(package: str) -> tuple[Phrase, ...]:
    """The sentences of a system's tables."""
    common, words = common_words().lines, vocabulary(package)
    return tuple(
        _phrase(words.answered.get(line, line), said, common=said in common.get(line, ()))
        for line, several in words.lines.items()
        for said in several
    )


def _phrase(line: str, said: str, *, common: bool) -> Phrase:
    parts = _GAP.split(said)
    pattern = "".join(_gap(part) if n % 2 else _either(part) for n, part in enumerate(parts))
    own = [piece for part in parts[::2] for piece in _EITHER.split(part)[::2]]
    core = max((word for piece in own for word in re.split(r"[\s，,：:]", piece)), key=len)
    most = sum(max(map(len, ways.split("|"))) for part in parts[::2] for ways in _EITHER.findall(part))
    return Phrase(re.compile(pattern, re.DOTALL), line, tuple(parts[1::2]), sum(map(len, own)) + most, core, common)


def _gap(name: str) -> str:
    """What may stand in a gap; a number is nothing but one."""
    return rf"\s*({_NUMERAL})\s*" if name == "number" else r"\s*(.+?)\s*"


_EITHER = re.compile(r"\[([^\]]*)\]")
"""Words of which any may stand there; an empty one: none need."""


def _either(part: str) -> str:
    """The fixed part of a sentence, with any of the words that stand between brackets."""
    pieces = _EITHER.split(part)
    longest_first = (sorted(ways.split("|"), key=len, reverse=True) for ways in pieces[1::2])
    either = (f"(?:{'|'.join(map(_loosely, ways))})" for ways in longest_first)
    out = _loosely(pieces[0])
    for ways, after in zip(either, pieces[2::2], strict=True):
        out += rf"\s*{ways}\s*{_loosely(after)}"
    return out


def _loosely(part: str) -> str:
    """The fixed part of a sentence; any mark may stand for another."""
    return r"\s*".join(re.escape(letter) if letter not in "，,：:" else "[，,：:。!！~、]" for letter in part)


def phrased(chat: "Chat", moment: Moment, text: str, *, longer_than: int = 0) -> str | None:
    """The line that a sentence means; None where it is none of them, or only one with fewer own letters than `longer_than`."""
    for typed in _ways_to_say(moment.words, text):
        if (line := _phrased(chat, moment, typed, longer_than)) is not None:
            return line
    pieces = [one for one in _CLAUSES.split(text.strip(" 。.!！?？~…")) if one.strip()]
    if len(pieces) < 2:
        return None
    lines = {phrased(chat, moment, one, longer_than=longer_than) for one in pieces}  # 我好了，下一位
    return lines.pop() if len(lines) == 1 else None


def _ways_to_say(words: Vocabulary, text: str) -> Iterable[str]:
    """A sentence as it is typed, without marks and particles at its end, in plain words, without what only opens it."""
    typed = text.strip()
    plain = _trimmed(text)
    for slang, meant in words.slang.items():
        plain = plain.replace(slang, meant)
    opened = max((len(one) for one in words.openers if normal(plain).startswith(one)), default=0)
    return dict.fromkeys((typed, _trimmed(text), plain, plain[opened:].lstrip(" ，,：:") or plain))


def _phrased(chat: "Chat", moment: Moment, typed: str, longer_than: int) -> str | None:
    slim = normal(typed)
    for one, spans in _matching(slim, moment.package, longer_than):
        if not _has(chat, one.line):
            continue
        said = [_in_gap(gap, chat, moment, typed[start:end]) for gap, (start, end) in zip(one.gaps, spans, strict=True)]
        if all(value is not None for value in said):
            held = [value or "" for gap, value in zip(one.gaps, said, strict=True) if gap not in SAID_ONLY]
            return _in_language(chat, _written(one, held))
    return None


def near_sentences(chat: "Chat", moment: Moment, text: str) -> list[str]:
    """Lines of sentences with which a text has nearly all its words in common, those with the rarest first: to be asked about, never done."""
    known = _pieces(moment.package)
    plain = normal(text)
    for slang, meant in moment.words.slang.items():
        plain = plain.replace(slang, meant)
    heard = Heard(plain)
    named = [hit for hits in heard.hits(moment.people).values() for hit in hits if hit.cost <= UNNUMBERED]
    people = {hit.value for hit in named}
    idle = _covered(plain, (*moment.words.particles, *moment.words.openers, *moment.words.asking), shortest=1)
    idle |= {at for hit in named for at in range(hit.start, hit.end)} | {
        n for n, one in enumerate(plain) if not one.isalnum()
    }
    found: list[tuple[float, str]] = []
    for line, (pieces, about) in known.lines.items():
        if about != bool(people) or len(people) > 1 or not _has(chat, line):
            continue
        said = {one for one in pieces if one in plain}
        own = _covered(plain, said)
        rest = set(range(len(plain))) - own - idle
        rare = max((known.rarity[one] for one in said), default=0.0)
        if rare >= RARE and len(own) >= LEAST and len(rest) <= len(own) / 3:
            whom = word(moment.actors[next(iter(people))]) if about else ""
            meant = _in_language(chat, _GAP.sub(whom, line))
            found.append((rare + sum(known.rarity[one] for one in said) / 10, meant))
    return list(dict.fromkeys(line for _, line in sorted(found, key=lambda one: -one[0])))[:3]


RARE, LEAST = 0.25, 3
"""A word that so few of the sentences have (one by how many lines) says which of them is near; so many letters must be theirs."""


class Pieces(NamedTuple):
    """The words of each line's sentences, and whether they are about somebody; how rare each word is."""

    lines: Mapping[str, tuple[frozenset[str], bool]]
    rarity: Mapping[str, float]


@lru_cache(maxsize=16)
def _pieces(package: str) -> Pieces:
    """The words that the sentences of a system's tables are made of, of those that have no gap but for somebody."""
    found: dict[tuple[str, bool], set[str]] = {}
    words = vocabulary(package)
    for line, several in words.lines.items():
        for said in several:
            gaps = set(_GAP.findall(said))
            if gaps <= {"actor", *SAID_ONLY} and set(_GAP.findall(words.answered.get(line, line))) <= {"actor"}:
                own = found.setdefault((words.answered.get(line, line), "actor" in gaps), set())
                own |= {one for part in _GAP.split(said)[::2] for piece in _EITHER.split(part) for one in _split(piece)}
    often = Counter(one for several in found.values() for one in several)
    lines = {line: (frozenset(several), about) for (line, about), several in found.items()}
    return Pieces(lines, {one: 1 / times for one, times in often.items()})


def _split(piece: str) -> Iterable[str]:
    """The words of a piece of a sentence that are long enough to be known again."""
    return (one for one in re.split(r"[|\s，,：:]+", piece) if len(one) > (2 if one.isascii() else 1))


def _covered(text: str, words: Iterable[str], *, shortest: int = 2) -> set[int]:
    """Where in a text any of these words stand."""
    found: set[int] = set()
    for one in words:
        start = text.find(one) if len(one) >= shortest else -1
        while start >= 0:
            found |= set(range(start, start + len(one)))
            start = text.find(one, start + 1)
    return found


Spans = list[tuple[int, int]]


def _matching(slim: str, package: str, longer_than: int) -> list[tuple[Phrase, Spans]]:
    """The sentences that a text may be, with where their gaps are: those with most letters of their own first, then
    what is not any words, then a system's before those of every table. A text longer than people's sentences is none with several gaps."""
    found: list[tuple[int, int, bool, Phrase, Spans]] = []
    for one in _phrases(package):
        if one.core not in slim or (one.fixed <= longer_than and longer_than):
            continue
        if len(one.gaps) > 1 and len(slim) > LONGEST:
            continue
        match = one.pattern.fullmatch(slim)
        spans = [match.span(n + 1) for n in range(len(one.gaps))] if match else []
        own = len(slim) - sum(end - start for start, end in spans) if match else 0
        if match and (own > longer_than or (not longer_than and one.gaps == ("dice",))):
            found.append((-own, one.gaps.count("text"), one.common, one, spans))
    return [(one, spans) for *_, one, spans in sorted(found, key=lambda each: each[:3])]


def _written(one: Phrase, said: list[str]) -> str:
    """The line that a sentence means, with what stood in its gaps."""
    filled = iter(said)
    return _GAP.sub(lambda _: next(filled), one.line)


def _in_language(chat: "Chat", line: str) -> str:
    """A line in the language of the person who reads it."""
    head, *said = line.removeprefix(".").split(" ")
    if chat.language != "en" or head not in chat.lexicon:
        return line
    return " ".join((f".{chat.lexicon[head].key}", *(IN_ENGLISH.get(one, one) for one in said)))


IN_ENGLISH = {"我": "me", "可做": "can", "档案": "file", "冲突": "conflict", "主动权": "initiative"}
"""What the lines of sentences say in Chinese."""


def _has(chat: "Chat", line: str) -> bool:
    """Whether this table has the command of a line."""
    return line.lstrip(".").split(" ")[0] in chat.lexicon


def _trimmed(text: str) -> str:
    """A sentence without marks and particles at its end."""
    out = text.strip(" 。.!！?？~…")
    for _ in range(2):
        for one in (*_TAILS, "了", "吧", "啊", "呀", "呢", "嘛", "啦", "哦"):
            out = out.removesuffix(one).rstrip(" 。.!！?？~…") if len(out) > 2 else out
    return out or text


def _known_in(index: Index, said: str) -> list[str]:
    """What a whole text may be among things."""
    heard = Heard(said.strip())
    hits = [hit for hit in heard.hits(index).get(0, ()) if hit.end == len(heard.text) and hit.cost <= BEGINNING + 0.15]
    least = min((hit.cost for hit in hits), default=0.0)
    return list(dict.fromkeys(hit.value for hit in hits if hit.cost <= least + 1e-9))


def _actor(_chat: "Chat", moment: Moment, said: str) -> str | None:
    found = _known_in(moment.people, said) or _known_in(moment.people, _POINTING.sub("", said))
    if len(found) == 1:
        return word(moment.actors[found[0]])
    others = _known_in(Index({name: [name] for name in moment.beings}, moment.words.also), said) if not found else []
    return others[0] if len(others) == 1 else None


def _people(_chat: "Chat", moment: Moment, said: str) -> str | None:
    """Several people by name, each known, as a line lists them: 苏晚和顾行."""
    heard, at = Heard(said), 0
    found: list[str] = []
    if (several := _SEVERAL.match(heard.text)) and several[0]:
        at = several.end()
    while at < len(heard.text):
        if between := _AND.match(heard.text, at) if found else None:
            at = between.end()
        hits = [hit for hit in heard.hits(moment.people).get(at, ()) if hit.cost <= UNNUMBERED]
        longest = max(hits, key=lambda hit: hit.end, default=None)
        alike = [hit for hit in hits if longest is not None and hit.end == longest.end]
        all_of_them = next((one for one in ALL_OF_THEM if alike and heard.text.startswith(one, alike[0].end)), "")
        counted = several is not None and not found and several[0]
        if counted and in_digits(several[0][:1] if several else "") not in ("", str(len(alike))):
            return None
        if not alike or (len(alike) > 1 and not all_of_them and not counted):
            return None
        found += (word(moment.actors[hit.value]) for hit in alike)
        at = alike[0].end + len(all_of_them)
    return " ".join(found) or None


def _seat(chat: "Chat", _moment: Moment, said: str) -> str | None:
    names: dict[str, tuple[str, ...]] = {
        seat.name: (seat.name, seat.id) for seat in chat.table.memory.seats.values() if seat.id != chat.seat.id
    }
    names |= {"GM": ("gm", "主持人", "主持", "kp", "dm")} if not chat.seat.gm else {}
    found = [name for name, called in names.items() if normal(said).strip() in map(normal, called)]
    return word(found[0]) if found else None


def _deed(chat: "Chat", moment: Moment, said: str) -> str | None:
    """A command by its name, or by a word that begins no other."""
    plain = normal(said).strip()
    if plain in chat.lexicon:
        return said.strip()
    hits = [hit for hit in Heard(plain).hits(moment.verbs).get(0, ()) if hit.end == len(plain) and hit.cost <= 1e-9]
    meant = {hit.value for hit in hits}
    return next(
        (one.key if chat.language == "en" else one.names[0] for one in moment.commands if meant == {one.key}), None
    )


def _term(chat: "Chat", moment: Moment, said: str) -> str | None:
    """A word of the rulebook, without the brackets around it; a verb as its command is called (guarding: guard)."""
    plain = said.strip(" <>《》「」『』“”\"'")
    if plain.isascii() and plain.endswith(("ing", "s")) and (deed := _deed(chat, moment, plain)):
        return deed
    return plain if 0 < len(plain) <= TERM_LONGEST * (1 + plain.isascii()) else None


def _dice(_chat: "Chat", moment: Moment, said: str) -> str | None:
    first, slim = _LATIN.match(normal(said).strip()), normal(said).strip().replace(" ", "")
    if first and is_whole_word(moment.head_indexes, first[0]):  # dex 60
        return None
    for sign, meant in _SUMMED.items():
        slim = slim.replace(sign, meant)
    slim = _KEEPING.sub(lambda found: f"k{found[1][0]}{found[2] or 1}", slim)
    rolled, sign, bonus = slim.partition("+") if "+" in slim else slim.partition("-")
    if bonus.isdecimal() and rolled.strip() and _FACED.fullmatch(rolled):
        slim, bonus = rolled, f"{sign}{bonus}"
    else:
        bonus = ""
    if re.match(r"d[a-eg-z]", slim):  # .ds is a word of other bots
        return None
    if (found := _FACED.fullmatch(slim)) and not re.fullmatch(r"d\d+", slim):
        slim = f"{_figures(found[1]) or 1}d{_figures(found[2] or found[3] or found[4])}"
    elif found := _KEPT_OF.fullmatch(slim):
        slim = f"{_figures(found[1]) or 1}d{_figures(found[2] or found[3] or found[4])}"
        slim += f"{'kh' if found[5] in '高大' else 'kl'}{_figures(found[6]) or 1}"
    elif found := _KEPT.fullmatch(slim):
        slim = f"{found[1]}{'kh' if found[2] in '高大' else 'kl'}{found[3] or 1}"
    return f"{slim}{bonus}" if "d" in slim and _is_dice(f"{slim}{bonus}") else None


_KEEPING = re.compile(r"keep(?:the)?(highest|lowest)(\d*)$")
"""Which dice are kept, in English words (without the spaces)."""


def _figures(spelled: str | None) -> str:
    """A number as people write or spell it, in figures; 百 alone is a hundred."""
    return in_digits(spelled) if spelled and not spelled.isdecimal() else spelled or ""


def _is_dice(text: str) -> bool:
    try:
        parse(text)
    except RuleError:
        return False
    return True


def _span(_chat: "Chat", _moment: Moment, said: str) -> str | None:
    """A stretch of time: 十分钟, 2小时."""
    slim = normal(said).strip()
    if slim in _HALVES:
        return _HALVES[slim]
    found = _SPAN.fullmatch(slim)
    count = (found[1] or in_digits(found[2])) if found else ""
    return f"{count}{found[3].replace('钟头', '小时')}" if found and count else None


def _number(_chat: "Chat", _moment: Moment, said: str) -> str | None:
    slim = _figures(normal(said).strip()) or ""
    return slim if slim.isdecimal() and len(slim) < 4 else None


def _setting(chat: "Chat", _moment: Moment, said: str) -> str | None:
    """A setting of every table, or of its system, by what it is called."""
    from ludex.text.commands.settings import is_setting  # settings are written in terms of a chat

    return said.strip() if is_setting(chat, said) else None


def _deck(chat: "Chat", _moment: Moment, said: str) -> str | None:
    wanted = normal(said).strip()
    shown = (deck.name for deck in chat.table.decks.all().decks.values() if not deck.hidden)
    return next((name for name in shown if wanted and normal(name).startswith(wanted)), None)


def _line(chat: "Chat", _moment: Moment, said: str) -> str | None:
    from ludex.text.reader.decision import understand

    found = understand(chat, said, phrases=False)
    return found.line.lstrip(".") if found.line else None


def _text(_chat: "Chat", _moment: Moment, said: str) -> str | None:
    return said.strip() or None


def _idle(_chat: "Chat", moment: Moment, said: str) -> str | None:
    """Words that mean nothing to the table: no number and nobody's name among them."""
    named = any(hit.cost <= 1e-9 for hits in Heard(said).hits(moment.people).values() for hit in hits)
    return None if named or any(letter.isdecimal() for letter in said) else said


def _wish(chat: "Chat", moment: Moment, said: str) -> str | None:
    """What somebody does not want any more, where a deed of hers waits; a word that begins only other deeds is no wish about that one (不躲了)."""
    own = [act.asked.filled for act in chat.table.memory.parked.values() if act.seat == chat.seat.id]
    waiting = {filled.deed for filled in own if filled is not None}
    if not waiting or chat.seat.gm:
        return None
    begun = [hit for index in (moment.names, moment.verbs) for hit in index.beginning(normal(said).strip())]
    longest = {hit.value for hit in begun if hit.end == max(one.end for one in begun)}
    return _idle(chat, moment, said) if not longest or longest & waiting else None


def _quantity(_chat: "Chat", moment: Moment, said: str) -> str | None:
    """What people ask how much of they have."""
    return said if normal(said).strip() in moment.words.quantities else None


def _in_gap(gap: str, chat: "Chat", moment: Moment, said: str) -> str | None:
    key, _, field = gap.partition(".")
    return _value(moment, key, field, said) if field else _GAPS[gap](chat, moment, said)


def _value(moment: Moment, key: str, field: str, said: str) -> str | None:
    """The only value of a deed's field that is called so."""
    slot = next((s for one in moment.commands if one.key == key for s in moment.slots(one) if s.name == field), None)
    found = _known_in(slot.index, said) if slot is not None and slot.index is not None else []
    return slot.written[found[0]] if slot is not None and len(found) == 1 else None


_GAPS: Mapping[str, Callable[["Chat", Moment, str], str | None]] = {
    "actor": _actor,
    "people": _people,
    "seat": _seat,
    "deed": _deed,
    "term": _term,
    "dice": _dice,
    "deck": _deck,
    "span": _span,
    "number": _number,
    "setting": _setting,
    "to": _term,
    "line": _line,
    "name": _text,
    "text": _text,
    "any": _idle,
    "wish": _wish,
    "quantity": _quantity,
}

SAID_ONLY = ("any", "wish", "quantity")
"""Gaps whose words the line does not hold."""


def gaps_of(words: Vocabulary) -> Iterable[str]:
    """Every gap that the sentences of a vocabulary have, for the law that checks them."""
    return {gap for several in words.lines.values() for said in several for gap in _GAP.findall(said)}
