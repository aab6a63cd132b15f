"""Vectors made wrong, one place at a time: what people, programs and files could hand in by mistake or on purpose."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

LEFT_OUT = object()


def nested(depth: int) -> list[Any]:
    """Lists inside one another."""
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


WRONG: tuple[Any, ...] = (
    LEFT_OUT,
    None,
    True,
    0,
    -1,
    1.5,
    -0.0,
    10**9,
    10**400,
    -(10**5000),
    1e308,
    float("nan"),
    float("inf"),
    "",
    "unheard of",
    "<b>&",
    "²",
    "9" * 5000,
    "\x00",
    [],
    [None],
    {},
    {"x": 1},
    nested(2000),
)
"""What stands in the place of every value in turn."""

WRONG_ANSWERS = ("", "unheard of", "-1", "--1", "²", "9" * 5000, "1e999999999", "::::", "<b>", "=,=", "\x00")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything inside plain data."""
    inside = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield (*path, key)
        yield from places(one, (*path, key))


def put(value: Any, path: tuple[Any, ...], wrong: Any) -> Any:
    """Plain data with something else at a path, or nothing."""
    key, *rest = path
    changed: Any = dict(value) if isinstance(value, Mapping) else list(value)
    if wrong is LEFT_OUT and not rest:
        del changed[key]
    else:
        changed[key] = put(value[key], tuple(rest), wrong) if rest else wrong
    return changed


def unjudged(vector: Mapping[str, Any]) -> dict[str, Any]:
    """A vector without what it expects."""
    kept = {key: value for key, value in vector.items() if key not in ("expect", "expect_error", "expect_odds")}
    return kept | ({"step": [unjudged(step) for step in vector["step"]]} if "step" in vector else {})


def mutants(vectors: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every vector with every wrong value in every place, wrong answers and dice too, each with words for where."""
    for vector in map(unjudged, vectors):
        for path in places(vector):
            changes = {"given": WRONG, "choices": WRONG_ANSWERS, "dice": (0, -1, 10**9)}
            kind = next((name for name in changes if name in path[:3]), "")
            if kind and path[-1] != kind:
                for wrong in changes[kind]:
                    shown = "nothing" if wrong is LEFT_OUT else type(wrong).__name__
                    yield f"{vector['id']}: {shown} in {path}", put(vector, path, wrong)


def every(step: int, vectors: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """One in so many of them: always the same, spread over all places and all values."""
    return islice(mutants(vectors), 0, None, step)
