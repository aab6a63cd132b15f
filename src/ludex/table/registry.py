"""Finding rule systems: the entry point group `ludex.systems`. Nothing else knows which there are."""

from functools import lru_cache
from importlib.metadata import entry_points

import structlog

from ludex.core.errors import RuleError
from ludex.core.system import System

GROUP = "ludex.systems"


def names() -> tuple[str, ...]:
    """The ids of all installed systems, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@lru_cache(maxsize=64)
def system(name: str) -> System:
    """The system of that id, or a refusal that names those there are."""
    for point in entry_points(group=GROUP):
        if point.name == name:
            found = point.load()
            if not isinstance(found, System):
                raise TypeError(f"entry point {name!r} in {GROUP} is not a System")
            return found
    raise RuleError("unknown_system", system=name, systems=list(names()))


@lru_cache(maxsize=1)
def systems() -> dict[str, System]:
    """Every installed system that loads; one that does not is reported and left out, so that it cannot stop the rest."""
    found: dict[str, System] = {}
    for name in names():
        try:
            found[name] = system(name)
        except (ImportError, TypeError, AttributeError) as error:
            structlog.get_logger().warning("system_not_loaded", system=name, problem=str(error))
    return found


def installed(name: str) -> System | None:
    """The system that an entry point of that name leads to in any process; None if there is none."""
    try:
        return system(name)
    except RuleError:
        return None
