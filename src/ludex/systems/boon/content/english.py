"""What shipped things are called in English, by their ids."""

from functools import lru_cache

from ludex.core.packs import read_toml

PACKAGE = "ludex.systems.boon"


@lru_cache(maxsize=1)
def english() -> dict[str, str]:
    """The English names of shipped things, by their ids."""
    return {str(key): str(name) for key, name in read_toml(PACKAGE, "words", "en.toml")["things"].items()}


def is_called(name: str, key: str) -> bool:
    """Whether a shipped thing of that id goes by that name in English."""
    return bool(key) and name.lower() == english().get(key)
