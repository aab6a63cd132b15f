"""Numbers, dice and stretches of time as people type them."""

import re

from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.names import narrow, simplified

UNITS = {
    **dict.fromkeys(("秒", "秒钟", "s", "sec", "second"), 1),
    **dict.fromkeys(("轮", "round"), 15),
    **dict.fromkeys(("分", "分钟", "m", "min", "minute"), 60),
    **dict.fromkeys(("时", "小时", "个小时", "h", "hr", "hour"), 3600),
    **dict.fromkeys(("天", "日", "d", "day"), 86400),
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
    parts = [(int(count), _unit(unit.lower())) for count, unit in _SPAN.findall(said)]
    if not parts or _SPAN.sub("", said).strip() or not all(unit for _, unit in parts):
        raise RuleError("bad_argument", arg="time", value=text[:40], kind="time")
    return sum(count * unit for count, unit in parts)


def _unit(said: str) -> int:
    """How many seconds a unit has, in the singular or the plural; 0 if it is none."""
    return UNITS.get(said) or UNITS.get(said.removesuffix("s"), 0)
