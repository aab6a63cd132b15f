"""Effects as a form that is made of the system's own vocabulary: what changes, under which conditions, what is allowed and forbidden, what
happens when, how long. Each word is chosen from a list; what it needs is asked for beside it.

An input is called by its path (`e/0/modifiers/1/of`), as in `filling`. What the form does not ask for travels with it unseen (`=rest`).
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ludex.core.checking import slim
from ludex.core.effects.records import Effect, Give, Lasts, Limit, Modifier, Phrase, Trigger, Use
from ludex.core.effects.sentences import sentence
from ludex.core.effects.vocabulary import Ending, Slot, Sort, Span, Step, Vocabulary, Word
from ludex.fronts.web.forms.filling import Widget
from ludex.text.words import LANGUAGES, Words

BASE = "e"
REST, WAS = "=rest", "=was"
KEPT = ("id", "name", "tags", "text", "shelf", "secret", "over", "aura")
"""What an effect has that its form does not ask for."""

DEEPEST = 2
"""Steps that follow from steps are asked for so far."""

Wrong = Mapping[str, Sequence[str]]


class EffectForm:
    """Draws the inputs of effects in one language."""

    def __init__(self, known: Vocabulary, words: Words, wrong: Wrong | None = None) -> None:
        self.known, self.words, self.wrong = known, words, wrong or {}
        self.place = LANGUAGES.index(words.language)

    def widgets(self, effect: Effect, base: str, *, named: bool = False) -> tuple[Widget, ...]:
        """The inputs of one effect; `named`: it has a name of its own."""
        rest = msgspec.json.encode({k: v for k, v in slim(effect).items() if k in KEPT and not (named and k == "name")})
        known = self.known
        found = [Widget(f"{base}/{REST}", "", "hidden", rest.decode())]
        if named:
            found.append(self._widget(f"{base}/name", "name", "text", effect.name))
        if known.auras:
            reach = self._widget("aura", "aura", "whole", str(effect.aura or ""))
            over = self._choice("over", "over", effect.over, [one for one in known.whose if one.key])
            found.append(Widget(base, self._titled("aura"), "line", inside=(reach, over), hint=self._line("aura")))
        found.append(self._rows(f"{base}/modifiers", "modifiers", [self._modifier(m) for m in effect.modifiers]))
        if known.occasions:
            found.append(self._rows(f"{base}/triggers", "triggers", [self._trigger(t) for t in effect.triggers]))
        if known.grants:
            found.append(self._phrases(f"{base}/grants", "grants", effect.grants))
        if known.denies:
            found.append(self._denied(f"{base}/denies", effect.denies))
        if known.steps and (effect.uses or known.gives):
            found.append(self._rows(f"{base}/uses", "uses", [self._use(u) for u in effect.uses]))
        if known.conditions:
            found.append(self._phrases(f"{base}/when", "when", effect.when, line="whole"))
        if known.spans:
            found.append(self._rows(f"{base}/lasts", "lasts", [self._lasting(one) for one in effect.lasts]))
        if effect.rid or known.steps:
            found.append(self._rows(f"{base}/rid", "rid", [self._use(effect.rid)] if effect.rid else []))
        return tuple(self._settled(one) for one in found)

    # --- pieces ------------------------------------------------------------------------------------------------------

    def _modifier(self, one: Modifier) -> list[Widget]:
        quantity = self.known.word("quantities", one.of)
        given = {give.how: give.by for give in one.give}
        ways = [w for w in self.known.gives if quantity is not None and w.key in quantity.gives]
        shown = "hidden" if quantity is not None and quantity.bare else "text"  # its part says everything
        inside = [self._choice("of", "of", one.of, self.known.quantities)]
        if quantity is not None and quantity.parts:
            inside.append(self._choice("part", "part", one.part, quantity.parts))
        inside += [Widget(f"give/{w.key}", self._called(w), shown, str(given.get(w.key, ""))) for w in ways]
        if self.known.kinds:
            inside.append(self._choice("kind", "kind", one.kind, self.known.kinds))
        inside += self._aimed("whose", self.known.whose, one.whose, one.within)
        if self.known.conditions:
            inside.append(self._phrases("when", "when", one.when))
        return inside

    def _trigger(self, one: Trigger) -> list[Widget]:
        inside = [self._choice("on", "on", one.on, self.known.occasions)]
        inside += self._aimed("whose", self.known.whose, one.whose, one.within)
        inside.append(self._phrases("do", "do", one.do, field="steps"))
        if self.known.conditions:
            inside.append(self._phrases("when", "when", one.when))
        inside.append(self._widget("ask", "ask", "flag", "yes" if one.ask else ""))
        return [*inside, *self._often(one.limit), self._costs(one.cost)]

    def _use(self, one: Use) -> list[Widget]:
        inside = [self._widget("name", "name", "text", one.name)]
        inside += self._aimed("whom", self.known.whom, one.whom, one.within)
        inside.append(self._phrases("do", "do", one.do, field="steps"))
        if self.known.conditions:
            inside.append(self._phrases("when", "when", one.when))
        return [*inside, *self._often(one.limit), self._costs(one.cost)]

    def _lasting(self, one: Lasts) -> list[Widget]:
        span = self.known.word("spans", one.unit)
        counted = isinstance(span, Span) and span.fixed is None and span.ends is not Ending.EVENT
        number = [self._widget("n", "n", "whole", str(one.n or ""))] if counted else []
        return [self._choice("unit", "unit", one.unit, self.known.spans), *number]

    def _often(self, limit: Limit) -> list[Widget]:
        often = self.words("web.effect.any")
        number = Widget("limit/n", self._titled("limit"), "whole", str(limit.n or ""), hint=often)
        return [number, self._choice("limit/per", "per", limit.per, self.known.pers)] if self.known.pers else [number]

    def _costs(self, cost: Iterable[Give]) -> Widget:
        rows = [
            [
                self._choice("how", "how", one.how, self.known.gives),
                self._widget("by", "by", "text", str(one.by)),
            ]
            for one in cost
        ]
        return self._rows("cost", "cost", rows)

    def _line(self, key: str) -> str:
        """How a row reads around its gaps."""
        return self.words.phrase(f"web.effect.line.{key}")

    def _denied(self, path: str, denies: tuple[str, ...]) -> Widget:
        own = tuple((one, one) for one in denies if self.known.word("denies", one) is None)
        return Widget(
            path, self._titled("denies"), "picks", values=denies, choices=(*self._choices(self.known.denies), *own)
        )

    def _aimed(self, name: str, words: Sequence[Word], whom: str, within: int) -> list[Widget]:
        if len(words) < 2:
            return []
        near = within or (whom and self.known.auras)
        far = [self._widget(f"{name}/within", "within", "whole", str(within or ""))] if near else []
        return [self._choice(name, name, whom, words), *far]

    def _phrases(
        self, path: str, title: str, several: Iterable[Phrase], *, field: str = "", depth: int = 0, line: str = ""
    ) -> Widget:
        field = field or {"grants": "grants", "when": "conditions"}[title]
        return self._rows(path, title, [self._phrase(one, field, depth) for one in several], line=line)

    def _phrase(self, one: Phrase, field: str, depth: int) -> list[Widget]:
        """A condition, a step or a grant: its word, then what it needs."""
        words: tuple[Word, ...] = getattr(self.known, field)
        declared = self.known.word(field, one.word)
        inside = [self._choice("word", "word", one.word, words)]
        if declared is None:
            return inside
        slots: tuple[Slot, ...] = declared.slots
        inside.append(Widget(WAS, "", "hidden", one.word))
        inside += [self._slot(n, slot, one.value(n)) for n, slot in enumerate(slots)]
        more = range(len(slots), len(one.values))  # what the system's own hand wrote beside them
        inside += [self._widget(f"values/{n}", "more", "text", one.value(n)) for n in more]
        if field == "conditions":
            inside.append(self._widget("not", "not", "flag", "yes" if one.negated else ""))
            if depth == 0:
                others = [self._phrase(other, field, 1) for other in _chain(one)]
                inside.append(self._rows("otherwise", "or", others))
        if field == "steps":
            inside += self._aimed("whom", self.known.whom, one.whom, one.within)
        if isinstance(declared, Step) and declared.forks and depth < DEEPEST:
            inside.append(self._phrases("then", "then", one.then, field=field, depth=depth + 1))
            inside.append(self._phrases("otherwise", "otherwise", one.otherwise, field=field, depth=depth + 1))
        return inside

    def _slot(self, n: int, slot: Slot, value: str) -> Widget:
        key = f"args.{slot.name}"
        title = self.words(key) if self.words.has(key) else self.words.field(slot.name)
        hint = slot.default or ""
        if value.startswith("{"):  # an effect that the step lays on somebody, whole
            return Widget(f"values/{n}", title, "held", value, hint=self._read(value))
        if slot.sort is Sort.WORD and slot.words:
            return Widget(f"values/{n}", title, "choice", value, choices=self._choices(slot.words))
        kind = "whole" if slot.sort is Sort.NUMBER else "text"
        hint = hint or ("1d6" if slot.sort is Sort.DICE else "")
        return Widget(f"values/{n}", title, kind, value, hint=hint)

    def _read(self, value: str) -> str:
        try:
            found = msgspec.json.decode(value, type=Effect)
        except msgspec.DecodeError:
            return ""
        said = self.words("common.semicolon").join(map(self.words.say, sentence(self.known, found)))
        return f"{self.words.thing(found.name)}{self.words('common.colon')}{said}" if found.name else said

    # --- inputs ------------------------------------------------------------------------------------------------------

    def _rows(self, path: str, title: str, rows: Iterable[list[Widget]], *, line: str = "") -> Widget:
        """Sentences with gaps, one for each row."""
        said = self._line(line or title)
        held = tuple(Widget(str(n), "", "line", inside=tuple(row), hint=said) for n, row in enumerate(rows))
        return Widget(path, self._titled(title), "sentences", inside=held)

    def _widget(self, path: str, title: str, kind: str, value: str) -> Widget:
        return Widget(path, self._titled(title), kind, value)

    def _choice(self, path: str, title: str, value: str, words: Sequence[Word]) -> Widget:
        usual = next((self._called(word) for word in words if not word.key), "")
        choices = self._choices(w for w in words if w.key)
        return Widget(path, self._titled(title), "choice", value, choices=choices, hint=usual)

    def _choices(self, words: Iterable[Word]) -> tuple[tuple[str, str], ...]:
        return tuple((word.key, self._called(word)) for word in words)

    def _called(self, word: Word) -> str:
        return (word.zh, word.en)[self.place]

    def _titled(self, key: str) -> str:
        return self.words(f"web.effect.{key}")

    def _settled(self, widget: Widget, above: str = "") -> Widget:
        """The same with whole paths, and what is wrong beside it."""
        path = f"{above}/{widget.path}" if above else widget.path
        inside = tuple(self._settled(one, path) for one in widget.inside)
        plain = path.replace("/give/", "/")
        told = [text for place in dict.fromkeys((path, plain)) for text in self.wrong.get(place, ())]
        return msgspec.structs.replace(widget, path=path, inside=inside, problems=tuple(dict.fromkeys(told)))


def _chain(one: Phrase) -> list[Phrase]:
    """Everything that may hold instead."""
    return [found for other in one.otherwise for found in (other, *_chain(other))]
