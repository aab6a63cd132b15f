"""A system's demo in the language of the person who opens it."""

from collections.abc import Mapping

from ludex.core.errors import RuleError
from ludex.core.packs import reworded
from ludex.core.pairs import apart
from ludex.core.system import Demo, System


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
