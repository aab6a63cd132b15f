"""`ludex new-system`: a system that runs at once, to be made into your own. Its files are those in `scaffold/`."""

import keyword
import re
import subprocess
import sys
from importlib import resources
from pathlib import Path
from string import Template

from ludex.table.registry import names

FILES = {
    "pyproject.toml": "pyproject.toml.txt",
    "README.md": "README.md.txt",
    "{name}/__init__.py": "init.py.txt",
    "{name}/words.toml": "words.toml.txt",
    "{name}/demo.toml": "demo.toml.txt",
    "{name}/vectors.toml": "vectors.toml.txt",
}
"""What is written where."""

_NAME = re.compile(r"[a-z][a-z0-9_]{1,30}")


def new_system(name: str, folder: Path | None = None, *, install: bool = True) -> None:
    """Write a small system that runs at once, and install it here so that its files are used as they lie.

    Parameters
    ----------
    name
        Its id, which is also its package: small letters, digits and underscores.
    folder
        Where to write it; by default a folder of that name.
    install
        Install it into this Python, so that `ludex check`, `demo` and `serve` know it.
    """
    target = folder or Path(name)
    problem = _wrong(name, target)
    if problem:
        sys.exit(problem)
    for path, text in written(name).items():
        file = target / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        print(file)
    installed = install and _install(target)
    first = "" if installed else f"\n  {sys.executable} -m pip install --no-deps -e {target}"
    print(f"\nNext:{first}\n  ludex check {name}\n  ludex demo {name}\n  ludex serve --reload")


def written(name: str) -> dict[str, str]:
    """Every file of a new system: path -> text."""
    facts = {"name": name, "prefix": name.replace("_", "")[:3].upper()}
    shelf = resources.files("ludex.fronts.cli").joinpath("scaffold")
    return {
        path.format(name=name): Template(shelf.joinpath(source).read_text("utf-8")).substitute(facts)
        for path, source in FILES.items()
    }


def _wrong(name: str, target: Path) -> str:
    """Why there cannot be such a system; empty if there can."""
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        return f"{name!r} is no name for a package: small letters, digits and underscores, two at least"
    if name in names():
        return f"there is a system called {name} already: {', '.join(names())}"
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        return f"{target} is there already: name a new folder"
    return ""


def _install(folder: Path) -> bool:
    """Let this Python know the system, its files staying where they are."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "-e"]
    done = subprocess.run([*command, str(folder)], check=False, capture_output=True, text=True)
    if done.returncode:
        told = (done.stderr.strip() or done.stdout.strip()).splitlines()
        print(f"not installed: {told[-1] if told else 'pip failed'}", file=sys.stderr)
    return done.returncode == 0
