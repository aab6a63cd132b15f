"""How typed words become what procedures take: full-width forms, command words, numbers, names, durations, targets.

FET-CMD-1 to 4, and the forms of the author's newer bot. Text is normalised character by character, so that names and the text of
an act can be cut out as they were typed. Nothing here answers.
"""

import re
from collections.abc import Mapping

import msgspec

from ludex.core.deeds import Asked
from ludex.core.errors import RuleError
from ludex.core.names import simplified
from ludex.core.plain import Written
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.terms import ATTRIBUTE_NAMES, CHANGED, Attribute, Change, Number, Resource, typed_number, written

WORDS = {
    "stf": ("stf",),
    "tar": ("ta", "tar", "target"),
    "ex": ("ex", "exa", "exam"),
    "neg": ("ne", "neg", "nego"),
    "pre": ("pr", "pre", "prep"),
    "bat": ("ba", "bat"),
    "rec": ("rec",),
    "crd": ("cr", "crd"),
}
"""FET-CMD-1: each command with the words that call it."""

GLUED = {"bat": ("exit", "end"), "rec": ("reset",), "crd": ("reset",)}
"""FET-CMD-2: sub-words that may follow without a space."""

_LETTERS = [*range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B), *range(0xFF10, 0xFF1A)]
_WIDE = {code: code - 0xFEE0 for code in (*_LETTERS, *map(ord, "＋－．％（）"))} | {0x3000: 0x20}

_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)", re.ASCII)
_BETWEEN = r"[\s,，:：x×*]*"
_SPACED = re.compile(rf"({_NUMBER.pattern})\s*%?(?:\s+|$)", re.ASCII)


@rule("FET-CMD-3")
def normal(typed: str) -> str:
    """Full-width letters, digits, signs, brackets and spaces as their ASCII forms, one for one."""
    return typed.translate(_WIDE)


_SPELLINGS = sorted(((name, a) for a in Attribute for name in a.spellings), key=lambda found: -len(found[0]))


class TypedAmount(msgspec.Struct, frozen=True):
    number: Number
    time: bool = False


class Reader:
    """A place in a typed line: `text` is what it says, `typed` how it was written."""

    def __init__(self, typed: str, place: int = 0) -> None:
        self.typed = typed
        self.text = normal(typed)
        self.place = place

    @property
    def ended(self) -> bool:
        return self.place >= len(self.text)

    @property
    def here(self) -> str:
        """The character at this place; empty at the end."""
        return self.text[self.place : self.place + 1]

    def skip(self) -> None:
        while self.here.isspace():
            self.place += 1

    def rest(self) -> str:
        return self.text[self.place :].strip()

    def rest_typed(self) -> str:
        return self.typed[self.place :].strip()

    def number(self) -> Number | None:
        found = _NUMBER.match(self.text, self.place)
        number = typed_number(found.group()) if found else None
        if found is None or number is None:
            return None
        self.place = found.end()
        return number

    def amount(self) -> TypedAmount | None:
        """A number at this place, with `t` (not the beginning of a word) a time."""
        number = self.number()
        if number is None:
            return None
        return TypedAmount(number, self.unit())

    def unit(self) -> bool:
        """Read over a `t` that stands for time."""
        after = self.text[self.place + 1 : self.place + 2]
        if self.here.lower() != "t" or (after.isascii() and after.isalpha()):
            return False
        self.place += 1
        return True

    def word(self) -> str:
        """Text up to a space, digit or sign, as it was typed."""
        start = self.place
        while not self.ended and not (self.here.isspace() or self.here.isdigit() or self.here in "+-"):
            self.place += 1
        return self.typed[start : self.place]

    def attribute(self) -> tuple[str, Attribute | None]:
        """The longest attribute name at this place, or the unknown word that stands there."""
        for name, attribute in _SPELLINGS:
            end = self.place + len(name)
            glued = name.isascii() and self.text[end : end + 1].isascii() and self.text[end : end + 1].isalpha()
            if simplified(self.text[self.place : end].lower()) == name and not glued:
                self.place = end
                return name, attribute
        word = self.word()
        return word, attribute_in(word) if word else None


@rule("FET-CMD-1", "FET-CMD-2")
def command_in(line: str) -> tuple[str, Reader] | None:
    """The command that a line is, with what follows it; None for any other line."""
    reader = Reader(line.strip())
    if reader.here not in (".", "。"):
        return None
    start = end = 1
    while reader.text[end : end + 1].isascii() and reader.text[end : end + 1].isalpha():
        end += 1
    word = reader.text[start:end].lower()
    for command, words in WORDS.items():
        if word in words:
            return command, Reader(reader.typed, end)
        if any(word == command + sub for sub in GLUED.get(command, ())):
            return command, Reader(reader.typed, start + len(command))
    return None


class Loose(msgspec.Struct, frozen=True):
    """A number as it stands among others: the place that a word before it names (empty: none), and whether it has a `%`."""

    place: str
    number: Number
    percent: bool


