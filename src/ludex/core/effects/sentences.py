"""Effects as sentences, in either language, made from the vocabulary: «命中：劣势 1；持续 2轮».

Everything is a `Say`; its phrases are the common ones (`effects.…`), its words those that `Vocabulary.words` hands to the manifest.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import FLAT, HALF, Effect, Give, Lasts, Limit, Modifier, Phrase, Trigger, Use
from ludex.core.effects.vocabulary import Ending, Span, Vocabulary
from ludex.core.explain import Term, Total
from ludex.core.say import Label, Say, say


def said(words: Vocabulary, field: str, key: str) -> Label:
    """A word in the reader's language; what the vocabulary does not have stands as it is."""
    return say(f"effects.{field}.{key or 'self'}") if words.word(field, key) is not None else key


def name_of(effect: Effect) -> Label:
    """What people call it: a shipped one has a name in every language."""
    return say(f"things.{effect.shelf}") if effect.shelf else effect.called


def named(words: Vocabulary, effect: Effect) -> Say:
    """An effect's name with its end: «破绽（还有 1 次）»; one that was laid in secret is marked as such."""
    end, key = until(words, effect), f"effects.{'secret' if effect.secret else 'named'}"
    return say(f"{key}_until", effect=name_of(effect), until=end) if end else say(key, effect=name_of(effect))


SECRET = frozenset({"effects.secret", "effects.secret_until", "effects.reacted_secret"})
"""Words that name an effect which was laid in secret: for the GM alone."""


def is_secret(said: Say) -> bool:
    """Whether a reason, or a line of what effects did, names what was laid in secret."""
    return said.key in SECRET


def unnamed(total: Total) -> Total:
    """A number with its reasons as somebody may read them to whom secret effects stay secret: the number is true, its reason is not told."""
    return replace(total, terms=tuple(_unnamed(one) for one in total.terms))


def _unnamed(reason: Term) -> Term:
    label = say("effects.unseen") if is_secret(reason.label) else reason.label
    return replace(reason, label=label, terms=tuple(_unnamed(one) for one in reason.terms))


def until(words: Vocabulary, effect: Effect) -> list[Say]:
    """When it ends, where that can be said: each of its ends."""
    return [end for lasts in effect.lasts if (end := _end(words, effect, lasts.unit)) is not None]


def _end(words: Vocabulary, effect: Effect, unit: str) -> Say | None:
    span = words.word("spans", unit)
    if not isinstance(span, Span):
        return None
    if span.ends is Ending.CLOCK and effect.ends is not None:
        return say(f"effects.until.{span.key}", end=effect.ends)
    if span.ends is Ending.COUNT and effect.left is not None and effect.left != span.fixed:
        return say("effects.left", n=effect.left, unit=_unit(words, span.key, effect.left))
    return say("effects.until_event", unit=said(words, "spans", span.key))


def sentence(words: Vocabulary, effect: Effect) -> tuple[Say, ...]:
    """Everything that an effect does, clause by clause; one that computes nothing says so."""
    parts = [_modifier(words, m) for m in effect.modifiers]
    if effect.denies:
        parts.append(say("effects.denies", what=[said(words, "denies", d) for d in effect.denies]))
    if effect.grants:
        parts.append(say("effects.grants", what=phrases(words, "grants", effect.grants)))
    parts += [_trigger(words, t) for t in effect.triggers]
    parts += [_use(words, u) for u in effect.uses]
    parts += [_rid(words, effect.rid)] if effect.rid else []
    if effect.when:
        parts.append(say("effects.only", when=phrases(words, "conditions", effect.when)))
    if effect.aura:
        key = "effects.aura_regions" if words.regions else "effects.aura"
        everybody = "anybody" if words.word("whose", "anybody") is not None else ""
        parts.append(say(key, n=effect.aura, over=said(words, "whose", effect.over or everybody)))
    if not effect.acts:
        parts.append(say("effects.text_only"))
    if effect.lasts:
        parts.append(say("effects.lasts", lasts=[lasting(words, one) for one in effect.lasts]))
    return tuple(parts)


def lasting(words: Vocabulary, lasts: Lasts) -> Label:
    """A duration as it is written: 2轮, this round."""
    span = words.word("spans", lasts.unit)
    if isinstance(span, Span) and (span.fixed is not None or span.ends is Ending.EVENT):
        return said(words, "spans", lasts.unit)
    return say("effects.so_many", n=lasts.n, unit=_unit(words, lasts.unit, lasts.n))


def _unit(words: Vocabulary, unit: str, n: int) -> Label:
    """A unit in which so many are counted: 1 round, 2 rounds."""
    span = words.word("spans", unit)
    single = n == 1 and isinstance(span, Span) and span.one
    return say(f"effects.one.{unit}") if single else said(words, "spans", unit)


def _modifier(words: Vocabulary, one: Modifier) -> Say:
    gives = [_given(words, g) for g in one.give]
    of: Label = said(words, "quantities", one.of)
    if one.part:
        of = say("effects.part", of=of, part=say(f"effects.parts.{one.part}"))
    if one.whose:
        of = say("effects.theirs", whose=_aimed(words, "whose", one.whose, one.within), of=of)
    if getattr(words.word("quantities", one.of), "bare", False):
        when = phrases(words, "conditions", one.when)
        return say("effects.bare_when", of=of, when=when) if when else say("effects.bare", of=of)
    if one.when:
        return say("effects.modifier_when", of=of, gives=gives, when=phrases(words, "conditions", one.when))
    return say("effects.modifier", of=of, gives=gives)


