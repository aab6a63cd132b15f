"""The words that effects of one system are made of, each in both languages, and what they mean as far as that is pure.

A system declares one `Vocabulary` in its `effects.py`. What steps do is told apart from it (`windows.World`), because steps are
procedures of the rules and conditions are not.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any

import msgspec

from ludex.core.effects.records import Effect, Occasion, Phrase
from ludex.core.names import folded
from ludex.core.pairs import Pair
from ludex.core.terms import Term


class Word(msgspec.Struct, frozen=True):
    """One word: its key, what it is called in both languages, and how else people write it."""

    key: str
    zh: str
    en: str
    also: tuple[str, ...] = ()

    @property
    def spellings(self) -> frozenset[str]:
        return frozenset(folded(name) for name in (self.key, self.key.replace("_", " "), self.zh, self.en, *self.also))


def words_of_terms(*several: Iterable[Term]) -> tuple[Word, ...]:
    """Terms of the rulebook as words of effects, with every way to write them."""
    return tuple(Word(one.value, one.zh, one.en, one.also) for terms in several for one in terms)


class Sort(Enum):
    """What a value of a condition or a step may be."""

    TEXT = "text"
    NUMBER = "number"
    DICE = "dice"
    WORD = "word"
    AMOUNT = "amount"


class Slot(msgspec.Struct, frozen=True):
    """A value that a condition or a step takes: one of these words, a number, dice, a sum (`10+LV`) or any text.

    One with a default may be left out; `several`: the last one stands for all that are left, and for none; `thing`: it is a thing's key.
    """

    name: str
    sort: Sort = Sort.TEXT
    words: tuple[Word, ...] = ()
    default: str | None = None
    several: bool = False
    thing: bool = False


class Quantity(Word, frozen=True):
    """A number that effects may change: in which ways, narrowed by which words, and by which clause.

    `costs`: of several that set it the lowest counts, otherwise the highest. `bare`: its part says everything, there is no number.
    `values`: it is no number, but one of these words.
    """

    gives: tuple[str, ...] = ("flat", "set")
    parts: tuple[Word, ...] = ()
    costs: bool = False
    bare: bool = False
    values: tuple[Word, ...] = ()
    clause: str = ""


Holds = Callable[[Any, Effect, Phrase, Occasion], bool]
"""Whether a condition holds: in this state, for what this effect's bearer has to do with the occasion. Pure."""


class Condition(Word, frozen=True):
    """A condition: its predicate and the values that it takes. `forks`: it speaks of others (`then`)."""

    holds: Holds = lambda _state, _effect, _phrase, _at: True
    slots: tuple[Slot, ...] = ()
    forks: bool = False


class Step(Word, frozen=True):
    """Something that a trigger or a deed may do; what it does is the rules' (`windows.World.steps`). `forks`: it may fail."""

    slots: tuple[Slot, ...] = ()
    forks: bool = False


class Ending(Enum):
    """How a unit of time ends."""

    CLOCK = "clock"
    COUNT = "count"
    EVENT = "event"


class Span(Word, frozen=True):
    """A unit in which effects last. On a clock (`now` reads it, one unit is `factor` of it), counted down, or until an event.

    `fixed`: it is said without a number, and lasts for so many of the unit. `until` says when one on a clock ends (`{end}`).
    `one`: a single one of it, in English.
    """

    ends: Ending = Ending.EVENT
    now: Callable[[Any], int] = lambda _state: 0
    factor: int = 1
    fixed: int | None = None
    until: Pair = ("", "")
    one: str = ""

    @property
    def counted(self) -> bool:
        """Whether it is said with a number."""
        return self.fixed is None and self.ends is not Ending.EVENT


def _nobody(_state: Any, _who: str) -> tuple[Effect, ...]:
    return ()


class Vocabulary(msgspec.Struct, frozen=True, dict=True):
    """Everything that effects of a system can say.

    * `gives`: ways in which a modifier changes a quantity, and what things cost. `kinds`: kinds of bonuses, if it has any.
    * `factors`: words that may stand in a number written as text (`2*times`).
    * `whose`: whose event or quantity (the key `""` is the default). `whom`: at whom a step is aimed; `by_name`: or somebody by name.
    * `pers`: what a limit counts in. `denies`, `grants`: what can be forbidden and allowed; `free`: also anything else.
    * `borne(state, who)`: the effects that bear upon somebody now, with those of what is held, worn or stood upon, in order.
    * `regions`: distances count regions of a stage, not yards. `auras`: people stand at distances, and what somebody bears may reach others.
    * `upon(state, effect, who, whose, within)`: whether `whose` means somebody, seen from an effect (auras, others' events).
    """

    quantities: tuple[Quantity, ...] = ()
    gives: tuple[Word, ...] = ()
    conditions: tuple[Condition, ...] = ()
    occasions: tuple[Word, ...] = ()
    steps: tuple[Step, ...] = ()
    spans: tuple[Span, ...] = ()
    whose: tuple[Word, ...] = ()
    whom: tuple[Word, ...] = ()
    pers: tuple[Word, ...] = ()
    denies: tuple[Word, ...] = ()
    grants: tuple[Step, ...] = ()
    kinds: tuple[Word, ...] = ()
    factors: tuple[Word, ...] = ()
    free: bool = False
    by_name: bool = False
    regions: bool = False
    auras: bool = False
    borne: Callable[[Any, str], tuple[Effect, ...]] = _nobody
    amount: Callable[[Any, Effect, Occasion, str], int] | None = None
    clause: str = ""

    def word(self, field: str, key: str) -> Any:
        """A word of one of the lists by its key; None if it has none."""
        return self._by_key(field).get(key)

    def read(self, field: str, said: str) -> Any:
        """A word of one of the lists as somebody wrote it; None if it has none."""
        return self._by_spelling(field).get(folded(said))

    def words(self) -> dict[str, Pair]:
        """What every word is called, for the manifest's own words: `effects.quantities.hit`."""
        lists = {f: getattr(self, f) for f in LISTS}
        nested = [("parts", (*q.parts, *q.values)) for q in self.quantities]
        slots = [slot for one in self.conditions for slot in one.slots]
        slots += [slot for one in (*self.steps, *self.grants) for slot in one.slots]
        nested += [("values", slot.words) for slot in slots]
        ends = {f"effects.until.{span.key}": span.until for span in self.spans if span.ends is Ending.CLOCK}
        ends |= {f"effects.one.{span.key}": (span.zh, span.one) for span in self.spans if span.one}
        return ends | {
            f"effects.{field}.{word.key or 'self'}": (word.zh, word.en)
            for field, words in (*nested, *lists.items())
            for word in words
        }

    def _by_key(self, field: str) -> Mapping[str, Word]:
        return self._index(f"keys {field}", lambda: {word.key: word for word in getattr(self, field)})

    def _by_spelling(self, field: str) -> Mapping[str, Word]:
        return self._index(f"spellings {field}", lambda: spelled(getattr(self, field)))

    def _index(self, name: str, made: Callable[[], Mapping[str, Word]]) -> Mapping[str, Word]:
        """A list by key or spelling, worked out once."""
        if (known := self.__dict__.get(name)) is None:
            known = self.__dict__[name] = made()
        return known


LISTS = (
    "quantities", "gives", "conditions", "occasions", "steps", "spans", "whose", "whom", "pers", "denies", "grants", "kinds",
    "factors",
)  # fmt: skip


def spelled(words: Iterable[Word]) -> dict[str, Word]:
    """Words by every spelling; of two that share one the first counts."""
    found: dict[str, Word] = {}
    for word in words:
        for name in word.spellings:
            found.setdefault(name, word)
    return found
