"""Putting words to data: every `Say` becomes text here, in the reader's language.

A phrase is looked up in the table's own overrides, then in the system's `words/<language>.toml` or its `words.toml`, then among
what carries its own words (terms, and what the manifest holds), then in the common words beside this module. Gaps `{name}` are filled with plain text only: a phrase can never run code or reach into objects.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

import msgspec

from ludex.core import pairs
from ludex.core.errors import RuleError
from ludex.core.packs import read_toml, shape_problem
from ludex.core.pairs import LANGUAGES as LANGUAGES
from ludex.core.plain import Plain
from ludex.core.say import Filling, Say, say
from ludex.core.system import System
from ludex.core.terms import Term
from ludex.core.view import Label

_GAP = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")
"""A gap, or a word that depends on the number in one: `{n} {n|round|rounds}`."""
_STOP = re.compile(r"。+(?=[，。]|$)|\.+(?=, |$)")
"""Where a text of somebody's that is a part of a sentence ends one of its own: who tells it puts the stop."""
_OPTION = re.compile(
    r"`?(?<![A-Za-z0-9_])(?P<option>[a-z]+(?:_[a-z0-9]+)+|(?<=`)[a-z]+)(?:\s?=\s?\"?(?P<value>\w+)\"?)?`?", re.ASCII
)
"""A table option as a text names it: by an id of several words, or by one between backquotes; with one of its values, or without."""
_COMMON = "ludex.text.words"


