"""How finished procedures are told: a function for each output, found by the type of the result that it takes.

A system writes `def healed(told: Told, viewer: Viewer, result: Healed) -> Card` for each of its outputs and joins them, module by
module: `TELLERS = by_result(harm, people)`. Nothing here knows a game.
"""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import reduce
from types import ModuleType
from typing import Any, NamedTuple, get_args, get_type_hints

from msgspec.structs import replace

from ludex.core.say import Label, Say, say
from ludex.core.system import Told, Viewer
from ludex.core.view import Card, Role

Teller = Callable[[Told, Viewer, Any], Card]
"""Makes the card of a finished procedure for a viewer."""

Sentence = Callable[[Told, Any], Say | None]
"""Tells a finished procedure in one sentence; None where there is nothing to tell."""

MOST_PARTS = 3
"""So many things are told in one sentence."""

RESULTS = ("result", "_result")
"""What the last parameter of such a function is called (`_result` where its type says all)."""


def by_result(*modules: ModuleType) -> dict[type, Teller]:
    """The functions of these modules that tell a `result`, by its type; a union of types is told by one function."""
    return _by_result(modules, (Card,))


def sentences_by_result(*modules: ModuleType) -> dict[type, Callable[[Told, Viewer, Any], Say | None]]:
    """The functions of these modules that tell a `result` in a sentence, by its type."""
    return _by_result(modules, (Say, Say | None))


def _by_result(modules: Sequence[ModuleType], gives: Collection[object]) -> dict[type, Any]:
    found: dict[type, Any] = {}
    for teller in (one for module in modules for one in vars(module).values() if _tells(module, one, gives)):
        taken = get_type_hints(teller)[_last(teller)]
        for kind in get_args(taken) or (taken,):
            if kind in found:
                raise TypeError(f"{kind.__name__} is told twice: {found[kind].__name__}, {teller.__name__}")
            found[kind] = teller
    return found


def _tells(module: ModuleType, one: Any, gives: Collection[object]) -> bool:
    """Whether this is a function that tells a finished procedure: its last parameter is the result, and one of these comes of it."""
    return is_of(module, one) and _last(one) in RESULTS and get_type_hints(one).get("return") in gives


def is_of(module: ModuleType, one: object) -> bool:
    """Whether this is a function that a module holds itself, for others to use."""
    return inspect.isfunction(one) and one.__module__ == module.__name__ and not one.__name__.startswith("_")


def _last(function: Callable[..., Any]) -> str:
    """The name of a function's last parameter."""
    return next(reversed(inspect.signature(function).parameters), "")


class Spoken(NamedTuple):
    """How cards without a sentence of their own are told in one: by the key of the title (with that of the verdict, `told.check:success`), and
    by those of the lines; `unsaid` lines need not be in it, and `titled` ones are told with what the title names. `alike`: phrases that several
    can stand in, where what is said of them differs in nothing else."""

    titles: Mapping[str, str]
    lines: Mapping[str, str]
    unsaid: Collection[str] = ()
    titled: Collection[str] = ()
    alike: Collection[str] = ()


def in_a_sentence(card: Card, words: Spoken) -> Card:
    """A card with a sentence made of what it says anyway, for the same eyes; only where that leaves out nothing."""
    if card.sentence or not isinstance(card.title, Say):
        return card
    facts, ending = card.title.facts, ""
    if card.verdict is not None and isinstance(card.verdict.say, Say):
        facts, ending = {**facts, **card.verdict.say.facts}, f":{card.verdict.say.key.rpartition('.')[2]}"
    head = words.titles.get(f"{card.title.key}{ending}")
    by_hand = [_said(line, words, facts) for line in card.lines if not _is_one_of(line, words.unsaid)]
    shown = [line for line in card.happened if not _is_one_of(line.said, words.unsaid)]
    happened = [_said(line.said, words, facts) for line in shown]
    if None in by_hand or None in happened or (ending and head is None):
        return card
    heads = [said for said, line in zip(happened, shown, strict=True) if line.role is Role.HEADLINE]
    said = [*([say(head, **facts)] if head else []), *by_hand, *(heads if by_hand else happened)]
    parts = _each_once(_alike(said, words.alike))
    return replace(card, sentence=_joined(parts)) if 0 < len(parts) <= MOST_PARTS else card


def _is_one_of(line: Label, keys: Collection[str]) -> bool:
    return isinstance(line, Say) and line.key in keys


def _each_once(parts: Sequence[Say | None]) -> list[Say]:
    """The parts of a sentence but for those that name somebody once more: nobody is named twice in one."""
    found: list[Say] = []
    named: list[object] = []
    for one in parts:
        facts = [one.facts[key] for key in NAMES if one.facts.get(key)] if one is not None else []
        names = [name for fact in facts for name in (fact if isinstance(fact, list) else [fact])]
        if one is not None and not any(name in named for name in names):
            found.append(one)
            named += names
    return found


def _alike(parts: Sequence[Say | None], keys: Collection[str]) -> list[Say | None]:
    """The same, with those of these keys that differ in nothing but who as one of all of them."""
    found: dict[str, list[Say]] = {}
    for place, one in enumerate(parts):
        if one is not None:
            mark: object = {**one.facts, "who": ""} if one.key in keys else place
            found.setdefault(repr((one.key, mark)), []).append(one)
    return [
        replace(same[0], facts={**same[0].facts, "who": [one.facts["who"] for one in same]})
        if len(same) > 1
        else same[0]
        for same in found.values()
    ]


NAMES = ("who", "whom", "holder")
"""Facts that name somebody."""


def _said(line: Label, words: Spoken, facts: Mapping[str, Any]) -> Say | None:
    """A line as a part of a sentence; None where there are no words for it."""
    key = words.lines.get(line.key) if isinstance(line, Say) else None
    if key is None or not isinstance(line, Say):
        return None
    return say(key, **{**(facts if line.key in words.titled else {}), **line.facts})


def _joined(parts: Sequence[Say]) -> Say:
    return reduce(lambda first, then: say("sentences.and_then", first=first, then=then), parts)
