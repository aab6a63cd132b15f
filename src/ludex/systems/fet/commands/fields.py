"""`.stf` (FET-CSF): sheet fields read out of a line, glued or spaced, wrapped or not; and a sheet written as such a line."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.commands.reading import Reader
from ludex.systems.fet.sheet import Sheet
from ludex.systems.fet.terms import ATTRIBUTE_NAMES, ELEVEN, Number, written

TEXTS = {"姓名": "name", "种族": "race", "性别": "gender", "职业": "job", "玩家": "player"}
NUMBERS = {
    "年龄": "age",
    "体型": "size",
    "成年年龄": "adult_age",
    "标准体型": "standard_size",
    "外貌": "appearance",
    "资产": "assets",
    "等级": "level",
    "物理思维比值": "ratio",
    "负重": "load",
}
FIELDS = sorted((*TEXTS, *NUMBERS, *ATTRIBUTE_NAMES), key=len, reverse=True)
"""FET-CSF-1: every field name, the longest first."""

STOP = "结束"
SIGNED = "资产"
"""Ruling E-30: a minus is part of the number for assets only."""


class Fields(msgspec.Struct, frozen=True):
    """What a line sets: texts and numbers by the sheet's own keys (None: blank), percentages apart."""

    values: dict[str, str | Number | None]
    percents: dict[str, Number | None]


@rule("FET-CSF-1", "FET-CSF-3")
def read_fields(reader: Reader) -> Fields:
    """All fields of a line; the first error from the left is reported."""
    values: dict[str, str | Number | None] = {}
    percents: dict[str, Number | None] = {}
    reader.skip()
    while not reader.ended and not reader.text.startswith(STOP, reader.place):
        name = _field(reader)
        if name is None:
            raise RuleError("attribute_not_found", clause="FET-CSF-1", name=reader.word())
        if name in TEXTS:
            values[TEXTS[name]] = _text(reader)
        elif name in NUMBERS:
            values[NUMBERS[name]] = _number(reader, name)
        else:
            percents[ATTRIBUTE_NAMES[name]] = _number(reader, name)
        reader.skip()
    if not values and not percents:
        raise RuleError("bad_command", clause="FET-CSF-1")
    return Fields(values, percents)


def _field(reader: Reader) -> str | None:
    """The longest field name at this place, read over; line breaks inside it do not count."""
    for name in FIELDS:
        end = _matched(reader, name)
        if end is not None:
            reader.place = end
            return name
    return None


def _matched(reader: Reader, name: str) -> int | None:
    """Where a name at this place ends, line breaks inside it ignored."""
    place = reader.place
    for number, letter in enumerate(name):
        while number and reader.text[place : place + 1] in ("\n", "\r"):
            place += 1
        if reader.text[place : place + 1] != letter:
            return None
        place += 1
    return place


@rule("FET-CSF-2")
def _text(reader: Reader) -> str:
    """A text up to the next space; blank where a field (or the end) follows a space."""
    if reader.here.isspace():
        reader.skip()
        if _field_follows(reader):
            return ""
    start = reader.place
    while not reader.ended and not reader.here.isspace():
        reader.place += 1
    return reader.typed[start : reader.place]


def _field_follows(reader: Reader) -> bool:
    """Whether what stands here is a field: a text field's name, or another's that something fitting follows."""
    for name in (STOP, *FIELDS):
        end = _matched(reader, name)
        if end is None:
            continue
        after = Reader(reader.typed, end)
        fitting = after.ended or after.here.isspace() or after.here.isdigit() or after.here in "+-."
        if name in TEXTS or fitting or (name != STOP and _named(after)):
            return True
    return False


@rule("FET-CSF-1", "FET-CSF-3")
def _number(reader: Reader, name: str) -> Number | None:
    """A number, its percent sign ignored; None where the field is left blank. Only direct setting."""
    reader.skip()
    if reader.ended or reader.text.startswith(STOP, reader.place) or _named(reader):
        return None
    sign = reader.here if reader.here in ("+", "-") else ""
    number = reader.number()
    if number is None:
        raise RuleError("bad_number", clause="FET-CSF-3", name=name, value=reader.word())
    if sign == "+" or (sign == "-" and name != SIGNED):
        raise RuleError("relative_not_allowed", clause="FET-CSF-3", name=name, value=number)
    reader.skip()
    if reader.here == "%":
        reader.place += 1
    return number


def _named(reader: Reader) -> bool:
    """Whether a field name stands here."""
    return any(_matched(reader, name) is not None for name in FIELDS)


@rule("FET-CSF-2")
def laid_over(sheet: Sheet, fields: Fields, *, sender: str) -> Sheet:
    """The sheet with these fields set; what is not mentioned stays. A blank name falls back to the sender."""
    percents = {**sheet.percents, **{name: percent or 0 for name, percent in fields.percents.items()}}
    values = dict(fields.values)
    if not (values.get("name", sheet.name) or ""):
        values["name"] = sender
    return msgspec.structs.replace(sheet, **values, percents=percents)


@rule("FET-CSF-1")
def export_line(sheet: Sheet) -> str:
    """A sheet as a line that `.stf` reads back."""
    names = {str(attribute): name for name, attribute in reversed(ATTRIBUTE_NAMES.items())}
    words = [f"{name}{getattr(sheet, key)}" for name, key in TEXTS.items() if getattr(sheet, key)]
    numbers = {name: getattr(sheet, key) for name, key in NUMBERS.items()}
    words += [f"{name}{written(value)}" for name, value in numbers.items() if value is not None]
    words += [f"{names[key]}{written(sheet.percents.get(key, 0))}" for key in ELEVEN]
    return f".stf {' '.join(words)} 结束"
