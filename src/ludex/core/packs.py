"""Content packs: things of a system as data, checked whole, with every problem named at once, in the reader's language.

A pack holds records by kind and id: `{"items": {"longsword": {…}}}`. What ships with a system lies in its `data/`, one file a
kind (`data/items.toml`); what a GM adds has the same form, as TOML or JSON. A system declares its kinds (`Kind`) with a
struct as their schema; this module reads, checks and joins. It also reads the other TOML files of a package (words).
"""

import json
import re
import tomllib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from ludex.core.checking import fields_of, misfits, shape_problem as shape_problem, spelled
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.names import UNSEEN, folded, harmless
from ludex.core.plain import Plain, Written
from ludex.core.say import Say, say
from ludex.core.terms import Term

T = TypeVar("T")

NESTED = "nested too deeply"
_TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def read_toml(package: str, *path: str) -> dict[str, Any]:
    """One TOML file of a package: `read_toml("ludex.systems.mist", "data", "challenges.toml")`; one that is no TOML says where."""
    text = _folder(package).joinpath(*path).read_text("utf-8")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _TOML_PLACE.search(str(error))
        problem = str(error).partition(" (at ")[0]
        line = place[1] if place else len(text.splitlines())
        raise SystemFailed("system_not_loaded", package, f"{_shown(package, *path)}:{line}", problem) from None


def _shown(package: str, *path: str) -> str:
    """A file of a package as its author knows it: `heden/data/npcs.toml`."""
    return "/".join((*package.split("."), *path))


def unfit_file(package: str, *path: str, error: RuleError) -> SystemFailed:
    """What to raise where a TOML file of a package is refused: the line of the first problem, and all of them in plain words."""
    told = error.facts.get("problems") or [error.facts.get("problem")]
    problems = [one for one in told if isinstance(one, Say)] if isinstance(told, list) else []
    lines = _folder(package).joinpath(*path).read_text("utf-8").splitlines()
    line = _line_of(problems[0], lines) if problems else 1
    where = f"{_shown(package, *path)}:{line}"
    return SystemFailed("system_not_loaded", package, where, "; ".join(map(str, problems)) or str(error))


def _line_of(problem: Say, lines: Sequence[str]) -> int:
    """The line on which a problem stands: its place is followed key by key, as far as the keys are found."""
    place = (str(problem.facts.get("where", "")), str(problem.facts.get("field", "")))
    found = 0
    for key in re.findall(r"[\w-]+", " ".join(place)):
        wanted = re.compile(rf"\s*(?:\[.*)?(?<![\w-]){re.escape(key)}(?![\w-])[^=]*(?:\]|=|$)")
        found = next((n for n in range(found, len(lines)) if wanted.match(lines[n].partition("#")[0])), found)
    return found + 1


def _folder(package: str) -> Traversable:
    """The folder of a package. A module that is one file alone has none."""
    if not hasattr(import_module(package), "__path__"):
        raise FileNotFoundError(f"{package} is a single file, with nothing beside it")
    return resources.files(package)


@lru_cache(maxsize=256)
def spare_words(package: str, name: str) -> Mapping[str, Any]:
    """One of a system's further files of words (clauses, chapters, the demo in another language); it may do without."""
    try:
        return read_toml(package, "words", name)
    except FileNotFoundError:
        return {}


@lru_cache(maxsize=32)
def english_things(package: str) -> Mapping[str, str]:
    """What the shipped things of a system are called in English, by their ids."""
    return {str(key): str(name) for key, name in read_toml(package, "words", "en.toml")["things"].items()}


def pasted_toml(text: str) -> dict[str, Any]:
    """TOML as somebody pasted it; whatever makes it unreadable is a `ValueError` (its place in the text, where it has one)."""
    try:
        return tomllib.loads(bare_keys(text))
    except RecursionError:
        raise ValueError(NESTED) from None


_STRINGS = re.compile(r'("""(?:.|\n)*?"""|\'\'\'(?:.|\n)*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*)')
_BARE = re.compile(r"[\w-]*[^\W\x00-\x7f][\w-]*")


def bare_keys(text: str) -> str:
    """TOML in which keys of any script may stand without quotes: outside texts and comments nothing else is written in them."""
    parts = _STRINGS.split(text)
    return "".join(part if n % 2 else _BARE.sub(r'"\g<0>"', part) for n, part in enumerate(parts))


