"""Words in pairs: `key = ["中文", "English"]`. A small system keeps all its words in one such file, `words.toml`.

A word without its English is shown in Chinese. Besides phrases the file may hold what larger systems keep in files of their
own: `[clauses."HED-CHK-1"]` with `title` and `text`, `[chapters]`, and `[demo]` (texts of the demo in both languages).
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from ludex.core.packs import read_toml, spare_words

LANGUAGES = ("zh", "en")
"""The order in which the words of a pair stand."""

APART = ("clauses", "chapters", "demo")
"""Sections that are no phrases."""

Pair = tuple[str, str]
"""A word in both languages."""


@lru_cache(maxsize=64)
def written_pairs(package: str) -> Mapping[str, Any]:
    """What stands in a system's `words.toml`; nothing if it has none."""
    try:
        return read_toml(package, "words.toml")
    except FileNotFoundError:
        return {}


def phrases(package: str, language: str) -> Mapping[str, Any]:
    """The phrases of that file in one language, in their sections."""
    table = {name: held for name, held in written_pairs(package).items() if name not in APART}
    return {name: _in_language(held, language) for name, held in table.items()}


def apart(package: str, section: str, language: str) -> Mapping[str, Any]:
    """What is no phrases (clauses, chapters, what the demo's texts are called): a file of its own, or a section of the one file."""
    return spare_words(package, f"{section}.{language}.toml") or _section(package, section, language)


def _section(package: str, section: str, language: str) -> Mapping[str, Any]:
    held = written_pairs(package).get(section, {})
    if section == "demo":
        return {pair[0]: _in_language(pair, language) for pair in held.values()} if language != LANGUAGES[0] else {}
    return {name: _in_language(one, language) for name, one in held.items()}


def untranslated(package: str) -> tuple[str, ...]:
    """The keys of that file whose English is missing."""
    return tuple(key for key, pair in written_in_pairs(package) if len(pair) < len(LANGUAGES))


def written_in_pairs(package: str) -> Iterator[tuple[str, list[str]]]:
    """Every key of that file with its texts."""
    return _pairs(written_pairs(package), "")


def _in_language(held: Any, language: str) -> Any:
    if isinstance(held, Mapping):
        return {name: _in_language(one, language) for name, one in held.items()}
    if isinstance(held, list):
        return held[LANGUAGES.index(language)] if len(held) == len(LANGUAGES) else held[0]
    return held


def _pairs(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, list[str]]]:
    for name, held in table.items():
        if isinstance(held, Mapping):
            yield from _pairs(held, f"{prefix}{name}.")
        elif isinstance(held, str | list):
            yield f"{prefix}{name}", [held] if isinstance(held, str) else held
