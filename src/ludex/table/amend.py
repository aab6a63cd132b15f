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
    for place, item in enumerate(holder):
        if isinstance(item, dict) and step in (item.get("id"), item.get("name")):
            return place
    raise RuleError("bad_path", path=path, there=[str(i) for i in range(len(holder))])