def pasted_json(text: str) -> Any:
    """JSON as somebody pasted it; whatever makes it unreadable is a `ValueError`."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(NESTED) from None


def unreadable(error: ValueError) -> Say:
    """Where a pasted text stops being TOML, as something to be said in any language."""
    place = _TOML_PLACE.search(str(error))
    if place is None:
        return say("content.not_toml")
    return say("content.not_toml_at", line=place[1], column=place[2])


def names_in(package: str, *path: str) -> tuple[str, ...]:
    folder = _folder(package).joinpath(*path)
    if not folder.is_dir():
        return ()
    return tuple(sorted(item.name for item in folder.iterdir() if item.name.endswith(".toml")))


_KEY = re.compile(r"[a-z_]+")


class ContentKind(msgspec.Struct, frozen=True):
    """One kind of content: its name (and that of its file in `data/`), its schema, and what the rulebook forbids in it.

    `also` are other names for the kind that people write (singular, Chinese). `wrong(thing)` says what is wrong with a thing of
    the right shape. A schema with a field `id` gets the key of its record there. `keys`: what its keys (and the words of its closed
    lists that are no terms) are called in Chinese; both languages are read, at any depth.
    """

    name: str
    shape: type[msgspec.Struct]
    also: tuple[str, ...] = ()
    wrong: Callable[[Any], Iterable[Say]] = lambda _thing: ()
    keys: Mapping[str, str] = {}

    def problems(self, name: str, record: Any) -> Iterator[Say]:
        where = f"{self.name}.{name}"
        if not isinstance(record, Mapping):
            yield shape_problem("Expected `object`, got `str`", where=where)
            return
        facts = self._facts(name, record)
        misshapen = misfits(facts, self.shape, where)
        yield from misshapen
        bad = {_first_key(problem) for problem in misshapen}
        known = {key: value for key, value in facts.items() if key in self.fields and key not in bad}
        if not misfits(known, self.shape, where):  # what the rulebook forbids in the rest is told at once too
            thing = msgspec.convert(known, self.shape)
            yield from (say("content.unlawful", where=where, problem=problem) for problem in self.wrong(thing))

    @property
    def chinese(self) -> str:
        """What the kind is called in Chinese."""
        return next((name for name in self.also if not name.isascii()), self.name)

    def placed(self, problem: Say) -> Say:
        """A problem with its place in Chinese keys, where its author writes Chinese."""
        where = problem.facts.get("where")
        if self.name.isascii() or not isinstance(where, str):
            return problem
        head, _, path = where.partition(" ")
        called = {key: word for word, key in reversed(list(self.keys.items()))}
        told = _KEY.sub(lambda key: called.get(key[0], key[0]), path)
        field, among = problem.facts.get("field"), problem.facts.get("among")
        named: dict[str, Any] = {"field": called.get(field, field)} if isinstance(field, str) else {}
        named |= {"among": _in_chinese(among, called)} if isinstance(among, list) else {}
        return msgspec.structs.replace(problem, facts={**problem.facts, **named, "where": f"{head} {told}".strip()})

    @property
    def fields(self) -> frozenset[str]:
        return _keys(self.shape)

    @property
    def beside(self) -> tuple[str, ...]:
        """Keys that people write beside those of the schema: those of an effect that a thing brings."""
        return ()

    @property
    def inner(self) -> tuple[str, ...]:
        """Keys of the schema that nobody writes: what is made of others, or belongs to a thing in play."""
        return ("id",)

    def make(self, name: str, record: Plain) -> Any:
        """A record as the thing that it describes."""
        return msgspec.convert(self._facts(name, record), self.shape)

    def _facts(self, name: str, record: Plain) -> Plain:
        """A record in the keys of its schema, with its id where that has one."""
        plain = spelled(record, self.shape, self.keys)
        return {**plain, "id": plain.get("id", name)} if "id" in self.fields else plain


def _in_chinese(words: list[Any], called: Mapping[str, str]) -> list[Any]:
    """The words of a closed list as a Chinese author writes them; those that have their Chinese beside them stay."""
    if not all(isinstance(one, Term) or (isinstance(one, str) and one.isascii()) for one in words):
        return words
    return [one.called("zh") if isinstance(one, Term) else called.get(one, one) for one in words]


def _first_key(problem: Say) -> str:
    """The key of a record in which a problem stands."""
    found = _KEY.search(str(problem.facts.get("where", "")).partition(" ")[2])
    return found[0] if found else ""


@lru_cache(maxsize=256)
def _keys(shape: type[msgspec.Struct]) -> frozenset[str]:
    """The keys of a struct."""
    return frozenset(field.encode_name for field in fields_of(shape))


Pack = dict[str, dict[str, Any]]
"""Things by kind and id."""


def read_pack(plain: Plain, kinds: Iterable[ContentKind], known_problems: Iterable[Say] = ()) -> Pack:
    """The things of a pack, or one refusal (`bad_content`) that names every problem of every record, those known before among them."""
    known = tuple(kinds)
    by_name = {folded(name): kind for kind in known for name in (kind.name, *kind.also)}
    found: Pack = {}
    problems = list(known_problems)
    for written, records in plain.items():
        kind = by_name.get(folded(written))
        if kind is None:
            names = [k.name if written.isascii() else k.chinese for k in known]
            problems.append(say("content.unknown_kind", where=written, kinds=names))
            continue
        for name, record in _by_id(records):
            as_written = msgspec.structs.replace(kind, name=_called_as(kind, written, record))
            wrong = [
                *_id_problems(as_written, name, found.get(kind.name, {})),
                *_unseen_problems(as_written, name, record),
                *map(as_written.placed, as_written.problems(name, record)),
            ]
            problems += wrong
            if not wrong:
                found.setdefault(kind.name, {})[name] = kind.make(name, record)
    if problems:
        raise RuleError("bad_content", problems=problems, kinds=[k.name for k in known])
    return found


def texts_in(plain: Any) -> Iterator[str]:
    """Every text in plain data, keys too."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, Mapping):
        for key, one in plain.items():
            yield str(key)
            yield from texts_in(one)
    elif isinstance(plain, list | tuple):
        for one in plain:
            yield from texts_in(one)


