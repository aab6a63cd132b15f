"""In how many ways a name is said: whole, without its number, by a beginning, a part, a letter, by its sound; each with its cost.

A form keeps only its cheapest meanings: 哥布林 is 哥布林1 or 哥布林2, never 哥布林弓手1. Nothing here knows a system or a table.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeVar

from ludex.text.reader.english import NUMBERS, ORDINALS, plurals
from ludex.text.reader.words import common_words, normal

os.environ.setdefault("PYPINYIN_NO_PHRASES", "true")
from pypinyin import (
    lazy_pinyin,  # one letter at a time is looked up: to read its phrases would be a third of a server's start
)

WHOLE, UNNUMBERED, OTHER_WORD = 0.0, 0.1, 0.05
BEGINNING, INSIDE, NUMBERED_PART, LETTER = 0.15, 0.25, 0.2, 0.6
LAST_WORD, LONG = 0.12, 4
SOUND, SURER, INITIALS, JOINED = 0.35, 0.03, 0.5, 0.02
"""What it costs to take a text for a name, by how much of the name it is; the more letters sound like it, the surer it is."""

SUMS = ("加", "和", "与", "/", "、", " and ", " plus ")
"""How people say the `+` of a pair; a pair of one thing twice is said once."""

MARKED = "!"
"""A mark behind a name that says what is done with it."""

LONGEST = 12
"""Of longer names the parts are not taken apart."""

_NUMBERED = re.compile(r"(.*\D)\s*(\d{1,3})$", re.DOTALL)
_NUMBER = re.compile(r"\d+")
_LATIN = re.compile(r"[a-z0-9]+")


class Form(NamedTuple):
    """A way to say something, and what it costs to take it so."""

    text: str
    cost: float


class Found(NamedTuple):
    """A stretch of a text that may mean something."""

    start: int
    end: int
    cost: float
    value: str


@lru_cache(maxsize=8192)
def forms(name: str) -> tuple[Form, ...]:
    """The ways to say a name, without its sound; a mark behind it is said (记者证!)."""
    whole = normal(name).strip()
    if len(whole) > 1 and whole[-1] == MARKED:
        return tuple(Form(f"{text}{MARKED}", cost) for text, cost in forms(whole[:-1]))
    found = {whole: WHOLE}
    for joint in ("+", "·"):
        if joint in whole.strip(joint):
            for said in ("", " ", *((" + ", *SUMS) if joint == "+" else ())):
                _keep(found, whole.replace(joint, said), JOINED)
    first, plus, second = whole.partition("+")
    if plus and first == second:
        _keep(found, first, JOINED)
    numbered = _NUMBERED.match(whole)
    base, number = (numbered[1].strip(), numbered[2]) if numbered else (whole, "")
    parts = list(_parts(base))
    for part, cost in parts:
        _keep(found, part, cost)
    if number:
        _keep(found, base, UNNUMBERED)
        _keep(found, f"{base}{number}", WHOLE)
        _keep(found, f"{base} {number}", WHOLE)
        for said in _counted(base, number):
            _keep(found, said, OTHER_WORD)
        for part, said in product((part for part, _ in parts), dict.fromkeys((number, _spelled(number)))):
            _keep(found, f"{part}{said}", NUMBERED_PART)
    return tuple(Form(text, cost) for text, cost in found.items() if text)


def _counted(base: str, number: str) -> Iterable[str]:
    """A name with its number in words: 狼一, 2号狼, 第二只狼, the second wolf."""
    if base.isascii():
        for one in dict.fromkeys((number, *NUMBERS[int(number) : int(number) + 1])):
            yield from (f"{base} {one}", f"{base} #{one}", f"{base} no {one}", f"{base} number {one}")
        yield from (f"{one} {base}" for one in ORDINALS.get(number, ()))
    for one in dict.fromkeys((number, _spelled(number))):
        yield from (f"{base}{one}", f"{base} {one}", f"{base}{one}号", f"{one}号{base}")
        yield from (f"第{one}{measure}{base}" for measure in "个只名头")


def _spelled(number: str) -> str:
    """A small number in words."""
    return "一二三四五六七八九"[int(number) - 1] if 0 < int(number) < 10 else number


def _keep(found: dict[str, float], text: str, cost: float) -> None:
    if cost < found.get(text, 9.0):
        found[text] = cost


def _parts(base: str) -> Iterable[tuple[str, float]]:
    """Parts of a name that may stand for it; one that begins or ends with a particle is none."""
    if base.isascii():
        yield from _latin_parts(base)
        return
    edge, length = _edges(), len(base)
    if length > LONGEST:
        yield from ((base[:end], BEGINNING + 0.02) for end in range(2, LONGEST))
        return
    for size in range(2, length):
        for start in range(length - size + 1):
            part = base[start : start + size]
            if part[0] not in edge and part[-1] not in edge:
                yield part, BEGINNING + 0.01 * (length - size) if start == 0 else INSIDE
    if length > 1 and base[-1] not in edge:
        yield from ((f"{base[-1]}{ending}", INSIDE + 0.02) for ending in "子头")  # 斧子, 斧头 of 破门斧
    if length > 1:
        yield from ((letter, LETTER) for letter in (base[0], base[-1]) if letter not in edge)


def _latin_parts(base: str) -> Iterable[tuple[str, float]]:
    words = base.replace("-", " ").split()
    if base[-1:].isalpha():
        yield from ((one, OTHER_WORD) for one in plurals(base))
    if "-" in base:
        yield " ".join(words), JOINED
    idle = common_words().particles
    for word in words if len(words) > 1 else ():
        if len(word) > 2 and word not in idle:  # the last word says what it is
            short = len(words) < LONG
            cost = LAST_WORD if short and word == words[-1] else BEGINNING if short and word == words[0] else INSIDE
            yield from ((one, cost) for one in (word, *plurals(word)))
    for end in range(3, len(base)) if words and words[0] not in idle else ():
        yield base[:end], BEGINNING + 0.05


@lru_cache(maxsize=1)
def _edges() -> frozenset[str]:
    words = common_words()
    return frozenset(word for word in (*words.particles, *words.patients) if len(word) == 1) | frozenset(" ,的地得和与")


@lru_cache(maxsize=8192)
def _sound_of(letter: str) -> str:
    return lazy_pinyin(letter)[0] if "\u4e00" <= letter <= "\u9fff" else letter


def sounds(text: str) -> list[str]:
    """How each letter of a text sounds; what is no Chinese letter is itself."""
    return [_sound_of(letter) for letter in text]


class Index:
    """Things by the ways in which they are said; `whole`: not by parts of their names."""

    def __init__(
        self, named: Mapping[str, Iterable[str]], also: Mapping[str, Sequence[str]], *, whole: bool = False
    ) -> None:
        by_form: dict[str, tuple[float, list[str]]] = {}
        by_sound: dict[tuple[str, ...], tuple[float, list[str]]] = {}
        by_letters: dict[str, tuple[float, list[str]]] = {}
        for value, names in named.items():
            for name in names:
                for text, cost in (Form(normal(name), WHOLE),) if whole else _ways(name, also):
                    if not text:
                        continue
                    _add(by_form, text, cost, value)
                    if len(text) > 1 and cost <= BEGINNING + 0.1 and not text.isascii():
                        heard = tuple(sounds(text))
                        _add(by_sound, heard, cost + SOUND - SURER * (min(len(text), 5) - 2), value)
                        if cost <= UNNUMBERED:
                            _add(by_letters, "".join(heard), INITIALS, value)
                            _add(by_letters, "".join(one[0] for one in heard), INITIALS, value)
        self._numbered = frozenset(
            form.text
            for names in named.values()
            for name in names
            if _NUMBERED.match(normal(name))
            for form in forms(name)
            if not form.text[-1].isdecimal()
        )
        self._by_form, self._by_sound, self._by_letters, self._exact = by_form, by_sound, by_letters, whole
        self._longest = max((len(text) for text in by_form), default=0)
        self._longest_spelled = max(map(len, by_letters), default=0)
        lengths_of: dict[str, set[int]] = {}
        for text in by_form:
            lengths_of.setdefault(text[0], set()).add(len(text))
        self._firsts = {first: sorted(found) for first, found in lengths_of.items()}
        lengths: dict[str, set[int]] = {}
        for heard in by_sound:
            lengths.setdefault(heard[0], set()).add(len(heard))
        self._lengths = {first: sorted(found) for first, found in lengths.items()}

    def find(self, text: str, heard: Sequence[str]) -> list[Found]:
        """Everything in a text (`heard`: its sounds) that may be one of these, cheapest first where two stand in one place."""
        found = [hit for start in range(len(text)) if text[start] in self._firsts for hit in self._at(text, start)]
        exact = {(hit.start, hit.end) for hit in found}
        found += (hit for hit in self._by_ear(text, heard) if (hit.start, hit.end) not in exact)
        for word in _LATIN.finditer(text):
            cost, values = self._by_letters.get(word[0], (0.0, ()))
            if values and word.span() not in exact:
                found += (Found(*word.span(), cost, value) for value in values)
        return found if self._exact else _not_inside(found)

    @property
    def longest(self) -> int:
        """So many letters has the longest way in which one of them is said, spelled by its sounds too."""
        return max(self._longest, self._longest_spelled)

    def beginning(self, text: str) -> Iterable[Found]:
        """What a text begins with that is written as one of these is."""
        return self._at(text, 0)

    def _at(self, text: str, start: int) -> Iterable[Found]:
        for length in self._firsts.get(text[start : start + 1], ()):
            end = start + length
            known = self._by_form.get(text[start:end]) if end <= len(text) else None
            if known and _is_whole(text, start, end) and not self._other_number(text, start, end):
                yield from (Found(start, end, known[0], value) for value in known[1])

    def _other_number(self, text: str, start: int, end: int) -> bool:
        """Whether a number stands right behind what is said of a numbered name: then somebody else is meant, unless something is counted by it."""
        number = _NUMBER.match(text, end)
        return (
            number is not None
            and text[start:end] in self._numbered
            and not text.startswith(common_words().measures, number.end())
        ) or self._counted_behind(text, start, end)

    def _counted_behind(self, text: str, start: int, end: int) -> bool:
        """The same where the number is a Chinese one with which the name ends (狼一, 狼二号), not one that counts something (狼一口咬)."""
        after = end + 2 if text[end + 1 : end + 2] == "号" else end + 1
        ends = after >= len(text) or text[after] in " ,，。.!！"
        return ends and self._by_form.get(text[start:after], (9.0,))[0] <= OTHER_WORD and text[end:after] != ""

    def _by_ear(self, text: str, heard: Sequence[str]) -> Iterable[Found]:
        for start, first in enumerate(heard):
            for length in self._lengths.get(first, ()):
                end = start + length
                known = self._by_sound.get(tuple(heard[start:end])) if end <= len(text) else None
                if known and not (self._numbered and text[end : end + 1].isdecimal()):
                    yield from (Found(start, end, known[0], value) for value in known[1])


def _ways(name: str, also: Mapping[str, Sequence[str]]) -> Iterable[Form]:
    """The forms of a name and of other words for it, which stand for the whole name or for it without its number."""
    yield from forms(name)
    whole = normal(name)
    numbered = _NUMBERED.match(whole)
    for word in also.get(whole, ()):
        yield Form(word, OTHER_WORD)
    first, plus, second = whole.partition("+")
    for pair in product((first, *also.get(first, ())), (second, *also.get(second, ()))) if plus else ():
        yield from (Form(text, cost + OTHER_WORD) for text, cost in forms("+".join(pair)) if cost <= JOINED)
    if numbered:
        for word in also.get(numbered[1].strip(), ()):
            yield Form(word, UNNUMBERED + OTHER_WORD)
            yield from (Form(said, OTHER_WORD) for said in _counted(word, numbered[2]))


def _not_inside(found: Sequence[Found]) -> list[Found]:
    """What was found, without parts of names that are only a piece of a longer stretch that means the same and is surer: 手 in 弓手."""
    longer: dict[str, list[Found]] = {}
    for hit in found:
        if hit.end - hit.start > 1:
            longer.setdefault(hit.value, []).append(hit)
    return [
        hit for hit in found if hit.cost <= UNNUMBERED or not any(_holds(one, hit) for one in longer.get(hit.value, ()))
    ]


def _holds(whole: Found, part: Found) -> bool:
    return (
        whole.start <= part.start
        and part.end <= whole.end
        and part.end - part.start < whole.end - whole.start
        and whole.cost <= part.cost
    )


K = TypeVar("K")


def _add(found: dict[K, tuple[float, list[str]]], key: K, cost: float, value: str) -> None:
    """Keep a meaning of a form, if no other is cheaper."""
    held = found.get(key)
    if held is None or cost < held[0] - 1e-9:
        found[key] = (cost, [value])
    elif abs(cost - held[0]) < 1e-9 and value not in held[1]:
        held[1].append(value)


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether what stands here is not a piece of a longer Latin word or number."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if text[start].isdecimal() and before.isdecimal():
        return False
    if text[end - 1].isdecimal() and after.isdecimal():
        return False
    latin_start = text[start].isascii() and text[start].isalpha() and before.isascii() and before.isalpha()
    latin_end = text[end - 1].isascii() and text[end - 1].isalpha() and after.isascii() and after.isalpha()
    return not latin_start and not latin_end
