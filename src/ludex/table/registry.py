"""Finding rule systems: the entry point group `ludex.systems`. Nothing else knows which there are.

A system that cannot be loaded is known by its failure; it is in nobody's way.
"""

from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from ludex.core.errors import RuleError, SystemFailed
from ludex.core.system import System
from ludex.table import overtime
from ludex.table.shelter import failure, sheltered

GROUP = OURS = "ludex.systems"


def names() -> tuple[str, ...]:
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


def system(name: str) -> System:
    """The system of that id; a refusal that names those there are, or what keeps it from being loaded."""
    found = _load(name)
    if isinstance(found, SystemFailed):
        raise found
    return found


def systems() -> dict[str, System]:
    """Every installed system that can be used."""
    return {name: found for name in names() if isinstance(found := _load(name), System)}


def unloaded() -> dict[str, SystemFailed]:
    """Every installed system that cannot, with the reason."""
    return {name: found for name in names() if isinstance(found := _load(name), SystemFailed)}


def modules(name: str) -> tuple[str, ...]:
    """The modules that are installed under a name; none of those that come with Ludex."""
    return tuple(one.module for one in _points(name) if not one.module.startswith(f"{OURS}."))


def forget() -> None:
    """Look for every system anew: something was installed or taken away."""
    _load.cache_clear()


@lru_cache(maxsize=64)
def _load(name: str) -> System | SystemFailed:
    points = _points(name)
    if not points:
        raise RuleError("unknown_system", system=name, systems=list(names()))
    point = points[0]
    watched = overtime.begin()
    try:
        if len(points) > 1:
            raise ValueError(f"there are several of this id: {', '.join(one.value for one in points)}")
        return sheltered(_found(point))
    except BaseException as error:  # noqa: BLE001  # foreign code may raise anything while it is imported
        return failure("system_not_loaded", name, error, package=point.module)
    finally:
        overtime.end(watched)


def _points(name: str) -> list[EntryPoint]:
    """What is installed under a name. One that comes with Ludex stays what it is, whatever else takes its name."""
    found = list({one.value: one for one in entry_points(group=GROUP) if one.name == name}.values())
    return [one for one in found if one.module.startswith(f"{OURS}.")] or found


def _found(point: EntryPoint) -> System:
    try:
        found = point.load()
    except AttributeError:
        if (missing := point.attr) and not hasattr(import_module(point.module), missing.partition(".")[0]):
            raise TypeError(f"its entry point is {point.value}, and there is no {missing} in {point.module}") from None
        raise
    if not isinstance(found, System):
        raise TypeError(f"{point.value} is no System but {type(found).__name__}")
    if found.id != point.name:
        raise ValueError(f"its id is {found.id!r}, and its entry point is called {point.name!r}")
    return found


def installed(name: str) -> System | None:
    """The system that an entry point of that name leads to in any process; None if there is none."""
    try:
        return system(name)
    except RuleError:
        return None