class Words:
    """All phrases of one language for one system, with a table's overrides on top."""

    def __init__(self, language: str, system: str = "", overrides: Mapping[str, str] | None = None) -> None:
        self.language = language if language in LANGUAGES else LANGUAGES[0]
        self.package = system
        self._known: Mapping[str, str] = _joined(system, self.language)
        if overrides:
            self._known = {**self._known, **overrides}

    def has(self, key: str) -> bool:
        """Whether there is a phrase for this key."""
        return key in self._known

    def phrase(self, key: str) -> str:
        """The bare phrase, gaps and all; the key itself where there is none, of a thing that does not ship what it is called at the table."""
        return self._known.get(key, key.removeprefix("things."))

    def own(self) -> dict[str, str]:
        """All phrases of the system itself, without those of every table and those that this table has changed."""
        return {**_carried(self.package, self.language), **_phrases(self.package, self.language)}

    def under(self, prefix: str) -> dict[str, str]:
        """All phrases whose keys begin so, by the rest of their keys."""
        keys = sorted(key for key in self._known if key.startswith(prefix))
        return {key.removeprefix(prefix): self.phrase(key) for key in keys}

    def say(self, label: Label | None, **facts: Filling) -> str:
        """The text of a label."""
        if label is None:
            return ""
        if isinstance(label, str):
            return label
        place, _, name = label.key.partition(".")
        if place == "options" and "." not in name:
            return self.option(name, label.facts.get("value"))
        text = self.fill(self.phrase(label.key), {**label.facts, **facts})
        return _STOP.sub("", text) if place == "sentences" else text

    def __call__(self, key: str, /, **facts: Filling) -> str:
        """The phrase of a key, filled."""
        return self.fill(self.phrase(key), facts)

    def fill(self, phrase: str, facts: Mapping[str, Filling]) -> str:
        """A phrase with its gaps filled; a gap without a fact stays empty."""
        return _GAP.sub(lambda gap: self._filled(gap, facts), phrase) if "{" in phrase else phrase

    def _filled(self, gap: re.Match[str], facts: Mapping[str, Filling]) -> str:
        """What stands in a gap: the fact, or the word that goes with one or with several of it."""
        text = self.show(facts.get(gap[1], ""))
        return text if gap[3] is None else gap[2] if text in ("1", "-1", "+1") else gap[3]

    def show(self, value: Filling) -> str:
        """A fact as text."""
        if isinstance(value, Say):
            return self.say(value)
        if isinstance(value, Term):
            return self._known.get(f"terms.{value}", value.called(self.language))
        if isinstance(value, bool):
            return self("common.yes" if value else "common.no")
        if isinstance(value, float):
            return f"{value:.4f}".rstrip("0").rstrip(".")
        if isinstance(value, str | int | Fraction):
            return str(value)
        if isinstance(value, Mapping) and set(value) == {"key", "facts"}:
            return self.say(msgspec.convert(value, Say))
        if isinstance(value, Mapping):
            return self("common.comma").join(f"{self.term(k)} {self.show(v)}" for k, v in value.items())
        if isinstance(value, Sequence):
            return self("common.comma").join(self.show(v) for v in value)
        return "" if value is None else str(value)

    @property
    def gap(self) -> str:
        """The space between two things on one line."""
        return "\N{IDEOGRAPHIC SPACE}" if self.language == "zh" else "  "

    def bracketed(self, text: str) -> str:
        """A text that stands out: a heading, the station where one is."""
        return f"【{text}】" if self.language == "zh" else f"[{text}]"

    def term(self, name: str) -> str:
        """One of the system's own words, or what one of its things is called; the name itself where it has neither."""
        key = next((k for k in (f"terms.{name}", f"things.{name}") if self.has(k)), "")
        return self.phrase(key) if key else str(name)

    def thing(self, key: str) -> str:
        """What a thing that ships is called: its own name before a word of the system that is spelled like its key."""
        return self.phrase(f"things.{key}") if self.has(f"things.{key}") else self.term(key)

    def error(self, error: RuleError) -> str:
        """A refusal as a sentence, with the clause that refuses."""
        key = f"errors.{_worded_as(error)}"
        text = self(key, **self._readable(error)) if self.has(key) else self("errors.other", facts=str(error))
        cited = f"{text.rstrip()} [{error.clause}]" if error.clause else text.rstrip()
        return f"{cited} {self.show(hint)}" if (hint := error.facts.get("hint")) else cited

    def argument(self, name: str, of: str = "") -> str:
        """How an argument, or what is expected in its place, is called, first as the command `of` calls it; `[name]` may be left out."""
        bare = name.strip("[]…")
        key = next(
            (
                k
                for k in (f"args.{of}_{bare}", f"args.{bare}", f"expects.{bare}", f"gaps.{bare}", f"terms.{bare}")
                if self.has(k)
            ),
            "",
        )
        return name.replace(bare, self.phrase(key)) if key else name

    def field(self, name: str) -> str:
        """How a field of a record is called: as the words for fields say it, else as it is called anywhere else."""
        tables = ("fields", "args", "sheets", "terms", "expects", "gaps")
        key = next((k for table in tables if self.has(k := f"{table}.{name}")), "")
        return self.phrase(key) if key else name.replace("_", " ")

    def option(self, name: str, value: Filling = None) -> str:
        """How a table option is called; with a value, how that value of it is."""
        if value is None:
            return self.phrase(f"options.{name}.title") if self.has(f"options.{name}.title") else name
        key = f"options.{name}.{str(value).lower()}"
        return self.phrase(key) if self.has(key) else self.term(value) if isinstance(value, str) else self.show(value)

    def answer(self, name: str) -> str:
        """How an answer or one of the system's own words is called."""
        return self.phrase(f"answers.{name}") if self.has(f"answers.{name}") else self.term(name)

    def _readable(self, error: RuleError) -> dict[str, Filling]:
        """A refusal's facts with names in the reader's language, and positions counted as people count."""
        facts = dict(error.facts)
        if isinstance(arg := facts.get("arg"), str):
            facts["arg"] = self.argument(arg)
        if isinstance(expected := facts.get("expected"), list | tuple):
            facts["expected"] = [self.argument(str(e)) for e in expected]
        if isinstance(among := facts.get("among"), list | tuple):
            facts["among"] = self._own_script([self.show(a) for a in among])
        if error.code == "bad_choice" and isinstance(options := facts.get("options"), list | tuple):
            facts["options"] = [self.say(o) if isinstance(o, Say) else self.answer(str(o)) for o in options]
        if error.code == "bad_option" and isinstance(options := facts.get("options"), list | tuple):
            facts["options"] = [self.option(str(o)) for o in options]
        if error.code == "bad_content" and isinstance(problems := facts.get("problems"), list | tuple):
            facts["problems"] = [self.show(self._problem(p)).rstrip("。.") for p in problems]
        if isinstance(position := facts.get("position"), int):
            facts["position"] = position + 1
        return {name: self("common.none") if fact in ((), []) else fact for name, fact in facts.items()}

    def _problem(self, problem: Filling) -> Filling:
        """What is wrong with content, where it was written as `place: code` or as a mismatch of shapes."""
        if isinstance(problem, Say) and isinstance(among := problem.facts.get("among"), list | tuple):
            return say(problem.key, **{**problem.facts, "among": self._own_script([self.show(a) for a in among])})
        where, colon, what = str(problem).partition(": ")
        if not isinstance(problem, str) or not colon:
            return problem
        if self.has(f"problems.{what}"):
            return say("content.other", where=where, problem=self.phrase(f"problems.{what}"))
        mismatch = shape_problem(what, where=where)
        return problem if mismatch.key == "content.other" else mismatch

    def _own_script(self, among: list[str]) -> list[str]:
        """Of several spellings of the same things, those in the reader's script; what is written in capitals (`ATK`) is the same in both."""
        if self.language == "en":
            return [a for a in among if a.isascii()] or among
        return [a for a in among if not a.isascii() or a[:1].isupper()] or among


