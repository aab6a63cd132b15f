"""Reading the data files that lie inside a package: content packs and words, both TOML."""

import tomllib
from importlib import resources
from typing import Any


def read_toml(package: str, *path: str) -> dict[str, Any]:
    """One TOML file of a package: `read_toml("ludex.systems.mist", "content", "challenges.toml")`."""
    return tomllib.loads(resources.files(package).joinpath(*path).read_text("utf-8"))


def names_in(package: str, *path: str) -> tuple[str, ...]:
    """The names of the TOML files in a folder of a package, sorted."""
    folder = resources.files(package).joinpath(*path)
    if not folder.is_dir():
        return ()
    return tuple(sorted(item.name for item in folder.iterdir() if item.name.endswith(".toml")))
