"""Everything that a system says has words, in both languages, with the same gaps."""

import re
from collections.abc import Iterator

from ludex.core.pairs import untranslated, written_in_pairs
from ludex.core.system import System
from ludex.testing.coverage import sources
from ludex.testing.games import demand
from ludex.text.words import LANGUAGES, Words

_GAP = re.compile(r"\{(?!verb\})(\w+)\}")
"""A gap; a thing's own verb may be left out: one language says «砍向，落空» where another has «misses»."""
_CODE = re.compile(r"""\bRuleError\(\s*["']([^"']+)["']""")
_SNAKE = re.compile(r"[a-z][a-z0-9_]*")
_KEY = re.compile(r"""["']((?:questions|rolls|told|view|why)\.[a-z_.]*[a-z])["']""")


def check_words(system: System) -> str:
    """Demand that words are complete; a note on those that are in Chinese alone."""
    chinese, english = (Words(language, system.package) for language in LANGUAGES)
    own = set(own_phrases(system, "zh")) | set(own_phrases(system, "en"))
    for key in sorted(own):
        gaps = [sorted(set(_GAP.findall(words.phrase(key)))) for words in (chinese, english)]
        told = [" ".join(f"{{{gap}}}" for gap in found) or "none" for found in gaps]
        demand(gaps[0] == gaps[1], f"{key} has other gaps in Chinese ({told[0]}) than in English ({told[1]})")
    _check_pairs(system)
    missing = [key for key in sorted(set(wanted(system))) for words in (chinese, english) if not words.has(key)]
    demand(not missing, f"there are no words for {', '.join(dict.fromkeys(missing))}")
    only_chinese = untranslated(system.package)
    return f"{len(only_chinese)} have no English yet: {', '.join(only_chinese[:5])}" if only_chinese else ""


def _check_pairs(system: System) -> None:
    """A phrase is one text, or two: Chinese and English. A code is a name by which its sentence is found, not the sentence."""
    for key, pair in written_in_pairs(system.package):
        demand(len(pair) <= len(LANGUAGES), f'{key} has {len(pair)} texts: write ["中文", "English"]')
    for name, text in sources(system.package):
        for code in _CODE.findall(text):
            told = f'{name}: RuleError("{code}"): give it a short code, and the sentence to [errors] in the words'
            demand(_SNAKE.fullmatch(code) is not None, told)


def own_phrases(system: System, language: str) -> dict[str, str]:
    """The phrases of a system itself, without those of every table."""
    return Words(language, system.package).own()


def wanted(system: System) -> Iterator[str]:
    """The keys that a system needs words for: its title, its options, its commands and their fields, and what stands in its source."""
    yield "system.title"
    yield from (f"options.{option}.title" for option in system.options.__struct_fields__)
    for command in system.commands:
        yield f"commands.{command.key}.title"
        yield from (f"args.{field.name}" for field in command.args)
    for _, text in sources(system.package):
        yield from (f"errors.{code}" for code in _CODE.findall(text))
        yield from _KEY.findall(text)
