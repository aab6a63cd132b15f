"""What shipped things are called at a table that speaks English, where a name is given for good: who comes on, what stands there."""

from functools import lru_cache

from ludex.core.packs import read_toml, spare_words
from ludex.systems.boon.content import PACKAGE, creature_named, shipped
from ludex.systems.boon.state import Library


@lru_cache(maxsize=1)
def _english() -> dict[str, str]:
    """The English names of shipped things, by their ids."""
    return {str(key): str(name) for key, name in read_toml(PACKAGE, "words", "en.toml")["things"].items()}


def creature_name(name: str, own: Library, language: str) -> str:
    """What creatures of a stat block are called: a shipped one in the language of whoever brings it on, one of the table's own as it was given."""
    found = creature_named(name, own)
    if found is None:
        return name
    key, block = found
    if language == "en" and key in shipped().creatures and key not in own.creatures:
        return _english().get(key, key).title()
    return str(block.get("name", key))


def landmark_name(name: str, language: str) -> str:
    """What stands on a shipped map, in the language of whoever lays it out."""
    return spare_words(PACKAGE, "demo.en.toml").get(name, name) if language == "en" else name
