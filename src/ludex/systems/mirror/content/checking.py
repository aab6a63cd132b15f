"""What is wrong with a record, all at once: words that are not on their closed lists, and what a refusing function says (MIR-LIV-51)."""

from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from ludex.core.errors import RuleError
from ludex.core.packs import english_things, shape_problem
from ludex.core.say import Say, say
from ludex.core.terms import Term
from ludex.systems.mirror.terms import PACKAGE, check_word, said

Word = tuple[type[Term], str | None]
"""A word, and the closed list that it should be on."""


english = partial(english_things, PACKAGE)
"""What shipped things are called in English, by their ids."""


def wrong(
    *refusing: Callable[..., msgspec.Struct | None], words: Callable[..., Iterator[Word]] = lambda _thing: iter(())
) -> Callable[[msgspec.Struct], Iterator[Say]]:
    """What refusing functions say of a thing, and every word of it that is not on its list, as problems of its record."""

    def problems(thing: msgspec.Struct) -> Iterator[Say]:
        try:
            checks: list[Callable[[], msgspec.Struct | None]] = [partial(check_word, *word) for word in words(thing)]
        except msgspec.ValidationError as error:
            yield shape_problem(error, where="actions")
            return
        checks += [partial(check, thing) for check in refusing]
        for refuses in checks:
            try:
                refuses()
            except RuleError as error:
                facts = {k: [*map(listed, v)] if isinstance(v, list) else v for k, v in error.facts.items()}
                yield Say(f"errors.{error.code}", facts)

    return problems


def listed(word: Say | str) -> Say | str:
    """A word of a list in the reader's language: a thing that ships, or one of the rulebook's."""
    if not isinstance(word, str):
        return word
    told = said(word)
    return say(f"things.{word}") if told == word and word in english() else told