@rule("FET-CMD-8")
def loose_numbers(text: str, words: Mapping[str, str]) -> tuple[Loose, ...] | None:
    """Numbers, each perhaps with a word before it, with spaces and signs between; None for anything else."""
    found: list[Loose] = []
    names = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    one = re.compile(rf"({names})?{_BETWEEN}({_NUMBER.pattern})(?:\s*(%))?({_BETWEEN})", re.IGNORECASE)
    place, said = 0, text.strip()
    while place < len(said):
        read = one.match(said, place)
        number = typed_number(read[2]) if read else None
        if read is None or number is None:
            return None
        found.append(Loose(words.get((read[1] or "").lower(), ""), number, bool(read[3])))
        place = read.end()
        glued = not read[4] and not re.match(names, said[place:], re.IGNORECASE)
        if (place < len(said) and glued) or (place == len(said) and read[4]):
            return None
    return tuple(found)


@rule("FET-CMD-8")
def placed(found: tuple[Loose, ...], forms: tuple[tuple[str, ...], ...]) -> dict[str, Number] | None:
    """Numbers in the form that has just these places: a word binds its number, the others fill up from the left (Ruling FET-E-51)."""
    named = {one.place: one.number for one in found if one.place}
    form = next((f for f in forms if len(f) == len(found) and set(named) <= set(f)), None)
    if form is None or len(named) < sum(bool(one.place) for one in found):
        return None
    free = iter([one.number for one in found if not one.place])
    return {place: named[place] if place in named else next(free) for place in form}


def numbers_in(text: str) -> tuple[Number, ...] | None:
    """Numbers separated by spaces, each perhaps with a percent sign; None for anything else."""
    found: list[Number] = []
    rest = text.strip()
    while rest:
        read = _SPACED.match(rest)
        number = typed_number(read[1]) if read else None
        if read is None or number is None:
            return None
        found.append(number)
        rest = rest[read.end() :]
    return tuple(found)


FULL = {name: a for name, a in ATTRIBUTE_NAMES.items() if len(name) >= len(a.zh)}
"""The full Chinese names, in both spellings."""


@rule("FET-CMD-4")
def attribute_in(text: str) -> Attribute | None:
    """One of the eleven by a name, or by the part of a full Chinese name that only one has, or only one begins with."""
    said = simplified(normal(text).strip().lower())
    exact = next((a for a in Attribute if said in a.spellings), None)
    if exact or said.isascii():
        return exact
    found = {a: name for name, a in FULL.items() if said in name}
    begun = [a for a, name in found.items() if name.startswith(said)]
    if len(found) > 1 and len(begun) != 1:
        raise RuleError("ambiguous_name", clause="FET-CMD-4", name=text, names=list(found.values()))
    return next(iter(begun or found), None)


def attribute_of(text: str) -> Attribute:
    found = attribute_in(text)
    if found is None:
        known = say("view.known_values", of=[term(one) for one in Attribute])
        raise RuleError("attribute_not_found", clause="FET-CMD-4", name=text, known=known)
    return found


def changed_of(text: str) -> str:
    """What a modifier changes: an attribute, a group, all, a maximum or another quantity; another word is left for the rules to refuse."""
    for words in CHANGED:
        if words.holds(text):
            return str(words.read(text))
    return normal(text).strip().lower()


def modifier_in(words: list[str]) -> dict[str, Written]:
    """`力量 乘 2` as a modifier (FET-TRT-2); a kind that is none is left for the rules to refuse."""
    of, how, value = words
    return {"of": changed_of(of), "kind": Change.said(how), "value": number_in(value, "value")}


def resource_of(text: str) -> Resource:
    return Resource.read(text, refusal="bad_resource", clause="FET-STA-2")


def number_in(text: str, arg: str) -> Number:
    """A number as it was typed; a refusal names the field in the reader's words (FET-LIV-16, FET-LIV-57)."""
    found = typed_number(normal(text).strip().rstrip("%"))
    if found is None:
        raise RuleError("bad_number", clause="FET-NUM-1", name=say(f"args.{arg}"), value=text[:40])
    return found


def whole_in(text: str, arg: str) -> int:
    found = number_in(text, arg)
    if not isinstance(found, int):
        name = say("view.whole_number", name=say(f"args.{arg}"))
        raise RuleError("bad_number", clause="FET-NUM-1", name=name, value=text[:40])
    return found


ADD = ("add", "加", "新")
DROP = ("del", "删", "移除", "rm")
ALL = ("all", "全部", "所有")
LIST = ("", "show", "list", "列表", "显示")
FORCE = ("f", "超上限")
_TIME = re.compile(r"(\d+(?:\.\d+)?)t", re.ASCII)
_ACTS = re.compile(r"(\d+)(?:次|acts?)?", re.ASCII)


