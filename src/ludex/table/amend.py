"""The GM is above the rules: set any value of the state, or make any event true. All of it is logged and can be undone."""

import re
from typing import Any

import msgspec

from ludex.core.bounds import whole
from ludex.core.checking import shape_problem
from ludex.core.errors import RuleError
from ludex.core.system import System

_STEP = re.compile(r"[^.\[\]]+")


class Amended(msgspec.Struct, frozen=True, tag="ludex.amended"):
    """A value of the state was set by hand: `path` like `characters[ann].statuses[0].boxes`."""

    path: str
    value: Any


def amend(system: System, state: Any, event: Amended) -> Any:
    """The state with that value set. A path that leads nowhere, or a value that does not fit there, is refused."""
    plain = _plain(state)
    way = steps(event.path)
    if not way:
        raise RuleError("bad_path", path=event.path, there=sorted(plain))
    holder = plain
    for step in way[:-1]:
        holder = _child(holder, step, event.path)
    _put(holder, way[-1], event)
    try:
        return msgspec.convert(plain, system.state)
    except msgspec.ValidationError as error:
        raise RuleError("misfit", path=event.path, value=event.value, problem=shape_problem(error, where="")) from None


def steps(path: str) -> list[str]:
    """The steps of a path, one after the other."""
    return _STEP.findall(path)


def value_at(state: Any, path: str) -> Any:
    """The plain value at a path, for showing it."""
    found = _plain(state)
    for step in steps(path):
        found = _child(found, step, path)
    return found


def from_the_top(state: Any, path: str) -> str:
    """The whole path of one that begins with the name or the id of somebody or something (`安.damage`); any other as it is."""
    first, *rest = steps(path) or [""]
    plain = _plain(state)
    held = [field for field, holder in plain.items() if first not in plain and _holds(holder, first)]
    return ".".join((held[0], first, *rest)) if held else path


def _holds(holder: Any, step: str) -> bool:
    """Whether something of that name or id stands in a list or a table."""
    return step in holder if isinstance(holder, dict) else isinstance(holder, list) and _place(holder, step) is not None


def _plain(state: Any) -> Any:
    """The state as dicts and lists that can be written into."""
    return msgspec.json.decode(msgspec.json.encode(state))


def _child(holder: Any, step: str, path: str) -> Any:
    key = _key(holder, step, path)
    if isinstance(holder, dict) and key not in holder:
        raise RuleError("bad_path", path=path, there=sorted(map(str, holder)))
    return holder[key]


def _put(holder: Any, step: str, event: Amended) -> None:
    if isinstance(holder, list) and step == "+":
        holder.append(event.value)
        return
    key = _key(holder, step, event.path)
    if event.value is None and isinstance(holder, list):
        del holder[key]
    else:
        holder[key] = event.value


def _key(holder: Any, step: str, path: str) -> Any:
    """A field's name, or a list's place: by number or by the `id` or `name` of what stands there."""
    if isinstance(holder, dict):
        return step
    if not isinstance(holder, list):
        raise RuleError("bad_path", path=path, there=[])
    number = whole(step)
    if number is not None and 0 <= number < len(holder):
        return number
    place = _place(holder, step)
    if place is None:
        raise RuleError("bad_path", path=path, there=[_named(item) or str(n) for n, item in enumerate(holder)])
    return place


def _place(holder: list[Any], step: str) -> int | None:
    """Where in a list something of that `id` or `name` stands."""
    named = (
        n for n, item in enumerate(holder) if isinstance(item, dict) and step in (item.get("id"), item.get("name"))
    )
    return next(named, None)


def _named(item: Any) -> str:
    """How something in a list is called there."""
    return str(item.get("name") or item.get("id") or "") if isinstance(item, dict) else ""
