"""`.stf` (FET-CSF): sheet fields read out of a line, glued or spaced, wrapped or not; and a sheet written as such a line."""

import re

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.kinds.reading import Reader
from ludex.systems.fet.sheet import NUMBERS, TEXTS, Sheet
from ludex.systems.fet.terms import ATTRIBUTE_NAMES, Attribute, Number, written

FIELDS = sorted((*TEXTS, *NUMBERS, *ATTRIBUTE_NAMES), key=len, reverse=True)
"""FET-CSF-1: every field name, the longest first."""

UNMARKED = ("姓名", "种族", "性别", "职业")
"""FET-CSF-6: text fields whose names end another's glued text. 玩家 is none of them: jobs end in it."""

STOP = "结束"
SIGNED = "资产"
"""Ruling FET-E-30: a minus is part of the number for assets only."""

MARKS = ":：=＝︰﹕∶꞉"
COMMAS = ",，;；"
"""FET-CSF-5: what may stand between a name and its value, and between two fields; a colon is one in every shape that is pasted."""

BARS = "|｜、"
"""Signs that people set between fields beside the commas; inside a text they are part of it."""

OPENED, CLOSED = "[【〔［", "]】〕］"
"""Brackets that pasted forms put round a field's name."""

UNITS = ("%", "岁", "歲")
"""What may follow a number and says nothing."""

_SIMPLE = str.maketrans(
    "種齡齢體標準資產職業級質醫學與軍視覺藝術負結別維", "种龄龄体标准资产职业级质医学与军视觉艺术负结别维"
)
"""Traditional characters of field names as the book writes them."""


class Fields(msgspec.Struct, frozen=True):
    """What a line sets: texts and numbers by the sheet's own keys (None: blank), percentages apart."""

    values: dict[str, str | Number | None]
    percents: dict[str, Number | None]


@rule("FET-CSF-1", "FET-CSF-3")
def read_fields(reader: Reader) -> Fields:
    """All fields of a line; the first error from the left is reported."""
    values: dict[str, str | Number | None] = {}
    percents: dict[str, Number | None] = {}
    _skip(reader)
    while not reader.ended and not _stopped(reader):
        name = _field(reader)
        if name is None:
            unknown = reader.word() or reader.typed[reader.place :].split()[0]  # a number without its field
            raise RuleError("attribute_not_found", clause="FET-CSF-1", name=unknown)
        marked = _mark(reader)
        if name in TEXTS:
            free = tuple(n for n in UNMARKED if TEXTS[n] not in (*values, TEXTS[name]))
            quoted = _quoted(reader)
            values[TEXTS[name]] = quoted or (_marked_text(reader) if marked else _text(reader, free))
        elif name in NUMBERS:
            values[NUMBERS[name]] = _number(reader, name)
        else:
            percents[ATTRIBUTE_NAMES[name]] = _number(reader, name)
        _skip(reader)
    if not values and not percents:
        raise RuleError("bad_command", clause="FET-CSF-1", text=".stf")
    return Fields(values, percents)


def _skip(reader: Reader) -> None:
    while reader.here.isspace() or (reader.here and reader.here in COMMAS + BARS):
        reader.place += 1


def _stopped(reader: Reader) -> bool:
    return _matched(reader, STOP, reader.place) is not None


def _field(reader: Reader) -> str | None:
    """The longest field name at this place, with or without brackets, read over."""
    opened = bool(reader.here) and reader.here in OPENED
    name, end = _name_at(reader, reader.place + opened)
    if opened and (name is None or not reader.text[end : end + 1] or reader.text[end] not in CLOSED):
        return None
    reader.place = end + opened
    return name


def _name_at(reader: Reader, place: int) -> tuple[str | None, int]:
    """The longest field name at a place, and where it ends."""
    found = ((name, _matched(reader, name, place)) for name in FIELDS)
    return next(((name, end) for name, end in found if end is not None), (None, place))


@rule("FET-CSF-1")
def _matched(reader: Reader, name: str, place: int) -> int | None:
    """Where a name at this place ends; a line break with the spaces around it does not count inside it."""
    for number, letter in enumerate(name):
        if number and (wrapped := _WRAPPED.match(reader.text, place)):
            place = wrapped.end()
        if reader.text[place : place + 1].translate(_SIMPLE) != letter:
            return None
        place += 1
    return place


_WRAPPED = re.compile(r"[^\S\r\n]*[\r\n]\s*")


@rule("FET-CSF-5")
def _mark(reader: Reader) -> bool:
    """Read over the one sign that may stand between a name and its value, with spaces before it or not."""
    found = _MARK.match(reader.text, reader.place)
    reader.place = found.end() if found else reader.place
    return found is not None


_MARK = re.compile(rf"\s*[{MARKS}]")


@rule("FET-LIV-49")
def _quoted(reader: Reader) -> str:
    """A text in quotes, spaces and all, as an exported line has it where nothing else would read back; empty where there is none."""
    found = _QUOTED.match(reader.typed, reader.place)
    reader.place = found.end() if found else reader.place
    return (found[1] or found[2]) if found else ""


_QUOTED = re.compile(r'\s*(?:"([^"]+)"|“([^”]+)”)')


@rule("FET-CSF-5")
def _marked_text(reader: Reader) -> str:
    """A text after a mark, and spaces that no field follows: up to a space, a comma, or a field that has a mark of its own."""
    if reader.here.isspace():
        reader.skip()
        if _field_follows(reader):
            return ""
    start = reader.place
    while not _broken(reader):
        name, end = _name_at(reader, reader.place)
        if name and _MARK.match(reader.text, end):
            break
        reader.place += 1
    return reader.typed[start : reader.place].rstrip(BARS)


