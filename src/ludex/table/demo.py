"""A system's demo in the language of the person who opens it, and what its table has lived through before today."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files

import msgspec

from ludex.core.errors import RuleError
from ludex.core.packs import reworded
from ludex.core.pairs import apart
from ludex.core.system import Demo, System


class Evening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An evening of a demo's past: how many days ago it was (0: today), and what people typed, as `name: line`."""

    days: int
    lines: tuple[str, ...]


class Past(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a demo's table has lived through. `seed`: under which dice; they are shown to everybody before anybody else rolls."""

    seed: int
    evenings: tuple[Evening, ...]


def demo_of(system: System, language: str) -> Demo:
    """The demo; its texts are replaced by those that the system has for that language (`words/demo.en.toml`, or `[demo]` in its `words.toml`)."""
    if system.demo is None:
        raise RuleError("no_demo", system=system.id)
    demo, phrases = system.demo(), demo_phrases(system.package, language)
    lines = tuple(phrases.get(line, line) for line in demo.lines)
    about = reworded(demo.about, phrases)
    return Demo(reworded(demo.state, phrases), reworded(demo.seats, phrases), lines, about)


def demo_phrases(package: str, language: str) -> Mapping[str, str]:
    """What the texts of a demo are called in another language than that in which they are written."""
    return apart(package, "demo", language)


def past_of(system: System, language: str) -> Past | None:
    """The past of a system's demo (`words/past.<language>.toml`); None where it has none."""
    page = files(system.package).joinpath("words", f"past.{language}.toml") if system.package else None
    if page is None or not page.is_file():
        return None
    return msgspec.convert(tomllib.loads(page.read_text("utf-8")), Past)
