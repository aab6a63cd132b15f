"""Names for show: a word of the system is said in the reader's language, people's own words stand as they are."""

from functools import lru_cache

from ludex.core.content import read_toml
from ludex.core.say import Say, term
from ludex.systems.mirror.body import BodyPart

PACKAGE = "ludex.systems.mirror"
Shown = Say | str


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Every word that `words/` can say as a term."""
    return frozenset(read_toml(PACKAGE, "words", "en.toml").get("terms", {}))


def shown(word: str) -> Shown:
    """A word of the system as a term, anything else as it is."""
    return term(word) if word in known_words() else word


def spot(cell: tuple[int, int]) -> str:
    """A region as people write it."""
    return f"{cell[0]},{cell[1]}"


def part_name(part: BodyPart) -> Shown:
    """What a part is called."""
    return part.name or shown(part.id)