def line_of(asked: Asked) -> str:
    """What follows the command as one line, without `@who`: as it was typed, or made of the fields that were filled in."""
    given = [value for value in asked.args.values() if value not in (None, "", False)]
    return asked.text or " ".join("、".join(value) if isinstance(value, list) else str(value) for value in given)


def words_of(asked: Asked) -> list[str]:
    return line_of(asked).split()


PUT, TAKE = ("放下", "put"), ("拿起", "take")
USE = ("用", "使用", "用掉", "use")


def thing_words(asked: Asked) -> list[str]:
    """The words of `.i`, what is done before the thing and how many behind it, in whichever order they were typed."""
    words = words_of(asked)
    if len(words) < 2:
        return words
    first, second, *rest = words
    if second.lower() in (*PUT, *TAKE, *USE):
        first, second = second, first
    if first.lower() in USE:
        return [second, f"-{rest[0].lstrip('-+') if rest else 1}"]
    if normal(first)[:1] in ("+", "-") and _NUMBER.fullmatch(normal(first)):
        first, second = second, first
    return [first, second, *rest]


def duration(word: str) -> dict[str, Written] | None:
    """`10t` of battle time, `3次` or `3` acts; None if it is no duration."""
    slim = normal(word).lower()
    if found := _TIME.fullmatch(slim):
        return {"time": number_in(found[1], "time")}
    found = _ACTS.fullmatch(slim)
    return {"acts": int(found[1][:9])} if found else None


UNTIL = {
    **dict.fromkeys(("本场", "至终战", "battle"), "battle"),
    **dict.fromkeys(("到夜", "过夜", "至夜", "今夜", "到下一夜", "直到下一夜", "night"), "night"),
}
"""FET-LIV-29: how long something lasts that is no number."""


def durations(words: list[str]) -> tuple[dict[str, Written], list[str]]:
    lasts: dict[str, Written] = {}
    rest = []
    for word in words:
        found = duration(word) or ({"until": UNTIL[word.lower()]} if word.lower() in UNTIL else None)
        lasts.update(found or {})
        rest.extend([] if found else [word])
    return lasts, rest


TARGET_WORDS = {"目标数值": "target", "目标": "target", "对象等级": "level", "等级": "level", "难度": "difficulty"}
_TARGET_NAMES = "|".join(TARGET_WORDS)
_TARGET_WORD = re.compile(
    rf"(?:{_TARGET_NAMES})?[+-]?\d+(?:\.\d+)?(?:d|[x×*]\d+(?:\.\d+)?)?|d(?:\d+)?|{_TARGET_NAMES}", re.IGNORECASE
)


def of_target(word: str) -> bool:
    """Whether a word is one of a target's: a number, perhaps with what it is or times another, or the die of a random difficulty."""
    return _TARGET_WORD.fullmatch(normal(word)) is not None


TARGET_FORMS = (("target",), ("level", "difficulty"))
_RANDOM = re.compile(r"d\s*(\S.*)|(.*\S)\s*d", re.I)


@rule("FET-CTA-2", "FET-CMD-8")
def target_numbers(text: str) -> dict[str, Number] | None:
    """A target, or a level and a difficulty, with words before the numbers or without; None for anything else."""
    found = loose_numbers(text, TARGET_WORDS)
    if found and len(found) == 1 and found[0].place in ("level", "difficulty"):
        missing = "difficulty" if found[0].place == "level" else "level"
        raise RuleError(f"{missing}_required", clause="FET-CMD-8")
    return placed(found, TARGET_FORMS) if found and not any(one.percent for one in found) else None


@rule("FET-CTA-3")
def random_level(text: str) -> Number | None:
    random = _RANDOM.fullmatch(text)
    found = loose_numbers(random[1] or random[2], TARGET_WORDS) if random else None
    if not found or len(found) != 1 or found[0].percent or found[0].place not in ("", "level"):
        return None
    return found[0].number


def target_in(text: str) -> dict[str, Number]:
    """A target that stands in a line: `100`, `10 12` (level and difficulty), `15d` (level x D20), as `.tar` has it."""
    said = normal(text).strip()
    if (level := random_level(said)) is not None:
        return {"level": level, "random": True}
    if (numbers := target_numbers(said)) is not None:
        return {**numbers}
    if len(said.split()) > 1:
        raise RuleError("bad_command", clause="FET-CTA-4", text=text)
    return {"target": number_in(text, "goal")}


def plain_target(text: str) -> str:
    """A target as the book writes it: `100`, `10 12`, `15d`; what is none as it was typed."""
    said = normal(text).strip()
    if (level := random_level(said)) is not None:
        return f"{written(level)}d"
    try:
        numbers = target_numbers(said)
    except RuleError:  # a level alone: the rule refuses it
        return text
    return " ".join(map(written, numbers.values())) if numbers else text


def unreadable(asked: Asked) -> RuleError:
    return RuleError("bad_command", text=line_of(asked))