def has_unseen(value: Any) -> bool:
    """Whether letters that cannot be seen stand anywhere in plain data; a file can write them as escapes."""
    return any(map(UNSEEN.search, texts_in(value)))


def _called_as(kind: ContentKind, written: str, record: Written) -> str:
    """What a kind is called where a record of it is told about: who writes Chinese, or Chinese keys, reads Chinese."""
    if not written.isascii():
        return written
    spoken = isinstance(record, Mapping) and not all(str(key).isascii() for key in record)
    return kind.chinese if spoken else kind.name


def _by_id(records: Any) -> list[tuple[str, Any]]:
    """Records with their ids, whether they were written as a table of tables or as a list (`[[items]]`) with `id` in each."""
    if isinstance(records, Mapping):
        return list(records.items())
    if isinstance(records, list | tuple):
        return [(str(one.get("id", "")) if isinstance(one, Mapping) else "", one) for one in records]
    return [("", records)]


def records_in(plain: Plain, kinds: Iterable[ContentKind]) -> dict[str, dict[str, Written]]:
    """The records of a pack as they are written, by kind and id; what is of no kind is left out."""
    by_name = {folded(name): kind.name for kind in kinds for name in (kind.name, *kind.also)}
    found: dict[str, dict[str, Written]] = {}
    for written, records in plain.items():
        if (kind := by_name.get(folded(written))) is not None:
            found.setdefault(kind, {}).update(_by_id(records))
    return found


def _id_problems(kind: ContentKind, name: str, found: Container[str]) -> Iterator[Say]:
    if not name.strip():
        yield say("content.no_id", where=kind.name)
    elif name in found:
        yield say("content.twice", where=f"{kind.name}.{name}")


def _unseen_problems(kind: ContentKind, name: str, record: Written) -> Iterator[Say]:
    """Letters that cannot be seen in a record, or more than one line in its id."""
    if has_unseen(record) or not name.isprintable():
        yield say("content.unseen", where=f"{kind.name}.{harmless(' '.join(name.split()))}")


def shipped_pack(package: str, kinds: Iterable[ContentKind]) -> Pack:
    """What lies in a system's `data/`; a kind without a file has nothing, and a file that does not fit says where."""
    files = names_in(package, "data")
    found: Pack = {}
    for kind in kinds:
        if (file := f"{kind.name}.toml") in files:
            try:
                found |= read_pack({kind.name: read_toml(package, "data", file)}, (kind,))
            except RuleError as error:
                raise unfit_file(package, "data", file, error=error) from None
    return found


def reworded(value: T, phrases: Mapping[str, str]) -> T:
    """A value with every text and key that has another wording put into it: whole texts only, never parts of them.

    A demo is written once. Names are its keys, so they change everywhere at once: somebody called 林默 in the sheet is still
    the one that the seat controls.
    """
    if not phrases:
        return value
    plain = msgspec.json.decode(msgspec.json.encode(value))
    return msgspec.json.decode(msgspec.json.encode(_reworded(plain, phrases)), type=type(value))


def _reworded(plain: Any, phrases: Mapping[str, str]) -> Any:
    match plain:
        case str():
            return phrases.get(plain, plain)
        case dict():
            return {phrases.get(key, key): _reworded(held, phrases) for key, held in plain.items()}
        case list():
            return [_reworded(held, phrases) for held in plain]
        case _:
            return plain
