"""One script for a page: its module and all that it imports, joined from our own files when the server starts.

Each module stays a function of its own: what it exports is there by name before it runs, so that two modules may import each
other, and one that is imported later runs when it is first asked for. What a page has loaded by itself already is left out.
"""

import re
from functools import lru_cache

from ludex.fronts.web.gate.assets import FOLDER

APART = ("settings",)
"""Modules that every page loads by itself."""

_IMPORT = re.compile(r'^import (?:(\{[^}]*\})|\* as (\w+)) from "\./([\w-]+)\.js";$', re.MULTILINE)
_BARE = re.compile(r'^import "\./([\w-]+)\.js";$', re.MULTILINE)
_LATER = re.compile(r'\bimport\("\./([\w-]+)\.js"\)')
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)

_PROSE = re.compile(r"""^\s*//.*\n|^[ \t]+|(?<=[;{}),\]]) //[^"'`\n]*$""", re.MULTILINE)
"""Comments, and how far a line is set in: for who reads the files. Behind code one has no quote in it: then it stands in no text."""

HEAD = """const known = {}, made = {}, later = (name) => Promise.resolve().then(() => need(name));
const module = (name, run) => (known[name] = run);
function need(name) {
  if (!(name in made)) known[name]((made[name] = {}));
  return made[name];
}
"""


@lru_cache(maxsize=8)
def bundle(name: str) -> str:
    """The script of a page and everything that it may ever import, as one module."""
    apart = "".join(f'import * as {one} from "../{one}.js";\n' for one in APART)
    given = "".join(f"made.{one} = {one};\n" for one in APART)
    return f'{apart}{HEAD}{given}{"".join(map(_wrapped, _needed(name)))}need("{name}");\n'


def _needed(name: str) -> list[str]:
    """The modules that a module imports, at once or later, itself first."""
    found: list[str] = [name]
    for one in found:
        text = _text(one)
        named = [match[3] for match in _IMPORT.finditer(text)]
        named += [*_BARE.findall(text), *_LATER.findall(text)]
        found.extend(more for more in dict.fromkeys(named) if more not in found and more not in APART)
    return found


def _text(name: str) -> str:
    return (FOLDER / f"{name}.js").read_text(encoding="utf-8")


def _wrapped(name: str) -> str:
    """A module as a function that fills in what it exports."""
    text = _text(name)
    exports = ", ".join(f"{one[2]}: {{ get: () => {one[2]} }}" for one in _EXPORT.finditer(text))
    text = _IMPORT.sub(_taken, text)
    text = _BARE.sub(r'need("\1");', text)
    text = _LATER.sub(r'later("\1")', text)
    text = _PROSE.sub("", _EXPORT.sub(r"\1 \2", text))
    return f'module("{name}", (own) => {{\nObject.defineProperties(own, {{ {exports} }});\n{text}\n}});\n'


def _taken(said: re.Match[str]) -> str:
    """An import as what it takes from another module."""
    names = re.sub(r"(\w+) as (\w+)", r"\1: \2", said[1] or said[2])
    return f'const {names} = need("{said[3]}");'
