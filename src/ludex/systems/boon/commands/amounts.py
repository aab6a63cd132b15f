"""Numbers, dice and stretches of time as people type them."""

import re

from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.names import narrow, simplified

UNITS = {
    "秒": 1,
    "s": 1,
    "轮": 15,
    "分": 60,
    "分钟": 60,
    "m": 60,
    "min": 60,
    "时": 3600,
    "小时": 3600,
    "h": 3600,
    "天": 86400,
    "日": 86400,
    "d": 86400,
}
_SPAN = re.compile(r"(\d{1,6})\s*([^\d\s]+)")


def number(text: str, *, arg: str) -> int:
    """A whole number."""
    found = whole(text)
    if found is None:
        raise RuleError("bad_argument", arg=arg, value=text[:40], kind="whole")
    return found


def thrown(text: str) -> dict[str, int]:
    """Dice, or a plain number: «2d6», «d6», «5»."""
    count, letter, die = text.lower().partition("d")
    if not letter:
        return {"amount": number(count, arg="dice")}
    return {"dice": number(count or "1", arg="dice"), "die": number(die, arg="dice")}


def percent(text: str | None) -> int | None:
    """A part of a hundred: «25%»."""
    return None if not text else number(text.rstrip("%％"), arg="flee")


def seconds(text: str) -> int:
    """A stretch of time: «+10分», «2时», «1小时30分»."""
    said = simplified(narrow(text)).strip().removeprefix("+")
    parts = _SPAN.findall(said)
    if not parts or _SPAN.sub("", said).strip() or any(unit not in UNITS for _, unit in parts):
        raise RuleError("bad_argument", arg="time", value=text[:40], kind="time")
    return sum(int(count) * UNITS[unit] for count, unit in parts)