def _broken(reader: Reader) -> bool:
    """Whether a text ends here whatever follows."""
    return reader.ended or reader.here.isspace() or reader.here in COMMAS


@rule("FET-CSF-2", "FET-CSF-6")
def _text(reader: Reader, free: tuple[str, ...]) -> str:
    """A text up to the next space or field; blank where a field (or the end) follows a space."""
    if reader.here.isspace():
        reader.skip()
        if _field_follows(reader):
            return ""
    start = reader.place
    while not _broken(reader) and not _ends_text(reader, free, first=reader.place == start):
        reader.place += 1
    return reader.typed[start : reader.place]


def _ends_text(reader: Reader, free: tuple[str, ...], *, first: bool) -> bool:
    """Whether a glued text ends here: at the end of the list, or where a field can only be one."""
    if reader.text[reader.place :].rstrip().translate(_SIMPLE) == STOP:
        return True
    name, end = _name_at(reader, reader.place)
    if first and name in TEXTS:
        return _stands(reader, end, free)
    return _stands(reader, reader.place, free)


@rule("FET-CSF-6")
def _stands(reader: Reader, place: int, free: tuple[str, ...]) -> bool:
    """Whether a field stands here: a text field not yet set, or a number before a digit, a sign or a standing field."""
    name, end = _name_at(reader, place)
    if name is None or name in TEXTS:
        return name in free
    after = reader.text[end : end + 1]
    return after.isdigit() or (after != "" and after in "+-.") or _stands(reader, end, free)


def _field_follows(reader: Reader) -> bool:
    """Whether what stands after a space is a field: a text field's name, or another's that something fitting follows."""
    if reader.here and reader.here in OPENED:
        return True
    for name in (STOP, *FIELDS):
        end = _matched(reader, name, reader.place)
        if end is None:
            continue
        after = reader.text[end : end + 1]
        fitting = not after or after.isspace() or after.isdigit() or after in f"+-.{MARKS}{COMMAS}{BARS}"
        if name in TEXTS or fitting or (name != STOP and _name_at(reader, end)[0]):
            return True
    return False


@rule("FET-CSF-1", "FET-CSF-3")
def _number(reader: Reader, name: str) -> Number | None:
    """A number, its percent sign ignored; None where the field is left blank. Only direct setting."""
    reader.skip()
    if reader.ended or reader.here in COMMAS + BARS + OPENED or _stopped(reader):
        return None
    if _name_at(reader, reader.place)[0]:
        return None
    sign = reader.here if reader.here in ("+", "-") else ""
    number = reader.number()
    if number is None:
        raise RuleError("bad_number", clause="FET-CSF-3", name=name, value=reader.word())
    if sign == "+" or (sign == "-" and name != SIGNED):
        raise RuleError("relative_not_allowed", clause="FET-CSF-3", name=name, value=number)
    reader.skip()
    if reader.here in UNITS:
        reader.place += 1
    return number


ENGLISH = {
    "name": "姓名", "race": "种族", "gender": "性别", "job": "职业", "player": "玩家", "age": "年龄", "size": "体型",
    "adult_age": "成年年龄", "standard_size": "标准体型", "appearance": "外貌", "assets": "资产", "level": "等级",
    "lv": "等级", "ratio": "物理思维比值", "load": "负重", "end": "结束",
    **{word: one.zh for one in Attribute for word in one.spellings if word.isascii()},
}  # fmt: skip
"""Fields of a sheet by their English names."""
_ENGLISH = re.compile(rf"\b({'|'.join(sorted(ENGLISH, key=len, reverse=True))})(?![a-z_])", re.IGNORECASE)


def in_chinese(text: str) -> str:
    """A line that is English throughout, with its fields by the names that `.stf` has: whole words alone are fields."""
    if not text.isascii():
        return text
    joined = re.sub(r"\b(adult|standard)\s+(age|size)\b", r"\1_\2", text, flags=re.IGNORECASE)
    return _ENGLISH.sub(lambda found: ENGLISH[found[1].lower()], joined)


@rule("FET-CSF-2")
def laid_over(sheet: Sheet, fields: Fields, *, sender: str) -> Sheet:
    """The sheet with these fields set; what is not mentioned stays. A blank name falls back to the sender."""
    percents = {**sheet.percents, **{name: percent or 0 for name, percent in fields.percents.items()}}
    values = dict(fields.values)
    if not (values.get("name", sheet.name) or ""):
        values["name"] = sender
    return replace(sheet, **values, percents=percents)


@rule("FET-CSF-1", "FET-LIV-49")
def export_line(sheet: Sheet) -> str:
    """A sheet as a line that `.stf` reads back: texts that would not come back as they are stand in quotes."""
    texts = {key: getattr(sheet, key) for key in TEXTS.values() if getattr(sheet, key)}
    line = _line(sheet, "{}")
    try:
        same = {**texts, **read_fields(Reader(line)).values}.items() >= texts.items()
    except RuleError:
        same = False
    return f".stf {line}" if same else f".stf {_line(sheet, _IN_QUOTES)}"


_IN_QUOTES = '"{}"'


def _line(sheet: Sheet, shape: str) -> str:
    words = [f"{name}{shape.format(text)}" for name, key in TEXTS.items() if (text := getattr(sheet, key))]
    numbers = {name: getattr(sheet, key) for name, key in NUMBERS.items()}
    words += [f"{name}{written(value)}" for name, value in numbers.items() if value is not None]
    words += [f"{attribute.zh}{written(sheet.percents.get(attribute, 0))}" for attribute in Attribute]
    return f"{' '.join(words)} 结束"
