"""A form of effects read back: from the inputs' names to the record. What was left open stays open, to be refused beside its input."""

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import whole
from ludex.core.effects.records import FLAT, By, Effect, Give, Lasts, Limit, Modifier, Phrase, Trigger, Use
from ludex.core.effects.vocabulary import Ending, Slot, Span, Step, Vocabulary
from ludex.core.errors import RuleError
from ludex.fronts.web.forms.effectform import BASE, DEEPEST, KEPT, REST, WAS

Filled = Mapping[str, list[str]]
T = TypeVar("T")
ROWS = 40
LONGEST = 4000


def effects(known: Vocabulary, filled: Filled) -> list[Effect]:
    """The effects that were filled in, in order."""
    reading = Reading(known, filled)
    return [reading.effect(f"{BASE}/{n}") for n in reading.places(BASE)]


class Reading:
    """What a form of effects holds, by the paths of its inputs."""

    def __init__(self, known: Vocabulary, filled: Filled) -> None:
        self.known, self.filled = known, filled

    def effect(self, base: str) -> Effect:
        named = f"{base}/name" in self.filled
        rid = self.rows(f"{base}/rid", self._use)
        return replace(
            self._rest(base),
            **({"name": self.text(f"{base}/name")} if named else {}),
            **({"aura": self.number(f"{base}/aura")} if f"{base}/aura" in self.filled else {}),
            **({"over": self.text(f"{base}/over")} if f"{base}/over" in self.filled else {}),
            modifiers=self.rows(f"{base}/modifiers", self._modifier),
            triggers=self.rows(f"{base}/triggers", self._trigger),
            grants=self.rows(f"{base}/grants", lambda at: self._phrase(at, "grants")),
            denies=tuple(one.strip() for one in self.filled.get(f"{base}/denies", ()) if one.strip()),
            uses=self.rows(f"{base}/uses", self._use),
            when=self.rows(f"{base}/when", self._condition),
            lasts=self.rows(f"{base}/lasts", self._lasting),
            rid=rid[0] if rid else None,
        )

    def _rest(self, base: str) -> Effect:
        """What the form did not ask for."""
        said = self.text(f"{base}/{REST}")[:LONGEST]
        try:
            found = msgspec.json.decode(said or "{}", type=Effect)
        except msgspec.DecodeError:
            raise RuleError("misfit", path=REST, value=said[:40], problem="json") from None
        return Effect(**{name: getattr(found, name) for name in KEPT})

    # --- inputs ------------------------------------------------------------------------------------------------------

    def text(self, path: str) -> str:
        return next((one.strip() for one in self.filled.get(path, ())), "")

    def number(self, path: str) -> int:
        """A whole number; nothing, or what is none, counts as none."""
        return whole(self.text(path)) or 0

    def places(self, path: str) -> list[int]:
        pattern = re.compile(re.escape(path) + r"/(\d{1,3})/")
        return sorted({int(match[1]) for name in self.filled if (match := pattern.match(name))})[:ROWS]

    def rows(self, path: str, read: Callable[[str], T]) -> tuple[T, ...]:
        return tuple(read(f"{path}/{n}") for n in self.places(path))

    # --- pieces ------------------------------------------------------------------------------------------------------

    def _modifier(self, at: str) -> Modifier:
        quantity = self.known.word("quantities", self.text(f"{at}/of"))
        parts = [word.key for word in quantity.parts] if quantity is not None else []
        ways = [w.key for w in self.known.gives if quantity is not None and w.key in quantity.gives]
        part = self.text(f"{at}/part")
        give = tuple(Give(how, _by(said)) for how in ways if (said := self.text(f"{at}/give/{how}")))
        bare = quantity is not None and quantity.bare and FLAT in ways
        return Modifier(
            of=self.text(f"{at}/of"),
            give=give or ((Give(FLAT),) if bare else ()),
            when=self.rows(f"{at}/when", self._condition),
            part=part if part in parts else "",
            kind=self.text(f"{at}/kind"),
            whose=self.text(f"{at}/whose"),
            within=self.number(f"{at}/whose/within"),
        )

    def _trigger(self, at: str) -> Trigger:
        return Trigger(
            on=self.text(f"{at}/on"),
            whose=self.text(f"{at}/whose"),
            within=self.number(f"{at}/whose/within"),
            when=self.rows(f"{at}/when", self._condition),
            ask=bool(self.text(f"{at}/ask")),
            limit=self._limit(at),
            cost=self.rows(f"{at}/cost", self._cost),
            do=self.rows(f"{at}/do", lambda step: self._phrase(step, "steps")),
        )

    def _use(self, at: str) -> Use:
        return Use(
            name=self.text(f"{at}/name"),
            cost=self.rows(f"{at}/cost", self._cost),
            whom=self.text(f"{at}/whom"),
            within=self.number(f"{at}/whom/within"),
            when=self.rows(f"{at}/when", self._condition),
            limit=self._limit(at),
            do=self.rows(f"{at}/do", lambda step: self._phrase(step, "steps")),
        )

    def _limit(self, at: str) -> Limit:
        return Limit(self.number(f"{at}/limit/n"), self.text(f"{at}/limit/per"))

    def _cost(self, at: str) -> Give:
        return Give(self.text(f"{at}/how"), _by(self.text(f"{at}/by") or "1"))

    def _lasting(self, at: str) -> Lasts:
        span = self.known.word("spans", self.text(f"{at}/unit"))
        said = isinstance(span, Span) and (span.fixed is not None or span.ends is Ending.EVENT)
        number = (span.fixed or 0) if isinstance(span, Span) and said else self.number(f"{at}/n")
        return Lasts(self.text(f"{at}/unit"), number)

    def _condition(self, at: str) -> Phrase:
        """A condition, with whatever may hold instead of it."""
        several = [
            self._phrase(at, "conditions"),
            *self.rows(f"{at}/otherwise", lambda one: self._phrase(one, "conditions")),
        ]
        last = several.pop()
        for one in reversed(several):
            last = replace(one, otherwise=(last,))
        return last

    def _phrase(self, at: str, field: str, depth: int = 0) -> Phrase:
        """A word with what it needs; what belonged to another word is left out."""
        word = self.known.word(field, self.text(f"{at}/word"))
        slots: tuple[Slot, ...] = getattr(word, "slots", ())
        forks = isinstance(word, Step) and word.forks and depth < DEEPEST

        def following(name: str) -> tuple[Phrase, ...]:
            return self.rows(f"{at}/{name}", lambda one: self._phrase(one, field, depth + 1)) if forks else ()

        return Phrase(
            self.text(f"{at}/word"),
            self._values(at, slots),
            whom=self.text(f"{at}/whom") if field == "steps" else "",
            within=self.number(f"{at}/whom/within") if field == "steps" else 0,
            negated=bool(self.text(f"{at}/not")),
            then=following("then"),
            otherwise=following("otherwise"),
        )

    def _values(self, at: str, slots: tuple[Slot, ...]) -> tuple[str, ...]:
        """What a word needs, and what was written beside it; nothing that belonged to the word before."""
        same = f"{at}/{WAS}" not in self.filled or self.text(f"{at}/{WAS}") == self.text(f"{at}/word")
        pattern = re.compile(re.escape(f"{at}/values/") + r"(\d{1,2})")
        sent = [int(match[1]) for name in self.filled if (match := pattern.fullmatch(name))] if same else []
        found = [self.text(f"{at}/values/{n}") if same else "" for n in range(max([len(slots) - 1, *sent]) + 1)]
        values = [said or (slots[n].default or "" if n < len(slots) else "") for n, said in enumerate(found)]
        while values and not values[-1]:
            values.pop()
        return tuple(values)


def _by(said: str) -> By:
    number = whole(said)
    return said if number is None else number