def _given(words: Vocabulary, give: Give) -> Label:
    """What a modifier gives: a plain number by its sign, anything else by its word."""
    if give.how == HALF and give.by == 1:
        return said(words, "gives", give.how)
    if give.how != FLAT:
        return say("effects.give", how=said(words, "gives", give.how), by=give.by)
    known = {part.key for quantity in words.quantities for part in quantity.parts}
    return say("effects.plus", by=say(f"effects.parts.{give.by}") if give.by in known else _number(words, give.by))


def _number(words: Vocabulary, by: int | str) -> Label:
    """A number with its sign; one that is written as text with its factors in words (`2×次`)."""
    if isinstance(by, int):
        return f"{by:+}".replace("-", "−")
    parts = [part for part in re.split(r"([*/+-])", by) if part]
    signs = {"*": "×", "/": "÷", "-": "−"}
    found: Label = "" if parts[:1] in (["-"], ["+"]) else "+"
    for part in parts:
        found = say("effects.sum", before=found, after=signs.get(part) or said(words, "factors", part))
    return found


def trigger_said(words: Vocabulary, one: Trigger) -> dict[str, Label | list[Say]]:
    """What sets a trigger off, in words: whose event, and under which conditions."""
    return {
        "event": said(words, "occasions", one.on),
        "whose": _aimed(words, "whose", one.whose, one.within),
        "when": phrases(words, "conditions", one.when) or [say("effects.always")],
    }


def _trigger(words: Vocabulary, one: Trigger) -> Say:
    """What sets it off and what it does; conditions and limits only where there are any."""
    terms = [*phrases(words, "conditions", one.when), *([_often(words, one.limit)] if one.limit.n else [])]
    facts = trigger_said(words, one) | {"does": phrases(words, "steps", one.do), "terms": terms}
    key = "effects.trigger_asked" if one.ask else "effects.trigger"
    return say(key if terms else f"{key}_plain", **facts)


def _rid(words: Vocabulary, one: Use) -> Say:
    """What getting rid of it costs, and what must be passed for it; that it ends then goes without saying."""
    cost = [say("effects.give", how=said(words, "gives", g.how), by=g.by) for g in one.cost] or [say("effects.free")]
    does = phrases(words, "steps", (replace(step, then=(), otherwise=()) for step in one.do))
    return say("effects.rid", needs=[*cost, *does])


def _use(words: Vocabulary, one: Use) -> Say:
    cost = [say("effects.give", how=said(words, "gives", g.how), by=g.by) for g in one.cost] or [say("effects.free")]
    often = _often(words, one.limit)
    return say("effects.use", name=one.name, cost=cost, does=phrases(words, "steps", one.do), often=often)


def _often(words: Vocabulary, limit: Limit) -> Label:
    if not limit.n:
        return say("effects.each_time")
    if not limit.per:
        return say("effects.times", n=limit.n)
    return say("effects.times_per", n=limit.n, per=said(words, "pers", limit.per))


def phrases(words: Vocabulary, field: str, many: Iterable[Phrase]) -> list[Say]:
    """Conditions, steps or grants, each in words."""
    return [_phrase(words, field, one) for one in many]


def _phrase(words: Vocabulary, field: str, one: Phrase) -> Say:
    if field == "conditions" and one.otherwise:
        plain = _phrase(words, field, replace(one, otherwise=()))
        return say("effects.or", one=plain, other=phrases(words, field, one.otherwise))
    declared = words.word(field, one.word)
    known = {w.key: say(f"effects.values.{w.key}") for slot in getattr(declared, "slots", ()) for w in slot.words}
    values = [known.get(v) or _value(words, v, thing=thing) for v, thing in _placed(declared, one) if v]
    facts = {"word": said(words, field, one.word), "values": _in_a_row(values) if field == "steps" else values}
    if one.then or one.otherwise:
        both = {"then": phrases(words, field, one.then), "otherwise": phrases(words, field, one.otherwise)}
        empty = "" if one.then and one.otherwise else "_then" if one.then else "_otherwise"
        return say(f"effects.forked{empty}", **facts, **both)
    if one.negated:
        return say("effects.not", **facts)
    if one.whom:
        return say("effects.aimed", **facts, whom=_aimed(words, "whom", one.whom, one.within))
    return say("effects.phrase" if any(one.values) else "effects.word", **facts)


def _in_a_row(values: list[Say | str]) -> Label:
    """What a step says one thing after another, as it is written: 恢复 生命 5."""
    found: Label = values[0] if values else ""
    for after in values[1:]:
        found = say("effects.spaced", before=found, after=after)
    return found


def _placed(declared: object, one: Phrase) -> Iterator[tuple[str, bool]]:
    """The values of a phrase, each with whether a thing by its key stands there."""
    slots = getattr(declared, "slots", ())
    for place, value in enumerate(one.values):
        yield value, place < len(slots) and slots[place].thing


def _value(words: Vocabulary, text: str, *, thing: bool = False) -> Say | str:
    """A value as it was written, a thing that ships as it is called; an effect that a step gives is told like any other."""
    if not text.startswith("{"):
        return say(f"things.{text}") if thing else text
    try:
        inner = msgspec.json.decode(text, type=Effect)
    except msgspec.DecodeError:
        return text
    return say("effects.inner", does=list(sentence(words, inner)))


def _aimed(words: Vocabulary, field: str, whom: str, within: int) -> Label:
    plain = said(words, field, whom)
    key = "effects.within_regions" if words.regions else "effects.within"
    return say(key, n=within, whom=plain) if within else plain