def _worded_as(error: RuleError) -> str:
    """The sentence of a refusal: its code's, or another that leaves out what the refusal does not name."""
    facts = error.facts
    if error.code in ("unknown_actor", "unknown_id") and "" in (facts.get("actor"), facts.get("id")):
        return "whose"
    if error.code == "still_open" and not facts.get("act"):
        return "wait"
    if error.code == "dice_left_over" and facts.get("asked"):
        return "dice_not_yet"
    return "anothers" if error.code == "not_yours" and "actor" in facts and not facts.get("controls") else error.code


@lru_cache(maxsize=64)
def _phrases(package: str, language: str) -> Mapping[str, str]:
    path = (f"{language}.toml",) if package == _COMMON else ("words", f"{language}.toml")
    try:
        return dict(_flat(read_toml(package, *path), ""))
    except FileNotFoundError:
        return dict(_flat(pairs.phrases(package, language), ""))


@lru_cache(maxsize=64)
def _joined(system: str, language: str) -> Mapping[str, str]:
    """All phrases for a system, its own before the common ones; a rulebook that calls its GM otherwise is followed everywhere."""
    own = {**_carried(system, language), **_phrases(system, language)} if system else {}
    common = _phrases(_COMMON, language)
    usual, called = common["roles.gm"], own.get("system.gm", common["roles.gm"])
    if called != usual:
        common = {key: phrase.replace(usual, called) for key, phrase in common.items()}
    return {**common, **own}


@lru_cache(maxsize=64)
def _carried(package: str, language: str) -> Mapping[str, str]:
    """The words that a system's terms carry themselves, in `terms.py` or in its one file, and those that its manifest holds."""
    modules = [import_module(package), *_terms_of(package)]
    kinds = [kind for module in modules for kind in vars(module).values() if isinstance(kind, type)]
    members = [member for kind in kinds if issubclass(kind, Term) for member in kind]
    held = getattr(modules[0], "SYSTEM", None)
    words = {**_sheet_words(held), **held.words} if isinstance(held, System) else {}
    place = LANGUAGES.index(language)
    return {f"terms.{m.value}": m.called(language) for m in members} | {key: pair[place] for key, pair in words.items()}


def _sheet_words(system: System) -> dict[str, pairs.Pair]:
    """What the fields of a system's sheets are called."""
    entries = system.sheets.entries if system.sheets else ()
    return {f"sheets.{entry.name}": entry.called for entry in entries}


def _terms_of(package: str) -> tuple[ModuleType, ...]:
    try:
        return (import_module(f"{package}.terms"),)
    except ModuleNotFoundError as error:
        if error.name != f"{package}.terms":
            raise
        return ()


def _flat(table: Plain, prefix: str) -> list[tuple[str, str]]:
    """A nested TOML table as dotted keys."""
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            found.extend(_flat(value, f"{prefix}{key}."))
        else:
            found.append((f"{prefix}{key}", str(value)))
    return found


class Chapter(NamedTuple):
    """The clauses that share a code (`MIR-ATT`), under one heading."""

    code: str
    title: str
    clauses: Mapping[str, Plain]


def chapters(package: str, language: str) -> list[Chapter]:
    """A system's clauses by chapter, in the order of the rulebook."""
    titles = pairs.apart(package, "chapters", language)
    found: dict[str, dict[str, Plain]] = {}
    for name, body in clauses(package, language).items():
        found.setdefault(name.rsplit("-", 1)[0], {})[name] = body
    return [Chapter(code, str(titles.get(code.split("-")[-1], code)), held) for code, held in found.items()]


def clauses(package: str, language: str) -> Mapping[str, Mapping[str, str]]:
    """A system's clauses in our own words: id -> title, text. Where one names a table option (`minimum_one`, `raise_effect=each`), it reads as people call it."""
    return _clauses(package, language)


@lru_cache(maxsize=64)
def _clauses(package: str, language: str) -> Mapping[str, Mapping[str, str]]:
    words = Words(language, package)
    found = pairs.apart(package, "clauses", language)
    return {name: {**body, "text": _with_options(words, str(body.get("text", "")))} for name, body in found.items()}


def _with_options(words: Words, text: str) -> str:
    """A text with the options in it as they are called; a word that is no option stays as it is."""

    def called(match: re.Match[str]) -> str:
        name, value = match["option"], match["value"]
        if not words.has(f"options.{name}.title"):
            return match[0]
        title = words.option(name)
        return words(
            "common.option", option=f"{title}{words('common.colon')}{words.option(name, value)}" if value else title
        )

    return _OPTION.sub(called, text)
